// YAML with positions, and what a house's author is told of a bad file: where, what, and what would mend it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, it } from "node:test";
import { compileHouse } from "@orrery/worlds/house";
import { shippedWorlds } from "../src/worlds/worlds.ts";
import { readYaml, YAML_MAX_BYTES } from "../src/yaml.ts";

function problemsOf(text: string) {
  const read = readYaml(text);
  const result = read.ok ? compileHouse(read.doc) : read;
  return result.ok ? [] : result.problems;
}
/** One problem, as line:column, its sentence and its hint. */
const one = (text: string) => {
  const problems = problemsOf(text);
  assert.equal(problems.length, 1, JSON.stringify(problems, null, 1));
  const { line, column, message, hint } = problems[0]!;
  return [`${line}:${column}`, message, hint] as const;
};
function expect(text: string, place: string, message: RegExp, hint: RegExp): void {
  const [at, said, mend] = one(text);
  assert.equal(at, place);
  assert.match(said, message);
  assert.match(mend, hint);
}

describe("shipped houses", () => {
  it("are shown by the comment that their text begins with, and a small one is there to begin another from", async () => {
    const worlds = shippedWorlds();
    const houses = (await worlds.cards()).filter(({ name }) => name.startsWith("house/"));
    assert.ok(houses.length >= 3);
    for (const { name, summary } of houses) {
      assert.equal(`# ${summary}`, (await worlds.text(name)).split("\n")[0]);
      assert.match(summary, /^[A-Z].{20,}\.$/);
    }
    const small = await worlds.text("house");
    assert.deepEqual(problemsOf(small), []);
    assert.doesNotMatch(small, /THIS-FILE|TITLE/);
    await assert.rejects(worlds.text("house/nowhere"), /no world/);
  });

  it("are read once for what they are called, however often a run is looked at", () => {
    const worlds = shippedWorlds();
    assert.equal(worlds.card("house/cottage"), worlds.card("house/cottage"));
  });
});

