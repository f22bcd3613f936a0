// One reading of words that no grammar joins: which stretches of them are commands, and which are only said. It weighs, and does nothing.
//
// A command counts for the words that it covers; words passed over count against it. Some words forbid a command behind them, and
// what is neither said of a scene nor a mere courtesy is not passed over at all.
import { closerAt } from "./courtesies.ts";
import { afterJoints, jointAt, startsAt } from "./joints.ts";
import { type Candidate, matchPattern, QUESTIONING } from "./match.ts";
import { isCondition, isDoing } from "./musings.ts";
import { isDeterminer, phrasesAt, wordAt } from "./phrases.ts";
import { isSomebody } from "./places.ts";
import { bySpecificity, deedsAt, isReadable } from "./readings.ts";
import { isSaid, isWondered } from "./said.ts";
import { type Clause, infinitive, isQuestion, openingAt, PARTICLES, type Walk } from "./walk.ts";
import {
  BOUND,
  CIRCUMSTANTIAL,
  CONTRASTS,
  DOERS,
  FUNCTION,
  HEDGED,
  HERE,
  MODALS,
  NEGATED,
  REPORTING,
} from "./words/weights.ts";

/** A command behind words that are passed over. */
export interface Stretch {
  readonly at: number;
  /** Its readings up to the same end, the likeliest first. */
  readonly clauses: readonly Clause[];
}

/** Longer texts have their clauses joined, or are read as far as they are. */
const WORDS_MAX = 80;

const WEIGHTS = {
  command: -2,
  covered: 2,
  /** Words that are passed over. */
  function: 0,
  other: -1,
} as const;
/** What commands must weigh more than the same words without them. */
const MARGIN = 1;

interface Best {
  readonly weight: number;
  readonly stretch: Stretch | null;
}

/** The first command of the heaviest row of commands in the words from a token on, one that holds if any does; null where there is none. */
export function weighStretch(walk: Walk, at: number, holds: (stretch: Stretch) => boolean): Stretch | null {
  const { tokens } = walk.text;
  if (tokens.length > WORDS_MAX) return null;
  const loose: Walk = {
    ...walk,
    text: { ...walk.text, unjoined: true, deedsAt: (at, slot) => deedsAt(loose, at, slot) },
  };
  const best = new Map<number, Best>();
  for (let from = tokens.length; from > at; from--) best.set(from, bestFrom(loose, from, best));
  return bestFrom(loose, at, best, holds).stretch ?? bestFrom(loose, at, best).stretch;
}

function bestFrom(
  walk: Walk,
  from: number,
  best: ReadonlyMap<number, Best>,
  holds: (stretch: Stretch) => boolean = () => true,
): Best {
  const { tokens, meter } = walk.text;
  let heaviest: Best = { weight: weightOf(walk, from, tokens.length), stretch: null };
  const least = heaviest.weight + MARGIN;
  for (let at = from; at < tokens.length && !meter.spent; at++) {
    if (!mayBegin(walk, from, at)) continue;
    for (const [end, all] of commandsAt(walk, at)) {
      const to = best.get(end)!.stretch?.at === end ? end : pastClosers(walk, end);
      const next = best.get(to)!;
      const clauses = all.filter(
        ({ candidate }) => !isTooLittle(walk, from, candidate) && mayEnd(walk, candidate, to, next.stretch?.at === to),
      );
      if (clauses.length === 0) continue;
      const covered = end - clauses[0]!.candidate.at;
      const weight = weightOf(walk, from, at) + WEIGHTS.command + WEIGHTS.covered * covered + next.weight;
      if (weight < least || weight <= heaviest.weight) continue;
      const stretch = { at, clauses: to === end ? clauses : clauses.map((one) => goingOn(one, to)) };
      if (holds(stretch)) heaviest = { weight, stretch };
    }
  }
  return heaviest;
}

export function pastClosers({ text }: Walk, at: number): number {
  let end = at;
  for (let after = closerAt(text, end); after !== null && !isSaid(text, end); after = closerAt(text, end)) end = after;
  return end;
}

