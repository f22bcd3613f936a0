// Walks along the clauses of one text: chooses a reading for each and makes its actions, up to the first that fails.

import { type ActionBase, type ActorId, canonical, type Verb } from "@orrery/kernel";
import { wordSet } from "./books.ts";
import { diagnose, endOfClause, explain, findVainException, isNameless, nothingSaid } from "./diagnosis.ts";
import { afterJoints, startsAt } from "./joints.ts";
import { type Candidate, matchPattern, type Text } from "./match.ts";
import { joinAsks, noAnswer, noSense, remarkAnswers, tooMany, unfinishedMessage, type Ways } from "./messages.ts";
import { answerTo, beforeAt, conditionAt, hangsOn, type Musing, musesOn, musingIn } from "./musings.ts";
import { type Entry, FIT } from "./nouns.ts";
import {
  actionsOf,
  entriesFor,
  type Held,
  listOfNext,
  type NamedEntries,
  offering,
  resolveClause,
  spokenTextOf,
} from "./parts.ts";
import { isDeterminer, type Phrase, phrasesAt, wordAt } from "./phrases.ts";
import { bySpecificity, candidatesAt, continuationsAt, goesOn, going } from "./readings.ts";
import { listenersWith, mention, type Problem, type PronounMemory, problemOf } from "./references.ts";
import { isSaid, isWondered } from "./said.ts";
import { isGrammar } from "./spelling.ts";
import type { Hole } from "./tokens.ts";
import { type Clause, canStart, isQuestion, openingAt, slotOf, sourceOf, verbWords, type Walk } from "./walk.ts";
import { isDescribing, isNeedless, pastClosers, type Stretch, weighStretch } from "./weighing.ts";
import { FUNCTION, HERE, PLACING, SAYING, THIRD } from "./words/weights.ts";

export const ACTIONS_MAX = 200;

export interface Walked {
  readonly actions: readonly ActionBase[];
  readonly memory: PronounMemory;
  /** What the last clause made. */
  readonly last: readonly ActionBase[];
  /** Free texts that went into actions. */
  readonly said: readonly string[];
  /** Words that were left out of what was understood. */
  readonly left: readonly string[];
  /** Whether what was done leads elsewhere. */
  readonly moved: boolean;
  readonly stopped: Stop | null;
}

/** Where and why the walk ended before the text did. */
export interface Stop {
  readonly problem: Problem;
  /** Token at which the failed clause begins. */
  readonly at: number;
  readonly clause: Clause | null;
  /** Verb words that the clause leaves out. */
  readonly verb: string;
}

/** Reads clause after clause. What failed ends it: what comes later may depend on it. */
export const walkClauses = (walk: Walk, actorId: ActorId, memory: PronounMemory): Walked =>
  new Walking(walk, actorId, memory).walked();

/** One text on the way through it. */
class Walking {
  readonly #walk: Walk;
  readonly #text: Text;
  readonly #actorId: ActorId;
  readonly #actions: ActionBase[] = [];
  readonly #said: string[] = [];
  readonly #left: string[] = [];
  #last: readonly ActionBase[] = [];
  #memory: PronounMemory;
  #before: Clause | null = null;
  #moved = false;
  /** The first words that were passed over. */
  #remarked: { readonly at: number; readonly end: number } | null = null;
  /** What was last named and not meant, until something is done. */
  #mused: Stop | null = null;
  /** What the next clause is still part of. */
  #musing: Musing | null = null;

  constructor(walk: Walk, actorId: ActorId, memory: PronounMemory) {
    this.#walk = walk;
    this.#text = walk.text;
    this.#actorId = actorId;
    this.#memory = memory;
  }

