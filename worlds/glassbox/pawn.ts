// A player as time runs over it: where it is on its way, and what it heeds. Of eyes, hands and clocks only what they leave on it.
import { PLACES } from "./map.ts";
import type { GlassEvent, Player, Walk } from "./shape.ts";
import { PLACE_INDEX, type Spot } from "./ways.ts";

/** A tick that never comes. */
export const NEVER = 0x3fffffff;

/** A player as time runs: what of it may change between two events, and what follows from its state. */
export interface Pawn {
  readonly seat: number;
  readonly id: string;
  player: Player;
  x: number;
  y: number;
  place: number;
  /** Place at the last look: where a player was seen last when it has gone out of sight, and looked from itself. */
  was: number;
  walk: Walk | null;
  /** On its feet: followers who have caught up have a walk and stand. */
  moves: boolean;
  leg: number;
  /** Distances walked at which the present leg begins and ends; the ticks at which it ends, and the whole way. */
  from: number;
  to: number;
  legAt: number;
  endAt: number;
  /** Whether each leg's end matters: a shut door may be there, or a trigger. */
  detail: boolean;
  /** When hands are done. */
  busyUntil: number;
  viewer: boolean;
  shown: boolean;
  watching: boolean;
  radius: number;
  sees: number;
  bodies: number;
  saw: number;
  sawBodies: number;
  /** The tick before which the bodies that it sees cannot change. */
  lookBodies: number;
}

export const pawnOf = (id: string, seat: number, player: Player): Pawn => ({
  seat,
  id,
  player,
  x: 0,
  y: 0,
  place: 0,
  was: PLACE_INDEX.get(player.lookedFrom)!,
  walk: null,
  moves: false,
  leg: 0,
  from: 0,
  to: 0,
  legAt: 0,
  endAt: 0,
  detail: false,
  busyUntil: NEVER,
  viewer: false,
  shown: false,
  watching: false,
  radius: 0,
  sees: player.sees,
  bodies: player.seesBodies,
  saw: 0,
  sawBodies: 0,
  lookBodies: 0,
});

export const spotOf = ({ place, x, y }: Pawn): Spot => ({ place: PLACES[place]!.id, x, y });

export function stoppedAt({ id: who, place, x, y }: Pawn, tick: number): GlassEvent {
  return { type: "stopped", who, tick, place: PLACES[place]!.id, x, y };
}

export const sees = (viewer: Pawn, other: Pawn): boolean => (viewer.sees & (1 << other.seat)) !== 0;

/** Puts a walker where it is on its present leg. */
export function stand(one: Pawn, { points }: Walk, gone: number): void {
  const p = one.leg * 2;
  const long = one.to - one.from;
  const on = gone - one.from;
  const [x0, y0, x1, y1] = [points[p]!, points[p + 1]!, points[p + 2]!, points[p + 3]!];
  one.x = on >= long ? x1 : x0 + Math.trunc(((x1 - x0) * on) / long);
  one.y = on >= long ? y1 : y0 + Math.trunc(((y1 - y0) * on) / long);
}

/** Whether two arrive for the same thing. */
export function compete(arrived: readonly Pawn[]): boolean {
  const sites = arrived.flatMap(({ walk }) => walk!.use?.site ?? []);
  return new Set(sites).size < sites.length;
}

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
