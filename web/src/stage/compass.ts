// Lays out rooms on a grid by the directions of their exits alone. The same map gives the same picture in any order of its rooms.

/** What is known of one room: its ways out, by direction. `to` null: nobody has gone there yet. */
export interface MapRoom {
  readonly id: string;
  readonly name: string;
  readonly exits: readonly { readonly direction: string; readonly to: string | null }[];
}
export interface PlacedRoom {
  readonly id: string;
  readonly name: string;
  /** Columns grow east, rows grow south. */
  readonly x: number;
  readonly y: number;
}
/** A way between two rooms that are on the map. */
export interface RoomWay {
  readonly from: string;
  readonly to: string;
  readonly direction: string;
  /** From the other side there is a way back, or it is not known that there is none. */
  readonly both: boolean;
}
/** A way that nobody has gone. */
export interface Stub {
  readonly from: string;
  readonly direction: string;
}
export interface Layout {
  readonly rooms: readonly PlacedRoom[];
  readonly ways: readonly RoomWay[];
  readonly stubs: readonly Stub[];
  readonly columns: number;
  readonly rows: number;
}

/** The rooms that somebody has been in. Of others they know at most the name: to those a way leads that was not gone. */
export const roomsGoneTo = (
  map: Readonly<
    Record<
      string,
      { readonly room: { readonly name: string }; readonly seen: boolean; readonly exits: MapRoom["exits"] }
    >
  >,
): readonly MapRoom[] =>
  Object.entries(map).flatMap(([id, { room, seen, exits }]) =>
    seen || exits.length > 0 ? [{ id, name: room.name, exits }] : [],
  );

/** Steps on the grid. Stairs lead slantwise, so that an upper floor stands beside and above. */
const STEPS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  north: [0, -1],
  northeast: [1, -1],
  east: [1, 0],
  southeast: [1, 1],
  south: [0, 1],
  southwest: [-1, 1],
  west: [-1, 0],
  northwest: [-1, -1],
  up: [1, -1],
  down: [-1, 1],
  in: [0, -1],
  out: [0, 1],
};
/** Where a direction has no place of its own on the compass. */
const ELSEWHERE: readonly [number, number] = [1, 0];
export const stepOf = (direction: string): readonly [number, number] => STEPS[direction] ?? ELSEWHERE;

/**
 * Places every room: outwards from the one with most ways, each where its neighbour's exit says, or on the nearest
 * free place to that. What cannot be reached from there follows to the right of it.
 */
export function layOut(all: readonly MapRoom[]): Layout {
  const rooms = [...all].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
  const byId = new Map(rooms.map((room) => [room.id, room]));
  const at = new Map<string, readonly [number, number]>();
  const taken = new Set<string>();
  const put = (id: string, x: number, y: number): void => {
    at.set(id, [x, y]);
    taken.add(`${x} ${y}`);
  };
  const neighbours = neighboursOf(rooms);
  const waysFrom = (id: string) => neighbours.get(id)!.length;
  for (const first of [...byId.keys()].sort((a, b) => waysFrom(b) - waysFrom(a))) {
    if (at.has(first)) continue;
    const right = at.size === 0 ? 0 : Math.max(...[...at.values()].map(([x]) => x)) + 2;
    put(first, right, 0);
    const found = [first];
    for (let next = nextStep(found, neighbours, at); next; next = nextStep(found, neighbours, at)) {
      const [x, y] = at.get(next.from)!;
      put(next.to, ...freeNear(taken, x, y, next));
      found.push(next.to);
    }
  }
  const left = Math.min(0, ...[...at.values()].map(([x]) => x));
  const top = Math.min(0, ...[...at.values()].map(([, y]) => y));
  const placed = rooms.map(({ id, name }) => ({ id, name, x: at.get(id)![0] - left, y: at.get(id)![1] - top }));
  return {
    rooms: placed,
    ways: waysOf(rooms, byId),
    stubs: rooms.flatMap(({ id, exits }) =>
      exits.flatMap(({ direction, to }) => (to === null || !byId.has(to) ? [{ from: id, direction }] : [])),
    ),
    columns: Math.max(0, ...placed.map(({ x }) => x + 1)),
    rows: Math.max(0, ...placed.map(({ y }) => y + 1)),
  };
}

interface Neighbour {
  readonly to: string;
  readonly step: readonly [number, number];
  readonly rank: number;
  /** Whether the compass knows the direction. */
  readonly compass: boolean;
}

/** The next room to find a place for: those that the compass leads to come before stairs and doors in and out. */
function nextStep(
  found: readonly string[],
  neighbours: ReadonlyMap<string, readonly Neighbour[]>,
  placed: ReadonlyMap<string, unknown>,
): (Neighbour & { readonly from: string }) | null {
  const open = found.flatMap((from) =>
    neighbours.get(from)!.flatMap((one) => (placed.has(one.to) ? [] : [{ from, ...one }])),
  );
  return open.find(({ compass }) => compass) ?? open[0] ?? null;
}

