// Measures of opinions in [0, 1]: spread, polarisation, clusters. None of them says the same as another, so all are reported.
import { binaryLog, halve } from "../numbers.ts";

export const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

/** Of the whole population: divided by n. At most 0.25 for values in [0, 1]. */
export function variance(values: readonly number[]): number {
  const middle = mean(values);
  return mean(values.map((value) => (value - middle) * (value - middle)));
}

/** How far a group feels as one before another: Esteban and Ray's α, at the upper end of what they allow. */
const ALPHA = 1.6;

/**
 * Esteban and Ray 1994: Σ_i Σ_j π_i^(1+α) π_j |x_i − x_j|, over groups of opinion: `bins` of equal width, each at the mean of
 * its members. 0 for one opinion, and 2^−(1+α) for two equal halves at the ends, which is the most.
 */
export function estebanRay(values: readonly number[], bins = 20): number {
  const sums = new Array<number>(bins).fill(0);
  const counts = new Array<number>(bins).fill(0);
  for (const value of values) {
    const bin = Math.min(bins - 1, Math.floor(value * bins));
    sums[bin]! += value;
    counts[bin]! += 1;
  }
  let total = 0;
  for (let i = 0; i < bins; i++)
    for (let j = 0; j < bins; j++) {
      if (counts[i] === 0 || counts[j] === 0 || i === j) continue;
      const share = counts[i]! / values.length;
      const distance = Math.abs(sums[i]! / counts[i]! - sums[j]! / counts[j]!);
      // share^(1 + α), for a share of 1 at most.
      const identity = halve((1 + ALPHA) * -binaryLog(share));
      total += identity * (counts[j]! / values.length) * distance;
    }
  return total;
}

/** Sizes of the clusters, the largest first: neighbours on the line that are closer than `gap` are in one. */
export function clusterSizes(values: readonly number[], gap = 0.05): readonly number[] {
  const sorted = [...values].sort((a, b) => a - b);
  const sizes: number[] = [];
  for (const [i, value] of sorted.entries()) {
    if (i > 0 && value - sorted[i - 1]! < gap) sizes[sizes.length - 1]! += 1;
    else sizes.push(1);
  }
  return sizes.sort((a, b) => b - a);
}

/** Share of people in the two largest clusters. */
export const twoLargest = (values: readonly number[], gap = 0.05): number =>
  values.length === 0 ? 0 : ((clusterSizes(values, gap)[0] ?? 0) + (clusterSizes(values, gap)[1] ?? 0)) / values.length;

/** Shannon entropy of opinions in `bins` of equal width, in bits; 0 where there are none. */
export function entropy(values: readonly number[], bins = 5): number {
  if (values.length === 0) return 0;
  const counts = new Array<number>(bins).fill(0);
  for (const value of values) counts[Math.min(bins - 1, Math.floor(value * bins))]! += 1;
  return counts.reduce((sum, count) => {
    const share = count / values.length;
    return share === 0 ? sum : sum - share * binaryLog(share);
  }, 0);
}

/** Gini coefficient of values that are not negative: 0 where all are equal, (n − 1)/n where one has everything. */
export function gini(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const total = sorted.reduce((sum, value) => sum + value, 0);
  if (total === 0) return 0;
  const weighed = sorted.reduce((sum, value, i) => sum + (i + 1) * value, 0);
  const n = sorted.length;
  return (2 * weighed) / (n * total) - (n + 1) / n;
}
