// Forms over JSON Schemas: the value that entries stand for, and every way in which they can be wrong.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { checker, Type } from "@orrery/kernel";
import {
  type Entries,
  kindOf,
  plainSchema,
  problemsIn,
  type Schema,
  valueOfEntries,
  withoutItem,
} from "../src/run/form-values.ts";

const closed = { additionalProperties: false };
const Side = Type.Object(
  { coins: Type.Integer({ minimum: 0, maximum: 50 }), lot: Type.Optional(Type.String()) },
  closed,
);
const Offer = Type.Object(
  {
    to: Type.String({ minLength: 1, maxLength: 10, pattern: "^[a-z]+$" }),
    give: Side,
    want: Type.Optional(Side),
    kind: Type.Union([Type.Literal("sale"), Type.Literal("loan")]),
    firm: Type.Boolean(),
    rate: Type.Optional(Type.Number({ multipleOf: 0.5 })),
    tags: Type.Array(Type.String({ minLength: 1 }), { minItems: 1, maxItems: 2 }),
    until: Type.Union([Type.Integer(), Type.Null()]),
    pay: Type.Union([
      Type.Object({ by: Type.Literal("cash") }, closed),
      Type.Object({ by: Type.Literal("card"), number: Type.Integer() }, closed),
    ]),
    extra: Type.Optional(Type.Unknown()),
  },
  closed,
);
const schema = JSON.parse(JSON.stringify(Offer)) as Schema;
const GOOD: Entries = {
  "/to": "ben",
  "/give/coins": "17",
  "/kind": '"loan"',
  "/firm": "false",
  "/rate": "2.5",
  "/tags#": "2",
  "/tags/0": "old",
  "/tags/1": "blue",
  "/pay?": "1",
  "/pay/number": "42",
  "/extra": '{"a":[1]}',
};

describe("a form", () => {
  it("stands for a value that fits its contract", () => {
    const value = valueOfEntries(schema, GOOD, "", true);
    assert.deepEqual(value, {
      to: "ben",
      give: { coins: 17 },
      kind: "loan",
      firm: false,
      rate: 2.5,
      tags: ["old", "blue"],
      until: null,
      pay: { by: "card", number: 42 },
      extra: { a: [1] },
    });
    assert.equal(checker(Offer, "offer")(value), null);
    assert.deepEqual([...problemsIn(schema, GOOD)], []);
  });

  for (const [what, change, at, said] of [
    ["a field that must be there", { "/to": "" }, "/to", /Fill this in/],
    ["a choice that must be made", { "/kind": "" }, "/kind", /Fill this in/],
    ["words where a number belongs", { "/give/coins": "many" }, "/give/coins", /must be a number/],
    ["half a coin", { "/give/coins": "1.5" }, "/give/coins", /whole number/],
    ["too little", { "/give/coins": "-1" }, "/give/coins", /0 or more/],
    ["too much", { "/give/coins": "51" }, "/give/coins", /50 or less/],
    ["a step between", { "/rate": "0.3" }, "/rate", /multiple of 0.5/],
    ["a text that is too long", { "/to": "abcdefghijkl" }, "/to", /may have 10 characters; it has 2 too many/],
    ["a text of another form", { "/to": "Ben" }, "/to", /not written as it should be/],
    ["too few items", { "/tags#": "0" }, "/tags", /at least 1/],
    ["too many items", { "/tags#": "3", "/tags/2": "x" }, "/tags", /at most 2/],
    ["an empty item", { "/tags/1": "" }, "/tags/1", /Fill this in/],
    ["a part of what is optional, without the rest", { "/want/lot": "vase" }, "/want/coins", /Fill this in/],
    ["a part of the chosen alternative", { "/pay/number": "" }, "/pay/number", /Fill this in/],
    ["text that is no JSON", { "/extra": "{a" }, "/extra", /not JSON/],
  ] as const)
    it(`says what is wrong with ${what}`, () => {
      const problems = problemsIn(schema, { ...GOOD, ...change });
      assert.deepEqual([...problems.keys()], [at]);
      assert.match(problems.get(at)!, said);
    });

  it("requires nothing of the unchosen alternative or of a nullable field", () => {
    assert.deepEqual([...problemsIn(schema, { ...GOOD, "/pay?": "0", "/pay/number": "x" })], []);
    assert.equal(plainSchema(schema.properties!["until"]!).orNull, true);
    assert.equal(kindOf(plainSchema(schema.properties!["until"]!).schema), "integer");
  });

  it("removes an item from a list and keeps the others", () => {
    const three = { ...GOOD, "/tags#": "3", "/tags/2": "new", "/to": "ann" };
    const two = withoutItem(schema.properties!["tags"]!, three, "/tags", 0);
    assert.deepEqual(
      [two["/tags#"], two["/tags/0"], two["/tags/1"], two["/tags/2"], two["/to"]],
      ["2", "blue", "new", undefined, "ann"],
    );
  });
});
