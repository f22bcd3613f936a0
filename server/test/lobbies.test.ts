// Lobbies: one link for several seats. It opens each free seat once and nothing else, ends when its owner or its time says so, and tells its guests no more than who sits where.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import type { AnyWorld } from "@orrery/kernel";
import { openOrrery, shippedWorlds } from "@orrery/runtime";
import { memoryStore, openSqlite } from "@orrery/store";
import { gallery } from "../../runtime/test/gallery.ts";
import { createServer } from "../src/index.ts";
import { ballot, type Fixture, openFixture, yes } from "./support.ts";

const OWNER = { authorization: "Bearer the-owner's-own-long-token" };
const TOKEN = OWNER.authorization.slice("Bearer ".length);
/** Nobody: a browser that has shown nothing yet. */
const GUEST = { "content-type": "application/json" };

describe("a lobby", () => {
  let at: Fixture;
  let run: string;
  const store = memoryStore();
  before(async () => {
    at = await openFixture(
      { token: TOKEN },
      { store, worlds: shippedWorlds([ballot, gallery] as readonly AnyWorld[]) },
    );
  });
  after(() => at.close());

  async function opened(terms: object = {}, world = "ballot") {
    run = (await at.ask("POST", "/api/runs", { world }, OWNER)).body.id;
    const { status, body } = await at.ask(
      "POST",
      `/api/runs/${run}/lobbies`,
      { actors: ["ann", "ben"], ...terms },
      OWNER,
    );
    assert.equal(status, 201, JSON.stringify(body));
    return { ...body, token: decodeURIComponent(/^\/join\/(.+)$/.exec(body.link)![1]!) };
  }
  const look = (token: string, headers: Record<string, string> = GUEST, of = run) =>
    at.ask("POST", `/api/runs/${of}/lobby`, { token }, headers);
  const take = (token: string, actor: string, more: object = {}, headers: Record<string, string> = GUEST) =>
    at.ask("POST", `/api/runs/${run}/lobby/seat`, { token, actor, ...more }, headers);
  const lobbies = async () => (await at.ask("GET", `/api/runs/${run}/lobbies`, undefined, OWNER)).body;
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

  it("gives each of its guests the seat that they choose, and its owner sees who has which", async () => {
    const { token } = await opened();
    assert.deepEqual((await look(token)).body.seats, [
      { actor: "ann", name: "ann", isFree: true, by: "" },
      { actor: "ben", name: "ben", isFree: true, by: "" },
    ]);
    const ben = await take(token, "ben", { label: "Mara" });
    assert.equal(ben.status, 201);
    const seen = await at.ask("GET", `/api/runs/${run}`, undefined, bearer(ben.body.token));
    assert.deepEqual([seen.body.as, seen.body.seat], ["ben", true]);
    const link = await at.app.inject({ method: "GET", url: ben.body.link });
    assert.equal(link.headers.location, `/runs/${run}`);
    const ann = await take(token, "ann");
    assert.equal(ann.status, 201);
    assert.deepEqual((await lobbies())[0].seats, [
      { actor: "ann", seat: ann.body.id, by: "" },
      { actor: "ben", seat: ben.body.id, by: "Mara" },
    ]);
    assert.deepEqual(
      (await look(token)).body.seats.map(({ isFree, by }: { isFree: boolean; by: string }) => [isFree, by]),
      [
        [false, ""],
        [false, "Mara"],
      ],
    );
  });

  it("gives a seat to one of those who want it at once, in two processes too", async () => {
    const folder = await mkdtemp(join(tmpdir(), "orrery-lobby-"));
    const worlds = shippedWorlds([ballot as AnyWorld]);
    const file = join(folder, "run.db");
    const both = [
      await openOrrery({ store: openSqlite(file), worlds }),
      await openOrrery({ store: openSqlite(file), worlds }),
    ];
    const apps = both.map((orrery) => createServer({ orrery, token: TOKEN }));
    const send = async (app: (typeof apps)[number], url: string, body: object, headers: object = {}) => {
      const sent = { method: "POST", url, payload: JSON.stringify(body), headers: { ...GUEST, ...headers } } as const;
      const { statusCode, body: text } = await app.inject(sent);
      return { status: statusCode, body: JSON.parse(text) };
    };
    try {
      const { id } = (await send(apps[0]!, "/api/runs", { world: "ballot" }, OWNER)).body;
      const { link } = (await send(apps[0]!, `/api/runs/${id}/lobbies`, { actors: ["ann", "ben"] }, OWNER)).body;
      const token = decodeURIComponent(link.slice("/join/".length));
      const wanted = Array.from({ length: 12 }, (_, i) =>
        send(apps[i % 2]!, `/api/runs/${id}/lobby/seat`, { token, actor: i % 3 === 0 ? "ann" : "ben" }),
      );
      const got = await Promise.all(wanted);
      assert.deepEqual(got.map(({ status }) => status).sort(), [201, 201, ...Array(10).fill(409)]);
      assert.deepEqual(new Set(got.map(({ body }) => body.code)), new Set([undefined, "seat_taken"]));
      const seats = await both[1]!.seats(id);
      assert.deepEqual(seats.map(({ actor }) => actor).sort(), ["ann", "ben"]);
    } finally {
      for (const app of apps) await app.close();
      for (const one of both) await one.close();
      await rm(folder, { recursive: true });
    }
  });

  it("offers no seat that its owner gave to somebody, nor one that it is not for", async () => {
    const { token } = await opened({ actors: ["ben"] });
    assert.equal((await take(token, "ann")).body.code, "unknown_actor");
    const direct = await at.ask("POST", `/api/runs/${run}/seats`, { actor: "ben", label: "Ben, who snores" }, OWNER);
    assert.deepEqual((await take(token, "ben")).body.code, "seat_taken");
    // The owner's words for a seat are none of a guest's business.
    assert.deepEqual((await look(token)).body.seats, [{ actor: "ben", name: "ben", isFree: false, by: "" }]);
    await at.ask("POST", `/api/runs/${run}/seats/${direct.body.id}`, { revoked: true }, OWNER);
    assert.equal((await take(token, "ben")).status, 201, "a seat that was ended is free again");
    assert.equal((await take(token, "ben")).body.code, "seat_taken");
  });

  it("opens nothing after its owner closed it or its time is over; who has a seat keeps it", async () => {
    const { id, token } = await opened();
    const ben = await take(token, "ben");
    const other = await at.ask("POST", "/api/runs", { world: "ballot" }, OWNER);
    const close = (of: string) => at.ask("POST", `/api/runs/${of}/lobbies/${id}/close`, undefined, OWNER);
    assert.equal((await close(other.body.id)).body.code, "unknown_seat");
    assert.equal((await take(token, "ann", {}, bearer("x"))).status, 201, "and is not closed by what was refused");
    const seats = (await lobbies())[0].seats;
    await at.ask("POST", `/api/runs/${run}/seats/${seats[0].seat}`, { revoked: true }, OWNER);
    const closed = await close(run);
    assert.deepEqual([closed.status, closed.body.link], [200, null]);
    for (const answer of [await look(token), await take(token, "ann")])
      assert.deepEqual([answer.status, answer.body.code], [401, "seat_over"]);
    assert.match((await look(token)).body.detail, /withdrawn/);
    assert.equal((await at.ask("GET", `/api/runs/${run}`, undefined, bearer(ben.body.token))).status, 200);

    const brief = await opened({ expiresAt: Date.now() + 86_400_000 });
    assert.equal((await look(brief.token)).status, 200);
    const past = await at.ask("POST", `/api/runs/${run}/lobbies`, { actors: ["ann"], expiresAt: 1 }, OWNER);
    assert.equal(past.body.code, "bad_name");
    const forever = { actors: ["ann"], expiresAt: Date.now() + 31 * 86_400_000 };
    assert.equal((await at.ask("POST", `/api/runs/${run}/lobbies`, forever, OWNER)).body.code, "bad_name");
    const day = (await at.ask("POST", `/api/runs/${run}/lobbies`, { actors: ["ann"] }, OWNER)).body;
    assert.equal(day.expiresAt - day.createdAt, 86_400_000, "a day unless its owner says how long");
  });

  it("gives seats of its own branch, and offers none that the run does not have", async () => {
    run = (await at.ask("POST", "/api/runs", { world: "ballot" }, OWNER)).body.id;
    await at.orrery.createBranch(run, { name: "what if", at: 0 });
    const open = (body: object) => at.ask("POST", `/api/runs/${run}/lobbies`, body, OWNER);
    assert.equal((await open({ actors: ["ann", "nobody"] })).body.code, "unknown_actor");
    assert.equal((await open({ actors: ["ann", "ann"] })).body.code, "bad_name");
    assert.equal((await open({ actors: ["ann"], branch: "nowhere" })).body.code, "unknown_branch");
    assert.deepEqual(await lobbies(), []);
    const { link } = (await open({ actors: ["ann"], branch: "what if" })).body;
    const { body } = await take(decodeURIComponent(link.slice("/join/".length)), "ann");
    const asks = (branch: string) =>
      at.ask("GET", `/api/runs/${run}/asks?branch=${encodeURIComponent(branch)}`, undefined, bearer(body.token));
    assert.equal((await asks("what if")).status, 200);
    assert.equal((await asks("main")).body.code, "unknown_branch");
  });

  it("is opened by its own token alone, for its own run", async () => {
    const { token } = await opened();
    const mine = run;
    const seat = (await take(token, "ann")).body.token;
    const forged = token.slice(0, -2) + (token.at(-2) === "A" ? "B" : "A") + token.at(-1);
    const { token: elsewhere } = await opened();
    run = mine;
    for (const wrong of [forged, seat, elsewhere, "x", `${token}x`, token.split(".").slice(0, 2).join(".")]) {
      assert.deepEqual([(await look(wrong)).status, (await look(wrong)).body.code], [404, "unknown_seat"]);
      assert.deepEqual((await take(wrong, "ben")).body.code, "unknown_seat");
    }
    // Not even where a lobby has the id of that seat: what a token was signed for is part of it.
    const { id } = (await at.orrery.seatOf(seat))!;
    await store.addLobby({ ...(await store.lobbies(run))[0]!, id });
    assert.equal((await look(seat)).status, 404);
    // It is no seat: it sees and says nothing in the run itself.
    for (const path of ["", "/turns", "/stream", "/lobbies"])
      assert.equal((await at.ask("GET", `/api/runs/${run}${path}`, undefined, bearer(token))).status, 401, path);
    assert.equal((await at.app.inject({ method: "GET", url: `/seat/${token}` })).statusCode, 404);
    assert.deepEqual((await lobbies())[0].seats[1], { actor: "ben", seat: null, by: "" });
  });

  it("shows its guests the seats and nothing of what happens in the run", async () => {
    const { token } = await opened();
    const before = (await look(token)).text;
    await at.ask("POST", `/api/runs/${run}/turns`, { as: "ann", actions: [yes("ann")] }, OWNER);
    await at.ask("POST", `/api/runs/${run}/turns`, { as: "ben", actions: [yes("ben")] }, OWNER);
    await at.orrery.createBranch(run, { name: "what if", at: 0 });
    assert.equal((await look(token)).text, before);
  });

  it("gives no second seat to a browser that has one, and the same seat to a request sent again", async () => {
    const { token } = await opened();
    const key = { ...GUEST, "idempotency-key": "a-guest's-own-secret" };
    const first = await take(token, "ann", {}, key);
    const again = await take(token, "ann", {}, key);
    assert.deepEqual(again.body, first.body);
    assert.equal((await take(token, "ben", {}, key)).body.code, "key_taken");
    const cookie = { ...GUEST, cookie: `orrery_seat=${first.body.token}` };
    assert.equal((await look(token, cookie)).body.yours, "ann");
    const second = await take(token, "ben", {}, cookie);
    assert.deepEqual([second.status, second.body.code], [409, "seat_taken"]);
    assert.deepEqual((await lobbies())[0].seats[1], { actor: "ben", seat: null, by: "" });
  });

  it("limits what its guests ask for together", async () => {
    const other = await openFixture({ quotas: { requests: { burst: 3, perSecond: 0.001 } } });
    const of = await other.start("ballot");
    const { link } = (await other.ask("POST", `/api/runs/${of}/lobbies`, { actors: ["ann"] })).body;
    const token = decodeURIComponent(link.slice("/join/".length));
    const statuses = [];
    for (let i = 0; i < 5; i++) statuses.push((await other.ask("POST", `/api/runs/${of}/lobby`, { token })).status);
    assert.deepEqual(statuses, [200, 200, 200, 429, 429]);
    const late = await other.ask("POST", `/api/runs/${of}/lobby/seat`, { token, actor: "ann" });
    assert.equal(late.status, 429);
    await other.close();
  });

  it("lets the time of a run begin with its last seat, or when it is closed, and not before", async () => {
    const start = async () => {
      const body = { world: "gallery", config: { rounds: 9, deadlineMs: 3_600_000 } };
      run = (await at.ask("POST", "/api/runs", body, OWNER)).body.id;
      const lobby = (await at.ask("POST", `/api/runs/${run}/lobbies`, { actors: ["ann", "ben"] }, OWNER)).body;
      return { ...lobby, token: decodeURIComponent(lobby.link.slice("/join/".length)) };
    };
    const ends = async () =>
      (await at.ask("GET", `/api/runs/${run}/asks`, undefined, OWNER)).body.map(
        ({ deadlineAt }: { deadlineAt?: number | null }) => deadlineAt ?? null,
      );
    const isTimed = async () => (await ends()).some((end: number | null) => end !== null);
    const { token } = await start();
    await take(token, "ann");
    assert.equal(await isTimed(), false);
    await take(token, "ben");
    assert.equal(await isTimed(), true);
    const close = (id: string) => at.ask("POST", `/api/runs/${run}/lobbies/${id}/close`, undefined, OWNER);
    const { id, token: other } = await start();
    await take(other, "ann");
    assert.equal(await isTimed(), false);
    await close(id);
    assert.equal(await isTimed(), true);
    await close((await start()).id);
    assert.equal(await isTimed(), false, "nobody has a seat");
  });
});
