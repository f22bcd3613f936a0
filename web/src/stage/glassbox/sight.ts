// What can be seen from a spot, as the shapes that light would fall on: the place one is in, and what shows of others through open doors.
import { contains, type Portal, type Station, type StationPlace } from "@orrery/worlds/glassbox/station";

type Point = readonly [x: number, y: number];
type Polygon = readonly Point[];

/** As many openings in a row as the rules let a look pass. */
const DEEPEST = 3;

/** One convex shape a place, each in line of sight; how far one sees is another matter. `shut`: rooms with closed doors. */
export function sightOf(
  { place: placeBy, exits }: Station,
  eye: { x: number; y: number; place: string },
  shut: readonly string[],
): Polygon[] {
  const found: Polygon[] = [];
  const look = (at: StationPlace, shape: Polygon, from: readonly string[]) => {
    found.push(shape);
    if (from.length > DEEPEST) return;
    for (const { to, portal } of exits.get(at.id) ?? []) {
      if (from.includes(to) || (portal.door !== null && shut.includes(portal.door))) continue;
      const beyond = placeBy.get(to)!;
      const inDoorway = contains(boxOf(portal), eye.x, eye.y);
      const sides = inDoorway ? [] : coneOf(eye, portal, from.length === 1 ? null : shape);
      if (!sides) continue;
      const seen = sides.reduce<Polygon>(cut, cornersOf(beyond));
      if (seen.length > 2) look(beyond, seen, [...from, to]);
    }
  };
  const here = placeBy.get(eye.place);
  if (here) look(here, cornersOf(here), [here.id]);
  return found;
}

/** A half plane: what lies left of the way from `a` to `b`, or on it. */
type HalfPlane = readonly [a: Point, b: Point];

/** The two rays past the edges of an opening, as far as it shows at all; null when nothing of it does. */
function coneOf(
  eye: { x: number; y: number },
  { x1, y1, x2, y2 }: Portal,
  through: Polygon | null,
): readonly HalfPlane[] | null {
  const seen = through
    ? onEdge([x1, y1], [x2, y2], through)
    : ([
        [x1, y1],
        [x2, y2],
      ] as const);
  if (!seen) return null;
  const at: Point = [eye.x, eye.y];
  const [a, b] = turn(at, seen[0], seen[1]) >= 0 ? seen : [seen[1], seen[0]];
  return turn(at, a, b) === 0
    ? null
    : [
        [at, a],
        [b, at],
      ];
}

/** The part of a segment that lies in a convex shape; null: none. */
function onEdge(a: Point, b: Point, shape: Polygon): readonly [Point, Point] | null {
  let [from, to] = [0, 1];
  for (const [i, corner] of shape.entries()) {
    const next = shape[(i + 1) % shape.length]!;
    const [da, db] = [turn(corner, next, a), turn(corner, next, b)];
    if (da < -SLACK && db < -SLACK) return null;
    if (da < -SLACK) from = Math.max(from, da / (da - db));
    else if (db < -SLACK) to = Math.min(to, da / (da - db));
  }
  if (to - from < 1e-6) return null;
  const on = (t: number): Point => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];
  return [on(from), on(to)];
}
/** Corners of a doorway lie on a border: rounding must not put them outside. */
const SLACK = 1e-3;

/** A convex shape less what lies on the other side of a line. */
function cut(shape: Polygon, [a, b]: HalfPlane): Polygon {
  const kept: Point[] = [];
  for (const [i, corner] of shape.entries()) {
    const next = shape[(i + 1) % shape.length]!;
    const [here, there] = [turn(a, b, corner), turn(a, b, next)];
    if (here >= 0) kept.push(corner);
    if (here * there < 0) {
      const t = here / (here - there);
      kept.push([corner[0] + (next[0] - corner[0]) * t, corner[1] + (next[1] - corner[1]) * t]);
    }
  }
  return kept;
}

/** Above 0 when `c` lies to the left of the way from `a` to `b`, in a plane with y downwards. */
const turn = (a: Point, b: Point, c: Point): number => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
const cornersOf = ({ x, y, w, h }: StationPlace): Polygon => [
  [x, y],
  [x + w, y],
  [x + w, y + h],
  [x, y + h],
];
const boxOf = ({ x1, y1, x2, y2 }: Portal) => ({
  x: Math.min(x1, x2),
  y: Math.min(y1, y2),
  w: Math.abs(x2 - x1),
  h: Math.abs(y2 - y1),
});
