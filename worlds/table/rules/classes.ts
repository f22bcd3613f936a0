// The twelve classes to level 20: hit dice, saves, training, spell slots and resources, each as a table or a formula. No multiclassing.
import { type Ability, modifierOf, type Scores, type Skill } from "./abilities.ts";

export const CLASSES = [
  "barbarian",
  "bard",
  "cleric",
  "druid",
  "fighter",
  "monk",
  "paladin",
  "ranger",
  "rogue",
  "sorcerer",
  "warlock",
  "wizard",
] as const;
export type ClassId = (typeof CLASSES)[number];
export const isClass = (value: unknown): value is ClassId => (CLASSES as readonly unknown[]).includes(value);

type Casting = "none" | "full" | "half" | "pact";

interface ClassFacts {
  readonly hitDie: 6 | 8 | 10 | 12;
  readonly saves: readonly [Ability, Ability];
  readonly armour: readonly ("light" | "medium" | "heavy" | "shield")[];
  /** Categories and single weapons. */
  readonly weapons: readonly string[];
  readonly casting: Casting;
  readonly castsBy: Ability | null;
  /** How spells are come by: learned for good, or prepared each day. */
  readonly spells: "none" | "known" | "prepared";
  readonly subclass: string;
  /** Levels at which it is chosen. */
  readonly subclassAt: number;
  /** So many of these skills. */
  readonly skills: readonly [count: number, from: readonly Skill[] | "any"];
}

const SIMPLE_CASTER = ["dagger", "dart", "sling", "quarterstaff", "light_crossbow"] as const;
const NIMBLE = ["simple", "hand_crossbow", "longsword", "rapier", "shortsword"] as const;

