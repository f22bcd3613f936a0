// Deadlines that nobody's agents see to: they run for people alone, through restarts, and end what nobody answers.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { AnyWorld } from "@orrery/kernel";
import { fixedOutside, type Orrery, openOrrery, shippedWorlds } from "@orrery/runtime";
import { memoryStore, openSqlite, type Store } from "@orrery/store";
import { DESERTED_AFTER } from "../src/branch/clocks.ts";
import { council } from "./council.ts";
import { BLANK, gallery } from "./gallery.ts";
import { folder } from "./open.ts";

const PICTURE = "1".repeat(64);
const hang = (who: string, picture = PICTURE) => ({
  as: who,
  actions: [{ actorId: who, type: "hang", metadata: { picture } }],
});
/** The time of day stands still until a test moves it; timers are the real ones. */
function open(store: Store, clock: { now: number }): Promise<Orrery> {
  const outside = { ...fixedOutside("test"), now: () => clock.now };
  return openOrrery({ store, worlds: shippedWorlds([gallery as AnyWorld, council as AnyWorld]), outside });
}
/** A run in which ann has taken a seat. */
async function start(orrery: Orrery, config: object): Promise<string> {
  const { run } = await orrery.createRun({ world: "gallery", config: { rounds: 9, ...config }, seed: "s" });
  await orrery.invite(run, "ann");
  return run;
}
const turnsOf = async (orrery: Orrery, run: string, branch = "main") => (await orrery.show(run, { branch })).head.turn;
/** Looks until the run has so many turns. */
async function until(orrery: Orrery, run: string, turns: number, branch = "main"): Promise<void> {
  for (let tries = 0; (await turnsOf(orrery, run, branch)) < turns; tries++) {
    if (tries > 1000) throw new Error(`never ${turns} turns`);
    await new Promise((done) => setTimeout(done, 5));
  }
}
/** Long enough for a timer that is due to have fired. */
const settled = () => new Promise((done) => setTimeout(done, 60));
const causes = async (orrery: Orrery, run: string, turn: number) =>
  (await orrery.why(run, `${turn}`)).answers.map(({ actor, by, cause }) => [actor, by, cause]);

