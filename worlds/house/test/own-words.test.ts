// An author's own ways of speaking: to somebody's face, gravely, and questions that mean a topic without its name.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Json } from "@orrery/kernel";
import { readYaml } from "../../../runtime/src/yaml.ts";
import { compileHouse, house } from "../index.ts";
import { build, frameOf, perceivedBy, see } from "./manor.ts";
import { playing } from "./playing.ts";

const STORY = {
  title: "The Bakery",
  player: "you",
  rooms: { bakery: { exits: { east: "yard" } }, yard: { exits: { west: "bakery" } } },
  things: {
    oven: { in: "bakery", fixed: true },
    note: { in: "bakery", text: "The flood took the flour.", teaches: ["flood"] },
  },
  people: {
    you: { in: "bakery", name: "visitor" },
    tom: { name: "Tom", pronouns: "he", in: "bakery", topics: { fire: "I was asleep.", flood: "Up to the knees." } },
  },
  topics: {
    fire: {
      known: true,
      asked: ["what (has) happened (here)", "where was|were {you} (that) (night)", "who lit {aside}"],
    },
    flood: { asked: ["why is it so wet"] },
  },
  verbs: {
    dismiss: {
      grave: true,
      patterns: ["dismiss {person}", "{you} are dismissed", "{person} is dismissed", "{you} ruined {aside}"],
    },
  },
  questions: { people: ["who are (all) (the) bakers"] },
  rules: { dismissed: { on: { dismiss: "tom" }, do: [{ person: "tom", says: "So be it." }] } },
} as unknown as Json;

const problemsOf = (parts: object): string[] => {
  const read = readYaml(JSON.stringify({ ...(STORY as object), ...parts }));
  assert.ok(read.ok);
  const compiled = compileHouse(read.doc);
  return compiled.ok ? [] : compiled.problems.map(({ message }) => message);
};

describe("a verb said to somebody's face", () => {
  it("means the person who is there, or the one who is named before it", () => {
    for (const line of [
      "dismiss Tom",
      "you are dismissed",
      "Tom, you are dismissed",
      "you are dismissed, Tom",
      "Tom is dismissed",
    ])
      assert.match(playing(STORY)(line), /^You dismiss Tom\. .*So be it/, line);
  });
  it("leaves what stands aside at that", () => {
    assert.match(playing(STORY)("Tom, you ruined the oven"), /^You dismiss Tom\./);
    assert.doesNotMatch(playing(STORY)("Tom, you ruined the wuggle"), /dismiss/);
  });
  it("is done in no question, guess or plan where it is grave", () => {
    for (const line of [
      "should I dismiss Tom?",
      "if I dismiss Tom will it help",
      "suppose I dismiss Tom",
      "I already dismissed Tom",
      "dismiss Tom?",
      "maybe I dismiss Tom later",
      "I think Tom is dismissed?",
    ])
      assert.doesNotMatch(playing(STORY)(line), /So be it/, line);
  });
});

describe("a question that means a topic", () => {
  it("is put to the person who is there, to the one who is named, and told of them", () => {
    for (const line of [
      "what happened here?",
      "Tom, what happened?",
      "where were you that night?",
      "ask Tom where he was",
      "ask him what happened",
      "who lit the oven",
      "can you tell me what happened",
    ])
      assert.match(playing(STORY)(line), /"I was asleep\."/, line);
  });
  it("is understood as it is reported, and only where its verb can be turned round", () => {
    const asked = (pattern: string) =>
      playing({
        ...(STORY as object),
        topics: { fire: { known: true, asked: [pattern] }, flood: {} },
      } as unknown as Json);
    const reported = "ask tom where he had been at six";
    assert.match(asked("where were|had {you} (been) (at six)")(reported), /"I was asleep\."/);
    assert.match(asked("what are {you} hiding")("ask him what he is hiding"), /"I was asleep\."/);
    assert.doesNotMatch(asked("what did {you} see")("ask him what he did see"), /asleep/);
  });
  it("is asked oneself where nobody is there", () =>
    assert.match(playing(STORY)("east", "what happened here?"), /fire/));
  it("is read only once its topic is known, and the view gives nothing of it before", () => {
    const wet = "why is it so wet";
    assert.doesNotMatch(playing(STORY)(wet), /knees/);
    assert.match(playing(STORY)("read note", wet), /Up to the knees/);
    const view = see(frameOf(house.open(build(STORY))));
    assert.ok(!JSON.stringify(view).includes("so wet"));
    assert.ok(JSON.stringify(view).includes("what (has) happened"));
  });
  it("gives the same vocabulary for the same story, so that a parser prepares it once", () => {
    const frame = frameOf(house.open(build(STORY)));
    const verbs = () => house.words.lexicon(see(frame)).verbs;
    assert.equal(verbs(), verbs());
  });
});

describe("other words for a question to oneself", () => {
  it("are read like those of the house", () => assert.match(playing(STORY)("who are all the bakers"), /Tom/));
});

describe("world check", () => {
  it("names what cannot be read in questions", () => {
    const asked = { fire: { asked: ["who {thing}"] }, flood: {} };
    assert.match(problemsOf({ topics: asked })[0]!, /no room for \{thing\}/);
    assert.match(problemsOf({ questions: { people: ["who (is"] } })[0]!, /"\(" too many/);
    assert.match(problemsOf({ questions: { peopel: ["x"] } })[0]!, /no key `peopel`/);
  });
  it("asks that the deed be told in words that begin with its verb", () => {
    const told = { dismiss: { patterns: ["{you} are dismissed", "dismiss {person}"] } };
    assert.match(problemsOf({ verbs: told })[0]!, /first pattern begins with its verb/);
    assert.match(problemsOf({ verbs: { dismiss: { patterns: ["dismiss {you} {person}"] } } })[0]!, /Two places/);
  });
});

describe("a run of version 4", () => {
  const old = (() => {
    const state = house.open(build(STORY));
    const on = { act: "accuse", target: "tom", other: null, by: null };
    return { ...state, verbs: {}, rules: [{ id: "end", on, once: false, do: [{ tell: ["So."], everywhere: true }] }] };
  })();
  it("goes on with accusing as a verb of its own", () => {
    const lifted = house.upcastState[4](old);
    assert.deepEqual(lifted.rules![0]!.on, { verb: "accuse", target: "tom", other: null, by: null });
    assert.deepEqual(lifted.people["tom"]!.verbs, ["dismiss", "accuse"]);
    const legal = house.legal(see(frameOf(lifted)), "you");
    assert.ok(legal.some(({ type, targetId }) => type === "perform" && targetId === "tom"));
  });
  it("tells its old events as that verb, where its state has none as well", () => {
    const [event] = house.upcast[4]({ type: "accused", who: "you", whom: "tom" } as never);
    assert.deepEqual(event, { type: "performed", who: "you", verb: "accuse", target: "tom" });
    const plain = house.open(build({ ...(STORY as object), verbs: {}, rules: {} } as never));
    assert.equal(house.upcastState[4](plain), plain);
    const [percept] = perceivedBy("you", frameOf(plain), [event!]);
    assert.equal((percept as unknown as { told: { deed: string } }).told.deed, "accuse Tom");
  });
});