const goingOn = (clause: Clause, next: number): Clause => ({
  ...clause,
  candidate: { ...clause.candidate, joint: { ...clause.candidate.joint, next } },
});

/** What it costs to pass words over. */
function weightOf({ text }: Walk, from: number, to: number): number {
  let weight = 0;
  for (let at = from; at < to; at++) {
    const word = wordAt(text, at);
    if (word !== null) weight += FUNCTION.has(word) ? WEIGHTS.function : WEIGHTS.other;
  }
  return weight;
}

/** Commands that begin at a token, by where they end. */
function commandsAt(walk: Walk, at: number): ReadonlyMap<number, readonly Clause[]> {
  const known = walk.commands.get(at);
  if (known) return known;
  const ends = new Map<number, Clause[]>();
  const parted = wordAt(walk.text, at - 1) === null;
  for (const start of startsAt(walk.text, at))
    for (const pattern of openingAt(walk, start)) {
      if (pattern.verb.last && !(parted && pattern.verb.moves)) continue;
      for (const candidate of matchPattern(walk.text, pattern, start, "span")) {
        const names = candidate.literals > 0 || candidate.fillings.has("metadata.wanted");
        if (!isReadable(walk, candidate) || (pattern.verb.leads !== undefined && (!parted || candidate.joint.reason)))
          continue;
        if ((!names && !(parted && !candidate.joint.unjoined)) || candidate.loose > 0) continue;
        const end = candidate.joint.next ?? walk.text.tokens.length;
        ends.set(end, [...(ends.get(end) ?? []), { candidate, verb: "" }]);
      }
    }
  const found = new Map([...ends].map(([end, clauses]) => [end, bySpecificity(walk, clauses)] as const));
  walk.commands.set(at, found);
  return found;
}

/** Whether a command may begin behind words that are passed over. */
function mayBegin(walk: Walk, from: number, at: number): boolean {
  const { text, verbs } = walk;
  const word = wordAt(text, at);
  const before = wordAt(text, at - 1);
  if (word === null) return at === from || text.tokens[at]!.kind === "quote";
  if (before !== null && isDescribing(walk, at)) return false;
  if (at === from) return true;
  if (before !== null) {
    if (PARTICLES.has(word) || BOUND.has(before) || isDeterminer(before)) return false;
    // "She took the lamp", "the cat eats": what is told of others is done by them.
    if (!DOERS.has(before) && !FUNCTION.has(word) && infinitive(verbs, word) !== word) return false;
  }
  return !isBarred(text, from, at) && mayPass(walk, from, at);
}

/** "The rope | hanging there": what is told of the thing before it. */
export const isDescribing = ({ text, verbs }: Walk, at: number): boolean => {
  const word = wordAt(text, at) ?? "";
  const before = wordAt(text, at - 1) ?? "";
  return isDoing(word) && !verbs.byWord.has(word) && before !== "" && !DOERS.has(before) && !FUNCTION.has(before);
};

/** Whether what leads up to a command forbids it. */
function isBarred(text: Walk["text"], from: number, at: number): boolean {
  let denied = false;
  let told = false;
  for (let i = from; i < at; i++) {
    const { kind } = text.tokens[i]!;
    const word = wordAt(text, i) ?? "";
    if (kind === "stop") denied = told = false;
    if (kind === "comma" || CONTRASTS.has(word)) denied = false;
    // "Not the middle | the top right".
    const other = word === "not" ? phrasesAt(text, i + 1).find(({ end }) => end <= at) : undefined;
    if (other) i = other.end - 1;
    else denied ||= NEGATED.has(word) || isSupposed(text, i);
    told ||= HEDGED.has(word) || REPORTING.has(word);
  }
  return denied || told;
}

/** "Might need it": what could or should be, of nobody who is here. */
const isSupposed = (text: Walk["text"], at: number): boolean =>
  MODALS.has(wordAt(text, at) ?? "") && ![at - 1, at + 1].some((one) => HERE.has(wordAt(text, one) ?? ""));

