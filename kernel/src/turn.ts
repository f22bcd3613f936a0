// One window becomes one turn: admit, decide, settle, then seal. Pure: the same frame, answers and key give the same turn.
import { type ActionBase, actionProblem, type CoreReason, type Engine, takeAction, type Validation } from "./action.ts";
import { type Ask, type Cause, mayBe } from "./ask.ts";
import { type Dice, type DiceKey, keyedDice, type Roll } from "./dice.ts";
import { type AnyEvent, type FoldState, type Frame, laneAfter, TurnFold, viewOf } from "./frame.ts";
import { canonical } from "./json.ts";
import { writeCommit } from "./record.ts";
import type { Action, ActorId, Failure, Hash, Kind, Outcome, Percept, Refusal, Shape } from "./shape.ts";

/** The source's five fields. `createdAt` is milliseconds since 1970, given by the runtime. */
export interface Turn {
  readonly id: string;
  readonly rawText: string;
  readonly actions: readonly ActionBase[];
  readonly validation: readonly Validation[];
  readonly createdAt: number;
}

/** A try that did not count: what was handed in, as text when it was no action at all, and what was wrong with it. */
export interface Attempt {
  readonly actions: unknown;
  readonly problems: readonly Validation[];
}

/** Who answered which ask, and how it came about. Only what is not plain is written. */
export interface Provenance {
  readonly actor: ActorId;
  /** Null when nobody had asked. */
  readonly ask: string | null;
  readonly by: "agent" | "fallback" | "god";
  readonly cause?: Cause;
  /** This actor's words, where several actors share the turn. */
  readonly rawText?: string;
  readonly attempts?: readonly Attempt[];
  /** Ids of recorded model calls. */
  readonly calls?: readonly string[];
  /** The conversation of the answer, if several actors share one. */
  readonly conversation?: string;
  /** Id of the invitation that the answer came by; absent: the owner's own hand, or an agent. */
  readonly seat?: string;
  /** Hashes of the files that the answer brought along. */
  readonly artifacts?: readonly string[];
  /** What the parser made of the words: problem, open question, what "it" is next time. Plain JSON. */
  readonly reading?: unknown;
}

/** What caused an event: the index of an action of this turn, settling, or a god. */
export type Origin = number | "settle" | "god";

/** One turn as it is kept: the canonical text of this is stored, hashed and read as it is. */
export interface Commit<S extends Shape> {
  readonly turn: Turn;
  readonly version: number;
  readonly lane: string;
  readonly depth: number;
  readonly salt: string;
  readonly events: readonly AnyEvent<S>[];
  /** Beside `events`, one by one. */
  readonly by: readonly Origin[];
  readonly answers: readonly Provenance[];
  readonly rolls?: readonly Roll[];
}

/** One actor's answer on its way into a turn. `actions` may be anything: it is judged here. */
export interface Answer<S extends Shape> {
  readonly actor: ActorId;
  readonly ask: Ask<S> | null;
  readonly actions: readonly unknown[];
  readonly provenance: Provenance;
  /** The view that it answered to, and the frame which that is of: judged at the same frame, it is not made again. */
  readonly saw?: { readonly frame: Frame<S>; readonly view: S["view"] };
}

/** A decided turn that is not yet sealed. */
export interface Draft<S extends Shape> {
  readonly lane: string;
  readonly actions: readonly ActionBase[];
  readonly validation: readonly Validation[];
  readonly events: readonly AnyEvent<S>[];
  readonly by: readonly Origin[];
  readonly answers: readonly Provenance[];
  readonly rolls: readonly Roll[];
  readonly after: FoldState<S>;
  /** What everyone perceives of its events, in order. */
  readonly percepts: readonly Percept<S>[];
}

export interface Envelope {
  readonly id: string;
  readonly createdAt: number;
  readonly rawText: string;
  readonly salt: string;
}

