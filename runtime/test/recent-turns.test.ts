// The cache of newest turns: bounded by number and by size.
import assert from "node:assert/strict";
import { it } from "node:test";
import { RecentTurns } from "../src/turns/recent-turns.ts";
import type { TurnTransition } from "../src/turns/turn-transition.ts";

/** The numbers that are kept of turns with bodies of these lengths, each added `times` times, in order. */
function keptOf(lengths: readonly number[], times = 1): readonly number[] {
  const recent = new RecentTurns();
  for (const [turn, length] of lengths.entries())
    for (let i = 0; i < times; i++)
      recent.add({ stored: { segment: 1, turn, body: "x".repeat(length) } } as TurnTransition);
  return [...lengths.keys()].filter((turn) => recent.find({ segment: 1, turn } as never) !== null);
}

it("keeps the newest 64 turns", () => {
  assert.deepEqual(keptOf(Array(66).fill(1)), [...Array(66).keys()].slice(2));
});

it("keeps the newest turns of 4,000,000 characters together, and the newest at any size", () => {
  assert.deepEqual(keptOf([1_000_000, 1_000_000, 3_000_000]), [1, 2]);
  assert.deepEqual(keptOf([1, 1, 5_000_000]), [2]);
  assert.deepEqual(keptOf([5_000_000, 1]), [1]);
});

it("counts a turn once, however often it is added", () => {
  assert.deepEqual(keptOf([1_000_000, 2_000_000], 3), [0, 1]);
});
