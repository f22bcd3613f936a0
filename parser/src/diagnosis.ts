// Finds out which words of a clause were not understood, and says so. Runs only when no pattern fits.

import type { Noun, Slot } from "@orrery/kernel";
import { wordSet } from "./books.ts";
import { afterJoints, isIdle, jointAt, startsAt } from "./joints.ts";
import { type Candidate, matchPattern } from "./match.ts";
import {
  noAnswer,
  noException,
  noNumber,
  noSense,
  noVerb,
  oneAtATime,
  partly,
  sayWhat,
  unfinishedMessage,
  unfit,
  unknownTo,
  unseen,
  type Ways,
  whatWith,
} from "./messages.ts";
import { matchNouns } from "./nouns.ts";
import { numberAt } from "./numbers.ts";
import { entriesFor, offering } from "./parts.ts";
import { exceptAt, isDeterminer, joinAt, mayFill, pastMeasure, phrasesAt, wordAt } from "./phrases.ts";
import { type Problem, problemOf, unseenProblem } from "./references.ts";
import { type Clause, canStart, isQuestion, patternsAt, slotOf, sourceOf, verbWords, type Walk } from "./walk.ts";
import { CIRCUMSTANTIAL, MODALS } from "./words/weights.ts";

export const nothingSaid: Problem = problemOf("nothing_said", sayWhat);

/** Words that begin a place, a manner or a clause of their own, and so no name. */
const isRelating = (word: string): boolean => CIRCUMSTANTIAL.has(word) || RELATING.has(word);
const RELATING =
  wordSet(`inside onto from with for about what where who why how when which if except but excluding besides unless until and or up
  of down off out away back before after while`);

/** Words that no name goes on with, where nobody knows it: "eat the fish im starving". */
const NAMELESS =
  wordSet(`i im ive ill its it he she they we you is are was were isnt arent does did could would has have so because
  maybe perhaps probably theres there`);

/** Who or what has still to be said: "show it to someone". */
const SOMEBODY = wordSet("someone somebody anyone anybody whoever something anything whatever");

/** Whether no name begins at a token. */
export const isNameless = (text: Walk["text"], at: number): boolean =>
  NAMELESS.has(wordAt(text, at) ?? "") || SOMEBODY.has(wordAt(text, at) ?? "");

interface Diagnosis {
  readonly problem: Problem;
  /** What an answer would complete. */
  readonly clause?: Clause;
  /** Verb words that the clause leaves to the one before it. */
  readonly verb: string;
}

export function diagnose(walk: Walk, at: number, before: Clause | null): Diagnosis {
  const { text } = walk;
  const starts = startsAt(text, at);
  const clauseEnd = endOfClause(walk, at);
  const start = starts.at(-1);
  if (start === undefined || isIdle(text, at)) return { problem: nothingSaid, verb: "" };
  // "Come on, who did it": a question after courtesies is a question, even if a pattern begins with their words.
  const asking = !isQuestion(walk, at) && isQuestion(walk, start);
  const guess = best(
    (asking ? [start] : starts).flatMap((from) =>
      patternsAt(walk, from).flatMap((pattern) => matchPattern(text, pattern, from, "guessed", { clauseEnd })),
    ),
    walk,
    starts,
  );
  if (guess) return { problem: explain(walk, guess, clauseEnd), verb: "", clause: { candidate: guess, verb: "" } };
  if (before && before.candidate.pattern.afterVerb > 0 && !walk.verbs.byWord.has(wordAt(text, start) ?? "")) {
    const { pattern } = before.candidate;
    const guess = best(matchPattern(text, pattern, start, "guessed", { from: pattern.afterVerb, clauseEnd }), walk);
    // An unknown word before something known is rather a verb: "take the lamp and polish the box".
    const verbLike =
      start + 1 < clauseEnd &&
      !isDeterminer(wordAt(text, start) ?? "") &&
      (phrasesAt(text, start + 1).length > 0 || isDeterminer(wordAt(text, start + 1) ?? ""));
    if (guess && before.candidate.joint.tight && !verbLike)
      return { problem: explain(walk, guess, clauseEnd), verb: verbWords(text, before) };
  }
  // "Ask Osei about the will and about flarb": more of the same list.
  const [name, filling] =
    [...(before?.candidate.fillings ?? [])].find(([, { at }]) => wordAt(text, at - 1) === wordAt(text, start)) ?? [];
  if (before && name !== undefined && phrasesAt(text, start + 1).length === 0) {
    const words = sourceOf(text, start + 1, clauseEnd);
    const verb = `${before.verb} ${sourceOf(text, before.candidate.at, filling!.at - 1)}`.trim();
    return { problem: unseenProblem(words, slotOf(before.candidate.pattern.verb, name), text.scenery), verb };
  }
  let reached = start;
  let usage: string | undefined;
  for (const pattern of patternsAt(walk, start)) {
    const reach = (end: number) => {
      if (end > reached) usage = undefined;
      reached = Math.max(reached, end);
      if (end === reached) usage ??= pattern.verb.usage;
    };
    matchPattern(text, pattern, start, "whole", { reach });
  }
  if (reached > start) {
    if (isQuestion(walk, start))
      return { problem: problemOf("not_understood", noAnswer(sourceOf(text, start, clauseEnd))), verb: "" };
    // "Weigh myself": known, and no part of such a deed.
    const self = ["me", "myself", "yourself"].includes(wordAt(text, reached) ?? "")
      ? phrasesAt(text, reached).find(({ end }) => end >= clauseEnd)
      : undefined;
    const noun = self?.kind === "nouns" ? self.fits?.[0]?.entry.noun : undefined;
    if (noun?.instead !== undefined)
      return { problem: { reason: "not_understood", message: unfit(noun), unfit: true }, verb: "" };
    // "Put the | lamp": an article goes with what it stands before.
    if (reached < clauseEnd && isDeterminer(wordAt(text, reached - 1) ?? "")) reached--;
    const understood = sourceOf(text, start, reached);
    const message =
      reached >= clauseEnd
        ? unfinishedMessage(understood)
        : partly(understood, sourceOf(text, reached, clauseEnd), usage);
    return { problem: { reason: "not_understood", message }, verb: "" };
  }
  const said = isQuestion(walk, start) ? noAnswer(sourceOf(text, start, clauseEnd)) : verbless(walk, start, clauseEnd);
  return {
    problem: typeof said === "string" ? { reason: "unknown_verb", message: said } : problemOf("unknown_verb", said),
    verb: "",
  };
}

