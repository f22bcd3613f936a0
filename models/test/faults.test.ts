// Every trouble a provider can make, over real HTTP, and the one reason it is reported by.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FAMILIES, type Family, type FaultReason, type Model, REASONS, type Reply } from "./exports.ts";
import { conversation, fakeProvider, GOOD, good, hourglass, portAt, TIMEOUT_MS, turn } from "./rig.ts";

const fake = fakeProvider();
const ASKED_MS = 150;
const glass = hourglass(TIMEOUT_MS, ASKED_MS);

interface Case {
  readonly name: string;
  readonly replies: (family: Family) => readonly Reply[];
  /** "ok", or the reason of the turn. */
  readonly want: FaultReason | "ok";
  readonly requests: number;
  readonly repairs?: number;
  readonly model?: Partial<Model>;
  readonly families?: readonly Family[];
}

const fine = (family: Family): Reply => ({ json: good(family) });
const slow = (ms: number): Reply => ({
  status: 429,
  headers: { "retry-after-ms": String(ms) },
  error: { message: "slow down" },
});

const CASES: readonly Case[] = [
  {
    name: "a refusal in words, then an answer",
    replies: (f) => [{ declined: "I cannot help with that." }, fine(f)],
    want: "ok",
    requests: 2,
    families: ["openai", "compatible"],
  },
  {
    name: "refusals to the end",
    replies: () => [{ declined: "no" }, { declined: "no" }, { declined: "no" }],
    want: "declined",
    requests: 3,
    families: ["openai", "anthropic", "compatible"],
  },
  {
    name: "the provider's filter",
    replies: () => [{ ending: "filtered" }],
    want: "filtered",
    requests: 1,
    families: ["openai", "google", "compatible"],
  },
  {
    name: "cut at the limit, then an answer",
    replies: (f) => [{ text: '{"why":"it is', ending: "truncated" }, fine(f)],
    want: "ok",
    requests: 2,
  },
  {
    name: "cut at the limit although it parses",
    replies: () => [{ json: { why: "it is", vote: "accept" }, ending: "truncated" }],
    want: "truncated",
    requests: 1,
    repairs: 0,
  },
  { name: "an empty answer, then one", replies: (f) => [{ text: "" }, fine(f)], want: "ok", requests: 2 },
  {
    name: "empty to the end",
    replies: () => [{ text: "" }, { text: " " }, { text: "\n" }],
    want: "empty",
    requests: 3,
  },
  {
    name: "broken JSON that claims to be complete",
    replies: (f) => [{ text: '{"why":"it is sound","vote":"acc' }, fine(f)],
    want: "ok",
    requests: 2,
  },
  {
    name: "the wrong shape three times",
    replies: () => [{ json: [] }, { json: { a: 1 } }, { json: "accept" }],
    want: "invalid",
    requests: 3,
  },
  {
    name: "429, 529, 500 with a page, then an answer",
    replies: (f) => [
      slow(5),
      { status: 529, error: { message: "overloaded" } },
      { status: 500, body: "<html>oops</html>" },
      fine(f),
    ],
    want: "ok",
    requests: 4,
  },
  {
    name: "server errors to the end",
    replies: () => Array.from({ length: 4 }, () => ({ status: 500, error: { message: "oops" } })),
    want: "server_error",
    requests: 4,
  },
  {
    name: "overloaded to the end",
    replies: () => Array.from({ length: 4 }, () => ({ status: 503, error: { message: "loading" } })),
    want: "overloaded",
    requests: 4,
  },
  { name: "a wait within the limit", replies: (f) => [slow(120), fine(f)], want: "ok", requests: 2 },
  {
    name: "a wait beyond the limit",
    replies: () => [{ status: 429, headers: { "retry-after": "600" }, error: { message: "slow down" } }],
    want: "rate_limited",
    requests: 1,
  },
  {
    name: "a spent quota that only its code tells",
    replies: () => [{ status: 429, error: { message: "no more", code: "insufficient_quota" } }],
    want: "quota",
    requests: 1,
    families: ["openai", "compatible"],
  },
  {
    name: "a spent quota",
    replies: () => [
      {
        status: 429,
        error: {
          message: "You exceeded your current quota, please check your plan and billing",
          code: "insufficient_quota",
        },
      },
    ],
    want: "quota",
    requests: 1,
  },
  {
    name: "no money left",
    replies: () => [{ status: 402, error: { message: "payment required" } }],
    want: "quota",
    requests: 1,
  },
  {
    name: "a wrong key",
    replies: () => [{ status: 401, error: { message: "bad key", code: "invalid_api_key" } }],
    want: "key_refused",
    requests: 1,
  },
  {
    name: "a forbidden model",
    replies: () => [{ status: 403, error: { message: "not for you" } }],
    want: "key_refused",
    requests: 1,
  },
  {
    name: "a model that does not exist",
    replies: () => [{ status: 404, error: { message: "model 'x' not found", code: "model_not_found" } }],
    want: "model_unknown",
    requests: 1,
  },
  {
    name: "a prompt that is too long",
    replies: () => [
      {
        status: 400,
        error: { message: "prompt is too long: 210000 tokens > 200000 maximum", code: "context_length_exceeded" },
      },
    ],
    want: "too_long",
    requests: 1,
  },
  {
    name: "a schema that is refused",
    replies: () => [
      { status: 400, error: { message: "Invalid schema for response_format 'Vote'", code: "invalid_json_schema" } },
    ],
    want: "schema_refused",
    requests: 1,
  },
  {
    name: "any other refused request",
    replies: () => [{ status: 400, error: { message: "max_tokens must be positive", code: "bad" } }],
    want: "request_refused",
    requests: 1,
  },
  {
    name: "an error with status 200",
    replies: (f) => [{ status: 200, error: { message: "Provider returned error", code: "502" } }, fine(f)],
    want: "ok",
    requests: 2,
    families: ["openai", "compatible"],
  },
  {
    name: "a page of HTML with status 200",
    replies: (f) => [{ body: "<html>welcome to the hotel</html>" }, fine(f)],
    want: "ok",
    requests: 2,
  },
  {
    name: "pages of HTML with status 200 to the end",
    replies: () => Array.from({ length: 4 }, () => ({ body: "<html>welcome to the hotel</html>" })),
    want: "server_error",
    requests: 4,
  },
  {
    name: "silence",
    replies: () => [{ hang: true }, { hang: true }],
    want: "timed_out",
    requests: 2,
    model: { retry: { retries: 1, pauseMs: 1, maxPauseMs: 10 } },
  },
];

