// Streams: every turn once, in order, from wherever the reader stood; rollbacks said; other processes seen; seats blind.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { SeatLine, StreamEvent, TurnLine } from "@orrery/runtime";
import { all, folder, inMemory, onDisk, place, turn } from "./open.ts";

/** Collects a stream until `count` events came. */
async function collect(
  stream: AsyncIterable<StreamEvent>,
  stop: AbortController,
  count: number,
  out: StreamEvent[] = [],
): Promise<StreamEvent[]> {
  for await (const event of stream) {
    out.push(event);
    if (out.length >= count) break;
  }
  stop.abort();
  return out;
}

const named = (event: StreamEvent) =>
  event.type === "turn" ? `turn ${event.line.turn}` : `rollback ${event.head.turn}`;

describe("a stream", () => {
  it("gives each turn once and says rollbacks", async () => {
    const orrery = await inMemory();
    const { run, head } = await orrery.createRun({ world: "tictactoe" });
    const stop = new AbortController();
    const came: StreamEvent[] = [];
    const events = collect(orrery.follow(run, { after: head.id, signal: stop.signal }), stop, 5, came);
    const until = async (count: number) => {
      while (came.length < count) await new Promise((resolve) => setImmediate(resolve));
    };
    await turn(orrery, run, { text: "1" });
    await turn(orrery, run, { text: "2" });
    await until(2);
    await orrery.rollback(run, 1);
    await until(3);
    await turn(orrery, run, { text: "3" });
    await turn(orrery, run, { text: "4" });
    assert.deepEqual((await events).map(named), ["turn 1", "turn 2", "rollback 1", "turn 2", "turn 3"]);
  });

  it("goes on after any id, also one that has been rolled back since", async () => {
    const orrery = await inMemory();
    const { run } = await orrery.createRun({ world: "tictactoe" });
    const lines: TurnLine[] = [];
    for (const text of ["1", "2", "3"]) lines.push(await turn(orrery, run, { text }));
    await orrery.rollback(run, 1);
    await turn(orrery, run, { text: "9" });
    const from = async (after: string, count: number) => {
      const stop = new AbortController();
      return (await collect(orrery.follow(run, { after, signal: stop.signal }), stop, count)).map(named);
    };
    assert.deepEqual(await from(lines[0]!.id, 1), ["turn 2"]);
    assert.deepEqual(await from(lines[2]!.id, 2), ["rollback 1", "turn 2"]);
    await assert.rejects(from("0-nothing", 1));
  });

  it("sees what another process wrote", async (t) => {
    const file = `${folder(t)}/o.db`;
    const here = await onDisk(file, "here");
    const { run, head } = await here.orrery.createRun({ world: "tictactoe" });
    const there = await onDisk(file, "there");
    const stop = new AbortController();
    const events = collect(here.orrery.follow(run, { after: head.id, signal: stop.signal }), stop, 2);
    await turn(there.orrery, run, { text: "5" });
    await turn(there.orrery, run, { text: "1" });
    assert.deepEqual((await events).map(named), ["turn 1", "turn 2"]);
    await there.orrery.close();
    await here.orrery.close();
  });

  it("gives a seat its own ids, no hashes, and only what reached it", async () => {
    const orrery = await inMemory();
    const { run } = await orrery.createRun({ world: "council", config: { rounds: 2, deadlineMs: 0 } });
    const stop = new AbortController();
    const seat = await orrery.show(run, { as: "blue-ann" });
    const events = collect(orrery.follow(run, { as: "blue-ann", after: seat.head.id, signal: stop.signal }), stop, 1);
    for (const who of ["ann", "ben", "cat"]) await orrery.submit(run, { as: `red-${who}`, text: "yes" });
    await orrery.submit(run, {
      as: "chair",
      actions: [{ actorId: "chair", type: "speak", metadata: { text: "order" } }],
    });
    const [only] = await events;
    assert.equal(only?.type, "turn");
    const line = (only as { line: SeatLine }).line;
    assert.deepEqual([line.turn, line.events, line.actions, line.rawText], [1, [{ text: "order" }], [], ""]);
    assert.deepEqual(Object.keys(line).sort(), [
      "actions",
      "createdAt",
      "events",
      "id",
      "narration",
      "rawText",
      "turn",
      "validation",
    ]);
    const owner = (await all(orrery.log(run))) as TurnLine[];
    assert.equal(owner.length, 2);
    for (const { id, hash, truthHash } of owner)
      for (const secret of [id, hash, truthHash]) assert.ok(!JSON.stringify([line, seat]).includes(secret));
    assert.deepEqual(await all(orrery.log(run, { as: "blue-ann" })), [line]);
    assert.deepEqual((await orrery.show(run, { as: "blue-ann" })).head, { branch: "main", turn: 1, id: line.id });
  });
});

