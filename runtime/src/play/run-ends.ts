// Who reads and who tells in one run, where its owner chose so at its beginning. Kept beside the run and no part of it: another choice changes no truth.
import type { Store } from "@orrery/store";

/** `model:NAME`, `model:A>B`, `model` for the role, or `rules` for nobody. Absent: as it is for every run. */
export interface EndsChoice {
  readonly parser?: string | undefined;
  readonly narrator?: string | undefined;
}

/** What stands for reading and telling by rule. */
export const BY_RULE = "rules";

const keyOf = (run: string): string => `ends of ${run}`;
const NONE: EndsChoice = {};

export class RunEnds {
  readonly #store: Store;
  readonly #known = new Map<string, EndsChoice>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** Before there is the run. */
  async choose(run: string, choice: EndsChoice | undefined): Promise<void> {
    if (choice !== undefined) await this.#store.setSetting(keyOf(run), JSON.stringify(choice));
    this.#known.set(run, choice ?? NONE);
  }

  /** Null until it was read once. */
  choiceFor(run: string): EndsChoice | null {
    return this.#known.get(run) ?? null;
  }

  async of(run: string): Promise<EndsChoice> {
    const known = this.#known.get(run);
    if (known) return known;
    const text = await this.#store.setting(keyOf(run));
    const choice = text === null ? NONE : (JSON.parse(text) as EndsChoice);
    this.#known.set(run, choice);
    return choice;
  }
}
