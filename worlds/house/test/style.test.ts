// A world's own phrases; and worlds by authors who write in any script, at any length, in any shape.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Json, viewOf } from "@orrery/kernel";
import { parseTextToActions } from "@orrery/parser";
import { readYaml } from "../../../runtime/src/yaml.ts";
import { compileHouse, type HouseAction, house, warningsOf } from "../index.ts";
import { PHRASES } from "../words/style.ts";
import { build, drop, engine, frameOf, go, look, take, turn, wait } from "./manor.ts";
import { shipped } from "./shipped.ts";

const DOC = {
  title: "T",
  player: "you",
  rooms: { a: { name: "attic", exits: { north: "b" } }, b: { name: "barn", exits: { south: "a" } } },
  things: { cup: { in: "a" } },
  people: { you: { in: "a" } },
};
/** Always casts the first candidate. */
const LOADED = { pick: (_purpose: string, ways: readonly string[]) => ways[0] } as never;
const styled = (style: object) => frameOf(house.open(build({ ...DOC, style } as unknown as Json)));
const compile = (text: string) => {
  const read = readYaml(text);
  return read.ok ? compileHouse(read.doc) : read;
};

describe("a world's own phrases", () => {
  const frame = styled({
    voice: "Curt.",
    person: "first",
    tense: "past",
    phrases: {
      take: "I pocketed {thing}.",
      drop: ["{thing} went down.", "I let go of {thing}."],
      wait: ["I waited."],
      back: "Back {way} to {room}.",
    },
  });
  it("take the place of the house's, with their parts", () => {
    const held = turn(frame, take("cup"));
    assert.equal(held.told("you"), "I pocketed the cup.");
    assert.match(turn(held.frame, drop("cup")).told("you"), /^(The cup went down|I let go of the cup)\.$/);
    assert.equal(turn(frame, wait).told("you"), "I waited.");
    const away = turn(frame, go("north")).frame;
    assert.match(turn(away, go("south")).told("you"), /^Back south to the attic\./);
  });
  it("are in the view, for narrators with words of their own", () => {
    const { style } = viewOf(engine, frame, "you");
    assert.deepEqual([style?.voice, style?.person, style?.tense], ["Curt.", "first", "past"]);
    assert.equal(viewOf(engine, frameOf(house.open(build(DOC as unknown as Json))), "you").style, undefined);
  });
  it("come with each story that is shipped, and a voice, told as the house tells", () => {
    for (const name of ["cottage", "lighthouse", "mystery"]) {
      const { style } = shipped(name);
      assert.deepEqual([style?.person, style?.tense], ["second", "present"], name);
      assert.ok((style?.voice?.length ?? 0) > 50 && Object.keys(style?.phrases ?? {}).length > 1, name);
      const [said] = style!.phrases!["wait"]!;
      assert.ok(
        style!.phrases!["wait"]!.includes(turn(frameOf(house.open(shipped(name), LOADED)), wait).told("you")),
        said,
      );
    }
  });
  it("a person or tense that only a model would tell in is warned of", () => {
    const warned = (style: string) => {
      const read = readYaml(
        `title: T\nplayer: you\nrooms: { a: {} }\npeople: { you: { in: a } }\nendings: { e: { tone: won, text: x, when: { person: you, at: a } } }\n${style}`,
      );
      assert.ok(read.ok);
      const made = compileHouse(read.doc);
      assert.ok(made.ok);
      return warningsOf(made.config, read.doc).map(({ line, message }) => `${line}: ${message}`);
    };
    assert.deepEqual(warned("style: { voice: Curt., person: second, tense: present }"), []);
    assert.match(warned("style:\n  tense: past").join(), /^7: Only a model tells it in the second person and the past/);
    assert.match(warned("style:\n  person: first").join(), /^7: Only a model tells it in the first person/);
  });
  it("can all be given, each with each of its parts", () => {
    const phrases = Object.fromEntries(
      Object.entries(PHRASES).map(([purpose, parts]) => [
        purpose,
        [`So. ${parts.map((part) => `{${part}}`).join(" ")}`],
      ]),
    );
    assert.equal(turn(styled({ phrases }), take("cup")).told("you"), "So. the cup");
  });
  for (const [style, message] of [
    [{ phrases: { take: "{cup}" } }, /no \{cup\}/],
    [{ phrases: { wait: "{thing}" } }, /no \{thing\}/],
    [{ phrases: { tke: "x" } }, /There is no key `tke`/],
    [{ phrases: { take: [] } }, /There are 0 phrases/],
    [{ person: "fourth" }, /cannot be "fourth"/],
    [{ tense: "future" }, /cannot be "future"/],
    [{ mood: "sad" }, /There is no key `mood`/],
  ] as const)
    it(`${JSON.stringify(style)} is refused`, () => assert.throws(() => styled(style), message));
});

