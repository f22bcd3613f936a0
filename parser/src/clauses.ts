// Walks along the clauses of one text: chooses a reading for each and makes its actions, up to the first that fails.
import { type ActionBase, type ActorId, canonical, type Slot, type Verb } from "@orrery/kernel";
import { diagnose, exceptedInVain, isNameless, nothingSaid } from "./diagnosis.ts";
import { afterJoints, startsAt } from "./joints.ts";
import { type Candidate, matchPattern, type Text } from "./match.ts";
import { asked, noAnswer, noted, tooMany, unfinished, type Ways } from "./messages.ts";
import {
  answerTo,
  asksOn,
  beforeAt,
  conditionAt,
  hangsOn,
  hangsWithin,
  isCondition,
  type Musing,
  musesOn,
  musingIn,
} from "./musings.ts";
import { actionsOf, entriesFor, type Held, type Named, offering, resolveClause, saidIn, sharedWith } from "./parts.ts";
import { isDeterminer, phrasesAt, wordAt } from "./phrases.ts";
import { candidatesAt, continued, going, partialAt, sorted } from "./readings.ts";
import { type Memory, mention, type Problem, problemOf, spokenTo } from "./references.ts";
import { leadAt, type Remark, remarkAt, wonderAt } from "./remarks.ts";
import { isGrammar } from "./spelling.ts";
import type { Hole } from "./tokens.ts";
import {
  type Clause,
  canStart,
  isQuestion,
  openingAt,
  PARTICLES,
  slotOf,
  sourceOf,
  verbWords,
  type Walk,
} from "./walk.ts";

export const ACTIONS_MAX = 200;

/** How many remarks one text may hold. */
const REMARKS_MAX = 8;

