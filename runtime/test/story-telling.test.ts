// Telling a story round by round costs what its rounds hold, and not what the whole history holds again for each.
import assert from "node:assert/strict";
import { AsyncLocalStorage } from "node:async_hooks";
import { it } from "node:test";
import { memoryStore, type Store } from "@orrery/store";
import { openOrrery } from "../src/index.ts";

const ROUNDS = 24;

it("reads each turn a few times and no more, however many rounds are told one after the other", async () => {
  const store = memoryStore();
  let bodies = 0;
  /** Set while a round is told: memories, which are made in quiet moments, read turns too. */
  const telling = new AsyncLocalStorage<true>();
  const counted = new Proxy(store, {
    get(target, name) {
      const own = Reflect.get(target, name) as unknown;
      if (typeof own !== "function") return own;
      return async (...args: unknown[]) => {
        const answer = await (own as (...args: unknown[]) => Promise<unknown>).apply(target, args);
        if (!telling.getStore()) return answer;
        if (name === "read") bodies += (answer as unknown[]).length;
        if (name === "load") bodies += (answer as { bodies: unknown[] }).bodies.length;
        return answer;
      };
    },
  }) as Store;
  const orrery = await openOrrery({ store: counted });
  const { run } = await orrery.createRun({ world: "story", seed: "told", config: { people: 8, rounds: ROUNDS } });
  const { turns } = await orrery.play(run, { agents: "*=bot:resident" });
  let told = 0;
  while (await telling.run(true, () => orrery.stories.translate(run))) told++;
  assert.equal(told, ROUNDS);
  // Once to find its round, once to tell it; and once by the caches of the head, which catch up when they get to it.
  assert.ok(bodies <= 3 * turns + 4, `${bodies} bodies for ${turns} turns`);
  const beats = await orrery.stories.beats(run);
  // Told again from a place that is not kept, a round has the same words.
  const again = await orrery.stories.translate(run, { round: 7 });
  assert.equal(again!.prose, beats.find(({ round }) => round === 7)!.prose);
  await orrery.close();
});
