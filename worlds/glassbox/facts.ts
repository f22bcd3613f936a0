// What one game of the Glass Box says beside its result: votes, claims with their ground, and beliefs. Types alone.
import type { ActorId, GameFacts } from "@orrery/kernel";
import type { Claim } from "./shape.ts";

export interface GlassFacts extends GameFacts {
  /** One for each meeting, in order: who was sent out. The facts below name meetings by their place in it. */
  readonly meetings: readonly { readonly out: ActorId | null }[];
  readonly votes: readonly VoteFact[];
  readonly statements: readonly StatementFact[];
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
export type ClaimGround = (typeof GROUNDS)[number];

/** What somebody said in one go. Silence is none. */
export interface StatementFact {
  readonly meeting: number;
  readonly by: ActorId;
  readonly round: number;
  readonly tick: number;
  readonly text: string;
  /** Claims that its speaker declared; those that the rules read in the text; and those that are both. */
  readonly declared: number;
  readonly heard: number;
  readonly both: number;
}

export interface ClaimFact {
  readonly meeting: number;
  readonly by: ActorId;
  /** When it was said; the omission of a proof has the tick of the count. */
  readonly tick: number;
  /** As it was made; null for an omission. */
  readonly claim: Claim | null;
  readonly kind: string;
  /** Whether it was read in the text by rule, for its speaker declared nothing. */
  readonly read: boolean;
  /** The player it speaks of; null for the speaker's own doings. */
  readonly about: ActorId | null;
  readonly ground: ClaimGround;
  /** How far it speaks for or against somebody's guilt: 1 against, -1 for, 0 neither. */
  readonly lean: -1 | 0 | 1;
  /** Whether it agrees with the speaker's own thought and reported suspicions; null where these say nothing of it. */
  readonly sincere: boolean | null;
}

export const MOMENTS = ["before", "after", "vote"] as const;
/** Before a meeting's talk, after it, and when voting. */
export type MeetingMoment = (typeof MOMENTS)[number];

/** How likely somebody thought it that another is an impostor. */
export interface BeliefFact {
  readonly meeting: number;
  readonly stage: MeetingMoment;
  readonly by: ActorId;
  readonly about: ActorId;
  /** 0 to 100. */
  readonly percent: number;
}
