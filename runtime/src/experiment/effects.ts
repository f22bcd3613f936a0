// What arms of an experiment did to a measure, paired by seed: pure arithmetic over finished runs. Floats are allowed here and never in a world.
import { student } from "../league/statistics.ts";

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** The difference that one arm makes to one measure: arm less control, seed by seed. */
export interface ArmEffect {
  readonly arm: string;
  readonly measure: string;
  readonly seeds: number;
  readonly control: number;
  readonly treated: number;
  readonly difference: number;
  /** 95 %, by Student's t over the seeds; null with fewer than two. */
  readonly byT: Interval | null;
  /** 95 %, by bootstrap of the seeds (percentiles); null with fewer than two. */
  readonly byBootstrap: Interval | null;
  /** Two-sided, of no difference; null with fewer than two seeds. */
  readonly p: number | null;
  /** The same by Holm's method over all effects of the experiment. */
  readonly holm: number | null;
  /** Half-width that `seedsNeeded` is for: as planned, else the size of the difference itself. */
  readonly halfWidth: number;
  /** Seeds with which the interval by t would be so narrow; null where nothing is known of the spread, where there is no difference to resolve, or where it would take more than a million. */
  readonly seedsNeeded: number | null;
}

/** Pairs of one measure: `[control, treated]` for each seed. `key` keeps the bootstrap the same at every reading. */
export function effectOf(
  {
    arm,
    measure,
    halfWidth,
    key,
  }: { readonly arm: string; readonly measure: string; readonly halfWidth?: number | undefined; readonly key: string },
  pairs: readonly (readonly [control: number, treated: number])[],
): Omit<ArmEffect, "holm"> {
  const n = pairs.length;
  const differences = pairs.map(([control, treated]) => treated - control);
  const difference = meanOf(differences);
  const wanted = halfWidth ?? Math.abs(difference);
  const known = {
    arm,
    measure,
    seeds: n,
    control: meanOf(pairs.map(([control]) => control)),
    treated: meanOf(pairs.map(([, treated]) => treated)),
    difference,
    halfWidth: wanted,
  };
  if (n < 2) return { ...known, byT: null, byBootstrap: null, p: null, seedsNeeded: null };
  const deviation = Math.sqrt(differences.reduce((sum, d) => sum + (d - difference) ** 2, 0) / (n - 1));
  const error = deviation / Math.sqrt(n);
  const half = student(n - 1) * error;
  return {
    ...known,
    byT: { low: difference - half, high: difference + half },
    byBootstrap: bootstrap(differences, key),
    p: error === 0 ? (difference === 0 ? 1 : 0) : twoSided(difference / error, n - 1),
    seedsNeeded: seedsFor(deviation, wanted),
  };
}

/** Holm's step-down: each p times the number of those not smaller, never less than the one before it; 1 at most. Null stays null. */
export function holm(ps: readonly (number | null)[]): (number | null)[] {
  const known = ps.flatMap((p, i) => (p === null ? [] : [{ p, i }])).sort((a, b) => a.p - b.p);
  const out: (number | null)[] = ps.map(() => null);
  let least = 0;
  for (const [rank, { p, i }] of known.entries()) {
    least = Math.max(least, Math.min(1, p * (known.length - rank)));
    out[i] = least;
  }
  return out;
}

/** The smallest number of seeds at which t · s / √n is no more than a half-width; null for a half-width of nothing. */
export function seedsFor(deviation: number, halfWidth: number): number | null {
  if (halfWidth <= 0) return null;
  if (deviation === 0) return 2;
  let n = 2;
  while (n <= 1_000_000 && (student(n - 1) * deviation) / Math.sqrt(n) > halfWidth)
    n = n < 100 ? n + 1 : Math.ceil(n * 1.01);
  return n > 1_000_000 ? null : n;
}

const RESAMPLES = 4000;
function bootstrap(values: readonly number[], key: string): Interval {
  const draw = drawsOf(key);
  const means = Array.from({ length: RESAMPLES }, () => {
    let sum = 0;
    for (let i = 0; i < values.length; i++) sum += values[Math.floor(draw() * values.length)]!;
    return sum / values.length;
  }).sort((a, b) => a - b);
  return { low: means[Math.floor(RESAMPLES * 0.025)]!, high: means[Math.ceil(RESAMPLES * 0.975) - 1]! };
}

/** Draws in [0, 1) by a text (FNV-1a into Mulberry32). */
function drawsOf(key: string): () => number {
  let state = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) state = Math.imul(state ^ key.charCodeAt(i), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const meanOf = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

/** Probability that Student's t with so many degrees of freedom lies as far from 0 as this. */
export const twoSided = (t: number, freedom: number): number =>
  incompleteBeta(freedom / (freedom + t * t), freedom / 2, 0.5);

/** Regularised incomplete beta function by its continued fraction (Lentz's method). */
function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log(1 - x));
  // The fraction converges on this side; the other is one less its mirror image.
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a);
  const tiny = 1e-300;
  let c = 1;
  let d = 1 / Math.max(tiny, 1 - ((a + b) * x) / (a + 1));
  let value = d;
  for (let m = 1; m < 300; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / nonZero(1 + even * d, tiny);
    c = nonZero(1 + even / c, tiny);
    value *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / nonZero(1 + odd * d, tiny);
    c = nonZero(1 + odd / c, tiny);
    value *= d * c;
    if (Math.abs(d * c - 1) < 1e-14) break;
  }
  return (front * value) / a;
}
const nonZero = (x: number, tiny: number): number => (Math.abs(x) < tiny ? tiny : x);

/** Lanczos' approximation, for x > 0. */
function logGamma(x: number): number {
  const terms = [
    76.18009172947146, -86.50532032941678, 24.01409824083091, -1.231739572450155, 0.1208650973866179e-2,
    -0.5395239384953e-5,
  ];
  const base = x + 5.5;
  let sum = 1.000000000190015;
  for (const [i, term] of terms.entries()) sum += term / (x + 1 + i);
  return (x + 0.5) * Math.log(base) - base + Math.log((2.5066282746310007 * sum) / x);
}
