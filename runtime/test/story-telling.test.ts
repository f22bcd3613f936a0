// Telling a story round by round costs what its rounds hold, and not what the whole history holds again for each.
import assert from "node:assert/strict";
import { AsyncLocalStorage } from "node:async_hooks";
import { it } from "node:test";
import { getKey } from "@orrery/kernel";
import { memoryStore, type Store } from "@orrery/store";
import type { Beat, StoryState } from "@orrery/worlds/story";
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

it("tells of the dead until the round that their death is stamped with, whichever round is told again", async () => {
  const orrery = await openOrrery({ store: memoryStore() });
  const { run } = await orrery.createRun({ world: "story", seed: "stamped", config: { people: 8, rounds: 6 } });
  await orrery.play(run, { agents: "*=bot:resident" });
  const tellAll = async () => {
    const told: Beat[] = [];
    for (let round = 1; round <= 6; round++) told.push((await orrery.stories.translate(run, { round }))!);
    return told;
  };
  const unharmed = await tellAll();
  /** Who is spoken of in a round before the fourth, and in one after it. */
  const { profiles, actors } = (await orrery.show(run)).view as StoryState;
  const nameOf = (id: string) => getKey(profiles, id)!.name;
  const speaksIn = (beat: Beat, id: string) => beat.prose.includes(nameOf(id));
  const victim = actors.find(
    (id) => unharmed[1] && speaksIn(unharmed[1], id) && unharmed.slice(4).some((beat) => speaksIn(beat, id)),
  )!;
  assert.ok(victim, "somebody is spoken of early and late");
  await orrery.god(run, { actorId: "god", type: "kill", targetId: victim, metadata: { round: 4 } });
  const told = await tellAll();
  assert.deepEqual(
    told.slice(0, 3).map(({ prose, events }) => [prose, events]),
    unharmed.slice(0, 3).map(({ prose, events }) => [prose, events]),
    "nothing that was before the death is told otherwise",
  );
  assert.deepEqual(
    told.map(({ events }) => events),
    [[], [], [], ["evt_001"], [], []],
  );
  assert.match(told[3]!.prose, new RegExp(`${nameOf(victim)} has died`));
  for (const { prose } of told.slice(4))
    for (const sentence of prose.split(/(?<=[.!?”])\s/))
      assert.ok(
        !sentence.includes(nameOf(victim)) || /had said/.test(sentence),
        `the dead are remembered at most: ${prose}`,
      );
  await orrery.close();
});
