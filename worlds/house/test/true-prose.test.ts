// What is told is true: of what a deed came to, of rooms that have changed, of what people see, and of what the prose has named.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Json } from "@orrery/kernel";
import { readYaml } from "../../../runtime/src/yaml.ts";
import { compileHouse, type HouseAction, type HouseConfig, house, warningsOf } from "../index.ts";
import { build, frameOf, go, turn } from "./manor.ts";
import { playing } from "./playing.ts";

const BARGE = {
  title: "The Barge",
  opening: "A few minutes past four.",
  player: "you",
  rooms: {
    control: {
      name: "control room",
      description: "Aft, to the south, is the engine room; the radio shack lies behind a thin door.",
      changes: [{ when: { flag: "power" }, description: "The dials are lit." }],
      exits: {
        south: "engine",
        east: { to: "radio", door: "thin-door" },
        in: { to: "radio", door: "thin-door" },
        up: "bridge",
      },
    },
    engine: { name: "engine room", description: "Two diesels.", exits: { north: "control" } },
    radio: { name: "radio shack", description: "Valves.", exits: { west: { to: "control", door: "thin-door" } } },
    bridge: { description: "Wind, and a ladder.", exits: { down: "control" } },
  },
  doors: { "thin-door": {} },
  things: {
    oil: { name: "oil can", heldBy: "you" },
    valve: { in: "control", fixed: true },
    seal: { in: "control", fixed: true, uses: ["break"] },
    lever: { in: "engine", fixed: true },
    fish: { in: "control" },
  },
  people: {
    you: { name: "surveyor", in: "control" },
    tom: { name: "Tom", pronouns: "he", in: "control", unaware: "Dunno." },
    ann: { name: "Ann", pronouns: "she", in: "control" },
    cat: { animal: true, in: "bridge", route: ["bridge", "control"], appearance: "A cat lies on the stove." },
  },
  flags: { power: false, oiled: false },
  rules: {
    oil: { on: { use: "valve", with: "oil" }, do: [{ flag: "oiled" }] },
    power: { on: { pull: "lever" }, do: [{ flag: "power" }, { tell: "A hum." }] },
    sink: { on: { put: "oil", onto: "valve" }, do: [{ tell: "Glug." }] },
    fed: { on: { give: "fish", to: "tom" }, do: [{ tell: "Gulp." }] },
  },
  endings: { won: { tone: "won", when: { thing: "fish", heldBy: "you" }, text: "A fish." } },
};
const barge = house.open(build(BARGE as unknown as Json));

const act = (type: HouseAction["type"], parts: object) => ({ actorId: "you", type, ...parts }) as HouseAction;
const use = (how: string, targetId: string, tool?: string) =>
  act("use", { targetId, metadata: { how, ...(tool === undefined ? {} : { with: tool }) } });
const ask = (to: string, about: string) => act("ask", { metadata: { to, about } });

/** The words of the last of several turns. */
function told(...actions: readonly HouseAction[]): string {
  let frame = frameOf(barge);
  let words = "";
  for (const action of actions) {
    const next = turn(frame, action);
    frame = next.frame;
    words = next.told("you");
  }
  return words;
}
const VAIN = /Nothing|no difference/;

describe("what came of a deed", () => {
  it("is never nothing where a rule fired, though the rule says nothing itself", () => {
    assert.equal(told(use("use", "valve", "oil")), "You use the oil can on the valve.");
  });
  it("is only tried where no rule says what comes of it", () => {
    assert.match(told(use("break", "seal")), /^You try to break the seal\. /);
    assert.match(told(use("break", "seal")), VAIN);
  });
});

describe("a room that one comes back to", () => {
  it("is told in full where its description has changed, and briefly else", () => {
    assert.doesNotMatch(told(go("south"), go("north")), /Aft, to the south/);
    assert.match(
      told(go("south"), use("pull", "lever"), go("north")),
      /back to the control room[\s\S]*The dials are lit\./,
    );
    assert.doesNotMatch(told(go("south"), use("pull", "lever"), go("north"), go("south"), go("north")), /dials/);
  });
});

