// The sheet of a character, computed: each number as a sum of its causes.
import {
  ABILITIES,
  type Ability,
  abilityOf,
  carryingOf,
  modifierOf,
  proficiencyOf,
  SCORE_CAP,
  type Scores,
  type Skill,
  titleOf,
} from "./abilities.ts";
import { attacksOf, CLASS, martialDie, monkSpeed, type Resource, rageBonus, resourcesOf, slotsOf } from "./classes.ts";
import { type Affliction, afflictionsOf, sourceOfEffect, speedUnder } from "./conditions.ts";
import type { DamageType, Defences } from "./damage.ts";
import { type EffectRule, effectOf } from "./effects.ts";
import { type Armour, armourOf, type Weapon, weaponOf, weightOf } from "./gear.ts";
import type { Hero, Item } from "./hero.ts";
import { cause, half, type ModifierCause, type Sum, sumOf } from "./numbers.ts";
import { raceOf } from "./races.ts";

export function scoreOf(hero: Hero, ability: Ability): Sum {
  const race = raceOf(hero.race);
  const raised = hero.raised.filter((one) => one === ability).length;
  const base = hero.scores[ability];
  const inborn = race.scores[ability] ?? 0;
  const room = Math.max(0, SCORE_CAP - base - inborn);
  return sumOf(cause("base", base), cause(race.name.toLowerCase(), inborn), cause("raised", Math.min(raised, room)));
}
export const heroScores = (hero: Hero): Scores =>
  Object.fromEntries(ABILITIES.map((ability) => [ability, scoreOf(hero, ability).value])) as Scores;

export const modOf = (hero: Hero, ability: Ability): number => modifierOf(scoreOf(hero, ability).value);
const modCause = (hero: Hero, ability: Ability): ModifierCause => cause(titleOf(ability), modOf(hero, ability));
const proficiency = (hero: Hero): ModifierCause => cause("proficiency", proficiencyOf(hero.level));

export const afflictions = (hero: Hero): readonly Affliction[] =>
  afflictionsOf(
    hero.conditions.map(({ is }) => is),
    hero.exhaustion,
  );
export const effectRules = ({ effects }: Pick<Hero, "effects">): readonly EffectRule[] =>
  effects.map(({ id }) => effectOf(id));

/** Maximum hit points; halved by the fourth level of exhaustion. */
export function hpMaxOf(hero: Hero): Sum {
  const { hitDie } = CLASS[hero.class];
  const race = raceOf(hero.race);
  const con = modOf(hero, "constitution");
  // Each level gives one hit point at least, however frail.
  const gains = hero.hpGains.map((gain) => Math.max(1, gain + con));
  const sum = sumOf(
    cause(`${hero.class} at level 1`, hitDie),
    cause("Constitution at level 1", con),
    cause(
      "later levels",
      gains.reduce((total, gain) => total + gain, 0),
    ),
    cause(race.name.toLowerCase(), (race.hpPerLevel ?? 0) * hero.level),
    cause("draconic resilience", hero.class === "sorcerer" ? hero.level : 0),
  );
  return sourceOfEffect(afflictions(hero), "half_maximum")
    ? sumOf(...sum.causes, cause("exhaustion 4", half(sum.value) - sum.value))
    : sum;
}

const wornArmour = (hero: Hero): { readonly item: Item; readonly armour: Armour } | null => {
  const item = hero.items.find(({ worn, kind }) => worn && (armourOf(kind)?.kind ?? "shield") !== "shield");
  return item ? { item, armour: armourOf(item.kind)! } : null;
};
const shieldOf = (hero: Hero): Item | null =>
  hero.items.find(({ worn, kind }) => worn && armourOf(kind)?.kind === "shield") ?? null;

