// The examples must come to the ends that they are told to, on the worlds as they are now.
import assert from "node:assert/strict";
import { it } from "node:test";
import { memoryStore } from "@orrery/store";
import { openOrrery, tellExamples } from "../src/index.ts";

it("tells the cottage to its end, with a branch that ends otherwise, and two finished games", async () => {
  const orrery = await openOrrery({ store: memoryStore() });
  const [cottage, board, station] = await tellExamples(orrery);
  const outcome = async (run: string, branch = "main") => (await orrery.show(run, { branch })).outcome;
  assert.deepEqual(await outcome(cottage!), { ending: "the-planets-turn", tone: "won" });
  assert.deepEqual(await outcome(cottage!, "the last train"), { ending: "the-last-train", tone: "neutral" });
  assert.deepEqual(await outcome(board!), { winner: "x" });
  assert.equal(((await outcome(station!)) as { winner: string }).winner, "crew");
  const deeds = (await Array.fromAsync(orrery.log(station!))).flatMap(({ events }) =>
    (events as readonly { readonly type: string }[]).map(({ type }) => type),
  );
  const count = (type: string) => deeds.filter((one) => one === type).length;
  assert.ok(count("killed") >= 2 && count("tallied") >= 2, "the station's game has kills to jump to, and votes");
  const refused = (await Array.fromAsync(orrery.log(cottage!))).filter(({ validation }) =>
    validation.some(({ success }) => !success),
  );
  assert.ok(refused.length > 0, "a refusal is part of what there is to see");
  await orrery.createRun({ world: "tictactoe" });
  assert.deepEqual(
    (await orrery.runs()).map(({ example }) => example),
    [true, true, true, undefined],
  );
  // Each in the words of its world: no list anywhere else has to know who wins in it.
  assert.deepEqual(
    (await orrery.runs()).map(({ ending }) => ending),
    ["The Planets Turn", "X wins", "The crew wins: no impostor is left", null],
  );
  // A card is drawn from a little, never from a whole state; a house tells nothing of rooms that nobody has found.
  const glances = (await orrery.runs()).map(({ glance }) => glance);
  assert.deepEqual(glances[0], { room: "loft" });
  for (const glance of glances) assert.ok(JSON.stringify(glance).length < 700, JSON.stringify(glance));
  // The station is shown from shortly before a kill that nobody saw; of the others there is nothing to watch.
  const reel = (await orrery.reel(station!))!;
  const shown = reel.frames.find(({ turn }) => turn === reel.turn)!;
  const seen = shown.events as readonly { readonly type: string; readonly witnesses?: readonly string[] }[];
  assert.deepEqual(seen.find(({ type }) => type === "killed")?.witnesses, []);
  assert.ok(reel.frames[0]!.turn < reel.turn && reel.frames.at(-1)!.turn > reel.turn);
  assert.deepEqual(await orrery.reel(station!), reel, "found once, and kept");
  assert.equal(await orrery.reel(cottage!), null);
  assert.equal((await orrery.show(cottage!, { branch: "the last train" })).ending, "The Last Train");
  assert.deepEqual((await orrery.verify()).ok, true);
  await orrery.close();
});
