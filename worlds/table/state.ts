// What a campaign is, stored: causes only. The five sections of the protocol, sheets and headers are computed from this.
import type { Json } from "@orrery/kernel";
import type { Adventure, MissionState, NpcProfile, Rating, Risk, SupplyUnit } from "./adventure/adventure.ts";
import type { Campaign } from "./campaign.ts";
import type { JsonObject } from "./protocol/path.ts";
import type { WorldMoment } from "./protocol/world-time.ts";
import type { Ability, Skill } from "./rules/abilities.ts";
import type { DamageType } from "./rules/damage.ts";
import type { Active, Hero, Item, Worn } from "./rules/hero.ts";
import type { RollRecord } from "./rules/roll.ts";

export const MODES = ["STORY", "DM", "GOD"] as const;
export type Mode = (typeof MODES)[number];

/** Anybody who is no player's character. Numbers of its kind are looked up by `block`, which never changes. */
export interface Npc extends NpcProfile {
  readonly hp: number;
  readonly hpMax: number;
  readonly temp: number;
  readonly conditions: readonly Worn[];
  readonly effects: readonly Active[];
  readonly relationships: Readonly<Record<string, string>>;
  /** What the game master wants of it in a fight. */
  readonly order: Order | null;
}

export const ORDERS = ["fight", "flee", "surrender", "hold"] as const;
export interface Order {
  readonly what: (typeof ORDERS)[number];
  readonly on: string | null;
}

/** Who is dead, for good: neither the id nor the name is used again. */
export interface Tomb {
  readonly id: string;
  readonly name: string;
  readonly at: WorldMoment;
  readonly by: string;
}

export interface PlaceState {
  readonly known: boolean;
  readonly visited: boolean;
  readonly items: readonly Item[];
  readonly gold: number;
  readonly effects: readonly string[];
}

export const PROP_STATES = ["whole", "open", "empty", "broken", "gone"] as const;
/** Scenery that a game master came up with: it can be told of, and has no number of the rules. */
export interface Prop {
  readonly name: string;
  readonly description: string;
  readonly place: string;
  readonly state: (typeof PROP_STATES)[number];
}

export interface Mission {
  readonly mission_id: string;
  readonly title: string;
  readonly status: MissionState;
  readonly objective: string;
}

export interface Deadline {
  readonly description: string;
  readonly from: WorldMoment;
  readonly deadline: WorldMoment;
  readonly consequences: string;
  readonly urgency_level: Risk;
  readonly status: "pending" | "active" | "resolved" | "fired";
  readonly warnings_given: number;
  /** When the last warning was given; absent before the first. */
  readonly warned?: WorldMoment;
  readonly related_npcs: readonly string[];
}

export interface Agenda {
  readonly current_goal: string;
  readonly progress_percentage: number;
  readonly blocking_factors: readonly string[];
  readonly completed_milestones: readonly string[];
}

export interface Supply {
  readonly amount: number;
  readonly max_amount: number;
  readonly rate: number;
  readonly unit: SupplyUnit;
  readonly critical_level: number;
  readonly consequence: string;
  readonly told: boolean;
  readonly updated: WorldMoment;
}

/** What one may still do this turn of a fight. */
export interface Economy {
  readonly action: boolean;
  readonly bonus: boolean;
  /** Attacks left of an Attack action that was begun. */
  readonly attacks: number;
  /** Feet. */
  readonly movement: number;
  /** A spell was cast as a bonus action: then only a cantrip is. */
  readonly hurried: boolean;
  readonly sneaked: boolean;
}

export interface Combat {
  readonly encounter: string | null;
  readonly round: number;
  /** Index into `order`. */
  readonly turn: number;
  readonly order: readonly { readonly id: string; readonly initiative: number }[];
  readonly squares: Readonly<Record<string, readonly [number, number]>>;
  readonly economy: Economy;
  /** Who has used the reaction since its own last turn. */
  readonly reacted: readonly string[];
  readonly surprised: readonly string[];
  /** Microseconds that turns of this round have taken off its six seconds. */
  readonly micros: number;
  readonly fallen: readonly { readonly name: string; readonly xp: number; readonly gold: number }[];
}

/** A choice as it was offered, in the protocol's words. A type alias, because an interface is not assignable to `Json`. */
export type Choice = {
  readonly text: string;
  readonly description: string;
  readonly risk_level: Risk | "safe";
  readonly analysis?: Analysis;
};
export type Analysis = {
  readonly pros: readonly string[];
  readonly cons: readonly string[];
  readonly confidence: "low" | "medium" | "high";
};

