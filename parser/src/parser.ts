// From words to actions by rules alone: no model, no state, no verdicts. It may fail, and then says what it did not understand.
import type { ActionBase, ActorId, Lexicon } from "@orrery/kernel";
import { ANSWERS, asideTo, asksWhy, bareWords } from "./asides.ts";
import { type Walked, walkClauses } from "./clauses.ts";
import { correctLast } from "./corrections.ts";
import { leftAfter } from "./diagnosis.ts";
import { addresseeAt, callAtEnd, startsAt } from "./joints.ts";
import type { Text } from "./match.ts";
import { leftOut, nothingRefused, nothingToRepeat, sayOtherwise, sayWhat, type Ways, whichOf } from "./messages.ts";
import { type Meter, meterOf, stepsFor } from "./meter.ts";
import type { Nouns } from "./nouns.ts";
import { isDeterminer, ordinalOf, wordAt } from "./phrases.ts";
import { answerOf, fill, goesOn, narrowQuestion, questionOf, spell } from "./questions.ts";
import type { ParseReason, Question, Reading } from "./reading.ts";
import { deedsAt } from "./readings.ts";
import { memoryOf, type PronounMemory } from "./references.ts";
import { inFull } from "./shorthand.ts";
import { spellingAnswer, suggest } from "./suggestions.ts";
import { type Hole, tokensOf, wordsOf } from "./tokens.ts";
import { vocabularyFor } from "./vocabulary.ts";
import { canStart, isQuestion, sourceOf, type Walk } from "./walk.ts";

export { PARSE_REASONS, type ParseReason, type Question, type Reading } from "./reading.ts";

export const TEXT_MAX = 10_000;

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
export function parseMetered(text: string, context: ParseContext, given: Meter | null): Parsed {
  const { speech } = context.lexicon;
  return speech ? parseSpeech(text, context, speech, given) : new Utterance(text, context, given).parse();
}

/** One utterance while it is read. */
class Utterance {
  readonly #text: string;
  readonly #actorId: ActorId;
  readonly #lexicon: Lexicon;
  readonly #recent: readonly Reading[];
  readonly #refusal: string | undefined;
  readonly #memory: PronounMemory;
  readonly #homes: ReadonlyMap<string, string>;
  /** By kind, which way of saying it was used last. */
  readonly #worded: Map<string, number>;
  readonly #words: ReturnType<typeof vocabularyFor>;
  readonly #meter: Meter;

  constructor(text: string, { actorId, lexicon, recent, refusal }: ParseContext, given: Meter | null) {
    this.#text = text;
    this.#actorId = actorId;
    this.#lexicon = lexicon;
    this.#recent = recent;
    this.#refusal = refusal;
    this.#memory = memoryOf(recent);
    this.#homes = new Map(Object.entries(recent[0]?.homes ?? {}));
    this.#worded = new Map(Object.entries(recent[0]?.worded ?? {}));
    this.#words = vocabularyFor(lexicon);
    this.#meter = given ?? meterOf(stepsFor(text.length));
  }

