// The contract of an answer as a model reads it in words.
import assert from "node:assert/strict";
import { it } from "node:test";
import { shorthand } from "../src/index.ts";

it("spells a contract as types: listed values, lists, bounds, what may be left out", () => {
  const schema = {
    type: "object",
    properties: {
      thought: { type: "string", maxLength: 600 },
      moves: { type: "array", items: { $ref: "#/$defs/move" }, minItems: 1, maxItems: 5 },
      sure: { type: "integer", minimum: 0, maximum: 100 },
      why: { type: "string", default: "" },
    },
    required: ["thought", "moves", "why"],
    $defs: {
      move: {
        anyOf: [
          { type: "object", properties: { type: { const: "look" } }, required: ["type"] },
          {
            type: "object",
            properties: { type: { const: "go" }, to: { enum: ["in", "out"] } },
            required: ["type", "to"],
          },
        ],
      },
    },
  };
  assert.equal(
    shorthand(schema),
    'move = { "type": "look" } | { "type": "go", "to": "in" | "out" }\n' +
      '{ "thought": string of at most 600 characters, "moves": [move, 1 to 5], "sure"?: integer 0 to 100, "why"?: string }',
  );
});

it("names a long list of values that occurs twice once", () => {
  const places = { enum: Array.from({ length: 20 }, (_, i) => `place-${i}`) };
  const text = shorthand({ type: "object", properties: { from: places, to: places }, required: ["from", "to"] });
  assert.equal(text.split('"place-7"').length, 2);
  assert.match(text, /^A = "place-0".*\n\{ "from": A, "to": A \}$/);
});
