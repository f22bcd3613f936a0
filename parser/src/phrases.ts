// Noun phrases and lists of them: articles, "all but", "the other one", pronouns. Says what words may mean, not what they do mean.
import type { Slot } from "@orrery/kernel";
import { bookOf, longest, meaning, wordSet } from "./books.ts";
import type { Joint } from "./joints.ts";
import type { Meter } from "./meter.ts";
import { FIT, type Fit, hasWord, matchNouns, type Nouns } from "./nouns.ts";
import { isSomebody, withPlaces } from "./places.ts";
import type { Scenery } from "./scenery.ts";
import type { Hole, Token } from "./tokens.ts";

export const PRONOUNS = ["it", "them", "him", "her"] as const;
export type Pronoun = (typeof PRONOUNS)[number];

/** Words from token `at` up to token `end` that stand for one thing or several. */
export type Phrase = { readonly at: number; readonly end: number } & (
  | {
      readonly kind: "nouns";
      /** Null when no noun was said: "the other one". */
      readonly fits: readonly Fit[] | null;
      /** "The other key": not the one last spoken of. */
      readonly other: boolean;
      /** "One" stands for the noun: "the brass one". */
      readonly one: boolean;
      /** "Ones", "others": as many as there are. */
      readonly many: boolean;
      /** "One of the keys". */
      readonly single?: true;
      /** "The second key": counted in the lexicon's order, from 1; -1 is the last. */
      readonly nth?: number;
      /** "Her key": of several, the one that she has. */
      readonly whose?: Pronoun | "you";
      /** "Ada's key": of several, the one that is hers. */
      readonly owners?: readonly Fit[];
      readonly place?: PlacePhrase;
    }
  /** `single`: "either of them". */
  | { readonly kind: "pronoun"; readonly pronoun: Pronoun; readonly single?: true }
  | {
      readonly kind: "all";
      /** "Everyone": no things. */
      readonly people?: true;
      readonly fits: readonly Fit[] | null;
      readonly except: readonly Phrase[];
      readonly place?: PlacePhrase;
    }
  | { readonly kind: "filled"; readonly hole: Hole }
);

/** "On the bench": only what lies there is meant. `source`: it is to be taken from there, as "from" says. */
export interface PlacePhrase {
  /** Null where nothing lies in or on what is named: "by the door", "on the carpet" of which only the prose speaks. */
  readonly at: Phrase | null;
  readonly source: boolean;
}

/** Phrases joined by "and" and commas, up to token `end`. Longer readings share `items`: only the first `count` belong. */
export interface List {
  readonly items: readonly Phrase[];
  readonly count: number;
  readonly end: number;
}

const DETERMINERS = wordSet("the a an my your his her its our their this that these those some any");
/** As the subject of a question, too: "what did she say". */
const PRONOUN_WORDS = meaning({
  it: "it that this there",
  them: "them those these they",
  him: "him he",
  her: "her she",
});
const WHOSE = meaning<Pronoun | "you">({ you: "your", him: "his", her: "her", them: "their" });
const EXCEPT = bookOf(`but (leave|not)
just|and not
not|minus|without|leaving|besides|excluding
except|save (for)
aside|apart from
other than`);
const JOINS = bookOf(`and (also)
plus
as well as`);
/** "That crank thing", "the wicker thingy": what stands before it says which. */
const THINGIES = wordSet("thing things thingy thingie thingies thingamajig stuff contraption gadget object");
const THINGS = new Set(["things", "objects", "items", "stuff", "thing", "object", "item"]);
const EXCEPTIONS_MAX = 32;
/** What the phrases of one text are read from. */
export interface PhraseReader {
  /** The text as it was written. */
  readonly source: string;
  readonly tokens: readonly Token[];
  readonly nouns: Nouns;
  /** Words that only the shown prose names. */
  readonly scenery: Scenery;
  readonly meter: Meter;
  /** Whether lists and clauses need nothing between their parts. */
  readonly unjoined?: boolean;
  /** Kind of the nouns that may be spoken to by name. */
  readonly addressed?: string | undefined;
  /** Phrases already read, by where they begin. */
  readonly read: Map<number, readonly Phrase[]>;
  /** Ends of clauses already read, by where they are. */
  readonly joints: Map<number, Joint | null>;
}

