// Whether a condition of the author's holds in the truth, and what is worded by conditions.
import type { Condition, WordedKey } from "../model/condition.ts";
import { byRank, type HouseState, own } from "../model/state.ts";
import { placeOf } from "../model/thing.ts";
import { hasParts, type Prose, proseIn } from "./prose.ts";

/** A type that TypeBox draws from a cyclic schema stops at its second level; this one goes all the way down. */
export function holds(state: HouseState, when: Condition): boolean {
  if ("all" in when) return when.all.every((one) => holds(state, one as Condition));
  if ("any" in when) return when.any.some((one) => holds(state, one as Condition));
  if ("not" in when) return !holds(state, when.not as Condition);
  if ("flag" in when) return (own(state.flags ?? {}, when.flag) ?? false) === when.is;
  if ("cast" in when) return own(state.cast ?? {}, when.cast) === when.is;
  if ("counter" in when) {
    const count = own(state.counters ?? {}, when.counter) ?? 0;
    if ("is" in when) return count === when.is;
    return "atLeast" in when ? count >= when.atLeast : count <= when.atMost;
  }
  if ("turns" in when) return (state.time ?? 0) >= when.turns;
  if ("fired" in when) return own(state.fired ?? {}, when.fired) !== undefined;
  if ("knows" in when) return knows(state, when.person, when.knows);
  if ("follows" in when) return own(state.led ?? {}, when.person)?.by === when.follows;
  if ("person" in when) return state.people[when.person]!.at === when.at;
  if ("door" in when) {
    const door = state.doors[when.door]!;
    return "open" in when ? door.open === when.open : (door.lock?.locked ?? false) === when.locked;
  }
  const thing = state.things[when.thing]!;
  if ("wornBy" in when) return Boolean(thing.worn) && "heldBy" in thing.at && thing.at.heldBy === when.wornBy;
  if ("heldBy" in when) return "heldBy" in thing.at && thing.at.heldBy === when.heldBy;
  if ("on" in when) return "on" in thing.at && thing.at.on === when.on;
  if ("open" in when) return thing.container?.open === when.open;
  if ("hidden" in when) return (thing.hidden ?? false) === when.hidden;
  if ("lit" in when) return (thing.light?.on ?? false) === when.lit;
  return within(state, when.thing, when.in);
}

/** Whether a person has heard of a topic: from the beginning, or from somebody or something since. */
export const knows = (state: HouseState, who: string, topic: string): boolean =>
  knewAlready(state, who, topic) || own(own(state.knowing ?? {}, who) ?? {}, topic) !== undefined;

/** Whether somebody has known of a topic all along. */
export const knewAlready = (state: HouseState, who: string, topic: string): boolean =>
  Boolean(own(state.topics ?? {}, topic)?.known) || Boolean(state.people[who]!.knows?.includes(topic));

/** Where one topic came from, and after how many turns. */
export interface Source {
  readonly from: string | null;
  readonly time: number;
}

/** Somebody's sources for a topic, oldest first; `from` is null for what was known all along. */
export function sourcesOf(state: HouseState, who: string, topic: string): readonly Source[] {
  const known: Source[] = knewAlready(state, who, topic) ? [{ from: null, time: 0 }] : [];
  const learned = own(own(state.knowing ?? {}, who) ?? {}, topic);
  if (!learned) return known;
  const { from, time, again = [] } = learned;
  return [...known, { from, time }, ...again];
}

/** Who knows of a topic, and how, in the author's order: by its first source, and all of them. */
export const whoKnows = (
  state: HouseState,
  topic: string,
): (Source & { readonly who: string; readonly sources: readonly Source[] })[] =>
  byRank(state.people).flatMap(([who]) => {
    const sources = sourcesOf(state, who, topic);
    return sources[0] ? [{ who, ...sources[0], sources }] : [];
  });

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

type Changes = HouseState["rooms"][string]["changes"];

/** Words as they are now: those of the first change that holds and has any, else the plain ones. */
export function currentWords<
  P extends WordedKey,
  It extends { readonly [K in P]?: string | readonly string[] | null } & { readonly changes?: Changes },
>(state: HouseState, it: It, part: P): It[P] | NonNullable<NonNullable<Changes>[number][P]> {
  for (const change of it.changes ?? []) {
    const words = change[part];
    if (words !== undefined && holds(state, change.when)) return fillParts(state, words) as NonNullable<typeof words>;
  }
  return fillParts(state, it[part]) as It[P];
}

const fillParts = (state: HouseState, words: string | readonly string[] | null | undefined) =>
  typeof words === "string"
    ? inFull(state, words)
    : words?.some(hasParts)
      ? words.map((one) => inFull(state, one))
      : words;

/** A text with its parts as they are now. */
export function inFull(state: HouseState, text: string): string {
  if (!hasParts(text)) return text;
  const prose = proseIn(text, state);
  return "message" in prose ? text : proseText(state, prose);
}

const proseText = (state: HouseState, prose: Prose): string =>
  prose
    .map((part) =>
      typeof part === "string"
        ? part
        : "counter" in part
          ? String(own(state.counters ?? {}, part.counter) ?? 0)
          : proseText(state, holds(state, part.when) ? part.met : part.otherwise),
    )
    .join("");

/** The ways out of a room that are there now. */
export const exitsFrom = (state: HouseState, room: string): HouseState["rooms"][string]["exits"] =>
  state.rooms[room]!.exits.filter(({ when }) => when === undefined || holds(state, when));
