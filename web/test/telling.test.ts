// What the page adds to a turn's telling: what was refused and not told, once.
import assert from "node:assert/strict";
import { it } from "node:test";
import { untold } from "../src/say.ts";

const no = (reason: string, message: string) => ({ actionIndex: 0, success: false, reason, message });
const noWay = no("no_exit", "You cannot go north from here.");
const held = no("held_back", "It hangs on something before it that came to nothing.");

it("what a telling leaves out of a refusal stands below it", () => {
  assert.deepEqual(untold({ narration: "", validation: [noWay] }), [noWay.message]);
  assert.deepEqual(untold({ narration: "Rain.", validation: [noWay] }), [noWay.message]);
  assert.deepEqual(untold({ narration: `Rain. ${noWay.message}`, validation: [noWay] }), []);
  assert.deepEqual(untold({ narration: "Rain.", validation: [{ actionIndex: 0, success: true }] }), []);
});

it("what is held back is not said again where the telling says why", () => {
  const narration = `${noWay.message} What you meant to do there, you leave.`;
  assert.deepEqual(untold({ narration, validation: [noWay, held] }), []);
  assert.deepEqual(untold({ narration: "", validation: [noWay, held] }), [noWay.message, held.message]);
});
