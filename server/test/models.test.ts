// Models and agents over HTTP: started and stopped by the owner alone, told of as they work, every call laid open without a key.
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { babble, FakeProvider, type Seen } from "@orrery/models/testing";
import { type OrreryOptions, readModelSetup } from "@orrery/runtime";
import { parseConfig } from "../../models/src/config/parse.ts";
import { type Fixture, openFixture, place, until } from "./support.ts";

const KEY = "planted+9f8e7d6c5b4a/3f2e1d";

const factsIn = ({ messages }: Seen): string =>
  /<<<FACTS\n([\s\S]*?)\nFACTS>>>/.exec(messages.map(({ text }) => text).join("\n"))![1]!;

/** A server with one model at a fake provider. */
async function openAt(
  fake: FakeProvider,
  more: Partial<OrreryOptions> = {},
  onNotice?: (words: string) => void,
): Promise<Fixture> {
  const config = {
    models: {
      clever: { provider: "openai", model: "gpt-4.1-mini", url: fake.url("openai"), key: { env: "TEST_KEY" } },
    },
    roles: { player: "clever" },
  };
  const environment = { TEST_KEY: KEY };
  const parsed = parseConfig(JSON.stringify(config), environment);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const models = () => ({ config: parsed.config, environment, directory: "." });
  return openFixture({ agents: "*=bot:first", onNotice }, { models, ...more });
}

describe("the bill, faults of seats, and what is found on this machine", () => {
  const fake = new FakeProvider();
  let at: Fixture;
  before(async () => {
    await fake.start();
    at = await openAt(fake);
    fake.answerWith((seen, n) => ({ json: babble(seen.schema, String(n)) }));
  });
  after(async () => {
    await at.close();
    await fake.stop();
  });

  it("sums every call once, by model, day and run, as the calls themselves cost", async () => {
    assert.deepEqual((await at.ask("GET", "/api/bill")).body.total.calls, 0);
    const runs = [await at.start(), await at.start()];
    for (const run of runs) {
      await at.ask("POST", `/api/runs/${run}/agents`, { agents: "*=model:clever" });
      await until(async () => {
        const [sitting] = (await at.ask("GET", `/api/runs/${run}/agents`)).body;
        return ["ended", "stopped"].includes(sitting?.state);
      }, "the agents stop");
    }
    const { body: all } = await at.ask("GET", "/api/bill");
    const calls: { usage: { input: number }; cost: number }[] = [];
    for (const run of runs) calls.push(...(await at.ask("GET", `/api/runs/${run}/calls`)).body);
    assert.ok(calls.length >= 6, `${calls.length}`);
    const money = calls.reduce((sum, { cost }) => sum + cost, 0);
    assert.ok(money > 0);
    for (const part of [[all.total], all.models, all.days, all.runs] as {
      calls: number;
      money: number;
      usage: { input: number };
    }[][]) {
      assert.equal(
        part.reduce((sum, one) => sum + one.calls, 0),
        calls.length,
      );
      assert.ok(Math.abs(part.reduce((sum, one) => sum + one.money, 0) - money) < 1e-9);
      assert.equal(
        part.reduce((sum, one) => sum + one.usage.input, 0),
        calls.reduce((sum, one) => sum + one.usage.input, 0),
      );
    }
    assert.deepEqual(all.runs.map(({ of }: { of: string }) => of).sort(), [...runs].sort());
    assert.match(all.days[0].of, /^\d{4}-\d\d-\d\d$/);
    const { body: one } = await at.ask("GET", `/api/bill?run=${runs[0]}`);
    assert.deepEqual(one.total.calls, all.runs.find(({ of }: { of: string }) => of === runs[0]).calls);
    assert.equal((await at.ask("GET", "/api/bill?run=none")).status, 404);
  });

  it("lets a bot move where a model refuses its key, and stops where nothing is said of faults", async () => {
    const broken = new FakeProvider({ answer: () => ({ status: 401, error: { message: "no" } }) });
    await broken.start();
    const other = await openAt(broken);
    try {
      for (const [onFault, state] of [
        [{}, "stopped"],
        [{ onFault: "bot" }, "ended"],
      ] as const) {
        const run = await other.start();
        const begun = await other.ask("POST", `/api/runs/${run}/agents`, { agents: "*=model:clever", ...onFault });
        assert.equal(begun.status, 202);
        let now = "";
        await until(async () => {
          now = (await other.ask("GET", `/api/runs/${run}/agents`)).body[0]?.state;
          return now !== "playing";
        }, "the agents come to rest");
        assert.equal(now, state);
      }
    } finally {
      await other.close();
      await broken.stop();
    }
  });

  it("finds models at addresses of this machine, and asks no other", async () => {
    const { origin } = new URL(fake.url("compatible"));
    const root = `${origin}/compatible`;
    const { body } = await at.ask("POST", "/api/models/discover", { urls: [`${root}/v1`] });
    assert.ok(body.length > 0, JSON.stringify(body));
    assert.equal(body[0].url, `${root}/v1`);
    for (const url of ["http://models.example:8080", "file:///etc/passwd", "https://127.0.0.1:1"]) {
      const refused = await at.ask("POST", "/api/models/discover", { urls: [url] });
      assert.deepEqual([refused.status, refused.body.code], [400, "bad_address"], url);
    }
  });
});

