// The six abilities, the skills that rest on them, proficiency, experience and levels.

export const ABILITIES = ["strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma"] as const;
export type Ability = (typeof ABILITIES)[number];
export type Scores = Readonly<Record<Ability, number>>;

/** Skill to the ability it rests on. */
export const SKILLS = {
  acrobatics: "dexterity",
  animal_handling: "wisdom",
  arcana: "intelligence",
  athletics: "strength",
  deception: "charisma",
  history: "intelligence",
  insight: "wisdom",
  intimidation: "charisma",
  investigation: "intelligence",
  medicine: "wisdom",
  nature: "intelligence",
  perception: "wisdom",
  performance: "charisma",
  persuasion: "charisma",
  religion: "intelligence",
  sleight_of_hand: "dexterity",
  stealth: "dexterity",
  survival: "wisdom",
} as const satisfies Readonly<Record<string, Ability>>;
export type Skill = keyof typeof SKILLS;
export const SKILL_IDS = Object.keys(SKILLS) as readonly Skill[];

export const isAbility = (value: unknown): value is Ability => (ABILITIES as readonly unknown[]).includes(value);
export const isSkill = (value: unknown): value is Skill => typeof value === "string" && Object.hasOwn(SKILLS, value);
export const abilityOf = (check: Skill | Ability): Ability => (isSkill(check) ? SKILLS[check] : check);
/** "sleight_of_hand" to "Sleight of hand". */
export const titleOf = (id: string): string => {
  const words = id.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** Floor, not towards zero: a score of 9 gives -1. */
export const modifierOf = (score: number): number => Math.floor((score - 10) / 2);
export const SCORE_CAP = 20;

export const proficiencyOf = (level: number): number => 2 + Math.floor((level - 1) / 4);

/** Experience points that reach level 1 to 20. */
export const XP_FOR_LEVEL = [
  0, 300, 900, 2700, 6500, 14000, 23000, 34000, 48000, 64000, 85000, 100000, 120000, 140000, 165000, 195000, 225000,
  265000, 305000, 355000,
] as const;

export const levelForXp = (xp: number): number => XP_FOR_LEVEL.filter((needed) => xp >= needed).length;
/** Cumulative; null at level 20. */
export const xpForNext = (level: number): number | null => XP_FOR_LEVEL[level] ?? null;

export const SIZES = ["tiny", "small", "medium", "large", "huge", "gargantuan"] as const;
export type Size = (typeof SIZES)[number];

/** Pounds: what one carries, and what one can push, drag or lift. */
export function carryingOf(strength: number, size: Size): { readonly capacity: number; readonly push: number } {
  const steps = SIZES.indexOf(size) - SIZES.indexOf("medium");
  const base = strength * 15;
  const capacity = size === "tiny" ? Math.floor(base / 2) : base * 2 ** Math.max(0, steps);
  return { capacity, push: capacity * 2 };
}
