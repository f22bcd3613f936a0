// Recording and replay: bit for bit, without network and key, and loud about the first difference.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  Budget,
  babblingTransport,
  createPort,
  estimateOf,
  type Handle,
  liveTransport,
  MODES,
  type Model,
  memoryTape,
  modelOf,
  Queues,
  RecordingDamaged,
  RecordingMismatch,
  readRecording,
  recorder,
  reserveBatch,
  Secret,
  scriptedTransport,
  stable,
  startConversation,
  TAPE_CHECKS,
  type Tape,
  type Transport,
  withQueue,
  writeRecording,
} from "./exports.ts";
import { conversation, fakeProvider, GOOD, GOOD_WIRE, KEY, modelAt, turn } from "./rig.ts";

const fake = fakeProvider();
const LANES = ["anna", "ben", "cleo", "dora", "emil"];

/** Five agents side by side, three turns each, with repairs, faults, and a budget that cuts some of them short. */
async function match(model: Model, transport: Transport): Promise<string> {
  const port = createPort(model, transport);
  const budget = new Budget("run", { calls: 19 });
  const budgets = new Map(LANES.map((lane) => [lane, budget.child(lane, { tokens: 40_000 })]));
  const handles = new Map<string, Handle>(LANES.map((lane) => [lane, conversation(lane)]));
  const out: unknown[] = [];
  for (const round of ["one", "two", "three"]) {
    const requests = LANES.map((lane) => turn(`${lane} ${round}`, { lane }));
    const grants = reserveBatch(
      LANES.map((lane, i) => ({
        budget: budgets.get(lane)!,
        estimate: estimateOf(port.firstCall(handles.get(lane)!, requests[i]!), model.price),
        calls: 3,
      })),
    );
    const results = await Promise.all(
      LANES.map(async (lane, i) => {
        const grant = grants[i]!;
        if (!grant.ok) return { lane, refused: grant.message };
        const result = await port.generateTurn(handles.get(lane)!, { ...requests[i]!, budget: grant.reservation });
        handles.set(lane, result.handle);
        return { lane, result };
      }),
    );
    out.push(results);
  }
  return JSON.stringify({ out, handles: [...handles], spending: budget.spending });
}

const lively = (model: Model): Transport =>
  withQueue(liveTransport(model, new Secret(KEY)).transport, new Queues().of("account", model.id, 3));

/** Answers by what is asked, late in an order of their own; some need a repair, one is never right, one trips over the server. */
function play(): void {
  const tripped = new Set<string>();
  fake.answerWith((seen) => {
    const words = seen.messages.at(-1)!.text;
    const delayMs = Math.floor(Math.random() * 12);
    const lane = words.split(" ")[0]!;
    if (lane === "dora" && !tripped.has(words)) {
      tripped.add(words);
      return { status: 500, error: { message: "oops" }, delayMs };
    }
    if (lane === "emil") return { json: { vote: "maybe" }, delayMs };
    if (lane === "ben" && !/was not accepted/.test(words)) return { json: { ...GOOD_WIRE, vote: "reject" }, delayMs };
    return { json: { ...GOOD_WIRE, why: `${lane} says so` }, delayMs };
  });
}

async function recorded(): Promise<{ text: string; live: string; model: Model }> {
  play();
  const model = modelAt(fake, "openai", { price: { input: 1, cached: 0.1, output: 4 } });
  const tape = memoryTape();
  const live = await match(model, recorder("record", lively(model), tape).transport);
  return { text: writeRecording(tape), live, model };
}

