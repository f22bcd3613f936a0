// UNDO and RESTART in words: the head moves back, nothing is edited, and what was taken back stays in the run.
import assert from "node:assert/strict";
import { it } from "node:test";
import { memoryStore } from "@orrery/store";
import { openOrrery } from "../src/index.ts";

async function played(...lines: readonly string[]) {
  const orrery = await openOrrery({ store: memoryStore() });
  const { run } = await orrery.createRun({ world: "house/cottage" });
  for (const text of lines) await orrery.submit(run, { text });
  const head = async () => (await orrery.show(run)).head.turn;
  return { orrery, run, head };
}

it("takes back the newest turn in which anything happened, whatever was misread since", async () => {
  const { orrery, run, head } = await played("open the gate", "take the basket", "frobnicate");
  assert.equal(await head(), 3);
  const done = await orrery.submit(run, { text: "Undo!" });
  assert.deepEqual(done.kind === "rewound" && done.undone, "take the basket");
  assert.equal(await head(), 1);
  assert.equal((await orrery.takenBack(run)).length, 1);
  await orrery.close();
});

it("begins again, and keeps the way that was gone", async () => {
  const { orrery, run, head } = await played("open the gate", "look");
  const done = await orrery.submit(run, { text: "restart" });
  assert.equal(done.kind === "rewound" && done.undone, null);
  assert.equal(await head(), 0);
  assert.equal((await orrery.takenBack(run))[0]!.from.turn, 2);
  await assert.rejects(orrery.submit(run, { text: "undo" }), { code: "unknown_turn" });
  await orrery.close();
});

it("takes nothing back for a seat, nor where the story has moved on", async () => {
  const { orrery, run, head } = await played("open the gate");
  await assert.rejects(orrery.submit(run, { text: "undo", expectedHead: "somewhere" }), { code: "moved" });
  const seated = await orrery.submit(run, { text: "undo", as: "you", seat: true });
  assert.equal(seated.kind, "turn");
  assert.equal(await head(), 2);
  await orrery.close();
});
