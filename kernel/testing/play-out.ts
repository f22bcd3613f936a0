// Plays a world by choosers, from its opening to its end: a driver without store, clock or people, for property tests.
import {
  type Action,
  type ActorId,
  type Answer,
  type Ask,
  commitSeed,
  type Dice,
  type Draft,
  decideTurn,
  type Engine,
  type Frame,
  keyedDice,
  type Opening,
  openRun,
  type Provenance,
  type Shape,
  seal,
  truthAfter,
  truthOpen,
  viewOf,
} from "@orrery/kernel";
import { type Window, windowsOf } from "./frames.ts";

/** What a chooser sees. Its dice are its own: they move nothing in the world. */
export interface Chance<S extends Shape> {
  readonly ask: Ask<S>;
  readonly view: S["view"];
  /** Legal actions that this ask allows. */
  readonly legal: readonly Action<S>[];
  readonly actors: readonly ActorId[];
  readonly dice: Dice;
  readonly turn: number;
}

/** Answers an ask with anything at all; null says nothing, and then the fallback speaks if there is one. */
export type Choose<S extends Shape> = (chance: Chance<S>) => readonly unknown[] | null;

export interface Plan<S extends Shape> {
  readonly config: S["config"];
  readonly choose: Choose<S>;
  /** What rolls in the world; "play" unless told. */
  readonly seed?: string;
  readonly salt?: string;
  /** What the choosers roll, and which window comes next; `seed` unless told. */
  readonly bots?: string;
  /** At most this many turns are tried; 200 unless told. */
  readonly turns?: number;
}

/** A turn as it was decided and sealed, with what went in. */
export interface PlayedTurn<S extends Shape> {
  readonly lane: string;
  readonly given: readonly Answer<S>[];
  readonly draft: Draft<S>;
  readonly body: string;
  readonly hash: string;
  readonly truth: string;
  readonly frame: Frame<S>;
}

export interface Played<S extends Shape> {
  readonly seed: string;
  readonly salt: string;
  readonly opened: { readonly body: string; readonly hash: string; readonly truth: string; readonly frame: Frame<S> };
  readonly commits: readonly PlayedTurn<S>[];
  readonly frame: Frame<S>;
  readonly truth: string;
  /** Null when the plan ran out of turns, or nobody was asked any more. */
  readonly outcome: unknown;
}

export function playOut<S extends Shape>(engine: Engine<S>, plan: Plan<S>): Played<S> {
  const { hash, world } = engine;
  const { seed = "play", salt = "0", turns = 200 } = plan;
  const dice = { commitment: commitSeed(hash, seed, "nonce") };
  const opened = openRun(engine, { name: world.id, config: plan.config, seed, salt, dice, createdAt: 0 });
  const openTruth = truthOpen(engine, JSON.parse(opened.body) as Opening<S>);
  const commits: PlayedTurn<S>[] = [];
  let frame = opened.frame;
  let truth = openTruth;
  for (let turn = 1; turn <= turns && world.outcome(frame.state) === null; turn++) {
    const bots = (who: string) =>
      keyedDice(hash, { seed: `bots of ${plan.bots ?? seed}`, salt: "0", lane: "@bots", depth: turn }, who);
    const windows = windowsOf(engine, frame.state);
    if (windows.length === 0) break;
    const window = bots("@schedule").pick("window", windows as [Window<S>, ...Window<S>[]]);
    const given = window.asks.flatMap((ask) => answer(engine, frame, plan.choose, ask, bots(ask.to), turn));
    if (given.length === 0) continue;
    const before = frame;
    const draft = decideTurn(engine, before, window.lane, given, { seed, salt });
    const sealed = seal(engine, before, draft, { id: `t${turn}`, createdAt: turn, rawText: "", salt });
    frame = sealed.frame;
    truth = truthAfter(hash, truth, { events: draft.events, lane: window.lane, version: world.version });
    commits.push({ lane: window.lane, given, draft, truth, ...sealed });
  }
  return {
    seed,
    salt,
    opened: { ...opened, truth: openTruth },
    commits,
    frame,
    truth,
    outcome: world.outcome(frame.state),
  };
}

function answer<S extends Shape>(
  engine: Engine<S>,
  frame: Frame<S>,
  choose: Choose<S>,
  ask: Ask<S>,
  dice: Dice,
  turn: number,
): Answer<S>[] {
  const { world } = engine;
  const view = viewOf(engine, frame, ask.to);
  const legal = world.legal(view, ask.to).filter(({ type }) => (ask.may as readonly string[]).includes(type));
  const chosen = choose({ ask, view, legal, actors: world.actors(frame.state), dice, turn });
  const silent = chosen === null && ask.fallback ? [ask.fallback("scripted")] : chosen;
  if (silent === null) return [];
  const provenance: Provenance = {
    actor: ask.to,
    ask: ask.id,
    ...(chosen === null ? { by: "fallback", cause: "scripted" } : { by: "agent" }),
  };
  return [{ actor: ask.to, ask, actions: silent, provenance }];
}
