// Who may do what: the owner everything, a seat its own part of its own run, a stranger's page nothing.
import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { gunzipSync } from "node:zlib";
import { AddressRefused, listen, openApi, ROUTES } from "../src/index.ts";
import { CALLERS, type CallerKind, PERMISSIONS, VERDICTS } from "./permissions.ts";
import { type Fixture, openFixture, yes } from "./support.ts";

const TOKEN = "a-long-secret-of-the-owner";
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Bodies by operation that an owner's request would be carried out with; the others are refused for their shape, once the caller is let in. */
const BODIES: Readonly<Record<string, (n: number) => unknown>> = {
  "POST /api/login": () => ({ token: TOKEN }),
  "POST /api/runs": () => ({ world: "ballot" }),
  "POST /api/runs/{id}/turns": () => ({ as: "ben", actions: [yes("ben")] }),
  "POST /api/runs/{id}/branches": (n) => ({ name: `b${n}`, at: 0 }),
  "POST /api/runs/{id}/rollback": () => ({ to: 0 }),
  "POST /api/runs/{id}/god": () => ({ action: { type: "amend", metadata: { path: ["secret"], value: "x" } } }),
  "POST /api/runs/{id}/undo": () => ({ turn: "nothing" }),
  "POST /api/runs/{id}/seats": () => ({ actor: "ben" }),
  "POST /api/runs/{id}/seats/{seat}": () => ({ label: "Ben" }),
};
const QUERIES: Readonly<Record<string, string>> = {
  "GET /api/runs/{id}/diff": "?a=main&b=main",
  // A stream has no end: an owner gets as far as its unknown branch.
  "GET /api/runs/{id}/stream": "?branch=nowhere",
};

