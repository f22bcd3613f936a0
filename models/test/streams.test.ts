// Streams, time limits, cancellation and queues, over real HTTP.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createPort, FAMILIES, liveTransport, Queues, Secret, withQueue } from "./exports.ts";
import { conversation, fakeProvider, GOOD, good, hourglass, KEY, modelAt, portAt, SILENCE_MS, turn } from "./rig.ts";

const fake = fakeProvider();
const ASKED_MS = 150;
const glass = hourglass(SILENCE_MS, ASKED_MS);
/** Called when so much of the first answer has come, and once the caller listens again. */
const onceHeard = (characters: number, act: () => void) => {
  let done = false;
  return (text: string, attempt: number) => {
    if (done || attempt > 0 || text.length < characters) return;
    done = true;
    setImmediate(act);
  };
};

for (const family of FAMILIES)
  describe(`streams (${family})`, () => {
    it("[M45] come piece by piece and end in the same value, with the provider's figures", async () => {
      fake.push({ json: good(family), stream: { piece: 10, gapMs: 2 } });
      const heard: string[] = [];
      const result = await portAt(fake, family).generateTurn(
        conversation(),
        turn("x", { onText: (text) => heard.push(text) }),
      );
      assert.ok(result.ok, JSON.stringify(result));
      assert.deepEqual(result.output, GOOD);
      assert.ok(fake.last.stream && heard.length > 2);
      assert.ok(heard.every((text, i) => i === 0 || text.startsWith(heard[i - 1]!)));
      assert.equal(result.usage.estimated, false);
      assert.ok(result.usage.input > 0);
    });

    for (const [name, stream] of [
      ["a cut line", { cutAfter: 2 }],
      ["a polite end without completion", { endAfter: 2 }],
      ["an error in the middle", { errorAfter: 2 }],
    ] as const)
      it(`[M45] ${name} is no answer; the next try is`, async () => {
        fake.push({ json: good(family), stream: { ...stream, piece: 10, gapMs: 1 } }, { json: good(family) });
        const result = await portAt(fake, family, { stream: true }).generateTurn(conversation(), turn("x"));
        assert.ok(result.ok, JSON.stringify(result));
        const [broken, whole] = result.attempts;
        if (family === "compatible" && "endAfter" in stream) {
          // Such a server may send no reason for ending at all, so the text decides: it is not closed.
          assert.equal(broken!.problems[0]!.code, "unclosed");
        } else {
          assert.equal(broken!.outcome.fault?.code, "interrupted", JSON.stringify(broken));
          assert.ok(broken!.outcome.text.length > 0, "what came is kept");
          assert.ok(broken!.outcome.usage.input > 0, "and paid for");
        }
        assert.equal(whole!.outcome.fault, null);
      });

    it("[M45] prose that ends without completion is not taken for whole", async () => {
      fake.push({ text: "The lamp flickers and then it", stream: { endAfter: 2 } }, { text: "The lamp flickers." });
      const request = { ...turn("tell"), output: null, rules: () => [] };
      const result = await portAt(fake, family, { stream: true }).generateTurn<string>(conversation(), request);
      assert.ok(result.ok, JSON.stringify(result));
      assert.equal(result.output, "The lamp flickers.");
      assert.equal(result.attempts[0]!.outcome.fault?.code, "interrupted");
    });

    it("[M43] a stream that falls silent is given up", async () => {
      fake.push({ json: good(family), stream: { hangAfter: 2, piece: 10 } });
      const onText = onceHeard(20, () => assert.deepEqual(glass.turn(), [SILENCE_MS]));
      const result = await portAt(fake, family, { stream: true }).generateTurn(conversation(), turn("x", { onText }));
      assert.ok(!result.ok);
      assert.equal(result.reason, "timed_out");
      assert.match(result.message, /^silence/, "not the limit of the whole answer");
      assert.equal(result.attempts[0]!.outcome.text.length, 20, "what came is kept");
      assert.equal(result.usage.estimated, true);
    });

    it("[M44] called off in the middle it ends at once and keeps what was bought", async () => {
      fake.push(
        { json: { ...(good(family) as object), vote: "reject" } },
        { json: good(family), stream: { hangAfter: 3, piece: 10, gapMs: 5 } },
      );
      const controller = new AbortController();
      let stopped = false;
      const pending = portAt(fake, family, { stream: true }).generateTurn(
        conversation(),
        turn("x", {
          onText: (text, attempt) => {
            if (attempt !== 1 || text.length < 20 || stopped) return;
            stopped = true;
            controller.abort();
          },
        }),
        controller.signal,
      );
      const result = await pending;
      assert.ok(!result.ok);
      assert.equal(result.reason, "cancelled");
      assert.equal(result.attempts.length, 2);
      assert.equal(result.attempts[0]!.outcome.usage.estimated, false, "the first answer was billed in full");
      assert.ok(result.attempts[1]!.outcome.text.length >= 20);
      assert.ok(result.attempts[1]!.outcome.usage.output > 0);
    });

    it("[M44] called off while nothing has come, the request is dropped and its input counted", async () => {
      fake.push({ hang: true });
      const controller = new AbortController();
      fake.onStill = () => controller.abort(new Error("any reason"));
      const result = await portAt(fake, family).generateTurn(conversation(), turn("x"), controller.signal);
      assert.ok(!result.ok);
      assert.equal(result.reason, "cancelled");
      assert.ok(result.usage.input > 0 && result.usage.estimated);
      await fake.idle();
      assert.equal(fake.abandoned, 1);
    });
  });

