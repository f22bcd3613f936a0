// Keyed collections against a plain map: the same entries after any sets and deletes, live and reloaded.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  canonical,
  deleteKey,
  entriesOf,
  getKey,
  type Keyed,
  keyed,
  keyedProblem,
  patch,
  setAll,
  setKey,
} from "../src/index.ts";

const Key = fc.oneof(fc.constantFrom("__proto__", "constructor", "toString", "", "7", "ä"), fc.string());
const Step = fc.oneof(
  fc.tuple(fc.constant("set" as const), Key, fc.integer()),
  fc.tuple(fc.constant("delete" as const), Key, fc.constant(0)),
);
const run = (steps: readonly (readonly ["set" | "delete", string, number])[]) => {
  const plain = new Map<string, number>();
  let all: Keyed<number> = keyed();
  for (const [what, key, value] of steps) {
    if (what === "set") {
      plain.set(key, value);
      all = setKey(all, key, value);
    } else {
      plain.delete(key);
      all = deleteKey(all, key);
    }
  }
  return { plain, all };
};

describe("keyed collections", () => {
  it("[K48] hold what a map would hold", () => {
    fc.assert(
      fc.property(fc.array(Step, { maxLength: 200 }), (steps) => {
        const { plain, all } = run(steps);
        assert.equal(all.size, plain.size);
        for (const [key, value] of plain) assert.equal(getKey(all, key), value);
        assert.equal(getKey(all, "not there at all"), plain.get("not there at all"));
        assert.deepEqual(new Map(entriesOf(all)), plain);
        assert.equal(keyedProblem(all), null);
      }),
    );
  });

  it("[K48] list the same after a reload", () => {
    fc.assert(
      fc.property(fc.array(Step, { maxLength: 100 }), (steps) => {
        const { all } = run(steps);
        const reloaded: Keyed<number> = JSON.parse(canonical(all));
        assert.deepEqual([...entriesOf(reloaded)], [...entriesOf(all)]);
      }),
    );
  });

  it("[K48] leave the collection they were made from alone, and share its other leaves", () => {
    const before = keyed(Array.from({ length: 1000 }, (_, i) => [`k${i}`, i] as const));
    const text = canonical(before);
    const after = setKey(before, "k7", -1);
    assert.equal(canonical(before), text);
    assert.equal(after.leaves.filter((leaf, i) => leaf !== before.leaves[i]).length, 1);
    assert.equal(deleteKey(before, "nobody"), before);
    assert.equal(setAll(before, []), before);
  });

  it("[K48] grow their leaves with their size", () => {
    const all = keyed(Array.from({ length: 10_000 }, (_, i) => [`person-${i}`, i] as const));
    const sizes = all.leaves.map((leaf) => Object.keys(leaf).length);
    assert.equal(all.leaves.length, 1024);
    assert.ok(Math.max(...sizes) <= 40, `the fullest leaf holds ${Math.max(...sizes)}`);
  });

  it("say what an amendment broke", () => {
    const all = keyed([
      ["a", 1],
      ["b", 2],
    ]);
    const amended = (path: (string | number)[], after: unknown) => keyedProblem(patch(all, { path, after }));
    assert.match(amended(["size"], 3)!, /size says 3, and there are 2/);
    assert.match(amended(["leaves"], [])!, /power of two/);
    assert.match(amended(["leaves", 0], null)!, /leaf 0/);
    assert.match(
      keyedProblem({ size: 1, leaves: [{}, {}, {}, {}].with(0, { a: 1 }).with(1, { a: 1 }) })!,
      /belongs in another/,
    );
    assert.match(keyedProblem(null)!, /leaves/);
  });
});
