// Time limits that run out when a test says so, and not because a machine is busy. Replaces `setTimeout` for the lengths it is given; the clock stays as it is.

interface Held {
  readonly ms: number;
  run(): void;
}

/** Between `hold` and `release`, timers of the lengths given wait for `turn`; all others run as ever. */
export class Hourglass {
  readonly #lengths: ReadonlySet<number>;
  readonly #held = new Map<NodeJS.Timeout, Held>();
  readonly #set = globalThis.setTimeout;
  readonly #clear = globalThis.clearTimeout;
  #noticed = () => {};

  /** Milliseconds. Take lengths that nothing else in the process has. */
  constructor(...lengths: readonly number[]) {
    this.#lengths = new Set(lengths);
  }

  hold(): this {
    const set = (run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]): NodeJS.Timeout => {
      if (!this.#lengths.has(ms)) return this.#set(run, ms, ...args);
      // A real one that never runs out, so that the process waits for it as it would.
      const timer = this.#set(() => {}, LONGEST_MS);
      this.#held.set(timer, { ms, run: () => run(...args) });
      this.#noticed();
      return timer;
    };
    globalThis.setTimeout = Object.assign(set, this.#set) as unknown as typeof setTimeout;
    globalThis.clearTimeout = ((timer?: NodeJS.Timeout) => {
      if (timer) this.#held.delete(timer);
      this.#clear(timer);
    }) as typeof clearTimeout;
    return this;
  }

  /** Everything that is waiting runs out now, in the order in which it began; how long each would have been, in milliseconds. */
  turn(): readonly number[] {
    const held = [...this.#held];
    this.#held.clear();
    for (const [timer] of held) this.#clear(timer);
    for (const [, { run }] of held) run();
    return held.map(([, { ms }]) => ms);
  }

  /** When at least one timer of this length waits. */
  async waiting(length: number): Promise<void> {
    while (![...this.#held.values()].some(({ ms }) => ms === length))
      await new Promise<void>((resolve) => {
        this.#noticed = resolve;
      });
  }

  release(): void {
    for (const timer of this.#held.keys()) this.#clear(timer);
    this.#held.clear();
    globalThis.setTimeout = this.#set;
    globalThis.clearTimeout = this.#clear;
  }
}

const LONGEST_MS = 2 ** 31 - 1;
