// Stops a run of a world that breaks the law that a fallback is always admitted. Decides nothing else.
import type { Commit, Shape } from "@orrery/kernel";

/** Another lane may have changed what a fallback was made for; its next one is made for what is so now. */
const REFUSED_MOST = 3;

/** Counts refused fallbacks in a row. Without it a fallback that is never admitted would be recorded without end. */
export class Fallbacks {
  #refused = new Map<string, number>();

  /** Throws, as for any bug of a world, when one ask's fallback was refused so often in a row. */
  check({ answers, turn: { actions, validation } }: Commit<Shape>): void {
    const failed = new Map(actions.map(({ actorId }, i) => [actorId, validation[i]]));
    const refused = new Map<string, number>();
    for (const { actor, ask, by } of answers) {
      const verdict = failed.get(actor);
      if (by !== "fallback" || ask === null || verdict === undefined || verdict.success) continue;
      const times = (this.#refused.get(ask) ?? 0) + 1;
      if (times === REFUSED_MOST)
        throw new Error(`the fallback of ${actor} for "${ask}" is refused: ${verdict.message ?? verdict.reason}`);
      refused.set(ask, times);
    }
    this.#refused = refused;
  }
}
