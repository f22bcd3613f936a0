// Ratings per side: logit P(one party beats another) = ruleset + mean skill of the one − mean skill of the other. The
// ruleset has a say only between two sides; parties of one side differ by their skills alone. A game of more than two
// parties counts as its pairs, each weighed so that the game says as much of one party as a game of two.
// All games are fitted at once by Newton's method under normal priors, so that the order of games is no matter.
//
// Games of one seed are one cluster. Where there are such, what the games tell is weighed by how the clusters disagree (a
// sandwich around the priors) and no longer by the model, which takes each game for a draw of its own. So are the pairs of
// one game, which share their luck.
import { student, Z } from "./statistics.ts";

/** Seats that win and lose together. `members` names who sat there, each seat once. */
export interface RatedParty {
  readonly side: string;
  readonly members: readonly string[];
}
/** One game as the model sees it. */
export interface RatedGame {
  readonly ruleset: string;
  /** Number of its seed, the same for games that share one. */
  readonly cluster: number;
  /** `place`: 1 for the best; level parties share one. */
  readonly parties: readonly (RatedParty & { readonly place: number })[];
}

/** Two parties that meet under a rule set. */
export interface Pairing {
  readonly ruleset: string;
  readonly first: RatedParty;
  readonly second: RatedParty;
}

/** Standard deviations of the priors: what is believed of a skill and of a ruleset before any game. */
interface Priors {
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
  /** How likely nobody of this side is better, under the posterior. */
  readonly best: number;
}
/** What rules give one side over another when both are average. */
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
  /** The same on the logit scale, with its deviation. */
  odds(pairing: Pairing): Estimate;
}

/** What a fit found, as plain data that a thread can send. */
export interface Fitted {
  readonly games: number;
  readonly parameters: Parameters;
  /** Mode of the posterior. */
  readonly theta: readonly number[];
  /** Lower triangles of Cholesky: of the model's information, and of what takes its place where games share luck. */
  readonly lower: readonly number[][];
  readonly spread: readonly number[][];
  /** Half a 95 % interval in deviations. */
  readonly quantile: number;
  /** By side, how likely each of its players is the best. */
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
  const spread = alone ? lower : cholesky(disagreement(found, precision, clusters, score));
  return {
    games: games.length,
    parameters,
    theta,
    lower,
    spread,
    // Few clusters say little of how much they differ.
    quantile: alone || clusters.length < 2 ? Z : student(clusters.length - 1),
    leads: skills.map(({ start, names }) => chancesToLead(theta, lower, spread, start, names.length)),
  };
}

/** What can be asked of a fit. */
export function ratingsOf({ games, parameters, theta, lower, spread, quantile, leads }: Fitted): Ratings {
  const { rulesets, skills } = parameters;
  const design = designOf(parameters);
  const along = (direction: readonly number[]): Estimate => {
    const deviation = Math.sqrt(sumOfSquares(timesUpper(spread, solveUpper(lower, solveLower(lower, direction)))));
    return { value: inner(direction, theta), deviation, margin: quantile * deviation };
  };
  // A skill above the average of its side, and what rules give to sides of average players: only these can be told apart.
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

/** Parameters of one side's players, from an index on. */
interface Skills {
  readonly side: string;
  readonly start: number;
  readonly names: readonly string[];
}
/** The parameters, in an order of their own: rules between sides, then the skills of each side. */
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

/** What of each parameter a pairing's odds are the sum of. */
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

/** Two parties of one game. `won` 1: the first was ahead; 0: the second; ½: level. */
interface PairResult extends Pairing {
  readonly cluster: number;
  readonly won: number;
  readonly weight: number;
}

/** The pairs of a game; in each, the party of the contest's first side stands first. */
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
  /** Pairs alike, each by its weight. */
  readonly count: number;
}

/** Pairs with the same parties and result are one row with a count; rows stand in an order of their own. */
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

/** Mode of the posterior, its negative Hessian there, and the lower triangle of Cholesky of that. */
interface PosteriorMode {
  readonly theta: readonly number[];
  readonly hessian: readonly number[][];
  readonly lower: readonly number[][];
}

/** Strictly concave, so the mode is the only one. */
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
    // Curvature is at most a quarter a game, so a long step is only taken in parts.
    const longest = Math.max(0, ...move.map(Math.abs));
    const part = longest > 2 ? 2 / longest : 1;
    for (let i = 0; i < size; i++) theta[i] = theta[i]! + part * move[i]!;
    if (longest < CLOSE) return { theta, hessian, lower };
    if (step === STEPS) throw new Error(`ratings did not settle in ${STEPS} steps`);
  }
}

/** The pairs of each cluster; both in an order of their own. */
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
 * What takes the Hessian's place as the information of priors and games where games share their luck: the squares of each
 * cluster's score. As few clusters may agree by accident, what the model says of games alone has a say too: a full one where
 * there are no more clusters than parameters, and none where there are many.
 */
function disagreement(
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
const sumOfSquares = (list: readonly number[]): number => list.reduce((sum, value) => sum + value * value, 0);
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
