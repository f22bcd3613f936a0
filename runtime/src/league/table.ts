// A league's table: ratings, shares, measures and seats, made of its games alone. The same games give the same bytes, in any order, in any process.
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

/** An estimate with its 95 % interval; null where nothing is known. */
export interface IntervalFigure {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** Games it rests on. */
  readonly n: number;
}

export interface BeliefScore {
  readonly n: number;
  readonly logLoss: IntervalFigure;
  readonly brier: IntervalFigure;
  /** The same score for a player that always says the prior: so many guilty among the others. */
  readonly priorBrier: IntervalFigure;
  readonly auroc: IntervalFigure;
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
  readonly wins: IntervalFigure;
  /** Above the average of its side, on the logit scale; null where there is nobody to compare with. */
  readonly rating: (IntervalFigure & { /** How likely nobody of this side is better. */ readonly best: number }) | null;
  /** Everything else, by name; per vote, claim, answer or game as the name says. */
  readonly measures: Readonly<Record<string, IntervalFigure>>;
  /** Predictions by name, as the world names them. */
  readonly beliefs: Readonly<Record<string, BeliefScore>>;
}

/** Games in which one entrant met another: on the first side and the second, or in two parties of one side. */
export interface Meeting {
  readonly first: string;
  readonly second: string;
  readonly games: number;
  /** Share of meetings that the first won. */
  readonly wins: IntervalFigure;
  /** What the ratings say of a game with nobody but these two. */
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
  /** Ended and not touched by a god: what every figure rests on. */
  readonly games: number;
  /** Seeds that they were dealt from. Games of one seed share their luck: every interval counts seeds, and no game by itself. */
  readonly seeds: number;
  readonly unfinished: number;
  readonly touched: number;
  /** Share of games that the first side won; null where all play on one side. */
  readonly firstSideWins: IntervalFigure | null;
  readonly standings: readonly Standing[];
  /** False where the same entrants sat in every game: an entrant that was not on one side was on the other, so that skills on the two can hardly be told apart. */
  readonly sidesApart: boolean;
  /** How much the rules themselves favour one side over another when average players meet, on the logit scale. Empty where all play on one side. */
  readonly rulesets: readonly {
    readonly ruleset: string;
    readonly first: string;
    readonly second: string;
    readonly favour: IntervalFigure;
  }[];
  readonly headToHead: readonly Meeting[];
  readonly seats: readonly SeatStanding[];
  /** Change of the share of wins from the first seat to the last, by side. */
  readonly seatSlope: Readonly<Record<string, IntervalFigure>>;
  readonly reasons: Readonly<Record<string, number>>;
  /** Every two players of a side on the seeds that both played, in the order of their names. */
  readonly contrasts: readonly Contrast[];
  readonly perGame: Readonly<Record<string, IntervalFigure>>;
  /** Predictions of games that were left out of the fit, against the bare share of wins; lower is better. */
  readonly heldOut: {
    readonly games: number;
    readonly logLoss: IntervalFigure;
    readonly baseLogLoss: IntervalFigure;
    readonly brier: IntervalFigure;
    readonly baseBrier: IntervalFigure;
  };
}

/** A game as the table takes it in. */
export interface TableGame {
  readonly plan: LeaguePlan;
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

  /** Records the meetings in a pair of parties. With one side, names keep their own order and nobody meets itself. */
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

  /** The table of all games that were added; `unfinished` are those that were not. Add no game before it is there. */
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
      // However the plan was written down, the same table.
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

  /** The games of one part of all blocks, and those of the others. */
  #apart(fold: number): Fold {
    const of = (isIn: boolean) => this.#rated.filter((one) => (one.fold === fold) === isIn).map(({ game }) => game);
    return { rest: of(false), left: of(true) };
  }

  /** Each part of the blocks, predicted from a fit of the others. */
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
      // Half a game on each side, so that a share of nothing or all does not promise certainty.
      const share = (known.reduce((sum, { won }) => sum + won, 0) + 0.5) / (known.length + 1);
      // In an order of their own, so that the sums do not depend on which game came first.
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
interface Fold {
  readonly rest: readonly RatedGame[];
  readonly left: readonly RatedGame[];
}

const partyOf = (results: readonly PartyResult[], actor: string): PartyResult => {
  const party = results.find(({ actors }) => actors.includes(actor));
  if (!party) throw new Error(`${actor} is in no party of its game`);
  return party;
};
/** 1 for a first place alone, its share of one that several have, 0 for any other. */
const wonShare = (results: readonly PartyResult[], { place }: PartyResult): number =>
  place > 1 ? 0 : 1 / results.filter((other) => other.place === 1).length;
const shareWon = (results: readonly PartyResult[], actor: string): number => wonShare(results, partyOf(results, actor));
const sideWon = (results: readonly PartyResult[], side: string): number =>
  results.reduce((sum, party) => sum + (party.side === side ? wonShare(results, party) : 0), 0);

/** How the parties of these actors did, each party once. */
function stood(results: readonly PartyResult[], actors: ReadonlySet<string>): Stood {
  const own = results.filter((party) => party.actors.some((actor) => actors.has(actor)));
  return {
    won: own.reduce((sum, party) => sum + wonShare(results, party), 0) / own.length,
    places: results.length > 2 ? own.map(({ place }) => place) : [],
    scores: own.flatMap(({ score }) => score ?? []),
  };
}

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
  logLoss(): IntervalFigure {
    return figure(this.#log.mean());
  }
  brier(): IntervalFigure {
    return figure(this.#brier.mean());
  }
}

/** The unit of ratings: one agent under one name, apart by arm where a league has several. */
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

/** A chance by its odds on the logit scale. */
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
