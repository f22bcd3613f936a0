// Creatures as data, each checked by the invariants that every stat block obeys: hit points from dice, experience from challenge.
import { modifierOf, type Scores, type Size, type Skill } from "./abilities.ts";
import type { Condition } from "./conditions.ts";
import type { DamageType, Defences } from "./damage.ts";
import { half } from "./numbers.ts";
import { notationOf } from "./roll.ts";

export interface Strike {
  readonly name: string;
  readonly bonus: number;
  readonly damage: string;
  readonly type: DamageType;
  /** Feet: reach, or normal and long range. */
  readonly reach?: number;
  readonly range?: readonly [number, number];
  readonly more?: { readonly damage: string; readonly type: DamageType };
  readonly save?: {
    readonly ability: "strength" | "dexterity" | "constitution";
    readonly dc: number;
    readonly inflicts?: Condition;
    readonly damage?: string;
    readonly type?: DamageType;
    readonly half?: true;
    /** Seconds. */
    readonly lasts?: number;
  };
}

export interface Monster extends Defences {
  readonly name: string;
  readonly kind: "beast" | "humanoid" | "undead" | "monstrosity" | "giant" | "dragon";
  readonly size: Size;
  readonly ac: number;
  readonly hp: string;
  readonly speed: number;
  readonly scores: readonly [number, number, number, number, number, number];
  /** Challenge in eighths: 2 is a quarter, 8 is one. */
  readonly challenge: number;
  readonly strikes: readonly [Strike, ...Strike[]];
  /** Indices of strikes for one action; absent: the first, or one of range when nothing is near. */
  readonly multi?: readonly number[];
  readonly skills?: Readonly<Partial<Record<Skill, number>>>;
  readonly immuneTo?: readonly Condition[];
  readonly traits?: readonly (
    | "pack_tactics"
    | "nimble_escape"
    | "undead_fortitude"
    | "martial_advantage"
    | "regeneration"
    | "aggressive"
    | "sunlight"
  )[];
  readonly darkvision?: number;
}

const melee = (name: string, bonus: number, damage: string, type: DamageType, more: Partial<Strike> = {}): Strike => ({
  name,
  bonus,
  damage,
  type,
  reach: 5,
  ...more,
});
const rangedStrike = (
  name: string,
  bonus: number,
  damage: string,
  type: DamageType,
  range: readonly [number, number],
): Strike => ({ name, bonus, damage, type, range });

const DEAD = { immune: ["poison"], immuneTo: ["poisoned", "exhaustion"] } as const;

