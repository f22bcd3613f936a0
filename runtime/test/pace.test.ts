// A person's second is a second of the world's: fast answers do not make time run.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { botAgent } from "@orrery/agents";
import type { Ask, Shape } from "@orrery/kernel";
import { type GlassState, glassbox } from "@orrery/worlds/glassbox";
import { Pace } from "../src/play/pace.ts";
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
  /** Plays with a person on red who answers each ask as soon as it is there, until the world's clock has been seen to go on so often. */
  async function play(person: boolean, count: number, config: unknown = CONFIG) {
    const orrery = await inMemory("pace");
    const { run } = await orrery.createRun({ world: "glassbox", config, seed: "pace" });
    const stop = new AbortController();
    const bot = botAgent(glassbox.bots["tasker"]!);
    const cranked = orrery.crank(run, {
      agents: (actor) => (person && actor === "red" ? null : bot),
      signal: stop.signal,
    });
    const clocks = new Set<number>();
    const look = async () => {
      const { view, asks } = await orrery.show(run);
      const { tick, phase } = view as GlassState;
      const due = asks.some(({ to }) => to === "red");
      if (phase === "PLAYING" && (due || !person)) clocks.add(tick);
      if (due && person)
        await orrery
          .submit(run, { as: "red", actions: [{ actorId: "red", type: "wait", metadata: {} }] })
          .catch(() => {});
    };
    await look();
    for await (const _event of orrery.follow(run, { signal: stop.signal })) {
      if (clocks.size >= count) break;
      await look();
    }
    stop.abort();
    await cranked;
    await orrery.close();
  }

  for (const [where, config] of [
    ["among others", CONFIG],
    ["asked alone", ALONE],
  ] as const)
    it(`is the world's own for a person who answers at once, ${where}, and none for bots`, async (t) => {
      const waits: number[] = [];
      const windows: { readonly clock: number; readonly closed: number }[] = [];
      const { left, noteClosed } = Pace.prototype;
      t.mock.method(Pace.prototype, "left", function (this: Pace, ...given: Parameters<Pace["left"]>) {
        const ms = left.apply(this, given);
        waits.push(ms);
        return ms;
      });
      t.mock.method(Pace.prototype, "noteClosed", function (this: Pace, asks: readonly Ask<Shape>[], now: number) {
        const clock = asks.find(({ clockMs }) => clockMs !== undefined)?.clockMs;
        if (clock !== undefined) windows.push({ clock, closed: now });
        noteClosed.call(this, asks, now);
      });
      await play(true, 12, config);
      assert.ok(windows.at(-1)!.clock - windows[0]!.clock > 3_000, "time has gone on");
      // Each stretch takes its own time, or as long as a silent actor would have had; on a busy machine longer.
      for (const [i, { clock, closed }] of windows.entries()) {
        if (i === 0) continue;
        const took = closed - windows[i - 1]!.closed;
        const least = Math.min(DEADLINE_MS, clock - windows[i - 1]!.clock);
        assert.ok(took > least - 0.001, `window ${i} was closed after ${took} ms, and not ${least}`);
      }
      assert.ok(waits.some((ms) => ms > 0));
      waits.length = 0;
      await play(false, 12);
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
    pace.noteClosed([ask("a", 5_000)], 100);
    assert.equal(pace.left([ask("b", 5_700)], 150), 650);
    assert.equal(pace.left([ask("b", 5_700)], 790), 10);
    assert.equal(pace.left([ask("b", 5_700)], 800), 0);
    pace.noteClosed([ask("b", 5_700)], 2_000);
    // After a meeting the clock has leapt: nobody waits for what was no play.
    assert.equal(pace.left([ask("c", 90_000)], 2_100), 1_000);
    pace.noteClosed([ask("c", 90_000)], 3_100);
    assert.equal(pace.left([ask("d", undefined)], 3_100), 0, "talk is over when all have spoken");
    assert.equal(pace.left([], 3_100), 0);
  });
});
