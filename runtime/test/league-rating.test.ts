// Ratings and the figures beside them, against games with a known truth, since they were made here.
import assert from "node:assert/strict";
import { it } from "node:test";
import { Calibration, Predictions } from "../src/league/beliefs.ts";
import { fitAside } from "../src/league/fit-aside.ts";
import {
  type Estimate,
  fit,
  logistic,
  type Pairing,
  pairsOf,
  type RatedGame,
  ratingsOf,
} from "../src/league/rating.ts";
import { Ratio, Slope, student, wilson } from "../src/league/statistics.ts";

/** A fixed 32-bit generator, so that every run of these tests sees the same games. */
function uniforms(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let t = state ^ (state >>> 16);
    t = Math.imul(t, 0x21f0aaad);
    t ^= t >>> 15;
    t = Math.imul(t, 0x735a2d97);
    return ((t ^ (t >>> 15)) >>> 0) / 2 ** 32;
  };
}

const SIDES = ["first", "second"];
const rateAll = (games: readonly RatedGame[], sides: readonly string[]) => ratingsOf(fit(games, sides));
const rate = (games: readonly RatedGame[]) => rateAll(games, SIDES);

/** A game of two sides. `won` 1: the first side won; 0: the second. */
const duel = (cluster: number, first: readonly string[], second: readonly string[], won: number): RatedGame => ({
  ruleset: "r",
  cluster,
  parties: [
    { side: "first", members: first, place: won === 1 ? 1 : 2 },
    { side: "second", members: second, place: won === 1 ? 2 : 1 },
  ],
});
const meeting = (first: string, second: string): Pairing => ({
  ruleset: "r",
  first: { side: "first", members: [first] },
  second: { side: "second", members: [second] },
});
const rulesOf = (ratings: ReturnType<typeof rate>): Estimate =>
  ratings.rulesets.find(({ ruleset }) => ruleset === "r")!;

const NAMES = ["ann", "ben", "cy", "dot", "eve", "flo", "gus", "hal", "ida", "jo"];
const FAVOUR = 0.4;
/** Skills on the first side and on the second: unrelated, each summing to zero. */
const FIRST = [1.2, 0.8, 0.4, 0.2, 0, -0.1, -0.3, -0.5, -0.7, -1];
const SECOND = [-0.6, 0.9, -0.2, 0.5, 0.3, -0.9, 0.6, -0.4, 0.1, -0.3];

/** Ten players a game, two of them on the first side, their results drawn from the model itself. */
function games(count: number, seed: number): RatedGame[] {
  const uniform = uniforms(seed);
  return Array.from({ length: count }, (_, cluster) => {
    const order = NAMES.map((_, i) => [uniform(), i] as const)
      .sort(([a], [b]) => a - b)
      .map(([, i]) => i);
    const [first, second] = [order.slice(0, 2), order.slice(2)];
    const mean = (list: readonly number[], skills: readonly number[]) =>
      list.reduce((sum, i) => sum + skills[i]!, 0) / list.length;
    const p = 1 / (1 + Math.exp(-(FAVOUR + mean(first, FIRST) - mean(second, SECOND))));
    const name = (i: number) => NAMES[i]!;
    return duel(cluster, first.map(name), second.map(name), uniform() < p ? 1 : 0);
  });
}

/** One player throughout each side, of the same skills. */
function teams(count: number, seed: number): RatedGame[] {
  const uniform = uniforms(seed);
  const any = () => Math.floor(uniform() * NAMES.length);
  return Array.from({ length: count }, (_, cluster) => {
    const [a, b] = [any(), any()];
    const p = 1 / (1 + Math.exp(-(FAVOUR + FIRST[a]! - SECOND[b]!)));
    const seats = (i: number, size: number) => Array.from({ length: size }, () => NAMES[i]!);
    return duel(cluster, seats(a, 2), seats(b, 8), uniform() < p ? 1 : 0);
  });
}

