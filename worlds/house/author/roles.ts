// What an id in a condition, a trigger or an effect must be the id of, and whether it is: one list for authors, gods and tests.

import { CONDITION_FORMS, type Condition } from "../model/condition.ts";
import type { HouseConfig } from "../model/house.ts";
import type { Act } from "../model/person.ts";
import { idsByRole, type Role } from "../model/role.ts";
import { ANYONE, EFFECT_FORMS, type Effect, type Rule, type Trigger } from "../model/rule.ts";
import { own } from "../model/state.ts";

export type RoleKind = "room" | "door" | "thing" | "person" | "flag" | "counter" | "rule" | "ending" | "topic" | "cast";

/** `kinds` it may be of, and what more must be so. */
interface RoleOf {
  readonly kinds: readonly RoleKind[];
  readonly fits?: (house: HouseConfig, id: string) => boolean;
  /** What to say and to do where it does not fit. */
  readonly lacks?: readonly [message: (id: string) => string, hint: (id: string) => string];
}

export const ROLES = {
  room: { kinds: ["room"] },
  door: { kinds: ["door"] },
  thing: { kinds: ["thing"] },
  person: { kinds: ["person"] },
  led: {
    kinds: ["person"],
    fits: ({ players }, id) => !players.includes(id),
    lacks: [(id) => `"${id}" is played, and goes by their own will.`, () => "Name somebody who is not played."],
  },
  flag: { kinds: ["flag"] },
  counter: { kinds: ["counter"] },
  rule: { kinds: ["rule"] },
  ending: { kinds: ["ending"] },
  topic: { kinds: ["topic"] },
  cast: { kinds: ["cast"] },
  /** Everything that can be talked about. */
  subject: { kinds: ["topic", "thing", "person", "door"] },
  /** Everything that people remember. */
  known: { kinds: ["person", "thing"] },
  /** Every target of an act. */
  any: { kinds: ["thing", "person", "door"] },
  object: { kinds: ["thing", "door"] },
  place: {
    kinds: ["room", "thing"],
    fits: ({ things }, id) => own(things, id) === undefined || own(things, id)!.container !== null,
    lacks: [(id) => `Nothing can be put into "${id}".`, (id) => `Add \`container: open\` to ${id}.`],
  },
  supporter: {
    kinds: ["thing"],
    fits: ({ things }, id) => things[id]!.supporter,
    lacks: [(id) => `Nothing can be put on "${id}".`, (id) => `Add \`supporter: true\` to ${id}.`],
  },
  container: {
    kinds: ["thing"],
    fits: ({ things }, id) => things[id]!.container !== null,
    lacks: [(id) => `"${id}" cannot be open.`, () => "Name a container."],
  },
  light: {
    kinds: ["thing"],
    fits: ({ things }, id) => things[id]!.light !== null,
    lacks: [(id) => `"${id}" gives no light.`, () => "Name a thing with `light`."],
  },
  opens: {
    kinds: ["door", "thing"],
    fits: ({ things }, id) => own(things, id) === undefined || Boolean(own(things, id)!.container?.lid),
    lacks: [(id) => `"${id}" neither opens nor closes.`, () => "Name a door, or a container with a lid."],
  },
  locks: {
    kinds: ["door", "thing"],
    fits: ({ things, doors }, id) => Boolean((own(doors, id) ?? own(things, id))?.lock),
    lacks: [(id) => `"${id}" has no lock.`, (id) => `Give ${id} a \`key\`, or \`keys: []\`.`],
  },
  wearable: {
    kinds: ["thing"],
    fits: ({ things }, id) => Boolean(things[id]!.wearable),
    lacks: [(id) => `Nobody can wear "${id}".`, (id) => `Add \`wearable: true\` to ${id}.`],
  },
  portable: {
    kinds: ["thing"],
    fits: ({ things }, id) => !things[id]!.fixed,
    lacks: [(id) => `"${id}" is fixed, so nobody can hold it.`, () => "Leave out `fixed`, or put it into a room."],
  },
} as const satisfies Record<Role, RoleOf>;

/** An id, where it stands below the part that names it, and what it must be. */
export interface Naming {
  readonly at: readonly (string | number)[];
  readonly id: string;
  readonly is: Role;
}

/** A type that TypeBox draws from a cyclic schema stops at its second level; hence the widening. */
export function namesIn(when: Condition): Naming[] {
  if ("not" in when) return below(["not"], namesIn(when.not as Condition));
  for (const [key, parts] of Object.entries(when))
    if (key === "all" || key === "any")
      return (parts as Condition[]).flatMap((part, i) => below([key, i], namesIn(part)));
  return idsByRole(CONDITION_FORMS, when);
}

export function namesOf({ on, when, do: effects }: Rule): Naming[] {
  return [
    ...(on === null ? [] : below(["on"], namesOn(on))),
    ...(when === undefined ? [] : below(["when"], namesIn(when))),
    ...effects.flatMap((effect, i) => below(["do", i], namesTo(effect))),
  ];
}