describe("with a token set", () => {
  let at: Fixture;
  let run: string;
  let other: string;
  let ben: string;
  let headers: Record<CallerKind, Record<string, string>>;
  before(async () => {
    at = await openFixture({ token: TOKEN });
    run = await at.start("ballot");
    other = await at.start("ballot");
    ben = await at.orrery.invite(run, "ben");
    const ended = async (terms: object) => {
      const token = await at.orrery.invite(run, "ben");
      await at.orrery.changeSeat(run, (await at.orrery.seatOf(token))!.id, terms);
      return token;
    };
    const session = await at.ask("POST", "/api/login", { token: TOKEN });
    const cookie = String(session.headers["set-cookie"]).split(";")[0]!;
    headers = {
      "the owner, by token": bearer(TOKEN),
      "the owner, by cookie": { cookie },
      "a seat, by token": bearer(ben),
      "a seat, by cookie": { cookie: `orrery_seat=${ben}` },
      "a seat of another run": bearer(await at.orrery.invite(other, "ben")),
      "a revoked seat": bearer(await ended({ revoked: true })),
      "an expired seat": bearer(await ended({ expiresAt: 1 })),
      "a forged seat": bearer(ben.slice(0, -3) + (ben.at(-3) === "A" ? "B" : "A") + ben.slice(-2)),
      "a wrong token": bearer(`${TOKEN}x`),
      "a password": { authorization: `Basic ${btoa(`owner:${TOKEN}`)}` },
      nobody: {},
      "a rebound name": { ...bearer(TOKEN), host: "evil.example" },
      "another site's page": { cookie, origin: "https://evil.example" },
    };
  });
  after(() => at.close());

  let sent = 0;
  const send = async (operation: string, sender: Record<string, string>, id = run): Promise<number> => {
    const [method, path] = operation.split(" ") as ["GET" | "POST", string];
    const url = path.replace("{id}", id).replaceAll(/\{\w+\}/g, "none") + (QUERIES[operation] ?? "");
    const body = BODIES[operation]?.(++sent);
    const payload = body === undefined ? {} : { payload: JSON.stringify(body) };
    const type = body === undefined ? {} : { "content-type": "application/json" };
    const response = await at.app.inject({ method, url, headers: { ...type, ...sender }, ...payload });
    assert.equal(response.headers["access-control-allow-origin"], undefined, operation);
    return response.statusCode;
  };

  it("every operation of the OpenAPI document is in the table of permissions, and no other", () => {
    const { paths } = openApi(ROUTES) as { paths: Record<string, Record<string, unknown>> };
    const served = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    assert.deepEqual(served.sort(), Object.keys(PERMISSIONS).sort());
  });

  for (const kind of CALLERS)
    it(`every operation is answered to ${kind} as the table says`, async () => {
      for (const [operation, who] of Object.entries(PERMISSIONS)) {
        const isPage = kind === "another site's page" && operation.startsWith("GET");
        // Without a run in its address it answers a seat with its own data.
        const isOwn = kind === "a seat of another run" && !operation.includes("{id}");
        const as = isPage ? "the owner, by cookie" : isOwn ? "a seat, by token" : kind;
        const status = await send(operation, headers[kind]);
        assert.equal(status === 401 || status === 403 ? status : "yes", VERDICTS[as][who], operation);
      }
    });

  it("a token that nobody gave out is refused", async () => {
    const otherThan = (text: string) => (text.at(-1) === "A" ? "B" : "A");
    const forged = (token: string) => token.slice(0, -3) + otherThan(token.slice(0, -2)) + token.slice(-2);
    for (const wrong of ["x", `${TOKEN}x`, forged(TOKEN), `${ben}x`, ben.slice(0, -1), forged(ben)])
      assert.equal(await send("GET /api/runs", bearer(wrong)), 401);
    assert.equal(await send("GET /api/runs", { authorization: `Basic ${TOKEN}` }), 401);
    assert.equal(await send("GET /api/runs/{id}", bearer(ben.replace(run, other)), other), 401);
  });

  it("logs in by the page, and out", async () => {
    assert.deepEqual((await at.ask("GET", "/api/session")).body, { role: "nobody", locked: true });
    assert.equal((await at.ask("POST", "/api/login", { token: "wrong" })).status, 401);
    const { headers } = await at.ask("POST", "/api/login", { token: TOKEN });
    const set = String(headers["set-cookie"]);
    assert.match(set, /; Path=\/; HttpOnly; SameSite=Strict/);
    assert.doesNotMatch(set, new RegExp(TOKEN));
    const cookie = set.split(";")[0]!;
    assert.equal(await send("GET /api/runs", { cookie }), 200);
    assert.deepEqual((await at.ask("GET", "/api/session", undefined, { cookie })).body, {
      role: "owner",
      locked: true,
    });
    assert.equal(await send("GET /api/runs", { cookie: `${cookie}x` }), 401);
    assert.match(String((await at.ask("POST", "/api/logout")).headers["set-cookie"]), /^orrery_owner=; .*Max-Age=0/);
  });

  it("forces a seat to its own eyes and words, by bearer and by cookie", async () => {
    const link = await at.app.inject({ method: "GET", url: `/seat/${ben}` });
    const cookie = String(link.headers["set-cookie"]).split(";")[0]!;
    for (const headers of [bearer(ben), { cookie }] as Record<string, string>[]) {
      const forced = await at.ask("GET", `/api/runs/${run}`, undefined, headers);
      assert.deepEqual(
        [forced.status, forced.body.as, forced.body.seat, forced.body.view.you],
        [200, "ben", true, "ben"],
      );
      assert.equal((await at.ask("GET", `/api/runs/${run}?as=ben`, undefined, headers)).status, 200);
      for (const path of ["?as=ann", "/turns?as=ann", "/stream?as=ann", "?at=0", "/turns?at=0"])
        assert.equal((await at.ask("GET", `/api/runs/${run}${path}`, undefined, headers)).status, 403, path);
      const asAnn = await at.ask("POST", `/api/runs/${run}/turns`, { as: "ann", actions: [yes("ann")] }, headers);
      assert.deepEqual([asAnn.status, asAnn.body.code], [403, "not_allowed"]);
      const forAnn = await at.ask("POST", `/api/runs/${run}/turns`, { actions: [yes("ann")] }, headers);
      assert.deepEqual([forAnn.status, forAnn.body.validation[0].reason], [201, "not_your_seat"]);
    }
  });

  it("keeps from a seat who else has yet to answer, and compares its heads by its own ids", async () => {
    const fresh = await at.start("ballot");
    const token = await at.orrery.invite(fresh, "ben");
    const { body } = await at.ask("GET", `/api/runs/${fresh}`, undefined, bearer(token));
    await at.orrery.submit(fresh, {
      as: "ann",
      actions: [{ actorId: "ann", type: "note", metadata: { text: "mine" } }],
    });
    const unread = await at.ask(
      "POST",
      `/api/runs/${fresh}/turns`,
      { text: "mumble", expectedHead: body.head.id },
      bearer(token),
    );
    assert.equal(unread.status, 201, "nothing that ben could notice has moved");
    const kept = await at.ask("POST", `/api/runs/${fresh}/turns`, { actions: [yes("ben")] }, bearer(token));
    assert.equal(kept.status, 202);
    assert.equal(kept.body.waitingFor, undefined);
    const stale = await at.ask(
      "POST",
      `/api/runs/${fresh}/turns`,
      { text: "mumble", expectedHead: body.head.id },
      bearer(token),
    );
    assert.equal(stale.status, 409);
    assert.equal(stale.body.head.hash, undefined);
    assert.equal(stale.body.head.turn, 1);
  });
});

