// Changes as data: there, back, and nothing copied that stayed.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Change, diff, equal, invert, patch, valueAt } from "@orrery/kernel";
import fc from "fast-check";

const key = fc.constantFrom("a", "b", "c", "0", "1", "length", "");
const value = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom(null, true, 0, 1, "x", ""),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(key, tie("value"), { maxKeys: 4 }),
  ),
})).value;
const applyAll = (start: unknown, changes: readonly Change[]) => changes.reduce<unknown>(patch, start);

describe("diff and patch", () => {
  it("[K46] changes lead from one value to the other, and their inverses in reverse lead back", () => {
    fc.assert(
      fc.property(value, value, (before, after) => {
        const changes = diff(before, after);
        const there = applyAll(before, changes);
        assert.ok(equal(there, after));
        assert.ok(equal(applyAll(there, changes.toReversed().map(invert)), before));
        assert.equal(changes.length === 0, equal(before, after));
      }),
      { numRuns: 1000 },
    );
  });

  it("[K46] shares what is not changed", () => {
    const before = { a: { deep: [1, 2] }, b: { deep: [3] }, c: [{ d: 1 }, { d: 2 }] };
    const after = patch(before, { path: ["c", 1, "d"], before: 2, after: 3 }) as typeof before;
    assert.deepEqual(after.c, [{ d: 1 }, { d: 3 }]);
    assert.equal(after.a, before.a);
    assert.equal(after.c[0], before.c[0]);
    assert.deepEqual(before.c[1], { d: 2 });
  });

  it("[K46] says the smallest change, in the order of keys", () => {
    assert.deepEqual(diff({ b: 1, a: [1, 2], z: 0 }, { b: 2, a: [1, 3], y: 0 }), [
      { path: ["a", 1], before: 2, after: 3 },
      { path: ["b"], before: 1, after: 2 },
      { path: ["y"], after: 0 },
      { path: ["z"], before: 0 },
    ]);
    assert.deepEqual(diff([1], [1, 2, 3]), [
      { path: [1], after: 2 },
      { path: [2], after: 3 },
    ]);
    assert.deepEqual(diff([1, 2], [2, 3, 4]), [{ path: [], before: [1, 2], after: [2, 3, 4] }]);
  });

  it("[K36] any change of one place, in lists too, is taken back by its inverse", () => {
    const list = fc.array(fc.integer(), { minLength: 1, maxLength: 5 });
    const kinds = fc.constantFrom("set", "add", "remove");
    fc.assert(
      fc.property(list, kinds, fc.nat(), (items, kind, at) => {
        const index = at % (kind === "add" ? items.length + 1 : items.length);
        const change: Change =
          kind === "add"
            ? { path: ["list", index], after: 99 }
            : kind === "remove"
              ? { path: ["list", index], before: items[index] }
              : { path: ["list", index], before: items[index], after: 99 };
        const there = patch({ list: items }, change) as { list: number[] };
        assert.equal(there.list.length, items.length + { set: 0, add: 1, remove: -1 }[kind]!);
        assert.deepEqual(patch(there, invert(change)), { list: items });
      }),
    );
  });

  it("[K36] an inverse of an inverse is the change", () => {
    for (const change of [
      { path: ["a"], after: 1 },
      { path: ["a"], before: 1 },
      { path: ["a"], before: null, after: 0 },
    ])
      assert.deepEqual(invert(invert(change)), change);
  });

  it("throws a RangeError where a path leads nowhere, and for what only looks like an index", () => {
    const state = { list: [1, 2], text: "abc", none: null };
    for (const path of [
      ["list", 3],
      ["list", -1],
      ["list", 0.5],
      ["list", ""],
      ["list", "01"],
      ["list", " 1"],
      ["list", "length"],
      ["text", 0],
      ["none", "a"],
      ["no", "a"],
      ["toString", "a"],
      ["list", 2, "a"],
    ])
      assert.throws(() => patch(state, { path, after: 1 }), RangeError, path.join("."));
  });

  it("reads own places only", () => {
    const state = { list: [1], a: { b: null } };
    assert.equal(valueAt(state, ["a", "b"]), null);
    assert.equal(valueAt(state, []), state);
    for (const path of [["toString"], ["a", "constructor"], ["list", "map"], ["a", "b", "c"], ["__proto__"]])
      assert.equal(valueAt(state, path), undefined);
  });
});
