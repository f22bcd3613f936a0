// Differences between players on the same seeds: known values, coverage, and Holm's correction.
import assert from "node:assert/strict";
import { it } from "node:test";
import { contrastsOf, holmOf } from "../src/league/contrasts.ts";
import { Ratio, studentTail } from "../src/league/statistics.ts";

it("Student's tail has the values of the tables", () => {
  for (const [t, freedom, p] of [
    [12.706, 1, 0.05],
    [2.228, 10, 0.05],
    [3.169, 10, 0.01],
    [1.96, 1e6, 0.05],
    [0, 5, 1],
  ] as const)
    assert.ok(Math.abs(studentTail(t, freedom) - p) < 2e-4, `${t} ${freedom}: ${studentTail(t, freedom)}`);
});

it("Holm's correction steps down and never falls", () => {
  assert.deepEqual(
    holmOf([0.01, 0.04, 0.03, 0.005]).map((p) => Math.round(p * 1000) / 1000),
    [0.03, 0.06, 0.06, 0.02],
  );
  assert.deepEqual(holmOf([]), []);
});

/** Numbers from 0 to 1, the same each time. */
function uniforms(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Two players who win 60 % and 50 % of games on seeds that favour both or neither. */
function paired(seeds: number, next: () => number): { a: Ratio; b: Ratio } {
  const [a, b] = [new Ratio(), new Ratio()];
  for (let seed = 0; seed < seeds; seed++) {
    const luck = next() < 0.5 ? 0.3 : -0.3;
    a.add(seed, next() < 0.6 + luck ? 1 : 0, 1);
    b.add(seed, next() < 0.5 + luck ? 1 : 0, 1);
  }
  return { a, b };
}

it("a difference on the same seeds holds the truth as often as promised, and is surer than each share alone", () => {
  const next = uniforms(7);
  let held = 0;
  for (let league = 0; league < 200; league++) {
    const { a, b } = paired(120, next);
    const [one] = contrastsOf("crew", [
      ["ann", a],
      ["ben", b],
    ]);
    if (one!.low <= 0.1 && 0.1 <= one!.high) held++;
    const widths = [a.share(), b.share()].map(({ low, high }) => (high - low) / 2);
    assert.ok((one!.high - one!.low) / 2 < Math.hypot(...(widths as [number, number])));
  }
  assert.ok(held >= 180, `${held} of 200`);
});

it("the seeds that it asks for see ten points four times out of five", () => {
  const next = uniforms(11);
  const { a, b } = paired(400, next);
  const { seedsForTenPoints } = contrastsOf("crew", [
    ["ann", a],
    ["ben", b],
  ])[0]!;
  let seen = 0;
  for (let league = 0; league < 100; league++) {
    const { a, b } = paired(seedsForTenPoints, next);
    const [one] = contrastsOf("crew", [
      ["ann", a],
      ["ben", b],
    ]);
    if (one!.p < 0.05) seen++;
  }
  assert.ok(seen >= 68 && seen <= 92, `${seen} of 100 with ${seedsForTenPoints} seeds`);
});

it("players without two common seeds are not compared", () => {
  const [a, b] = [new Ratio(), new Ratio()];
  a.add(0, 1, 1);
  b.add(1, 0, 1);
  assert.deepEqual(
    contrastsOf("crew", [
      ["ann", a],
      ["ben", b],
    ]),
    [],
  );
});

it("a share of nothing or all has an interval, and so has what never happened; no rate falls below nothing", () => {
  const [all, none, cost] = [new Ratio(), new Ratio(), new Ratio()];
  for (let game = 0; game < 30; game++) {
    all.add(game, 3, 3);
    none.add(game, 0, 1);
    cost.add(game, game % 10 === 0 ? 1000 : 1, 1);
  }
  const share = all.share();
  assert.ok(share.value === 1 && share.low < 0.95 && share.high > 0.999);
  const rate = none.rate();
  assert.ok(rate.low === 0 && rate.high! > 0.1 && rate.high! < 0.15, `${rate.high}`);
  assert.ok(cost.mean().low! < cost.rate().low! && cost.rate().low! > 0);
});
