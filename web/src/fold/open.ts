// What is loaded when a run is opened, and not before: the kernel, the world's rules, and how to look through them.
import type { RollProof, TurnLine } from "../shapes.ts";
import { Chronicle } from "./chronicle.ts";
import { engineOf } from "./engines.ts";
import { hashText } from "./hash.ts";
import * as proof from "./proof.ts";

export { isIdle, lineHeardBy, lookAt } from "./look.ts";

/** The fold of a branch; null for a world that only the server has. `opened`: the state of turn 0. */
export async function openChronicle(
  plays: string,
  lines: readonly TurnLine[],
  opened: () => Promise<unknown>,
): Promise<Chronicle | null> {
  const engine = await engineOf(plays);
  return engine && Chronicle.open(engine, await opened(), lines);
}

/** Whether a roll was fair, as far as this branch tells. */
export const proofOf = (lines: readonly TurnLine[], roll: RollProof): proof.Proof =>
  proof.proofOf(hashText, lines, roll);
