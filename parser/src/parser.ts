// From words to actions by rules alone: no model, no state, no verdicts. It may fail, and then says what it did not understand.
import type { ActionBase, ActorId, Lexicon } from "@orrery/kernel";
import { ANSWERS, asideTo, asksWhy, bareWords } from "./asides.ts";
import { runsOn, type Walked, walkClauses } from "./clauses.ts";
import { corrected } from "./corrections.ts";
import { leftAfter } from "./diagnosis.ts";
import type { Text } from "./match.ts";
import { leftOut, nothingRefused, nothingToRepeat, sayOtherwise, sayWhat, type Ways, whichOf } from "./messages.ts";
import { type Meter, meterOf, stepsFor } from "./meter.ts";
import type { Nouns } from "./nouns.ts";
import { answerOf, fill, goesOn, narrowed, questionOf, spell } from "./questions.ts";
import type { ParseReason, Question, Reading } from "./reading.ts";
import { deedsAt } from "./readings.ts";
import { type Memory, memoryOf } from "./references.ts";
import { inFull } from "./shorthand.ts";
import { spellingAnswer, suggest } from "./suggestions.ts";
import { type Hole, tokensOf, wordsOf } from "./tokens.ts";
import { vocabularyFor } from "./vocabulary.ts";
import { canStart, isQuestion, type Walk } from "./walk.ts";

export { PARSE_REASONS, type ParseReason, type Question, type Reading } from "./reading.ts";

export const TEXT_MAX = 10_000;
/** An utterance longer than this has its clauses joined, or is read as far as they are. */
const RUN_ON_MAX = 400;

export interface ParseContext {
  readonly actorId: ActorId;
  readonly lexicon: Lexicon;
  /** This actor's earlier readings on this line, newest first; a handful is enough. */
  readonly recent: readonly Reading[];
  /** In words, why what this actor did last came to nothing; absent when it did not. */
  readonly refusal?: string | undefined;
}

export interface Parsed {
  readonly actions: readonly ActionBase[];
  readonly reading: Reading;
}

/**
 * Changes and judges nothing; names only ids of the lexicon. Clauses are read in order:
 * those before the first that is not understood give their actions, and the reading tells what was wrong with that one.
 * Any text gives an answer; only a lexicon with invalid patterns throws.
 */
export function parseTextToActions(text: string, context: ParseContext): Parsed {
  return parseMetered(text, context, null);
}

