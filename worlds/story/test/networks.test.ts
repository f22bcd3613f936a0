// Graphs and measures against exact results, and against what is published of random ones.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { cascadeOf } from "../town/measures/cascade.ts";
import {
  assortativity,
  clustering,
  communities,
  meanDegree,
  modularityOf,
  neighbourDegree,
  pageRank,
  pathLength,
  reciprocity,
  withoutDirection,
} from "../town/measures/graph.ts";
import { clusterSizes, entropy, estebanRay, gini, twoLargest, variance } from "../town/measures/opinions.ts";
import { sentiment } from "../town/measures/sentiment.ts";
import { type Graph, preferential, randomGraph, smallWorld } from "../town/networks.ts";
import { diceOf } from "./stage.ts";

const near = (a: number, b: number, by = 1e-9) => assert.ok(Math.abs(a - b) <= by, `${a}, expected ${b}`);

describe("[friendship paradox]", () => {
  it("holds on every graph: neighbours have at least the mean degree", () => {
    const graphs = fc.integer({ min: 1, max: 25 }).chain((n) =>
      fc
        .array(fc.tuple(fc.integer({ min: 0, max: n - 1 }), fc.integer({ min: 0, max: n - 1 })), { maxLength: 80 })
        .map((pairs) => {
          const ties = Array.from({ length: n }, () => new Set<number>());
          for (const [i, j] of pairs) if (i !== j) ties[i]!.add(j);
          return withoutDirection(ties.map((set) => [...set]));
        }),
    );
    fc.assert(
      fc.property(graphs, (graph) => neighbourDegree(graph) >= meanDegree(graph) - 1e-12),
      { numRuns: 300 },
    );
    const star: Graph = [[1, 2, 3], [0], [0], [0]];
    near(meanDegree(star), 1.5);
    near(neighbourDegree(star), 2);
  });
});

describe("[preferential attachment]", () => {
  it("has a mean degree of 2m and degrees distributed as 2m(m+1)/(k(k+1)(k+2))", () => {
    const m = 2;
    const n = 4000;
    const graph = preferential(n, m, diceOf("ba"));
    near(meanDegree(graph), 2 * m, 0.02);
    assert.ok(graph.every(({ length }) => length >= m));
    for (const k of [2, 3, 4, 5, 8]) {
      const share = graph.filter(({ length }) => length === k).length / n;
      const expected = (2 * m * (m + 1)) / (k * (k + 1) * (k + 2));
      near(share, expected, 4 * Math.sqrt((expected * (1 - expected)) / n) + 0.004);
    }
    assert.ok(Math.max(...graph.map(({ length }) => length)) > 60, "there are no hubs");
  });
});

describe("[small worlds]", () => {
  const build = (rewire: number) => smallWorld(600, 10, rewire, diceOf(`ws ${rewire}`));
  it("keep a lattice's clustering while their paths fall to a random graph's", () => {
    const [lattice, small, random] = [build(0), build(0.03), build(1)];
    // Exact for a ring with k neighbours: 3(k−2)/4(k−1).
    near(clustering(lattice), (3 * 8) / (4 * 9));
    assert.ok(clustering(small) > 0.8 * clustering(lattice), `clustering ${clustering(small)}`);
    assert.ok(clustering(random) < 0.1 * clustering(lattice));
    const paths = [lattice, small, random].map((graph) => pathLength(graph, 60));
    assert.ok(paths[1]! < 0.2 * paths[0]! && paths[1]! < 2 * paths[2]!, `paths ${paths}`);
  });

  it("keep every tie mutual and their number the same, however much is rewired", () => {
    for (const rewire of [0, 0.3, 1]) {
      const graph = build(rewire);
      assert.equal(meanDegree(graph), 10);
      assert.equal(reciprocity(graph), 1);
    }
  });
});

describe("cascades", () => {
  it("of a star have the structural virality 2(n−1)/n, and of a chain (n+1)/3", () => {
    for (const n of [2, 3, 10, 101]) {
      const star = cascadeOf([-1, ...Array.from({ length: n - 1 }, () => 0)]);
      near(star.virality, (2 * (n - 1)) / n);
      assert.deepEqual([star.size, star.depth, star.breadth], [n, 1, n === 2 ? 1 : n - 1]);
      const chain = cascadeOf(Array.from({ length: n }, (_, i) => i - 1));
      near(chain.virality, (n + 1) / 3);
      assert.deepEqual([chain.size, chain.depth, chain.breadth], [n, n - 1, 1]);
    }
  });

  it("are the mean distance between all pairs, as a walk over every pair finds it", () => {
    const trees = fc.array(fc.nat(1000), { maxLength: 30 }).map((draws) => [-1, ...draws.map((d, i) => d % (i + 1))]);
    fc.assert(
      fc.property(trees, (parent) => {
        const ties = parent.map((p, i) => [...(p < 0 ? [] : [p]), ...parent.flatMap((q, j) => (q === i ? [j] : []))]);
        near(cascadeOf(parent).virality, pathLength(ties));
      }),
      { numRuns: 200 },
    );
  });
});

