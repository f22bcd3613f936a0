// Exports over HTTP: listed and written for the owner, and for nobody else.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type Fixture, openFixture, place } from "./support.ts";

describe("exports", () => {
  let at: Fixture;
  before(async () => {
    at = await openFixture();
  });
  after(() => at.close());

  it("are listed with their options, and written as the file itself or as a list", async () => {
    const run = await at.start("tictactoe");
    await at.ask("POST", `/api/runs/${run}/turns`, { actions: [place("x", 4)] });
    const { body: cards } = await at.ask("GET", `/api/runs/${run}/exports`);
    assert.deepEqual(
      cards.map(({ name }: { name: string }) => name),
      ["moves"],
    );
    const file = await at.ask("GET", `/api/runs/${run}/exports/moves`);
    assert.equal(file.status, 200);
    assert.match(file.text, /^1\. x takes the centre\n/);
    assert.equal(file.headers["content-type"], "text/plain; charset=utf-8");
    assert.equal(file.headers["content-disposition"], 'attachment; filename="moves.txt"');
    const { body } = await at.ask("GET", `/api/runs/${run}/exports/moves?as=json`);
    assert.deepEqual(body, { files: [{ path: "moves.txt", text: file.text }] });
    const glass = await at.start("glassbox");
    const csv = await at.ask("GET", `/api/runs/${glass}/exports/transcript?format=csv`);
    assert.match(csv.text, /^turn,turn_id,/);
    assert.equal(csv.headers["content-type"], "text/csv; charset=utf-8");
  });

  it("explain a wrong name or option", async () => {
    const run = await at.start("tictactoe");
    const unknown = await at.ask("GET", `/api/runs/${run}/exports/transcript`);
    assert.deepEqual([unknown.status, unknown.body.code], [404, "unknown_export"]);
    const option = await at.ask("GET", `/api/runs/${run}/exports/moves?format=csv`);
    assert.deepEqual([option.status, option.body.code], [400, "bad_export"]);
  });

  it("are refused to a seat, which may not see their content", async () => {
    const run = await at.start("tictactoe");
    const { body } = await at.ask("POST", `/api/runs/${run}/seats`, { actor: "x" });
    const seat = { authorization: `Bearer ${body.token}` };
    for (const path of ["exports", "exports/moves"])
      assert.equal((await at.ask("GET", `/api/runs/${run}/${path}`, undefined, seat)).status, 403, path);
  });
});
