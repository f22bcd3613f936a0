// Words that nobody knows but that are close to words in scope: what may have been meant. It proposes; the player decides.
import { wordSet } from "./books.ts";
import type { Meter } from "./meter.ts";
import { hasWord, type Nouns } from "./nouns.ts";
import type { Pattern } from "./patterns.ts";

/** How many words are put right at once, and how many proposals are tried for all of them together. */
const WORDS_MAX = 3;
const TRIES_MAX = 24;

/** A word of the text that is in no vocabulary. */
export interface Unknown {
  readonly at: number;
  readonly word: string;
}
/** For each unknown word what stands in its place; "" leaves it out. */
export interface Mend {
  readonly words: readonly Unknown[];
  readonly edits: number;
}

/** Words in scope: those of the verbs' patterns. Nouns are asked for themselves. */
export function wordsIn(patterns: Iterable<Pattern>): ReadonlySet<string> {
  const words = new Set<string>();
  for (const { steps } of patterns) {
    for (const step of steps) if (step.op === "word") for (const word of step.words) words.add(word);
  }
  return words;
}

/** Ways to put unknown words right, the likeliest first: the fewest edits, then the vocabulary's order. None unless each can be. */
export function mendings(unknown: readonly Unknown[], verbs: ReadonlySet<string>, nouns: Nouns, meter: Meter): Mend[] {
  if (unknown.length === 0 || unknown.length > WORDS_MAX) return [];
  const vocabulary = new Set([...verbs, ...nouns.byWord.keys(), ...GRAMMAR]);
  const ways = unknown.map(({ word }) => closeTo(word, vocabulary, meter));
  if (ways.some((found) => found.length === 0)) return [];
  let all: Mend[] = [{ words: [], edits: 0 }];
  for (const [i, { at }] of unknown.entries()) {
    all = all
      .flatMap(({ words, edits }) =>
        ways[i]!.map((close) => ({ words: [...words, { at, word: close.word }], edits: edits + close.edits })),
      )
      .sort((a, b) => a.edits - b.edits)
      .slice(0, TRIES_MAX);
  }
  return all;
}

export const isKnown = (word: string, verbs: ReadonlySet<string>, nouns: Nouns): boolean =>
  verbs.has(word) || GRAMMAR.has(word) || hasWord(nouns, word);

/** Function words of any vocabulary: never corrected as a typo. */
const GRAMMAR: ReadonlySet<string> =
  wordSet(`the a an my your his her its our their this that these those some any it them him all both every each everything
  except but not apart from other than besides excluding save and also plus as well then after before in into inside on
  onto under behind beside above below to at with by for about what where who why how when which if one ones another
  others please first second third fourth fifth sixth seventh eighth ninth tenth last i you he she we they is are am was were do does did can could would will shall
  should may might must have has had be been no yes of off out up down there here now again just only own so too very
  try want need let go me myself yourself himself herself itself ourselves yourselves themselves hello hi thanks thank good bye`);

export const isGrammar = (word: string): boolean => GRAMMAR.has(word);

function closeTo(word: string, vocabulary: Iterable<string>, meter: Meter): { word: string; edits: number }[] {
  const found = new Map<string, number>();
  const allowed = editsFor(word);
  for (const known of vocabulary) {
    meter.count();
    if (meter.spent) return [];
    const edits = editsBetween(word, known, allowed);
    if (edits !== null) found.set(known, edits);
  }
  return [...found].map(([known, edits]) => ({ word: known, edits })).sort((a, b) => a.edits - b.edits);
}

/** One slip in a word of four to seven letters, two in a longer one; of three letters two changed about, or a fourth left out. */
const editsFor = (word: string): number => (word.length >= 8 ? 2 : word.length >= 3 ? 1 : 0);

/** Letters put in, left out, changed or changed about: how many, or null when more than `most`. Words that are the same have none to count. */
export function editsBetween(a: string, b: string, most: number): number | null {
  if (most === 0 || Math.abs(a.length - b.length) > most || b.length < 3) return null;
  if (a.length === 3 && b.length === 3) return isSwapped(a, b) ? 1 : null;
  // Hands slip at the first letter of a short word too, but another letter there is rather another word: coat, boat.
  if (a.length <= 5 && a.length === b.length && a[0] !== b[0] && a[0] !== b[1]) return null;
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let edits = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) edits = Math.min(edits, before[j - 2]! + 1);
      next.push(edits);
    }
    before = row;
    row = next;
  }
  const edits = row[b.length]!;
  return edits > 0 && edits <= most ? edits : null;
}

/** Of two words of one length. */
function isSwapped(a: string, b: string): boolean {
  const at = [...a].findIndex((letter, i) => letter !== b[i]);
  return at >= 0 && a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2);
}
