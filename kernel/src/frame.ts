// What a prefix of a history folds to, and the one step of that fold: live and on replay it is the same.
import type { Engine } from "./action.ts";
import { type Change, patch } from "./patch.ts";
import type { ActorId, Hash, Percept, Shape } from "./shape.ts";

/** Events that every world has: what a god changed, and the end of an epoch of dice. */
export type Amended = { readonly type: "@amended"; readonly changes: readonly Change[] };
export type Revealed = {
  readonly type: "@revealed";
  /** The commitment that is opened here, its seed and nonce, and the one that holds from here on. */
  readonly commitment: Hash;
  readonly seed: string;
  readonly nonce: string;
  readonly next: Hash;
};
export type CoreEvent = Amended | Revealed;
export type AnyEvent<S extends Shape> = S["event"] | CoreEvent;

export interface Frame<S extends Shape> {
  readonly state: S["state"];
  readonly minds: Readonly<Record<ActorId, S["mind"]>>;
  /** Turns with events, by lane: the depth that dice are keyed by. */
  readonly lanes: Readonly<Record<string, number>>;
  /** Commitment to the seed that the next turn rolls with. */
  readonly commitment: Hash;
  /** Record hash of the newest turn. */
  readonly hash: Hash;
}

/** A viewer's mind at a frame. */
export const mindOf = <S extends Shape>(
  { world }: Engine<S>,
  { state, minds }: Pick<Frame<S>, "state" | "minds">,
  who: ActorId,
): S["mind"] => (!world.mind ? null : Object.hasOwn(minds, who) ? minds[who] : world.mind.open(state, who));

/** A viewer's view at a frame. */
export const viewOf = <S extends Shape>(
  engine: Engine<S>,
  frame: Pick<Frame<S>, "state" | "minds">,
  who: ActorId,
): S["view"] => engine.world.view(frame.state, who, mindOf(engine, frame, who));

/** State and minds after one event. */
export interface FoldState<S extends Shape> {
  readonly state: S["state"];
  readonly minds: Readonly<Record<ActorId, S["mind"]>>;
}

/**
 * Folds the events of one turn, in order. Minds are copied once a turn, for any number of learners, and the percepts are kept for
 * everyone who is told of the turn. `state` and `minds` are those after the newest event.
 */
export class TurnFold<S extends Shape> implements FoldState<S> {
  state: S["state"];
  minds: Readonly<Record<ActorId, S["mind"]>>;
  readonly percepts: Percept<S>[] = [];
  readonly #engine: Engine<S>;
  /** `minds`, once this fold has copied it. */
  #own: Record<ActorId, S["mind"]> | null = null;

  constructor(engine: Engine<S>, from: FoldState<S>) {
    this.#engine = engine;
    this.state = from.state;
    this.minds = from.minds;
  }

  add(event: AnyEvent<S>): void {
    const after = stateAfter(this.#engine, this.state, event);
    this.learn(after, perceive(this.#engine, this.state, event, after));
  }

  /** Moves to the state after one event; minds learn its percepts. */
  learn(after: S["state"], percepts: readonly Percept<S>[]): void {
    const { mind } = this.#engine.world;
    for (const percept of percepts) {
      this.percepts.push(percept);
      if (!mind) continue;
      const { to, what } = percept;
      const known = Object.hasOwn(this.minds, to) ? this.minds[to] : mind.open(this.state, to);
      const learned = mind.learn(known, what);
      if (learned !== known) this.#set(to, learned);
    }
    this.state = after;
  }

  /** State and minds as they are now, which later events leave alone. */
  get now(): FoldState<S> {
    this.#own = null;
    return { state: this.state, minds: this.minds };
  }

  #set(who: ActorId, mind: S["mind"]): void {
    if (this.#own && who !== "__proto__") this.#own[who] = mind;
    else this.minds = this.#own = withKey(this.minds, who, mind);
  }
}

/** One event onto state and minds. For the events of a whole turn use `TurnFold`. */
export function step<S extends Shape>(engine: Engine<S>, at: FoldState<S>, event: AnyEvent<S>): FoldState<S> {
  const fold = new TurnFold(engine, at);
  fold.add(event);
  return fold.state === at.state && fold.minds === at.minds ? at : fold.now;
}

/** The state after one event: by `apply`, or by the kernel for an event of its own. */
export function stateAfter<S extends Shape>({ world }: Engine<S>, state: S["state"], event: AnyEvent<S>): S["state"] {
  if (event.type === "@amended") return (event as Amended).changes.reduce(patch, state as unknown);
  if (event.type === "@revealed") return state;
  const apply = world.apply[event.type as S["event"]["type"]] as (state: S["state"], event: S["event"]) => S["state"];
  return apply(state, event as S["event"]);
}

/** Everything that anybody perceives of an event, in order; nothing of the kernel's own events. */
export const perceive = <S extends Shape>(
  { world }: Engine<S>,
  before: S["state"],
  event: AnyEvent<S>,
  after: S["state"],
): readonly Percept<S>[] =>
  event.type.startsWith("@") ? [] : (world.perceive?.(before, event as S["event"], after) ?? []);

/**
 * A copy with one entry set: as a literal with a computed key, but several times as quick where records have all sorts of
 * keys. The one key that `assign` would take for something else goes the plain way.
 */
export function withKey<T>(record: Readonly<Record<string, T>>, key: string, value: T): Record<string, T> {
  if (key === "__proto__" || Object.hasOwn(record, "__proto__")) return { ...record, [key]: value };
  const copy: Record<string, T> = Object.assign({}, record);
  copy[key] = value;
  return copy;
}

/** Lanes after a turn with events in one of them. A world has few makes of lanes, and such are quickest copied by spreading. */
export function laneAfter(lanes: Frame<Shape>["lanes"], lane: string, depth: number): Frame<Shape>["lanes"] {
  if (lane === "__proto__") return { ...lanes, [lane]: depth + 1 };
  const after: Record<string, number> = { ...lanes };
  after[lane] = depth + 1;
  return after;
}

/** What one viewer perceives of an event, in order. */
export const perceptsOf = <S extends Shape>(
  engine: Engine<S>,
  before: S["state"],
  event: AnyEvent<S>,
  after: S["state"],
  who: ActorId,
): S["percept"][] => perceive(engine, before, event, after).flatMap(({ to, what }) => (to === who ? [what] : []));
