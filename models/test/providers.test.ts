// What each family is sent: chains, cache marks, schemas, tools, folded roles, pictures; and what is learned on the way.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import Type from "typebox";
import { cosine, createPort, type JsonObject, liveTransport, type Model, Secret } from "./exports.ts";
import { conversation, fakeProvider, GOOD, GOOD_WIRE, KEY, modelAt, portAt, turn } from "./rig.ts";

const fake = fakeProvider();

describe("OpenAI", () => {
  it("[M30] chains by the response id, sends the system text once, and asks for the strict schema", async () => {
    fake.push({ json: GOOD_WIRE }, { json: GOOD_WIRE });
    const port = portAt(fake, "openai");
    const first = await port.generateTurn(conversation(), turn("first"));
    assert.equal(fake.last.previous, null);
    assert.equal(fake.last.system, "You judge proposals.\n\nBe brief.");
    assert.deepEqual(fake.last.body.text.format.strict, true);
    assert.deepEqual(fake.last.body.text.format.schema.required, ["why", "vote", "changes"]);
    assert.equal(fake.last.body.prompt_cache_key, "judge");
    const second = await port.generateTurn(first.handle, turn("second"));
    assert.ok(second.ok);
    assert.equal(fake.last.previous, first.attempts[0]!.outcome.responseId);
    assert.deepEqual(fake.last.messages, [{ role: "user", text: "second" }]);
    assert.equal(fake.last.system, "");
    assert.deepEqual(second.handle.chain, { id: second.attempts[0]!.outcome.responseId, upTo: 4 });
  });

  it("[M30] a repair reuses the chain of the last accepted answer; afterwards what the chain lacks is sent along", async () => {
    fake.push(
      { json: GOOD_WIRE },
      { json: { ...GOOD_WIRE, vote: "reject" } },
      { json: GOOD_WIRE },
      { json: GOOD_WIRE },
    );
    const port = portAt(fake, "openai");
    const first = await port.generateTurn(conversation(), turn("first"));
    const second = await port.generateTurn(first.handle, turn("second"));
    const chain = first.handle.chain!.id;
    assert.deepEqual(
      fake.seen.slice(1, 3).map(({ previous }) => previous),
      [chain, chain],
    );
    await port.generateTurn(second.handle, turn("third"));
    assert.equal(fake.last.previous, chain);
    assert.deepEqual(
      fake.last.messages.map(({ text }) => text),
      ["second", JSON.stringify(GOOD), "third"],
    );
  });

  it("[M31] a lost chain is made good once by the whole transcript, and a new chain begins", async () => {
    fake.push({ json: GOOD_WIRE }, { json: GOOD_WIRE });
    const port = portAt(fake, "openai");
    const first = await port.generateTurn(conversation(), turn("first"));
    fake.forgetChains();
    const second = await port.generateTurn(first.handle, turn("second"));
    assert.ok(second.ok);
    assert.equal(fake.seen.length, 3);
    assert.equal(fake.last.previous, null);
    assert.deepEqual(
      fake.last.messages.map(({ text }) => text),
      ["first", JSON.stringify(GOOD), "second"],
    );
    assert.match(second.attempts[0]!.outcome.notes.join(), /chain was lost/);
    assert.equal(second.handle.chain!.upTo, 4);
    assert.notEqual(second.handle.chain!.id, first.handle.chain!.id);
  });
});

describe("OpenAI without chains", () => {
  it("[M30] keeps nothing with the provider and sends the transcript each time", async () => {
    fake.push({ json: GOOD_WIRE }, { json: GOOD_WIRE });
    const port = portAt(fake, "openai", { chain: false });
    const first = await port.generateTurn(conversation(), turn("first"));
    assert.equal(first.handle.chain, null);
    await port.generateTurn(first.handle, turn("second"));
    assert.equal(fake.last.body.store, false);
    assert.equal(fake.last.previous, null);
    assert.equal(fake.last.messages.length, 3);
  });
});

