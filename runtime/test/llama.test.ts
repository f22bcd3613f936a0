// Real llama.cpp plays: its templates, its grammar, its samplers, with random weights that this test writes. It shows that what is
// sent can be answered in a context of 4,096 tokens and that the answers are moves; of sense it shows nothing.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, it } from "node:test";
import { parseConfig } from "@orrery/models/config";
import { type LlamaServer, startLlama } from "@orrery/models/testing";
import { fixedOutside, type ModelSetup, openOrrery } from "@orrery/runtime";
import { memoryStore } from "@orrery/store";
import { all } from "./open.ts";

const CONTEXT = 4_096;
/** Its vocabulary: a tokenizer that has seen the words of these games, as large ones have seen those of the web. */
const text = [
  "docs/guides/models.md",
  "worlds/glassbox/prompt-rules.ts",
  "worlds/glassbox/station/meridian.ts",
  "worlds/glassbox/prompt-output.ts",
]
  .map((file) => readFileSync(new URL(`../../${file}`, import.meta.url), "utf8"))
  .join("\n");
const found = await startLlama({ text, contextTokens: CONTEXT });
const skip = typeof found === "string" ? found : false;

/** What a grammar keeps an answer from. */
const OF_SHAPE: ReadonlySet<string> = new Set(["type", "required", "const", "enum", "anyOf", "additionalProperties"]);

/** Random words may be cut off, and a repair that shows them may be too long: then the seat is asked with less. */
const mayBe = (fault: string, attempt: number): boolean =>
  fault === "truncated" || (fault === "too_long" && attempt > 1);

function setupOf(server: LlamaServer): () => ModelSetup {
  const more = { maxOutputTokens: 700, contextTokens: CONTEXT, retry: { retries: 0 } };
  const models = { local: { provider: "compatible", model: "random", url: server.url, ...more } };
  const parsed = parseConfig(JSON.stringify({ models }), {});
  assert.ok(parsed.ok, JSON.stringify(parsed));
  return () => ({ config: parsed.config, environment: {}, directory: "." });
}

describe("llama.cpp with a context of 4,096 tokens", { skip }, () => {
  const server = found as LlamaServer;
  const open = (more: object = {}) =>
    openOrrery({ store: memoryStore(), outside: fixedOutside("llama"), models: setupOf(server), ...more });
  before(() => assert.notEqual(typeof found, "string"));
  after(() => server.stop());

  /** Moves that count, and what the calls were like. Where random words came to nothing thrice, the game goes on without them. */
  async function played(world: string, agents: string, turnsMax: number, onFault: "wait" | "bot" = "bot") {
    const orrery = await open();
    const { run } = await orrery.createRun({ world, seed: "llama" });
    const done = await orrery.play(run, { agents, turnsMax, onFault });
    const calls = await all(orrery.calls(run));
    assert.ok(calls.length > 0);
    assert.deepEqual(
      calls.flatMap(({ fault, attempt }) => (fault && !mayBe(fault.code, attempt) ? [fault] : [])),
      [],
      "no first request was too long, and nothing else was refused by the server",
    );
    for (const { usage } of calls.filter(({ fault }) => fault?.code !== "too_long"))
      assert.ok(usage.input > 100 && usage.input + usage.output <= CONTEXT, JSON.stringify(usage));
    return { done, calls };
  }

  it("plays a whole game of tic-tac-toe, each move legal at the first try", async () => {
    const { done, calls } = await played("tictactoe", "*=model:local", 20, "wait");
    assert.notEqual(done.outcome, null);
    assert.deepEqual(done.stopped, []);
    const good = calls.filter(({ fault, problems }) => fault === null && problems.length === 0);
    assert.ok(good.length >= 5 && good.length === done.turns, `${good.length} of ${calls.length}`);
  });

  it("plays a seat of a house", async () => {
    const { done, calls } = await played("house/cottage", "*=model:local", 6);
    // Random feet may leave through the gate, which is an ending.
    assert.ok(done.turns === 6 || done.outcome !== null, JSON.stringify(done));
    const good = calls.filter(({ fault, problems }) => fault === null && problems.length === 0);
    assert.ok(good.length >= 1, `${good.length} of ${calls.length} answers were moves`);
    for (const { fault, problems, answer } of calls)
      if (fault === null)
        assert.ok(
          problems.every(({ reason }) => !OF_SHAPE.has(reason ?? "")),
          `${JSON.stringify(problems)} ${answer}`,
        );
  });

  it("plays a seat of the Glass Box, and every answer names what is there", async () => {
    const { calls } = await played("glassbox", "red=model:local,*=bot:detective", 16);
    const whole = calls.filter(({ fault }) => fault === null);
    assert.ok(whole.length > 0);
    // A grammar holds names and shapes, and neither how large a number is nor what the rules make of a whole answer.
    const beyond = ["maximum", "minimum", "number_too_long", "nothing_configured"];
    for (const { problems, answer, usage } of whole)
      assert.deepEqual(
        problems.filter(({ reason }) => !beyond.includes(reason ?? "")),
        [],
        `${JSON.stringify(usage)} ${answer}`,
      );
  });
});