describe("worlds in any script", () => {
  for (const name of [
    "Übergröße",
    "中文鑰匙",
    "مفتاح نحاسي",
    "ключ",
    "🗝️",
    "the Queen's Arms",
    "O'Malley's hat",
    "a clockwork orange",
    "İstanbul",
    "👩‍👩‍👧 portrait",
  ])
    it(`${name} is named, taken and told of`, () => {
      const config = build({ ...DOC, things: { cup: { in: "a", name } } } as unknown as Json);
      const frame = frameOf(house.open(config));
      const lexicon = house.words.lexicon(viewOf(engine, frame, "you"));
      const said = name.replace(/^(the|a) /, "");
      const { actions } = parseTextToActions(`take ${said}`, { actorId: "you", lexicon, recent: [] });
      if (/[\p{L}\p{N}]/u.test(name)) assert.equal(actions[0]?.targetId, "cup", name);
      const done = turn(frame, (actions[0] as HouseAction) ?? take("cup"));
      assert.ok(done.told("you").includes(said), done.told("you"));
    });
  for (const [name, there, taken] of [
    ["the Queen's Arms", "the Queen's Arms", "the Queen's Arms"],
    ["a clockwork orange", "a clockwork orange", "the clockwork orange"],
    ["an egg", "an egg", "the egg"],
    ["some bread", "some bread", "the bread"],
    ["The Times", "The Times", "The Times"],
    ["O'Malley's hat", "O'Malley's hat", "O'Malley's hat"],
    ["theatre ticket", "a theatre ticket", "the theatre ticket"],
  ] as const)
    it(`${name} has one article, or none`, () => {
      const frame = frameOf(house.open(build({ ...DOC, things: { cup: { in: "a", name } } } as unknown as Json)));
      assert.ok(turn(frame, look).told("you").includes(`${there} `), turn(frame, look).told("you"));
      const told = turn(frame, take("cup")).told("you");
      assert.ok(told.toLowerCase().includes(taken.toLowerCase()) && !/the (the|an?|some) /.test(told), told);
    });
  it("people are called by their names in scripts without large letters too", () => {
    const people = (name: string) => ({ ...DOC.people, guest: { in: "a", name } });
    for (const [name, said] of [
      ["ليلى", "ليلى is here."],
      ["美玲", "美玲 is here."],
      ["Zoë", "Zoë is here."],
      ["porter", "The porter is here."],
    ] as const) {
      const frame = frameOf(house.open(build({ ...DOC, people: people(name) } as unknown as Json)));
      assert.ok(turn(frame, look).told("you").includes(`. ${said}`), turn(frame, look).told("you"));
    }
  });
  it("but not with characters that turn the text about", () => {
    for (const name of ["cup\u202e", "\u2066cup", "cup\u0000"])
      assert.throws(
        () => build({ ...DOC, things: { cup: { in: "a", name } } } as unknown as Json),
        /control character/,
      );
  });
});

