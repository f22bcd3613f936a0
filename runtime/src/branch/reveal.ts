// Reveals the seed of an epoch, so that every roll of it can be checked, and begins the next.
import type { Roll } from "@orrery/kernel";
import { Fault } from "../fault.ts";
import type { Revealed } from "../shapes.ts";
import { headView } from "../turns/turn-lines.ts";
import type { BranchRegistry } from "./branch-registry.ts";
import { commit } from "./commits.ts";
import { newSecret } from "./start.ts";

/** Opens the seed of the present epoch and commits to a new one. Fault `sealed` where this installation does not hold it. */
export async function reveal(registry: BranchRegistry, run: string, branch: string): Promise<Revealed> {
  const { store, outside } = registry;
  return registry.alone(run, branch, async () => {
    const engine = await registry.engine(run);
    for (;;) {
      const session = await registry.session(run, branch);
      const open = await store.secret(run, session.frame.commitment);
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
        after: session.frame,
        percepts: [],
      };
      const made = await commit(registry, engine, session, draft, "");
      if (made) return { commitment, seed, nonce, next: next.commitment, head: headView(session.head) };
    }
  });
}