export const isDeterminer = (word: string): boolean => DETERMINERS.has(word);
export const wordAt = ({ tokens }: Pick<PhraseReader, "tokens">, at: number): string | null => {
  const token = tokens[at];
  return token?.kind === "word" ? token.word : null;
};
/** Every way to read one phrase that begins at a token, longest first. */
export function phrasesAt(reader: PhraseReader, at: number): readonly Phrase[] {
  const known = reader.read.get(at);
  if (known) return known;
  const simple = simplePhrasesAt(reader, at);
  const phrases = [
    ...simple,
    ...simple.flatMap((phrase) => withPlaces(reader, phrase)),
    ...allPhrasesAt(reader, at),
  ].sort((a, b) => b.end - a.end);
  reader.read.set(at, phrases);
  return phrases;
}

/** Lists that begin at a token and may fill a slot: the shortest first, each worked out only when it is asked for. */
export function* listsAt(reader: PhraseReader, at: number, name: string, slot: Slot): Generator<List> {
  for (const first of phrasesAt(reader, at)) {
    if (!mayFill(first, name, slot)) continue;
    const items = [first];
    for (;;) {
      reader.meter.count();
      const end = items.at(-1)!.end;
      yield { items, count: items.length, end };
      const joined = skipRepeatedWord(reader, at, joinAt(reader, end));
      // "Pour myself some tea": oneself and then something are two parts of the deed, and no list.
      const next = joined ?? (reader.unjoined && !isSelf(items.at(-1)!) ? end : null);
      const fitting =
        next === null
          ? []
          : phrasesAt(reader, next).filter(
              (phrase) =>
                mayFill(phrase, name, slot) &&
                (joined !== null ||
                  (phrase.kind === "nouns" && isOneMore(reader, items.at(-1)!, phrase) && !isCount(reader, next))),
            );
      const [found] = fitting;
      if (!found) break;
      // "The coin and the lamp in the box": the place may be the verb's. A list that goes on cannot leave it out.
      const bare = hasPlace(found) ? fitting.find((phrase) => !hasPlace(phrase)) : undefined;
      if (bare) yield { items: [...items, bare], count: items.length + 1, end: bare.end };
      items.push(found);
    }
  }
}

/** A thing, or ways by their names alone: in "up the steps" the steps are the way up, and "the tower stairs" are one. */
const isOneMore = (reader: PhraseReader, before: Phrase, { at, fits }: Phrase & { kind: "nouns" }): boolean =>
  fits?.some(
    ({ entry }) =>
      entry.noun.value === undefined || [before.at, at].every((one) => !isDeterminer(wordAt(reader, one) ?? "")),
  ) === true;

const isSelf = (phrase: Phrase): boolean =>
  phrase.kind === "nouns" && phrase.fits?.some(({ entry }) => entry.noun.kinds.includes("self")) === true;

/** "Row 4": a number belongs to what stands before it, where nothing parts them. */
const isCount = (reader: PhraseReader, at: number): boolean => COUNTS.test(wordAt(reader, at) ?? "");
const COUNTS = /^(\d+|one|two|three|four|five|six|seven|eight|nine|ten)$/;

/** Where a list goes on after a comma, an "and" or both. */
export function joinAt(reader: Pick<PhraseReader, "tokens">, at: number): number | null {
  const after = reader.tokens[at]?.kind === "comma" ? at + 1 : at;
  return longest(JOINS, reader.tokens, after) ?? (after > at ? after : null);
}

/** "About the will and about the cat": past the word that stands before the whole list, said again. */
const skipRepeatedWord = (reader: PhraseReader, at: number, next: number | null): number | null =>
  next !== null && REPEATED.has(wordAt(reader, next) ?? "") && wordAt(reader, next) === wordAt(reader, at - 1)
    ? next + 1
    : next;
const REPEATED = wordSet("about of for to with from at on in");

/** Whether a thing is told by where it is. */
export const hasPlace = (phrase: Phrase): boolean => "place" in phrase && phrase.place !== undefined;

/** Whether a phrase could fill a slot, by kinds alone: what a pronoun means is found out later. */
export function mayFill(phrase: Phrase, name: string, slot: Slot): boolean {
  switch (phrase.kind) {
    case "filled":
      return phrase.hole.slot === name;
    case "all":
      return (
        slot.all !== undefined &&
        (!phrase.people || phrase.fits!.some(({ entry }) => entry.noun.kinds.includes(slot.all!)))
      );
    case "pronoun":
      return slot.kinds.some((kind) => kind !== "text");
    case "nouns":
      return phrase.fits === null || phrase.fits.some((fit) => isOfKind(fit, slot));
  }
}
export const isOfKind = ({ entry }: Fit, { kinds }: Slot): boolean =>
  entry.noun.kinds.some((kind) => kinds.includes(kind));

