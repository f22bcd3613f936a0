// Follows one of the author's events through all rounds, with pauses: what people are shown in a large town takes a while to look through.
import { Hearsay, type HearsayRound, type StoryState } from "@orrery/worlds/story";
import { useEffect, useMemo, useState } from "react";
import type { StageScene } from "../stage.ts";
import { endsIn } from "./rounds.ts";

const SLICE_MS = 12;

interface HearsayRead {
  readonly hearsay: Hearsay;
  /** From the round of the event on, as far as they are read. */
  readonly rows: readonly HearsayRound[];
  readonly isWhole: boolean;
}

/** Null where there is nothing to follow, or this page cannot fold the run. */
export function useHearsay(
  { lines, stateAt }: Pick<StageScene, "lines" | "stateAt">,
  news: StoryState["happenings"][number] | null,
): HearsayRead | null {
  const ends = useMemo(() => endsIn(lines), [lines]);
  const [read, setRead] = useState<HearsayRead | null>(null);
  useEffect(() => {
    setRead(null);
    if (!news || !stateAt) return;
    const hearsay = new Hearsay(news);
    const rows: HearsayRound[] = [];
    const turns = [0, ...ends.map(({ turn }) => turn)];
    let next = 0;
    let stopped = false;
    const step = () => {
      if (stopped) return;
      const began = performance.now();
      while (next < turns.length && performance.now() - began < SLICE_MS) {
        const state = stateAt(turns[next]!) as StoryState | null;
        if (!state) return;
        const row = hearsay.take(state);
        if (row.round >= news.round) rows.push(row);
        next++;
      }
      setRead({ hearsay, rows: [...rows], isWhole: next === turns.length });
      if (next < turns.length) setTimeout(step);
    };
    step();
    return () => {
      stopped = true;
    };
  }, [ends, stateAt, news]);
  return read;
}
