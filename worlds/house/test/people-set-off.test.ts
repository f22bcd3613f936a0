// Rules that people set off who are not played: on their rounds, when asked, in a trade. Told where it happens, and always to an end.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Json } from "@orrery/kernel";
import { readYaml } from "../../../runtime/src/yaml.ts";
import { compileHouse, house, warningsOf } from "../index.ts";
import { build, frameOf, go, turn, wait } from "./manor.ts";
import { playing } from "./playing.ts";

const MILL = {
  title: "The Mill",
  opening: "Flour.",
  player: "you",
  rooms: {
    yard: { description: "A yard.", exits: { north: "mill" } },
    mill: { description: "A mill.", exits: { south: "yard", up: "loft" } },
    loft: { description: "A loft.", exits: { down: "mill" } },
  },
  things: {
    lever: { in: "mill", fixed: true },
    brake: { in: "mill", fixed: true },
    coin: { heldBy: "you" },
    bun: { heldBy: "ada" },
  },
  people: {
    you: { in: "mill", name: "guest" },
    ada: {
      name: "Ada",
      pronouns: "she",
      in: "mill",
      obeys: [{ pull: "lever" }, { pull: "brake" }],
      trades: [{ wants: "coin", gives: "bun" }],
    },
    ned: { name: "Ned", pronouns: "he", in: "yard", route: ["mill", "loft", "mill", "yard"] },
  },
  counters: { visits: 0, turns: 0 },
  rules: {
    creak: { on: { go: "loft", by: "ned" }, do: [{ tell: "A board creaks under Ned." }] },
    count: { on: { go: "any", by: "anyone" }, do: [{ counter: "visits", add: 1 }] },
    grind: { on: { pull: "lever", by: "anyone" }, do: [{ tell: "The stones turn." }] },
    stop: { on: { pull: "brake" }, do: [{ tell: "The stones stop." }] },
    fed: { on: { give: "bun", by: "ada" }, do: [{ tell: "It is still warm." }] },
  },
  endings: { won: { tone: "won", when: { thing: "bun", heldBy: "you" }, text: "A bun." } },
};
const milled = (parts: object = {}) => ({ ...MILL, ...parts }) as unknown as Json;
const playMill = (...lines: string[]) => playing(milled({ endings: {} }))(...lines);

describe("a rule that names who sets it off", () => {
  it("fires for somebody who goes a round, and is told where that is", () => {
    let frame = frameOf(house.open(build(milled())));
    const heard = [];
    for (const act of [wait, wait, wait, wait]) {
      const next = turn(frame, act);
      frame = next.frame;
      heard.push(next.told("you"));
    }
    assert.equal(frame.state.fired?.["creak"], 1);
    assert.doesNotMatch(heard.join("\n"), /creaks/);
    const above = [go("up"), wait, wait, wait].reduce(
      (at, act) => {
        const next = turn(at.frame, act);
        return { frame: next.frame, told: `${at.told}\n${next.told("you")}` };
      },
      { frame: frameOf(house.open(build(milled()))), told: "" },
    );
    assert.match(above.told, /A board creaks under Ned\./);
  });
  it("fires for somebody who does what they were asked", () => {
    assert.match(playMill("ada, pull the lever"), /The stones turn\./);
    assert.match(playMill("pull the lever"), /The stones turn\./);
  });
  it("fires for somebody who gives something in a trade", () =>
    assert.match(playMill("give the coin to ada"), /It is still warm\./));
  it("fires for each of several people in one moment", () => {
    const frame = frameOf(house.open(build(milled())));
    // Both walk: the player, and Ned from the yard.
    const next = turn(frame, go("up"));
    assert.equal(next.frame.state.counters?.["visits"], 2);
    assert.equal(next.frame.state.due, undefined);
  });
});

describe("a rule that names nobody", () => {
  it("fires for the player alone", () => {
    assert.match(playMill("pull the brake"), /The stones stop\./);
    assert.doesNotMatch(playMill("ada, pull the brake"), /The stones stop\./);
  });
});

describe("rules that send people about", () => {
  const chased = milled({
    rules: {
      up: { on: { go: "mill", by: "ned" }, do: [{ person: "ned", goes: "loft" }] },
      down: { on: { go: "loft", by: "ned" }, do: [{ person: "ned", goes: "mill" }] },
    },
  });
  it("come to an end in every turn", () => {
    const next = turn(frameOf(house.open(build(chased))), wait);
    assert.deepEqual(next.frame.state.fired, { up: 1, down: 1 });
    assert.equal(next.frame.state.due, undefined);
    assert.equal(turn(next.frame, wait).frame.state.people["ned"]?.at, "mill");
  });
});

describe("world check", () => {
  const warned = (rules: object): string[] => {
    const read = readYaml(JSON.stringify({ ...MILL, rules: { ...MILL.rules, ...rules } }));
    assert.ok(read.ok);
    const compiled = compileHouse(read.doc);
    assert.ok(compiled.ok, JSON.stringify(compiled));
    return warningsOf(compiled.config, read.doc).map(({ message, hint }) => `${message} ${hint}`);
  };
  it("has nothing to say of deeds that people come to", () =>
    assert.deepEqual(
      warned({}).filter((one) => /fire/.test(one)),
      [],
    ));
  it("warns of a deed that somebody never does", () => {
    const bad = { dance: { on: { push: "lever", by: "ned" }, do: [{ tell: "x" }] } };
    assert.match(
      warned(bad).join("\n"),
      /"dance" can never fire: ned never does that\. Give ned a `route`, let them `obeys`/,
    );
    const walks = { walk: { on: { go: "yard", by: "ada" }, do: [{ tell: "x" }] } };
    assert.match(warned(walks).join("\n"), /"walk" can never fire/);
  });
  it("refuses somebody called anyone", () => {
    const read = readYaml(JSON.stringify({ ...MILL, people: { ...MILL.people, anyone: { in: "mill" } } }));
    assert.ok(read.ok);
    const compiled = compileHouse(read.doc);
    assert.ok(!compiled.ok);
    assert.match(compiled.problems.map(({ message }) => message).join(), /"anyone" cannot be the id of a person/);
  });
});
