// Leagues over HTTP: lists, tables in both forms, entrants; for the owner alone.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { writeCsv } from "@orrery/runtime";
import { type Fixture, openFixture } from "./support.ts";

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
});
