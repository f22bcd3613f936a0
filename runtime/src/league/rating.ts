// Ratings per role: logit P(first side wins) = ruleset + mean skill of the first side − mean skill of the second.
// All games are fitted at once by Newton's method under normal priors, so that the order of games is no matter.
//
// Games of one seed are one cluster. Where there are such, what the games tell is weighed by how the clusters disagree (a
// sandwich around the priors) and no longer by the model, which takes each game for a draw of its own.
import { student, Z } from "./statistics.ts";

/** One game as the model sees it. `first` and `second` name whoever sat there, each seat once. */
export interface RatedGame {
  readonly ruleset: string;
  /** Number of its seed, the same for games that share one. */
  readonly cluster: number;
  readonly first: readonly string[];
  readonly second: readonly string[];
  /** 1: the first side won; 0: the second; ½: neither. */
  readonly won: number;
}

/** Who sits on either side of a game, by whose rules. */
export type LineUp = Pick<RatedGame, "ruleset" | "first" | "second">;

/** Standard deviations of the priors: what is believed of a skill and of a ruleset before any game. */
export interface Priors {
  readonly skill: number;
  readonly ruleset: number;
}
const PRIORS: Priors = { skill: 1, ruleset: 2 };

/** One estimate on the logit scale, with the standard deviation of its posterior, and half of its 95 % interval. */
export interface Estimate {
  readonly value: number;
  readonly deviation: number;
  readonly margin: number;
}

export interface Rating extends Estimate {
  /** How likely nobody of this role is better, under the posterior. */
  readonly best: number;
}

export interface Ratings {
  readonly games: number;
  /** What the rules give the first side when both sides are average. */
  readonly rulesets: ReadonlyMap<string, Estimate>;
  /** Skills above the average of their side. */
  readonly first: ReadonlyMap<string, Rating>;
  readonly second: ReadonlyMap<string, Rating>;
  /** P(first side wins) for a line-up. Names that never played count as average. */
  predict(game: LineUp): number;
  /** The same on the logit scale, with its deviation. */
  odds(game: LineUp): Estimate;
}

/** Fits all games. The same set of games gives the same numbers, in whatever order they come. */
export function rate(games: readonly RatedGame[], priors: Priors = PRIORS): Ratings {
  const rows = gather(games);
  const names = (of: (row: Row) => readonly string[]) => [...new Set(rows.flatMap(of))].sort(compare);
  const [rulesets, first, second] = [
    names((row) => [row.ruleset]),
    names((row) => row.first),
    names((row) => row.second),
  ];
  const at = {
    ruleset: new Map(rulesets.map((name, i) => [name, i])),
    first: new Map(first.map((name, i) => [name, rulesets.length + i])),
    second: new Map(second.map((name, i) => [name, rulesets.length + first.length + i])),
  };
  const size = rulesets.length + first.length + second.length;
  const precision = Array.from(
    { length: size },
    (_, i) => 1 / (i < rulesets.length ? priors.ruleset : priors.skill) ** 2,
  );
  const design = (game: LineUp): Map<number, number> => {
    const x = new Map<number, number>();
    const put = (i: number | undefined, weight: number) => i !== undefined && x.set(i, (x.get(i) ?? 0) + weight);
    put(at.ruleset.get(game.ruleset), 1);
    for (const name of game.first) put(at.first.get(name), 1 / game.first.length);
    for (const name of game.second) put(at.second.get(name), -1 / game.second.length);
    return x;
  };
  const points = rows.map((row) => ({ x: [...design(row)], won: row.won, count: row.count }));
  const fit = newton(points, precision);
  const { theta, lower } = fit;
  const clusters = clustersOf(games);
  const alone = clusters.length === games.length;
  const score = ({ won, ...game }: RatedGame) => {
    const x = design(game);
    const miss = won - logistic(dot(x, theta));
    return [...x].map(([i, weight]) => [i, weight * miss] as const);
  };
  const spread = alone ? lower : cholesky(disagreement(fit, precision, clusters, score));
  // Few clusters say little of how much they differ.
  const quantile = alone || clusters.length < 2 ? Z : student(clusters.length - 1);
  const along = (direction: readonly number[]): Estimate => {
    const deviation = Math.sqrt(squared(timesUpper(spread, solveUpper(lower, solveLower(lower, direction)))));
    return { value: inner(direction, theta), deviation, margin: quantile * deviation };
  };
  // What a skill is above the average of its side, and what rules give to sides of average players: only these can be told apart.
  const share = (i: number, start: number, count: number) => (i >= start && i < start + count ? 1 / count : 0);
  const starts = { first: rulesets.length, second: rulesets.length + first.length };
  const roles = (list: readonly string[], start: number) => {
    const chances = chancesToLead(theta, lower, spread, start, list.length);
    const above = (n: number) => theta.map((_, i) => (i === start + n ? 1 : 0) - share(i, start, list.length));
    return new Map(list.map((name, n) => [name, { ...along(above(n)), best: chances[n]! }]));
  };
  const favour = (n: number) =>
    theta.map(
      (_, i) => (i === n ? 1 : 0) + share(i, starts.first, first.length) - share(i, starts.second, second.length),
    );
  return {
    games: rows.reduce((n, { count }) => n + count, 0),
    rulesets: new Map(rulesets.map((name, n) => [name, along(favour(n))])),
    first: roles(first, starts.first),
    second: roles(second, starts.second),
    predict: (game) => logistic(dot(design(game), theta)),
    odds: (game) => {
      const x = design(game);
      return along(theta.map((_, i) => x.get(i) ?? 0));
    },
  };
}

