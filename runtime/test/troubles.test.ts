// Every trouble that a provider of any family can make, met by a model in a seat: it plays on, or its seat stays empty with a clear cause.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { babble, FAMILIES, type Family, type Quirks, type Reply, type Seen } from "@orrery/models/testing";
import { fakeProvider, hourglass, SILENCE_MS, schemaIn, setupAt, TIMEOUT_MS, withModels } from "./fakes.ts";
import { all } from "./open.ts";

const fake = fakeProvider();
const glass = hourglass(TIMEOUT_MS, SILENCE_MS);

interface Trouble {
  readonly name: string;
  /** What the first request gets; the others get an answer that is good, unless it lasts. */
  readonly reply: (good: string) => Reply;
  readonly lasts?: boolean;
  readonly only?: Family;
  readonly quirks?: Quirks;
  readonly stream?: boolean;
  /** How it ends: the move is made after so many recorded calls, or the seat gives up for a cause, with the last call's fault. */
  readonly ends: {
    readonly calls: number | readonly number[];
    readonly cause?: "attempts" | "fault";
    readonly fault?: string;
  };
  /** Requests that the server got, where that is the point. */
  readonly requests?: number;
}

const long = { headers: { "retry-after": "600" } };
const TROUBLES: readonly Trouble[] = [
  { name: "a slow answer", reply: (text) => ({ text, delayMs: 60 }), ends: { calls: 1 }, requests: 1 },
  {
    name: "silence",
    reply: () => ({ hang: true }),
    lasts: true,
    ends: { calls: 1, cause: "fault", fault: "timed_out" },
    requests: 2,
  },
  { name: "one silence", reply: () => ({ hang: true }), ends: { calls: 1 }, requests: 2 },
  {
    name: "a line that is cut",
    reply: (text) => ({ text, stream: { piece: 4, cutAfter: 9 } }),
    stream: true,
    // Before the first piece of text it is another try of the same call, after it another call.
    ends: { calls: [1, 2] },
    requests: 2,
  },
  {
    name: "a stream that ends without saying so",
    reply: (text) => ({ text: text.slice(0, -4), stream: { piece: 4, endAfter: 4 } }),
    stream: true,
    ends: { calls: 2 },
  },
  {
    name: "a stream that falls silent",
    reply: (text) => ({ text, stream: { piece: 4, hangAfter: 2 } }),
    stream: true,
    ends: { calls: 1, cause: "fault", fault: "timed_out" },
    lasts: true,
  },
  {
    name: "429 with a short wait",
    reply: () => ({ status: 429, headers: { "retry-after-ms": "30" }, error: { message: "slow down" } }),
    ends: { calls: 1 },
    requests: 2,
  },
  {
    name: "429 with a wait beyond all patience",
    reply: () => ({ status: 429, ...long, error: { message: "slow down" } }),
    lasts: true,
    ends: { calls: 1, cause: "fault", fault: "rate_limited" },
    requests: 1,
  },
  {
    name: "a spent quota",
    reply: () => ({ status: 429, error: { message: "You exceeded your current quota.", code: "insufficient_quota" } }),
    lasts: true,
    ends: { calls: 1, cause: "fault", fault: "quota" },
    requests: 1,
  },
  { name: "one 500", reply: () => ({ status: 500, body: "<html>oops</html>" }), ends: { calls: 1 }, requests: 2 },
  {
    name: "500 for good",
    reply: () => ({ status: 500, error: { message: "out of order" } }),
    lasts: true,
    ends: { calls: 1, cause: "fault", fault: "server_error" },
    requests: 2,
  },
  {
    name: "503",
    reply: () => ({ status: 503, error: { message: "busy" } }),
    lasts: true,
    ends: { calls: 1, cause: "fault", fault: "overloaded" },
  },
  {
    name: "an error with status 200",
    reply: () => ({ status: 200, body: '{"error":{"message":"upstream","code":502}}' }),
    // Google's library takes it for an empty answer.
    ends: { calls: [1, 2] },
    requests: 2,
  },
  { name: "one refusal", reply: () => ({ declined: "I would rather not." }), ends: { calls: 2 } },
  {
    name: "refusals for good",
    reply: () => ({ declined: "No." }),
    lasts: true,
    ends: { calls: 3, cause: "attempts", fault: "declined" },
  },
  {
    name: "a content filter",
    reply: () => ({ text: "", ending: "filtered" }),
    lasts: true,
    // Anthropic knows refusals alone, and these may pass.
    ends: { calls: [1, 3], cause: "attempts" },
  },
  { name: "an answer that is cut off", reply: (text) => ({ text, ending: "truncated" }), ends: { calls: 2 } },
  { name: "prose around the answer", reply: (text) => ({ text: `Sure! ${text} Good luck.` }), ends: { calls: 1 } },
  { name: "a fence", reply: (text) => ({ text: `\`\`\`json\n${text}\n\`\`\`` }), ends: { calls: 1 } },
  { name: "thinking aloud", reply: (text) => ({ text: `<think>{"no":1}</think>${text}` }), ends: { calls: 1 } },
  { name: "nothing but thoughts", reply: () => ({ thinking: "Hm.", text: "" }), ends: { calls: 2 } },
  { name: "an empty answer", reply: () => ({ text: "" }), ends: { calls: 2 } },
  { name: "a wrong schema", reply: () => ({ json: { move: 4 } }), ends: { calls: 2 } },
  {
    name: "no figures of usage",
    reply: (text) => ({ text, usage: false }),
    ends: { calls: 1 },
  },
  {
    name: "a server that has neither schema nor JSON mode nor a system role",
    reply: (text) => ({ text: `Here you are: ${text}` }),
    only: "compatible",
    quirks: { noSchema: true, noJsonMode: true, noSystemRole: true },
    ends: { calls: 1 },
    requests: 4,
  },
];