/** A sealed turn: its text as stored and what that says, its record hash, and the frame that it leads to. */
export interface Sealed<S extends Shape> {
  readonly body: string;
  /** Canonical text of its events, which is part of the body: what `truthAfter` is over. */
  readonly eventsText: string;
  /** What `readCommit` makes of the body. */
  readonly commit: Commit<S>;
  readonly hash: Hash;
  readonly frame: Frame<S>;
}

/** A refusal of the kernel or of the world, with its sentence. */
export interface Verdict {
  readonly reason: string;
  readonly message: string;
}

/** Why an answer of so many actions is refused whole; null when it is not. */
export function tooMany(ask: { readonly most?: number } | null, count: number): Verdict | null {
  if (ask?.most === undefined || count <= ask.most) return null;
  return core("invalid_action", `An answer holds at most ${ask.most} here, and this one holds ${count} actions.`);
}

/** The actor and ask that an action is judged for. `provenance`: for a fallback, which may go beyond its ask's `may`. */
export type Judged<S extends Shape> = Pick<Answer<S>, "actor" | "ask"> & {
  readonly provenance?: Pick<Provenance, "by">;
};

/** Judges one action against the contract, the ask and the view. Null: admitted. */
export function admit<S extends Shape>(
  engine: Engine<S>,
  view: S["view"],
  given: Judged<S>,
  action: ActionBase,
): Verdict | null {
  const { contracts } = engine;
  const contract = contracts.get(action.type);
  if (!contract)
    return core(
      "invalid_action",
      `There is no action "${action.type}" here. There are: ${[...contracts.keys()].join(", ")}.`,
    );
  const problem = contract(action);
  if (problem) return core("invalid_action", `${problem}.`);
  return judge(engine, view, given, action);
}

/** Seat, rules and ask, for an action that fits its contract. */
function judge<S extends Shape>(
  engine: Engine<S>,
  view: S["view"],
  given: Judged<S>,
  action: ActionBase,
): Verdict | null {
  const { world } = engine;
  if (action.actorId !== given.actor) return core("not_your_seat", `${given.actor} cannot act for ${action.actorId}.`);
  const check = world.check[action.type as Kind<S>] as (view: S["view"], action: Action<S>) => Refusal<S> | null;
  const refusal = check(view, action as Action<S>);
  if (refusal) return { reason: refusal.reason, message: explain(engine, refusal, view) };
  const { ask, provenance } = given;
  // A fallback may be of a type that no actor can choose: it stands for a missing answer.
  if (!ask || !(provenance?.by === "fallback" || mayBe(ask, action.type)))
    return core("not_asked", "Nobody is waiting for that now.");
  return null;
}

/** Why an action of an answer is not even judged once these before it, by type, came to nothing; null when it hangs on none. */
export function holdBack<S extends Shape>(
  { world }: Engine<S>,
  { type }: ActionBase,
  undone: readonly string[],
): Verdict | null {
  return world.hangsOn && undone.some((earlier) => world.hangsOn!(type, earlier))
    ? core("held_back", "It hangs on something before it that came to nothing.")
    : null;
}

