// Limits on every ruling, from any game master: hands reach only what is here, nothing comes from nothing, nobody is lost, and an author's puzzle stays the author's.

import type { Effect } from "../model/rule.ts";
import type { Ruling } from "../model/ruling.ts";
import { type HouseState, own } from "../model/state.ts";
import { placeOf } from "../model/thing.ts";
import { exitsFrom } from "../rules/conditions.ts";
import { allNames } from "../rules/valid.ts";
import { contentOf, isLit, peopleIn, touches } from "../sense/scope.ts";

/** All lists hold ids. Plain data, so that a game master's view can carry it and check from it. */
export interface Bounds {
  readonly actor: string;
  readonly room: string;
  /** Things that hands can get at, and doors; what of them can be carried, opened, locked, lit. */
  readonly reach: readonly string[];
  readonly loose: readonly string[];
  readonly opens: readonly string[];
  readonly locks: readonly string[];
  readonly lights: readonly string[];
  /** People who are here and are not played. */
  readonly people: readonly string[];
  /** Where a thing may be put: in things, on things, and in people's hands. */
  readonly inside: readonly string[];
  readonly onto: readonly string[];
  /** Rooms that somebody could step into from here, and rooms that can be looked or listened into. */
  readonly ways: readonly string[];
  readonly near: readonly string[];
  /** Hidden things that a search may bring to light. */
  readonly hidden: readonly string[];
  /** What the author's own rules turn on: never broken, burnt, revealed, unlocked or given away by a ruling. */
  readonly kept: readonly string[];
}

export const OVERSTEPS = ["unreachable", "kept", "unfit", "forbidden", "too_much", "not_in_words"] as const;
/** Why a ruling is out of bounds; `id` is in the game master's view. */
export interface Overstep {
  readonly because: (typeof OVERSTEPS)[number];
  readonly id?: string;
}

export function boundsOf(state: HouseState, actor: string): Bounds {
  const room = state.people[actor]!.at;
  const exits = exitsFrom(state, room);
  const doors = exits.flatMap(({ door }) => (door === null ? [] : [door]));
  const things = isLit(state, room) ? thingsIn(state, room, actor) : thingsIn(state, room, actor, true);
  const kept = idsNeededBy(state);
  const reach = [...new Set([...things, ...doors])].sort();
  const pick = (fits: (id: string) => boolean) => reach.filter(fits);
  const thing = (id: string) => own(state.things, id);
  return {
    actor,
    room,
    reach,
    loose: pick((id) => Boolean(thing(id)) && !thing(id)!.fixed),
    opens: pick((id) => (thing(id) ? Boolean(thing(id)!.container?.lid) : true)),
    locks: pick((id) => Boolean((thing(id) ?? state.doors[id]!).lock) && !kept.has(id)),
    lights: pick((id) => Boolean(thing(id)?.light?.switch)),
    people: peopleIn(state, room, actor).filter((id) => !state.players.includes(id)),
    inside: [room, ...pick((id) => Boolean(thing(id)?.container?.open))],
    onto: pick((id) => Boolean(thing(id)?.supporter)),
    ways: [...new Set(exits.flatMap(({ to, door }) => (door === null || state.doors[door]!.open ? [to] : [])))],
    near: [...new Set(exits.map(({ to }) => to))],
    hidden: hiddenThingsIn(state, room).filter((id) => !kept.has(id)),
    kept: [...kept].filter((id) => reach.includes(id)).sort(),
  };
}

/** The first way in which a ruling goes too far, or null. */
export function overstepOf(bounds: Bounds, ruling: Ruling): Overstep | null {
  const { success, failure, possible, difficulty } = ruling;
  for (const part of [success, failure])
    for (const effect of part.do) {
      const over = misdone(bounds, effect);
      if (over) return over;
    }
  const hurtOf = (part: Ruling["success"]) =>
    part.do.reduce((sum, effect) => sum + ("hurt" in effect ? effect.by : 0), 0);
  if (Math.max(hurtOf(success), hurtOf(failure)) > HURT_BY_RULING) return { because: "too_much" };
  // Every possible outcome needs words: the player must be told of each change.
  if ((possible && success.tell.trim() === "") || ((!possible || difficulty > 1) && failure.tell.trim() === ""))
    return { because: "not_in_words" };
  return null;
}
const HURT_BY_RULING = 2;