describe("readYaml", () => {
  it("tells the first hundred problems, in the order of the text", () => {
    const read = readYaml(Array.from({ length: 150 }, (_, i) => `k${i}: &a${i} 1`).join("\n"));
    assert.ok(!read.ok);
    assert.deepEqual(
      read.problems.map(({ line }) => line),
      Array.from({ length: 100 }, (_, i) => i + 1),
    );
  });

  it("gives plain values and where each of them and of its keys stands", () => {
    const read = readYaml(
      'title: Hall\nrooms:\n  hall:\n    exits: {north: study}\n    aliases: [a,\n      "b c"]\n    text: |\n      One\n      two\n',
    );
    assert.ok(read.ok);
    const { doc } = read;
    assert.deepEqual(doc.value, {
      title: "Hall",
      rooms: { hall: { exits: { north: "study" }, aliases: ["a", "b c"], text: "One\ntwo\n" } },
    });
    assert.deepEqual(doc.at(["title"]), { line: 1, column: 8 });
    assert.deepEqual(doc.atKey(["title"]), { line: 1, column: 1 });
    assert.deepEqual(doc.at(["rooms", "hall", "exits", "north"]), { line: 4, column: 20 });
    assert.deepEqual(doc.atKey(["rooms", "hall", "exits", "north"]), { line: 4, column: 13 });
    assert.deepEqual(doc.at(["rooms", "hall", "aliases", 1]), { line: 6, column: 7 });
    assert.deepEqual(doc.at(["rooms", "hall", "no", "such", "place"]), doc.at(["rooms", "hall"]));
    assert.deepEqual(doc.at([]), { line: 1, column: 1 });
  });

  it("reads on and off, yes and no as text, and true and false as what they are", () => {
    const read = readYaml("a: on\nb: no\nc: true\nd: 1.5\ne: null\nf:\n");
    assert.ok(read.ok);
    assert.deepEqual(read.doc.value, { a: "on", b: "no", c: true, d: 1.5, e: null, f: null });
  });

  for (const [what, text, place, message, hint] of [
    ["a duplicate key", "title: a\nrooms: {}\ntitle: b\n", "3:1", /"title" stands here a second time/, /another name/],
    ["a tab", "rooms:\n\thall: {}\n", "2:1", /tab/i, /spaces/],
    ["an unclosed list", "title: [a, b\nopening: c\n", "2:1", /./, /closed/],
    ["an unclosed quotation", 'title: "Hall\n', "2:1", /quote/i, /closed/],
    ["a reference", "a: &x 1\nb: 2\n", "1:7", /anchor, &x/, /Write it out/],
    ["a merge", "a: {x: 1}\nb:\n  <<: {y: 2}\n", "3:3", /merge key/, /Write out/],
    ["a tag", "a: !secret x\n", "1:12", /tag/i, /Tags/],
    ["a second document", "a: 1\n---\nb: 2\n", "2:1", /second document/, /Keep one/],
    ["a key that is a number", "1: x\n", "1:1", /no text/, /quotation marks/],
    ["a key that is a list", "? [a]\n: b\n", "1:3", /no text/, /single words/],
    ["a reserved key", "__proto__: {a: 1}\n", "1:1", /cannot be a key/, /another name/],
    ["another reserved key", "constructor: 1\n", "1:1", /cannot be a key/, /another name/],
    ["infinity", "a: .inf\n", "1:1", /JSON cannot carry/, /JSON/],
    ["nothing", "", "1:1", /empty/, /title/],
    ["only a comment", "# nothing\n", "1:1", /empty/, /title/],
    ["half a character", "title: \ud800\n", "1:8", /half of a character/, /UTF-8/],
  ] as const)
    it(`refuses ${what}`, () => expect(text, place, message, hint));

  it("refuses an alias and its anchor both, and never follows them", () => {
    const problems = problemsOf(
      `a: &a [x]\n${Array.from({ length: 8 }, (_, i) => `b${i}: [${"*a, ".repeat(9)}*a]\n`).join("")}`,
    );
    assert.equal(problems.length, 81);
    assert.match(problems[1]!.message, /reference, \*a/);
  });

  it("refuses what is too large or too deep without choking on it", () => {
    const started = process.cpuUsage();
    assert.match(one(`title: ${"x".repeat(YAML_MAX_BYTES)}`)[1], /5\.0 MB/);
    assert.match(one(`a: ${"[".repeat(100_000)}`)[1], /nested/);
    assert.match(one(`a: ${"{a: ".repeat(90)}1${"}".repeat(90)}`)[1], /nested/);
    assert.match(one(`${"- ".repeat(5000)}x`)[1], /nested/);
    const wide = Array.from({ length: 20_000 }, (_, i) => `k${i}: {a: 1}\n`).join("");
    assert.ok(readYaml(wide).ok);
    assert.match(one(`${wide}k0: 1\n`)[1], /"k0" stands here a second time/);
    const { user } = process.cpuUsage(started);
    assert.ok(user < 6_000_000, `${user} µs`);
  });

  it("tells of one missing brace once, however many maps it leaves open", () => {
    assert.deepEqual(
      problemsOf("title: X\nrooms:\n  a: { name: hall, exits: { north: b\nplayer: you").map(({ line }) => line),
      [4],
    );
  });
  it("reports several problems at once, in the order of the text", () => {
    const places = problemsOf("a: 1\na: 2\nb: &x 3\nb: 4\n").map(({ line }) => line);
    assert.deepEqual(
      places,
      [...places].sort((a, b) => a - b),
    );
    assert.ok(places.length >= 3);
  });
});

/** A house that is right, and the same with one thing wrong in its last lines. */
const BASE = `title: T
player: you
rooms:
  hall:
    exits: {north: {to: study, door: gate}}
  study:
    exits: {south: {to: hall, door: gate}}
doors:
  gate: {locked: true, key: pin}
people:
  you: {in: hall}
things:
  pin: {in: hall}
  box: {in: hall, container: closed}
  shelf: {in: hall, supporter: true, fixed: true}
`;