export const CLASS: Readonly<Record<ClassId, ClassFacts>> = {
  barbarian: {
    hitDie: 12,
    saves: ["strength", "constitution"],
    armour: ["light", "medium", "shield"],
    weapons: ["simple", "martial"],
    casting: "none",
    castsBy: null,
    spells: "none",
    subclass: "Path of the Berserker",
    subclassAt: 3,
    skills: [2, ["animal_handling", "athletics", "intimidation", "nature", "perception", "survival"]],
  },
  bard: {
    hitDie: 8,
    saves: ["dexterity", "charisma"],
    armour: ["light"],
    weapons: NIMBLE,
    casting: "full",
    castsBy: "charisma",
    spells: "known",
    subclass: "College of Lore",
    subclassAt: 3,
    skills: [3, "any"],
  },
  cleric: {
    hitDie: 8,
    saves: ["wisdom", "charisma"],
    armour: ["light", "medium", "shield"],
    weapons: ["simple"],
    casting: "full",
    castsBy: "wisdom",
    spells: "prepared",
    subclass: "Life Domain",
    subclassAt: 1,
    skills: [2, ["history", "insight", "medicine", "persuasion", "religion"]],
  },
  druid: {
    hitDie: 8,
    saves: ["intelligence", "wisdom"],
    armour: ["light", "medium", "shield"],
    weapons: ["club", "dagger", "dart", "javelin", "mace", "quarterstaff", "scimitar", "sickle", "sling", "spear"],
    casting: "full",
    castsBy: "wisdom",
    spells: "prepared",
    subclass: "Circle of the Land",
    subclassAt: 2,
    skills: [2, ["arcana", "animal_handling", "insight", "medicine", "nature", "perception", "religion", "survival"]],
  },
  fighter: {
    hitDie: 10,
    saves: ["strength", "constitution"],
    armour: ["light", "medium", "heavy", "shield"],
    weapons: ["simple", "martial"],
    casting: "none",
    castsBy: null,
    spells: "none",
    subclass: "Champion",
    subclassAt: 3,
    skills: [
      2,
      ["acrobatics", "animal_handling", "athletics", "history", "insight", "intimidation", "perception", "survival"],
    ],
  },
  monk: {
    hitDie: 8,
    saves: ["strength", "dexterity"],
    armour: [],
    weapons: ["simple", "shortsword"],
    casting: "none",
    castsBy: null,
    spells: "none",
    subclass: "Way of the Open Hand",
    subclassAt: 3,
    skills: [2, ["acrobatics", "athletics", "history", "insight", "religion", "stealth"]],
  },
  paladin: {
    hitDie: 10,
    saves: ["wisdom", "charisma"],
    armour: ["light", "medium", "heavy", "shield"],
    weapons: ["simple", "martial"],
    casting: "half",
    castsBy: "charisma",
    spells: "prepared",
    subclass: "Oath of Devotion",
    subclassAt: 3,
    skills: [2, ["athletics", "insight", "intimidation", "medicine", "persuasion", "religion"]],
  },
  ranger: {
    hitDie: 10,
    saves: ["strength", "dexterity"],
    armour: ["light", "medium", "shield"],
    weapons: ["simple", "martial"],
    casting: "half",
    castsBy: "wisdom",
    spells: "known",
    subclass: "Hunter",
    subclassAt: 3,
    skills: [
      3,
      ["animal_handling", "athletics", "insight", "investigation", "nature", "perception", "stealth", "survival"],
    ],
  },
  rogue: {
    hitDie: 8,
    saves: ["dexterity", "intelligence"],
    armour: ["light"],
    weapons: NIMBLE,
    casting: "none",
    castsBy: null,
    spells: "none",
    subclass: "Thief",
    subclassAt: 3,
    skills: [
      4,
      [
        "acrobatics",
        "athletics",
        "deception",
        "insight",
        "intimidation",
        "investigation",
        "perception",
        "performance",
        "persuasion",
        "sleight_of_hand",
        "stealth",
      ],
    ],
  },
  sorcerer: {
    hitDie: 6,
    saves: ["constitution", "charisma"],
    armour: [],
    weapons: SIMPLE_CASTER,
    casting: "full",
    castsBy: "charisma",
    spells: "known",
    subclass: "Draconic Bloodline",
    subclassAt: 1,
    skills: [2, ["arcana", "deception", "insight", "intimidation", "persuasion", "religion"]],
  },
  warlock: {
    hitDie: 8,
    saves: ["wisdom", "charisma"],
    armour: ["light"],
    weapons: ["simple"],
    casting: "pact",
    castsBy: "charisma",
    spells: "known",
    subclass: "The Fiend",
    subclassAt: 1,
    skills: [2, ["arcana", "deception", "history", "intimidation", "investigation", "nature", "religion"]],
  },
  wizard: {
    hitDie: 6,
    saves: ["intelligence", "wisdom"],
    armour: [],
    weapons: SIMPLE_CASTER,
    casting: "full",
    castsBy: "intelligence",
    spells: "prepared",
    subclass: "School of Evocation",
    subclassAt: 2,
    skills: [2, ["arcana", "history", "insight", "investigation", "medicine", "religion"]],
  },
};

/** Slots of level 1, 2, … of a full caster, by level from 1. */
const FULL: readonly (readonly number[])[] = [
  [2],
  [3],
  [4, 2],
  [4, 3],
  [4, 3, 2],
  [4, 3, 3],
  [4, 3, 3, 1],
  [4, 3, 3, 2],
  [4, 3, 3, 3, 1],
  [4, 3, 3, 3, 2],
  [4, 3, 3, 3, 2, 1],
  [4, 3, 3, 3, 2, 1],
  [4, 3, 3, 3, 2, 1, 1],
  [4, 3, 3, 3, 2, 1, 1],
  [4, 3, 3, 3, 2, 1, 1, 1],
  [4, 3, 3, 3, 2, 1, 1, 1],
  [4, 3, 3, 3, 2, 1, 1, 1, 1],
  [4, 3, 3, 3, 3, 1, 1, 1, 1],
  [4, 3, 3, 3, 3, 2, 1, 1, 1],
  [4, 3, 3, 3, 3, 2, 2, 1, 1],
];

