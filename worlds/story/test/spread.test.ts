// Models of spreading against their exact and published results.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { getKey } from "@orrery/kernel";
import type { ConfigPerson, SpreadRule, StoryConfig, StoryState } from "../shape.ts";
import { passesOn } from "../town/models/spread.ts";
import { type Graph, randomGraph, smallWorld } from "../town/networks.ts";
import { diceOf, live, long, STILL } from "./stage.ts";

const ROOT = "p1";
/** A town in which a crier says one thing, and the others follow as the graph has it; `follows[i]` may name the crier as −1. */
const town = (follows: Graph, rules: (i: number) => SpreadRule, more: Partial<StoryConfig> = {}): StoryConfig => ({
  topics: [],
  rounds: 120,
  network: { kind: "written" },
  behaviour: { habits: STILL },
  opening: [{ by: "crier", text: "We walk out at noon." }],
  ...more,
  written: [
    { id: "crier", name: "Crier" },
    ...follows.map(
      (list, i): ConfigPerson => ({
        id: `p${i}`,
        name: `P${i}`,
        follows: list.map((j) => (j < 0 ? "crier" : `p${j}`)),
        behaviour: { spread: rules(i) },
      }),
    ),
  ],
});
const acting = (state: StoryState): number =>
  state.actors.filter((id) => getKey(state.agents, id)?.shared.includes(ROOT)).length;

describe("[Granovetter] a hundred people with thresholds 0, 1, …, 99", () => {
  const crowd = (thresholds: readonly number[]) =>
    town(
      thresholds.map(() => []),
      (i) => ({ rule: "granovetter", threshold: thresholds[i]! }),
      { platforms: [{ id: "square", policy: "everyone", feed: 200 }] },
    );
  const THRESHOLDS = Array.from({ length: 100 }, (_, i) => i);

  it("all act, one more in each round", () => {
    const counts: number[] = [];
    live(crowd(THRESHOLDS), "granovetter", (state) => counts.push(acting(state)));
    assert.deepEqual(
      counts.slice(0, 101),
      Array.from({ length: 101 }, (_, i) => i),
    );
    assert.equal(counts.at(-1), 100);
  });

  it("exactly one acts when the threshold 1 is changed to 2", () => {
    const state = live(crowd(THRESHOLDS.map((t) => (t === 1 ? 2 : t))), "granovetter");
    assert.equal(acting(state), 1);
  });
});

describe("[Watts] thresholds of 0.18 on random graphs", () => {
  /** Share of a random graph of this mean degree that acts in the end after one of it has begun. */
  const spread = (degree: number, seed: string): number => {
    const n = 1000;
    const dice = diceOf(`watts ${degree} ${seed}`);
    const graph = randomGraph(n, degree, dice);
    const acts = new Uint8Array(n);
    const queue = [dice.int("seed", 0, n - 1)];
    acts[queue[0]!] = 1;
    for (let at = queue.pop(); at !== undefined; at = queue.pop())
      for (const next of graph[at]!) {
        if (acts[next]) continue;
        const friends = graph[next]!.filter((j) => acts[j]).length;
        const known = { all: 0, friends, following: graph[next]!.length, fresh: 0 };
        if (!passesOn({ rule: "watts", share: 0.18 }, known, () => 1)) continue;
        acts[next] = 1;
        queue.push(next);
      }
    return acts.reduce((sum, one) => sum + one, 0) / n;
  };
  const global = (degree: number): number => {
    const runs = long ? 200 : 25;
    return Array.from({ length: runs }, (_, i) => spread(degree, `${i}`)).filter((share) => share > 0.1).length / runs;
  };

  it("lead to global cascades from one seed between mean degrees of about 1 and 6, and not outside", () => {
    assert.equal(global(0.5), 0);
    assert.ok(global(3) > 0.4, `${global(3)} at 3`);
    assert.ok(global(4.5) > 0.1, `${global(4.5)} at 4.5`);
    assert.equal(global(10), 0);
  });

  it("decide in the town as in the model", () => {
    const graph: Graph = [[-1], [0], [0, 1, 3, 4, 5, 6], [2], [3], [4], [5]];
    const state = live(
      town(graph, () => ({ rule: "watts", share: 0.5 }), { rounds: 12 }),
      "watts town",
    );
    // Person 2 follows six people; two of them can act before it does.
    assert.deepEqual(
      state.actors.filter((id) => getKey(state.agents, id)?.shared.includes(ROOT)),
      ["p0", "p1"],
    );
  });
});

describe("[independent cascade] on a directed tree", () => {
  /** Person i follows its parent; the first follows the crier. */
  const tree = (fanOut: number, depth: number): Graph => {
    const parents: number[][] = [[-1]];
    let level = [0];
    for (let d = 1; d <= depth; d++) {
      const next: number[] = [];
      for (const parent of level) for (let k = 0; k < fanOut; k++) next.push(parents.push([parent]) - 1);
      level = next;
    }
    return parents;
  };
  const config = (chance: number) =>
    town(tree(2, 4), (i) => ({ rule: "cascade", chance: i === 0 ? 1 : chance }), { rounds: 8 });

  it("reaches everybody at a chance of 1, nobody at 0, and each only once", () => {
    assert.equal(acting(live(config(1), "certain")), 31);
    assert.equal(acting(live(config(0), "never")), 1);
  });

  it("has the mean size Σ (bp)^d", () => {
    const runs = long ? 1000 : 120;
    const p = 0.6;
    let sum = 0;
    for (let i = 0; i < runs; i++) sum += acting(live(config(p), `tree ${i}`));
    const expected = [0, 1, 2, 3, 4].reduce((total, d) => total + (2 * p) ** d, 0);
    // The standard deviation of one size is about 6.5 here: four of the mean's are allowed.
    const allowed = (4 * 6.5) / Math.sqrt(runs);
    assert.ok(Math.abs(sum / runs - expected) < allowed, `${sum / runs}, expected ${expected} ± ${allowed}`);
  });
});

describe("[complex contagion] that needs two followed people", () => {
  const reached = (rewire: number): number => {
    const n = 100;
    const graph = smallWorld(n, 6, rewire, diceOf(`lattice ${rewire}`));
    // Two neighbours begin: they follow the crier as well, and act by themselves.
    const follows = graph.map((list, i) => (i < 2 ? [...list, -1] : list));
    const state = live(
      town(follows, (i) => (i < 2 ? { rule: "watts", share: 0 } : { rule: "complex", needs: 2 }), {
        rounds: 60,
        platforms: [{ id: "square", policy: "chronological", feed: 20 }],
      }),
      `complex ${rewire}`,
    );
    return acting(state);
  };
  it("goes round a clustered lattice and dies in a random graph of the same degree", () => {
    assert.equal(reached(0), 100);
    assert.ok(reached(1) < 30, `${reached(1)} of 100 in a random graph`);
  });
});
