// Lets other work in while one request is long: reading and folding thousands of turns never waits for anything by itself.
import { setImmediate } from "node:timers/promises";

/** Milliseconds of work in one go. */
const SLICE_MS = 2;

export class Breath {
  #since = performance.now();

  /** To be awaited between pieces of work. Goes on at once until a slice is used up; then everything else comes first. */
  async take(): Promise<void> {
    if (performance.now() - this.#since < SLICE_MS) return;
    await setImmediate();
    this.#since = performance.now();
  }
}

/** Runs a generator to its end, a slice at a time. */
export async function inSlices<T>(work: Generator<undefined, T>): Promise<T> {
  const breath = new Breath();
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    await breath.take();
  }
}