interface Row extends LineUp {
  readonly won: number;
  readonly count: number;
}

/** Games with the same line-up and result are one row with a count; rows stand in an order of their own. */
function gather(games: readonly RatedGame[]): Row[] {
  const rows = new Map<string, Row>();
  for (const { ruleset, first, second, won } of games) {
    const game = { ruleset, first: [...first].sort(compare), second: [...second].sort(compare), won };
    const key = keyOf(game);
    rows.set(key, { ...game, count: (rows.get(key)?.count ?? 0) + 1 });
  }
  return [...rows].sort(byKey).map(([, row]) => row);
}
const keyOf = ({ ruleset, first, second, won }: LineUp & { readonly won: number }): string =>
  JSON.stringify([ruleset, [...first].sort(compare), [...second].sort(compare), won]);
const byKey = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => compare(a, b);

interface Point {
  readonly x: readonly (readonly [index: number, weight: number])[];
  readonly won: number;
  readonly count: number;
}

const STEPS = 100;
const CLOSE = 1e-10;

/** Mode of the posterior, its negative Hessian there, and the lower triangle of Cholesky of that. */
interface Fit {
  readonly theta: readonly number[];
  readonly hessian: readonly number[][];
  readonly lower: readonly number[][];
}

/** Strictly concave, so the mode is the only one. */
function newton(points: readonly Point[], precision: readonly number[]): Fit {
  const size = precision.length;
  const theta = new Array<number>(size).fill(0);
  for (let step = 0; ; step++) {
    const gradient = theta.map((value, i) => -precision[i]! * value);
    const hessian = precision.map((value, i) => unit(size, i).map((one) => one * value));
    for (const { x, won, count } of points) {
      const p = logistic(x.reduce((sum, [i, weight]) => sum + weight * theta[i]!, 0));
      for (const [i, weight] of x) {
        gradient[i] = gradient[i]! + count * weight * (won - p);
        for (const [j, other] of x) hessian[i]![j] = hessian[i]![j]! + count * weight * other * p * (1 - p);
      }
    }
    const lower = cholesky(hessian);
    const move = solveUpper(lower, solveLower(lower, gradient));
    // Curvature is at most a quarter a game, so a long step is only taken in parts.
    const longest = Math.max(0, ...move.map(Math.abs));
    const part = longest > 2 ? 2 / longest : 1;
    for (let i = 0; i < size; i++) theta[i] = theta[i]! + part * move[i]!;
    if (longest < CLOSE) return { theta, hessian, lower };
    if (step === STEPS) throw new Error(`ratings did not settle in ${STEPS} steps`);
  }
}

/** The games of each cluster; both in an order of their own. */
function clustersOf(games: readonly RatedGame[]): RatedGame[][] {
  const clusters = new Map<number, RatedGame[]>();
  for (const game of games) {
    const known = clusters.get(game.cluster);
    if (known) known.push(game);
    else clusters.set(game.cluster, [game]);
  }
  return [...clusters].sort(([a], [b]) => a - b).map(([, list]) => list);
}

/**
 * What takes the Hessian's place as the information of priors and games where games share their luck: the squares of each
 * cluster's score. As few clusters may agree by accident, what the model says of games alone has a say too: a full one where
 * there are no more clusters than parameters, and none where there are many.
 */
