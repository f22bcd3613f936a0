// What is worth stopping at in a long run, without its turns: numbers of turns by kind, read off the stored bodies. Folds nothing.
import { readCommit } from "@orrery/kernel";
import type { BranchRegistry } from "../branch/branch-registry.ts";
import { Breath } from "../breath.ts";
import type { Outline } from "../shapes.ts";

const SLICE = 256;

/** Of a branch up to its head. Fault `unknown_branch`. */
export async function outlineOf(registry: BranchRegistry, run: string, branch: string): Promise<Outline> {
  const { store } = registry;
  const head = await registry.head(run, branch);
  const breath = new Breath();
  const refused: number[] = [];
  const gods: number[] = [];
  const rolled: number[] = [];
  for (let from = 1; from <= head.turn; from += SLICE) {
    for (const { body, turn } of await store.read(head, from, Math.min(from + SLICE - 1, head.turn))) {
      const { turn: said, events, by, rolls } = readCommit(body);
      const unread = said.rawText !== "" && said.actions.length === 0 && events.length === 0;
      if (unread || said.validation.some(({ success }) => !success)) refused.push(turn);
      if (by.includes("god") || said.actions[0]?.actorId === "god") gods.push(turn);
      if (rolls && rolls.length > 0) rolled.push(turn);
    }
    await breath.take();
  }
  return { turns: head.turn, refused, gods, rolled };
}
