// What the page adds to a turn's telling: what was refused and not told, once.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { actionInWords, changesInWords, joinNames, namesIn, untold } from "../src/say.ts";

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

describe("what has a name", () => {
  const names = joinNames(
    namesIn({ topics: { night: { name: "last night", article: "" }, storm: { name: "storm" } } }),
    namesIn({ finch: { name: "Miss Finch" }, egg: { name: "egg", article: "an" } }),
  );
  const asked = (about: string) =>
    actionInWords({ actorId: "you", type: "ask", metadata: { to: "finch", about } }, names);
  it("has an article unless its world lets it stand alone", () => {
    assert.equal(asked("night"), "ask Miss Finch about last night");
    assert.equal(asked("storm"), "ask Miss Finch about the storm");
    assert.equal(asked("egg"), "ask Miss Finch about the egg");
    const [said] = changesInWords([{ path: ["night", "heard"], before: "storm", after: "night" }], names);
    assert.deepEqual(said, { what: "Last night, heard", before: "the storm", after: "last night" });
  });
});
