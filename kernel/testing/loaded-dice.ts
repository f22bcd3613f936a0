// Dice that fall as they are told. A roll that nobody scripted, that is left over or out of bounds fails the test.
import { type Dice, diceOf } from "@orrery/kernel";
import { literal, Mismatch } from "./compare.ts";
import { sha256 } from "./sha256.ts";

/** A number for the next draw, or a number with the purpose that it must be drawn for. `pick` draws an index. */
export type Scripted = number | readonly [purpose: string, value: number];

export interface LoadedDice extends Dice {
  /** Throws when rolls are left over. */
  done(): void;
}

/** One stream for every purpose; joint streams draw from it too. */
export function loadedDice(script: readonly Scripted[]): LoadedDice {
  let next = 0;
  const int: Dice["int"] = (purpose, low, high) => {
    const scripted = script[next];
    const range = `"${purpose}" (${low} to ${high})`;
    if (scripted === undefined) throw new Mismatch(`roll ${next + 1}, ${range}, was not scripted`);
    const [wanted, value] = typeof scripted === "number" ? [purpose, scripted] : scripted;
    if (wanted !== purpose) throw new Mismatch(`roll ${next + 1} is for ${range}, but "${wanted}" was scripted`);
    if (!Number.isInteger(value) || value < low || value > high)
      throw new Mismatch(`roll ${next + 1}, ${range}, cannot be ${value}`);
    next++;
    return value;
  };
  const dice: Dice = diceOf(sha256, int, () => dice);
  return {
    ...dice,
    done() {
      if (next < script.length)
        throw new Mismatch(
          `${script.length - next} of ${script.length} rolls left over: ${literal(script.slice(next))}`,
        );
    },
  };
}
