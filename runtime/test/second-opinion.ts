// Intervals and ratings of a league's table, worked out again from exported rows by the definitions in textbooks. Shares no line with the table's own arithmetic.

/** One cluster: part and whole, summed over its games. */
export interface Cluster {
  readonly part: number;
  readonly whole: number;
}
export interface Interval {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

const add = (list: readonly number[]): number => list.reduce((a, b) => a + b, 0);
const NORMAL = 1.9599639845;

/** How likely Student's t is farther from 0 than this: its density integrated by Simpson's rule, with t = tan u over 0 to π/2. */
function beyond(t: number, freedom: number): number {
  // As logarithms: with many degrees of freedom the factors leave the range of numbers.
  const density = (u: number) =>
    Math.exp(
      (freedom - 1) * Math.log(Math.cos(u)) -
        ((freedom + 1) / 2) * Math.log(Math.cos(u) ** 2 + Math.sin(u) ** 2 / freedom),
    );
  const area = (to: number) => {
    const steps = 2000;
    const h = to / steps;
    const inner = Array.from({ length: steps - 1 }, (_, i) => density((i + 1) * h) * (i % 2 === 0 ? 4 : 2));
    return ((density(0) + add(inner) + density(to)) * h) / 3;
  };
  return 1 - area(Math.atan(t)) / area(Math.PI / 2);
}

/** The 97.5 % point of Student's distribution, by bisection. */
export function quantile(freedom: number): number {
  const known = quantiles.get(freedom);
  if (known !== undefined) return known;
  let [low, high] = [0, 1000];
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (beyond(middle, freedom) > 0.05) low = middle;
    else high = middle;
  }
  quantiles.set(freedom, low);
  return low;
}
const quantiles = new Map<number, number>();

/** Value and linearised standard error of a ratio of sums over clusters. */
function spread(clusters: readonly Cluster[]): { value: number; error: number; count: number } {
  const kept = clusters.filter(({ whole }) => whole > 0);
  const whole = add(kept.map((one) => one.whole));
  const value = add(kept.map(({ part }) => part)) / whole;
  const residuals = kept.map((one) => one.part - value * one.whole);
  const count = kept.length;
  return { value, error: Math.sqrt((count / (count - 1)) * add(residuals.map((one) => one * one))) / whole, count };
}

/** Wilson's interval with the effective number of trials of Korn and Graubard. `games`: how many said anything. */
export function shareOf(clusters: readonly Cluster[], games: number): Interval {
  const { value, error, count } = spread(clusters);
  const trials = add(clusters.map(({ whole }) => whole));
  const simple = (value * (1 - value)) / (trials - 1);
  const ratio = (quantile(trials - 1) / quantile(count - 1)) ** 2;
  let n = simple === 0 || count < 2 ? count : error === 0 ? trials : ((trials * simple) / error ** 2) * ratio;
  if (trials === games) n = Math.min(games, n);
  // The two roots of (p − π)² = z² π (1 − π) / n.
  const [a, b, c] = [1 + NORMAL ** 2 / n, -(2 * value + NORMAL ** 2 / n), value ** 2];
  const root = Math.sqrt(Math.max(0, b * b - 4 * a * c));
  return { value, low: Math.max(0, (-b - root) / (2 * a)), high: Math.min(1, (-b + root) / (2 * a)) };
}

/** A count for each of something: symmetric on the logarithm; Poisson's bound for what never happened. */
export function rateOf(clusters: readonly Cluster[], games: number): Interval {
  const { value, error, count } = spread(clusters);
  if (value === 0) {
    const whole = add(clusters.map((one) => one.whole));
    return { value, low: 0, high: 3.6888794541 / ((count * whole) / games) };
  }
  const factor = Math.exp((quantile(count - 1) * error) / value);
  return { value, low: value / factor, high: value * factor };
}

/** A mean that is neither: value ± t standard errors. */
export function meanOf(clusters: readonly Cluster[]): Interval {
  const { value, error, count } = spread(clusters);
  return { value, low: value - quantile(count - 1) * error, high: value + quantile(count - 1) * error };
}

/** Two shares of the same clusters, one cluster a place in both lists: their difference, its p by Student, and the clusters that ten points take. */
export function differenceOf(first: readonly Cluster[], second: readonly Cluster[]) {
  const count = first.length;
  const total = (of: readonly Cluster[]) => add(of.map(({ whole }) => whole));
  const mean = (of: readonly Cluster[]) => add(of.map(({ part }) => part)) / total(of);
  const pull = (of: readonly Cluster[]) => of.map(({ part, whole }) => (part - mean(of) * whole) / total(of));
  const other = pull(second);
  const squares = pull(first).map((own, i) => (own - other[i]!) ** 2);
  const error = Math.sqrt((count / (count - 1)) * add(squares));
  const value = mean(first) - mean(second);
  const half = quantile(count - 1) * error;
  return {
    value,
    low: Math.max(-1, value - half),
    high: Math.min(1, value + half),
    p: beyond(Math.abs(value) / error, count - 1),
    needed: Math.ceil(count * (((1.9599639845 + 0.8416212336) * error) / 0.1) ** 2),
  };
}

