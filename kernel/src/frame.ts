// What a prefix of a history folds to, and the one step of that fold: live and on replay it is the same.
import type { Engine } from "./action.ts";
import { type Change, patch } from "./patch.ts";
import type { ActorId, Hash, Shape } from "./shape.ts";

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
export interface Folded<S extends Shape> {
  readonly state: S["state"];
  readonly minds: Readonly<Record<ActorId, S["mind"]>>;
}

/** One event onto state and minds: by `apply`, and by the percepts it gives. */
export function step<S extends Shape>(engine: Engine<S>, at: Folded<S>, event: AnyEvent<S>): Folded<S> {
  const { world } = engine;
  if (event.type === "@amended") {
    return { state: (event as Amended).changes.reduce(patch, at.state as unknown), minds: at.minds };
  }
  if (event.type === "@revealed") return at;
  const apply = world.apply[event.type as S["event"]["type"]] as (state: S["state"], event: S["event"]) => S["state"];
  const state = apply(at.state, event as S["event"]);
  const { mind } = world;
  if (!mind || !world.perceive) return { state, minds: at.minds };
  let { minds } = at;
  let own: Record<string, S["mind"]> | null = null;
  for (const { to, what } of world.perceive(at.state, event as S["event"], state)) {
    const known = Object.hasOwn(minds, to) ? minds[to] : mind.open(at.state, to);
    const learned = mind.learn(known, what);
    if (learned === known) continue;
    if (own && to !== "__proto__") own[to] = learned;
    else minds = own = withKey(minds, to, learned);
  }
  return { state, minds };
}

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
export function perceptsOf<S extends Shape>(
  engine: Engine<S>,
  before: S["state"],
  event: AnyEvent<S>,
  after: S["state"],
  who: ActorId,
): S["percept"][] {
  if (event.type.startsWith("@")) return [];
  return (engine.world.perceive?.(before, event as S["event"], after) ?? []).flatMap(({ to, what }) =>
    to === who ? [what] : [],
  );
}
