// From words to actions by rules alone: no model, no state, no verdicts. It may fail, and then says what it did not understand.
import type { ActionBase, ActorId, Lexicon } from "@orrery/kernel";
import { ANSWERS, asideTo } from "./asides.ts";
import { canStart, deedsAt, type Verbs, verbsOf, type Walk, type Walked, walkClauses } from "./clauses.ts";
import type { Text } from "./match.ts";
import { nothingToRepeat, sayOtherwise, sayWhat, type Ways, whichOf } from "./messages.ts";
import { type Meter, meterOf, stepsFor } from "./meter.ts";
import { type Nouns, nounsOf } from "./nouns.ts";
import { answerOf, fill, goesOn, narrowed, questionOf, spell } from "./questions.ts";
import type { ParseReason, Question, Reading } from "./reading.ts";
import { type Memory, memoryOf } from "./references.ts";
import { type Scenery, sceneryOf } from "./scenery.ts";
import { wordsIn } from "./spelling.ts";
import { spellingAnswer, suggest } from "./suggestions.ts";
import { abbreviationsOf, type Hole, tokensOf, wordsOf } from "./tokens.ts";

export { PARSE_REASONS, type ParseReason, type Question, type Reading } from "./reading.ts";

export const TEXT_MAX = 10_000;

export interface ParseContext {
  readonly actorId: ActorId;
  readonly lexicon: Lexicon;
  /** This actor's earlier readings on this line, newest first; a handful is enough. */
  readonly recent: readonly Reading[];
}

export interface Parsed {
  readonly actions: readonly ActionBase[];
  readonly reading: Reading;
}

/**
 * Never changes and never judges anything; never names an id that the lexicon does not hold. Clauses are read in order:
 * those before the first that is not understood give their actions, and the reading tells what was wrong with that one.
 * Any text gives an answer; only a lexicon whose patterns cannot be read throws.
 */
export function parseTextToActions(text: string, context: ParseContext): Parsed {
  return parseMetered(text, context, null);
}

