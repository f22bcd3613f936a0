// The figures that a league shows, each with what it is uncertain by. Pure arithmetic; floats are allowed here and never in a world.
//
// Games of one seed share their luck: the same deal, with the entrants changed about, or in several arms. What they say is
// no word each, so every interval is by clusters, and a cluster is a seed; clusters are numbered from 0.

/** A share of something with its 95 % interval; `n` counts games. */
export interface Share {
  readonly value: number | null;
  readonly low: number;
  readonly high: number;
  readonly n: number;
}

/** A mean with its 95 % interval, which is null where fewer than two clusters have anything to say; `n` counts games. */
export interface Mean {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly n: number;
}

/** Of the normal distribution: 95 % of it lies between -Z and Z. */
export const Z = 1.959963984540054;

/** Share `part / n` by Wilson; halves are allowed, for draws. `trials`: so many independent games the n are worth. With n = 0 nothing is known: 0 to 1. */
export function wilson(part: number, n: number, trials = n): Share {
  if (n === 0) return { value: null, low: 0, high: 1, n };
  const p = part / n;
  const z2 = Z * Z;
  const middle = (p + z2 / (2 * trials)) / (1 + z2 / trials);
  const half = (Z / (1 + z2 / trials)) * Math.sqrt((p * (1 - p)) / trials + z2 / (4 * trials * trials));
  return { value: p, low: Math.max(0, middle - half), high: Math.min(1, middle + half), n };
}

/** Clusters beyond so many are added to earlier ones, so that memory does not grow with the games. A prime, lest the rhythm of a schedule come out in it. */
const GROUPS = 1009;

function put(sums: number[], cluster: number, value: number): void {
  const group = cluster % GROUPS;
  while (sums.length <= group) sums.push(0);
  sums[group] = sums[group]! + value;
}

/** Ratio of two sums: right votes to votes, lies to claims, games won to games. What is said ten times in one cluster counts as one word. */
export class Ratio {
  #n = 0;
  readonly #x: number[] = [];
  readonly #y: number[] = [];

  /** One game: `y` of `x`. With x = 0 it says nothing and is left out. */
  add(cluster: number, y: number, x: number): void {
    if (x === 0) return;
    this.#n++;
    put(this.#x, cluster, x);
    put(this.#y, cluster, y);
  }
  /** These parts of all that `whole` counts, `unit` to one of it: a game in which there was nothing to add has nought, and is no less a game. */
  outOf(whole: Ratio, unit: number): Ratio {
    const ratio = new Ratio();
    ratio.#n = whole.#n;
    for (const [group, x] of whole.#x.entries()) {
      ratio.#x.push(x * unit);
      ratio.#y.push(this.#y[group] ?? 0);
    }
    return ratio;
  }
  get whole(): number {
    return sum(this.#x);
  }
  /** The ratio and its interval by the linearised variance of a ratio of clustered sums. */
  mean(): Mean {
    const n = this.#n;
    if (n === 0) return { value: null, low: null, high: null, n };
    const { value, clusters, variance } = this.#spread();
    if (clusters === 1) return { value, low: null, high: null, n };
    const half = student(clusters - 1) * Math.sqrt(variance);
    return { value, low: value - half, high: value + half, n };
  }
  /** Where each game added 1 of 1, 0 of 1, or ½: the share, by Wilson with as many games as these are worth (Korn and Graubard 1998). */
  share(): Share {
    const n = this.#n;
    if (n === 0) return wilson(0, 0);
    const { value, clusters, variance } = this.#spread();
    const alone = (value * (1 - value)) / (n - 1);
    const fewer = clusters < 2 ? 1 : (student(n - 1) / student(clusters - 1)) ** 2;
    // Where all ended alike, nothing is known of how much a seed decides, and it may be everything.
    const worth = clusters < 2 || alone === 0 ? clusters : variance === 0 ? n : (n * alone * fewer) / variance;
    return wilson(sum(this.#y), n, Math.min(n, worth));
  }

  #spread(): { value: number; clusters: number; variance: number } {
    const whole = sum(this.#x);
    const value = sum(this.#y) / whole;
    let clusters = 0;
    let squares = 0;
    for (const [group, x] of this.#x.entries()) {
      if (x === 0) continue;
      clusters++;
      squares += (this.#y[group]! - value * x) ** 2;
    }
    return { value, clusters, variance: (squares * clusters) / (clusters - 1) / whole ** 2 };
  }
}

/** Of Student's distribution: 95 % of it lies between plus and minus this. By the expansion of Cornish and Fisher, good to 3 % from two degrees of freedom on. */
export function student(freedom: number): number {
  if (freedom === 1) return Math.tan(0.475 * Math.PI);
  if (freedom === 2) return 0.95 * Math.sqrt(2 / (1 - 0.95 ** 2));
  const [z, z3, z5, z7] = [Z, Z ** 3, Z ** 5, Z ** 7];
  return (
    z +
    (z3 + z) / (4 * freedom) +
    (5 * z5 + 16 * z3 + 3 * z) / (96 * freedom ** 2) +
    (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * freedom ** 3)
  );
}

/** A straight line through (x, y) by least squares. */
export class Slope {
  #games = 0;
  /** By cluster: how many points, and the sums of x, y, xx and xy. */
  readonly #sums: readonly number[][] = [[], [], [], [], []];

  /** The points of one game. */
  add(cluster: number, points: readonly (readonly [x: number, y: number])[]): void {
    if (points.length === 0) return;
    this.#games++;
    for (const [x, y] of points)
      for (const [i, value] of [1, x, y, x * x, x * y].entries()) put(this.#sums[i]!, cluster, value);
  }

  slope(): Mean {
    const unknown = { value: null, low: null, high: null, n: this.#games };
    const [n, sx, sy, sxx, sxy] = this.#sums.map(sum) as [number, number, number, number, number];
    if (n === 0) return unknown;
    const [mx, my] = [sx / n, sy / n];
    const spread = sxx - n * mx * mx;
    if (spread <= 1e-9) return unknown;
    const value = (sxy - n * mx * my) / spread;
    let clusters = 0;
    let squares = 0;
    for (const group of this.#sums[0]!.keys()) {
      const [n, x, y, xx, xy] = this.#sums.map((sums) => sums[group]!) as [number, number, number, number, number];
      if (n === 0) continue;
      clusters++;
      // Sum over the cluster's points of (x - mx) times the residual.
      squares += (xy - mx * y - my * x + n * mx * my - value * (xx - 2 * mx * x + n * mx * mx)) ** 2;
    }
    if (clusters < 2) return { ...unknown, value };
    const half = (student(clusters - 1) * Math.sqrt((squares * clusters) / (clusters - 1))) / spread;
    return { value, low: value - half, high: value + half, n: this.#games };
  }
}

export const sum = (list: readonly number[]): number => {
  let total = 0;
  for (const value of list) total += value;
  return total;
};

/** Six decimals, the same on every machine: what is printed, compared and stored. */
export const round = (value: number): number => {
  const rounded = Math.round(value * 1e6) / 1e6;
  return Object.is(rounded, -0) ? 0 : rounded;
};
