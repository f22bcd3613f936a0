// Sitting, lying and being in things: until somebody gets up, which walking away does of itself.
import assert from "node:assert/strict";
import { it } from "node:test";
import type { Json } from "@orrery/kernel";
import { playing } from "./playing.ts";

const ROOM = {
  title: "The Room",
  opening: "",
  player: "you",
  rooms: {
    room: { description: "A room.", exits: { north: "yard" } },
    yard: { description: "A yard.", exits: { south: "room" } },
  },
  things: {
    bench: { in: "room", fixed: true, uses: ["sit"] },
    bed: { in: "room", fixed: true, uses: ["sit", "lie"] },
    boat: { in: "yard", fixed: true, uses: ["enter"] },
    stool: { in: "room", uses: ["sit"] },
  },
  people: {
    you: { in: "room", name: "visitor" },
    ann: { in: "room", name: "Ann", pronouns: "she", obeys: [{ sit: "bench" }] },
  },
  rules: { creak: { on: { lie: "bed" }, do: [{ tell: "The bed creaks." }] } },
};
const room = () => playing(ROOM as Json);

it("somebody who sits down is seen to sit, and gets up to walk", () => {
  const say = room();
  assert.match(say("sit on the bench"), /^You sit on the bench\.$/);
  assert.match(say("look"), /You are sitting on the bench\./);
  assert.match(say("north"), /^\(First getting up\.\) You /);
  assert.doesNotMatch(say("south", "look"), /sitting/);
});
it("getting up is a word of its own, and means nothing to somebody who stands", () => {
  const say = room();
  assert.match(say("sit on the bench", "stand up"), /feet|get up/);
  assert.match(say("stand up"), /already|straighter|standing/);
  assert.match(say("sit on the bench", "get off the bench"), /feet|get up/);
});
it("one lies on what one can lie on, and rules wait for it", () => {
  const say = room();
  assert.match(say("lie down on the bed"), /The bed creaks\.$/);
  assert.match(say("look"), /You are lying on the bed\./);
  assert.match(say("sit on the bench"), /^\(First getting up\.\) You sit on the bench\.$/);
});
it("one gets into what can be entered, and out of it again", () => {
  const say = room();
  assert.match(say("north", "get into the boat"), /^You get into the boat\.$/);
  assert.match(say("look"), /You are in the boat\./);
  assert.match(say("get out of the boat"), /feet|get up/);
});
it("others are seen to sit; what one sits on can be taken away", () => {
  const say = room();
  say("ann, sit on the bench");
  assert.match(say("look"), /Ann is sitting on the bench\./);
  say("sit on the stool", "take the stool");
  assert.doesNotMatch(say("look"), /You are sitting/);
});
