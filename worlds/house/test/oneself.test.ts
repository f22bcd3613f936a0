// "Myself", "yourself" and "himself": nothing else is meant by them, and nothing is done to oneself that is not sensible.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { playing } from "./playing.ts";

const POST = {
  title: "The Post Office",
  opening: "",
  player: "you",
  rooms: {
    office: { description: "A counter.", exits: { east: "yard" } },
    yard: { description: "Sacks.", exits: { west: "office" } },
  },
  things: {
    counter: { in: "office", fixed: true, scenery: true, supporter: true },
    scale: { on: "counter", fixed: true, supporter: true },
    parcel: { in: "office" },
    letter: { in: "office" },
  },
  people: {
    you: { name: "clerk", in: "office", description: "Tired." },
    bea: { name: "Bea", pronouns: "she", in: "office", answers: "Hm?", topics: { parcel: "It is mine." } },
  },
  verbs: {
    weigh: { patterns: ["weigh {thing} (on {with})"], otherwise: "It would tell you nothing." },
    rest: { patterns: ["doze ({thing})"] },
  },
  rules: {
    weighed: { on: { weigh: "parcel", with: "scale" }, do: [{ tell: "Two pounds." }] },
    dozed: { on: { rest: "letter" }, do: [{ tell: "You doze over it." }] },
  },
};

describe("oneself", () => {
  it("is no other thing that an author's verb waits for", () => {
    for (const line of ["weigh myself", "weigh me", "doze myself"])
      assert.equal(playing(POST)(line), "You leave yourself out of it.", line);
    for (const line of ["weigh himself", "weigh herself", "weigh itself"])
      assert.match(playing(POST)(line), /^I understood “weigh”, but not “/, line);
    assert.match(playing(POST)("weigh him"), /“him”/);
  });
  it("is what is looked at, also as “yourself”, and told in the second person", () => {
    for (const line of ["examine yourself", "look at myself", "x me"]) assert.equal(playing(POST)(line), "Tired.");
    for (const line of ["open myself", "read yourself", "kill yourself", "wear myself", "weigh myself"])
      assert.doesNotMatch(playing(POST)(line), /clerk/, line);
    assert.match(playing(POST)("ask Bea about yourself"), /herself|says/);
  });
  it("says who does it where something else is named", () => {
    assert.match(playing(POST)("take the parcel myself", "inventory"), /parcel/);
    assert.match(playing("cottage")("put myself on the bench"), /You sit down on the bench/);
  });
  it("is who does what “let me” leads up to", () => {
    assert.match(playing("cottage")("let me read the letter"), /^The letter reads/);
    assert.match(playing("cottage")("let me see the basket"), /basket/i);
    assert.match(playing("cottage")("open the door, go in and go up", "see what is there"), /orrery/);
  });
  it("gives no answer about oneself to other words", () => {
    assert.doesNotMatch(playing("cottage")("I give up, what now"), /above/);
  });
  it("asked of somebody is nobody else", () => {
    assert.doesNotMatch(playing(POST)("Bea, kill yourself"), /ask Bea to/);
  });
});

describe("an optional part of an author's verb", () => {
  it("is read before a place that tells the thing apart", () => {
    assert.equal(playing(POST)("weigh the parcel on the scale"), "Two pounds.");
  });
});

describe("a question to somebody by name", () => {
  it("is asked of them", () => {
    assert.match(playing(POST)("Bea, what is in the parcel?"), /^You ask Bea about the parcel\./);
    assert.match(playing(POST)("Bea, who has the letter?"), /^You ask Bea about the letter\./);
    assert.match(playing(POST)("Bea, who wrapped the parcel?"), /^You say to Bea, "Who wrapped the parcel\?"/);
  });
  it("asks what about where that is left out, and knows an answer that names nothing", () => {
    assert.equal(playing(POST)("ask Bea"), "About what?");
    assert.match(playing(POST)("ask Bea", "the weather"), /“weather”/);
    assert.doesNotMatch(playing(POST)("ask Bea", "the weather"), /I don't know the word/);
    assert.match(playing(POST)("ask Bea", "the weather", "the parcel"), /^You ask Bea about the parcel\./);
  });
  it("needs nobody where one sees it oneself, and is quoted whole where there is no answer", () => {
    assert.match(playing(POST)("ask Bea where I am"), /^Office\n/);
    assert.match(playing(POST)("ask Bea how to fly"), /“how to fly”/);
  });
});

describe("back", () => {
  it("after a step is the way back from there", () => {
    const at = (line: string) => playing(POST)(line, "where am I").split("\n")[0];
    assert.equal(at("go east"), "Yard");
    assert.equal(at("go east and come back"), "Office");
    assert.equal(at("go east, look around, go back and go east"), "Yard");
    const say = playing("cottage");
    assert.match(say("open the door", "in", "go west and come back", "where am I"), /^Hall\n/);
    assert.match(say("go west then go out", "where am I"), /^Hall\n/);
  });
});

describe("a greeting to a name that nobody has", () => {
  it("is not said into the air", () => {
    assert.equal(playing("cottage")("say good evening to Zoe"), "You can see no Zoe here.");
    assert.equal(playing("cottage")("say good evening to Ada"), "Ada is not here. You do not know where she is.");
    assert.match(playing("cottage")("say hello to the world"), /"Hello to the world\."/);
  });
});

describe("what the prose speaks of", () => {
  it("cannot be carried off, and is not denied", () => {
    const say = playing("lighthouse");
    assert.match(say("north", "get oil"), /^There is no carrying off the oil\.|^You would not get far with the oil\./);
  });
  it("names no poison before anybody has found it", () => {
    assert.doesNotMatch(playing("mystery", { culprit: "osei" })("examine the glass of water"), /poison/i);
    assert.match(playing("mystery", { culprit: "osei" })("north", "examine the glass of water"), /Foxglove/);
    assert.match(playing("mystery", { culprit: "osei" })("ask the doctor about the water"), /Look at the glass/);
  });
});
