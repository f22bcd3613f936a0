// What models cost, as data with a date. Names match exactly: a near name is another model, and its price would be a lie.
import type { Usage } from "./usage.ts";

/** Dollars for a million tokens. */
export interface Price {
  readonly input: number;
  /** Read from the provider's cache; as input where not given. */
  readonly cached?: number;
  /** Written to it; as input where not given. */
  readonly written?: number;
  readonly output: number;
  /** Beyond this much input in one call, everything in it costs so many times as much. */
  readonly long?: { readonly above: number; readonly input: number; readonly output: number };
}

export type Prices = Readonly<Record<string, Price>>;

/**
 * List prices as published by @pydantic/genai-prices 0.1.8 (MIT), read for this date. They change; a configuration's own
 * `prices` win over them, and a model that is in neither has no known cost.
 */
export const PRICES_AS_OF = "2026-09-30";
export const PRICES: Prices = {
  "gpt-4.1": { input: 2, cached: 0.5, output: 8 },
  "gpt-4.1-mini": { input: 0.4, cached: 0.1, output: 1.6 },
  "gpt-4.1-nano": { input: 0.1, cached: 0.025, output: 0.4 },
  "gpt-4o-mini": { input: 0.15, cached: 0.075, output: 0.6 },
  "gpt-5": { input: 1.25, cached: 0.125, output: 10 },
  "gpt-5-mini": { input: 0.25, cached: 0.025, output: 2 },
  "gpt-5-nano": { input: 0.05, cached: 0.005, output: 0.4 },
  "gpt-5.1": { input: 1.25, cached: 0.125, output: 10 },
  "gpt-5.2": { input: 1.75, cached: 0.175, output: 14 },
  "gpt-5.4": { input: 2.5, cached: 0.25, output: 15, long: { above: 271_999, input: 2, output: 1.5 } },
  "gpt-5.5": { input: 5, cached: 0.5, output: 30, long: { above: 271_999, input: 2, output: 1.5 } },
  "claude-haiku-4-5": { input: 1, cached: 0.1, written: 1.25, output: 5 },
  "claude-sonnet-4-5": {
    input: 3,
    cached: 0.3,
    written: 3.75,
    output: 15,
    long: { above: 200_000, input: 2, output: 1.5 },
  },
  "claude-sonnet-4-6": { input: 3, cached: 0.3, written: 3.75, output: 15 },
  "claude-opus-4-5": { input: 5, cached: 0.5, written: 6.25, output: 25 },
  "claude-opus-4-6": { input: 5, cached: 0.5, written: 6.25, output: 25 },
  "claude-sonnet-5": { input: 2, cached: 0.2, written: 2.5, output: 10 },
  "claude-opus-5": { input: 5, cached: 0.5, written: 6.25, output: 25 },
  "gemini-2.5-flash": { input: 0.3, cached: 0.03, output: 2.5 },
  "gemini-2.5-flash-lite": { input: 0.1, cached: 0.01, output: 0.4 },
  "gemini-2.5-flash-image": { input: 0.3, output: 30 },
  "gemini-2.5-pro": { input: 1.25, cached: 0.125, output: 10, long: { above: 200_000, input: 2, output: 1.5 } },
  "gemini-3-flash-preview": { input: 0.5, cached: 0.05, output: 3 },
  "gemini-3.5-flash": { input: 1.5, cached: 0.15, output: 9 },
};
export const FREE: Price = { input: 0, output: 0 };

export const priceOf = (model: string, prices: Prices = PRICES): Price | null =>
  Object.hasOwn(prices, model) ? prices[model]! : null;

/** Dollars; null where no price is known. */
export function costOf(usage: Usage, price: Price | null): number | null {
  if (price === null) return null;
  const long = price.long !== undefined && usage.input > price.long.above ? price.long : { input: 1, output: 1 };
  const plain = usage.input - usage.cached - usage.written;
  const input =
    plain * price.input + usage.cached * (price.cached ?? price.input) + usage.written * (price.written ?? price.input);
  return (input * long.input + usage.output * price.output * long.output) / 1e6;
}