describe("a seat", () => {
  it("is a token for one actor of one run", async () => {
    const orrery = await inMemory();
    const { run } = await orrery.createRun({ world: "tictactoe" });
    const token = await orrery.invite(run, "x");
    const [seat] = await orrery.seats(run);
    assert.deepEqual(await orrery.seatOf(token), seat);
    assert.deepEqual([seat!.run, seat!.actor, seat!.branches], [run, "x", ["main"]]);
    const other = (await orrery.invite(run, "o")).split(".")[1]!;
    assert.equal(await orrery.seatOf(`${token}x`), null);
    assert.equal(await orrery.seatOf(token.replace(seat!.id, other)), null);
    assert.equal(await orrery.seatOf(""), null);
    const elsewhere = await inMemory("elsewhere");
    assert.equal(await elsewhere.seatOf(token), null);
    await assert.rejects(orrery.invite(run, "z"));
  });

  it("has one id for a turn, however many read it at once", async () => {
    const orrery = await inMemory();
    const { run } = await orrery.createRun({ world: "tictactoe" });
    const seat = await orrery.show(run, { as: "x" });
    const stop = new AbortController();
    const streamed = collect(orrery.follow(run, { as: "x", after: seat.head.id, signal: stop.signal }), stop, 6);
    const told: string[] = [];
    for (const [who, cell] of [
      ["x", 0],
      ["o", 1],
      ["x", 2],
      ["o", 3],
      ["x", 4],
      ["o", 5],
    ] as const) {
      const [submitted] = await Promise.all([
        orrery.submit(run, { ...place(who, cell), seat: true }),
        orrery.show(run, { as: "x" }),
        all(orrery.log(run, { as: "x" })),
      ]);
      if (who === "x" && submitted.kind === "turn") told.push(submitted.line.id);
    }
    const events = (await streamed).map((event) => (event.type === "turn" ? event.line : null)!);
    assert.deepEqual(
      events.map(({ turn }) => turn),
      [1, 2, 3, 4, 5, 6],
    );
    assert.deepEqual([events[0]!.id, events[2]!.id, events[4]!.id], told);
    assert.deepEqual(await all(orrery.log(run, { as: "x" })), events);
  });

  it("reads its line after a rollback from what it still shares", async () => {
    const orrery = await inMemory();
    const { run } = await orrery.createRun({ world: "tictactoe" });
    for (const [who, cell] of [
      ["x", 0],
      ["o", 1],
      ["x", 2],
    ] as const)
      await turn(orrery, run, place(who, cell));
    const before = (await all(orrery.log(run, { as: "o" }))) as SeatLine[];
    await orrery.rollback(run, 1);
    await turn(orrery, run, place("o", 8));
    const after = (await all(orrery.log(run, { as: "o" }))) as SeatLine[];
    assert.deepEqual(
      before.map(({ turn }) => turn),
      [1, 2, 3],
    );
    assert.deepEqual(
      after.map(({ turn }) => turn),
      [1, 2],
    );
    assert.equal(after[0]!.id, before[0]!.id);
    assert.notEqual(after[1]!.id, before[1]!.id);
    const stop = new AbortController();
    const events = await collect(orrery.follow(run, { as: "o", after: before[2]!.id, signal: stop.signal }), stop, 3);
    assert.deepEqual(events.map(named), ["rollback 0", "turn 1", "turn 2"]);
  });
});
