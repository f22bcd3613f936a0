// Canonical JSON against the platform's own, over values made by fast-check.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { canonical, equal, plainProblem, quote } from "@orrery/kernel";
import fc from "fast-check";

const RESERVED = ["__proto__", "constructor", "prototype"];
const text = fc.oneof(fc.string({ unit: "grapheme" }), fc.string({ unit: "binary" }), fc.string({ maxLength: 80 }));
const number = fc
  .oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }))
  .filter((n) => !Object.is(n, -0));
/** Any plain value, of nested lists and objects with any keys that are not reserved. */
const plain = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "medium", withCrossShrink: true },
    fc.constantFrom(null, true, false),
    number,
    text,
    fc.array(tie("value")),
    fc.dictionary(
      text.filter((key) => !RESERVED.includes(key)),
      tie("value"),
    ),
  ),
})).value;

/** The same value with every object's keys in UTF-16 order; integer-like keys cannot be ordered, so they are written out. */
function reference(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(reference).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, part]) => `${JSON.stringify(key)}:${reference(part)}`).join(",")}}`;
}

describe("canonical JSON", () => {
  it("[K44] writes what JSON.stringify writes of the value with its keys sorted", () => {
    fc.assert(
      fc.property(plain, (value) => assert.equal(canonical(value), reference(value))),
      { numRuns: 500 },
    );
  });

  it("[K44] parses back to an equal value", () => {
    fc.assert(
      fc.property(plain, (value) => {
        const back = JSON.parse(canonical(value));
        assert.ok(equal(back, value));
        assert.equal(canonical(back), canonical(value));
        assert.equal(plainProblem(value), null);
      }),
      { numRuns: 500 },
    );
  });

  it("[K44] gives equal values equal texts in any order of their keys", () => {
    fc.assert(
      fc.property(fc.dictionary(text, number), fc.infiniteStream(fc.nat()), (record, order) => {
        const keys = Object.entries(record).map((entry) => [order.next().value, entry] as const);
        const shuffled = Object.fromEntries(keys.sort(([a], [b]) => a - b).map(([, entry]) => entry));
        assert.equal(canonical(shuffled), canonical(record));
      }),
    );
  });

  it("[K44] orders keys by UTF-16 code units, numbers among them as text", () => {
    assert.equal(
      canonical({ 10: 0, 9: 0, b: 0, a: 0, "\u{1f600}": 0, "\ufb33": 0, "": 0 }),
      '{"":0,"10":0,"9":0,"a":0,"b":0,"\u{1f600}":0,"\ufb33":0}',
    );
  });

  it("[K44] writes numbers as ECMAScript does", () => {
    assert.equal(
      canonical([0, 1e21, 1e-7, 5e-324, 0.1 + 0.2, 2 ** 53, -1.5]),
      "[0,1e+21,1e-7,5e-324,0.30000000000000004,9007199254740992,-1.5]",
    );
  });

  it("[K44] stays right for more makes of objects, and wider ones, than any table can hold", () => {
    for (let i = 0; i < 6000; i++) {
      const value = { [`k${i}`]: i, a: i, [`b${i % 7}`]: { [`x${i}`]: [i] } };
      assert.equal(canonical(value), reference(value));
    }
    for (const width of [23, 24, 25, 200]) {
      const wide = Object.fromEntries(Array.from({ length: width }, (_, i) => [`key${(i * 7919) % width}`, i]));
      for (const value of [wide, [wide], [[wide]], [wide, wide], [{}], [{ wide }]])
        assert.equal(canonical(value), reference(value));
    }
  });

  it("[K44] quotes what needs quoting, at any length", () => {
    for (const length of [0, 1, 47, 48, 49, 63, 64, 65, 1000])
      for (const odd of ["", '"', "\\", "\n", "\u0000", "\u007f", "\u2028", "é", "\u{1f600}"])
        assert.equal(quote("a".repeat(length) + odd), JSON.stringify("a".repeat(length) + odd));
  });

  const unfit: [string, unknown][] = [
    ["undefined", undefined],
    ["NaN", Number.NaN],
    ["an infinity", Number.NEGATIVE_INFINITY],
    ["-0", -0],
    ["an unpaired surrogate", "a\ud800b"],
    ["an unpaired surrogate in a long text", `${"a".repeat(100)}\udc00`],
    ["a bigint", 1n],
    ["a symbol", Symbol("x")],
    ["a function", () => 1],
    ["a date", new Date(0)],
    ["a map", new Map()],
    ["an instance without fields", new (class Empty {})()],
  ];
  for (const [name, value] of unfit)
    it(`[K45] refuses ${name}, wherever it stands`, () => {
      for (const holder of [value, [1, value], { a: 1, b: value }, { a: [{ b: value }] }]) {
        assert.throws(() => canonical(holder), TypeError);
        assert.equal(typeof plainProblem(holder), "string");
      }
    });

  it("[K45] `plainProblem` refuses whatever only looks like a plain object", () => {
    class Point {
      x = 1;
    }
    for (const value of [new Point(), Object.create({ x: 1 }), Object.create(new Point())])
      assert.equal(plainProblem({ a: [value] }, "state"), "state.a[0] is not a plain object");
  });

  it("[K45] refuses a key that is not Unicode text", () => {
    assert.throws(() => canonical({ "\ud800": 1 }), TypeError);
    assert.match(plainProblem({ "\ud800": 1 })!, /key that is not Unicode/);
  });

  it("[K45] refuses a hole in a list", () => {
    // biome-ignore lint/suspicious/noSparseArray: a hole is what is tested
    assert.throws(() => canonical([1, , 2]), TypeError);
  });

  for (const key of RESERVED)
    it(`[K45] refuses the key ${key} from outside, at any depth`, () => {
      assert.match(
        plainProblem(JSON.parse(`{"a":[{"${key}":{"b":1}}]}`), "action")!,
        new RegExp(`^action\\.a\\[0\\] .*"${key}"`),
      );
    });

  it("[K45] names the place", () => {
    assert.equal(
      plainProblem({ a: [1, { b: Number.NaN }] }, "action"),
      "action.a[1].b is NaN, which JSON cannot carry",
    );
  });

  it("[K45] refuses what is nested more than 64 levels deep, and what has no end", () => {
    const nested = (levels: number) => JSON.parse("[".repeat(levels) + "]".repeat(levels));
    assert.equal(plainProblem(nested(64)), null);
    assert.match(plainProblem(nested(70))!, /64 levels/);
    const ring: unknown[] = [];
    ring.push(ring);
    assert.match(plainProblem(ring)!, /64 levels/);
  });

  it("[K45] takes an object without a prototype", () => {
    assert.equal(plainProblem(Object.assign(Object.create(null), { a: 1 })), null);
  });

  it("[K45] equality agrees with the canonical text", () => {
    fc.assert(
      fc.property(plain, plain, (a, b) => {
        assert.equal(equal(a, b), canonical(a) === canonical(b));
        assert.ok(equal(a, structuredClone(a)));
      }),
      { numRuns: 300 },
    );
  });
});
