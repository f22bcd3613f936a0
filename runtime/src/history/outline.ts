// Lists the turns of a long run that are worth a stop: refused, a god's, with dice. Reads stored turns and folds none.
import { readCommit } from "@orrery/kernel";
import type { BranchRegistry } from "../branch/branch-registry.ts";
import { Breath } from "../breath.ts";
import type { Outline } from "../shapes.ts";

const SLICE = 256;

/** The outline of a branch up to its head. Fault `unknown_branch`. */
export async function outlineOf(registry: BranchRegistry, run: string, branch: string): Promise<Outline> {
  const { store } = registry;
  const head = await registry.head(run, branch);
  const breath = new Breath();
  const refused: number[] = [];
  const gods: number[] = [];
  const rolled: number[] = [];
  for (let from = 1; from <= head.turn; from += SLICE) {
    for (const { body, turn } of await store.read(head, from, Math.min(from + SLICE - 1, head.turn))) {
      const { turn: said, events, answers, rolls } = readCommit(body);
      const unread = said.rawText !== "" && said.actions.length === 0 && events.length === 0;
      if (unread || said.validation.some(({ success }) => !success)) refused.push(turn);
      if (answers.some(({ by }) => by === "god")) gods.push(turn);
      if (rolls && rolls.length > 0) rolled.push(turn);
    }
    await breath.take();
  }
  return { turns: head.turn, refused, gods, rolled };
}