describe("people answer from what they see now", () => {
  it("where somebody and something is", () => {
    assert.match(told(ask("tom", "ann")), /"?She is right here[.,]"/);
    assert.match(told(ask("tom", "fish")), /"?It is right here[.,]"/);
  });
  it("who is in the room, or that nobody else is", () => {
    assert.match(told(ask("tom", "control")), /"Ann is here[.,]"/);
    const people = { ...barge.people, ann: { ...barge.people.ann!, at: "engine" } };
    assert.match(
      turn(frameOf({ ...barge, people }), ask("tom", "control")).told("you"),
      /"There is nobody here but you and me[.,]"/,
    );
  });
  it("nothing new of the one who asks", () => assert.match(told(ask("tom", "you")), /Dunno/));
});

describe("what the prose names", () => {
  const exitsOf = (config: HouseConfig) => config.rooms.control!.exits.map(({ to, known }) => [to, known ?? false]);
  it("is known: a room behind an exit that its description speaks of", () => {
    const config = build(BARGE as unknown as Json) as HouseConfig;
    assert.deepEqual(exitsOf(config), [
      ["engine", true],
      ["radio", true],
      ["radio", true],
      ["bridge", false],
    ]);
  });
  it("two ways through one door are told as one", () => {
    assert.match(told(act("look", {})), /east or inside through the thin door \(closed\) to the radio shack/);
  });
});