/** Each p by as many as are not smaller, and never less than those before it. */
export const holmOf = (ps: readonly number[]): number[] =>
  ps.map((own) =>
    Math.max(...ps.filter((p) => p <= own).map((p) => Math.min(1, p * ps.filter((other) => other >= p).length))),
  );

/** One game of two teams: the number of each player on either side, and whether the first side won (½: level). */
export interface Match {
  readonly cluster: number;
  readonly first: number;
  readonly second: number;
  readonly won: number;
}

/**
 * Skills above the average of their side, first side then second, with 95 % intervals: log-odds = rules + first − second, normal
 * priors of deviation 2 and 1, the mode found coordinate by coordinate, and the spread by a sandwich over clusters.
 */
export function ratingsOf(matches: readonly Match[], firsts: number, seconds: number): Interval[] {
  const size = 1 + firsts + seconds;
  const prior = Array.from({ length: size }, (_, i) => (i === 0 ? 1 / 4 : 1));
  const row = ({ first, second }: Match) =>
    Array.from({ length: size }, (_, i) => (i === 0 || i === 1 + first ? 1 : i === 1 + firsts + second ? -1 : 0));
  const at = new Array<number>(size).fill(0);
  const chance = (match: Match) => 1 / (1 + Math.exp(-add(row(match).map((x, i) => x * at[i]!))));
  const slope = (i: number) => add(matches.map((m) => row(m)[i]! * (m.won - chance(m)))) - prior[i]! * at[i]!;
  for (let round = 0; round < 400; round++)
    for (let i = 0; i < size; i++) {
      const curve = prior[i]! + add(matches.map((m) => row(m)[i]! ** 2 * chance(m) * (1 - chance(m))));
      at[i] = at[i]! + slope(i) / curve;
    }
  const square = () => at.map(() => new Array<number>(size).fill(0));
  const bread = square();
  for (const m of matches)
    for (const [i, a] of row(m).entries())
      for (const [j, b] of row(m).entries()) bread[i]![j]! += a * b * chance(m) * (1 - chance(m));
  const clusters = [...Map.groupBy(matches, ({ cluster }) => cluster).values()];
  const few = Math.min(1, size / clusters.length);
  const meat = bread.map((line, i) => line.map((value, j) => few * value + (i === j ? prior[i]! : 0)));
  for (const own of clusters) {
    const score = at.map((_, i) => add(own.map((m) => row(m)[i]! * (m.won - chance(m)))));
    for (const [i, a] of score.entries())
      for (const [j, b] of score.entries()) meat[i]![j]! += (clusters.length / (clusters.length - 1)) * a * b;
  }
  const inverse = inverted(bread.map((line, i) => line.map((value, j) => value + (i === j ? prior[i]! : 0))));
  const sides = [
    [1, firsts],
    [1 + firsts, seconds],
  ] as const;
  return sides.flatMap(([from, count]) =>
    Array.from({ length: count }, (_, n) => {
      const direction = at.map((_, i) => (i === from + n ? 1 : 0) - (i >= from && i < from + count ? 1 / count : 0));
      const turned = inverse.map((line) => add(line.map((x, j) => x * direction[j]!)));
      const variance = add(turned.flatMap((a, i) => turned.map((b, j) => a * meat[i]![j]! * b)));
      const value = add(at.map((x, i) => x * direction[i]!));
      const half = quantile(clusters.length - 1) * Math.sqrt(variance);
      return { value, low: value - half, high: value + half };
    }),
  );
}

/** By elimination after Gauss and Jordan. */
function inverted(matrix: readonly (readonly number[])[]): number[][] {
  const size = matrix.length;
  const rows = matrix.map((line, i) => [...line, ...line.map((_, j) => (i === j ? 1 : 0))]);
  for (let i = 0; i < size; i++) {
    const pivot = rows[i]![i]!;
    rows[i] = rows[i]!.map((value) => value / pivot);
    for (let j = 0; j < size; j++)
      if (j !== i) {
        const factor = rows[j]![i]!;
        rows[j] = rows[j]!.map((value, k) => value - factor * rows[i]![k]!);
      }
  }
  return rows.map((line) => line.slice(size));
}