it("skills that made the results lie within the intervals about as often as promised", () => {
  let inside = 0;
  let all = 0;
  for (let seed = 1; seed <= 20; seed++) {
    const ratings = rate(seed % 2 === 0 ? games(600, seed) : teams(600, seed));
    NAMES.forEach((name, i) => {
      for (const [map, truth] of [
        [ratings.of("first"), FIRST[i]!],
        [ratings.of("second"), SECOND[i]!],
      ] as const) {
        const { value, deviation } = map.get(name)!;
        all++;
        if (Math.abs(value - truth) <= 1.96 * deviation) inside++;
      }
    });
    const { value, deviation } = rulesOf(ratings);
    assert.ok(Math.abs(value - FAVOUR) < 4 * deviation, `seed ${seed}: rules give ${value}, not ${FAVOUR}`);
  }
  assert.ok(inside / all > 0.9, `only ${inside} of ${all} skills are inside their intervals`);
});

it("a role's skill is its own where teams meet: who is strong on one side need not be on the other", () => {
  const ratings = rate(teams(4_000, 3));
  const order = (map: ReadonlyMap<string, { value: number }>) =>
    [...map].sort(([, a], [, b]) => b.value - a.value).map(([name]) => name);
  assert.equal(order(ratings.of("first"))[0], "ann");
  assert.equal(order(ratings.of("first")).at(-1), "jo");
  assert.equal(order(ratings.of("second"))[0], "ben");
  assert.ok(ratings.of("first").get("ann")!.best > 0.9);
});

it("the order of games is no matter, to the last bit", () => {
  const list = games(300, 7);
  const a = rate(list);
  const turned = (game: RatedGame) => ({
    ...game,
    parties: game.parties.toReversed().map((party) => ({ ...party, members: party.members.toReversed() })),
  });
  const b = rate(list.toReversed().map(turned));
  for (const side of SIDES) assert.deepEqual([...a.of(side)], [...b.of(side)]);
  assert.deepEqual(a.rulesets, b.rulesets);
});

it("predictions beat the bare share of wins on games that were not fitted", () => {
  const [fitted, kept] = [games(2_000, 11), games(2_000, 12)];
  const ratings = rate(fitted);
  const pairs = (games: readonly RatedGame[]) => games.flatMap((game) => pairsOf(game, SIDES));
  const share = pairs(fitted).reduce((sum, { won }) => sum + won, 0) / fitted.length;
  const loss = (p: (pairing: Pairing) => number) =>
    pairs(kept).reduce((sum, pair) => sum - Math.log(pair.won === 1 ? p(pair) : 1 - p(pair)), 0) / kept.length;
  const [model, base] = [loss((pair) => ratings.predict(pair)), loss(() => share)];
  assert.ok(model < base - 0.01, `log loss ${model} against ${base}`);
});

it("an unequal table moves both sides alike: no side's new players run away", () => {
  const won = rate([duel(0, ["a", "b"], ["c", "d", "e", "f", "g", "h", "i", "j"], 1)]);
  // Everyone is as far above the average of its side as the others there: one game says nothing about who.
  for (const { value } of [...won.of("first").values(), ...won.of("second").values()])
    assert.ok(Math.abs(value) < 1e-9);
  assert.ok(rulesOf(won).value > 0);
});

/** Five to a game, each for itself, placed by skill and luck (Plackett and Luce: each place is a race of those left). */
function races(count: number, seed: number): RatedGame[] {
  const uniform = uniforms(seed);
  return Array.from({ length: count }, (_, cluster) => {
    const drawn = NAMES.map((name, i) => ({ name, i, order: uniform() }))
      .sort((a, b) => a.order - b.order)
      .slice(0, 5)
      // The smallest of exponential times with rate e^skill comes first: Plackett and Luce's model.
      .map(({ name, i }) => ({ name, time: -Math.log(1 - uniform()) / Math.exp(FIRST[i]!) }))
      .sort((a, b) => a.time - b.time);
    return {
      ruleset: "r",
      cluster,
      parties: drawn.map(({ name }, i) => ({ side: "player", members: [name], place: i + 1 })),
    };
  });
}