describe("Anthropic", () => {
  it("[M32] marks the stable prefix and the last message for its cache, and nothing else", async () => {
    fake.push({ json: GOOD }, { json: GOOD });
    const port = portAt(fake, "anthropic");
    const first = await port.generateTurn(conversation(), turn("first"));
    await port.generateTurn(first.handle, turn("second"));
    const marked = fake.last.blocks.filter((block) => block.marked).map(({ text }) => text);
    assert.deepEqual(marked, ["You judge proposals.\n\nBe brief.", "user: second\n"]);
    assert.equal(fake.last.body.max_tokens, 300);
  });

  it("[M33] asks natively where the model and the schema allow it, and by a forced tool otherwise", async () => {
    const wide = Type.Object(
      Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`p${i}`, Type.Optional(Type.String())])),
      { additionalProperties: false },
    ) as unknown as JsonObject;
    fake.push({ json: GOOD }, { json: { p3: "x" } }, { json: GOOD });
    const port = portAt(fake, "anthropic");
    await port.generateTurn(conversation(), turn("native"));
    assert.equal(fake.last.structure, "native");
    const asked = await port.generateTurn(conversation(), {
      lane: "judge",
      segments: turn("wide").segments,
      output: { name: "Wide", schema: wide },
    });
    assert.equal(fake.last.structure, "tool");
    assert.deepEqual(fake.last.body.tool_choice.type, "any");
    assert.ok(asked.ok);
    assert.deepEqual(asked.output, { p3: "x" });
    await portAt(fake, "anthropic", { id: "claude-3-haiku-20240307" }).generateTurn(conversation(), turn("old"));
    assert.equal(fake.last.structure, "tool", "an old model has no native mode");
  });

  it("[M33] learns that a server has no native mode", async () => {
    fake.quirks = { noSchema: true };
    fake.push({ json: GOOD }, { json: GOOD });
    const port = portAt(fake, "anthropic");
    assert.ok((await port.generateTurn(conversation(), turn("one"))).ok);
    assert.ok((await port.generateTurn(conversation(), turn("two"))).ok);
    assert.deepEqual(
      fake.seen.map(({ structure }) => structure),
      ["native", "tool", "tool"],
    );
  });
});

describe("Google", () => {
  it("[M34] gets the schema natively", async () => {
    fake.push({ json: GOOD });
    assert.ok((await portAt(fake, "google").generateTurn(conversation(), turn("vote"))).ok);
    assert.equal(fake.last.structure, "native");
    assert.deepEqual(fake.last.body.generationConfig.responseJsonSchema.required, ["why", "vote"]);
    assert.equal(fake.last.system, "You judge proposals.\n\nBe brief.");
  });

  it("[M34] paints, and says when it would not", async () => {
    const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    fake.push({ image: png }, { ending: "filtered" });
    const port = portAt(fake, "google", { id: "gemini-2.5-flash-image" });
    const painted = await port.generateImage({ lane: "painter", prompt: "A lamp", aspectRatio: "16:9", seed: 3 });
    assert.ok(painted.ok, JSON.stringify(painted));
    assert.deepEqual(painted.value, { mediaType: "image/png", base64: png });
    assert.deepEqual(fake.last.body.generationConfig.imageConfig, { aspectRatio: "16:9" });
    const blocked = await port.generateImage({ lane: "painter", prompt: "x" });
    assert.ok(!blocked.ok);
    assert.equal(blocked.reason, "filtered");
  });

  it("[M34] other families are not asked for pictures", async () => {
    const result = await portAt(fake, "anthropic").generateImage({ lane: "painter", prompt: "x" });
    assert.ok(!result.ok);
    assert.equal(result.reason, "request_refused");
    assert.equal(fake.seen.length, 0);
  });
});