type Plain = Omit<Phrase & { kind: "nouns" }, "fits" | "end">;
const namedAt = ({ tokens, nouns, meter }: PhraseReader, at: number, plain: Plain): Phrase[] =>
  matchNouns(nouns, tokens, at, meter).map((match) => ({ ...plain, ...match }));

/** Phrases without a place. */
export function simplePhrasesAt(reader: PhraseReader, at: number): Phrase[] {
  const { tokens, nouns, meter } = reader;
  const token = tokens[at];
  if (token?.kind === "hole")
    return token.hole.fill && "ids" in token.hole.fill ? [{ kind: "filled", hole: token.hole, at, end: at + 1 }] : [];
  if (token?.kind !== "word") return [];
  const plain = { kind: "nouns", at, other: false, one: false, many: false } as const;
  const phrases: Phrase[] = namedAt(reader, at, plain);
  const pointed =
    DETERMINERS.has(token.word) || token.word === "them" || (token.word === "one" && wordAt(reader, at + 1) !== "of")
      ? at + 1
      : at;
  const measured = pastMeasure(reader, at);
  const from = pastVague(reader, measured > at ? measured : pastMeasure(reader, pointed));
  const whose = WHOSE.get(token.word);
  const single = token.word === "one" && wordAt(reader, at + 1) === "of" ? ({ single: true } as const) : {};
  if (from > at) phrases.push(...namedAt(reader, from, { ...plain, ...single, ...(whose ? { whose } : {}) }));
  for (const { end, fits } of matchNouns(nouns, tokens, from, meter, true)) {
    const word = wordAt(reader, end);
    if (word === "one" || word === "ones")
      phrases.push({ ...plain, fits, end: end + 1, one: true, many: word === "ones" });
    if (THINGIES.has(word ?? "")) phrases.push({ ...plain, fits, end: end + 1 });
  }
  phrases.push(
    ...otherPhrasesAt(reader, at, from),
    ...countedPhrasesAt(reader, at, from),
    ...ownedPhrasesAt(reader, at, from),
  );
  if (EITHER.has(token.word) && wordAt(reader, at + 1) === "of" && THEM.has(wordAt(reader, at + 2) ?? ""))
    phrases.push({ kind: "pronoun", pronoun: "them", single: true, at, end: at + 3 });
  const pronoun = PRONOUN_WORDS.get(token.word);
  if (pronoun) {
    if (wordAt(reader, at + 1) === "one" && pronoun === "it")
      phrases.push({ kind: "pronoun", pronoun, at, end: at + 2 });
    phrases.push({ kind: "pronoun", pronoun, at, end: at + 1 });
  }
  return phrases.sort((a, b) => b.end - a.end);
}

const EITHER = wordSet("either one any some");
const THEM = wordSet("them these those");

/** "Ada's key", "the old woman's spectacles". */
function ownedPhrasesAt(reader: PhraseReader, at: number, from: number): Phrase[] {
  const { tokens, nouns, meter } = reader;
  for (let last = from; last < from + OWNER_MAX; last++) {
    const token = tokens[last];
    if (token?.kind !== "word") break;
    const name = token.owner ?? unmarkedOwner(nouns, token.word);
    if (name === null) continue;
    const said = [...tokens.slice(from, last), { ...token, word: name }];
    const owner = matchNouns(nouns, said, 0, meter).find(({ end }) => end === said.length);
    if (!owner) break;
    if (token.owner === undefined && !owner.fits.some(({ entry }) => isSomebody(entry.noun))) continue;
    const plain = { kind: "nouns", at, other: false, one: false, many: false, owners: owner.fits } as const;
    return namedAt(reader, last + 1, plain);
  }
  return [];
}
const OWNER_MAX = 4;

/** "Adas key": the owner that the word may name without its apostrophe. */
const unmarkedOwner = ({ byWord }: Nouns, word: string): string | null =>
  word.length > 3 && word.endsWith("s") && !byWord.has(word) && byWord.has(word.slice(0, -1))
    ? word.slice(0, -1)
    : null;

const MEASURES = wordSet(
  "one some any couple few bit piece drink sip drop taste swig mouthful handful part rest cup glass mug page pages entry entries cover bottom corner edge",
);

