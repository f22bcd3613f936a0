// A player as time runs over it: where it is on its way, and what it heeds. Of eyes, hands and clocks only what they leave on it.
import { NEVER, nextLook } from "./rules.ts";
import type { GlassEvent, Player, Walk } from "./shape.ts";
import type { Station } from "./station/index.ts";
import { legLength, reach, type Spot, ticksFor, walkLength } from "./ways.ts";

/** A player as time runs: what of it may change between two events, and what follows from its state. */
export interface Pawn {
  readonly seat: number;
  readonly id: string;
  readonly station: Station;
  /** In percent. */
  readonly speed: number;
  player: Player;
  /** Where it was at `stoodAt`; `stand` puts a walker where it is. */
  x: number;
  y: number;
  stoodAt: number;
  place: number;
  /** Place at the last look: where a player was seen last when it has gone out of sight, and looked from itself. */
  was: number;
  walk: Walk | null;
  /** On its feet: followers who have caught up have a walk and stand. */
  moves: boolean;
  leg: number;
  /** Distances walked at which the present leg begins and ends. */
  from: number;
  to: number;
  /** The ticks at which its way next has to be looked after, and at which it ends. */
  dueAt: number;
  endAt: number;
  /** Whether each leg's end matters: a shut door may be there, or a trigger. Else only other places do, and only to eyes. */
  detail: boolean;
  /** When hands are done. */
  busyUntil: number;
  viewer: boolean;
  shown: boolean;
  watching: boolean;
  radius: number;
  sees: number;
  bodies: number;
  /** Whether it is told of what comes into its reach, and bodies that are in it. */
  heeds: boolean;
  reaches: number;
  saw: number;
  sawBodies: number;
  /** The tick before which the bodies that it sees cannot change. */
  lookBodies: number;
}

export const pawnOf = (id: string, seat: number, player: Player, station: Station, speed: number): Pawn => ({
  seat,
  id,
  station,
  speed,
  player,
  x: 0,
  y: 0,
  stoodAt: 0,
  place: 0,
  was: station.ways.index.get(player.lookedFrom)!,
  walk: null,
  moves: false,
  leg: 0,
  from: 0,
  to: 0,
  dueAt: 0,
  endAt: 0,
  detail: false,
  busyUntil: NEVER,
  viewer: false,
  shown: false,
  watching: false,
  radius: 0,
  sees: player.sees,
  bodies: player.seesBodies,
  heeds: false,
  reaches: player.reaches,
  saw: 0,
  sawBodies: 0,
  lookBodies: 0,
});

export function spotOf(one: Pawn, tick: number): Spot {
  stand(one, tick);
  const { place, x, y, station } = one;
  return { place: station.places[place]!.id, x, y };
}

export function stopEvent(one: Pawn, tick: number): GlassEvent {
  const { place, x, y } = spotOf(one, tick);
  return { type: "stopped", who: one.id, tick, place, x, y };
}

/** Whether a player is as its pawn was left by the turn before, in all that pawns and eyes go by. */
export function isAs(one: Pawn, now: Player): boolean {
  const { player, sees, bodies, reaches, was, walk, station } = one;
  return (
    now.walk === walk &&
    now.doing === player.doing &&
    now.life === player.life &&
    now.role === player.role &&
    now.vent === player.vent &&
    now.triggers === player.triggers &&
    now.sees === sees &&
    now.seesBodies === bodies &&
    now.reaches === reaches &&
    now.lookedFrom === station.places[was]!.id &&
    (walk !== null || (now.x === one.x && now.y === one.y && now.place === station.places[one.place]!.id))
  );
}

export const sees = (viewer: Pawn, other: Pawn): boolean => (viewer.sees & (1 << other.seat)) !== 0;

// ---- feet

/** Takes up a walk that was begun before, as at a tick. */
export function takeWalk(one: Pawn, walk: Walk, tick: number): void {
  one.leg = -1;
  one.to = 0;
  one.endAt = walk.tick + Math.max(1, ticksFor(walkLength(walk), one.speed));
  nextLeg(one, walk);
  const gone = reach(tick - walk.tick, one.speed);
  while (gone >= one.to && tick > walk.tick && one.leg + 1 < walk.places.length) nextLeg(one, walk);
  one.stoodAt = -1;
  stand(one, tick);
}

/** On to the next leg, and to its place. */
export function nextLeg(one: Pawn, walk: Walk): void {
  const { points, places } = walk;
  stepOver(one, points);
  const { leg } = one;
  const place = places[leg]!;
  one.place = one.station.ways.index.get(place)!;
  let far = one.to;
  let next = leg + 1;
  if (!one.detail) for (; next < places.length && places[next] === place; next++) far += legLength(points, next);
  const at = next === places.length ? one.endAt : walk.tick + Math.max(1, ticksFor(far, one.speed));
  one.dueAt = one.detail ? at : Math.min(nextLook(at, at - 1), one.endAt);
}

function stepOver(one: Pawn, points: Walk["points"]): void {
  one.leg++;
  one.from = one.to;
  one.to += legLength(points, one.leg);
}

/** Puts a walker where it is at a tick, in the place that it has come to. */
export function stand(one: Pawn, tick: number): void {
  const { walk } = one;
  if (!walk || !one.moves || one.stoodAt === tick) return;
  one.stoodAt = tick;
  const { points, places } = walk;
  const gone = Math.max(0, reach(tick - walk.tick, one.speed));
  while (!one.detail && gone >= one.to && places[one.leg + 1] === places[one.leg]) stepOver(one, points);
  const p = one.leg * 2;
  const long = one.to - one.from;
  const on = gone - one.from;
  const x = points[p]!;
  const y = points[p + 1]!;
  const toX = points[p + 2]!;
  const toY = points[p + 3]!;
  one.x = on >= long ? toX : x + Math.trunc(((toX - x) * on) / long);
  one.y = on >= long ? toY : y + Math.trunc(((toY - y) * on) / long);
}

/** Whether two arrive for the same thing. */
export function compete(arrived: readonly Pawn[]): boolean {
  const sites = arrived.flatMap(({ walk }) => walk!.use?.site ?? []);
  return new Set(sites).size < sites.length;
}

// ---- what it heeds

/** Whether things in range would do anything to a player, so that they are worth finding out. */
export function heedsObjects({ triggers: { muted } }: Player): boolean {
  let heard = true;
  for (const { type, until } of muted) {
    if (until === "OBJECT_IN_RANGE") return true;
    if (type === "OBJECT_IN_RANGE") heard = false;
  }
  return heard;
}

/** The same for anything that one meets on the way. */
export function noticesTheWay(player: Player): boolean {
  const { intersection, hallway_waypoint, muted } = player.triggers;
  if (intersection || hallway_waypoint || heedsObjects(player)) return true;
  for (const { until } of muted) if (until === "INTERSECTION" || until === "HALLWAY_WAYPOINT") return true;
  return false;
}
