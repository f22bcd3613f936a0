// What tests of any world need to stand somewhere: frames from states, windows from asks, tellings from turns.
import {
  type ActorId,
  type AnyEvent,
  type Dice,
  type Draft,
  type Engine,
  type Frame,
  firstHash,
  keyedDice,
  openFrame,
  type Percept,
  type Shape,
  type Telling,
  TurnFold,
  viewOf,
} from "@orrery/kernel";

export { askFor, type Window, windowsOf } from "@orrery/kernel";

/** A frame that begins at a state, with minds opened from it. */
export function frameAt<S extends Shape>(engine: Engine<S>, state: S["state"], config?: S["config"]): Frame<S> {
  const { id: world, version } = engine.world;
  const opening = { world, version, name: world, config, state, dice: { commitment: firstHash }, createdAt: 0 };
  return openFrame(engine, opening, firstHash);
}

/** What of a turn matters to those who are told of it. */
export type Happened<S extends Shape> = Pick<Draft<S>, "events" | "actions" | "validation">;

/** What one viewer perceives of a turn, in order. */
export function perceived<S extends Shape>(
  engine: Engine<S>,
  before: Frame<S>,
  events: readonly AnyEvent<S>[],
  who: ActorId,
): Percept<S>["what"][] {
  const fold = new TurnFold(engine, before);
  for (const event of events) fold.add(event);
  return fold.percepts.flatMap(({ to, what }) => (to === who ? [what] : []));
}

/** What a viewer is told of a turn, or of the opening when there is no turn. The dice choose words only. */
export function told<S extends Shape>(
  engine: Engine<S>,
  who: ActorId,
  after: Frame<S>,
  turn?: { before: Frame<S>; happened: Happened<S> },
  dice: Dice = keyedDice(engine.hash, { seed: "telling", salt: "0", lane: "@told", depth: 0 }, who),
): string {
  const seen = viewOf(engine, after, who);
  const telling: Telling<S> = turn
    ? {
        who,
        before: viewOf(engine, turn.before, who),
        after: seen,
        percepts: perceived(engine, turn.before, turn.happened.events, who),
        tried: turn.happened.validation.flatMap((validation) => {
          const action = turn.happened.actions[validation.actionIndex];
          return action?.actorId === who ? [{ action, validation }] : [];
        }),
        dice,
      }
    : { who, before: null, after: seen, percepts: [], tried: [], dice };
  return engine.world.words.tell(telling);
}
