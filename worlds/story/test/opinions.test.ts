// Models of opinion against their exact and published results, in towns where everything else stands still.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { ConfigPerson, OpinionRule, StoryConfig } from "../shape.ts";
import { assortativity } from "../town/measures/graph.ts";
import { clusterSizes, mean, variance } from "../town/measures/opinions.ts";
import { tiesOf } from "../town/measures/town.ts";
import { nextOpinion } from "../town/models/opinion.ts";
import { diceOf, live, long, opinionsOn, SEED, STILL } from "./stage.ts";

const TOPIC = [{ id: "t" }];
const town = (written: readonly ConfigPerson[], more: Partial<StoryConfig>): StoryConfig => ({
  written,
  topics: TOPIC,
  rounds: 80,
  ...more,
  behaviour: { habits: STILL, outspoken: true, ...more.behaviour },
});

/** Row-stochastic weights: each person's for themselves and for those they follow. Strongly connected, with loops. */
const WEIGHTS: readonly (readonly number[])[] = [
  [0.5, 0.3, 0.2, 0, 0],
  [0.1, 0.6, 0, 0.3, 0],
  [0, 0.25, 0.5, 0, 0.25],
  [0.4, 0, 0, 0.4, 0.2],
  [0, 0, 0.7, 0.1, 0.2],
];
const FIRST = [0.9, 0.1, 0.35, 0.7, 0.02];
const people = (rule: (weights: Record<string, number>) => OpinionRule): ConfigPerson[] =>
  WEIGHTS.map((row, i) => ({
    id: `p${i}`,
    name: `P${i}`,
    opinions: { t: FIRST[i]! },
    follows: row.flatMap((weight, j) => (weight > 0 && j !== i ? [`p${j}`] : [])),
    behaviour: {
      opinion: rule(Object.fromEntries(row.flatMap((weight, j) => (weight > 0 ? [[`p${j}`, weight]] : [])))),
    },
  }));

describe("[DeGroot] in a town with feeds of the newest posts by people one follows", () => {
  it("reaches the consensus that the left eigenvector of the weights gives", () => {
    let pi = WEIGHTS.map(() => 1 / WEIGHTS.length);
    for (let n = 0; n < 5000; n++) pi = pi.map((_, j) => pi.reduce((sum, p, i) => sum + p * WEIGHTS[i]![j]!, 0));
    const consensus = pi.reduce((sum, p, i) => sum + p * FIRST[i]!, 0);
    const state = live(
      town(
        people((weights) => ({ rule: "degroot", weights })),
        {},
      ),
      "degroot",
    );
    for (const opinion of opinionsOn(state, "t"))
      assert.ok(Math.abs(opinion - consensus) < 1e-9, `${opinion}, ${consensus}`);
  });

  it("follows x(t+1) = W x(t) in each round", () => {
    const rounds: number[][] = [];
    live(
      town(
        people((weights) => ({ rule: "degroot", weights })),
        { rounds: 6 },
      ),
      "degroot",
      (state) => rounds.push(opinionsOn(state, "t")),
    );
    // Nobody has said anything before the first round.
    let x = FIRST;
    for (const seen of rounds.slice(1)) {
      for (const [i, value] of seen.entries()) assert.ok(Math.abs(value - x[i]!) < 1e-12);
      x = WEIGHTS.map((row) => row.reduce((sum, weight, j) => sum + weight * x[j]!, 0));
    }
  });
});

describe("[Friedkin and Johnsen]", () => {
  it("ends at (I − ΛW)⁻¹ (I − Λ) x(0)", () => {
    const openness = [0.9, 0.5, 0.7, 1, 0.2];
    const written = people((weights) => ({ rule: "friedkin-johnsen", openness: 0, weights })).map(
      (person, i): ConfigPerson => ({
        ...person,
        behaviour: { opinion: { ...person.behaviour!.opinion!, openness: openness[i]! } as OpinionRule },
      }),
    );
    const limit = solve(
      WEIGHTS.map((row, i) => row.map((weight, j) => (i === j ? 1 : 0) - openness[i]! * weight)),
      FIRST.map((x, i) => (1 - openness[i]!) * x),
    );
    const state = live(town(written, { rounds: 200 }), "fj");
    for (const [i, opinion] of opinionsOn(state, "t").entries())
      assert.ok(Math.abs(opinion - limit[i]!) < 1e-9, `${opinion}, ${limit[i]}`);
  });
});

