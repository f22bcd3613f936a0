// The figures that a league shows, each with what it is uncertain by. Pure arithmetic; floats are allowed here and never in a world.

/** A share of something, with its 95 % Wilson interval. `n` counts independent trials: games, not seats. */
export interface Share {
  readonly value: number | null;
  readonly low: number;
  readonly high: number;
  readonly n: number;
}

/** Of the normal distribution: 95 % of it lies between -Z and Z. */
export const Z = 1.959963984540054;

/** Share `part / n`; halves are allowed, for draws. With n = 0 nothing is known: 0 to 1. */
export function wilson(part: number, n: number): Share {
  if (n === 0) return { value: null, low: 0, high: 1, n };
  const p = part / n;
  const z2 = Z * Z;
  const middle = (p + z2 / (2 * n)) / (1 + z2 / n);
  const half = (Z / (1 + z2 / n)) * Math.sqrt((p * (1 - p)) / n + z2 / (4 * n * n));
  return { value: p, low: Math.max(0, middle - half), high: Math.min(1, middle + half), n };
}

/** A mean with its 95 % interval by a normal approximation over clusters; `n` counts clusters. */
export interface Mean {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly n: number;
}

/**
 * Ratio of two sums gathered cluster by cluster (right votes to votes, lies to claims), so that what one game says ten
 * times counts as one game's word. Keeps four sums and no list: its memory does not grow with the games.
 */
export class Ratio {
  #n = 0;
  #y = 0;
  #x = 0;
  #yy = 0;
  #xy = 0;
  #xx = 0;

