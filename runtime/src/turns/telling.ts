// What a viewer is told of a turn by the world's own words. Deterministic in what the viewer knows, so that it cannot leak.
import {
  type ActionBase,
  type AnyEngine,
  type AnyWorld,
  type Commit,
  canonical,
  type Dice,
  type Frame,
  foldTurn,
  keyedDice,
  type Percept,
  type Provenance,
  type Shape,
  type Validation,
  viewOf,
} from "@orrery/kernel";

/** One turn between the frames around it, indexed by actor. It is folded once for any number of viewers. */
export class TurnIndex {
  readonly engine: AnyEngine;
  readonly before: Frame<Shape>;
  readonly commit: Commit<Shape>;
  readonly after: Frame<Shape>;
  #percepts: ReadonlyMap<string, readonly unknown[]> | null = null;
  #actions: ReadonlyMap<string, readonly number[]> | null = null;
  #answers: ReadonlyMap<string, Provenance> | null = null;
  #verdicts: ReadonlyMap<number, Validation> | null = null;
  #asked: { readonly before: AsksByActor; readonly after: AsksByActor } | null = null;
  #perceived: readonly Percept<Shape>[] | null;
  readonly #told = new Map<string, { readonly narration: string; readonly any: boolean }>();

  /** `percepts`: everyone's, in order, where the fold of the turn is at hand; else the turn is folded when they are asked for. */
  constructor(
    engine: AnyEngine,
    before: Frame<Shape>,
    commit: Commit<Shape>,
    after: Frame<Shape>,
    percepts: readonly Percept<Shape>[] | null = null,
  ) {
    this.engine = engine;
    this.before = before;
    this.commit = commit;
    this.after = after;
    this.#perceived = percepts;
  }

  perceptsOf(who: string): readonly unknown[] {
    this.#perceived ??= foldTurn(this.engine, this.before, this.commit, this.after.hash).percepts;
    this.#percepts ??= groupBy(
      this.#perceived,
      ({ to }) => to,
      ({ what }) => what,
    );
    return this.#percepts.get(who) ?? [];
  }

  /** Indexes of the actions that `who` took. */
  actionsOf(who: string): readonly number[] {
    this.#actions ??= groupBy(
      this.commit.turn.actions.entries(),
      ([, { actorId }]) => actorId,
      ([index]) => index,
    );
    return this.#actions.get(who) ?? [];
  }

  /** Null when `who` answered nothing in this turn. */
  answerOf(who: string): Provenance | null {
    this.#answers ??= new Map(this.commit.answers.toReversed().map((answer) => [answer.actor, answer]));
    return this.#answers.get(who) ?? null;
  }

  /** The verdict on one action; undefined when the index names none. */
  verdictOn(actionIndex: number): Validation | undefined {
    this.#verdicts ??= new Map(this.commit.turn.validation.map((verdict) => [verdict.actionIndex, verdict]));
    return this.#verdicts.get(actionIndex);
  }

  /** Verdicts on answers that held no action at all: they are numbered past the last action. */
  verdictsOnNothing(): readonly Validation[] {
    const { actions, validation } = this.commit.turn;
    return validation.filter(({ actionIndex }) => actionIndex >= actions.length);
  }

  /** Verdicts on no answering actor's own action: on no action at all, or on one in the name of somebody who did not answer. */
  strayVerdicts(): readonly Validation[] {
    const { actions, validation } = this.commit.turn;
    return validation.filter(({ actionIndex }) => {
      const action = actions[actionIndex];
      return !action || this.answerOf(action.actorId) === null;
    });
  }

  /** What the turn is to `who` in the world's words. */
  narrationFor(who: string): string {
    return this.#toldTo(who).narration;
  }

  /** Whether the turn is anything to `who`: it answered, perceived, sees something else now, or is asked something else. */
  reaches(who: string): boolean {
    return this.#toldTo(who).any || this.asksChanged(who);
  }

  /** Whether `who` is asked something else after the turn than before it. */
  asksChanged(who: string): boolean {
    this.#asked ??= { before: askIdsByActor(this.engine, this.before), after: askIdsByActor(this.engine, this.after) };
    return this.#asked.before.get(who)?.join("\n") !== this.#asked.after.get(who)?.join("\n");
  }

  /** Told once, however often it is asked for. Views are not kept: they may be large. */
  #toldTo(who: string): { readonly narration: string; readonly any: boolean } {
    const known = this.#told.get(who);
    if (known) return known;
    const { narration, any } = notice(this, who);
    this.#told.set(who, { narration, any });
    return { narration, any };
  }
}

/** Ids of asks by actor. */
type AsksByActor = ReadonlyMap<string, readonly string[]>;
const askIdsByActor = ({ world }: AnyEngine, { state }: Frame<Shape>): AsksByActor =>
  groupBy(
    world.asks(state),
    ({ to }) => to,
    ({ id }) => id,
  );

function groupBy<T, V>(
  all: Iterable<T>,
  keyOf: (one: T) => string,
  partOf: (one: T) => V,
): ReadonlyMap<string, readonly V[]> {
  const groups = new Map<string, V[]>();
  for (const one of all) {
    const key = keyOf(one);
    const group = groups.get(key);
    if (group) group.push(partOf(one));
    else groups.set(key, [partOf(one)]);
  }
  return groups;
}

