// How one walks and sees on the station: shortest ways, where a walk is at a tick, and what lies in line of sight. Integers only.
import { EXITS, PLACES, type Place, PORTALS } from "./map.ts";
import type { Walk } from "./shape.ts";

export interface Spot {
  readonly place: string;
  readonly x: number;
  readonly y: number;
}

/** Whole distance, rounded down. */
export const distance = (ax: number, ay: number, bx: number, by: number): number =>
  Math.floor(Math.sqrt((ax - bx) * (ax - bx) + (ay - by) * (ay - by)));

export const PLACE_INDEX: ReadonlyMap<string, number> = new Map(PLACES.map(({ id }, i) => [id, i]));
const indexOf = (place: string): number => PLACE_INDEX.get(place)!;

// ---- ways: nodes are the middles of openings, and in hallways the points of the centre line that lie before them.

interface Node {
  readonly x: number;
  readonly y: number;
  readonly places: readonly number[];
  /** The opening that is crossed here; -1 for a waypoint. */
  readonly portal: number;
}
const NODES: Node[] = PORTALS.map(({ x1, y1, x2, y2, between }, portal) => ({
  x: Math.trunc((x1 + x2) / 2),
  y: Math.trunc((y1 + y2) / 2),
  places: between.map(indexOf),
  portal,
}));

interface Edge {
  readonly a: number;
  readonly b: number;
  readonly place: number;
}
const EDGES: Edge[] = PLACES.flatMap((place, p) => (place.kind === "room" ? mesh(p) : chain(place, p)));

function mesh(place: number): Edge[] {
  const here = nodesIn(place);
  return here.flatMap((a, i) => here.slice(i + 1).map((b) => ({ a, b, place })));
}

/** A hallway is walked along its middle. */
function chain(place: Place, p: number): Edge[] {
  const lying = place.w > place.h;
  const middle = lying ? place.y + Math.trunc(place.h / 2) : place.x + Math.trunc(place.w / 2);
  const along = (node: number) => (lying ? NODES[node]!.x : NODES[node]!.y);
  const across = (node: number) => (lying ? NODES[node]!.y : NODES[node]!.x);
  const edges: Edge[] = [];
  const line: number[] = [];
  for (const node of nodesIn(p)) {
    if (across(node) === middle) {
      line.push(node);
      continue;
    }
    let way = line.find((one) => along(one) === along(node));
    if (way === undefined) {
      const [x, y] = lying ? [along(node), middle] : [middle, along(node)];
      way = NODES.push({ x, y, places: [p], portal: -1 }) - 1;
      line.push(way);
    }
    edges.push({ a: node, b: way, place: p });
  }
  line.sort((a, b) => along(a) - along(b));
  for (let i = 1; i < line.length; i++) edges.push({ a: line[i - 1]!, b: line[i]!, place: p });
  return edges;
}

function nodesIn(place: number): number[] {
  return NODES.flatMap(({ places }, node) => (places.includes(place) ? [node] : []));
}

const N = NODES.length;
const FAR = 1 << 28;
const length = new Int32Array(N * N).fill(FAR);
const next = new Int16Array(N * N).fill(-1);
const legPlace = new Int16Array(N * N).fill(-1);
for (const { a, b, place } of EDGES) {
  const d = distance(NODES[a]!.x, NODES[a]!.y, NODES[b]!.x, NODES[b]!.y);
  for (const [from, to] of [
    [a, b],
    [b, a],
  ] as const) {
    length[from * N + to] = d;
    next[from * N + to] = to;
    legPlace[from * N + to] = place;
  }
}
for (let i = 0; i < N; i++) length[i * N + i] = 0;
for (let via = 0; via < N; via++)
  for (let a = 0; a < N; a++)
    for (let b = 0; b < N; b++) {
      const d = length[a * N + via]! + length[via * N + b]!;
      if (d < length[a * N + b]!) {
        length[a * N + b] = d;
        next[a * N + b] = next[a * N + via]!;
      }
    }

/** Nodes at which a place is entered and left. */
const GATES: readonly (readonly number[])[] = PLACES.map((_, p) =>
  nodesIn(p).filter((node) => NODES[node]!.portal >= 0),
);

/** The shortest way between two spots: its points and the place of each leg. Always at least one leg. */
export function wayBetween(from: Spot, to: Spot): Pick<Walk, "points" | "places"> {
  if (from.place === to.place) return { points: [from.x, from.y, to.x, to.y], places: [from.place] };
  const gatesTo = GATES[indexOf(to.place)]!;
  let best = FAR;
  let first = -1;
  let last = -1;
  for (const a of GATES[indexOf(from.place)]!) {
    const start = distance(from.x, from.y, NODES[a]!.x, NODES[a]!.y);
    if (start >= best) continue;
    for (const b of gatesTo) {
      const d = start + length[a * N + b]! + distance(to.x, to.y, NODES[b]!.x, NODES[b]!.y);
      if (d < best) {
        best = d;
        first = a;
        last = b;
      }
    }
  }
  const points = [from.x, from.y];
  const places: string[] = [];
  const go = (x: number, y: number, place: string) => {
    if (points[points.length - 2] === x && points[points.length - 1] === y) return;
    points.push(x, y);
    places.push(place);
  };
  go(NODES[first]!.x, NODES[first]!.y, from.place);
  for (let at = first; at !== last; ) {
    const hop = next[at * N + last]!;
    go(NODES[hop]!.x, NODES[hop]!.y, PLACES[legPlace[at * N + hop]!]!.id);
    at = hop;
  }
  go(to.x, to.y, to.place);
  // From one door sill straight to the other there may be no leg left.
  if (places.length === 0) {
    points.push(to.x, to.y);
    places.push(to.place);
  }
  return { points, places };
}

