// Derivation of wire schemas: exact both ways, refused where it cannot be, and gated by what providers take.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import Type from "typebox";
import { Compile } from "typebox/compile";
import {
  DECODERS,
  decode,
  derive,
  encode,
  gateSchemas,
  type Json,
  type JsonObject,
  read,
  SchemaRefused,
  type WireForm,
} from "./exports.ts";
import { VOTE } from "./rig.ts";

const LONG = process.env["ORRERY_LONG"] === "1";
const FORMS = Object.keys(DECODERS) as WireForm[];
const plain = (schema: unknown) => JSON.parse(JSON.stringify(schema)) as JsonObject;
const closed = (properties: Parameters<typeof Type.Object>[0]) =>
  Type.Object(properties, { additionalProperties: false });
const both = (schema: unknown, value: Json, form: WireForm) => {
  const wire = derive(plain(schema), form);
  const there = encode(value, wire.plan, wire.plans);
  return { wire, there, back: decode(JSON.parse(JSON.stringify(there)) as Json, wire.plan, wire.plans) };
};

describe("derivation", () => {
  it("[M11] an optional property is required and nullable for OpenAI, and null is taken out again", () => {
    const { wire, there, back } = both(VOTE.schema, { why: "sound", vote: "accept" }, "openai");
    assert.deepEqual(wire.schema["required"], ["why", "vote", "changes"]);
    assert.deepEqual(there, { why: "sound", vote: "accept", changes: null });
    assert.deepEqual(back, { value: { why: "sound", vote: "accept" }, problems: [] });
  });

  it("[M11] stays optional for Anthropic and Google", () => {
    for (const form of ["anthropic", "google"] as const)
      assert.deepEqual(derive(VOTE.schema, form).schema["required"], ["why", "vote"]);
  });

  it("[M12] maps travel as entries, untyped values as JSON text, other roots in a box", () => {
    const scores = closed({ scores: Type.Record(Type.String(), Type.Integer()) });
    assert.deepEqual(both(scores, { scores: { a: 3 } }, "openai").there, { scores: [{ key: "a", value: 3 }] });
    const any = closed({ value: Type.Unknown() });
    assert.deepEqual(both(any, { value: { n: [1, null] } }, "openai").there, { value: '{"n":[1,null]}' });
    assert.deepEqual(both(any, { value: null }, "openai").back.value, { value: null });
    const list = Type.Array(Type.Integer());
    assert.deepEqual(both(list, [1, 2], "openai").there, { answer: [1, 2] });
    assert.deepEqual(both(list, [1, 2], "openai").back.value, [1, 2]);
  });

  it("[M12] an optional untyped value tells null from absent", () => {
    const schema = closed({ value: Type.Optional(Type.Unknown()) });
    for (const value of [{}, { value: null }] as const)
      assert.deepEqual(both(schema, value, "openai").back.value, value);
  });

  it("[M12] what cannot be undone is listed, never dropped", () => {
    const scores = derive(plain(closed({ scores: Type.Record(Type.String(), Type.Integer()) })), "openai");
    const twice = decode(
      {
        scores: [
          { key: "a", value: 1 },
          { key: "a", value: 2 },
        ],
      },
      scores.plan,
      scores.plans,
    );
    assert.deepEqual(
      twice.problems.map(({ path, code }) => [path, code]),
      [["/scores/1", "key_twice"]],
    );
    const strange = decode({ scores: [{ key: "__proto__", value: 1 }, { name: "b" }] }, scores.plan, scores.plans);
    assert.deepEqual(
      strange.problems.map(({ code }) => code),
      ["key_twice", "not_an_entry"],
    );
    const any = derive(plain(closed({ value: Type.Unknown() })), "openai");
    assert.deepEqual(
      decode({ value: "{oops" }, any.plan, any.plans).problems.map(({ code }) => code),
      ["not_encoded"],
    );
    assert.deepEqual(
      decode({ value: 7 }, any.plan, any.plans).problems.map(({ code }) => code),
      ["not_encoded"],
    );
  });

  it("[M12] an answer that could only be read by dropping something is refused", () => {
    const schema = plain(closed({ scores: Type.Record(Type.String(), Type.Integer()) }));
    const said = '{"scores":[{"key":"a","value":1},{"key":"a","value":2}]}';
    const answer = read(said, { name: "Scores", schema }, "openai");
    assert.ok(!answer.ok);
    assert.deepEqual(
      answer.problems.map(({ path }) => path),
      ["/scores/1"],
    );
  });

  it("[M12] alternatives are told apart by their tags, on both sides", () => {
    const schema = closed({
      act: Type.Union([
        closed({ type: Type.Literal("go"), where: Type.Optional(Type.String()) }),
        closed({ type: Type.Literal("say"), words: Type.Record(Type.String(), Type.String()) }),
        Type.Null(),
      ]),
    });
    for (const act of [
      { type: "go" },
      { type: "go", where: "out" },
      { type: "say", words: { hi: "x" } },
      null,
    ] as const)
      for (const form of FORMS) assert.deepEqual(both(schema, { act }, form).back, { value: { act }, problems: [] });
  });

  it("[M12] schemas that contain themselves travel with their tags", () => {
    const schema = Type.Cyclic(
      {
        Node: Type.Union([
          closed({ kind: Type.Literal("leaf"), note: Type.Optional(Type.String()) }),
          closed({ kind: Type.Literal("branch"), parts: Type.Array(Type.Ref("Node")) }),
        ]),
      },
      "Node",
    );
    const value = {
      kind: "branch",
      parts: [{ kind: "leaf" }, { kind: "branch", parts: [{ kind: "leaf", note: "x" }] }],
    };
    const { there, back, wire } = both(schema, value, "openai");
    assert.deepEqual(back, { value, problems: [] });
    assert.ok(Compile(wire.schema as never).Check(there), JSON.stringify(wire.schema));
  });

  for (const [what, schema, path, words] of [
    [
      "optional and nullable at once",
      closed({ a: Type.Optional(Type.Union([Type.String(), Type.Null()])) }),
      "/properties/a",
      /choose one/,
    ],
    ["a tuple", closed({ a: Type.Tuple([Type.String()]) }), "/properties/a", /tuple/],
    ["a condition", { type: "object", properties: {}, additionalProperties: false, if: {} }, "", /"if"/],
    [
      "alternatives alike",
      closed({
        a: Type.Union([closed({ x: Type.Optional(Type.String()) }), closed({ y: Type.Optional(Type.String()) })]),
      }),
      "/properties/a/anyOf/1",
      /told apart/,
    ],
    [
      "a map with fixed properties",
      { type: "object", properties: { a: { type: "string" } }, additionalProperties: { type: "string" } },
      "",
      /not both/,
    ],
    [
      "an intersection",
      closed({ a: Type.Intersect([closed({ x: Type.String() }), closed({ y: Type.String() })]) }),
      "/properties/a",
      /"allOf"/,
    ],
    ["a reference to nowhere", closed({ a: Type.Ref("Nobody") }), "/properties/a", /leads nowhere/],
    [
      "a reserved name",
      { type: "object", properties: JSON.parse('{"__proto__":{"type":"string"}}'), additionalProperties: false },
      "/properties/__proto__",
      /cannot be called/,
    ],
  ] as const)
    it(`[M13] ${what} is refused with its place`, () => {
      assert.throws(
        () => derive(plain(schema), "openai"),
        (error) => error instanceof SchemaRefused && error.path === path && words.test(error.detail),
      );
    });

  it("[M14] constraints that a decoder cannot carry become words; defaults never travel", () => {
    const schema = closed({
      name: Type.String({ maxLength: 900, default: "x", description: "who" }),
      id: Type.String({ maxLength: 60 }),
      n: Type.Integer({ minimum: 1 }),
    });
    const wire = derive(plain(schema), "openai");
    const properties = wire.schema["properties"] as Record<string, JsonObject>;
    assert.deepEqual(properties["name"], { type: "string", description: "who; maxLength: 900" });
    // A limit that no honest name meets is paid for with every request, and said to nobody.
    assert.deepEqual(properties["id"], { type: "string" });
    assert.deepEqual(properties["n"], { type: "integer", minimum: 1 });
    assert.deepEqual(wire.spoken, ["/properties/name: maxLength"]);
  });
});

