// How one walks and sees on a station: shortest ways, where a walk is at a tick, and what lies in line of sight. Integers only.
import type { Walk } from "./shape/state.ts";
import type { Portal, StationPlace, StationPlan } from "./station/plan.ts";

export interface Spot {
  readonly place: string;
  readonly x: number;
  readonly y: number;
}

/** Whole distance, rounded down. */
export const distance = (ax: number, ay: number, bx: number, by: number): number =>
  Math.floor(Math.sqrt((ax - bx) * (ax - bx) + (ay - by) * (ay - by)));

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

// ---- ways: nodes are the middles of openings, and in hallways the points of the centre line that lie before them.

interface WayNode {
  readonly x: number;
  readonly y: number;
  readonly places: readonly number[];
  /** The opening that is crossed here; -1 for a waypoint. */
  readonly portal: number;
}
interface Edge {
  readonly a: number;
  readonly b: number;
  readonly place: number;
}
const FAR = 1 << 28;
/** Light takes at most this many openings in a row. */
const DEEPEST = 3;

/** Ways and lines of sight of one plan, from tables that are made once. */
export class Ways {
  /** Places by their number in the plan, which is what the tables go by. */
  readonly index: ReadonlyMap<string, number>;
  readonly #places: readonly StationPlace[];
  readonly #portals: readonly Portal[];
  readonly #nodes: readonly WayNode[];
  /** By node and node: how far, the next node on the way, and the place of that leg. */
  readonly #length: Int32Array;
  readonly #next: Int16Array;
  readonly #legPlace: Int16Array;
  /** By place: nodes at which it is entered and left. */
  readonly #gates: readonly (readonly number[])[];
  readonly #portalBetween: Int16Array;
  readonly #leastApart: Int32Array;
  /** By place and place: rows of openings from one to the other that light could take. */
  readonly #chains: readonly (readonly (readonly (readonly number[])[])[])[];