it("finds the skills of players who all play for themselves, within the intervals", () => {
  let inside = 0;
  for (let seed = 1; seed <= 10; seed++) {
    const ratings = rateAll(races(300, seed), ["player"]).of("player");
    for (const [i, name] of NAMES.entries()) {
      const { value, margin } = ratings.get(name)!;
      if (Math.abs(value - FIRST[i]!) <= margin) inside++;
    }
  }
  assert.ok(inside >= 88, `${inside} of 100 are inside their intervals`);
});

it("gives no side an advantage where all play on one, and level places pull nobody up", () => {
  const level = {
    ruleset: "r",
    cluster: 0,
    parties: ["a", "b", "c"].map((name) => ({ side: "player", members: [name], place: 1 })),
  };
  const ratings = rateAll([level], ["player"]);
  assert.deepEqual(ratings.rulesets, []);
  for (const { value } of ratings.of("player").values()) assert.ok(Math.abs(value) < 1e-12);
  const first = { ...level, parties: level.parties.map((party, i) => ({ ...party, place: i + 1 })) };
  const ranked = rateAll([first], ["player"]).of("player");
  assert.ok(ranked.get("a")!.value > ranked.get("b")!.value && ranked.get("b")!.value > ranked.get("c")!.value);
});

it("gives a game of many parties the same weight per party as a game of two", () => {
  const pairs = pairsOf(races(1, 4)[0]!, ["player"]);
  assert.equal(pairs.length, 10);
  const ofOne = pairs.filter(({ first, second }) =>
    [first, second].some(({ members }) => members.includes(pairs[0]!.first.members[0]!)),
  );
  assert.equal(
    ofOne.reduce((sum, { weight }) => sum + weight, 0),
    1,
  );
});

it("nothing played is nothing known", () => {
  const none = rate([]);
  assert.equal(none.games, 0);
  assert.equal(none.predict(meeting("a", "b")), 0.5);
});

it("a Wilson interval is the known one", () => {
  const { low, high } = wilson(5, 10);
  assert.ok(Math.abs(low - 0.236593) < 1e-6 && Math.abs(high - 0.763407) < 1e-6, `${low} ${high}`);
  assert.deepEqual(wilson(0, 0), { value: null, low: 0, high: 1, n: 0 });
  assert.equal(wilson(0, 20).low, 0);
  assert.ok(wilson(20, 20).high > 1 - 1e-12);
});

it("what one game says ten times counts as one game", () => {
  const [alone, echoed] = [new Ratio(), new Ratio()];
  for (let game = 0; game < 40; game++) {
    alone.add(game, game % 2, 1);
    echoed.add(game, (game % 2) * 10, 10);
  }
  const width = ({ low, high }: { low: number | null; high: number | null }) => high! - low!;
  assert.ok(Math.abs(width(alone.mean()) - width(echoed.mean())) < 1e-12);
  assert.equal(echoed.mean().n, 40);
});

it("beliefs are scored as computed by hand", () => {
  const beliefs = new Calibration();
  beliefs.add(80, true);
  beliefs.add(30, false);
  beliefs.add(30, true);
  beliefs.add(10, false);
  assert.ok(Math.abs(beliefs.brier()! - (0.04 + 0.09 + 0.49 + 0.01) / 4) < 1e-12);
  const loss = -(Math.log(0.8) + Math.log(0.7) + Math.log(0.3) + Math.log(0.9)) / 4;
  assert.ok(Math.abs(beliefs.logLoss()! - loss) < 1e-12);
  // Pairs of a guilty and an innocent: 80>30, 80>10, 30=30, 30>10.
  assert.equal(beliefs.auroc(), 3.5 / 4);
  assert.equal(beliefs.base(), 0.5);
  assert.equal(new Calibration().brier(), null);
});

it("games in which nothing was counted are games all the same", () => {
  const [counted, seats] = [new Ratio(), new Ratio()];
  // One of two seats ejected in each fourth game.
  for (let game = 0; game < 40; game++) {
    seats.add(game, 2, 2);
    if (game % 4 === 0) counted.add(game, 1, 2);
  }
  const zeros = new Ratio();
  for (let game = 0; game < 40; game++) zeros.add(game, game % 4 === 0 ? 1 : 0, 2);
  assert.deepEqual(counted.outOf(seats, 1).mean(), zeros.mean());
  assert.equal(zeros.mean().value, 0.125);
  const dear = new Ratio();
  dear.add(0, 3_000_000, 2_000_000);
  assert.equal(dear.outOf(seats, 1_000_000).mean().value, 3 / 80);
});