describe("replay", () => {
  it("[M60][M61][M53] of a concurrent, repaired, budget-cut run is bit for bit the same with the network trapped", async () => {
    const { text, live, model } = await recorded();
    assert.match(live, /"refused":"run: no call of 19 is left"|"reason":"budget"/);
    assert.match(live, /"reason":"invalid"|leaves no room for a repair/);
    assert.ok(fake.mostInFlight <= 3);
    const asked = fake.seen.length;
    const { fetch } = globalThis;
    globalThis.fetch = () => assert.fail("the network was touched");
    try {
      const again = await match(model, recorder("replay", null, await readRecording(text)).transport);
      assert.equal(again, live);
      const second = memoryTape();
      await match(
        model,
        recorder("record", recorder("replay", null, await readRecording(text)).transport, second).transport,
      );
      assert.equal(writeRecording(second), text, "the recording of a replay equals the recording");
    } finally {
      globalThis.fetch = fetch;
    }
    assert.equal(fake.seen.length, asked);
  });

  it("[M62] a recording holds no key and no header", async () => {
    fake.quirks = { key: "another" };
    const model = modelAt(fake, "openai");
    const tape = memoryTape();
    await createPort(model, recorder("record", lively(model), tape).transport).generateTurn(conversation(), turn("x"));
    fake.quirks = {};
    play();
    await match(model, recorder("record", lively(model), tape).transport);
    const text = writeRecording(tape);
    for (const secret of [KEY, "authorization", "user-agent", "Bearer", Buffer.from(KEY).toString("base64")])
      assert.ok(!text.includes(secret), secret);
    assert.match(text, /key_refused/);
  });

  it("[M63] names the first differing path", async () => {
    const { text, model } = await recorded();
    const ask = async (change: (port: ReturnType<typeof createPort>) => Promise<unknown>) => {
      const port = createPort(model, recorder("replay", null, await readRecording(text)).transport);
      return change(port);
    };
    const cases = [
      [
        "/system/0/text",
        () =>
          ask((port) =>
            port.generateTurn(
              startConversation("anna", [stable("rules", 1, "You judge."), stable("voice", 1, "Be brief.")]),
              turn("anna one", { lane: "anna" }),
            ),
          ),
      ],
      [
        "/system/1/version",
        () =>
          ask((port) =>
            port.generateTurn(
              startConversation("anna", [stable("rules", 1, "You judge proposals."), stable("voice", 2, "Be brief.")]),
              turn("anna one", { lane: "anna" }),
            ),
          ),
      ],
      [
        "/messages/0/text",
        () => ask((port) => port.generateTurn(conversation("anna"), turn("anna uno", { lane: "anna" }))),
      ],
      [
        "/settings/maxOutputTokens",
        () =>
          ask((port) =>
            port.generateTurn(
              conversation("anna"),
              turn("anna one", { lane: "anna", settings: { maxOutputTokens: 301 } }),
            ),
          ),
      ],
      [
        "/output",
        () =>
          ask((port) =>
            port.generateTurn(conversation("anna"), { ...turn("anna one", { lane: "anna" }), output: null }),
          ),
      ],
    ] as const;
    for (const [path, run] of cases)
      await assert.rejects(
        run,
        (error) =>
          error instanceof RecordingMismatch &&
          error.path === path &&
          error.message.includes(`first difference at ${path}: recorded`),
      );
    await assert.rejects(
      ask((port) => port.generateTurn(conversation("zoe"), turn("x", { lane: "zoe" }))),
      (error) => error instanceof RecordingMismatch && error.path === null && error.lane === "zoe",
    );
  });

  it("[M60] does not depend on how a call travels: urls, time limits, retries, concurrency", async () => {
    const { text, live, model } = await recorded();
    const other = {
      ...model,
      url: "http://127.0.0.1:1/elsewhere",
      timeoutMs: 9,
      concurrency: 50,
      retry: { retries: 0, pauseMs: 0, maxPauseMs: 0 },
    };
    assert.equal(await match(other, recorder("replay", null, await readRecording(text)).transport), live);
  });

  it("[M60] goes on where a resumed run stands", async () => {
    const tape = memoryTape();
    const model = modelOf({ provider: "compatible", id: "m", url: "http://127.0.0.1:1" });
    const record = () =>
      createPort(
        model,
        recorder(
          "record",
          scriptedTransport(() => GOOD),
          tape,
        ).transport,
      );
    const first = await record().generateTurn(conversation(), turn("one"));
    await record().generateTurn(first.handle, turn("two"));
    assert.deepEqual(
      tape.takes().map(({ seq }) => seq),
      [1, 2],
    );
    const resumed = createPort(model, recorder("replay", null, tape, { from: { judge: 1 } }).transport);
    assert.ok((await resumed.generateTurn(first.handle, turn("two"))).ok);
  });

  it("[M60] two calls of a lane at once are a bug", async () => {
    const model = modelAt(fake, "openai");
    play();
    const port = createPort(model, recorder("record", lively(model), memoryTape()).transport);
    await assert.rejects(
      Promise.all([1, 2].map(() => port.generateTurn(conversation(), turn("anna x")))),
      /one by one/,
    );
  });
});

