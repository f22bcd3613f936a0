// Folds a line turn by turn between two places. Makes no words of a turn for anybody.
import { type AnyEngine, readCommit, type Shape } from "@orrery/kernel";
import type { Place, Store, StoredTurn } from "@orrery/store";
import { Breath } from "../breath.ts";
import { advance, type HistoryMoment, openingMoment } from "./branch-session.ts";
import type { RecentTurns } from "./recent-turns.ts";
import { TurnIndex } from "./telling.ts";
import type { TurnTransition } from "./turn-transition.ts";

const CHUNK = 64;

/** Walks a line turn by turn, from `from` to the place `to`, each with the moments around it. What is kept in `recent` is not folded again. */
export async function* walk(
  engine: AnyEngine,
  store: Store,
  start: HistoryMoment | null,
  to: Place,
  recent: RecentTurns | null = null,
): AsyncGenerator<TurnTransition> {
  let moment = start;
  let next = start ? start.place.turn + 1 : 0;
  const breath = new Breath();
  while (next <= to.turn) {
    await breath.take();
    const known = moment && recent?.find({ segment: to.segment, turn: next });
    if (known) {
      moment = known.after;
      next++;
      yield known;
      continue;
    }
    for (const stored of await store.read(to, next, Math.min(next + CHUNK - 1, to.turn))) {
      await breath.take();
      const transition: TurnTransition = moment ? passOn(engine, moment, stored) : atOpening(engine, stored);
      if (transition.index) recent?.add(transition);
      moment = transition.after;
      next++;
      yield transition;
    }
  }
}

function passOn(engine: AnyEngine, before: HistoryMoment, stored: StoredTurn): TurnTransition {
  const commit = readCommit<Shape>(stored.body);
  const { moment: after, percepts } = advance(engine, before, stored, commit);
  return { stored, before, after, commit, index: new TurnIndex(engine, before.frame, commit, after.frame, percepts) };
}

const atOpening = (engine: AnyEngine, stored: StoredTurn): TurnTransition => ({
  stored,
  before: null,
  after: openingMoment(engine, stored),
  commit: null,
  index: null,
});