export interface Walked {
  readonly actions: readonly ActionBase[];
  readonly memory: Memory;
  /** What the last clause made. */
  readonly last: readonly ActionBase[];
  /** Free texts that went into actions. */
  readonly said: readonly string[];
  /** Words that were left out of what was understood. */
  readonly left: readonly string[];
  /** Whether some of it was taken as it stands, in words that a rule knows nothing of, though it may have begun as a remark. */
  readonly loose: boolean;
  /** Whether a remark was passed over. */
  readonly remarked: boolean;
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
export function walkClauses(walk: Walk, actorId: ActorId, memory: Memory): Walked {
  const { text } = walk;
  const actions: ActionBase[] = [];
  const said: string[] = [];
  const left: string[] = [];
  let last: readonly ActionBase[] = [];
  let now = memory;
  let before: Clause | null = null;
  let loose = false;
  let moved = false;
  let remarks = 0;
  let remarked: { readonly at: number; readonly end: number } | null = null;
  /** What was last named and not meant, until something is done. */
  let mused: Stop | null = null;
  /** What the next clause is still part of. */
  let musing: Musing | null = null;
  /** Whether words that nobody knows stand right before it. */
  let strayed = false;
  const ended = (stopped: Stop | null, memory = now): Walked => ({
    actions,
    memory,
    last,
    said,
    left,
    loose,
    remarked: remarked !== null,
    moved,
    stopped,
  });
  for (let at: number | null = afterJoints(text, 0); at !== null && at < text.tokens.length; ) {
    const begun = beforeAt(walk, at);
    if (typeof begun === "number") {
      at = begun;
      continue;
    }
    const from: number = at;
    const musingOf = (candidate: Candidate): Musing | null =>
      musingIn(walk, from, candidate) ?? (candidate.pattern.verb.grave && strayed ? "asked" : musing);
    const leftUndone = (muses: Musing, clause: Clause): Stop => {
      const problem = { ...problemOf("unknown_verb", answerTo(walk, muses, clause)), answered: true };
      return { at: from, problem, clause, verb: clause.verb };
    };
    const waits = (condition: Ways, clause: Clause | null = null): Walked =>
      ended({
        at: from,
        problem: { ...problemOf("not_understood", condition), answered: true },
        clause,
        verb: clause?.verb ?? "",
      });
    const condition = begun ?? conditionAt(walk, at);
    if (condition) return waits(condition);
    const chosen = chooseClause(walk, at, before, now);
    const within = "problem" in chosen && !chosen.problem.open ? hangsWithin(walk, at) : null;
    if (within) return waits(within);
    if ("problem" in chosen && chosen.problem.reason === "nothing_said" && (before || remarked)) break;
    const remark: Remark | null =
      remarks < REMARKS_MAX && isUncertain(walk, at, chosen)
        ? remarkAt(walk, at, (next) => canStart(walk, next))
        : null;
    if (remark && ("problem" in chosen || remark.next !== null || (before && text.runsOn))) {
      remarked ??= { at, end: remark.end };
      remarks++;
      now = remark.after(now);
      musing = asksOn(walk, at, remark);
      strayed = remark.next === remark.end;
      at = remark.next;
      continue;
    }
    // "Unlock the bureau. — With which key? — Open it": what was named is what was spoken of last.
    if ("problem" in chosen) {
      const { clause, problem } = chosen;
      const muses = clause && problem.open ? musingOf(clause.candidate) : null;
      return muses ? ended(leftUndone(muses, clause!)) : ended({ at, ...chosen }, mention(now, chosen.named ?? []));
    }
    const { clause, slots } = chosen;
    const { candidate } = clause;
    const weighed = moved ? slots.find((one) => one.weighed)?.weighed : undefined;
    if (weighed) return ended({ at, problem: weighed, clause, verb: clause.verb });
    const words = saidIn(text, candidate.at, candidate.end);
    const { verb } = candidate.pattern;
    const excepted = exceptedInVain(walk, candidate);
    if (excepted && leadAt(text, candidate.joint.next!) === null)
      return ended({ at, problem: excepted, clause: null, verb: "" });
    const hangs = hangsOn(walk, candidate);
    if (hangs) return waits(hangs, clause);
    const muses = musingOf(candidate);
    // Before another clause it only leads up to it, and after one it only tells why: "can I have the key, I need it".
    const leads = verb.leads !== undefined && (candidate.joint.next !== null || isTold(slots, before));
    const idle: boolean = leads || (before !== null && isAfterthought(walk, at, candidate));
    const made: ActionBase[] | { problem: Problem } =
      muses || idle || candidate.joint.withdraws ? [] : actionsOf(verb, actorId, slots, words);
    if ("problem" in made || actions.length + made.length > ACTIONS_MAX) {
      const problem: Problem = "problem" in made ? made.problem : { reason: "too_long", message: tooMany(ACTIONS_MAX) };
      return ended({ at, problem, clause, verb: clause.verb });
    }
    if (muses) mused ??= leftUndone(muses, clause);
    else if (made.length > 0) mused = null;
    musing = muses && musesOn(walk, muses, candidate) ? muses : null;
    strayed = false;
    // "I need the key, get it": the same deed in other words is one, but "go east, e" are two steps.
    const isSame =
      before !== null &&
      !verb.moves &&
      made.length > 0 &&
      canonical(made) === canonical(last) &&
      verbWords(text, clause) !== verbWords(text, before);
    const { next } = candidate.joint;
    if (!isSame) actions.push(...made);
    if (made.length > 0) last = made;
    if (candidate.left !== undefined) left.push(sourceOf(text, candidate.end, candidate.left));
    moved ||= made.length > 0 && verb.moves === true;
    loose ||= candidate.loose > 0 && leadAt(text, candidate.at) !== null;
    if (verb.said !== undefined) said.push(words);
    said.push(
      ...slots.flatMap(({ name, entries, words, deeds, count }) =>
        entries || deeds || count || name === "aside" ? [] : [words],
      ),
    );
    now = mention(
      now,
      slots.flatMap(({ entries, inner }) => [
        ...(entries ? [entries] : []),
        ...(inner?.flatMap((one) => (one.entries ? [one.entries] : [])) ?? []),
      ]),
    );
    // If the next clause names nobody, it is for the person spoken to here.
    const to = slots.find(({ slot, entries }) => entries?.length === 1 && isSpokenTo(walk, slot));
    if (to) now = { ...now, you: spokenTo(now, to.entries![0]!.noun.id) };
    before = { ...clause, named: slots.find(({ name }) => name === "target")?.entries ?? [] };
    at = next;
  }
  if (mused) return ended(mused);
  if (before) return ended(null);
  if (!remarked) return ended({ at: 0, problem: nothingSaid, clause: null, verb: "" });
  const problem = { ...problemOf("unknown_verb", noted(sourceOf(text, remarked.at, remarked.end))), answered: true };
  return ended({ at: remarked.at, problem, clause: null, verb: "" });
}

const isSpokenTo = ({ text }: Walk, { kinds, ask }: Slot): boolean =>
  text.addressed !== undefined && ask !== undefined && kinds[0] === text.addressed;

/** Whether a clause names nothing but what the one before it did. */
const isTold = (slots: readonly Held[], before: Clause | null): boolean =>
  slots.length > 0 &&
  slots.every(({ entries }) => entries?.every(({ noun }) => before?.named?.some((one) => one.noun.id === noun.id)));

/** What is not understood, or taken as it stands, may be a remark; but not what only waits for an answer. */
const isUncertain = ({ text }: Walk, at: number, chosen: Chosen): boolean =>
  "problem" in chosen
    ? !chosen.problem.open || startsAt(text, at).some((start) => leadAt(text, start) !== null)
    : chosen.clause.candidate.loose > 0 ||
      // "The gate is closed so I open it": what only leads up to a deed gives it no reason.
      (chosen.clause.candidate.joint.reason && chosen.clause.candidate.pattern.verb.leads !== undefined);

/** "Which way is the kitchen im so lost": behind something else, with no joint, that asks for nothing. */
const isAfterthought = ({ text }: Walk, at: number, { fillings }: Candidate): boolean =>
  text.runsOn !== undefined && fillings.size === 0 && startsAt(text, at).some((start) => leadAt(text, start) !== null);

/** Whether a clause may begin at a token with nothing before it that joins it: with a verb of its own, or as a remark. */
export function runsOn(walk: Walk, at: number): boolean {
  const { text } = walk;
  if (leadAt(text, at) !== null || wonderAt(text, at) !== null) return true;
  if (PARTICLES.has(wordAt(text, at) ?? "") || isCondition(text, at)) return false;
  const isVerb = (word: string) => walk.verbs.byWord.has(word) && !POINTING.has(word);
  return startsAt(text, at).some((start) => isVerb(wordAt(text, start) ?? "")) && canStart(walk, at);
}

/** What begins no clause without a pause before it, though some pattern may begin so. */
const POINTING = new Set("it this that these those the a an my your his her their one them there".split(" "));

type Chosen =
  | { readonly clause: Clause; readonly slots: readonly Held[] }
  | {
      readonly problem: Problem;
      readonly clause: Clause | null;
      readonly verb: string;
      /** What it did name before something had to be asked for. */
      readonly named?: Named;
    };

function chooseClause(walk: Walk, at: number, before: Clause | null, memory: Memory): Chosen {
  const whole = candidatesAt(walk, at, "whole").map((candidate) => ({ candidate, verb: "" }));
  // "Shut the cupboard, it looks so messy" does not shut it twice.
  const borrows = !walk.text.runsOn || leadAt(walk.text, at) === null;
  const readings = whole.length > 0 || !borrows ? whole : continued(walk, at, before);
  if (readings.length > 0) {
    const best = sorted(walk, readings);
    const other = best[0]!.candidate.loose > 0 ? otherThanSaid(walk, best[0]!.candidate) : null;
    if (other) return { clause: null, ...diagnose(walk, at, before) };
    const chosen =
      firstThatHolds(walk, going(walk, best), memory, before) ?? firstThatHolds(walk, best, memory, before)!;
    const asked = "slots" in chosen ? questionSaid(walk, chosen.clause.candidate) : null;
    return asked === null ? chosen : { clause: null, verb: "", problem: problemOf("not_understood", noAnswer(asked)) };
  }
  const partial = partialAt(walk, at);
  return (
    unfinishedAt(walk, at, memory, before) ??
    (partial.length > 0 ? firstThatHolds(walk, partial, memory, before) : null) ?? {
      clause: null,
      ...diagnose(walk, at, before),
    }
  );
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
        (kind === "unknown" && !isNameless(walk.text, at) && slotOf(one.pattern.verb, name).unknown !== undefined),
    );
  return guesses.find(isTold) ?? null;
}

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
    // "A badge", be there one or not.
    const names = isDeterminer(word) && from + 1 < spoken.end && !isGrammar(wordAt(text, from + 1) ?? "");
    if (names || (known && !isGrammar(word))) return sourceOf(text, at, spoken.end);
  }
  return null;
}

