// What seats are signed with, and what a damaged file does to them.
import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { it } from "node:test";
import { StoreFault } from "@orrery/runtime";
import { memoryStore } from "@orrery/store";
import { openOrrery } from "../src/orrery.ts";
import { folder, onDisk, worlds } from "./open.ts";

const isCorrupt = (error: unknown) => error instanceof StoreFault && error.code === "corrupt";

it("a damaged seat key opens no installation, whichever letter it is", async () => {
  const store = memoryStore();
  await openOrrery({ store, worlds });
  const kept = (await store.setting("seat_key"))!;
  for (const [at, letter] of [
    [0, "g"],
    [0, kept[0] === "0" ? "1" : "0"],
    [63, "z"],
    [70, "x"],
  ] as const) {
    await store.setSetting("seat_key", kept.slice(0, at) + letter + kept.slice(at + 1));
    await assert.rejects(openOrrery({ store, worlds }), isCorrupt, `letter ${at}`);
  }
  for (const cut of ["", kept.slice(0, 63), kept.slice(0, 70)]) {
    await store.setSetting("seat_key", cut);
    await assert.rejects(openOrrery({ store, worlds }), isCorrupt, `cut to ${cut.length}`);
  }
  await store.setSetting("seat_key", kept);
  await openOrrery({ store, worlds });
});

it("verify finds a seat key that was damaged while it was in use", async () => {
  const store = memoryStore();
  const orrery = await openOrrery({ store, worlds });
  const kept = (await store.setting("seat_key"))!;
  await store.setSetting("seat_key", `g${kept.slice(1)}`);
  const { ok, problem } = { problem: "", ...(await orrery.verify()) };
  assert.equal(ok, false);
  assert.match(problem, /The key that seats are signed with is damaged/);
});

it("a key of an older file gets its sum, and its seats stay good", async () => {
  const store = memoryStore();
  const first = await openOrrery({ store, worlds });
  const { run } = await first.createRun({ world: "tictactoe" });
  const token = await first.invite(run, "x");
  const kept = (await store.setting("seat_key"))!;
  await store.setSetting("seat_key", kept.slice(0, 64));
  const second = await openOrrery({ store, worlds });
  assert.equal((await second.seatOf(token))?.actor, "x");
  assert.equal(await store.setting("seat_key"), kept);
});

it("a changed letter in a stored seat invites nobody, and is told", async (t) => {
  const file = join(folder(t), "orrery.db");
  const { orrery } = await onDisk(file);
  const { run } = await orrery.createRun({ world: "tictactoe" });
  const token = await orrery.invite(run, "x");
  await orrery.close();
  const db = new DatabaseSync(file);
  db.exec("UPDATE seats SET actor = 'o'");
  db.close();
  const { orrery: again } = await onDisk(file);
  await assert.rejects(again.seatOf(token), isCorrupt);
  const verified = await again.verify();
  assert.equal(verified.ok, false);
  assert.match(verified.problem!, /Seat/);
  await again.close();
});
