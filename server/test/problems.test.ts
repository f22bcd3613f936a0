// For any bad request, the answer is a problem that says what to do, nothing internal, and nothing is recorded.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, before, describe, it } from "node:test";
import { Fault, openOrrery, StoreFault } from "@orrery/runtime";
import { openSqlite } from "@orrery/store";
import { listen } from "../src/index.ts";
import { type Answer, type Fixture, openFixture, place } from "./support.ts";

const mustBeProblem = ({ status, body, headers }: Answer, wanted: number, code: string) => {
  assert.equal(status, wanted, JSON.stringify(body));
  assert.match(String(headers["content-type"]), /^application\/problem\+json/);
  assert.deepEqual(
    Object.keys(body)
      .filter((key) => !["head", "problems"].includes(key))
      .sort(),
    ["code", "detail", "status", "title", "type"],
  );
  assert.equal(body.status, wanted);
  assert.equal(body.code, code);
  assert.match(body.detail, /^\S.*[.!?]$/s);
};

describe("a request that cannot be carried out", () => {
  let at: Fixture;
  let run: string;
  before(async () => {
    at = await openFixture();
    run = await at.start();
  });
  after(() => at.close());
  const raw = async (url: string, payload: string | Buffer, type: string | null): Promise<Answer> => {
    const response = await at.app.inject({
      method: "POST",
      url,
      payload,
      headers: type === null ? {} : { "content-type": type },
    });
    return { status: response.statusCode, body: response.json(), headers: response.headers, text: response.body };
  };
  const turns = async () => (await at.ask("GET", `/api/runs/${run}`)).body.head.turn;

  it("400: no JSON, or not said to be", async () => {
    const url = `/api/runs/${run}/turns`;
    mustBeProblem(await raw(url, "not json", "application/json"), 400, "not_json");
    mustBeProblem(await raw(url, '{"text":', "application/json"), 400, "not_json");
    mustBeProblem(await raw(url, '{"text":"centre"}', "text/plain"), 400, "not_json");
    mustBeProblem(await raw(url, "text=centre", "application/x-www-form-urlencoded"), 400, "not_json");
    mustBeProblem(await raw(url, '{"text":"centre"}', null), 400, "not_json");
    mustBeProblem(await raw(url, Buffer.from([0x7b, 0xff, 0x7d]), "application/json"), 400, "not_text");
    mustBeProblem(await raw(url, "", "application/json"), 400, "bad_shape");
    assert.equal(await turns(), 0);
  });

  it("400: not of the endpoint's shape", async () => {
    const bodies: readonly [string, unknown][] = [
      ["turns", {}],
      ["turns", []],
      ["turns", null],
      ["turns", "centre"],
      ["turns", { text: 4 }],
      ["turns", { text: "centre", actions: [] }],
      ["turns", { text: "centre", extra: 1 }],
      ["turns", { text: "centre", as: 4 }],
      ["turns", { text: "centre", branch: "" }],
      ["turns", { actions: place("x", 4) }],
      ["branches", { name: "b" }],
      ["branches", { name: "b", at: -1 }],
      ["branches", { name: "b", at: 0.5 }],
      ["branches", { name: "b", at: "0" }],
      ["branches", { name: "b", at: 0, dice: "loaded" }],
      ["rollback", { to: "0" }],
      ["rollback", {}],
      ["god", {}],
      ["undo", { turn: true }],
      ["undo", { turn: "1", asIfNever: "yes" }],
      ["seats", {}],
      ["reveal", { branch: 4 }],
    ];
    for (const [what, body] of bodies)
      mustBeProblem(await at.ask("POST", `/api/runs/${run}/${what}`, body), 400, "bad_shape");
    mustBeProblem(await at.ask("POST", "/api/runs", { world: 1 }), 400, "bad_shape");
    mustBeProblem(
      await raw(`/api/runs/${run}/turns`, '{"__proto__":{"text":"centre"}}', "application/json"),
      400,
      "bad_shape",
    );
    mustBeProblem(
      await raw(`/api/runs/${run}/turns`, '{"text":"centre","constructor":{}}', "application/json"),
      400,
      "bad_shape",
    );
    for (const query of ["from=x", "from=-1", "from=1e3", "from=", "from=1&from=2", "unknown=1", "as="])
      mustBeProblem(await at.ask("GET", `/api/runs/${run}/turns?${query}`), 400, "bad_shape");
    mustBeProblem(await at.ask("GET", `/api/runs/${run}/diff?a=main`), 400, "bad_shape");
    assert.equal(await turns(), 0);
  });

  it("400: names and worlds that cannot be", async () => {
    mustBeProblem(await at.ask("POST", `/api/runs/${run}/branches`, { name: "no/slash", at: 0 }), 400, "bad_name");
    mustBeProblem(await at.ask("GET", `/api/runs/${run}/diff?a=main@x&b=main`), 400, "bad_name");
    mustBeProblem(await at.ask("POST", "/api/runs", { world: "tictactoe", config: { size: 4 } }), 400, "bad_config");
    const proto = await raw("/api/runs", '{"world":"tictactoe","config":{"__proto__":{"a":1}}}', "application/json");
    mustBeProblem(proto, 400, "bad_config");
  });

  it("404: unknown world, run, branch, turn, actor, seat and path", async () => {
    mustBeProblem(await at.ask("POST", "/api/runs", { world: "chess" }), 404, "unknown_world");
    mustBeProblem(await at.ask("POST", "/api/runs", { world: "/etc/hostname.yaml" }), 404, "unknown_world");
    for (const path of [
      "",
      "/turns",
      "/branches",
      "/verify",
      "/export",
      "/stream",
      "/turns/1/why",
      "/diff?a=main&b=main",
      "/recall?as=x",
      "/knows?thing=x",
      "/why?of=x",
    ])
      mustBeProblem(await at.ask("GET", `/api/runs/nowhere${path}`), 404, "unknown_run");
    for (const [what, body] of [
      ["turns", { text: "x" }],
      ["branches", { name: "b", at: 0 }],
      ["rollback", { to: 0 }],
      ["god", { action: { type: "amend" } }],
      ["undo", { turn: "1" }],
      ["reveal", {}],
      ["seats", { actor: "x" }],
    ] as const)
      mustBeProblem(await at.ask("POST", `/api/runs/nowhere/${what}`, body), 404, "unknown_run");
    for (const path of [
      "?branch=gone",
      "/turns?branch=gone",
      "/stream?branch=gone",
      "/turns/1/why?branch=gone",
      "/diff?a=gone&b=main",
    ])
      mustBeProblem(await at.ask("GET", `/api/runs/${run}${path}`), 404, "unknown_branch");
    mustBeProblem(await at.ask("GET", `/api/runs/${run}?at=99`), 404, "unknown_turn");
    mustBeProblem(await at.ask("GET", `/api/runs/${run}/turns?at=99`), 404, "unknown_turn");
    mustBeProblem(await at.ask("GET", `/api/runs/${run}/turns/never/why`), 404, "unknown_turn");
    mustBeProblem(await at.ask("POST", `/api/runs/${run}/rollback`, { to: 99 }), 404, "unknown_turn");
    mustBeProblem(await at.ask("POST", `/api/runs/${run}/branches`, { name: "b", at: 99 }), 404, "unknown_turn");
    for (const path of ["?as=nobody", "/turns?as=nobody", "/stream?as=nobody", "?as=__proto__"])
      mustBeProblem(await at.ask("GET", `/api/runs/${run}${path}`), 404, "unknown_actor");
    mustBeProblem(
      await at.ask("POST", `/api/runs/${run}/turns`, { as: "nobody", text: "centre" }),
      404,
      "unknown_actor",
    );
    mustBeProblem(await at.ask("POST", `/api/runs/${run}/seats`, { actor: "nobody" }), 404, "unknown_actor");
    mustBeProblem(await at.ask("GET", "/seat/forged.token.here"), 404, "unknown_seat");
    mustBeProblem(await at.ask("GET", "/api/elsewhere"), 404, "not_found");
    mustBeProblem(await at.ask("GET", "/assets/gone.js"), 404, "not_found");
    mustBeProblem(await at.ask("GET", "/%E0%A4%A"), 400, "bad_request");
  });

  it("409: a name that is taken", async () => {
    await at.ask("POST", `/api/runs/${run}/branches`, { name: "taken", at: 0 });
    mustBeProblem(await at.ask("POST", `/api/runs/${run}/branches`, { name: "taken", at: 0 }), 409, "name_taken");
  });

  it("413: more than fits; a long text that fits is a turn", async () => {
    const url = `/api/runs/${run}/turns`;
    mustBeProblem(await at.ask("POST", url, { text: "a".repeat((1 << 20) + 1) }), 413, "too_large");
    mustBeProblem(await at.ask("POST", url, { text: "ä".repeat((1 << 19) + 1) }), 413, "too_large");
    mustBeProblem(await at.ask("POST", url, { text: "a".repeat(5 << 20) }), 413, "too_large");
    assert.equal(await turns(), 0);
    const long = await at.ask("POST", url, { text: "a".repeat(1 << 20) });
    assert.equal(long.status, 201);
    assert.deepEqual(long.body.actions, []);
    assert.equal(await turns(), 1);
    await at.ask("POST", `/api/runs/${run}/rollback`, { to: 0 });
  });

  it("is never moved by hostile words: surrogates are refused, control characters are just words", async () => {
    const url = `/api/runs/${run}/turns`;
    mustBeProblem(await raw(url, '{"text":"\\ud800"}', "application/json"), 400, "not_text");
    assert.equal(await turns(), 0);
    const control = await at.ask("POST", url, { text: "\u0000\u0007\u001b[31m\u202ecentre" });
    assert.equal(control.status, 201);
    assert.equal(control.body.rawText, "\u0000\u0007\u001b[31m\u202ecentre");
    await at.ask("POST", `/api/runs/${run}/rollback`, { to: 0 });
  });

  it("hands bad actions on, and they come back as recorded refusals", async () => {
    const url = `/api/runs/${run}/turns`;
    const hostile: unknown[] = [
      { ...place("x", 4), extra: true },
      { ...place("x", 4), metadata: { cell: "4" } },
      { ...place("x", 4), metadata: { cell: 4, more: 1 } },
      { ...place("x", 4), metadata: { cell: 1e99 } },
      { ...place("x", 4), type: "toString" },
      { ...place("x", 4), type: "__proto__" },
      { actorId: "x" },
      null,
      4,
      "place",
      [],
      [[]],
    ];
    let count = 0;
    for (const action of hostile) {
      const { status, body } = await at.ask("POST", url, { as: "x", actions: [action] });
      assert.equal(status, 201, JSON.stringify(action));
      assert.equal(body.validation[0].success, false);
      assert.ok(["invalid_action", "out_of_range"].includes(body.validation[0].reason), body.validation[0].reason);
      assert.deepEqual(body.events, []);
      assert.equal(await turns(), ++count);
    }
    for (const text of [
      '{"as":"x","actions":[{"actorId":"x","type":"place","metadata":{"__proto__":{"cell":4}}}]}',
      '{"as":"x","actions":[{"actorId":"x","type":"\\ud800"}]}',
    ]) {
      const { status, body } = await raw(url, text, "application/json");
      assert.equal(status, 201);
      assert.equal(body.validation[0].reason, "invalid_action");
    }
    const empty = await at.ask("POST", url, { as: "x", actions: [] });
    assert.equal(empty.status, 201);
  });

  it("400: a file that is no run; nothing is taken in", async () => {
    const before = (await at.ask("GET", "/api/runs")).body.length;
    for (const text of ["", "nonsense\n", "{}\n", "[1]\n"]) {
      const answer = await raw("/api/import", text, "application/x-ndjson");
      assert.equal(answer.status, 400, answer.text);
    }
    mustBeProblem(await raw("/api/import", Buffer.from([0xff, 0xfe, 0x0a]), "application/x-ndjson"), 400, "not_text");
    mustBeProblem(await raw("/api/import", "{}", "text/plain"), 400, "not_json");
    assert.equal((await at.ask("GET", "/api/runs")).body.length, before);
  });
});

