// Whole sentences typed at a world that was written from the guide alone: what went wrong there once.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { playing } from "./playing.ts";

const TRAIN = {
  title: "The 21.40 to Trieste",
  opening: "",
  player: "you",
  rooms: { corridor: { description: "A brass rail runs along black windows." } },
  things: {
    seat: { in: "corridor", scenery: true, fixed: true, uses: ["sit", "lie"] },
    hatbox: { in: "corridor", container: "closed", appearance: "A striped hatbox sits in the rack." },
    window: { in: "corridor", scenery: true, fixed: true },
    ticket: { heldBy: "you" },
    punch: { name: "ticket punch", heldBy: "bruno" },
  },
  people: {
    you: { name: "courier", in: "corridor" },
    bruno: {
      name: "Bruno",
      aliases: ["conductor"],
      pronouns: "he",
      in: "corridor",
      openly: ["punch"],
      answers: "Tickets.",
    },
  },
  verbs: { punch: { patterns: ["punch|clip {thing} (with {with})"], otherwise: "That would only make a hole in it." } },
  rules: { punched: { on: { punch: "ticket", with: "punch" }, do: [{ tell: "It bites a heart." }] } },
};
const say = (line: string) => playing(TRAIN)(line);

describe("a thing that the prose calls by more than its name", () => {
  it("is known by that, and by no other word", () => {
    assert.match(say("open the striped hatbox"), /^You open the hatbox|hatbox opens|Inside|empty/);
    assert.match(say("I'd like to open the green hatbox"), /^You can see no green hatbox here/);
    assert.match(say("open the biggest hatbox"), /hatbox/);
    assert.doesNotMatch(say("open the biggest hatbox"), /no biggest/);
  });
});

describe("what is said to somebody", () => {
  it("begins with “that”, and is none of it passed over", () =>
    assert.match(say("tell the conductor that I am going to Trieste"), /"I am going to Trieste\."/));
  it("is a question about the listener where it speaks of what is theirs", () =>
    assert.match(say("Bruno, what is your name?"), /^You say to Bruno, "What is your name\?"/));
  it("is no deed that people do for others, though it names something known", () =>
    assert.match(say("ask Bruno to punch my ticket"), /“punch my ticket”/));
});

describe("what something is done with", () => {
  const held = { ...TRAIN, things: { ...TRAIN.things, punch: { name: "ticket punch", heldBy: "you" } } };
  for (const line of ["use the punch to punch the ticket", "use the ticket punch to clip it", "clip it with the punch"])
    it(`may come first: ${line}`, () => assert.equal(playing(held)("examine the ticket", line), "It bites a heart."));
});

describe("lying down", () => {
  it("is on what shows that one can lie on it", () => {
    assert.match(say("lie down"), /^You lie (down )?on the seat\./);
    assert.equal(playing("cottage")("lie down"), "You would rather stay on your feet.");
  });
});

describe("words around a deed", () => {
  it("say who it is done for, and where a person sees themselves", () => {
    assert.doesNotMatch(say("could you describe the hatbox to me?"), /understood/);
    assert.match(say("open the hatbox for me"), /^You open the hatbox|hatbox opens|Inside|empty/);
    assert.doesNotMatch(say("I look at myself in the window"), /no myself/);
    assert.match(say("Bruno, give the punch to me"), /Bruno does not give you the ticket punch/);
  });
});

describe("a room behind a door", () => {
  it("is opened, closed and unlocked by that door, and gone to as before", () => {
    const hall = playing("cottage");
    hall("open the door", "in", "take the brass key");
    assert.match(hall("open the cellar"), /The cellar door is locked/);
    assert.match(hall("unlock the cellar with the brass key"), /The brass key does not fit the cellar door/);
    assert.match(playing("cottage")("open"), /^Open what\?/);
    assert.match(playing("cottage")("open", "the second"), /^You open the garden gate/);
    assert.equal(hall("close the garden"), "You close the front door.");
    assert.match(hall("open the kitchen"), /^The kitchen is not where you are\. You could GO there\./);
    assert.match(hall("go to the kitchen"), /^You [^.]*\.\n\nKitchen\n/);
  });
});
