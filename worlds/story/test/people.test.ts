// People from tables, and towns as texts: what is read, and what is said where it is wrong.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Located } from "@orrery/kernel";
import { getKey } from "@orrery/kernel";
import type { StoryConfig } from "../shape.ts";
import { readPeople } from "../town/people-table.ts";
import { story } from "../world.ts";
import { diceOf, live, STILL } from "./stage.ts";

const CSV = `id,name,bio,age,interests,opinion.harbour,follows
ann,"Moss, Ann","Says ""no"" a lot",41,birds; maps,0.25,ben
ben,Ben Ito,,,,0.9,
`;

describe("a table of people", () => {
  it("is read from CSV with quotes, lists and opinions", () => {
    assert.deepEqual(readPeople(CSV.replaceAll("\n", "\r\n")), [
      {
        id: "ann",
        name: "Moss, Ann",
        bio: 'Says "no" a lot',
        age: 41,
        interests: ["birds", "maps"],
        opinions: { harbour: 0.25 },
        follows: ["ben"],
      },
      { id: "ben", name: "Ben Ito", opinions: { harbour: 0.9 } },
    ]);
  });

  it("is read from JSON, and from OASIS profiles with their numeric ids", () => {
    const profile = {
      user_id: 0,
      username: "mira_204",
      name: "Mira",
      bio: "b",
      persona: "p",
      karma: 9,
      age: 30,
      interested_topics: ["x"],
    };
    assert.deepEqual(readPeople(JSON.stringify([profile])), [
      { id: "0", handle: "mira_204", name: "Mira", bio: "b", persona: "p", age: 30, interests: ["x"] },
    ]);
    assert.deepEqual(readPeople("user_id,name,username,user_char,description\n7,Bo,bo_1,long,short\n"), [
      { id: "7", name: "Bo", handle: "bo_1", persona: "long", bio: "short" },
    ]);
  });

  it("is refused with the wrong row and column", () => {
    for (const [text, problem] of [
      ["id,name,shoe\nann,Ann,38\n", /there is no column "shoe"\. There are: id, user_id/],
      ["id,name,age\nann,Ann,old\n", /person 1: age must be a number, not "old"/],
      ["id,name\nann,Ann\nben\n", /person 2 has 1 cells, and there are 2 columns/],
      ["id,name,opinion.harbour\nann,Ann,3\n", /person 1: person\.opinions\.harbour must be <= 1/],
      ["name\nAnn\n", /person 1: person must have required properties id/],
      ['id,name\nann,"Ann\n', /a quote is opened and never closed/],
      ["[{]", /no JSON/],
      ["", /empty text/],
    ] as const)
      assert.throws(
        () => readPeople(text),
        (error) => error instanceof RangeError && problem.test(error.message),
        text,
      );
  });

  it("peoples a town, and the opening refuses an inconsistent person", () => {
    const state = live({ table: CSV, rounds: 2, behaviour: { habits: STILL } }, "table");
    assert.deepEqual(state.actors, ["ann", "ben", "author", "importer"]);
    assert.equal(getKey(state.profiles, "ann")!.bio, 'Says "no" a lot');
    assert.equal(getKey(state.agents, "ben")!.followers, 1);
    const dice = diceOf("open");
    const wrong: readonly (readonly [StoryConfig, RegExp])[] = [
      [{ table: CSV, written: [{ id: "ann", name: "Ann" }] }, /two have the person id "ann"/],
      [{ written: [{ id: "author", name: "A" }] }, /kept for the town's own/],
      [{ written: [{ id: "a", name: "A", follows: ["b"] }] }, /a follows "b", and there is nobody of that id/],
      [{ written: [{ id: "a", name: "A", opinions: { x: 1 } }] }, /an opinion on "x", and there is no such topic/],
      [{ written: [{ id: "a", name: "A", platforms: ["x"] }] }, /there is no such platform/],
      [{ written: [{ id: "a", name: "A" }], opening: [{ by: "b", text: "x" }] }, /there is nobody of that id/],
      [{ mode: "imported", people: 3 }, /makes up nobody/],
    ];
    for (const [config, problem] of wrong)
      assert.throws(
        () => story.open(config, dice),
        (error) => error instanceof RangeError && problem.test(error.message),
      );
  });
});

describe("the ties of written people", () => {
  const written = [
    { id: "ann", name: "Ann" },
    { id: "ben", name: "Ben", follows: ["ann"] },
  ];
  const following = (config: StoryConfig) => {
    const { actors, agents } = story.open(config, diceOf("ties"));
    return new Map(actors.slice(0, -2).map((id) => [id, getKey(agents, id)!.following]));
  };

  it("are the only ties of a town of theirs", () => {
    assert.deepEqual(
      [...following({ written })],
      [
        ["ann", []],
        ["ben", ["ann"]],
      ],
    );
  });
  it("stand beside the default network where others are made up", () => {
    const ties = following({ written, people: 20 });
    assert.ok(ties.get("ben")!.includes("ann"));
    for (const [id, others] of ties) assert.ok(others.length > 0, `${id} follows nobody`);
  });
});

describe("a town as a text", () => {
  const located = (value: unknown): Located =>
    ({ value, at: () => ({ line: 7, column: 3 }), atKey: () => ({ line: 7, column: 1 }) }) as Located;
  it("is its configuration, and has a card", () => {
    const compiled = story.text.compile(located({ title: "Quay", people: 4, rounds: 9 }));
    assert.ok(compiled.ok);
    assert.deepEqual(story.text.about(compiled.config), { title: "Quay", summary: "A town of 4 over 9 rounds." });
  });
  it("names the place of a mistake", () => {
    const wrong = story.text.compile(located({ written: [{ id: "a b", name: "A" }] }));
    assert.ok(!wrong.ok);
    assert.deepEqual([wrong.problems[0]!.path, wrong.problems[0]!.line], [["written", 0, "id"], 7]);
    const table = story.text.compile(located({ table: "id,shoe\na,1\n" }));
    assert.ok(!table.ok && /there is no column "shoe"/.test(table.problems[0]!.message));
  });
});
