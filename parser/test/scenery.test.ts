// What only the prose names: never denied, never more than that, and only once it has been shown.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { decideTurn, type Frame, loadWorld, viewOf } from "@orrery/kernel";
import { frameAt, windowsOf } from "../../kernel/testing/index.ts";
import { readYaml } from "../../runtime/src/yaml.ts";
import { compileHouse, type House, type HouseConfig, house } from "../../worlds/house/index.ts";
import { type Parsed, parseTextToActions, type Reading } from "../src/index.ts";

const engine = loadWorld(house, (text) => createHash("sha256").update(text).digest("hex"));

function cottage(): HouseConfig {
  const read = readYaml(readFileSync(new URL("../../worlds/house/data/cottage.yaml", import.meta.url), "utf8"));
  assert(read.ok);
  const compiled = compileHouse(read.doc);
  assert(compiled.ok);
  return compiled.config;
}

/** Says one thing after the other; what was last understood, and each answer. */
function say(config: HouseConfig, ...texts: readonly string[]) {
  let frame: Frame<House> = frameAt(engine, house.open(config));
  let recent: Reading[] = [];
  let parsed: Parsed | undefined;
  const messages: string[] = [];
  for (const text of texts) {
    const lexicon = house.words.lexicon(viewOf(engine, frame, "you"));
    parsed = parseTextToActions(text, { actorId: "you", lexicon, recent });
    recent = [parsed.reading, ...recent];
    messages.push(parsed.reading.problem?.message ?? "");
    const window = windowsOf(engine, frame.state)[0]!;
    const given = {
      actor: "you",
      ask: window.asks[0]!,
      actions: parsed.actions,
      provenance: { actor: "you", ask: window.asks[0]!.id, by: "agent" as const },
    };
    const key = { seed: "scenery", salt: "root" };
    if (parsed.actions.length > 0) frame = { ...frame, ...decideTurn(engine, frame, window.lane, [given], key).after };
  }
  return { ...parsed!, messages, words: house.words.lexicon(viewOf(engine, frame, "you")).scenery! };
}
const reason = (...texts: readonly string[]) => say(cottage(), ...texts).reading.problem?.reason ?? null;

describe("scenery", () => {
  it("[P45] what a room's prose names is not denied, whatever is done to it", () => {
    for (const text of ["x wall", "climb the wall", "smell the path", "take some paint", "tie the letter to the wall"])
      assert.equal(reason(text), "only_scenery", text);
    assert.equal(say(cottage(), "x wall").messages[0], "There is no more to the wall than you have been told.");
    assert.match(say(cottage(), "push the wall").messages[0]!, /the wall/);
  });
  it("what it does not name is, and so is what it only compares with, denies or has elsewhere", () => {
    for (const text of ["x dragon", "x golden wall", "x news"]) assert.equal(reason(text), "object_not_found", text);
  });
  it("what is a thing of the world is that thing", () => {
    assert.deepEqual(say(cottage(), "x sundial").actions[0], { actorId: "you", type: "examine", targetId: "sundial" });
  });
  it("a thing's own description is known once it has been looked at", () => {
    assert.equal(reason("x lichen"), "object_not_found");
    assert.equal(reason("x bench", "x lichen"), "only_scenery");
  });
  it("what was seen elsewhere is not here", () => {
    assert.equal(reason("open the door", "go in", "x path"), "object_not_found");
  });
  it("[P45] “it” is not what was spoken of before", () => {
    assert.match(say(cottage(), "x sundial", "x wall", "take it").messages[2]!, /not sure what “it” means/);
  });
  it("[P48] its answer is never in the same words twice running", () => {
    const { messages } = say(cottage(), ...Array.from({ length: 9 }, (_, i) => (i % 2 ? "x wall" : "x path")));
    for (const [i, message] of messages.entries())
      if (i > 0) assert.notEqual(message.replace("wall", "path"), messages[i - 1]!.replace("wall", "path"));
  });
  it("blindfold: what was not shown makes no difference to what may be named", () => {
    const plain = cottage();
    const { garden, loft } = plain.rooms;
    const other: HouseConfig = {
      ...plain,
      rooms: { ...plain.rooms, garden: garden!, loft: { ...loft!, description: "A loft with a tin dragon in it." } },
      things: {
        ...plain.things,
        bench: { ...plain.things["bench"]!, description: "A bench under a dragon tree." },
        lamp: { ...plain.things["lamp"]!, appearance: "A dragon of a lamp." },
      },
    };
    for (const texts of [["look"], ["x sundial", "open the door", "go in"]])
      assert.deepEqual(say(plain, ...texts).words, say(other, ...texts).words);
    assert.notDeepEqual(say(plain, "x bench").words, say(other, "x bench").words);
    assert.equal(say(other, "x dragon").reading.problem?.reason, "object_not_found");
    assert.equal(say(other, "x bench", "x dragon").reading.problem?.reason, "only_scenery");
  });
});

describe("ways on and words to nobody", () => {
  it("[P49] a way named where none belongs says where it leads", () => {
    assert.match(
      say(cottage(), "x cottage").messages[0]!,
      /^That is the way inside, through the front door \(closed\)\./,
    );
    assert.match(say(cottage(), "look north").messages[0]!, /^There is nothing to be seen to the north/);
    assert.match(say(cottage(), "open door", "in", "push the ladder").messages[2]!, /way up, to the loft/);
  });
  it("“go back” is the way one came", () => {
    const back = (...texts: string[]) => say(cottage(), ...texts).actions;
    assert.deepEqual(back("open door", "in", "w", "go back"), [
      { actorId: "you", type: "go", metadata: { direction: "east" } },
    ]);
    assert.deepEqual(back("open door", "in", "w", "e", "back"), [
      { actorId: "you", type: "go", metadata: { direction: "west" } },
    ]);
  });
  it("[P46] waiting takes as many turns as are said", () => {
    assert.equal(say(cottage(), "wait 3 turns").actions.length, 3);
    assert.equal(say(cottage(), "wait five minutes").actions.length, 5);
    assert.equal(reason("wait 5000"), "too_long");
    assert.notEqual(reason("wait 0"), null);
  });
  it("[P46] a question to nobody in particular goes to the person present, as it was asked", () => {
    assert.deepEqual(say(cottage(), "open door", "in", "w", "What do you want?").actions[0]?.metadata, {
      text: "What do you want",
      to: "ada",
    });
    assert.equal(say(cottage(), "who are you?").messages[0], "There is nobody here to speak to.");
  });
  it("[P49] a question that nobody can answer says what can be asked", () => {
    assert.match(say(cottage(), "why is the sky blue?").messages[0]!, /WHERE AM I/);
  });
  it("an unanswered question is asked again once, however often it is passed over", () => {
    const { messages } = say(cottage(), "take", "blorp", "flarb");
    assert.equal(messages[2]!.split("Take what?").length, 2);
    assert.doesNotMatch(messages[2]!, /blorp/);
    assert.doesNotMatch(say(cottage(), "tkae the basket", "blorp", "flarb").messages[2]!, /Did you mean/);
  });
  it("[P47] what needs no act is answered without one", () => {
    const { messages, actions } = say(cottage(), "sing", "dance");
    assert.deepEqual(actions, []);
    assert.notEqual(messages[0], messages[1]);
  });
});
