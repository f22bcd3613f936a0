// What models used: calls, tokens, money and time, in whole numbers, so that sums do not depend on their order.
import { tokensOf } from "@orrery/models/pure";
import type { CallLine } from "../calls/recordings.ts";

export interface Spent {
  readonly calls: number;
  /** In and out together. */
  readonly tokens: number;
  /** Input that was read from a provider's cache. */
  readonly cached: number;
  readonly output: number;
  /** Millionths of a dollar; calls without a known price are left out and counted. */
  readonly microdollars: number;
  readonly unpriced: number;
  readonly ms: number;
}
export const NOTHING_SPENT: Spent = { calls: 0, tokens: 0, cached: 0, output: 0, microdollars: 0, unpriced: 0, ms: 0 };

export const spendingOf = ({ usage, cost, ms }: CallLine): Spent => ({
  calls: 1,
  tokens: tokensOf(usage),
  cached: usage.cached,
  output: usage.output,
  microdollars: cost === null ? 0 : Math.round(cost * 1e6),
  unpriced: cost === null ? 1 : 0,
  ms: Math.round(ms),
});

export const plus = (a: Spent, b: Spent): Spent => each(a, b, (x, y) => x + y);
export const minus = (a: Spent, b: Spent): Spent => each(a, b, (x, y) => x - y);

const each = (a: Spent, b: Spent, of: (x: number, y: number) => number): Spent => ({
  calls: of(a.calls, b.calls),
  tokens: of(a.tokens, b.tokens),
  cached: of(a.cached, b.cached),
  output: of(a.output, b.output),
  microdollars: of(a.microdollars, b.microdollars),
  unpriced: of(a.unpriced, b.unpriced),
  ms: of(a.ms, b.ms),
});
