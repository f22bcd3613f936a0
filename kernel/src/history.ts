// Histories as text: opening, folding, checking. Reading asks no rule and rolls no dice.
import type { Engine } from "./action.ts";
import { type DiceKey, keyedDice } from "./dice.ts";
import { type AnyEvent, type Frame, laneAfter, TurnFold } from "./frame.ts";
import { canonical, quote } from "./json.ts";
import type { CommitEvents } from "./record.ts";
import type { Hash, Percept, Shape } from "./shape.ts";
import { commitmentAfter } from "./turn.ts";
import type { World } from "./world.ts";

export { type CommitEvents, readCommit, readEvents } from "./record.ts";

/** Turn 0: everything a run begins with. The opened state is in it, so that histories outlive any generator. */
export interface Opening<S extends Shape> {
  readonly world: string;
  readonly version: number;
  /** Under which name it was started, such as `house/cottage`. */
  readonly name: string;
  readonly config: S["config"];
  readonly state: S["state"];
  /** Commitment to the secret seed; with `seed` when a person chose it, which makes it public. */
  readonly dice: { readonly commitment: Hash; readonly seed?: string };
  readonly createdAt: number;
}

const NOTHING: Hash = "0".repeat(64);

/** Opens a world under a seed: the record of turn 0 and the frame it leads to. */
export function openRun<S extends Shape>(
  engine: Engine<S>,
  start: { name: string; config: S["config"]; seed: string; salt: string; dice: Opening<S>["dice"]; createdAt: number },
): { body: string; hash: Hash; frame: Frame<S> } {
  const { world, hash } = engine;
  const key: DiceKey = { seed: start.seed, salt: start.salt, lane: "@open", depth: 0 };
  const state = world.open(start.config, keyedDice(hash, key, "world"));
  const opening: Opening<S> = {
    world: world.id,
    version: world.version,
    name: start.name,
    config: start.config,
    state,
    dice: start.dice,
    createdAt: start.createdAt,
  };
  const body = canonical(opening);
  const first = recordHash(hash, NOTHING, body);
  return { body, hash: first, frame: openFrame(engine, opening, first) };
}

/** The frame of turn 0. */
export function openFrame<S extends Shape>({ world }: Engine<S>, opening: Opening<S>, hash: Hash): Frame<S> {
  const { dice } = opening;
  const state = liftState(world, opening);
  const { mind } = world;
  const minds = mind ? Object.fromEntries(world.actors(state).map((who) => [who, mind.open(state, who)])) : {};
  return { state, minds, lanes: {}, commitment: dice.commitment, hash };
}

/** An opened state of an older version in the shape of this one. */
function liftState<S extends Shape>(world: World<S>, { version, state }: Opening<S>): S["state"] {
  if (version > world.version) {
    throw new RangeError(`${world.id}: opened by version ${version}, but this is version ${world.version}`);
  }
  let lifted: unknown = state;
  for (let v = version; v < world.version; v++) {
    const up = world.upcastState?.[v];
    if (up) lifted = up(lifted);
  }
  return lifted as S["state"];
}

/** Folds one stored turn onto a frame; old events are lifted on the way in. */
export const foldCommit = <S extends Shape>(
  engine: Engine<S>,
  frame: Frame<S>,
  commit: CommitEvents<S>,
  hash: Hash,
): Frame<S> => foldTurn(engine, frame, commit, hash).frame;

/** The same with what everyone perceived of the turn. */
export function foldTurn<S extends Shape>(
  engine: Engine<S>,
  frame: Frame<S>,
  commit: CommitEvents<S>,
  hash: Hash,
): { readonly frame: Frame<S>; readonly percepts: readonly Percept<S>[] } {
  const fold = new TurnFold(engine, frame);
  for (const event of commit.events) for (const lifted of lift(engine, commit.version, event)) fold.add(lifted);
  const after: Frame<S> = {
    ...fold.now,
    lanes: commit.events.length > 0 ? laneAfter(frame.lanes, commit.lane, commit.depth) : frame.lanes,
    commitment: commitmentAfter(frame.commitment, commit.events),
    hash,
  };
  return { frame: after, percepts: fold.percepts };
}

/** The record hash: over the previous one and the text as stored, so that any changed byte shows. */
export const recordHash = (hash: (text: string) => Hash, previous: Hash, body: string): Hash => hash(previous + body);
export const firstHash = NOTHING;

/** Truth before the first turn: world, version and opened state. */
export const truthOpen = <S extends Shape>(
  { hash, world }: { readonly hash: (text: string) => Hash; readonly world: { readonly id: string } },
  opening: Pick<Opening<S>, "state" | "version">,
): Hash => hash(`{"state":${canonical(opening.state)},"version":${opening.version},"world":${quote(world.id)}}`);

/**
 * Truth after a turn: a hash of lane, version and events, not of actors, times or failed attempts.
 * A second fold over the same commits, computed only on demand. `eventsText`: the canonical text of the events, if the caller
 * already has it.
 */
export const truthAfter = (
  hash: (text: string) => Hash,
  before: Hash,
  commit: { events: readonly unknown[]; lane: string; version: number },
  eventsText: string = canonical(commit.events),
): Hash =>
  commit.events.length === 0
    ? before
    : hash(`${before}{"events":${eventsText},"lane":${quote(commit.lane)},"version":${commit.version}}`);

/** Hash of a state by its content alone, however it was come by. */
export const stateHash = (hash: (text: string) => Hash, state: unknown): Hash => hash(canonical(state));

/** An event of an older version as events of this one. */
export function lift<S extends Shape>(
  { world }: Engine<S>,
  version: number,
  event: AnyEvent<S>,
): readonly AnyEvent<S>[] {
  if (version === world.version || event.type.startsWith("@")) return [event];
  if (version > world.version)
    throw new RangeError(`${world.id}: an event of version ${version}, but this is version ${world.version}`);
  let events: readonly { readonly type: string }[] = [event];
  for (let v = version; v < world.version; v++) {
    const up = world.upcast?.[v];
    if (up) events = events.flatMap((old) => up(old));
  }
  return events as readonly AnyEvent<S>[];
}
