// The maker of characters: by the rules, from a few choices, with every mistake named.
import { MBTI } from "../protocol/sheet.ts";
import { type Ability, isAbility, type Scores, type Skill, XP_FOR_LEVEL } from "../rules/abilities.ts";
import { type ClassId, cantripsOf, isClass, slotsOf, spellsOf } from "../rules/classes.ts";
import { NO_SAVES } from "../rules/damage.ts";
import { ARMOUR, costOf, gearName, goodsOf, isGear } from "../rules/gear.ts";
import type { FightingStyle, Hero, Item } from "../rules/hero.ts";
import { BACKGROUNDS, type BackgroundId, isBackground, isRace, type RaceId, raceOf } from "../rules/races.ts";
import { fixedGain, levelUp } from "../rules/rest.ts";
import { heroScores, hpMaxOf } from "../rules/sheet.ts";
import { isSpell, SPELL_IDS, type SpellId, spellOf } from "../rules/spells.ts";
import {
  cantripOptions,
  improvements,
  LEVEL_MOST,
  scoreProblems,
  scoresOf,
  skillProblems,
  spellOptions,
  styleOptions,
  wealthAt,
} from "./options.ts";

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
  /** Two for each level that raises abilities, level 4 the first. */
  readonly improve?: readonly Ability[];
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

export type MadeHero =
  | { readonly ok: true; readonly hero: Hero }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Choices as they come from outside: anything may stand under any key. */
type RawChoices = Readonly<Record<string, unknown>>;

/** A character by the rules, or everything that is wrong with the choices. `seq` numbers its id. */
export function makeHero(choices: Choices | RawChoices, seq = 1): MadeHero {
  const problems: string[] = [];
  if (!areChoices(choices, problems)) return { ok: false, problems };
  problems.push(...problemsOf(choices));
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
    raised: [...(choices.raise ?? []), ...(choices.improve ?? [])],
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
  hero = { ...hero, xp: XP_FOR_LEVEL[level - 1]!, spells, book: spells };
  return { ok: true, hero: { ...hero, hp: hpMaxOf(hero).value } };
}

const heroId = (name: string, seq: number): string =>
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

/** Whether choices have the form of choices; adds what is wrong with it to `problems`. */
function areChoices(given: Choices | RawChoices, problems: string[]): given is Choices {
  const { name, race, class: id, background, scores, level = 1, gear = {}, pronoun = "they", age = 0, mbti } = given;
  const { skills, raise = [], improve = [], cantrips = [], spells = [], expertise = [] } = given;
  const { gender = "none", alignment = "none" } = given;
  for (const key of Object.keys(given))
    if (!(KEYS as readonly string[]).includes(key))
      problems.push(`There is no choice called "${key}"; there are ${KEYS.join(", ")}.`);
  if (!isWord(name)) problems.push("A name has 1 to 40 characters.");
  if (!isWord(gender) || !isWord(alignment)) problems.push("Gender and alignment are words of 1 to 40 characters.");
  if (!["she", "he", "they"].includes(pronoun as string)) problems.push("A pronoun is she, he or they.");
  if (!isWhole(age) || age > 5000) problems.push("An age is a whole number of years up to 5000.");
  if (mbti !== undefined && !(typeof mbti === "string" && MBTI.test(mbti)))
    problems.push("mbti is one of the sixteen types, as four capital letters.");
  if (!isRace(race)) problems.push(`There is no people "${String(race)}".`);
  if (!isClass(id)) problems.push(`There is no class "${String(id)}".`);
  if (!isBackground(background)) problems.push(`There is no background "${String(background)}".`);
  if (!isWhole(level) || level < 1 || level > LEVEL_MOST)
    problems.push(`A new character begins at level 1 to ${LEVEL_MOST}.`);
  if (typeof scores !== "object" || scores === null) problems.push("The six abilities are missing: write scores.");
  if ([skills, raise, improve, cantrips, spells, expertise].some((list) => !Array.isArray(list)))
    problems.push("Skills, spells and what is raised are lists; skills must be named.");
  if (typeof gear !== "object" || gear === null || Array.isArray(gear))
    problems.push("Gear is a mapping of kinds to numbers.");
  return problems.length === 0;
}

