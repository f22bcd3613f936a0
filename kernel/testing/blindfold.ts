// Law: two states that differ only in what an actor may not know are one and the same to that actor.
import {
  type ActionBase,
  type ActorId,
  actionProblem,
  admit,
  canonical,
  type Engine,
  type Frame,
  mindOf,
  type Shape,
  viewOf,
} from "@orrery/kernel";
import { holds, same } from "./compare.ts";
import { askFor, type Happened, perceived, told } from "./frames.ts";

export interface Probing<S extends Shape> {
  /** Actions to be tried in both: what is refused must be refused with the same words. */
  readonly probes?: readonly ActionBase[];
  /** The turns that led to the two frames, to compare what is perceived and told of them. */
  readonly turns?: readonly [{ before: Frame<S>; happened: Happened<S> }, { before: Frame<S>; happened: Happened<S> }];
}

/** Throws where anything that `who` gets to see differs between two frames; and when the two do not differ at all. */
export function blindfold<S extends Shape>(
  engine: Engine<S>,
  a: Frame<S>,
  b: Frame<S>,
  who: ActorId,
  { probes = [], turns }: Probing<S> = {},
): void {
  const { world } = engine;
  holds(canonical([a.state, a.minds]) !== canonical([b.state, b.minds]), "both frames are the same: nothing is hidden");
  const both = (what: string, of: (frame: Frame<S>, i: 0 | 1) => unknown) =>
    same(`${what} of ${who}`, of(b, 1), of(a, 0));
  const view = (frame: Frame<S>) => viewOf(engine, frame, who);
  both("view", view);
  both("mind", (frame) => mindOf(engine, frame, who));
  both("legal actions", (frame) => world.legal(view(frame), who));
  both("lexicon", (frame) => world.words.lexicon(view(frame), who));
  both("name", (frame) => world.words.name(view(frame), who));
  both("asks", (frame) =>
    world.asks(frame.state).flatMap(({ fallback, ...ask }) => (ask.to === who ? [{ ...ask, falls: !!fallback }] : [])),
  );
  both("telling of the opening", (frame) => told(engine, who, frame).split("\n"));
  for (const action of [...world.legal(view(a), who), ...probes] as readonly ActionBase[]) {
    both(`verdict on ${canonical(action)}`, (frame) => {
      holds(actionProblem(action) === null, `a probe must be an action: ${actionProblem(action)}`);
      return admit(engine, view(frame), { actor: who, ask: askFor(engine, frame.state, who, action.type) }, action);
    });
  }
  if (!turns) return;
  both("percepts", (_, i) => perceived(engine, turns[i].before, turns[i].happened.events, who));
  both("telling of the turn", (frame, i) => told(engine, who, frame, turns[i]).split("\n"));
}
