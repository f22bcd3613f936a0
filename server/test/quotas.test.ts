// A guest that floods is told 429 and when to come back; what is too deep or too long is a 400; nobody else is held up.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { listen } from "../src/index.ts";
import { Meter } from "../src/quotas.ts";
import { type Fixture, openFixture, until, yes } from "./support.ts";

it("a bucket fills again with time, gives no more than it holds, and takes nothing when it refuses", () => {
  let now = 0;
  const meter = new Meter({ requests: { burst: 3, perSecond: 2 } }, () => now);
  const taken = (count: number) => {
    try {
      meter.take("requests", "ada", count);
      return true;
    } catch (error) {
      assert.equal((error as { status: number }).status, 429);
      return false;
    }
  };
  assert.deepEqual([taken(2), taken(2), taken(1), taken(1)], [true, false, true, false]);
  now = 500;
  assert.deepEqual([taken(1), taken(1)], [true, false]);
  now = 60_000;
  assert.deepEqual([taken(100), taken(1)], [true, false], "more than it holds is taken from a full one alone");
  assert.doesNotThrow(() => meter.take("requests", "ben"), "each has its own");
});

it("forgets the bucket that was longest out of use, and none that empties", () => {
  const meter = new Meter({ requests: { burst: 2, perSecond: 0 } }, () => 0);
  const crowd = (from: number, to: number) => {
    for (let i = from; i < to; i++) meter.take("requests", `seat ${i}`);
  };
  meter.take("requests", "ada");
  crowd(0, 9_000);
  meter.take("requests", "ada");
  crowd(9_000, 10_500);
  assert.throws(() => meter.take("requests", "ada"), /Too many requests/);
  assert.doesNotThrow(() => meter.take("requests", "seat 0", 2), "so that they stay few");
});

describe("a seat that floods", () => {
  let at: Fixture;
  let run: string;
  let seat: { authorization: string };
  before(async () => {
    at = await openFixture({
      token: "the-owner",
      quotas: {
        requests: { burst: 20, perSecond: 0.01 },
        actions: { burst: 5, perSecond: 0.01 },
        logins: { burst: 3, perSecond: 0.01 },
        streams: 2,
      },
    });
    run = await at.start("ballot");
    seat = { authorization: `Bearer ${await at.orrery.invite(run, "ben")}` };
  });
  after(() => at.close());
  const owner = { authorization: "Bearer the-owner" };

  it("is refused in actions, then in requests, with the time to wait, while others go on", async () => {
    const many = { actions: Array.from({ length: 5 }, () => yes("ben")) };
    const turns = (body: object) => at.ask("POST", `/api/runs/${run}/turns`, body, seat);
    assert.equal((await turns(many)).status, 202);
    const refused = await turns({ actions: [yes("ben")] });
    assert.deepEqual([refused.status, refused.body.code], [429, "too_many"]);
    assert.ok(Number(refused.headers["retry-after"]) >= 1);
    assert.equal((await at.ask("GET", `/api/runs/${run}/turns`, undefined, owner)).body.length, 0, "nothing was done");
    const statuses = new Set<number>();
    for (let i = 0; i < 30; i++) statuses.add((await at.ask("GET", `/api/runs/${run}`, undefined, seat)).status);
    assert.deepEqual([...statuses].sort(), [200, 429]);
    assert.equal((await at.ask("GET", `/api/runs/${run}`, undefined, owner)).status, 200);
    const other = { authorization: `Bearer ${await at.orrery.invite(run, "ann")}` };
    assert.equal((await at.ask("GET", `/api/runs/${run}`, undefined, other)).status, 200);
  });

  it("holds only so many streams, one after another or all at once, and may open another when one ends", async (t) => {
    const server = await listen({ orrery: at.orrery, port: 0, pages: null, token: "the-owner" });
    const stop = new AbortController();
    t.after(async () => {
      stop.abort();
      await server.close();
    });
    const follow = async (headers: Record<string, string>, ends = new AbortController()) => {
      const signal = AbortSignal.any([stop.signal, ends.signal]);
      const { status } = await fetch(`${server.url}/api/runs/${run}/stream`, { headers, signal });
      return { status, ends };
    };
    const refusals = (opened: readonly { status: number }[]) => opened.filter(({ status }) => status === 429).length;
    const one = { authorization: `Bearer ${await at.orrery.invite(run, "ann")}` };
    const opened = [];
    for (let i = 0; i < 18; i++) opened.push(await follow(one));
    assert.deepEqual([refusals(opened.slice(0, 16)), refusals(opened.slice(16))], [0, 2]);
    opened[0]!.ends.abort();
    await until(async () => (await follow(one)).status === 200, "an ended stream makes room");
    const other = { authorization: `Bearer ${await at.orrery.invite(run, "ann")}` };
    assert.equal(refusals(await Promise.all(Array.from({ length: 18 }, () => follow(other)))), 2);
  });

  it("sends only so many bytes, as JSON and as files", async (t) => {
    const own = await openFixture({ token: "the-owner", quotas: { bytes: { burst: 100_000, perSecond: 0.01 } } });
    t.after(() => own.close());
    const id = await own.start("ballot");
    const json = { "content-type": "application/json" };
    for (const [path, type, body] of [
      ["turns", json, JSON.stringify({ text: "x".repeat(60_000) })],
      ["artifacts", { "content-type": "text/plain" }, "x".repeat(60_000)],
    ] as const) {
      const headers = { ...type, authorization: `Bearer ${await own.orrery.invite(id, "ben")}` };
      const post = () => own.app.inject({ method: "POST", url: `/api/runs/${id}/${path}`, headers, payload: body });
      assert.notEqual((await post()).statusCode, 429, path);
      const refused = await post();
      assert.equal(refused.statusCode, 429, path);
      assert.match(refused.json().detail, /^Too many bytes /);
      assert.equal((await own.ask("GET", `/api/runs/${id}`, undefined, headers)).status, 200, "and may go on looking");
    }
  });

  it("guesses at the owner's token only so often", async () => {
    const login = (token: string) => at.ask("POST", "/api/login", { token });
    assert.deepEqual(
      [(await login("a")).status, (await login("b")).status, (await login("c")).status],
      [401, 401, 401],
    );
    assert.equal((await login("the-owner")).status, 429);
  });

  it("is told 400 for what is too deep or too long, and no model is called by a GET", async () => {
    const send = (payload: string) =>
      at.app.inject({
        method: "POST",
        url: `/api/runs/${run}/turns`,
        headers: { ...owner, "content-type": "application/json" },
        payload,
      });
    const deep = `${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`;
    for (const payload of [
      `{"actions":[${"[".repeat(100_000)}${"]".repeat(100_000)}]}`,
      `{"actions":[${deep}]}`,
      JSON.stringify({ actions: Array.from({ length: 100_000 }, () => null) }),
    ])
      assert.equal((await send(payload)).statusCode, 400, payload.slice(0, 40));
    assert.equal((await at.ask("GET", "/api/models?check=1", undefined, owner)).status, 400);
  });

  it("a text of ten thousand wrong lines gets a hundred problems, away from the requests of others", async () => {
    const text = Array.from({ length: 10_000 }, (_, i) => `k${i}: 1`).join("\n");
    let ticks = 0;
    const timer = setInterval(() => ticks++, 5);
    const { body } = await at.ask("POST", "/api/worlds/check", { text }, owner);
    clearInterval(timer);
    assert.equal(body.problems.length, 100);
    assert.ok(ticks > 5, `${ticks} moments for others`);
  });
});
