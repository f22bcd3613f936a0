// What the author did, as the score of a story marks it: in which round, and only while it stands.
import assert from "node:assert/strict";
import { it } from "node:test";
import { openOrrery } from "@orrery/runtime";
import { memoryStore } from "@orrery/store";
import type { StoryState } from "@orrery/worlds/story";
import { deathsIn, marksIn } from "../src/stage/story/rounds.ts";

it("marks a death in the round that the author gave it, and no longer once it is taken back or the dead come back", async () => {
  const orrery = await openOrrery({ store: memoryStore() });
  const { run } = await orrery.createRun({ world: "story", seed: "dies", config: { people: 4, rounds: 3 } });
  const [somebody] = ((await orrery.show(run, {})).view as StoryState).actors;
  const read = async () => {
    const lines = await Array.fromAsync(orrery.log(run, { from: 0 }));
    return [marksIn(lines, (id) => id).map(({ kind, round, text }) => [kind, round, text]), [...deathsIn(lines)]];
  };
  const act = async (type: string, more: { readonly metadata?: object; readonly targetId?: string | undefined }) => {
    const { validation } = await orrery.god(run, { actorId: "god", type, ...more });
    assert.ok(validation.every(({ success }) => success));
  };
  await orrery.play(run, { agents: "*=bot:resident" });
  await act("inject_event", { metadata: { description: "The ledgers burned.", round: 1 } });
  await act("kill", { targetId: somebody, metadata: { round: 2 } });
  const event = ["event", 1, "The ledgers burned."];
  const death = ["death", 2, somebody];
  assert.deepEqual(await read(), [[event, death], [[somebody, 2]]]);
  await act("take_back", { metadata: { id: "evt_002" } });
  assert.deepEqual(await read(), [[event], []]);
  await act("kill", { targetId: somebody, metadata: { round: 3 } });
  await act("resurrect", { targetId: somebody });
  assert.deepEqual((await read())[1], []);
  await act("take_back", { metadata: { id: "evt_001" } });
  assert.ok((await read())[0]!.every(([kind]) => kind !== "event"));
  await orrery.close();
});
