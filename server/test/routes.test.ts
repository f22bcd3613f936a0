// Every endpoint does what its line in the table says, and answers in the shape that it declares.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { ROUTES } from "../src/index.ts";
import { type Fixture, openFixture, place, yes } from "./support.ts";

describe("every endpoint", () => {
  let at: Fixture;
  before(async () => {
    at = await openFixture();
  });
  after(() => at.close());

  it("says that it lives", async () => {
    assert.deepEqual((await at.ask("GET", "/api/health")).body, { ok: true });
  });

  it("lists worlds, and starts one", async () => {
    const { body: worlds } = await at.ask("GET", "/api/worlds");
    assert.ok(worlds.some((world: { name: string }) => world.name === "tictactoe"));
    const { status, body, headers } = await at.ask("POST", "/api/runs", { world: "tictactoe", seed: "one" });
    assert.equal(status, 201);
    assert.equal(headers["location"], `/api/runs/${body.id}`);
    assert.equal(body.head.turn, 0);
    const { body: runs } = await at.ask("GET", "/api/runs");
    assert.ok(runs.some((run: { run: string }) => run.run === body.id));
  });

  it("names a run, puts it away and takes it out of the library, and leaves its turns alone", async () => {
    const run = await at.start();
    const card = async () => (await at.ask("GET", "/api/runs")).body.find((one: { run: string }) => one.run === run);
    const { hash } = (await at.ask("GET", `/api/runs/${run}`)).body.head;
    const shelve = (body: object, of = run) => at.ask("POST", `/api/runs/${of}/shelf`, body);
    assert.deepEqual((await shelve({ name: "  rainy evening " })).body, { name: "rainy evening" });
    assert.deepEqual((await shelve({ away: true })).body, { name: "rainy evening", away: true });
    assert.deepEqual((await shelve({ gone: true })).body, { name: "rainy evening", away: true, gone: true });
    // What a change leaves out stays.
    assert.deepEqual((await shelve({ name: "rainy evening" })).body, { name: "rainy evening", away: true, gone: true });
    const { name, away, gone } = await card();
    assert.deepEqual([name, away, gone], ["rainy evening", true, true]);
    assert.equal((await at.ask("GET", `/api/runs/${run}`)).body.head.hash, hash);
    assert.deepEqual((await shelve({ gone: false, away: false, name: "" })).body, {});
    assert.deepEqual(Object.keys(await card()).includes("name"), false);
    assert.deepEqual((await shelve({ name: "x".repeat(81) })).body.code, "bad_name");
    assert.equal((await shelve({})).status, 400);
    assert.equal((await shelve({ away: true }, "nobody")).status, 404);
  });

  it("shows a run with all eyes, with one actor's, and as it was", async () => {
    const run = await at.start("ballot", { secret: "plums" });
    const all = await at.ask("GET", `/api/runs/${run}`);
    assert.equal(all.body.view.secret, "plums");
    assert.equal(all.body.as, null);
    assert.deepEqual(
      all.body.asks.map(({ to }: { to: string }) => to),
      ["ann", "ben", "ann"],
    );
    const ben = await at.ask("GET", `/api/runs/${run}?as=ben`);
    assert.equal(ben.body.view.secret, null);
    assert.equal(ben.body.head.hash, undefined);
    assert.deepEqual(
      ben.body.legal.map(({ actorId }: { actorId: string }) => actorId),
      ["ben", "ben"],
    );
    const note = { actorId: "ann", type: "note", metadata: { text: "plums!" } };
    await at.ask("POST", `/api/runs/${run}/turns`, { as: "ann", actions: [note] });
    assert.equal((await at.ask("GET", `/api/runs/${run}`)).body.view.diary.length, 1);
    assert.equal((await at.ask("GET", `/api/runs/${run}?at=0`)).body.view.diary.length, 0);
  });

  it("takes words and actions, and a refused one is a turn too", async () => {
    const run = await at.start();
    const said = await at.ask("POST", `/api/runs/${run}/turns`, { text: "centre" });
    assert.equal(said.status, 201);
    assert.deepEqual(said.body.validation, [{ actionIndex: 0, success: true }]);
    const refused = await at.ask("POST", `/api/runs/${run}/turns`, { actions: [place("o", 4)] });
    assert.equal(refused.status, 201);
    assert.equal(refused.body.validation[0].reason, "cell_taken");
    const unread = await at.ask("POST", `/api/runs/${run}/turns`, { text: "sing me a song" });
    assert.equal(unread.status, 201);
    assert.deepEqual(unread.body.actions, []);
    assert.notEqual(unread.body.narration, "");
    const { body: lines } = await at.ask("GET", `/api/runs/${run}/turns`);
    assert.deepEqual(
      lines.map(({ turn }: { turn: number }) => turn),
      [1, 2, 3],
    );
    assert.deepEqual(lines[0], said.body);
    assert.deepEqual(
      (await at.ask("GET", `/api/runs/${run}/turns?from=0&at=1`)).body.map(({ turn }: { turn: number }) => turn),
      [0, 1],
    );
    assert.deepEqual((await at.ask("GET", `/api/runs/${run}/turns?from=9`)).body, []);
    const brief = (await at.ask("GET", `/api/runs/${run}/turns?stateHash=false`)).body;
    assert.deepEqual(
      brief,
      lines.map(({ stateHash, ...line }: { stateHash: string }) => {
        assert.match(stateHash, /^[0-9a-f]{64}$/);
        return line;
      }),
    );
  });

  it("keeps an answer until its window is full: 202, then 201", async () => {
    const run = await at.start("ballot");
    const first = await at.ask("POST", `/api/runs/${run}/turns`, { as: "ann", actions: [yes("ann")] });
    assert.equal(first.status, 202);
    assert.deepEqual(first.body, { kind: "kept", ask: "vote-1-ann", waitingFor: ["ben"] });
    const second = await at.ask("POST", `/api/runs/${run}/turns`, { as: "ben", actions: [yes("ben")] });
    assert.equal(second.status, 201);
    assert.equal(second.body.actions.length, 2);
  });

  it("tells 409 with the head when it moved and the action no longer holds, and records nothing", async () => {
    const run = await at.start();
    const { body } = await at.ask("GET", `/api/runs/${run}`);
    await at.ask("POST", `/api/runs/${run}/turns`, { actions: [place("x", 4)] });
    const stale = { as: "x", actions: [place("x", 0)], expectedHead: body.head.id };
    const moved = await at.ask("POST", `/api/runs/${run}/turns`, stale);
    assert.equal(moved.status, 409);
    assert.equal(moved.body.code, "moved");
    assert.equal(moved.body.head.turn, 1);
    assert.equal((await at.ask("GET", `/api/runs/${run}`)).body.head.turn, 1);
    const holds = { as: "o", actions: [place("o", 0)], expectedHead: body.head.id };
    assert.equal((await at.ask("POST", `/api/runs/${run}/turns`, holds)).status, 201);
  });

  it("branches, rolls back, compares, explains", async () => {
    const run = await at.start();
    for (const [who, cell] of [
      ["x", 4],
      ["o", 0],
    ] as const)
      await at.ask("POST", `/api/runs/${run}/turns`, { actions: [place(who, cell)] });
    const branched = await at.ask("POST", `/api/runs/${run}/branches`, { name: "other", at: 1, dice: "keep" });
    assert.equal(branched.status, 201);
    assert.equal(branched.body.head.turn, 1);
    await at.ask("POST", `/api/runs/${run}/turns`, { actions: [place("o", 8)], branch: "other" });
    const { body: branches } = await at.ask("GET", `/api/runs/${run}/branches`);
    assert.deepEqual(branches.map(({ name }: { name: string }) => name).sort(), ["main", "other"]);
    assert.deepEqual(branches.find(({ name }: { name: string }) => name === "other").parent, {
      branch: "main",
      turn: 1,
    });
    const { body: diff } = await at.ask("GET", `/api/runs/${run}/diff?a=main&b=other`);
    assert.deepEqual(diff.changes, [
      { path: ["cells", 0], before: "o", after: null },
      { path: ["cells", 8], before: null, after: "o" },
    ]);
    assert.equal((await at.ask("GET", `/api/runs/${run}/diff?a=main@1&b=other@1`)).body.changes.length, 0);
    const back = await at.ask("POST", `/api/runs/${run}/rollback`, { to: 1 });
    assert.deepEqual([back.status, back.body.head.turn], [200, 1]);
    const [taken] = (await at.ask("GET", `/api/runs/${run}/taken-back`)).body;
    assert.deepEqual([taken.branch, taken.from.turn, taken.to.turn], ["main", 2, 1]);
    const again = await at.ask("POST", `/api/runs/${run}/branches`, { name: "again", at: taken.from.id });
    assert.deepEqual([again.status, again.body.head.id], [201, taken.from.id]);
    assert.equal((await at.ask("GET", `/api/runs/${run}`)).body.head.turn, 1);
    const why = await at.ask("GET", `/api/runs/${run}/turns/1/why`);
    assert.equal(why.status, 200);
    assert.equal(why.body.actions[0].success, true);
  });

  it("recalls, says who knows a thing and why a thing is so, and asks back where a name is not clear", async () => {
    const run = await at.start("house/cottage");
    await at.ask("POST", `/api/runs/${run}/turns`, { text: "look" });
    const { body: shown } = await at.ask("GET", `/api/runs/${run}`);
    const [you] = shown.asks.map(({ to }: { to: string }) => to);
    const recalled = await at.ask("GET", `/api/runs/${run}/recall?as=${you}&k=2`);
    assert.equal(recalled.status, 200);
    assert.ok(recalled.body.length === 2 && recalled.body.every((one: { why: string[] }) => one.why.length > 0));
    assert.equal((await at.ask("GET", `/api/runs/${run}/recall`)).status, 400);
    const known = await at.ask("GET", `/api/runs/${run}/knows?thing=${encodeURIComponent(shown.view.people[you].at)}`);
    assert.deepEqual(
      known.body.knowers.map(({ actor }: { actor: string }) => actor),
      [you],
    );
    const why = await at.ask("GET", `/api/runs/${run}/why?of=${you}.at`);
    assert.match(why.body.settings[0].words, /^From the opening on/);
    const names = Object.values(shown.view.things as Record<string, { name: string }>).map(({ name }) => name);
    const word = names.flatMap((name) => name.split(" ")).find((one, i, all) => all.indexOf(one) !== i);
    assert.ok(word, "two things share a word");
    const unclear = await at.ask("GET", `/api/runs/${run}/knows?thing=${word}`);
    assert.deepEqual([unclear.status, unclear.body.code], [409, "ambiguous"]);
    assert.ok(unclear.body.choices.length >= 2);
  });

  it("lets a god act, on the record, and takes it back", async () => {
    const run = await at.start();
    const amend = { actorId: "god", type: "amend", metadata: { path: ["cells", 0], value: "o" } };
    const done = await at.ask("POST", `/api/runs/${run}/god`, { action: amend });
    assert.equal(done.status, 201);
    assert.equal(done.body.validation[0].success, true);
    const broken = await at.ask("POST", `/api/runs/${run}/god`, {
      action: { ...amend, metadata: { path: ["turn"], value: "z" } },
    });
    assert.equal(broken.status, 201);
    assert.equal(broken.body.validation[0].success, false);
    const undone = await at.ask("POST", `/api/runs/${run}/undo`, { turn: done.body.id });
    assert.equal(undone.status, 200);
    assert.equal(undone.body.kind, "amended");
    assert.equal((await at.ask("GET", `/api/runs/${run}`)).body.view.cells[0], null);
    const number = undone.body.line.turn;
    assert.equal((await at.ask("POST", `/api/runs/${run}/undo`, { turn: number })).body.kind, "moved_back");
    assert.equal((await at.ask("POST", `/api/runs/${run}/undo`, { turn: `${number - 1}` })).body.kind, "moved_back");
    assert.equal((await at.ask("POST", `/api/runs/${run}/undo`, { turn: true })).status, 400);
    assert.equal((await at.ask("POST", `/api/runs/${run}/undo`, { turn: 9 })).status, 404);
  });

  it("verifies and reveals", async () => {
    const run = await at.start();
    await at.ask("POST", `/api/runs/${run}/turns`, { text: "centre" });
    const { body } = await at.ask("GET", `/api/runs/${run}/verify`);
    assert.deepEqual([body.ok, body.turns], [true, 1]);
    const revealed = await at.ask("POST", `/api/runs/${run}/reveal`);
    assert.equal(revealed.status, 200);
    assert.match(revealed.body.seed, /^[0-9a-f]{64}$/);
    assert.equal((await at.ask("POST", `/api/runs/${run}/reveal`, { branch: "main" })).status, 200);
  });

  it("names a file of a run by its title in any script, safely", async () => {
    const nameOf = async (title: string) => {
      const text = `title: ${JSON.stringify(title)}
opening: Look.
player: you
rooms:
  hall: { name: hall, description: A hall. }
people:
  you: { name: you, in: hall, description: You. }
things:
  cup: { name: cup, in: hall, description: A cup. }
endings:
  done: { tone: won, title: Done, when: { thing: cup, heldBy: you }, text: Yes. }
`;
      const checked = await at.ask("POST", "/api/worlds/check", { text });
      assert.equal(checked.body.ok, true, checked.text);
      const run = await at.start("house", checked.body.config);
      const { headers } = await at.ask("GET", `/api/runs/${run}/export`);
      return String(headers["content-disposition"]);
    };
    assert.equal(await nameOf("The Lodger’s House"), 'attachment; filename="The-Lodgers-House-turn-0.ndjson"');
    const both = (plain: string, name: string) =>
      `attachment; filename="${plain}.ndjson"; filename*=UTF-8''${encodeURIComponent(name)}.ndjson`;
    assert.equal(await nameOf("Café Müller"), both("Cafe-Muller-turn-0", "Café-Müller-turn-0"));
    assert.equal(await nameOf("静かな家"), both("turn-0", "静かな家-turn-0"));
    assert.equal(await nameOf("हवेली"), both("turn-0", "हवेली-turn-0"), "marks that are part of letters");
    assert.equal(await nameOf('../my.exe"; дом\nX: 🌙'), both("my-exe-X-turn-0", "my-exe-дом-X-turn-0"));
    assert.equal(
      await nameOf("家".repeat(80)),
      both("turn-0", `${"家".repeat(56)}-turn-0`),
      "255 bytes are all there is",
    );
  });

  it("exports a run that another server takes in, once", async () => {
    const run = await at.start();
    await at.ask("POST", `/api/runs/${run}/turns`, { text: "centre" });
    const file = await at.ask("GET", `/api/runs/${run}/export`);
    assert.match(String(file.headers["content-type"]), /^application\/x-ndjson/);
    assert.match(String(file.headers["content-disposition"]), /^attachment; filename="Tic-tac-toe-turn-1\.ndjson"$/);
    const other = await openFixture();
    const send = () =>
      other.app.inject({
        method: "POST",
        url: "/api/import",
        payload: file.text,
        headers: { "content-type": "application/x-ndjson" },
      });
    const first = await send();
    assert.deepEqual([first.statusCode, first.json()], [201, { id: run, run, existed: false }]);
    const again = await send();
    assert.deepEqual([again.statusCode, again.json().existed], [200, true]);
    const [mine, theirs] = await Promise.all([
      at.ask("GET", `/api/runs/${run}/turns`),
      other.ask("GET", `/api/runs/${run}/turns`),
    ]);
    assert.deepEqual(
      theirs.body.map(({ hash }: { hash: string }) => hash),
      mine.body.map(({ hash }: { hash: string }) => hash),
    );
    await other.close();
  });

  it("invites to a seat", async () => {
    const run = await at.start("ballot");
    const { status, body } = await at.ask("POST", `/api/runs/${run}/seats`, { actor: "ben" });
    assert.equal(status, 201);
    const followed = await at.app.inject({ method: "GET", url: body.link });
    assert.equal(followed.statusCode, 303);
    assert.equal(followed.headers.location, `/runs/${run}`);
    assert.match(
      String(followed.headers["set-cookie"]),
      new RegExp(`^orrery_seat=.*; Path=/api/runs/${run}; HttpOnly; SameSite=Strict`),
    );
    const left = await at.ask("POST", `/api/runs/${run}/leave`);
    assert.match(String(left.headers["set-cookie"]), /Max-Age=0/);
  });
});

