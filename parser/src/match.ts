// Runs patterns over tokens and gives every way in which one clause could be read. Chooses nothing and resolves nothing.

import type { Noun, Slot, Verb } from "@orrery/kernel";
import { wordSet } from "./books.ts";
import { mannerAt, openerAt } from "./courtesies.ts";
import { basesOf } from "./inflection.ts";
import { callAtEnd, type Joint, jointAt, vocativeAt } from "./joints.ts";
import type { Entry } from "./nouns.ts";
import { numberAt, numberIn } from "./numbers.ts";
import { openings, type Pattern, type PatternStep } from "./patterns.ts";
import {
  hasPlace,
  isPlural,
  type List,
  listsAt,
  mayFill,
  type Phrase,
  type PhraseReader,
  phrasesAt,
  wordAt,
} from "./phrases.ts";
import { isGrammar } from "./spelling.ts";

const ALL = new Set(["all", "everything", "both", "every", "each"]);

/** What fills a slot: a list of phrases, words as they are, or (when diagnosing) words that are nothing known. */
export type Filling = { readonly at: number; readonly end: number } & (
  | { readonly kind: "list"; readonly list: List }
  | { readonly kind: "text"; readonly text: string; readonly quoted: boolean }
  | { readonly kind: "deed"; readonly deed: Candidate }
  | { readonly kind: "count"; readonly count: number }
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "unknown" }
);

/** One way to read one clause. */
export interface Candidate {
  readonly pattern: Pattern;
  /** Where the verb begins. */
  readonly at: number;
  /** Where the clause's own words end, and what follows. */
  readonly end: number;
  readonly joint: Joint;
  readonly fillings: ReadonlyMap<string, Filling>;
  /** Words that the pattern names itself. */
  readonly literals: number;
  /** Words taken as free text without quotation marks, or as unknown. */
  readonly loose: number;
  /** Who is spoken to by name before or after the clause: "…, doctor". */
  readonly called?: Entry;
  /** The name that comes last is left out. */
  readonly uncalled?: true;
  /** Where that name ends, when it comes last. */
  readonly reach?: number;
  /** Where the name stands, when it comes first. */
  readonly from?: number;
  /** What the pattern still needs when the words ended early; null for a whole match. */
  readonly lacks: Lack | null;
}
export interface Lack {
  readonly slots: readonly string[];
  /** The pattern's next own words, when it needs any. */
  readonly words: readonly string[];
}

/**
 * `whole`: the pattern to its end. `begun`: the words end before the pattern does, and no part lacks that cannot be asked for.
 * `guessed`: slots take any words, to find out which of them are not understood.
 * `span`: the pattern to its end, whatever comes behind it.
 */
export type MatchMode = "whole" | "begun" | "guessed" | "span";

export interface Text extends PhraseReader {
  /** Where what was acted on lay before, by id. */
  readonly homes: ReadonlyMap<string, string>;
  /** Whether a command with a verb of its own begins at a token. */
  readonly isCommand: (at: number) => boolean;
  /** What may be wanted of somebody, in words that begin at a token. */
  readonly deedsAt: (at: number, slot: Slot) => readonly Candidate[];
}

interface Trail {
  readonly name: string;
  readonly filling: Filling;
  readonly before: Trail | null;
}

interface MatchOptions {
  /** The step that comes first. */
  readonly from?: number;
  readonly clauseEnd?: number;
  /** One reading is enough. */
  readonly first?: boolean;
  /** Is told how far the words fitted. */
  readonly reach?: (end: number) => void;
}

/** All readings of the clause at a token by one pattern. */
export function matchPattern(
  text: Text,
  pattern: Pattern,
  at: number,
  mode: MatchMode,
  options: MatchOptions = {},
): Candidate[] {
  return new Matching(text, pattern, at, mode, options).readings();
}