/** Armour class: the best of the formulas that apply, never two of them, and what adds to any of them. */
export function armourClassOf(hero: Hero): Sum {
  const dex = modOf(hero, "dexterity");
  const worn = wornArmour(hero);
  const shield = shieldOf(hero);
  const rules = effectRules(hero);
  const extra = [
    shield ? cause(shield.name.toLowerCase(), 2) : null,
    hero.style === "defence" && worn ? cause("defence style", 1) : null,
    ...rules.flatMap(({ name, ac }) => (ac === undefined ? [] : [cause(name.toLowerCase(), ac)])),
  ];
  if (worn) {
    const { kind, ac } = worn.armour;
    const agile = kind === "light" ? dex : kind === "medium" ? Math.min(2, dex) : 0;
    return sumOf(cause(worn.item.name.toLowerCase(), ac), cause("Dexterity", agile), ...extra);
  }
  const spell = rules.find(({ acBase }) => acBase !== undefined);
  const formulas = [
    [cause("unarmoured", 10), cause("Dexterity", dex)],
    ...(hero.class === "barbarian"
      ? [[cause("unarmoured", 10), cause("Dexterity", dex), modCause(hero, "constitution")]]
      : []),
    ...(hero.class === "monk" && !shield
      ? [[cause("unarmoured", 10), cause("Dexterity", dex), modCause(hero, "wisdom")]]
      : []),
    ...(hero.class === "sorcerer" ? [[cause("dragon's scales", 13), cause("Dexterity", dex)]] : []),
    ...(spell ? [[cause(spell.name.toLowerCase(), spell.acBase!), cause("Dexterity", dex)]] : []),
  ].map((causes) => sumOf(...causes, ...extra));
  return formulas.reduce((best, one) => (one.value > best.value ? one : best));
}

/** Worn without training: disadvantage on strength and dexterity, and no spells. */
export function untrainedArmour(hero: Hero): string | null {
  const { armour } = CLASS[hero.class];
  const bad = hero.items.find(({ worn, kind }) => worn && armourOf(kind) && !armour.includes(armourOf(kind)!.kind));
  return bad ? bad.name.toLowerCase() : null;
}

export function speedOf(hero: Hero): Sum {
  const worn = wornArmour(hero);
  const slow = worn?.armour.strength !== undefined && scoreOf(hero, "strength").value < worn.armour.strength;
  const rules = effectRules(hero);
  const free = !worn && !shieldOf(hero);
  const sum = sumOf(
    cause(raceOf(hero.race).name.toLowerCase(), raceOf(hero.race).speed),
    cause("unarmoured movement", hero.class === "monk" && free ? monkSpeed(hero.level) : 0),
    cause("fast movement", hero.class === "barbarian" && hero.level >= 5 && worn?.armour.kind !== "heavy" ? 10 : 0),
    // The short legs of a dwarf carry heavy armour as they carry anything.
    cause("too weak for the armour", slow && hero.race !== "hill_dwarf" ? -10 : 0),
    ...rules.flatMap(({ name, speed }) => (speed === undefined ? [] : [cause(name.toLowerCase(), speed)])),
  );
  const times = rules.reduce((product, { speedTimes = 1 }) => product * speedTimes, 1);
  const quick = times === 1 ? sum : sumOf(...sum.causes, cause("haste", sum.value * (times - 1)));
  const held = afflictions(hero);
  const under = speedUnder(Math.max(0, quick.value), held);
  return under === quick.value ? quick : sumOf(...quick.causes, cause("conditions", under - quick.value));
}

export const isProficient = (hero: Hero, skill: Skill): boolean =>
  hero.skills.includes(skill) || (raceOf(hero.race).skills?.includes(skill) ?? false);

/** Bonus of an ability check, with a skill or without. */
export function checkBonus(hero: Hero, check: Skill | Ability): Sum {
  const ability = abilityOf(check);
  const prof = proficiencyOf(hero.level);
  const trained = ability !== check && isProficient(hero, check as Skill);
  const expert = trained && hero.expertise.includes(check as Skill);
  return sumOf(
    modCause(hero, ability),
    trained ? cause("proficiency", prof) : null,
    expert ? cause("expertise", prof) : null,
    !trained && hero.class === "bard" && hero.level >= 2 ? cause("jack of all trades", half(prof)) : null,
  );
}

