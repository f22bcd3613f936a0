// What people who play with words are used to: things by their places, counting, saying it again, slips of the hand, commands to others.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Lexicon } from "@orrery/kernel";
import { parseTextToActions } from "../src/index.ts";
import { editsBetween } from "../src/spelling.ts";
import { brief, say, thing } from "./lexicons.ts";

const ANY = ["thing", "person"];
const cellar: Lexicon = {
  verbs: [
    {
      type: "take",
      patterns: ["take {target} from {location}", "take|get {target}"],
      slots: {
        target: { kinds: ANY, all: "loose", ask: "Take what?" },
        location: { kinds: ANY, source: true },
      },
    },
    {
      type: "put",
      patterns: ["put {target} in {location}"],
      slots: { target: { kinds: ANY, all: "loose", ask: "Put what?" }, location: { kinds: ANY, ask: "In what?" } },
    },
    { type: "examine", patterns: ["x|examine {target}"], slots: { target: { kinds: ANY, ask: "Look at what?" } } },
    { type: "look", patterns: ["look (around)"] },
    {
      type: "talk",
      patterns: ["ask {metadata.to} about {metadata.about}"],
      slots: {
        "metadata.to": { kinds: ["person"], ask: "Whom?", none: "Nobody is here." },
        "metadata.about": { kinds: ["topic", "thing"], ask: "What?", unknown: "Never heard of {}." },
      },
    },
    {
      type: "say",
      patterns: ["say {metadata.text}", "{metadata.to} , {metadata.text}"],
      slots: { "metadata.text": { kinds: ["text"], ask: "What?" }, "metadata.to": { kinds: ["person"] } },
    },
    {
      type: "bid",
      patterns: ["{metadata.to} (,) {metadata.wanted}", "tell {metadata.to} to {metadata.wanted}"],
      slots: {
        "metadata.to": { kinds: ["person"], ask: "Whom?" },
        "metadata.wanted": { kinds: ["deed"], deeds: ["take", "put"] },
      },
    },
  ],
  nouns: [
    thing("t", "table", "thing"),
    thing("b", "box", "thing", { at: "t" }),
    thing("k1", "brass key", "thing loose", { at: "t" }),
    thing("k2", "iron key", "thing loose", { at: "b" }),
    thing("k3", "tin key", "thing loose"),
    thing("l", "lantern", "thing loose", { at: "b" }),
    thing("p", "portrait", "thing"),
    thing("a", "Anna", "person", { pronouns: ["her"] }),
    { id: "w", names: ["weather"], kinds: ["topic"] },
  ],
};
const told = (...texts: readonly string[]) => say(cellar, ...texts).reading.problem?.message;
const wanted = (...texts: readonly string[]) => say(cellar, ...texts).actions.map(({ metadata }) => metadata);

const reads = (rule: string, table: Readonly<Record<string, string>>) => {
  for (const [texts, expected] of Object.entries(table))
    it(`[${rule}] ${texts}`, () => assert.equal(brief(say(cellar, ...texts.split(" / "))), expected));
};

describe("places", () => {
  reads("P37", {
    "x the key in the box": "examine k2",
    "x the key on the table": "!ambiguous_reference",
    "x the brass key that is on the table": "examine k1",
    "x the keys in the box": "examine k2",
    "x the tin key on the table": "!object_not_found",
    "put the key in the box in the box": "put k2 @b",
    "put the tin key in the box": "put k3 @b",
    "put the tin key and the lantern in the box": "put k3 @b; put l @b",
    "take the key in the box and the tin key": "take k2; take k3",
    "take all in the box": "take k2; take l",
    "take all on the table except the keys": "take l",
    "take everything from the box": "take k2 @b; take l @b",
    "take all but the lantern from the box": "take k2 @b",
    "take everything from the box except the lantern": "take k2 @b",
    "take the key from the box": "take k2 @b",
    "take the tin key from the box": "take k3 @b",
    "x the box / take all from it": "take k2 @b; take l @b",
    "take everything from the portrait": "!object_not_found",
  });
  reads("P38", {
    "x the first key": "examine k1",
    "x the second key": "examine k2",
    "x the last key": "examine k3",
    "x the fourth key": "!object_not_found",
    "x the brass key / x the second one": "examine k2",
  });
  it("[P38] says how many there are", () => {
    assert.equal(told("x the fourth key"), "There are not so many keys: the brass key, the iron key and the tin key.");
    assert.equal(told("x the second lantern"), "There is only one: the lantern.");
  });
});