describe("a stream that begins with an error", () => {
  for (const [reason, requests, error] of [
    ["too_long", 1, { message: "the request exceeds the available context size", code: 400 }],
    ["key_refused", 1, { message: "no", code: 401 }],
    ["key_refused", 1, { message: "no", type: "authentication_error" }],
    ["quota", 1, { message: "no", code: "insufficient_quota" }],
    ["model_unknown", 1, { message: "no", type: "not_found_error" }],
    ["rate_limited", 4, { message: "no", code: 429 }],
    ["overloaded", 4, { message: "no", type: "overloaded_error" }],
    ["timed_out", 2, { message: "it took too long", code: 504 }],
    ["server_error", 4, { message: "out of memory", code: 500 }],
  ] as const)
    it(`[M6][M45] ends as its code and words say: ${JSON.stringify(error)}: ${reason}`, async () => {
      const body = `data: ${JSON.stringify({ error })}\n\ndata: [DONE]\n\n`;
      fake.answerWith(() => ({ status: 200, body, headers: { "content-type": "text/event-stream" } }));
      const result = await portAt(fake, "compatible", { stream: true }).generateTurn(conversation(), turn("x"));
      assert.ok(!result.ok);
      assert.deepEqual([result.reason, fake.seen.length], [reason, requests], result.message);
      assert.match(result.message, new RegExp(error.message));
    });
});

it("[M6][M45] a stream of broken JSON is the server's error, and asked for again", async () => {
  fake.answerWith(() => ({
    status: 200,
    body: 'data: {"choices":[{"del\n\n',
    headers: { "content-type": "text/event-stream" },
  }));
  const result = await portAt(fake, "compatible", { stream: true }).generateTurn(conversation(), turn("x"));
  assert.ok(!result.ok);
  assert.deepEqual([result.reason, fake.seen.length], ["server_error", 4], result.message);
});

it("[M33][M45] a forced tool's input streams like text", async () => {
  fake.push(
    { json: GOOD, stream: { piece: 8 } },
    { json: GOOD, stream: { piece: 8, cutAfter: 3, gapMs: 2 } },
    { json: GOOD },
  );
  const port = portAt(fake, "anthropic", { id: "claude-3-haiku-20240307", stream: true });
  const whole = await port.generateTurn(conversation(), turn("x"));
  assert.equal(fake.last.structure, "tool");
  assert.ok(whole.ok);
  assert.deepEqual(whole.output, GOOD);
  const repaired = await port.generateTurn(conversation(), turn("x"));
  assert.ok(repaired.ok);
  assert.equal(repaired.attempts[0]!.outcome.fault?.code, "interrupted");
});

