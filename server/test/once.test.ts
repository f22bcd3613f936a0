// A change that names itself is done once, however often it is sent.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { openSqlite } from "@orrery/store";
import { type Fixture, openFixture, place, yes } from "./support.ts";

describe("a change with an Idempotency-Key", () => {
  let at: Fixture;
  before(async () => {
    at = await openFixture();
  });
  after(() => at.close());
  const named = (key: string) => ({ "idempotency-key": key });
  const turns = async (run: string) => (await at.ask("GET", `/api/runs/${run}/turns`)).body.length;

  it("is done once, whether the second comes after the first or beside it, and answered alike", async () => {
    const run = await at.start();
    const say = (text: string, key: string) => at.ask("POST", `/api/runs/${run}/turns`, { text }, named(key));
    const [first, second] = await Promise.all([say("centre", "a"), say("centre", "a")]);
    const third = await say("centre", "a");
    assert.equal(first.status, 201);
    assert.deepEqual([second.status, second.body], [first.status, first.body]);
    assert.deepEqual([third.status, third.body], [first.status, first.body]);
    assert.equal(await turns(run), 1);
    // Under another name, or none, it is another.
    await say("centre", "b");
    await at.ask("POST", `/api/runs/${run}/turns`, { text: "centre" });
    assert.equal(await turns(run), 3);
  });

  it("counts for its address, its caller and its body alone", async () => {
    const one = await at.start();
    const two = await at.start();
    const turn = (run: string, body: object) => at.ask("POST", `/api/runs/${run}/turns`, body, named("same"));
    assert.equal((await turn(one, { text: "centre" })).status, 201);
    assert.equal((await turn(two, { text: "centre" })).status, 201);
    const other = await turn(one, { actions: [place("o", 0)] });
    assert.deepEqual([other.status, other.body.code], [422, "key_taken"]);
    assert.deepEqual([await turns(one), await turns(two)], [1, 1]);
    const { body: seat } = await at.ask("POST", `/api/runs/${one}/seats`, { actor: "o" });
    const mine = await at.ask(
      "POST",
      `/api/runs/${one}/turns`,
      { text: "centre" },
      { ...named("same"), authorization: `Bearer ${seat.token}` },
    );
    assert.equal(mine.status, 201);
    assert.equal(mine.body.validation[0].reason, "cell_taken", "the seat's own turn, and not the owner's again");
  });

  it("may be asked for again when it was refused, and is known after ten thousand others", async () => {
    const run = await at.start();
    const rollback = (to: number) => at.ask("POST", `/api/runs/${run}/rollback`, { to }, named("back"));
    assert.equal((await rollback(1)).status, 404);
    const first = await at.ask("POST", `/api/runs/${run}/turns`, { text: "centre" }, named("first"));
    assert.equal((await rollback(1)).status, 200);
    for (let i = 0; i < 10_000; i++)
      await at.orrery.keepOnce(
        { scope: "owner POST /elsewhere", key: `many-${i}`, body: "" },
        { status: 200, body: {} },
      );
    const again = await at.ask("POST", `/api/runs/${run}/turns`, { text: "centre" }, named("first"));
    assert.deepEqual([again.status, again.body], [first.status, first.body]);
    assert.equal(await turns(run), 1);
  });

  it("is answered as it was, where it would be refused by now", async () => {
    const run = await at.start();
    const { head } = (await at.ask("GET", `/api/runs/${run}`)).body;
    const send = () =>
      at.ask("POST", `/api/runs/${run}/turns`, { text: "centre", expectedHead: head.id, exact: true }, named("exact"));
    const first = await send();
    const again = await send();
    assert.deepEqual([first.status, again.status, again.body], [201, 201, first.body]);
    assert.equal(await turns(run), 1);
  });

  it("takes the same fields in another order for the same", async () => {
    const run = await at.start();
    const send = (body: object) => at.ask("POST", `/api/runs/${run}/turns`, body, named("order"));
    const first = await send({ text: "centre", branch: "main" });
    assert.deepEqual((await send({ branch: "main", text: "centre" })).body, first.body);
    assert.equal(await turns(run), 1);
  });

  it("is done once by two servers on one file, and after both are gone", async (t) => {
    const folder = mkdtempSync(join(tmpdir(), "orrery-once-"));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const open = () => openFixture({}, { store: openSqlite(join(folder, "orrery.db")) });
    const [one, two] = [await open(), await open()];
    const { run } = await one.orrery.createRun({ world: "ballot" });
    const seat = { authorization: `Bearer ${await one.orrery.invite(run, "ben")}` };
    const send = (to: Fixture, key: string, body: object, headers = {}) =>
      to.ask("POST", `/api/runs/${run}/turns`, body, { ...named(key), ...headers });
    const asks: [string, object, object][] = [
      ["said", { as: "ben", text: "mumble" }, {}],
      ["seat", { text: "mumble" }, seat],
      ["kept", { actions: [yes("ben")] }, seat],
      ["closes", { as: "ann", actions: [yes("ann")] }, {}],
      ["god", { action: { type: "amend", metadata: { path: ["secret"], value: "x" } } }, {}],
    ];
    const answers = new Map<string, unknown>();
    for (const [key, body, headers] of asks) {
      const path = key === "god" ? "god" : "turns";
      const ask = (to: Fixture) => to.ask("POST", `/api/runs/${run}/${path}`, body, { ...named(key), ...headers });
      const [a, b, c] = await Promise.all([ask(one), ask(two), ask(one)]);
      assert.deepEqual([b.status, b.body, c.body], [a.status, a.body, a.body], key);
      answers.set(key, [a.status, a.body]);
    }
    assert.equal((await two.ask("GET", `/api/runs/${run}/turns`)).body.length, 4);
    const branch = { name: "side", at: 1 };
    const made = await one.ask("POST", `/api/runs/${run}/branches`, branch, named("branch"));
    await one.close();
    await two.close();
    const three = await open();
    for (const [key, body, headers] of asks) {
      const path = key === "god" ? "god" : "turns";
      const again = await three.ask("POST", `/api/runs/${run}/${path}`, body, { ...named(key), ...headers });
      assert.deepEqual([again.status, again.body], answers.get(key), key);
    }
    const again = await three.ask("POST", `/api/runs/${run}/branches`, branch, named("branch"));
    assert.deepEqual([again.status, again.body], [made.status, made.body]);
    assert.equal((await three.ask("GET", `/api/runs/${run}/turns`)).body.length, 4);
    assert.equal((await send(three, "said", { as: "ben", text: "other" })).body.code, "key_taken");
    await three.close();
  });

  it("gives the same invitation again, and keeps no token", async (t) => {
    const folder = mkdtempSync(join(tmpdir(), "orrery-once-"));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, "orrery.db");
    const open = () => openFixture({}, { store: openSqlite(file) });
    const one = await open();
    const { run } = await one.orrery.createRun({ world: "ballot" });
    const ask = (to: Fixture) => to.ask("POST", `/api/runs/${run}/seats`, { actor: "ben" }, named("invite"));
    const first = await ask(one);
    assert.deepEqual([first.status, (await ask(one)).body], [201, first.body]);
    await one.close();
    const two = await open();
    assert.deepEqual((await ask(two)).body, first.body);
    assert.equal((await two.orrery.seats(run)).length, 1);
    await two.close();
    assert.equal(readFileSync(file).includes(first.body.token), false);
  });

  it("needs a name that can be one", async () => {
    const run = await at.start();
    for (const key of ["", "with space", "x".repeat(201), "é"]) {
      const answer = await at.ask("POST", `/api/runs/${run}/turns`, { text: "centre" }, named(key));
      assert.deepEqual([answer.status, answer.body.code], [400, "bad_key"], JSON.stringify(key));
    }
    assert.equal(await turns(run), 0);
  });
});
