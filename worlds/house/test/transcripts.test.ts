// What somebody types and is told in the shipped stories, line by line: where sense, memory, parser and words meet.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { playing } from "./playing.ts";

describe("what a way leads to", () => {
  it("is known from anywhere once it was plain to see, and from nowhere before", () => {
    const say = playing("cottage");
    assert.match(say("where is the loft"), /^You know nothing yet of “loft”/);
    assert.match(say("how do I get to the loft"), /^You do not know the way there/);
    say("open the door", "in", "west");
    for (const line of ["where is the loft", "how do I get to the loft"])
      assert.equal(say(line), "To get to the loft, go east, then up.");
    assert.match(say("go to the loft"), /^You pass through the hall\..*\n\nLoft\n/);
  });
  it("to what is no room is where that is, and no hint is used up by it", () => {
    const say = playing("cottage");
    assert.match(say("how do I get to the moon"), /^You do not know the way there/);
    assert.match(say("how do I get to the garden gate"), /^The garden gate is right here/);
    assert.match(say("hint"), /\(1 of 3\)$/);
  });
});

describe("what was to be done where one did not get to", () => {
  const LEFT = "What you meant to do there, you leave.";
  it("is left, once for all of it, and said so", () => {
    const say = playing("cottage");
    assert.equal(
      say("go north then drop the letter then say hello"),
      `You cannot go north from here. You could go inside or west. ${LEFT}`,
    );
    assert.match(say("inventory"), /letter/);
    assert.match(say("go east, take the basket, go east"), new RegExp(`cannot go east.* ${LEFT}$`));
    assert.doesNotMatch(say("inventory"), /basket/);
  });
  it("is done where the step led somewhere, and what does not need a step is done all the same", () => {
    const say = playing("cottage");
    assert.match(say("go north and what am I carrying"), /You cannot go north.*letter/s);
    assert.match(say("eat the gate and take the basket"), /basket/);
    assert.match(say("inventory"), /basket/);
    assert.doesNotMatch(say("open the door, go in, drop the letter"), new RegExp(LEFT));
    assert.doesNotMatch(say("inventory"), /letter/);
  });
});

describe("what is said to be so", () => {
  it("is so, or is not, and moves nothing", () => {
    const say = playing("cottage");
    assert.match(say("I have the letter"), /^(So it is: )?"I have the letter\."( Quite so\.)?$/);
    assert.match(say("I am in the garden"), /^(So it is: )?"I am in the garden\."( Quite so\.)?$/);
    assert.match(say("I have the basket"), /not so, as far as you can see\. What you have is a letter\./);
    assert.match(say("the gate is open"), /not so, as far as you can see\. What you only want to say/);
    assert.equal(say("inventory"), "You are carrying a letter.");
    assert.match(say("take the basket", "I own the basket"), /^(So it is: )?"I own the basket\."/);
  });
});