for (const { name, replies, want, requests, repairs = 2, model = {}, families = FAMILIES } of CASES)
  for (const family of families)
    it(`[M6]${requests === 1 ? "[M42]" : "[M40]"} ${name} (${family}): ${want}`, async () => {
      fake.push(...replies(family));
      fake.onStill = () => void glass.turn();
      const result = await portAt(fake, family, model).generateTurn(conversation(), turn("vote", { repairs }));
      assert.equal(result.ok ? "ok" : result.reason, want, JSON.stringify(result, null, 1));
      assert.equal(fake.seen.length, requests);
      if (result.ok) assert.deepEqual(result.output, GOOD);
      else assert.ok(REASONS.includes(result.reason) && result.message !== "");
    });

describe("silence", () => {
  it("[M43] gets one more chance and no more, and both tries are counted", async () => {
    fake.answerWith(() => ({ hang: true }));
    fake.onStill = () => void glass.turn();
    const result = await portAt(fake, "openai").generateTurn(conversation(), turn("vote"));
    assert.ok(!result.ok);
    assert.equal(result.reason, "timed_out");
    assert.equal(fake.seen.length, 2);
    const once = await portAt(fake, "openai", {
      retry: { retries: 0, pauseMs: 1, maxPauseMs: 1 },
    }).generateTurn(conversation(), turn("vote"));
    assert.equal(result.usage.input, 2 * once.usage.input);
  });
});

describe("waiting", () => {
  it("[M41] Retry-After is honoured in full, in both headers and in Google's body", async () => {
    const body = {
      error: {
        code: 429,
        message: "You exceeded your current quota, please check your plan and billing details.",
        status: "RESOURCE_EXHAUSTED",
        details: [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "0.15s" }],
      },
    };
    const asked: readonly (readonly [Family, Reply])[] = [
      ["openai", { status: 429, headers: { "retry-after-ms": "150", "retry-after": "9" }, error: { message: "slow" } }],
      ["anthropic", { status: 429, headers: { "retry-after": "0.15" }, error: { message: "slow" } }],
      ["google", { status: 429, body: JSON.stringify(body) }],
    ];
    for (const [family, reply] of asked) {
      fake.push(reply, fine(family));
      const asking = portAt(fake, family).generateTurn(conversation(), turn("vote"));
      await glass.waiting(ASKED_MS);
      assert.equal(fake.seen.length, 1, "nothing is sent while it waits");
      assert.deepEqual(glass.turn(), [ASKED_MS], family);
      const result = await asking;
      assert.ok(result.ok);
      assert.deepEqual(result.attempts[0]!.outcome.waits, [{ code: "rate_limited", ms: ASKED_MS }]);
      fake.reset();
    }
  });

  it("[M41] a wait beyond the limit fails at once and says how long it would have been", async () => {
    fake.push({ status: 429, headers: { "retry-after": "600" }, error: { message: "slow" } });
    const result = await portAt(fake, "openai").generateTurn(conversation(), turn("vote"));
    assert.ok(!result.ok);
    assert.match(result.message, /asked to wait 600 s, longer than the limit of 0\.4 s/);
  });

  it("[M40] pauses of our own grow and are bounded", async () => {
    fake.push(...Array.from({ length: 4 }, () => ({ status: 500, error: { message: "oops" } })));
    const retry = { retries: 3, pauseMs: 10, maxPauseMs: 30 };
    const result = await portAt(fake, "openai", { retry }).generateTurn(conversation(), turn("vote"));
    const waits = result.attempts[0]!.outcome.waits.map(({ ms }) => ms);
    assert.equal(waits.length, 3);
    assert.ok(
      waits[0]! >= 10 && waits[0]! <= 15 && waits[1]! >= 20 && waits[1]! <= 30 && waits[2]! === 30,
      waits.join(),
    );
  });

  it("a server that is down is unreachable, and says where", async () => {
    const result = await portAt(fake, "compatible", {
      url: "http://127.0.0.1:9/v1",
      retry: { retries: 1, pauseMs: 1, maxPauseMs: 5 },
    }).generateTurn(conversation(), turn("vote"));
    assert.ok(!result.ok);
    assert.equal(result.reason, "unreachable");
    assert.match(result.message, /Cannot connect|ECONNREFUSED|bad port/);
  });
});