describe("the gate", () => {
  it("[M15] lets a schema of ours through for every provider", () => assert.deepEqual(gateSchemas([VOTE]), []));

  it("[M15] says what each provider would refuse, and where", () => {
    const union = Type.Union([Type.String(), Type.Null()]);
    const wide = closed(Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`p${i}`, union])));
    const many = closed(
      Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`p${i}`, Type.Optional(Type.String())])),
    );
    const deep = Array.from({ length: 12 }).reduce<ReturnType<typeof closed>>(
      (inner) => closed({ in: inner }),
      closed({}),
    );
    const long = closed({ list: Type.Array(Type.String(), { maxItems: 1000 }) });
    const bad = closed({ a: Type.String({ pattern: "^(?=x)" }) });
    const found = gateSchemas(
      Object.entries({ wide, many, deep, long, bad }).map(([name, schema]) => ({ name, schema: plain(schema) })),
    );
    assert.deepEqual(
      found.map(({ schema, form, message }) => `${schema} ${form} ${message}`),
      [
        "wide anthropic 20 unions (nullable ones count), at most 16 are taken",
        "many anthropic 12 optional properties, at most 10 are taken",
        "deep openai 12 levels, at most 10 are taken",
        "long google 1000 list items by maxItems, all lists together, at most 960 are taken",
        "bad openai a pattern may not look around",
      ],
    );
  });

  it("[M15] judges names too", () => {
    assert.match(gateSchemas([{ name: "two words", schema: VOTE.schema }], ["openai"])[0]!.message, /letters, digits/);
  });
});