describe("time", () => {
  it("[M44] a pause between tries can be called off", async () => {
    fake.push({ status: 429, headers: { "retry-after-ms": String(ASKED_MS) }, error: { message: "slow" } });
    const controller = new AbortController();
    const asking = portAt(fake, "openai").generateTurn(conversation(), turn("x"), controller.signal);
    await glass.waiting(ASKED_MS);
    controller.abort();
    const result = await asking;
    assert.ok(!result.ok);
    assert.equal(result.reason, "cancelled");
  });

  it("[M44] called off beforehand nothing is sent", async () => {
    const result = await portAt(fake, "google").generateTurn(conversation(), turn("x"), AbortSignal.abort());
    assert.ok(!result.ok);
    assert.equal(result.reason, "cancelled");
    assert.equal(fake.seen.length, 0);
  });
});

describe("signals", () => {
  it("[M44] any number of calls listen to one signal, also to one that is not the platform's", async () => {
    fake.answerWith(() => ({ hang: true }));
    const warnings: string[] = [];
    const heard = (warning: Error) => void warnings.push(warning.name);
    process.on("warning", heard);
    const model = modelAt(fake, "openai");
    const live = liveTransport(model, new Secret(KEY)).transport;
    const inQueue = createPort(model, withQueue(live, new Queues().of("a", model.id, 9)));
    const port = createPort(model, live);
    const listeners = new Set<() => void>();
    const own = {
      aborted: false,
      addEventListener: (_: "abort", listener: () => void) => void listeners.add(listener),
      removeEventListener: (_: "abort", listener: () => void) => void listeners.delete(listener),
    };
    const controller = new AbortController();
    const all = Array.from({ length: 30 }, (_, i) =>
      (i % 3 ? port : inQueue).generateTurn(
        conversation(),
        turn("x", { lane: `l${i}` }),
        i % 2 ? controller.signal : own,
      ),
    );
    // All that do not queue, and nine that do.
    await fake.got(29);
    controller.abort();
    own.aborted = true;
    for (const listener of listeners) listener();
    const reasons = new Set((await Promise.all(all)).map((result) => (result.ok ? "ok" : result.reason)));
    assert.deepEqual([...reasons], ["cancelled"]);
    await fake.idle();
    process.off("warning", heard);
    assert.deepEqual(warnings, []);
  });
});

describe("queues", () => {
  it("[M46] hold one account and model to its number of calls, from all callers", async () => {
    // The first is answered when two are there: that they are let in together is seen however slow they come.
    fake.answerWith(async () => {
      await fake.got(2);
      return { json: good("openai"), delayMs: 15 };
    });
    const queues = new Queues();
    const ports = ["a", "b"].map(() => {
      const model = modelAt(fake, "openai");
      const live = liveTransport(model, new Secret(KEY));
      return createPort(model, withQueue(live.transport, queues.of("account", model.id, 2)));
    });
    const results = await Promise.all(
      ["1", "2", "3", "4", "5", "6"].map((lane, i) =>
        ports[i % 2]!.generateTurn(conversation(lane), turn("x", { lane })),
      ),
    );
    assert.ok(results.every(({ ok }) => ok));
    assert.equal(fake.mostInFlight, 2);
  });

  it("[M44][M46] called off in the queue a call is never sent, and one under way keeps what it has", async () => {
    fake.push({ json: good("openai"), stream: { hangAfter: 2, piece: 10 } });
    const model = modelAt(fake, "openai", { stream: true });
    const transport = withQueue(
      liveTransport(model, new Secret(KEY)).transport,
      new Queues().of("account", model.id, 1),
    );
    const port = createPort(model, transport);
    const controller = new AbortController();
    const both = ["1", "2"].map((lane) =>
      port.generateTurn(
        conversation(lane),
        turn("x", { lane, onText: onceHeard(20, () => controller.abort()) }),
        controller.signal,
      ),
    );
    const [under, waiting] = await Promise.all(both);
    assert.ok(under && !under.ok && waiting && !waiting.ok);
    assert.deepEqual([under.reason, waiting.reason], ["cancelled", "cancelled"]);
    assert.ok(under.attempts[0]!.outcome.text.length > 0);
    assert.equal(waiting.usage.input, 0);
    assert.equal(fake.seen.length, 1);
  });
});
