// Four characters to begin with, and the maker that any other goes through: by the rules, from a few choices, with every mistake named.
import { ABILITIES, type Ability, isSkill, type Scores, type Skill, titleOf } from "../rules/abilities.ts";
import { CLASS, type ClassId, cantripsOf, isClass, slotsOf, spellsOf } from "../rules/classes.ts";
import { NO_SAVES } from "../rules/damage.ts";
import { ARMOUR, gearName, goodsOf, isGear } from "../rules/gear.ts";
import type { FightingStyle, Hero, Item } from "../rules/hero.ts";
import { BACKGROUNDS, type BackgroundId, isBackground, isRace, type RaceId, raceOf } from "../rules/races.ts";
import { fixedGain, levelUp, POINTS, pointBuyCost, STANDARD_SCORES } from "../rules/rest.ts";
import { heroScores, hpMaxOf } from "../rules/sheet.ts";
import { isSpell, SPELL_IDS, type SpellId, spellOf } from "../rules/spells.ts";

/** What a player chooses; the rest follows. */
export interface Choices {
  readonly name: string;
  readonly pronoun?: Hero["pronoun"];
  readonly race: RaceId;
  readonly class: ClassId;
  readonly background: BackgroundId;
  readonly gender?: string;
  readonly age?: number;
  readonly alignment?: string;
  readonly mbti?: string;
  /** The standard scores in any order, or 27 points. */
  readonly scores: Scores;
  /** Two abilities that a half-elf raises. */
  readonly raise?: readonly Ability[];
  readonly skills: readonly Skill[];
  readonly expertise?: readonly Skill[];
  readonly style?: FightingStyle;
  readonly cantrips?: readonly SpellId[];
  readonly spells?: readonly SpellId[];
  readonly level?: number;
  /** Kinds of gear with how many; the first armour, shield and weapon are put on. */
  readonly gear?: Readonly<Record<string, number>>;
  readonly gold?: number;
}

export type Made =
  | { readonly ok: true; readonly hero: Hero }
  | { readonly ok: false; readonly problems: readonly string[] };

/** A character by the rules, or everything that is wrong with the choices. `seq` numbers its id. */
export function makeHero(choices: Choices, seq = 1): Made {
  const problems = problemsOf(choices);
  if (problems.length > 0) return { ok: false, problems };
  const { name, race, class: id, background, scores, skills, level = 1 } = choices;
  const gear = Object.entries(choices.gear ?? KITS[id]);
  let hero: Hero = {
    id: heroId(name, seq),
    name,
    pronoun: choices.pronoun ?? "they",
    race,
    class: id,
    background,
    gender: choices.gender ?? "unspecified",
    age: choices.age ?? 25,
    alignment: choices.alignment ?? "neutral good",
    mbti: choices.mbti ?? "ISFP",
    scores,
    raised: choices.raise ?? [],
    level: 1,
    xp: 0,
    hpGains: [],
    skills: [...new Set([...skills, ...BACKGROUNDS[background].skills])],
    expertise: choices.expertise ?? [],
    style: choices.style ?? null,
    cantrips: choices.cantrips ?? firstSpells(id, 0, cantripsOf(id, level), []),
    spells: [],
    book: [],
    hp: 1,
    temp: 0,
    saves: NO_SAVES,
    stable: false,
    dead: false,
    exhaustion: 0,
    inspiration: false,
    conditions: [],
    effects: [],
    concentrating: null,
    slotsUsed: [],
    used: {},
    hitDiceUsed: 0,
    restedAt: null,
    gold: choices.gold ?? 15,
    items: wearing(gear.map(([kind, count]) => ({ id: `item_${kind}_001`, name: gearName(kind), kind, count }))),
  };
  while (hero.level < level) hero = levelUp(hero, fixedGain(hero), []);
  const known = spellsOf(id, level, heroScores(hero));
  const spells = choices.spells ?? firstSpells(id, slotsOf(id, level).length, known, []);
  hero = { ...hero, xp: [0, 0, 300, 900, 2700, 6500][level] ?? 0, spells, book: spells };
  return { ok: true, hero: { ...hero, hp: hpMaxOf(hero).value } };
}

export const heroId = (name: string, seq: number): string =>
  `pc_${
    name
      .toLowerCase()
      .normalize("NFKD")
      .replaceAll(/[^a-z0-9]+/g, "_")
      .replaceAll(/^_+|_+$/g, "") || "hero"
  }_${`${seq}`.padStart(3, "0")}`;

/** The first of the class's list that are not known yet, the useful ones first. */
function firstSpells(id: ClassId, top: number, count: number, known: readonly SpellId[]): SpellId[] {
  const fits = SPELL_IDS.filter((spell) => {
    const { level, classes } = spellOf(spell);
    return (
      (classes as readonly string[]).includes(id) &&
      !known.includes(spell) &&
      (top === 0 ? level === 0 : level >= 1 && level <= top)
    );
  });
  return fits.slice(0, count);
}

