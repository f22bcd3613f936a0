// One line on stderr that counts the seconds while a model is waited for. Only on a terminal, and never over a line being typed.

const TICK_MS = 500;

export class Waiting {
  readonly #under = new Map<string, { readonly since: number; label: string }>();
  readonly #isFree: () => boolean;
  #timer: NodeJS.Timeout | null = null;
  #isShown = false;

  /** `isFree`: whether the line may be written now; not while somebody types. */
  constructor(isFree: () => boolean = () => true) {
    this.#isFree = isFree;
  }

  /** `key` is waited for from now on, or goes on being waited for under another label. */
  show(key: string, label: string): void {
    const known = this.#under.get(key);
    if (known) known.label = label;
    else this.#under.set(key, { since: performance.now(), label });
    if (process.stderr.isTTY !== true) return;
    this.#timer ??= setInterval(() => this.#draw(), TICK_MS);
    this.#timer.unref();
    this.#draw();
  }

  end(key: string): void {
    this.#under.delete(key);
    if (this.#under.size === 0 && this.#timer) {
      clearInterval(this.#timer);
      this.#timer = null;
    }
    this.clear();
  }

  /** Takes the line away, so that something else can be written there. */
  clear(): void {
    if (this.#isShown) process.stderr.write("\r\x1b[K");
    this.#isShown = false;
  }

  #draw(): void {
    const [first] = this.#under.values();
    if (!first || !this.#isFree()) return;
    process.stderr.write(`\r\x1b[K${lineOf(first.label, performance.now() - first.since, this.#under.size)}`);
    this.#isShown = true;
  }
}

/** "clever is thinking for x: 4 s, and 2 more". */
const lineOf = (label: string, ms: number, all: number): string =>
  `${label}: ${Math.floor(ms / 1000)} s${all > 1 ? `, and ${all - 1} more` : ""}`;
