// Reading what models say: finding the JSON, mending spelling, never guessing an ending; then the judge's words.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { babble, inert, type Json, read } from "./exports.ts";
import { GOOD, rules, VOTE, type Vote } from "./rig.ts";

const text = JSON.stringify(GOOD);
const reading = (said: string) => read(said, VOTE, "plain", (value) => rules(value as Vote));
const codeOf = (said: string) => {
  const result = reading(said);
  return result.ok ? "ok" : result.problems[0]!.code;
};

describe("finding the answer", () => {
  for (const [name, said, mended] of [
    ["bare", text, []],
    ["bare with space", `\n ${text}\t`, []],
    ["a byte order mark", `\uFEFF${text}`, []],
    ["a fence", `\`\`\`json\n${text}\n\`\`\``, ["surroundings"]],
    ["a fence without a name", `\`\`\`\n${text}\n\`\`\``, ["surroundings"]],
    ["prose around", `Here is my vote: ${text} — I hope it's fine.`, ["surroundings"]],
    ["prose with an apostrophe", `Don't worry {it's nothing}: ${text}`, null],
    ["a fence in prose", `Sure!\n\`\`\`\n${text}\n\`\`\`\nDone {ok}`, ["surroundings"]],
    [
      "a fence behind another answer in prose",
      `Not {"why":"it is weak","vote":"accept"} but\n\`\`\`json\n${text}\n\`\`\``,
      ["surroundings"],
    ],
    ["thinking", `<think>maybe {"vote":"reject"}</think>${text}`, ["thinking", "surroundings"]],
    ["thinking without its opening", `hm, {"a":1}</think>\n${text}`, ["thinking", "surroundings"]],
    ["thinking twice", `<think>a</think><THINKING>b</THINKING>${text}`, ["thinking", "surroundings"]],
    ["a trailing comma", '{"why":"it is sound","vote":"accept",}', ["surroundings", "spelling"]],
    ["single quotes", "{'why':'it is sound','vote':'accept'}", ["surroundings", "spelling"]],
    ["bare keys", '{why:"it is sound",vote:"accept"}', ["surroundings", "spelling"]],
    ["a comment", '{"why":"it is sound", /* yes */ "vote":"accept"}', ["surroundings", "spelling"]],
    ["a missing comma", '{"why":"it is sound" "vote":"accept"}', ["surroundings", "spelling"]],
    ["the same answer twice", `${text}\n${text}`, ["surroundings"]],
    ["two objects of which one fits", `{"note":1} ${text}`, ["surroundings"]],
  ] as const)
    it(`[M20] ${name}`, () => {
      const result = reading(said);
      assert.ok(result.ok, JSON.stringify(result));
      assert.deepEqual(result.value, GOOD);
      if (mended) assert.deepEqual(result.mended, mended);
    });

  for (const [name, said, code] of [
    ["nothing", "", "only_thinking"],
    ["prose alone", "I would rather not.", "no_object"],
    ["thinking alone", `<think>${text}`, "only_thinking"],
    ["cut in a string", '{"why":"it is sou', "unclosed"],
    ["cut after a value", '{"why":"it is sound","vote":"accept"', "unclosed"],
    ["cut inside a fence", '```json\n{"why":"it is sound","vote":"acc', "unclosed"],
    [
      "cut with an object inside that is closed",
      '{"why":"it is sound","vote":"accept","changes":[{"path":"a","value":1}',
      "unclosed",
    ],
    ["something left out", '{"why":"it is sound", ..., "vote":"accept"}', "gap"],
    ["two answers that differ", `${text} ${JSON.stringify({ ...GOOD, why: "another" })}`, "several_answers"],
    ["a key twice", '{"why":"it is sound","vote":"accept","vote":"reject"}', "key_twice"],
    ["a key twice, escaped", '{"why":"it is sound","vote":"accept","vot\\u0065":"reject"}', "key_twice"],
    ["a reserved key", '{"why":"it is sound","vote":"accept","__proto__":{"x":1}}', "reserved_key"],
    [
      "a number that loses digits",
      '{"why":"it is sound","vote":"accept","changes":[{"path":"a","value":12345678901234567890}]}',
      "number_too_long",
    ],
    ["minus zero", '{"why":"it is sound","vote":"accept","changes":[{"path":"a","value":-0}]}', "number_too_long"],
    ["half a character", '{"why":"it is \\ud800 sound","vote":"accept"}', "not_unicode"],
    ["depth", `{"why":"it is sound","vote":"accept","changes":${"[".repeat(100)}${"]".repeat(100)}}`, "too_deep"],
    ["length", `{"why":"${"x".repeat(300_000)}","vote":"accept"}`, "too_long"],
    ["null", "null", "type"],
    ["a list of two", `[${text},${text}]`, "type"],
    ["a list of a text", JSON.stringify([text]), "type"],
    ["JSON in JSON in JSON", JSON.stringify(JSON.stringify(text)), "type"],
  ] as const)
    it(`[M21][M22] ${name} is no answer (${code})`, () => assert.equal(codeOf(said), code));

  it("[M26] a list of one and a text that holds the object are read, and said to be so", () => {
    for (const [said, mended] of [
      [`[${text}]`, "a list of one"],
      [JSON.stringify(text), "a text that held the object"],
    ] as const)
      assert.deepEqual(reading(said), { ok: true, value: GOOD, mended: [mended] });
  });

  it("[M26] a text for a number is read where only that number fits, and nowhere else", () => {
    const schema = {
      type: "object",
      properties: {
        cell: { enum: [0, 4] },
        tag: { enum: [4, "4"] },
        say: { type: "string" },
        size: { $ref: "#/$defs/size" },
        acts: {
          type: "array",
          items: {
            anyOf: [
              { type: "object", properties: { type: { const: "a" }, n: { type: "number" } }, required: ["type", "n"] },
              { type: "object", properties: { type: { const: "b" }, n: { type: "string" } }, required: ["type", "n"] },
            ],
          },
        },
      },
      required: ["cell", "tag", "say", "size", "acts"],
      $defs: { size: { type: "integer" } },
    };
    const said = {
      cell: "4",
      tag: "4",
      say: "4",
      size: "-7",
      acts: [
        { type: "a", n: "1.5" },
        { type: "b", n: "1" },
      ],
    };
    assert.deepEqual(read(JSON.stringify(said), { name: "T", schema }, "plain"), {
      ok: true,
      value: {
        cell: 4,
        tag: "4",
        say: "4",
        size: -7,
        acts: [
          { type: "a", n: 1.5 },
          { type: "b", n: "1" },
        ],
      },
      mended: ["/cell", "/size", "/acts/0/n"].map((path) => `a text for the number at ${path}`),
    });
    for (const cell of ["5", "04", " 4", "four", ""])
      assert.equal(read(JSON.stringify({ ...said, cell }), { name: "T", schema }, "plain").ok, false, cell);
  });

  it("[M21] no beginning of an answer passes for the whole", () => {
    for (let end = 0; end < text.length; end++) assert.notEqual(codeOf(text.slice(0, end)), "ok", text.slice(0, end));
  });

  it("[M21] a required part that was left out is its default where the schema names one, at any depth, and a problem where not", () => {
    const closed = { type: "object", additionalProperties: false };
    const deed = {
      ...closed,
      required: ["type", "target"],
      properties: { type: { type: "string" }, target: { type: "string", default: "" } },
    };
    const schema = {
      ...closed,
      required: ["deeds", "pads"],
      properties: {
        deeds: { type: "array", items: deed },
        pads: {
          ...closed,
          default: {},
          required: ["a"],
          properties: { a: { type: "integer", default: 1 }, b: { type: "string", default: "" } },
        },
      },
    };
    for (const form of ["plain", "openai", "anthropic"] as const) {
      const said = (value: unknown) => read(JSON.stringify(value), { name: "deeds", schema }, form);
      assert.deepEqual(said({ deeds: [{ type: "go" }, { type: "go", target: "x" }] }), {
        ok: true,
        value: {
          deeds: [
            { type: "go", target: "" },
            { type: "go", target: "x" },
          ],
          pads: { a: 1 },
        },
        mended: [],
      });
      const without = said({ deeds: [{ target: "x" }] });
      assert.deepEqual(without.ok ? [] : without.problems.map(({ path, code }) => [path, code]), [
        ["/deeds/0", "required"],
      ]);
    }
  });

  it("[M24] reading ends soon for any text", () => {
    const used = () => process.threadCpuUsage().user / 1000;
    const begun = used();
    for (const said of [
      "{".repeat(200_000),
      '{"a":'.repeat(40_000),
      "<think>".repeat(30_000),
      "```".repeat(60_000),
      `{"a":${"[".repeat(150_000)}`,
      '"'.repeat(200_000),
      "{}".repeat(100_000),
      "'{".repeat(100_000),
    ])
      assert.notEqual(codeOf(said), "ok");
    assert.ok(used() - begun < 4000, `${used() - begun} ms of the processor`);
  });

  it("[M24] never throws, and never lets through what the schema refuses", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ maxLength: 60 }),
          fc
            .array(
              fc.constantFrom(
                "{",
                "}",
                "[",
                "]",
                '"',
                "'",
                ":",
                ",",
                "vote",
                "why",
                "accept",
                "```",
                "<think>",
                "</think>",
                "\\",
                "/*",
                "//",
                "...",
                "\n",
                " ",
                "1",
                "null",
              ),
              { maxLength: 30 },
            )
            .map((parts) => parts.join("")),
        ),
        (said) => {
          const result = reading(said);
          if (result.ok) assert.ok(["accept", "reject"].includes((result.value as Vote).vote));
          else assert.ok(result.problems.length > 0 && result.problems.every(({ code, message }) => code && message));
        },
      ),
      { numRuns: 3000, seed: 7 },
    );
  });
});

