// Walking: one step through an exit, opening what is merely closed; and the whole of a known way, step by step, until something happens.
import { type Dice, type Failure, fail, failureOf, type Outcome, refuse } from "@orrery/kernel";
import type { HouseState } from "../model/state.ts";
import { walkWithFollowers } from "../people/company.ts";
import { isLit } from "../sense/scope.ts";
import type { House } from "../shape.ts";
import { exitsFrom } from "./conditions.ts";
import { apply, type Halt, type HouseEvent } from "./events.ts";
import { risingFirst } from "./implied.ts";
import { isRousing } from "./rousing.ts";
import { passTime, Settling } from "./rules.ts";

/** A locked door shows itself here: it looks like any closed one. */
export function step(state: HouseState, who: string, direction: string): Outcome<House> {
  const from = state.people[who]!.at;
  const exit = exitsFrom(state, from).find((one) => one.direction === direction);
  // In the dark a way is walked from memory, and a god may have walled it up.
  if (!exit) return fail(refuse("no_exit", { direction }), { type: "tried", who, reason: "no_exit", what: direction });
  const { door, to } = exit;
  const went = { type: "went", who, from, to, direction } as const;
  const up = risingFirst(state, who);
  if (door === null || state.doors[door]!.open) return [...up, ...walkWithFollowers(state, went)];
  if (state.doors[door]!.lock?.locked)
    return fail(refuse("door_locked", { id: door }), { type: "tried", who, reason: "door_locked", what: door });
  const opened = { type: "opened", who, what: door, implied: true } as const;
  return [...up, opened, ...walkWithFollowers(apply.opened(state, opened), went)];
}

/** Time passes at each step, so that what happens on the way happens there. The last step is settled with the turn. */
export function journey(state: HouseState, who: string, path: readonly string[], dice: Dice): Outcome<House> {
  const turn = new Settling(state);
  for (const [i, direction] of path.entries()) {
    const taken = step(turn.state, who, direction);
    const failure = failureOf(taken);
    if (failure)
      return {
        ...failure,
        events: [...onTheWay(turn.events, who), ...failure.events] as unknown as Failure<House>["events"],
      };
    for (const event of taken as readonly HouseEvent[]) turn.happen(event);
    if (i === path.length - 1) break;
    const at = turn.state.people[who]!.at;
    const since = turn.events.length;
    passTime(turn, dice);
    const why = haltAt(turn, who, at, since);
    if (why !== null) turn.happen({ type: "halted", who, why });
    if (why !== null || turn.over) break;
  }
  const last = turn.events.findLastIndex((event) => event.type === "went" && event.who === who);
  return [...onTheWay(turn.events.slice(0, last), who), ...turn.events.slice(last)];
}

/** Why nobody walks on from here; null where nothing is in the way. */
function haltAt({ state, events, over }: Settling, who: string, at: string, since: number): Halt | null {
  if (over) return null;
  if (state.people[who]!.at !== at || isRousing(state, who, events.slice(since))) return "happened";
  return isLit(state, at) ? null : "dark";
}

/** Rooms that are only passed through. */
const onTheWay = (events: readonly HouseEvent[], who: string): HouseEvent[] =>
  events.map((event) => (event.type === "went" && event.who === who ? { ...event, implied: true } : event));
