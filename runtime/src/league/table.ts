// Computes a league's table from its games: ratings, shares of wins, measures and seats. The same games in any order give the same bytes.
import type { MeasureGroup, PartyResult, Traits } from "@orrery/kernel";
import { Breath } from "../breath.ts";
import type { Calibration, Predictions } from "./beliefs.ts";
import { type Contrast, contrastsOf } from "./contrasts.ts";
import { fitAside } from "./fit-aside.ts";
import type { GameRecord } from "./game.ts";
import { Measures, type GameStanding as Stood } from "./measures.ts";
import type { Entrant, LeaguePlan, LeagueSeats, Scheduled } from "./plan.ts";
import { type Estimate, logistic, type Pairing, pairsOf, type RatedGame, type Ratings, ratingsOf } from "./rating.ts";
import { type Mean, Ratio, round, type Share, Slope } from "./statistics.ts";

/** An estimate with its 95 % interval; null where there is no data. */
export interface IntervalFigure {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** Number of games behind the estimate. */
  readonly n: number;
}

export interface BeliefScore {
  readonly n: number;
  readonly logLoss: IntervalFigure;
  readonly brier: IntervalFigure;
  /** The Brier score of a player that always states the prior: the share of guilty among the others. */
  readonly priorBrier: IntervalFigure;
  readonly auroc: IntervalFigure;
  /** Calibration: beliefs in bins of nearly equal size, with the mean belief and how often it was true. */
  readonly curve: readonly { readonly thought: number; readonly happened: number; readonly n: number }[];
}

/** The results of one entrant on one side, in one arm. */
export interface Standing {
  readonly entrant: string;
  readonly agent: string;
  /** Traits of the entrant beside its agent, by name. */
  readonly traits: Traits;
  readonly arm: string;
  readonly side: string;
  readonly games: number;
  readonly wins: IntervalFigure;
  /** Skill above the average of the side, on the logit scale; null when nobody else played on it. */
  readonly rating: (IntervalFigure & { /** P(nobody of this side is better). */ readonly best: number }) | null;
  /** All other measures by name. The name says whether it counts per vote, claim, answer or game. */
  readonly measures: Readonly<Record<string, IntervalFigure>>;
  /** Scores of the predictions that the world asks for, by their names in the world. */
  readonly beliefs: Readonly<Record<string, BeliefScore>>;
}

/** Games of one entrant against another. With two sides, `first` played on the first side; with one side, in another party. */
export interface Meeting {
  readonly first: string;
  readonly second: string;
  readonly games: number;
  /** Share of meetings that the first won. */
  readonly wins: IntervalFigure;
  /** The share that the ratings predict for games of these two alone. */
  readonly predicted: IntervalFigure;
}

export interface SeatStanding {
  readonly seat: number;
  /** Share of games won from that seat, by side. */
  readonly wins: Readonly<Record<string, IntervalFigure>>;
}

export interface LeagueTable {
  readonly leagues: readonly string[];
  readonly world: string;
  readonly sides: readonly string[];
  /** How the world shows its measures. */
  readonly groups: readonly MeasureGroup[];
  /** Finished games without a god's intervention. Every figure is computed from these. */
  readonly games: number;
  /** Number of seeds of these games. Games of one seed share their luck, so every interval treats them as one cluster. */
  readonly seeds: number;
  readonly unfinished: number;
  readonly touched: number;
  /** Share of games that the first side won; null when there is one side. */
  readonly firstSideWins: IntervalFigure | null;
  readonly standings: readonly Standing[];
  /** False when entrants played on several sides and every game had the same entrants: then skills on the two sides can hardly be told apart. */
  readonly sidesApart: boolean;
  /** How much each ruleset favours one side over another between average players, on the logit scale. Empty when there is one side. */
  readonly rulesets: readonly {
    readonly ruleset: string;
    readonly first: string;
    readonly second: string;
    readonly favour: IntervalFigure;
  }[];
  readonly headToHead: readonly Meeting[];
  readonly seats: readonly SeatStanding[];
  /** Change in the share of wins from the first seat to the last, by side. */
  readonly seatSlope: Readonly<Record<string, IntervalFigure>>;
  readonly reasons: Readonly<Record<string, number>>;
  /** For every two players of a side: their difference on the seeds that both played, ordered by name. */
  readonly contrasts: readonly Contrast[];
  readonly perGame: Readonly<Record<string, IntervalFigure>>;
  /** Cross-validation: how well ratings predict games left out of their fit, and how well the mere share of wins does. Lower is better. */
  readonly heldOut: {
    readonly games: number;
    readonly logLoss: IntervalFigure;
    readonly baseLogLoss: IntervalFigure;
    readonly brier: IntervalFigure;
    readonly baseBrier: IntervalFigure;
  };
}

