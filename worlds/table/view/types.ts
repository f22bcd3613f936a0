// What one seat sees, as types: the page draws from them, and checks and choices rest on them alone.
import type { Disposition, Risk } from "../adventure/adventure.ts";
import type { Campaign } from "../campaign.ts";
import type { TurnFacts } from "../gm/assemble.ts";
import type { Offer } from "../gm/offers.ts";
import type { Ability, Skill } from "../rules/abilities.ts";
import type { DamageType } from "../rules/damage.ts";
import type { Sum } from "../rules/numbers.ts";
import type { RollRecord } from "../rules/roll.ts";
import type { SpellId } from "../rules/spells.ts";
import type {
  AssembledResponse,
  Choice,
  Economy,
  Fact,
  Health,
  Mission,
  Mode,
  Prop,
  TablePhase,
  TableState,
  TurnKind,
} from "../state.ts";

export interface AttackView {
  readonly item: string;
  readonly name: string;
  readonly bonus: Sum;
  /** "1d8+3". */
  readonly damage: string;
  readonly type: DamageType;
  readonly reach: number;
  readonly range: readonly [number, number] | null;
  /** Shots left; null where none are needed. */
  readonly shots: number | null;
}

export interface SpellView {
  readonly id: SpellId;
  readonly name: string;
  readonly level: number;
  readonly cast: "action" | "bonus" | "reaction";
  readonly range: number;
  readonly on: string;
  readonly concentration: boolean;
  readonly says: string;
  /** Lowest slot that is left for it; 0 for cantrips, null where none is. */
  readonly slot: number | null;
}

/** What may be learnt: at most so many of these. */
export interface Learning {
  readonly count: number;
  readonly from: readonly {
    readonly id: SpellId;
    readonly name: string;
    readonly level: number;
    readonly says: string;
  }[];
}

/** A character sheet. Alignment and personality type are not on it. */
export interface SheetView {
  readonly id: string;
  readonly name: string;
  readonly race: string;
  readonly class: string;
  readonly level: number;
  readonly background: string;
  readonly hp: number;
  readonly hpMax: Sum;
  readonly temp: number;
  readonly armourClass: Sum;
  readonly initiative: Sum;
  readonly speed: Sum;
  readonly passivePerception: Sum;
  readonly proficiency: number;
  readonly abilities: readonly {
    readonly id: Ability;
    readonly score: Sum;
    readonly modifier: number;
    readonly save: Sum;
    readonly saves: boolean;
  }[];
  readonly skills: readonly {
    readonly id: Skill;
    readonly name: string;
    readonly ability: Ability;
    readonly bonus: Sum;
    readonly trained: boolean;
    readonly expert: boolean;
  }[];
  readonly xp: number;
  /** Null at level 20. */
  readonly xpNext: number | null;
  /** Levels that wait to be taken. */
  readonly levels: number;
  /** What the next level asks to be chosen. */
  readonly levelUp: {
    readonly fixed: number;
    readonly die: number;
    readonly raises: boolean;
    readonly cantrips: Learning;
    readonly spells: Learning;
  } | null;
  readonly gold: number;
  readonly hitDice: { readonly left: number; readonly total: number };
  readonly slots: readonly { readonly level: number; readonly left: number; readonly total: number }[];
  /** `total` and `left` are null where it never runs out. */
  readonly resources: readonly {
    readonly id: string;
    readonly name: string;
    readonly left: number | null;
    readonly total: number | null;
    readonly back: "short" | "long";
  }[];
  readonly attacks: readonly AttackView[];
  readonly attacksPerAction: number;
  readonly spells: readonly SpellView[];
  readonly spellDc: Sum | null;
  readonly spellAttack: Sum | null;
  readonly items: readonly {
    readonly id: string;
    readonly name: string;
    readonly kind: string;
    readonly count: number;
    readonly worn: boolean;
    readonly use: string | null;
  }[];
  readonly burden: { readonly weight: number; readonly capacity: number };
  readonly conditions: readonly { readonly name: string; readonly by: string; readonly seconds: number | null }[];
  readonly effects: readonly { readonly name: string; readonly seconds: number | null }[];
  readonly concentrating: string | null;
  readonly exhaustion: number;
  readonly inspiration: boolean;
  readonly status: "conscious" | "unconscious" | "stable" | "dead";
  readonly deathSaves: { readonly successes: number; readonly failures: number };
  readonly features: readonly string[];
  readonly armourTrouble: string | null;
}

/** Somebody who is here and seen. Of those who are no companions nothing is known but what eyes tell. */
export interface PersonView {
  readonly id: string;
  readonly name: string;
  readonly role: string;
  readonly disposition: Disposition;
  readonly health: Health;
  readonly conditions: readonly string[];
  /** Feet in a fight, else null. */
  readonly feet: number | null;
  /** What is for sale; `price` in gold pieces. */
  readonly wares: readonly { readonly kind: string; readonly name: string; readonly price: number }[];
}

export interface CombatantView {
  readonly id: string;
  readonly name: string;
  readonly side: "party" | "foes" | "others";
  readonly initiative: number;
  readonly health: Health;
  /** Of the party alone. */
  readonly hp: { readonly current: number; readonly max: number; readonly temp: number } | null;
  readonly armourClass: number | null;
  readonly square: readonly [number, number] | null;
  readonly conditions: readonly string[];
  readonly turn: boolean;
}

export interface CombatView {
  readonly round: number;
  readonly combatants: readonly CombatantView[];
  /** What the one on turn may still do, when that is this seat. */
  readonly economy: Economy | null;
  readonly reaction: boolean;
}

