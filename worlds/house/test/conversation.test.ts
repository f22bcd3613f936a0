// Talk that goes on: answers in order, another once something is known, and what an answer leads on to.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { canonical, type Json } from "@orrery/kernel";
import { readYaml } from "../../../runtime/src/yaml.ts";
import { compileHouse, house, warningsOf } from "../index.ts";
import { build, engine, frameOf, see, turn } from "./manor.ts";
import { playing } from "./playing.ts";

const TEA = {
  title: "Tea",
  opening: "",
  player: "you",
  rooms: { parlour: { description: "A parlour." } },
  things: { note: { in: "parlour", text: "It was the gull.", teaches: ["gull"] } },
  people: {
    you: { in: "parlour", name: "guest" },
    ada: {
      name: "Ada",
      pronouns: "she",
      in: "parlour",
      unaware: "I could not say.",
      topics: {
        theft: [
          {
            when: { person: "you", knows: "gull" },
            says: ["So you have read it.", "Leave the bird alone."],
          },
          { says: ["At four, they went.", "At four, I said.", "Four."], leads: ["window", "cook"] },
        ],
        window: "It was open.",
        cook: [{ when: { flag: "dismissed" }, says: "She has gone." }],
        gull: "A large bird.",
      },
    },
  },
  flags: { dismissed: false },
  topics: {
    theft: { known: true, name: "stolen tarts", aliases: ["theft", "tarts"] },
    window: { name: "open window" },
    cook: {},
    gull: {},
  },
  endings: { won: { tone: "won", when: { thing: "note", heldBy: "you" }, text: "Yes." } },
};
const tea = TEA as unknown as Json;
const said = (...lines: string[]) => playing(tea)(...lines);

describe("a topic with several answers", () => {
  it("gives them in order, and the last of them for good", () => {
    assert.match(said("ask ada about the tarts"), /At four, they went/);
    assert.match(said("ask ada about the tarts", "again"), /At four, I said/);
    for (const times of [3, 4]) assert.match(said(...Array(times).fill("ask ada about the tarts")), /"?Four[.,]"/);
  });
  it("gives them to a teller too, where nothing else is written for that", () => {
    const tell = "tell ada about the tarts";
    assert.match(said(tell), /You tell Ada about the stolen tarts[\s\S]*At four, they went/);
    assert.match(said("ask ada about the tarts", tell), /At four, I said/);
    assert.match(said(tell, "ask ada about the window"), /It was open/, "what an answer teaches, it teaches here");
    const heard = {
      ...TEA,
      people: {
        ...TEA.people,
        ada: { ...TEA.people.ada, topics: { theft: { says: "At four.", hears: "So I hear." } } },
      },
    };
    assert.match(playing(heard as unknown as Json)(tell), /So I hear/);
  });
  it("begins anew where another answer holds", () => {
    const ask = "ask ada about the tarts";
    assert.match(said(ask, ask, "read the note", ask), /So you have read it/);
    assert.match(said(ask, "read the note", ask, ask), /Leave the bird alone/);
  });
});

describe("what an answer leads on to", () => {
  it("is named to the person who asked, as far as there is an answer to it", () => {
    const told = said("ask ada about the tarts");
    assert.match(told, /You could ask her about the open window\./);
    assert.doesNotMatch(told, /cook/);
  });
  it("is heard of by it, and then a choice and understood", () => {
    const asks = (frame: ReturnType<typeof frameOf>) =>
      house
        .legal(see(frame), "you")
        .flatMap((action) => (action.type === "ask" ? [action.metadata.about] : []))
        .sort();
    const opened = frameOf(house.open(build(tea)));
    assert.deepEqual(asks(opened), ["theft"]);
    const after = turn(opened, { actorId: "you", type: "ask", metadata: { to: "ada", about: "theft" } });
    assert.ok(after.draft.validation[0]!.success);
    assert.deepEqual(asks(after.frame), ["cook", "theft", "window"]);
    assert.match(said("ask ada about the tarts", "ask about the window"), /It was open/);
  });
  it("leaves a story without it as it was", () => {
    const { people } = TEA;
    const ada = { ...people.ada, topics: { ...people.ada.topics, theft: "At four." } };
    const plain = { ...TEA, people: { ...people, ada } } as unknown as Json;
    const after = turn(frameOf(house.open(build(plain))), {
      actorId: "you",
      type: "ask",
      metadata: { to: "ada", about: "theft" },
    });
    assert.doesNotMatch(canonical(after.frame.state as unknown as Json), /answered/);
    assert.equal(engine.world, house);
  });
});