export const saveBonus = (hero: Hero, ability: Ability): Sum =>
  sumOf(
    modCause(hero, ability),
    CLASS[hero.class].saves.includes(ability) ? proficiency(hero) : null,
    hero.class === "paladin" && hero.level >= 6
      ? cause("aura of protection", Math.max(1, modOf(hero, "charisma")))
      : null,
  );

export const initiativeOf = (hero: Hero): Sum =>
  sumOf(
    modCause(hero, "dexterity"),
    hero.class === "bard" && hero.level >= 2 ? cause("jack of all trades", half(proficiencyOf(hero.level))) : null,
  );

export const passiveOf = (hero: Hero, skill: Skill): Sum =>
  sumOf(cause("passive", 10), ...checkBonus(hero, skill).causes);

export function spellBonus(hero: Hero): { readonly attack: Sum; readonly dc: Sum; readonly ability: Ability } | null {
  const { castsBy } = CLASS[hero.class];
  if (castsBy === null) return null;
  return {
    ability: castsBy,
    attack: sumOf(modCause(hero, castsBy), proficiency(hero)),
    dc: sumOf(cause("base", 8), modCause(hero, castsBy), proficiency(hero)),
  };
}

/** One way to attack: what is added to the roll, and what it does. */
export interface Attack {
  readonly item: string;
  readonly name: string;
  readonly bonus: Sum;
  readonly damage: string;
  readonly damageBonus: readonly ModifierCause[];
  readonly type: DamageType;
  /** Feet. */
  readonly reach: number;
  readonly range: readonly [number, number] | null;
  readonly finesse: boolean;
  readonly light: boolean;
  readonly ammunition: "arrows" | "bolts" | "stones" | null;
  /** Disadvantage that lies in the weapon itself. */
  readonly unwieldy: string | null;
}

const isTrained = (hero: Hero, kind: string, weapon: Weapon): boolean => {
  const { weapons } = CLASS[hero.class];
  return (
    weapons.includes(weapon.category) ||
    weapons.includes(kind) ||
    (hero.race === "high_elf" && ["longsword", "shortsword", "shortbow", "longbow"].includes(kind))
  );
};

export function attackWith(hero: Hero, item: Item): Attack | null {
  const weapon = weaponOf(item.kind);
  if (!weapon) return null;
  const finesse = weapon.tags.includes("finesse");
  const monk =
    hero.class === "monk" && !weapon.ranged && !weapon.tags.includes("heavy") && !weapon.tags.includes("two_handed");
  const agile = modOf(hero, "dexterity") > modOf(hero, "strength");
  const ability: Ability =
    weapon.ranged && !finesse ? "dexterity" : (finesse || monk) && agile ? "dexterity" : "strength";
  const oneHand = shieldOf(hero) !== null || hero.items.filter(({ worn, kind }) => worn && weaponOf(kind)).length > 1;
  const die = monk
    ? largerDie(weapon.damage, `1d${martialDie(hero.level)}`)
    : weapon.versatile && !oneHand
      ? weapon.versatile
      : weapon.damage;
  const raging = hero.effects.some(({ id }) => id === "raging") && ability === "strength" && !weapon.ranged;
  return {
    item: item.id,
    name: item.name,
    bonus: sumOf(
      modCause(hero, ability),
      isTrained(hero, item.kind, weapon) ? proficiency(hero) : null,
      hero.style === "archery" && weapon.ranged ? cause("archery", 2) : null,
      hero.effects.some(({ id }) => id === "sacred_weapon")
        ? cause("sacred weapon", Math.max(1, modOf(hero, "charisma")))
        : null,
    ),
    damage: die,
    damageBonus: [
      modCause(hero, ability),
      ...(raging ? [cause("rage", rageBonus(hero.level))] : []),
      ...(hero.style === "duelling" && !weapon.ranged && !weapon.tags.includes("two_handed")
        ? [cause("duelling", 2)]
        : []),
    ].filter(({ value }) => value !== 0),
    type: weapon.type,
    reach: weapon.ranged ? 0 : weapon.tags.includes("reach") ? 10 : 5,
    range: weapon.range ?? null,
    finesse: finesse || weapon.ranged === true,
    light: weapon.tags.includes("light"),
    ammunition: !weapon.tags.includes("ammunition")
      ? null
      : item.kind.endsWith("bow") && !item.kind.includes("cross")
        ? "arrows"
        : item.kind === "sling"
          ? "stones"
          : "bolts",
    unwieldy: weapon.tags.includes("heavy") && raceOf(hero.race).size === "small" ? "too heavy for a small hand" : null,
  };
}
const largerDie = (a: string, b: string): string => (Number(a.split("d")[1]) >= Number(b.split("d")[1]) ? a : b);

