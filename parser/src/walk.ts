// Where one is on the way through a text, and what may begin there. Chooses nothing and says nothing.

import type { Slot, Verb } from "@orrery/kernel";
import { wordSet } from "./books.ts";
import { isCourteous } from "./courtesies.ts";
import { basesOf } from "./inflection.ts";
import { callAtEnd, startsAt } from "./joints.ts";
import { type Candidate, matchPattern, type Text } from "./match.ts";
import type { Entry } from "./nouns.ts";
import { numberAt } from "./numbers.ts";
import { type Pattern, patternsOf } from "./patterns.ts";
import { isVague, mayFill, phrasesAt, wordAt } from "./phrases.ts";
import { isKnown } from "./spelling.ts";
import { DOERS } from "./words/weights.ts";

/** Patterns by the words that they may begin with, in the lexicon's order. */
export interface Verbs {
  readonly byWord: ReadonlyMap<string, readonly Pattern[]>;
  /** Those that may begin with a slot. */
  readonly open: readonly Pattern[];
  /** Those that stand in for a verb that nobody knows. */
  readonly otherwise: readonly Pattern[];
  readonly order: ReadonlyMap<Pattern, number>;
}

export function verbsOf(verbs: readonly Verb[]): Verbs {
  const patterns = verbs.flatMap(patternsOf);
  const byWord = new Map<string, Pattern[]>();
  for (const pattern of patterns) {
    for (const word of pattern.opens ?? []) {
      const same = byWord.get(word);
      if (same) same.push(pattern);
      else byWord.set(word, [pattern]);
    }
  }
  return {
    byWord,
    open: patterns.filter(({ opens, steps }) => opens === null && steps[0]?.op !== "verb"),
    otherwise: patterns.filter(({ steps }) => steps[0]?.op === "verb"),
    order: new Map(patterns.map((one, i) => [one, i])),
  };
}

/** A clause as it was chosen. */
export interface Clause {
  readonly candidate: Candidate;
  /** The verb's words, when the clause leaves them to the one before it: "and the key in the box". */
  readonly verb: string;
  /** What it named, once that is known: "go to the bench and sit". */
  readonly named?: readonly Entry[];
}

export interface Walk {
  readonly text: Text;
  readonly verbs: Verbs;
  /** Words of the patterns. */
  readonly words: ReadonlySet<string>;
  /** Whether verbs that nobody knows are read as something that is tried. */
  readonly otherwise: boolean;
  /** Whether a clause can begin at a token, once it is known. */
  readonly starts: Map<number, boolean>;
  /** Commands that nothing joins to what comes before or after them, by where they begin and end. */
  readonly commands: Map<number, ReadonlyMap<number, readonly Clause[]>>;
}

/** Whether the words from a token on can be read as a command, at least up to the end of its first clause. */
export function canStart(walk: Walk, at: number): boolean {
  const known = walk.starts.get(at);
  if (known !== undefined) return known;
  const can = startsAt(walk.text, at).some((start) =>
    openingAt(walk, start).some(
      (pattern) => matchPattern(walk.text, pattern, start, "whole", { first: true }).length > 0,
    ),
  );
  walk.starts.set(at, can);
  return can;
}

export function patternsAt({ text, verbs, words, otherwise }: Walk, at: number): readonly Pattern[] {
  const token = text.tokens[at];
  const goesOn = text.tokens[at + 1]?.kind === "word";
  const named =
    token?.kind === "word" ? patternsBegunBy(verbs, token.word, goesOn, DOERS.has(wordAt(text, at - 1) ?? "")) : [];
  if (
    otherwise &&
    token?.kind === "word" &&
    isVerbLike(token.word) &&
    !isVague(token.word) &&
    !isCourteous(token.word) &&
    !isKnown(token.word, words, text.nouns) &&
    numberAt(text, at) === null
  )
    return verbs.otherwise;
  return verbs.open.length === 0 ? named : [...named, ...verbs.open];
}

/** Those of them with their first part in the text: most that begin with a slot fall away at once. */
export function openingAt(walk: Walk, at: number): readonly Pattern[] {
  const { text } = walk;
  const token = text.tokens[at];
  const phrases = token?.kind === "word" || token?.kind === "hole" ? phrasesAt(text, at) : [];
  return patternsAt(walk, at).filter(({ opens, steps }) => {
    const [first] = steps;
    if (opens !== null || first?.op !== "slot") return true;
    if (first.slot.kinds.some((kind) => AT_ONCE.has(kind))) return token?.kind === "quote" || token?.kind === "hole";
    if (first.slot.kinds.includes("deed")) return callAtEnd(text) !== null && startsAt(text, at).length === 1;
    if (first.slot.kinds.includes("number") && numberAt(text, at) !== null) return true;
    return phrases.some((phrase) => mayFill(phrase, first.name, first.slot));
  });
}
const AT_ONCE: ReadonlySet<string> = new Set(["text", "quote"]);

/** The patterns that a word begins, or that a word does of which it is a form. "I'm leaving" and "locked" with no more words are said and not done. */
export function patternsBegunBy({ byWord }: Verbs, word: string, goesOn: boolean, done = true): readonly Pattern[] {
  const exact = byWord.get(word);
  if (exact) return exact;
  if (!goesOn && (word.endsWith("ing") || (!done && word.endsWith("ed")))) return [];
  for (const base of basesOf(word)) {
    const found = byWord.get(base);
    if (found) return found;
  }
  return [];
}

/** The verb that a word is, or of which it is a form. */
export const infinitive = ({ byWord }: Verbs, word: string): string =>
  byWord.has(word) ? word : (basesOf(word).find((base) => byWord.has(base)) ?? word);

/** What belongs to the verb before it rather than to a way of its own: "fill it up". */
export const PARTICLES: ReadonlySet<string> = wordSet(
  "up down in out on off over away back around about along through",
);

/** Letters, and a vowel among them: what could be an English verb. */
const isVerbLike = (word: string): boolean => /^[a-z]{3,20}$/.test(word) && /[aeiouy]/.test(word);

const ASKING = wordSet(
  "who whom whose what where when why how which whether is are am was were do does did can could will would have has should may might",
);
/** "Was it you", but not "I was". */
export const isQuestion = ({ text }: Walk, at: number): boolean => {
  const word = wordAt(text, at) ?? "";
  // "Have some tea" is no question.
  if (word === "have" && !HAVING.has(wordAt(text, at + 1) ?? "")) return false;
  return ASKING.has(word) && !["i", "we"].includes(wordAt(text, at - 1) ?? "");
};
const HAVING = wordSet("i we you they not there");

export const slotOf = (verb: Verb, name: string): Slot => verb.slots![name as keyof NonNullable<Verb["slots"]>]!;

export const verbWords = (text: Text, { candidate, verb }: Clause): string =>
  verb || sourceOf(text, candidate.at, candidate.at + candidate.pattern.afterVerb);

/** The text between two tokens, as it was written. */
export function sourceOf({ source, tokens }: Text, at: number, end: number): string {
  const first = tokens[at];
  const last = tokens[end - 1];
  return first && last && end > at ? source.slice(first.start, last.end) : "";
}