/** Rooms with an exit to or from each room: compass directions first, then stairs and doors in and out. */
function neighboursOf(rooms: readonly MapRoom[]): ReadonlyMap<string, readonly Neighbour[]> {
  const found = new Map<string, Neighbour[]>(rooms.map(({ id }) => [id, []]));
  for (const { id, exits } of rooms)
    for (const { direction, to } of exits) {
      const other = to === null ? undefined : found.get(to);
      if (to === null || !other || to === id) continue;
      const [x, y] = stepOf(direction);
      const rank = ORDER.indexOf(direction) < 0 ? ORDER.length : ORDER.indexOf(direction);
      const compass = rank < COMPASS;
      found.get(id)!.push({ to, step: [x, y], rank, compass });
      other.push({ to: id, step: [-x, -y], rank: rank + ORDER.length + 1, compass });
    }
  for (const list of found.values()) list.sort((a, b) => a.rank - b.rank || (a.to < b.to ? -1 : a.to > b.to ? 1 : 0));
  return found;
}
/** The first eight are the compass. */
const COMPASS = 8;
const ORDER = [
  "north",
  "east",
  "south",
  "west",
  "northeast",
  "southeast",
  "southwest",
  "northwest",
  "up",
  "down",
  "in",
  "out",
];

/**
 * The place that a step leads to; else the free place with the least cost: near that place, ahead rather than behind, and
 * not across a room that is in between. Of equals the first from the top left.
 */
function freeNear(
  taken: ReadonlySet<string>,
  x: number,
  y: number,
  { step: [dx, dy], compass }: Pick<Neighbour, "step" | "compass">,
): readonly [number, number] {
  if (!taken.has(`${x + dx} ${y + dy}`)) return [x + dx, y + dy];
  // Stairs may as well lead to the other side.
  if (!compass && dx !== 0 && dy !== 0 && !taken.has(`${x - dx} ${y + dy}`)) return [x - dx, y + dy];
  let best: readonly [number, number] | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (let far = 1; best === null || far <= 3; far++)
    for (let py = y - far; py <= y + far; py++)
      for (let px = x - far; px <= x + far; px++) {
        if (taken.has(`${px} ${py}`)) continue;
        const away = Math.abs(px - x - dx) + Math.abs(py - y - dy);
        const behind = (px - x) * dx + (py - y) * dy < 0 ? 4 : 0;
        const cost = away + behind + (isBlocked(taken, px - x, py - y, x, y) ? 6 : 0);
        if (cost >= least) continue;
        best = [px, py];
        least = cost;
      }
  return best;
}

/** Whether a straight line from (x, y) over (dx, dy) leads across a place that is taken. */
function isBlocked(taken: ReadonlySet<string>, dx: number, dy: number, x: number, y: number): boolean {
  const steps = gcd(Math.abs(dx), Math.abs(dy));
  for (let i = 1; i < steps; i++) if (taken.has(`${x + (dx / steps) * i} ${y + (dy / steps) * i}`)) return true;
  return false;
}
const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));

/** Each pair of rooms once for each way between them; ways there and back are one. */
function waysOf(rooms: readonly MapRoom[], byId: ReadonlyMap<string, MapRoom>): RoomWay[] {
  const ways: RoomWay[] = [];
  const drawn = new Set<string>();
  for (const { id, exits } of rooms)
    for (const { direction, to } of exits) {
      if (to === null || !byId.has(to) || to === id) continue;
      const pair = id < to ? `${id}\n${to}` : `${to}\n${id}`;
      if (drawn.has(pair)) continue;
      drawn.add(pair);
      const back = byId.get(to)!.exits;
      ways.push({ from: id, to, direction, both: back.some((exit) => exit.to === id || exit.to === null) });
    }
  return ways;
}

/** The nearest room on that side, those straight ahead first; null where there is none. */
export function nearest({ rooms }: Layout, from: PlacedRoom, [dx, dy]: readonly [number, number]): PlacedRoom | null {
  const ahead = rooms.flatMap((room) => {
    const along = (room.x - from.x) * dx + (room.y - from.y) * dy;
    const aside = Math.abs((room.x - from.x) * dy) + Math.abs((room.y - from.y) * dx);
    return along > 0 ? [{ room, cost: along + aside * 2 }] : [];
  });
  return ahead.sort((a, b) => a.cost - b.cost)[0]?.room ?? null;
}

/** The map as text, a line for each room: its name, its exits, and those never taken. */
interface RoomInWords {
  readonly id: string;
  readonly name: string;
  readonly ways: readonly { readonly direction: string; readonly to: string | null }[];
}
export function inWords(rooms: readonly MapRoom[]): readonly RoomInWords[] {
  const names = new Map(rooms.map(({ id, name }) => [id, name]));
  return [...rooms]
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
    .map(({ id, name, exits }) => ({
      id,
      name,
      ways: exits.map(({ direction, to }) => ({ direction, to: to === null ? null : (names.get(to) ?? null) })),
    }));
}
