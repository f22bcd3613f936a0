// Circumstances that mean nothing here: the rest is done, and the words are given back. And what comes near and is not done.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Labelled, parse, situationOf } from "./situations.ts";

function read(world: string, scene: string | undefined, say: string) {
  const one: Labelled = { world, ...(scene === undefined ? {} : { scene }), say, actions: [] };
  const { at, recent } = situationOf(one);
  const { actions, reading } = parse(at, say, recent);
  return { done: actions.map(({ type, targetId }) => `${type} ${targetId}`), problem: reading.problem };
}

describe("circumstances that are left out", () => {
  for (const [say, done, left] of [
    ["examine the gate across the wuggle", ["examine gate"], "across the wuggle"],
    ["examine the gate across the wuggle, then take the basket", ["examine gate", "take basket"], "across the wuggle"],
    ["take the basket as a flarb", ["take basket"], "as a flarb"],
  ] as const)
    it(`[P74] ${say}`, () => {
      const found = read("house/cottage", undefined, say);
      assert.deepEqual(found.done, done);
      assert.equal(found.problem?.reason, "not_understood");
      assert.equal(found.problem.message, `I left out “${left}”.`);
    });

  for (const [why, say] of [
    ["a part that the act has room for", "open the gate with a wuggle"],
    ["what may tell things apart", "take the basket of flarb"],
    ["a word alone", "examine the gate across"],
    ["what stands without a preposition", "take the basket sideways"],
    ["another part that the act has room for", "throw the basket at the flarb"],
    ["something that is known", "examine the gate toward the basket"],
    ["a verb", "examine the gate across the open"],
    ["what turns it round", "examine the gate between not flarbs"],
    ["a question", "is the gate open across the wuggle"],
  ] as const)
    it(`[P74] nothing is done: ${why}`, () => assert.deepEqual(read("house/cottage", undefined, say).done, []));

  it("[P74] nothing is done that cannot be taken back", () => {
    const { done } = read("house/mystery", "vane, library", "accuse julian across the wuggle");
    assert.deepEqual(done, []);
  });
});
