// Whole sentences of people who know no conventions: what is done for each in the worlds that are shipped, step by step.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { readYaml } from "../../runtime/src/yaml.ts";
import { compileHouse } from "../../worlds/house/index.ts";
import { openedWith, parse, readAndPlayed, type Situation, situationOf } from "./situations.ts";

const shipped = (world: string, scene?: string): Situation =>
  situationOf({ world: `house/${world}`, ...(scene === undefined ? {} : { scene }), say: "", actions: [] }).at;

function foreign(world: string): Situation {
  const read = readYaml(readFileSync(new URL(`../../fixtures/foreign/${world}.yaml`, import.meta.url), "utf8"));
  assert.ok(read.ok);
  const compiled = compileHouse(read.doc);
  assert.ok(compiled.ok);
  return openedWith(compiled.config);
}

/** What is done, in short: the kind of each act and what it names. */
const done = (at: Situation, text: string): string =>
  readAndPlayed(at, text)
    .map(({ type, targetId, locationId, metadata = {} }) =>
      [
        type,
        targetId,
        locationId,
        ...Object.entries(metadata)
          .sort()
          .map(([, part]) => part),
      ]
        .filter((part) => part !== undefined)
        .join(" "),
    )
    .join("; ");
const does = (rule: string, at: Situation, table: Readonly<Record<string, string>>) => {
  for (const [text, deeds] of Object.entries(table)) it(`[${rule}] ${text}`, () => assert.equal(done(at, text), deeds));
};
const message = (at: Situation, text: string): string => parse(at, text, []).reading.problem?.message ?? "";

describe("ways in a row", () => {
  does("P77", shipped("cottage", "hall"), {
    "go to the kitchen, then to the parlour": "go west; travel east,east",
    "go to the kitchen and then into the hall": "go west; go east",
  });
  does("P77", shipped("lighthouse", "teeth, cottage"), {
    "go back out to the yard, into the tower and look around": "go west; go north; look",
  });
  does("P52", shipped("mystery"), {
    "take the bag out": "take bag",
    "take out anything useful": "",
    "get up again and look around": "look",
  });
  does("P50", shipped("mystery"), { "go through to the study": "go north", "walk forward to the library": "go east" });
  does("P50", shipped("mystery"), {
    "go straight through to the library": "go east",
    "go to the library straight away": "go east",
    "climb the stairs as far as they go": "go up",
    "would you mind telling me where the cat is": "recall gladstone place",
  });
  does("P12", shipped("mystery"), { "take a walk round the garden": "go out" });
  does("P12", shipped("cottage", "loft, with the sun"), {
    "carry the sun downstairs": "go down",
    "bring the sun down to the kitchen": "travel down,west",
    "take the orrery downstairs": "",
  });
  does("P12", shipped("cottage", "kitchen"), { "take Ada to the hall": "" });
  does("P19", shipped("lighthouse", "teeth, yard"), {
    "climb the tower stairs": "",
    "go west east": "go west; go east",
  });
  it("[P52] who is named and not there is gone to, and nobody else is asked what was meant for them", () => {
    const at = shipped("mystery", "vane, library");
    assert.equal(done(at, "go over to Miss Finch and ask how she slept"), "recall finch place");
    assert.equal(done(at, "go over to Julian and ask about the will"), "");
    assert.match(message(at, "go over to Miss Finch and ask how she slept"), /I left out “ask how she slept”\.$/);
  });
  it("[P29] a question after a step goes to the people there", () => {
    assert.equal(done(shipped("mystery"), "go east and ask about last night"), "go east; ask last-night julian");
    assert.equal(done(shipped("cottage", "hall"), "go west and say hello"), "go west; say hello");
    assert.equal(done(shipped("cottage", "hall"), "go west and talk"), "go west; say Hello! ada");
    assert.equal(done(shipped("mystery"), "go east and greet whoever is there"), "go east");
  });
});