function unarmedAttack(hero: Hero): Attack {
  const monk = hero.class === "monk";
  const ability: Ability = monk && modOf(hero, "dexterity") > modOf(hero, "strength") ? "dexterity" : "strength";
  return {
    item: "unarmed",
    name: "Unarmed strike",
    bonus: sumOf(modCause(hero, ability), proficiency(hero)),
    // One and strength: as dice there is nothing to roll.
    damage: monk ? `1d${martialDie(hero.level)}` : "0",
    damageBonus: [...(monk ? [] : [cause("fist", 1)]), modCause(hero, ability)],
    type: "bludgeoning",
    reach: 5,
    range: null,
    finesse: false,
    light: false,
    ammunition: null,
    unwieldy: null,
  };
}

/** Everything one can attack with, what is in hand first. */
export const attacksFor = (hero: Hero): readonly Attack[] => [
  ...[...hero.items]
    .sort((a, b) => Number(b.worn ?? false) - Number(a.worn ?? false))
    .flatMap((item) => attackWith(hero, item) ?? []),
  unarmedAttack(hero),
];
export const attacksPerAction = (hero: Hero): number =>
  attacksOf(hero.class, hero.level) + (hero.effects.some(({ id }) => id === "hasted") ? 1 : 0);

/** By spell level from 1. */
export const slotsLeft = (
  hero: Hero,
): readonly { readonly level: number; readonly left: number; readonly total: number }[] =>
  slotsOf(hero.class, hero.level).flatMap((total, i) =>
    total === 0 ? [] : [{ level: i + 1, total, left: Math.max(0, total - (hero.slotsUsed[i] ?? 0)) }],
  );

export const resources = (hero: Hero): readonly (Resource & { readonly left: number | null })[] =>
  resourcesOf(hero.class, hero.level, heroScores(hero)).map((one) => ({
    ...one,
    left: one.total === null ? null : Math.max(0, one.total - (hero.used[one.id] ?? 0)),
  }));
export const resourceLeft = (hero: Hero, id: string): number => {
  const found = resources(hero).find((one) => one.id === id);
  return found ? (found.left ?? Number.MAX_SAFE_INTEGER) : 0;
};

export function defencesOf(hero: Hero): Defences {
  const all = sourceOfEffect(afflictions(hero), "resists_all");
  return {
    resist: [
      ...(raceOf(hero.race).resist ?? []),
      ...effectRules(hero).flatMap(({ resist = [] }) => resist),
      ...(all
        ? ([
            "acid",
            "bludgeoning",
            "cold",
            "fire",
            "force",
            "lightning",
            "necrotic",
            "piercing",
            "poison",
            "psychic",
            "radiant",
            "slashing",
            "thunder",
          ] as const)
        : []),
    ],
  };
}

/** Pounds: what is carried, coins as well. Encumbrance is told and never enforced. */
export function burdenOf(hero: Hero): { readonly weight: number; readonly capacity: number } {
  const weight =
    hero.items.reduce((total, { kind, count }) => total + weightOf(kind) * count, 0) + Math.floor(hero.gold / 50);
  return { weight, capacity: carryingOf(scoreOf(hero, "strength").value, raceOf(hero.race).size).capacity };
}
