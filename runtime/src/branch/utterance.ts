// An utterance heard to its end: what its first clauses bring to light may be named by the ones after them. Commits nothing.

import {
  type ActionBase,
  type AnyEngine,
  type Ask,
  type DiceKey,
  decideTurn,
  type Frame,
  type Shape,
  viewOf,
} from "@orrery/kernel";
import { parseTextToActions, type Reading } from "@orrery/parser";

interface UtteranceContext extends Pick<DiceKey, "seed" | "salt"> {
  readonly actor: string;
  readonly ask: Ask<Shape> | null;
  /** This actor's earlier readings, newest first. */
  readonly recent: readonly Reading[];
  /** Why what this actor did last came to nothing. */
  readonly refusal?: string | undefined;
}

/**
 * All actions of an utterance and the reading of its last words. "Open the cupboard and take the lamp": the lamp can be
 * named once the cupboard is open, so the first action is tried out (with the very dice that it will have) and the rest is
 * read from the view it leads to. Whether any of it counts is decided later, when the whole is committed.
 */
export function parseUtterance(
  engine: AnyEngine,
  frame: Frame<Shape>,
  text: string,
  hearing: UtteranceContext,
): { actions: readonly ActionBase[]; reading: Reading } {
  const { actor, ask, seed, salt } = hearing;
  let recent = hearing.recent;
  const first = read(engine, frame, text, actor, recent, hearing.refusal);
  if (ask?.mode !== "each") return first;
  const actions = [...first.actions];
  let { reading } = first;
  while (reading.rest !== null) {
    const tried = decideTurn(
      engine,
      frame,
      ask.lane,
      [{ actor, ask, actions, provenance: { actor, ask: ask.id, by: "agent" } }],
      { seed, salt },
    );
    recent = [reading, ...recent];
    const next = read(engine, { ...frame, ...tried.after }, reading.rest, actor, recent);
    if (next.actions.length === 0) {
      const { last } = reading;
      return { actions, reading: { ...next.reading, rest: null, ...(last ? { last } : {}) } };
    }
    actions.push(...next.actions);
    reading = next.reading;
  }
  return { actions, reading };
}

function read(
  engine: AnyEngine,
  frame: Frame<Shape>,
  text: string,
  actor: string,
  recent: readonly Reading[],
  refusal?: string | undefined,
) {
  const lexicon = engine.world.words.lexicon(viewOf(engine, frame, actor), actor);
  return parseTextToActions(text, { actorId: actor, lexicon, recent, refusal });
}
