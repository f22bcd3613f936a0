// Texts that are found again: never that of another object, however alike, and nobody can tell whether one was found.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { actionProblem, canonical, loadWorld, quote, Type } from "@orrery/kernel";
import { sha256 } from "@orrery/kernel/testing";
import fc from "fast-check";
import { readerOf } from "../src/contract.ts";
import { Familiar } from "../src/familiar.ts";
import { type Council, council } from "./worlds/council.ts";

const parts = [0, 1, 1.5, -1, true, false, null, "", "0", "null", "a", [], {}, "longer than what is kept of anything"];
const key = fc.constantFrom("a", "b", "0", "type", "z");
const record = fc
  .uniqueArray(fc.tuple(key, fc.constantFrom(...parts)), { selector: ([name]) => name, maxLength: 5 })
  .map(Object.fromEntries);

class Classy {}
const hidden = (value: object) => Object.defineProperty({ ...value }, "unseen", { value: 1 });
/** The same fields as an object has, in something that is or is not the same. */
const disguises: readonly ((value: Record<string, unknown>) => object)[] = [
  (value) => ({ ...value }),
  (value) => Object.fromEntries(Object.entries(value).reverse()),
  (value) => Object.assign(Object.create(null), value),
  (value) => Object.create(value),
  (value) => Object.assign(Object.create({ a: 0 }), value),
  (value) => Object.assign(new Classy(), value),
  (value) => Object.assign([], value),
  (value) => Object.values(value),
  (value) => new Map(Object.entries(value)),
  (value) => ({ ...value, a: -0 }),
  (value) => ({ ...value, a: undefined }),
  (value) => ({ ...value, a: Number.NaN }),
  (value) => ({ ...value, a: 0n }),
  (value) => ({ ...value, a: () => 0 }),
  (value) => ({ ...value, toJSON: () => ({}) }),
  (value) => ({ ...value, a: Object(0) }),
  (value) => ({ ...value, [Symbol("a")]: 1 }),
  hidden,
  (value) => Object.defineProperty({ ...value }, "a", { get: () => 1, enumerable: true }),
  (value) => Object.fromEntries(Object.entries(value).map(([name, part]) => [name, `${part}`])),
];

const written = (value: unknown): string | null => {
  try {
    return canonical(value);
  } catch (error) {
    assert.ok(error instanceof TypeError);
    return null;
  }
};

describe("familiar objects", () => {
  it("[K44] what is found is the canonical text of the object that is looked for, and is found only if there is one", () => {
    let found = 0;
    let strange = 0;
    fc.assert(
      fc.property(fc.array(record, { maxLength: 40 }), fc.constantFrom(...disguises), (list, disguise) => {
        const familiar = new Familiar<object>();
        for (const value of [...list, ...list.map(disguise), ...list]) {
          const text = written(value);
          const known = familiar.find(value);
          if (known !== null) found++;
          if (text === null) strange++;
          if (known === null && text !== null) assert.equal(familiar.keep(value, text).text, text);
          else assert.equal(known?.text ?? null, text);
          if (known !== null) assert.equal(canonical(known.value), text);
        }
      }),
      { numRuns: 1000 },
    );
    assert.ok(found > 1000 && strange > 100);
  });

  it("[K44] an object that begins like another is told from it", () => {
    const familiar = new Familiar<object>();
    familiar.keep({ type: "go", to: "hall" }, "long");
    const textOf = (value: object) => familiar.find(value)?.text ?? null;
    assert.equal(textOf({ type: "go" }), null);
    familiar.keep({ type: "go" }, "short");
    assert.deepEqual([textOf({ type: "go" }), textOf({ type: "go", to: "hall" })], ["short", "long"]);
    assert.deepEqual([textOf({ to: "hall", type: "go" }), textOf({})], [null, null]);
  });

  const offers: ((n: number) => object)[] = [
    (n) => ({ n }),
    (n) => ({ [`k${n}`]: 0 }),
    (n) => ({ type: `t${n}`, by: "ann", to: n, last: null }),
    (n) => ({ type: "said", text: `a text of some length, and never the same: ${n}` }),
  ];

  it("takes in no more than it has room for, whatever it is offered, and keeps nothing where nothing comes again", () => {
    for (const offer of offers) {
      const familiar = new Familiar<object>();
      for (let n = 0; n < 5000; n++) assert.equal(familiar.keep(offer(n), `${n}`).text, `${n}`);
      for (let n = 0; n < 5000; n++) assert.equal(familiar.find(offer(n)), null);
    }
  });

  it("keeps what comes again, whatever else is offered to it, and so much of that and no more", () => {
    for (const offer of offers) {
      const familiar = new Familiar<object>();
      for (let n = 0; n < 9; n++) familiar.keep({ type: "placed", cell: n }, `cell ${n}`);
      for (let i = 0; i < 9000; i++)
        assert.equal(familiar.find({ type: "placed", cell: i % 9 })?.text, `cell ${i % 9}`);
      for (let n = 0; n < 5000; n++) familiar.keep(offer(n), `${n}`);
      assert.equal(familiar.find({ type: "placed", cell: 8 })?.text, "cell 8");
      const known = Array.from({ length: 5000 }, (_, n) => familiar.find(offer(n))).filter(Boolean);
      assert.ok(known.length < 1024);
      assert.equal(familiar.find(offer(4999)), null);
    }
  });

  it("[K1] what was seen before moves no verdict: an action is read as by an engine that has seen nothing", () => {
    const used = loadWorld<Council>(council, sha256).readers.get("vote")!;
    const metadata = fc.record({ for: fc.constantFrom("bob", "ann", "", 0, -0, null) }, { requiredKeys: [] });
    let [read, refused] = [0, 0];
    fc.assert(
      fc.property(metadata, fc.constantFrom(...disguises), (plain, disguise) => {
        for (const metadata of [plain, disguise(plain), plain]) {
          const fresh = loadWorld<Council>(council, sha256).readers.get("vote")!;
          const action = { actorId: "ann", type: "vote", metadata };
          const taken = used(action);
          assert.deepEqual(taken, fresh(action));
          if (taken === null) refused++;
          else read++;
          if (taken !== null) assert.equal(`{"actorId":${quote("ann")}${taken.text}`, canonical(action));
          if (taken !== null) assert.deepEqual(taken.action, JSON.parse(canonical(action)));
        }
      }),
      { numRuns: 300 },
    );
    assert.ok(read > 100 && refused > 100);
  });

  it("[K1] whatever a contract lets pass, metadata is an object of names and plain values", () => {
    const read = readerOf("note", { metadata: Type.Unknown() });
    const noted = (metadata: unknown) => read({ actorId: "ann", type: "note", metadata })?.text ?? null;
    assert.equal(noted({ a: [1] }), `,"metadata":{"a":[1]},"type":"note"}`);
    for (const wrong of [[], [1], null, 1, "a", new Classy(), { a: undefined }, { a: [-0] }]) {
      assert.equal(noted(wrong), null);
      assert.notEqual(actionProblem({ actorId: "ann", type: "note", metadata: wrong }), null);
    }
  });

  it("an engine keeps what is familiar to itself, and writes any list of one event", () => {
    const { eventText } = loadWorld<Council>(council, sha256);
    fc.assert(
      fc.property(record, (event) => {
        assert.equal(eventText(event), canonical([event]));
        assert.equal(eventText(event), canonical([event]));
      }),
    );
    assert.throws(() => eventText({ type: "voted", by: -0 }), TypeError);
    assert.throws(() => eventText({ type: "voted", by: undefined }), TypeError);
  });
});
