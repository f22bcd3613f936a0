// How far an event can be sensed: the rooms that it may change the look of, so that nobody else needs to look again.

import type { Condition } from "../model/condition.ts";
import { type HouseState, own } from "../model/state.ts";
import type { HouseEvent } from "../rules/events.ts";
import { hasParts } from "../rules/prose.ts";
import { roomOf, sidesOf } from "./scope.ts";

/** `all`: anybody anywhere may see something change. */
export type Touched = "all" | ReadonlySet<string>;

const NONE: Touched = new Set();

/** The rooms in which people may sense that something is other than before. More than these is never wrong, only slow. */
export function roomsTouchedBy(before: HouseState, event: HouseEvent, after: HouseState): Touched {
  switch (event.type) {
    case "went":
    case "brought": {
      const who = event.type === "went" ? event.who : event.person;
      return unless(after, "person", [before.people[who]!.at, after.people[who]!.at]);
    }
    case "took":
    case "wore":
    case "removed":
    case "dropped":
    case "put":
    case "switched":
    case "gave":
    case "placed":
    case "revealed":
    case "found":
    case "hid":
      return unless(after, "thing", [roomOf(before, event.thing), roomOf(after, event.thing)]);
    case "opened":
    case "closed":
    case "unlocked":
    case "locked":
    case "broke":
    case "changed":
      if (own(after.doors, event.what)) return unless(after, "door", sidesOf(after, event.what));
      return own(after.rooms, event.what) ? new Set([event.what]) : unless(after, "thing", [roomOf(after, event.what)]);
    case "flagged":
      return unless(after, "flag", []);
    case "counted":
      return unless(after, "counter", []);
    case "ticked":
      return unless(after, "turns", []);
    case "fired":
      return unless(after, "fired", []);
    default:
      return changesNothing(before, after) ? NONE : "all";
  }
}

/** Parts of the state that a scene may depend on, also through authors' conditions. */
const STATE = [
  "things",
  "people",
  "doors",
  "rooms",
  "flags",
  "counters",
  "time",
  "fired",
  "knowing",
  "led",
  "posed",
] as const;
const changesNothing = (before: HouseState, after: HouseState): boolean =>
  STATE.every((part) => before[part] === after[part]);

/** These rooms; but everywhere, when an author's words or ways depend on what this kind of event changes. */
const unless = (state: HouseState, kind: ConditionKind, rooms: readonly string[]): Touched =>
  [state.rooms, state.things, state.people, state.doors].some(
    (part) => kindsIn(part).has(kind) || kindsIn(part).has("any"),
  )
    ? "all"
    : new Set(rooms);

/** What conditions of wording and of exits ask after. */
/** `any`: a sentence has parts that depend on something. */
type ConditionKind = "any" | "person" | "thing" | "door" | "flag" | "counter" | "turns" | "fired";
type WordedParts = Readonly<
  Record<
    string,
    {
      readonly changes?: HouseState["rooms"][string]["changes"];
      readonly description?: string;
      readonly appearance?: string | null;
      readonly exits?: HouseState["rooms"][string]["exits"];
    }
  >
>;

/** Words that are in sight without being asked for. */
const PROSE = ["description", "appearance"] as const;

function kindsIn(part: WordedParts): ReadonlySet<ConditionKind> {
  let kinds = known.get(part);
  if (!kinds) {
    const found = new Set<ConditionKind>();
    for (const id in part) {
      const { changes, exits } = part[id]!;
      for (const { when } of changes ?? []) collect(when, found);
      if (
        PROSE.some((words) => hasParts(part[id]![words] ?? "")) ||
        changes?.some((one) => PROSE.some((words) => hasParts(one[words] ?? "")))
      )
        found.add("any");
      for (const { when } of exits ?? []) if (when !== undefined) collect(when, found);
    }
    kinds = found;
    known.set(part, kinds);
  }
  return kinds;
}
const known = new WeakMap<object, ReadonlySet<ConditionKind>>();

function collect(when: Condition, into: Set<ConditionKind>): void {
  if ("all" in when) for (const one of when.all) collect(one as Condition, into);
  else if ("any" in when) for (const one of when.any) collect(one as Condition, into);
  else if ("not" in when) collect(when.not as Condition, into);
  else if ("flag" in when) into.add("flag");
  else if ("counter" in when) into.add("counter");
  else if ("turns" in when) into.add("turns");
  else if ("fired" in when) into.add("fired");
  else if ("door" in when) into.add("door");
  // What somebody carries goes where they go, and what somebody knows comes of anything: told as of people.
  else if ("thing" in when) {
    into.add("thing");
    into.add("person");
  } else if ("person" in when) into.add("person");
}