/** "The last page of the book" is the book. */
const WHICH = wordSet(
  "first second last next other whole front back open good little tiny small nice big todays yesterdays latest",
);
const PAGES = wordSet("page pages entry entries");

const VAGUE = wordSet(
  "mr mrs ms miss sir madam my old ancient shabby battered creepy spooky scary cool awesome ugly huge big small tiny massive giant great fine amazing gross disgusting smelly pointy fat boring lame gorgeous cute such many several cold warm hot new heavy dusty dirty clean rusty wet dry fresh little tiny nice lovely beautiful pretty strange odd weird mysterious curious interesting entire damn damned bloody stupid silly poor dear good kind funny fancy wonderful whole same biggest largest smallest nearest closest oldest newest nicest",
);

export const isVague = (word: string): boolean => VAGUE.has(word);

/** Past words that only say what one thinks of a thing: "that strange lamp". A word that tells things apart is never passed. */
function pastVague(reader: PhraseReader, at: number): number {
  let end = at;
  while (VAGUE.has(wordAt(reader, end) ?? "") && !tellsApart(reader, end)) end++;
  return end;
}

/** Whether a word belongs to a noun that is called like the ones after it: "big" does of keys, where one is the big key. */
function tellsApart({ nouns, tokens, meter }: PhraseReader, at: number): boolean {
  const own = nouns.byWord.get(wordAt({ tokens }, at)!);
  if (!own) return hasWord(nouns, wordAt({ tokens }, at)!);
  const [match] = matchNouns(nouns, tokens, at + 1, meter);
  const heads = new Set([...own].flatMap(({ heads }) => [...heads]));
  return !match || match.fits.some(({ entry }) => own.has(entry) || [...entry.heads].some((head) => heads.has(head)));
}

/** "A sip of the brandy" is the brandy. */
export function pastMeasure(reader: Pick<PhraseReader, "tokens">, at: number): number {
  const from = WHICH.has(wordAt(reader, at) ?? "") ? at + 1 : at;
  const measure = wordAt(reader, from) ?? "";
  const of = wordAt(reader, from + 1) ?? "";
  if (!MEASURES.has(measure) || !(of === "of" || (PAGES.has(measure) && (of === "in" || of === "from")))) return at;
  return isDeterminer(wordAt(reader, from + 2) ?? "") ? from + 3 : from + 2;
}

/** "The second key", "the last one". */
function countedPhrasesAt(reader: PhraseReader, at: number, from: number): Phrase[] {
  const nth = ordinalOf(wordAt(reader, from));
  if (nth === null) return [];
  const plain = { kind: "nouns", at, other: false, one: false, many: false, nth } as const;
  const { byWord } = reader.nouns;
  // Where names count themselves, as those of a board do, the order in which things are listed does not.
  const isNumbered = ({ entry }: Fit) => ORDINALS.some((word) => byWord.get(word)?.has(entry));
  const phrases: Phrase[] = matchNouns(reader.nouns, reader.tokens, from + 1, reader.meter)
    .filter(({ fits }) => !fits.every(isNumbered))
    .map((match) => ({ ...plain, ...match }));
  return wordAt(reader, from + 1) === "one"
    ? [...phrases, { ...plain, one: true, fits: null, end: from + 2 }]
    : phrases;
}

const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];

/** From 1; -1 is the last. */
export function ordinalOf(word: string | null): number | null {
  if (word === "last") return -1;
  const n = ORDINALS.indexOf(word ?? "");
  return n < 0 ? null : n + 1;
}

/** "The other key", "another one", "the others". */
function otherPhrasesAt(reader: PhraseReader, at: number, from: number): Phrase[] {
  const word = wordAt(reader, from);
  const plain = { kind: "nouns", at, other: true, one: false, many: false } as const;
  if (word === "others") return [{ ...plain, fits: null, end: from + 1, one: true, many: true }];
  if (word !== "other" && word !== "another") return [];
  const phrases = namedAt(reader, from + 1, plain);
  const next = wordAt(reader, from + 1);
  if (next === "thing")
    phrases.push({ ...plain, fits: reader.nouns.entries.map((entry) => ({ entry, rank: FIT.part })), end: from + 2 });
  const ones = next === "one" || next === "ones";
  return [...phrases, { ...plain, fits: null, end: from + (ones ? 2 : 1), one: true, many: next === "ones" }];
}

