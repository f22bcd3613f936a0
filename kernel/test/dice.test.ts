// Dice: where they are keyed, that they are fair, and that they are these and no others.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { commitSeed, type DiceKey, keyedDice, type Roll, redraw } from "@orrery/kernel";
import { sha256 } from "@orrery/kernel/testing";
import fc from "fast-check";

const KEY: DiceKey = { seed: "orrery", salt: "0", lane: "table", depth: 0 };
const dice = (key: Partial<DiceKey> = {}, who = "ann") => keyedDice(sha256, { ...KEY, ...key }, who);
const ints = (count: number, key: Partial<DiceKey> = {}, who = "ann", purpose = "attack") => {
  const roller = dice(key, who);
  return Array.from({ length: count }, () => roller.int(purpose, 1, 1_000_000));
};

/** Pearson's statistic of counts that should be equal. */
const chiSquare = (counts: readonly number[]) => {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
};

describe("dice", () => {
  // Computed by another program in another language from the words of K18 and K19.
  it("[K23] are these: a change of generator is a decision", () => {
    assert.deepEqual(ints(5), [775575, 529776, 743359, 312228, 255603]);
    const roller = dice();
    assert.deepEqual(
      [
        roller.int("d20", 1, 20),
        roller.int("d20", 1, 20),
        roller.int("coin", 0, 1),
        roller.int("wide", 0, 2 ** 48 - 1),
        roller.int("below", -10, -1),
      ],
      [3, 19, 0, 229151612822215, -7],
    );
    assert.deepEqual(roller.shuffle("deck", ["a", "b", "c", "d", "e", "f"]), ["f", "d", "a", "e", "b", "c"]);
    assert.equal(roller.pick("one", ["a", "b", "c", "d"]), "a");
    assert.equal(roller.joint("seal").int("gold", 1, 1000), 851);
    assert.equal(dice({ lane: "tisch ü", depth: 7 }, "Å").int("größe", 1, 1000), 802);
  });

  it("[K18] fall the same again from the same key", () => {
    assert.deepEqual(ints(20), ints(20));
  });

  it("[K18] fall otherwise from any other part of the key", () => {
    const streams = [
      ints(5),
      ints(5, { seed: "other" }),
      ints(5, { salt: "1" }),
      ints(5, { lane: "other" }),
      ints(5, { depth: 1 }),
      ints(5, {}, "bob"),
      ints(5, {}, "ann", "defence"),
    ];
    assert.equal(new Set(streams.flat()).size, 35);
  });

  it("[K18] parts of the key cannot run into each other", () => {
    assert.notDeepEqual(ints(3, { seed: "a", salt: "bc" }), ints(3, { seed: "ab", salt: "c" }));
    assert.notDeepEqual(ints(3, { salt: '1","x' }), ints(3, { salt: "1", lane: "x" }));
  });

  it("[K18] a draw of another purpose in between moves nothing", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("defence", "weather", "")), fc.nat(5), (others, before) => {
        const roller = dice();
        const drawn: number[] = [];
        for (let i = 0; i < 8; i++) {
          if (i >= before) for (const other of others) roller.int(other, 1, 6);
          drawn.push(roller.int("attack", 1, 1_000_000));
        }
        assert.deepEqual(drawn, ints(8));
      }),
      { numRuns: 30 },
    );
  });

  it("[K18] other bounds draw the same occurrence", () => {
    const roller = dice();
    roller.int("attack", 1, 6);
    assert.equal(roller.int("attack", 1, 1_000_000), ints(2)[1]);
  });

  it("[K19] keep to inclusive bounds, and meet both", () => {
    fc.assert(
      fc.property(fc.integer({ min: -1000, max: 1000 }), fc.nat(50), fc.string(), (low, size, purpose) => {
        const value = dice().int(purpose, low, low + size);
        assert.ok(Number.isInteger(value) && value >= low && value <= low + size);
      }),
    );
    const roller = dice();
    assert.deepEqual(
      [...new Set(Array.from({ length: 200 }, () => roller.int("d6", 1, 6)))].sort(),
      [1, 2, 3, 4, 5, 6],
    );
    assert.equal(roller.int("sure", 7, 7), 7);
  });

  for (const sides of [2, 6, 10, 20, 97])
    it(`[K19] are fair: d${sides}`, () => {
      const roller = dice({ seed: `fair ${sides}` });
      const counts = new Array<number>(sides).fill(0);
      for (let i = 0; i < sides * 300; i++) counts[roller.int("d", 0, sides - 1)]!++;
      // Wilson and Hilferty's bound of chi-square at four standard deviations: one seed in some thirty thousand is above.
      const freedom = sides - 1;
      const bound = freedom * (1 - 2 / (9 * freedom) + 4 * Math.sqrt(2 / (9 * freedom))) ** 3;
      assert.ok(chiSquare(counts) < bound, `${chiSquare(counts)} of at most ${bound}`);
    });

  it("[K19] reject what would favour low numbers", () => {
    // Of three equal parts of 2^48, 2/3 * 2^48 sides would let the lower half come twice as often without rejection.
    const high = Math.floor((2 ** 48 * 2) / 3) - 1;
    const roller = dice({ seed: "reject" });
    let low = 0;
    for (let i = 0; i < 2000; i++) if (roller.int("half", 0, high) <= high / 2) low++;
    assert.ok(Math.abs(low - 1000) < 4 * Math.sqrt(500), `${low} of 2000 in the lower half`);
  });

  it("[K19] refuse bounds that hold no integer, or too many", () => {
    for (const [low, high] of [
      [1, 0],
      [0, 2 ** 48],
      [0.5, 2],
      [0, Number.NaN],
      [0, Number.POSITIVE_INFINITY],
      [-(2 ** 60), 0],
    ] as const)
      assert.throws(() => dice().int("bad", low, high), RangeError);
    assert.throws(() => dice().pick("none", [] as unknown as [number]), RangeError);
  });

  it("[K19] shuffle every order equally often", () => {
    const counts = new Map<string, number>();
    const roller = dice({ seed: "orders" });
    for (let i = 0; i < 2400; i++) {
      const order = roller.shuffle("cards", ["a", "b", "c", "d"]).join("");
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
    assert.equal(counts.size, 24);
    assert.ok(chiSquare([...counts.values()]) < 23 + 4 * Math.sqrt(46));
  });

  it("[K19] shuffling leaves the list it was given, and loses nothing", () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), (list) => {
        const copy = [...list];
        assert.deepEqual(dice().shuffle("s", list).toSorted(), copy.toSorted());
        assert.deepEqual(list, copy);
      }),
    );
  });

  it("[K21] joint dice do not know lane, depth or roller, but seed, salt and purpose", () => {
    const joint = (key: Partial<DiceKey>, who: string, purpose = "seal") =>
      dice(key, who).joint(purpose).int("gold", 1, 1_000_000);
    assert.equal(joint({}, "ann"), joint({ lane: "other", depth: 9 }, "bob"));
    assert.equal(
      new Set([joint({}, "ann"), joint({ seed: "x" }, "ann"), joint({ salt: "x" }, "ann"), joint({}, "ann", "x")]).size,
      4,
    );
  });

  it("[K22] every draw is listed, and can be drawn again from its entry", () => {
    const rolls: Roll[] = [];
    const roller = keyedDice(sha256, KEY, "ann", rolls);
    roller.int("attack", 1, 20);
    roller.int("attack", 1, 20);
    roller.pick("target", ["a", "b", "c"]);
    roller.shuffle("deck", ["a", "b", "c"]);
    roller.joint("seal").int("gold", 1, 1000);
    roller.joint("seal").shuffle("order", [1, 2, 3]);
    assert.equal(rolls.length, 2 + 1 + 2 + 1 + 2);
    for (const roll of rolls) assert.equal(redraw(sha256, KEY, roll), roll.value, JSON.stringify(roll));
    assert.notEqual(
      redraw(sha256, { ...KEY, seed: "another" }, { ...rolls[0]!, high: 2 ** 40 }),
      redraw(sha256, KEY, { ...rolls[0]!, high: 2 ** 40 }),
    );
  });

  it("[K24] a commitment depends on seed and nonce, and on which is which", () => {
    const commitments = [
      commitSeed(sha256, "seed", "nonce"),
      commitSeed(sha256, "nonce", "seed"),
      commitSeed(sha256, "seed", "x"),
      commitSeed(sha256, "x", "nonce"),
    ];
    assert.equal(new Set(commitments).size, 4);
    assert.notEqual(commitSeed(sha256, "ab", "c"), commitSeed(sha256, "b", "ca"));
    assert.equal(commitments[0], sha256('["orrery-dice","nonce","seed"]'));
  });
});