/** A turn as one viewer met it. */
export interface Noticed {
  readonly before: unknown;
  readonly after: unknown;
  readonly percepts: readonly unknown[];
  readonly narration: string;
  /** Anything at all: it answered, perceived, or sees something else now. */
  readonly any: boolean;
}

/** What reached a viewer in one turn, and the sentences for it. */
export function notice(turn: TurnIndex, who: string): Noticed {
  const { engine } = turn;
  const before = viewOf(engine, turn.before, who);
  const after = viewOf(engine, turn.after, who);
  const percepts = turn.perceptsOf(who);
  const mine = turn.actionsOf(who);
  const answered = turn.answerOf(who);
  const told = engine.world.words.tell({
    who,
    before,
    after,
    percepts,
    tried: mine.map((i) => ({ action: turn.commit.turn.actions[i]!, validation: turn.verdictOn(i)! })),
    dice: tellerDice(engine, [who, percepts, after]),
  });
  const outside = answered && mine.length === 0 ? turn.verdictsOnNothing().map(({ message }) => message ?? "") : [];
  const narration = [told, ...outside, remarkIn(answered)].filter((text) => text !== "").join("\n\n");
  const any = answered !== null || percepts.length > 0 || (before !== after && canonical(before) !== canonical(after));
  return { before, after, percepts, narration, any };
}

/** What the reader said of an answer's words; empty where it said nothing. */
export const remarkIn = (answer: Provenance | null): string =>
  (answer?.reading as { problem: { message: string } | null } | undefined)?.problem?.message ?? "";

/** What one actor said in a turn it answered, and what it was told when the turn was made. */
export interface SeatWords {
  readonly actor: string;
  readonly rawText: string;
  readonly narration: string;
  /** What may be answered to a question that was asked back; absent when none was. */
  readonly choices?: readonly string[];
  /** What the reader said of the typed words, at the end of `narration`; absent when it said nothing. */
  readonly remark?: string;
}

/** A turn as one seat has it. Shared by every place that shows it: streams, logs, the page, the terminal, exported replays. */
export interface SeatTurn {
  readonly rawText: string;
  readonly actions: readonly ActionBase[];
  readonly validation: readonly Validation[];
  /** Percepts of the seat. */
  readonly events: readonly unknown[];
  readonly narration: string;
  readonly choices?: readonly string[];
  readonly remark?: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

/** The turn as `who` has it; null when nothing of it reached that seat. `own`: null when `who` did not answer in it. */
export function seatTurn(turn: TurnIndex, who: string, own: SeatWords | null): SeatTurn | null {
  const { commit } = turn;
  const noticed = notice(turn, who);
  if (!own && !noticed.any && !turn.asksChanged(who)) return null;
  const mine = turn.actionsOf(who);
  const verdicts = mine.flatMap((index, actionIndex) => {
    const verdict = turn.verdictOn(index);
    return verdict ? [{ ...verdict, actionIndex }] : [];
  });
  return {
    rawText: own?.rawText ?? "",
    actions: mine.map((i) => commit.turn.actions[i]!),
    validation: own && mine.length === 0 ? turn.strayVerdicts() : verdicts,
    events: noticed.percepts,
    narration: own?.narration ?? noticed.narration,
    ...(own?.choices ? { choices: own.choices } : {}),
    ...(own?.remark ? { remark: own.remark } : {}),
    createdAt: commit.turn.createdAt,
  };
}

/** The opening as a seat has it. */
export const seatOpening = (engine: AnyEngine, frame: Frame<Shape>, who: string, createdAt: number): SeatTurn => ({
  rawText: "",
  actions: [],
  validation: [],
  events: [],
  narration: noticeOpening(engine, frame, who),
  createdAt,
});

/** What a viewer is told at the opening. */
export function noticeOpening(engine: AnyEngine, frame: Frame<Shape>, who: string): string {
  const after = viewOf(engine, frame, who);
  return engine.world.words.tell({
    who,
    before: null,
    after,
    percepts: [],
    tried: [],
    dice: tellerDice(engine, [who, after]),
  });
}

export const verdictOf = (commit: Commit<Shape>, index: number) =>
  commit.turn.validation.find(({ actionIndex }) => actionIndex === index)!;

/** Dice keyed by what the viewer knows. Writing that out is most of a telling's work, and many tellings roll nothing. */
export function tellerDice({ hash }: AnyEngine, known: readonly unknown[]): Dice {
  let made: Dice | null = null;
  const dice = () => {
    made ??= keyedDice(hash, { seed: canonical(known), salt: "", lane: "@tell", depth: 0 }, "teller");
    return made;
  };
  return {
    int: (...asked) => dice().int(...asked),
    pick: (...asked) => dice().pick(...asked),
    shuffle: (...asked) => dice().shuffle(...asked),
    joint: (...asked) => dice().joint(...asked),
    hash,
  };
}

/** How it ended, in its world's words; null while it goes on. */
export const endingOf = (world: AnyWorld, state: unknown): string | null =>
  world.outcome(state) === null ? null : (world.words.ending?.(state) ?? "It has ended");
