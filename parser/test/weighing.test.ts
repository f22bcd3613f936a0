// Words that no grammar joins: the heaviest row of commands in them is done, and nothing that they only speak of.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { brief } from "./lexicons.ts";
import { type Labelled, parse, situationOf } from "./situations.ts";

function read(world: string, scene: string | undefined, say: string) {
  const one: Labelled = { world, ...(scene === undefined ? {} : { scene }), say, actions: [] };
  const { at, recent } = situationOf(one);
  return parse(at, say, recent);
}

describe("commands among other words", () => {
  for (const [say, done] of [
    ["its so quiet here take the basket", "take basket"],
    ["read the letter my feet hurt", "read letter"],
    ["take the basket its mine now read the letter", "take basket; read letter"],
    ["the basket looks old take it", "take basket"],
    ["dont touch the gate just read the letter", "read letter"],
    ["not the basket, take the letter", "take letter"],
    ["smell the flowers are they poison", "smell hollyhocks"],
  ] as const)
    it(`[P60] ${say}`, () => assert.equal(brief(read("house/cottage", undefined, say)), done));

  for (const [why, say] of [
    ["what is not to be done", "its nice here dont take the basket"],
    ["what hangs on something", "its nice here if you take the basket"],
    ["somebody else's word", "its what she said take the basket"],
    ["what somebody else did", "its odd wren opened the gate"],
    ["what should be", "its odd someone should open the gate"],
    ["what stands behind an article", "its odd the open gate"],
    ["words that are no remark", "flarb wuggle take the basket"],
    ["words behind it that are no remark", "take the basket flarb wuggle"],
  ] as const)
    it(`[P60] nothing is done: ${why}`, () => assert.deepEqual(read("house/cottage", undefined, say).actions, []));

  it("[P60] longer texts have their clauses joined", () => {
    const said = (times: number) => read("house/cottage", undefined, `${"its so dull ".repeat(times)}take the basket`);
    assert.equal(said(20).actions.length, 1);
    assert.deepEqual(said(30).actions, []);
  });
});