describe("people a pronoun may mean", () => {
  const her = { pronouns: ["her"] as const };
  const told = (here: number): string => {
    const women = ["Anna", "Bea", "Cleo", "Dora"].map((name, i) =>
      thing(name.toLowerCase(), name, i < here ? "person company" : "person", her),
    );
    const hall: Lexicon = {
      verbs: [
        {
          type: "talk",
          patterns: ["talk to {metadata.to}"],
          slots: { "metadata.to": { kinds: ["person"], prefer: "company", ask: "Whom?", none: "Nobody is here." } },
        },
        {
          type: "recall",
          patterns: ["where is {target}"],
          slots: { target: { kinds: ["person"], prefer: "company" } },
        },
      ],
      nouns: women,
    };
    return ["talk to her", "where is her"]
      .map((text) => {
        const parsed = say(hall, text);
        return parsed.reading.problem?.message ?? brief(parsed);
      })
      .join(" / ");
  };
  it("[P23] one of those in sight, where one must be", () => {
    assert.equal(told(1), "talk to=anna / recall anna");
    const two = "Which one do you mean: Anna or Bea?";
    assert.equal(told(2), `${two} / ${two}`);
    const all = "Which one do you mean: Anna, Bea, Cleo or Dora?";
    assert.equal(told(0), `There is nobody here whom “her” could mean. / ${all}`);
  });
});

describe("what is proposed", () => {
  it("[P40] is said once, though it can still be taken", () => {
    assert.match(told("take the lantrn") ?? "", /Did you mean the lantern\?$/);
    assert.match(told("take the lantrn", "flarb") ?? "", /“?flarb”?[^?]*$/);
  });
  it("[P40] is a name where a name was meant, and no word that points", () => {
    const worn: Lexicon = {
      ...cellar,
      verbs: [
        ...cellar.verbs,
        { type: "wear", patterns: ["wear {target}"], slots: { target: { kinds: ANY, ask: "Wear what?" } } },
        {
          type: "read",
          patterns: ["read (the) letters|words on {target}", "read {target}"],
          slots: { target: { kinds: ANY, ask: "Read what?" } },
        },
      ],
    };
    const says = (...texts: string[]) => say(worn, ...texts).reading.problem?.message ?? "";
    for (const text of ["wear hat", "read letter"])
      assert.doesNotMatch(says("x the lantern", text), /Did you mean/, text);
    assert.match(says("wear lanter"), /Did you mean the lantern\?$/);
    assert.match(says("read the lettrs on the box"), /Did you mean “read the letters on the box”\?$/);
  });
});

describe("all but some", () => {
  reads("P20", {
    "take all in the box except the lantern": "take k2",
    "take everything except the unicorn": "!object_not_found",
    "take all but the unicorn": "!object_not_found",
    "take all but unicorns": "!object_not_found",
    "take all the keys but the unicorn and look": "!object_not_found",
    "take all in the box but first look around": "take k2; take l; look",
  });
  it("[P20] says what could not be left out", () => {
    for (const text of ["take everything except the unicorn", "take all but the unicorn"])
      assert.equal(told(text), "You can see no unicorn here that could be left out.");
  });
});

describe("lists", () => {
  reads("P19", {
    "ask Anna about the weather and about the portrait": "talk to=a about=w; talk to=a about=p",
    "ask Anna about the weather, about the portrait": "talk to=a about=w; talk to=a about=p",
    "ask Anna about the weather and about flarb": "talk to=a about=w; !object_not_found",
  });
  it("[P19] says what in the rest of it is not known, and hands it in again with its verb", () => {
    const { problem, rest } = say(cellar, "ask Anna about the weather and about flarb").reading;
    assert.equal(problem?.message, "Never heard of flarb.");
    assert.equal(rest, "ask Anna about flarb");
  });
});