/** A game with its place in a league's plan. */
export interface TableGame {
  readonly plan: LeaguePlan;
  readonly ruleset: string;
  readonly scheduled: Scheduled;
  readonly record: GameRecord;
}

/** What is counted of one entrant on one side, in one arm. */
interface Who {
  readonly entrant: Entrant;
  readonly arm: string;
  readonly side: string;
  readonly measures: Measures;
}

/** Takes in games one by one. Memory grows with entrants and line-ups, not with the length of games. */
export class TableMaker {
  readonly #table: LeagueSeats;
  readonly #leagues: readonly string[];
  readonly #world: string;
  readonly #who = new Map<string, Who>();
  readonly #seats: Map<string, Ratio>[];
  readonly #slopes: Map<string, Slope>;
  readonly #perGame = new Map<string, Ratio>();
  readonly #reasons = new Map<string, number>();
  readonly #met = new Map<string, { pairing: Pairing; won: Ratio }>();
  readonly #seeds = new Set<string>();
  readonly #rated: { game: RatedGame; fold: number }[] = [];
  readonly #won = new Ratio();
  readonly #amounts: ReadonlySet<string>;
  #touched = 0;

  constructor(leagues: readonly string[], world: string, table: LeagueSeats) {
    this.#leagues = [...leagues].sort();
    this.#world = world;
    this.#table = table;
    this.#amounts = new Set(
      table.groups.flatMap(({ measures }) => measures.flatMap(({ name, as }) => (as === "amount" ? [name] : []))),
    );
    this.#seats = table.seats.map(() => new Map(table.sides.map((side) => [side, new Ratio()])));
    this.#slopes = new Map(table.sides.map((side) => [side, new Slope()]));
  }

  add({ plan, ruleset, scheduled, record }: TableGame): void {
    const { facts } = record;
    if (record.touched) this.#touched++;
    if (record.touched || record.ending === null) return;
    const results = facts.results;
    if (results === null) throw new Error(`game ${scheduled.run} has ended and has no results`);
    const cluster = plan.paired ? scheduled.block : scheduled.game;
    const wonBy = new Map(scheduled.seats.map(({ actor }) => [actor, shareWon(results, actor)]));
    this.#seeds.add(scheduled.seed);
    this.#won.add(cluster, sideWon(results, this.#table.sides[0]), 1);
    this.#reasons.set(facts.reason, (this.#reasons.get(facts.reason) ?? 0) + 1);
    for (const [name, value] of Object.entries({ ...facts.counts, seconds: Math.round(facts.durationMs / 1000) })) {
      const ratio = this.#perGame.get(name) ?? new Ratio();
      ratio.add(cluster, value, 1);
      this.#perGame.set(name, ratio);
    }
    for (const side of this.#table.sides) {
      const points = scheduled.seats.flatMap(({ side: own, actor }, i) =>
        own === side ? [[i, wonBy.get(actor)!] as const] : [],
      );
      this.#slopes.get(side)!.add(cluster, points);
      for (const [i, won] of points) this.#seats[i]!.get(side)!.add(cluster, won, 1);
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
        const actors = new Set(mine.map(({ actor }) => actor));
        known.measures.add(cluster, facts, actors, stood(results, actors), record.efforts);
      }
    }
    const keys = new Map(named.map(({ actor, key }) => [actor, key]));
    const parties = results.map(({ side, actors, place }) => ({
      side,
      members: actors.map((actor) => keys.get(actor)!),
      place,
    }));
    const game = { ruleset, cluster, parties };
    for (const pair of pairsOf(game, this.#table.sides)) this.#meet(pair, cluster);
    this.#rated.push({ game, fold: cluster % FOLDS });
  }

  /** Counts the meetings between two parties. Of two entrants on one side, the name that sorts first is `first`; an entrant never meets itself. */
  #meet({ ruleset, first, second, won }: ReturnType<typeof pairsOf>[number], cluster: number): void {
    const alike = first.side === second.side;
    for (const a of new Set(first.members))
      for (const b of new Set(second.members)) {
        if (alike && a === b) continue;
        const turned = alike && a > b;
        const [one, other] = turned ? [b, a] : [a, b];
        const id = JSON.stringify([first.side, one, second.side, other]);
        const pairing = {
          ruleset,
          first: { side: first.side, members: [one] },
          second: { side: second.side, members: [other] },
        };
        const met = this.#met.get(id) ?? { pairing, won: new Ratio() };
        this.#met.set(id, met);
        met.won.add(cluster, turned ? 1 - won : won, 1);
      }
  }

  /** The table of all games added so far. Add no game until it resolves. `unfinished`: the number of games that were not added. */
  async make(unfinished: number): Promise<LeagueTable> {
    const { sides, seats, groups } = this.#table;
    const folds = Array.from({ length: FOLDS }, (_, fold) => this.#apart(fold)).filter(
      ({ rest, left }) => rest.length > 0 && left.length > 0,
    );
    const [all, ...parts] = (
      await fitAside({ lists: [this.#rated.map(({ game }) => game), ...folds.map(({ rest }) => rest)], sides })
    ).map(ratingsOf);
    const ratings = all!;
    const breath = new Breath();
    const standings: Standing[] = [];
    const games = this.#rated.length;
    for (const [id, who] of this.#who) {
      await breath.take();
      standings.push(this.#standing(id.split("\n")[0]!, who, ratings));
    }
    const heldOut = await this.#heldOut(
      breath,
      folds.map((fold, i) => ({ ...fold, ratings: parts[i]! })),
    );
    await breath.take();
    return {
      leagues: this.#leagues,
      world: this.#world,
      sides,
      groups,
      games,
      seeds: this.#seeds.size,
      unfinished,
      touched: this.#touched,
      firstSideWins: sides.length > 1 ? shareFigure(this.#won.share()) : null,
      standings: standings.sort(
        (a, b) =>
          sides.indexOf(a.side) - sides.indexOf(b.side) ||
          (b.rating?.value ?? 0) - (a.rating?.value ?? 0) ||
          (`${a.entrant}\n${a.arm}` < `${b.entrant}\n${b.arm}` ? -1 : 1),
      ),
      sidesApart: this.#sidesApart(ratings),
      rulesets: ratings.rulesets.map((favour) => ({
        ruleset: favour.ruleset,
        first: favour.first,
        second: favour.second,
        favour: around(favour, games),
      })),
      headToHead: [...this.#met].sort(byName).map(([, { pairing, won }]) => ({
        first: pairing.first.members[0]!,
        second: pairing.second.members[0]!,
        games: won.whole,
        wins: shareFigure(won.share()),
        predicted: chance(ratings.odds({ ...pairing, ruleset: this.#rated[0]!.game.ruleset }), won.whole),
      })),
      seats: seats.map((_, seat) => ({
        seat: seat + 1,
        wins: Object.fromEntries(sides.map((side) => [side, shareFigure(this.#seats[seat]!.get(side)!.share())])),
      })),
      seatSlope: Object.fromEntries(
        sides.map((side) => [side, figure(this.#slopes.get(side)!.slope(), seats.length - 1)]),
      ),
      reasons: Object.fromEntries([...this.#reasons].sort(byName)),
      perGame: Object.fromEntries([...this.#perGame].sort(byName).map(([name, ratio]) => [name, figure(ratio.rate())])),
      contrasts: this.#contrasts(),
      heldOut,
    };
  }

  #contrasts(): readonly Contrast[] {
    return this.#table.sides.flatMap((side) => {
      const own = [...this.#who].filter(([, who]) => who.side === side).sort(byName);
      return contrastsOf(
        side,
        own.map(([id, { measures }]) => [id.split("\n")[0]!, measures.won] as const),
      );
    });
  }

  #sidesApart(ratings: Ratings): boolean {
    const played = this.#table.sides.flatMap((side) => [...ratings.of(side).keys()]);
    const rosters = this.#rated.map(({ game }) =>
      game.parties
        .flatMap(({ members }) => members)
        .sort()
        .join("\n"),
    );
    return this.#table.sides.length < 2 || new Set(played).size === played.length || new Set(rosters).size > 1;
  }

  #standing(key: string, { entrant, arm, side, measures }: Who, ratings: Ratings): Standing {
    const rating = ratings.of(side).get(key);
    const counted = [...this.#who.values()].flatMap((who) => (who.side === side ? [...who.measures.counted] : []));
    return {
      entrant: entrant.name,
      agent: entrant.agent,
      // Sorted, so that the order of traits in the plan does not change the table.
      traits: Object.fromEntries(Object.entries(entrant.traits ?? {}).sort(byName)),
      arm,
      side,
      games: measures.games,
      wins: shareFigure(measures.wins),
      rating: rating && rating.deviation > 0 ? { ...around(rating, measures.games), best: round(rating.best) } : null,
      measures: Object.fromEntries(measures.means(counted, this.#amounts).map(([name, mean]) => [name, figure(mean)])),
      beliefs: Object.fromEntries(measures.predictions.map(([name, made]) => [name, belief(made)])),
    };
  }

  /** Splits the games into those of one fold (`left`) and the others (`rest`). */
  #apart(fold: number): Fold {
    const of = (isIn: boolean) => this.#rated.filter((one) => (one.fold === fold) === isIn).map(({ game }) => game);
    return { rest: of(false), left: of(true) };
  }

  /** Predicts each fold from a fit of the others. */
  async #heldOut(
    breath: Breath,
    folds: readonly (Fold & { readonly ratings: Ratings })[],
  ): Promise<LeagueTable["heldOut"]> {
    const model = new Score();
    const base = new Score();
    const { sides } = this.#table;
    for (const { rest, left, ratings } of folds) {
      await breath.take();
      const known = rest.flatMap((game) => pairsOf(game, sides));
      // Half a win is added to each side, so that a share of 0 or 1 does not predict with certainty.
      const share = (known.reduce((sum, { won }) => sum + won, 0) + 0.5) / (known.length + 1);
      // Sorted, so that floating-point sums do not depend on the order of games.
      const keyed = left
        .flatMap((game) => pairsOf(game, sides))
        .map((pair) => [JSON.stringify([pair.cluster, ratings.predict(pair), pair.won]), pair] as const);
      for (const [, pair] of keyed.sort(byName)) {
        model.add(pair.cluster, ratings.predict(pair), pair.won);
        base.add(pair.cluster, share, pair.won);
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
/** One split of the games: `left` is left out of the fit of `rest`. */
interface Fold {
  readonly rest: readonly RatedGame[];
  readonly left: readonly RatedGame[];
}

const partyOf = (results: readonly PartyResult[], actor: string): PartyResult => {
  const party = results.find(({ actors }) => actors.includes(actor));
  if (!party) throw new Error(`${actor} is in no party of its game`);
  return party;
};
/** 1 for a sole winner, 1/n for each of n that share the first place, 0 otherwise. */
const wonShare = (results: readonly PartyResult[], { place }: PartyResult): number =>
  place > 1 ? 0 : 1 / results.filter((other) => other.place === 1).length;
const shareWon = (results: readonly PartyResult[], actor: string): number => wonShare(results, partyOf(results, actor));
const sideWon = (results: readonly PartyResult[], side: string): number =>
  results.reduce((sum, party) => sum + (party.side === side ? wonShare(results, party) : 0), 0);

/** The standing of these actors' parties; a party of several counts once. */
function stood(results: readonly PartyResult[], actors: ReadonlySet<string>): Stood {
  const own = results.filter((party) => party.actors.some((actor) => actors.has(actor)));
  return {
    won: own.reduce((sum, party) => sum + wonShare(results, party), 0) / own.length,
    places: results.length > 2 ? own.map(({ place }) => place) : [],
    scores: own.flatMap(({ score }) => score ?? []),
  };
}

/** Log loss and Brier score of predictions. */
class Score {
  n = 0;
  readonly #log = new Ratio();
  readonly #brier = new Ratio();
  add(cluster: number, p: number, won: number): void {
    this.n++;
    this.#log.add(cluster, -(won * Math.log(p) + (1 - won) * Math.log(1 - p)), 1);
    this.#brier.add(cluster, (p - won) ** 2, 1);
  }
  logLoss(): IntervalFigure {
    return figure(this.#log.mean());
  }
  brier(): IntervalFigure {
    return figure(this.#brier.mean());
  }
}

/** What is rated: an entrant, and in a league of several arms, an entrant in one arm. */
const keyOf = ({ arms }: LeaguePlan, { arm }: Scheduled, entrant: string): string =>
  arms.length === 1 ? entrant : `${entrant} (${arm})`;

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);
const orNull = (value: number | null, scale = 1): number | null => (value === null ? null : round(value * scale));

const shareFigure = ({ value, low, high, n }: Share): IntervalFigure => ({
  value: orNull(value),
  low: round(low),
  high: round(high),
  n,
});
const figure = ({ value, low, high, n }: Mean, scale = 1): IntervalFigure => ({
  value: orNull(value, scale),
  low: orNull(low, scale),
  high: orNull(high, scale),
  n,
});
const around = ({ value, margin }: Estimate, n: number): IntervalFigure => ({
  value: round(value),
  low: round(value - margin),
  high: round(value + margin),
  n,
});

/** A probability from its estimate on the logit scale. */
const chance = ({ value, margin }: Estimate, n: number): IntervalFigure => ({
  value: round(logistic(value)),
  low: round(logistic(value - margin)),
  high: round(logistic(value + margin)),
  n,
});

function belief(predictions: Predictions): BeliefScore {
  const all = predictions.all();
  const { prior } = predictions;
  const score = (of: (calibration: Calibration) => number | null, most: number): IntervalFigure =>
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