// Random schemas with values that satisfy them.
type Pair = { schema: Record<string, unknown>; value: Json };
const leaf = (): fc.Arbitrary<Pair> =>
  fc.oneof(
    fc
      .string({ maxLength: 8, unit: "grapheme" })
      .map((value) => ({ schema: { type: "string", maxLength: 50 }, value })),
    fc
      .integer({ min: -5, max: 5 })
      .map((value) => ({ schema: { type: "integer", minimum: -5, maximum: 5, default: 1 }, value })),
    fc.boolean().map((value) => ({ schema: { type: "boolean" }, value })),
    fc
      .option(fc.string({ maxLength: 5 }), { nil: null })
      .map((value) => ({ schema: { type: ["string", "null"] }, value })),
    fc.constant({ schema: { const: "K" }, value: "K" }),
    fc.constantFrom("p", "q", 3).map((value) => ({ schema: { enum: ["p", "q", 3] }, value })),
    fc.constantFrom("A", "B").map((value) => ({ schema: { anyOf: [{ const: "A" }, { const: "B" }] }, value })),
    fc
      .jsonValue({ maxDepth: 2, noUnicodeString: false })
      .map((value) => ({ schema: {}, value: JSON.parse(JSON.stringify(value)) as Json })),
  );
const pairs = fc.letrec<{ node: Pair; object: Pair; list: Pair; map: Pair; tagged: Pair }>((tie) => ({
  node: fc.oneof({ depthSize: "small" }, leaf(), tie("object"), tie("list"), tie("map"), tie("tagged")),
  list: fc.tuple(tie("node"), fc.integer({ min: 0, max: 3 })).map(([{ schema, value }, n]) => ({
    schema: { type: "array", items: schema, maxItems: 3 },
    value: Array.from({ length: n }, () => value),
  })),
  map: fc
    .tuple(tie("node"), fc.uniqueArray(fc.string({ maxLength: 4 }), { maxLength: 3 }))
    .map(([{ schema, value }, keys]) => ({
      schema: { type: "object", additionalProperties: schema },
      value: Object.fromEntries(keys.filter((key) => key !== "__proto__").map((key) => [key, value])),
    })),
  object: fc
    .dictionary(
      fc.constantFrom("a", "b", "c", "d"),
      fc.tuple(tie("node"), fc.constantFrom("required", "there", "absent")),
      { maxKeys: 4, noNullPrototype: true },
    )
    .map((parts) => ({
      schema: {
        type: "object",
        additionalProperties: false,
        properties: Object.fromEntries(Object.entries(parts).map(([key, [{ schema }]]) => [key, schema])),
        required: Object.entries(parts)
          .filter(([, [, how]]) => how === "required")
          .map(([key]) => key),
      },
      value: Object.fromEntries(
        Object.entries(parts)
          .filter(([, [, how]]) => how !== "absent")
          .map(([key, [{ value }]]) => [key, value]),
      ),
    })),
  tagged: fc.tuple(tie("node"), tie("node"), fc.boolean()).map(([x, y, first]) => {
    const option = (kind: string, { schema }: Pair, required: string[]) => ({
      type: "object",
      additionalProperties: false,
      properties: { kind: { const: kind }, v: schema },
      required: ["kind", ...required],
    });
    return {
      schema: { oneOf: [option("X", x, ["v"]), option("Y", y, [])] },
      value: first ? { kind: "X", v: x.value } : { kind: "Y" },
    };
  }),
}));

for (const form of FORMS)
  it(`[M10] encode then decode is nothing, and what travels satisfies the wire schema (${form})`, () => {
    const count = { carried: 0, refused: 0 };
    fc.assert(
      fc.property(pairs.node, ({ schema, value }) => {
        let result: ReturnType<typeof both>;
        try {
          result = both(schema, value, form);
        } catch (error) {
          if (!(error instanceof SchemaRefused)) throw error;
          count.refused++;
          return;
        }
        count.carried++;
        const { wire, there, back } = result;
        assert.deepEqual(back, { value, problems: [] });
        assert.ok(Compile(wire.schema as never).Check(there), JSON.stringify({ wire: wire.schema, there }));
        const found = gateSchemas([{ name: "S", schema: plain(schema) }], [form]).filter(
          ({ message }) => !/at most/.test(message),
        );
        assert.deepEqual(found, []);
      }),
      { numRuns: LONG ? 20_000 : 300, seed: 42 },
    );
    assert.ok(count.carried > count.refused, JSON.stringify(count));
  });
