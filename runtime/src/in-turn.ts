// Work done one after the other by key: calls of one lane are numbered as they begin, memories of one run are made once.

export class InTurn {
  readonly #last = new Map<string, Promise<void>>();

  /** Begins when all earlier work of the key has ended, however it ended. */
  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const mine = (this.#last.get(key) ?? Promise.resolve()).then(work);
    const ended = mine.then(
      () => {},
      () => {},
    );
    this.#last.set(key, ended);
    void ended.then(() => {
      if (this.#last.get(key) === ended) this.#last.delete(key);
    });
    return mine;
  }

  /** When nothing is under way. */
  async quiet(): Promise<void> {
    while (this.#last.size > 0) await Promise.all(this.#last.values());
  }
}