/** Admits, decides and settles. Answers of one window never see each other; `each` answers evolve alone, action by action. */
export function decideTurn<S extends Shape>(
  engine: Engine<S>,
  frame: Frame<S>,
  lane: string,
  given: readonly Answer<S>[],
  key: Pick<DiceKey, "seed" | "salt">,
): Draft<S> {
  const at: DiceKey = { seed: key.seed, salt: key.salt, lane, depth: depthOf(frame, lane) };
  const { world, hash } = engine;
  const rolls: Roll[] = [];
  const actions: ActionBase[] = [];
  const validation: Validation[] = [];
  const events: AnyEvent<S>[] = [];
  const by: Origin[] = [];
  const misfits: Verdict[] = [];
  const now = new TurnFold(engine, frame);
  let settleDice: Dice | null = null;
  const settle = (next?: Action<S>): void => {
    if (!world.settle) return;
    settleDice ??= keyedDice(hash, at, "@settle", rolls);
    for (const event of world.settle(now.state, settleDice, "answers", next)) {
      events.push(event);
      by.push("settle");
      now.add(event);
    }
  };

  const answers = given.length > 1 ? inOrder(engine, given, keyedDice(hash, at, "@order")) : given;
  for (let a = 0; a < answers.length; a++) {
    const one = answers[a]!;
    const each = one.ask?.mode === "each";
    if (each && given.length > 1) throw new Error(`ask ${one.ask?.id}: mode "each" must be alone in its window`);
    const taken = one.actions.map((action) => takeIn(engine, action));
    if (!allTaken(taken)) {
      misfits.push(...unsound(one.actions));
      continue;
    }
    const asked = viewFor(engine, frame, one);
    const refused = each ? null : refusals(engine, asked, one, taken);
    const dice = keyedDice(hash, at, one.actor, rolls);
    const undone: string[] = [];
    for (let i = 0; i < taken.length; i++) {
      const action = taken[i]!;
      const actionIndex = actions.push(action) - 1;
      const verdict = each
        ? (holdBack(engine, action, undone) ??
          admit(engine, i > 0 ? viewOf(engine, now, one.actor) : asked, one, action))
        : refused && (refused[i] ?? core("held_back", "Another part of the same answer was refused."));
      if (verdict) {
        validation.push({ actionIndex, success: false, ...verdict });
        undone.push(action.type);
        continue;
      }
      const outcome = decideOne(engine, now.state, action as Action<S>, dice);
      const failed = failureOf(outcome);
      if (failed) undone.push(action.type);
      for (const event of failed ? failed.events : (outcome as readonly S["event"][])) {
        events.push(event);
        by.push(actionIndex);
        now.add(event);
      }
      validation.push(
        failed
          ? { actionIndex, success: false, ...reasonOf(engine, failed, viewOf(engine, now, one.actor)) }
          : { actionIndex, success: true },
      );
      const next = taken[i + 1];
      if (each && next && by.at(-1) === actionIndex) settle(next as Action<S>);
    }
  }
  for (const verdict of misfits) validation.push({ actionIndex: validation.length, success: false, ...verdict });
  if (events.length > 0) settle();
  return {
    lane,
    actions,
    validation,
    events,
    by,
    answers: given.map(({ provenance }) => provenance),
    rolls,
    after: now.now,
    percepts: now.percepts,
  };
}

const viewFor = <S extends Shape>(engine: Engine<S>, frame: Frame<S>, { actor, saw }: Answer<S>): S["view"] =>
  saw?.frame === frame ? saw.view : viewOf(engine, frame, actor);

/** Writes a draft down: its canonical text, chained to what came before. A turn without events leaves the depth alone. */
export function seal<S extends Shape>(
  engine: Engine<S>,
  before: Frame<S>,
  draft: Draft<S>,
  envelope: Envelope,
): Sealed<S> {
  const { lane, events, after, actions, validation } = draft;
  const { id, rawText, createdAt, salt } = envelope;
  const depth = depthOf(before, lane);
  const turn: Turn = { id, rawText, actions, validation, createdAt };
  const { version } = engine.world;
  const plain: Commit<S> = { turn, version, lane, depth, salt, events, by: draft.by, answers: draft.answers };
  const commit = draft.rolls.length > 0 ? { ...plain, rolls: draft.rolls } : plain;
  const eventsText = canonical(events);
  const body = writeCommit(commit, eventsText);
  const hash = engine.hash(before.hash + body);
  return {
    body,
    eventsText,
    commit,
    hash,
    frame: {
      state: after.state,
      minds: after.minds,
      lanes: events.length > 0 ? laneAfter(before.lanes, lane, depth) : before.lanes,
      commitment: commitmentAfter(before.commitment, events),
      hash,
    },
  };
}

