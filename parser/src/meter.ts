// What a reading may cost: its steps are counted, so that no sentence can hold the parser up, and what never changes is made once.

export interface Meter {
  /** Takes one step. */
  count(): void;
  readonly steps: number;
  /** True once the steps are more than the words could fairly need; then matching gives up. */
  readonly spent: boolean;
}

/** Steps allowed: a share for every token and a start for short sentences in large worlds. */
export const stepsFor = (tokens: number): number => 100_000 + 600 * tokens;

export function meterOf(allowed: number): Meter {
  let steps = 0;
  return {
    count: () => {
      steps++;
    },
    get steps() {
      return steps;
    },
    get spent() {
      return steps > allowed;
    },
  };
}

/** By a text: up to so many, then from the start again, so that it never grows for ever. */
export function keptByText<V>(most: number, make: (text: string) => V): (text: string) => V {
  const kept = new Map<string, V>();
  return (text) => {
    let made = kept.get(text);
    if (made === undefined) {
      made = make(text);
      if (kept.size >= most) kept.clear();
      kept.set(text, made);
    }
    return made;
  };
}

/** By an object, for as long as that lives. */
export function keptByObject<K extends object, V>(make: (from: K) => V): (from: K) => V {
  const kept = new WeakMap<K, V>();
  return (from) => {
    let made = kept.get(from);
    if (made === undefined) {
      made = make(from);
      kept.set(from, made);
    }
    return made;
  };
}