/** The next place where a clause may end and something else begins. */
export function endOfClause(walk: Walk, at: number): number {
  const { text } = walk;
  for (let end = at + 1; end < text.tokens.length; end++) {
    text.meter.count();
    if (text.meter.spent) break;
    const joint = jointAt(text, end);
    if (joint && !joint.reason && (joint.next === null || !joint.tight || canStart(walk, joint.next))) return end;
  }
  return text.tokens.length;
}

/** "Take all but the lamp", where nobody knows of one: nothing is taken, since it may be among the rest. */
export function findVainException(walk: Walk, { end, fillings, joint }: Candidate): Problem | null {
  const isAll = [...fillings.values()].some(
    (filling) =>
      filling.kind === "list" && filling.list.items.slice(0, filling.list.count).some(({ kind }) => kind === "all"),
  );
  return isAll && joint.next !== null && !canStart(walk, joint.next) ? noneToExcept(walk, end) : null;
}

function noneToExcept(walk: Walk, at: number): Problem | null {
  const { text } = walk;
  const from = exceptAt(text, at);
  if (from === null || phrasesAt(text, from).length > 0) return null;
  const start = isDeterminer(wordAt(text, from) ?? "") ? from + 1 : from;
  return { reason: "object_not_found", message: noException(sourceOf(text, start, endOfClause(walk, start))) };
}

/** The commands behind a clause that failed, which nobody reads; "" where there are none. What hangs on a condition goes to the next full stop. */
export function leftAfter(
  walk: Walk,
  { at, clause }: { readonly at: number; readonly clause: Clause | null },
  sentence: boolean,
): string {
  const { tokens } = walk.text;
  const stop = tokens.findIndex(({ kind }, i) => i > at && kind === "stop");
  const end = sentence ? stop : endOfClause(walk, at);
  // "Ask Ada where she was": where a whole clause was read, its own end is known.
  const next = !sentence && clause ? clause.candidate.joint.next : end < 0 ? null : afterJoints(walk.text, end);
  return next !== null && next < tokens.length && canStart(walk, next) ? sourceOf(walk.text, next, tokens.length) : "";
}

/** The guess that rests on the most words of its pattern and the fewest unknown. */
function best(
  candidates: readonly Candidate[],
  { text, verbs }: Walk,
  starts: readonly number[] = [],
): Candidate | null {
  let found: Candidate | null = null;
  for (const one of candidates) {
    // A known verb is no unknown person: "shut that door would you".
    const namesVerb = [...one.fillings.values()].some(
      ({ kind, at, end }) =>
        kind === "unknown" &&
        // Nor is "I'd like", nor "like to" of "I would like to open it": words that lead up to a deed.
        (starts.includes(end) ||
          (at === one.at && (verbs.byWord.has(wordAt(text, at) ?? "") || startsAt(text, at).length > 1))),
    );
    if (one.literals === 0 || namesVerb) continue;
    if (!found || isNearer(one, found)) found = one;
  }
  return found;
}

