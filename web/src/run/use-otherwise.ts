// How the story of a scene is tried otherwise: by the owner, on a branch of its own, which others play on where they played before.
import { useMemo } from "react";
import * as wire from "../wire.ts";
import { t } from "../words.ts";
import { alternativesAt, forgetTried, justTried, type Tried, tryOtherwise } from "./otherwise.ts";
import type { Otherwise } from "./part.tsx";
import { lineupBefore } from "./sitting.tsx";
import type { Scene } from "./use-scene.ts";

export function useOtherwise(scene: Scene): Otherwise | null {
  const { run, place, live, seat, disk, moment, watches, move } = scene;
  const alternatives = useMemo(() => alternativesAt(live.branches, place.branch), [live.branches, place.branch]);
  if (seat) return null;
  return {
    alternatives,
    show: (branch) => move({ branch, at: null }, "push"),
    retry: disk
      ? null
      : async (line, words) => {
          if (!("actor" in line) || line.actor === null) return false;
          const { actor } = line;
          const done = await live.work(t("branching"), async () => {
            const from = { from: place.branch, branches: live.branches };
            const tried = await tryOtherwise(run, { ...line, actor }, words, from);
            if (watches) await wire.startAgents(run, await lineupBefore(run, moment.base.world), tried.branch);
            return tried;
          });
          if (done) move({ branch: done.branch, at: null, eyes: place.eyes }, "push");
          return done !== null;
        },
  };
}

/** The branch that trying something otherwise has just made, and the way back from it. Null: none, or it is known by now. */
export function useTried({ run, place, move }: Scene): (Tried & { undo(): void }) | null {
  const tried = justTried(run, place.branch);
  if (!tried) return null;
  return {
    ...tried,
    undo() {
      forgetTried();
      move({ branch: tried.from, at: null }, "push");
    },
  };
}