/** The same, with the steps counted by the meter given. */
export function parseMetered(
  text: string,
  { actorId, lexicon, recent, refusal }: ParseContext,
  given: Meter | null,
): Parsed {
  if (lexicon.speech) return spoken(text, { actorId, lexicon, recent, refusal }, lexicon.speech, given);
  const memory = memoryOf(recent);
  const homes = new Map(Object.entries(recent[0]?.homes ?? {}));
  const before = recent[0]?.worded;
  const worded = new Map(Object.entries(before ?? {}));
  /** The way that comes after the one used last. */
  const inWords = ({ kind, all }: Ways): string => {
    const last = worded.get(kind);
    const way = last === undefined ? 0 : (last + 1) % all.length;
    if (all.length > 1) worded.set(kind, way);
    return all[way]!;
  };
  const parsed = (actions: readonly ActionBase[], memory: Memory, parts: Parts): Parsed =>
    handBack(
      actions,
      memory,
      homesAfter(homes, actions, vocabularyFor(lexicon).nouns),
      parts.problem && lexicon.over !== undefined
        ? { ...parts, problem: { ...parts.problem, message: lexicon.over }, question: null, rest: null }
        : parts,
      worded,
    );
  const failed = (reason: ParseReason, message: string, question: Question | null = null): Parsed =>
    parsed([], memory, { problem: { reason, message }, question, rest: null });
  if (text.length > TEXT_MAX) return failed("too_long", `That is too long: I can take ${TEXT_MAX} characters at once.`);
  if (!text.isWellFormed()) return failed("not_understood", "Part of that is not readable text.");

  const words = vocabularyFor(lexicon);
  const meter = given ?? meterOf(stepsFor(text.length));
  const read = (source: string, holes: readonly Hole[], joined = true): Walk => {
    const tokens = inFull(tokensOf(source, words.abbreviations, holes), words.isOwn, words.isNamed, words.isNoun);
    const walk: Walk = {
      text: {
        source,
        scenery: words.scenery,
        addressed: lexicon.addressed,
        tokens,
        nouns: words.nouns,
        meter,
        homes,
        read: new Map(),
        joints: new Map(),
        deedsAt: (at, slot) => deedsAt(walk, at, slot),
        ...(joined ? {} : { unjoined: true, runsOn: (at: number) => runsOn(walk, at) }),
      },
      verbs: words.verbs,
      words: words.words,
      otherwise: false,
      starts: new Map(),
    };
    return walk;
  };
  const finish = (walk: Walk): Parsed => {
    const walked = walkClauses(walk, actorId, memory);
    const better = (walked.stopped || walked.loose || walked.left.length > 0) && unjoined(walk, walked);
    return better ? conclude(better.walk, better.walked) : conclude(walk, walked);
  };
  /** The same words as clauses without any joint between them, "open door go in"; null unless more of them makes sense so. */
  const unjoined = ({ text }: Walk, { actions, stopped }: Walked): { walk: Walk; walked: Walked } | null => {
    if (stopped?.problem.open || text.source.length > RUN_ON_MAX || meter.spent) return null;
    const { tokens, source } = text;
    const walk = read(
      source,
      tokens.flatMap((token) => (token.kind === "hole" ? [token.hole] : [])),
      false,
    );
    const walked = walkClauses(walk, actorId, memory);
    const { stopped: then } = walked;
    // What had its meaning already is only read anew where every word of it finds one.
    // Words that would be taken as they stand are not, where a command in them can be read up to what it names.
    const begun = walked.remarked && then !== null && (then.problem.open || then.problem.reason === "object_not_found");
    if (stopped === null && begun) return { walk, walked };
    if (stopped === null && (then !== null || walked.loose || walked.left.length > 0)) return null;
    const holds =
      then === null || walked.actions.length > actions.length || (then.problem.open && actions.length === 0);
    return holds &&
      (then === null || then.problem.open || then.problem.reason === "object_not_found") &&
      (walked.actions.length > 0 || then?.problem.open)
      ? { walk, walked }
      : null;
  };
  const conclude = (walk: Walk, walked: Walked): Parsed => {
    if (meter.spent) return failed("not_understood", "That is too tangled for me. Say it in shorter sentences.");
    const { actions, memory: after, stopped, last } = walked;
    if (!stopped) {
      const problem =
        walked.left.length === 0
          ? null
          : ({ reason: "not_understood", message: leftOut(walked.left.join(" … ")) } as const);
      return parsed(actions, after, { problem, question: null, rest: null, last });
    }
    const { problem } = stopped;
    if (problem.reason === "only_scenery") {
      // What "it" means now is no thing of the world's.
      const after: Memory = { ...walked.memory, it: [], them: [] };
      return parsed(actions, after, {
        problem: { reason: problem.reason, message: inWords(problem.ways!) },
        question: null,
        rest: null,
        last,
      });
    }
    // What is not there, or cannot be so dealt with from here, may be once the clauses before are done; and what is asked here
    // may be plain there.
    const open = walked.moved && problem.open !== undefined;
    const changes = problem.reason === "object_not_found" || problem.unfit === true || open;
    const rest = changes && actions.length > 0 ? restOf(walk.text, stopped) : null;
    // What the first clauses bring to light may be called so: only when nothing more is to come is it a slip of the hand.
    const said = (way: string): string => (actions.length > 0 && problem.later) || way;
    const near =
      rest === null && !problem.answered
        ? suggest(walk, walked, said(problem.message), { reread: (source) => read(source, []), actorId, memory })
        : null;
    const tried = near || problem.answered ? null : otherwise(walk, walked);
    if (tried) return conclude(tried.walk, tried.walked);
    // A way of saying it is only used up when it is said.
    const isTold = rest === null && !near && !(actions.length > 0 && problem.later);
    const message = said(problem.ways && isTold ? inWords(problem.ways) : problem.message);
    const question = near?.question ?? questionOf(walk.text, stopped);
    const left = question || rest !== null ? "" : leftAfter(walk, stopped, problem.answered === true);
    return parsed(actions, after, {
      problem: {
        reason: problem.reason,
        message: near?.message ?? (left === "" ? message : `${message} ${leftOut(left)}`),
      },
      question,
      rest,
      last,
    });
  };

  /** The same words, where a verb that nobody knows is something tried; null when that leads no further. */
  const otherwise = (walk: Walk, { actions, stopped }: Walked): { walk: Walk; walked: Walked } | null => {
    if (walk.otherwise || !stopped || !TRIED.has(stopped.problem.reason) || walk.verbs.otherwise.length === 0)
      return null;
    const again: Walk = { ...walk, otherwise: true, starts: new Map() };
    const walked = walkClauses(again, actorId, memory);
    return walked.stopped === null || walked.stopped.problem.open || walked.actions.length > actions.length
      ? { walk: again, walked }
      : null;
  };

  /** The last deed over again, as long as all that it names is still in sight. */
  const repeat = (): Parsed => {
    const last = lastOf(recent);
    if (last.length === 0) return failed("not_understood", nothingToRepeat);
    const actions = last.map((action) => ({ ...action, actorId }));
    const lost = actions.some(({ targetId, locationId }) =>
      [targetId, locationId].some((id) => id !== undefined && !words.nouns.byId.has(id)),
    );
    if (lost) return failed("object_not_found", "You cannot see that any more.");
    return parsed(actions, memory, { problem: null, question: null, rest: null, last });
  };

  const walk = read(text, []);
  /** An answer to what is said to the game in more words than need be. */
  const wishIn = (): string | null => {
    // "How do I get up there" asks for a way, and nobody is told that they stand.
    const asks = isQuestion(walk, 0);
    for (const said of bareWords(walk.text, (word) => words.asidesBegin.has(word))) {
      if (ANSWERS.has(said)) continue;
      const ways = asks && canStart(walk, 0) ? undefined : words.asides.get(said);
      if (ways) return inWords(ways);
      const aside = asideTo(said);
      if (aside !== null && !canStart(read(said, []), 0)) return aside;
    }
    return null;
  };
  const own = recent[0]?.question ? undefined : words.asides.get(wordsOf(text).join(" "));
  if (own) return failed("unknown_verb", inWords(own));
  if (!walk.text.tokens.some(({ kind }) => kind === "word" || kind === "quote")) {
    return failed("nothing_said", inWords(sayWhat), recent[0]?.question ?? null);
  }
  const question = recent[0]?.question ?? null;
  const alone = saidAlone(walk);
  if (alone !== null && AGAIN.has(alone)) return repeat();
  const aside = alone === null ? null : asideTo(alone);
  if (aside !== null && !(question && ANSWERS.has(alone!))) return failed("unknown_verb", aside, question);
  if (asksWhy(walk.text)) {
    return failed("not_understood", refusal ?? recent[0]?.problem?.message ?? nothingRefused, question);
  }
  const wish = question ? null : wishIn();
  if (wish) return failed("unknown_verb", wish);
  const deeds = question ? null : corrected(walk.text, walk.verbs, lastOf(recent), memory);
  if (deeds) return parsed(deeds, memory, { problem: null, question: null, rest: null, last: deeds });
  if (!question) return finish(walk);
  if (question.spellings) {
    const picked = spellingAnswer(walk.text, question);
    if (picked === "no") return failed("not_understood", sayOtherwise);
    if (picked === "which")
      return failed("ambiguous_reference", whichOf(question.choices.map(({ name }) => name)), question);
    if (picked !== null) return finish(read(question.spellings[picked]!, []));
    if (canStart(walk, 0)) return finish(walk);
  }

  // Words that go on where the others stopped: "on the table" after "put the lamp". What is said stays as it was said:
  // no speech may be made of the words of two utterances.
  const spelt = spell(question, text);
  const joined = spelt !== null && spelt.length <= TEXT_MAX ? read(spelt, []) : null;
  const walked = joined && walkClauses(joined, actorId, memory);
  const whole =
    walked?.stopped === null && walked.said.every((said) => text.includes(said) || question.text.includes(said));
  const inPlace = joined && whole ? conclude(joined, walked) : null;
  if (inPlace && goesOn(walk.text, question)) return inPlace;
  const answer = question.choices.length > 0 ? answerOf(walk.text, question, memory) : null;
  if (answer && "ids" in answer) {
    const { source, holes } = fill(question, { ids: answer.ids });
    return finish(read(source, holes));
  }
  if (answer) {
    const { question: again, message } = narrowed(question, answer.among, answer.words);
    return failed("ambiguous_reference", message, again);
  }
  if (canStart(walk, 0)) return finish(walk);
  if (question.free) {
    const only = walk.text.tokens.length === 1 ? walk.text.tokens[0] : undefined;
    const { source, holes } = fill(question, { text: only?.kind === "quote" ? only.text : text.trim() });
    return finish(read(source, holes));
  }
  if (inPlace) return inPlace;
  const other = finish(walk);
  if (other.reading.problem?.reason === "nothing_said")
    return failed("unknown_verb", question.asks ?? sayOtherwise, question);
  // Neither an answer nor a command: the question stays open.
  if (other.actions.length > 0 || other.reading.question || other.reading.problem?.reason !== "unknown_verb")
    return other;
  // What was only proposed is not proposed again under words that have nothing to do with it.
  const asks = question.spellings ? "" : (question.asks ?? "");
  return failed("unknown_verb", `${other.reading.problem.message} ${asks}`.trim(), question);
}