/** Whether words are only said: led like a remark, a thing that is named, a cry, or nothing but what sentences are made of. */
function mayPass(walk: Walk, from: number, to: number): boolean {
  const { text } = walk;
  const starts = startsAt(text, from);
  if (starts.some((start) => start < to && (isSaid(text, start) || isWondered(text, start)))) return true;
  const last = text.tokens[to - 1]!;
  if (last.kind === "stop" && "!?".includes(text.source[last.start]!)) return true;
  if (wordAt(text, to) === "lets" || (wordAt(text, to) === "let" && wordAt(text, to + 1) === "me")) return true;
  const named = phrasesAt(text, from).some(
    (one) =>
      one.kind === "nouns" &&
      afterJoints(text, one.end) >= to &&
      !one.fits?.some(({ entry }) => isSomebody(entry.noun)),
  );
  return named || text.tokens.slice(from, to).every((token) => token.kind !== "word" || FUNCTION.has(token.word));
}

/** A single word amid others is no command, unless a pause parts it from them. */
function isTooLittle({ text }: Walk, from: number, { at, end, joint }: Candidate): boolean {
  if (end > at + 1) return false;
  return (at > from && wordAt(text, at - 1) !== null) || joint.unjoined === true;
}

/** Whether a command may end before a token: what comes next is joined to it, is another, is only said, or tells a needless circumstance. */
function mayEnd(walk: Walk, candidate: Candidate, end: number, another: boolean): boolean {
  const { text } = walk;
  const deed = candidate.fillings.get("metadata.wanted");
  // "What is Amos holding" bids him nothing.
  if (deed && infinitive(walk.verbs, wordAt(text, deed.at) ?? "") !== wordAt(text, deed.at)) return false;
  if (jointAt(text, end) !== null) return true;
  // "Look what she has" goes no further, nor does "go west once the gate is open".
  if (QUESTIONING.has(wordAt(text, end - 1) ?? "") || isCondition(text, end - 1)) return false;
  // What hangs on something is read, to say that nobody waits for it.
  if (isCondition(text, end) && !isQuestion(walk, candidate.at)) return text.tokens[end + 1]?.kind === "word";
  if (isSaid(text, end) || isWondered(text, end)) return true;
  return !isQuestion(walk, candidate.at) && (another || isNeedless(walk, candidate, end));
}

/**
 * Whether a circumstance behind a command can be left out of it, "behind its ear", "lying there": it begins with a preposition or a participle, names nothing known,
 * holds no verb, turns nothing round, and is no part that a pattern of the same act has room for; with "with", of any act that begins alike.
 */
export function isNeedless(walk: Walk, { at, fillings, pattern }: Candidate, from: number): boolean {
  const { text, verbs } = walk;
  const told = isDescribing(walk, from);
  const word = wordAt(text, from) ?? "";
  if (!(told || word === "with" || CIRCUMSTANTIAL.has(word)) || pattern.verb.grave || isQuestion(walk, at))
    return false;
  if (fillings.size === 0 || [...fillings.values()].some(({ kind }) => kind !== "list")) return false;
  let end = from + 1;
  for (; end < text.tokens.length && !jointAt(text, end); end++) {
    const word = wordAt(text, end) ?? "";
    if ((verbs.byWord.has(word) && !isDeterminer(word)) || HEDGED.has(word) || NEGATED.has(word) || REPORTING.has(word))
      return false;
    if (phrasesAt(text, end).length > 0) return false;
  }
  if (end < from + (told ? 1 : 2)) return false;
  return !openingAt(walk, at)
    .filter(({ verb }) => word === "with" || verb.type === pattern.verb.type)
    .some((one) =>
      matchPattern(text, one, at, "guessed", { clauseEnd: end }).some((guess) =>
        [...guess.fillings.values()].some((filling) => filling.kind === "unknown" && filling.at > from),
      ),
    );
}