/** A resolved fact for the narrator. Names and numbers are true; nothing of it is prose. */
export type Fact =
  | { readonly is: "acted"; readonly who: string; readonly what: string }
  | { readonly is: "said"; readonly who: string; readonly to: string | null; readonly words: string }
  | { readonly is: "told"; readonly text: string }
  | { readonly is: "scene"; readonly scene: string; readonly again: boolean }
  | {
      readonly is: "attack";
      readonly by: string;
      readonly on: string;
      readonly with: string;
      readonly outcome: "hit" | "critical" | "miss";
      readonly ranged: boolean;
    }
  | {
      readonly is: "hurt";
      readonly who: string;
      readonly amount: number;
      readonly type: DamageType;
      readonly by: string;
      readonly left: Health;
    }
  | { readonly is: "healed"; readonly who: string; readonly amount: number; readonly by: string }
  | {
      readonly is: "check";
      readonly who: string;
      readonly skill: Skill | Ability;
      readonly total: number;
      readonly dc: number | null;
      readonly success: boolean;
    }
  | { readonly is: "save"; readonly who: string; readonly against: string; readonly success: boolean }
  | { readonly is: "cast"; readonly who: string; readonly spell: string; readonly on: readonly string[] }
  | { readonly is: "fell"; readonly who: string; readonly dead: boolean; readonly by: string }
  | { readonly is: "state"; readonly who: string; readonly what: string; readonly on: boolean }
  | { readonly is: "got"; readonly who: string; readonly what: string }
  | { readonly is: "lost"; readonly who: string; readonly what: string }
  | { readonly is: "fight"; readonly begins: boolean; readonly how: "begins" | "won" | "fled" | "lost" | "ended" }
  | { readonly is: "round"; readonly round: number }
  | { readonly is: "travel"; readonly from: string; readonly to: string; readonly seconds: number }
  | { readonly is: "rest"; readonly kind: "short" | "long"; readonly who: readonly string[] }
  | { readonly is: "warning"; readonly text: string }
  | { readonly is: "fired"; readonly text: string }
  | { readonly is: "level"; readonly who: string; readonly level: number; readonly gains: string }
  | { readonly is: "mission"; readonly title: string; readonly state: MissionState }
  | { readonly is: "denied"; readonly why: string }
  | { readonly is: "think"; readonly who: string; readonly about: string }
  | { readonly is: "move"; readonly who: string; readonly feet: number; readonly how: string }
  | { readonly is: "end"; readonly ending: string };
export type Health = "unhurt" | "hurt" | "bloodied" | "down";

/** One narrow change of a campaign: what the response names under `state_updates`. */
export interface Noted {
  readonly path: readonly string[];
  /** Absent: the place is gone. */
  readonly value?: Json;
}

/** What a turn was about, for its mark on the timeline: the first of these that happened in it. */
export const TURN_KINDS = ["god", "ask", "think", "fall", "fight", "travel", "rest", "check", "talk", "deed"] as const;
export type TurnKind = (typeof TURN_KINDS)[number];

/** A turn of the reference timeline. */
export interface TimelineEntry {
  readonly sequence_id: number;
  readonly summary: string;
  /** When it was over, and what it was about; absent in turns of version 1. */
  readonly at?: WorldMoment;
  readonly kind?: TurnKind;
}

/** What waits to be narrated. */
export interface Pending {
  /** The character who had the turn. */
  readonly hero: string;
  readonly mode: Mode;
  readonly input: string;
  readonly facts: readonly Fact[];
  readonly rolls: readonly RollRecord[];
  /** The five sections and the moment as they were when the message came in. */
  readonly before: Campaign;
  readonly since: WorldMoment;
  readonly transition: boolean;
}

/** Who moves next: a player, or the game master, who rules on free words or narrates. */
export type TablePhase = "player" | "ruling" | "narration";

/** The protocol's response as it was assembled; `debug_info` stays inside. */
export interface AssembledResponse {
  readonly sequence: number;
  readonly mode: Mode;
  readonly hero: string;
  readonly input: string;
  readonly narrative: string;
  readonly god_mode_response: string;
  readonly thinking: string;
  readonly context: string;
  readonly choices: Readonly<Record<string, Choice>>;
  readonly analysis: Analysis | null;
  readonly session_header: string;
  readonly resources: string;
  readonly rolls: readonly RollRecord[];
  readonly entities_mentioned: readonly string[];
  readonly location_confirmed: string;
  readonly state_updates: JsonObject;
  readonly dm_notes: readonly string[];
  readonly state_rationale: string;
  /** Present where the game master's telling was withheld: what did not agree, and the block that would resync it. */
  readonly recovery?: { readonly discrepancies: readonly string[]; readonly block: string | null };
}

export interface TableSettings {
  readonly rating: Rating;
  readonly lines: readonly string[];
  readonly veils: readonly string[];
  /** Shows `debug_info` in views. */
  readonly debug: boolean;
  /** Ids of the characters who may begin their words with GOD MODE. */
  readonly gods: readonly string[];
}

export interface TableState {
  readonly adventure: Adventure;
  readonly settings: TableSettings;
  readonly order: readonly string[];
  readonly heroes: Readonly<Record<string, Hero>>;
  readonly npcs: Readonly<Record<string, Npc>>;
  readonly tombs: readonly Tomb[];
  /** Highest number given out by kind of id. */
  readonly counters: Readonly<Record<string, number>>;
  readonly at: string;
  readonly places: Readonly<Record<string, PlaceState>>;
  /** By id; absent until there is some. */
  readonly props?: Readonly<Record<string, Prop>>;
  readonly began: WorldMoment;
  readonly now: WorldMoment;
  readonly flags: Readonly<Record<string, true>>;
  readonly scene: string;
  readonly seen: Readonly<Record<string, number>>;
  /** Choices that were made and are offered no more: "scene/key". */
  readonly made: Readonly<Record<string, true>>;
  readonly missions: readonly Mission[];
  readonly memories: readonly string[];
  readonly deadlines: Readonly<Record<string, Deadline>>;
  readonly agendas: Readonly<Record<string, Agenda>>;
  readonly supplies: Readonly<Record<string, Supply>>;
  readonly combat: Combat | null;
  /** The next to act outside fights: index into `order`. */
  readonly spotlight: number;
  readonly phase: TablePhase;
  readonly pending: Pending | null;
  readonly told: AssembledResponse | null;
  readonly timeline: readonly TimelineEntry[];
  readonly ended: string | null;
  /** Fields in which what a model wrote differed from the facts, counted. */
  readonly drift: Readonly<Record<string, number>>;
}

/** Where gold and things may be: with somebody, at a place, or outside the campaign. */
type Holder = string;
export const NOWHERE: Holder = "nowhere";
