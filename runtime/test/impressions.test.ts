// Memories of a turn with many events: the entities of its world are listed for its first and last state, not for each event.
import assert from "node:assert/strict";
import { it } from "node:test";
import type { AnyWorld } from "@orrery/kernel";
import { openOrrery, shippedWorlds } from "@orrery/runtime";
import { memoryStore } from "@orrery/store";
import { crowd } from "../../bench/src/worlds/crowd.ts";

it("memories of a turn of fifty events list the entities of its world a few times, not fifty", async () => {
  let listed = 0;
  const counted = {
    ...crowd,
    entities(...state: Parameters<typeof crowd.entities>) {
      listed++;
      return crowd.entities(...state);
    },
  };
  const orrery = await openOrrery({ store: memoryStore(), worlds: shippedWorlds([counted as AnyWorld]) });
  const { run } = await orrery.createRun({ world: "crowd", config: { agents: 50, minds: true, weight: 0 }, seed: "a" });
  await orrery.play(run, { agents: "*=bot:first", turnsMax: 1 });
  listed = 0;
  const memories = await orrery.recall(run, { as: "agent-7" });
  assert.deepEqual(
    memories.map(({ text }) => text),
    ["You see agent-6 work for 1."],
  );
  assert.ok(listed <= 4, `listed ${listed} times`);
  await orrery.close();
});