export const MONSTERS = {
  commoner: {
    name: "Commoner",
    kind: "humanoid",
    size: "medium",
    ac: 10,
    hp: "1d8",
    speed: 30,
    scores: [10, 10, 10, 10, 10, 10],
    challenge: 0,
    strikes: [melee("Club", 2, "1d4", "bludgeoning")],
  },
  guard: {
    name: "Guard",
    kind: "humanoid",
    size: "medium",
    ac: 16,
    hp: "2d8+2",
    speed: 30,
    scores: [13, 12, 12, 10, 11, 10],
    challenge: 1,
    strikes: [melee("Spear", 3, "1d6+1", "piercing")],
    skills: { perception: 2 },
  },
  bandit: {
    name: "Bandit",
    kind: "humanoid",
    size: "medium",
    ac: 12,
    hp: "2d8+2",
    speed: 30,
    scores: [11, 12, 12, 10, 10, 10],
    challenge: 1,
    strikes: [
      melee("Scimitar", 3, "1d6+1", "slashing"),
      rangedStrike("Light crossbow", 3, "1d8+1", "piercing", [80, 320]),
    ],
  },
  cultist: {
    name: "Cultist",
    kind: "humanoid",
    size: "medium",
    ac: 12,
    hp: "2d8",
    speed: 30,
    scores: [11, 12, 10, 10, 11, 10],
    challenge: 1,
    strikes: [melee("Scimitar", 3, "1d6+1", "slashing")],
    skills: { deception: 2, religion: 2 },
  },
  kobold: {
    name: "Kobold",
    kind: "humanoid",
    size: "small",
    ac: 12,
    hp: "2d6-2",
    speed: 30,
    scores: [7, 15, 9, 8, 7, 8],
    challenge: 1,
    strikes: [melee("Dagger", 4, "1d4+2", "piercing"), rangedStrike("Sling", 4, "1d4+2", "bludgeoning", [30, 120])],
    traits: ["pack_tactics", "sunlight"],
    darkvision: 60,
  },
  giant_rat: {
    name: "Giant rat",
    kind: "beast",
    size: "small",
    ac: 12,
    hp: "2d6",
    speed: 30,
    scores: [7, 15, 11, 2, 10, 4],
    challenge: 1,
    strikes: [melee("Bite", 4, "1d4+2", "piercing")],
    traits: ["pack_tactics"],
    darkvision: 60,
  },
  goblin: {
    name: "Goblin",
    kind: "humanoid",
    size: "small",
    ac: 15,
    hp: "2d6",
    speed: 30,
    scores: [8, 14, 10, 10, 8, 8],
    challenge: 2,
    strikes: [melee("Scimitar", 4, "1d6+2", "slashing"), rangedStrike("Shortbow", 4, "1d6+2", "piercing", [80, 320])],
    traits: ["nimble_escape"],
    skills: { stealth: 6 },
    darkvision: 60,
  },
  skeleton: {
    name: "Skeleton",
    kind: "undead",
    size: "medium",
    ac: 13,
    hp: "2d8+4",
    speed: 30,
    scores: [10, 14, 15, 6, 8, 5],
    challenge: 2,
    strikes: [melee("Shortsword", 4, "1d6+2", "piercing"), rangedStrike("Shortbow", 4, "1d6+2", "piercing", [80, 320])],
    vulnerable: ["bludgeoning"],
    ...DEAD,
    darkvision: 60,
  },
  zombie: {
    name: "Zombie",
    kind: "undead",
    size: "medium",
    ac: 8,
    hp: "3d8+9",
    speed: 20,
    scores: [13, 6, 16, 3, 6, 5],
    challenge: 2,
    strikes: [melee("Slam", 3, "1d6+1", "bludgeoning")],
    traits: ["undead_fortitude"],
    immune: ["poison"],
    immuneTo: ["poisoned"],
    darkvision: 60,
  },
  wolf: {
    name: "Wolf",
    kind: "beast",
    size: "medium",
    ac: 13,
    hp: "2d8+2",
    speed: 40,
    scores: [12, 15, 12, 3, 12, 6],
    challenge: 2,
    strikes: [melee("Bite", 4, "2d4+2", "piercing", { save: { ability: "strength", dc: 11, inflicts: "prone" } })],
    traits: ["pack_tactics"],
    skills: { perception: 3, stealth: 4 },
  },
  acolyte: {
    name: "Acolyte",
    kind: "humanoid",
    size: "medium",
    ac: 10,
    hp: "2d8",
    speed: 30,
    scores: [10, 10, 10, 10, 14, 11],
    challenge: 2,
    strikes: [melee("Club", 2, "1d4", "bludgeoning")],
    skills: { medicine: 4, religion: 2 },
  },
  orc: {
    name: "Orc",
    kind: "humanoid",
    size: "medium",
    ac: 13,
    hp: "2d8+6",
    speed: 30,
    scores: [16, 12, 16, 7, 11, 10],
    challenge: 4,
    strikes: [melee("Greataxe", 5, "1d12+3", "slashing"), rangedStrike("Javelin", 5, "1d6+3", "piercing", [30, 120])],
    traits: ["aggressive"],
    darkvision: 60,
  },
  hobgoblin: {
    name: "Hobgoblin",
    kind: "humanoid",
    size: "medium",
    ac: 18,
    hp: "2d8+2",
    speed: 30,
    scores: [13, 12, 12, 10, 10, 9],
    challenge: 4,
    strikes: [melee("Longsword", 3, "1d8+1", "slashing"), rangedStrike("Longbow", 3, "1d8+1", "piercing", [150, 600])],
    traits: ["martial_advantage"],
    darkvision: 60,
  },
  black_bear: {
    name: "Black bear",
    kind: "beast",
    size: "medium",
    ac: 11,
    hp: "3d8+6",
    speed: 40,
    scores: [15, 10, 14, 2, 12, 7],
    challenge: 4,
    strikes: [melee("Bite", 3, "1d6+2", "piercing"), melee("Claws", 3, "2d4+2", "slashing")],
    multi: [0, 1],
    skills: { perception: 3 },
  },
  bugbear: {
    name: "Bugbear",
    kind: "humanoid",
    size: "medium",
    ac: 16,
    hp: "5d8+5",
    speed: 30,
    scores: [15, 14, 13, 8, 11, 9],
    challenge: 8,
    strikes: [melee("Morningstar", 4, "2d8+2", "piercing"), rangedStrike("Javelin", 4, "1d6+2", "piercing", [30, 120])],
    skills: { stealth: 6 },
    darkvision: 60,
  },
  ghoul: {
    name: "Ghoul",
    kind: "undead",
    size: "medium",
    ac: 12,
    hp: "5d8",
    speed: 30,
    scores: [13, 15, 10, 7, 10, 6],
    challenge: 8,
    strikes: [
      melee("Claws", 4, "2d4+2", "slashing", {
        save: { ability: "constitution", dc: 10, inflicts: "paralyzed", lasts: 60 },
      }),
      melee("Bite", 2, "2d6+2", "piercing"),
    ],
    immune: ["poison"],
    immuneTo: ["charmed", "exhaustion", "poisoned"],
    darkvision: 60,
  },
  giant_spider: {
    name: "Giant spider",
    kind: "beast",
    size: "large",
    ac: 14,
    hp: "4d10+4",
    speed: 30,
    scores: [14, 16, 12, 2, 11, 4],
    challenge: 8,
    strikes: [
      melee("Bite", 5, "1d8+3", "piercing", {
        save: { ability: "constitution", dc: 11, damage: "2d8", type: "poison", half: true },
      }),
    ],
    skills: { stealth: 7 },
    darkvision: 60,
  },
  dire_wolf: {
    name: "Dire wolf",
    kind: "beast",
    size: "large",
    ac: 14,
    hp: "5d10+10",
    speed: 50,
    scores: [17, 15, 15, 3, 12, 7],
    challenge: 8,
    strikes: [melee("Bite", 5, "2d6+3", "piercing", { save: { ability: "strength", dc: 13, inflicts: "prone" } })],
    traits: ["pack_tactics"],
    skills: { perception: 3, stealth: 4 },
  },
  ogre: {
    name: "Ogre",
    kind: "giant",
    size: "large",
    ac: 11,
    hp: "7d10+21",
    speed: 40,
    scores: [19, 8, 16, 5, 7, 7],
    challenge: 16,
    strikes: [
      melee("Greatclub", 6, "2d8+4", "bludgeoning"),
      rangedStrike("Javelin", 6, "2d6+4", "piercing", [30, 120]),
    ],
    darkvision: 60,
  },
  bandit_captain: {
    name: "Bandit captain",
    kind: "humanoid",
    size: "medium",
    ac: 15,
    hp: "10d8+20",
    speed: 30,
    scores: [15, 16, 14, 14, 11, 14],
    challenge: 16,
    strikes: [melee("Scimitar", 5, "1d6+3", "slashing"), melee("Dagger", 5, "1d4+3", "piercing")],
    multi: [0, 0, 1],
    skills: { athletics: 4, deception: 4 },
  },
  priest: {
    name: "Priest",
    kind: "humanoid",
    size: "medium",
    ac: 13,
    hp: "5d8+5",
    speed: 25,
    scores: [10, 10, 12, 13, 16, 13],
    challenge: 16,
    strikes: [melee("Mace", 2, "1d6", "bludgeoning")],
    skills: { medicine: 7, persuasion: 3, religion: 5 },
  },
  mimic: {
    name: "Mimic",
    kind: "monstrosity",
    size: "medium",
    ac: 12,
    hp: "9d8+18",
    speed: 15,
    scores: [17, 12, 15, 5, 13, 8],
    challenge: 16,
    strikes: [
      melee("Pseudopod", 5, "1d8+3", "bludgeoning"),
      melee("Bite", 5, "1d8+3", "piercing", { more: { damage: "1d8", type: "acid" } }),
    ],
    immune: ["acid"],
    immuneTo: ["prone"],
    skills: { stealth: 5 },
    darkvision: 60,
  },
  owlbear: {
    name: "Owlbear",
    kind: "monstrosity",
    size: "large",
    ac: 13,
    hp: "7d10+21",
    speed: 40,
    scores: [20, 12, 17, 3, 12, 7],
    challenge: 24,
    strikes: [melee("Beak", 7, "1d10+5", "piercing"), melee("Claws", 7, "2d8+5", "slashing")],
    multi: [0, 1],
    skills: { perception: 3 },
    darkvision: 60,
  },
  knight: {
    name: "Knight",
    kind: "humanoid",
    size: "medium",
    ac: 18,
    hp: "8d8+16",
    speed: 30,
    scores: [16, 11, 14, 11, 11, 15],
    challenge: 24,
    strikes: [
      melee("Greatsword", 5, "2d6+3", "slashing"),
      rangedStrike("Heavy crossbow", 2, "1d10", "piercing", [100, 400]),
    ],
    multi: [0, 0],
  },
  veteran: {
    name: "Veteran",
    kind: "humanoid",
    size: "medium",
    ac: 17,
    hp: "9d8+18",
    speed: 30,
    scores: [16, 13, 14, 10, 11, 10],
    challenge: 24,
    strikes: [melee("Longsword", 5, "1d8+3", "slashing"), melee("Shortsword", 5, "1d6+3", "piercing")],
    multi: [0, 0, 1],
    skills: { athletics: 5, perception: 2 },
  },
  wight: {
    name: "Wight",
    kind: "undead",
    size: "medium",
    ac: 14,
    hp: "6d8+18",
    speed: 30,
    scores: [15, 14, 16, 10, 13, 15],
    challenge: 24,
    strikes: [melee("Longsword", 4, "1d8+2", "slashing"), melee("Life drain", 4, "1d6+2", "necrotic")],
    multi: [0, 0],
    resist: ["necrotic"],
    ...DEAD,
    skills: { perception: 3, stealth: 4 },
    darkvision: 60,
  },
  troll: {
    name: "Troll",
    kind: "giant",
    size: "large",
    ac: 15,
    hp: "8d10+40",
    speed: 30,
    scores: [18, 13, 20, 7, 9, 7],
    challenge: 40,
    strikes: [melee("Bite", 7, "1d6+4", "piercing"), melee("Claw", 7, "2d6+4", "slashing")],
    multi: [0, 1, 1],
    traits: ["regeneration"],
    skills: { perception: 2 },
    darkvision: 60,
  },
  hill_giant: {
    name: "Hill giant",
    kind: "giant",
    size: "huge",
    ac: 13,
    hp: "10d12+40",
    speed: 40,
    scores: [21, 8, 19, 5, 9, 6],
    challenge: 40,
    strikes: [
      melee("Greatclub", 8, "3d8+5", "bludgeoning"),
      rangedStrike("Rock", 8, "3d10+5", "bludgeoning", [60, 240]),
    ],
    multi: [0, 0],
    skills: { perception: 2 },
  },
  mage: {
    name: "Mage",
    kind: "humanoid",
    size: "medium",
    ac: 12,
    hp: "9d8",
    speed: 30,
    scores: [9, 14, 11, 17, 12, 11],
    challenge: 48,
    strikes: [melee("Dagger", 5, "1d4+2", "piercing")],
    skills: { arcana: 6, history: 6 },
  },
  young_red_dragon: {
    name: "Young red dragon",
    kind: "dragon",
    size: "large",
    ac: 18,
    hp: "17d10+85",
    speed: 40,
    scores: [23, 10, 21, 14, 11, 19],
    challenge: 80,
    strikes: [
      melee("Bite", 10, "2d10+6", "piercing", { more: { damage: "1d6", type: "fire" } }),
      melee("Claw", 10, "2d6+6", "slashing"),
    ],
    multi: [0, 1, 1],
    immune: ["fire"],
    skills: { perception: 8, stealth: 4 },
    darkvision: 120,
  },
} as const satisfies Readonly<Record<string, Monster>>;
export type MonsterId = keyof typeof MONSTERS;
export const isMonster = (value: unknown): value is MonsterId =>
  typeof value === "string" && Object.hasOwn(MONSTERS, value);
