// Waits that can be cancelled: pauses, deadlines, and promises that ignore abort signals.
import type { Signal } from "../call.ts";

/** The signal as the platform's `AbortSignal`, which libraries expect. */
export function abortSignalOf(signal: Signal): AbortSignal {
  if (signal instanceof AbortSignal) return signal;
  const controller = new AbortController();
  if (signal.aborted) controller.abort();
  else signal.addEventListener("abort", () => controller.abort(), { once: true });
  return controller.signal;
}

/** Waits `ms` milliseconds, or until the signal aborts; false when it aborted. */
export function pause(ms: number, signal?: Signal): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve(false);
    const end = (isComplete: boolean) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
      resolve(isComplete);
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

/** One signal of named time limits and an outer signal. Its `reason` is `TimedOut` or `Cancelled`, whichever came first. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #outer: Signal | undefined;
  readonly #stop = () => this.#controller.abort(new Cancelled("called off"));
  readonly #timers = new Map<string, NodeJS.Timeout>();
  /** Rejects when the signal aborts. */
  readonly #aborted: Promise<never>;

  constructor(outer: Signal | undefined) {
    this.#outer = outer;
    this.#aborted = new Promise((_, reject) => {
      this.signal.addEventListener("abort", () => reject(this.signal.reason), { once: true });
    });
    // Nobody may be racing against it.
    this.#aborted.catch(() => undefined);
    if (outer?.aborted) this.#stop();
    else outer?.addEventListener("abort", this.#stop, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Starts a time limit. A limit of the same name is replaced. */
  limit(name: string, ms: number): void {
    clearTimeout(this.#timers.get(name));
    const abort = () => this.#controller.abort(new TimedOut(`${name}: nothing within ${ms} ms`));
    this.#timers.set(name, setTimeout(abort, ms));
  }

  /** Settles like the promise, or rejects as soon as the signal aborts: libraries may be slow to react to a signal. */
  race<T>(promise: PromiseLike<T>): Promise<T> {
    return Promise.race([promise, this.#aborted]);
  }

  /** Clears the time limits, and stops listening to the outer signal. */
  done(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#outer?.removeEventListener("abort", this.#stop);
  }
}