/** One armour, one shield, and the first weapon: in two hands where it needs them. */
function wearing(items: readonly Item[]): readonly Item[] {
  const armour = items.find(({ kind }) => kind in ARMOUR && kind !== "shield");
  const shield = items.find(({ kind }) => kind === "shield");
  const weapon = items.find(({ kind }) => !(kind in ARMOUR) && goodsOf(kind) === null);
  return items.map((item) =>
    item === armour || item === shield || item === weapon ? { ...item, worn: true as const } : item,
  );
}

export function problemsOf(choices: Choices): readonly string[] {
  const {
    name,
    race,
    class: id,
    background,
    scores,
    skills,
    raise = [],
    cantrips,
    spells,
    level = 1,
    gear = {},
  } = choices;
  const problems: string[] = [];
  if (typeof name !== "string" || name.trim() === "" || name.length > 40)
    problems.push("A name has 1 to 40 characters.");
  if (!isRace(race)) problems.push(`There is no people "${String(race)}".`);
  if (!isClass(id)) problems.push(`There is no class "${String(id)}".`);
  if (!isBackground(background)) problems.push(`There is no background "${String(background)}".`);
  if (!Number.isInteger(level) || level < 1 || level > 5) problems.push("A new character begins at level 1 to 5.");
  if (typeof scores !== "object" || scores === null) problems.push("The six abilities are missing: write scores.");
  const lists: readonly unknown[] = [skills, raise, cantrips ?? [], spells ?? [], choices.expertise ?? []];
  if (lists.some((list) => !Array.isArray(list)))
    problems.push("Skills, spells and what is raised are lists; skills must be named.");
  if (typeof gear !== "object" || gear === null || Array.isArray(gear))
    problems.push("Gear is a mapping of kinds to numbers.");
  if (problems.length > 0) return problems;
  problems.push(...scoreProblems(scores));
  const facts = CLASS[id];
  const [count, from] = facts.skills;
  const given = BACKGROUNDS[background].skills as readonly Skill[];
  for (const skill of skills) {
    if (!isSkill(skill)) problems.push(`There is no skill "${String(skill)}".`);
    else if (from !== "any" && !from.includes(skill) && !given.includes(skill))
      problems.push(`A ${id} does not learn ${titleOf(skill).toLowerCase()}.`);
  }
  if (skills.filter((skill) => !given.includes(skill)).length > count)
    problems.push(`A ${id} chooses ${count} skills beside those of the background.`);
  const chooses = raceOf(race).chooses ?? 0;
  if (raise.length !== chooses || new Set(raise).size !== raise.length)
    problems.push(
      chooses === 0
        ? `${raceOf(race).name}: nothing is chosen to be raised.`
        : `${raceOf(race).name}: name ${chooses} different abilities to raise.`,
    );
  problems.push(...spellProblems(id, level, { cantrips, spells }));
  for (const [kind, many] of Object.entries(gear))
    if (!isGear(kind) || !Number.isInteger(many) || many < 1)
      problems.push(`"${kind}" is no gear of the rules, or its number is none.`);
  return problems;
}

