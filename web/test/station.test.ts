// The station's picture as pure functions: light falls where the rules say one sees, and nobody leaps between two moments.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { PLACES, PORTALS } from "@orrery/worlds/glassbox/map";
import { inLine, PLACE_INDEX, spotAt, wayBetween } from "@orrery/worlds/glassbox/ways";
import fc from "fast-check";
import { sightOf } from "../src/stage/glassbox/sight.ts";

const spot = fc
  .tuple(
    fc.integer({ min: 0, max: PLACES.length - 1 }),
    fc.integer({ min: 5, max: 995 }),
    fc.integer({ min: 5, max: 995 }),
  )
  .map(([p, a, b]) => {
    const { id, x, y, w, h } = PLACES[p]!;
    return { place: id, x: x + Math.trunc((w * a) / 1000), y: y + Math.trunc((h * b) / 1000) };
  });
const rooms = [...new Set(PORTALS.flatMap(({ door }) => (door === null ? [] : [door])))];

describe("sight on the map", () => {
  it("is light exactly where the rules let one see", () => {
    fc.assert(
      fc.property(spot, spot, fc.subarray(rooms), (eye, at, shut) => {
        const closed = Uint8Array.from(PORTALS, ({ door }) => (door !== null && shut.includes(door) ? 1 : 0));
        const sees = inLine(PLACE_INDEX.get(eye.place)!, eye.x, eye.y, PLACE_INDEX.get(at.place)!, at.x, at.y, closed);
        const shapes = sightOf(eye, shut);
        // On an edge of the light either is right: a step to both sides must then differ.
        const lit = shapes.some((shape) => within(shape, at.x, at.y, 0));
        if (lit !== sees) assert.ok(nearEdge(shapes, at.x, at.y), `${JSON.stringify({ eye, at, shut, lit, sees })}`);
      }),
      { numRuns: 2000 },
    );
  });
});

const within = (shape: readonly (readonly [number, number])[], x: number, y: number, slack: number): boolean =>
  shape.every(([ax, ay], i) => {
    const [bx, by] = shape[(i + 1) % shape.length]!;
    return ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / (Math.hypot(bx - ax, by - ay) || 1) >= -slack;
  });
const nearEdge = (shapes: ReturnType<typeof sightOf>, x: number, y: number): boolean =>
  shapes.some((shape) => within(shape, x, y, 3) && !within(shape, x, y, -3));

describe("walks on the map", () => {
  it("ends where it leads", () => {
    fc.assert(
      fc.property(spot, spot, (from, to) => {
        const walk = { tick: 0, ...wayBetween(from, to), to: to.place, follow: null, caught: false, use: null };
        const { x, y, place } = spotAt(walk, 100_000, 100);
        assert.deepEqual({ x, y, place }, to);
      }),
    );
  });
});
