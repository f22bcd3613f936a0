// The peoples of the rules' source: what being one of them adds to a character.
import type { Ability, Size, Skill } from "./abilities.ts";
import type { Condition } from "./conditions.ts";
import type { DamageType } from "./damage.ts";

interface Race {
  readonly name: string;
  readonly size: Size;
  readonly speed: number;
  readonly scores: Readonly<Partial<Record<Ability, number>>>;
  /** Feet. */
  readonly darkvision: number;
  readonly resist?: readonly DamageType[];
  /** Saves against these with advantage. */
  readonly hardy?: readonly (Condition | "magic")[];
  readonly skills?: readonly Skill[];
  readonly hpPerLevel?: number;
  readonly traits: readonly string[];
  /** So many other abilities are raised by one, as the player chooses. */
  readonly chooses?: number;
  /** So many skills of any kind, as the player chooses. */
  readonly anySkills?: number;
}

export const RACES = {
  human: {
    name: "Human",
    size: "medium",
    speed: 30,
    scores: { strength: 1, dexterity: 1, constitution: 1, intelligence: 1, wisdom: 1, charisma: 1 },
    darkvision: 0,
    traits: [],
  },
  hill_dwarf: {
    name: "Hill dwarf",
    size: "medium",
    speed: 25,
    scores: { constitution: 2, wisdom: 1 },
    darkvision: 60,
    resist: ["poison"],
    hardy: ["poisoned"],
    hpPerLevel: 1,
    traits: ["Dwarven Resilience", "Dwarven Toughness", "Stonecunning"],
  },
  high_elf: {
    name: "High elf",
    size: "medium",
    speed: 30,
    scores: { dexterity: 2, intelligence: 1 },
    darkvision: 60,
    hardy: ["charmed"],
    skills: ["perception"],
    traits: ["Fey Ancestry", "Trance", "Keen Senses"],
  },
  lightfoot_halfling: {
    name: "Lightfoot halfling",
    size: "small",
    speed: 25,
    scores: { dexterity: 2, charisma: 1 },
    darkvision: 0,
    hardy: ["frightened"],
    traits: ["Lucky", "Brave", "Naturally Stealthy"],
  },
  rock_gnome: {
    name: "Rock gnome",
    size: "small",
    speed: 25,
    scores: { intelligence: 2, constitution: 1 },
    darkvision: 60,
    hardy: ["magic"],
    traits: ["Gnome Cunning", "Tinker"],
  },
  half_elf: {
    name: "Half-elf",
    size: "medium",
    speed: 30,
    scores: { charisma: 2 },
    chooses: 2,
    anySkills: 2,
    darkvision: 60,
    hardy: ["charmed"],
    traits: ["Fey Ancestry", "Skill Versatility"],
  },
  half_orc: {
    name: "Half-orc",
    size: "medium",
    speed: 30,
    scores: { strength: 2, constitution: 1 },
    darkvision: 60,
    skills: ["intimidation"],
    traits: ["Relentless Endurance", "Savage Attacks"],
  },
  dragonborn: {
    name: "Dragonborn",
    size: "medium",
    speed: 30,
    scores: { strength: 2, charisma: 1 },
    darkvision: 0,
    resist: ["fire"],
    traits: ["Draconic Ancestry", "Breath Weapon"],
  },
  tiefling: {
    name: "Tiefling",
    size: "medium",
    speed: 30,
    scores: { charisma: 2, intelligence: 1 },
    darkvision: 60,
    resist: ["fire"],
    traits: ["Hellish Resistance", "Infernal Legacy"],
  },
} as const satisfies Readonly<Record<string, Race>>;
export type RaceId = keyof typeof RACES;
export const isRace = (value: unknown): value is RaceId => typeof value === "string" && Object.hasOwn(RACES, value);
export const raceOf = (id: RaceId): Race => RACES[id];

/** Two skills each; the first is of the rules' source, the others are ours. */
export const BACKGROUNDS = {
  acolyte: { name: "Acolyte", skills: ["insight", "religion"] },
  soldier: { name: "Caravan guard", skills: ["athletics", "intimidation"] },
  scholar: { name: "Scholar", skills: ["arcana", "history"] },
  street: { name: "Street child", skills: ["sleight_of_hand", "stealth"] },
  forester: { name: "Forester", skills: ["nature", "survival"] },
} as const satisfies Readonly<Record<string, { readonly name: string; readonly skills: readonly [Skill, Skill] }>>;
export type BackgroundId = keyof typeof BACKGROUNDS;
export const isBackground = (value: unknown): value is BackgroundId =>
  typeof value === "string" && Object.hasOwn(BACKGROUNDS, value);
