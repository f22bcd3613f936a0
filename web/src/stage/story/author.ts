// How the rail acts as the author: one god action at a time, at the newest round, with its refusal in words.
import type { StoryState } from "@orrery/worlds/story";
import { useState } from "react";
import type { StageScene } from "../stage.ts";

export interface GodDeed {
  readonly type: string;
  readonly targetId?: string;
  readonly metadata?: object;
}
export interface Author {
  /** Resolves to whether it was done. */
  readonly act: (deed: GodDeed) => Promise<boolean>;
  /** Why the last one was refused; null after one that was done. */
  readonly refused: string | null;
  /** Nothing can be done: looking back, at work, in a file, as a seat. */
  readonly idle: boolean;
}

/** Empties a field of what was sent; what was written in it meanwhile stays. */
export const emptySent =
  <T>(sent: T, empty: T) =>
  (now: T): T =>
    now === sent ? empty : now;

export function useAuthor(scene: StageScene | null): Author {
  const [refused, setRefused] = useState<string | null>(null);
  const god = scene?.god ?? null;
  return {
    idle: god === null || scene?.busy !== null,
    refused,
    act: async (deed) => {
      if (!god) return false;
      const line = await god({ actorId: "god", ...deed });
      const said = line?.validation.find(({ success }) => !success);
      setRefused(line === null ? (scene?.problem ?? null) : (said?.message ?? null));
      return line !== null && said === undefined;
    },
  };
}

/** The state that the rail reads: the owner's view is all of it. Null for a seat, which has its own eyes alone. */
export const stateIn = (scene: StageScene | null): StoryState | null => {
  const view = scene?.base.view as Partial<StoryState> | undefined;
  return view?.profiles && view.settings ? (view as StoryState) : null;
};