describe("lines that carry no request", () => {
  /** Sends the bytes and gives all that comes back. */
  const raw = (port: number, bytes: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
      let heard = "";
      socket.setEncoding("utf8").on("data", (part) => {
        heard += part;
      });
      socket.on("error", reject).on("close", () => resolve(heard));
    });

  it("are told so by a problem, and closed", async (t) => {
    const { orrery, close } = await openFixture();
    t.after(close);
    const server = await listen({ orrery, port: 0, pages: null });
    t.after(() => server.close());
    const port = Number(new URL(server.url).port);
    for (const [bytes, status, code] of [
      ["NONSENSE\r\n\r\n", 400, "bad_request"],
      ["GET /api/runs HTTP/1.1\r\nhost: 127.0.0.1\r\nbad header\r\n\r\n", 400, "bad_request"],
      [`GET /api/runs HTTP/1.1\r\nhost: 127.0.0.1\r\nlong: ${"x".repeat(1 << 15)}\r\n\r\n`, 431, "too_large"],
    ] as const) {
      const [head, body] = (await raw(port, bytes)).split("\r\n\r\n");
      assert.match(head!, new RegExp(`^HTTP/1.1 ${status} `));
      assert.match(head!, /\r\ncontent-type: application\/problem\+json\r\n/);
      assert.match(head!, /\r\nconnection: close/);
      const problem = JSON.parse(body!);
      assert.deepEqual([problem.status, problem.code], [status, code]);
      assert.ok(problem.title && problem.detail);
    }
    assert.equal((await fetch(`${server.url}/api/health`)).status, 200);
  });
});

