// Narrations by rule on their way into the store, many in one write. What a crash takes with it is told again from the turns, in the same words.
import { type NewNote, type Note, type Store, StoreFault } from "@orrery/store";

/** A narration waits for others this long at most. */
const WAIT_MS = 250;
const WAITING_MAX = 256;

export class NoteQueue {
  readonly #store: Store;
  readonly #waiting = new Map<string, NewNote[]>();
  #count = 0;
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();

  constructor(store: Store) {
    this.#store = store;
  }

  /** Never waits and never throws. */
  add(run: string, notes: readonly NewNote[]): void {
    const waiting = this.#waiting.get(run);
    if (waiting) waiting.push(...notes);
    else this.#waiting.set(run, [...notes]);
    this.#count += notes.length;
    if (this.#count >= WAITING_MAX) this.#flushSoon(0);
    else if (this.#timer === null) this.#flushSoon(WAIT_MS);
  }

  /** Every note on one turn, stored or not. */
  async of(run: string, turnId: string): Promise<readonly Note[]> {
    await this.#writing.catch(() => {});
    const stored = await this.#store.notes(run, [turnId]);
    const waiting = this.#waiting.get(run)?.filter((note) => note.turnId === turnId) ?? [];
    return [...stored, ...waiting];
  }

  /** Resolves when everything that was added by now is stored; rejects with the store's fault, and keeps what was not. */
  flush(): Promise<void> {
    clearTimeout(this.#timer ?? undefined);
    this.#timer = null;
    const work = () => this.#write();
    this.#writing = this.#writing.then(work, work);
    return this.#writing;
  }

  #flushSoon(afterMs: number): void {
    clearTimeout(this.#timer ?? undefined);
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.flush().catch((error: unknown) => {
        // It stays in the queue, and is tried again with the next narration.
        if (!(error instanceof StoreFault)) throw error;
      });
    }, afterMs).unref();
  }

  async #write(): Promise<void> {
    for (const [run, notes] of [...this.#waiting]) {
      const batch = [...notes];
      await this.#store.addNotes(run, batch);
      const later = this.#waiting.get(run)!.slice(batch.length);
      this.#count -= batch.length;
      if (later.length > 0) this.#waiting.set(run, later);
      else this.#waiting.delete(run);
    }
  }
}