/** A clause that stops before its pattern does: what lacks is supplied or asked for, but never supplied when several verbs begin so. */
function unfinishedAt(walk: Walk, at: number, memory: Memory, before: Clause | null): Chosen | null {
  const { text } = walk;
  const all = sorted(
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
    ({ candidate }) => candidate.lacks!.words.length === 0 && sharedWith(walk, candidate, candidate.lacks!.slots[0]!),
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
  const understood = saidIn(text, first.at, first.end);
  const slots = best.map(({ candidate }) => slotOf(candidate.pattern.verb, candidate.lacks!.slots[0]!));
  const isOpen = dangling && direct.length === 0;
  const could = entriesFor(walk, slots, namedIn(best[0]?.candidate ?? first));
  const open = {
    slot: best[0]?.candidate.lacks?.slots[0] ?? REST,
    at: first.end,
    end: first.end,
    // What comes after a verb alone may be anything.
    ...(isOpen && first.fillings.size === 0 ? { choices: could, offered: 0 } : offering(could, slots)),
    free: false,
  };
  const message = isOpen ? unfinished(understood, hints) : asked(asks);
  return { problem: { reason: "missing_part", message, open }, clause: (best[0] ?? begun[0])!, verb: "" };
}

/** What is named already: nothing is put into itself. */
const namedIn = ({ fillings }: Candidate): ReadonlySet<string> =>
  new Set(
    [...fillings.values()].flatMap((filling) =>
      filling.kind === "list"
        ? filling.list.items.flatMap((phrase) =>
            phrase.kind === "nouns" && phrase.fits?.length === 1 ? [phrase.fits[0]!.entry.noun.id] : [],
          )
        : [],
    ),
  );

/** A hole for words that go on, where no slot is known yet. */
const REST = "rest";

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
function firstThatHolds(walk: Walk, clauses: Iterable<Clause>, memory: Memory, before: Clause | null): Chosen | null {
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
