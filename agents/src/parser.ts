// From words to actions by rules alone: no model, no state, no verdicts. It may fail, and then says what it did not understand.
import type { ActionBase, ActorId, Lexicon } from "@orrery/kernel";

export const PARSE_REASONS = [
  "nothing_said",
  "too_long",
  "unknown_verb",
  "object_not_found",
  "ambiguous_reference",
  "missing_part",
  "not_understood",
] as const;
export type ParseReason = (typeof PARSE_REASONS)[number];

/** What the parser made of an utterance: kept in the turn's provenance, plain JSON, read again at the actor's next one. */
export interface Reading {
  readonly problem: { readonly reason: ParseReason; readonly message: string } | null;
  /** What "it", "them", "him", "her" mean next time, and what "the other one" is not. */
  readonly referents: Readonly<Partial<Record<"it" | "them" | "him" | "her" | "here", readonly string[]>>>;
  /** An open question: the answer may be a choice alone ("the brass one"). */
  readonly question: Question | null;
}
export interface Question {
  /** The words so far, with the open slot. */
  readonly text: string;
  readonly slot: string;
  readonly choices: readonly { readonly id: string; readonly name: string }[];
}

export interface ParseContext {
  readonly actorId: ActorId;
  readonly lexicon: Lexicon;
  /** This actor's earlier readings on this line, newest first; a handful is enough. */
  readonly recent: readonly Reading[];
}

export interface Parsed {
  readonly actions: readonly ActionBase[];
  readonly reading: Reading;
}

/** Never changes and never judges anything; never names an id that the lexicon does not hold. */
export function parseTextToActions(_text: string, _context: ParseContext): Parsed {
  throw new Error("unwritten");
}
