// The plan of a house as pure functions: rooms follow their exits, none overlap, and any order of rooms gives the same plan.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openOrrery } from "@orrery/runtime";
import { memoryStore } from "@orrery/store";
import fc from "fast-check";
import { inWords, type Layout, layOut, type MapRoom, nearest, roomsGoneTo } from "../src/stage/compass.ts";

/** `hall: east=kitchen up=landing north=?`, a room a line; `?` is a way that nobody has gone. */
const roomsIn = (text: string): MapRoom[] =>
  text
    .trim()
    .split("\n")
    .map((line) => {
      const [id, ways = ""] = line.trim().split(":") as [string, string?];
      const exits = ways
        .trim()
        .split(" ")
        .filter((way) => way !== "")
        .map((way) => {
          const [direction, to] = way.split("=") as [string, string];
          return { direction, to: to === "?" ? null : to };
        });
      return { id, name: id, exits };
    });
/** The plan as lines of initials. */
const drawn = ({ rooms, columns, rows }: Layout): string[] =>
  Array.from({ length: rows }, (_, y) =>
    Array.from(
      { length: columns },
      (_, x) => rooms.find((room) => room.x === x && room.y === y)?.id.charAt(0) ?? "·",
    ).join(""),
  );

describe("the plan of a house", () => {
  it("puts each room where its neighbour's exit says", () => {
    const rooms = roomsIn(`
      garden: in=hall
      hall: out=garden east=kitchen west=study up=loft
      kitchen: west=hall north=yard
      loft: down=hall
      study: east=hall
      yard: south=kitchen`);
    assert.deepEqual(drawn(layOut(rooms)), ["l·y", "shk", "·g·"]);
  });

  it("finds another place for what would stand on something, and not behind it", () => {
    const rooms = roomsIn(`
      cellar: up=hall
      hall: east=attic north=box down=cellar up=tower
      attic: north=nook
      box:
      nook:
      tower:`);
    const plan = layOut(rooms);
    assert.equal(new Set(plan.rooms.map(({ x, y }) => `${x} ${y}`)).size, 6);
    const at = (id: string) => plan.rooms.find((room) => room.id === id)!;
    // North-east of the hall is the nook already: the stairs lead up on the other side.
    assert.deepEqual([at("tower").x - at("hall").x, at("tower").y - at("hall").y], [-1, -1]);
  });

  it("counts a way there and back once, and a way back that is missing as one-way", () => {
    const { ways, stubs } = layOut(
      roomsIn(`
      a: east=b
      b: west=a south=c north=?
      c: up=?
      d: east=d`),
    );
    assert.deepEqual(
      ways.map(({ from, to, both }) => `${from}${both ? "-" : ">"}${to}`),
      ["a-b", "b-c"],
      "from c somebody may yet find the way back",
    );
    assert.deepEqual(
      stubs.map(({ from, direction }) => `${from} ${direction}`),
      ["b north", "c up"],
    );
    const oneWay = layOut(roomsIn("a: down=b\nb: east=c\nc:"));
    assert.equal(oneWay.ways.find(({ to }) => to === "b")!.both, false);
  });

  it("is the same for the same rooms in any order, with every room on a place of its own", () => {
    const direction = fc.constantFrom("north", "east", "south", "west", "up", "down", "in", "out", "widdershins");
    const rooms = fc.uniqueArray(fc.integer({ min: 0, max: 14 }), { minLength: 1, maxLength: 15 }).chain((ids) =>
      fc.tuple(
        ...ids.map((id) =>
          fc.array(fc.tuple(direction, fc.option(fc.constantFrom(...ids))), { maxLength: 4 }).map((exits) => ({
            id: `r${id}`,
            name: `room ${id}`,
            exits: exits.map(([way, to]) => ({ direction: way, to: to === null ? null : `r${to}` })),
          })),
        ),
      ),
    );
    fc.assert(
      fc.property(rooms, (all) => {
        const plan = layOut(all);
        assert.deepEqual(layOut(all.toReversed()), plan);
        assert.equal(new Set(plan.rooms.map(({ x, y }) => `${x} ${y}`)).size, all.length);
        assert.ok(plan.rooms.every(({ x, y }) => x >= 0 && y >= 0 && x < plan.columns && y < plan.rows));
      }),
      { numRuns: 200 },
    );
  });

  it("leads the arrow keys to the nearest room on that side", () => {
    const plan = layOut(roomsIn("a: east=b south=c\nb: west=a\nc: north=a east=d\nd: west=c"));
    const at = (id: string) => plan.rooms.find((room) => room.id === id)!;
    assert.equal(nearest(plan, at("a"), [1, 0])?.id, "b");
    assert.equal(nearest(plan, at("a"), [0, 1])?.id, "c");
    assert.equal(nearest(plan, at("d"), [0, -1])?.id, "b");
    assert.equal(nearest(plan, at("a"), [-1, 0]), null);
  });

  it("says in words what it shows", () => {
    assert.deepEqual(inWords(roomsIn("hall: east=attic north=?\nattic: west=hall")), [
      { id: "attic", name: "attic", ways: [{ direction: "west", to: "hall" }] },
      {
        id: "hall",
        name: "hall",
        ways: [
          { direction: "east", to: "attic" },
          { direction: "north", to: null },
        ],
      },
    ]);
  });

  it("knows of a played house no more than its player: rooms gone to, ways seen", async () => {
    const orrery = await openOrrery({ store: memoryStore() });
    const { run } = await orrery.createRun({ world: "house/cottage", seed: "map" });
    const seen = async () => {
      const { map } = (await orrery.show(run, { as: "you" })).view as { map: Parameters<typeof roomsGoneTo>[0] };
      return layOut(roomsGoneTo(map));
    };
    const before = await seen();
    assert.deepEqual(
      before.rooms.map(({ id }) => id),
      ["garden"],
    );
    assert.ok(before.stubs.length > 0);
    for (const text of ["open the front door", "go in"]) await orrery.submit(run, { text });
    const after = await seen();
    assert.deepEqual(
      after.rooms.map(({ id }) => id),
      ["garden", "hall"],
    );
    assert.equal(after.ways.length, 1);
    await orrery.close();
  });
});
