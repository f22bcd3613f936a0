// Counts the steps of one reading and says when they are too many, so that no sentence can hold the parser up.

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