/** Slots by spell level from 1: of a class at a level. A warlock's all stand at one level. */
export function slotsOf(id: ClassId, level: number): readonly number[] {
  const { casting } = CLASS[id];
  if (casting === "full") return FULL[level - 1]!;
  if (casting === "half") return level < 2 ? [] : FULL[Math.ceil(level / 2) - 1]!;
  if (casting === "none") return [];
  const count = level >= 17 ? 4 : level >= 11 ? 3 : level >= 2 ? 2 : 1;
  const at = Math.min(5, Math.ceil(level / 2));
  return Array.from({ length: at }, (_, i) => (i === at - 1 ? count : 0));
}

/** The last step of a table that a level has reached: `[[1, 2], [3, 3]]` is 2 at level 1 and 3 from level 3. */
export const stepOf = <T>(steps: readonly (readonly [from: number, value: T])[], level: number): T | null =>
  steps.findLast(([from]) => level >= from)?.[1] ?? null;

const CANTRIPS: Readonly<Partial<Record<ClassId, readonly (readonly [number, number])[]>>> = {
  bard: [
    [1, 2],
    [4, 3],
    [10, 4],
  ],
  cleric: [
    [1, 3],
    [4, 4],
    [10, 5],
  ],
  druid: [
    [1, 2],
    [4, 3],
    [10, 4],
  ],
  sorcerer: [
    [1, 4],
    [4, 5],
    [10, 6],
  ],
  warlock: [
    [1, 2],
    [4, 3],
    [10, 4],
  ],
  wizard: [
    [1, 3],
    [4, 4],
    [10, 5],
  ],
};
export const cantripsOf = (id: ClassId, level: number): number => stepOf(CANTRIPS[id] ?? [], level) ?? 0;

const KNOWN: Readonly<Partial<Record<ClassId, readonly number[]>>> = {
  bard: [4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 15, 15, 16, 18, 19, 19, 20, 22, 22, 22],
  sorcerer: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 12, 13, 13, 14, 14, 15, 15, 15, 15],
  warlock: [2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 11, 11, 12, 12, 13, 13, 14, 14, 15, 15],
  ranger: [0, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11],
};
/** How many spells of level 1 and up one of this class knows or prepares. */
export function spellsOf(id: ClassId, level: number, scores: Scores): number {
  const { spells, castsBy, casting } = CLASS[id];
  if (spells === "known") return KNOWN[id]![level - 1]!;
  if (spells === "none" || castsBy === null || (casting === "half" && level < 2)) return 0;
  return Math.max(1, modifierOf(scores[castsBy]) + (casting === "half" ? Math.floor(level / 2) : level));
}
/** How many times the dice of a cantrip. */
export const cantripDice = (level: number): number =>
  stepOf(
    [
      [1, 1],
      [5, 2],
      [11, 3],
      [17, 4],
    ],
    level,
  ) ?? 1;

const RECOVERIES = ["short", "long"] as const;
export type Recovery = (typeof RECOVERIES)[number];

export interface Resource {
  readonly id: string;
  /** Null where it never runs out. */
  readonly total: number | null;
  readonly back: Recovery;
}

interface ResourceRule {
  readonly id: string;
  readonly of: ClassId;
  /** Null below its first level; infinite as the string. */
  total(level: number, scores: Scores): number | "unlimited" | null;
  back(level: number): Recovery;
}
const steps =
  (...table: readonly (readonly [number, number | "unlimited"])[]) =>
  (level: number) =>
    stepOf(table, level);
const short = (): Recovery => "short";
const long = (): Recovery => "long";