describe("again", () => {
  reads("P39", {
    "take the lantern / g": "take l",
    "take the lantern / again, please": "take l",
    "take the lantern / g / g": "take l",
    "look / take the lantern and look / g": "look",
    "take all in the box / again": "take k2; take l",
    "take the lantern / x the unicorn / g": "take l",
    g: "!not_understood",
  });
  it("[P39] what has gone out of sight is not named again", () => {
    const { reading } = say(cellar, "take the lantern");
    const gone = { ...cellar, nouns: cellar.nouns.filter(({ id }) => id !== "l") };
    const again = (lexicon: Lexicon) => parseTextToActions("g", { actorId: "me", lexicon, recent: [reading] });
    assert.equal(brief(again(cellar)), "take l");
    assert.equal(brief(again(gone)), "!object_not_found");
    assert.deepEqual(again(gone).actions, []);
    assert.deepEqual(reading.last, [{ actorId: "me", type: "take", targetId: "l" }]);
  });
});

describe("slips of the hand", () => {
  reads("P40", {
    "take the lantrn": "!object_not_found",
    "take the lantrn / yes": "take l",
    "take the lantrn / yes please": "take l",
    "take the lantrn / the lantern": "take l",
    "take the lantrn / no": "!not_understood",
    "take the lantrn / no, the portrait": "!unknown_verb",
    "take the lantrn / look": "look",
    "take the lantrn / flarb": "!unknown_verb",
    "take the lantrn / flarb / yes": "take l",
    "tkae the lantern / yes": "take l",
    "taek teh lantenr / y": "take l",
    "take the lantern and examine the portriat": "take l; !object_not_found",
    "ask Ana about the wether / yes": "talk to=a about=w",
    "ask Anna about the wether / yes": "talk to=a about=w",
    "take the key / brss": "!unknown_verb",
    "take the lamtarn": "!object_not_found",
    "say helo": "say text=helo",
    "take the läntern": "take l",
  });
  it("[P40] never acts on a guess, and names what may have been meant", () => {
    assert.equal(told("take the lantrn"), "You can see no lantrn here. Did you mean the lantern?");
    assert.equal(told("tkae the lantern"), "I don't know the word “tkae”. Did you mean “take the lantern”?");
    assert.equal(told("x the shiny lantern"), "You can see no shiny lantern here. Did you mean the lantern?");
    assert.equal(told("take the lamtarn"), "You can see no lamtarn here.");
    assert.deepEqual(say(cellar, "take the lantrn").reading.question?.choices, [
      { id: "lantern", name: "the lantern" },
    ]);
    assert.deepEqual(say(cellar, "take the lantrn").actions, []);
  });
  it("[P40] several that are as near are all named, and yes is then not enough", () => {
    const two: Lexicon = {
      ...cellar,
      nouns: [...cellar.nouns, thing("c1", "candle", "thing"), thing("c2", "candly", "thing")],
    };
    const asked = say(two, "x the candl");
    assert.equal(asked.reading.problem?.message, "You can see no candl here. Did you mean the candle or the candly?");
    assert.equal(brief(say(two, "x the candl", "yes")), "!ambiguous_reference");
    assert.equal(brief(say(two, "x the candl", "yes", "the second")), "examine c2");
    assert.equal(brief(say(two, "x the candl", "candle")), "examine c1");
  });
  it("[P40] one slip in four to seven letters, two in more, changed about in three", () => {
    const edits: readonly [string, string, number, number | null][] = [
      ["lamp", "lamp", 1, null],
      ["lmap", "lamp", 1, 1],
      ["lamps", "lamp", 1, 1],
      ["lap", "lamp", 1, 1],
      ["lap", "map", 1, null],
      ["teh", "the", 1, 1],
      ["dor", "door", 1, 1],
      ["tha", "the", 1, null],
      ["coat", "boat", 1, null],
      ["lantren", "lantern", 1, 1],
      ["latnren", "lantern", 1, null],
      ["spectcales", "spectacles", 2, 1],
      ["spectecals", "spectacles", 2, null],
      ["spectacels", "spectacles", 2, 1],
      ["spctcles", "spectacles", 2, 2],
    ];
    for (const [said, meant, most, expected] of edits)
      assert.equal(editsBetween(said, meant, most), expected, `${said} ${meant}`);
  });
});