it("scores of beliefs have intervals by games that hold the truth about as often as promised", () => {
  const uniform = uniforms(11);
  let held = 0;
  const leagues = 200;
  for (let league = 0; league < leagues; league++) {
    const beliefs = new Predictions();
    for (let game = 0; game < 60; game++) {
      // An actor believed at 70 % in one game is so in all of it: ten words of one game are one word.
      const [percent, chance] = uniform() < 0.5 ? [70, 0.7] : [30, 0.3];
      const happened = uniform() < chance;
      beliefs.add(
        game,
        Array.from({ length: 10 }, () => ({ percent, happened, prior: 0.5 })),
      );
    }
    const { low, high, n } = beliefs.mean((all) => all.brier(), 1);
    assert.equal(n, 60);
    if (low! <= 0.21 && 0.21 <= high!) held++;
  }
  assert.ok(held > leagues * 0.9 && held < leagues * 0.99, `${held} of ${leagues}`);
  const few = new Predictions();
  few.add(0, [{ percent: 70, happened: true, prior: 0.5 }]);
  few.add(20, [{ percent: 30, happened: false, prior: 0.5 }]);
  assert.deepEqual(
    few.mean((all) => all.auroc(), 1),
    { value: 1, low: null, high: null, n: 2 },
  );
});

it("a chance of two who met has the interval of its odds", () => {
  const ratings = rate(Array.from({ length: 40 }, (_, i) => duel(i, ["a"], ["b"], i % 4 === 0 ? 0 : 1)));
  const pair = meeting("a", "b");
  const { value, deviation } = ratings.odds(pair);
  assert.ok(Math.abs(logistic(value) - ratings.predict(pair)) < 1e-12);
  // A binomial of 40 at three quarters: the deviation of its odds is 1 / sqrt(40 · ¾ · ¼); priors narrow it a little.
  assert.ok(deviation > 0.3 && deviation < 1 / Math.sqrt(40 * 0.1875), `${deviation}`);
});

it("a slope is found, and its interval is by games", () => {
  const slope = new Slope();
  const uniform = uniforms(5);
  for (let game = 0; game < 2_000; game++) {
    const seat = game % 10;
    slope.add(game, [[seat, uniform() < 0.4 + 0.02 * seat ? 1 : 0]]);
  }
  const { value, low, high } = slope.slope();
  assert.ok(low! < 0.02 && 0.02 < high!, `${low} ${value} ${high}`);
  assert.ok(low! > 0, "it is no flat line");
});

interface Paired {
  readonly seed: number;
  readonly won: number;
}

/** Eight games to a seed, most of which end as their first did; at heart either side wins half of all. */
function paired(seeds: number, uniform: () => number): Paired[] {
  const games: Paired[] = [];
  for (let seed = 0; seed < seeds; seed++) {
    const luck = uniform() < 0.5 ? 1 : 0;
    for (let turn = 0; turn < 8; turn++) games.push({ seed, won: uniform() < 0.8 ? luck : uniform() < 0.5 ? 1 : 0 });
  }
  return games;
}

