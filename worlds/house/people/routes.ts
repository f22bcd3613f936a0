// People who go their rounds: from stop to stop, a room a turn, through doors that they open, close and lock behind them as far as their keys go.

import { byRank, type HouseState, moodOf, own } from "../model/state.ts";
import { exitsFrom, holds } from "../rules/conditions.ts";
import type { Settling } from "../rules/rules.ts";
import { walkWithFollowers } from "./company.ts";

/** One turn of everybody's round. People who are distracted or led, or have no route that holds now, stay where they are. */
export function walkRoutes(turn: Settling, now: number): void {
  for (const [who, { route }] of byRank(turn.state.people)) {
    const way = own(turn.state.led ?? {}, who);
    if (!route && !way?.back) continue;
    if (turn.over || turn.state.players.includes(who) || moodOf(turn.state, who) === "distracted") continue;
    if (way) goBack(turn, who, way);
    else if (route && (route.when === undefined || holds(turn.state, route.when))) goOn(turn, who, route, now);
  }
}

/** A room a turn to where they were before they were led away. Before a locked door they wait. */
function goBack(turn: Settling, who: string, { back, home }: NonNullable<HouseState["led"]>[string]): void {
  const step = back ? wayTo(turn.state, who, home) : null;
  if (step) through(turn, who, step);
}

type Route = NonNullable<HouseState["people"][string]["route"]>;

function goOn(turn: Settling, who: string, { stops, loop, blocked }: Route, now: number): void {
  const at = turn.state.routes?.[who] ?? { stop: 0, until: null, barred: null };
  const here = () => turn.state.people[who]!.at;
  let { stop } = at;
  if (at.until === null && here() === stops[stop]!.at) {
    // The turn of coming is the first of the stay.
    turn.happen({ type: "routed", who, stop, until: now + Math.max(0, stops[stop]!.turns - 1), barred: null });
    return;
  }
  if (at.until !== null) {
    if (at.until >= now) return;
    const next = stop + 1 < stops.length ? stop + 1 : loop ? 0 : stop;
    if (next === stop) return;
    stop = next;
    turn.happen({ type: "routed", who, stop, until: null, barred: null });
  }
  const step = wayTo(turn.state, who, stops[stop]!.at);
  if (!step) return;
  if (!through(turn, who, step)) {
    // Said once where it is barred, not every turn.
    if (at.barred === step.door) return;
    turn.happen({ type: "tried", who, reason: "door_locked", what: step.door! });
    if (blocked !== null) turn.happen({ type: "said", who, text: blocked });
    turn.happen({ type: "routed", who, stop, until: null, barred: step.door });
  } else if (at.barred !== null) turn.happen({ type: "routed", who, stop, until: null, barred: null });
}

interface RouteStep {
  readonly direction: string;
  readonly to: string;
  readonly door: string | null;
}

/** Through a door as one finds it, and as one found it: what was closed is closed again, and locked if it was. */
function through(turn: Settling, who: string, { direction, to, door }: RouteStep): boolean {
  const from = turn.state.people[who]!.at;
  const found = door === null ? null : turn.state.doors[door]!;
  const key = found?.lock?.locked ? keyOf(turn.state, who, door!) : null;
  if (found && !found.open) {
    if (found.lock?.locked) {
      if (key === null) return false;
      turn.happen({ type: "unlocked", who, what: door!, key });
    }
    turn.happen({ type: "opened", who, what: door! });
  }
  for (const event of walkWithFollowers(turn.state, { type: "went", who, from, to, direction })) turn.happen(event);
  if (found && !found.open && !turn.state.doors[door!]!.broken) {
    turn.happen({ type: "closed", who, what: door! });
    if (key !== null) turn.happen({ type: "locked", who, what: door!, key });
  }
  return true;
}

const keyOf = (state: HouseState, who: string, door: string): string | null =>
  state.doors[door]!.lock!.keys.find((key) => {
    const { at } = state.things[key]!;
    return "heldBy" in at && at.heldBy === who;
  }) ?? null;

/** How far every room is from a goal, by ways that there could be. Computed once for each goal. */
function distancesTo({ rooms }: HouseState, goal: string): ReadonlyMap<string, number> {
  let goals = distances.get(rooms);
  if (!goals) {
    goals = new Map();
    distances.set(rooms, goals);
  }
  let known = goals.get(goal);
  if (!known) {
    const ways = entrances(rooms);
    const far = new Map([[goal, 0]]);
    for (const room of far.keys())
      for (const from of ways.get(room) ?? []) if (!far.has(from)) far.set(from, far.get(room)! + 1);
    known = far;
    goals.set(goal, known);
  }
  return known;
}
const distances = new WeakMap<HouseState["rooms"], Map<string, ReadonlyMap<string, number>>>();

/** By room, the rooms from which an exit leads to it. */
function entrances(rooms: HouseState["rooms"]): ReadonlyMap<string, readonly string[]> {
  let all = entered.get(rooms);
  if (!all) {
    all = new Map();
    for (const from of Object.keys(rooms))
      for (const { to } of rooms[from]!.exits) {
        const list = all.get(to);
        if (list) list.push(from);
        else all.set(to, [from]);
      }
    entered.set(rooms, all);
  }
  return all;
}
const entered = new WeakMap<HouseState["rooms"], Map<string, string[]>>();

/** The first step of the shortest way, round locked doors where there is one; null where there is none at all. */
function wayTo(state: HouseState, who: string, goal: string): RouteStep | null {
  const isBarred = (door: string | null) =>
    door !== null && Boolean(state.doors[door]!.lock?.locked) && keyOf(state, who, door) === null;
  const far = distancesTo(state, goal);
  const here = far.get(state.people[who]!.at);
  if (here === undefined || here === 0) return null;
  const straight = exitsFrom(state, state.people[who]!.at).find(
    ({ to, door }) => far.get(to) === here - 1 && !isBarred(door),
  );
  // Only where the straight way is barred is another looked for.
  if (straight) return straight;
  return search(state, who, goal, (door) => !isBarred(door)) ?? search(state, who, goal, () => true);
}

function search(
  state: HouseState,
  who: string,
  goal: string,
  passes: (door: string | null) => boolean,
): RouteStep | null {
  const start = state.people[who]!.at;
  const first = new Map<string, RouteStep | null>([[start, null]]);
  for (const room of first.keys()) {
    if (room === goal) return first.get(room) ?? null;
    for (const { direction, to, door } of exitsFrom(state, room))
      if (!first.has(to) && passes(door)) first.set(to, first.get(room) ?? { direction, to, door });
  }
  return null;
}
