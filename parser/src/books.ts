// Phrases by their words, and the longest of them that begins somewhere. Knows no language: what is in a book is its owner's.
//
// `one|or|another` are single words each; parentheses hold what may be left out. Each line is one phrase or several.
import { type Token, wordsOf } from "./tokens.ts";

/** Phrases by their words, one step a word. */
export interface Book {
  readonly next: Map<string, Book>;
  ends: boolean;
}

export function bookOf(lines: string): Book {
  const book: Book = { next: new Map(), ends: false };
  for (const line of lines.split("\n")) for (const words of expandPhrases(line.trim())) add(book, words);
  return book;
}

function add(book: Book, words: readonly string[]): void {
  let at = book;
  for (const word of words) {
    const next = at.next.get(word) ?? { next: new Map(), ends: false };
    at.next.set(word, next);
    at = next;
  }
  if (words.length > 0) at.ends = true;
}

/** Every phrase that a line stands for. */
function expandPhrases(line: string): string[][] {
  let all: string[][] = [[]];
  for (const [part, inner] of line.matchAll(/\(([^()]*)\)|[^\s()]+/g)) {
    const ways = inner === undefined ? part.split("|").map((word) => wordsOf(word)) : [[], ...expandPhrases(inner)];
    all = all.flatMap((before) => ways.map((way) => [...before, ...way]));
  }
  return all;
}

/** Where the longest phrase of a book that begins at a token ends; null when none does. */
export function longest(book: Book, tokens: readonly Token[], at: number): number | null {
  let end: number | null = null;
  let step: Book | undefined = book;
  for (let here = at; ; here++) {
    if (step.ends) end = here;
    const token = tokens[here];
    step = token?.kind === "word" ? step.next.get(token.word) : undefined;
    if (!step) return end;
  }
}

/** Every word of a book. */
export const wordsIn = ({ next }: Book): string[] => [...next].flatMap(([word, book]) => [word, ...wordsIn(book)]);

/** Single words, in any rows. */
export const wordSet = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** Words by what each of them means. */
export const meaning = <T extends string>(words: Readonly<Partial<Record<T, string>>>): ReadonlyMap<string, T> =>
  new Map(
    (Object.entries(words) as [T, string][]).flatMap(([one, said]) => said.split(" ").map((word) => [word, one])),
  );
