// Where words end that people say around what they do: requests, hedges, manner, reasons. What is in a class or a book is data.
import { longest, wordsIn } from "./books.ts";
import { type PhraseReader, wordAt } from "./phrases.ts";
import {
  ADVERBS,
  ASKING,
  BETWEEN,
  CLOSERS,
  LEADING,
  MIDDLE,
  NOT_MANNER,
  OPENERS,
  POSTPONED,
  REASONS,
  TRAILING,
  WONDERING,
} from "./words/around.ts";

/** Words that courtesies are made of: none of them is a slip of the hand. */
export const isCourteous = (word: string): boolean => COURTEOUS.has(word);
const COURTEOUS: ReadonlySet<string> = new Set([
  ...[LEADING, MIDDLE, TRAILING].flatMap((words) => [...words]),
  ...[OPENERS, CLOSERS, POSTPONED, BETWEEN, REASONS, WONDERING].flatMap(wordsIn),
]);

const oneOf = (words: ReadonlySet<string>, reader: PhraseReader, at: number): number | null =>
  words.has(wordAt(reader, at) ?? "") ? at + 1 : null;

/** `begun`: other such phrases stand right before it. */
export const openerAt = (reader: PhraseReader, at: number, begun: boolean): number | null =>
  wonderingAt(reader, at) ??
  longest(OPENERS, reader.tokens, at) ??
  skipPostponement(reader, at) ??
  mannerAt(reader, at) ??
  oneOf(LEADING, reader, at) ??
  (begun ? oneOf(MIDDLE, reader, at) : null);
/** Where the question begins that a phrase leads up to: "can you tell me | where it is". */
export function wonderingAt(reader: PhraseReader, at: number): number | null {
  const end = longest(WONDERING, reader.tokens, at);
  const asked = end !== null && reader.tokens[end]?.kind === "comma" ? end + 1 : end;
  return asked !== null && ASKING.has(wordAt(reader, asked) ?? "") ? asked : null;
}
export const skipPostponement = (reader: PhraseReader, at: number): number | null =>
  longest(POSTPONED, reader.tokens, at);
export const closerAt = (reader: PhraseReader, at: number): number | null =>
  longest(CLOSERS, reader.tokens, at) ??
  skipPostponement(reader, at) ??
  mannerAt(reader, at) ??
  oneOf(TRAILING, reader, at);
export const betweenAt = (reader: PhraseReader, at: number): number | null => longest(BETWEEN, reader.tokens, at);

/** Where a reason that begins at a token ends: at the next pause. */
export function reasonAt(reader: PhraseReader, at: number): number | null {
  if (longest(REASONS, reader.tokens, at) === null) return null;
  let end = at + 1;
  while (end < reader.tokens.length && isReasoning(reader, end)) {
    reader.meter.count();
    end++;
  }
  return end;
}
const isReasoning = (reader: PhraseReader, at: number): boolean => {
  const { kind } = reader.tokens[at]!;
  return (kind === "word" && wordAt(reader, at) !== "then") || kind === "quote";
};

/** "Carefully", "as quietly as possible". */
export function mannerAt(reader: PhraseReader, at: number): number | null {
  const word = wordAt(reader, at);
  if (word === null) return null;
  if (["as", "very", "really", "so", "too", "quite", "more", "rather", "pretty"].includes(word)) {
    const end = isManner(wordAt(reader, at + 1)) ? at + 2 : null;
    if (end === null || word !== "as") return end;
    if (wordAt(reader, end) !== "as") return null;
    return ["possible", "i", "we"].includes(wordAt(reader, end + 1) ?? "")
      ? end + (wordAt(reader, end + 1) === "possible" ? 2 : 3)
      : null;
  }
  return isManner(word) ? at + 1 : null;
}

/** An adverb, by its ending or as it stands. */
export const isManner = (word: string | null): boolean =>
  word !== null && (ADVERBS.has(word) || (word.length > 4 && /[a-z]ly$/.test(word) && !NOT_MANNER.has(word)));