describe("a deadline without agents", () => {
  it("closes the window with the answers it has and the fallbacks of silent actors", async () => {
    const clock = { now: 1_000_000 };
    const orrery = await open(memoryStore(), clock);
    const stop = await orrery.keepTime();
    const run = await start(orrery, { deadlineMs: 40 });
    await orrery.submit(run, hang("ann"));
    clock.now += 40;
    await until(orrery, run, 1);
    assert.deepEqual(await causes(orrery, run, 1), [
      ["ann", "agent", undefined],
      ["ben", "fallback", "deadline"],
    ]);
    assert.deepEqual((await orrery.show(run, { as: "ben" })).view, { done: 1, mine: null, shown: [[PICTURE, BLANK]] });
    await stop();
  });

  it("does not fire early, without a timekeeper, or for asks without a fallback", async () => {
    const clock = { now: 1_000_000 };
    const orrery = await open(memoryStore(), clock);
    const run = await start(orrery, { deadlineMs: 5 });
    clock.now += 100;
    await settled();
    assert.equal(await turnsOf(orrery, run), 0);
    const stop = await orrery.keepTime();
    await until(orrery, run, 1);
    const patient = await start(orrery, { deadlineMs: 5, patient: true });
    const later = await start(orrery, { deadlineMs: 6 });
    clock.now += 5;
    await settled();
    assert.deepEqual([await turnsOf(orrery, patient), await turnsOf(orrery, later)], [0, 0]);
    await stop();
    clock.now += 100;
    await settled();
    assert.equal(await turnsOf(orrery, later), 0);
  });

  it("[law 7] continues after a restart, and fires at once if it passed meanwhile", async (t) => {
    const clock = { now: 1_000_000 };
    const file = `${folder(t)}/o.db`;
    const first = await open(openSqlite(file), clock);
    await first.keepTime();
    const run = await start(first, { deadlineMs: 1000 });
    const past = await start(first, { deadlineMs: 100 });
    clock.now += 400;
    assert.deepEqual((await first.show(run, { as: "ann" })).asks[0]!.deadlineAt, 1_001_000);
    await first.close();
    const again = await open(openSqlite(file), clock);
    const [ask] = (await again.show(run, { as: "ann" })).asks;
    assert.deepEqual([ask!.deadlineAt, ask!.leftMs], [1_001_000, 600]);
    const stop = await again.keepTime();
    await until(again, past, 1);
    assert.equal(await turnsOf(again, run), 0);
    clock.now += 599;
    await again.submit(run, hang("ann"));
    await settled();
    assert.equal(await turnsOf(again, run), 0);
    clock.now += 1;
    // Its timer was set for the 600 ms that were left; an answer makes the clock look again.
    await again.submit(run, hang("ann"));
    await until(again, run, 1);
    await stop();
    await again.close();
  });

  it("restarts where a branch begins or goes back, and keeps running while others act in other lanes", async () => {
    const clock = { now: 1_000_000 };
    const orrery = await open(memoryStore(), clock);
    const run = await start(orrery, { deadlineMs: 1000 });
    for (const who of ["ann", "ben"]) await orrery.submit(run, hang(who));
    clock.now += 700;
    const deadline = async (branch: string) => (await orrery.show(run, { branch, as: "ann" })).asks[0]!.deadlineAt;
    assert.equal(await deadline("main"), 1_001_000);
    await orrery.createBranch(run, { name: "side", at: 0 });
    assert.equal(await deadline("side"), 1_001_700);
    clock.now += 100;
    await orrery.rollback(run, 0);
    assert.equal(await deadline("main"), 1_001_800);
    assert.equal(await deadline("side"), 1_001_700);
    const other = await open(memoryStore(), clock);
    await other.import(orrery.export(run));
    assert.equal((await other.show(run, { as: "ann" })).asks[0]!.deadlineAt, undefined);
  });

  it("closes the window of one lane while another lane's has time left", async () => {
    const clock = { now: 1_000_000 };
    const orrery = await open(memoryStore(), clock);
    const stop = await orrery.keepTime();
    const { run } = await orrery.createRun({ world: "council", config: { rounds: 9, deadlineMs: 40 }, seed: "s" });
    await orrery.invite(run, "red-ann");
    clock.now += 30;
    for (const actorId of ["red-ann", "red-ben", "red-cat"])
      await orrery.submit(run, { as: actorId, actions: [{ actorId, type: "vote", metadata: { yes: true } }] });
    assert.equal(await turnsOf(orrery, run), 1);
    clock.now += 10;
    await until(orrery, run, 2);
    assert.deepEqual(
      (await causes(orrery, run, 2)).map(([actor, , cause]) => [actor, cause]),
      ["blue-ann", "blue-ben", "blue-cat"].map((actor) => [actor, "deadline"]),
    );
    await settled();
    assert.equal(await turnsOf(orrery, run), 2);
    await stop();
  });

  it("does not run where nobody took a seat, and begins when somebody does", async () => {
    const clock = { now: 1_000_000 };
    const orrery = await open(memoryStore(), clock);
    const stop = await orrery.keepTime();
    const { run } = await orrery.createRun({ world: "gallery", config: { rounds: 9, deadlineMs: 10 }, seed: "s" });
    clock.now += 100;
    await settled();
    assert.equal(await turnsOf(orrery, run), 0);
    assert.equal((await orrery.show(run)).asks[0]!.deadlineAt, undefined);
    await orrery.submit(run, hang("ann"));
    await settled();
    assert.equal(await turnsOf(orrery, run), 0, "what went by before does not count");
    assert.equal((await orrery.show(run)).asks[0]!.deadlineAt, 1_000_110);
    clock.now += 10;
    await until(orrery, run, 1);
    await stop();
  });

  it("stops at a table that everybody has left, and goes on when somebody acts", async () => {
    const clock = { now: 1_000_000 };
    const orrery = await openOrrery({
      store: memoryStore(),
      worlds: shippedWorlds([gallery as AnyWorld]),
      outside: { ...fixedOutside("test"), now: () => (clock.now += 50) },
    });
    const stop = await orrery.keepTime();
    const run = await start(orrery, { rounds: 1000, deadlineMs: 20 });
    await until(orrery, run, DESERTED_AFTER);
    await settled();
    assert.equal(await turnsOf(orrery, run), DESERTED_AFTER);
    await stop();
    await orrery.submit(run, hang("ann"));
    await orrery.submit(run, hang("ben"));
    const again = await orrery.keepTime();
    await until(orrery, run, DESERTED_AFTER * 2);
    await again();
  });
});

describe("a deadline with agents", () => {
  it("is kept by the crank, counts from the opening of the ask, and fires at once when it is past", async () => {
    const clock = { now: 1_000_000 };
    const orrery = await open(memoryStore(), clock);
    const stop = await orrery.keepTime();
    const run = await start(orrery, { deadlineMs: 200 });
    clock.now += 300;
    const { turns } = await orrery.crank(run, {
      agents: (actor) => (actor === "ann" ? () => ({ actions: hang("ann").actions }) : null),
      turnsMax: 1,
    });
    assert.ok(turns <= 1);
    await until(orrery, run, 1);
    assert.deepEqual(await causes(orrery, run, 1), [
      ["ann", "fallback", "deadline"],
      ["ben", "fallback", "deadline"],
    ]);
    await stop();
  });
});
