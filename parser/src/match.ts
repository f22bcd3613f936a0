// Runs patterns over tokens and gives every way in which one clause could be read. Chooses nothing and resolves nothing.
import type { Noun, Slot, Verb } from "@orrery/kernel";
import { closerAt, mannerAt } from "./courtesies.ts";
import { basesOf } from "./inflection.ts";
import { type Joint, jointAt, vocativeAt } from "./joints.ts";
import type { Entry } from "./nouns.ts";
import { numberAt, numberIn } from "./numbers.ts";
import { openings, type Pattern, type Step } from "./patterns.ts";
import {
  hasPlace,
  isPlural,
  type List,
  listsAt,
  mayFill,
  type Phrase,
  phrasesAt,
  type Reader,
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
  /** Where that name ends, when it comes last. */
  readonly reach?: number;
  /** Where the name stands, when it comes first. */
  readonly from?: number;
  /** What the pattern still needs when the words ended early; null for a whole match. */
  readonly lacks: Lack | null;
  /** Where words end that stand behind the clause and are left out of it. */
  readonly left?: number;
}
export interface Lack {
  readonly slots: readonly string[];
  /** The pattern's next own words, when it needs any. */
  readonly words: readonly string[];
}

/**
 * `whole`: the pattern to its end. `begun`: the words end before the pattern does, and no part lacks that cannot be asked for.
 * `guessed`: slots take any words, to find out which of them are not understood.
 * `partial`: the pattern to its end, with words behind it that belong to nothing.
 */
export type Mode = "whole" | "begun" | "guessed" | "partial";

export interface Text extends Reader {
  /** What may be wanted of somebody, in words that begin at a token. */
  /** Where what was acted on lay before, by id. */
  readonly homes: ReadonlyMap<string, string>;
  readonly deedsAt: (at: number, slot: Slot) => readonly Candidate[];
  /** Where clauses need no joint between them: whether another may begin at a token. */
  readonly runsOn?: (at: number) => boolean;
}

interface Trail {
  readonly name: string;
  readonly filling: Filling;
  readonly before: Trail | null;
}