describe("compileHouse", () => {
  it("accepts the house that the others are made wrong from", () => {
    assert.deepEqual(problemsOf(BASE), []);
  });

  // Each appends to the things (line 16 on), or replaces a part.
  for (const [what, text, place, message, hint] of [
    [
      "a wrong key, with the right one",
      `${BASE}  cup: {in: hall, descripton: A cup.}\n`,
      "16:19",
      /no key `descripton`/,
      /Did you mean `description`\?/,
    ],
    ["a wrong key on top", `${BASE}thigns: {}\n`, "16:1", /no key `thigns`/, /Did you mean `things`\?/],
    ["a key like no other", `${BASE}  cup: {in: hall, colour: red}\n`, "16:19", /no key `colour`/, /There are: name/],
    [
      "a door to nowhere",
      `${BASE.replace("people:", "  hatch: {}\npeople:")}`,
      "10:3",
      /"hatch" leads nowhere/,
      /Give it to an exit/,
    ],
    [
      "an exit to no room",
      BASE.replace("to: hall, door", "to: hal, door"),
      "7:25",
      /no room "hal"/,
      /Did you mean `hall`\?/,
    ],
    [
      "a short exit to no room",
      BASE.replace("title: T", "title: T").replace("  study:\n", "  attic:\n    exits: {down: nowhere}\n  study:\n"),
      "7:19",
      /no room "nowhere"/,
      /Add it under `rooms`/,
    ],
    [
      "an exit to a thing",
      BASE.replace("{to: study, door: gate}", "{to: study, door: gate}, up: box"),
      "5:49",
      /"box" is a thing/,
      /a room/,
    ],
    [
      "a door that is not there",
      BASE.replace("to: hall, door: gate", "to: hall, door: gaet"),
      "7:37",
      /no door "gaet"/,
      /Did you mean `gate`\?/,
    ],
    [
      "a door left out on one side",
      BASE.replace("{south: {to: hall, door: gate}}", "{south: hall}"),
      "7:20",
      /left out on this side/,
      /south: \{to: hall, door: gate\}/,
    ],
    [
      "a door between three rooms",
      BASE.replace("doors:", "  loft:\n    exits: {down: {to: hall, door: gate}}\ndoors:"),
      "9:36",
      /joins hall and study already/,
      /another door/,
    ],
    ["an id used twice", `${BASE}  hall: {in: study}\n`, "16:3", /"hall" is an id under `rooms` already/, /another id/],
    [
      "a thing in itself",
      `${BASE}  urn: {in: urn, container: open}\n`,
      "16:13",
      /"urn" is inside itself: urn → urn/,
      /somewhere else/,
    ],
    ["no player", BASE.replace("player: you\n", ""), "1:1", /Nobody is played/, /player: you/],
    [
      "a player who is not there",
      BASE.replace("player: you", "player: yuo"),
      "2:9",
      /no person "yuo"/,
      /Did you mean `you`\?/,
    ],
    ["players who are nobody", BASE.replace("player: you", "players: []"), "2:10", /Nobody is played/, /at least one/],
    ["a player twice", BASE.replace("player: you", "players: [you, you]"), "2:16", /played twice/, /once/],
    [
      "player and players",
      BASE.replace("player: you", "player: you\nplayers: [you]"),
      "3:1",
      /`players` too/,
      /one of the two/,
    ],
    ["a key that is not there", BASE.replace("key: pin", "key: pni"), "9:29", /no thing "pni"/, /Did you mean `pin`\?/],
    [
      "a key in a list that is not there",
      BASE.replace("key: pin", "keys: [pin, sesame]"),
      "9:36",
      /no thing "sesame"/,
      /Add it under `things`/,
    ],
    ["a lock without a key", BASE.replace(", key: pin", ""), "9:10", /no key is named/, /keys: \[\]/],
    [
      "open and locked",
      BASE.replace("locked: true, key", "open: true, locked: true, key"),
      "9:22",
      /both open and locked/,
      /one or the other/,
    ],
    ["a lock without a lid", `${BASE}  urn: {in: hall, key: pin}\n`, "16:3", /no lid to lock/, /container: closed/],
    ["a thing nowhere", `${BASE}  cup: {name: cup}\n`, "16:3", /Nobody knows where "cup" is/, /Write `in: `/],
    [
      "a thing in two places",
      `${BASE}  cup: {in: hall, on: shelf}\n`,
      "16:19",
      /in two places: `in` and `on`/,
      /one of the two/,
    ],
    [
      "a place that is not there",
      `${BASE}  cup: {in: hlal}\n`,
      "16:13",
      /no room or thing "hlal"/,
      /Did you mean `hall`\?/,
    ],
    ["a thing in what holds nothing", `${BASE}  cup: {in: pin}\n`, "16:13", /put into "pin"/, /container: open/],
    ["a thing on what bears nothing", `${BASE}  cup: {on: pin}\n`, "16:13", /put on "pin"/, /supporter: true/],
    [
      "a thing held by no person",
      `${BASE}  cup: {heldBy: box}\n`,
      "16:17",
      /"box" is a thing, and here must stand a person/,
      /a person/,
    ],
    [
      "a fixed thing in hand",
      `${BASE}  cup: {heldBy: you, fixed: true}\n`,
      "16:17",
      /fixed, so nobody can hold it/,
      /Leave out `fixed`/,
    ],
    ["an empty name", `${BASE}  cup: {in: hall, name: ""}\n`, "16:25", /`name` is empty/, /leave the key out/],
    [
      "a name that is too long",
      `${BASE}  cup: {in: hall, name: ${"x".repeat(81)}}\n`,
      "16:25",
      /81 characters/,
      /At most 80/,
    ],
    [
      "a text that is too long",
      `${BASE}  cup: {in: hall, description: ${"x".repeat(4001)}}\n`,
      "16:32",
      /4001 characters/,
      /At most 4000/,
    ],
    [
      "a text that is a number",
      `${BASE}  cup: {in: hall, name: 7}\n`,
      "16:25",
      /must be text, and here stands the number 7/,
      /"7"/,
    ],
    ["a flag that is a text", `${BASE}  cup: {in: hall, fixed: yes}\n`, "16:26", /must be true or false/, /`true`/],
    [
      "a container of no kind",
      `${BASE}  cup: {in: hall, container: opne}\n`,
      "16:30",
      /cannot be "opne"/,
      /Did you mean `open`\?/,
    ],
    ["a light of no kind", `${BASE}  cup: {in: hall, light: true}\n`, "16:26", /cannot be true/, /`on` or `off`/],
    ["an id with a space", `${BASE}  tea cup: {in: hall}\n`, "16:3", /cannot be the id of a thing/, /small letters/],
    [
      "a direction with a capital",
      BASE.replace("{north:", "{North:"),
      "5:13",
      /"North" cannot be a direction/,
      /small letters/,
    ],
    [
      "a list where a mapping should be",
      BASE.replace("people:\n  you: {in: hall}", "people: [you]"),
      "10:9",
      /Here stands a list/,
      /mapping/,
    ],
    ["a person nowhere", BASE.replace("you: {in: hall}", "you: {}"), "11:3", /`in` is missing/, /stands in a room/],
    ["a person in a box", BASE.replace("you: {in: hall}", "you: {in: box}"), "11:13", /"box" is a thing/, /a room/],
    [
      "pronouns that are none",
      BASE.replace("you: {in: hall}", "you: {in: hall, pronouns: xe}"),
      "11:29",
      /cannot be "xe"/,
      /she, he, they or it/,
    ],
    [
      "a player who trades",
      BASE.replace("you: {in: hall}", "you: {in: hall, lends: [{thing: pin}]}"),
      "11:19",
      /gives by their own will/,
      /Leave out `lends`/,
    ],
    [
      "a trade without a wish",
      `${BASE}`.replace("you: {in: hall}", "you: {in: hall}\n  bo: {in: hall, trades: [{gives: pin}]}"),
      "12:27",
      /`wants` is missing/,
      /what is wanted/,
    ],
    [
      "an ending without a condition",
      `${BASE}endings:\n  end: {text: The end.}\n`,
      "17:3",
      /`when` is missing/,
      /when it comes about/,
    ],
    [
      "a condition of no kind",
      `${BASE}endings:\n  end: {text: The end., when: {thing: pin, at: hall}}\n`,
      "17:31",
      /parts at, thing/,
      /Write one of/,
    ],
    [
      "a condition on what is not there",
      `${BASE}endings:\n  end: {text: The end., when: {person: you, at: cellar}}\n`,
      "17:49",
      /no room "cellar"/,
      /Add it under/,
    ],
    [
      "a condition deep inside",
      `${BASE}endings:\n  end: {text: The end., when: {all: [{not: {thing: pni, heldBy: you}}]}}\n`,
      "17:52",
      /no thing "pni"/,
      /Did you mean `pin`\?/,
    ],
    [
      "a condition that holds nothing",
      `${BASE}endings:\n  end: {text: The end., when: {thing: pin, in: shelf}}\n`,
      "17:48",
      /put into "shelf"/,
      /container: open/,
    ],
    ["no rooms", "title: T\nplayer: you\npeople: {you: {in: hall}}\n", "1:1", /./, /./],
  ] as const)
    it(`tells of ${what}`, () => {
      const problems = problemsOf(text);
      const found = problems.find(({ line, column }) => `${line}:${column}` === place);
      assert.ok(found, JSON.stringify(problems, null, 1));
      assert.match(found.message, message);
      assert.match(found.hint, hint);
    });

  it("tells of a circle of containers at each of them", () => {
    const problems = problemsOf(
      `${BASE}  a: {in: b, container: open}\n  b: {in: c, container: open}\n  c: {in: a, container: open}\n`,
    );
    assert.deepEqual(
      problems.map(({ line, column }) => [line, column]),
      [
        [16, 11],
        [17, 11],
        [18, 11],
      ],
    );
    assert.equal(problems[0]!.message, '"a" is inside itself: a → b → c → a.');
  });

  it("tells of all problems, in order, each once", () => {
    const problems = problemsOf(
      `${BASE.replace("title: T", "titel: T").replace("key: pin", "key: pni")}  cup: {}\n  mug: {in: hull, fixd: true}\n`,
    );
    assert.deepEqual(
      problems.map(({ line }) => line),
      [1, 1, 9, 16, 17, 17],
    );
    for (const { message, hint } of problems) {
      assert.match(message, /^[A-Z`"].*[.]$/s);
      assert.match(hint, /[.?)`]$/);
    }
  });

  it("says no more of a long or strange word than fits a line", () => {
    const [, message] = one(`${BASE}  cup: {in: hall, ${"k".repeat(300)}: 1}\n`);
    assert.ok(message.length < 120, message);
  });

  it("accepts the example of its guide", () => {
    const guide = readFileSync(resolve(import.meta.dirname, "../../worlds/house/README.md"), "utf8");
    assert.deepEqual(problemsOf(/```yaml\n(.*?)```/s.exec(guide)![1]!), []);
  });

  it("takes anything at all without a fault", () => {
    for (const text of [
      "[]",
      "null",
      "7",
      "just words",
      "title: {}",
      "rooms: 3",
      "things: {a: 1, b: [], c: null}",
      "people: {you: null}",
      "endings: {a: {when: [1]}}",
      "doors: {d: {keys: {}}}",
      "player: [you]",
      "players: you",
      "rooms: {hall: {exits: []}}",
    ])
      assert.ok(problemsOf(text).length > 0, text);
  });
});
