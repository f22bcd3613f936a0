// The beats of a story, told by the template from turns and states alone: one a round, in order, read with pauses.
import {
  type Beat,
  beatOf,
  factsOf,
  knowledgeIn,
  openingRound,
  RoundFinder,
  type StoryEvent,
  type StoryState,
  type TellableRound,
  tellingDice,
  translateRound,
} from "@orrery/worlds/story";
import { useEffect, useMemo, useState } from "react";
import { hashText } from "../../fold/hash.ts";
import type { Line } from "../../shapes.ts";
import type { StageScene } from "../stage.ts";

const SLICE_MS = 12;

/** All rounds that have ended, with the turns that they lie in. */
function roundsIn(lines: readonly Line[], opened: StoryState | null): readonly TellableRound[] {
  const finder = new RoundFinder();
  const opening = opened && openingRound(opened);
  return [
    ...(opening ? [opening] : []),
    ...lines.flatMap(({ turn, events }) => (turn === 0 ? [] : finder.take(turn, events as readonly StoryEvent[]))),
  ];
}

export function useBeats({ lines, stateAt, head }: Pick<StageScene, "lines" | "stateAt" | "head">): readonly Beat[] {
  const [beats, setBeats] = useState<readonly Beat[]>([]);
  const rounds = useMemo(() => roundsIn(lines, (stateAt?.(0) ?? null) as StoryState | null), [lines, stateAt]);
  useEffect(() => {
    if (!stateAt) return;
    let stopped = false;
    const told: Beat[] = [];
    const last = rounds.at(-1)?.round ?? 0;
    const step = () => {
      if (stopped) return;
      const began = performance.now();
      while (told.length < rounds.length && performance.now() - began < SLICE_MS) {
        const beat = tell(rounds[told.length]!, told, last, (turn) => stateAt(turn) as StoryState | null, head);
        if (!beat) return;
        told.push(beat);
      }
      setBeats([...told]);
      if (told.length < rounds.length) setTimeout(step);
    };
    step();
    return () => {
      stopped = true;
    };
  }, [rounds, stateAt, head]);
  return beats;
}

function tell(
  found: TellableRound,
  earlier: readonly Beat[],
  last: number,
  stateAt: (turn: number) => StoryState | null,
  head: number,
): Beat | null {
  const [before, after, now] = [stateAt(Math.max(0, found.from - 1)), stateAt(found.to), stateAt(head)];
  if (!before || !after || !now) return null;
  const told = earlier.flatMap(({ events }) => events);
  const facts = factsOf({ ...found, before, after, now: knowledgeIn(now, found.round, last), told });
  const previous = earlier.slice(-2).map(({ prose }) => prose);
  const { prose } = translateRound(facts, previous, tellingDice(hashText, found));
  return beatOf(facts, {
    prose,
    teller: "template",
    from: found.from,
    to: found.to,
    asOf: head,
    isFirst: earlier.length === 0,
  });
}
