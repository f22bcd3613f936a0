// Ratings and the figures beside them, against games whose truth is known because they were made here.
import assert from "node:assert/strict";
import { it } from "node:test";
import { type RatedGame, rate } from "../src/league/rating.ts";
import { Calibration, Ratio, Slope, wilson } from "../src/league/statistics.ts";

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

const NAMES = ["ann", "ben", "cy", "dot", "eve", "flo", "gus", "hal", "ida", "jo"];
const FAVOUR = 0.4;
/** Skills on the first side and on the second: unrelated, each summing to zero. */
const FIRST = [1.2, 0.8, 0.4, 0.2, 0, -0.1, -0.3, -0.5, -0.7, -1];
const SECOND = [-0.6, 0.9, -0.2, 0.5, 0.3, -0.9, 0.6, -0.4, 0.1, -0.3];

/** Ten players a game, two of them on the first side, their results drawn from the model itself. */
function games(count: number, seed: number): RatedGame[] {
  const uniform = uniforms(seed);
  return Array.from({ length: count }, () => {
    const order = NAMES.map((_, i) => [uniform(), i] as const)
      .sort(([a], [b]) => a - b)
      .map(([, i]) => i);
    const [first, second] = [order.slice(0, 2), order.slice(2)];
    const mean = (list: readonly number[], skills: readonly number[]) =>
      list.reduce((sum, i) => sum + skills[i]!, 0) / list.length;
    const p = 1 / (1 + Math.exp(-(FAVOUR + mean(first, FIRST) - mean(second, SECOND))));
    const name = (i: number) => NAMES[i]!;
    return { ruleset: "r", first: first.map(name), second: second.map(name), won: uniform() < p ? 1 : 0 };
  });
}

/** One player throughout each side, of the same skills. */
function teams(count: number, seed: number): RatedGame[] {
  const uniform = uniforms(seed);
  const any = () => Math.floor(uniform() * NAMES.length);
  return Array.from({ length: count }, () => {
    const [a, b] = [any(), any()];
    const p = 1 / (1 + Math.exp(-(FAVOUR + FIRST[a]! - SECOND[b]!)));
    const seats = (i: number, size: number) => Array.from({ length: size }, () => NAMES[i]!);
    return { ruleset: "r", first: seats(a, 2), second: seats(b, 8), won: uniform() < p ? 1 : 0 };
  });
}

it("skills that made the results lie within the intervals about as often as promised", () => {
  let inside = 0;
  let all = 0;
  for (let seed = 1; seed <= 20; seed++) {
    const ratings = rate(seed % 2 === 0 ? games(600, seed) : teams(600, seed));
    NAMES.forEach((name, i) => {
      for (const [map, truth] of [
        [ratings.first, FIRST[i]!],
        [ratings.second, SECOND[i]!],
      ] as const) {
        const { value, deviation } = map.get(name)!;
        all++;
        if (Math.abs(value - truth) <= 1.96 * deviation) inside++;
      }
    });
    const { value, deviation } = ratings.rulesets.get("r")!;
    assert.ok(Math.abs(value - FAVOUR) < 4 * deviation, `seed ${seed}: rules give ${value}, not ${FAVOUR}`);
  }
  assert.ok(inside / all > 0.9, `only ${inside} of ${all} skills are inside their intervals`);
});

it("a role's skill is its own where teams meet: who is strong on one side need not be on the other", () => {
  const ratings = rate(teams(4_000, 3));
  const order = (map: ReadonlyMap<string, { value: number }>) =>
    [...map].sort(([, a], [, b]) => b.value - a.value).map(([name]) => name);
  assert.equal(order(ratings.first)[0], "ann");
  assert.equal(order(ratings.first).at(-1), "jo");
  assert.equal(order(ratings.second)[0], "ben");
  assert.ok(ratings.first.get("ann")!.best > 0.9);
});

it("the order of games is no matter, to the last bit", () => {
  const list = games(300, 7);
  const a = rate(list);
  const b = rate(list.toReversed().map((game) => ({ ...game, first: game.first.toReversed() })));
  assert.deepEqual([...a.first], [...b.first]);
  assert.deepEqual([...a.second], [...b.second]);
  assert.deepEqual([...a.rulesets], [...b.rulesets]);
});

it("predictions beat the bare share of wins on games that were not fitted", () => {
  const [fitted, kept] = [games(2_000, 11), games(2_000, 12)];
  const ratings = rate(fitted);
  const share = fitted.reduce((sum, { won }) => sum + won, 0) / fitted.length;
  const loss = (p: (game: RatedGame) => number) =>
    kept.reduce((sum, game) => sum - Math.log(game.won === 1 ? p(game) : 1 - p(game)), 0) / kept.length;
  const [model, base] = [loss((game) => ratings.predict(game)), loss(() => share)];
  assert.ok(model < base - 0.01, `log loss ${model} against ${base}`);
});

it("an unequal table moves both sides alike: no side's new players run away", () => {
  const won = rate([{ ruleset: "r", first: ["a", "b"], second: ["c", "d", "e", "f", "g", "h", "i", "j"], won: 1 }]);
  // Everyone is as far above the average of its side as the others there: one game says nothing about who.
  for (const { value } of [...won.first.values(), ...won.second.values()]) assert.ok(Math.abs(value) < 1e-9);
  assert.ok(won.rulesets.get("r")!.value > 0);
});

it("nothing played is nothing known", () => {
  const none = rate([]);
  assert.equal(none.games, 0);
  assert.equal(none.predict({ ruleset: "r", first: ["a"], second: ["b"] }), 0.5);
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
    alone.add(game % 2, 1);
    echoed.add((game % 2) * 10, 10);
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

it("a slope is found, and its interval is by games", () => {
  const slope = new Slope();
  const uniform = uniforms(5);
  for (let game = 0; game < 2_000; game++) {
    const seat = game % 10;
    slope.add([[seat, uniform() < 0.4 + 0.02 * seat ? 1 : 0]]);
  }
  const { value, low, high } = slope.slope();
  assert.ok(low! < 0.02 && 0.02 < high!, `${low} ${value} ${high}`);
  assert.ok(low! > 0, "it is no flat line");
});