describe("storage", () => {
  for (const { name, check } of TAPE_CHECKS)
    it(`[M64] in memory ${name}`, async () => {
      await check(memoryTape());
    });

  it("[M64] keeps a long transcript once and not once a turn", async () => {
    const model = modelOf({ provider: "compatible", id: "m", url: "http://127.0.0.1:1" });
    const sizes: number[] = [];
    const tape = memoryTape();
    const port = createPort(
      model,
      recorder(
        "record",
        scriptedTransport(() => ({ ...GOOD, why: "x".repeat(200) })),
        tape,
      ).transport,
    );
    let handle = conversation();
    for (let n = 0; n < 80; n++) {
      handle = (await port.generateTurn(handle, turn(`turn ${n} ${"y".repeat(300)}`))).handle;
      sizes.push([...tape.texts().values()].reduce((sum, text) => sum + text.length, 0));
    }
    const early = sizes[20]! - sizes[10]!;
    const late = sizes[79]! - sizes[69]!;
    assert.ok(late < early * 1.05, `ten turns took ${early} characters early and ${late} late`);
  });

  it("[M61][M64] keeps a picture once, by its bytes, and replays it", async () => {
    const image = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    fake.push({ image }, { image }, { ending: "filtered" });
    const model = modelAt(fake, "google", { id: "gemini-2.5-flash-image" });
    const paint = async (transport: Transport) => {
      const port = createPort(model, transport);
      const out = [];
      for (const prompt of ["a lamp", "a rope", "a key"])
        out.push(await port.generateImage({ lane: "painter", prompt }));
      return JSON.stringify(out);
    };
    const tape = memoryTape();
    const live = await paint(recorder("record", lively(model), tape).transport);
    const text = writeRecording(tape);
    assert.equal(text.split(image).length - 1, 1);
    assert.equal(await paint(recorder("replay", null, await readRecording(text)).transport), live);
  });

  it("[M61][M64] keeps sound once, and vectors, and replays both", async () => {
    const audio = Buffer.from("ID3\u0004 a second of sound", "latin1").toString("base64");
    const vectors = { body: JSON.stringify({ data: [{ index: 0, embedding: [0.25, -1.5] }] }) };
    fake.push({ audio }, { audio }, vectors);
    const model = modelAt(fake, "compatible");
    const ask = async (transport: Transport) => {
      const port = createPort(model, transport);
      return JSON.stringify([
        await port.generateSpeech({ lane: "speaker", text: "a lamp" }),
        await port.generateSpeech({ lane: "speaker", text: "a rope" }),
        await port.embed({ lane: "embedder", texts: ["a lamp"] }),
      ]);
    };
    const tape = memoryTape();
    const live = await ask(recorder("record", lively(model), tape).transport);
    const text = writeRecording(tape);
    assert.equal(text.split(audio).length - 1, 1);
    assert.match(live, /"0":0.25,"1":-1.5/);
    assert.equal(await ask(recorder("replay", null, await readRecording(text)).transport), live);
  });

  it("[M65] reads back what it wrote, and finds damage by its line", async () => {
    const { text } = await recorded();
    assert.equal(writeRecording(await readRecording(text)), text);
    const lines = text.split("\n");
    for (const [change, words] of [
      [(line: string) => line.replace("accept", "reject"), /line \d+: the text is not what its hash says/],
      [(line: string) => line.slice(0, -3), /line \d+: not JSON/],
      [() => '{"other":1}', /line \d+: neither/],
    ] as const) {
      const at = lines.findIndex((line) => line.includes("accept"));
      const damaged = lines.with(at, change(lines[at]!)).join("\n");
      await assert.rejects(
        readRecording(damaged),
        (error) => error instanceof RecordingDamaged && words.test(error.message),
      );
    }
    await assert.rejects(readRecording("{}\n"), RecordingDamaged);
  });

  it("[M66] the cache answers what was asked before, the n-th time with the n-th answer, and keeps no faults", async () => {
    const tape: Tape = memoryTape();
    const model = modelOf({ provider: "compatible", id: "m", url: "http://127.0.0.1:1" });
    const lines = [{ fault: "filtered" }, { ...GOOD, why: "first" }, { ...GOOD, why: "second" }] as const;
    const script = scriptedTransport(lines);
    const ask = async (port: ReturnType<typeof createPort>) => {
      const result = await port.generateTurn(conversation(), turn("same"));
      return result.ok ? result.output.why : result.reason;
    };
    const port = createPort(model, recorder("cache", script, tape).transport);
    assert.deepEqual([await ask(port), await ask(port), await ask(port)], ["filtered", "first", "second"]);
    const later = createPort(model, recorder("cache", scriptedTransport([]), tape).transport);
    assert.deepEqual([await ask(later), await ask(later)], ["first", "second"]);
    await assert.rejects(ask(later), /has none/);
  });
});

