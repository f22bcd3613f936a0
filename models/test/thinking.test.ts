// Models that think: room for it beside the answer, no summaries, and more room where an answer was cut off.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { publishedFacts } from "../src/config/published.ts";
import type { Model } from "./exports.ts";
import { conversation, fakeProvider, GOOD_WIRE, good, modelAt, portAt, turn } from "./rig.ts";

const fake = fakeProvider();

async function bodyOf(family: "openai" | "anthropic" | "google" | "compatible", given: Partial<Model>, settings = {}) {
  fake.reset();
  fake.push({ json: good(family) });
  await portAt(fake, family, given).generateTurn(conversation(), turn("Judge.", { settings }));
  return fake.seen[0]!.body;
}

describe("[M38] thinking has room of its own", () => {
  it("by effort, on top of the answer, and where nothing is said a medium one for models that think", () => {
    const room = (id: string, reasoning: Model["reasoning"] = null) =>
      modelAt(fake, "openai", { id, reasoning }).thinkingTokens;
    assert.deepEqual(
      [room("gpt-4.1-mini"), room("gpt-5-mini"), room("o3"), room("gemini-2.5-pro"), room("gemini-2.5-flash-lite")],
      [0, 12_000, 12_000, 12_000, 0],
    );
    assert.deepEqual([room("claude-haiku-4-5"), room("claude-opus-5"), room("qwen3:8b")], [0, 12_000, 12_000]);
    assert.deepEqual([room("gpt-5-mini", "low"), room("gpt-5-mini", "high"), room("o3", "none")], [4000, 32_000, 0]);
  });

  it("OpenAI: in its one limit, and no summary is asked for", async () => {
    const body = await bodyOf("openai", { id: "gpt-5-mini", reasoning: "high" });
    assert.equal(body.max_output_tokens, 34_000);
    assert.deepEqual(body.reasoning, { effort: "high" });
  });

  it("Anthropic: in the limit of models that decide by effort, as a budget for those before them", async () => {
    const later = await bodyOf("anthropic", { id: "claude-opus-5", reasoning: "high" });
    assert.equal(later.max_tokens, 34_000);
    const before = await bodyOf("anthropic", { id: "claude-haiku-4-5", reasoning: "low" });
    assert.deepEqual([before.thinking, before.max_tokens], [{ type: "enabled", budget_tokens: 4000 }, 6000]);
  });

  it("Google: in its one limit", async () => {
    const body = await bodyOf("google", { id: "gemini-2.5-pro" });
    assert.equal(body.generationConfig.maxOutputTokens, 14_000);
  });

  it("an answer that was cut off is asked for again with more room, in the same words", async () => {
    fake.reset();
    fake.push({ text: "", ending: "truncated" }, { text: '{"why":"it', ending: "truncated" }, { json: GOOD_WIRE });
    const result = await portAt(fake, "compatible").generateTurn(conversation(), turn("Judge.", { settings: {} }));
    assert.equal(result.ok, true);
    const bodies = fake.seen.map(({ body }) => body);
    assert.deepEqual(
      bodies.map(({ max_tokens }) => max_tokens),
      [2000, 8000, 16_000],
    );
    assert.deepEqual(bodies[1].messages, bodies[0].messages);
    assert.match(JSON.stringify(bodies[2].messages), /Be much shorter/);
  });
});

describe("[M39] a server's context", () => {
  it("limits the room for an answer, so that no server refuses the sum", async () => {
    const body = await bodyOf("compatible", { contextTokens: 600, thinkingTokens: 4000 });
    assert.ok(body.max_tokens > 100 && body.max_tokens < 600, String(body.max_tokens));
    assert.equal((await bodyOf("compatible", { contextTokens: 100 })).max_tokens, 64);
    assert.equal((await bodyOf("compatible", {})).max_tokens, 2000);
  });
});