describe("measures of opinion", () => {
  it("give the known values at the extremes", () => {
    const halves = [...new Array(50).fill(0), ...new Array(50).fill(1)];
    const agreed = new Array(100).fill(0.4);
    near(variance(halves), 0.25);
    near(estebanRay(halves), 2 ** -2.6);
    near(twoLargest(halves), 1);
    near(variance(agreed), 0);
    near(estebanRay(agreed), 0);
    assert.deepEqual(clusterSizes([0.1, 0.12, 0.5, 0.9, 0.91, 0.92]), [3, 2, 1]);
    near(entropy([0.1, 0.3, 0.5, 0.7, 0.9]), Math.log2(5));
    near(entropy([0.5, 0.5]), 0);
  });

  it("disagree with each other, which is why all are reported", () => {
    const uniform = Array.from({ length: 100 }, (_, i) => i / 99);
    const camps = [...new Array(50).fill(0.25), ...new Array(50).fill(0.75)];
    assert.ok(variance(uniform) > variance(camps));
    assert.ok(estebanRay(uniform) < estebanRay(camps));
  });

  it("find equality and its opposite", () => {
    near(gini([3, 3, 3]), 0);
    near(gini([0, 0, 0, 8]), 0.75);
  });
});

describe("measures of ties", () => {
  it("know rings, stars, cliques and mixed pairs", () => {
    const ring: Graph = [[1], [2], [3], [0]];
    near(reciprocity(ring), 0);
    for (const rank of pageRank(ring)) near(rank, 0.25);
    const clique: Graph = [0, 1, 2, 3].map((i) => [0, 1, 2, 3].filter((j) => j !== i));
    near(clustering(clique), 1);
    near(reciprocity(clique), 1);
    near(assortativity([[1], [0], [3], [2]], [0, 0, 1, 1]), 1);
    near(assortativity([[1], [0], [3], [2]], [0, 1, 0, 1]), -1);
    const star: Graph = [[], [0], [0], [0]];
    const rank = pageRank(star);
    near(
      rank.reduce((sum, one) => sum + one, 0),
      1,
      1e-6,
    );
    assert.ok(rank[0]! > 0.4);
  });

  it("find real communities: two cliques with one tie between them, and a ring of cliques", () => {
    const cliques = (count: number, size: number): Graph =>
      withoutDirection(
        Array.from({ length: count * size }, (_, i) => {
          const own = Math.floor(i / size);
          const inside = Array.from({ length: size }, (_, k) => own * size + k).filter((j) => j !== i);
          return i % size === 0 ? [...inside, (((own + 1) % count) * size + 1) % (count * size)] : inside;
        }),
      );
    for (const [count, size] of [
      [2, 6],
      [8, 5],
    ] as const) {
      const graph = cliques(count, size);
      const { part, modularity } = communities(graph);
      assert.equal(new Set(part).size, count);
      for (let i = 0; i < part.length; i++) assert.equal(part[i], part[Math.floor(i / size) * size]);
      near(modularity, modularityOf(graph, part));
      assert.ok(modularity > 0.3);
    }
    near(modularityOf(cliques(2, 6), new Array(12).fill(0)), 0);
  });
});

describe("random graphs", () => {
  it("have the requested mean degree and little clustering", () => {
    const graph = randomGraph(1000, 6, diceOf("er"));
    assert.equal(meanDegree(graph), 6);
    assert.ok(clustering(graph) < 0.03);
  });
});

describe("sentiment", () => {
  it("tells good words from bad ones, and turns round behind a negation", () => {
    assert.equal(sentiment("A wonderful, happy day"), 1);
    assert.equal(sentiment("Terrible. I hate it."), -1);
    assert.equal(sentiment("not good"), -1);
    assert.equal(sentiment("The bus leaves at nine"), 0);
    assert.ok(Math.abs(sentiment("good and bad")) < 1e-12);
  });
});
