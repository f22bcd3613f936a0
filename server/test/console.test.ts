// What a god's console and the place where worlds are written stand on: lists, trials without trace, verdicts with places.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { setImmediate } from "node:timers/promises";
import { type Fixture, openFixture } from "./support.ts";

describe("for consoles", () => {
  let f: Fixture;
  before(async () => {
    f = await openFixture();
  });
  after(() => f.close());

  it("lists what a god may do, amend first, each with the schema of its action", async () => {
    const run = await f.start("house/cottage");
    const { status, body } = await f.ask("GET", `/api/runs/${run}/god`);
    assert.equal(status, 200);
    assert.deepEqual(
      body.slice(0, 3).map(({ type }: { type: string }) => type),
      ["amend", "move", "set"],
    );
    for (const { type, schema } of body) {
      assert.equal(schema.properties.type.const, type);
      assert.ok(schema.required.includes("type"));
    }
    assert.equal((await f.ask("GET", "/api/runs/nowhere/god")).status, 404);
  });

  it("tries a god's action and records nothing, whether or not it would be allowed", async () => {
    const run = await f.start("tictactoe");
    const amend = (value: unknown) => ({ action: { type: "amend", metadata: { path: ["cells", 0], value } } });
    const head = async () => (await f.ask("GET", `/api/runs/${run}`)).body.head;
    const before = await head();
    const good = await f.ask("POST", `/api/runs/${run}/god/try`, amend("x"));
    assert.deepEqual(good.body, { ok: true, changes: [{ path: ["cells", 0], before: null, after: "x" }] });
    const bad = await f.ask("POST", `/api/runs/${run}/god/try`, amend("z"));
    assert.deepEqual([bad.body.ok, bad.body.reason], [false, "breaks_world"]);
    assert.deepEqual(await head(), before);
    assert.equal((await f.ask("POST", `/api/runs/${run}/god/try`, { action: 7 })).status, 400);
  });

  it("lets no seat near either", async () => {
    const run = await f.start("house/cottage");
    const { body } = await f.ask("POST", `/api/runs/${run}/seats`, { actor: "you" });
    const seat = { authorization: `Bearer ${body.token}` };
    for (const [method, path] of [
      ["GET", `/api/runs/${run}/god`],
      ["POST", `/api/runs/${run}/god/try`],
      ["GET", "/api/worlds/text?world=house/cottage"],
      ["POST", "/api/worlds/check"],
    ] as const) {
      const answer = await f.ask(method, path, method === "POST" ? { action: {}, text: "" } : undefined, seat);
      assert.equal(answer.status, 403, path);
    }
  });

  it("hands out a world's text, judges a text, and starts what was judged well", async () => {
    const { body } = await f.ask("GET", "/api/worlds/text?world=house/cottage");
    assert.match(body.text, /^# The tutorial/);
    for (const world of ["tictactoe", "house/nowhere", "house/../secret", "../../package.json"])
      assert.equal((await f.ask("GET", `/api/worlds/text?world=${encodeURIComponent(world)}`)).status, 404, world);
    const good = await f.ask("POST", "/api/worlds/check", { text: body.text });
    assert.equal(good.body.ok, true);
    assert.equal(good.body.title, good.body.config.title);
    assert.deepEqual([good.body.warnings, good.body.winnable, good.body.way], [[], null, []]);
    const started = await f.ask("POST", "/api/runs", { world: "house", config: good.body.config });
    assert.equal(started.status, 201);
    assert.equal((await f.ask("GET", `/api/runs/${started.body.id}`)).body.plays, "house");
    const wrong = await f.ask("POST", "/api/worlds/check", { text: "title: [\n" });
    assert.equal(wrong.body.ok, false);
    assert.ok(wrong.body.problems.every(({ line, column }: Record<string, number>) => line! >= 1 && column! >= 1));
  });

  it("tries to win a world beside its other work, and warns of what may not be meant so", async () => {
    const { body } = await f.ask("GET", "/api/worlds/text?world=house/cottage");
    const text = body.text.replace(
      "rooms:\n",
      "rooms:\n  nowhere:\n    name: walled-up room\n    description: Bricks.\n",
    );
    let others = 0;
    const trying = f.ask("POST", "/api/worlds/check", { text, tries: 4_000 });
    const stop = new AbortController();
    const asking = (async () => {
      for (; !stop.signal.aborted; others++, await setImmediate())
        assert.equal((await f.ask("GET", "/api/health")).status, 200);
    })();
    const { body: found } = await trying;
    stop.abort();
    await asking;
    assert.equal(found.winnable, true);
    assert.ok(found.way.length > 3 && found.way.every((words: string) => words.length > 0));
    assert.match(found.warnings[0].message, /nowhere/);
    assert.deepEqual(
      found.endings.map(({ id, tone, way }: { id: string; tone: string; way: string[] | null }) => [
        id,
        tone,
        way !== null,
      ]),
      [
        ["the-planets-turn", "won", true],
        ["what-it-is-for", "won", true],
        ["the-last-train", "neutral", true],
      ],
    );
    assert.ok(others > 5, `${others} others were answered meanwhile`);
    assert.equal((await f.ask("POST", "/api/worlds/check", { text, tries: -1 })).status, 400);
  });
});
