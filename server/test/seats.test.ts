// Seats: bound to branches, listed, revoked, expiring; and no answer to a seat depends on another branch (law 11).
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import type { AnyWorld } from "@orrery/kernel";
import { fixedOutside, openOrrery, shippedWorlds } from "@orrery/runtime";
import { memoryStore } from "@orrery/store";
import fc from "fast-check";
import { listen } from "../src/index.ts";
import { ballot, type Fixture, openFixture, until, yes } from "./support.ts";

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe("a seat", () => {
  let at: Fixture;
  let run: string;
  const store = memoryStore();
  before(async () => {
    at = await openFixture({}, { store });
    run = await at.start("ballot");
    await at.orrery.createBranch(run, { name: "what if", at: 0 });
  });
  after(() => at.close());
  const invite = async (terms: object = {}): Promise<{ id: string; token: string }> =>
    (await at.ask("POST", `/api/runs/${run}/seats`, { actor: "ben", ...terms })).body;
  const get = (token: string, path: string) => at.ask("GET", `/api/runs/${run}${path}`, undefined, bearer(token));
  const change = (id: string, body: object) => at.ask("POST", `/api/runs/${run}/seats/${id}`, body);

  it("opens its own branch and answers of others as of none", async () => {
    const { token } = await invite();
    assert.equal((await get(token, "")).body.head.branch, "main");
    for (const path of [
      "",
      "/turns",
      "/asks",
      "/tellings",
      "/recall",
      "/knows",
      "/stream",
      `/artifacts/${"0".repeat(64)}`,
    ]) {
      const of = async (branch: string) => {
        const { status, text } = await get(token, `${path}?branch=${branch}${path === "/knows" ? "&thing=ben" : ""}`);
        return [status, text.replaceAll(decodeURIComponent(branch), "B")];
      };
      const [real, none] = [await of("what%20if"), await of("typo")];
      assert.deepEqual(real, none, path);
      assert.equal(real[0], 404, path);
      assert.match(String(real[1]), /This seat has no branch/);
    }
    for (const path of ["/turns", "/judge"]) {
      const send = (branch: string) =>
        at.ask("POST", `/api/runs/${run}${path}`, { branch, actions: [yes("ben")] }, bearer(token));
      assert.equal((await send("what if")).status, 404, path);
    }
    assert.equal((await at.ask("GET", `/api/runs/${run}/turns?branch=what%20if`)).body.length, 0);
  });

  it("opens other branches when the owner says so, and begins on the first of them", async () => {
    const { id, token } = await invite({ branches: ["what if"], label: "Ben's phone" });
    assert.equal((await get(token, "")).body.head.branch, "what if");
    assert.equal((await get(token, "?branch=main")).status, 404);
    const opened = await change(id, { branches: ["what if", "main"] });
    assert.deepEqual(
      [opened.status, opened.body.branches, opened.body.label],
      [200, ["what if", "main"], "Ben's phone"],
    );
    assert.equal((await get(token, "?branch=main")).status, 200);
    assert.equal((await change(id, { branches: ["nowhere"] })).body.code, "unknown_branch");
    const link = await at.app.inject({ method: "GET", url: `/seat/${token}` });
    assert.equal(link.headers.location, `/runs/${run}?branch=what%20if`);
  });

  it("is listed, and ends when it is revoked or its time is over", async () => {
    const { id, token } = await invite({ label: "for a day", expiresAt: Date.now() + 86_400_000 });
    assert.equal((await get(token, "")).status, 200);
    const listed = (await at.ask("GET", `/api/runs/${run}/seats`)).body;
    assert.equal(listed.at(-1).id, id);
    assert.ok(!JSON.stringify(listed).includes(token), "the list holds no token");
    await change(id, { expiresAt: Date.now() - 1 });
    const expired = await get(token, "");
    assert.deepEqual([expired.status, expired.body.code], [401, "seat_over"]);
    await change(id, { expiresAt: null, revoked: true });
    assert.equal((await get(token, "")).body.code, "seat_over");
    const byCookie = await at.ask("GET", `/api/runs/${run}`, undefined, { cookie: `orrery_seat=${token}` });
    assert.equal(byCookie.status, 401, "a browser with a revoked seat is not the owner");
    const left = await at.ask("POST", `/api/runs/${run}/leave`, undefined, { cookie: `orrery_seat=${token}` });
    assert.equal(left.status, 200, "and can forget it");
    assert.equal((await change("nobody", { revoked: true })).body.code, "unknown_seat");
    const other = await at.start("ballot");
    assert.equal((await at.ask("POST", `/api/runs/${other}/seats/${id}`, { revoked: true })).status, 404);
  });

  it("is named in the record of the turns that came by it, for the owner alone", async () => {
    const { id, token } = await invite();
    const { body } = await at.ask("POST", `/api/runs/${run}/turns`, { text: "mumble" }, bearer(token));
    assert.ok(!JSON.stringify(body).includes(id));
    const turns = (await at.ask("GET", `/api/runs/${run}/turns`)).body;
    const { answers } = (await at.ask("GET", `/api/runs/${run}/turns/${turns.at(-1).id}/why`)).body;
    assert.equal(answers[0].seat, id);
  });

  it("is named in the record of a turn that came as an action", async () => {
    const game = await at.start("tictactoe");
    const { id, token } = (await at.ask("POST", `/api/runs/${game}/seats`, { actor: "x" })).body;
    const actions = [{ actorId: "x", type: "place", metadata: { cell: 4 } }];
    const sent = await at.ask("POST", `/api/runs/${game}/turns`, { actions }, bearer(token));
    assert.equal(sent.status, 201, JSON.stringify(sent.body));
    const turns = (await at.ask("GET", `/api/runs/${game}/turns`)).body;
    const { answers } = (await at.ask("GET", `/api/runs/${game}/turns/${turns.at(-1).id}/why`)).body;
    assert.equal(answers[0].seat, id);
  });

  it("loses its streams when it is revoked", async () => {
    const server = await listen({ orrery: at.orrery, port: 0, pages: null, stream: { heartbeatMs: 50 } });
    const { id, token } = await invite();
    const open = await fetch(`${server.url}/api/runs/${run}/stream`, { headers: bearer(token) });
    let over = false;
    const reading = (async () => {
      for await (const _ of open.body!);
    })().finally(() => {
      over = true;
    });
    reading.catch(() => {});
    await pause(120);
    assert.equal(over, false, "a standing seat goes on");
    // By another process on the same store: only the heartbeat can find out.
    const other = await openOrrery({ store, worlds: shippedWorlds([ballot as AnyWorld]) });
    await other.changeSeat(run, id, { revoked: true });
    await until(() => over, "the stream of a revoked seat ends");
    await server.close();
  });

  it("loses at once the stream of a branch that is closed to it, and all of them when it is revoked there", async (t) => {
    // No heartbeat finds it out: the change itself ends them.
    const stream = { heartbeatMs: 2 ** 30 };
    const server = await listen({ orrery: at.orrery, port: 0, pages: null, stream });
    t.after(() => server.close());
    const { id, token } = await invite({ branches: ["main", "what if"] });
    const open = async (branch: string) => {
      const url = `${server.url}/api/runs/${run}/stream?branch=${encodeURIComponent(branch)}`;
      const { body } = await fetch(url, { headers: bearer(token) });
      const follower = { isOver: false };
      void (async () => {
        try {
          for await (const _ of body!);
        } catch {
          // Cut off: it is over as well.
        }
        follower.isOver = true;
      })();
      return follower;
    };
    const [main, other] = [await open("main"), await open("what if")];
    const change = (body: object) =>
      fetch(`${server.url}/api/runs/${run}/seats/${id}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    assert.equal((await change({ branches: ["what if"] })).status, 200);
    await until(() => main.isOver, "the stream of the closed branch ends");
    assert.equal(other.isOver, false, "the other goes on");
    assert.equal((await change({ revoked: true })).status, 200);
    await until(() => other.isOver, "and ends with the seat");
  });
});

/** What is done on other branches: none of it may reach ben. */
const deed = fc.oneof(
  fc.record({ kind: fc.constant("branch" as const), dice: fc.constantFrom("keep" as const, "fresh" as const) }),
  fc.record({ kind: fc.constant("note" as const), text: fc.stringMatching(/^[a-z ]{1,20}$/) }),
  fc.record({
    kind: fc.constant("vote" as const),
    who: fc.constantFrom("ann", "ben"),
    choice: fc.constantFrom("yes", "no", "maybe"),
  }),
  fc.record({ kind: fc.constant("god" as const), text: fc.stringMatching(/^[a-z]{1,8}$/) }),
  fc.record({ kind: fc.constant("back" as const) }),
  fc.record({ kind: fc.constant("seat" as const) }),
);
type Deed = typeof deed extends fc.Arbitrary<infer T> ? T : never;

/** Everything that ben's seat is answered on `main`, while `others` happens elsewhere between its own calls. */
async function benIsTold(others: readonly Deed[]): Promise<string> {
  const { orrery, ask, close } = await openFixture({}, { store: memoryStore(), outside: sameIds() });
  const { run } = await orrery.createRun({ world: "ballot", id: "r1", seed: "7" });
  const headers = bearer(await orrery.invite(run, "ben"));
  const got: string[] = [];
  const call = async (path: string, body?: unknown) => {
    const answer = await ask(body ? "POST" : "GET", `/api/runs/${run}${path}`, body, headers);
    got.push(`${path} ${answer.status} ${answer.text}`);
  };
  const look = async () => {
    for (const path of [
      "",
      "/turns?from=0",
      "/asks",
      "/tellings",
      "?branch=alpha",
      "/turns?branch=alpha",
      "/seats",
      "/branches",
    ])
      await call(path);
  };
  let branch: string | null = null;
  let next = 0;
  let made = 0;
  const elsewhere = async (count: number) => {
    const now = others.slice(next, next + count);
    next += count;
    for (const one of now) {
      if (one.kind === "branch" || branch === null) {
        const name: string = made++ === 0 ? "alpha" : `side ${made}`;
        await orrery.createBranch(run, { name, at: 0, dice: one.kind === "branch" ? one.dice : "keep" });
        branch = name;
      }
      const at = { branch };
      if (one.kind === "note")
        await orrery.submit(run, {
          ...at,
          as: "ann",
          actions: [{ actorId: "ann", type: "note", metadata: { text: one.text } }],
        });
      if (one.kind === "vote")
        await orrery.submit(run, {
          ...at,
          as: one.who,
          actions: [{ actorId: one.who, type: "vote", metadata: { for: one.choice } }],
        });
      if (one.kind === "god")
        await orrery.god(run, { type: "amend", metadata: { path: ["secret"], value: one.text } }, at);
      if (one.kind === "back") await orrery.rollback(run, 0, at);
      if (one.kind === "seat") await orrery.invite(run, "ann", { branches: [branch] });
    }
  };
  await elsewhere(2);
  await look();
  await call("/turns", { text: "what now?" });
  await elsewhere(2);
  await look();
  await call("/turns", { actions: [yes("ben")] });
  await elsewhere(3);
  await look();
  await orrery.submit(run, { as: "ann", actions: [yes("ann")] });
  await elsewhere(9);
  await look();
  await close();
  return got.join("\n");
}

/** Ids that depend on the run's own order alone would differ by what happens elsewhere: they are made equal by their kind. */
function sameIds() {
  const { bytes } = fixedOutside("law 11");
  return { now: () => 1_700_000_000_000, bytes };
}

it("[law 11] no answer to a seat depends on another branch", async () => {
  const blank = (text: string) => text.replaceAll(/"id":"[\w-]{22}"/g, '"id":"ID"');
  const alone = blank(await benIsTold([]));
  assert.ok(alone.includes("This seat has no branch") && alone.includes("yes"), "the session was a real one");
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { minLength: 1, maxLength: 12 }), async (others) => {
      assert.equal(blank(await benIsTold(others)), alone);
    }),
    { numRuns: 25 },
  );
});