export const monsterOf = (id: MonsterId): Monster => MONSTERS[id];

export const scoresOf = ({ scores }: Monster): Scores => ({
  strength: scores[0],
  dexterity: scores[1],
  constitution: scores[2],
  intelligence: scores[3],
  wisdom: scores[4],
  charisma: scores[5],
});

/** The average of its hit dice, which is what a creature has unless it is rolled. */
export function averageHp({ hp }: Monster): number {
  const { count, sides, bonus } = notationOf(hp);
  return half(count * (sides + 1)) + bonus;
}
/** The die of each size. */
export const HIT_DIE: Readonly<Record<Size, number>> = {
  tiny: 4,
  small: 6,
  medium: 8,
  large: 10,
  huge: 12,
  gargantuan: 20,
};
export const hitBonus = (monster: Monster): number => notationOf(monster.hp).count * modifierOf(monster.scores[2]);

const XP_FRACTION: Readonly<Record<number, number>> = { 0: 10, 1: 25, 2: 50, 4: 100 };
const XP_WHOLE = [
  200, 450, 700, 1100, 1800, 2300, 2900, 3900, 5000, 5900, 7200, 8400, 10000, 11500, 13000, 15000, 18000, 20000, 22000,
  25000, 33000, 41000, 50000, 62000, 75000, 90000, 105000, 120000, 135000, 155000,
];
/** Experience for overcoming a challenge given in eighths. */
export const xpForChallenge = (eighths: number): number => XP_FRACTION[eighths] ?? XP_WHOLE[eighths / 8 - 1]!;
export const proficiencyForChallenge = (eighths: number): number =>
  eighths < 40 ? 2 : 2 + Math.floor((eighths / 8 - 1) / 4);
