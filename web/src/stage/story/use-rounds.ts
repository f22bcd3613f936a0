// Reads the feelings of all rounds once, with pauses, so that a long story does not hold up the page; what is read stays read while it grows.
import type { StoryState } from "@orrery/worlds/story";
import { useEffect, useMemo, useState } from "react";
import type { StageScene } from "../stage.ts";
import { endsIn, levelsIn, type Round } from "./rounds.ts";

/** What was read last, for every part of the page that asks. */
let kept: { readonly key: string; readonly rounds: Round[] } = { key: "", rounds: [] };

/** Milliseconds of reading before the page may do something else. */
const SLICE_MS = 12;

interface Rounds {
  readonly rounds: readonly Round[];
  /** How many rounds there are; those beyond `rounds` are still to be read. */
  readonly all: number;
}

/** `stateAt` null: this page cannot fold the run, and shows the present alone. */
export function useRounds({
  lines,
  run,
  branch,
  stateAt,
}: Pick<StageScene, "lines" | "run" | "branch" | "stateAt">): Rounds {
  const ends = useMemo(() => endsIn(lines), [lines]);
  const [rounds, setRounds] = useState<readonly Round[]>([]);
  useEffect(() => {
    const key = `${run} ${branch}`;
    if (kept.key !== key) kept = { key, rounds: [] };
    const known = kept.rounds;
    // A branch or a rollback may have other turns than those that were read.
    let same = 0;
    while (same < known.length && ends[same]?.id === known[same]!.id) same++;
    known.length = same;
    let stopped = false;
    const step = () => {
      if (stopped || !stateAt) return;
      const began = performance.now();
      while (known.length < ends.length && performance.now() - began < SLICE_MS) {
        const end = ends[known.length]!;
        const state = stateAt(end.turn) as StoryState | null;
        if (!state) return;
        known.push({ ...end, ...levelsIn(state) });
      }
      setRounds([...known]);
      if (known.length < ends.length) setTimeout(step);
    };
    step();
    return () => {
      stopped = true;
    };
  }, [ends, run, branch, stateAt]);
  return { rounds, all: ends.length };
}