/** One whole deed by the lexicon, such as silence; else all the words, as they were said. */
function spoken(
  text: string,
  { lexicon: { speech: _speech, ...lexicon }, ...context }: ParseContext,
  { type, text: part }: NonNullable<Lexicon["speech"]>,
  given: Meter | null,
): Parsed {
  const plain = parseMetered(text, { ...context, lexicon }, given);
  const { problem, question, rest } = plain.reading;
  if (plain.actions.length === 1 && !problem && !question && rest === null) return plain;
  if (problem?.reason === "too_long" || problem?.reason === "nothing_said" || !text.isWellFormed()) return plain;
  const action = { actorId: context.actorId, type, metadata: { [part]: text.trim() } };
  return {
    actions: [action],
    reading: { problem: null, referents: plain.reading.referents, question: null, rest: null },
  };
}

/** What was made of the last words that made anything. */
const lastOf = (recent: readonly Reading[]): readonly ActionBase[] =>
  recent.find((reading) => reading.last?.length)?.last ?? [];

const HOMES_MAX = 12;

/** The newest places of what is acted on, as it lies before that is done; not in one's own hands. */
function homesAfter(
  before: ReadonlyMap<string, string>,
  actions: readonly ActionBase[],
  { byId }: Nouns,
): Readonly<Record<string, string>> {
  const homes = new Map(before);
  for (const { targetId, actorId } of actions) {
    const at =
      targetId === undefined ? undefined : byId.get(targetId)?.find(({ noun }) => noun.at !== undefined)?.noun.at;
    if (targetId === undefined || at === undefined || at === actorId) continue;
    homes.delete(targetId);
    homes.set(targetId, at);
  }
  return Object.fromEntries([...homes].slice(-HOMES_MAX));
}