describe("worlds out of shape", () => {
  const head = "title: T\nplayer: you\nrooms: { a: {} }\npeople: { you: { in: a } }\n";
  it("a file of five megabytes is read, or refused at once and in words", () => {
    const many = Array.from({ length: 1999 }, (_, i) => `  thing-${i}: { in: a, description: "${"x".repeat(2400)}" }`);
    const compiled = compile(`${head}things:\n${many.join("\n")}\n`);
    assert.ok(compiled.ok, JSON.stringify(compiled).slice(0, 300));
    const over = compile(`${head}# ${"x".repeat(5 * 1024 * 1024)}\n`);
    assert.ok(!over.ok && over.problems.length === 1 && /5/.test(over.problems[0]!.message));
    const things = compile(
      `${head}things:\n${Array.from({ length: 2500 }, (_, i) => `  t${i}: { in: a }`).join("\n")}\n`,
    );
    assert.ok(!things.ok && /2500/.test(things.problems[0]!.message));
  });
  it("things inside each other are told, at any depth", () => {
    const chain = Array.from({ length: 300 }, (_, i) => `  t${i}: { in: t${(i + 1) % 300}, container: open }`).join(
      "\n",
    );
    const compiled = compile(`${head}things:\n${chain}\n`);
    assert.ok(!compiled.ok && compiled.problems.every(({ message }) => /inside itself/.test(message)));
    const deep = Array.from(
      { length: 300 },
      (_, i) => `  t${i}: { in: ${i === 299 ? "a" : `t${i + 1}`}, container: open }`,
    ).join("\n");
    const fine = compile(`${head}things:\n${deep}\n`);
    assert.ok(fine.ok);
    assert.ok(turn(frameOf(house.open(fine.config)), take("t0")).draft.validation[0]!.success);
  });
  it("long chains and circles are judged in time that grows with them, and told in short", () => {
    const many = (n: number, line: (i: number) => string) => Array.from({ length: n }, (_, i) => line(i)).join("\n");
    const things = (last: number) =>
      many(1200, (i) => `  t${i}: { in: ${i === last ? "a" : `t${(i + 1) % 1200}`}, container: open }`);
    const rules = (name: (i: number) => string) =>
      many(1000, (i) => `  r${i}: { on: ${i === 0 ? "{ wait: any }" : `{ rule: ${name(i)} }`}, do: [{ tell: x }] }`);
    const down = many(
      1000,
      (i) => `  r${i}: { on: ${i === 999 ? "{ wait: any }" : `{ rule: r${i + 1} }`}, do: [{ tell: x }] }`,
    );
    const used = process.cpuUsage();
    assert.ok(compile(`${head}things:\n${things(1199)}\n`).ok);
    const ring = compile(`${head}things:\n${things(-1)}\n`);
    assert.ok(!ring.ok && ring.problems.length === 1200);
    assert.ok(ring.problems.every(({ message }) => message.length < 200 && message.includes("…")));
    for (const text of [rules((i) => `r${i - 1}`), down]) {
      const read = readYaml(`${head}rules:\n${text}\nendings: { e: { tone: won, text: x, when: { fired: r500 } } }\n`);
      assert.ok(read.ok);
      const made = compileHouse(read.doc);
      assert.ok(made.ok);
      assert.deepEqual(warningsOf(made.config, read.doc), []);
    }
    const { user, system } = process.cpuUsage(used);
    // Looked for by going through all of them again at each step, it took half a minute.
    assert.ok(user + system < 6e6, `${(user + system) / 1000} ms`);
  });
  it("a rule that sets itself off is told, and one that undoes itself ends", () => {
    const circle = compile(
      `${head}rules: { a1: { on: { rule: b1 }, do: [{ tell: x }] }, b1: { on: { rule: a1 }, do: [{ tell: y }] } }\n`,
    );
    assert.ok(!circle.ok && circle.problems.some(({ message }) => /set itself off/.test(message)));
    const flip = compile(
      `${head}flags: { f: false }\nrules: { on1: { when: { flag: f, is: false }, do: [{ flag: f }] }, off1: { when: { flag: f }, do: [{ flag: f, is: false }] } }\n`,
    );
    assert.ok(flip.ok);
    assert.ok(turn(frameOf(house.open(flip.config)), wait).draft.events.length < 12);
  });
});
