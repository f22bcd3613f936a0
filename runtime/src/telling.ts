// What a viewer is told of a turn by the world's own words. Deterministic in what the viewer knows, so that it cannot leak.
import {
  type AnyEngine,
  type AnyWorld,
  type Commit,
  canonical,
  type Dice,
  type Frame,
  keyedDice,
  lift,
  perceptsOf,
  type Shape,
  step,
  viewOf,
} from "@orrery/kernel";

/** A turn as one viewer met it. */
export interface Noticed {
  readonly before: unknown;
  readonly after: unknown;
  readonly percepts: readonly unknown[];
  readonly narration: string;
  /** Anything at all: it answered, perceived, or sees something else now. */
  readonly any: boolean;
}

/** What reached a viewer between two frames, and the sentences for it. */
export function notice(
  engine: AnyEngine,
  from: Frame<Shape>,
  commit: Commit<Shape>,
  to: Frame<Shape>,
  who: string,
): Noticed {
  const before = viewOf(engine, from, who);
  const after = viewOf(engine, to, who);
  const percepts: unknown[] = [];
  let at: Pick<Frame<Shape>, "state" | "minds"> = from;
  for (const event of commit.events.flatMap((event) => lift(engine, commit.version, event))) {
    const next = step(engine, at, event);
    percepts.push(...perceptsOf(engine, at.state, event, next.state, who));
    at = next;
  }
  const tried = commit.turn.actions.flatMap((action, i) =>
    action.actorId === who ? [{ action, validation: verdictOf(commit, i) }] : [],
  );
  const answered = commit.answers.find(({ actor }) => actor === who);
  const told = engine.world.words.tell({
    who,
    before,
    after,
    percepts,
    tried,
    dice: tellerDice(engine, [who, percepts, after]),
  });
  const reading = answered?.reading as { problem: { message: string } | null } | undefined;
  const outside =
    answered && commit.turn.actions.length === 0 ? commit.turn.validation.map(({ message }) => message ?? "") : [];
  const narration = [told, ...outside, reading?.problem?.message ?? ""].filter((text) => text !== "").join("\n\n");
  const any =
    answered !== undefined || percepts.length > 0 || (before !== after && canonical(before) !== canonical(after));
  return { before, after, percepts, narration, any };
}

/** What a viewer is told at the opening. */
export function noticeOpening(engine: AnyEngine, frame: Frame<Shape>, who: string): string {
  const after = viewOf(engine, frame, who);
  return engine.world.words.tell({
    who,
    before: null,
    after,
    percepts: [],
    tried: [],
    dice: tellerDice(engine, [who, after]),
  });
}

export const verdictOf = (commit: Commit<Shape>, index: number) =>
  commit.turn.validation.find(({ actionIndex }) => actionIndex === index)!;

/** Dice keyed by what the viewer knows. Writing that out is most of a telling's work, and many tellings roll nothing. */
export function tellerDice({ hash }: AnyEngine, known: readonly unknown[]): Dice {
  let made: Dice | null = null;
  const dice = () => {
    made ??= keyedDice(hash, { seed: canonical(known), salt: "", lane: "@tell", depth: 0 }, "teller");
    return made;
  };
  return {
    int: (...asked) => dice().int(...asked),
    pick: (...asked) => dice().pick(...asked),
    shuffle: (...asked) => dice().shuffle(...asked),
    joint: (...asked) => dice().joint(...asked),
    hash,
  };
}

/** How it ended, in its world's words; null while it goes on. */
export const endingOf = (world: AnyWorld, state: unknown): string | null =>
  world.outcome(state) === null ? null : (world.words.ending?.(state) ?? "It has ended");
