// What is under and behind things, and sentences whose parts depend on what is so.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Json } from "@orrery/kernel";
import { compileHouse, explore } from "../index.ts";
import { engine, located } from "./manor.ts";
import { playing } from "./playing.ts";

const STUDY = {
  title: "The Study",
  opening: "",
  player: "you",
  rooms: {
    study: {
      description:
        "A study. The stove is [if stove lit]roaring[else]cold[end], and [birds] birds sit outside[if not shut].[else] the shut window.[end]",
    },
  },
  things: {
    rug: { in: "study" },
    portrait: { in: "study", fixed: true },
    stove: { in: "study", light: "off", fixed: true },
    key: { under: "rug" },
    will: { behind: "portrait", name: "old will" },
  },
  people: {
    you: { in: "study", name: "visitor" },
    ann: { in: "study", name: "Ann", pronouns: "she", answers: "[if stove lit]How warm it is.[else]Brr.[end]" },
  },
  flags: { shut: false },
  counters: { birds: 2 },
  rules: {
    shoo: {
      on: { push: "stove" },
      do: [{ counter: "birds", add: -1 }, { flag: "shut" }, { tell: "Off goes one of them, and leaves [birds]." }],
    },
  },
  endings: { found: { tone: "won", text: "Rich.", when: { thing: "will", heldBy: "you" } } },
};
const study = () => playing(STUDY as Json);
const problems = (parts: object) => {
  const compiled = compileHouse(located({ ...STUDY, ...parts } as Json));
  return compiled.ok ? [] : compiled.problems.map(({ message }) => message);
};

describe("under and behind", () => {
  it("a thing is found by looking there, and not before", () => {
    const say = study();
    assert.doesNotMatch(say("look"), /key|will/);
    assert.match(say("look under the rug"), /Under the rug is a key\.$/);
    assert.match(say("take the key"), /key/);
    assert.match(say("look behind the portrait"), /Behind the portrait is an old will\.$/);
    assert.doesNotMatch(say("look behind the portrait"), /Behind the portrait is/);
  });
  it("what lay under a thing stays where it was when that is taken away", () => {
    const say = study();
    assert.match(say("take the rug"), /rug.* Under the rug is a key\.$/);
    assert.match(say("look"), /key/);
  });
  it("only things that lie somewhere hide anything", () => {
    assert.deepEqual(problems({ things: { ...STUDY.things, key: { under: "ann" } } }), ['Nothing can be under "ann".']);
  });
  it("the explorer looks there too", () => {
    const compiled = compileHouse(located(STUDY as Json));
    assert.equal(compiled.ok && explore(engine, compiled.config, { tries: 2000 }).won, true);
  });
});

describe("parts of a sentence", () => {
  it("are told as things stand, in a room, by a rule and by somebody", () => {
    const say = study();
    assert.match(say("look"), /The stove is cold, and 2 birds sit outside\./);
    assert.match(say("say hello to Ann"), /Brr\./);
    say("light the stove");
    assert.match(say("look"), /The stove is roaring/);
    assert.match(say("say hello to Ann"), /How warm it is\./);
    assert.match(say("push the stove"), /leaves 1\.$/);
    assert.match(say("look"), /1 birds sit outside the shut window\./);
  });
  it("are checked: what is not closed, not known or not possible is named", () => {
    const room = (description: string) => problems({ rooms: { study: { description } } });
    assert.deepEqual(room("[if shut]a"), ["An `[if …]` has no `[end]`."]);
    assert.deepEqual(room("a[end]"), ["`[end]` stands here without an `[if …]`."]);
    assert.deepEqual(room("[if rug lit]a[end]"), ["`rug` cannot be `lit`."]);
    assert.deepEqual(room("[if open]a[end]"), ["Nothing is known of `open`."]);
    assert.deepEqual(room("a [sic] b"), ["`[sic]` is no part of a sentence."]);
  });
});
