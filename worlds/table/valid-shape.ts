// Whether a value has the shape of a campaign at all: the first place that has not, as a sentence. What it reads after that it may trust.

import { DISPOSITIONS, MISSION_STATES, RATINGS, RISKS, SUPPLY_UNITS } from "./adventure/adventure.ts";
import { ABILITIES, SKILL_IDS } from "./rules/abilities.ts";
import { CLASSES } from "./rules/classes.ts";
import { CONDITIONS } from "./rules/conditions.ts";
import { EFFECT_RULES } from "./rules/effects.ts";
import { type Hero, STYLES } from "./rules/hero.ts";
import { MONSTERS } from "./rules/monsters.ts";
import { BACKGROUNDS, RACES } from "./rules/races.ts";
import { SPELLS } from "./rules/spells.ts";
import { MODES, ORDERS, PROP_STATES, type TableState, TURN_KINDS } from "./state.ts";

type ShapeCheck = (value: unknown) => boolean;
const isBag = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const text: ShapeCheck = (value) => typeof value === "string";
const flag: ShapeCheck = (value) => typeof value === "boolean";
const whole: ShapeCheck = (value) => Number.isSafeInteger(value);
const count: ShapeCheck = (value) => whole(value) && (value as number) >= 0 && (value as number) < 1e12;
const oneOf =
  (list: readonly string[]): ShapeCheck =>
  (value) =>
    list.includes(value as string);
const listOf =
  (check: ShapeCheck): ShapeCheck =>
  (value) =>
    Array.isArray(value) && value.every(check);
const mapOf =
  (check: ShapeCheck): ShapeCheck =>
  (value) =>
    isBag(value) && Object.values(value).every(check);
const maybe =
  (check: ShapeCheck): ShapeCheck =>
  (value) =>
    value === undefined || check(value);
const orNull =
  (check: ShapeCheck): ShapeCheck =>
  (value) =>
    value === null || check(value);
const bag =
  (parts: Readonly<Record<string, ShapeCheck>>): ShapeCheck =>
  (value) =>
    isBag(value) &&
    Object.entries(parts).every(([key, check]) => check(value[key])) &&
    Object.keys(value).every((key) => Object.hasOwn(parts, key));

const moment = bag({
  day: (value) => whole(value) && Math.abs(value as number) < 1e9,
  micro: count,
});
const worn = bag({
  is: oneOf(CONDITIONS),
  by: text,
  until: maybe(whole),
  save: maybe(bag({ ability: oneOf(ABILITIES), dc: whole })),
  held: maybe(text),
});
const active = bag({ id: oneOf(Object.keys(EFFECT_RULES)), by: text, until: maybe(whole), held: maybe(text) });
const item = bag({ id: text, name: text, kind: text, count: count, worn: maybe((value) => value === true) });
const spell = oneOf(Object.keys(SPELLS));
const scores = bag(
  Object.fromEntries(
    ABILITIES.map((ability) => [
      ability,
      (value: unknown) => count(value) && (value as number) >= 1 && (value as number) <= 30,
    ]),
  ),
);

const hero = bag({
  id: text,
  name: text,
  pronoun: oneOf(["she", "he", "they"]),
  race: oneOf(Object.keys(RACES)),
  class: oneOf(CLASSES),
  background: oneOf(Object.keys(BACKGROUNDS)),
  gender: text,
  age: count,
  alignment: text,
  mbti: text,
  scores,
  raised: listOf(oneOf(ABILITIES)),
  level: (value) => count(value) && (value as number) >= 1 && (value as number) <= 20,
  xp: count,
  hpGains: listOf(count),
  skills: listOf(oneOf(SKILL_IDS)),
  expertise: listOf(oneOf(SKILL_IDS)),
  style: orNull(oneOf(STYLES)),
  cantrips: listOf(spell),
  spells: listOf(spell),
  book: listOf(spell),
  hp: count,
  temp: count,
  saves: bag({ successes: count, failures: count }),
  stable: flag,
  dead: flag,
  exhaustion: count,
  inspiration: flag,
  conditions: listOf(worn),
  effects: listOf(active),
  concentrating: orNull(spell),
  slotsUsed: (value) => listOf(whole)(value) && (value as unknown[]).length <= 9,
  used: mapOf(count),
  hitDiceUsed: count,
  restedAt: orNull(whole),
  gold: count,
  items: listOf(item),
});

const npc = bag({
  id: text,
  name: text,
  role: text,
  block: oneOf(Object.keys(MONSTERS)),
  gender: text,
  age: count,
  mbti: text,
  alignment: text,
  hp: count,
  hpMax: count,
  temp: count,
  conditions: listOf(worn),
  effects: listOf(active),
  place: orNull(text),
  hidden: flag,
  disposition: oneOf(DISPOSITIONS),
  relationships: mapOf(text),
  gold: count,
  wares: mapOf(count),
  order: orNull(bag({ what: oneOf(ORDERS), on: orNull(text) })),
});