const RESOURCES: readonly ResourceRule[] = [
  {
    id: "rage",
    of: "barbarian",
    total: steps([1, 2], [3, 3], [6, 4], [12, 5], [17, 6], [20, "unlimited"]),
    back: long,
  },
  {
    id: "bardic_inspiration",
    of: "bard",
    total: (_, { charisma }) => Math.max(1, modifierOf(charisma)),
    back: (level) => (level >= 5 ? "short" : "long"),
  },
  { id: "channel_divinity", of: "cleric", total: steps([2, 1], [6, 2], [18, 3]), back: short },
  { id: "wild_shape", of: "druid", total: steps([2, 2], [20, "unlimited"]), back: short },
  { id: "second_wind", of: "fighter", total: steps([1, 1]), back: short },
  { id: "action_surge", of: "fighter", total: steps([2, 1], [17, 2]), back: short },
  { id: "indomitable", of: "fighter", total: steps([9, 1], [13, 2], [17, 3]), back: long },
  { id: "ki_points", of: "monk", total: (level) => (level >= 2 ? level : null), back: short },
  { id: "lay_on_hands_pool", of: "paladin", total: (level) => 5 * level, back: long },
  {
    id: "divine_sense",
    of: "paladin",
    total: (_, { charisma }) => Math.max(1, 1 + modifierOf(charisma)),
    back: long,
  },
  { id: "channel_divinity", of: "paladin", total: steps([3, 1]), back: short },
  { id: "sorcery_points", of: "sorcerer", total: (level) => (level >= 2 ? level : null), back: long },
  { id: "mystic_arcanum_6", of: "warlock", total: steps([11, 1]), back: long },
  { id: "mystic_arcanum_7", of: "warlock", total: steps([13, 1]), back: long },
  { id: "mystic_arcanum_8", of: "warlock", total: steps([15, 1]), back: long },
  { id: "mystic_arcanum_9", of: "warlock", total: steps([17, 1]), back: long },
  { id: "arcane_recovery", of: "wizard", total: steps([1, 1]), back: long },
];

/** What a class can spend at a level, in the order of the table. */
export const resourcesOf = (id: ClassId, level: number, scores: Scores): readonly Resource[] =>
  RESOURCES.flatMap((rule) => {
    if (rule.of !== id) return [];
    const total = rule.total(level, scores);
    return total === null ? [] : [{ id: rule.id, total: total === "unlimited" ? null : total, back: rule.back(level) }];
  });

export const improvesAt = (id: ClassId, level: number): boolean =>
  [4, 8, 12, 16, 19, ...(id === "fighter" ? [6, 14] : []), ...(id === "rogue" ? [10] : [])].includes(level);

/** Attacks with one Attack action. */
export function attacksOf(id: ClassId, level: number): number {
  if (id === "fighter")
    return stepOf(
      [
        [1, 1],
        [5, 2],
        [11, 3],
        [20, 4],
      ],
      level,
    )!;
  return level >= 5 && ["barbarian", "monk", "paladin", "ranger"].includes(id) ? 2 : 1;
}

export const rageBonus = (level: number): number =>
  stepOf(
    [
      [1, 2],
      [9, 3],
      [16, 4],
    ],
    level,
  )!;
export const sneakDice = (level: number): number => Math.ceil(level / 2);
export const martialDie = (level: number): number =>
  stepOf(
    [
      [1, 4],
      [5, 6],
      [11, 8],
      [17, 10],
    ],
    level,
  )!;
export const monkSpeed = (level: number): number =>
  stepOf(
    [
      [1, 0],
      [2, 10],
      [6, 15],
      [10, 20],
      [14, 25],
      [18, 30],
    ],
    level,
  )!;
/** Highest challenge, in eighths, of the undead that a cleric destroys; null below level 5. */
export const destroysUndead = (level: number): number | null =>
  stepOf(
    [
      [5, 4],
      [8, 8],
      [11, 16],
      [14, 24],
      [17, 32],
    ],
    level,
  );
/** Sorcery points for a new slot of level 1 to 5. */
export const SLOT_POINTS = [2, 3, 5, 6, 7] as const;