const isWord = (value: unknown): boolean => typeof value === "string" && value.trim() !== "" && value.length <= 40;
const isWhole = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0;

/** What the rules have against choices of the right form. */
function problemsOf(choices: Choices): readonly string[] {
  const {
    race,
    class: id,
    background,
    scores,
    skills,
    raise = [],
    level = 1,
    gear = {},
    improve = [],
    expertise = [],
    style = null,
    gold = 15,
  } = choices;
  const problems: string[] = [];
  problems.push(...scoreProblems(scores));
  problems.push(...skillProblems({ race, id, background, skills, level, expertise }));
  if (style !== null && !styleOptions(id, level).includes(style))
    problems.push(`A ${id} of level ${level} has no fighting style "${String(style)}".`);
  const chooses = raceOf(race).chooses ?? 0;
  if (raise.length !== chooses || new Set(raise).size !== raise.length)
    problems.push(
      chooses === 0
        ? `${raceOf(race).name}: nothing is chosen to be raised.`
        : `${raceOf(race).name}: name ${chooses} different abilities to raise.`,
    );
  const rises = improvements(id, level);
  if (improve.length !== rises || improve.some((one) => !isAbility(one)) || raise.some((one) => !isAbility(one)))
    problems.push(
      rises === 0
        ? `A ${id} of level ${level} improves no ability.`
        : `Name ${rises} abilities to improve by a point each.`,
    );
  if (problems.length > 0) return problems;
  problems.push(...spellProblems(choices));
  for (const [kind, many] of Object.entries(gear))
    if (!isGear(kind) || !Number.isInteger(many) || many < 1)
      problems.push(`"${kind}" is no gear of the rules, or its number is none.`);
  if (!Number.isInteger(gold) || gold < 0) problems.push("Gold is a whole number of pieces.");
  const worth = Object.entries(gear).reduce((sum, [kind, many]) => sum + (costOf(kind) ?? 0) * many, gold);
  if (choices.gear !== undefined || choices.gold !== undefined)
    if (worth > wealthAt(id, level))
      problems.push(
        `Gear and gold are worth ${Math.ceil(worth)} gp, and a ${id} begins with ${wealthAt(id, level)} at most.`,
      );
  return problems;
}
const KEYS = [
  "name",
  "pronoun",
  "race",
  "class",
  "background",
  "gender",
  "age",
  "alignment",
  "mbti",
  "scores",
  "raise",
  "improve",
  "skills",
  "expertise",
  "style",
  "cantrips",
  "spells",
  "level",
  "gear",
  "gold",
] as const satisfies readonly (keyof Choices)[];

function spellProblems(choices: Choices): string[] {
  const { class: id, level = 1, cantrips = [], spells = [] } = choices;
  const problems: string[] = [];
  const options = { cantrips: cantripOptions(id, level), spells: spellOptions(id, level, scoresOf(choices)) };
  for (const [what, chosen] of [["cantrips", cantrips] as const, ["spells", spells] as const]) {
    const { count, from } = options[what];
    for (const spell of chosen)
      if (!isSpell(spell)) problems.push(`There is no spell "${String(spell)}".`);
      else if (!(spellOf(spell).classes as readonly string[]).includes(id))
        problems.push(`${spellOf(spell).name} is no spell of a ${id}.`);
      else if (!from.includes(spell)) problems.push(`${spellOf(spell).name} is out of reach at level ${level}.`);
    if (chosen.length > count || new Set(chosen).size !== chosen.length)
      problems.push(`A ${id} of level ${level} has ${count} different ${what} at most.`);
  }
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
