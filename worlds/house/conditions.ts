// Whether a condition of the author's holds in the truth.
import type { Condition, HouseState } from "./model.ts";
import { placeOf } from "./model.ts";

/** A type that TypeBox draws from a cyclic schema stops at its second level; this one goes all the way down. */
export function holds(state: HouseState, when: Condition): boolean {
  if ("all" in when) return when.all.every((one) => holds(state, one as Condition));
  if ("any" in when) return when.any.some((one) => holds(state, one as Condition));
  if ("not" in when) return !holds(state, when.not as Condition);
  if ("person" in when) return state.people[when.person]!.at === when.at;
  if ("door" in when) {
    const door = state.doors[when.door]!;
    return "open" in when ? door.open === when.open : (door.lock?.locked ?? false) === when.locked;
  }
  const thing = state.things[when.thing]!;
  if ("heldBy" in when) return "heldBy" in thing.at && thing.at.heldBy === when.heldBy;
  if ("on" in when) return "on" in thing.at && thing.at.on === when.on;
  if ("open" in when) return thing.container?.open === when.open;
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

/** Every id that a condition names, with what it must be. */
export function namesIn(
  when: Condition,
): { id: string; is: "thing" | "person" | "door" | "room" | "place" | "supporter" | "container" | "light" }[] {
  if ("all" in when) return when.all.flatMap((one) => namesIn(one as Condition));
  if ("any" in when) return when.any.flatMap((one) => namesIn(one as Condition));
  if ("not" in when) return namesIn(when.not as Condition);
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
