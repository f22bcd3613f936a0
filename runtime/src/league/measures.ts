// What one entrant did on one side, over all its games: sums that grow game by game, each seed one cluster, and no list of games.
import type { Cause, GameFacts } from "@orrery/kernel";
import { Predictions } from "./beliefs.ts";
import type { Effort } from "./game.ts";
import type { Spent } from "./spent.ts";
import { type Mean, Ratio, type Share, sum } from "./statistics.ts";

/** How the parties of an entrant did in one game. */
export interface GameStanding {
  /** 1, 0, or its share of a first place that several have. */
  readonly won: number;
  /** Places and scores of its parties, where there are more than two or something is counted; else empty. */
  readonly places: readonly number[];
  readonly scores: readonly number[];
}

export class Measures {
  readonly #won = new Ratio();
  readonly #ratios = new Map<string, Ratio>();
  /** Seats in all games: what is counted by the game is a part of these. */
  readonly #seats = new Ratio();
  readonly #perGame = new Map<string, { readonly ratio: Ratio; readonly unit: number }>();
  readonly #counted = new Set<string>();
  readonly #predictions = new Map<string, Predictions>();

  /** One game in which the entrant had the seats of these actors, on one side. `cluster` is the same for games of one seed. */
  add(
    cluster: number,
    facts: GameFacts,
    actors: ReadonlySet<string>,
    { won, places, scores }: GameStanding,
    efforts: Readonly<Record<string, Effort>>,
  ): void {
    this.#won.add(cluster, won, 1);
    const ratio = (name: string, part: number, whole: number) => this.#ratio(cluster, name, part, whole);
    const own = facts.seats.filter(({ actor }) => actors.has(actor));
    this.#seats.add(cluster, own.length, own.length);
    const each = (name: string, part: number, unit = 1) => {
      const known = this.#perGame.get(name) ?? { ratio: new Ratio(), unit };
      known.ratio.add(cluster, part, own.length * unit);
      this.#perGame.set(name, known);
    };
    for (const name of namesIn(own, "counts")) {
      this.#counted.add(name);
      each(
        name,
        total(own, ({ counts }) => counts[name] ?? 0),
      );
    }
    for (const name of namesIn(own, "ratios"))
      ratio(
        name,
        total(own, ({ ratios }) => ratios[name]?.[0] ?? 0),
        total(own, ({ ratios }) => ratios[name]?.[1] ?? 0),
      );
    for (const name of namesIn(own, "predictions")) {
      const known = this.#predictions.get(name) ?? new Predictions();
      this.#predictions.set(name, known);
      known.add(
        cluster,
        own.flatMap(({ predictions }) => predictions[name] ?? []),
      );
    }
    ratio("place", sum(places), places.length);
    ratio("score", sum(scores), scores.length);

    const done = own.flatMap(({ actor }) => efforts[actor] ?? []);
    const asked = total(done, (effort) => effort.asked);
    ratio(
      "invalid answers",
      total(done, ({ invalid }) => invalid),
      asked,
    );
    ratio(
      "fallbacks",
      total(done, ({ fallbacks }) => total(Object.values(fallbacks), (n) => n)),
      asked,
    );
    for (const cause of new Set(done.flatMap(({ fallbacks }) => Object.keys(fallbacks) as Cause[])))
      ratio(
        `fallbacks: ${cause}`,
        total(done, ({ fallbacks }) => fallbacks[cause] ?? 0),
        asked,
      );
    each("asked", asked);
    const totalUsed = (of: (spent: Spent) => number) => total(done, ({ spent }) => of(spent));
    if (totalUsed(({ calls }) => calls) === 0) return;
    each(
      "model calls",
      totalUsed(({ calls }) => calls),
    );
    each(
      "tokens",
      totalUsed(({ tokens }) => tokens),
    );
    each(
      "tokens cached",
      totalUsed(({ cached }) => cached),
    );
    each(
      "tokens written",
      totalUsed(({ output }) => output),
    );
    each(
      "dollars",
      totalUsed(({ microdollars }) => microdollars),
      1_000_000,
    );
    each(
      "calls without a price",
      totalUsed(({ unpriced }) => unpriced),
    );
    ratio(
      "milliseconds a call",
      totalUsed(({ ms }) => ms),
      totalUsed(({ calls }) => calls),
    );
  }

  #ratio(cluster: number, name: string, part: number, whole: number): void {
    const ratio = this.#ratios.get(name) ?? new Ratio();
    ratio.add(cluster, part, whole);
    this.#ratios.set(name, ratio);
  }

  get games(): number {
    return this.#won.whole;
  }
  get wins(): Share {
    return this.#won.share();
  }
  /** Games won, by cluster. */
  get won(): Ratio {
    return this.#won;
  }
  /** What the world counted of these seats, by name. */
  get counted(): Iterable<string> {
    return this.#counted;
  }
  /** By name, in the order of the names; `amounts` are those that are no parts of a whole. What never came up is left out, but for what is `counted` of others on that side: of that there was none. */
  means(counted: Iterable<string>, amounts: ReadonlySet<string>): [string, Mean][] {
    const means = new Map<string, Mean>();
    for (const [name, ratio] of this.#ratios)
      if (ratio.whole > 0)
        means.set(
          name,
          RATES.has(name)
            ? ratio.rate()
            : ratio.isShare && !amounts.has(name) && name !== "score"
              ? ratio.share()
              : ratio.mean(),
        );
    for (const name of new Set([...this.#perGame.keys(), ...counted])) {
      const { ratio, unit } = this.#perGame.get(name) ?? { ratio: new Ratio(), unit: 1 };
      means.set(`per game: ${name}`, ratio.outOf(this.#seats, unit).rate());
    }
    return [...means].sort(([a], [b]) => (a < b ? -1 : 1));
  }
  /** By name, in the order of the names; those that were made. */
  get predictions(): readonly (readonly [string, Predictions])[] {
    return [...this.#predictions].filter(([, made]) => made.all().n > 0).sort(([a], [b]) => (a < b ? -1 : 1));
  }
}

const RATES: ReadonlySet<string> = new Set(["invalid answers", "milliseconds a call"]);

const namesIn = (seats: GameFacts["seats"], of: "counts" | "ratios" | "predictions"): ReadonlySet<string> =>
  new Set(seats.flatMap((seat) => Object.keys(seat[of])));
function total<T>(list: readonly T[], of: (item: T) => number): number {
  let sum = 0;
  for (const item of list) sum += of(item);
  return sum;
}