describe("agents at work", () => {
  const fake = new FakeProvider();
  let at: Fixture;
  /** The sitting, once it is in one of these states. */
  const comesTo = async (run: string, ...states: readonly string[]) => {
    // biome-ignore lint/suspicious/noExplicitAny: any body sent, compared with the expected one
    let sitting: any;
    await until(async () => {
      [sitting] = (await at.ask("GET", `/api/runs/${run}/agents`)).body;
      return states.includes(sitting?.state);
    }, states.join(" or "));
    return sitting;
  };
  before(async () => {
    await fake.start();
    at = await openAt(fake);
    fake.answerWith((seen, n) => ({ json: babble(seen.schema, String(n)), delayMs: 5 }));
  });
  after(async () => {
    await at.close();
    await fake.stop();
  });

  it("a model plays against a person to the end, and each call can be read", async () => {
    const run = await at.start();
    const forecast = await at.ask("GET", `/api/runs/${run}/agents/forecast?agents=x%3Dmodel:clever`);
    const foretold = forecast.body;
    assert.ok(foretold.ended && foretold.calls >= 3 && foretold.calls <= 5, `${foretold.calls}`);
    const begun = await at.ask("POST", `/api/runs/${run}/agents`, {
      agents: "o=model:clever,x=person",
      budget: { calls: 50 },
    });
    assert.equal(begun.status, 202);
    assert.equal((await at.ask("POST", `/api/runs/${run}/agents`, {})).status, 403);
    while ((await comesTo(run, "waiting", "ended")).state === "waiting") {
      const { legal } = (await at.ask("GET", `/api/runs/${run}?as=x`)).body;
      // It may not have heard yet of what was done last.
      if (legal.length === 0) await new Promise((resolve) => setImmediate(resolve));
      else await at.ask("POST", `/api/runs/${run}/turns`, { actions: [place("x", legal[0].metadata.cell)] });
    }
    const ended = await comesTo(run, "ended");
    assert.ok(ended.spending[0].calls >= 2);
    const { body: calls } = await at.ask("GET", `/api/runs/${run}/calls`);
    assert.equal(calls.length, ended.spending[0].calls);
    assert.match(calls[0].prompt, /What you can see now/);
    assert.equal((await at.ask("GET", `/api/runs/${run}/calls?turn=2`)).body.length, 1);
    assert.ok(!JSON.stringify(calls).includes(KEY));
    const recording = await at.app.inject({ url: `/api/runs/${run}/recording`, headers: { host: "localhost" } });
    assert.match(recording.body, /^{"format":"orrery-recording"/);
  });

  it("is called off, and the run goes on", async () => {
    const run = await at.start();
    fake.answerWith(() => ({ hang: true }));
    const asked = fake.seen.length;
    await at.ask("POST", `/api/runs/${run}/agents`, { agents: "*=model:clever" });
    await fake.got(asked + 1);
    const [{ working }] = (await at.ask("GET", `/api/runs/${run}/agents`)).body;
    assert.deepEqual([working[0].actor, working[0].model], ["x", "clever"]);
    const stopped = await at.ask("POST", `/api/runs/${run}/agents/stop`, {});
    assert.deepEqual([stopped.status, stopped.body.state], [200, "stopped"]);
    assert.equal((await at.ask("POST", `/api/runs/${run}/agents`, {})).status, 202);
    await comesTo(run, "ended");
    assert.equal((await at.ask("POST", `/api/runs/r0/agents/stop`, {})).status, 404);
  });

  it("tells those who watch with the owner's eyes, and nobody else", async () => {
    fake.answerWith((seen, n) => ({ json: babble(seen.schema, String(n)), delayMs: 20 }));
    const run = await at.start();
    await at.app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = at.app.server.address() as { port: number };
    const stop = new AbortController();
    const heard = async (query: string) => {
      const response = await fetch(`http://127.0.0.1:${port}/api/runs/${run}/stream${query}`, { signal: stop.signal });
      let text = "";
      const done = (async () => {
        for await (const chunk of response.body!) text += Buffer.from(chunk).toString();
      })().catch(() => {});
      return { text: () => text, done };
    };
    const [owner, seat] = [await heard(""), await heard("?as=o")];
    await at.ask("POST", `/api/runs/${run}/agents`, { agents: "*=model:clever" });
    await comesTo(run, "ended");
    const working = /event: agents\ndata: {[^\n]*"working":\[{"actor":"x","model":"clever"/;
    await until(() => working.test(owner.text()), "the owner is told who is at work");
    await until(() => /event: turn/.test(seat.text()), "the seat is told of a turn");
    stop.abort();
    await Promise.all([owner.done, seat.done]);
    assert.doesNotMatch(seat.text(), /event: agents/);
  });

  it("what cannot be is refused before anything begins", async () => {
    const run = await at.start();
    for (const [body, status] of [
      [{ agents: "x=model:nobody" }, 400],
      [{ agents: "x=bot:nobody" }, 400],
      [{ agents: "q=person" }, 400],
      [{ agents: "x" }, 400],
      [{ budget: { calls: -1 } }, 400],
    ] as const)
      assert.equal((await at.ask("POST", `/api/runs/${run}/agents`, body)).status, status, JSON.stringify(body));
    assert.deepEqual((await at.ask("GET", `/api/runs/${run}/agents`)).body, []);
  });

  it("begin with the run: judged before it is there, and at work when it is", async () => {
    const runs = async () => ((await at.ask("GET", "/api/runs")).body as unknown[]).length;
    const before = await runs();
    for (const [body, status, reason, said] of [
      [{ agents: "x=model:nobody" }, 400, "bad_agents", /No model is called "nobody"/],
      [{ agents: "x=bot:nobody" }, 400, "bad_agents", /No bot is called "nobody"/],
      [{ agents: "q=person" }, 400, "bad_agents", /Nobody is called "q"/],
      [{ agents: "x" }, 400, "bad_agents", /names no seat/],
      [{ agents: "" }, 400, "bad_shape", /./],
      [{ budget: { calls: 5 } }, 400, "bad_agents", /say who plays/],
      [{ replay: { run: "r0" } }, 400, "bad_agents", /say who plays/],
      [{ agents: "*=bot:first", replay: { run: "r0" } }, 404, "unknown_run", /r0/],
      [{ agents: "*=bot:first", branch: "main" }, 400, "bad_shape", /./],
    ] as const) {
      const refused = await at.ask("POST", "/api/runs", { world: "tictactoe", ...body });
      assert.deepEqual([refused.status, refused.body.code], [status, reason], JSON.stringify(refused.body));
      assert.match(refused.body.detail, said);
    }
    assert.equal(await runs(), before, "nothing of it is there");
    const started = await at.ask("POST", "/api/runs", { world: "tictactoe", seed: "s", agents: "*=bot:first" });
    assert.equal(started.status, 201);
    assert.deepEqual([started.body.sitting.agents, started.body.sitting.branch], ["*=bot:first", "main"]);
    await comesTo(started.body.id, "ended");
    const alone = await at.ask("POST", "/api/runs", { world: "tictactoe" });
    assert.equal("sitting" in alone.body, false);
    assert.deepEqual((await at.ask("GET", `/api/runs/${alone.body.id}/agents`)).body, []);
  });

  it("lists the models without a key and without a call, and calls each when asked to", async () => {
    let calls = 0;
    fake.answerWith(() => {
      calls++;
      return { json: { state: "ready" } };
    });
    const listed = await at.ask("GET", "/api/models");
    assert.deepEqual([listed.status, listed.body[0].call, calls], [200, null, 0]);
    const { body } = await at.ask("POST", "/api/models/check");
    assert.deepEqual([body[0].call.ok, calls], [true, body.length]);
    assert.ok(!JSON.stringify([listed.body, body]).includes(KEY));
  });
});

it("tells a turn to its viewer and the owner, provisionally at first, each by its own name for the turn", async () => {
  const fake = await new FakeProvider().start();
  const at = await openAt(fake, { narrator: "model:clever" });
  await at.app.listen({ port: 0, host: "127.0.0.1" });
  const run = await at.start("house/cottage");
  const { port } = at.app.server.address() as { port: number };
  const stop = new AbortController();
  const heard = async (query: string) => {
    const response = await fetch(`http://127.0.0.1:${port}/api/runs/${run}/stream${query}`, { signal: stop.signal });
    const found: string[] = [];
    const done = (async () => {
      for await (const chunk of response.body!) found.push(Buffer.from(chunk).toString());
    })().catch(() => {});
    return { text: () => found.join(""), done };
  };
  const [owner, you, ada] = [await heard(""), await heard("?as=you"), await heard("?as=ada")];
  fake.answerWith((seen) => ({
    text: `${factsIn(seen)} You look about you, and the place looks back.`,
    delayMs: 10,
  }));
  const { body: line } = await at.ask("POST", `/api/runs/${run}/turns`, { text: "look" });
  await at.orrery.tellingsDone();
  const first = new RegExp(`event: telling\\ndata: {"id":"${line.id}"[^\\n]*"provisional":true`);
  await until(() => first.test(owner.text()), "the owner is told, provisionally");
  const last = /event: telling\ndata: [^\n]*the place looks back[^\n]*"provisional":false/;
  await until(() => last.test(you.text()), "its viewer is told");
  stop.abort();
  await Promise.all([owner.done, you.done, ada.done]);
  assert.ok(!you.text().includes(line.id));
  assert.doesNotMatch(ada.text(), /event: telling/);
  const { body } = await at.ask("GET", `/api/runs/${run}/tellings`);
  assert.deepEqual([body.length, body[0].id, body[0].viewer], [1, line.id, "you"]);
  assert.deepEqual((await at.ask("GET", `/api/runs/${run}/tellings?as=ada`)).body, []);
  await at.close();
  await fake.stop();
});

it("reads a telling aloud for the owner, once; its viewer hears it, and nobody else", async () => {
  const fake = await new FakeProvider().start();
  const at = await openAt(fake);
  const run = await at.start("house/cottage");
  await at.ask("POST", `/api/runs/${run}/turns`, { text: "look" });
  const path = `/api/runs/${run}/turns/1/speech`;
  const sound = Buffer.from("ID3\u0004 the front garden", "latin1");
  assert.equal((await at.ask("GET", path)).status, 404);
  fake.push({ status: 503, error: { message: "busy" } });
  fake.answerWith(() => ({ audio: sound.toString("base64") }));
  const { body: spoken } = await at.ask("POST", path, { speaker: "model:clever" });
  assert.deepEqual([spoken.trouble, spoken.viewer, spoken.audio.mediaType], [null, "you", "audio/mpeg"]);
  assert.deepEqual((await at.ask("POST", path, {})).body, spoken);
  assert.equal(fake.seen.length, 2);
  const headers = async (as: string) => ({ authorization: `Bearer ${await at.orrery.invite(run, as)}` });
  const get = async (as: string) => at.app.inject({ method: "GET", url: path, headers: await headers(as) });
  const heard = await get("you");
  assert.deepEqual(
    [heard.statusCode, heard.headers["content-type"], heard.rawPayload.equals(sound)],
    [200, "audio/mpeg", true],
  );
  assert.equal((await get("ada")).statusCode, 404);
  const asked = await at.app.inject({ method: "POST", url: path, headers: await headers("you"), payload: {} });
  assert.equal(asked.statusCode, 403);
  await at.close();
  await fake.stop();
});

it("tells a model's trouble and its end once: to the seat without model or server, to the owner in full, and to a late caller", async () => {
  const fake = await new FakeProvider().start();
  const notices: string[] = [];
  const at = await openAt(fake, { narrator: "model:clever" }, (words) => notices.push(words));
  await at.app.listen({ port: 0, host: "127.0.0.1" });
  const run = await at.start("house/cottage");
  const { port } = at.app.server.address() as { port: number };
  const stop = new AbortController();
  const heard = async (query: string) => {
    const response = await fetch(`http://127.0.0.1:${port}/api/runs/${run}/stream${query}`, { signal: stop.signal });
    const found: string[] = [];
    const done = (async () => {
      for await (const chunk of response.body!) found.push(Buffer.from(chunk).toString());
    })().catch(() => {});
    return { text: () => found.join(""), done };
  };
  const [owner, you, ada] = [await heard(""), await heard("?as=you"), await heard("?as=ada")];
  fake.answerWith(() => ({ status: 401, error: { message: "no" } }));
  for (const text of ["look", "look", "look"]) await at.ask("POST", `/api/runs/${run}/turns`, { text });
  await at.orrery.tellingsDone();
  await until(() => /"state":"failed"/.test(owner.text()) && /"state":"failed"/.test(you.text()), "both are told");
  const late = await heard("");
  await until(() => /"state":"failed"/.test(late.text()), "who comes late is told");
  // It rests for eight lines, and is then asked again.
  fake.answerWith((seen) => ({ text: factsIn(seen) }));
  for (let line = 0; line < 8; line++) await at.ask("POST", `/api/runs/${run}/turns`, { text: "look" });
  await at.orrery.tellingsDone();
  const [back, backForSeat] = [
    /"model":"clever","state":"recovered"/,
    /data: {"viewer":"you","role":"narrator","state":"recovered","text":null}/,
  ];
  await until(() => back.test(owner.text()) && backForSeat.test(you.text()), "both are told that it is back");
  await at.close();
  await fake.stop();
  stop.abort();
  await Promise.all([owner.done, you.done, ada.done, late.done]);
  assert.match(owner.text(), /"model":"clever"[^\n]*"detail":"The key of [^\n]* is refused at http/);
  assert.equal(owner.text().match(/"state":"failed"/g)?.length, 1);
  assert.match(
    you.text(),
    /event: model\ndata: {"viewer":"you","role":"narrator","state":"failed","text":"The narrator[^"]*"}/,
  );
  assert.doesNotMatch(ada.text(), /event: model/);
  assert.equal(notices.length, 1);
});

it("begins a run with a parser and a narrator of its own, and none that cannot be", async () => {
  const fake = new FakeProvider();
  await fake.start();
  const at = await openAt(fake);
  fake.answerWith(() => ({ text: "The place looks back at you." }));
  const begin = (body: object) => at.ask("POST", "/api/runs", { world: "house/cottage", ...body });
  const { body: begun, status } = await begin({ narrator: "model:clever", parser: "rules" });
  assert.equal(status, 201);
  await at.ask("POST", `/api/runs/${begun.id}/turns`, { text: "look" });
  await at.orrery.tellingsDone();
  const calls: { lane: string }[] = (await at.ask("GET", `/api/runs/${begun.id}/calls`)).body;
  assert.ok(calls.length > 0);
  assert.ok(
    calls.every(({ lane }) => lane.startsWith("narrator/")),
    JSON.stringify(calls),
  );
  const { body: refused } = await begin({ narrator: "model:nobody" });
  assert.deepEqual([refused.status, refused.code], [400, "bad_agents"]);
  assert.equal((await at.ask("GET", "/api/runs")).body.length, 1);
  await at.close();
  await fake.stop();
});

describe("models set up over HTTP", () => {
  const fake = new FakeProvider();
  let folder: string;
  let at: Fixture;
  const file = () => join(folder, "orrery.config.json");
  const written = async () => JSON.parse(await readFile(file(), "utf8"));
  before(async () => {
    await fake.start();
    folder = await mkdtemp(join(tmpdir(), "orrery-models-"));
    const environment = { HOME_API_KEY: KEY };
    at = await openFixture({}, { models: () => readModelSetup(folder, environment) });
  });
  after(async () => {
    await at.close();
    await fake.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it("writes a model into the file, which can be asked at once, and takes it out", async () => {
    assert.deepEqual((await at.ask("GET", "/api/models")).body, []);
    const added = await at.ask("POST", "/api/models", {
      provider: "compatible",
      model: "vendor/Small Model",
      url: fake.url("compatible"),
      key: { env: "HOME_API_KEY" },
      roles: ["*"],
    });
    assert.deepEqual([added.status, added.body], [200, { name: "small-model" }]);
    assert.deepEqual(await written(), {
      models: {
        "small-model": {
          provider: "compatible",
          model: "vendor/Small Model",
          url: fake.url("compatible"),
          key: { env: "HOME_API_KEY" },
        },
      },
      roles: { "*": "small-model" },
    });
    assert.equal((await readFile(file(), "utf8")).includes(KEY), false);
    const again = await at.ask("POST", "/api/models", { provider: "openai", model: "gpt-4.1-mini" });
    assert.equal(again.body.name, "gpt-4.1-mini");
    fake.answerWith(() => ({ json: { state: "ready" } }));
    const { body: checked } = await at.ask("POST", "/api/models/check", { only: ["small-model"] });
    assert.deepEqual(
      checked.map((one: { name: string; call: { ok: boolean } }) => [one.name, one.call.ok]),
      [["small-model", true]],
    );
    assert.equal((await at.ask("POST", "/api/models/check", { only: ["nobody"] })).status, 400);
    const removed = await at.ask("POST", "/api/models/small-model/remove");
    assert.deepEqual([removed.status, removed.body], [200, { name: "small-model" }]);
    assert.deepEqual(await written(), {
      models: { "gpt-4.1-mini": { provider: "openai", model: "gpt-4.1-mini" } },
      roles: {},
    });
    assert.equal((await at.ask("POST", "/api/models/small-model/remove")).status, 404);
  });

  it("refuses keys, names that are taken and what cannot be read again, and leaves the file as it was", async () => {
    const before = await readFile(file(), "utf8");
    const refuse = async (body: object, code: string, words: RegExp) => {
      const refused = await at.ask("POST", "/api/models", { provider: "compatible", model: "m", ...body });
      assert.ok([400, 409].includes(refused.status), `${refused.status}`);
      assert.equal(refused.body.code, code, refused.text);
      assert.match(refused.body.detail, words);
      assert.doesNotMatch(refused.text, /abcdefghijkl|0123456789abcdef/);
      assert.equal(await readFile(file(), "utf8"), before);
    };
    const url = "http://127.0.0.1:9/v1";
    for (const env of ["sk-abcdefghijklmnop", "0123456789abcdef0123456789abcdef", "AWS_SECRET_ACCESS_KEY", "PATH"])
      await refuse({ url, key: { env } }, "bad_key", /ends in _API_KEY/);
    await refuse({ url, model: "sk-abcdefghijklmnop" }, "bad_models", /looks like a key/);
    await refuse({ url: "http://me:pw@127.0.0.1/v1" }, "bad_models", /no user, password/);
    await refuse({}, "bad_models", /needs its url/);
    await refuse({ url, name: "Not A Name" }, "bad_models", /lower case/);
    await refuse({ url, name: "gpt-4.1-mini" }, "name_taken", /Choose another name/);
    await writeFile(file(), "{ broken");
    const broken = await at.ask("POST", "/api/models", { provider: "openai", model: "gpt-4.1" });
    assert.deepEqual([broken.status, broken.body.code], [409, "bad_models"]);
    assert.equal(await readFile(file(), "utf8"), "{ broken");
  });

  it("changes no file where the models come from elsewhere", async () => {
    const other = await openAt(fake);
    const refused = await other.ask("POST", "/api/models", { provider: "openai", model: "gpt-4.1" });
    assert.deepEqual([refused.status, refused.body.code], [409, "bad_models"]);
    assert.match(refused.body.detail, /do not come from a file/);
    await other.close();
  });
});
