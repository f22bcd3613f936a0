// A field of an answer that is still being written: what can be read at every place where the text may break off.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { aloudIn, parsePrefix } from "../src/aloud.ts";

const only = (output: unknown) => [(output as { action: unknown }).action];

describe("a partial answer", () => {
  it("is read up to its last complete part", () => {
    const cases: [string, unknown][] = [
      ["", undefined],
      ["I think", undefined],
      ["{", {}],
      ['{"a', {}],
      ['{"a"', {}],
      ['{"a":', {}],
      ['{"a":"', { a: "" }],
      ['{"a":"x\\', { a: "x" }],
      ['{"a":"x\\u00', { a: "x" }],
      ['{"a":"x\\u00e9', { a: "xé" }],
      ['{"a":"x","b":[1,2', { a: "x", b: [1] }],
      ['{"a":12', {}],
      ['{"a":{"b":"say \\"hi', { a: { b: 'say "hi' } }],
      ['```json\n{"a":"x"}\n```', { a: "x" }],
      ['{"a" "b"', {}],
      ['{"a":"x\\\\', { a: "x\\" }],
    ];
    for (const [text, value] of cases) assert.deepEqual(parsePrefix(text), value, text);
  });

  it("never throws, never shows more than is there, and its string only grows", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: "grapheme" }), fc.string({ unit: fc.constantFrom("\\", '"', "é", "\n") })),
        fc.json(),
        (said, beside) => {
          const text = JSON.stringify({
            action: { type: "speak", beside: JSON.parse(beside), metadata: { text: said } },
          });
          let before = "";
          for (let end = 0; end <= text.length; end++) {
            const now = aloudIn(text.slice(0, end), "metadata.text", only) ?? "";
            assert.ok(said.startsWith(now) && now.startsWith(before), `${before} → ${now}`);
            before = now;
          }
          assert.equal(before, said.replace(/[\ud800-\udbff]$/, ""));
        },
      ),
    );
    fc.assert(fc.property(fc.string(), (text) => void parsePrefix(text)));
  });

  it("shows nothing without such a field, or for an answer of another kind", () => {
    assert.equal(aloudIn('{"action":{"metadata":{"text":5}}}', "metadata.text", only), null);
    assert.equal(aloudIn('{"action":{"metadata":{"text":"x', "metadata.other", only), null);
    assert.equal(
      aloudIn('{"actions":[', "metadata.text", () => {
        throw new TypeError("no action");
      }),
      null,
    );
    assert.equal(aloudIn('{"action":{"metadata":{"deep":{"text":"x', "metadata.deep.text", only), "x");
  });
});
