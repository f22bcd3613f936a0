// Answers broken in every way, babbled anew each time, through agent, admission, crank and store: nothing moves but by a decided action.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { babble, brokenAnswers } from "@orrery/models/testing";
import type { Orrery, TurnLine } from "@orrery/runtime";
import { fakeProvider, schemaIn, setupAt, withModels } from "./fakes.ts";
import { all } from "./open.ts";

const fake = fakeProvider();
const SEED = process.env["ORRERY_SEED"] ?? String(Date.now());
const FAMILIES = ["openai", "anthropic", "google", "compatible"] as const;
type Broken = ReturnType<typeof brokenAnswers>[number];

interface Table {
  readonly world: string;
  readonly config?: unknown;
  /** Who is played by a model; bots play the rest. */
  readonly seat: string;
  readonly others: string;
}
const TABLES: readonly Table[] = [
  { world: "tictactoe", seat: "x", others: "o=bot:first" },
  { world: "house/cottage", seat: "you", others: "*=person" },
  { world: "glassbox", config: { settings: { limitMs: 60_000 } }, seat: "red", others: "*=bot:random" },
];

interface Provenance {
  readonly actor: string;
  readonly by: string;
  readonly cause?: string;
  readonly attempts?: readonly { readonly problems: readonly unknown[] }[];
  readonly calls?: readonly string[];
}
const provenance = async (orrery: Orrery, run: string, turn: number): Promise<readonly Provenance[]> =>
  (await orrery.why(run, String(turn))).answers as readonly Provenance[];

/** How many shapes there are of any answer that a world wants. */
const SHAPES = brokenAnswers({ thought: "", action: {} }).length;

describe("[law 8] a broken answer", () => {
  for (const { world, config, seat, others } of TABLES)
    it(`in ${world} moves nothing: it ends as one decided action, one fallback or one refusal, with its record`, async () => {
      assert.ok(SHAPES >= 500);
      const { orrery, store } = await withModels(setupAt(fake));
      const step = process.env["ORRERY_LONG"] ? 1 : 9;
      const runs: string[] = [];
      let asked = 0;
      const ended = { acted: 0, fellBack: 0, refused: 0 };
      for (let i = Number(SEED.at(-1)) % step; i < SHAPES; i += step) {
        let run = runs.at(-1);
        const isFull = run === undefined || (await orrery.show(run)).head.turn > 40;
        if (run === undefined || isFull || (await orrery.show(run)).outcome !== null) {
          run = (await orrery.createRun({ world, config, seed: `${SEED} ${i}` })).run;
          runs.push(run);
          asked = 0;
        }
        const waiting = `${seat}=person,${others}`;
        if (!(await orrery.play(run, { agents: waiting })).waitingFor.includes(seat)) continue;
        let broken: Broken | undefined;
        fake.answerWith((seen) => {
          const good = babble(schemaIn(seen), `${SEED} ${i}`) as Readonly<Record<string, unknown>>;
          broken = brokenAnswers(good)[i];
          return { text: broken?.text ?? "" };
        });
        const before = await orrery.show(run);
        const lineup = `${seat}=model:${FAMILIES[i % 4]},${others}`;
        const done = await orrery.play(run, { agents: lineup, turnsMax: 1 });
        const why = `seed ${SEED}, shape ${i} "${broken?.name}": ${broken?.text.slice(0, 300)}`;
        const calls = await all(orrery.calls(run, { from: asked + 1 }));
        asked += calls.length;
        const after = await orrery.show(run);
        assert.ok(calls.length >= 1 && calls.length <= 3, `${calls.length} calls, ${why}`);
        if (done.turns === 0) {
          ended.refused++;
          assert.deepEqual(
            done.stopped.map(({ actor, cause }) => [actor, cause]),
            [[seat, "attempts"]],
            why,
          );
          assert.deepEqual(after, before, why);
          assert.equal(calls.length, 3, why);
          continue;
        }
        assert.equal(done.turns, 1, why);
        const [line] = (await all(orrery.log(run, { from: after.head.turn }))) as TurnLine[];
        const mine = (await provenance(orrery, run, after.head.turn)).filter(({ actor }) => actor === seat);
        assert.equal(mine.length, 1, why);
        const [{ by, cause, attempts = [], calls: named = [] }] = mine as [Provenance];
        assert.equal(named.length, calls.length, why);
        assert.ok(
          attempts.every(({ problems }) => problems.length > 0),
          why,
        );
        if (by === "agent") {
          ended.acted++;
          assert.equal(attempts.length, calls.length - 1, why);
          assert.ok(
            line!.actions.some(({ actorId }) => actorId === seat),
            why,
          );
        } else {
          ended.fellBack++;
          assert.deepEqual([by, cause, attempts.length], ["fallback", "attempts", calls.length], why);
        }
      }
      for (const run of runs) {
        assert.equal((await orrery.verify(run)).ok, true, SEED);
        assert.deepEqual(await store.check(run), [], SEED);
      }
      // Of few shapes a house may take none: what the model does with the rest is no deed that its rules admit.
      assert.ok(ended.acted > 0 || step > 1, `${JSON.stringify(ended)}, seed ${SEED}`);
      assert.ok(ended.refused + ended.fellBack > 20, `${JSON.stringify(ended)}, seed ${SEED}`);
      if (process.env["ORRERY_LONG"]) console.log(`${world}: ${JSON.stringify(ended)}, seed ${SEED}`);
    });
});