type Parts = Pick<Reading, "problem" | "question" | "rest" | "last">;

function handBack(
  actions: readonly ActionBase[],
  memory: Memory,
  homes: Readonly<Record<string, string>>,
  { last = [], ...rest }: Parts,
  worded: ReadonlyMap<string, number>,
): Parsed {
  const referents = Object.fromEntries(Object.entries(memory).filter(([, ids]) => ids.length > 0));
  return {
    actions,
    reading: {
      ...rest,
      referents,
      ...(last.length > 0 ? { last } : {}),
      ...(Object.keys(homes).length > 0 ? { homes } : {}),
      ...(worded.size > 0 ? { worded: Object.fromEntries(worded) } : {}),
    },
  };
}

/** The few words of an utterance that is no command of the lexicon's own, or null. */
function saidAlone(walk: Walk): string | null {
  const { tokens } = walk.text;
  if (tokens.length > 8 || canStart(walk, 0)) return null;
  const words = tokens.flatMap((token) => (token.kind === "word" ? [token.word] : []));
  return words.filter((word) => word !== "please").join(" ");
}
const TRIED: ReadonlySet<ParseReason> = new Set(["unknown_verb", "not_understood"]);
const AGAIN = new Set([
  "again",
  "g",
  "repeat",
  "repeat that",
  "once more",
  "do it again",
  "do that again",
  "do the same again",
  "same again",
  "one more time",
  "and again",
]);

/** The words from a failed clause to the end, with the verb that it leaves out; null when part of them is no words but an answer. */
function restOf({ source, tokens }: Text, { at, verb }: { at: number; verb: string }): string | null {
  if (tokens.some(({ kind }, i) => i >= at && kind === "hole")) return null;
  const rest = source.slice(tokens[at]!.start).trim();
  return verb === "" ? rest : `${verb} ${rest}`;
}
