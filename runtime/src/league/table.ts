// A league's table: ratings, shares, measures and seats, made of its games alone. The same games give the same bytes, in any order, in any process.
import { STAGES, type Traits } from "@orrery/kernel";
import type { Calibration, Predictions } from "./beliefs.ts";
import type { GameRecord } from "./game.ts";
import { Measures } from "./measures.ts";
import type { Entrant, Plan, Scheduled, Table } from "./plan.ts";
import { type Estimate, logistic, type RatedGame, type Ratings, rate } from "./rating.ts";
import { type Mean, Ratio, round, type Share, Slope } from "./statistics.ts";

/** An estimate with its 95 % interval; null where nothing is known. */
export interface Figure {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** Games it rests on. */
  readonly n: number;
}

export interface BeliefScore {
  readonly n: number;
  readonly logLoss: Figure;
  readonly brier: Figure;
  /** The same score for whoever always says the prior: so many guilty among the others. */
  readonly priorBrier: Figure;
  readonly auroc: Figure;
  /** Beliefs in parts of nearly equal weight: mean belief, share that was so. */
  readonly curve: readonly { readonly thought: number; readonly happened: number; readonly n: number }[];
}

/** One entrant on one side. */
export interface Standing {
  readonly entrant: string;
  readonly agent: string;
  /** What it is beside its agent; empty where it is nothing more. */
  readonly traits: Traits;
  readonly arm: string;
  readonly side: string;
  readonly games: number;
  readonly wins: Figure;
  /** Above the average of its side, on the logit scale; null where there is nobody to compare with. */
  readonly rating: (Figure & { /** How likely nobody of this side is better. */ readonly best: number }) | null;
  /** Everything else, by name; per vote, claim, answer or game as the name says. */
  readonly measures: Readonly<Record<string, Figure>>;
  readonly beliefs: Readonly<Record<string, BeliefScore>>;
  /** How far this entrant's suspicion rose about liars rather than about the honest: ½ is not at all. */
  readonly liesNoticed: Figure;
}

/** Games in which one entrant sat on the first side and another on the second. */
export interface Meeting {
  readonly first: string;
  readonly second: string;
  readonly games: number;
  /** Share that the first side won. */
  readonly wins: Figure;
  /** What the ratings say of a game with nobody but these two on the sides. */
  readonly predicted: Figure;
}

export interface SeatStanding {
  readonly seat: number;
  /** Share of games won by whoever sat there, by side. */
  readonly wins: Readonly<Record<string, Figure>>;
}

export interface LeagueTable {
  readonly leagues: readonly string[];
  readonly world: string;
  readonly sides: readonly [string, string];
  /** Ended and not touched by a god: what every figure rests on. */
  readonly games: number;
  /** Seeds that they were dealt from. Games of one seed share their luck: every interval counts seeds, and no game by itself. */
  readonly seeds: number;
  readonly unfinished: number;
  readonly touched: number;
  /** Share of games that the first side won. */
  readonly firstSideWins: Figure;
  readonly standings: readonly Standing[];
  /** False where the same entrants sat in every game, on either side: whoever was not on one was on the other, so that skills on the two can hardly be told apart. */
  readonly sidesApart: boolean;
  /** How much the rules themselves favour the first side when average players meet, on the logit scale. */
  readonly rulesets: readonly { readonly ruleset: string; readonly favour: Figure }[];
  readonly headToHead: readonly Meeting[];
  readonly seats: readonly SeatStanding[];
  /** Change of the share of wins from the first seat to the last, by side. */
  readonly seatSlope: Readonly<Record<string, Figure>>;
  readonly reasons: Readonly<Record<string, number>>;
  readonly perGame: Readonly<Record<string, Figure>>;
  /** Predictions of games that were left out of the fit, against the bare share of wins; lower is better. */
  readonly heldOut: {
    readonly games: number;
    readonly logLoss: Figure;
    readonly baseLogLoss: Figure;
    readonly brier: Figure;
    readonly baseBrier: Figure;
  };
}

/** A game as the table takes it in. */
export interface TableGame {
  readonly plan: Plan;
  readonly ruleset: string;
  readonly scheduled: Scheduled;
  readonly record: GameRecord;
}

/** One entrant on one side, in one arm where there are several. */
interface Who {
  readonly entrant: Entrant;
  readonly arm: string;
  readonly side: string;
  readonly measures: Measures;
}

/** Takes games in one by one; its memory grows with entrants and line-ups, not with what was said in games. */
export class TableMaker {
  readonly #table: Table;
  readonly #leagues: readonly string[];
  readonly #world: string;
  readonly #who = new Map<string, Who>();
  readonly #seats: Map<string, Ratio>[];
  readonly #slopes: Map<string, Slope>;
  readonly #perGame = new Map<string, Ratio>();
  readonly #reasons = new Map<string, number>();
  readonly #met = new Map<string, { first: string; second: string; won: Ratio }>();
  readonly #seeds = new Set<string>();
  readonly #rated: { game: RatedGame; fold: number }[] = [];
  readonly #won = new Ratio();
  #touched = 0;

