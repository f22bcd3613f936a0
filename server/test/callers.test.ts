// Who may do what: the owner everything, a seat its own part of its own run, a stranger's page nothing.
import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { gunzipSync } from "node:zlib";
import { listen, ROUTES } from "../src/index.ts";
import { PERMISSIONS } from "./permissions.ts";
import { type Fixture, openFixture, yes } from "./support.ts";

const TOKEN = "a-long-secret-of-the-owner";
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** A request that each route would carry out for a caller with permission. */
const BODIES: Readonly<Record<string, (n: number) => unknown>> = {
  login: () => ({ token: TOKEN }),
  startRun: () => ({ world: "ballot" }),
  submit: () => ({ as: "ben", actions: [yes("ben")] }),
  branch: (n) => ({ name: `b${n}`, at: 0 }),
  rollback: () => ({ to: 0 }),
  god: () => ({ action: { type: "amend", metadata: { path: ["secret"], value: "x" } } }),
  undo: () => ({ turn: "nothing" }),
  invite: () => ({ actor: "ben" }),
  changeSeat: () => ({ label: "Ben" }),
};

describe("with a token set", () => {
  let at: Fixture;
  let run: string;
  let other: string;
  let ben: string;
  before(async () => {
    at = await openFixture({ token: TOKEN });
    run = await at.start("ballot");
    other = await at.start("ballot");
    ben = await at.orrery.invite(run, "ben");
  });
  after(() => at.close());

  const send = async (name: string, headers: Record<string, string>, id = run) => {
    const route = ROUTES.find((one) => one.name === name)!;
    const query = name === "diff" ? "?a=main&b=main" : "";
    const url = route.path.replace("{id}", id).replace("{turn}", "0").replace("{seat}", "none") + query;
    const body = BODIES[name]?.(Math.floor(performance.now() * 1000));
    if (name === "follow" || name === "importRun")
      return (
        await at.app.inject({
          method: route.method,
          url: `${url}${name === "follow" ? "?branch=nowhere" : ""}`,
          headers,
        })
      ).statusCode;
    return (await at.ask(route.method, url, body, headers)).status;
  };
  const allowed = (status: number) => status !== 401 && status !== 403;

  it("every route is in the table of permissions, and as it is there", () => {
    assert.deepEqual(Object.fromEntries(ROUTES.map(({ name, who }) => [name, who])), PERMISSIONS);
  });

  it("every route, for the owner, the seat, the seat on another run, and nobody", async () => {
    for (const { name, path } of ROUTES) {
      const who = PERMISSIONS[name];
      assert.ok(allowed(await send(name, bearer(TOKEN))), `${name} by the owner`);
      const bySeat = await send(name, bearer(ben));
      if (who === "owner") assert.equal(bySeat, 403, `${name} by a seat`);
      else assert.ok(allowed(bySeat), `${name} by a seat`);
      if (who === "player" && path.includes("{id}"))
        assert.equal(await send(name, bearer(ben), other), 403, `${name} by a seat elsewhere`);
      const byNobody = await send(name, {});
      assert.equal(byNobody === 401, who !== "open", `${name} by nobody`);
    }
  });

  it("a token that nobody gave out is refused", async () => {
    const otherThan = (text: string) => (text.at(-1) === "A" ? "B" : "A");
    const forged = (token: string) => token.slice(0, -3) + otherThan(token.slice(0, -2)) + token.slice(-2);
    for (const wrong of ["x", `${TOKEN}x`, forged(TOKEN), `${ben}x`, ben.slice(0, -1), forged(ben)])
      assert.equal(await send("listRuns", bearer(wrong)), 401);
    assert.equal(await send("listRuns", { authorization: `Basic ${TOKEN}` }), 401);
    assert.equal(await send("showRun", bearer(ben.replace(run, other)), other), 401);
  });

  it("logs in by the page, and out", async () => {
    assert.deepEqual((await at.ask("GET", "/api/session")).body, { role: "nobody", locked: true });
    assert.equal((await at.ask("POST", "/api/login", { token: "wrong" })).status, 401);
    const { headers } = await at.ask("POST", "/api/login", { token: TOKEN });
    const set = String(headers["set-cookie"]);
    assert.match(set, /; Path=\/; HttpOnly; SameSite=Strict/);
    assert.doesNotMatch(set, new RegExp(TOKEN));
    const cookie = set.split(";")[0]!;
    assert.equal(await send("listRuns", { cookie }), 200);
    assert.deepEqual((await at.ask("GET", "/api/session", undefined, { cookie })).body, {
      role: "owner",
      locked: true,
    });
    assert.equal(await send("listRuns", { cookie: `${cookie}x` }), 401);
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
    await assert.rejects(listen({ orrery: at.orrery, port, pages: null }), /Port \d+ is taken/);
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
});
