// What tests of any world need to stand somewhere: frames from states, windows from asks, tellings from turns.
import {
  type ActorId,
  type AnyEvent,
  type Ask,
  type Dice,
  type Draft,
  type Engine,
  type Frame,
  firstHash,
  keyedDice,
  openFrame,
  type Percept,
  perceptsOf,
  type Shape,
  step,
  type Telling,
  viewOf,
} from "@orrery/kernel";

/** A frame that begins at a state, with minds opened from it. */
export function frameAt<S extends Shape>(engine: Engine<S>, state: S["state"], config?: S["config"]): Frame<S> {
  const { id: world, version } = engine.world;
  const opening = { world, version, name: world, config, state, dice: { commitment: firstHash }, createdAt: 0 };
  return openFrame(engine, opening, firstHash);
}

/** Asks that commit together. */
export interface Window<S extends Shape> {
  readonly lane: string;
  readonly asks: readonly Ask<S>[];
}

/** The windows that are open at a state: each lane's due asks, then every standing ask alone. */
export function windowsOf<S extends Shape>({ world }: Engine<S>, state: S["state"]): Window<S>[] {
  const lanes = new Map<string, Ask<S>[]>();
  const standing: Window<S>[] = [];
  for (const ask of world.asks(state)) {
    if (ask.kind === "standing") standing.push({ lane: ask.lane, asks: [ask] });
    else lanes.set(ask.lane, [...(lanes.get(ask.lane) ?? []), ask]);
  }
  return [...[...lanes].map(([lane, asks]) => ({ lane, asks })), ...standing];
}

/** The ask that lets an actor do this, if there is one. */
export const askFor = <S extends Shape>(
  { world }: Engine<S>,
  state: S["state"],
  actor: ActorId,
  type: string,
): Ask<S> | null =>
  world.asks(state).find(({ to, may }) => to === actor && (may as readonly string[]).includes(type)) ?? null;

/** What of a turn matters to those who are told of it. */
export type Happened<S extends Shape> = Pick<Draft<S>, "events" | "actions" | "validation">;

/** What one viewer perceives of a turn, in order. */
export function perceived<S extends Shape>(
  engine: Engine<S>,
  before: Frame<S>,
  events: readonly AnyEvent<S>[],
  who: ActorId,
): Percept<S>["what"][] {
  let at: Pick<Frame<S>, "state" | "minds"> = before;
  return events.flatMap((event) => {
    const next = step(engine, at, event);
    const percepts = perceptsOf(engine, at.state, event, next.state, who);
    at = next;
    return percepts;
  });
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
