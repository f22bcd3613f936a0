// Writes the query caches of branches once they have been quiet for a moment.
import type { Head } from "@orrery/store";
import { Breath } from "../breath.ts";
import type { BranchRegistry } from "./branch-registry.ts";

/** The query cache is written when a branch has been quiet for so many milliseconds. */
const QUIET_MS = 250;
/** A state is as large as its world: after a write, so many times as long as it took go by before the next one. */
const PAUSE = 20;

export class HeadCaches {
  readonly #registry: BranchRegistry;
  readonly #keepUp: (run: string, head: Head) => Promise<void>;
  #quiet: NodeJS.Timeout | null = null;
  #closing = false;
  /** Milliseconds of the process's clock before which nothing is written in a quiet moment. */
  #notBefore = 0;

  /** `keepUp`: makes memories of the newest turns of a run; it is called while nobody plays there. */
  constructor(registry: BranchRegistry, keepUp: (run: string, head: Head) => Promise<void>) {
    this.#registry = registry;
    this.#keepUp = keepUp;
  }

  /** Puts the writing off until the branches are quiet. */
  rest(): void {
    if (this.#registry.stale.size === 0) return;
    if (this.#quiet) return void this.#quiet.refresh();
    this.#quiet = setTimeout(
      () => {
        this.#quiet = null;
        // A cache that cannot be written now is written with the next turn, or when the store is closed.
        const began = performance.now();
        const written = () => {
          const now = performance.now();
          this.#notBefore = now + PAUSE * (now - began);
        };
        this.write().then(written, written);
      },
      Math.max(QUIET_MS, this.#notBefore - performance.now()),
    );
    this.#quiet.unref();
  }

  /** Stops waiting; from now on a write makes no memories. */
  stop(): void {
    clearTimeout(this.#quiet ?? undefined);
    this.#closing = true;
  }

  /** Writes every cache that is behind. Store faults as they come. */
  async write(): Promise<void> {
    const { stale, store } = this.#registry;
    const breath = new Breath();
    for (const [key, { run, branch }] of [...stale]) {
      const { world } = await this.#registry.engine(run);
      const { frame, head } = await this.#registry.session(run, branch);
      await store.cacheHead(run, {
        branch,
        turnId: head.id,
        turn: head.turn,
        state: JSON.stringify(frame.state),
        entities: world.entities(frame.state),
      });
      stale.delete(key);
      // Agents at play would wait for it; the first quiet moment after them makes it up.
      if (!this.#closing && !this.#registry.isTurned(run, branch)) await this.#keepUp(run, head);
      await breath.take();
    }
  }
}
