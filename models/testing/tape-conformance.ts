// What every place to keep recordings must do: one list of checks for every `Tape`.
import assert from "node:assert/strict";
import type { Tape } from "../src/index.ts";

/** Each check gets a fresh, empty tape, and throws what is wrong with it. */
export const TAPE_CHECKS: readonly { readonly name: string; readonly check: (tape: Tape) => Promise<void> }[] = [
  {
    name: "gives back texts by their hash, and null for others",
    check: async (tape) => {
      await tape.keep("h1", '{"a":"ä\\u2028"}');
      await tape.keep("h1", '{"a":"ä\\u2028"}');
      assert.equal(await tape.text("h1"), '{"a":"ä\\u2028"}');
      assert.equal(await tape.text("h2"), null);
    },
  },
  {
    name: "numbers takes within their lane, from 1",
    check: async (tape) => {
      const take = (lane: string, seq: number) => ({ lane, seq, call: `c${lane}${seq}`, outcome: `o${lane}${seq}` });
      for (const [lane, seq] of [
        ["a", 1],
        ["b", 1],
        ["a", 2],
      ] as const)
        await tape.add(take(lane, seq));
      assert.deepEqual([await tape.length("a"), await tape.length("b"), await tape.length("c")], [2, 1, 0]);
      assert.deepEqual(await tape.take("a", 2), take("a", 2));
      assert.equal(await tape.take("a", 3), null);
      assert.equal(await tape.take("c", 1), null);
    },
  },
  {
    name: "refuses a place that is taken, and one that leaves a gap",
    check: async (tape) => {
      await tape.add({ lane: "a", seq: 1, call: "c", outcome: "o" });
      await assert.rejects(async () => tape.add({ lane: "a", seq: 1, call: "c", outcome: "other" }));
      await assert.rejects(async () => tape.add({ lane: "a", seq: 3, call: "c", outcome: "o" }));
      assert.equal((await tape.take("a", 1))!.outcome, "o");
      assert.equal(await tape.length("a"), 1);
    },
  },
];