/** Gauss's elimination with pivots. */
function solve(a: number[][], b: number[]): number[] {
  const rows = a.map((row, i) => [...row, b[i]!]);
  const n = rows.length;
  for (let c = 0; c < n; c++) {
    const pivot = rows
      .slice(c)
      .reduce((best, row, i) => (Math.abs(row[c]!) > Math.abs(rows[best]![c]!) ? c + i : best), c);
    [rows[c], rows[pivot]] = [rows[pivot]!, rows[c]!];
    for (let r = 0; r < n; r++) {
      if (r === c) continue;
      const factor = rows[r]![c]! / rows[c]![c]!;
      for (let k = c; k <= n; k++) rows[r]![k]! -= factor * rows[c]![k]!;
    }
  }
  return rows.map((row, i) => row[n]! / row[i]!);
}

const randomTown = (count: number, rule: OpinionRule, policy: "pairs" | "everyone", rounds: number): StoryConfig => ({
  people: count,
  topics: TOPIC,
  rounds,
  network: { kind: "none" },
  platforms: [{ id: "square", policy, feed: count }],
  written: [],
  behaviour: { habits: STILL, outspoken: true, opinion: rule, hours: ALL_DAY },
});
const ALL_DAY = Array.from({ length: 24 }, (_, h) => h);

describe("[Deffuant] in a town where everybody meets one other a round", () => {
  it("conserves the sum of opinions in every round", () => {
    const sums: number[] = [];
    const state = live(
      wideAwake(randomTown(60, { rule: "deffuant", within: 0.3, step: 0.4 }, "pairs", 40)),
      `deffuant ${SEED}`,
      (now) => sums.push(opinionsOn(now, "t").reduce((sum, x) => sum + x, 0)),
    );
    for (const sum of sums) assert.ok(Math.abs(sum - sums[0]!) < 1e-9);
    assert.ok(variance(opinionsOn(state, "t")) < 0.08, "nobody moved");
  });

  it("ends in about 1/(2ε) large clusters: one for 0.5, two for 0.25, four or five for 0.1", () => {
    const dice = diceOf("deffuant");
    const expected = [
      [0.5, [1]],
      [0.25, [2]],
      [0.1, [4, 5]],
    ] as const;
    for (const [within, counts] of expected) {
      const found: number[] = [];
      for (let run = 0; run < (long ? 20 : 3); run++) {
        const rule = { rule: "deffuant", within, step: 0.5 } as const;
        const x = Array.from({ length: 1000 }, () => dice.int("x", 0, 1_000_000) / 1_000_000);
        for (let meeting = 0; meeting < 150_000; meeting++) {
          const i = Math.floor(random(dice, meeting) * 1000);
          const j = Math.floor(random(dice, meeting) * 1000);
          if (i === j) continue;
          const [a, b] = [x[i]!, x[j]!];
          x[i] = nextOpinion(rule, { id: "i", opinion: a, first: a }, [{ by: "j", opinion: b }]);
          x[j] = nextOpinion(rule, { id: "j", opinion: b, first: b }, [{ by: "i", opinion: a }]);
        }
        found.push(clusterSizes(x, 0.02).filter((size) => size >= 50).length);
      }
      const most = found.filter((count) => (counts as readonly number[]).includes(count)).length;
      assert.ok(most >= found.length * 0.66, `ε = ${within}: ${found}`);
    }
  });
});