/** All readings of the clause at a token by one pattern. `reach` is told how far the words fitted. With `first`, one reading is enough. */
export function matchPattern(
  text: Text,
  pattern: Pattern,
  at: number,
  mode: Mode,
  options: {
    readonly from?: number;
    readonly clauseEnd?: number;
    readonly first?: boolean;
    readonly reach?: (end: number) => void;
  } = {},
): Candidate[] {
  const { tokens, meter } = text;
  const { steps } = pattern;
  const { from = 0, clauseEnd = tokens.length, first = false } = options;
  const found: Candidate[] = [];
  const seen = new Set<number>();

  const report = (end: number, trail: Trail | null, literals: number, loose: number, lacks: Lack | null) => {
    // A clause that leaves its verb to the one before it says something else.
    if (end === at) return;
    const call = first || loose > 0 ? null : vocativeAt(text, end);
    // "Ada, open the cupboard" has its own words in what she is to do.
    const wanted = trail?.filling.kind === "deed" ? trail.filling.deed.literals : 0;
    const after = call && calls(pattern, trail, call.entry) ? jointed(call.end, literals + wanted, loose) : null;
    const left = mode === "partial" && trail && loose === 0 ? leftTo(end) : null;
    const joint = mode === "partial" ? left && jointAt(text, left) : (after ?? jointed(end, literals + wanted, loose));
    const called = call && after ? { called: call.entry, reach: call.end } : {};
    if (!joint || (joint.reason && (mode !== "whole" || (joint.aim && trail === null)))) return;
    if (loose > 0 && mode !== "guessed" && joint.next !== null) return;
    const fillings = new Map<string, Filling>();
    for (let one = trail; one; one = one.before) fillings.set(one.name, one.filling);
    found.push({ pattern, at, end, joint, fillings, literals, loose, lacks, ...(left ? { left } : {}), ...called });
  };

  /** Where words end that nothing joins to the clause: at the next pause, or where another may begin. */
  const leftTo = (end: number): number | null => {
    if (jointAt(text, end)) return null;
    let last = end + 1;
    while (last < end + LEFT_MAX && tokens[last]?.kind === "word" && !jointAt(text, last)) last++;
    return tokens[end]?.kind === "word" ? last : null;
  };

  const jointed = (end: number, literals: number, loose: number): Joint | null =>
    jointAt(text, end) ?? (mode === "begun" ? null : runOn(end, literals, loose));

  /** Where the next clause begins that nothing joins to this one; courtesies may stand between. */
  const runOn = (end: number, literals: number, loose: number): Joint | null => {
    if (!text.runsOn || literals === 0 || loose > 0) return null;
    const only = end === at + 1 ? wordAt(text, at) : null;
    // "Wait what is that": one who says so does not mean to let time go by.
    if (only !== null && (only.length === 1 || only === "wait")) return null;
    // "Look what she has": what ends by asking goes no further.
    if (QUESTIONING.has(wordAt(text, end - 1) ?? "")) return null;
    let next = end;
    for (let after = closerAt(text, next); after !== null && !text.runsOn(next); after = closerAt(text, next))
      next = after;
    return next < tokens.length && text.runsOn(next)
      ? { next, holes: [], tight: false, reason: false, aim: false }
      : null;
  };

  const walk = (index: number, end: number, trail: Trail | null, literals: number, loose: number): void => {
    meter.count();
    if (meter.spent || (first && found.length > 0)) return;
    const key = index * (tokens.length + 1) + end;
    if (seen.has(key)) return;
    seen.add(key);
    if (literals > 0) options.reach?.(end);
    const step = steps[index];
    // "Look closely at": manner may stand between any two parts, but what is said keeps all its words.
    const manner = literals > 0 && step && !(step.op === "slot" && isFree(step.slot)) ? mannerAt(text, end) : null;
    if (manner !== null) walk(index, manner, trail, literals, loose);
    if (!step) {
      if (mode !== "begun") report(end, trail, literals, loose, null);
      return;
    }
    if (mode === "begun" && literals > 0) {
      const lacks = lackAfter(pattern, index);
      if (lacks) report(end, trail, literals, loose, lacks);
    }
    if (step.op === "fork") {
      walk(index + 1, end, trail, literals, loose);
      walk(step.skip, end, trail, literals, loose);
    } else if (step.op === "verb") {
      walk(index + 1, end + 1, trail, literals + 1, loose);
    } else if (step.op === "comma") {
      if (tokens[end]?.kind === "comma") walk(index + 1, end + 1, trail, literals, loose);
    } else if (step.op === "word") {
      const token = tokens[end];
      if (token?.kind === "word" && (step.words.has(token.word) || (end === at && hasBase(step.words, token.word))))
        walk(index + 1, end + 1, trail, literals + 1, loose);
    } else {
      for (const { filling, cost } of fillingsAt(step, index, end)) {
        walk(index + 1, filling.end, { name: step.name, filling, before: trail }, literals, loose + cost);
      }
    }
  };

  function* fillingsAt(
    step: Step & { op: "slot" },
    index: number,
    end: number,
  ): Generator<{ filling: Filling; cost: number }> {
    const lists = listsAt(text, end, step.name, step.slot);
    for (const list of first ? lists : [...lists].sort((a, b) => b.end - a.end)) {
      yield { filling: { kind: "list", list, at: end, end: list.end }, cost: 0 };
    }
    if (step.slot.kinds.includes("deed")) {
      for (const deed of text.deedsAt(end, step.slot)) {
        yield { filling: { kind: "deed", deed, at: end, end: deed.end }, cost: 0 };
      }
    }
    if (step.slot.within) yield* withinAt(end, step.name, step.slot);
    if (step.slot.kinds.includes("text")) yield* textsAt(index, end, step.name);
    if (step.slot.kinds.includes("name")) yield* namesAt(end);
    const token = tokens[end];
    if (step.slot.kinds.includes("quote") && token?.kind === "quote" && token.text.trim() !== "")
      yield { filling: { kind: "text", text: token.text, quoted: true, at: end, end: end + 1 }, cost: 0 };
    if (step.slot.kinds.includes("clause")) {
      const last = clauseLast(end);
      yield { filling: { kind: "text", text: asWritten(text, at, last), quoted: false, at: end, end: last }, cost: 0 };
    }
    const count = step.slot.kinds.includes("count") ? countOf(wordAt(text, end)) : null;
    if (count !== null) yield { filling: { kind: "count", count, at: end, end: end + 1 }, cost: 0 };
    if (step.slot.kinds.includes("number")) yield* numbersAt(end, step.name);
    if (mode === "guessed" && !step.slot.within) yield* guessesAt(index, end);
  }

  /** A number, or the answer to the question for one. */
  function* numbersAt(end: number, name: string): Generator<{ filling: Filling; cost: number }> {
    const token = tokens[end];
    const fill = token?.kind === "hole" && token.hole.slot === name ? token.hole.fill : null;
    const answered = fill && "text" in fill ? numberIn(fill.text) : null;
    const found = answered === null ? numberAt(text, end) : { value: answered, end: end + 1 };
    if (found) yield { filling: { kind: "number", value: found.value, at: end, end: found.end }, cost: 0 };
  }

  /** A quotation, or (never first in a sentence) words as they stand: to the end of the text, or up to the last word that the pattern goes on with. */
  function* textsAt(index: number, end: number, name: string): Generator<{ filling: Filling; cost: number }> {
    const token = tokens[end];
    if (!token) return;
    if (token.kind === "quote" || (token.kind === "hole" && token.hole.slot === name)) {
      const said =
        token.kind === "quote" ? token.text : token.hole.fill && "text" in token.hole.fill ? token.hole.fill.text : "";
      if (said.trim() !== "")
        yield { filling: { kind: "text", text: said, quoted: true, at: end, end: end + 1 }, cost: 0 };
      return;
    }
    if (index === 0) return;
    const goesOn = openings(steps, index + 1);
    let limit = end;
    while (limit < tokens.length && tokens[limit]!.kind !== "hole") limit++;
    const ends = goesOn.end || goesOn.slot ? [limit] : [];
    for (let last = goesOn.words.size === 0 ? end : limit - 1; last > end; last--) {
      meter.count();
      const next = tokens[last]!;
      if (next.kind === "word" && goesOn.words.has(next.word)) ends.push(last);
    }
    for (const last of ends) {
      yield {
        filling: { kind: "text", text: asWritten(text, end, last), quoted: false, at: end, end: last },
        cost: last - end,
      };
    }
  }

  /** The one thing that the rest of the clause names, wherever it does; of several, the one that is meant as a rule. */
  function* withinAt(end: number, name: string, slot: Slot): Generator<{ filling: Filling; cost: number }> {
    const last = slot.reflexive ? jointFrom(end) : clauseLast(end);
    if (last - end > WITHIN_MAX || tokens[last]?.kind === "hole") return;
    for (let from = end + 1; from < last; from++) {
      if (vocativeAt(text, from)?.end !== last) continue;
      yield* withinTo(from, end, name, slot);
      break;
    }
    yield* withinTo(last, end, name, slot);
  }

  function* withinTo(
    last: number,
    end: number,
    name: string,
    slot: Slot,
  ): Generator<{ filling: Filling; cost: number }> {
    const named: Phrase[] = [];
    if (slot.reflexive && !namesStranger(end, last)) {
      for (let from = end; from < last && named.length === 0; from++) {
        if (!PERSONAL.has(wordAt(text, from) ?? "")) continue;
        named.push(...phrasesAt(text, from).filter(({ kind, end }) => kind === "pronoun" && end === from + 1));
      }
    }
    for (let from = slot.reflexive ? last : end; from < last; ) {
      meter.count();
      const phrases = phrasesAt(text, from).filter(
        (one) => one.kind === "nouns" && one.fits !== null && one.end <= last && !hasPlace(one),
      );
      const phrase = phrases.find((one) => mayFill(one, name, slot));
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

  /** "Whether she has seen Vance", an unknown name: the question is not about her. */
  const namesStranger = (from: number, to: number): boolean =>
    tokens
      .slice(from, to)
      .some(
        (token) =>
          token.kind === "word" &&
          token.word.length > 1 &&
          /^\p{Lu}\p{Ll}/u.test(text.source.slice(token.start)) &&
          !text.nouns.byWord.has(token.word),
      );

  /** A few words that may be a name, as long as the clause ends with them. */
  function* namesAt(end: number): Generator<{ filling: Filling; cost: number }> {
    for (let last = end + 1; last <= end + NAME_MAX; last++) {
      const word = wordAt(text, last - 1);
      if (word === null || isGrammar(word)) return;
      yield { filling: { kind: "text", text: word, quoted: true, at: end, end: last }, cost: 0 };
    }
  }

  /** Nothing but words that sentences are made of: no name at all. */
  const isPointing = (from: number, to: number): boolean =>
    !(to > from + 1 && wordAt(text, from) === "the") &&
    tokens.slice(from, to).every((token) => token.kind === "word" && isGrammar(token.word) && !ALL.has(token.word));

  /** A clause taken whole goes on to the next full stop. */
  function clauseLast(end: number): number {
    let last = end;
    while (last < tokens.length && tokens[last]!.kind !== "stop" && tokens[last]!.kind !== "hole") last++;
    return last;
  }

  /** What may be another clause is not swallowed: "ask her where she was, go east". */
  function jointFrom(end: number): number {
    const last = clauseLast(end);
    for (let at = end; at < last; at++) if (jointAt(text, at)) return at;
    return last;
  }

  function* guessesAt(index: number, end: number): Generator<{ filling: Filling; cost: number }> {
    const goesOn = openings(steps, index + 1);
    const step = steps[index]!;
    const isAsked = "slot" in step && step.slot.kinds.includes("question");
    for (let last = end + 1; last <= clauseEnd; last++) {
      meter.count();
      const next = tokens[last];
      const here =
        last === clauseEnd ? goesOn.end || goesOn.slot : next?.kind === "word" && goesOn.words.has(next.word);
      // "Ask Ada who | did it": no name ends with a question's first word.
      const isCut = last < clauseEnd && last > end + 1 && QUESTIONING.has(wordAt(text, last - 1) ?? "");
      if (!here || isCut || (!isAsked && isPointing(end, last))) continue;
      yield { filling: { kind: "unknown", at: end, end: last }, cost: last - end };
      if (last < clauseEnd) last = clauseEnd - 1;
    }
  }

  walk(from, at, null, from, 0);
  return found;
}

/** Whether a verb has room for who is spoken to, and nobody is in it. */
const calls = ({ verb }: Pattern, trail: Trail | null, { noun }: Entry): boolean => {
  const to = addressee(verb, noun);
  for (let one = trail; one; one = one.before) if (one.name === to) return false;
  return to !== null;
};

/** The slot that takes nobody but who is spoken to; where the name does not come first, only if speech is not all that the verb takes. */
export const addressee = ({ slots = {} }: Verb, { kinds }: Noun, first = false): string | null =>
  !first && Object.values(slots).some((slot) => slot && (slot.kinds.includes("clause") || slot.kinds.includes("deed")))
    ? null
    : (Object.entries(slots).find(
        ([, slot]) => slot?.ask !== undefined && slot.kinds.every((kind) => kinds.includes(kind)),
      )?.[0] ?? null);

/** Whether a word is a form of one of these. */
export const hasBase = (words: ReadonlySet<string>, word: string): boolean =>
  basesOf(word).some((base) => words.has(base));

const isFree = ({ kinds }: Slot): boolean => kinds.includes("text") || kinds.includes("clause");

const QUESTIONING = new Set("who whom what where which".split(" "));
const NAME_MAX = 3;
const LEFT_MAX = 8;
const WITHIN_MAX = 16;
const PERSONAL = new Set("he him she her they them".split(" "));
const NUMBERS = "one two three four five six seven eight nine ten eleven twelve".split(" ");

const OFTEN: ReadonlyMap<string, number> = new Map([
  ["once", 1],
  ["twice", 2],
  ["thrice", 3],
]);

/** "3", "three", "a hundred" is too many to say. */
function countOf(word: string | null): number | null {
  if (word === null) return null;
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
