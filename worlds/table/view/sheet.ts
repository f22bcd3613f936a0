// The character sheet of a hero: every number with its causes.
import { nextSpells } from "../people/options.ts";
import { ABILITIES, modifierOf, proficiencyOf, SKILL_IDS, SKILLS, titleOf, xpForNext } from "../rules/abilities.ts";
import { CLASS, FEATURES, improvesAt } from "../rules/classes.ts";
import { effectOf } from "../rules/effects.ts";
import { goodsOf } from "../rules/gear.ts";
import type { Hero } from "../rules/hero.ts";
import type { ModifierCause } from "../rules/numbers.ts";
import { BACKGROUNDS, raceOf } from "../rules/races.ts";
import { fixedGain, levelsWaiting } from "../rules/rest.ts";
import {
  armourClassOf,
  attacksFor,
  attacksPerAction,
  burdenOf,
  checkBonus,
  heroScores,
  hpMaxOf,
  initiativeOf,
  isProficient,
  passiveOf,
  resources,
  saveBonus,
  scoreOf,
  slotsLeft,
  speedOf,
  spellBonus,
  untrainedArmour,
} from "../rules/sheet.ts";
import { type SpellId, spellOf } from "../rules/spells.ts";
import type { TableState } from "../state.ts";
import { secondsIn } from "../time.ts";
import type { AttackView, Learning, SheetView, SpellView } from "./types.ts";

export function sheetView(state: TableState, hero: Hero): SheetView {
  const magic = spellBonus(hero);
  const waiting = levelsWaiting(hero);
  return {
    id: hero.id,
    name: hero.name,
    race: raceOf(hero.race).name,
    class: titleOf(hero.class),
    level: hero.level,
    background: BACKGROUNDS[hero.background].name,
    hp: hero.hp,
    hpMax: hpMaxOf(hero),
    temp: hero.temp,
    armourClass: armourClassOf(hero),
    initiative: initiativeOf(hero),
    speed: speedOf(hero),
    passivePerception: passiveOf(hero, "perception"),
    proficiency: proficiencyOf(hero.level),
    abilities: abilityViews(hero),
    skills: skillViews(hero),
    xp: hero.xp,
    xpNext: xpForNext(hero.level),
    levels: waiting,
    levelUp: waiting > 0 ? levelUpView(hero) : null,
    gold: hero.gold,
    hitDice: { left: hero.level - hero.hitDiceUsed, total: hero.level },
    slots: slotsLeft(hero),
    resources: resourceViews(hero),
    attacks: attackViews(hero),
    attacksPerAction: attacksPerAction(hero),
    spells: [...hero.cantrips, ...hero.spells].map((id) => spellView(hero, id)),
    spellDc: magic?.dc ?? null,
    spellAttack: magic?.attack ?? null,
    items: itemViews(hero),
    burden: burdenOf(hero),
    ...healthView(hero, secondsIn(state)),
    features: [
      ...raceOf(hero.race).traits,
      ...FEATURES[hero.class].filter(([level]) => level <= hero.level).map(([, name]) => name),
    ],
    armourTrouble: untrainedArmour(hero),
  };
}

function abilityViews(hero: Hero): SheetView["abilities"] {
  const scores = heroScores(hero);
  return ABILITIES.map((id) => ({
    id,
    score: scoreOf(hero, id),
    modifier: modifierOf(scores[id]),
    save: saveBonus(hero, id),
    saves: saveBonus(hero, id).causes.some(({ what }) => what === "proficiency"),
  }));
}

const skillViews = (hero: Hero): SheetView["skills"] =>
  SKILL_IDS.map((id) => ({
    id,
    name: titleOf(id),
    ability: SKILLS[id],
    bonus: checkBonus(hero, id),
    trained: isProficient(hero, id),
    expert: hero.expertise.includes(id),
  }));

const resourceViews = (hero: Hero): SheetView["resources"] =>
  resources(hero).map(({ id, left, total, back }) => ({ id, name: titleOf(id), left, total, back }));

const itemViews = (hero: Hero): SheetView["items"] =>
  hero.items.map(({ id, name, kind, count, worn }) => ({
    id,
    name,
    kind,
    count,
    worn: worn ?? false,
    use: useOf(kind),
  }));

/** Conditions and effects with the seconds that are left of each, and how near death the hero is. */
function healthView(
  hero: Hero,
  now: number,
): Pick<
  SheetView,
  "conditions" | "effects" | "concentrating" | "exhaustion" | "inspiration" | "status" | "deathSaves"
> {
  const left = (until?: number) => (until === undefined ? null : Math.max(0, until - now));
  return {
    conditions: hero.conditions.map(({ is, by, until }) => ({ name: is, by, seconds: left(until) })),
    effects: hero.effects.map(({ id, until }) => ({ name: effectOf(id).name, seconds: left(until) })),
    concentrating: hero.concentrating === null ? null : spellOf(hero.concentrating).name,
    exhaustion: hero.exhaustion,
    inspiration: hero.inspiration,
    status: hero.dead ? "dead" : hero.hp > 0 ? "conscious" : hero.stable ? "stable" : "unconscious",
    deathSaves: hero.saves,
  };
}

const useOf = (kind: string): string | null => {
  const goods = goodsOf(kind);
  if (!goods) return null;
  return goods.heals
    ? `heals ${goods.heals}`
    : goods.light
      ? `light for ${goods.light} feet`
      : kind === "healers_kit"
        ? "stabilises the dying"
        : null;
};

const attackViews = (hero: Hero): AttackView[] =>
  attacksFor(hero).map(({ item, name, bonus, damage, damageBonus, type, reach, range, ammunition }) => {
    const added = damageBonus.reduce((total, { value }: ModifierCause) => total + value, 0);
    const dice =
      damage === "0" ? `${Math.max(0, added)}` : `${damage}${added === 0 ? "" : added > 0 ? `+${added}` : added}`;
    const shots =
      ammunition === null || ammunition === "stones"
        ? null
        : (hero.items.find(({ kind }) => kind === ammunition)?.count ?? 0);
    return { item, name, bonus, damage: dice, type, reach, range, shots };
  });

function spellView(hero: Hero, id: SpellId): SpellView {
  const { name, level, cast, range, on, concentration = false, says } = spellOf(id);
  const slot = level === 0 ? 0 : (slotsLeft(hero).find((one) => one.level >= level && one.left > 0)?.level ?? null);
  return { id, name, level, cast, range, on, concentration, says, slot };
}

function levelUpView(hero: Hero): NonNullable<SheetView["levelUp"]> {
  const { cantrips, spells } = nextSpells(hero);
  const learning = ({ count, from }: typeof spells): Learning => ({
    count,
    from:
      count === 0
        ? []
        : from.map((id) => ({ id, name: spellOf(id).name, level: spellOf(id).level, says: spellOf(id).says })),
  });
  return {
    fixed: fixedGain(hero),
    die: CLASS[hero.class].hitDie,
    raises: improvesAt(hero.class, hero.level + 1),
    cantrips: learning(cantrips),
    spells: learning(spells),
  };
}
