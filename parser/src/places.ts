// Where something is, or what else is said of it, after its name: "on the bench", "that Ada has", "my aunt sent me".
import type { Noun } from "@orrery/kernel";
import { bookOf, longest, meaning, wordSet } from "./books.ts";
import {
  isDeterminer,
  joinAt,
  type Phrase,
  type PhraseReader,
  type Pronoun,
  simplePhrasesAt,
  wordAt,
} from "./phrases.ts";
import { isScenery } from "./scenery.ts";

/** Where a thing lies, or who has it. */
const PLACES = bookOf(`on top of
in
inside (of)
on
upon`);
/** The same, to be taken from there. */
const SOURCES = bookOf(`out of
from
off (of)`);
/** What may stand before a place: "the key that is on the table". */
const STANDING = bookOf(`that|which|who|thats is|are|was|were|lies|lie|stands|stand|hangs|hang|sits|sit|rests
lying|standing|hanging|sitting|resting|placed|left|kept|thats|dangling
that|which is lying|standing|hanging|sitting|resting|placed|left|kept|thats|dangling`);
const NEAR = bookOf("by|beside|near");
/** What somebody does who has a thing: "that she is holding". */
const HAVING = bookOf(`(has|have|am|is|are) got|has|have|holds|carries|wears|holding|carrying|wearing`);
const RELATIVES = new Set(["that", "which", "who", "whom", "where"]);
/** A relative without its first word begins with somebody: "my aunt sent me". */
const SUBJECTS = wordSet("i ive im you youve he hes she shes we they my his her our their somebody someone");
const ASKED = new Set(["who", "which"]);
const OWNED = wordSet("me us him her them");
/** Whether a word is written as a name is. */
const isNamed = ({ source, tokens }: PhraseReader, at: number): boolean =>
  /^\p{Lu}/u.test(source.slice(tokens[at]?.start ?? source.length));
/** Where such a clause gives way to the verb's own words again. */
const BREAKS = wordSet("and then to with using into onto on in but so because");
const RELATIVE_MAX = 9;

/** The same phrase with a place after it, or with a clause that says something of it. */
export function withPlaces(reader: PhraseReader, phrase: Phrase): Phrase[] {
  if (phrase.kind !== "nouns" && phrase.kind !== "all") return [];
  if (phrase.kind === "nouns" && phrase.fits === null && !phrase.one) return [];
  // "Look at myself in the mirror" tells no two of me apart.
  if (wordAt(reader, phrase.end - 1) === "myself") return [];
  const had = hadBy(reader, phrase);
  if (had.length > 0) return had;
  const owned = phrase.kind === "nouns" ? withOwner(reader, phrase) : [];
  if (owned.length > 0) return owned;
  const start = longest(STANDING, reader.tokens, phrase.end) ?? phrase.end;
  const taken = longest(SOURCES, reader.tokens, start);
  const from = taken ?? longest(PLACES, reader.tokens, start);
  if (from !== null) {
    const source = taken !== null;
    const at = simplePhrasesAt(reader, from).flatMap((at) =>
      at.kind === "pronoun" || (at.kind === "nouns" && at.fits !== null)
        ? [{ ...phrase, place: { at, source }, end: at.end }]
        : [],
    );
    const end = at.length > 0 ? null : sceneryEnd(reader, from);
    const ends = end !== null ? [end] : source && at.length === 0 ? mineEnds(reader, from) : [];
    return [...at, ...ends.map((end) => ({ ...phrase, place: { at: null, source: false }, end }))];
  }
  const beside = longest(NEAR, reader.tokens, start);
  if (beside !== null) {
    const ends = simplePhrasesAt(reader, beside).flatMap(({ kind, end }) => (kind === "nouns" ? [end] : []));
    const end = ends[0] ?? sceneryEnd(reader, beside);
    return end === null ? [] : [{ ...phrase, place: { at: null, source: false }, end }];
  }
  return phrase.kind === "nouns" ? withRelativeClause(reader, phrase) : [];
}