function misdone(bounds: Bounds, effect: Effect): Overstep | null {
  const within = (id: string, list: readonly string[], because: Overstep["because"] = "unreachable") =>
    list.includes(id) ? null : ({ because: bounds.reach.includes(id) ? "unfit" : because, id } as const);
  const overstepOn = (id: string): Overstep | null => (bounds.kept.includes(id) ? { because: "kept", id } : null);
  if ("tell" in effect)
    return effect.everywhere || (effect.in !== undefined && effect.in !== bounds.room)
      ? { because: "forbidden" }
      : null;
  if ("says" in effect) return within(effect.person, bounds.people);
  if ("goes" in effect) return within(effect.person, bounds.people) ?? within(effect.goes, bounds.ways);
  if ("move" in effect) {
    const to = placeOf(effect.at);
    const held = "heldBy" in effect.at;
    return (
      within(effect.move, bounds.loose) ??
      within(to, held ? [bounds.actor, ...bounds.people] : "in" in effect.at ? bounds.inside : bounds.onto) ??
      (held && to !== bounds.actor ? overstepOn(effect.move) : null) ??
      (effect.move === to ? { because: "unfit", id: to } : null)
    );
  }
  if ("set" in effect) {
    if ("dark" in effect) return { because: "forbidden" };
    if ("lit" in effect) return within(effect.set, bounds.lights);
    if ("locked" in effect) return overstepOn(effect.set) ?? within(effect.set, bounds.locks);
    // Opening unlocks: what the author keeps locked stays so.
    return effect.open
      ? (overstepOn(effect.set) ?? within(effect.set, bounds.opens))
      : within(effect.set, bounds.opens);
  }
  if ("reveal" in effect) return bounds.hidden.includes(effect.reveal) ? null : { because: "kept", id: effect.reveal };
  if ("hide" in effect) return within(effect.hide, bounds.loose) ?? overstepOn(effect.hide);
  if ("break" in effect) return within(effect.break, bounds.reach) ?? overstepOn(effect.break);
  if ("noise" in effect)
    return effect.in === undefined || effect.in === bounds.room ? null : { because: "unreachable", id: effect.in };
  if ("hurt" in effect) return effect.hurt === bounds.actor ? null : { because: "forbidden" };
  if ("mood" in effect) return within(effect.person, bounds.people);
  if ("glimpse" in effect)
    return within(effect.glimpse, bounds.near) ?? (effect.to === bounds.actor ? null : { because: "forbidden" });
  // Flags, counters and endings are the author's own.
  return { because: "forbidden" };
}

/** In the dark only what hands hold. */
function thingsIn(state: HouseState, room: string, actor: string, dark = false): string[] {
  const content = contentOf(state);
  const out: string[] = [];
  const walk = (ids: readonly string[] | undefined) => {
    for (const id of ids ?? []) {
      if (touches(state, actor, id)) out.push(id);
      walk(content.on.get(id));
      walk(content.in.get(id));
    }
  };
  walk(content.heldBy.get(actor));
  if (!dark) walk(content.in.get(room));
  return out;
}

/** Hidden things in a room and in what stands there, at any depth. */
export function hiddenThingsIn(state: HouseState, room: string): string[] {
  return Object.keys(state.things)
    .filter((id) => state.things[id]!.hidden)
    .filter((id) => {
      for (let at = state.things[id]!.at; !("heldBy" in at); ) {
        const place = placeOf(at);
        if (place === room) return true;
        const holder = own(state.things, place);
        if (!holder || ("in" in at && holder.lock?.locked)) return false;
        at = holder.at;
      }
      return false;
    })
    .sort();
}

/** Ids that the author's rules, endings, keys and bargains name: the story may need them. */
export function idsNeededBy(state: HouseState): ReadonlySet<string> {
  const { things, doors, people } = state;
  const locks = [...Object.entries(things), ...Object.entries(doors)];
  const dark = Object.values(state.rooms).some((room) => room.dark);
  return new Set([
    // What is only talked about, or ruled on, is not needed for it.
    ...allNames(state).flatMap(({ id, is, at }) =>
      LOOSELY.has(at[2] ?? "") || at[0] === "rulings" || UNKEPT.has(is) ? [] : [id],
    ),
    ...locks.flatMap(([, { lock }]) => lock?.keys ?? []),
    // A lock without a key waits for a rule.
    ...locks.flatMap(([id, { lock, yields }]) => (yields === "never" || lock?.keys.length === 0 ? [id] : [])),
    ...Object.values(people).flatMap(({ lends, trades }) => [
      ...lends.map(({ thing }) => thing),
      ...trades.flatMap(({ wants, gives }) => (gives === null ? [wants] : [wants, gives])),
    ]),
    ...Object.keys(things).filter((id) => (dark && things[id]!.light) || things[id]!.text !== null),
  ]);
}
/** Parts of a person that name what is only spoken of. */
const LOOSELY: ReadonlySet<string | number> = new Set(["topics", "hides", "saw", "lies", "shown", "route"]);
const UNKEPT: ReadonlySet<string> = new Set(["topic", "flag", "counter", "rule", "ending", "cast", "room"]);
