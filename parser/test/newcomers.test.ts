// How people speak who have never played with words: around a command, in other forms of it, and to put it right.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Lexicon } from "@orrery/kernel";
import { parseTextToActions } from "../src/index.ts";
import { brief, say, thing } from "./lexicons.ts";

const THINGS = ["thing", "person"];
const shed: Lexicon = {
  verbs: [
    {
      type: "take",
      patterns: ["take|get {target}", "pick up {target}"],
      slots: { target: { kinds: THINGS, all: "loose", prefer: "loose", ask: "Take what?" } },
    },
    { type: "open", patterns: ["open {target}"], slots: { target: { kinds: THINGS, ask: "Open what?" } } },
    {
      type: "read",
      patterns: ["read {target}"],
      slots: { target: { kinds: THINGS, prefer: "readable", ask: "Read what?" } },
    },
    {
      type: "sit",
      patterns: ["sit (on) {target}"],
      slots: { target: { kinds: THINGS, prefer: "seat", ask: "On what?" } },
    },
    {
      type: "examine",
      patterns: ["x {target}", "look at {target}"],
      slots: { target: { kinds: THINGS, ask: "Look at what?" } },
    },
    { type: "look", patterns: ["look"] },
    {
      type: "list",
      patterns: ["what {aside} is in {target}"],
      slots: { target: { kinds: THINGS, prefer: "seat", ask: "In what?" }, aside: { kinds: THINGS } },
    },
    { type: "turn", patterns: ["turn {target} (up)"], slots: { target: { kinds: THINGS, ask: "Turn what?" } } },
    { type: "go", patterns: ["{metadata.direction}"], slots: { "metadata.direction": { kinds: ["way"] } } },
    {
      type: "say",
      patterns: ["what is new"],
      slots: { "metadata.to": { kinds: ["person"], prefer: "person", ask: "Whom?" } },
    },
    {
      type: "hold",
      patterns: ["put {target} back"],
      slots: {
        target: { kinds: THINGS, ask: "Put what?" },
        location: { kinds: THINGS, prefer: "seat", ask: "Put it back where?", home: true },
      },
    },
    {
      type: "ask",
      patterns: ["{metadata.to} (,) does|is {metadata.about}"],
      slots: {
        "metadata.to": { kinds: ["person"] },
        "metadata.about": { kinds: ["thing"], prefer: "readable", within: true },
      },
      last: true,
    },
    { type: "leave", patterns: ["leave"] },
    { type: "go", patterns: ["go {metadata.direction}"], slots: { "metadata.direction": { kinds: ["way"] } } },
    { type: "go", patterns: ["leave by {metadata.direction}"], slots: { "metadata.direction": { kinds: ["way"] } } },
    { type: "near", patterns: ["go to {target}"], slots: { target: { kinds: THINGS } }, leads: true },
    { type: "stand", patterns: ["walk to {target}"], slots: { target: { kinds: THINGS } }, leads: "only" },
    {
      type: "unlock",
      patterns: ["use {metadata.keyId} to open {target}"],
      slots: { target: { kinds: THINGS }, "metadata.keyId": { kinds: ["key"] } },
    },
    { type: "wait", patterns: ["wait for {aside}"], slots: { aside: { kinds: THINGS } } },
    {
      type: "claim",
      patterns: ["i am|have {metadata.text}"],
      slots: { "metadata.text": { kinds: ["text"] } },
      last: true,
    },
  ],
  nouns: [
    thing("d", ["box", "chest"], "thing"),
    thing("k1", ["brass key", "cellar key"], "thing key loose", { at: "a" }),
    thing("k2", "iron key", "thing key loose", { at: "b" }),
    thing("l1", "red letter", "thing loose readable"),
    thing("m", "blue map", "thing loose readable"),
    thing("b", "bench", "thing seat"),
    thing("s", "stool", "thing seat"),
    thing("a", "Anna", "person", { pronouns: ["her"] }),
    { id: "w", names: ["west"], kinds: ["way"], value: "west" },
    { id: "e", names: ["east"], kinds: ["way"], value: "east" },
    { id: "u", names: ["up"], kinds: ["way"], value: "up" },
    thing("lb", "logbook", "thing"),
  ],
  addressed: "person",
};
const reads = (rule: string, table: Readonly<Record<string, string>>) => {
  for (const [texts, expected] of Object.entries(table))
    it(`[${rule}] ${texts}`, () => assert.equal(brief(say(shed, ...texts.split(" / "))), expected));
};

