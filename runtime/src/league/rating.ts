// Rates entrants on each side: logit P(one party beats another) = ruleset + mean skill of the one − mean skill of the other.
// The ruleset term stands only between two sides; parties of one side differ by skill alone. A game of more than two parties
// counts as its pairs, weighted so that each party weighs as much as in a game of two. Newton's method fits all games at
// once under normal priors, so the order of games does not matter.
//
// Games of one seed, and the pairs of one game, share their luck: they form a cluster. When a cluster has several pairs, the
// variance is estimated from how clusters disagree (a sandwich estimator around the priors), because the model's own
// variance takes every pair for an independent draw.
import { student, Z } from "./statistics.ts";

/** Seats that win and lose together. `members` has one name for each seat. */
export interface RatedParty {
  readonly side: string;
  readonly members: readonly string[];
}
/** One game, reduced to what ratings use. */
export interface RatedGame {
  readonly ruleset: string;
  /** The same number for games of the same seed. */
  readonly cluster: number;
  /** `place`: 1 for the best; tied parties share a place. */
  readonly parties: readonly (RatedParty & { readonly place: number })[];
}

/** Two parties that meet under a rule set. */
export interface Pairing {
  readonly ruleset: string;
  readonly first: RatedParty;
  readonly second: RatedParty;
}

/** Standard deviations of the normal priors on skills and rulesets. */
interface Priors {
  readonly skill: number;
  readonly ruleset: number;
}
const PRIORS: Priors = { skill: 1, ruleset: 2 };

/** An estimate on the logit scale, its posterior standard deviation, and half the width of its 95 % interval. */
export interface Estimate {
  readonly value: number;
  readonly deviation: number;
  readonly margin: number;
}

export interface Rating extends Estimate {
  /** Posterior probability that nobody of this side is better. */
  readonly best: number;
}
/** The advantage that a ruleset gives `first` over `second` when both sides are average. */
export interface Favour extends Estimate {
  readonly ruleset: string;
  readonly first: string;
  readonly second: string;
}

export interface Ratings {
  readonly games: number;
  readonly rulesets: readonly Favour[];
  /** Skills above the average of a side, by name. */
  of(side: string): ReadonlyMap<string, Rating>;
  /** P(the first party beats the second). Names that never played count as average. */
  predict(pairing: Pairing): number;
  /** `predict` on the logit scale, with its uncertainty. */
  odds(pairing: Pairing): Estimate;
}

/** The result of a fit, as plain data that can be posted between threads. */
export interface Fitted {
  readonly games: number;
  readonly parameters: Parameters;
  /** Mode of the posterior. */
  readonly theta: readonly number[];
  /** Cholesky factor of the negative Hessian at the mode. */
  readonly lower: readonly number[][];
  /** Cholesky factor of the sandwich's meat; `lower` itself when no games share their luck. */
  readonly spread: readonly number[][];
  /** Half the width of a 95 % interval, in deviations. */
  readonly quantile: number;
  /** For each side, the probability of each player to be its best. */
  readonly leads: readonly (readonly number[])[];
}

/** Fits all games. The same set of games gives the same numbers in any order. `sides`: in the contest's order. */
export function fit(games: readonly RatedGame[], sides: readonly string[], priors: Priors = PRIORS): Fitted {
  const pairs = games.flatMap((game) => pairsOf(game, sides));
  const rows = gather(pairs);
  const parameters = parametersOf(rows, sides);
  const { rulesets, skills, size } = parameters;
  const design = designOf(parameters);
  const precision = Array.from(
    { length: size },
    (_, i) => 1 / (i < rulesets.length ? priors.ruleset : priors.skill) ** 2,
  );
  const points = rows.map((row) => ({ x: [...design(row)], won: row.won, count: row.count }));
  const found = newton(points, precision);
  const { theta, lower } = found;
  const clusters = clustersOf(pairs);
  const alone = clusters.length === pairs.length;
  const score = (pair: PairResult) => {
    const x = design(pair);
    const miss = pair.weight * (pair.won - logistic(dot(x, theta)));
    return [...x].map(([i, weight]) => [i, weight * miss] as const);
  };
  const spread = alone ? lower : cholesky(sandwichMeat(found, precision, clusters, score));
  return {
    games: games.length,
    parameters,
    theta,
    lower,
    spread,
    // A variance estimated from few clusters is uncertain, which Student's distribution accounts for.
    quantile: alone || clusters.length < 2 ? Z : student(clusters.length - 1),
    leads: skills.map(({ start, names }) => chancesToLead(theta, lower, spread, start, names.length)),
  };
}

