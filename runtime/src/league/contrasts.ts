// Differences between two players on one side, on the seeds that both played: with intervals, Holm's correction within a side, and the games that a difference of ten points would take.
import { type Difference, type Ratio, round, studentTail } from "./statistics.ts";

export interface Contrast {
  readonly side: string;
  /** Players by the names of the table, with their arm where there are several. */
  readonly first: string;
  readonly second: string;
  /** Seeds that both of them played on this side. */
  readonly seeds: number;
  /** Share of games won, first minus second. */
  readonly difference: number;
  readonly low: number;
  readonly high: number;
  /** Chance of a difference at least as large if there were none: alone, and corrected for all contrasts of its side. */
  readonly p: number;
  readonly holm: number;
  /** Seeds that it takes to see a difference of ten points, four times out of five, at the 5 % level. */
  readonly seedsForTenPoints: number;
}

/** 80 % power at the two-sided 5 % level, in standard errors. */
const POWER = 1.959963984540054 + 0.8416212335729143;
const TEN_POINTS = 0.1;

/** `won`: by player, the games won of those played on one side, by cluster. Pairs without two common seeds are left out. */
export function contrastsOf(side: string, won: readonly (readonly [name: string, won: Ratio])[]): Contrast[] {
  const found = won.flatMap(([first, a], i) =>
    won.slice(i + 1).flatMap(([second, b]) => {
      const difference = a.minus(b);
      return difference ? [{ first, second, ...judgeContrast(difference) }] : [];
    }),
  );
  const holm = holmOf(found.map(({ p }) => p));
  return found.map((one, i) => ({ side, ...one, holm: round(holm[i]!) }));
}

function judgeContrast({ value, deviation, clusters, low, high }: Difference) {
  const p = deviation > 0 ? studentTail(Math.abs(value) / deviation, clusters - 1) : value === 0 ? 1 : 0;
  return {
    seeds: clusters,
    difference: round(value),
    low: round(low),
    high: round(high),
    p: round(p),
    seedsForTenPoints: Math.ceil(clusters * ((POWER * deviation) / TEN_POINTS) ** 2),
  };
}

/** Holm's step-down correction: no family-wise error above the level under any dependence. */
export function holmOf(ps: readonly number[]): number[] {
  const order = ps.map((p, i) => ({ p, i })).sort((a, b) => a.p - b.p);
  const out = new Array<number>(ps.length);
  let most = 0;
  for (const [rank, { p, i }] of order.entries()) {
    most = Math.max(most, Math.min(1, p * (ps.length - rank)));
    out[i] = most;
  }
  return out;
}