  walked(): Walked {
    const { tokens } = this.#text;
    let stopped: Stop | null = null;
    for (let at: number | null = afterJoints(this.#text, 0); at !== null && at < tokens.length; ) {
      const next: number | Stop | null = this.#step(at);
      if (next !== null && typeof next !== "number") {
        stopped = next;
        break;
      }
      at = next;
    }
    return {
      actions: this.#actions,
      memory: this.#memory,
      last: this.#last,
      said: this.#said,
      left: this.#left,
      moved: this.#moved,
      stopped: stopped ?? this.#mused ?? (this.#before ? null : this.#nothingDone()),
    };
  }

  #nothingDone(): Stop {
    if (!this.#remarked) return { at: 0, problem: nothingSaid, clause: null, verb: "" };
    const { at, end } = this.#remarked;
    const words = sourceOf(this.#text, at, end);
    const ways = words.endsWith("?") ? noAnswer(words.slice(0, -1)) : remarkAnswers(words);
    const problem = { ...problemOf("unknown_verb", ways), answered: true };
    return { at, problem, clause: null, verb: "" };
  }

  /** Where the next clause begins, null at the end, or why no more can be read. */
  #step(at: number): number | Stop | null {
    const begun = beforeAt(this.#walk, at);
    if (typeof begun === "number") return begun;
    const condition = begun ?? conditionAt(this.#walk, at);
    if (condition) return this.#waits(at, condition);
    const plain = chooseClause(this.#walk, at, this.#before, this.#memory);
    const behind = this.#before?.candidate;
    const unjoined = behind?.joint.unjoined === true;
    const idle = unjoined && (isSaid(this.#text, at) || isDescribing(this.#walk, at));
    if (!idle && !isUncertain(this.#walk, at, plain)) return this.#take(at, plain);
    if ("problem" in plain && plain.problem.reason === "nothing_said" && (this.#before || this.#remarked)) return null;
    if (unjoined && isWondered(this.#text, at)) return this.#passRest(at);
    const stretch = weighStretch(this.#walk, at, (one) => !isHopeless(this.#chosen(at, one)));
    // What only waits for an answer gives way to nothing but a command behind a remark.
    if (stretch && (stretch.at > at || !("problem" in plain && plain.problem.open))) {
      const chosen = this.#chosen(at, stretch);
      if (stretch.at > at) this.#pass(at, stretch.at);
      return this.#take(at, chosen, stretch.at);
    }
    if (behind && unjoined && isNeedless(this.#walk, behind, at)) {
      const end = pastClosers(this.#walk, endOfClause(this.#walk, at));
      this.#left.push(sourceOf(this.#text, at, end));
      return afterJoints(this.#text, end);
    }
    // "I would like to open the hatbox", where there is none: "would" begins no remark behind "I".
    const unknown = "problem" in plain && plain.problem.reason === "object_not_found";
    const said =
      wordAt(this.#text, at - 1) !== "and" &&
      startsAt(this.#text, at).some(
        (start) => isSaid(this.#text, start) && !(unknown && HERE.has(wordAt(this.#text, start - 1) ?? "")),
      );
    return said && ("problem" in plain || unjoined) ? this.#passRest(at) : this.#take(at, plain);
  }

  #passRest(at: number): null {
    this.#pass(at, this.#text.tokens.length);
    return null;
  }

  #chosen(at: number, { at: begins, clauses }: Stretch): Chosen {
    const memory = begins > at ? rememberPassedOver(this.#text, at, begins)(this.#memory) : this.#memory;
    return firstThatHolds(this.#walk, clauses, memory, this.#before)!;
  }

  #waits(at: number, condition: Ways, clause: Clause | null = null): Stop {
    const problem = { ...problemOf("not_understood", condition), answered: true };
    return { at, problem, clause, verb: clause?.verb ?? "" };
  }

  /** Words that are only said: what they name alone is what "it" means next, and of what nobody knows it would be a guess. */
  #pass(at: number, end: number): void {
    this.#remarked ??= { at, end };
    this.#memory = rememberPassedOver(this.#text, at, end)(this.#memory);
  }

  /** Does what a clause says, if it is meant. `begins`: behind words that are passed over. */
  #take(at: number, chosen: Chosen, begins = at): number | Stop | null {
    const musingOf = (candidate: Candidate): Musing | null =>
      musingIn(this.#walk, at, candidate, begins) ?? this.#musing;
    const leftUndone = (muses: Musing, clause: Clause): Stop => {
      const problem = { ...problemOf("unknown_verb", answerTo(this.#walk, muses, clause)), answered: true };
      return { at, problem, clause, verb: clause.verb };
    };
    if ("problem" in chosen) {
      const { clause, problem } = chosen;
      const muses = clause && problem.open ? musingOf(clause.candidate) : null;
      if (muses) return leftUndone(muses, clause!);
      // "Unlock the bureau. — With which key? — Open it": what was named is what was spoken of last.
      this.#memory = mention(this.#memory, chosen.named ?? []);
      return { at, ...chosen };
    }
    const { clause, slots } = chosen;
    const { candidate } = clause;
    const { verb } = candidate.pattern;
    const weighed = this.#moved ? slots.find((one) => one.weighed)?.weighed : undefined;
    if (weighed) return { at, problem: weighed, clause, verb: clause.verb };
    // "Go east and come back": what is behind one then is not what is behind one now; "look under the bed and take everything".
    const isFleeting = this.#moved && slots.some(({ entries }) => entries?.some(({ noun }) => noun.fleeting));
    if (isFleeting || (this.#actions.length > 0 && isBareAll(candidate)))
      return { at, problem: { ...problemOf("not_understood", noSense("")), unfit: true }, clause, verb: clause.verb };
    const excepted = findVainException(this.#walk, candidate);
    if (excepted && !isSaid(this.#text, candidate.joint.next!))
      return { at, problem: excepted, clause: null, verb: "" };
    const hangs = hangsOn(this.#walk, candidate);
    if (hangs) return this.#waits(at, hangs, clause);
    const muses = musingOf(candidate);
    const made = muses || this.#isIdle(chosen) ? [] : actionsOf(verb, this.#actorId, slots, this.#words(candidate));
    if ("problem" in made) return { at, problem: made.problem, clause, verb: clause.verb };
    if (this.#actions.length + made.length > ACTIONS_MAX)
      return { at, problem: { reason: "too_long", message: tooMany(ACTIONS_MAX) }, clause, verb: clause.verb };
    if (muses) this.#mused ??= leftUndone(muses, clause);
    else if (made.length > 0) this.#mused = null;
    this.#musing = muses && musesOn(this.#walk, muses, candidate) ? muses : null;
    this.#keep(chosen, made);
    if (verb.leads === undefined || made.length === 0 || candidate.joint.next === null) return candidate.joint.next;
    // "Go up to Ada and ask for the key", with Ada elsewhere: the people here are not asked.
    this.#left.push(sourceOf(this.#text, candidate.joint.next, this.#text.tokens.length));
    return null;
  }

  #words = ({ at, end }: Candidate): string => spokenTextOf(this.#text, at, end);

  /** Before another clause it only leads up to it, and after one it only tells why: "can I have the key, I need it". */
  #isIdle({ clause: { candidate }, slots }: Chosen & { clause: Clause; slots: readonly Held[] }): boolean {
    const { at, fillings, joint, pattern } = candidate;
    return (
      joint.withdraws === true ||
      // "Which way is the kitchen im so lost": behind something else, with no joint, that asks for nothing.
      (this.#before?.candidate.joint.unjoined &&
        ((fillings.size === 0 && isSaid(this.#text, at)) || (pattern.verb.last && isWondered(this.#text, at)))) ||
      (pattern.verb.leads !== undefined &&
        ((joint.next !== null && !this.#isAway(slots)) || isTold(slots, this.#before)))
    );
  }

  /** Whether somebody is named who is not there. */
  #isAway = (slots: readonly Held[]): boolean =>
    slots.some(
      ({ slot: { kinds, prefer }, entries }) =>
        kinds[0] === this.#text.addressed && entries?.some(({ noun }) => !noun.kinds.includes(prefer ?? "")),
    );

  #keep({ clause, slots }: Chosen & { clause: Clause; slots: readonly Held[] }, made: readonly ActionBase[]): void {
    const { candidate } = clause;
    const { verb } = candidate.pattern;
    // "I need the key, get it": the same deed in other words is one, but "go east, e" are two steps.
    const isSame =
      this.#before !== null &&
      !verb.moves &&
      made.length > 0 &&
      canonical(made) === canonical(this.#last) &&
      verbWords(this.#text, clause) !== verbWords(this.#text, this.#before);
    if (!isSame) this.#actions.push(...made);
    if (made.length > 0) this.#last = made;
    this.#moved ||= made.length > 0 && verb.moves === true;
    if (verb.said !== undefined) this.#said.push(this.#words(candidate));
    this.#said.push(
      ...slots.flatMap(({ name, entries, words, deeds, count }) =>
        entries || deeds || count || name === "aside" ? [] : [words],
      ),
    );
    const named = slots.flatMap(({ entries, inner }) => [
      ...(entries ? [entries] : []),
      ...(inner?.flatMap((one) => (one.entries ? [one.entries] : [])) ?? []),
    ]);
    this.#memory = mention(this.#memory, named);
    // If the next clause names nobody, it is for the person spoken to here.
    const { addressed } = this.#text;
    const to = slots.find(
      ({ slot: { ask, kinds }, entries }) => entries?.length === 1 && ask !== undefined && kinds[0] === addressed,
    );
    if (to) this.#memory = { ...this.#memory, you: listenersWith(this.#memory, to.entries![0]!.noun.id) };
    this.#before = { ...clause, named: slots.find(({ name }) => name === "target")?.entries ?? [] };
  }
}

/** "Everything": what there is of it is known when it is done. */
const isBareAll = ({ fillings }: Candidate): boolean =>
  [...fillings.values()].some(
    (filling) =>
      filling.kind === "list" &&
      filling.list.items.some((one) => one.kind === "all" && (one.fits === null || one.people)),
  );

/** What pronouns mean after words that are passed over. */
function rememberPassedOver(text: Text, start: number, end: number): (memory: PronounMemory) => PronounMemory {
  const spoken: (readonly Entry[])[] = [];
  let isPlain = true;
  for (let at = start; at < end; ) {
    const phrase = phrasesAt(text, at).find((one) => one.kind === "nouns" && one.fits !== null && one.end <= end);
    const entries = phrase ? bestOf(phrase) : [];
    // "A paper under the pillow": what only tells where is not what is spoken of.
    const isPlace =
      spoken.length > 0 && PLACING.has(wordAt(text, isDeterminer(wordAt(text, at - 1) ?? "") ? at - 2 : at - 1) ?? "");
    if (entries.length === 1 && !isPlace) spoken.push(entries);
    else if (entries.length > 1 && !isPlace) isPlain = false;
    at = phrase && entries.length > 0 ? phrase.end : at + 1;
  }
  const first = wordAt(text, start) ?? "";
  const points = THIRD.has(first) || SAYING.has(first) || HERE.has(first);
  const words = text.tokens.slice(start, end);
  const keeps = points
    ? spoken.length === 0 && isPlain
    : words.every((token) => token.kind !== "word" || FUNCTION.has(token.word));
  return (memory) => {
    if (keeps) return memory;
    // Of what nobody knows, or of one among several, "it" would be a guess.
    if (spoken.length === 0 || !isPlain) return { ...memory, it: [], them: [] };
    return spoken.reduce((now, entries) => mention(now, [entries]), memory);
  };
}

/** The things that a phrase fits best, as far as a pronoun may mean them. */
function bestOf(phrase: Phrase): Entry[] {
  if (phrase.kind !== "nouns") return [];
  const fits = (phrase.fits ?? []).filter(({ entry }) => entry.noun.pronouns !== undefined);
  const best = Math.max(FIT.plural, ...fits.map(({ rank }) => rank));
  return [...new Map(fits.filter(({ rank }) => rank === best).map(({ entry }) => [entry.noun.id, entry])).values()];
}

/** Whether a clause names nothing but what the one before it did. */
const isTold = (slots: readonly Held[], before: Clause | null): boolean =>
  slots.length > 0 &&
  slots.every(({ entries }) => entries?.every(({ noun }) => before?.named?.some((one) => one.noun.id === noun.id)));

/** What is not understood, or taken as it stands, may be a remark; but not what only waits for an answer. */
const isUncertain = (walk: Walk, at: number, chosen: Chosen): boolean =>
  "problem" in chosen
    ? !chosen.problem.open || startsAt(walk.text, at).some((start) => isSaid(walk.text, start))
    : !goesOn(walk, chosen.clause.candidate, chosen.clause.verb) ||
      (chosen.clause.candidate.loose > 0 &&
        (chosen.clause.candidate.pattern.opens === null ||
          startsAt(walk.text, at).some((start) => isSaid(walk.text, start)))) ||
      // "The gate is closed so I open it": what only leads up to a deed gives it no reason.
      (chosen.clause.candidate.joint.reason && chosen.clause.candidate.pattern.verb.leads !== undefined);

/** What no answer to a question could mend. */
const isHopeless = (chosen: Chosen): boolean => "problem" in chosen && !chosen.problem.open;

type Chosen =
  | { readonly clause: Clause; readonly slots: readonly Held[] }
  | {
      readonly problem: Problem;
      readonly clause: Clause | null;
      readonly verb: string;
      /** What it did name before something had to be asked for. */
      readonly named?: NamedEntries;
    };

function chooseClause(walk: Walk, at: number, before: Clause | null, memory: PronounMemory): Chosen {
  const whole = candidatesAt(walk, at, "whole").map((candidate) => ({ candidate, verb: "" }));
  // "Shut the cupboard, it looks so messy" does not shut it twice.
  const readings = whole.length > 0 || isSaid(walk.text, at) ? whole : continuationsAt(walk, at, before);
  if (readings.length > 0) {
    const best = bySpecificity(walk, readings);
    const other = best[0]!.candidate.loose > 0 ? otherThanSaid(walk, best[0]!.candidate) : null;
    if (other) {
      const problem = explain(walk, other, walk.text.tokens.length);
      return { clause: { candidate: other, verb: "" }, verb: "", problem };
    }
    // "Say goodbye to her and frobnicate": what cannot be read is no part of what is said.
    const { loose } = best[0]!.candidate;
    const plain = best.filter(({ candidate }) => candidate.loose <= loose);
    const chosen =
      firstThatHolds(walk, going(walk, plain), memory, before) ?? firstThatHolds(walk, best, memory, before)!;
    const asked = "slots" in chosen ? questionSaid(walk, chosen.clause.candidate) : null;
    return asked === null ? chosen : { clause: null, verb: "", problem: problemOf("not_understood", noAnswer(asked)) };
  }
  return completeClauseAt(walk, at, memory, before) ?? { clause: null, ...diagnose(walk, at, before) };
}

/** Longer words are speech. */
const TOLD_MAX = 16;

/** "Tell him about the will" where nobody has heard of one: more of another act than of something said. */
function otherThanSaid(walk: Walk, { at, literals, pattern }: Candidate): Candidate | null {
  if (walk.text.tokens.length - at > TOLD_MAX) return null;
  const guesses = openingAt(walk, at)
    .filter(({ verb }) => verb.type !== pattern.verb.type && !verb.last)
    .flatMap((one) => matchPattern(walk.text, one, at, "guessed", { clauseEnd: walk.text.tokens.length }));
  const isTold = (one: Candidate) =>
    one.literals > literals &&
    one.fillings.size > 1 &&
    [...one.fillings].every(
      ([name, { at, kind }]) =>
        kind === "list" ||
        // "Ada, what are you doing" speaks of nothing that goes by "you doing".
        (kind === "unknown" &&
          // "Ada, what is your name" is about her, and about nothing that could be known; so is what happened "to your hat".
          !["your", "to"].includes(wordAt(walk.text, at) ?? "") &&
          !isNameless(walk.text, at) &&
          slotOf(one.pattern.verb, name).unknown !== undefined),
    );
  return guesses.find(isTold) ?? null;
}

const INDEFINITE = wordSet("some any");

/** "Do you have a badge that I could borrow": a question that names something is more than words said to somebody. */
function questionSaid(walk: Walk, { at, fillings, called, pattern }: Candidate): string | null {
  const { text } = walk;
  const [, spoken] = [...fillings].find(([name, one]) => name !== "aside" && one.kind === "text" && !one.quoted) ?? [];
  if (!spoken || pattern.opens === null || !isQuestion(walk, at)) return null;
  for (let from = spoken.at; from < spoken.end; from++) {
    const word = wordAt(text, from) ?? "";
    const known = phrasesAt(text, from).some(
      (one) => one.kind === "nouns" && one.end <= spoken.end && one.fits?.some(({ entry }) => entry !== called),
    );
    // "A badge", be there one or not; but of "any badge" somebody who is called by name may be asked.
    const names =
      isDeterminer(word) &&
      !(called && INDEFINITE.has(word)) &&
      from + 1 < spoken.end &&
      !isGrammar(wordAt(text, from + 1) ?? "");
    if (names || (known && !isGrammar(word))) return sourceOf(text, at, spoken.end);
  }
  return null;
}

/** A clause that stops before its pattern does: what lacks is supplied or asked for, but never supplied when several verbs begin so. */
function completeClauseAt(walk: Walk, at: number, memory: PronounMemory, before: Clause | null): Chosen | null {
  const { text } = walk;
  const all = bySpecificity(
    walk,
    candidatesAt(walk, at, "begun").flatMap((candidate) => {
      const { tight, next } = candidate.joint;
      return !tight || next === null || canStart(walk, next) ? [{ candidate, verb: "" }] : [];
    }),
  );
  // "Ask Julian" leaves nobody to be asked for, though it might be he who is called.
  const plain = all.filter(({ candidate }) => candidate.called === undefined);
  const begun = plain.length > 0 ? plain : all;
  const first = begun[0]?.candidate;
  if (!first) return null;
  const like = begun.filter(({ candidate }) => candidate.literals === first.literals && candidate.end === first.end);
  // An answer may tell which verb was meant: what belongs on things is put on it, what belongs in things into it.
  const answered = like.filter(({ candidate }) =>
    candidate.joint.holes.some((hole) => isPreferred(text, candidate, hole)),
  );
  if (first.joint.holes.length > 0) {
    return firstThatHolds(walk, fewestLacking(answered.length > 0 ? answered : like), memory, before);
  }
  const sharing = like.filter(
    ({ candidate }) => candidate.lacks!.words.length === 0 && listOfNext(walk, candidate, candidate.lacks!.slots[0]!),
  );
  if (sharing.length > 0) return firstThatHolds(walk, sharing, memory, before);
  // "Take" alone wants its object before any word that could also follow.
  const direct = fewestLacking(like).filter(({ candidate }) => candidate.lacks!.words.length === 0);
  const best = direct.length > 0 ? direct : fewestLacking(like);
  const asks = [...new Set(best.map(({ candidate }) => askOf(candidate)))];
  const dangling = like.some(({ candidate }) => candidate.lacks!.slots.length === 0);
  // A question that lacks words of its own is some other question: "what a lovely garden" asks for nothing.
  if ((dangling || direct.length === 0) && isQuestion(walk, first.at)) return null;
  if (asks.length === 1 && (!dangling || before?.named?.length === 1))
    return firstThatHolds(walk, best, memory, before);
  const hints = [...new Set(like.flatMap(({ candidate }) => candidate.lacks!.words.slice(0, 1)))];
  const understood = spokenTextOf(text, first.at, first.end);
  const slots = best.map(({ candidate }) => slotOf(candidate.pattern.verb, candidate.lacks!.slots[0]!));
  const isOpen = dangling && direct.length === 0;
  const could = entriesFor(walk, slots, entriesIn(best[0]?.candidate ?? first));
  const open = {
    slot: best[0]?.candidate.lacks?.slots[0] ?? "rest",
    at: first.end,
    end: first.end,
    // What comes after a verb alone may be anything.
    ...(isOpen && first.fillings.size === 0 ? { choices: could, offered: 0 } : offering(could, slots)),
    free: false,
  };
  const message = isOpen ? unfinishedMessage(understood, hints) : joinAsks(asks);
  return { problem: { reason: "missing_part", message, open }, clause: (best[0] ?? begun[0])!, verb: "" };
}

/** What is named already: nothing is put into itself. */
const entriesIn = ({ fillings }: Candidate): ReadonlySet<string> =>
  new Set(
    [...fillings.values()].flatMap((filling) =>
      filling.kind === "list"
        ? filling.list.items.flatMap((phrase) =>
            phrase.kind === "nouns" && phrase.fits?.length === 1 ? [phrase.fits[0]!.entry.noun.id] : [],
          )
        : [],
    ),
  );

function fewestLacking(clauses: readonly Clause[]): Clause[] {
  const lacking = clauses.filter(({ candidate }) => candidate.lacks!.slots.length > 0);
  const fewest = Math.min(...lacking.map(({ candidate }) => candidate.lacks!.slots.length));
  return lacking.filter(({ candidate }) => candidate.lacks!.slots.length === fewest);
}

const askOf = ({ pattern, lacks }: Candidate): string => slotOf(pattern.verb, lacks!.slots[0]!).ask!;

function isPreferred({ nouns }: Text, { pattern }: Candidate, { slot, fill }: Hole): boolean {
  const prefer = pattern.verb.slots?.[slot as keyof NonNullable<Verb["slots"]>]?.prefer;
  const id = fill && "ids" in fill ? fill.ids[0] : undefined;
  if (prefer === undefined || id === undefined) return false;
  return (nouns.byId.get(id) ?? []).some(({ noun }) => noun.kinds.includes(prefer));
}

/** The first reading in which every word means something. A better reading that has to ask beats a lesser one that does not. */
function firstThatHolds(
  walk: Walk,
  clauses: Iterable<Clause>,
  memory: PronounMemory,
  before: Clause | null,
): Chosen | null {
  let failed: Chosen | null = null;
  for (const clause of clauses) {
    const slots = resolveClause(walk, clause, memory, before);
    if (!("problem" in slots)) return { clause, slots };
    const chosen = { problem: slots.problem, clause, verb: clause.verb, named: slots.named ?? [] };
    if (slots.problem.open) return chosen;
    failed ??= chosen;
  }
  return failed;
}
