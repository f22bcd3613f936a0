// How people thumb their way through the worlds that are shipped: what they say, and what must come of it.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { brief } from "./lexicons.ts";
import { type Labelled, parse, situationOf } from "./situations.ts";

/** Texts said in a row where one stands, and the last of them read. */
function read(world: string, scene: string | undefined, texts: string) {
  const setup = texts.split(" / ");
  const say = setup.pop()!;
  const one: Labelled = { world, ...(scene === undefined ? {} : { scene }), setup, say, actions: [] };
  const { at, recent } = situationOf(one);
  return parse(at, say, recent);
}
const reads = (rule: string, world: string, scene: string | undefined, table: Readonly<Record<string, string>>) => {
  for (const [texts, expected] of Object.entries(table))
    it(`[${rule}] ${world}: ${texts}`, () => assert.equal(brief(read(world, scene, texts)), expected));
};

describe("a board of nine cells", () => {
  it("[P43] what is off the board is told to be, and is no other cell", () => {
    for (const text of [
      "row 4",
      "fourth column",
      "put it in 10",
      "d2",
      "put mine in the fourth row",
      "square 12",
      "row 2 column 5",
    ]) {
      const { actions, reading } = read("tictactoe", undefined, text);
      assert.deepEqual(actions, [], text);
      assert.match(reading.problem!.message, /the board\b.*three rows and three columns/, text);
    }
  });
  reads("P66", "tictactoe", undefined, {
    "top right no wait bottom right": "place cell=8",
    "not the middle, the top right": "place cell=2",
    "the corner at the bottom on the right side": "place cell=8",
    "smack in the middle": "place cell=4",
    "block him on the right no i mean on the left": "place cell=3",
  });
});
