// How a world is played for ratings: its two sides, its seats, and what one game says of each of them. Nothing here runs.
import type { TSchema } from "typebox";
import type { Dice } from "./dice.ts";
import type { Folded } from "./frame.ts";
import type { Json } from "./json.ts";
import type { ActorId, Shape } from "./shape.ts";

/** What makes a world fit for a league. A world without it can still be played, but not rated. */
export interface Contest<S extends Shape> {
  /** The side whose win is predicted comes first: impostors before crew, who begins before who answers. */
  readonly sides: readonly [first: string, second: string];
  /** Seats in order, and how many of them are on the first side. `side` is there where the rules leave no choice. */
  table(config: S["config"]): { readonly seats: readonly { readonly side?: string }[]; readonly first: number };
  /** Which actor has each seat in one game. Names and colours are shuffled here, so that none of them stays with a player. */
  actors(config: S["config"], shuffle: Dice["shuffle"]): readonly ActorId[];
  /** The configuration of one game: the given one, its seats in order as they were dealt. */
  deal(config: S["config"], seats: readonly DealtSeat[]): S["config"];
  /** Follows one game from its opened state and says at any time what happened so far. */
  watch(opened: Folded<S>): Watch<S>;
  /** Contract of what a player may be beside the agent that answers for it, in the world's own words; absent: nothing. */
  readonly traits?: TSchema;
  /** What each seat takes with it from this game to its next; absent where nothing is learned between games. */
  learned?(state: S["state"]): Readonly<Record<ActorId, Json>>;
  /** What one player takes along that sat in several games at once: what it learned in each, in order. Absent: what the last taught. */
  joined?(learned: readonly Json[]): Json;
}

export type Traits = Readonly<Record<string, Json>>;

/** One seat of one game. */
export interface DealtSeat {
  readonly actor: ActorId;
  readonly side: string;
  /** Name of the model that plays it; absent for bots and people. */
  readonly model?: string;
  /** What its player is, whatever seat it has: fits the contest's `traits`. */
  readonly traits?: Traits;
  /** What it brings from earlier games. */
  readonly learned?: Json;
}

export interface Watch<S extends Shape> {
  /** One event, with the states and minds around it. */
  see(before: Folded<S>, event: { readonly type: string }, after: Folded<S>): void;
  facts(): GameFacts;
}

/** What happened in one game. All numbers are whole: times in milliseconds of the game's own clock, beliefs in percent. */
export interface GameFacts {
  /** A side; null for a draw, and while it goes on. */
  readonly winner: string | null;
  /** Why it ended, in a word of the world's: "tasks", "ejection"; "" while it goes on. */
  readonly reason: string;
  readonly durationMs: number;
  /** In the order of the table. */
  readonly seats: readonly SeatFacts[];
  /** One for each meeting, in order: who was sent out. The facts below name meetings by their place in it. */
  readonly meetings: readonly { readonly out: ActorId | null }[];
  readonly votes: readonly VoteFact[];
  readonly claims: readonly ClaimFact[];
  readonly beliefs: readonly BeliefFact[];
  /** What belongs to no seat: meetings, ejections, time to the first kill. */
  readonly counts: Readonly<Record<string, number>>;
}

export interface SeatFacts {
  readonly actor: ActorId;
  readonly side: string;
  readonly survived: boolean;
  /** Deeds by name: kills, reports, tasks. */
  readonly counts: Readonly<Record<string, number>>;
}

/** One vote to send somebody out. `others` could have been chosen, of whom `guilty` were on the other side than the voter. */
export interface VoteFact {
  readonly meeting: number;
  readonly by: ActorId;
  /** Null: for nobody. */
  readonly choice: ActorId | null;
  readonly others: number;
  readonly guilty: number;
  /** Whether the voter had itself seen what proves somebody guilty. */
  readonly proof: boolean;
}

/**
 * How a claim stands to the record and to what its speaker had perceived: it holds; it is wrong and the speaker could
 * believe it; nothing speaks for it or against it; the speaker knew better; the speaker tells of having seen what it did
 * not see; the speaker was asked and left out what it knew.
 */
export const GROUNDS = ["true", "honest_error", "unsupported", "knowing_lie", "fabricated", "omission"] as const;
export type Ground = (typeof GROUNDS)[number];

export interface ClaimFact {
  readonly meeting: number;
  readonly by: ActorId;
  readonly kind: string;
  /** Whom it speaks of; null when of nobody but the speaker's own doings. */
  readonly about: ActorId | null;
  readonly ground: Ground;
  /** How far it speaks for or against somebody's guilt: 1 against, -1 for, 0 neither. */
  readonly lean: -1 | 0 | 1;
}

export const STAGES = ["before", "after", "vote"] as const;
/** Before a meeting's talk, after it, and when voting. */
export type Stage = (typeof STAGES)[number];

/** How likely somebody thought it that another is on the first side, and whether it was so. */
export interface BeliefFact {
  readonly meeting: number;
  readonly stage: Stage;
  readonly by: ActorId;
  readonly about: ActorId;
  /** 0 to 100. */
  readonly percent: number;
}