/** The ratings and predictions of a fit. */
export function ratingsOf({ games, parameters, theta, lower, spread, quantile, leads }: Fitted): Ratings {
  const { rulesets, skills } = parameters;
  const design = designOf(parameters);
  const along = (direction: readonly number[]): Estimate => {
    const deviation = Math.sqrt(sumOfSquares(timesUpper(spread, solveUpper(lower, solveLower(lower, direction)))));
    return { value: inner(direction, theta), deviation, margin: quantile * deviation };
  };
  // Only differences can be estimated: a skill above its side's average, and a ruleset's advantage between average sides.
  const share = (i: number, { start, names }: Skills) =>
    i >= start && i < start + names.length ? 1 / names.length : 0;
  const sideOf = (side: string) => skills.find((one) => one.side === side)!;
  const rated = new Map(
    skills.map((own, nth) => {
      const above = (n: number) => theta.map((_, i) => (i === own.start + n ? 1 : 0) - share(i, own));
      const ratings = own.names.map((name, n) => [name, { ...along(above(n)), best: leads[nth]![n]! }] as const);
      return [own.side, new Map(ratings)] as const;
    }),
  );
  return {
    games,
    rulesets: rulesets.map((one, n) => {
      const [first, second] = [sideOf(one.first), sideOf(one.second)];
      return { ...one, ...along(theta.map((_, i) => (i === n ? 1 : 0) + share(i, first) - share(i, second))) };
    }),
    of: (side) => rated.get(side) ?? new Map(),
    predict: (pairing) => logistic(dot(design(pairing), theta)),
    odds: (pairing) => {
      const x = design(pairing);
      return along(theta.map((_, i) => x.get(i) ?? 0));
    },
  };
}

/** The parameters of one side's players, in the order of `names` from index `start`. */
interface Skills {
  readonly side: string;
  readonly start: number;
  readonly names: readonly string[];
}
/** The order of the parameters: rulesets, then the skills of each side, each sorted. It does not depend on the order of games. */
interface Parameters {
  readonly rulesets: readonly { readonly ruleset: string; readonly first: string; readonly second: string }[];
  readonly skills: readonly Skills[];
  readonly size: number;
}

const ruleKey = (ruleset: string, first: string, second: string): string => JSON.stringify([ruleset, first, second]);

function parametersOf(rows: readonly Pairing[], sides: readonly string[]): Parameters {
  const between = rows.filter(({ first, second }) => first.side !== second.side);
  const keys = between.map(({ ruleset, first, second }) => ruleKey(ruleset, first.side, second.side));
  const rulesets = [...new Set(keys)].sort(compare).map((key) => {
    const [ruleset, first, second] = JSON.parse(key) as [string, string, string];
    return { ruleset, first, second };
  });
  const skills: Skills[] = [];
  let size = rulesets.length;
  for (const side of sides) {
    const of = (party: RatedParty) => (party.side === side ? party.members : []);
    const names = [...new Set(rows.flatMap(({ first, second }) => [...of(first), ...of(second)]))].sort(compare);
    skills.push({ side, start: size, names });
    size += names.length;
  }
  return { rulesets, skills, size };
}

/** The weight of each parameter in a pairing's log-odds, by index. */
function designOf({ rulesets, skills }: Parameters): (pairing: Pairing) => Map<number, number> {
  const ruleAt = new Map(rulesets.map(({ ruleset, first, second }, i) => [ruleKey(ruleset, first, second), i]));
  const skillAt = new Map(
    skills.map(({ side, start, names }) => [side, new Map(names.map((name, i) => [name, start + i]))]),
  );
  return ({ ruleset, first, second }) => {
    const x = new Map<number, number>();
    const put = (i: number | undefined, weight: number) => i !== undefined && x.set(i, (x.get(i) ?? 0) + weight);
    if (first.side !== second.side) put(ruleAt.get(ruleKey(ruleset, first.side, second.side)), 1);
    for (const name of first.members) put(skillAt.get(first.side)?.get(name), 1 / first.members.length);
    for (const name of second.members) put(skillAt.get(second.side)?.get(name), -1 / second.members.length);
    return x;
  };
}

/** Two parties of one game. `won` is 1 when the first did better, 0 when the second did, ½ for a tie. */
interface PairResult extends Pairing {
  readonly cluster: number;
  readonly won: number;
  readonly weight: number;
}

/** The pairs of a game; in each, `first` is of the side that comes first in `sides`. */
export function pairsOf({ ruleset, cluster, parties }: RatedGame, sides: readonly string[]): readonly PairResult[] {
  const ordered = [...parties].sort((a, b) => sides.indexOf(a.side) - sides.indexOf(b.side));
  const weight = 1 / (parties.length - 1);
  return ordered.flatMap((a, i) =>
    ordered.slice(i + 1).map((b) => ({
      ruleset,
      cluster,
      first: { side: a.side, members: a.members },
      second: { side: b.side, members: b.members },
      won: (1 + Math.sign(b.place - a.place)) / 2,
      weight,
    })),
  );
}

