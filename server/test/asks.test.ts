// Asks over HTTP: a program learns from them what it may answer, how, and until when, and a seat learns of its own alone.
import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { type AnyWorld, checker, type TSchema } from "@orrery/kernel";
import { openOrrery, shippedWorlds } from "@orrery/runtime";
import { memoryStore } from "@orrery/store";
import { BLANK, gallery } from "../../runtime/test/gallery.ts";
import { openFixture } from "./support.ts";

describe("asks over HTTP", async () => {
  const worlds = shippedWorlds([gallery as AnyWorld]);
  const orrery = await openOrrery({ store: memoryStore(), worlds });
  const fixture = await openFixture({ token: "secret", orrery });
  after(() => fixture.close());
  const owner = { authorization: "Bearer secret" };
  const { run } = await orrery.createRun({ world: "gallery", config: { rounds: 1, deadlineMs: 3_600_000 } });
  const ann = { authorization: `Bearer ${await orrery.invite(run, "ann")}` };

  it("describe contract, number, mode and time, and their schema accepts what the world accepts", async () => {
    const { body } = await fixture.ask("GET", `/api/runs/${run}/asks`, undefined, ann);
    const [{ actions, deadlineAt, leftMs, ...ask }, ...more] = body;
    assert.deepEqual(more, []);
    assert.deepEqual(ask, {
      id: "ann/0",
      to: "ann",
      lane: "wall",
      may: ["hang"],
      kind: "due",
      mode: "all",
      most: 1,
      attempts: 2,
    });
    assert.ok(leftMs > 0 && leftMs <= 3_600_000);
    assert.ok(Math.abs(deadlineAt - leftMs - Date.now()) < 60_000);
    const [{ type, schema, open }] = actions;
    assert.deepEqual([type, open], ["hang", false]);
    const problem = checker(schema as TSchema, "action");
    assert.equal(problem({ actorId: "ann", type: "hang", metadata: { picture: BLANK } }), null);
    assert.match(problem({ actorId: "ann", type: "hang", metadata: { picture: 1 } }) ?? "", /picture/);
  });

  it("judge an answer without taking it: from the view alone, and nothing is recorded", async () => {
    const judge = async (body: object, headers = ann) =>
      (await fixture.ask("POST", `/api/runs/${run}/judge`, body, headers)).body;
    const hang = (actorId: string, more: object = {}) => ({
      actions: [{ actorId, type: "hang", metadata: { picture: BLANK, ...more } }],
    });
    assert.deepEqual(await judge(hang("ann")), { ask: "ann/0", ok: true, problems: [] });
    const reasonsOf = async (body: object) =>
      (await judge(body)).problems.map(({ reason, message }: { reason: string; message: string }) => [reason, message]);
    assert.deepEqual(await reasonsOf(hang("ann", { title: "untitled" })), [
      ["blank", "A picture has a title of its own."],
    ]);
    assert.deepEqual((await reasonsOf(hang("ben")))[0][0], "not_your_seat");
    assert.deepEqual((await reasonsOf({ actions: ["x"] }))[0][0], "invalid_action");
    assert.deepEqual((await reasonsOf({ actions: [] }))[0][0], "invalid_action");
    assert.equal((await judge({ ...hang("ann"), ask: "ben/0" })).code, "moved");
    assert.equal((await judge({ ...hang("ben"), as: "ben" })).status, 403);
    assert.equal((await judge(hang("ann"), owner)).code, "bad_shape");
    assert.equal((await judge({ ...hang("ben"), as: "ben" }, owner)).ok, true);
    const { head } = await orrery.show(run);
    const asks = await orrery.asks(run);
    assert.deepEqual([head.turn, asks.some(({ answered }) => answered === true)], [0, false]);
  });

  it("tell a seat of its own asks, the owner of all, and whether each is answered", async () => {
    const asked = async (headers: Record<string, string>, query = "") =>
      (await fixture.ask("GET", `/api/runs/${run}/asks${query}`, undefined, headers)).body.map(
        ({ id, answered }: { id: string; answered?: true }) => [id, answered],
      );
    assert.deepEqual(await asked(owner), [
      ["ann/0", undefined],
      ["ben/0", undefined],
    ]);
    const answer = { ask: "ann/0", actions: [{ actorId: "ann", type: "hang", metadata: { picture: BLANK } }] };
    await fixture.ask("POST", `/api/runs/${run}/turns`, answer, ann);
    assert.deepEqual(await asked(owner), [
      ["ann/0", true],
      ["ben/0", undefined],
    ]);
    assert.deepEqual(await asked(ann), [["ann/0", true]]);
    assert.equal((await fixture.ask("GET", `/api/runs/${run}/asks?as=ben`, undefined, ann)).status, 403);
    const wrong = await fixture.ask("POST", `/api/runs/${run}/turns`, { ...answer, ask: "ben/0" }, ann);
    assert.deepEqual([wrong.status, wrong.body.code], [409, "moved"]);
  });
});
