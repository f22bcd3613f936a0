// Whether a condition of the author's holds in the truth.
import { type Condition, type HouseState, own, placeOf, type Worded } from "./model.ts";

/** A type that TypeBox draws from a cyclic schema stops at its second level; this one goes all the way down. */
export function holds(state: HouseState, when: Condition): boolean {
  if ("all" in when) return when.all.every((one) => holds(state, one as Condition));
  if ("any" in when) return when.any.some((one) => holds(state, one as Condition));
  if ("not" in when) return !holds(state, when.not as Condition);
  if ("flag" in when) return (own(state.flags ?? {}, when.flag) ?? false) === when.is;
  if ("counter" in when) {
    const count = own(state.counters ?? {}, when.counter) ?? 0;
    if ("is" in when) return count === when.is;
    return "atLeast" in when ? count >= when.atLeast : count <= when.atMost;
  }
  if ("turns" in when) return (state.time ?? 0) >= when.turns;
  if ("fired" in when) return own(state.fired ?? {}, when.fired) !== undefined;
  if ("person" in when) return state.people[when.person]!.at === when.at;
  if ("door" in when) {
    const door = state.doors[when.door]!;
    return "open" in when ? door.open === when.open : (door.lock?.locked ?? false) === when.locked;
  }
  const thing = state.things[when.thing]!;
  if ("heldBy" in when) return "heldBy" in thing.at && thing.at.heldBy === when.heldBy;
  if ("on" in when) return "on" in thing.at && thing.at.on === when.on;
  if ("open" in when) return thing.container?.open === when.open;
  if ("hidden" in when) return (thing.hidden ?? false) === when.hidden;
  if ("lit" in when) return (thing.light?.on ?? false) === when.lit;
  return within(state, when.thing, when.in);
}

/** In a room or a container at any depth, and in nobody's hands. */
function within(state: HouseState, id: string, place: string): boolean {
  let at = state.things[id]!.at;
  for (;;) {
    if ("heldBy" in at) return false;
    const next = placeOf(at);
    if (next === place) return !("on" in at) || Object.hasOwn(state.rooms, next);
    if (Object.hasOwn(state.rooms, next)) return false;
    at = state.things[next]!.at;
  }
}

/** Words as they are now: those of the first change that holds and has any, else the plain ones. */
export function worded<P extends Worded, T>(
  state: HouseState,
  it: { readonly [K in P]: T } & { readonly changes?: HouseState["rooms"][string]["changes"] },
  part: P,
): T | string {
  for (const change of it.changes ?? []) {
    const words = change[part];
    if (words !== undefined && holds(state, change.when)) return words;
  }
  return it[part];
}

/** The ways out of a room that are there now. */
export const exitsFrom = (state: HouseState, room: string): HouseState["rooms"][string]["exits"] =>
  state.rooms[room]!.exits.filter(({ when }) => when === undefined || holds(state, when));

/** What an id in a condition or an effect must be the id of. */
export type Role =
  | "thing"
  | "person"
  | "door"
  | "room"
  | "place"
  | "supporter"
  | "container"
  | "light"
  | "flag"
  | "counter"
  | "rule"
  | "ending"
  | "opens"
  | "locks";

/** Every id that a condition names, with what it must be. */
export function namesIn(when: Condition): { id: string; is: Role }[] {
  if ("all" in when) return when.all.flatMap((one) => namesIn(one as Condition));
  if ("any" in when) return when.any.flatMap((one) => namesIn(one as Condition));
  if ("not" in when) return namesIn(when.not as Condition);
  if ("flag" in when) return [{ id: when.flag, is: "flag" }];
  if ("counter" in when) return [{ id: when.counter, is: "counter" }];
  if ("turns" in when) return [];
  if ("fired" in when) return [{ id: when.fired, is: "rule" }];
  if ("hidden" in when) return [{ id: when.thing, is: "thing" }];
  if ("person" in when)
    return [
      { id: when.person, is: "person" },
      { id: when.at, is: "room" },
    ];
  if ("door" in when) return [{ id: when.door, is: "door" }];
  if ("heldBy" in when)
    return [
      { id: when.thing, is: "thing" },
      { id: when.heldBy, is: "person" },
    ];
  if ("on" in when)
    return [
      { id: when.thing, is: "thing" },
      { id: when.on, is: "supporter" },
    ];
  if ("open" in when) return [{ id: when.thing, is: "container" }];
  if ("lit" in when) return [{ id: when.thing, is: "light" }];
  return [
    { id: when.thing, is: "thing" },
    { id: when.in, is: "place" },
  ];
}
