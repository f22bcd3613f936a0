// How the story of a scene is tried otherwise: by the owner, on a branch of its own, which others play on where they played before.
import { useMemo } from "react";
import * as wire from "../wire.ts";
import { t } from "../words.ts";
import { alternativesAt, forgetTried, justTried, nameFrom, rememberTried, type Tried } from "./otherwise.ts";
import type { Otherwise } from "./part.tsx";
import { lineupBefore } from "./sitting.tsx";
import type { RunScene } from "./use-scene.ts";

export function useOtherwise(scene: RunScene): Otherwise | null {
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
export function useTried({ run, place, move }: RunScene): (Tried & { undo(): void }) | null {
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

/** Makes the branch before a turn, with the same dice, and says the other words on it. Resolves to the branch. */
async function tryOtherwise(
  run: string,
  line: wire.Line & { readonly actor: string },
  words: string,
  { from, branches }: { readonly from: string; readonly branches: readonly wire.Branch[] },
): Promise<Tried> {
  const name = nameFrom(
    words,
    branches.map(({ name }) => name),
  );
  const made = await wire.createBranch(run, { name, at: line.turn - 1, dice: "keep", from });
  const tried = { run, branch: made.branch, from };
  rememberTried(tried);
  await wire.submit(run, { text: words, branch: made.branch, as: line.actor, expectedHead: made.head.id });
  return tried;
}
