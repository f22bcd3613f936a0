// A person's second is a second of the world's: whoever answers fast does not make time run.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { botAgent } from "@orrery/agents";
import type { Ask, Shape } from "@orrery/kernel";
import { type GlassState, glassbox, TICK_MS } from "@orrery/worlds/glassbox";
import { Pace } from "../src/pace.ts";
import { inMemory } from "./open.ts";

const seats = ["red", "blue", "green", "pink"].map((id) => ({ id, role: id === "blue" ? "impostor" : "crewmate" }));
const DEADLINE_MS = 300;
const CONFIG = {
  preset: "people",
  seats,
  settings: { decisionDeadlineMs: DEADLINE_MS, firstKillCooldownMs: 60_000, emergencyMeetings: 0 },
};
/** The same, where nobody but red is asked every second. */
const ALONE = {
  ...CONFIG,
  seats: seats.map((seat) => (seat.id === "red" ? { ...seat, triggers: { every_n_seconds: 1 } } : seat)),
  settings: { ...CONFIG.settings, periodicMs: 0, decisionMs: 60_000 },
};

describe("the pace of play", () => {
  /** Plays with a person on red who answers each ask as soon as it is there; by window in which it is asked, the world's time and when it was there. */
  async function windows(person: boolean, count: number, config: unknown = CONFIG) {
    const orrery = await inMemory("pace");
    const { run } = await orrery.createRun({ world: "glassbox", config, seed: "pace" });
    const stop = new AbortController();
    const bot = botAgent(glassbox.bots["tasker"]!);
    const cranked = orrery.crank(run, {
      agents: (actor) => (person && actor === "red" ? null : bot),
      signal: stop.signal,
    });
    const seen: { readonly clock: number; readonly now: number }[] = [];
    const look = async () => {
      const { view, asks } = await orrery.show(run);
      const { tick, phase } = view as GlassState;
      const due = asks.some(({ to }) => to === "red");
      if (phase === "PLAYING" && (due || !person)) seen.push({ clock: tick * TICK_MS, now: performance.now() });
      if (due && person)
        await orrery
          .submit(run, { as: "red", actions: [{ actorId: "red", type: "wait", metadata: {} }] })
          .catch(() => {});
    };
    await look();
    for await (const _event of orrery.follow(run, { signal: stop.signal })) {
      if (seen.length >= count) break;
      await look();
    }
    stop.abort();
    await cranked;
    await orrery.close();
    return seen;
  }

  for (const [where, config] of [
    ["among others", CONFIG],
    ["asked alone", ALONE],
  ] as const)
    it(`is the world's own for a person who answers at once, ${where}, and none for bots`, async (t) => {
      const waits: number[] = [];
      const { left } = Pace.prototype;
      t.mock.method(Pace.prototype, "left", function (this: Pace, ...given: Parameters<Pace["left"]>) {
        const ms = left.apply(this, given);
        waits.push(ms);
        return ms;
      });
      const seen = await windows(true, 12, config);
      const last = seen.at(-1)!;
      assert.ok(last.clock - seen[0]!.clock > 3_000, "time has gone on");
      // Each stretch takes its own time, or as long as whoever says nothing would have had. Whoever comes to look late, on a
      // busy machine, sees the first of them shorter than it was: then those from a later look on tell.
      const found = [0, 1, 2, 3].map((from) => {
        let least = 0;
        for (let i = from + 2; i < seen.length; i++)
          least += Math.min(DEADLINE_MS, seen[i - 1]!.clock - seen[i - 2]!.clock);
        return { took: last.now - seen[from]!.now, least };
      });
      assert.ok(
        found.some(({ took, least }) => took >= least - 50),
        JSON.stringify(found),
      );
      assert.ok(waits.some((ms) => ms > 0));
      waits.length = 0;
      await windows(false, 12);
      assert.ok(waits.length > 0 && waits.every((ms) => ms === 0), `bots waited ${waits} ms`);
    });

  const ask = (id: string, clockMs: number | undefined, deadlineMs = 1000) =>
    ({
      id,
      to: "red",
      lane: "station",
      may: [],
      kind: "due",
      deadlineMs,
      ...(clockMs === undefined ? {} : { clockMs }),
    }) as Ask<Shape>;

  it("waits for the world's time, never longer than a deadline, and lets whoever was slow be slow", () => {
    const pace = new Pace();
    assert.equal(pace.left([ask("a", 5_000)], 100), 0, "nothing is known of what was before");
    pace.closed([ask("a", 5_000)], 100);
    assert.equal(pace.left([ask("b", 5_700)], 150), 650);
    assert.equal(pace.left([ask("b", 5_700)], 790), 10);
    assert.equal(pace.left([ask("b", 5_700)], 800), 0);
    pace.closed([ask("b", 5_700)], 2_000);
    // After a meeting the clock has leapt: nobody waits for what was no play.
    assert.equal(pace.left([ask("c", 90_000)], 2_100), 1_000);
    pace.closed([ask("c", 90_000)], 3_100);
    assert.equal(pace.left([ask("d", undefined)], 3_100), 0, "talk is over when all have spoken");
    assert.equal(pace.left([], 3_100), 0);
  });
});