describe("compatible servers", () => {
  const chatty =
    '<think>hmm, {"vote":"reject"}?</think>Sure:\n```json\n{"why":"it is sound","vote":"accept",}\n```\nDone.';

  it("[M35][M36] goes down the ladder on refusals: schema, JSON mode, words; folds the system role", async () => {
    fake.quirks = { noSchema: true, noJsonMode: true, noSystemRole: true };
    fake.push({ text: chatty }, { json: GOOD });
    const learned: Model["capabilities"][] = [];
    const model = modelAt(fake, "compatible");
    const live = liveTransport(model, null, { onLearned: (_, capabilities) => learned.push(capabilities) });
    const port = createPort(model, live.transport, live.capabilities);
    const first = await port.generateTurn(conversation(), turn("first"));
    assert.ok(first.ok, JSON.stringify(first));
    assert.deepEqual(first.output, GOOD);
    assert.deepEqual(first.attempts[0]!.mended, ["thinking", "surroundings", "spelling"]);
    assert.equal(fake.seen.length, 4);
    assert.equal(fake.last.structure, "none");
    assert.match(
      fake.last.messages[0]!.text,
      /^You judge proposals\.\n\nBe brief\.\n\nAnswer with one JSON object of this form[^\n]*\n\{ "why": string, "vote": "accept" \| "reject"[^\n]*\n\nfirst$/,
    );
    const { structure, system } = port.capabilities();
    assert.deepEqual({ structure, system }, { structure: "prompt", system: "folded" });
    assert.equal(learned.length, 3);
    assert.match(port.capabilities().learned.join("\n"), /no system role: System role not supported/);
    await port.generateTurn(first.handle, turn("second"));
    assert.equal(fake.seen.length, 5, "[M37] learned once");
  });

  it("[M37] what was learned earlier is where it begins", async () => {
    fake.push({ json: GOOD });
    const port = portAt(fake, "compatible", {
      capabilities: { structure: "json", system: "folded", learned: ["kept"] },
    });
    assert.ok((await port.generateTurn(conversation(), turn("first"))).ok);
    assert.equal(fake.last.structure, "json");
    assert.equal(fake.last.system, "");
  });

  it("[M37] calls side by side learn the same thing once", async () => {
    fake.quirks = { noSchema: true };
    fake.answerWith(() => ({ json: GOOD, delayMs: 5 }));
    const port = portAt(fake, "compatible");
    const all = await Promise.all(
      ["a", "b", "c"].map((lane) => port.generateTurn(conversation(lane), turn("x", { lane }))),
    );
    assert.ok(all.every(({ ok }) => ok));
    assert.equal(port.capabilities().structure, "json");
    assert.equal(port.capabilities().learned.length, 1);
  });

  it("passes extra fields into the body as they are", async () => {
    fake.push({ json: GOOD_WIRE });
    await portAt(fake, "compatible", { extra: { cache_prompt: true, id_slot: 1 } }).generateTurn(
      conversation(),
      turn("x"),
    );
    assert.equal(fake.last.body.cache_prompt, true);
    assert.equal(fake.last.body.id_slot, 1);
  });

  it("[M50] thinking in a field of its own is no answer, and figures that are missing are estimated and marked", async () => {
    fake.push({ json: GOOD_WIRE, thinking: "long thoughts", usage: false });
    const result = await portAt(fake, "compatible").generateTurn(conversation(), turn("x"));
    assert.ok(result.ok);
    assert.equal(result.usage.estimated, true);
    assert.ok(result.usage.input > 10 && result.usage.output > 5);
  });
});

describe("keys", () => {
  it("[M90] a provider that needs one and has none is not called", async () => {
    const model = modelAt(fake, "openai");
    const result = await createPort(model, liveTransport(model, null).transport).generateTurn(
      conversation(),
      turn("x"),
    );
    assert.ok(!result.ok);
    assert.equal(result.reason, "key_missing");
    assert.equal(fake.seen.length, 0);
  });

  it("[M90] a key that the server quotes back is struck out of everything", async () => {
    fake.quirks = { key: "another" };
    for (const family of ["openai", "anthropic", "google", "compatible"] as const) {
      const result = await portAt(fake, family).generateTurn(conversation(), turn("x"));
      assert.ok(!result.ok);
      assert.equal(result.reason, "key_refused");
      assert.ok(JSON.stringify(fake.last.headers).includes(KEY), "the key was sent");
      assert.ok(!JSON.stringify(result).includes(KEY), `${family}: ${JSON.stringify(result)}`);
      assert.match(result.message, /\*\*\*/);
    }
  });

  it("[M90] a key in the words of a refusal is struck out of what is kept as learned", async () => {
    fake.push({ status: 400, error: { message: `json_schema is not for ${KEY}` } }, { json: GOOD });
    const port = portAt(fake, "compatible");
    assert.ok((await port.generateTurn(conversation(), turn("x"))).ok);
    assert.deepEqual(port.capabilities().learned, ["no native schema: json_schema is not for ***"]);
  });

  it("[M90] what looks like a key is struck out of a server's words, half starred out or another's", async () => {
    for (const quoted of ["sk-proj-abcd****wxyz", "AIzaSyA1234567890abcdef", "Bearer abc.def.ghi"]) {
      fake.push({ status: 401, error: { message: `Refused: ${quoted}.`, code: "x" } });
      const result = await portAt(fake, "compatible").generateTurn(conversation(), turn("x"));
      assert.ok(!result.ok && /^Refused: \*\*\*/.test(result.message), result.ok ? "ok" : result.message);
    }
  });

  it("[M90] an answer stays what was said: only the key itself is struck out of it", async () => {
    const words = "Take key-to-the-cellar, say Bearer of bad news, ask ollama; sk-ipping stones-and-more.";
    fake.push({ json: { ...GOOD_WIRE, why: words } }, { json: { ...GOOD_WIRE, why: `it is ${KEY}` } });
    const model = modelAt(fake, "compatible");
    const short = createPort(model, liveTransport(model, new Secret("ollama")).transport);
    const first = await short.generateTurn(conversation(), turn("x"));
    assert.ok(first.ok && first.output.why === words);
    const second = await portAt(fake, "compatible").generateTurn(conversation(), turn("x"));
    assert.ok(second.ok && second.output.why === "it is ***");
  });

  it("[M90] nothing is printed, for any fault", async (t) => {
    const printed: string[] = [];
    for (const stream of [process.stdout, process.stderr])
      t.mock.method(stream, "write", (text: string) => printed.push(String(text)) > 0);
    for (const method of ["log", "info", "warn", "error", "debug"] as const)
      t.mock.method(console, method, (...words: unknown[]) => void printed.push(words.join(" ")));
    for (const family of ["openai", "anthropic", "google", "compatible"] as const) {
      // Settings that the libraries drop with a warning, then every kind of trouble.
      fake.push(
        { json: GOOD },
        { status: 401, error: { message: KEY } },
        { body: `<html>${KEY}</html>` },
        { json: GOOD },
      );
      const port = portAt(fake, family, family === "openai" ? { id: "gpt-5-mini" } : {});
      for (let i = 0; i < 3; i++)
        await port.generateTurn(
          conversation(),
          turn("x", { settings: { temperature: 0.5, seed: 7, reasoning: "low" }, repairs: 0 }),
        );
    }
    t.mock.restoreAll();
    // The runner's own reports pass through the same streams.
    assert.ok(!printed.some((text) => text.includes(KEY)));
    assert.deepEqual(
      printed.filter((text) => /warning|AI SDK|error/i.test(text)),
      [],
    );
  });

  it("[M90] a key shows as stars wherever it is printed", async () => {
    const secret = new Secret(KEY);
    const { inspect } = await import("node:util");
    for (const text of [`${secret}`, JSON.stringify({ secret }), inspect(secret, { showHidden: true, depth: 9 })])
      assert.ok(!text.includes(KEY), text);
  });
});

describe("speech", () => {
  const MP3 = Buffer.from("ID3\u0004 a second of sound", "latin1").toString("base64");

  it("[M47] asks OpenAI and compatible servers in the model's voice, and counts what it sent", async () => {
    for (const family of ["openai", "compatible"] as const) {
      fake.push({ audio: MP3 });
      const port = portAt(fake, family, { id: "tts", voice: "verse" });
      const spoken = await port.generateSpeech({ lane: "speaker", text: "The lamp is lit." });
      assert.ok(spoken.ok, JSON.stringify(spoken));
      assert.deepEqual(spoken.value, { mediaType: "audio/mpeg", base64: MP3 });
      assert.match(fake.last.path, /\/audio\/speech$/);
      const { model, input, voice } = fake.last.body;
      assert.deepEqual({ model, input, voice }, { model: "tts", input: "The lamp is lit.", voice: "verse" });
      const { usage } = spoken.outcome;
      assert.deepEqual([usage.input, usage.output, usage.estimated], [5, 22, true]);
    }
  });

  it("[M47] takes no page and no error for sound, waits as it is told, and tries again", async () => {
    const port = portAt(fake, "compatible");
    fake.push({ body: "<html>login</html>" });
    const page = await port.generateSpeech({ lane: "speaker", text: "x" });
    assert.ok(!page.ok);
    assert.deepEqual([page.reason, page.message], ["empty", "the provider sent no sound in MP3, WAV, Ogg or FLAC"]);
    fake.push({ status: 429, headers: { "retry-after-ms": "3" }, error: { message: "slow down" } }, { audio: MP3 });
    const again = await port.generateSpeech({ lane: "speaker", text: "x" });
    assert.ok(again.ok);
    assert.deepEqual(again.outcome.waits, [{ code: "rate_limited", ms: 3 }]);
    fake.push({ status: 401, error: { message: `no such key: ${KEY}`, code: "invalid_api_key" } });
    const refused = await port.generateSpeech({ lane: "speaker", text: "x" });
    assert.ok(!refused.ok && refused.reason === "key_refused");
    assert.ok(!JSON.stringify(refused).includes(KEY));
  });

  it("[M47] other families are not asked for speech, nor Anthropic for vectors", async () => {
    const said = await portAt(fake, "google").generateSpeech({ lane: "speaker", text: "x" });
    const vectors = await portAt(fake, "anthropic").embed({ lane: "embedder", texts: ["x"] });
    assert.deepEqual([said.ok, vectors.ok, fake.seen.length], [false, false, 0]);
  });
});

describe("vectors", () => {
  const answer = (...vectors: readonly (readonly number[])[]) => ({
    body: JSON.stringify({
      data: vectors.map((embedding, index) => ({ object: "embedding", index, embedding })),
      usage: { prompt_tokens: 7, total_tokens: 7 },
    }),
  });

  it("[M47] brings one for each text, in their order", async () => {
    for (const family of ["openai", "compatible"] as const) {
      fake.push(answer([1, 0.5], [0, -2]));
      const made = await portAt(fake, family, { id: "embed" }).embed({ lane: "embedder", texts: ["a", "b"] });
      assert.ok(made.ok, JSON.stringify(made));
      assert.deepEqual(
        made.value.map((vector) => [...vector]),
        [
          [1, 0.5],
          [0, -2],
        ],
      );
      assert.match(fake.last.path, /\/embeddings$/);
      assert.deepEqual(fake.last.body.input, ["a", "b"]);
      assert.deepEqual([made.outcome.usage.input, made.outcome.usage.output], [7, 0]);
    }
  });

  it("[M47] refuses vectors that are missing, empty or of unequal length", async () => {
    const port = portAt(fake, "compatible");
    for (const vectors of [[[1, 2]], [[1, 2], [3]], [[], []]]) {
      fake.push(answer(...vectors));
      const made = await port.embed({ lane: "embedder", texts: ["a", "b"] });
      assert.ok(!made.ok && made.reason === "empty", JSON.stringify(made));
    }
  });

  it("[M47] nearness is the cosine: 1 for the same direction, 0 for a right angle or another length", () => {
    const of = (...values: number[]) => Float32Array.from(values);
    assert.equal(cosine(of(1, 2), of(2, 4)), 1);
    assert.equal(cosine(of(1, 0), of(0, 3)), 0);
    assert.equal(cosine(of(1, 0), of(-1, 0)), -1);
    assert.equal(cosine(of(1, 0), of(1, 0, 0)), 0);
    assert.equal(cosine(of(0, 0), of(1, 0)), 0);
  });
});