describe("around a command", () => {
  reads("P50", {
    "I think I'll open the box": "open d",
    "well, maybe I should just try to open the box then": "open d",
    "why don't we open the box?": "open d",
    "Hello! Could you please open the box for me? Thank you": "open d",
    "open the box so that I can see what is in it": "open d",
    "open the box because Anna told me to, then look": "open d; look",
    "open the box to find the key": "open d",
    "look for the key": "!not_understood",
    "look closely at the box": "examine d",
    "slowly and carefully open the box": "open d",
    "open the box as quietly as possible": "open d",
    "don't open the box": "!unknown_verb",
    "I don't want to open the box": "!unknown_verb",
  });
  reads("P51", {
    "I opened the box": "open d",
    "I am opening the box": "open d",
    "opens the box": "open d",
    "she took the red letter": "!unknown_verb",
    "I took the red letter": "take l1",
    "let me try reading the map": "read m",
    "I'm leaving": "!unknown_verb",
    "I'm leaving by west": "go direction=west",
  });
  reads("P52", {
    "I am tired": "claim text=tired",
    "I have to open the box": "open d",
    "go to the bench": "near b",
    "go to the bench and open the box": "open d",
    "walk to the bench": "!not_understood",
    "walk to the bench and look": "look",
  });
  reads("P53", {
    "wait for Anna": "wait",
    "wait for the key": "wait",
    "use the iron key to open the box": "unlock d keyId=k2",
  });
});

describe("what is said of a thing", () => {
  reads("P54", {
    "x the key that Anna has": "examine k1",
    "x the key she is holding": "examine k1",
    "x the key that lies on the bench": "examine k2",
    "x Anna's key": "examine k1",
    "x the key to the cellar": "examine k1",
    "read the red letter my great-aunt sent me": "read l1",
    "x the key I found": "!ambiguous_reference",
    "take whatever is on the bench": "take k2",
    "x one of the keys": "!ambiguous_reference",
  });
});

describe("what goes without saying", () => {
  reads("P55", {
    "go to the bench and sit": "sit b",
    "take the blue map and read": "take m; read m",
    "take the iron key and read": "take k2; !missing_part",
    sit: "!missing_part",
  });
  reads("P56", {
    "x the brass key / no, the other one": "examine k2",
    "x the brass key / I meant the iron key": "examine k2",
    "x the brass key / sorry, the box": "examine d",
    "go west / no, east": "go direction=east",
    "x the brass key / no": "!unknown_verb",
    "x the brass key / no, look": "look",
  });
  it("[P57] where all is over, that is the answer", () => {
    const over = { ...shed, over: "It is all over." };
    assert.equal(say(over, "flarb").reading.problem?.message, "It is all over.");
    assert.equal(say(over, "take the key").reading.question, null);
    assert.equal(brief(say(over, "open the box")), "open d");
  });
});

describe("what is only said", () => {
  reads("P58", {
    "it's dark in here. open the box": "open d",
    "ok I think that box looks nice, open it": "open d",
    "wow, a box! open it": "open d",
    "I am tired, look": "look",
    "the bench is broken. x it": "examine b",
    "there is a box so I open it": "open d",
    "I love it here, look": "look",
    "open the box. it is heavy": "open d",
    "its dark": "!unknown_verb",
    "I cant take the map and open the box": "!unknown_verb",
    "if it is dark, open the box": "!not_understood",
    "x the brass key / what a strange sword, take it": "!object_not_found",
    "x the box / nice keys, take it": "!object_not_found",
    "x the brass key / it is shiny. take it": "take k1",
    "so pretty!! open the box": "open d",
    "how odd, look": "look",
    "not the bench, x the box": "examine d",
    "not the bench x the box": "examine d",
    "dont open the box just look at it": "examine d",
    "dont open the box look": "!unknown_verb",
    "never mind the key! look": "look",
    "im so curious i open the box": "open d",
    "im so curious i open": "!unknown_verb",
    "its so damp my hair goes up": "!unknown_verb",
    "you poor thing. look": "look",
    "open the box is it empty": "open d",
    "is it empty open the box": "open d",
    "did Anna open the box": "!unknown_verb",
    "what a box": "!unknown_verb",
    "what a lovely box. look": "look",
  });
  it("[P58] of a remark alone it is said that nothing is done, each time in other words", () => {
    const first = say(shed, "its dark").reading;
    const second = say(shed, "its dark", "it is cold").reading;
    assert.match(first.problem!.message, /“its dark”/);
    assert.match(second.problem!.message, /“it is cold”/);
    assert.notEqual(first.problem!.message.replace("its dark", ""), second.problem!.message.replace("it is cold", ""));
  });
});

