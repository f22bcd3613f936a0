// Configuration: what is read, what is refused and where; keys found and hidden; models opened and probed.
import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { ModelSchema } from "../src/config/schema.ts";
import { collectorOf } from "../src/otlp.ts";
import {
  type Config,
  type Environment,
  findKey,
  memoryTape,
  modelForRole,
  type OnLearned,
  openModels,
  parseConfig,
  probe,
  writeRecording,
} from "./exports.ts";
import { conversation, fakeProvider, GOOD, GOOD_WIRE, KEY, turn } from "./rig.ts";

const fake = fakeProvider();
const directory = mkdtempSync(join(tmpdir(), "models-"));
after(() => rmSync(directory, { recursive: true }));

const configured = (value: unknown, environment: Environment = {}): Config => {
  const parsed = parseConfig(JSON.stringify(value, null, 2), environment);
  assert.ok(parsed.ok, JSON.stringify(parsed));
  return parsed.config;
};
const problemsOf = (text: string | null, environment: Environment = {}): string[] => {
  const parsed = parseConfig(text, environment);
  assert.ok(!parsed.ok, "it should not parse");
  return parsed.problems.map(({ where, message, hint }) => `${where} ${message} (${hint})`);
};

describe("reading a configuration", () => {
  it("[M80] leaves pictures, speech and vectors to models that are named for them", () => {
    const parsed = parseConfig(
      '{ "models": { "a": { "provider": "openai", "model": "x" }, "v": { "provider": "openai", "model": "tts", "voice": "verse" } }, "roles": { "*": "a", "speaker": "v" } }',
      {},
    );
    assert.ok(parsed.ok);
    const { config } = parsed;
    assert.deepEqual(
      ["player", "narrator", "anything", "painter", "embedder", "speaker"].map((role) => modelForRole(config, role)),
      ["a", "a", "a", null, null, "v"],
    );
    assert.deepEqual([config.models["a"]!.model.voice, config.models["v"]!.model.voice], [null, "verse"]);
  });

  it("[M80] gives named models, roles, budgets and prices", () => {
    const config = configured({
      models: {
        clever: { provider: "openai", model: "gpt-4.1-mini", concurrency: 2 },
        home: {
          provider: "compatible",
          model: "llama3.2",
          url: "http://127.0.0.1:11434/v1/",
          systemRole: false,
          extra: { keep_alive: "5m" },
        },
        odd: {
          provider: "google",
          model: "gemini-of-next-year",
          key: { file: "google.key" },
          price: { input: 1, output: 2 },
        },
      },
      roles: { narrator: "clever", "*": "home" },
      budget: { run: { money: 2.5 }, agent: { calls: 100 } },
      prices: { "llama3.2": { input: 0.1, output: 0.1 } },
    });
    const { clever, home, odd } = config.models;
    assert.equal(clever!.model.url, "https://api.openai.com/v1");
    assert.equal(clever!.model.concurrency, 2);
    assert.deepEqual(clever!.model.price, { input: 0.4, cached: 0.1, output: 1.6 });
    assert.deepEqual(clever!.key, { kind: "environment", name: "OPENAI_API_KEY" });
    assert.equal(home!.model.url, "http://127.0.0.1:11434/v1");
    assert.equal(home!.model.capabilities.system, "folded");
    assert.deepEqual(home!.model.price, { input: 0.1, output: 0.1 });
    assert.equal(home!.key, null);
    assert.deepEqual(odd!.key, { kind: "file", name: "google.key" });
    assert.deepEqual(odd!.model.price, { input: 1, output: 2 });
    assert.equal(modelForRole(config, "narrator"), "clever");
    assert.equal(modelForRole(config, "parser"), "home");
    assert.deepEqual(config.budget, { run: { money: 2.5 }, team: {}, agent: { calls: 100 } });
  });

  it("[M80] no file at all is a configuration without models; the environment may name one", () => {
    assert.deepEqual(parseConfig(null, {}), {
      ok: true,
      config: { models: {}, roles: {}, budget: { run: {}, team: {}, agent: {} } },
    });
    const parsed = parseConfig(null, { ORRERY_MODEL: "compatible:llama3.2:3b@http://127.0.0.1:11434/v1" });
    assert.ok(parsed.ok);
    assert.equal(parsed.config.models["default"]!.model.id, "llama3.2:3b");
    assert.deepEqual(
      parsed.config.models["default"]!.model.price,
      { input: 0, output: 0 },
      "a server on this machine is free",
    );
    assert.equal(modelForRole(parsed.config, "player"), "default");
  });

  it("[M80] a role can be set for one run by the environment", () => {
    const config = configured(
      { models: { a: { provider: "openai", model: "x" }, b: { provider: "openai", model: "y" } }, roles: { "*": "a" } },
      { ORRERY_ROLE_PROMPT_ENGINEER: "b" },
    );
    assert.equal(modelForRole(config, "prompt-engineer"), "b");
  });

  for (const [name, text, expected] of [
    [
      "a typo in a setting",
      '{\n  "models": {\n    "a": { "provider": "openai", "modle": "x" }\n  }\n}',
      [
        '3:34 models.a.modle: no such setting (did you mean "model"?)',
        '3:10 models.a.model: is missing: the provider\'s name of the model ("…")',
      ],
    ],
    ["a typo at the top", '{ "rolse": {} }', ['1:3 rolse: no such setting (did you mean "roles"?)']],
    [
      "a typo in a provider",
      '{ "models": { "a": { "provider": "opanai", "model": "x" } } }',
      ['1:34 models.a.provider: "opanai" is none (did you mean "openai"?)'],
    ],
    [
      "a server's name for a provider",
      '{ "models": { "a": { "provider": "ollama", "model": "x" } } }',
      [
        '1:34 models.a.provider: "ollama" is none (one of openai, anthropic, google, compatible; Ollama, LM Studio, llama.cpp, vLLM and all other servers are "compatible", with their "url": "http://127.0.0.1:11434/v1")',
      ],
    ],
    [
      "a role for a model that is not there",
      '{ "models": { "clever": { "provider": "openai", "model": "x" } },\n  "roles": { "player": "clevr" } }',
      ['2:24 roles.player: no model is called "clevr" (did you mean "clever"?)'],
    ],
    [
      "a typo in a role",
      '{ "models": { "a": { "provider": "openai", "model": "x" } },\n  "roles": { "narator": "a" } }',
      ['2:14 roles.narator: no such role (did you mean "narrator"?)'],
    ],
    [
      "a missing url",
      '{ "models": { "a": { "provider": "compatible", "model": "x" } } }',
      ['1:20 models.a.url: a compatible server needs its url (for instance "http://127.0.0.1:11434/v1")'],
    ],
    [
      "a url with a password",
      '{ "models": { "a": { "provider": "compatible", "model": "x", "url": "http://me:pw@host/v1" } } }',
      ['1:69 models.a.url: a URL carries no user, password or query here (name the key under "key")'],
    ],
    [
      "a number out of bounds",
      '{ "models": { "a": { "provider": "openai", "model": "x", "timeoutMs": "10s" } } }',
      ['1:71 models.a.timeoutMs: must be a whole number from 1 to 3600000 (not "10s")'],
    ],
    [
      "a negative budget",
      '{ "budget": { "run": { "calls": -1 } } }',
      ["1:33 budget.run.calls: must be a whole number from 0 to 1000000000 (not -1)"],
    ],
    [
      "half a price",
      '{ "prices": { "x": { "input": 1 } } }',
      ["1:20 prices.x.output: is missing: dollars for a million tokens (a number from 0 to 10000)"],
    ],
    ["a name twice", '{ "models": {},\n  "models": {} }', ["2:13 models: the key comes twice (remove one of them)"]],
    [
      "a mode that a provider does not have",
      '{ "models": { "a": { "provider": "openai", "model": "x", "structure": "tool" } } }',
      ['1:71 models.a.structure: openai has no "tool" (one of native)'],
    ],
    [
      "a price in words",
      '{ "prices": { "x": "cheap" } }',
      [
        '1:20 prices.x: a price is "free", or has input and output, in dollars for a million tokens ({ "input": 0.4, "cached": 0.1, "output": 1.6 })',
      ],
    ],
    [
      "a key in no known place",
      '{ "models": { "a": { "provider": "openai", "model": "x", "key": { "vault": "mine" } } } }',
      [
        '1:65 models.a.key: a key itself is never written here, only the one place where it is found (write { "env": "NAME_OF_A_VARIABLE" } or { "file": "path/to/key" })',
      ],
    ],
    [
      "an unknown preset",
      '{ "models": { "a": { "provider": "openai", "model": "x", "sampling": "wild" } } }',
      ["1:70 models.a.sampling: is the name of a preset, or samplers with their values (presets: exact, play, prose)"],
    ],
    [
      "samplers out of bounds, each of them",
      '{ "models": { "a": { "provider": "openai", "model": "x", "sampling": { "topP": 2, "topK": 0.5, "stop": "x" } } } }',
      [
        "1:80 models.a.sampling.topP: must be a number from 0 to 1 (not 2)",
        "1:91 models.a.sampling.topK: must be a whole number from 1 to 1000 (not 0.5)",
        '1:104 models.a.sampling.stop: is a list of up to four texts that end an answer (for instance ["\\n\\n"])',
      ],
    ],
    [
      "a model's name with a space",
      '{ "models": { "My Model": { "provider": "openai", "model": "x" } } }',
      [
        '1:15 models.My Model: a model\'s name is in lower case letters, digits, dots and hyphens (for instance "home" or "gpt-4.1-mini")',
      ],
    ],
    [
      "a switch that is a text",
      '{ "models": { "a": { "provider": "openai", "model": "x", "stream": "yes" } } }',
      ['1:68 models.a.stream: must be true or false (not "yes")'],
    ],
    ["a list", "[]", ['1:1 must be a JSON object (begin with { "models": { … } })']],
  ] as const)
    it(`[M81] ${name} is reported where it is`, () => {
      assert.deepEqual(
        problemsOf(text),
        expected.map((line) => `orrery.config.json:${line}`),
      );
    });

  it("[M81] reports all that is wrong, however much it is", () => {
    const models = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`m${i}`, { provider: "openai" }]));
    assert.equal(problemsOf(JSON.stringify({ models })).length, 20);
  });

  it("[M81] broken JSON is reported by line and column", () => {
    assert.match(problemsOf('{\n  "models": {\n    "a": 1,,\n  }\n}')[0]!, /^orrery\.config\.json:3:12 not JSON: /);
    assert.match(problemsOf('{ "models": {')[0]!, /^orrery\.config\.json:1:14 not JSON: /);
  });

  it("[M81] a variable that makes no sense is reported by its name", () => {
    assert.match(problemsOf(null, { ORRERY_MODEL: "gpt" })[0]!, /^ORRERY_MODEL "gpt" is not understood \(for instance/);
    assert.match(problemsOf(null, { ORRERY_MODEL: "opnai:x" })[0]!, /^ORRERY_MODEL .*"opnai" is none/);
    assert.match(problemsOf(null, { ORRERY_ROLE_PLAYER: "x" })[0]!, /^ORRERY_ROLE_PLAYER no model is called "x"/);
  });

  it("[M82] a key in the file is refused wherever it stands, without being repeated", () => {
    const secret = "sk-proj-abcdefghijklmnop1234";
    for (const text of [
      `{ "models": { "a": { "provider": "openai", "model": "x", "key": "${secret}" } } }`,
      `{ "models": { "a": { "provider": "openai", "model": "x", "apiKey": "${secret}" } } }`,
      `{ "models": { "a": { "provider": "compatible", "model": "x", "url": "http://h/v1", "extra": { "auth": "Bearer ${secret}" } } } }`,
      `{ "models": { "a": { "provider": "openai", "model": "x", "key": { "env": "${secret}" } } } }`,
    ]) {
      const problems = problemsOf(text);
      assert.ok(
        problems.some((line) => /looks like a key|never written here/.test(line)),
        problems.join("\n"),
      );
      assert.ok(!problems.join().includes(secret), problems.join("\n"));
    }
  });
});