function disagreement(
  { hessian }: Fit,
  precision: readonly number[],
  clusters: readonly (readonly RatedGame[])[],
  score: (game: RatedGame) => readonly (readonly [index: number, value: number])[],
): number[][] {
  const size = precision.length;
  const count = clusters.length;
  const few = Math.min(1, size / count);
  const meat = hessian.map((row, i) =>
    row.map((value, j) => (i === j ? precision[i]! + few * (value - precision[i]!) : few * value)),
  );
  const more = count < 2 ? 1 : count / (count - 1);
  for (const games of clusters) {
    const sums = new Array<number>(size).fill(0);
    for (const scored of games.map((game) => [keyOf(game), score(game)] as const).sort(byKey))
      for (const [i, value] of scored[1]) sums[i] = sums[i]! + value;
    for (const [i, a] of sums.entries()) for (const [j, b] of sums.entries()) meat[i]![j] = meat[i]![j]! + more * a * b;
  }
  return meat;
}

const DRAWS = 2_000;

/** How often each of `count` parameters from `start` is the largest, over draws from the posterior by a fixed stream. */
function chancesToLead(
  theta: readonly number[],
  lower: readonly number[][],
  spread: readonly number[][],
  start: number,
  count: number,
): number[] {
  const wins = new Array<number>(count).fill(0);
  const normal = normals();
  for (let draw = 0; draw < DRAWS && count > 0; draw++) {
    const drawn = theta.map(() => normal());
    const shift = solveUpper(lower, spread === lower ? drawn : solveLower(lower, times(spread, drawn)));
    let leader = 0;
    for (let i = 1; i < count; i++)
      if (theta[start + i]! + shift[start + i]! > theta[start + leader]! + shift[start + leader]!) leader = i;
    wins[leader] = wins[leader]! + 1;
  }
  return wins.map((won) => won / DRAWS);
}

/** Standard normal numbers from a fixed 32-bit generator (mulberry32, Box and Muller): simulation, never a world's dice. */
function normals(): () => number {
  let state = 0x0bb1e5;
  const uniform = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (((t ^ (t >>> 14)) >>> 0) + 0.5) / 2 ** 32;
  };
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}

export const logistic = (z: number): number => 1 / (1 + Math.exp(-z));
const unit = (size: number, i: number): number[] => Array.from({ length: size }, (_, j) => (i === j ? 1 : 0));
function dot(x: Iterable<readonly [index: number, weight: number]>, theta: readonly number[]): number {
  let sum = 0;
  for (const [i, weight] of x) sum += weight * theta[i]!;
  return sum;
}
function inner(a: readonly number[], b: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
const squared = (list: readonly number[]): number => list.reduce((sum, value) => sum + value * value, 0);
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** L with L·Lᵀ = `matrix`, which is symmetric and positive definite. */
function cholesky(matrix: readonly number[][]): number[][] {
  const size = matrix.length;
  const lower = matrix.map(() => new Array<number>(size).fill(0));
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      let rest = matrix[i]![j]!;
      for (let k = 0; k < j; k++) rest -= lower[i]![k]! * lower[j]![k]!;
      lower[i]![j] = i === j ? Math.sqrt(rest) : rest / lower[j]![j]!;
    }
  }
  return lower;
}

/** x with L·x = b. */
function solveLower(lower: readonly number[][], b: readonly number[]): number[] {
  const x: number[] = [];
  for (let i = 0; i < b.length; i++) {
    let rest = b[i]!;
    for (let k = 0; k < i; k++) rest -= lower[i]![k]! * x[k]!;
    x.push(rest / lower[i]![i]!);
  }
  return x;
}

/** x with Lᵀ·x = b. */
function solveUpper(lower: readonly number[][], b: readonly number[]): number[] {
  const x = new Array<number>(b.length).fill(0);
  for (let i = b.length - 1; i >= 0; i--) {
    let rest = b[i]!;
    for (let k = i + 1; k < b.length; k++) rest -= lower[k]![i]! * x[k]!;
    x[i] = rest / lower[i]![i]!;
  }
  return x;
}

/** L·x. */
const times = (lower: readonly number[][], x: readonly number[]): number[] => lower.map((row) => inner(row, x));

/** Lᵀ·x. */
function timesUpper(lower: readonly number[][], x: readonly number[]): number[] {
  const out = new Array<number>(x.length).fill(0);
  for (let i = 0; i < x.length; i++) for (let j = 0; j <= i; j++) out[j] = out[j]! + lower[i]![j]! * x[i]!;
  return out;
}