describe("words written in haste", () => {
  reads("P59", {
    "lemme read the map": "read m",
    "imma open da box": "open d",
    "plss open thebox": "!object_not_found",
    "looook at the box": "examine d",
    "read the map thx": "read m",
    "x the log book": "examine lb",
    "open teh box": "!object_not_found",
    "x the ironkey": "examine k2",
    "x annas key": "examine k1",
    "x the key of anna": "examine k1",
    "x that key of hers": "examine k1",
    "x them keys": "!ambiguous_reference",
    "what is new anna": "say to=a",
    "outta there": "!unknown_verb",
  });
});

describe("several things in one breath", () => {
  reads("P60", {
    "open the box look": "open d; look",
    "take the red letter read it x the box": "take l1; read l1; examine d",
    "take the red letter the map": "take l1; take m",
    "open the box its heavy look": "open d",
    "wow what a box open it": "open d",
    "it could help Anna open the box": "!unknown_verb",
    "open the box flarb": "!not_understood",
    "I never open the box look": "!unknown_verb",
    "ugh open the box lol": "open d",
    "open the box n look": "open d; look",
    "go west n open the box": "go direction=west; open d",
    "I need the map, get it": "take m",
    "turn the box up": "turn d",
    "take the map open the box up": "!not_understood",
    "take the map turn it up": "take m; turn m",
  });
  reads("P66", {
    "x the box no wait the bench": "examine b",
    "take the map, no, the red letter": "take l1",
    "west no i mean east": "go direction=east",
    "look. open the box, oops no look at it": "look; examine d",
    "take the map no wait": "!not_understood",
    "take the map no wait the flarb": "!object_not_found",
    "x the bench, no wonder it is old": "examine b",
  });
  reads("P61", {
    "x the box / same with the bench": "examine b",
    "x the box / and the bench too": "examine b",
    "x the box / now the map pls": "examine m",
    "take the blue map / how about the red letter": "take l1",
    "look / same with the bench": "!unknown_verb",
  });
  reads("P62", {
    "x the iron key / put it back": "hold k2 @b",
    "put the iron key back": "!not_understood",
  });
  it("[P62] a thing in one's own hands has no place to be put back to but the one before", () => {
    const held = {
      ...shed,
      nouns: shed.nouns.map((noun) => (noun.id === "k2" ? { ...noun, at: "me" } : noun)),
    };
    assert.equal(say(held, "x the iron key").reading.homes, undefined);
    const { reading } = say(shed, "x the iron key");
    const later = parseTextToActions("x the iron key", { actorId: "me", lexicon: held, recent: [reading] });
    assert.deepEqual(later.reading.homes, { k2: "b" });
  });
  reads("P63", {
    "Anna, is the letter still here": "ask to=a about=l1",
    "Anna does the bench hurt": "ask to=a about=b",
    "Anna does it hurt": "!not_understood",
  });
});

describe("said to the game", () => {
  reads("P64", {
    "can i save my game here": "!unknown_verb",
    "how do i restart the game pls": "!unknown_verb",
    "I want to quit": "!unknown_verb",
  });
  it("[P64] wishes are answered in however many words", () => {
    for (const text of ["can I save", "how do I save my game pls", "I'd like to save the game now"])
      assert.match(say(shed, text).reading.problem!.message, /every turn is kept/, text);
    for (const text of ["can you undo that", "please restart the game"])
      assert.match(say(shed, text).reading.problem!.message, /Nothing that was done is ever lost/, text);
  });
  it("[P65] why not: the last refusal, in its own words", () => {
    const ask = (text: string, refusal?: string) =>
      parseTextToActions(text, { actorId: "me", lexicon: shed, recent: [], refusal }).reading.problem?.message;
    for (const text of ["why not?", "why cant i", "how come", "but why wont it open", "what do you mean"])
      assert.equal(ask(text, "The box is locked."), "The box is locked.", text);
    assert.match(ask("why not")!, /^Nothing has been refused/);
    assert.notEqual(ask("why not open the box", "The box is locked."), "The box is locked.");
  });
});

describe("the listener where several are present", () => {
  const two = { ...shed, nouns: [...shed.nouns, thing("o", "Otto", "person", { pronouns: ["him"] })] };
  for (const [texts, expected] of Object.entries({
    "what is new": "!missing_part",
    "what is new otto / what is new": "say to=o",
    "what is new / otto / look / what is new": "say to=o",
    "what is new otto / what is new anna / what is new": "say to=a",
  }))
    it(`[P69] ${texts}`, () => assert.equal(brief(say(two, ...texts.split(" / "))), expected));
});
