// What a reader could not take in, place by place. A report and no log: the first of each kind are kept, all are counted.

export interface Unread {
  /** Path inside the folder. */
  readonly file: string;
  /** A line from 1, the row of a database table, or null for the whole file. */
  readonly line: number | null;
  readonly why: string;
}

export class UnreadList {
  readonly #kept: Unread[] = [];
  readonly #most: number;
  #count = 0;
  /** `most`: how many are kept with their place. */
  constructor(most = 10_000) {
    this.#most = most;
  }
  add(file: string, line: number | null, why: string): void {
    this.#count++;
    if (this.#kept.length < this.#most) this.#kept.push({ file, line, why });
  }
  get all(): readonly Unread[] {
    const left = this.#count - this.#kept.length;
    return left === 0
      ? this.#kept
      : [...this.#kept, { file: "", line: null, why: `${left} more places could not be read.` }];
  }
}
