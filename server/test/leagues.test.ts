// Leagues over HTTP: lists, tables in both forms, entrants; for the owner alone.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { writeCsv } from "@orrery/runtime";
import { type Fixture, openFixture, until } from "./support.ts";

describe("leagues", () => {
  let at: Fixture;
  let id: string;
  before(async () => {
    at = await openFixture();
    const { leagues } = at.orrery;
    const entrants = [
      { name: "ann/1", agent: "bot:first" },
      { name: "ben", agent: "bot:random" },
    ];
    const plan = {
      world: "tictactoe",
      config: {},
      seed: "s",
      entrants,
      arms: ["off"],
      paired: false,
      lineUp: "teams",
    } as const;
    ({ id } = await leagues.open(plan, 12));
    await leagues.play(id, {});
  });
  after(() => at.close());

  it("are listed and shown", async () => {
    const { body: list } = await at.ask("GET", "/api/leagues");
    assert.deepEqual(
      list.map((card: { id: string }) => card.id),
      [id],
    );
    const { body: card } = await at.ask("GET", `/api/leagues/${id}`);
    assert.deepEqual([card.games, card.done], [12, 12]);
    assert.equal((await at.ask("GET", "/api/leagues/nothing")).status, 404);
  });

  it("have a table, as JSON and as CSV with the same numbers", async () => {
    const { body: table } = await at.ask("GET", `/api/leagues/${id}/table`);
    assert.equal(table.games, 12);
    assert.equal(table.standings.length, 4);
    const csv = await at.ask("GET", `/api/leagues/${id}/table.csv`);
    assert.match(String(csv.headers["content-type"]), /^text\/csv/);
    assert.equal(csv.text, writeCsv(table));
  });

  it("name their games, in pieces", async () => {
    const { body: games } = await at.ask("GET", `/api/leagues/${id}/games`);
    assert.equal(games.length, 12);
    const { body: some } = await at.ask("GET", `/api/leagues/${id}/games?from=3&to=4`);
    assert.deepEqual(some, games.slice(3, 5));
    assert.equal((await at.ask("GET", `/api/runs/${games[0].run}`)).body.outcome !== null, true);
    assert.equal((await at.ask("GET", "/api/leagues/nothing/games")).status, 404);
  });

  it("show an entrant with its opponents", async () => {
    const { body: ann } = await at.ask("GET", `/api/leagues/${id}/entrants/ann%2F1`);
    assert.equal(ann.agent, "bot:first");
    assert.equal(ann.standings.length, 2);
    assert.ok(ann.headToHead.length === 3);
    assert.equal((await at.ask("GET", `/api/leagues/${id}/entrants/cy`)).status, 404);
  });

  it("are nothing for a seat", async () => {
    const { run } = await at.orrery.createRun({ world: "tictactoe" });
    const seat = await at.orrery.invite(run, "x");
    for (const path of [
      "/api/leagues",
      `/api/leagues/${id}`,
      `/api/leagues/${id}/table`,
      `/api/leagues/${id}/table.csv`,
    ])
      assert.equal((await at.ask("GET", path, undefined, { authorization: `Bearer ${seat}` })).status, 403, path);
  });

  const plan = (more: object = {}) => ({
    world: "tictactoe",
    entrants: [
      { name: "ann", agent: "bot:first" },
      { name: "ben", agent: "bot:random" },
    ],
    games: 6,
    seed: "begun over HTTP",
    ...more,
  });
  const card = async (of: string) => (await at.ask("GET", `/api/leagues/${of}`)).body;
  const atRest = (of: string) => until(async () => (await card(of)).state === "stopped", "the league comes to rest");

  it("are begun, fill while they are played, and are made longer by the same plan", async () => {
    const begun = await at.ask("POST", "/api/leagues", plan());
    assert.deepEqual([begun.status, begun.body.state, begun.body.games], [202, "playing", 6]);
    await atRest(begun.body.id);
    const { done, why, arms, lineUp } = await card(begun.body.id);
    assert.deepEqual([done, why, arms, lineUp], [6, null, ["off"], "mixed"]);
    assert.equal((await at.ask("GET", `/api/leagues/${begun.body.id}/table`)).body.games, 6);
    const longer = await at.ask("POST", "/api/leagues", plan({ games: 9 }));
    assert.equal(longer.body.id, begun.body.id);
    await atRest(begun.body.id);
    assert.equal((await card(begun.body.id)).done, 9);
    assert.equal((await at.ask("GET", "/api/leagues")).body.at(-1).id, begun.body.id);
  });

  it("stop when their owner says so, and go on from there", async () => {
    const { id: long } = (await at.ask("POST", "/api/leagues", plan({ games: 100_000, seed: "long" }))).body;
    await until(async () => (await card(long)).done > 3, "some games are done");
    await until(async () => (await card(long)).now !== null, "it says how far it is");
    // Begun twice it is played once.
    assert.equal((await at.ask("POST", `/api/leagues/${long}/go`)).status, 202);
    const stopped = await at.ask("POST", `/api/leagues/${long}/stop`);
    assert.deepEqual([stopped.status, stopped.body.state, stopped.body.now], [200, "stopped", null]);
    const { done } = await card(long);
    const again = await at.ask("POST", `/api/leagues/${long}/go`);
    assert.equal(again.body.state, "playing");
    await until(async () => (await card(long)).done > done, "it goes on");
    await at.ask("POST", `/api/leagues/${long}/stop`);
    for (const what of ["stop", "go"]) assert.equal((await at.ask("POST", `/api/leagues/nothing/${what}`)).status, 404);
  });

  it("are not opened where their plan cannot be played", async () => {
    const before = (await at.ask("GET", "/api/leagues")).body.length;
    for (const [more, code] of [
      [{ world: "nowhere" }, "unknown_world"],
      [{ world: "house/cottage" }, "bad_config"],
      [{ entrants: [{ name: "ann", agent: "bot:nobody" }] }, "bad_agents"],
      [{ entrants: [{ name: "ann", agent: "model:nobody" }] }, "bad_agents"],
      [{ entrants: [] }, "bad_shape"],
      [{ games: 0 }, "bad_shape"],
    ] as const) {
      const { status, body } = await at.ask("POST", "/api/leagues", plan(more));
      assert.ok(status === 400 || status === 404 || status === 409, `${status}`);
      assert.equal(body.code, code, JSON.stringify(more));
    }
    assert.equal((await at.ask("GET", "/api/leagues")).body.length, before);
  });

  it("stop with the server, and say why they cannot go on", async () => {
    const other = await openFixture();
    const { id: long } = (await other.ask("POST", "/api/leagues", plan({ games: 100_000 }))).body;
    await until(async () => (await other.orrery.leagues.card(long)).done > 0, "a game is done");
    await other.app.close();
    const { done } = await other.orrery.leagues.card(long);
    assert.ok(done < 100_000);
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.equal((await other.orrery.leagues.card(long)).done, done, "nothing is played after the server has closed");
    await other.orrery.close();
  });
});
