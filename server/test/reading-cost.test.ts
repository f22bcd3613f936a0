// What a seat reads costs what it is answered, however long its run is; runs and turns come in pages.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { counted, lastingStore } from "./counted-store.ts";
import { type Fixture, openFixture } from "./support.ts";

/** A turn may be folded from the last snapshot on, which lies at most 128 turns back, and counted from the last count that was kept. */
const NEAR = 400;
const TURNS = 1_500;

it("a seat's newest turns, its run and its tellings are read from near the end, first after a start as later", async () => {
  const plain = lastingStore();
  const first = await openFixture({}, { store: plain });
  const run = await first.start("ballot");
  const token = await first.orrery.invite(run, "ben");
  const headers = { authorization: `Bearer ${token}` };
  for (let i = 0; i < TURNS; i++) {
    await first.orrery.submit(run, { as: "ben", text: `word ${i}` });
    // The count of a seat's own turns goes on from where it last looked.
    if (i % 100 === 0) await first.ask("GET", `/api/runs/${run}`, undefined, headers);
  }
  await first.close();
  for (const path of [`/turns?from=${TURNS - 3}`, "", `/tellings?from=${TURNS - 3}`, "/asks"]) {
    const { store, calls } = counted(plain);
    const at = await openFixture({}, { store });
    for (const when of ["first", "again"]) {
      calls.length = 0;
      const { status, text } = await at.ask("GET", `/api/runs/${run}${path}`, undefined, headers);
      assert.equal(status, 200, text);
      const items = calls.reduce((sum, call) => sum + Number(call.split(" ")[1]), calls.length);
      assert.ok(items < NEAR, `${path}, ${when}: ${items} calls and items, ${calls.slice(0, 20).join(", ")}`);
    }
    await at.close();
  }
});

describe("pages", () => {
  const ids = (list: readonly { run?: string; turn?: number }[]) => list.map(({ run, turn }) => run ?? turn);
  const get = async (at: Fixture, path: string) => ids((await at.ask("GET", `/api/runs${path}`)).body);

  it("of runs go backwards from the newest", async () => {
    const at = await openFixture();
    const runs: string[] = [];
    for (let i = 0; i < 7; i++) runs.push(await at.start());
    assert.deepEqual(await get(at, "?most=3"), runs.slice(4));
    assert.deepEqual(await get(at, `?most=3&before=${runs[4]}`), runs.slice(1, 4));
    assert.deepEqual(await get(at, `?most=3&before=${runs[1]}`), runs.slice(0, 1));
    assert.equal((await at.ask("GET", "/api/runs?before=nothing")).status, 404);
    for (const most of [0, 1001]) assert.equal((await at.ask("GET", `/api/runs?most=${most}`)).status, 400);
    await at.close();
  });

  it("of turns go forwards, as the owner and as a seat counts them", async () => {
    const at = await openFixture();
    const run = await at.start("ballot");
    for (let i = 0; i < 7; i++) await at.orrery.submit(run, { as: "ben", text: `word ${i}` });
    assert.deepEqual(await get(at, `/${run}/turns?from=2&most=3`), [2, 3, 4]);
    assert.deepEqual(await get(at, `/${run}/turns?from=6&most=3`), [6, 7]);
    assert.deepEqual(await get(at, `/${run}/turns?from=8&most=3`), []);
    const headers = { authorization: `Bearer ${await at.orrery.invite(run, "ann")}` };
    await at.orrery.submit(run, { as: "ann", text: "hm" });
    const { body } = await at.ask("GET", `/api/runs/${run}/turns?most=1`, undefined, headers);
    assert.deepEqual(ids(body), [1], "ann noticed none of ben's words");
    await at.close();
  });
});
