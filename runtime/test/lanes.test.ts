// Budgets that teams share, cut while ten lanes are under way at once: what is refused goes by the history, so a replay refuses the same.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Answerer } from "@orrery/models/testing";
import { babble } from "@orrery/models/testing";
import type { Orrery, PlayWith, TurnLine } from "@orrery/runtime";
import { fakeProvider, offline, schemaIn, setupAt, withModels } from "./fakes.ts";
import { all } from "./open.ts";

const fake = fakeProvider();

const LONG = process.env["ORRERY_LONG"] === "1";
const LIMITS: readonly (readonly [what: string, budget: object])[] = [
  ["tokens", { run: { tokens: 90_000 } }],
  ["everything at once", { run: { calls: 60, tokens: 160_000 }, team: { money: 0.2 }, agent: { calls: 4 } }],
  ["calls", { run: { calls: 45 } }],
  ["money of a team", { team: { money: 0.13 } }],
];

/** Right at once, or only when told what was wrong, or late: by chance that no replay can know of. */
const unsteady: Answerer = () => {
  const delayMs = Math.floor(Math.random() * 25);
  const coins = Math.floor(Math.random() * 12);
  if (Math.random() < 0.15) return { text: "Let me think about that.", delayMs };
  return { json: { thought: "x".repeat(coins * 20), action: { type: "bid", metadata: { coins } } }, delayMs };
};

async function market(orrery: Orrery, options: Partial<PlayWith>, rounds = 3) {
  const { run } = await orrery.createRun({ world: "market", config: { rounds }, seed: "s" });
  const done = await orrery.play(run, { agents: "left-3=model:google,*=model:openai", ...options });
  const lines = (await all(orrery.log(run))) as TurnLine[];
  const causes: (string | undefined)[] = [];
  for (const { id } of lines) {
    const { answers } = await orrery.why(run, id);
    causes.push(...answers.map(({ cause }) => cause));
  }
  return { run, done, causes, turns: lines.map(({ hash, truthHash }) => [hash, truthHash]) };
}

describe("[law 9] ten lanes that share a budget", () => {
  for (const [what, budget] of LONG ? [...LIMITS, ...LIMITS, ...LIMITS] : LIMITS.slice(0, 2))
    it(`limited in ${what}, replay bit for bit, however the answers came`, async () => {
      fake.answerWith(unsteady);
      const setup = setupAt(fake, { budget }, { concurrency: 20, maxOutputTokens: 500 });
      const { orrery } = await withModels(setup);
      const live = await market(orrery, {});
      const cut = live.causes.filter((cause) => cause === "budget").length;
      assert.ok(cut > 0 && cut < 60, `${cut} of ${live.causes.length} were cut`);
      const recording = await orrery.recording(live.run);
      const asked = fake.seen.length;
      await offline(async () => {
        const again = await withModels(() => ({ ...setup(), environment: {} }));
        const replayed = await market(again.orrery, { replay: recording });
        assert.deepEqual(replayed.causes, live.causes);
        assert.deepEqual(replayed.turns, live.turns);
        assert.deepEqual(replayed.done, live.done);
        assert.equal(await again.orrery.recording(replayed.run), recording);
      });
      assert.equal(fake.seen.length, asked);
    });

  it("share by asking each once before anybody may repair", async () => {
    fake.answerWith((seen, n) => ({ json: babble(schemaIn(seen), `fair ${n}`) }));
    const { orrery } = await withModels(setupAt(fake, { budget: { run: { calls: 20 } } }, { concurrency: 20 }));
    const { causes, done } = await market(orrery, {}, 1);
    assert.deepEqual(causes, Array(20).fill(undefined));
    assert.equal(done.spending[0]!.calls, 20);
  });
});
