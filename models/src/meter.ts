// What a run will probably cost before it begins, and what it has used while it goes on. Figures only; nothing is enforced here.
import type { Spending } from "./budget.ts";
import { costOf, type Price } from "./prices.ts";
import { addUsage, NO_USAGE, type Usage, uncachedOf } from "./usage.ts";

/** What one kind of call is expected to be like. */
export interface Expectation {
  /** As it is shown: a role, usually. */
  readonly label: string;
  readonly model: string;
  readonly price: Price | null;
  readonly calls: number;
  /** Tokens of the part that stays the same, of what is new each time, and of an answer. */
  readonly prefix: number;
  readonly turn: number;
  readonly answer: number;
  /** Whether the conversation goes on from call to call, and so is sent again each time. */
  readonly continues: boolean;
  /** Whether the provider reads what it has seen before from a cache. */
  readonly caches: boolean;
}

export interface Forecast {
  readonly label: string;
  readonly model: string;
  readonly calls: number;
  readonly usage: Usage;
  readonly uncached: number;
  /** Dollars; null where no price is known. */
  readonly money: number | null;
}

/** Expected figures by label, and their sum. Repairs and retries are not foreseen. */
export function forecast(expectations: readonly Expectation[]): {
  readonly parts: readonly Forecast[];
  readonly calls: number;
  readonly usage: Usage;
  readonly uncached: number;
  readonly money: number | null;
} {
  const parts = expectations.map(forecastOne);
  const usage = parts.reduce((sum, part) => addUsage(sum, part.usage), NO_USAGE);
  return {
    parts,
    calls: parts.reduce((sum, { calls }) => sum + calls, 0),
    usage,
    uncached: uncachedOf(usage),
    money: parts.some(({ money }) => money === null) ? null : parts.reduce((sum, { money }) => sum + money!, 0),
  };
}

function forecastOne({ label, model, price, calls, prefix, turn, answer, continues, caches }: Expectation): Forecast {
  let usage = NO_USAGE;
  for (let n = 0; n < calls; n++) {
    const before = n === 0 ? 0 : prefix + (continues ? n * (turn + answer) : 0);
    const input = prefix + turn + (continues ? n * (turn + answer) : 0);
    const cached = caches ? before : 0;
    usage = addUsage(usage, { ...NO_USAGE, input, cached, output: answer, estimated: true });
  }
  return { label, model, calls, usage, uncached: uncachedOf(usage), money: costOf(usage, price) };
}

/** One line for a person: calls, tokens billed and uncached, money, each against its ceiling where there is one. */
export function meterLine({ name, calls, usage, money, unpriced, ceiling }: Spending): string {
  const of = (value: number | undefined, unit = "") => (value === undefined ? "" : ` of ${unit}${value}`);
  const parts = [
    `${calls}${of(ceiling.calls)} calls`,
    `${usage.input + usage.output}${of(ceiling.tokens)} tokens`,
    `input ${usage.input} (${uncachedOf(usage)} uncached)`,
    `output ${usage.output}`,
    `$${money.toFixed(4)}${of(ceiling.money, "$")}${unpriced > 0 ? ` without ${unpriced} unpriced` : ""}`,
  ];
  return `${name}: ${parts.join(" · ")}${usage.estimated ? " (partly estimated)" : ""}`;
}