/** How far the way between two spots is. */
export const wayLength = (from: Spot, to: Spot): number => walkLength(wayBetween(from, to));

/** The sum of its legs. */
export function walkLength({ points, places }: Pick<Walk, "points" | "places">): number {
  let sum = 0;
  for (let leg = 0; leg < places.length; leg++) sum += legLength(points, leg);
  return sum;
}

export function legLength(points: Walk["points"], leg: number): number {
  const i = leg * 2;
  return distance(points[i]!, points[i + 1]!, points[i + 2]!, points[i + 3]!);
}

/** How far one walks in so many ticks. */
export const reach = (ticks: number, speedPercent: number): number => Math.trunc((25 * speedPercent * ticks) / 100);
/** The least number of ticks in which one walks so far. */
export const ticksFor = (far: number, speedPercent: number): number => Math.ceil((4 * far) / speedPercent);

/** Which opening leads from one place to the next, all by index; -1 when none does. */
export const portalBetween = (from: number, to: number): number => PORTAL_BETWEEN[from * PLACES.length + to]!;
const PORTAL_BETWEEN = Int16Array.from(
  PLACES.flatMap(({ id }) => {
    const exits = EXITS.get(id)!;
    return PLACES.map((other) => {
      const exit = exits.find(({ to }) => to === other.id);
      return exit ? PORTALS.indexOf(exit.portal) : -1;
    });
  }),
);

/** No spot of one place is nearer to a spot of another than this. Places by index. */
export const leastApart = (p: number, q: number): number => LEAST_APART[p * PLACES.length + q]!;
const LEAST_APART = Int32Array.from(
  PLACES.flatMap((a) =>
    PLACES.map((b) =>
      distance(Math.max(a.x - b.x - b.w, b.x - a.x - a.w, 0), Math.max(a.y - b.y - b.h, b.y - a.y - a.h, 0), 0, 0),
    ),
  ),
);

/** Where a walk is at a tick; at or after its end, its last point. Up to its own tick it is at its first (before a shut door). */
export function spotAt({ tick, points, places }: Walk, at: number, speedPercent: number): Spot {
  if (at <= tick) return { place: places[0]!, x: points[0]!, y: points[1]! };
  let left = reach(at - tick, speedPercent);
  for (let leg = 0; leg < places.length; leg++) {
    const long = legLength(points, leg);
    if (left < long) {
      const i = leg * 2;
      const x = points[i]!;
      const y = points[i + 1]!;
      return {
        place: places[leg]!,
        x: x + Math.trunc(((points[i + 2]! - x) * left) / long),
        y: y + Math.trunc(((points[i + 3]! - y) * left) / long),
      };
    }
    left -= long;
  }
  return { place: places.at(-1)!, x: points.at(-2)!, y: points.at(-1)! };
}

// ---- sight: through openings, however many a line can pass.

/** Ways of openings from one place to another that light could take, at most this many openings in a row. */
const DEEPEST = 3;
/** By place, by place. */
const CHAINS: readonly (readonly (readonly (readonly number[])[])[])[] = PLACES.map(({ id }) => {
  const found: number[][][] = PLACES.map(() => []);
  const walk = (place: string, been: readonly string[], portals: readonly number[]) => {
    if (portals.length === DEEPEST) return;
    for (const { to, portal } of EXITS.get(place)!) {
      if (been.includes(to)) continue;
      const through = [...portals, PORTALS.indexOf(portal)];
      found[indexOf(to)]!.push(through);
      walk(to, [...been, to], through);
    }
  };
  walk(id, [id], []);
  return found;
});

/** Whether nothing solid lies between two spots. `shut` tells which openings are closed. Places by index. */
export function inLine(
  ap: number,
  ax: number,
  ay: number,
  bp: number,
  bx: number,
  by: number,
  shut: Uint8Array,
): boolean {
  if (ap === bp) return true;
  const chains = CHAINS[ap]![bp]!;
  for (let c = 0; c < chains.length; c++) {
    const chain = chains[c]!;
    let open = true;
    for (let i = 0; i < chain.length && open; i++) open = shut[chain[i]!] === 0 && passes(chain[i]!, ax, ay, bx, by);
    if (open) return true;
  }
  return false;
}

/** Whether a straight line between two points goes through an opening. */
function passes(portal: number, ax: number, ay: number, bx: number, by: number): boolean {
  const { x1, y1, x2, y2 } = PORTALS[portal]!;
  return x1 === x2 ? crosses(x1, y1, y2, ax, ay, bx, by) : crosses(y1, x1, x2, ay, ax, by, bx);
}

/** An upright opening at `c` from `low` to `high`; lying ones come with x and y exchanged. */
function crosses(c: number, low: number, high: number, ax: number, ay: number, bx: number, by: number): boolean {
  if (ax > bx) return crosses(c, low, high, bx, by, ax, ay);
  if (c < ax || c > bx) return false;
  if (ax === bx) return ay >= low && ay <= high && by >= low && by <= high;
  const at = ay * (bx - c) + by * (c - ax);
  const span = bx - ax;
  return at >= low * span && at <= high * span;
}