/** "Everything", "all the keys", "both of them", each with or without exceptions. */
function allPhrasesAt(reader: PhraseReader, at: number): Phrase[] {
  const word = wordAt(reader, at);
  const lying = whateverAt(reader, at);
  if (lying !== null)
    return withPlaces(reader, { kind: "all", fits: null, except: [], at, end: lying }).flatMap((one) =>
      withExceptions(reader, one),
    );
  if (word === "them" && wordAt(reader, at + 1) === "all")
    return [{ kind: "pronoun", pronoun: "them", at, end: at + 2 }];
  const everyone = longest(EVERYONE, reader.tokens, at);
  if (everyone !== null) {
    const fits = reader.nouns.entries
      .filter(({ noun }) => noun.kinds.includes(reader.addressed ?? ""))
      .map((entry) => ({ entry, rank: FIT.part }));
    return withModifiers(reader, { kind: "all", people: true, fits, except: [], at, end: everyone });
  }
  const everything = longest(EVERYTHING, reader.tokens, at);
  if (everything !== null) return withModifiers(reader, { kind: "all", fits: null, except: [], at, end: everything });
  if (word !== "all" && word !== "both" && word !== "every" && word !== "each") return [];
  let from = wordAt(reader, at + 1) === "of" ? at + 2 : at + 1;
  const article = wordAt(reader, from);
  if (article !== null && PRONOUN_WORDS.get(article) === "them" && word !== "every") {
    const them: Phrase = { kind: "pronoun", pronoun: "them", at, end: from + 1 };
    if (article === "them") return [them];
  }
  if (article !== null && DETERMINERS.has(article)) from++;
  const phrases: Phrase[] = matchNouns(reader.nouns, reader.tokens, from, reader.meter).map(({ end, fits }) => ({
    kind: "all",
    fits,
    except: [],
    at,
    end,
  }));
  for (const { end, fits } of matchNouns(reader.nouns, reader.tokens, from, reader.meter, true)) {
    if (wordAt(reader, end) === "ones") phrases.push({ kind: "all", fits, except: [], at, end: end + 1 });
  }
  if (THINGS.has(wordAt(reader, from) ?? "")) phrases.push({ kind: "all", fits: null, except: [], at, end: from + 1 });
  if (word === "all") phrases.push({ kind: "all", fits: null, except: [], at, end: at + 1 });
  if (word === "both") phrases.push({ kind: "pronoun", pronoun: "them", at, end: at + 1 });
  return phrases.flatMap((phrase) => withModifiers(reader, phrase));
}

/** "Everything I carry", "anything useful": all there is of it. */
const EVERYTHING = bookOf(`everything|all i have|carry|hold|own
everything|anything|whatever (that) i|we|you can find|see|get|carry|take
anything|whatever (else) (that) (looks|seems|is|might) (be) useful|valuable|interesting|important
it|the all|lot
everything`);

const EVERYONE = bookOf(`everyone|everybody (here|there|else|present)
whoever is (in) here|there|around|about`);

/** "Anything on the table", "the contents of the box", "what's in it": the end of the words before the place. */
const whateverAt = ({ tokens }: PhraseReader, at: number): number | null => longest(WHATEVER, tokens, at);
const WHATEVER = bookOf(`whatever|anything|what is|lies`);

const withModifiers = (reader: PhraseReader, phrase: Phrase): Phrase[] =>
  [phrase, ...withPlaces(reader, phrase)].flatMap((one) => withExceptions(reader, one));

/** A phrase of "all" with the exceptions that follow it, as long as they go, and the phrase alone. */
function withExceptions(reader: PhraseReader, phrase: Phrase): Phrase[] {
  if (phrase.kind !== "all") return [phrase];
  const except: Phrase[] = [];
  const longer: Phrase[] = [];
  for (let next = exceptAt(reader, phrase.end); next !== null && except.length < EXCEPTIONS_MAX; ) {
    const found: Phrase | undefined = simplePhrasesAt(reader, next)[0];
    if (!found) break;
    except.push(found);
    longer.push({ ...phrase, except: [...except], end: found.end });
    next = joinAt(reader, found.end);
  }
  return [...longer, phrase];
}

/** Where exceptions begin: "all | but the lamp"; null where none do. */
export function exceptAt(reader: PhraseReader, at: number): number | null {
  const start = reader.tokens[at]?.kind === "comma" ? at + 1 : at;
  return longest(EXCEPT, reader.tokens, start);
}

/** Whether words fit only as a plural, so that several things are meant. */
export const isPlural = (fits: readonly Fit[]): boolean => fits.every(({ rank }) => rank === FIT.plural);