describe("[M28] samplers", () => {
  const sampling = { topP: 0.9, topK: 40, minP: 0.05, repetitionPenalty: 1.1, stop: ["\n\n"] };
  it("travel to local servers under the names that these share, and to hosted ones as far as they have them", async () => {
    const local = await bodyOf("compatible", { sampling });
    assert.deepEqual(
      [local.top_p, local.top_k, local.min_p, local.repetition_penalty, local.stop],
      [0.9, 40, 0.05, 1.1, ["\n\n"]],
    );
    const hosted = await bodyOf("google", { sampling });
    assert.deepEqual([hosted.generationConfig.topP, hosted.generationConfig.topK], [0.9, 40]);
    assert.equal(JSON.stringify(hosted).includes("min_p"), false);
  });
});

it("[M51] published prices: exact names and dated ones, with their surcharges and contexts; a near name is another model", () => {
  const price = (provider: Model["provider"], id: string) => publishedFacts(provider, id).price;
  assert.deepEqual(price("openai", "gpt-5.1-2025-11-13"), { input: 1.25, cached: 0.125, output: 10 });
  assert.equal(price("anthropic", "claude-haiku-4-5-20251001")?.written, 1.25);
  assert.deepEqual(price("openai", "gpt-5.6-sol")?.long, { above: 271_999, input: 2, output: 1.5 });
  assert.equal(price("google", "gemini-3.8-flash")?.output, 3.75);
  assert.equal(price("google", "gemini-2.5-flash-image")?.output, 30);
  for (const id of ["claude-sonnet-5-5", "gpt-9", "toString"]) assert.equal(price("anthropic", id), null, id);
  assert.deepEqual(publishedFacts("compatible", "gpt-5"), { price: null, contextTokens: null });
});

describe("[M29] a chat template without a system role", () => {
  for (const [status, message] of [
    [500, "Jinja Exception: Conversation roles must alternate user/assistant/user/assistant/..."],
    [500, "Only user and assistant roles are supported!"],
    [400, "Only user, assistant and tool roles are supported, got system."],
  ] as const)
    it(`is learned from ${status}: ${message}`, async () => {
      fake.reset();
      fake.push({ status, error: { message } }, { json: GOOD_WIRE });
      const port = portAt(fake, "compatible");
      const result = await port.generateTurn(conversation(), turn("Judge."));
      assert.equal(result.ok, true);
      assert.deepEqual([fake.seen.length, fake.seen[1]!.system, port.capabilities().system], [2, "", "folded"]);
    });

  it("[M39] is no other trouble of the server's: that is tried again, and a prompt that is too long is not", async () => {
    for (const [message, reason, calls] of [
      ["out of memory", "server_error", 4],
      ["the request exceeds the available context size", "too_long", 1],
    ] as const) {
      fake.reset();
      fake.answerWith(() => ({ status: 500, error: { message } }));
      const result = await portAt(fake, "compatible").generateTurn(conversation(), turn("Judge."));
      assert.deepEqual([result.ok ? "ok" : result.reason, fake.seen.length], [reason, calls]);
    }
    fake.reset();
  });
});

it("[M26] a tool call in place of JSON is read, whole and streamed, and noted", async () => {
  const call = { id: "a", type: "function", function: { name: "json", arguments: JSON.stringify(GOOD_WIRE) } };
  const whole = {
    id: "x",
    model: "m",
    choices: [
      { index: 0, message: { role: "assistant", content: null, tool_calls: [call] }, finish_reason: "tool_calls" },
    ],
    usage: { prompt_tokens: 9, completion_tokens: 9 },
  };
  const piece = (delta: object, finish_reason: string | null = null) =>
    `data: ${JSON.stringify({ id: "x", model: "m", choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
  const events = [
    piece({ role: "assistant", content: null }),
    piece({ tool_calls: [{ index: 0, ...call }] }),
    piece({}, "tool_calls"),
    "data: [DONE]\n\n",
  ].join("");
  for (const stream of [false, true]) {
    fake.reset();
    fake.push({
      status: 200,
      body: stream ? events : JSON.stringify(whole),
      headers: { "content-type": stream ? "text/event-stream" : "application/json" },
    });
    const result = await portAt(fake, "compatible", { stream }).generateTurn(conversation(), turn("Judge."));
    assert.equal(result.ok, true);
    assert.deepEqual(result.attempts[0]!.outcome.notes, ["read from a tool call"]);
  }
});
