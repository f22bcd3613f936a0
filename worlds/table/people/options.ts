// What may be chosen for a character, by class, people, background and level: the lists that a page offers and that the maker holds every choice against.
import { ABILITIES, type Ability, isSkill, type Scores, SKILL_IDS, type Skill, titleOf } from "../rules/abilities.ts";
import { CLASS, type ClassId, cantripsOf, improvesAt, slotsOf, spellsOf } from "../rules/classes.ts";
import { type FightingStyle, type Hero, STYLES } from "../rules/hero.ts";
import { BACKGROUNDS, type BackgroundId, type RaceId, raceOf } from "../rules/races.ts";
import { POINTS, pointBuyCost, STANDARD_SCORES } from "../rules/rest.ts";
import { heroScores } from "../rules/sheet.ts";
import { SPELL_IDS, type SpellId, spellOf } from "../rules/spells.ts";

/** A new character begins at level 1 to this. */
export const LEVEL_MOST = 5;

export interface Pick<T> {
  /** At most so many. */
  readonly count: number;
  readonly from: readonly T[];
}

/** The standard scores as a class puts them to use: the highest where it fights or casts, then what keeps it alive. */
export function usualScores(id: ClassId): Scores {
  const first = [...new Set<Ability>([...MAIN[id], "constitution", "dexterity", "wisdom", ...ABILITIES])];
  return Object.fromEntries(first.map((ability, i) => [ability, STANDARD_SCORES[i]!])) as Scores;
}
const MAIN: Readonly<Record<ClassId, readonly Ability[]>> = {
  barbarian: ["strength"],
  bard: ["charisma", "dexterity"],
  cleric: ["wisdom", "strength"],
  druid: ["wisdom"],
  fighter: ["strength"],
  monk: ["dexterity", "wisdom"],
  paladin: ["strength", "charisma"],
  ranger: ["dexterity", "wisdom"],
  rogue: ["dexterity"],
  sorcerer: ["charisma"],
  warlock: ["charisma"],
  wizard: ["intelligence"],
};

/** What is wrong with scores: they are the standard ones in any order, or bought with points. */
export function scoreProblems(scores: Scores): string[] {
  const all = ABILITIES.map((ability) => scores[ability]);
  if (all.some((score) => !Number.isInteger(score))) return ["Each of the six abilities has a whole score."];
  const standard = [...all].sort((a, b) => b - a).join() === STANDARD_SCORES.join();
  const cost = pointBuyCost(scores);
  if (standard || (cost !== null && cost <= POINTS)) return [];
  return [
    cost === null
      ? "Scores are 8 to 15, or the standard 15, 14, 13, 12, 10, 8."
      : `These scores cost ${cost} points, and there are ${POINTS}.`,
  ];
}

/** The six scores with all that people and levels add. */
export function scoresOf({
  race,
  scores,
  raise = [],
  improve = [],
}: {
  readonly race: RaceId;
  readonly scores: Scores;
  readonly raise?: readonly Ability[];
  readonly improve?: readonly Ability[];
}): Scores {
  const all = [...raise, ...improve];
  return Object.fromEntries(
    ABILITIES.map((ability) => [
      ability,
      scores[ability] + (raceOf(race).scores[ability] ?? 0) + all.filter((one) => one === ability).length,
    ]),
  ) as Scores;
}

/** Skills beside those that are given: by the class, and where a people learns anything (`free`), so many of any others. */
export function skillOptions(
  id: ClassId,
  background: BackgroundId,
  race: RaceId,
): Pick<Skill> & { readonly free: number; readonly ofClass: readonly Skill[] } {
  const [count, list] = CLASS[id].skills;
  const given = trainingOf(race, background, []);
  const ofClass = (list === "any" ? SKILL_IDS : list).filter((skill) => !given.includes(skill));
  const free = raceOf(race).anySkills ?? 0;
  return {
    count: count + free,
    free,
    ofClass,
    from: free > 0 ? SKILL_IDS.filter((skill) => !given.includes(skill)) : ofClass,
  };
}

/** Skills in which proficiency counts twice: of those that are trained. */
export function expertiseCount(id: ClassId, level: number): number {
  if (id === "rogue") return level >= 6 ? 4 : 2;
  return id === "bard" && level >= 3 ? (level >= 10 ? 4 : 2) : 0;
}
export const trainingOf = (race: RaceId, background: BackgroundId, skills: readonly string[]): readonly Skill[] => [
  ...new Set([...skills.filter(isSkill), ...BACKGROUNDS[background].skills, ...(raceOf(race).skills ?? [])]),
];

