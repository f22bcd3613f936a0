// UNDO and RESTART, typed by the owner where a deed is typed: the head moves back, and the turns after it stay in the run.
import { readCommit } from "@orrery/kernel";
import { type Rewinding, rewindingIn } from "@orrery/parser";
import type { BranchRegistry } from "../branch/branch-registry.ts";
import { rollback } from "../branch/branches.ts";
import { Fault } from "../fault.ts";
import type { Rewound, Submission } from "../shapes.ts";
import { headView } from "../turns/turn-lines.ts";

/** Which way back a submission asks for. A seat's words are its player's, and no seat moves the others back. */
export const wayBack = ({ text, seat }: Submission): Rewinding | null =>
  text === undefined || seat ? null : rewindingIn(text);

/** Faults `unknown_turn` at the beginning, and `moved` when the branch is not where it was seen. */
export async function rewindByWords(
  registry: BranchRegistry,
  run: string,
  way: Rewinding,
  { branch = "main", expectedHead }: Submission,
): Promise<Rewound> {
  const { head } = await registry.session(run, branch);
  if (expectedHead !== undefined && expectedHead !== head.id)
    throw new Fault("moved", "The story has moved on meanwhile. Look again.", { head: headView(head) });
  const undone = way === "restart" ? null : await newestDeed(registry, run, branch);
  if (head.turn === 0 || undone?.turn === 0)
    throw new Fault("unknown_turn", "There is nothing to take back: this is the beginning.");
  const moved = await rollback(registry, run, branch, undone === null ? 0 : undone.turn - 1);
  return { kind: "rewound", head: moved.head, undone: undone?.text ?? null };
}

/** The newest turn in which anything happened: words that were not understood are nothing to take back. Turn 0 where there is none. */
async function newestDeed(
  registry: BranchRegistry,
  run: string,
  branch: string,
): Promise<{ turn: number; text: string }> {
  const { head } = await registry.session(run, branch);
  for (let turn = head.turn; turn > 0; turn--) {
    const [stored] = await registry.store.read(head, turn, turn);
    const commit = readCommit(stored!.body);
    if (commit.events.length > 0) return { turn, text: commit.turn.rawText };
  }
  return { turn: 0, text: "" };
}