describe("lists", () => {
  does("P37", shipped("lighthouse", "teeth, cottage"), {
    "take the key that hangs on the nail and the lantern from the table": "take store-key; take lantern",
    "take both the lantern and the logbook": "take lantern; take logbook",
  });
  does("P20", shipped("lighthouse", "teeth, cottage"), {
    "take whatever you can find on the table": "take lantern; take logbook",
    "take the lot on the table": "take lantern; take logbook",
    "take anything useful": "take lantern; take logbook; take store-key",
  });
});

describe("words that are said", () => {
  const office = foreign("office");
  does("P14", office, {
    "say good evening to the guard and go east": "say good evening haas; go east",
    "say good evening to the guard and sign the book": "say good evening haas",
    "Haas, I left my badge upstairs, could you let me in?": "say I left my badge upstairs, could you let me in? haas",
    "could you let me in": "say could you let me in haas",
    "you look tired tonight": "say you look tired tonight haas",
    "Haas, what happened to your hat?": "say what happened to your hat? haas",
  });
  does("P14", shipped("mystery"), {
    "where does it hurt, doctor?": "say where does it hurt osei",
    "did he have any enemies in this house, doctor?": "say did he have any enemies in this house osei",
    "could I have the key to the moon, doctor?": "",
    "I am so sorry about your hat, doctor": "say I am sorry. osei",
    "I'd love to hear more about the cat": "ask gladstone osei",
  });
  it("[P36] a part that is asked of somebody and unknown is named", () => {
    assert.match(message(office, "Haas, have you seen my umbrella?"), /“umbrella”/);
    assert.match(message(office, "can I have your key?"), /key/);
    assert.equal(done(office, "can I have your key?"), "");
  });
  does("P14", foreign("ship"), {
    "steer hard to port and take the mop": "perform steer hard to port; take mop",
    "steer by love and north": "perform steer by love and north",
  });
  does("P63", shipped("mystery"), {
    "ask the doctor how he thinks his lordship died": "ask vane osei",
    "ask him how he thinks it was done": "",
    "good day, doctor, I've been asked to look into this": "say Hello! osei",
  });
});

describe("what cannot be read", () => {
  const mystery = shipped("mystery");
  for (const [text, said] of [
    ["I would like to open the green hatbox", /no green hatbox|“green hatbox”/],
    ["pick up the study key", /no study key/],
    ["look around for something to eat", /^I don't know what to make of “look around for something to eat”/],
    ["find out whether the door opens", /^I have no answer to “whether the door opens”/],
    ["run fast to the forecastle", /“forecastle”/],
    ["search the library", /^The library is not where you are/],
    ["greet whoever is in there", /^Greet whom\?/],
    ["take the wuggle before going outside", /no wuggle here/],
    ["how are we going to get home?", /^I have no answer to/],
    ["examine the bag and enjoy the morning", /^I don't know the word “enjoy”/],
  ] as const)
    it(`[P36] ${text}`, () => assert.match(message(mystery, text), said));
  it("[P74] what tells who is meant is left out where it tells nothing", () => {
    assert.equal(done(mystery, "talk to the man with the moustache"), "say Hello! osei");
    assert.equal(message(mystery, "talk to the man with the moustache"), "I left out “with the moustache”.");
    assert.equal(done(mystery, "open the bag with the hairpin"), "");
  });
  it("[P15] a name with a thing of any kind in it is no name of that thing", () => {
    const at = openedWith({ ...casting });
    assert.match(message(at, "examine the bell"), /no bell/);
    assert.match(message(at, "examine the casting"), /casting of a bell/i);
  });
  does("P46", shipped("cottage", "garden"), {
    "check the time on the sundial": "recall time",
    "is there anything to read here": "recall read",
  });
});

const casting = (() => {
  const read = readYaml(
    JSON.stringify({
      title: "A Foundry",
      player: "you",
      rooms: { yard: { description: "Cinders." } },
      people: { you: { in: "yard" } },
      topics: { casting: { name: "casting of a bell", known: true } },
    }),
  );
  assert.ok(read.ok);
  const compiled = compileHouse(read.doc);
  assert.ok(compiled.ok, JSON.stringify(compiled));
  return compiled.config as object;
})();
