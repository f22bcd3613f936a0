// What a call costs, from a price a million tokens. Names match exactly; the published list is config/published.ts.
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

export const FREE: Price = { input: 0, output: 0 };

export const priceOf = (model: string, prices: Prices): Price | null =>
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