/** Cheap draws for long simulations, seeded by the dice. */
let state32 = 0;
function random(dice: ReturnType<typeof diceOf>, n: number): number {
  if (n === 0 && state32 === 0) state32 = dice.int("seed", 1, 2 ** 31);
  state32 = (Math.imul(state32, 1_664_525) + 1_013_904_223) >>> 0;
  return state32 / 2 ** 32;
}

/** People who are made up sleep; here they do not. */
function wideAwake(config: StoryConfig): StoryConfig {
  const dice = diceOf(`people ${config.people}`);
  const written = Array.from(
    { length: config.people! },
    (_, i): ConfigPerson => ({
      id: `p${i}`,
      name: `P${i}`,
      opinions: { t: dice.int("x", 0, 1_000_000) / 1_000_000 },
      behaviour: { hours: ALL_DAY },
    }),
  );
  const { people: _, ...rest } = config;
  return { ...rest, written };
}

describe("[Hegselmann and Krause] in a town where everybody hears everybody", () => {
  it("keeps the order of opinions, and comes to rest", () => {
    const rounds: number[][] = [];
    live(wideAwake(randomTown(60, { rule: "hegselmann-krause", within: 0.15 }, "everyone", 40)), "hk", (state) =>
      rounds.push(opinionsOn(state, "t")),
    );
    const order = rounds[0]!.map((_, i) => i).sort((a, b) => rounds[0]![a]! - rounds[0]![b]!);
    for (const values of rounds)
      for (let k = 1; k < order.length; k++)
        assert.ok(values[order[k - 1]!]! <= values[order[k]!]! + 1e-12, "two have changed places");
    const [before, last] = [rounds.at(-2)!, rounds.at(-1)!];
    assert.ok(
      last.every((x, i) => Math.abs(x - before[i]!) < 1e-12),
      "it still moves after 40 rounds",
    );
    assert.ok(clusterSizes(last, 0.01).length >= 2);
  });

  it("agrees from about 0.25 up, and splits into several below 0.2", () => {
    for (const [within, one] of [
      [0.28, true],
      [0.15, false],
      [0.1, false],
    ] as const) {
      const dice = diceOf(`hk ${within}`);
      let x = Array.from({ length: long ? 1000 : 400 }, () => dice.int("x", 0, 1_000_000) / 1_000_000);
      for (let round = 0; round < 200; round++) {
        const met = x.map((opinion, j) => ({ by: `${j}`, opinion }));
        const next = x.map((opinion, i) =>
          nextOpinion({ rule: "hegselmann-krause", within }, { id: `${i}`, opinion, first: opinion }, met),
        );
        const rests = next.every((value, i) => Math.abs(value - x[i]!) < 1e-12);
        x = next;
        if (rests) break;
      }
      const large = clusterSizes(x, 0.02).filter((size) => size >= x.length * 0.05).length;
      assert.equal(large === 1, one, `ε = ${within}: ${large} clusters`);
    }
  });
});

describe("[homophily] people who follow those within a distance", () => {
  const run = (within: number) => {
    const config = wideAwake({
      ...randomTown(60, { rule: "fixed" }, "pairs", 60),
      platforms: [{ id: "square", policy: "random", feed: 10 }],
      network: { kind: "random", degree: 6 },
      behaviour: { habits: STILL, outspoken: true, opinion: { rule: "fixed" }, homophily: within },
    });
    const measured: number[] = [];
    live(config, `homophily ${within}`, (state) => measured.push(assortativity(tiesOf(state), opinionsOn(state, "t"))));
    return measured;
  };
  it("makes ties assortative by opinion", () => {
    const measured = run(0.2);
    assert.ok(mean(measured.slice(-10)) > 0.6, `${measured.slice(-3)}`);
    assert.ok(Math.abs(measured[0]!) < 0.35, `it began at ${measured[0]}`);
  });
  it("does nothing where everybody is near enough", () => {
    const measured = run(1);
    assert.ok(Math.abs(mean(measured.slice(-10))) < 0.12, `${measured.slice(-3)}`);
  });
});
