// A player's character: the causes that are stored. Every number of the sheet is derived from these and kept nowhere.
import type { Ability, Scores, Skill } from "./abilities.ts";
import type { ClassId } from "./classes.ts";
import type { Condition } from "./conditions.ts";
import type { DeathSaves } from "./damage.ts";
import type { EffectId } from "./effects.ts";
import type { BackgroundId, RaceId } from "./races.ts";
import type { SpellId } from "./spells.ts";

/** Something that is carried. `kind` names a table of gear; what is in none of them is a thing of the story. */
export interface Item {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly count: number;
  readonly worn?: true;
}

/** A condition with what it lasts by: until an instant, or until a save against it is made. */
export interface Worn {
  readonly is: Condition;
  readonly by: string;
  /** Seconds of campaign time; absent: until something ends it. */
  readonly until?: number;
  readonly save?: { readonly ability: Ability; readonly dc: number };
  /** Id of the caster concentrating on it. */
  readonly held?: string;
}

export interface Active {
  readonly id: EffectId;
  readonly by: string;
  readonly until?: number;
  readonly held?: string;
}

export const STYLES = ["archery", "defence", "duelling", "great_weapon", "two_weapon"] as const;
export type FightingStyle = (typeof STYLES)[number];

export interface Hero {
  readonly id: string;
  readonly name: string;
  readonly pronoun: "she" | "he" | "they";
  readonly race: RaceId;
  readonly class: ClassId;
  readonly background: BackgroundId;
  readonly gender: string;
  readonly age: number;
  /** Internal: never in any player's view. */
  readonly alignment: string;
  readonly mbti: string;
  /** As bought or rolled, before the race. */
  readonly scores: Scores;
  /** Raised by level-ups and by what a race lets one choose; each entry is a point. */
  readonly raised: readonly Ability[];
  readonly level: number;
  readonly xp: number;
  /** Hit points of each level after the first, before constitution. */
  readonly hpGains: readonly number[];
  readonly skills: readonly Skill[];
  readonly expertise: readonly Skill[];
  readonly style: FightingStyle | null;
  readonly cantrips: readonly SpellId[];
  /** Known, or prepared today. */
  readonly spells: readonly SpellId[];
  /** What a wizard has in the book, or all that may be prepared. */
  readonly book: readonly SpellId[];

  readonly hp: number;
  readonly temp: number;
  readonly saves: DeathSaves;
  readonly stable: boolean;
  readonly dead: boolean;
  readonly exhaustion: number;
  readonly inspiration: boolean;
  readonly conditions: readonly Worn[];
  readonly effects: readonly Active[];
  readonly concentrating: SpellId | null;
  /** By spell level from 1. */
  readonly slotsUsed: readonly number[];
  /** By resource. */
  readonly used: Readonly<Record<string, number>>;
  readonly hitDiceUsed: number;
  /** Seconds of campaign time at which the last long rest ended; null: never. */
  readonly restedAt: number | null;
  readonly gold: number;
  readonly items: readonly Item[];
}