/** More words of the pattern; of as many, unknown words that stand further behind; then fewer of them. */
function isNearer(a: Candidate, b: Candidate): boolean {
  if (a.literals !== b.literals) return a.literals > b.literals;
  const behind = firstUnknown(a) - firstUnknown(b);
  return behind === 0 ? a.loose < b.loose : behind > 0;
}

const firstUnknown = ({ fillings }: Candidate): number =>
  Math.min(...[...fillings.values()].flatMap(({ kind, at }) => (kind === "unknown" ? [at] : [])));

export function explain(walk: Walk, candidate: Candidate, clauseEnd: number): Problem {
  const { text } = walk;
  const { usage } = candidate.pattern.verb;
  const [name, unknown] = [...candidate.fillings]
    .filter(([, { kind }]) => kind === "unknown")
    .sort(([, a], [, b]) => a.at - b.at)[0] ?? ["", undefined];
  const whole = sourceOf(text, candidate.at, clauseEnd);
  if (!unknown) return problemOf("not_understood", noSense(whole));
  const everyone = phrasesAt(text, unknown.at).find((one) => one.kind === "all" && one.people);
  const one = slotOf(candidate.pattern.verb, name);
  if (everyone && one.ask !== undefined) return whoOf(walk, name, one, everyone.at, everyone.end, true);
  // The person asked has understood the question, even if it names nothing known.
  if (one.kinds.includes("question") && one.unknown !== undefined)
    return problemOf("not_understood", unknownTo(sourceOf(text, unknown.at - 1, unknown.end), one.unknown));
  if (one.kinds.every((kind) => kind === "number"))
    return {
      reason: "not_understood",
      message: `${noNumber(sourceOf(text, unknown.at, unknown.end))} ${one.ask ?? ""}`.trim(),
    };
  // "Ask Bruno to punch the ticket": a deed that nobody is asked for, though a punch is there.
  if (one.kinds.includes("deed") && one.unknown !== undefined)
    return problemOf("not_understood", unknownTo(sourceOf(text, unknown.at, unknown.end), one.unknown));
  const asks = isQuestion(walk, candidate.at);
  const unfitting = (noun: Noun): Problem => ({
    ...(asks && noun.instead === undefined
      ? problemOf("not_understood", noAnswer(whole))
      : { reason: "not_understood", message: unfit(noun) }),
    unfit: true,
  });
  const isName = (at: number) => {
    const word = wordAt(text, at);
    if (word === null || isRelating(word) || NAMELESS.has(word) || isDeterminer(word)) return false;
    // "Whatever can be opened" is no oil can.
    return !isRepeating(text, at) && !(MODALS.has(word) && wordAt(text, at + 1) !== null);
  };
  const cutAt = (at: number): Problem => {
    const message = partly(sourceOf(text, candidate.at, at), sourceOf(text, at, unknown.end), usage);
    return { reason: "not_understood", message };
  };
  // In a list, the first part that names nothing is at fault.
  let from = unknown.at;
  for (;;) {
    const known = phrasesAt(text, from).find(
      ({ kind, end }) => kind !== "pronoun" || end === unknown.end || !isDeterminer(wordAt(text, from) ?? ""),
    );
    if (!known) break;
    const { end } = known;
    const noun = known.kind === "nouns" ? known.fits?.[0]?.entry.noun : undefined;
    if (end >= unknown.end) return noun ? unfitting(noun) : problemOf("not_understood", noSense(whole));
    // "Read Ada's diary", "search all the drawers": what comes behind is named, and is nothing known.
    const last = text.tokens[end - 1];
    const isBare = known.kind === "all" && known.fits === null && !known.people;
    if ((last?.kind === "word" && last.owner !== undefined) || (isBare && isDeterminer(wordAt(text, end) ?? ""))) {
      from = end;
      break;
    }
    // "Open the tower door and go in" from elsewhere: the door is what cannot be opened.
    const fits = mayFill(known, name, slotOf(candidate.pattern.verb, name));
    const next = joinAt(text, end);
    // "Find out whether it opens": a way is named by chance.
    const isMeant = noun !== undefined && noun.instead !== undefined && noun.value === undefined;
    if (noun && !fits && (next !== null || isMeant)) return unfitting(noun);
    // "Open all the trunks and take the hat": it is one thing that can be opened at once.
    if (known.kind === "all" && known.fits !== null && !fits && next !== null)
      return problemOf("not_understood", noSense(sourceOf(text, candidate.at, end)));
    if (next !== null && next < unknown.end) {
      from = next;
      continue;
    }
    // "Take the study key", where only the study is known.
    if (noun && !fits && isName(end)) break;
    const none = known.kind === "all" ? noneToExcept(walk, end) : null;
    if (none) return none;
    if (asks) return problemOf("not_understood", noAnswer(whole));
    return cutAt(end);
  }
  // What is no part of the deed need not be there: "what does the letter say about today".
  if (asks && name === "aside") return problemOf("not_understood", noAnswer(whole));
  const slot = slotOf(candidate.pattern.verb, name);
  if (wordAt(text, from) === null) return problemOf("not_understood", noSense(whole));
  if (isRelating(wordAt(text, from) ?? "")) return cutAt(from);
  from = pastMeasure(text, from);
  let end = from + 1;
  while (isDeterminer(wordAt(text, end - 1) ?? "") && end < unknown.end) end++;
  while (end < unknown.end && joinAt(text, end) === null && jointAt(text, end) === null && isName(end)) end++;
  while (from < end - 1 && isDeterminer(wordAt(text, from) ?? "")) from++;
  const words = sourceOf(text, from, end);
  // "Could I help you", with nobody there: "you" is no name.
  if (words.toLowerCase() === "you") return problemOf("not_understood", asks ? noAnswer(whole) : noSense(whole));
  // Of a word that was only part of what is written, as "not" of "haven't", nothing can be said.
  if (words === "") return problemOf("not_understood", noSense(whole));
  // "How are we going to get home": nobody goes by the name of "we going".
  if (asks && ["we", "you"].includes(wordAt(text, from) ?? "")) return problemOf("not_understood", noAnswer(whole));
  // "Look around for something to eat": that is nobody's name.
  if (SOMEBODY.has(words.toLowerCase()))
    return slot.ask !== undefined
      ? whoOf(walk, name, slot, from, end, false)
      : problemOf("not_understood", asks ? noAnswer(whole) : noSense(whole));
  const problem = unseenProblem(words, slot, text.scenery);
  return problem.reason === "object_not_found" && isWhoIs(text, candidate.at)
    ? problemOf(wordAt(text, candidate.at) === "who" ? "not_understood" : "object_not_found", noAnswer(whole))
    : problem;
}

