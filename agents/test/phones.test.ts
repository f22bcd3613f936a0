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

describe("what happened, and to whom", () => {
  reads("P30", "house/mystery", undefined, {
    "hello doctor what happened here": "ask to=osei about=last-night",
    "what happened": "ask to=osei about=last-night",
    "who is dead": "ask to=osei about=vane",
    "tell me who died": "ask to=osei about=vane",
  });
  reads("P30", "house/cottage", "hall", { "what happened here": "!missing_part" });
});

describe("what is said to somebody", () => {
  reads("P14", "house/mystery", "vane, library", {
    "tell him about the flarb": "!object_not_found",
    "tell him i know everything": "say text=i know everything to=julian",
    "say hello to flarb": "say text=hello to flarb",
    "where the hell am i": "look",
    "whats going on": "ask to=julian about=last-night",
    "do u like the cat": "ask about=gladstone to=julian",
  });
});

describe("ways and rooms", () => {
  reads("P30", "house/mystery", undefined, {
    "can i see the study": "recall @study what=way",
    "how i can return to the study": "recall @study what=way",
    "look at the bag of the doctor": "examine bag",
    "wait which way is the study": "recall @study what=way",
  });
  reads("P55", "house/lighthouse", "teeth, yard", {
    "open tower door and go in": "open tower-door; go direction=north",
    "open the store door. go in": "open store-door; go direction=west",
    "go in": "go direction=in",
  });
  reads("P23", "house/lighthouse", "teeth, yard", { "theres a ladder lets climb it": "!object_not_found" });
});

describe("whom and which", () => {
  it("[P18] asks in the world's own spelling", () => {
    const { reading } = read("house/mystery", undefined, "talk to vane");
    assert.match(reading.problem!.message, /^Which Vane do you mean: /);
  });
  it("[P18] either of them is never chosen for the player", () => {
    const { actions, reading } = read(
      "house/cottage",
      "kitchen, with both keys",
      "look at the brass key and the iron key / drop either of them",
    );
    assert.deepEqual(actions, []);
    assert.equal(reading.problem?.reason, "ambiguous_reference");
    assert.deepEqual(reading.question?.choices.map(({ id }) => id).sort(), ["brass-key", "iron-key"]);
  });
  reads("P22", "house/lighthouse", "teeth, watch room", { "poor old man give him the brandy": "give brandy to=amos" });
});