/** Of a trigger, or of what somebody does when asked. */
export function namesOn(on: Trigger | (Omit<Extract<Trigger, { act: Act }>, "act"> & { act: string })): Naming[] {
  if ("rule" in on) return [{ at: ["rule"], id: on.rule, is: "rule" }];
  if (!("act" in on || "verb" in on)) return [];
  const { target, other, by } = on;
  const [act, is] = "verb" in on ? [on.verb, "subject" as const] : [on.act, targetOf(on.act)];
  return [
    ...(target === null ? [] : [{ at: [act], id: target, is }]),
    ...(other === null ? [] : [{ at: [], id: other, is: "subject" as const }]),
    ...(by === null || by === ANYONE ? [] : [{ at: ["by"], id: by, is: "person" as const }]),
  ];
}

function targetOf(act: string): Role {
  switch (act) {
    case "go":
      return "room";
    case "say":
    case "ask":
    case "tell":
    case "catch":
      return "person";
    case "open":
    case "close":
      return "opens";
    case "lock":
    case "unlock":
      return "locks";
    case "light":
    case "extinguish":
      return "light";
    case "examine":
    case "attempt":
      return "any";
    case "wear":
    case "remove":
      return "wearable";
    case "take":
    case "drop":
    case "put":
    case "give":
    case "show":
    case "request":
    case "search":
    case "read":
      return "thing";
    case "follow":
      return "person";
    default:
      return "object";
  }
}

/** A move is kept with its place below `at`, and written beside it. */
export const namesTo = (effect: Effect): Naming[] =>
  idsByRole(EFFECT_FORMS, "move" in effect ? { move: effect.move, ...effect.at } : effect);

export const below = (path: readonly (string | number)[], names: readonly Naming[]): Naming[] =>
  names.map((name) => ({ ...name, at: [...path, ...name.at] }));

/** The ids of one kind. */
export function idsOf(house: HouseConfig, kind: RoleKind): string[] {
  const part = partOf(house, kind);
  return Array.isArray(part) ? part.map(({ id }) => id) : Object.keys(part);
}

/** Whether there is one of this kind, without listing them all. */
export function isOf(house: HouseConfig, kind: RoleKind, id: string): boolean {
  const part = partOf(house, kind);
  return Array.isArray(part) ? idsIn(part).has(id) : Object.hasOwn(part, id);
}

function partOf(
  house: HouseConfig,
  kind: RoleKind,
): Readonly<Record<string, unknown>> | readonly { readonly id: string }[] {
  switch (kind) {
    case "room":
      return house.rooms;
    case "door":
      return house.doors;
    case "thing":
      return house.things;
    case "person":
      return house.people;
    case "flag":
      return house.flags ?? {};
    case "counter":
      return house.counters ?? {};
    case "rule":
      return house.rules ?? [];
    case "ending":
      return house.endings;
    case "topic":
      return house.topics ?? {};
    case "cast":
      return house.casts ?? {};
  }
}

function idsIn(list: readonly { readonly id: string }[]): ReadonlySet<string> {
  let ids = idSets.get(list);
  if (!ids) {
    ids = new Set(list.map(({ id }) => id));
    idSets.set(list, ids);
  }
  return ids;
}
const idSets = new WeakMap<object, ReadonlySet<string>>();

/** What is wrong with an id in its role, or null. */
export function misfit(house: HouseConfig, id: string, is: Role): "missing" | "unfit" | null {
  const role: RoleOf = ROLES[is];
  if (!role.kinds.some((kind) => isOf(house, kind, id))) return "missing";
  return role.fits && !role.fits(house, id) ? "unfit" : null;
}

/** The way round by which a rule would set itself off, or null. */
export function circleOf(rules: readonly Rule[], id: string): string[] | null {
  const way = [id];
  const met = new Set<string>();
  for (let at = id; ; ) {
    const on = triggersOf(rules).get(at);
    if (!on || !("rule" in on)) return null;
    way.push(on.rule);
    if (on.rule === id) return way.reverse();
    if (met.has(on.rule)) return null;
    met.add(on.rule);
    at = on.rule;
  }
}

/** By rule, what sets it off; of two with one id the first. */
function triggersOf(rules: readonly Rule[]): ReadonlyMap<string, Trigger | null> {
  let all = triggers.get(rules);
  if (!all) {
    all = new Map(rules.toReversed().map(({ id, on }) => [id, on]));
    triggers.set(rules, all);
  }
  return all;
}
const triggers = new WeakMap<object, ReadonlyMap<string, Trigger | null>>();

/** A way round in words, the middle of a long one left out. */
export const roundabout = (way: readonly string[]): string =>
  (way.length <= 9 ? way : [...way.slice(0, 4), "…", ...way.slice(-4)]).join(" → ");
