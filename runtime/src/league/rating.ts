// Ratings per role: logit P(first side wins) = ruleset + mean skill of the first side − mean skill of the second.
// All games are fitted at once by Newton's method under normal priors, so that the order of games is no matter.

/** One game as the model sees it. `first` and `second` name whoever sat there, each seat once. */
export interface RatedGame {
  readonly ruleset: string;
  readonly first: readonly string[];
  readonly second: readonly string[];
  /** 1: the first side won; 0: the second; ½: neither. */
  readonly won: number;
}

/** Standard deviations of the priors: what is believed of a skill and of a ruleset before any game. */
export interface Priors {
  readonly skill: number;
  readonly ruleset: number;
}
const PRIORS: Priors = { skill: 1, ruleset: 2 };

/** One estimate on the logit scale, with the standard deviation of its posterior. */
export interface Estimate {
  readonly value: number;
  readonly deviation: number;
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
  predict(game: Omit<RatedGame, "won">): number;
}

/** Fits all games. The same set of games gives the same numbers, in whatever order they come. */
export function rate(games: Iterable<RatedGame>, priors: Priors = PRIORS): Ratings {
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
  const design = (game: Omit<RatedGame, "won">): Map<number, number> => {
    const x = new Map<number, number>();
    const put = (i: number | undefined, weight: number) => i !== undefined && x.set(i, (x.get(i) ?? 0) + weight);
    put(at.ruleset.get(game.ruleset), 1);
    for (const name of game.first) put(at.first.get(name), 1 / game.first.length);
    for (const name of game.second) put(at.second.get(name), -1 / game.second.length);
    return x;
  };
  const points = rows.map((row) => ({ x: [...design(row)], won: row.won, count: row.count }));
  const { theta, lower } = newton(points, precision);
  const along = (direction: readonly number[]): Estimate => ({
    value: direction.reduce((sum, weight, i) => sum + weight * theta[i]!, 0),
    deviation: Math.sqrt(squared(solveLower(lower, direction))),
  });
  // What a skill is above the average of its side, and what rules give to sides of average players: only these can be told apart.
  const share = (i: number, start: number, count: number) => (i >= start && i < start + count ? 1 / count : 0);
  const starts = { first: rulesets.length, second: rulesets.length + first.length };
  const roles = (list: readonly string[], start: number) => {
    const chances = chancesToLead(theta, lower, start, list.length);
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
    predict: (game) => logistic([...design(game)].reduce((sum, [i, weight]) => sum + weight * theta[i]!, 0)),
  };
}

interface Row extends RatedGame {
  readonly count: number;
}

/** Games with the same line-up and result are one row with a count; rows stand in an order of their own. */
function gather(games: Iterable<RatedGame>): Row[] {
  const rows = new Map<string, Row>();
  for (const { ruleset, first, second, won } of games) {
    const game = { ruleset, first: [...first].sort(compare), second: [...second].sort(compare), won };
    const key = JSON.stringify(game);
    rows.set(key, { ...game, count: (rows.get(key)?.count ?? 0) + 1 });
  }
  return [...rows].sort(([a], [b]) => compare(a, b)).map(([, row]) => row);
}

interface Point {
  readonly x: readonly (readonly [index: number, weight: number])[];
  readonly won: number;
  readonly count: number;
}

const STEPS = 100;
const CLOSE = 1e-10;

/** Mode of the posterior, and the lower triangle of Cholesky of its negative Hessian there. Strictly concave, so it is the only one. */
function newton(points: readonly Point[], precision: readonly number[]): { theta: number[]; lower: number[][] } {
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
    if (longest < CLOSE) return { theta, lower };
    if (step === STEPS) throw new Error(`ratings did not settle in ${STEPS} steps`);
  }
}

const DRAWS = 2_000;

/** How often each of `count` parameters from `start` is the largest, over draws from the posterior by a fixed stream. */
function chancesToLead(theta: readonly number[], lower: readonly number[][], start: number, count: number): number[] {
  const wins = new Array<number>(count).fill(0);
  const normal = normals();
  for (let draw = 0; draw < DRAWS && count > 0; draw++) {
    const shift = solveUpper(
      lower,
      theta.map(() => normal()),
    );
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

const logistic = (z: number): number => 1 / (1 + Math.exp(-z));
const unit = (size: number, i: number): number[] => Array.from({ length: size }, (_, j) => (i === j ? 1 : 0));
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
