// What one game of the Glass Box says beside its result: votes, claims with their ground, and beliefs. Types alone.
import type { ActorId, GameFacts } from "@orrery/kernel";

export interface GlassFacts extends GameFacts {
  /** One for each meeting, in order: who was sent out. The facts below name meetings by their place in it. */
  readonly meetings: readonly { readonly out: ActorId | null }[];
  readonly votes: readonly VoteFact[];
  readonly claims: readonly ClaimFact[];
  readonly beliefs: readonly BeliefFact[];
}

/** One vote to send somebody out. `others`: how many players could have been chosen; `guilty`: how many of them were against the voter's side. */
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
  /** The player it speaks of; null for the speaker's own doings. */
  readonly about: ActorId | null;
  readonly ground: Ground;
  /** How far it speaks for or against somebody's guilt: 1 against, -1 for, 0 neither. */
  readonly lean: -1 | 0 | 1;
}

export const MOMENTS = ["before", "after", "vote"] as const;
/** Before a meeting's talk, after it, and when voting. */
export type Moment = (typeof MOMENTS)[number];

/** How likely somebody thought it that another is an impostor. */
export interface BeliefFact {
  readonly meeting: number;
  readonly stage: Moment;
  readonly by: ActorId;
  readonly about: ActorId;
  /** 0 to 100. */
  readonly percent: number;
}