interface RatingRow extends Pairing {
  readonly won: number;
  /** The sum of the weights of these pairs. */
  readonly count: number;
}

/** Merges pairs with the same parties and result into rows. Rows are sorted, so the order of games does not matter. */
function gather(pairs: readonly PairResult[]): RatingRow[] {
  const rows = new Map<string, RatingRow>();
  for (const pair of pairs) {
    const { ruleset, won, weight } = pair;
    const key = keyOf(pair);
    const known = rows.get(key);
    rows.set(key, {
      ruleset,
      first: sortMembers(pair.first),
      second: sortMembers(pair.second),
      won,
      count: (known?.count ?? 0) + weight,
    });
  }
  return [...rows].sort(byKey).map(([, row]) => row);
}
const sortMembers = ({ side, members }: RatedParty): RatedParty => ({ side, members: [...members].sort(compare) });
const keyOf = ({ ruleset, first, second, won, weight }: PairResult): string =>
  JSON.stringify([ruleset, sortMembers(first), sortMembers(second), won, weight]);
const byKey = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => compare(a, b);

interface Observation {
  readonly x: readonly (readonly [index: number, weight: number])[];
  readonly won: number;
  readonly count: number;
}

const STEPS = 100;
const CLOSE = 1e-10;

/** Mode of the posterior, the negative Hessian there, and its Cholesky factor. */
interface PosteriorMode {
  readonly theta: readonly number[];
  readonly hessian: readonly number[][];
  readonly lower: readonly number[][];
}

/** Finds the posterior's mode, which is unique: the log posterior is strictly concave. */
function newton(points: readonly Observation[], precision: readonly number[]): PosteriorMode {
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
    // Far from the mode the curve flattens and a full step overshoots, so a step is at most 2 long.
    const longest = Math.max(0, ...move.map(Math.abs));
    const part = longest > 2 ? 2 / longest : 1;
    for (let i = 0; i < size; i++) theta[i] = theta[i]! + part * move[i]!;
    if (longest < CLOSE) return { theta, hessian, lower };
    if (step === STEPS) throw new Error(`ratings did not settle in ${STEPS} steps`);
  }
}

/** The pairs of each cluster, sorted by cluster. */
function clustersOf(pairs: readonly PairResult[]): PairResult[][] {
  const clusters = new Map<number, PairResult[]>();
  for (const pair of pairs) {
    const known = clusters.get(pair.cluster);
    if (known) known.push(pair);
    else clusters.set(pair.cluster, [pair]);
  }
  return [...clusters].sort(([a], [b]) => a - b).map(([, list]) => list);
}

/**
 * The meat of the sandwich estimator: the prior's precision, and the summed squares of each cluster's score. Few clusters may
 * agree by accident, so the model's own information of the games is added too: in full when there are no more clusters than
 * parameters, and by ever less as clusters grow in number.
 */
function sandwichMeat(
  { hessian }: PosteriorMode,
  precision: readonly number[],
  clusters: readonly (readonly PairResult[])[],
  score: (pair: PairResult) => readonly (readonly [index: number, value: number])[],
): number[][] {
  const size = precision.length;
  const count = clusters.length;
  const few = Math.min(1, size / count);
  const meat = hessian.map((row, i) =>
    row.map((value, j) => (i === j ? precision[i]! + few * (value - precision[i]!) : few * value)),
  );
  const more = count < 2 ? 1 : count / (count - 1);
  for (const pairs of clusters) {
    const sums = new Array<number>(size).fill(0);
    for (const scored of pairs.map((pair) => [keyOf(pair), score(pair)] as const).sort(byKey))
      for (const [i, value] of scored[1]) sums[i] = sums[i]! + value;
    for (const [i, a] of sums.entries()) for (const [j, b] of sums.entries()) meat[i]![j] = meat[i]![j]! + more * a * b;
  }
  return meat;
}

const DRAWS = 2_000;

/** How often each of `count` parameters from `start` on is the largest, over draws from the posterior by a fixed generator. */
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

/** Standard normal numbers from a fixed seed (mulberry32, Box and Muller). For simulation only, never a world's dice. */
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
const sumOfSquares = (list: readonly number[]): number => list.reduce((sum, value) => sum + value * value, 0);
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The lower triangle L with L·Lᵀ = `matrix`, which is symmetric and positive definite. */
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
