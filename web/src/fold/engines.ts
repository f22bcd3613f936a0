// The worlds that this page can fold by itself, each loaded when a run of it is opened. Nothing is judged here, so no contract is compiled.

import type { AnyEngine } from "@orrery/kernel";
import { WORLDS } from "@orrery/worlds";
import { hashText } from "./hash.ts";

/** Ids of the worlds that this page folds. */
export const FOLDS: readonly string[] = Object.keys(WORLDS);

/** The fold of a world; null for one that only the server has. */
export async function engineOf(world: string): Promise<AnyEngine | null> {
  if (!Object.hasOwn(WORLDS, world)) return null;
  const none = new Map<string, never>();
  return {
    world: await WORLDS[world]!(),
    hash: hashText,
    contracts: none,
    godContracts: none,
    configProblem: () => null,
  };
}