/** What is wrong with the skills that are chosen. */
export function skillProblems({
  race,
  id,
  background,
  skills,
  level,
  expertise,
}: {
  readonly race: RaceId;
  readonly id: ClassId;
  readonly background: BackgroundId;
  readonly skills: readonly Skill[];
  readonly level: number;
  readonly expertise: readonly Skill[];
}): string[] {
  const problems: string[] = [];
  const { count, from, free, ofClass } = skillOptions(id, background, race);
  // What a background or a people gives as well takes no place of a choice.
  const given = trainingOf(race, background, []);
  const chosen = skills.filter((skill) => !given.includes(skill));
  for (const skill of chosen)
    if (!isSkill(skill)) problems.push(`There is no skill "${String(skill)}".`);
    else if (!from.includes(skill)) problems.push(`A ${id} does not learn ${titleOf(skill).toLowerCase()}.`);
  if (chosen.filter((skill) => !ofClass.includes(skill)).length > free)
    problems.push(`Of skills that a ${id} does not learn, a ${raceOf(race).name.toLowerCase()} chooses ${free}.`);
  if (chosen.length > count || new Set(skills).size !== skills.length)
    problems.push(`A ${id} chooses ${count} different skills beside those that are given.`);
  const twice = expertiseCount(id, level);
  const trained = trainingOf(race, background, skills);
  if (expertise.length > twice || new Set(expertise).size !== expertise.length)
    problems.push(`A ${id} of level ${level} is an expert in ${twice} skills.`);
  for (const skill of expertise)
    if (!trained.includes(skill)) problems.push(`Nobody is an expert in ${String(skill)} without having learnt it.`);
  return problems;
}

export const styleOptions = (id: ClassId, level: number): readonly FightingStyle[] =>
  id === "fighter" || ((id === "paladin" || id === "ranger") && level >= 2) ? STYLES : [];

/** Abilities that levels up to this one raise by a point, besides those of the people: two a time. */
export const improvements = (id: ClassId, level: number): number =>
  Array.from({ length: level }, (_, i) => i + 1).filter((at) => improvesAt(id, at)).length * 2;

const learnt = (id: ClassId, fits: (level: number) => boolean): readonly SpellId[] =>
  SPELL_IDS.filter((spell) => {
    const { level, classes } = spellOf(spell);
    return fits(level) && (classes as readonly string[]).includes(id);
  });

export const cantripOptions = (id: ClassId, level: number): Pick<SpellId> => ({
  count: cantripsOf(id, level),
  from: learnt(id, (one) => one === 0),
});

/** Spells that are known or prepared. `scores` are with what people and levels add. */
export const spellOptions = (id: ClassId, level: number, scores: Scores): Pick<SpellId> => ({
  count: spellsOf(id, level, scores),
  from: learnt(id, (one) => one >= 1 && one <= slotsOf(id, level).length),
});

/** What the next level lets a character learn beside what it knows already. */
export function nextSpells(hero: Hero): { readonly cantrips: Pick<SpellId>; readonly spells: Pick<SpellId> } {
  const { class: id, level } = hero;
  const left = ({ count, from }: Pick<SpellId>, known: readonly SpellId[]): Pick<SpellId> => ({
    count: Math.max(0, count - known.length),
    from: from.filter((spell) => !known.includes(spell)),
  });
  return {
    cantrips: left(cantripOptions(id, level + 1), hero.cantrips),
    spells: left(spellOptions(id, level + 1, heroScores(hero)), hero.spells),
  };
}

/** Gold pieces that gear and purse are worth together at most: the most that a class rolls to begin with, and 25 a level after. */
export const wealthAt = (id: ClassId, level: number): number => WEALTH[id] + 25 * (level - 1);
const WEALTH: Readonly<Record<ClassId, number>> = {
  barbarian: 80,
  bard: 200,
  cleric: 200,
  druid: 80,
  fighter: 200,
  monk: 20,
  paladin: 200,
  ranger: 200,
  rogue: 160,
  sorcerer: 120,
  warlock: 160,
  wizard: 160,
};