export interface PlaceView {
  readonly id: string;
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly here: boolean;
  readonly visited: boolean;
  /** What it looks like; null to those who were never there. */
  readonly description: string | null;
  readonly exits: readonly {
    readonly to: string;
    readonly miles: number;
    readonly ground: string;
    readonly seconds: number;
  }[];
}

export interface ChoiceView extends Choice {
  readonly key: string;
  /** Percent that its roll succeeds; null where nothing is rolled or it cannot be known. */
  readonly chance: number | null;
  /** What is rolled: "Persuasion +3 against 12". */
  readonly roll: string | null;
}

export interface DeadlineView {
  readonly id: string;
  readonly description: string;
  readonly urgency: Risk;
  readonly at: Readonly<Record<string, unknown>>;
  readonly secondsLeft: number;
  readonly status: "active" | "fired";
}

/** Dice of the last turn; `text` is the protocol's string. */
export interface RollView extends RollRecord {
  readonly text: string;
}

export interface TableView {
  readonly who: string;
  readonly role: "player" | "gm";
  readonly title: string;
  readonly summary: string;
  readonly over: { readonly title: string; readonly text: string } | null;
  readonly mode: Mode;
  readonly phase: TablePhase;
  /** Id of the character or seat that moves next. */
  readonly turn: string;
  readonly yours: boolean;
  /** Why this seat's character can do nothing now; null when it can. */
  readonly helpless: string | null;
  readonly sequence: number;
  readonly narrative: string;
  readonly input: string;
  readonly god: string;
  readonly thinking: string;
  readonly choices: readonly ChoiceView[];
  readonly analysis: AssembledResponse["analysis"];
  /** Why the last telling was withheld, and the block that would resync the campaign; null where it was not. */
  readonly recovery: AssembledResponse["recovery"] | null;
  readonly dice: readonly RollView[];
  /** The protocol's lines, computed for this seat's character. */
  readonly sessionHeader: string;
  readonly resourcesLine: string;
  readonly time: Readonly<Record<string, unknown>>;
  /** Seconds since the campaign began. */
  readonly seconds: number;
  readonly location: {
    readonly id: string;
    readonly name: string;
    readonly description: string;
    readonly light: string;
    readonly safe: boolean;
  };
  readonly you: SheetView | null;
  readonly companions: readonly SheetView[];
  readonly here: readonly PersonView[];
  readonly lying: readonly {
    readonly id: string;
    readonly name: string;
    readonly kind: string;
    readonly count: number;
  }[];
  /** Scenery that the game master came up with. */
  readonly props: readonly {
    readonly id: string;
    readonly name: string;
    readonly description: string;
    readonly state: Prop["state"];
  }[];
  readonly combat: CombatView | null;
  readonly map: readonly PlaceView[];
  /** Ways that are open from here. */
  readonly ways: readonly {
    readonly to: string;
    readonly name: string;
    readonly miles: number;
    readonly seconds: number;
    /** The hour of arrival, "13:20"; with the date where that is another day. */
    readonly arrives: string;
  }[];
  readonly missions: readonly Mission[];
  readonly memories: readonly string[];
  readonly timeline: readonly {
    readonly sequence_id: number;
    readonly summary: string;
    /** Seconds since the campaign began, when it was over; null where that was not written down. */
    readonly seconds: number | null;
    readonly kind: TurnKind | null;
  }[];
  readonly deadlines: readonly DeadlineView[];
  readonly supplies: readonly {
    readonly id: string;
    readonly amount: number;
    readonly most: number;
    readonly critical: boolean;
  }[];
  readonly restRefused: string | null;
  readonly isGod: boolean;
  readonly limits: {
    readonly rating: TableState["settings"]["rating"];
    readonly lines: readonly string[];
    readonly veils: readonly string[];
  };
  readonly attribution: string;
  /** Present when debug is on, and for the game master. */
  readonly debug: {
    readonly dm_notes: readonly string[];
    readonly state_rationale: string;
    readonly drift: TableState["drift"];
    readonly state_updates: Readonly<Record<string, unknown>>;
  } | null;
  /** The game master's alone. */
  readonly desk: DeskView | null;
}

/** What lies behind the screen. */
export interface DeskView {
  readonly campaign: Campaign;
  readonly hero: string;
  readonly input: string;
  readonly mode: Mode;
  readonly facts: readonly Fact[];
  readonly rolls: readonly string[];
  readonly offers: readonly Offer[];
  readonly scene: {
    readonly id: string;
    readonly text: readonly string[];
    readonly again: string;
    readonly secret: string;
  } | null;
  readonly people: readonly {
    readonly id: string;
    readonly name: string;
    readonly manner: string;
    readonly lines: readonly string[];
    readonly told: number;
    readonly dead: boolean;
  }[];
  readonly dead: readonly string[];
  readonly dying: readonly string[];
  readonly transition: boolean;
  /** Who is here, by name. */
  readonly names: readonly string[];
  /** Every name that a text may mention. */
  readonly allNames: readonly string[];
  /** How many places no author wrote. */
  readonly invented: number;
  /** The campaign before this turn, and what was rolled in it, as the protocol's check wants to know; null where nothing waits to be told. */
  readonly turn: TurnFacts | null;
  /** The table as the character in question sees it: free words are read as deeds by this view. Null where nothing waits for a ruling. */
  readonly seat: TableView | null;
  readonly ending: { readonly title: string; readonly text: string } | null;
  readonly pronouns: Readonly<Record<string, string>>;
}