  constructor({ places, portals }: StationPlan) {
    this.index = new Map(places.map(({ id }, i) => [id, i]));
    this.#places = places;
    this.#portals = portals;
    const { nodes, edges } = graphOf(places, portals, this.index);
    this.#nodes = nodes;
    const n = nodes.length;
    this.#length = new Int32Array(n * n).fill(FAR);
    this.#next = new Int16Array(n * n).fill(-1);
    this.#legPlace = new Int16Array(n * n).fill(-1);
    this.#shortest(edges);
    this.#gates = places.map((_, p) =>
      nodes.flatMap((node, i) => (node.portal >= 0 && node.places.includes(p) ? [i] : [])),
    );
    this.#portalBetween = Int16Array.from(
      places.flatMap(({ id: from }) =>
        places.map(({ id: to }) =>
          portals.findIndex(({ between: [a, b] }) => (a === from && b === to) || (a === to && b === from)),
        ),
      ),
    );
    this.#leastApart = Int32Array.from(places.flatMap((a) => places.map((b) => gapOf(a, b))));
    this.#chains = places.map((_, p) => chainsFrom(p, places.length, portals, this.index));
  }

  #shortest(edges: readonly Edge[]): void {
    const nodes = this.#nodes;
    const n = nodes.length;
    const length = this.#length;
    for (const { a, b, place } of edges) {
      const d = distance(nodes[a]!.x, nodes[a]!.y, nodes[b]!.x, nodes[b]!.y);
      for (const [from, to] of [
        [a, b],
        [b, a],
      ] as const) {
        length[from * n + to] = d;
        this.#next[from * n + to] = to;
        this.#legPlace[from * n + to] = place;
      }
    }
    for (let i = 0; i < n; i++) length[i * n + i] = 0;
    for (let via = 0; via < n; via++)
      for (let a = 0; a < n; a++)
        for (let b = 0; b < n; b++) {
          const d = length[a * n + via]! + length[via * n + b]!;
          if (d >= length[a * n + b]!) continue;
          length[a * n + b] = d;
          this.#next[a * n + b] = this.#next[a * n + via]!;
        }
  }

  /** The shortest way between two spots: its points and the place of each leg. Always at least one leg. */
  between(from: Spot, to: Spot): Pick<Walk, "points" | "places"> {
    if (from.place === to.place) return { points: [from.x, from.y, to.x, to.y], places: [from.place] };
    const nodes = this.#nodes;
    const { first, last } = this.#gatesBetween(from, to);
    const points = [from.x, from.y];
    const places: string[] = [];
    const go = (x: number, y: number, place: string) => {
      if (points[points.length - 2] === x && points[points.length - 1] === y) return;
      points.push(x, y);
      places.push(place);
    };
    go(nodes[first]!.x, nodes[first]!.y, from.place);
    for (let at = first; at !== last; ) {
      const hop = this.#next[at * nodes.length + last]!;
      go(nodes[hop]!.x, nodes[hop]!.y, this.#places[this.#legPlace[at * nodes.length + hop]!]!.id);
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

  #gatesBetween(from: Spot, to: Spot): { readonly first: number; readonly last: number } {
    const nodes = this.#nodes;
    const gatesTo = this.#gates[this.index.get(to.place)!]!;
    let best = FAR;
    let first = -1;
    let last = -1;
    for (const a of this.#gates[this.index.get(from.place)!]!) {
      const start = distance(from.x, from.y, nodes[a]!.x, nodes[a]!.y);
      if (start >= best) continue;
      for (const b of gatesTo) {
        const d = start + this.#length[a * nodes.length + b]! + distance(to.x, to.y, nodes[b]!.x, nodes[b]!.y);
        if (d >= best) continue;
        best = d;
        first = a;
        last = b;
      }
    }
    return { first, last };
  }

  /** How far the way between two spots is. */
  far(from: Spot, to: Spot): number {
    return walkLength(this.between(from, to));
  }

  /** Which opening leads from one place to the next, all by number; -1 when none does. */
  portalBetween(from: number, to: number): number {
    return this.#portalBetween[from * this.#places.length + to]!;
  }

  /** No spot of one place is nearer to a spot of another than this. Places by number. */
  leastApart(p: number, q: number): number {
    return this.#leastApart[p * this.#places.length + q]!;
  }

  /** Whether nothing solid lies between two spots. `shut` tells which openings are closed. Places by number. */
  inLine(ap: number, ax: number, ay: number, bp: number, bx: number, by: number, shut: Uint8Array): boolean {
    if (ap === bp) return true;
    const chains = this.#chains[ap]![bp]!;
    for (let c = 0; c < chains.length; c++) {
      const chain = chains[c]!;
      let open = true;
      for (let i = 0; i < chain.length && open; i++)
        open = shut[chain[i]!] === 0 && passes(this.#portals[chain[i]!]!, ax, ay, bx, by);
      if (open) return true;
    }
    return false;
  }
}

function graphOf(
  places: readonly StationPlace[],
  portals: readonly Portal[],
  index: ReadonlyMap<string, number>,
): { readonly nodes: readonly WayNode[]; readonly edges: readonly Edge[] } {
  const nodes: WayNode[] = portals.map(({ x1, y1, x2, y2, between }, portal) => ({
    x: Math.trunc((x1 + x2) / 2),
    y: Math.trunc((y1 + y2) / 2),
    places: between.map((id) => index.get(id)!),
    portal,
  }));
  const edges = places.flatMap((place, p) => (place.kind === "room" ? mesh(nodes, p) : chain(nodes, place, p)));
  return { nodes, edges };
}

function mesh(nodes: readonly WayNode[], place: number): Edge[] {
  const here = nodesIn(nodes, place);
  return here.flatMap((a, i) => here.slice(i + 1).map((b) => ({ a, b, place })));
}

/** A hallway is walked along its middle: where a door lies off it, a waypoint is added before that door. */
function chain(nodes: WayNode[], place: StationPlace, p: number): Edge[] {
  const lying = place.w > place.h;
  const middle = lying ? place.y + Math.trunc(place.h / 2) : place.x + Math.trunc(place.w / 2);
  const along = (node: number) => (lying ? nodes[node]!.x : nodes[node]!.y);
  const across = (node: number) => (lying ? nodes[node]!.y : nodes[node]!.x);
  const edges: Edge[] = [];
  const line: number[] = [];
  for (const node of nodesIn(nodes, p)) {
    if (across(node) === middle) {
      line.push(node);
      continue;
    }
    let way = line.find((one) => along(one) === along(node));
    if (way === undefined) {
      const [x, y] = lying ? [along(node), middle] : [middle, along(node)];
      way = nodes.push({ x, y, places: [p], portal: -1 }) - 1;
      line.push(way);
    }
    edges.push({ a: node, b: way, place: p });
  }
  line.sort((a, b) => along(a) - along(b));
  for (let i = 1; i < line.length; i++) edges.push({ a: line[i - 1]!, b: line[i]!, place: p });
  return edges;
}

const nodesIn = (nodes: readonly WayNode[], place: number): number[] =>
  nodes.flatMap(({ places }, node) => (places.includes(place) ? [node] : []));

const gapOf = (a: StationPlace, b: StationPlace): number =>
  distance(Math.max(a.x - b.x - b.w, b.x - a.x - a.w, 0), Math.max(a.y - b.y - b.h, b.y - a.y - a.h, 0), 0, 0);

/** By place: rows of openings that lead there from one place without coming to any place twice. */
function chainsFrom(
  start: number,
  many: number,
  portals: readonly Portal[],
  index: ReadonlyMap<string, number>,
): readonly (readonly (readonly number[])[])[] {
  const found: number[][][] = Array.from({ length: many }, () => []);
  const walk = (place: number, been: readonly number[], through: readonly number[]) => {
    if (through.length === DEEPEST) return;
    for (const [portal, { between }] of portals.entries()) {
      const [a, b] = [index.get(between[0])!, index.get(between[1])!];
      const to = a === place ? b : b === place ? a : -1;
      if (to < 0 || been.includes(to)) continue;
      found[to]!.push([...through, portal]);
      walk(to, [...been, to], [...through, portal]);
    }
  };
  walk(start, [start], []);
  return found;
}

/** Whether a straight line between two points goes through an opening. */
function passes({ x1, y1, x2, y2 }: Portal, ax: number, ay: number, bx: number, by: number): boolean {
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
