// A lexicon made ready for reading: its verbs as programs, its nouns by their words. What stays the same from view to view is made once.
import type { Lexicon } from "@orrery/kernel";
import { isCourteous } from "./courtesies.ts";
import type { Ways } from "./messages.ts";
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
const known = new WeakMap<Lexicon, Vocabulary>();
const vocabularies = new WeakMap<Lexicon["verbs"], Pick<Vocabulary, "verbs" | "words">>();

/** Verbs that stay the same from view to view are made ready once. */
function verbsFor(all: Lexicon["verbs"]): Pick<Vocabulary, "verbs" | "words"> {
  let vocabulary = vocabularies.get(all);
  if (!vocabulary) {
    const verbs = verbsOf(all);
    vocabulary = { verbs, words: wordsIn(verbs.order.keys()) };
    vocabularies.set(all, vocabulary);
  }
  return vocabulary;
}

const NO_ASIDES: NonNullable<Lexicon["asides"]> = [];
const saidAside = new WeakMap<NonNullable<Lexicon["asides"]>, Pick<Vocabulary, "asides" | "asidesBegin">>();

/** The same for asides. */
function asidesOf(all: NonNullable<Lexicon["asides"]>): Pick<Vocabulary, "asides" | "asidesBegin"> {
  let found = saidAside.get(all);
  if (!found) {
    const asides = new Map(
      all.flatMap(({ words, says }) =>
        words.map((one) => [wordsOf(one).join(" "), { kind: `aside ${says[0]}`, all: says }] as const),
      ),
    );
    found = { asides, asidesBegin: new Set([...asides.keys()].map((words) => words.split(" ")[0]!)) };
    saidAside.set(all, found);
  }
  return found;
}

/** A lexicon made ready, once for each lexicon object. */
export function vocabularyFor(lexicon: Lexicon): Vocabulary {
  let words = known.get(lexicon);
  if (!words) {
    const vocabulary = verbsFor(lexicon.verbs);
    const nouns = nounsOf(lexicon.nouns);
    words = {
      ...vocabulary,
      nouns,
      isNamed: (word) => vocabulary.words.has(word) || hasWord(nouns, word),
      isNoun: (word) => nouns.byWord.has(word),
      isOwn: (word) => isCourteous(word) || isKnown(word, vocabulary.words, nouns),
      abbreviations: abbreviationsOf(lexicon.nouns.flatMap(({ names }) => names)),
      scenery: sceneryOf(lexicon.scenery ?? []),
      ...asidesOf(lexicon.asides ?? NO_ASIDES),
    };
    known.set(lexicon, words);
  }
  return words;
}
