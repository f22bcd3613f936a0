// What was believed and what was so: scores of predictions, with intervals by clusters. Of how beliefs came about nothing is known here.
import type { Prediction } from "@orrery/kernel";
import { type Mean, student, sum } from "./statistics.ts";

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

  /** All that these have taken in. */
  static of(parts: readonly Calibration[]): Calibration {
    const all = new Calibration();
    for (const part of parts)
      for (let percent = 0; percent <= 100; percent++) {
        all.#yes[percent] = all.#yes[percent]! + part.#yes[percent]!;
        all.#no[percent] = all.#no[percent]! + part.#no[percent]!;
      }
    return all;
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

/** Parts of a jackknife: enough for a steady spread, and few enough to keep for everyone. */
const PARTS = 20;

/**
 * Predictions of many games with intervals for every figure made of them: games are dealt into parts, and how an estimate
 * moves when each part is left out says how far it may be trusted (a grouped jackknife). Its memory does not grow with the games.
 */
export class Predictions {
  readonly #parts = new Map<number, Calibration>();
  #games = 0;
  #priors = 0;

  /** One cluster's predictions: `cluster` is its number, the same for games that share their chances. */
  add(cluster: number, predictions: readonly Prediction[]): void {
    if (predictions.length === 0) return;
    this.#games++;
    const part = this.#parts.get(cluster % PARTS) ?? new Calibration();
    this.#parts.set(cluster % PARTS, part);
    for (const { percent, happened, prior } of predictions) {
      part.add(percent, happened);
      this.#priors += prior;
    }
  }

  /** What somebody who knows nothing would have said on average, 0 to 1. */
  get prior(): number {
    return this.#priors / this.all().n;
  }

  all(): Calibration {
    return Calibration.of([...this.#parts.values()]);
  }

  /** An estimate between 0 and `most` with its 95 % interval; without one where fewer than three parts have anything to say. */
  mean(estimate: (all: Calibration) => number | null, most: number): Mean {
    const value = estimate(this.all());
    const unknown = { value, low: null, high: null, n: this.#games };
    const parts = [...this.#parts].sort(([a], [b]) => a - b).map(([, part]) => part);
    const count = parts.length;
    if (value === null || count < 3) return unknown;
    const without: number[] = [];
    for (const left of parts) {
      const rest = estimate(Calibration.of(parts.filter((part) => part !== left)));
      if (rest === null) return unknown;
      without.push(rest);
    }
    const middle = sum(without) / count;
    const spread = sum(without.map((one) => (one - middle) ** 2)) * ((count - 1) / count);
    const half = student(count - 1) * Math.sqrt(spread);
    return { value, low: Math.max(0, value - half), high: Math.min(most, value + half), n: this.#games };
  }
}