/** "The key (that) Ada has": it is where she is. */
function hadBy(reader: PhraseReader, phrase: Phrase & { kind: "nouns" | "all" }): Phrase[] {
  const from = RELATIVES.has(wordAt(reader, phrase.end) ?? "") ? phrase.end + 1 : phrase.end;
  return simplePhrasesAt(reader, from).flatMap((at) => {
    if (at.kind !== "pronoun" && (at.kind !== "nouns" || at.fits === null)) return [];
    const end = longest(HAVING, reader.tokens, at.end);
    return end === null ? [] : [{ ...phrase, place: { at, source: false }, end }];
  });
}

/** "The bag of the doctor": of several, the one that is theirs. */
function withOwner(reader: PhraseReader, phrase: Phrase & { kind: "nouns" }): Phrase[] {
  if (wordAt(reader, phrase.end) !== "of") return [];
  const whose = THEIRS.get(wordAt(reader, phrase.end + 1) ?? "");
  if (whose) return [{ ...phrase, whose, end: phrase.end + 2 }];
  return simplePhrasesAt(reader, phrase.end + 1).flatMap((owner) =>
    owner.kind === "nouns" && owner.fits?.some(({ entry }) => isSomebody(entry.noun))
      ? [{ ...phrase, owners: owner.fits, end: owner.end }]
      : [],
  );
}

const THEIRS = meaning<Pronoun | "you">({ you: "yours", him: "his", her: "hers", them: "theirs" });

/** "The letter (that) my aunt sent me": words that only tell more of what is named. */
function withRelativeClause(reader: PhraseReader, phrase: Phrase & { kind: "nouns" }): Phrase[] {
  const word = wordAt(reader, phrase.end) ?? "";
  const ofSomebody = phrase.fits?.some(({ entry }) => isSomebody(entry.noun)) === true;
  // "Ask Ada who did it": a name alone needs nobody to say which Ada.
  // "Tell the doctor that I am going": what is said, and nothing said of him.
  // "Ask the doctor where it is": nobody is told by a place that they are not in.
  if (ofSomebody && (word === "that" || word === "where")) return [];
  if (ofSomebody && ASKED.has(word) && !isDeterminer(wordAt(reader, phrase.at) ?? "")) return [];
  const bare = SUBJECTS.has(word) && !ofSomebody;
  const from = RELATIVES.has(word) ? phrase.end + 1 : bare ? phrase.end : null;
  if (from === null || wordAt(reader, from) === null) return [];
  let end = from + 1;
  while (
    end < from + RELATIVE_MAX &&
    wordAt(reader, end) !== null &&
    !BREAKS.has(wordAt(reader, end)!) &&
    joinAt(reader, end) === null
  )
    end++;
  // "With me" belongs to what is told: "the apple that I brought with me".
  if (wordAt(reader, end) === "with" && OWNED.has(wordAt(reader, end + 1) ?? "")) end += 2;
  const plain = isDeterminer(word) && !SUBJECTS.has(wordAt(reader, from) ?? "") && !isNamed(reader, from);
  return end < from + (plain ? 3 : 2) ? [] : [{ ...phrase, place: { at: null, source: false }, end }];
}

export const isSomebody = ({ pronouns = [] }: Noun): boolean => pronouns.includes("him") || pronouns.includes("her");

/** "From my great aunt": an unknown owner tells nothing about the noun. */
const mineEnds = (reader: PhraseReader, from: number): number[] =>
  wordAt(reader, from) === "my"
    ? [from + 3, from + 2].filter((end) => wordAt(reader, end - 1) !== null)
    : wordAt(reader, from) !== null && isNamed(reader, from) && !reader.nouns.byWord.has(wordAt(reader, from)!)
      ? [from + 1]
      : [];

/** What every room has, whether the prose speaks of it or not. */
const PARTS = wordSet("wall walls floor ground ceiling corner");

/** Where words end of which only the prose speaks; null when these do not begin here. */
function sceneryEnd(reader: PhraseReader, from: number): number | null {
  const start = isDeterminer(wordAt(reader, from) ?? "") ? from + 1 : from;
  let end = start;
  while (isScenery(wordAt(reader, end) ?? "", reader.scenery) || PARTS.has(wordAt(reader, end) ?? "")) end++;
  return end > start ? end : null;
}
