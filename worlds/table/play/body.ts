// One body type for characters and creatures: what a fight or a check asks of either.

import { type Ability, abilityOf, modifierOf, type Skill } from "../rules/abilities.ts";
import {
  type Affliction,
  afflictionsOf,
  type ConditionEffect,
  sourceOfEffect,
  speedUnder,
} from "../rules/conditions.ts";
import type { Defences } from "../rules/damage.ts";
import type { EffectRule } from "../rules/effects.ts";
import type { Active, Hero, Worn } from "../rules/hero.ts";
import { type Monster, monsterOf, scoresOf } from "../rules/monsters.ts";
import { cause, type Sum, sumOf } from "../rules/numbers.ts";
import { raceOf } from "../rules/races.ts";
import {
  afflictions,
  armourClassOf,
  checkBonus,
  defencesOf,
  effectRules,
  hpMaxOf,
  initiativeOf,
  saveBonus,
  speedOf,
  untrainedArmour,
} from "../rules/sheet.ts";
import type { Health, Npc, TableState } from "../state.ts";

export interface Body {
  readonly id: string;
  readonly name: string;
  readonly hero: Hero | null;
  readonly npc: Npc | null;
  readonly monster: Monster | null;
  readonly side: "party" | "foes" | "others";
  readonly hp: number;
  readonly hpMax: number;
  readonly temp: number;
  readonly dead: boolean;
  readonly ac: Sum;
  readonly speed: number;
  readonly defences: Defences;
  readonly conditions: readonly Worn[];
  readonly effects: readonly Active[];
  readonly rules: readonly EffectRule[];
  readonly afflictions: readonly Affliction[];
  readonly darkvision: boolean;
}

function heroBody(hero: Hero): Body {
  return {
    id: hero.id,
    name: hero.name,
    hero,
    npc: null,
    monster: null,
    side: "party",
    hp: hero.hp,
    hpMax: hpMaxOf(hero).value,
    temp: hero.temp,
    dead: hero.dead,
    ac: armourClassOf(hero),
    speed: speedOf(hero).value,
    defences: defencesOf(hero),
    conditions: hero.conditions,
    effects: hero.effects,
    rules: effectRules(hero),
    afflictions: afflictions(hero),
    darkvision: raceOf(hero.race).darkvision > 0,
  };
}

function npcBody(npc: Npc): Body {
  const monster = monsterOf(npc.block);
  const rules = effectRules(npc);
  const suffered = afflictionsOf(npc.conditions.map(({ is }) => is));
  const quick = rules.reduce((speed, rule) => (speed + (rule.speed ?? 0)) * (rule.speedTimes ?? 1), monster.speed);
  return {
    id: npc.id,
    name: npc.name,
    hero: null,
    npc,
    monster,
    side: npc.disposition === "hostile" ? "foes" : npc.disposition === "friendly" ? "party" : "others",
    hp: npc.hp,
    hpMax: npc.hpMax,
    temp: npc.temp,
    dead: false,
    ac: sumOf(
      cause(monster.name.toLowerCase(), monster.ac),
      ...rules.flatMap(({ name, ac }) => (ac === undefined ? [] : [cause(name.toLowerCase(), ac)])),
    ),
    speed: speedUnder(Math.max(0, quick), suffered),
    defences: monster,
    conditions: npc.conditions,
    effects: npc.effects,
    rules,
    afflictions: suffered,
    darkvision: (monster.darkvision ?? 0) > 0,
  };
}

export function bodyOf(state: TableState, id: string): Body | null {
  const hero = state.heroes[id];
  if (hero) return heroBody(hero);
  const npc = state.npcs[id];
  return npc ? npcBody(npc) : null;
}
/** The same for an id that the engine itself took from the state. */
export function bodyIn(state: TableState, id: string): Body {
  const body = bodyOf(state, id);
  if (!body) throw new Error(`there is no ${id} in this campaign`);
  return body;
}

export const has = (body: Pick<Body, "afflictions">, effect: ConditionEffect): string | null =>
  sourceOfEffect(body.afflictions, effect);

/** Why somebody can do nothing now; null when they can. */
export function helpless(body: Body): string | null {
  if (body.dead) return "dead";
  if (body.hp <= 0) return "unconscious";
  return has(body, "no_actions");
}
export const canAct = (body: Body): boolean => helpless(body) === null;

export const healthOf = ({ hp, hpMax }: Pick<Body, "hp" | "hpMax">): Health =>
  hp <= 0 ? "down" : hp >= hpMax ? "unhurt" : hp * 2 <= hpMax ? "bloodied" : "hurt";

export function saveOf(body: Body, ability: Ability): Sum {
  if (body.hero) return saveBonus(body.hero, ability);
  return sumOf(cause(ability, modifierOf(scoresOf(body.monster!)[ability])));
}

export function checkOf(body: Body, check: Skill | Ability): Sum {
  if (body.hero) return checkBonus(body.hero, check);
  const known = body.monster!.skills?.[check as Skill];
  return known === undefined
    ? sumOf(cause(abilityOf(check), modifierOf(scoresOf(body.monster!)[abilityOf(check)])))
    : sumOf(cause(check, known));
}

export const initiativeBonus = (body: Body): Sum =>
  body.hero ? initiativeOf(body.hero) : sumOf(cause("Dexterity", modifierOf(scoresOf(body.monster!).dexterity)));

/** Armour worn without training spoils everything of strength and dexterity. */
export const clumsy = (body: Body, ability: Ability): string | null =>
  body.hero && (ability === "strength" || ability === "dexterity") ? untrainedArmour(body.hero) : null;