describe("taking and picking", () => {
  it("all leaves what lies in a thing that one holds, and takes it when that is named", () => {
    const say = playing("cottage");
    say("take the basket", "put the letter in the basket");
    assert.doesNotMatch(say("take all"), /letter/);
    assert.match(say("take all from the basket"), /letter/);
  });
  it("a flower is no lock, and a bag that stands there is not one's own", () => {
    assert.equal(playing("cottage")("pick the hollyhocks"), "The hollyhocks are not for carrying off.");
    assert.match(playing("cottage")("pick the front door"), /lock/);
    const say = playing("mystery", { culprit: "osei" });
    assert.match(say("search the bag"), /doctor's bag/);
    assert.equal(say("search my bag"), "You are carrying nothing.");
  });
});

describe("talk", () => {
  it("that nobody is there for says what for", () => {
    assert.equal(playing("lighthouse")("go home"), "There is nobody here to send home.");
    assert.equal(playing("lighthouse")("follow me"), "There is nobody here to come with you.");
  });
  it("goes on with the person present, though somebody else was spoken of", () => {
    const say = playing("mystery", { culprit: "osei" });
    say("x the doctor", "ask him about Julian");
    assert.match(say("ask him about the study door"), /^You ask Dr Osei about the study door\./);
    assert.match(say("where is Julian"), /^Dr Osei says that he was in the library\.$/);
    assert.match(say("accuse Julian"), /^Julian is not here\. Dr Osei says that he was in the library\.$/);
  });
  it("names the speaker of an answer once", () => {
    const say = playing("mystery", { culprit: "osei" });
    assert.match(
      say("ask the doctor about last night"),
      /^You ask Dr Osei about last night\. ("I played .*," he says\.|He says, "I played .*")/,
    );
    // Of two who could be "he", the one who speaks is named.
    assert.match(say("ask the doctor about Julian"), /Dr Osei about Julian\. .*Dr Osei says/);
    for (let times = 0; times < 2; times++) assert.match(say("hello, doctor"), /"Hello!" He says, "/);
  });
  it("can be of what somebody has asked for, from then on", () => {
    const say = playing("cottage");
    say("open the door", "in", "west");
    assert.match(say("ask Ada about her spectacles"), /“spectacles”/);
    say("ask Ada for the key");
    assert.match(say("ask Ada about her spectacles"), /blind as a mole/);
    assert.match(
      say("where are the spectacles"),
      /^Where the spectacles are, you do not know\. You have heard of the spectacles from Ada\.$/,
    );
  });
  it("a request for what is already done gets no reply, and its reason is told", () => {
    const say = playing("mystery", { culprit: "osei" });
    assert.match(
      say("doctor, open the study door"),
      /^You ask Dr Osei to open the study door\. The study door is open already\.$/,
    );
    assert.match(say("doctor, close the study door"), /It will not shut any better/);
  });
  it("of what was named before a question is meant by it", () => {
    const say = playing("cottage");
    say("open the door", "in", "east", "read the letter");
    assert.equal(say("unlock the bureau"), "With which key?");
    assert.match(say("open it"), /The bureau is locked\./);
  });
  it("several things that are only spoken of are several", () => {
    assert.match(playing("mystery", { culprit: "osei" })("take the ledgers"), /^The ledgers are not here/);
  });
  it("that gives a lie away names the listener once", () => {
    const say = playing("mystery", { culprit: "julian" });
    say("east", "ask Julian about last night", "north", "ask Constance about last night", "south");
    const told = say("tell Julian about Constance");
    assert.match(told, /^You tell Julian about Lady Constance\. /);
    assert.equal(told.match(/Julian/g)!.length, 1, told);
  });
});

describe("ways that the prose has", () => {
  it("are gone by the words it has for them", () => {
    const say = playing("lighthouse");
    assert.match(say("go up"), /^You go north\.|Yard/);
    assert.match(say("d"), /landing stage/);
    assert.match(say("u"), /yard/);
  });
  it("an n between ways is a way, and before a deed it joins", () => {
    assert.match(playing("lighthouse")("go n e"), /\nCottage\n/);
    assert.match(
      playing("lighthouse")("n", "go west n east"),
      /The store door is locked\. [^.]*\. What you meant to do there/,
    );
    assert.match(
      playing("lighthouse")("n", "e", "take lantern", "go west n light the lantern"),
      /You light the hand lantern\./,
    );
  });
  it("a door that is spoken of where none is stands for the way", () => {
    const say = playing("lighthouse");
    assert.match(say("north", "go in the east door"), /\nCottage\n/);
    assert.match(say("open the west door"), /^That is the way west, to the yard\./);
    assert.match(say("west", "go in the north door"), /^\(First opening the tower door\.\) You /);
  });
});

describe("comings and goings", () => {
  it("somebody passing through is told in one sentence, and so are footsteps next door", () => {
    const say = playing("mystery", { culprit: "osei" });
    // Persuading takes two moments, and a wait would end at the first of them.
    const told = say("wait 4", "persuade Dr Osei");
    assert.match(told, /Gladstone comes in from above and goes on west\./);
    assert.doesNotMatch(told, /Gladstone comes in [^.]*\. Gladstone goes/);
    const far = playing("mystery", { culprit: "osei" });
    const heard = [far("go east"), ...Array.from({ length: 20 }, () => far("wait 4"))].filter((one) =>
      one.includes("Footsteps come and go"),
    );
    assert.ok(heard.some((one) => one.includes("Footsteps come and go to the west.")));
    for (const one of heard) assert.doesNotMatch(one, /You hear footsteps/);
  });
  it("back is no way for a player who came from nowhere", () => {
    const say = playing("cottage");
    assert.match(say("back"), /^There is no such way from here\./);
    assert.match(say("open the door", "in", "back"), /garden/);
  });
  it("a walker with a light in the dark is told of on coming and going", () => {
    const told = playing(PASSAGE)('wait 4, say "hm"');
    assert.match(told, /Passage\nBare walls\.[\s\S]*Ann goes east\.[\s\S]*It is dark\./, told);
  });
});

const PASSAGE = {
  title: "The Passage",
  opening: "",
  darkness: "It is dark.",
  player: "you",
  rooms: {
    hall: { description: "A hall.", exits: { east: { to: "passage", known: true } } },
    passage: {
      dark: true,
      description: "Bare walls.",
      exits: { west: "hall", east: { to: "attic", known: true } },
    },
    attic: { description: "An attic.", exits: { west: "passage" } },
  },
  things: {
    torch: { heldBy: "ann", light: "always" },
    lamp: { in: "hall", light: "on" },
    coin: { in: "hall" },
    penny: { in: "hall", name: "coin" },
  },
  people: {
    you: { in: "passage" },
    ann: { name: "Ann", pronouns: "she", in: "hall", route: { stops: ["hall", "attic"], loop: false } },
  },
};

describe("what was told a moment ago", () => {
  it("is not told again to a player who looks about after coming in", () => {
    const say = playing("cottage");
    say("open the front door");
    const told = say("go in and have a look round");
    assert.equal(told.split("A narrow hall").length, 2, told);
    assert.equal(say("look").split("A narrow hall").length, 2);
    assert.equal(say("look and go west and look").split("A low, warm kitchen").length, 2);
  });
});

describe("what came to nothing for one reason", () => {
  it("is told so once, though it was tried in two ways", () => {
    const say = playing("lighthouse");
    assert.equal(say("up", "open the store door and go west").split("There must be a key").length, 2);
  });
});

describe("in the dark", () => {
  it("the way back is the way the player came, even when others are known", () => {
    const say = playing({ ...PASSAGE, people: { you: { in: "hall" } }, things: { lamp: PASSAGE.things.lamp } });
    assert.match(say("take the lamp", "east", "west", "put out the lamp", "east"), /find your way back west\./);
  });
});

describe("what is called the same", () => {
  it("is told apart by its number, and that is an answer", () => {
    const say = playing({
      ...PASSAGE,
      people: { you: { in: "hall" } },
      things: { ...PASSAGE.things, torch: { in: "attic" } },
    });
    assert.equal(say("take the coin"), "Which coin do you mean: the first coin or the second coin?");
    assert.match(say("the second coin"), /coin/);
    assert.match(say("inventory"), /^You are carrying a coin\.$/);
  });
});