describe("the guide", () => {
  const guide = readFileSync(join(import.meta.dirname, "../../docs/guides/models.md"), "utf8");

  it("[M80] shows configurations that are understood", () => {
    const blocks = [...guide.matchAll(/```json\n([\s\S]*?)```/g)].map((match) => match[1]!.trim());
    assert.ok(blocks.length >= 4);
    for (const block of blocks) {
      const models = block.startsWith('"key"')
        ? block.split("\n").map((key, i) => `"m${i}": { "provider": "openai", "model": "x", ${key} }`)
        : [block];
      const text = block.startsWith("{") ? block : `{ "models": { ${models.join(",")} } }`;
      const parsed = parseConfig(text, {});
      assert.ok(parsed.ok, `${text}\n${JSON.stringify(parsed)}`);
    }
  });

  it("[M80] names every setting of a model, and no other", () => {
    const table = guide.slice(guide.indexOf("| field"), guide.indexOf("## Providers"));
    const named = [...table.matchAll(/^\| ((?:`\w+`(?:, )?)+) +\|/gm)].flatMap((match) =>
      match[1]!.replaceAll("`", "").split(", "),
    );
    assert.deepEqual(named.sort(), Object.keys(ModelSchema.properties).sort());
  });
});

describe("keys", () => {
  it("[M83] come from the environment, or from a file that only its owner can read", () => {
    const file = join(directory, "a.key");
    writeFileSync(file, `${KEY}\n`, { mode: 0o600 });
    const fromFile = findKey({ kind: "file", name: "a.key" }, {}, directory);
    assert.ok(fromFile.ok && fromFile.key.reveal() === KEY);
    chmodSync(file, 0o640);
    const open = findKey({ kind: "file", name: "a.key" }, {}, directory);
    assert.ok(!open.ok && /others than its owner/.test(open.message) && open.hint === "chmod 600 a.key");
    const none = findKey({ kind: "file", name: "b.key" }, {}, directory);
    assert.ok(!none.ok && /cannot be read \(ENOENT\)/.test(none.message));
    const fromEnvironment = findKey({ kind: "environment", name: "A" }, { A: ` ${KEY} ` }, directory);
    assert.ok(fromEnvironment.ok && fromEnvironment.key.reveal() === KEY);
    const unset = findKey({ kind: "environment", name: "A" }, {}, directory);
    assert.ok(!unset.ok && unset.message === "A is not set");
  });
});