/** The commitment that holds after these events. */
export function commitmentAfter(before: Hash, events: readonly { readonly type: string }[]): Hash {
  for (let i = events.length - 1; i >= 0; i--) {
    const event = events[i]!;
    if (event.type === "@revealed") return (event as { type: string; next: Hash }).next;
  }
  return before;
}

export function decideOne<S extends Shape>(
  engine: Engine<S>,
  state: S["state"],
  action: Action<S>,
  dice: Dice,
): Outcome<S> {
  const decide = engine.world.decide[action.type as Kind<S>] as (
    state: S["state"],
    action: Action<S>,
    dice: Dice,
  ) => Outcome<S>;
  const outcome = decide(state, action, dice);
  if (("failed" in outcome ? outcome.events : outcome).length === 0)
    throw new Error(`${engine.world.id}: "${action.type}" was admitted and decided without an event`);
  return outcome;
}

export const failureOf = <S extends Shape>(outcome: Outcome<S>): Failure<S> | null =>
  Array.isArray(outcome) ? null : (outcome as Failure<S>);

export function explain<S extends Shape>({ world }: Engine<S>, { reason, data }: Refusal<S>, view: S["view"]): string {
  return (world.explain[reason] as (data: unknown, view: S["view"]) => string)(data, view);
}

const core = (reason: CoreReason, message: string): Verdict => ({ reason, message });

/** Lanes are named by worlds: a name that every object inherits leads to something, but never to a number. */
const depthOf = <S extends Shape>({ lanes }: Frame<S>, lane: string): number => {
  const depth: unknown = lanes[lane];
  return typeof depth === "number" ? depth : 0;
};

const reasonOf = <S extends Shape>(engine: Engine<S>, { failed }: Failure<S>, view: S["view"]): Verdict => ({
  reason: failed.reason,
  message: explain(engine, failed, view),
});

/** Null for what is no action at all. */
function takeIn<S extends Shape>({ contracts }: Engine<S>, given: unknown): ActionBase | null {
  const taken = takeAction(given, contracts);
  return typeof taken === "string" ? null : taken;
}
const allTaken = (taken: readonly (ActionBase | null)[]): taken is readonly ActionBase[] => !taken.includes(null);

/** Verdicts on an answer in which something is no action at all: its actions are not kept, so these come last in a turn. */
const unsound = (actions: readonly unknown[]): Verdict[] =>
  actions.map((action) => {
    const problem = actionProblem(action);
    return problem
      ? core("invalid_action", `${problem}.`)
      : core("held_back", "Another part of the same answer is no action at all.");
  });

/** Verdicts on the actions of an answer that stands or falls as one; null when all are admitted. */
function refusals<S extends Shape>(
  engine: Engine<S>,
  view: S["view"],
  one: Answer<S>,
  actions: readonly ActionBase[],
): (Verdict | null)[] | null {
  const over = tooMany(one.ask, actions.length);
  const verdicts = actions.map((action) => over ?? admit(engine, view, one, action));
  return verdicts.some((verdict) => verdict !== null) ? verdicts : null;
}

/** The world's priority, then a shuffle keyed by the turn: never by seat, never by who was fastest. */
function inOrder<S extends Shape>(engine: Engine<S>, given: readonly Answer<S>[], dice: Dice): Answer<S>[] {
  const { world, contracts } = engine;
  const shuffled = dice.shuffle(
    "order",
    [...given].sort((a, b) => (a.actor < b.actor ? -1 : a.actor > b.actor ? 1 : 0)),
  );
  if (!world.priority) return shuffled;
  const rankOf = (given: unknown) => {
    const action = takeIn(engine, given);
    return action && contracts.get(action.type)?.(action) === null ? world.priority!(action as Action<S>) : 0;
  };
  const rank = (one: Answer<S>) => Math.max(...one.actions.map(rankOf));
  return shuffled
    .map((one) => ({ one, rank: rank(one) }))
    .sort((a, b) => b.rank - a.rank)
    .map(({ one }) => one);
}
