// A snapshot is a cache of one version of a world: that version starts from it, and any other folds the events again.
import assert from "node:assert/strict";
import { it } from "node:test";
import { openOrrery } from "@orrery/runtime";
import { memoryStore } from "@orrery/store";
import { tictactoe } from "@orrery/worlds/tictactoe";
import { place, turn } from "./open.ts";

/** The centre of the board as a process shows it that finds a snapshot with an empty board at the head. */
async function centreWith(version: number): Promise<unknown> {
  const store = memoryStore();
  const first = await openOrrery({ store });
  const { run } = await first.createRun({ world: "tictactoe", seed: "1" });
  await turn(first, run, place("x", 4));
  const head = (await store.head(run, "main"))!;
  const [stored] = await store.read(head, head.turn, head.turn);
  const { hash, truth } = stored!;
  const state = { cells: Array(9).fill(null), turn: "x" };
  const frame = { state, minds: {}, lanes: {}, commitment: "", hash };
  await store.saveSnapshot(head, JSON.stringify({ version, frame, truth }));
  const { view } = await (await openOrrery({ store })).show(run);
  return (view as { cells: readonly unknown[] }).cells[4];
}

it("starts from a snapshot of its own version", async () => {
  assert.equal(await centreWith(tictactoe.version), null);
});

it("does not use a snapshot of another version, older or newer", async () => {
  for (const version of [tictactoe.version - 1, tictactoe.version + 1]) assert.equal(await centreWith(version), "x");
});
