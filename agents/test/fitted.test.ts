// A prompt fitted to a small context: what is spare goes first, and what a conversation began without stays out of it.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Prompt, PromptPart } from "@orrery/kernel";
import { Type } from "@orrery/kernel";
import { modelOf, startConversation } from "@orrery/models";
import { fitPrompt } from "../src/fitted-prompt.ts";

const part = (id: string, length: number, spare?: number, stable = true): PromptPart => ({
  id,
  version: 1,
  stable,
  text: id[0]!.repeat(length),
  ...(spare === undefined ? {} : { spare }),
});
const prompt = (now: number): Prompt => ({
  parts: [part("rules", 1_000), part("tips", 1_000, 2), part("map", 1_000, 1), part("view", now, undefined, false)],
  output: { name: "Move", schema: Type.Object({}) },
  actions: () => [],
});
/** 1,000 tokens: 750 for what is said, of at least three characters each. */
const small = modelOf({ provider: "compatible", id: "small", url: "http://localhost", contextTokens: 1_000 });
const idsOf = ({ parts }: Prompt) => parts.map(({ id }) => id);

describe("a prompt for a small context", () => {
  it("keeps what fits, and leaves out the most spare parts first, never the others", () => {
    assert.deepEqual(idsOf(fitPrompt({ ...small, contextTokens: null }, prompt(9_000), null)), [
      "rules",
      "tips",
      "map",
      "view",
    ]);
    assert.deepEqual(idsOf(fitPrompt(small, prompt(100), null)), ["rules", "map", "view"]);
    assert.deepEqual(idsOf(fitPrompt(small, prompt(900), null)), ["rules", "view"]);
    assert.deepEqual(idsOf(fitPrompt(small, prompt(9_000), null)), ["rules", "view"]);
  });

  it("keeps out of a conversation what it began without, so that its prefix stays the same", () => {
    const begun = startConversation(
      "x",
      fitPrompt(small, prompt(900), null).parts.filter(({ stable }) => stable),
    );
    assert.deepEqual(idsOf(fitPrompt(small, prompt(100), begun)), ["rules", "view"]);
  });
});
