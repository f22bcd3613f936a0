// Reveals the seed of an epoch, so that every roll of it can be checked, and begins the next.
import type { Roll } from "@orrery/kernel";
import { Fault } from "../fault.ts";
import type { Revealed } from "../shapes.ts";
import { headView } from "../turns/lines.ts";
import { commit } from "./commits.ts";
import type { Keeper } from "./keeper.ts";
import { newSecret } from "./start.ts";

/** Opens the seed of the present epoch and commits to a new one. Fault `sealed` where this installation does not hold it. */
export async function reveal(keeper: Keeper, run: string, branch: string): Promise<Revealed> {
  const { store, outside } = keeper;
  return keeper.alone(run, branch, async () => {
    const engine = await keeper.engine(run);
    for (;;) {
      const line = await keeper.line(run, branch);
      const open = await store.secret(run, line.frame.commitment);
      if (!open)
        throw new Fault("sealed", "This installation does not hold the seed of this epoch, so it cannot reveal it.");
      const next = newSecret(outside);
      await store.addSecret(run, next);
      const { commitment, seed, nonce } = open;
      const event = { type: "@revealed", commitment, seed, nonce, next: next.commitment } as const;
      const draft = {
        lane: "@god",
        actions: [],
        validation: [],
        events: [event],
        by: ["god" as const],
        answers: [{ actor: "god", ask: null, by: "god" as const }],
        rolls: [] as Roll[],
        after: line.frame,
        percepts: [],
      };
      const made = await commit(keeper, engine, line, draft, "");
      if (made) return { commitment, seed, nonce, next: next.commitment, head: headView(line.head) };
    }
  });
}