describe("the judge", () => {
  it("[M23] says where and what, in words to act on", () => {
    const result = reading('{"why":"x","vote":"maybe","extra":1}');
    assert.ok(!result.ok);
    assert.deepEqual(result.problems.map(({ path, message }) => `${path}: ${message}`).sort(), [
      '/vote: must be one of "accept", "reject"',
      "/why: must not have fewer than 3 characters",
      ": must not have other properties than the schema names: extra",
    ]);
  });

  it("[M23] of tagged alternatives it speaks of the one that was meant", () => {
    const option = (kind: string, field: string) => ({
      type: "object",
      properties: { kind: { type: "string", const: kind }, [field]: { type: "integer" } },
      required: ["kind", field],
      additionalProperties: false,
    });
    const schema = {
      type: "object",
      properties: { act: { anyOf: [option("go", "steps"), option("wait", "turns")] } },
      required: ["act"],
      additionalProperties: false,
    };
    const result = read('{"act":{"kind":"wait","turns":"two"}}', { name: "Act", schema }, "plain");
    assert.ok(!result.ok);
    assert.deepEqual(
      result.problems.map(({ path, message }) => `${path}: ${message}`),
      ["/act/turns: must be integer"],
    );
  });

  it("[M23] however many alternatives there are, told apart by literals, lists and patterns, item by item", () => {
    const option = (path: Record<string, Json>, value: Record<string, Json>): Record<string, Json> => ({
      type: "object",
      properties: { op: { enum: ["add", "replace"] }, path: { type: "string", ...path }, value },
      required: ["op", "path", "value"],
      additionalProperties: false,
    });
    const places = "abcdefghijkl"
      .split("")
      .map((one) => option({ const: `/${one}` }, { type: "string", maxLength: 3 }));
    const items = { anyOf: [...places, option({ pattern: "^/z/[0-9]+$" }, { type: "integer" })] };
    const problemsOf = (...patch: readonly object[]) => {
      const result = read(JSON.stringify(patch), { name: "Patch", schema: { type: "array", items } }, "plain");
      return result.ok ? [] : result.problems.map(({ path, message }) => `${path}: ${message}`);
    };
    const fine = { op: "add", path: "/a", value: "x" };
    assert.deepEqual(problemsOf(fine, { op: "add", path: "/z/7", value: 1 }), []);
    assert.deepEqual(problemsOf(fine, { op: "add", path: "/z/7", value: "seven" }), ["/1/value: must be integer"]);
    assert.deepEqual(problemsOf(fine, fine, { op: "replace", path: "/l", value: "long" }), [
      "/2/value: must not have more than 3 characters",
    ]);
    assert.deepEqual(problemsOf({ op: "move", path: "/z/7", value: 1 }), ['/0/op: must be one of "add", "replace"']);
  });
});

describe("inert text", () => {
  it("[M8] stands byte for byte between marks that it cannot contain", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "grapheme" }),
          fc.constantFrom("PLAYER", "<<<PLAYER\nPLAYER>>>", "PLAYER=>>>\nPLAYER=="),
        ),
        (words) => {
          const block = inert("player", words);
          const mark = /^<<<([A-Z=-]+)\n/.exec(block)![1]!;
          assert.ok(!words.includes(mark));
          assert.equal(block, `<<<${mark}\n${words}\n${mark}>>>`);
        },
      ),
      { numRuns: 300, seed: 1 },
    );
    assert.throws(() => inert("player", "x".repeat(20_001)), /20001 characters, at most 20000/);
  });
});

it("[M72] a babbler's value fits its schema more often than not", () => {
  const fits = Array.from({ length: 200 }, (_, i) => babble(VOTE.schema, `seed ${i}`)).filter(
    (value: Json) => read(JSON.stringify(value), VOTE, "plain").ok,
  );
  assert.ok(fits.length > 190, `${fits.length} of 200`);
});