/** "Three times", "twice". */
const isRepeating = (text: Walk["text"], at: number): boolean =>
  ["twice", "thrice"].includes(wordAt(text, at) ?? "") ||
  (numberAt(text, at) !== null && ["time", "times"].includes(wordAt(text, numberAt(text, at)!.end) ?? ""));

/** Somebody is meant, and it is to be said who; `each`: everybody, where only one can be. */
function whoOf(walk: Walk, name: string, slot: Slot, at: number, end: number, each: boolean): Problem {
  const { choices, offered } = offering(entriesFor(walk, [slot]), [slot]);
  if (offered === 0) return { reason: "missing_part", message: slot.none ?? slot.ask!, unfit: true };
  const usual = choices.slice(0, offered).map(({ noun }) => noun);
  return {
    reason: "missing_part",
    message: each ? oneAtATime(slot.ask!, usual) : slot.ask!,
    open: { slot: name, at, end, choices, offered, free: false },
  };
}

/** "Who is the owner" asks for more than what can be seen. */
const isWhoIs = (text: Walk["text"], at: number): boolean =>
  ["who", "what"].includes(wordAt(text, at) ?? "") &&
  ["is", "are", "was", "were"].includes(wordAt(text, at + 1) ?? "") &&
  !isRelating(wordAt(text, at + 2) ?? "");

function verbless(walk: Walk, start: number, clauseEnd: number): string | Ways {
  const { text } = walk;
  const [phrase] = phrasesAt(text, start);
  if (phrase && phrase.end < clauseEnd) {
    return partly(sourceOf(text, start, phrase.end), sourceOf(text, phrase.end, clauseEnd));
  }
  const noun = phrase?.kind === "nouns" ? phrase.fits?.[0]?.entry.noun : undefined;
  if (noun) return whatWith(noun);
  const from = start + 1 < clauseEnd && isDeterminer(wordAt(text, start) ?? "") ? start + 1 : start;
  // "Ada, open the door" to somebody who is not there.
  if (text.tokens[from + 1]?.kind === "comma" && from + 2 < text.tokens.length)
    return unseen(sourceOf(text, from, from + 1));
  const known = wordAt(text, from) === null || matchNouns(text.nouns, text.tokens, from, text.meter, true).length > 0;
  return known ? noSense(sourceOf(text, start, clauseEnd)) : noVerb(sourceOf(text, from, from + 1));
}