  /** One cluster: `y` of `x`. A cluster with x = 0 says nothing and is left out. */
  add(y: number, x: number): void {
    if (x === 0) return;
    this.#n++;
    this.#y += y;
    this.#x += x;
    this.#yy += y * y;
    this.#xy += x * y;
    this.#xx += x * x;
  }
  get part(): number {
    return this.#y;
  }
  get whole(): number {
    return this.#x;
  }
  /** The ratio and its interval by the linearised variance of a ratio of clustered sums. */
  mean(): Mean {
    if (this.#n === 0) return { value: null, low: null, high: null, n: 0 };
    const value = this.#y / this.#x;
    if (this.#n === 1) return { value, low: null, high: null, n: 1 };
    const residual = this.#yy - 2 * value * this.#xy + value * value * this.#xx;
    const half = (Z * Math.sqrt((Math.max(0, residual) * this.#n) / (this.#n - 1))) / this.#x;
    return { value, low: value - half, high: value + half, n: this.#n };
  }
}

/** How predictions in whole percents turned out: two histograms of 101 bins, from which every score is exact. */
export class Calibration {
  readonly #yes = new Array<number>(101).fill(0);
  readonly #no = new Array<number>(101).fill(0);

  add(percent: number, happened: boolean): void {
    const bins = happened ? this.#yes : this.#no;
    bins[percent] = bins[percent]! + 1;
  }

  get n(): number {
    return sum(this.#yes) + sum(this.#no);
  }

  /** Mean surprise in nats; a belief of 0 or 100 counts as half a percent short of it, or one slip would outweigh all. */
  logLoss(): number | null {
    return this.#score((percent, happened) => {
      const p = Math.min(0.995, Math.max(0.005, percent / 100));
      return -Math.log(happened ? p : 1 - p);
    });
  }

  brier(): number | null {
    return this.#score((percent, happened) => (percent / 100 - (happened ? 1 : 0)) ** 2);
  }

  /** How often it happened. */
  base(): number | null {
    return this.n === 0 ? null : sum(this.#yes) / this.n;
  }

  /** Area under the receiver's curve: how often what happened was thought likelier than what did not; ties are halves. */
  auroc(): number | null {
    const [yes, no] = [sum(this.#yes), sum(this.#no)];
    if (yes === 0 || no === 0) return null;
    let below = 0;
    let wins = 0;
    for (let percent = 0; percent <= 100; percent++) {
      wins += this.#yes[percent]! * (below + this.#no[percent]! / 2);
      below += this.#no[percent]!;
    }
    return wins / (yes * no);
  }

  /** What was thought and what came of it, in `bins` parts of nearly equal weight; whole percents are never split. */
  curve(bins: number): { readonly thought: number; readonly happened: number; readonly n: number }[] {
    const size = this.n / bins;
    const out: { thought: number; happened: number; n: number }[] = [];
    let [n, thought, happened] = [0, 0, 0];
    for (let percent = 0; percent <= 100; percent++) {
      const here = this.#yes[percent]! + this.#no[percent]!;
      n += here;
      thought += (here * percent) / 100;
      happened += this.#yes[percent]!;
      if (n > 0 && (n >= size || percent === 100)) {
        out.push({ thought: thought / n, happened: happened / n, n });
        [n, thought, happened] = [0, 0, 0];
      }
    }
    return out;
  }

  #score(of: (percent: number, happened: boolean) => number): number | null {
    if (this.n === 0) return null;
    let total = 0;
    for (let percent = 0; percent <= 100; percent++) {
      if (this.#yes[percent]! > 0) total += this.#yes[percent]! * of(percent, true);
      if (this.#no[percent]! > 0) total += this.#no[percent]! * of(percent, false);
    }
    return total / this.n;
  }
}

/** A straight line through (x, y) by least squares, its slope's interval clustered: one list of points a game. */
export class Slope {
  #n = 0;
  #clusters = 0;
  #x = 0;
  #y = 0;
  readonly #games = new Map<
    string,
    { count: number; sums: readonly [n: number, x: number, y: number, xx: number, xy: number] }
  >();
  #xx = 0;
  #xy = 0;

  /** The points of one game. Games with the same points are kept as one with a count, so that memory stays small. */
  add(points: readonly (readonly [x: number, y: number])[]): void {
    if (points.length === 0) return;
    let [x, y, xx, xy] = [0, 0, 0, 0];
    for (const [px, py] of points) {
      x += px;
      y += py;
      xx += px * px;
      xy += px * py;
    }
    this.#n += points.length;
    this.#clusters++;
    this.#x += x;
    this.#y += y;
    this.#xx += xx;
    this.#xy += xy;
    const sums = [points.length, x, y, xx, xy] as const;
    const key = sums.join();
    const known = this.#games.get(key);
    if (known) known.count++;
    else this.#games.set(key, { count: 1, sums });
  }

  slope(): Mean {
    const unknown = { value: null, low: null, high: null, n: this.#clusters };
    if (this.#n === 0) return unknown;
    const [mx, my] = [this.#x / this.#n, this.#y / this.#n];
    const spread = this.#xx - this.#n * mx * mx;
    if (spread <= 1e-9) return unknown;
    const value = (this.#xy - this.#n * mx * my) / spread;
    if (this.#clusters < 2) return { ...unknown, value };
    let meat = 0;
    for (const { count, sums } of [...this.#games.values()].sort(bySums)) {
      const [n, x, y, xx, xy] = sums;
      // Sum over the game's points of (x - mx) times the residual.
      const score = xy - mx * y - my * x + n * mx * my - value * (xx - 2 * mx * x + n * mx * mx);
      meat += count * score * score;
    }
    const half = (Z * Math.sqrt((meat * this.#clusters) / (this.#clusters - 1))) / spread;
    return { value, low: value - half, high: value + half, n: this.#clusters };
  }
}

/** In an order of their own, so that the sum does not depend on which game came first. */
function bySums(a: { sums: readonly number[] }, b: { sums: readonly number[] }): number {
  for (let i = 0; i < a.sums.length; i++) if (a.sums[i] !== b.sums[i]) return a.sums[i]! - b.sums[i]!;
  return 0;
}

const sum = (list: readonly number[]): number => {
  let total = 0;
  for (const value of list) total += value;
  return total;
};

/** Six decimals, the same on every machine: what is printed, compared and stored. */
export const round = (value: number): number => {
  const rounded = Math.round(value * 1e6) / 1e6;
  return Object.is(rounded, -0) ? 0 : rounded;
};