it("[M67] live keeps nothing; only a replay can do without a transport", async () => {
  const model = modelOf({ provider: "compatible", id: "m", url: "http://127.0.0.1:1" });
  const tape = memoryTape();
  const port = createPort(model, recorder("live", scriptedTransport([GOOD]), tape).transport);
  assert.ok((await port.generateTurn(conversation(), turn("x"))).ok);
  assert.deepEqual([tape.takes().length, tape.texts().size], [0, 0]);
  assert.deepEqual(
    MODES.filter((mode) => mode !== "replay"),
    ["live", "record", "cache"],
  );
  for (const mode of ["live", "record", "cache"] as const)
    assert.throws(() => recorder(mode, null, memoryTape()), /needs a transport/);
});

describe("transports without a model", () => {
  const model = modelOf({ provider: "compatible", id: "m", url: "http://127.0.0.1:1" });

  it("[M70] a script is a list, a generator or a function, and loud when it runs dry", async () => {
    function* lines() {
      yield GOOD;
    }
    const ask = (script: Parameters<typeof scriptedTransport>[0]) =>
      createPort(model, scriptedTransport(script, "bot"));
    for (const script of [[GOOD], lines(), () => GOOD]) {
      const port = ask(script);
      assert.ok((await port.generateTurn(conversation(), turn("x"))).ok);
    }
    const list = ask([GOOD]);
    await list.generateTurn(conversation(), turn("x"));
    await assert.rejects(
      list.generateTurn(conversation(), turn("x")),
      /script "bot" has 1 lines; call 2 of lane "judge"/,
    );
    await assert.rejects(ask([][Symbol.iterator]()).generateTurn(conversation(), turn("x")), /has ended/);
  });

  it("[M71] babbling is repeatable by its seed and depends on no other lane", async () => {
    const run = async (lanes: readonly string[]) => {
      const transport = babblingTransport("seed");
      const out: Record<string, string> = {};
      for (const lane of lanes) {
        const port = createPort(model, transport);
        out[lane] = JSON.stringify(await port.generateTurn(conversation(lane), turn("x", { lane })));
      }
      return out;
    };
    const ab = await run(["a", "b"]);
    const ba = await run(["b", "a"]);
    assert.deepEqual(ab, { a: ba["a"], b: ba["b"] });
  });

  it("[M72] babbling is right more often than not, and wrong often enough", async () => {
    const transport = babblingTransport("seed");
    let first = 0;
    let repaired = 0;
    for (let i = 0; i < 300; i++) {
      const result = await createPort(model, transport).generateTurn(
        conversation(),
        turn("x", { lane: `l${i}`, rules: () => [] }),
      );
      if (result.ok && result.attempts.length === 1) first++;
      if (result.ok && result.attempts.length > 1) repaired++;
    }
    assert.ok(first > 200 && repaired > 20, `${first} at once, ${repaired} repaired`);
  });
});
