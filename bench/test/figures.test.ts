// The bench as a program: its goals and gates, its arithmetic, and what it prints.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { describe, it } from "node:test";
import { FIGURES, GROUPS, gateOf, meets, NAMES, passesGate } from "../src/figures.ts";
import { wholeGames } from "../src/games.ts";
import { middle, quantile, ratio, sequence } from "../src/rounds.ts";

const main = resolve(import.meta.dirname, "../src/main.ts");
const bench = (...args: string[]) => spawnSync(process.execPath, [main, ...args], { encoding: "utf8" });

describe("goals", () => {
  it("gates on half of each margin", () => {
    const gates = NAMES.map((name) => [name, Number(gateOf(FIGURES[name]).toFixed(6))]);
    assert.deepEqual(Object.fromEntries(gates), {
      tictactoe: 4.5,
      "tick-game": 4.5,
      "whole-turn": 14,
      health: 19,
      agents: 2,
      "agents-minds": 3,
      "state-size": 3,
      "model-seats": 1.6,
      "turn-events": 1.6,
      growth: 1.4,
      "durable-turn": 0.25,
      branch: 1.4,
      rollback: 1.4,
      "load-p50": 7,
      "load-p99": 19,
      "load-forked": 4,
      "file-bytes": 1.8,
      verify: 0.11,
      recall: 1.6,
      "recall-rare": 1.6,
      "recall-some": 1.6,
      "recall-many": 1.6,
      "house-size": 7,
      "house-walkers": 15,
      "late-input": 1.6,
      "glass-game": 2400.5,
      "glass-rules": 10_000.5,
      "glass-skip": 267,
      "glass-owed": 669,
      "glass-preset": 267,
      "glass-preset-owed": 669,
      "glass-prompts": 0.35,
      "glass-prompt": 1.68,
      "glass-memory": 1.4,
      "town-step": 11,
      "town-growth": 1.4,
      "table-turn": 669,
      "sprint-match": 133_999,
      "sprint-sketches": 669_999,
      sse: 0.45,
    });
  });

  it("knows more from less", () => {
    assert.deepEqual(
      [8, 7.9, 4.5, 4.4].map((value) => [meets(FIGURES.tictactoe, value), passesGate(FIGURES.tictactoe, value)]),
      [
        [true, true],
        [false, true],
        [false, true],
        [false, false],
      ],
    );
    assert.deepEqual(
      [1.2, 1.3, 1.5].map((value) => [meets(FIGURES.growth, value), passesGate(FIGURES.growth, value)]),
      [
        [true, true],
        [false, true],
        [false, false],
      ],
    );
  });

  it("measures every figure in one group", () => {
    assert.deepEqual(GROUPS.flatMap(({ names }) => names).sort(), NAMES.toSorted());
  });
});

describe("arithmetic", () => {
  it("takes quantiles between neighbours", () => {
    assert.deepEqual(
      [0, 0.25, 0.5, 0.9, 1].map((q) => quantile([1, 2, 3, 4, 5], q)),
      [1, 2, 3, 4.6, 5],
    );
    assert.throws(() => quantile([], 0.5), RangeError);
  });

  it("compares inside a round, so that a slow round says nothing", () => {
    const samples = new Map([
      ["slow", [20, 200, 24]],
      ["fast", [10, 100, 10]],
    ]);
    assert.deepEqual(ratio(samples, "slow", "fast"), middle([2, 2, 2.4]));
    assert.equal(middle([2, 2, 2.4]).value, 2);
  });

  it("repeats its sequences", () => {
    const draw = (seed: number) => {
      const upTo = sequence(seed);
      return Array.from({ length: 50 }, () => upTo(10));
    };
    assert.deepEqual(draw(3), draw(3));
    assert.notDeepEqual(draw(3), draw(4));
    assert.equal(new Set(draw(3)).size, 10);
  });

  it("plays different whole games", () => {
    const games = wholeGames(40);
    assert.ok(new Set(games.map((game) => game.join(""))).size > 35);
    assert.ok(games.every(({ length }) => length >= 5 && length <= 9));
  });
});

describe("the command", () => {
  it("prints one object and nothing else", () => {
    const { status, stdout } = bench("--quick", "--json", "growth");
    assert.equal(status, 0);
    const printed = JSON.parse(stdout);
    assert.deepEqual(Object.keys(printed), ["growth"]);
    const { value, goal, ok, unit, noise } = printed.growth;
    assert.deepEqual(Object.keys(printed.growth), ["value", "goal", "ok", "unit", "noise"]);
    assert.ok(value > 0 && noise >= 0);
    assert.deepEqual([goal, ok, unit], [1.2, value <= 1.2, "ratio"]);
  });

  it("refuses what it does not know, and says what there is", () => {
    for (const wrong of ["speed", "--fast"]) {
      const { status, stdout, stderr } = bench(wrong);
      assert.deepEqual([status, stdout], [2, ""]);
      assert.match(stderr, new RegExp(`There is no ${wrong}\\.`));
      assert.match(stderr, /tictactoe/);
    }
  });
});