describe("commands to others", () => {
  it("[P41] a deed is read like any clause, without its actor", () => {
    assert.deepEqual(wanted("Anna, take the lantern"), [{ to: "a", wanted: { type: "take", targetId: "l" } }]);
    assert.deepEqual(wanted("anna take the lantern"), [{ to: "a", wanted: { type: "take", targetId: "l" } }]);
    assert.deepEqual(wanted("tell Anna to please put the key in the box in the box"), [
      { to: "a", wanted: { type: "put", targetId: "k2", locationId: "b" } },
    ]);
    assert.deepEqual(
      wanted("Anna, take the lantern and the tin key").map((one) => one?.["wanted"]),
      [
        { type: "take", targetId: "l" },
        { type: "take", targetId: "k3" },
      ],
    );
    assert.deepEqual(wanted("x the lantern", "tell her to take it").at(-1), {
      to: "a",
      wanted: { type: "take", targetId: "l" },
    });
  });
  reads("P41", {
    "Anna, look": "say to=a text=look",
    "Anna, take the unicorn": "say to=a text=take the unicorn",
    "tell Anna to take the unicorn": "!object_not_found",
    "look, and Anna, good day": "look; say to=a text=good day",
    "Anna, take the lantern / x it": "examine l",
  });
  it("[P41] what a deed leaves open is asked for", () => {
    assert.match(told("Anna, take the key") ?? "", /^Which key do you mean/);
    assert.deepEqual(wanted("Anna, take the key", "tin"), [{ to: "a", wanted: { type: "take", targetId: "k3" } }]);
  });
});

describe("verbs that nobody knows", () => {
  const trying: Lexicon = {
    ...cellar,
    verbs: [
      ...cellar.verbs,
      {
        type: "attempt",
        patterns: ["* {target} (with {metadata.with})"],
        slots: { target: { kinds: ANY }, "metadata.with": { kinds: ["thing"] } },
        said: "metadata.words",
        fixed: { how: "other" },
      },
    ],
  };
  for (const [texts, expected] of Object.entries({
    "polish the table": "attempt t how=other words=polish the table",
    "I try to Polish the  table with the brass key":
      "attempt t how=other words=Polish the  table with the brass key with=k1",
    "polish the table and look": "attempt t how=other words=polish the table; look",
    "look, then polish it": "look; !unknown_verb",
    "x the table and polish it": "examine t; attempt t how=other words=polish it",
    "polish the key": "!ambiguous_reference",
    "polish the key / brass": "attempt k1 how=other words=polish the brass key",
    "exmine the table": "!unknown_verb",
    "exmine the table / yes": "examine t",
    "polish the unicorn": "!unknown_verb",
    polish: "!unknown_verb",
    "xkcd the table": "!unknown_verb",
    "why the table": "!unknown_verb",
    "take the unicorn": "!object_not_found",
  }))
    it(`[P44] ${texts}`, () => assert.equal(brief(say(trying, ...texts.split(" / "))), expected));
});

describe("asides", () => {
  it("[P42] words to the game are answered, and open questions stay open", () => {
    assert.match(told("undo") ?? "", /every turn is kept/);
    assert.match(told("save game, please") ?? "", /no need/);
    assert.match(told("yes") ?? "", /did not ask/);
    assert.equal(brief(say(cellar, "take the key", "undo", "brass")), "take k1");
    assert.equal(brief(say(cellar, "take the key", "yes")), "!unknown_verb");
  });
  it("[P42] a vocabulary that has such words keeps them", () => {
    const own: Lexicon = { ...cellar, verbs: [...cellar.verbs, { type: "undo", patterns: ["undo|again"] }] };
    assert.equal(brief(say(own, "undo")), "undo");
    assert.equal(brief(say(own, "look", "again")), "undo");
  });
  it("[P43] a slot has its own words for what is not known, and for when there is nothing", () => {
    assert.equal(told("ask Anna about dragons"), "Never heard of dragons.");
    const empty = { ...cellar, nouns: cellar.nouns.filter(({ id }) => id !== "a") };
    assert.equal(say(empty, "ask about").reading.problem?.reason, "not_understood");
    const greet: Lexicon = {
      ...empty,
      verbs: [
        {
          type: "greet",
          patterns: ["hello"],
          slots: { "metadata.to": { kinds: ["person"], ask: "Whom?", none: "Nobody is here." } },
        },
      ],
    };
    assert.equal(say(greet, "hello").reading.problem?.message, "Nobody is here.");
  });
});