describe("faults that come from within", () => {
  const broken = async (error: unknown): Promise<{ answer: Answer; seen: unknown[] }> => {
    const seen: unknown[] = [];
    const good = await openFixture();
    const orrery = { ...good.orrery, runs: () => Promise.reject(error) };
    const at = await openFixture({ orrery, onBug: (bug) => seen.push(bug) });
    const answer = await at.ask("GET", "/api/runs");
    await at.close();
    return { answer, seen };
  };

  it("500 tells nothing of a bug, and the log hears all of it", async () => {
    const bug = new TypeError("secret path /home/somebody");
    const { answer, seen } = await broken(bug);
    mustBeProblem(answer, 500, "internal");
    assert.doesNotMatch(answer.text, /secret|somebody|TypeError|\.ts/);
    assert.deepEqual(seen, [bug]);
  });

  it("503 with Retry-After for a database that is locked", async () => {
    const { answer } = await broken(
      new StoreFault("locked", "The database is locked by another program. Close it, then try again."),
    );
    mustBeProblem(answer, 503, "locked");
    assert.equal(answer.headers["retry-after"], "1");
  });

  it("400 with every place where a world file is wrong", async () => {
    const problem = {
      line: 3,
      column: 5,
      path: ["rooms", "hall", 0],
      message: "a door to nowhere",
      hint: "name a room",
    };
    const { answer } = await broken(new Fault("bad_world", "The world file has 1 problem.", { problems: [problem] }));
    mustBeProblem(answer, 400, "bad_world");
    assert.deepEqual(answer.body.problems, [problem]);
  });

  it("503 for a file that another connection holds, and the turn is not half there", async (t) => {
    const folder = await mkdtemp(join(tmpdir(), "orrery-server-"));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const file = join(folder, "run.db");
    const orrery = await openOrrery({ store: await openSqlite(file, { busyMs: 50 }) });
    const at = await openFixture({ orrery });
    const run = await at.start();
    const other = new DatabaseSync(file);
    other.exec("BEGIN IMMEDIATE");
    const blocked = await at.ask("POST", `/api/runs/${run}/turns`, { text: "centre" });
    mustBeProblem(blocked, 503, "locked");
    other.exec("ROLLBACK");
    other.close();
    assert.equal((await at.ask("GET", `/api/runs/${run}`)).body.head.turn, 0);
    assert.equal((await at.ask("POST", `/api/runs/${run}/turns`, { text: "centre" })).status, 201);
    await at.close();
  });
});