describe("without a token", () => {
  let at: Fixture;
  before(async () => {
    at = await openFixture();
  });
  after(() => at.close());

  it("a caller on this machine is the owner, unless it took a seat or shows a wrong token", async () => {
    assert.deepEqual((await at.ask("GET", "/api/session")).body, { role: "owner", locked: false });
    assert.deepEqual((await at.ask("POST", "/api/login", { token: "any" })).body, { role: "owner", locked: false });
    assert.equal((await at.ask("GET", "/api/runs")).status, 200);
    assert.equal((await at.ask("GET", "/api/runs", undefined, bearer("guess"))).status, 401);
    const run = await at.start("ballot");
    const cookie = `orrery_seat=${await at.orrery.invite(run, "ben")}`;
    assert.equal((await at.ask("GET", `/api/runs/${run}`, undefined, { cookie })).body.as, "ben");
    assert.equal((await at.ask("GET", `/api/runs/${run}/verify`, undefined, { cookie })).status, 403);
  });

  it("answers to its own names only: a rebound name is refused", async () => {
    for (const host of ["127.0.0.1:4747", "localhost", "LOCALHOST:80", "[::1]:4747"])
      assert.equal((await at.ask("GET", "/api/health", undefined, { host })).status, 200, host);
    for (const host of ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:4747"])
      assert.equal((await at.ask("GET", "/api/runs", undefined, { host })).body.code, "bad_host", host);
    const named = await openFixture({ hosts: ["play.example"] });
    assert.equal((await named.ask("GET", "/api/health", undefined, { host: "play.example:4747" })).status, 200);
    await named.close();
  });

  it("takes no change from another site's page", async () => {
    const host = "127.0.0.1:4747";
    const post = (headers: Record<string, string>) =>
      at.ask("POST", "/api/runs", { world: "tictactoe" }, { host, ...headers });
    for (const origin of ["http://evil.example", "null", "http://127.0.0.1:9999", "not a url"])
      assert.equal((await post({ origin })).body.code, "bad_origin", origin);
    assert.equal((await post({ "sec-fetch-site": "cross-site" })).body.code, "bad_origin");
    assert.equal((await post({ origin: "http://127.0.0.1:4747" })).status, 201);
    assert.equal((await post({})).status, 201);
  });

  it("does not listen beyond this machine", async () => {
    await assert.rejects(listen({ orrery: at.orrery, host: "0.0.0.0", port: 0 }), /ORRERY_TOKEN/);
    await assert.rejects(listen({ orrery: at.orrery, host: "192.168.1.4", port: 0 }), /127\.0\.0\.1/);
    const server = await listen({ orrery: at.orrery, port: 0, pages: null });
    assert.match(server.url, /^http:\/\/127\.0\.0\.1:\d+$/);
    const port = Number(new URL(server.url).port);
    for (const [where, message] of [
      [{ port }, `Port ${port} is taken. Is Orrery already running? Choose another with --port.`],
      [{ host: "192.0.2.1", token: TOKEN }, "This machine has no address 192.0.2.1. Choose another with --host."],
    ] as const)
      await assert.rejects(
        listen({ orrery: at.orrery, port: 0, pages: null, ...where }),
        (error) => error instanceof AddressRefused && error.message === message,
      );
    await server.close();
    const open = await listen({ orrery: at.orrery, host: "0.0.0.0", port: 0, pages: null, token: TOKEN });
    assert.equal((await fetch(`${open.url}/api/runs`)).status, 401);
    await open.close();
  });
});

describe("the page", () => {
  it("is served with its security headers, and only what was built", async (t) => {
    const folder = await mkdtemp(join(tmpdir(), "orrery-pages-"));
    t.after(() => rm(folder, { recursive: true, force: true }));
    await mkdir(join(folder, "dist/assets"), { recursive: true });
    await writeFile(join(folder, "secret.txt"), "secret");
    await writeFile(join(folder, "dist/index.html"), "<!doctype html><title>Page</title>");
    await writeFile(join(folder, "dist/assets/app-1a2b.js"), `console.log(1);${" ".repeat(2000)}`);
    const at = await openFixture({ pages: join(folder, "dist") });
    for (const url of ["/", "/runs/r1", "/runs/r1?at=4"]) {
      const { statusCode, headers, body } = await at.app.inject({ url });
      assert.deepEqual([statusCode, body], [200, "<!doctype html><title>Page</title>"]);
      assert.match(
        String(headers["content-security-policy"]),
        /default-src 'none'; script-src 'self'.*frame-ancestors 'none'/,
      );
      assert.equal(headers["x-content-type-options"], "nosniff");
      assert.equal(headers["referrer-policy"], "no-referrer");
      assert.equal(headers["cache-control"], "no-cache");
    }
    const script = await at.app.inject({ url: "/assets/app-1a2b.js", headers: { "accept-encoding": "gzip" } });
    assert.match(String(script.headers["cache-control"]), /immutable/);
    assert.equal(script.headers["content-encoding"], "gzip");
    const smaller = await at.app.inject({ url: "/assets/app-1a2b.js", headers: { "accept-encoding": "gzip, br" } });
    assert.equal(smaller.headers["content-encoding"], "br");
    assert.ok(smaller.rawPayload.length < script.rawPayload.length);
    const whole = await at.app.inject({ url: "/assets/app-1a2b.js", headers: { "accept-encoding": "identity" } });
    assert.equal(whole.headers["content-encoding"], undefined);
    assert.match(whole.body, /^console\.log/);
    // Answers as well, once they are longer than a packet, and never to a caller that could not read them.
    const read = (accepts: string) => at.app.inject({ url: "/api/worlds", headers: { "accept-encoding": accepts } });
    const [squeezed, plain] = [await read("gzip"), await read("identity")];
    assert.equal(squeezed.headers["content-encoding"], "gzip");
    assert.equal(squeezed.headers["vary"], "accept-encoding");
    assert.equal(plain.headers["content-encoding"], undefined);
    assert.equal(gunzipSync(squeezed.rawPayload).toString(), plain.body);
    for (const url of [
      "/../secret.txt",
      "/%2e%2e/secret.txt",
      "/assets/../../secret.txt",
      "/assets/..%2f..%2fsecret.txt",
      "/secret.txt",
      "/assets/",
      "/api",
      "/anything",
    ])
      assert.equal((await at.app.inject({ url })).statusCode, 404, url);
    await at.close();
    const unbuilt = await openFixture({ pages: join(folder, "nowhere") });
    assert.match((await unbuilt.app.inject({ url: "/" })).body, /npm start/);
    await unbuilt.close();
  });

  it("is what a browser gets for an invitation that opens nothing, with its status", async (t) => {
    const folder = await mkdtemp(join(tmpdir(), "orrery-pages-"));
    t.after(() => rm(folder, { recursive: true, force: true }));
    await writeFile(join(folder, "index.html"), "<!doctype html><title>Page</title>");
    const at = await openFixture({ pages: folder });
    const run = await at.start("tictactoe");
    const expired = await at.orrery.invite(run, "x", { expiresAt: Date.now() - 1 });
    for (const [token, status] of [
      [expired, 401],
      ["none.of.ours", 404],
    ] as const) {
      const page = await at.app.inject({ url: `/seat/${token}`, headers: { accept: "text/html,*/*;q=0.8" } });
      assert.deepEqual([page.statusCode, page.headers["content-type"]], [status, "text/html; charset=utf-8"], token);
      assert.equal(page.headers["set-cookie"], undefined);
      const problem = await at.app.inject({ url: `/seat/${token}` });
      assert.equal(problem.statusCode, status);
      assert.match(String(problem.headers["content-type"]), /^application\/problem\+json/);
    }
    await at.close();
  });
});
