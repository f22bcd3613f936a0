// A model that reads or tells and cannot: said once, in words that name no server to a seat, and not asked again and again.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import type { Answerer, Seen } from "@orrery/models/testing";
import {
  fixedOutside,
  type ModelNews,
  openOrrery,
  type ParserAndNarratorOptions,
  readModelSetup,
} from "@orrery/runtime";
import { memoryStore } from "@orrery/store";
import { ModelBreaker } from "../src/calls/model-breaker.ts";
import { fakeProvider, setupAt } from "./fakes.ts";
import { all, turn, worlds } from "./open.ts";

const fake = fakeProvider();

async function played(ends: ParserAndNarratorOptions, answer: Answerer, lines: number) {
  const models = setupAt(fake, { roles: { narrator: "google", parser: "openai" } });
  const orrery = await openOrrery({ store: memoryStore(), worlds, outside: fixedOutside("t"), models, ...ends });
  const { run } = await orrery.createRun({ world: "house/cottage", seed: "s" });
  const news: ModelNews[] = [];
  orrery.onModelNews((one) => news.push(one));
  fake.answerWith(answer);
  const asked = fake.seen.length;
  // Words that no rule reads, so that a parser model is asked each time; or a deed, so that there is something to tell.
  for (let i = 0; i < lines; i++) {
    await turn(orrery, run, { text: ends.parser ? `let my eyes wander, ${i}` : "look" });
    await orrery.tellingsDone();
  }
  const said = news.filter(({ state }) => state === "failed" || state === "recovered");
  return { orrery, run, said, calls: fake.seen.length - asked };
}
const factsIn = ({ messages }: Seen): string =>
  /<<<FACTS\n([\s\S]*?)\nFACTS>>>/.exec(messages.map(({ text }) => text).join("\n"))![1]!;
const refused: Answerer = () => ({ status: 401, error: { message: "no" } });

describe("a model that reads or tells and cannot", () => {
  for (const role of ["parser", "narrator"] as const)
    it(`${role}: a refused key is said once to the seat and to the owner, and is not asked again each line`, async () => {
      const { orrery, run, said, calls } = await played({ [role]: "model" }, refused, 5);
      assert.equal(said.length, 1);
      const [{ text, detail, viewer, state }] = said as [ModelNews];
      assert.deepEqual([viewer, state], ["you", "failed"]);
      assert.match(text!, role === "narrator" ? /plain telling stands/ : /read by rule/);
      assert.doesNotMatch(text!, /http|127\.0\.0\.1|openai|google/);
      assert.match(detail!, /The key of ".*" is refused at http/);
      assert.equal(calls, 1);
      assert.deepEqual(orrery.modelTroubles(run, "main"), said);
      assert.deepEqual(orrery.modelTroubles(run, "other"), []);
    });

  it("tries again after eight lines, and says when it is back", async () => {
    let n = 0;
    const { orrery, run, said } = await played(
      { narrator: "model" },
      (seen) => (n++ === 0 ? { status: 401, error: { message: "no" } } : { text: factsIn(seen) }),
      11,
    );
    assert.deepEqual(
      said.map(({ state }) => state),
      ["failed", "recovered"],
    );
    assert.equal(n, 3);
    assert.deepEqual(orrery.modelTroubles(run, "main"), []);
  });

  it("says before each pause how long it will be", async () => {
    const models = setupAt(fake, { roles: { narrator: "google" } });
    const outside = fixedOutside("t");
    const orrery = await openOrrery({ store: memoryStore(), worlds, outside, models, narrator: "model" });
    const { run } = await orrery.createRun({ world: "house/cottage", seed: "s" });
    const waits: (string | null)[] = [];
    orrery.onModelNews(({ state, detail }) => state === "waiting" && waits.push(detail));
    let n = 0;
    fake.answerWith(() => (n++ === 0 ? { status: 529, error: { message: "busy" } } : { text: "It is quiet." }));
    await turn(orrery, run, { text: "look" });
    await orrery.tellingsDone();
    assert.deepEqual(waits, ["google: overloaded, asked again in 1 s"]);
  });

  it("rests after two equal faults that may pass, at once after one that will not, and never for an answer that failed its checks", () => {
    const asks = (reasons: readonly ("overloaded" | "timed_out" | "quota" | "invalid")[]) => {
      const breaker = new ModelBreaker();
      for (const reason of reasons) breaker.note({ reason, message: "" });
      return breaker.mayAsk();
    };
    assert.equal(asks(["overloaded"]), true);
    assert.equal(asks(["overloaded", "timed_out"]), true);
    assert.equal(asks(["overloaded", "overloaded"]), false);
    assert.equal(asks(["quota"]), false);
    assert.equal(asks(["invalid", "invalid", "invalid"]), true);
  });
});

describe("own texts of prompts", () => {
  it("are read from the folder, reach the model, and stand in the record; a slip in one is named", async () => {
    const folder = mkdtempSync(join(tmpdir(), "orrery-prompts-"));
    mkdirSync(join(folder, "prompts"));
    const file = join(folder, "prompts", "narrator.md");
    const write = (text: string) => writeFileSync(file, text);
    write("Tell it like a sailor, in the {person} person.\n");
    assert.throws(() => readModelSetup(folder, {}), /narrator\.md cannot be used: it lacks \{tense\}/);
    write("Tell it like a sailor, in the {person} person and the {tense} tense.\n");
    const { prompts } = readModelSetup(folder, {});
    const setup = { ...setupAt(fake, { roles: { narrator: "google" } })(), ...(prompts ? { prompts } : {}) };
    const outside = fixedOutside("t");
    const orrery = await openOrrery({
      store: memoryStore(),
      worlds,
      outside,
      models: () => setup,
      narrator: "model",
    });
    const { run } = await orrery.createRun({ world: "house/cottage", seed: "s" });
    fake.answerWith((seen) => ({ text: factsIn(seen) }));
    await turn(orrery, run, { text: "look" });
    await orrery.tellingsDone();
    assert.match(fake.seen.at(-1)!.system, /^Tell it like a sailor, in the second person and the present tense\./);
    const [call] = await all(orrery.calls(run));
    assert.deepEqual([call!.system[0]!.id, call!.system[0]!.version], ["rules", 0]);
    writeFileSync(join(folder, "prompts", "teller.md"), "x");
    assert.throws(() => readModelSetup(folder, {}), /teller\.md is no prompt\. There are: player, parser, narrator/);
    rmSync(folder, { recursive: true });
  });
});