describe("a seat's model meets", () => {
  for (const { name, reply, lasts = false, only, quirks = {}, stream, ends, requests } of TROUBLES)
    it(`${name}, and ${ends.cause === undefined ? "plays" : "leaves its seat empty, and the run goes on"}`, async () => {
      for (const family of only ? [only] : FAMILIES) {
        fake.reset();
        fake.quirks = quirks;
        // Patience is over when nothing more will come, and never before.
        fake.onStill = () => void glass.turn();
        let met = false;
        fake.answerWith((seen: Seen): Reply => {
          const good = JSON.stringify(babble(schemaIn(seen), name));
          if (met && !lasts) return { text: good };
          met = true;
          return reply(good);
        });
        const retry = { retries: 1, pauseMs: 2, maxPauseMs: 200 };
        const { orrery } = await withModels(setupAt(fake, {}, { retry, ...(stream ? { stream } : {}) }));
        const { run, head } = await orrery.createRun({ world: "tictactoe", seed: "s" });
        const done = await orrery.play(run, { agents: `x=model:${family},o=bot:first`, turnsMax: 1 });
        const calls = await all(orrery.calls(run));
        const told = `${family}: ${JSON.stringify({ calls: calls.map(({ fault, answer }) => [fault, answer]), done })}`;
        assert.ok([ends.calls].flat().includes(calls.length), told);
        if (requests !== undefined) assert.equal(fake.seen.length, requests, told);
        assert.ok(
          calls.every(({ usage }) => usage.input >= 0 && usage.output >= 0),
          told,
        );
        assert.equal(calls[0]!.turn?.turn ?? null, ends.cause === undefined ? 1 : null, told);
        if (ends.cause === undefined) {
          assert.deepEqual([done.turns, done.stopped], [1, []], told);
          assert.ok(calls.at(-1)!.usage.input > 0, told);
          continue;
        }
        assert.deepEqual(
          [done.turns, done.stopped.map(({ actor, cause }) => [actor, cause])],
          [0, [["x", ends.cause]]],
          told,
        );
        if (ends.fault) assert.equal(calls.at(-1)!.fault?.code, ends.fault, told);
        assert.ok(done.stopped[0]!.message.length > 10, told);
        assert.deepEqual((await orrery.show(run)).head, head);
        assert.notEqual((await orrery.play(run, { agents: "*=bot:first" })).outcome, null);
      }
    });

  it("being called off: at once, with everything that was bought", async () => {
    for (const family of FAMILIES) {
      fake.reset();
      fake.answerWith((seen, n) =>
        n === 0
          ? { text: "Not an answer." }
          : { text: JSON.stringify(babble(schemaIn(seen), "x")), stream: { piece: 3, gapMs: 40 } },
      );
      const { orrery } = await withModels(setupAt(fake, {}, { stream: true }));
      const { run } = await orrery.createRun({ world: "tictactoe", seed: "s" });
      const stop = new AbortController();
      const done = await orrery.play(run, {
        agents: `*=model:${family}`,
        signal: stop.signal,
        // Once something of the second answer is there, however busy the machine.
        onProgress: ({ state }) => {
          if (state === "writing" && fake.seen.length === 2) stop.abort();
        },
      });
      assert.equal(done.outcome, null);
      const calls = await all(orrery.calls(run));
      assert.deepEqual([calls[0]!.answer, calls[0]!.fault], ["Not an answer.", null], family);
      assert.deepEqual([calls.length, calls[1]!.fault?.code], [2, "cancelled"], family);
      assert.ok(calls[1]!.answer.length > 0 && calls[1]!.usage.estimated, family);
      assert.equal(done.spending[0]!.calls, 2, family);
    }
  });
});