/** Of so many leagues, how often the interval around each figure holds its truth, with clusters told apart as given. */
function heldBy(leagues: number, clusterOf: (game: Paired, index: number) => number): Record<string, number> {
  const uniform = uniforms(23);
  const held: Record<string, number> = { shares: 0, means: 0, slopes: 0, ratings: 0, rules: 0 };
  const note = (name: string, truth: number, { low, high }: { low: number | null; high: number | null }) => {
    if (low! <= truth && truth <= high!) held[name]!++;
  };
  const around = ({ value, margin }: Estimate) => ({ low: value - margin, high: value + margin });
  for (let league = 0; league < leagues; league++) {
    const [share, mean, slope] = [new Ratio(), new Ratio(), new Slope()];
    const rated = paired(30, uniform).map((game, i): RatedGame => {
      const { seed, won } = game;
      const cluster = clusterOf(game, i);
      share.add(cluster, won, 1);
      mean.add(cluster, 3 * won, 3);
      slope.add(cluster, [[seed % 7, won]]);
      return duel(cluster, [seed % 2 === 0 ? "ann" : "ben"], ["cy"], won);
    });
    const ratings = rate(rated);
    note("shares", 0.5, share.share());
    note("means", 0.5, mean.mean());
    note("slopes", 0, slope.slope());
    note("ratings", 0, around(ratings.of("first").get("ann")!));
    note("rules", 0, around(rulesOf(ratings)));
  }
  return held;
}

it("intervals by seeds hold the truth as often as promised where the games of a seed share their luck, and those by games do not", () => {
  const leagues = 60;
  for (const [name, held] of Object.entries(heldBy(leagues, ({ seed }) => seed)))
    assert.ok(held >= 0.9 * leagues, `${name} by seeds: ${held} of ${leagues}`);
  for (const [name, held] of Object.entries(heldBy(leagues, (_, index) => index)))
    assert.ok(held < 0.75 * leagues, `${name} by games: ${held} of ${leagues}`);
});

it("where each game has a seed of its own, a share has Wilson's interval and a rating its posterior's", () => {
  const share = new Ratio();
  for (let game = 0; game < 40; game++) share.add(game, game % 3 === 0 ? 1 : 0, 1);
  const [{ value, low, high }, plain] = [share.share(), wilson(14, 40)];
  assert.equal(value, plain.value);
  assert.ok(Math.abs(low - plain.low) < 1e-12 && Math.abs(high - plain.high) < 1e-12);
  for (const { deviation, margin } of rate(games(100, 3)).of("first").values())
    assert.ok(Math.abs(margin / deviation - 1.96) < 1e-3);
});

it("one seed says little, however many games are played of it", () => {
  const [share, mean] = [new Ratio(), new Ratio()];
  for (let game = 0; game < 100; game++) {
    share.add(0, 1, 1);
    mean.add(0, game % 2, 1);
  }
  assert.deepEqual(share.share(), { ...wilson(1, 1), n: 100 });
  assert.deepEqual(mean.mean(), { value: 0.5, low: null, high: null, n: 100 });
  assert.ok(Math.abs(student(1) - 12.7062) < 1e-4);
});

it("memory does not grow with the seeds: beyond a thousand they are counted together, and the interval holds", () => {
  const uniform = uniforms(31);
  const share = new Ratio();
  for (let game = 0; game < 20_000; game++) share.add(game, uniform() < 0.3 ? 1 : 0, 1);
  const [{ low, high }, plain] = [share.share(), wilson(6_000, 20_000)];
  assert.ok(Math.abs((high - low) / (plain.high - plain.low) - 1) < 0.1, `${low} ${high}`);
  assert.ok(low < 0.3 && 0.3 < high);
});

it("fits many games in a thread, with the same figures, while others are served", async () => {
  const lists = [games(600, 1), games(40, 2)];
  let served = 0;
  const serve = () => {
    served++;
    timer = setImmediate(serve);
  };
  let timer = setImmediate(serve);
  const fitted = await fitAside({ lists, sides: SIDES });
  clearImmediate(timer);
  assert.ok(served > 0, "nothing else was served meanwhile");
  assert.deepEqual(
    fitted,
    lists.map((list) => fit(list, SIDES)),
  );
});

it("two seeds that agree say as much as all their trials, and one seed says one word", () => {
  const [two, one] = [new Ratio(), new Ratio()];
  for (let i = 0; i < 40; i++) {
    two.add(i % 2, i % 4 < 2 ? 1 : 0, 1);
    one.add(0, i % 4 < 2 ? 1 : 0, 1);
  }
  assert.deepEqual(two.share(), wilson(20, 40));
  assert.deepEqual(one.share(), { ...wilson(20, 40, 1), n: 40 });
});
