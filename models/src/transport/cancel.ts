// Waiting that can be called off: pauses, deadlines, and promises that do not listen themselves.
import type { Signal } from "../call.ts";

/** The same signal as the platform's own, for libraries. */
export function abortSignalOf(signal: Signal): AbortSignal {
  if (signal instanceof AbortSignal) return signal;
  const controller = new AbortController();
  if (signal.aborted) controller.abort();
  else signal.addEventListener("abort", () => controller.abort(), { once: true });
  return controller.signal;
}

/** Ends after so many milliseconds, or at once when the signal aborts; true when it ran its time. */
export function pause(ms: number, signal?: Signal): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve(false);
    const end = (ran: boolean) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
      resolve(ran);
    };
    const stop = () => end(false);
    const timer = setTimeout(() => end(true), ms);
    signal?.addEventListener("abort", stop, { once: true });
  });
}

export class TimedOut extends Error {
  override readonly name = "TimedOut";
}
export class Cancelled extends Error {
  override readonly name = "Cancelled";
}

/** A deadline that can be put off, and an outer signal, as one. `reason` tells which came first. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #outer: Signal | undefined;
  readonly #stop = () => this.#controller.abort(new Cancelled("called off"));
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #broken: Promise<never>;

  constructor(outer: Signal | undefined) {
    this.#outer = outer;
    this.#broken = new Promise((_, reject) => {
      this.signal.addEventListener("abort", () => reject(this.signal.reason), { once: true });
    });
    this.#broken.catch(() => undefined);
    if (outer?.aborted) this.#stop();
    else outer?.addEventListener("abort", this.#stop, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Starts a time limit, or starts it anew under the same name. */
  limit(name: string, ms: number): void {
    clearTimeout(this.#timers.get(name));
    const abort = () => this.#controller.abort(new TimedOut(`${name}: nothing within ${ms} ms`));
    this.#timers.set(name, setTimeout(abort, ms));
  }

  /** The promise, or the deadline's rejection, whichever comes first: libraries may be slow to listen. */
  race<T>(promise: PromiseLike<T>): Promise<T> {
    return Promise.race([promise, this.#broken]);
  }

  done(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#outer?.removeEventListener("abort", this.#stop);
  }
}