describe("world check", () => {
  /** With some of Ada's topics changed. */
  const check = (topics: object) => {
    const ada = { ...TEA.people.ada, topics: { ...TEA.people.ada.topics, ...topics } };
    const doc = { ...TEA, people: { ...TEA.people, ada } };
    const read = readYaml(JSON.stringify(doc));
    assert.ok(read.ok);
    const compiled = compileHouse(read.doc);
    const found = compiled.ok ? warningsOf(compiled.config, read.doc) : compiled.problems;
    return found.map(({ message, hint }) => `${message} ${hint}`).join("\n");
  };
  it("warns of a lead to a topic without an answer", () =>
    assert.match(
      check({ gull: { hears: "Oh?" }, theft: { says: "Four.", leads: ["gull"] } }),
      /"ada" leads on to "gull", and has nothing to say about it\. Write `gull`/,
    ));
  it("refuses a lead to no topic, and answers that are no text", () => {
    assert.match(check({ theft: { says: "Four.", leads: ["cellar"] } }), /There is no topic "cellar"/);
    assert.match(check({ theft: { says: ["Four.", 5] } }), /must be text/);
  });
});

describe("words that greet, thank, apologise or take leave", () => {
  it("are answered as what they are, where the author has words for it", () => {
    const say = playing("cottage");
    say("open the door", "in", "west");
    for (const line of ["thank Ada", "thank you, Ada", "say thanks to Ada", 'say "Thank you so much!" to Ada'])
      assert.match(say(line), /You are very welcome, my dear/, line);
    for (const line of ["apologise to Ada", "sorry, Ada", "tell Ada that I am sorry"])
      assert.match(say(line), /nothing to be sorry for/, line);
    assert.match(say("goodbye, Ada"), /Off with you/);
    // She has no words of her own for a greeting.
    assert.match(say("hello Ada"), /Good evening to you|Ask me about a thing/);
  });
  it("are about something where they are long or ask", () => {
    const say = playing("mystery", { culprit: "osei" });
    assert.doesNotMatch(say('say "Sorry, but where were you when it happened?" to the doctor'), /So am I/);
    assert.match(say("sorry for your loss, doctor"), /So am I/);
  });
  it("say each of several replies in turn, and never one twice running", () => {
    const say = playing({
      title: "Thanks",
      opening: "",
      player: "you",
      rooms: { hall: { description: "A hall." } },
      people: {
        you: { in: "hall" },
        ann: {
          name: "Ann",
          pronouns: "she",
          in: "hall",
          answers: "Hm?",
          courtesies: { thanks: ["Not at all.", "Oh, hush."] },
        },
      },
    });
    const told = ["thank Ann", "thank Ann", "thank Ann"].map((line) => say(line).match(/Not at all|Oh, hush/)?.[0]);
    assert.ok(
      told.every((one, i) => one !== undefined && one !== told[i - 1]),
      told.join(),
    );
    assert.match(say("apologise to Ann"), /Hm\?/);
  });
});

describe("words to somebody by name", () => {
  const said = (text: string) => playing(TEA as unknown as Json)(text);
  it("a question that names nothing known is said to whoever is called behind it", () => {
    assert.match(said("did you hear anything, Ada?"), /^You say to Ada, "Did you hear anything\?"/);
    assert.match(said("have you got any proof, Ada?"), /^You say to Ada, "Have you got any proof\?"/);
  });
  it("an answer already given in this telling is not quoted again", () => {
    const told = playing({ ...TEA, people: { ...TEA.people, ada: { ...TEA.people.ada, answers: "Hm?" } } } as never)(
      "hello Ada, my name is Tom",
    );
    assert.equal(told.match(/Hm\?/g)?.length, 1);
    assert.match(told, /She says the same again\.$/);
  });
  it("what is handed over, asked of one's health, or asked in several questions is said", () => {
    assert.match(said("here you are, Ada"), /^You say to Ada, "Here you are\."/);
    assert.match(said("how are you, Ada?"), /^You say to Ada, "How are you\?"/);
    assert.match(said("could I ask you a few questions about the theft"), /^You ask Ada about/);
  });
  it("a command that cannot be read is no part of a speech before it", () => {
    assert.match(said("say goodbye to Ada and frobnicate the gonk"), /^You say to Ada, "Goodbye!"/);
  });
});