/** Named abilities by level, for the sheet. Numbers that matter are computed elsewhere. */
export const FEATURES: Readonly<Record<ClassId, readonly (readonly [level: number, name: string])[]>> = {
  barbarian: [
    [1, "Rage"],
    [1, "Unarmoured Defence"],
    [2, "Reckless Attack"],
    [2, "Danger Sense"],
    [3, "Frenzy"],
    [5, "Extra Attack"],
    [5, "Fast Movement"],
    [7, "Feral Instinct"],
    [9, "Brutal Critical"],
    [11, "Relentless Rage"],
    [15, "Persistent Rage"],
    [18, "Indomitable Might"],
    [20, "Primal Champion"],
  ],
  bard: [
    [1, "Bardic Inspiration"],
    [2, "Jack of All Trades"],
    [2, "Song of Rest"],
    [3, "Expertise"],
    [3, "Cutting Words"],
    [5, "Font of Inspiration"],
    [6, "Countercharm"],
    [10, "Magical Secrets"],
    [20, "Superior Inspiration"],
  ],
  cleric: [
    [1, "Disciple of Life"],
    [2, "Channel Divinity: Turn Undead"],
    [2, "Channel Divinity: Preserve Life"],
    [5, "Destroy Undead"],
    [6, "Blessed Healer"],
    [8, "Divine Strike"],
    [10, "Divine Intervention"],
    [17, "Supreme Healing"],
  ],
  druid: [
    [1, "Druidic"],
    [2, "Wild Shape"],
    [2, "Natural Recovery"],
    [6, "Land's Stride"],
    [10, "Nature's Ward"],
    [18, "Timeless Body"],
    [18, "Beast Spells"],
    [20, "Archdruid"],
  ],
  fighter: [
    [1, "Fighting Style"],
    [1, "Second Wind"],
    [2, "Action Surge"],
    [3, "Improved Critical"],
    [5, "Extra Attack"],
    [7, "Remarkable Athlete"],
    [9, "Indomitable"],
    [10, "Additional Fighting Style"],
    [15, "Superior Critical"],
    [18, "Survivor"],
  ],
  monk: [
    [1, "Unarmoured Defence"],
    [1, "Martial Arts"],
    [2, "Ki"],
    [2, "Unarmoured Movement"],
    [3, "Deflect Missiles"],
    [4, "Slow Fall"],
    [5, "Stunning Strike"],
    [6, "Ki-Empowered Strikes"],
    [7, "Evasion"],
    [10, "Purity of Body"],
    [14, "Diamond Soul"],
    [18, "Empty Body"],
    [20, "Perfect Self"],
  ],
  paladin: [
    [1, "Divine Sense"],
    [1, "Lay on Hands"],
    [2, "Fighting Style"],
    [2, "Divine Smite"],
    [3, "Divine Health"],
    [3, "Sacred Weapon"],
    [5, "Extra Attack"],
    [6, "Aura of Protection"],
    [10, "Aura of Courage"],
    [11, "Improved Divine Smite"],
    [14, "Cleansing Touch"],
    [20, "Holy Nimbus"],
  ],
  ranger: [
    [1, "Favoured Enemy"],
    [1, "Natural Explorer"],
    [2, "Fighting Style"],
    [3, "Hunter's Prey"],
    [5, "Extra Attack"],
    [8, "Land's Stride"],
    [10, "Hide in Plain Sight"],
    [14, "Vanish"],
    [18, "Feral Senses"],
    [20, "Foe Slayer"],
  ],
  rogue: [
    [1, "Expertise"],
    [1, "Sneak Attack"],
    [1, "Thieves' Cant"],
    [2, "Cunning Action"],
    [3, "Fast Hands"],
    [5, "Uncanny Dodge"],
    [7, "Evasion"],
    [11, "Reliable Talent"],
    [14, "Blindsense"],
    [15, "Slippery Mind"],
    [18, "Elusive"],
    [20, "Stroke of Luck"],
  ],
  sorcerer: [
    [1, "Draconic Resilience"],
    [2, "Font of Magic"],
    [3, "Metamagic"],
    [6, "Elemental Affinity"],
    [14, "Dragon Wings"],
    [18, "Draconic Presence"],
    [20, "Sorcerous Restoration"],
  ],
  warlock: [
    [1, "Dark One's Blessing"],
    [1, "Pact Magic"],
    [2, "Eldritch Invocations"],
    [3, "Pact Boon"],
    [6, "Dark One's Own Luck"],
    [10, "Fiendish Resilience"],
    [11, "Mystic Arcanum"],
    [14, "Hurl Through Hell"],
    [20, "Eldritch Master"],
  ],
  wizard: [
    [1, "Arcane Recovery"],
    [2, "Evocation Savant"],
    [2, "Sculpt Spells"],
    [6, "Potent Cantrip"],
    [10, "Empowered Evocation"],
    [14, "Overchannel"],
    [18, "Spell Mastery"],
    [20, "Signature Spells"],
  ],
};
