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

/** Two shares of the same clusters, the first minus the second. */
export interface Difference {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  /** Standard error of the difference. */
  readonly deviation: number;
  readonly clusters: number;
}

/** If nothing has happened, it is expected at most this often, with 97.5 % confidence (Poisson). */
const NONE_YET = -Math.log(0.025);

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
  #inside = true;
  readonly #x: number[] = [];
  readonly #y: number[] = [];

  /** One game: `y` of `x`. With x = 0 it says nothing and is left out. */
  add(cluster: number, y: number, x: number): void {
    if (x === 0) return;
    this.#n++;
    if (y < 0 || y > x) this.#inside = false;
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
  /** A part of a whole, from 0 to 1: by Wilson with as many independent trials as these are worth (Korn and Graubard 1998). */
  share(): Share {
    const n = this.#n;
    if (n === 0) return wilson(0, 0);
    const { value, clusters, variance } = this.#spread();
    const trials = this.whole;
    const alone = trials > 1 ? (value * (1 - value)) / (trials - 1) : 0;
    const fewer = clusters < 2 ? 1 : (student(Math.max(1, trials - 1)) / student(clusters - 1)) ** 2;
    // Where all ended alike, nothing is known of how much a seed decides, and it may be everything.
    const worth =
      clusters < 2 || alone === 0 ? clusters : variance === 0 ? trials : (trials * alone * fewer) / variance;
    // Trials of one game are no words of their own, so only games bound what all of them are worth.
    return { ...wilson(sum(this.#y), trials, trials === n ? Math.min(n, worth) : worth), n };
  }
  /** A count or a cost for each of something, never below 0: the interval is taken on the logarithm. Of what never happened, the upper end is Poisson's. */
  rate(): Mean {
    const n = this.#n;
    if (n === 0) return { value: null, low: null, high: null, n };
    const { value, clusters, variance } = this.#spread();
    if (value === 0) return { value, low: 0, high: NONE_YET / (clusters * (this.whole / n)), n };
    if (clusters === 1) return { value, low: null, high: null, n };
    const half = (student(clusters - 1) * Math.sqrt(variance)) / value;
    return { value, low: value * Math.exp(-half), high: value * Math.exp(half), n };
  }
  /** Whether every game added a part of a whole: nothing below 0, nothing above all. */
  get isShare(): boolean {
    return this.#inside;
  }
  /** This share minus another, over the clusters that both have; null where these are fewer than two. */
  minus(other: Ratio): Difference | null {
    const both = [...this.#x.keys()].filter((group) => this.#x[group]! > 0 && (other.#x[group] ?? 0) > 0);
    const clusters = both.length;
    if (clusters < 2) return null;
    const total = (of: readonly number[]) => sum(both.map((group) => of[group]!));
    const [wholeA, wholeB] = [total(this.#x), total(other.#x)];
    const [a, b] = [total(this.#y) / wholeA, total(other.#y) / wholeB];
    const squares = both.map((group) => {
      const one = (this.#y[group]! - a * this.#x[group]!) / wholeA;
      return (one - (other.#y[group]! - b * other.#x[group]!) / wholeB) ** 2;
    });
    const deviation = Math.sqrt((sum(squares) * clusters) / (clusters - 1));
    const half = student(clusters - 1) * deviation;
    return { value: a - b, low: Math.max(-1, a - b - half), high: Math.min(1, a - b + half), deviation, clusters };
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

/** How likely Student's t is farther from 0 than this on either side, by the regularised incomplete beta function. */
export function studentTail(t: number, freedom: number): number {
  const x = freedom / (freedom + t * t);
  const [a, b] = [freedom / 2, 0.5];
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  return x < (a + 1) / (a + b + 2) ? (front * betaFraction(x, a, b)) / a : 1 - (front * betaFraction(1 - x, b, a)) / b;
}

/** The continued fraction of the incomplete beta function, by Lentz. */
function betaFraction(x: number, a: number, b: number): number {
  const awayFromZero = (value: number) => (Math.abs(value) < 1e-30 ? 1e-30 : value);
  let c = 1;
  let d = 1 / awayFromZero(1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let m = 1; m <= 300; m++) {
    for (const step of [
      (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m)),
      (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1)),
    ]) {
      d = 1 / awayFromZero(1 + step * d);
      c = awayFromZero(1 + step / c);
      fraction *= c * d;
    }
    if (Math.abs(c * d - 1) < 1e-12) break;
  }
  return fraction;
}

const LANCZOS = [
  676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406, 12.507343278686905,
  -0.13857109526572012, 9.984369578019572e-6, 1.5056327351493116e-7,
];
/** Logarithm of the gamma function above 0, by Lanczos. */
function logGamma(z: number): number {
  if (z < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * z)) - logGamma(1 - z);
  const t = z + 6.5;
  const series = LANCZOS.reduce((all, part, i) => all + part / (z + i), 0.9999999999998099);
  return 0.5 * Math.log(2 * Math.PI) + (z - 0.5) * Math.log(t) - t + Math.log(series);
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
