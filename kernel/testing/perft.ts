// Counts what can be played: sequences of legal windows by ply. A rule that allows too much or too little moves a number.
import {
  type Action,
  type Answer,
  canonical,
  decideTurn,
  type Engine,
  type Frame,
  type Shape,
  seal,
  viewOf,
} from "@orrery/kernel";
import { holds } from "./compare.ts";
import { frameAt, type Window, windowsOf } from "./frames.ts";

export interface Perft {
  /** Sequences by ply, the empty one first. */
  readonly plies: readonly number[];
  /** Different states met. */
  readonly positions: number;
  /** Sequences that reached an outcome. */
  readonly finished: number;
}

/**
 * Counts to a depth from a state. A ply is one window: every combination of legal answers to its due asks, or one
 * standing answer. Sequences that lead to the same state, minds and lanes are walked once and counted as often as they
 * are reached, which is exact because what follows depends on nothing else.
 */
export function perft<S extends Shape>(engine: Engine<S>, depth: number, state: S["state"], seed = "perft"): Perft {
  let level = new Map<string, { frame: Frame<S>; ways: number }>();
  const start = frameAt(engine, state);
  level.set(keyOf(start), { frame: start, ways: 1 });
  const seen = new Set([canonical(state)]);
  const plies = [1];
  let finished = 0;
  for (let ply = 1; ply <= depth; ply++) {
    const next: typeof level = new Map();
    let count = 0;
    for (const { frame, ways } of level.values()) {
      if (engine.world.outcome(frame.state) !== null) {
        finished += ways;
        continue;
      }
      for (const window of windowsOf(engine, frame.state)) {
        for (const given of combinations(engine, frame, window)) {
          count += ways;
          const after = turnOf(engine, frame, window.lane, given, seed);
          const key = keyOf(after);
          const same = next.get(key);
          if (same) same.ways += ways;
          else next.set(key, { frame: after, ways });
          seen.add(canonical(after.state));
        }
      }
    }
    if (count === 0) {
      level = new Map();
      break;
    }
    plies.push(count);
    level = next;
  }
  for (const { frame, ways } of level.values()) if (engine.world.outcome(frame.state) !== null) finished += ways;
  return { plies, positions: seen.size, finished };
}

/** Everything that the future of a frame depends on. */
const keyOf = <S extends Shape>({ state, minds, lanes }: Frame<S>): string => canonical([state, minds, lanes]);

function* combinations<S extends Shape>(
  engine: Engine<S>,
  frame: Frame<S>,
  { asks }: Window<S>,
): Generator<Answer<S>[]> {
  const choices = asks.map((ask) => {
    const legal = engine.world.legal(viewOf(engine, frame, ask.to), ask.to);
    const allowed = legal.filter(({ type }) => (ask.may as readonly string[]).includes(type));
    return allowed.map((action: Action<S>): Answer<S> => {
      const provenance = { actor: ask.to, ask: ask.id, by: "agent" } as const;
      return { actor: ask.to, ask, actions: [action], provenance };
    });
  });
  function* from(i: number): Generator<Answer<S>[]> {
    if (i === choices.length) yield [];
    else for (const first of choices[i]!) for (const rest of from(i + 1)) yield [first, ...rest];
  }
  yield* from(0);
}

function turnOf<S extends Shape>(engine: Engine<S>, frame: Frame<S>, lane: string, given: Answer<S>[], seed: string) {
  const draft = decideTurn(engine, frame, lane, given, { seed, salt: "0" });
  const refused = draft.validation.find(({ success }) => !success);
  holds(draft.events.length > 0, `a legal answer changed nothing: ${refused?.reason} ${refused?.message}`);
  return { ...seal(engine, frame, draft, { id: "1", createdAt: 0, rawText: "", salt: "0" }).frame, hash: frame.hash };
}