function scoreProblems(scores: Scores): string[] {
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

function spellProblems(
  id: ClassId,
  level: number,
  {
    cantrips = [],
    spells = [],
  }: { cantrips?: readonly SpellId[] | undefined; spells?: readonly SpellId[] | undefined },
): string[] {
  const problems: string[] = [];
  const top = slotsOf(id, level).length;
  for (const spell of [...cantrips, ...spells]) {
    if (!isSpell(spell)) problems.push(`There is no spell "${String(spell)}".`);
    else if (!(spellOf(spell).classes as readonly string[]).includes(id))
      problems.push(`${spellOf(spell).name} is no spell of a ${id}.`);
    else if (cantrips.includes(spell) !== (spellOf(spell).level === 0) || spellOf(spell).level > top)
      problems.push(`${spellOf(spell).name} is out of reach at level ${level}.`);
  }
  if (cantrips.length > cantripsOf(id, level))
    problems.push(`A ${id} of level ${level} knows ${cantripsOf(id, level)} cantrips.`);
  return problems;
}

/** What each class sets out with. */
const KITS: Readonly<Record<ClassId, Readonly<Record<string, number>>>> = {
  barbarian: { greataxe: 1, handaxe: 2, javelin: 4, rations: 10, rope: 1 },
  bard: { leather: 1, rapier: 1, dagger: 1, rations: 10 },
  cleric: { chain_mail: 1, shield: 1, mace: 1, holy_symbol: 1, rations: 10 },
  druid: { leather: 1, shield: 1, scimitar: 1, rations: 10 },
  fighter: { chain_mail: 1, shield: 1, longsword: 1, handaxe: 2, rations: 10 },
  monk: { shortsword: 1, dart: 10, rations: 10 },
  paladin: { chain_mail: 1, shield: 1, longsword: 1, javelin: 5, holy_symbol: 1, rations: 10 },
  ranger: { leather: 1, longbow: 1, arrows: 20, shortsword: 2, rations: 10 },
  rogue: { leather: 1, shortsword: 1, shortbow: 1, arrows: 20, thieves_tools: 1, dagger: 2, rations: 5 },
  sorcerer: { quarterstaff: 1, dagger: 2, component_pouch: 1, rations: 10 },
  warlock: { leather: 1, quarterstaff: 1, dagger: 2, component_pouch: 1, rations: 10 },
  wizard: { quarterstaff: 1, component_pouch: 1, spellbook: 1, rations: 10 },
};

const scores = (
  strength: number,
  dexterity: number,
  constitution: number,
  intelligence: number,
  wisdom: number,
  charisma: number,
): Scores => ({ strength, dexterity, constitution, intelligence, wisdom, charisma });

/** Level 2, each with a potion and a light: an evening's company. */
export const READY_MADE = {
  ilsa: {
    name: "Ilsa Vane",
    pronoun: "she",
    race: "half_elf",
    class: "rogue",
    background: "street",
    gender: "woman",
    age: 24,
    alignment: "chaotic good",
    mbti: "ENTP",
    scores: scores(8, 15, 14, 12, 13, 10),
    raise: ["dexterity", "constitution"],
    skills: ["perception", "deception", "investigation", "acrobatics"],
    expertise: ["stealth", "perception"],
    level: 2,
    gear: {
      leather: 1,
      shortsword: 1,
      shortbow: 1,
      arrows: 20,
      dagger: 2,
      thieves_tools: 1,
      torch: 3,
      potion_of_healing: 1,
      rations: 5,
    },
    gold: 22,
  },
  bram: {
    name: "Bram Oakhand",
    pronoun: "he",
    race: "human",
    class: "fighter",
    background: "soldier",
    gender: "man",
    age: 33,
    alignment: "lawful good",
    mbti: "ISTJ",
    scores: scores(15, 13, 14, 8, 12, 10),
    skills: ["perception", "survival"],
    style: "defence",
    level: 2,
    gear: {
      chain_mail: 1,
      shield: 1,
      longsword: 1,
      handaxe: 2,
      lantern: 1,
      potion_of_healing: 1,
      rations: 10,
      rope: 1,
    },
    gold: 18,
  },
  maren: {
    name: "Maren Holt",
    pronoun: "she",
    race: "hill_dwarf",
    class: "cleric",
    background: "acolyte",
    gender: "woman",
    age: 61,
    alignment: "neutral good",
    mbti: "ISFJ",
    scores: scores(14, 8, 13, 10, 15, 12),
    skills: ["medicine", "persuasion"],
    cantrips: ["sacred_flame", "guidance", "light"],
    spells: ["cure_wounds", "bless", "guiding_bolt", "healing_word", "command"],
    level: 2,
    gear: { chain_mail: 1, shield: 1, mace: 1, holy_symbol: 1, potion_of_healing: 1, rations: 10 },
    gold: 20,
  },
  tobin: {
    name: "Tobin Quill",
    pronoun: "they",
    race: "high_elf",
    class: "wizard",
    background: "scholar",
    gender: "unspecified",
    age: 118,
    alignment: "neutral",
    mbti: "INTP",
    scores: scores(8, 14, 13, 15, 12, 10),
    skills: ["investigation", "insight"],
    cantrips: ["fire_bolt", "mage_hand", "light"],
    spells: ["magic_missile", "shield", "mage_armor", "sleep", "thunderwave"],
    level: 2,
    gear: { quarterstaff: 1, component_pouch: 1, spellbook: 1, potion_of_healing: 1, rations: 10 },
    gold: 25,
  },
} as const satisfies Readonly<Record<string, Choices>>;
export type ReadyMade = keyof typeof READY_MADE;

/** A whole character, one made from choices, or a ready-made one by name. Throws a `RangeError` where that is none. */
export function heroOf(one: string | Hero | Choices, at: number): Hero {
  if (typeof one !== "string") {
    if ("id" in one) return one;
    const made = makeHero(one, at + 1);
    if (!made.ok) throw new RangeError(`${one.name}: ${made.problems.join(" ")}`);
    return made.hero;
  }
  if (!Object.hasOwn(READY_MADE, one))
    throw new RangeError(`there is no ready-made character "${one}"; there are ${Object.keys(READY_MADE).join(", ")}`);
  const made = makeHero(READY_MADE[one as ReadyMade], at + 1);
  if (!made.ok) throw new Error(`${one}: ${made.problems.join(" ")}`);
  return made.hero;
}