/** One pattern on its way over the tokens from one place. */
class Matching {
  readonly #text: Text;
  readonly #tokens: Text["tokens"];
  readonly #meter: Text["meter"];
  readonly #pattern: Pattern;
  readonly #steps: Pattern["steps"];
  readonly #at: number;
  readonly #mode: MatchMode;
  readonly #from: number;
  readonly #clauseEnd: number;
  readonly #first: boolean;
  readonly #reach: MatchOptions["reach"];
  readonly #found: Candidate[] = [];
  /** Places that were walked from before, by step, token and words of the pattern. */
  readonly #seen = new Set<number>();

  constructor(text: Text, pattern: Pattern, at: number, mode: MatchMode, options: MatchOptions) {
    this.#text = text;
    this.#tokens = text.tokens;
    this.#meter = text.meter;
    this.#pattern = pattern;
    this.#steps = pattern.steps;
    this.#at = at;
    this.#mode = mode;
    this.#from = options.from ?? 0;
    this.#clauseEnd = options.clauseEnd ?? text.tokens.length;
    this.#first = options.first ?? false;
    this.#reach = options.reach;
  }

  readings(): Candidate[] {
    this.#walk(this.#from, this.#at, null, this.#from, 0);
    return this.#found;
  }

  #report(end: number, trail: Trail | null, literals: number, loose: number, lacks: Lack | null): void {
    // A clause that leaves its verb to the one before it says something else.
    if (end === this.#at) return;
    // "Take it myself" says how, and "weigh myself" what.
    if (trail === null && wordAt(this.#text, end) === "myself" && this.#pattern.verb.slots) return;
    const call = this.#first || loose > 0 ? null : vocativeAt(this.#text, end);
    const isCalled = call !== null && calls(this.#pattern, trail, call.entry);
    // "Examine the teapot, Ada": who is called after a deed that has no room for them is left out.
    const isLeft = call !== null && !isCalled && (callAtEnd(this.#text) ?? call.end) < call.end;
    const after = isCalled || isLeft ? this.#jointed(call.end) : null;
    const joint = after ?? this.#jointed(end);
    const called =
      isCalled && after ? { called: call.entry, reach: call.end } : isLeft ? { uncalled: true as const } : {};
    if (!joint || (joint.reason && (!JOINED.has(this.#mode) || (joint.aim && trail === null)))) return;
    if (loose > 0 && this.#mode !== "guessed" && joint.next !== null && !this.#mayStop(trail)) return;
    const fillings = new Map<string, Filling>();
    for (let one = trail; one; one = one.before) fillings.set(one.name, one.filling);
    this.#found.push({
      pattern: this.#pattern,
      at: this.#at,
      end,
      joint,
      fillings,
      literals,
      loose,
      lacks,
      ...called,
    });
  }

  /** What is said takes all the words that are left; but "say good evening to Ada and open the box" greets her. */
  #mayStop(trail: Trail | null): boolean {
    let said = trail;
    while (said && said.filling.kind !== "text") said = said.before;
    if (!said) return true;
    const { at, end } = said.filling;
    if (said !== trail) return this.#pastOpeners(at) === end;
    return this.#steps.some((one) => one.op === "slot" && one.name === said.name && one.slot.kinds.includes("words"));
  }

  #jointed(end: number): Joint | null {
    return jointAt(this.#text, end) ?? (this.#mode === "span" ? { ...UNJOINED, next: end } : null);
  }

  #walk(index: number, end: number, trail: Trail | null, literals: number, loose: number): void {
    this.#meter.count();
    if (this.#meter.spent || (this.#first && this.#found.length > 0)) return;
    // "Weigh the parcel on the scale" is more of the pattern than the parcel that lies there.
    const key = (literals * (this.#steps.length + 1) + index) * (this.#tokens.length + 1) + end;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    if (literals > 0) this.#reach?.(end);
    const step = this.#steps[index];
    // "Look closely at": manner may stand between any two parts, but what is said keeps all its words.
    const manner =
      literals > 0 && step && !(step.op === "slot" && isFree(step.slot)) ? mannerAt(this.#text, end) : null;
    if (manner !== null) this.#walk(index, manner, trail, literals, loose);
    if (!step) {
      if (this.#mode !== "begun") this.#report(end, trail, literals, loose, null);
      return;
    }
    if (this.#mode === "begun" && literals > 0) {
      const lacks = lackAfter(this.#pattern, index);
      if (lacks) this.#report(end, trail, literals, loose, lacks);
    }
    if (step.op === "fork") {
      this.#walk(index + 1, end, trail, literals, loose);
      this.#walk(step.skip, end, trail, literals, loose);
    } else if (step.op === "verb") {
      this.#walk(index + 1, end + 1, trail, literals + 1, loose);
    } else if (step.op === "comma") {
      if (this.#tokens[end]?.kind === "comma") this.#walk(index + 1, end + 1, trail, literals, loose);
    } else if (step.op === "word") {
      const token = this.#tokens[end];
      if (
        token?.kind === "word" &&
        (step.words.has(token.word) || (end === this.#at && hasBase(step.words, token.word)))
      )
        this.#walk(index + 1, end + 1, trail, literals + 1, loose);
    } else {
      for (const { filling, cost } of this.#fillingsAt(step, index, end)) {
        this.#walk(index + 1, filling.end, { name: step.name, filling, before: trail }, literals, loose + cost);
      }
    }
  }

  *#fillingsAt(
    step: PatternStep & { op: "slot" },
    index: number,
    end: number,
  ): Generator<{ filling: Filling; cost: number }> {
    const lists = listsAt(this.#text, end, step.name, step.slot);
    for (const list of this.#first ? lists : [...lists].sort((a, b) => b.end - a.end)) {
      if (this.#endsWithCall(list)) continue;
      yield { filling: { kind: "list", list, at: end, end: list.end }, cost: 0 };
    }
    if (step.slot.kinds.includes("deed")) {
      for (const deed of this.#text.deedsAt(end, step.slot)) {
        yield { filling: { kind: "deed", deed, at: end, end: deed.end }, cost: 0 };
      }
    }
    if (step.slot.within) yield* this.#withinAt(end, step.name, step.slot);
    if (step.slot.kinds.includes("text")) yield* this.#textsAt(index, end, step.name, step.slot);
    // A name that nobody knows is no part that could be at fault.
    if (step.slot.kinds.includes("name") && this.#mode === "guessed") return;
    if (step.slot.kinds.includes("name")) yield* this.#namesAt(end);
    const token = this.#tokens[end];
    if (step.slot.kinds.includes("quote") && token?.kind === "quote" && token.text.trim() !== "")
      yield { filling: { kind: "text", text: token.text, quoted: true, at: end, end: end + 1 }, cost: 0 };
    if (step.slot.kinds.includes("clause")) {
      const clauseLast = this.#clauseLast(end);
      // Without a pause it may be as well what is spoken of: "what of the will lady".
      const calls = this.#callsBefore(end, clauseLast).filter((at) => this.#tokens[at]!.kind === "comma");
      for (const last of [...calls, clauseLast])
        yield {
          filling: { kind: "text", text: asWritten(this.#text, this.#at, last), quoted: false, at: end, end: last },
          cost: 0,
        };
    }
    const count = step.slot.kinds.includes("count") ? countOf(wordAt(this.#text, end) ?? "") : null;
    if (count !== null) yield { filling: { kind: "count", count, at: end, end: end + 1 }, cost: 0 };
    if (step.slot.kinds.includes("number")) yield* this.#numbersAt(end, step.name);
    if (this.#mode === "guessed" && !step.slot.within) yield* this.#guessesAt(index, end);
  }

  /** A number, or the answer to the question for one. */
  *#numbersAt(end: number, name: string): Generator<{ filling: Filling; cost: number }> {
    const token = this.#tokens[end];
    const fill = token?.kind === "hole" && token.hole.slot === name ? token.hole.fill : null;
    const answered = fill && "text" in fill ? numberIn(fill.text) : null;
    const found = answered === null ? numberAt(this.#text, end) : { value: answered, end: end + 1 };
    if (found) yield { filling: { kind: "number", value: found.value, at: end, end: found.end }, cost: 0 };
  }

  /** A quotation, or (never first in a sentence) words as they stand: to the end of the text, or up to the last word that the pattern goes on with. */
  *#textsAt(index: number, end: number, name: string, slot: Slot): Generator<{ filling: Filling; cost: number }> {
    const token = this.#tokens[end];
    if (!token) return;
    if (token.kind === "quote" || (token.kind === "hole" && token.hole.slot === name)) {
      const said =
        token.kind === "quote" ? token.text : token.hole.fill && "text" in token.hole.fill ? token.hole.fill.text : "";
      if (said.trim() !== "")
        yield { filling: { kind: "text", text: said, quoted: true, at: end, end: end + 1 }, cost: 0 };
      return;
    }
    if (index === 0) return;
    const goesOn = openings(this.#steps, index + 1);
    let limit = end;
    while (limit < this.#tokens.length && this.#tokens[limit]!.kind !== "hole") limit++;
    const ends = (goesOn.end || goesOn.slot) && !this.#greetsStranger(end) ? [limit] : [];
    for (let last = goesOn.words.size === 0 ? end : limit - 1; last > end; last--) {
      this.#meter.count();
      const next = this.#tokens[last]!;
      if (next.kind === "word" && goesOn.words.has(next.word)) ends.push(last);
    }
    for (let last = end + 1; goesOn.end && last < limit && slot.kinds.includes("words"); last++) {
      const next = jointAt(this.#text, last)?.next ?? null;
      if (next !== null && this.#text.isCommand(next)) ends.push(last);
    }
    for (const last of ends) {
      yield {
        filling: { kind: "text", text: asWritten(this.#text, end, last), quoted: false, at: end, end: last },
        cost: last - end,
      };
    }
  }

  /** "Where is the key, Ada": after a comma alone, she who stands last is spoken to. */
  #endsWithCall({ items, count }: List): boolean {
    const before = items[count - 2]?.end;
    return before !== undefined && before === callAtEnd(this.#text);
  }

  /** The one thing that the rest of the clause names, wherever it does; of several, the one that is meant as a rule. */
  *#withinAt(end: number, name: string, slot: Slot): Generator<{ filling: Filling; cost: number }> {
    const last = slot.reflexive ? this.#jointFrom(end) : this.#clauseLast(end);
    if (last - end > WITHIN_MAX || this.#tokens[last]?.kind === "hole") return;
    for (const to of [...this.#callsBefore(end, last), last]) yield* this.#withinTo(to, end, name, slot);
  }

  /** Where a name begins by which somebody is spoken to at the end: "how is it, doctor". */
  #callsBefore(at: number, last: number): readonly number[] {
    let from = last - 1;
    while (from > at && vocativeAt(this.#text, from)?.end !== last) from--;
    const paused = this.#tokens[from - 1]?.kind === "comma" ? from - 1 : from;
    return from > at ? [Math.max(paused, at)] : [];
  }

  *#withinTo(last: number, end: number, name: string, slot: Slot): Generator<{ filling: Filling; cost: number }> {
    const named: Phrase[] = [];
    if (slot.reflexive && !this.#namesStranger(end, last)) {
      for (let from = end; from < last && named.length === 0; from++) {
        if (!PERSONAL.has(wordAt(this.#text, from) ?? "")) continue;
        // "Ask him how he thinks it was done": what he thinks of is something else.
        if (OPINING.has(wordAt(this.#text, from + 1) ?? "")) continue;
        named.push(...phrasesAt(this.#text, from).filter(({ kind, end }) => kind === "pronoun" && end === from + 1));
      }
    }
    for (let from = slot.reflexive ? last : end; from < last; ) {
      this.#meter.count();
      const phrases = phrasesAt(this.#text, from).filter(
        (one) => one.kind === "nouns" && one.fits !== null && one.end <= last && !hasPlace(one),
      );
      const phrase = phrases.find((one) => mayFill(one, name, slot));
      if (phrase && this.#isWithinName(phrase.end, last)) return;
      if (phrase) named.push(phrase);
      // "The iron key" is not any other key because it cannot be meant itself.
      from = (phrase ?? phrases[0])?.end ?? from + 1;
    }
    // "Who are the girls in the photo": a word that only as a plural could name somebody is no name beside one that is.
    const names = named.filter((phrase) => phrase.kind === "nouns" && phrase.fits && !isPlural(phrase.fits));
    const usual = names.filter(
      (phrase) =>
        phrase.kind === "nouns" && phrase.fits?.some(({ entry }) => entry.noun.kinds.includes(slot.prefer ?? "")),
    );
    const plain = names.length > 0 ? names : named;
    const [only] = plain.length === 1 ? plain : usual.length === 1 ? usual : [];
    if (only)
      yield { filling: { kind: "list", list: { items: [only], count: 1, end: last }, at: end, end: last }, cost: 0 };
  }

  /** "Where the study key is", a key that is not known: nothing is asked about the study. */
  #isWithinName(end: number, last: number): boolean {
    const word = wordAt(this.#text, end);
    const isNoun = word !== null && !isGrammar(word) && !this.#text.nouns.byWord.has(word);
    return isNoun && end + 2 === last && BEING.has(wordAt(this.#text, end + 1) ?? "");
  }

  /** "Whether she has seen Vance", an unknown name: the question is not about her. */
  #namesStranger(from: number, to: number): boolean {
    return this.#tokens
      .slice(from, to)
      .some(
        (token) =>
          token.kind === "word" &&
          token.word.length > 1 &&
          /^\p{Lu}\p{Ll}/u.test(this.#text.source.slice(token.start)) &&
          !this.#text.nouns.byWord.has(token.word),
      );
  }

  #pastOpeners(from: number): number {
    let end = from;
    for (let after = openerAt(this.#text, end, false); after !== null; after = openerAt(this.#text, end, false))
      end = after;
    return end;
  }

  /** "Good evening to Ada", a name that nobody has: words to her, and not to everybody about her. */
  #greetsStranger(from: number): boolean {
    const end = this.#pastOpeners(from);
    return (
      end > from &&
      wordAt(this.#text, end) === "to" &&
      wordAt(this.#text, end + 2) === null &&
      this.#namesStranger(end + 1, end + 2)
    );
  }

  /** A few words that nobody knows, as long as the clause ends with them. */
  *#namesAt(end: number): Generator<{ filling: Filling; cost: number }> {
    for (let last = end + 1; last <= end + NAME_MAX; last++) {
      const word = wordAt(this.#text, last - 1);
      if (word === null || isGrammar(word) || this.#text.nouns.byWord.has(word)) return;
      yield { filling: { kind: "text", text: word, quoted: true, at: end, end: last }, cost: 0 };
    }
  }

  /** Nothing but words that sentences are made of: no name at all. */
  #isPointing(from: number, to: number): boolean {
    return (
      !(to > from + 1 && wordAt(this.#text, from) === "the") &&
      this.#tokens
        .slice(from, to)
        .every((token) => token.kind === "word" && isGrammar(token.word) && !ALL.has(token.word))
    );
  }

  /** A clause taken whole goes on to the next full stop. */
  #clauseLast(end: number): number {
    let last = end;
    while (last < this.#tokens.length && this.#tokens[last]!.kind !== "stop" && this.#tokens[last]!.kind !== "hole")
      last++;
    return last;
  }

  /** What may be another clause is not swallowed: "ask her where she was, go east". */
  #jointFrom(end: number): number {
    const last = this.#clauseLast(end);
    for (let at = end; at < last; at++) if (jointAt(this.#text, at)) return at;
    return last;
  }

  *#guessesAt(index: number, end: number): Generator<{ filling: Filling; cost: number }> {
    const goesOn = openings(this.#steps, index + 1);
    const step = this.#steps[index]!;
    const isAsked = "slot" in step && step.slot.kinds.includes("question");
    for (let last = end + 1; last <= this.#clauseEnd; last++) {
      this.#meter.count();
      const next = this.#tokens[last];
      const here =
        last === this.#clauseEnd ? goesOn.end || goesOn.slot : next?.kind === "word" && goesOn.words.has(next.word);
      // "Ask Ada who | did it": no name ends with a question's first word.
      const isCut = last < this.#clauseEnd && last > end + 1 && QUESTIONING.has(wordAt(this.#text, last - 1) ?? "");
      if (!here || isCut || (!isAsked && this.#isPointing(end, last))) continue;
      yield { filling: { kind: "unknown", at: end, end: last }, cost: last - end };
      if (last < this.#clauseEnd) last = this.#clauseEnd - 1;
    }
  }
}

/** Whether a verb has room for who is spoken to, and nobody is in it. */
const calls = ({ verb }: Pattern, trail: Trail | null, { noun }: Entry): boolean => {
  const to = addressee(verb, noun);
  for (let one = trail; one; one = one.before) if (one.name === to) return false;
  return to !== null;
};

/** The slot that takes nobody but who is spoken to; where the name does not come first, only if speech is not all that the verb takes. */
export const addressee = ({ slots = {} }: Verb, { kinds }: Noun, first = false): string | null =>
  !first && Object.values(slots).some((slot) => slot?.kinds.includes("deed"))
    ? null
    : (Object.entries(slots).find(
        ([, slot]) => slot?.ask !== undefined && slot.kinds.every((kind) => kinds.includes(kind)),
      )?.[0] ?? null);

/** Whether a word is a form of one of these. */
export const hasBase = (words: ReadonlySet<string>, word: string): boolean =>
  basesOf(word).some((base) => words.has(base));

const isFree = ({ kinds }: Slot): boolean => kinds.includes("text") || kinds.includes("clause");

const BEING = wordSet("is are was were");
export const QUESTIONING = wordSet("who whom what where which");
const NAME_MAX = 3;
const JOINED: ReadonlySet<MatchMode> = new Set(["whole", "span"]);
const UNJOINED = { holes: [], tight: false, reason: false, aim: false, unjoined: true } as const;
const WITHIN_MAX = 16;
const OPINING = wordSet("think thinks believe believes suppose supposes");
const PERSONAL = wordSet("he him she her they them");
const NUMBERS = "one two three four five six seven eight nine ten eleven twelve".split(" ");
const OFTEN: ReadonlyMap<string, number> = new Map([
  ["once", 1],
  ["twice", 2],
  ["thrice", 3],
]);

/** "3", "three", "a hundred" is too many to say. */
function countOf(word: string): number | null {
  const n = /^\d{1,4}$/.test(word) ? Number(word) : (OFTEN.get(word) ?? NUMBERS.indexOf(word) + 1);
  return n > 0 ? n : null;
}

/** What a pattern cannot do without from a step on; null when it needs nothing, or a slot that cannot be asked for. */
function lackAfter({ steps }: Pattern, from: number): Lack | null {
  const slots: string[] = [];
  let words: readonly string[] = [];
  for (let index = from; index < steps.length; ) {
    const step = steps[index]!;
    if (step.op === "fork") {
      index = step.skip;
      continue;
    }
    if (step.op === "word" && words.length === 0) words = [...step.words];
    if (step.op === "slot") {
      if (step.slot.ask === undefined) return null;
      slots.push(step.name);
    }
    index++;
  }
  return slots.length > 0 || words.length > 0 ? { slots, words } : null;
}

/** The text from the end of one token to the end of another, as it was written, but for white space and one colon or comma before it. */
function asWritten({ source, tokens }: Text, at: number, end: number): string {
  const from = at > 0 ? tokens[at - 1]!.end : 0;
  const to = end < tokens.length ? tokens[end]!.start : source.length;
  return source
    .slice(from, to)
    .replace(/^\s*[:,]?\s+/, "")
    .trimEnd();
}
