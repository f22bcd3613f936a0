// A lexicon made ready for reading: its verbs as programs, its nouns by their words. What stays the same from view to view is made once.
import type { Lexicon } from "@orrery/kernel";
import { isCourteous } from "./courtesies.ts";
import type { Ways } from "./messages.ts";
import { keptByObject } from "./meter.ts";
import { hasWord, type Nouns, nounsOf } from "./nouns.ts";
import { type Scenery, sceneryOf } from "./scenery.ts";
import { isKnown, wordsIn } from "./spelling.ts";
import { abbreviationsOf, wordsOf } from "./tokens.ts";
import { type Verbs, verbsOf } from "./walk.ts";

export interface Vocabulary {
  readonly verbs: Verbs;
  readonly words: ReadonlySet<string>;
  readonly nouns: Nouns;
  readonly abbreviations: ReadonlySet<string>;
  readonly scenery: Scenery;
  readonly asides: ReadonlyMap<string, Ways>;
  /** First words of them. */
  readonly asidesBegin: ReadonlySet<string>;
  /** Whether a word stands for itself. */
  readonly isOwn: (word: string) => boolean;
  /** Whether the lexicon itself has a word. */
  readonly isNamed: (word: string) => boolean;
  /** Whether a name has a word, as it stands. */
  readonly isNoun: (word: string) => boolean;
}

/** Verbs that stay the same from view to view are made ready once. */
const verbsFor = keptByObject((all: Lexicon["verbs"]): Pick<Vocabulary, "verbs" | "words"> => {
  const verbs = verbsOf(all);
  return { verbs, words: wordsIn(verbs.order.keys()) };
});

const NO_ASIDES: NonNullable<Lexicon["asides"]> = [];

/** The same for asides. */
const asidesOf = keptByObject((all: typeof NO_ASIDES): Pick<Vocabulary, "asides" | "asidesBegin"> => {
  const asides = new Map(
    all.flatMap(({ words, says }) =>
      words.map((one) => [wordsOf(one).join(" "), { kind: `aside ${says[0]}`, all: says }] as const),
    ),
  );
  return { asides, asidesBegin: new Set([...asides.keys()].map((words) => words.split(" ")[0]!)) };
});

/** A lexicon made ready, once for each lexicon object. */
export const vocabularyFor = keptByObject((lexicon: Lexicon): Vocabulary => {
  const vocabulary = verbsFor(lexicon.verbs);
  const nouns = nounsOf(lexicon.nouns);
  return {
    ...vocabulary,
    nouns,
    isNamed: (word) => vocabulary.words.has(word) || hasWord(nouns, word),
    isNoun: (word) => nouns.byWord.has(word),
    isOwn: (word) => isCourteous(word) || isKnown(word, vocabulary.words, nouns),
    abbreviations: abbreviationsOf(lexicon.nouns.flatMap(({ names }) => names)),
    scenery: sceneryOf(lexicon.scenery ?? []),
    ...asidesOf(lexicon.asides ?? NO_ASIDES),
  };
});
