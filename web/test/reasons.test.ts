// What stood behind votes as a pure fold of a game's lines: thoughts and suspicions of every meeting, and nothing for a seat.
import assert from "node:assert/strict";
import { it } from "node:test";
import { openOrrery } from "@orrery/runtime";
import { memoryStore } from "@orrery/store";
import type { GlassEvent, GlassState } from "@orrery/worlds/glassbox";
import type { Line } from "../src/shapes.ts";
import { reasonsIn } from "../src/stage/glassbox/reasons.ts";

it("of every meeting: what each thought when it voted, and what it suspected from before it to the vote", async () => {
  const orrery = await openOrrery({ store: memoryStore() });
  const { run } = await orrery.createRun({ world: "glassbox", seed: "reasons" });
  await orrery.play(run, { agents: "*=bot:detective" });
  const lines = (await Array.fromAsync(orrery.log(run, { from: 0 }))) as unknown as Line[];
  const reasons = reasonsIn(lines);
  const { past } = (await orrery.show(run)).view as GlassState;
  assert.ok(past.length > 1, `${past.length} meetings`);
  assert.deepEqual(
    [...reasons.keys()],
    past.map(({ tick }) => tick),
  );
  const events = lines.flatMap((line) => line.events as unknown as readonly GlassEvent[]);
  for (const { number, tick, votes } of past) {
    const of = reasons.get(tick)!;
    assert.deepEqual(of.map(({ who }) => who).sort(), Object.keys(votes).sort());
    const from = events.indexOf(events.filter(({ type }) => type === "meeting_called")[number - 1]!);
    const to = events.indexOf(events.filter(({ type }) => type === "tallied")[number - 1]!);
    const within = events.slice(from, to);
    for (const { who, thought, suspected } of of) {
      const last = within.findLast((event) => event.type === "noted" && event.who === who);
      assert.equal(thought, last?.type === "noted" ? last.thought : null);
      const told = within.flatMap((event) => (event.type === "suspected" && event.who === who ? [event.of] : []));
      assert.ok(told.length > 1, "asked at several moments");
      const bySuspect = Object.fromEntries(suspected.map(({ of: id, percents }) => [id, percents]));
      for (const id of new Set(told.flatMap((one) => Object.keys(one))))
        assert.deepEqual(
          bySuspect[id],
          told.flatMap((one) => one[id] ?? []),
          `${who} of ${id}`,
        );
      const ends = suspected.map(({ percents }) => percents.at(-1)!);
      assert.deepEqual(
        ends,
        ends.toSorted((a, b) => b - a),
      );
    }
  }
  // Of a long game only the latest turns are there: what is known of the meetings in them is the same.
  const second = lines.findIndex((line) =>
    (line.events as unknown as readonly GlassEvent[]).some(
      (event) => event.type === "meeting_called" && event.tick === past[1]!.tick,
    ),
  );
  const latest = reasonsIn(lines.slice(second));
  assert.deepEqual([...latest], [...reasons].slice(1));
  // A seat is given no mind, and no reason.
  const seat = (await Array.fromAsync(orrery.log(run, { from: 0, as: "red" }))) as unknown as Line[];
  assert.ok(seat.length > 0);
  assert.equal(reasonsIn(seat).size, 0);
  await orrery.close();
});
