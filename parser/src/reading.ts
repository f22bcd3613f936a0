// What the parser hands back beside actions: its own notes, plain JSON, to be read again at the actor's next utterance.
import type { ActionBase } from "@orrery/kernel";
import type { Pronoun } from "./phrases.ts";
import type { Hole } from "./tokens.ts";

export const PARSE_REASONS = [
  "nothing_said",
  "too_long",
  "unknown_verb",
  "object_not_found",
  "only_scenery",
  "ambiguous_reference",
  "missing_part",
  "not_understood",
] as const;
export type ParseReason = (typeof PARSE_REASONS)[number];

/** What the parser made of an utterance: kept in the turn's provenance, plain JSON, read again at the actor's next one. */
export interface Reading {
  readonly problem: { readonly reason: ParseReason; readonly message: string } | null;
  /** What "it", "them", "him", "her", "you" mean next time, newest first, and what "the other one" is not. */
  readonly referents: Readonly<Partial<Record<Pronoun | "you", readonly string[]>>>;
  /** The words that were read in place of the typed ones, where a model put them so. */
  readonly readAs?: string;
  /** An open question: the answer may be a choice alone ("the brass one"). */
  readonly question: Question | null;
  /**
   * The text from the first clause that named nothing in sight, if clauses before it gave actions. Those actions may bring the
   * thing to light, so the caller may parse this text again after them. Else null.
   */
  readonly rest: string | null;
  /** What the last clause that was understood made, for "again". */
  readonly last?: readonly ActionBase[];
  /** By id of what was acted on: where it lay before, for "put it back". */
  readonly homes?: Readonly<Record<string, string>>;
  /** Which of several wordings was used last, by what it said: none is used twice running. */
  readonly worded?: Readonly<Record<string, number>>;
}

export interface Question {
  /** The words so far, with `{slot}` at every hole. */
  readonly text: string;
  /** How it was asked, to be asked again. */
  readonly asks?: string;
  /** The slot that is open. */
  readonly slot: string;
  readonly choices: readonly { readonly id: string; readonly name: string }[];
  /** How many of them, from the first, are offered; the rest may be named as well. Absent where all are. */
  readonly offered?: number;
  /** Holes of the text in order; the one without a fill is open. */
  readonly holes: readonly Hole[];
  /** Any words will do for an answer. */
  readonly free: boolean;
  /** "Did you mean …?": what was perhaps meant, one whole utterance for each choice. */
  readonly spellings?: readonly string[];
}
