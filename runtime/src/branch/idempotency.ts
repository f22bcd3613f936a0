// Changes that named themselves: what came of each is kept, so that the same one sent again is answered alike.
import type { OnceKey, OnceRow, Store } from "@orrery/store";
import { Fault } from "../fault.ts";
import type { Outside } from "../ids.ts";

/** How long a change that named itself is known: thirty days. */
const ONCE_MS = 30 * 24 * 3_600_000;
/** How often older ones are dropped. */
const FORGET_MS = 3_600_000;

export class Once {
  readonly #store: Store;
  readonly #outside: Pick<Outside, "now">;
  #forgotAt = 0;

  constructor(store: Store, outside: Pick<Outside, "now">) {
    this.#store = store;
    this.#outside = outside;
  }

  /** What came of it; null where it is new. Fault `key_taken`. */
  async outcomeOf(once: OnceKey): Promise<unknown> {
    const row = await this.#store.once(once.scope, once.key);
    if (row && row.body !== once.body)
      throw new Fault("key_taken", "That Idempotency-Key came with something else before. Take a new one.");
    return row && (JSON.parse(row.done) as unknown);
  }

  /** The row under which a change is kept, for one that is kept with it in one step. */
  row(once: OnceKey, done: unknown): OnceRow {
    return { ...once, run: null, done: JSON.stringify(done), at: this.#outside.now() };
  }

  async keep(once: OnceKey, done: unknown): Promise<void> {
    const row = this.row(once, done);
    await this.#store.putOnce(row);
    const { at } = row;
    if (at - this.#forgotAt < FORGET_MS) return;
    this.#forgotAt = at;
    await this.#store.dropOnce(at - ONCE_MS);
  }
}