/** The same, with the steps counted by the meter given. */
export function parseMetered(text: string, { actorId, lexicon, recent }: ParseContext, given: Meter | null): Parsed {
  const memory = memoryOf(recent);
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
    handBack(actions, memory, parts, worded);
  const failed = (reason: ParseReason, message: string, question: Question | null = null): Parsed =>
    parsed([], memory, { problem: { reason, message }, question, rest: null });
  if (text.length > TEXT_MAX) return failed("too_long", `That is too long: I can take ${TEXT_MAX} characters at once.`);
  if (!text.isWellFormed()) return failed("not_understood", "Part of that is not readable text.");

  const words = wordsFor(lexicon);
  const meter = given ?? meterOf(stepsFor(text.length));
  const read = (source: string, holes: readonly Hole[]): Walk => {
    const tokens = tokensOf(source, words.abbreviations, holes);
    const walk: Walk = {
      text: {
        source,
        scenery: words.scenery,
        tokens,
        nouns: words.nouns,
        meter,
        read: new Map(),
        joints: new Map(),
        deedsAt: (at, slot) => deedsAt(walk, at, slot),
      },
      verbs: words.verbs,
      words: words.words,
      otherwise: false,
      starts: new Map(),
    };
    return walk;
  };
  const finish = (walk: Walk): Parsed => conclude(walk, walkClauses(walk, actorId, memory));
  const conclude = (walk: Walk, walked: Walked): Parsed => {
    if (meter.spent) return failed("not_understood", "That is too tangled for me. Say it in shorter sentences.");
    const { actions, memory: after, stopped, last } = walked;
    if (!stopped) return parsed(actions, after, { problem: null, question: null, rest: null, last });
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
    const rest = problem.reason === "object_not_found" && actions.length > 0 ? restOf(walk.text, stopped) : null;
    // What the first clauses bring to light may be called so: only when nothing more is to come is it a slip of the hand.
    const said = (way: string): string => (actions.length > 0 && problem.later) || way;
    const near =
      rest === null
        ? suggest(walk, walked, said(problem.message), { reread: (source) => read(source, []), actorId, memory })
        : null;
    const tried = near ? null : otherwise(walk, walked);
    if (tried) return conclude(tried.walk, tried.walked);
    // A way of saying it is only used up when it is said.
    const isTold = rest === null && !near && !(actions.length > 0 && problem.later);
    const message = said(problem.ways && isTold ? inWords(problem.ways) : problem.message);
    return parsed(actions, after, {
      problem: { reason: problem.reason, message: near?.message ?? message },
      question: near?.question ?? questionOf(walk.text, stopped),
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
    const last = recent.find((reading) => reading.last?.length)?.last ?? [];
    if (last.length === 0) return failed("not_understood", nothingToRepeat);
    const actions = last.map((action) => ({ ...action, actorId }));
    const lost = actions.some(({ targetId, locationId }) =>
      [targetId, locationId].some((id) => id !== undefined && !words.nouns.byId.has(id)),
    );
    if (lost) return failed("object_not_found", "You cannot see that any more.");
    return parsed(actions, memory, { problem: null, question: null, rest: null, last });
  };

  const walk = read(text, []);
  if (!walk.text.tokens.some(({ kind }) => kind === "word" || kind === "quote")) {
    return failed("nothing_said", inWords(sayWhat), recent[0]?.question ?? null);
  }
  const question = recent[0]?.question ?? null;
  const own = question ? undefined : words.asides.get(wordsOf(text).join(" "));
  if (own) return failed("unknown_verb", inWords(own));
  const alone = saidAlone(walk);
  if (alone !== null && AGAIN.has(alone)) return repeat();
  const aside = alone === null ? null : asideTo(alone);
  if (aside !== null && !(question && ANSWERS.has(alone!))) return failed("unknown_verb", aside, question);
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
  if (inPlace && goesOn(walk.text)) return inPlace;
  const answer = question.choices.length > 0 ? answerOf(walk.text, question) : null;
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
  // Neither an answer nor a command: the question stays open.
  if (other.actions.length > 0 || other.reading.question || other.reading.problem?.reason !== "unknown_verb")
    return other;
  return failed("unknown_verb", `${other.reading.problem.message} ${question.asks ?? ""}`.trim(), question);
}

type Parts = Pick<Reading, "problem" | "question" | "rest" | "last">;

function handBack(
  actions: readonly ActionBase[],
  memory: Memory,
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

interface LexiconWords {
  readonly verbs: Verbs;
  readonly words: ReadonlySet<string>;
  readonly nouns: Nouns;
  readonly abbreviations: ReadonlySet<string>;
  readonly scenery: Scenery;
  readonly asides: ReadonlyMap<string, Ways>;
}
const known = new WeakMap<Lexicon, LexiconWords>();
const vocabularies = new WeakMap<Lexicon["verbs"], Pick<LexiconWords, "verbs" | "words">>();

/** Verbs that stay the same from view to view are made ready once. */
function vocabularyOf(all: Lexicon["verbs"]): Pick<LexiconWords, "verbs" | "words"> {
  let vocabulary = vocabularies.get(all);
  if (!vocabulary) {
    const verbs = verbsOf(all);
    vocabulary = { verbs, words: wordsIn(verbs.order.keys()) };
    vocabularies.set(all, vocabulary);
  }
  return vocabulary;
}

/** A lexicon made ready, once for each lexicon object. */
function wordsFor(lexicon: Lexicon): LexiconWords {
  let words = known.get(lexicon);
  if (!words) {
    words = {
      ...vocabularyOf(lexicon.verbs),
      nouns: nounsOf(lexicon.nouns),
      abbreviations: abbreviationsOf(lexicon.nouns.flatMap(({ names }) => names)),
      scenery: sceneryOf(lexicon.scenery ?? []),
      asides: new Map(
        (lexicon.asides ?? []).flatMap(({ words, says }) =>
          words.map((one) => [wordsOf(one).join(" "), { kind: `aside ${says[0]}`, all: says }] as const),
        ),
      ),
    };
    known.set(lexicon, words);
  }
  return words;
}
