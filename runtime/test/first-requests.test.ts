// What the first request of every world costs, as it goes over the wire with its contract in words: a context of 4,096 tokens holds
// it, and the seats of one game share most of it.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseConfig } from "@orrery/models/config";
import { estimateTokens } from "@orrery/models/pure";
import { fixedOutside, openOrrery } from "@orrery/runtime";
import { memoryStore } from "@orrery/store";
import { fakeProvider } from "./fakes.ts";

const fake = fakeProvider();
const CONTEXT = 4_096;

/** The texts of the first request of every seat that is asked at the start; nobody answers. */
async function firstRequests(world: string): Promise<readonly string[]> {
  fake.reset();
  fake.answerWith(() => ({ status: 401, error: { message: "no" } }));
  const more = { structure: "prompt", contextTokens: CONTEXT, stream: false };
  const given = { models: { m: { provider: "compatible", model: "small", url: fake.url("compatible"), ...more } } };
  const parsed = parseConfig(JSON.stringify(given), {});
  assert.ok(parsed.ok, JSON.stringify(parsed));
  const models = () => ({ config: parsed.config, environment: {}, directory: "." });
  const orrery = await openOrrery({ store: memoryStore(), outside: fixedOutside("first"), models });
  const { run } = await orrery.createRun({ world, seed: "first" });
  await orrery.play(run, { agents: "*=model:m", turnsMax: 1 });
  return fake.seen.map(({ system, messages }) => [system, ...messages.map(({ text }) => text)].join("\n\n"));
}

const WORLDS = ["tictactoe", "house/cottage", "house/lighthouse", "house/mystery", "glassbox", "story", "sprint"];

describe("first requests", () => {
  for (const world of [...WORLDS, "table/third-bell"])
    it(`${world}: fits a context of 4,096 tokens, its contract with it`, async (t) => {
      const texts = await firstRequests(world);
      assert.ok(texts.length > 0);
      const most = Math.max(...texts.map((text) => estimateTokens(text.length)));
      t.diagnostic(`${most} tokens at most`);
      assert.ok(most < CONTEXT, `${most}`);
    });

  it("ten seats of one game share at least 60 % of what they read", async (t) => {
    const texts = await firstRequests("glassbox");
    assert.equal(texts.length, 10);
    let shared = 0;
    while (texts.every((text) => text[shared] === texts[0]![shared])) shared++;
    const share = (shared * texts.length) / texts.reduce((sum, { length }) => sum + length, 0);
    t.diagnostic(`${Math.round(100 * share)} %`);
    assert.ok(share >= 0.6, `${share}`);
  });
});