const four = () => ({
  models: {
    a: {
      provider: "openai",
      model: "gpt-4.1-mini",
      url: fake.url("openai"),
      key: { env: "KEY_A" },
      retry: { retries: 0 },
    },
    b: {
      provider: "anthropic",
      model: "claude-haiku-4-5",
      url: fake.url("anthropic"),
      key: { env: "KEY_B" },
      retry: { retries: 0 },
    },
    c: {
      provider: "google",
      model: "gemini-2.5-flash",
      url: fake.url("google"),
      key: { env: "KEY_A" },
      retry: { retries: 0 },
    },
    d: { provider: "compatible", model: "llama", url: fake.url("compatible"), stream: false },
  },
  roles: { player: "d", narrator: "a" },
});

describe("opening", () => {
  it("[M84] one recorder numbers the lanes across models, and a replay needs neither key nor server", async () => {
    fake.answerWith(({ family }) => ({ json: family === "openai" || family === "compatible" ? GOOD_WIRE : GOOD }));
    const config = configured(four());
    const tape = memoryTape();
    const environment = { KEY_A: KEY, KEY_B: KEY };
    const play = async (models: ReturnType<typeof openModels>) => {
      const out: unknown[] = [];
      for (const name of ["a", "b", "c", "d"])
        out.push(await models.port(name).generateTurn(conversation(), turn("x")));
      return JSON.stringify(out);
    };
    const live = openModels(config, { environment, directory, mode: "record", tape });
    const first = await play(live);
    assert.deepEqual(live.positions(), { judge: 4 });
    const asked = fake.seen.length;
    assert.equal(await play(openModels(config, { environment: {}, directory, mode: "replay", tape })), first);
    assert.equal(fake.seen.length, asked);
    for (const text of [first, writeRecording(tape)]) assert.ok(!text.includes(KEY));
    assert.equal(live.forRole("player")!.model.name, "d");
    assert.equal(live.forRole("judge"), null);
    assert.throws(() => live.port("nobody"), /no model is called "nobody"/);
  });

  it("[M84] goes on where a resumed run stands, and with what was learned before", async () => {
    fake.quirks = { noSchema: true };
    const config = configured(four());
    const tape = memoryTape();
    const learned: Record<string, Parameters<OnLearned>[1]> = {};
    const onLearned: OnLearned = ({ name }, capabilities) => {
      learned[name] = capabilities;
    };
    fake.answerWith(() => ({ json: GOOD }));
    const first = openModels(config, { environment: {}, directory, mode: "record", tape, onLearned });
    const one = await first.port("d").generateTurn(conversation(), turn("one"));
    await first.port("d").generateTurn(one.handle, turn("two"));
    assert.equal(learned["d"]!.structure, "json");
    const asked = fake.seen.length;
    const again = openModels(config, { environment: {}, directory, learned });
    await again.port("d").generateTurn(conversation(), turn("one"));
    assert.equal(fake.seen.length, asked + 1, "it does not begin at the top of the ladder");
    const resumed = openModels(config, { environment: {}, directory, mode: "replay", tape, from: { judge: 1 } });
    assert.ok((await resumed.port("d").generateTurn(one.handle, turn("two"))).ok);
    assert.deepEqual(resumed.positions(), { judge: 2 });
  });

  it("[M84] a missing key is the answer of its model, not the end of the run", async () => {
    const models = openModels(configured(four()), { environment: {}, directory });
    const result = await models.port("b").generateTurn(conversation(), turn("x"));
    assert.ok(!result.ok);
    assert.equal(result.reason, "key_missing");
  });

  it("[M43] waits less for a server than the platform does, which ends a request without headers after five minutes", () => {
    for (const { model } of Object.values(configured(four()).models)) assert.ok(model.timeoutMs < 300_000, model.name);
  });

  it("[M92] a tracer gets a span a call by the conventions, without a word of content", async () => {
    fake.answerWith(() => ({ json: GOOD_WIRE }));
    const spans: { name: string; attributes: Record<string, unknown>; ended: boolean }[] = [];
    const tracer = {
      startSpan: (name: string, options: { attributes?: Record<string, unknown> } = {}) => {
        const span = { name, attributes: { ...options.attributes }, ended: false };
        spans.push(span);
        return {
          setAttributes: (more: Record<string, unknown>) => Object.assign(span.attributes, more),
          setStatus: () => undefined,
          end: () => {
            span.ended = true;
          },
        };
      },
    };
    const models = openModels(configured(four()), { environment: { KEY_A: KEY }, directory, tracer });
    await models.port("a").generateTurn(conversation(), turn("a secret plan"));
    await models.port("b").generateTurn(conversation(), turn("a secret plan"));
    assert.deepEqual(
      spans.map(({ name, ended }) => [name, ended]),
      [
        ["chat gpt-4.1-mini", true],
        ["chat claude-haiku-4-5", true],
      ],
    );
    assert.equal(spans[0]!.attributes["gen_ai.usage.input_tokens"], 15);
    assert.equal(spans[1]!.attributes["error.type"], "key_missing");
    assert.doesNotMatch(JSON.stringify(spans), /secret plan|it is sound|You judge/);
  });

  it("[M92] a collector named in the environment gets the spans by OTLP, with content only where that is asked for", async () => {
    fake.answerWith(() => ({ json: GOOD_WIRE }));
    const got: { headers: http.IncomingHttpHeaders; url: string; body: string }[] = [];
    const server = http.createServer(async (request, response) => {
      let body = "";
      for await (const chunk of request) body += String(chunk);
      got.push({ headers: request.headers, url: request.url!, body });
      response.end("{}");
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const troubles: string[] = [];
    const traced = async (more: Record<string, string>) => {
      const environment = { KEY_A: KEY, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...more };
      const collector = collectorOf(environment, (message) => troubles.push(message))!;
      const models = openModels(configured(four()), { environment, directory, tracer: collector });
      await models.port("a").generateTurn(conversation(), turn("a secret plan"));
      await collector.flush();
    };
    assert.equal(collectorOf({}, assert.fail), null);
    await traced({ OTEL_EXPORTER_OTLP_HEADERS: "x-team=red%20one,x-two=2", OTEL_SERVICE_NAME: "game" });
    await traced({ OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: "true" });
    server.close();
    await traced({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:59998" });
    assert.deepEqual(
      got.map(({ url, headers }) => [url, headers["x-team"]]),
      [
        ["/v1/traces", "red one"],
        ["/v1/traces", undefined],
      ],
    );
    const [plain, full] = got.map(({ body }) => body) as [string, string];
    const [span] = JSON.parse(plain).resourceSpans[0].scopeSpans[0].spans;
    assert.deepEqual([span.name, span.kind], ["chat gpt-4.1-mini", 3]);
    assert.ok(BigInt(span.endTimeUnixNano) >= BigInt(span.startTimeUnixNano));
    const attribute = (key: string) => span.attributes.find((one: { key: string }) => one.key === key)?.value;
    assert.deepEqual(attribute("gen_ai.usage.input_tokens"), { intValue: "15" });
    assert.deepEqual(attribute("gen_ai.provider.name"), { stringValue: "openai" });
    assert.doesNotMatch(plain, /secret plan|it is sound|You judge/);
    assert.match(full, /gen_ai\.input\.messages[\s\S]*a secret plan/);
    assert.match(full, /gen_ai\.output\.messages[\s\S]*it is sound/);
    assert.ok(!`${plain}${full}`.includes(KEY));
    assert.equal(troubles.length, 1);
    assert.match(troubles[0]!, /Traces could not be delivered to http:\/\/127\.0\.0\.1:59998: /);
  });
});

describe("probing", () => {
  it("[M85] reports key, reachability, listing, one call, and what was learned", async () => {
    fake.answerWith(() => ({ json: { state: "ready" } }));
    fake.quirks = { noSystemRole: false, noSchema: false, models: ["gpt-4.1-mini", "claude-haiku-4-5", "llama"] };
    const reports = await probe(configured(four()), { environment: { KEY_A: KEY }, directory, call: true });
    assert.deepEqual(
      reports.map(({ name, key, reachable, listed, call, roles }) => [
        name,
        key?.from ?? null,
        key?.found ?? null,
        reachable,
        listed,
        call!.ok || call!.fault!.code,
        roles.join(),
      ]),
      [
        ["a", "KEY_A", true, true, true, true, "narrator"],
        ["b", "KEY_B", false, true, true, "key_missing", ""],
        ["c", "KEY_A", true, true, false, "model_unknown", ""],
        ["d", null, null, true, true, true, "player"],
      ],
    );
    assert.match(reports[1]!.key!.hint, /KEY_B is not set; export KEY_B=/);
    assert.ok(reports[0]!.call!.cost! > 0);
    assert.ok(!JSON.stringify(reports).includes(KEY));
  });

  it("[M85] shows capabilities learned by the call", async () => {
    fake.quirks = { noSchema: true, noSystemRole: true };
    fake.answerWith(() => ({ json: { state: "ready" } }));
    const [report] = await probe(configured(four()), { environment: {}, directory, call: true, only: ["d"] });
    assert.ok(report!.call!.ok);
    assert.equal(report!.capabilities.structure, "json");
    assert.equal(report!.capabilities.system, "folded");
    assert.equal(report!.capabilities.learned.length, 2);
  });

  it("[M85] a server that is down is not reachable, and nothing hangs", async () => {
    const config = configured({ models: { d: { provider: "compatible", model: "x", url: "http://127.0.0.1:9/v1" } } });
    const [report] = await probe(config, { environment: {}, directory, call: true });
    assert.equal(report!.reachable, false);
    assert.equal(report!.call!.fault!.code, "unreachable");
  });

  it("[M90] a key that does not fit appears nowhere in a report", async () => {
    fake.quirks = { key: "another" };
    const reports = await probe(configured(four()), { environment: { KEY_A: KEY, KEY_B: KEY }, directory, call: true });
    assert.deepEqual(
      reports.slice(0, 3).map(({ call }) => call!.fault!.code),
      ["key_refused", "key_refused", "key_refused"],
    );
    assert.ok(!JSON.stringify(reports).includes(KEY));
  });
});