describe("what world check warns of", () => {
  const read = readYaml(JSON.stringify(BARGE));
  assert.ok(read.ok);
  const compiled = compileHouse(read.doc);
  assert.ok(compiled.ok);
  const warnings = warningsOf(compiled.config, read.doc).map(({ message, hint }) => `${message} ${hint}`);
  const warned = (about: RegExp) =>
    assert.ok(
      warnings.some((one) => about.test(one)),
      warnings.join("\n"),
    );
  it("a thing put on what holds nothing", () => warned(/"sink" can never fire.*supporter: true/));
  it("a thing given to somebody who wants nothing", () => warned(/"fed" can never fire.*given: \{ fish/));
  it("a handling that no rule answers", () => warned(/"seal" shows that one can break it/));
  it("a rule that tells nobody", () => warned(/Nobody is told that the rule "oil" has fired/));
  it("words of a place for somebody who goes about", () => warned(/"cat" goes about/));
  it("a comma that cuts a saying in two", () => {
    const cutting = (answers: string[]) => {
      const tom = { ...BARGE.people.tom, answers };
      const doc = readYaml(JSON.stringify({ ...BARGE, people: { ...BARGE.people, tom } }));
      assert.ok(doc.ok);
      const made = compileHouse(doc.doc);
      assert.ok(made.ok);
      return warningsOf(made.config, doc.doc).some(({ message }) => /looks like the rest of/.test(message));
    };
    assert.ok(cutting(["Six o'clock", "love.", "No."]));
    assert.ok(!cutting(["Six o'clock.", "love is blind.", "No"]));
  });
  it("nothing else", () => assert.equal(warnings.length, 5, warnings.join("\n")));
});

describe("what is not understood", () => {
  const cases: readonly (readonly [said: string, heard: string])[] = [
    ["look under and behind the valve", "I understood “look under”, but not “and behind the valve”."],
    ["look on, under and behind everything", "I don't know what to make of “look on, under and behind”."],
    ["open whatever can be opened", "Open what?"],
    ["ring the gong three times", "You can see no gong here."],
    ["throw a stone down the well", "You can see no stone here."],
    ["search all the drawers", "You can see no drawers here."],
    ["take Tom's hat", "You can see no hat here."],
    ["find out whether the valve opens", "I have no answer to “whether the valve opens”."],
    ["is the valve stuck or can I turn it?", "I have no answer to “is the valve stuck or can I turn it”."],
    ["what does the engine room smell of?", "The engine room is not where you are."],
  ];
  for (const [said, heard] of cases)
    it(`“${said}”: quotes words as a name only where they can be one`, () => {
      assert.equal(playing(BARGE as unknown as Json)(said).startsWith(heard), true);
    });
});

it("a question after a place is no answer to “go where?”", () => {
  const say = playing("lighthouse");
  assert.equal(say("get out of the boat and go up the steps"), "Go where?");
  assert.match(say("is there a light on in the tower?"), /^I have no answer to/);
});

describe("several things at once", () => {
  const trunk = { in: "control", container: "closed", fixed: true };
  const say = playing({
    ...BARGE,
    things: { ...BARGE.things, red: { ...trunk, name: "red trunk" }, green: { ...trunk, name: "green trunk" } },
  } as unknown as Json);
  it("are searched one after another", () =>
    assert.match(say("search all the trunks"), /nothing in the red trunk\..*nothing in the green trunk\./));
  it("are no name of a thing where a deed takes one alone", () =>
    assert.equal(
      say("close all the trunks and go up"),
      "I don't know what to make of “close all the trunks”. I left out “go up”.",
    ));
});

describe("what only tells more of a thing", () => {
  const say = () => playing(BARGE as unknown as Json);
  it("a participle behind a thing is no deed of the player's", () => {
    for (const told of ["lying there", "standing over there", "hanging there"])
      assert.equal(say()(`examine the fish ${told}`), say()("examine the fish"));
  });
  it("a question after a quality is answered by a look", () => {
    assert.match(say()("is Tom angry?"), /Tom/);
    assert.match(say()("is the valve really rusted shut?"), /valve/);
  });
  it("a question after people elsewhere is not answered for here alone", () => {
    const play = say();
    play("go up", "go down", "go south");
    assert.match(play("is there anybody in the control room?"), /You last saw .*Tom.* in the control room/);
    assert.match(play("is there anybody in the building?"), /You last saw .*Tom.* in the control room/);
  });
  it("what was never seen is not denied to be there", () => {
    assert.equal(say()("is there food in the radio shack?"), "You have seen no “food” so far.");
  });
  it("a place that nobody knows is no part of a direction", () => {
    for (const said of ["go to the church", "walk over to the church", "go straight to the church"])
      assert.match(say()(said), /^You know of no way to “church”/);
  });
  it("asking whether something works asks for no lock", () => {
    assert.doesNotMatch(say()("see whether it still works"), /Unlock/);
  });
  it("a direction that was gone is not what “it” means, and steps that were looked at are", () => {
    assert.doesNotMatch(say()("go up", "go down", "go up", "take it"), /You go/);
    assert.match(say()("go up", "there is a ladder, climb it"), /You go back/);
  });
  it("a question about everybody may end with where or when", () => {
    assert.equal(say()("is anyone about?"), say()("is anyone here?"));
    assert.equal(say()("what am I supposed to do tonight?"), say()("what am I supposed to do?"));
  });
});

describe("a question in a line of several deeds", () => {
  const say = () => playing(BARGE as unknown as Json);
  it("is answered as it stood when it was asked", () => {
    assert.match(say()("who is here? go south"), /^Tom and Ann are here\./);
    assert.match(say()("go south. who is here? go north"), /There is nobody here but you\.\n\nYou go/);
    assert.match(say()("go up", "where is Tom? go down"), /^You last saw .*in the control room/);
    assert.match(say()("where can I go? go up"), /^You can go south to the engine room/i);
    assert.match(
      say()("go south", "leave the control room and look"),
      /^You are not in the control room\. You are here/,
    );
  });
});

describe("leaving a room", () => {
  const say = () => playing(BARGE as unknown as Json);
  it("without a way out goes back to the last room", () =>
    assert.match(say()("go up", "go down", "leave the room"), /^You [^.]*\bbridge\./));
  it("is refused for a room that one is not in", () =>
    assert.equal(say()("leave the engine room"), "You are not in the engine room. You are here: the control room."));
});

describe("what is shown", () => {
  const say = () => playing(BARGE as unknown as Json);
  it("is taken up first where it lies about, as what is given", () =>
    assert.match(say()("show the fish to Tom"), /^\(First taking the fish\.\) You show Tom the fish\./));
  it("is shown to nobody who is not there, whoever holds it", () =>
    assert.match(say()("go up", "show the fish to Tom"), /^Tom is not here/));
});

describe("everything", () => {
  it("is what there is of it once the deeds before it are done", () => {
    const BENCH = {
      ...BARGE,
      things: { ...BARGE.things, coin: { under: "valve" } },
    };
    assert.match(playing(BENCH as unknown as Json)("look under the valve and take everything"), /coin/);
  });
});