describe("the OpenAPI document", () => {
  it("lists each route with its parameters, body, answers and problems, and every reference leads somewhere", async () => {
    const at = await openFixture();
    const { body: document } = await at.ask("GET", "/openapi.json");
    assert.match(document.openapi, /^3\.1\./);
    for (const route of ROUTES) {
      const operation = document.paths[route.path]?.[route.method.toLowerCase()];
      assert.ok(operation, `${route.method} ${route.path}`);
      const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const declared = operation.parameters.filter((one: { in: string }) => one.in === "path");
      assert.deepEqual(
        declared.map(({ name }: { name: string }) => name),
        inPath,
      );
      assert.ok(declared.every(({ required }: { required: boolean }) => required));
      for (const status of Object.keys(route.answers))
        assert.ok(operation.responses[status].content, `${route.name} ${status}`);
      const takes =
        route.body !== undefined || route.lines === true || route.archive === true || route.bytes !== undefined;
      assert.equal(operation.requestBody !== undefined, takes);
      assert.ok(operation.responses["500"].content["application/problem+json"]);
    }
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path as object));
    assert.equal(operations.length, ROUTES.length);
    assert.equal(new Set(operations.map(({ operationId }) => operationId)).size, ROUTES.length);
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(
      ([, name]) => name!,
    );
    assert.ok(references.length > 20);
    for (const name of references) assert.ok(document.components.schemas[name], name);
    await at.close();
  });

  it("is what Fastify serves: each route answers, and no other does", async () => {
    const at = await openFixture();
    for (const { method, path } of ROUTES) {
      const url = path.replace("{id}", "nowhere").replace("{turn}", "1");
      const { json, headers } = await at.app.inject({ method, url });
      const { code } = /problem/.test(String(headers["content-type"])) ? json() : { code: null };
      assert.notEqual(code, "not_found", `${method} ${path}`);
    }
    for (const [method, url] of [
      ["DELETE", "/api/runs/x"],
      ["PUT", "/api/runs"],
      ["GET", "/api"],
      ["POST", "/"],
    ] as const)
      assert.equal((await at.app.inject({ method, url })).statusCode, 404, `${method} ${url}`);
    await at.close();
  });
});