  constructor(leagues: readonly string[], world: string, table: Table) {
    this.#leagues = [...leagues].sort();
    this.#world = world;
    this.#table = table;
    this.#seats = table.seats.map(() => new Map(table.sides.map((side) => [side, new Ratio()])));
    this.#slopes = new Map(table.sides.map((side) => [side, new Slope()]));
  }

  add({ plan, ruleset, scheduled, record }: TableGame): void {
    const { facts } = record;
    if (record.touched) this.#touched++;
    if (record.touched || record.ending === null) return;
    const [first, second] = this.#table.sides;
    const won = (side: string) => (facts.winner === null ? 0.5 : facts.winner === side ? 1 : 0);
    const cluster = plan.paired ? scheduled.block : scheduled.game;
    this.#seeds.add(scheduled.seed);
    this.#won.add(cluster, won(first), 1);
    this.#reasons.set(facts.reason, (this.#reasons.get(facts.reason) ?? 0) + 1);
    for (const [name, value] of Object.entries({ ...facts.counts, seconds: Math.round(facts.durationMs / 1000) })) {
      const ratio = this.#perGame.get(name) ?? new Ratio();
      ratio.add(cluster, value, 1);
      this.#perGame.set(name, ratio);
    }
    for (const side of this.#table.sides) {
      const points = scheduled.seats.flatMap((seat, i) => (seat.side === side ? [[i, won(side)] as const] : []));
      this.#slopes.get(side)!.add(cluster, points);
      for (const [i] of points) this.#seats[i]!.get(side)!.add(cluster, won(side), 1);
    }
    const named = scheduled.seats.map((seat) => ({ ...seat, key: keyOf(plan, scheduled, seat.entrant) }));
    for (const side of this.#table.sides) {
      const seats = named.filter((seat) => seat.side === side);
      for (const key of new Set(seats.map((seat) => seat.key))) {
        const mine = seats.filter((seat) => seat.key === key);
        const id = `${key}\n${side}`;
        const known = this.#who.get(id) ?? {
          entrant: plan.entrants.find(({ name }) => name === mine[0]!.entrant)!,
          arm: scheduled.arm,
          side,
          measures: new Measures(),
        };
        this.#who.set(id, known);
        known.measures.add(cluster, facts, mine, first, won(side), record.efforts);
      }
    }
    const of = (side: string) => named.filter((seat) => seat.side === side).map(({ key }) => key);
    for (const a of new Set(of(first)))
      for (const b of new Set(of(second))) {
        const id = JSON.stringify([a, b]);
        const met = this.#met.get(id) ?? { first: a, second: b, won: new Ratio() };
        this.#met.set(id, met);
        met.won.add(cluster, won(first), 1);
      }
    this.#rated.push({
      game: { ruleset, cluster, first: of(first), second: of(second), won: won(first) },
      fold: cluster % FOLDS,
    });
  }

  /** The table of all games that were added; `unfinished` are those that were not. */
  make(unfinished: number): LeagueTable {
    const { sides, seats } = this.#table;
    const ratings = rate(this.#rated.map(({ game }) => game));
    const games = this.#rated.length;
    return {
      leagues: this.#leagues,
      world: this.#world,
      sides,
      games,
      seeds: this.#seeds.size,
      unfinished,
      touched: this.#touched,
      firstSideWins: shareFigure(this.#won.share()),
      standings: [...this.#who]
        .map(([id, who]) => this.#standing(id.split("\n")[0]!, who, ratings))
        .sort(
          (a, b) =>
            sides.indexOf(a.side) - sides.indexOf(b.side) ||
            (b.rating?.value ?? 0) - (a.rating?.value ?? 0) ||
            (`${a.entrant}\n${a.arm}` < `${b.entrant}\n${b.arm}` ? -1 : 1),
        ),
      sidesApart:
        ![...ratings.first.keys()].some((name) => ratings.second.has(name)) ||
        new Set(this.#rated.map(({ game }) => [...game.first, ...game.second].sort().join("\n"))).size > 1,
      rulesets: [...ratings.rulesets].map(([ruleset, favour]) => ({ ruleset, favour: around(favour, games) })),
      headToHead: [...this.#met].sort(byName).map(([, { first, second, won }]) => ({
        first,
        second,
        games: won.whole,
        wins: shareFigure(won.share()),
        predicted: chance(
          ratings.odds({ ruleset: this.#rated[0]!.game.ruleset, first: [first], second: [second] }),
          won.whole,
        ),
      })),
      seats: seats.map((_, seat) => ({
        seat: seat + 1,
        wins: Object.fromEntries(sides.map((side) => [side, shareFigure(this.#seats[seat]!.get(side)!.share())])),
      })),
      seatSlope: Object.fromEntries(
        sides.map((side) => [side, figure(this.#slopes.get(side)!.slope(), seats.length - 1)]),
      ),
      reasons: Object.fromEntries([...this.#reasons].sort(byName)),
      perGame: Object.fromEntries([...this.#perGame].sort(byName).map(([name, ratio]) => [name, figure(ratio.mean())])),
      heldOut: this.#heldOut(),
    };
  }

  #standing(key: string, { entrant, arm, side, measures }: Who, ratings: Ratings): Standing {
    const { sides, seats, first } = this.#table;
    const rating = (side === sides[0] ? ratings.first : ratings.second).get(key);
    const prior = first / (seats.length - 1);
    const beliefs = STAGES.flatMap((stage) => {
      const predictions = measures.beliefs(stage);
      return predictions.all().n > 0 ? [[stage, belief(predictions, prior)] as const] : [];
    });
    const counted = [...this.#who.values()].flatMap((who) => (who.side === side ? [...who.measures.counted] : []));
    return {
      entrant: entrant.name,
      agent: entrant.agent,
      // However the plan was written down, the same table.
      traits: Object.fromEntries(Object.entries(entrant.traits ?? {}).sort(byName)),
      arm,
      side,
      games: measures.games,
      wins: shareFigure(measures.wins),
      rating: rating && rating.deviation > 0 ? { ...around(rating, measures.games), best: round(rating.best) } : null,
      measures: Object.fromEntries(measures.means(counted).map(([name, mean]) => [name, figure(mean)])),
      beliefs: Object.fromEntries(beliefs),
      liesNoticed: figure(measures.detection.mean((all) => all.auroc(), 1)),
    };
  }

  /** Fits all blocks but one part and predicts that part, for each part in turn. */
  #heldOut(): LeagueTable["heldOut"] {
    const model = new Score();
    const base = new Score();
    for (let fold = 0; fold < FOLDS; fold++) {
      const rest = this.#rated.filter((one) => one.fold !== fold).map(({ game }) => game);
      const left = this.#rated.filter((one) => one.fold === fold);
      if (rest.length === 0 || left.length === 0) continue;
      const ratings = rate(rest);
      // Half a game on each side, so that a share of nothing or all does not promise certainty.
      const share = (rest.reduce((sum, { won }) => sum + won, 0) + 0.5) / (rest.length + 1);
      // In an order of their own, so that the sums do not depend on which game came first.
      const keyed = left.map(
        ({ game }) => [JSON.stringify([game.cluster, ratings.predict(game), game.won]), game] as const,
      );
      for (const [, game] of keyed.sort(byName)) {
        model.add(game.cluster, ratings.predict(game), game.won);
        base.add(game.cluster, share, game.won);
      }
    }
    return {
      games: model.n,
      logLoss: model.logLoss(),
      baseLogLoss: base.logLoss(),
      brier: model.brier(),
      baseBrier: base.brier(),
    };
  }
}

const FOLDS = 5;

/** Scores of predictions, game by game. */
class Score {
  n = 0;
  readonly #log = new Ratio();
  readonly #brier = new Ratio();
  add(cluster: number, p: number, won: number): void {
    this.n++;
    this.#log.add(cluster, -(won * Math.log(p) + (1 - won) * Math.log(1 - p)), 1);
    this.#brier.add(cluster, (p - won) ** 2, 1);
  }
  logLoss(): Figure {
    return figure(this.#log.mean());
  }
  brier(): Figure {
    return figure(this.#brier.mean());
  }
}

/** Whom ratings are kept for: one agent under one name, apart by arm where a league has several. */
const keyOf = ({ arms }: Plan, { arm }: Scheduled, entrant: string): string =>
  arms.length === 1 ? entrant : `${entrant} (${arm})`;

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);
const orNull = (value: number | null, scale = 1): number | null => (value === null ? null : round(value * scale));

const shareFigure = ({ value, low, high, n }: Share): Figure => ({
  value: orNull(value),
  low: round(low),
  high: round(high),
  n,
});
const figure = ({ value, low, high, n }: Mean, scale = 1): Figure => ({
  value: orNull(value, scale),
  low: orNull(low, scale),
  high: orNull(high, scale),
  n,
});
const around = ({ value, margin }: Estimate, n: number): Figure => ({
  value: round(value),
  low: round(value - margin),
  high: round(value + margin),
  n,
});

/** A chance by its odds on the logit scale. */
const chance = ({ value, margin }: Estimate, n: number): Figure => ({
  value: round(logistic(value)),
  low: round(logistic(value - margin)),
  high: round(logistic(value + margin)),
  n,
});

function belief(predictions: Predictions, prior: number): BeliefScore {
  const all = predictions.all();
  const score = (of: (calibration: Calibration) => number | null, most: number): Figure =>
    figure(predictions.mean(of, most));
  return {
    n: all.n,
    logLoss: score((one) => one.logLoss(), Number.POSITIVE_INFINITY),
    brier: score((one) => one.brier(), 1),
    priorBrier: score((one) => priorBrier(one.base(), prior), 1),
    auroc: score((one) => one.auroc(), 1),
    curve: all.curve(10).map(({ thought, happened, n }) => ({ thought: round(thought), happened: round(happened), n })),
  };
}
const priorBrier = (base: number | null, prior: number): number | null =>
  base === null ? null : base * (1 - prior) ** 2 + (1 - base) * prior ** 2;