  /** What the words are: said to the game, the last deed again, an answer, or clauses. */
  parse(): Parsed {
    if (this.#text.length > TEXT_MAX)
      return this.#failed("too_long", `That is too long: I can take ${TEXT_MAX} characters at once.`);
    if (!this.#text.isWellFormed()) return this.#failed("not_understood", "Part of that is not readable text.");
    const walk = this.#read(this.#text, []);
    const own = this.#recent[0]?.question ? undefined : this.#words.asides.get(wordsOf(this.#text).join(" "));
    if (own) return this.#failed("unknown_verb", this.#inWords(own));
    if (!walk.text.tokens.some(({ kind }) => kind === "word" || kind === "quote")) {
      return this.#failed("nothing_said", this.#inWords(sayWhat), this.#recent[0]?.question ?? null);
    }
    const question = this.#recent[0]?.question ?? null;
    const alone = loneWordsOf(walk);
    if (alone !== null && AGAIN.has(alone)) return this.#repeat();
    const aside = alone === null ? null : asideTo(alone);
    if (aside !== null && !(question && ANSWERS.has(alone!))) return this.#failed("unknown_verb", aside, question);
    if (asksWhy(walk.text)) {
      return this.#failed(
        "not_understood",
        this.#refusal ?? this.#recent[0]?.problem?.message ?? nothingRefused,
        question,
      );
    }
    const wish = question ? null : this.#wishIn(walk);
    if (wish) return this.#failed("unknown_verb", wish);
    const deeds = question ? null : correctLast(walk.text, walk.verbs, lastOf(this.#recent), this.#memory);
    if (deeds) return this.#parsed(deeds, this.#memory, { problem: null, question: null, rest: null, last: deeds });
    return question ? this.#answered(question, walk) : this.#finish(walk);
  }

  /** Words after a question: an answer to it, what goes on where the others stopped, or something else. */
  #answered(question: Question, walk: Walk): Parsed {
    if (question.spellings) {
      const picked = spellingAnswer(walk.text, question);
      if (picked === "no") return this.#failed("not_understood", sayOtherwise);
      if (picked === "which")
        return this.#failed("ambiguous_reference", whichOf(question.choices.map(({ name }) => name)), question);
      if (picked !== null) return this.#finish(this.#read(question.spellings[picked]!, []));
      if (canStart(walk, 0)) return this.#finish(walk);
    }

    // Words that go on where the others stopped: "on the table" after "put the lamp". What is said stays as it was said:
    // no speech may be made of the words of two utterances.
    const spelt = spell(question, this.#text);
    const joined = spelt !== null && spelt.length <= TEXT_MAX ? this.#read(spelt, []) : null;
    const walked = joined && walkClauses(joined, this.#actorId, this.#memory);
    const whole =
      walked?.stopped === null &&
      walked.said.every((said) => this.#text.includes(said) || question.text.includes(said));
    // Asked where to go, "is there a light in the tower" asks something else.
    const inPlace = joined && whole && !isQuestion(walk, 0) ? this.#conclude(joined, walked) : null;
    if (inPlace && goesOn(walk.text, question)) return inPlace;
    const answer = question.choices.length > 0 ? answerOf(walk.text, question, this.#memory) : null;
    if (answer && "ids" in answer) {
      const { source, holes } = fill(question, { ids: answer.ids });
      return this.#finish(this.#read(source, holes));
    }
    if (answer) {
      const { question: again, message } = narrowQuestion(question, answer.among, answer.words);
      return this.#failed("ambiguous_reference", message, again);
    }
    if (canStart(walk, 0)) return this.#finish(walk);
    if (question.free) {
      const only = walk.text.tokens.length === 1 ? walk.text.tokens[0] : undefined;
      const { source, holes } = fill(question, { text: only?.kind === "quote" ? only.text : this.#text.trim() });
      return this.#finish(this.#read(source, holes));
    }
    if (inPlace) return inPlace;
    const other = this.#finish(walk);
    if (other.reading.problem?.reason === "nothing_said")
      return this.#failed("unknown_verb", question.asks ?? sayOtherwise, question);
    // Neither an answer nor a command: the question stays open.
    if (other.actions.length > 0 || other.reading.question || other.reading.problem?.reason !== "unknown_verb")
      return other;
    // "About what? — The weather": an answer, and nothing known.
    const names = isDeterminer(wordAt(walk.text, 0) ?? "") && ordinalOf(wordAt(walk.text, 1)) === null;
    const unknown = names ? walked?.stopped?.problem : undefined;
    if (unknown?.reason === "object_not_found")
      return this.#failed(unknown.reason, unknown.ways ? this.#inWords(unknown.ways) : unknown.message, question);
    // What was only proposed is not proposed again under words that have nothing to do with it.
    const asks = question.spellings ? "" : (question.asks ?? "");
    return this.#failed("unknown_verb", `${other.reading.problem.message} ${asks}`.trim(), question);
  }

  /** The way that comes after the one used last. */
  #inWords({ kind, all }: Ways): string {
    const last = this.#worded.get(kind);
    const way = last === undefined ? 0 : (last + 1) % all.length;
    if (all.length > 1) this.#worded.set(kind, way);
    return all[way]!;
  }

  #parsed(actions: readonly ActionBase[], memory: PronounMemory, parts: Parts): Parsed {
    const over = parts.problem ? this.#lexicon.over : undefined;
    const { last = [], ...rest } = parts;
    const homes = homesAfter(this.#homes, actions, this.#words.nouns);
    return {
      actions,
      reading: {
        ...rest,
        ...(over === undefined ? {} : { problem: { ...parts.problem!, message: over }, question: null, rest: null }),
        referents: Object.fromEntries(Object.entries(memory).filter(([, ids]) => ids.length > 0)),
        ...(last.length > 0 ? { last } : {}),
        ...(Object.keys(homes).length > 0 ? { homes } : {}),
        ...(this.#worded.size > 0 ? { worded: Object.fromEntries(this.#worded) } : {}),
      },
    };
  }

  #failed(reason: ParseReason, message: string, question: Question | null = null): Parsed {
    return this.#parsed([], this.#memory, { problem: { reason, message }, question, rest: null });
  }

  #read(source: string, holes: readonly Hole[]): Walk {
    const tokens = inFull(
      tokensOf(source, this.#words.abbreviations, holes),
      this.#words.isOwn,
      this.#words.isNamed,
      this.#words.isNoun,
    );
    const walk: Walk = {
      text: {
        source,
        scenery: this.#words.scenery,
        addressed: this.#lexicon.addressed,
        tokens,
        nouns: this.#words.nouns,
        meter: this.#meter,
        homes: this.#homes,
        read: new Map(),
        joints: new Map(),
        isCommand: (at) =>
          canStart(walk, at) &&
          startsAt(walk.text, at).some((one) => walk.verbs.byWord.has(wordAt(walk.text, one) ?? "")),
        deedsAt: (at, slot) => deedsAt(walk, at, slot),
      },
      verbs: this.#words.verbs,
      words: this.#words.words,
      otherwise: false,
      starts: new Map(),
      commands: new Map(),
    };
    return walk;
  }

  #finish(walk: Walk): Parsed {
    return this.#conclude(walk, walkClauses(walk, this.#actorId, this.#memory));
  }

  #conclude(walk: Walk, walked: Walked): Parsed {
    if (this.#meter.spent)
      return this.#failed("not_understood", "That is too tangled for me. Say it in shorter sentences.");
    const { actions, memory: after, stopped, last } = walked;
    if (!stopped) {
      const problem =
        walked.left.length === 0
          ? null
          : ({ reason: "not_understood", message: leftOut(walked.left.join(" … ")) } as const);
      return this.#parsed(actions, after, { problem, question: null, rest: null, last });
    }
    const { problem } = stopped;
    if (problem.reason === "only_scenery") {
      // What "it" means now is no thing of the world's.
      const after: PronounMemory = { ...walked.memory, it: [], them: [] };
      return this.#parsed(actions, after, {
        problem: { reason: problem.reason, message: this.#inWords(problem.ways!) },
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
    const preferLater = (way: string): string => (actions.length > 0 && problem.later) || way;
    const near =
      rest === null && !problem.answered
        ? suggest(walk, walked, preferLater(problem.message), {
            reread: (source) => this.#read(source, []),
            actorId: this.#actorId,
            memory: this.#memory,
          })
        : null;
    const tried = near || problem.answered ? null : (this.#calledFirst(walk, walked) ?? this.#otherwise(walk, walked));
    if (tried) return this.#conclude(tried.walk, tried.walked);
    // A way of saying it is only used up when it is said.
    const isTold = rest === null && !near && !(actions.length > 0 && problem.later);
    const message = preferLater(problem.ways && isTold ? this.#inWords(problem.ways) : problem.message);
    const question = near?.question ?? questionOf(walk.text, stopped);
    const left = question || rest !== null ? "" : leftAfter(walk, stopped, problem.answered === true);
    return this.#parsed(actions, after, {
      problem: {
        reason: problem.reason,
        message: near?.message ?? (left === "" ? message : `${message} ${leftOut(left)}`),
      },
      question,
      rest,
      last,
    });
  }

  /** "Where does it hurt, doctor": with the name before it, what cannot be read else is what he is asked or told. */
  #calledFirst({ text }: Walk, { actions, stopped }: Walked): { walk: Walk; walked: Walked } | null {
    const at = callAtEnd(text);
    if (!at || !stopped || !TRIED.has(stopped.problem.reason) || actions.length > 0) return null;
    const name = sourceOf(text, at + 1, addresseeAt(text, at + 1)!.end);
    const walk = this.#read(`${name}, ${sourceOf(text, 0, at)}`, []);
    const walked = walkClauses(walk, this.#actorId, this.#memory);
    return walked.stopped === null ? { walk, walked } : null;
  }

  /** The same words, where a verb that nobody knows is something tried; null when that leads no further. */
  #otherwise(walk: Walk, { actions, stopped }: Walked): { walk: Walk; walked: Walked } | null {
    if (walk.otherwise || !stopped || !TRIED.has(stopped.problem.reason) || walk.verbs.otherwise.length === 0)
      return null;
    const again: Walk = { ...walk, otherwise: true, starts: new Map(), commands: new Map() };
    const walked = walkClauses(again, this.#actorId, this.#memory);
    return walked.stopped === null || walked.stopped.problem.open || walked.actions.length > actions.length
      ? { walk: again, walked }
      : null;
  }

  /** The last deed over again, as long as all that it names is still in sight. */
  #repeat(): Parsed {
    const last = lastOf(this.#recent);
    if (last.length === 0) return this.#failed("not_understood", nothingToRepeat);
    const actions = last.map((action) => ({ ...action, actorId: this.#actorId }));
    const lost = actions.some(({ targetId, locationId }) =>
      [targetId, locationId].some((id) => id !== undefined && !this.#words.nouns.byId.has(id)),
    );
    if (lost) return this.#failed("object_not_found", "You cannot see that any more.");
    return this.#parsed(actions, this.#memory, { problem: null, question: null, rest: null, last });
  }

  /** An answer to what is said to the game in more words than need be. */
  #wishIn(walk: Walk): string | null {
    // "How do I get up there" asks for a way, and nobody is told that they stand.
    const asks = isQuestion(walk, 0);
    for (const said of bareWords(walk.text, (word) => this.#words.asidesBegin.has(word))) {
      if (ANSWERS.has(said)) continue;
      const ways = asks && canStart(walk, 0) ? undefined : this.#words.asides.get(said);
      if (ways) return this.#inWords(ways);
      const aside = asideTo(said);
      if (aside !== null && !canStart(this.#read(said, []), 0)) return aside;
    }
    return null;
  }
}

/** One whole deed by the lexicon, such as silence; else all the words, as they were said. */
function parseSpeech(
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

/** The few words of an utterance that is no command of the lexicon's own, or null. */
function loneWordsOf(walk: Walk): string | null {
  const { tokens } = walk.text;
  if (tokens.length > 8 || canStart(walk, 0)) return null;
  const words = tokens.flatMap((token) => (token.kind === "word" ? [token.word] : []));
  return words.filter((word) => word !== "please").join(" ");
}
const TRIED: ReadonlySet<ParseReason> = new Set(["unknown_verb", "not_understood"]);
const AGAIN = new Set(
  "again|g|repeat|repeat that|once more|do it again|do that again|do the same again|same again|one more time|and again".split(
    "|",
  ),
);

/** The words from a failed clause to the end, with the verb that it leaves out; null when part of them is no words but an answer. */
function restOf({ source, tokens }: Text, { at, verb }: { at: number; verb: string }): string | null {
  if (tokens.some(({ kind }, i) => i >= at && kind === "hole")) return null;
  const rest = source.slice(tokens[at]!.start).trim();
  return verb === "" ? rest : `${verb} ${rest}`;
}
