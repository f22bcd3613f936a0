// Writes the query caches of branches once they have been quiet for a moment.
import type { Head } from "@orrery/store";
import { Breath } from "../breath.ts";
import type { BranchRegistry } from "./branch-registry.ts";

/** The query cache is written when no branch has moved for this many milliseconds. */
const QUIET_MS = 250;
/** After a write, the next one waits this many times as long as the write took: large worlds have large states. */
const PAUSE = 20;

export class HeadCaches {
  readonly #registry: BranchRegistry;
  readonly #keepUp: (run: string, head: Head) => Promise<void>;
  #quiet: NodeJS.Timeout | null = null;
  #closing = false;
  /** The write that a quiet moment began. */
  #writing: Promise<void> | null = null;
  /** By `performance.now()`: no quiet moment begins a write before this. */
  #notBefore = 0;

  /** `keepUp` makes memories of a run's newest turns. It is called when no agent plays there. */
  constructor(registry: BranchRegistry, keepUp: (run: string, head: Head) => Promise<void>) {
    this.#registry = registry;
    this.#keepUp = keepUp;
  }

  /** Puts the next write off until the branches are quiet. */
  rest(): void {
    if (this.#closing || this.#registry.stale.size === 0) return;
    // How long to pause is known once the write is over.
    if (this.#writing) return void this.#writing.then(() => this.rest());
    if (this.#quiet) return void this.#quiet.refresh();
    this.#quiet = setTimeout(
      () => {
        this.#quiet = null;
        // A cache that cannot be written now is written with the next turn, or when the store is closed.
        const began = performance.now();
        const end = () => {
          const now = performance.now();
          this.#notBefore = now + PAUSE * (now - began);
          this.#writing = null;
        };
        this.#writing = this.write().then(end, end);
      },
      Math.max(QUIET_MS, this.#notBefore - performance.now()),
    );
    this.#quiet.unref();
  }

  /** Cancels the next write. From now on writes make no memories. */
  stop(): void {
    clearTimeout(this.#quiet ?? undefined);
    this.#closing = true;
  }

  /** Writes every cache that is behind its branch. Throws faults of the store. */
  async write(): Promise<void> {
    const { stale, store } = this.#registry;
    const breath = new Breath();
    for (const [key, moved] of [...stale]) {
      const { run, branch } = moved;
      const { world } = await this.#registry.engine(run);
      const { frame, head } = await this.#registry.session(run, branch);
      await store.cacheHead(run, {
        branch,
        turnId: head.id,
        turn: head.turn,
        state: JSON.stringify(frame.state),
        entities: world.entities(frame.state),
      });
      // Another turn may have come during the write.
      if (stale.get(key) === moved) stale.delete(key);
      // Agents at play would have to wait for memories: the first quiet moment after play makes them.
      if (!this.#closing && !this.#registry.isTurned(run, branch)) await this.#keepUp(run, head);
      await breath.take();
    }
  }
}
