// A change that names itself is done once, however often it is sent.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type Fixture, openFixture, place } from "./support.ts";

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

  it("may be asked for again when it was refused, and forgets the oldest of many", async () => {
    const run = await at.start();
    const rollback = (to: number) => at.ask("POST", `/api/runs/${run}/rollback`, { to }, named("back"));
    assert.equal((await rollback(1)).status, 404);
    await at.ask("POST", `/api/runs/${run}/turns`, { text: "centre" }, named("first"));
    assert.equal((await rollback(1)).status, 200);
    for (let i = 0; i < 256; i++)
      await at.ask("POST", `/api/runs/${run}/rollback`, { to: 1 }, named(`many ${i}`.replace(" ", "-")));
    await at.ask("POST", `/api/runs/${run}/turns`, { text: "centre" }, named("first"));
    assert.equal(await turns(run), 2);
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