const PARTS: Readonly<Record<Exclude<keyof TableState, "adventure" | "pending" | "told" | "combat">, ShapeCheck>> = {
  settings: bag({ rating: oneOf(RATINGS), lines: listOf(text), veils: listOf(text), debug: flag, gods: listOf(text) }),
  order: listOf(text),
  heroes: mapOf(hero),
  npcs: mapOf(npc),
  tombs: listOf(bag({ id: text, name: text, at: moment, by: text })),
  counters: mapOf(count),
  at: text,
  places: mapOf(bag({ known: flag, visited: flag, items: listOf(item), gold: count, effects: listOf(text) })),
  props: maybe(mapOf(bag({ name: text, description: text, place: text, state: oneOf(PROP_STATES) }))),
  began: moment,
  now: moment,
  flags: mapOf((value) => value === true),
  scene: text,
  seen: mapOf(count),
  made: mapOf((value) => value === true),
  missions: listOf(bag({ mission_id: text, title: text, status: oneOf(MISSION_STATES), objective: text })),
  memories: listOf(text),
  deadlines: mapOf(
    bag({
      description: text,
      from: moment,
      deadline: moment,
      consequences: text,
      urgency_level: oneOf(RISKS),
      status: oneOf(["pending", "active", "resolved", "fired"]),
      warnings_given: count,
      warned: maybe(moment),
      related_npcs: listOf(text),
    }),
  ),
  agendas: mapOf(
    bag({
      current_goal: text,
      progress_percentage: count,
      blocking_factors: listOf(text),
      completed_milestones: listOf(text),
    }),
  ),
  supplies: mapOf(
    bag({
      amount: count,
      max_amount: count,
      rate: count,
      unit: oneOf(SUPPLY_UNITS),
      critical_level: count,
      consequence: text,
      told: flag,
      updated: moment,
    }),
  ),
  spotlight: count,
  phase: oneOf(["player", "ruling", "narration"]),
  timeline: listOf(bag({ sequence_id: count, summary: text, at: maybe(moment), kind: maybe(oneOf(TURN_KINDS)) })),
  ended: orNull(text),
  drift: mapOf(count),
};

/** Whether a value has the fields of a whole character. */
export const isHero = (value: unknown): value is Hero => hero(value);

/** Adventures are compiled, and what waits or was told is made by the engine: a god may not touch them. */
export function getShapeProblem(state: TableState): string | null {
  if (!isBag(state)) return "a campaign is an object";
  const known: readonly string[] = [...Object.keys(PARTS), "adventure", "pending", "told", "combat"];
  const strange = Object.keys(state).find((key) => !known.includes(key));
  if (strange !== undefined) return `a campaign has no part "${strange}"`;
  for (const [key, check] of Object.entries(PARTS))
    if (!check(state[key as keyof TableState])) return `"${key}" has not its shape`;
  return crossProblem(state);
}

/** Names that lead somewhere. */
function crossProblem({
  adventure,
  order,
  heroes,
  places,
  props = {},
  npcs,
  at,
  scene,
  spotlight,
  combat,
  told,
  pending,
  deadlines,
  agendas,
  supplies,
  ended,
  settings,
  began,
}: TableState): string | null {
  if (!isBag(adventure) || !isBag(adventure.places) || !isBag(adventure.scenes))
    return "the adventure cannot be changed";
  if (
    order.length === 0 ||
    new Set(order).size !== order.length ||
    order.some((id) => heroes[id]?.id !== id) ||
    Object.keys(heroes).length !== order.length
  )
    return "the party is not those who are in it";
  if (spotlight >= order.length) return "the spotlight is on nobody";
  if (
    Object.entries(npcs).some(
      ([id, one]) =>
        one.id !== id || (one.place !== null && places[one.place] === undefined) || Object.hasOwn(heroes, id),
    )
  )
    return "somebody has another id than their own, or is nowhere";
  if (
    Object.keys(adventure.places).some((id) => !places[id]) ||
    Object.keys(places).some((id) => !adventure.places[id]) ||
    !places[at]
  )
    return "there are other places than the adventure has";
  if (Object.values(props).some(({ place }) => !places[place])) return "a thing stands at no place";
  if (!adventure.scenes[scene] || adventure.scenes[scene].at === undefined) return "there is no such scene";
  if (ended !== null && !adventure.endings[ended]) return "there is no such ending";
  if (
    [deadlines, agendas, supplies].some((all, i) =>
      Object.keys(all).some((id) => i > 0 && [null, adventure.agendas, adventure.supplies][i]![id] === undefined),
    )
  )
    return "an agenda or a supply that nobody wrote";
  if (settings.gods.some((id) => !heroes[id])) return "a god who is nobody";
  if (!whole(began.day)) return "the beginning has no day";
  if (
    told !== null &&
    (!isBag(told) ||
      !MODES.includes(told.mode) ||
      !heroes[told.hero] ||
      !Array.isArray(told.rolls) ||
      !isBag(told.choices) ||
      !count(told.sequence))
  )
    return "what was told has not its shape";
  if (
    pending !== null &&
    (!isBag(pending) || !heroes[pending.hero] || !Array.isArray(pending.facts) || !Array.isArray(pending.rolls))
  )
    return "what waits to be told has not its shape";
  if (combat !== null) return combatProblem(combat);
  return null;
}

function combatProblem(combat: NonNullable<TableState["combat"]>): string | null {
  const square: ShapeCheck = (value) => Array.isArray(value) && value.length === 2 && value.every(count);
  const fits = bag({
    encounter: orNull(text),
    round: count,
    turn: whole,
    order: listOf(bag({ id: text, initiative: whole })),
    squares: mapOf(square),
    economy: bag({ action: flag, bonus: flag, attacks: whole, movement: count, hurried: flag, sneaked: flag }),
    reacted: listOf(text),
    surprised: listOf(text),
    micros: count,
    fallen: listOf(bag({ name: text, xp: count, gold: count })),
  });
  return fits(combat) ? null : "the fight has not its shape";
}
