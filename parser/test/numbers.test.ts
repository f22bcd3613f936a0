// Numbers in what people type: which are read, where they go in an action, and what is said of words that are none.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { ActionBase, Lexicon } from "@orrery/kernel";
import { parseTextToActions } from "@orrery/parser";
import { numberIn } from "../src/numbers.ts";

const LEXICON: Lexicon = {
  verbs: [
    {
      type: "bid",
      patterns: ["bid|offer {metadata.coins} (coins|coin)", "{metadata.coins} (coins|coin)"],
      slots: { "metadata.coins": { kinds: ["number"], ask: "How many coins?" } },
    },
    {
      type: "trade",
      patterns: [
        "give {metadata.give.coins} coins|coin (and|with {metadata.give.lot}) for {metadata.want.lot}",
        "give {metadata.give.coins} coins|coin to {target} saying {metadata.note}",
      ],
      slots: {
        "metadata.give.coins": { kinds: ["number"] },
        "metadata.give.lot": { kinds: ["lot"] },
        "metadata.want.lot": { kinds: ["lot"] },
        "metadata.note": { kinds: ["text"] },
        target: { kinds: ["player"] },
      },
    },
  ],
  nouns: [
    { id: "vase", names: ["blue vase"], kinds: ["lot"] },
    { id: "clock", names: ["clock"], kinds: ["lot"] },
    { id: "ben", names: ["Ben"], kinds: ["player"] },
  ],
};
const read = (text: string) => parseTextToActions(text, { actorId: "ann", lexicon: LEXICON, recent: [] });
const only = (text: string): Omit<ActionBase, "actorId"> => {
  const { actions } = read(text);
  assert.equal(actions.length, 1, JSON.stringify(read(text)));
  const { actorId: _, ...action } = actions[0]!;
  return action;
};

describe("a number", () => {
  for (const [text, coins] of [
    ["bid 17", 17],
    ["bid 17 coins", 17],
    ["17", 17],
    ["bid 0", 0],
    ["bid nothing", 0],
    ["bid -3", -3],
    ["bid 2.5", 2.5],
    ["bid 1,200 coins", 1200],
    ["bid $40", 40],
    ["offer seventeen coins", 17],
    ["seventeen", 17],
    ["bid twenty-one", 21],
    ["bid two hundred and five", 205],
    ["bid three thousand four hundred", 3400],
  ] as const)
    it(`is read in "${text}"`, () => assert.deepEqual(only(text), { type: "bid", metadata: { coins } }));

  it("goes into a nested part of an action, beside other parts", () => {
    assert.deepEqual(only("give 12 coins and the clock for the blue vase"), {
      type: "trade",
      metadata: { give: { coins: 12, lot: "clock" }, want: { lot: "vase" } },
    });
    assert.deepEqual(only("give three coins to ben saying keep them"), {
      type: "trade",
      targetId: "ben",
      metadata: { give: { coins: 3 }, note: "keep them" },
    });
  });

  it("is asked for when it is missing, and the answer is read as a number", () => {
    const asked = read("bid");
    assert.deepEqual([asked.actions, asked.reading.problem?.message], [[], "How many coins?"]);
    const answered = parseTextToActions("forty two", { actorId: "ann", lexicon: LEXICON, recent: [asked.reading] });
    assert.deepEqual(answered.actions, [{ actorId: "ann", type: "bid", metadata: { coins: 42 } }]);
  });

  it("is not found in words that contain no number", () => {
    for (const text of ["bid 17th", "bid banana", "bid 3pm"]) {
      const { actions, reading } = read(text);
      assert.deepEqual(actions, [], text);
      assert.match(reading.problem!.message, /is no number\. How many coins\?/, text);
    }
  });

  it("fills a whole text slot or none of it", () => {
    for (const text of ["", "x", "1 2", "twenty ten", "hundred hundred", "and", "12a", "--3", "1,20"])
      assert.equal(numberIn(text), null, text);
    assert.equal(numberIn(" −4 "), -4);
  });
});
