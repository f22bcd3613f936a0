// Talk: what can be spoken of, what people say of it, and who has come to know of what, and how.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { canonical } from "@orrery/kernel";
import { compileHouse, type HouseAction, house, whoKnows } from "../index.ts";
import { alter, build, by, frameOf, given, located, read, see, turn } from "./manor.ts";
import { WORKSHOP, workshop } from "./workshop.ts";

const who = "you";
const ask = (to: string, about: string): HouseAction => ({ actorId: who, type: "ask", metadata: { to, about } });
const inform = (to: string, about: string): HouseAction => ({ actorId: who, type: "tell", metadata: { to, about } });
/** All three in the store; without rules, so that no time is told. */
const { rules, ...quiet } = alter(workshop, "people", "you", { at: "store" });
const store = { ...quiet, endings: [], hints: [] };
const said = (text: string) => ({ type: "said", who: "moll", text, to: who }) as const;

describe("asking", () => {
  it("is answered, heard by all who are there, and teaches them what comes up", () => {
    const asked = given(store).when(ask("moll", "fire"));
    asked
      .tells(who, /^You ask Moll about the fire\. .*It was the oil/)
      .tells("ned", /^The visitor asks Moll about the fire\. .*It was the oil/)
      .happens({ type: "asked", who, to: "moll", about: "fire" }, said("It was the oil."), {
        type: "taught",
        topic: "oil-theft",
        from: "moll",
        to: [who, "ned"],
      });
  });
  it("object_not_found: a topic that one has not heard of, be it real or not", () => {
    for (const about of ["oil-theft", "culprit", "weather", "coin", "vault"])
      given(store).when(ask("moll", about)).refused("object_not_found");
    const after = turn(frameOf(store), ask("moll", "fire")).frame;
    assert.ok(turn(after, ask("moll", "oil-theft")).draft.validation[0]?.success);
  });
  it("of what is only talked about it is said, by its name, that nobody knows where it is", () => {
    const where = { actorId: who, type: "recall", targetId: "fire", metadata: { what: "place" } } as HouseAction;
    assert.match(turn(frameOf(store), where).told(who), /^Where the fire is, you do not know\. /);
  });
  it("a thing that was met can be asked about as well", () => {
    const seen = turn(frameOf({ ...store, people: { ...store.people, you: workshop.people["you"]! } }), {
      actorId: who,
      type: "go",
      metadata: { direction: "east" },
    }).frame;
    const { told } = turn(seen, ask("moll", "bell"));
    assert.match(told(who), /^You ask Moll about the bell\. .*It is cracked/);
  });
  it("not_known: with the person's own words, or none", () => {
    given(store)
      .when(ask("moll", "moll"))
      .tells(who, /^You ask Moll about herself\. .*I could not say/)
      .failed(
        "not_known",
        { type: "tried", who, reason: "not_known", what: "moll", other: "moll" },
        said("I could not say."),
      );
    given(store)
      .when(ask("ned", "fire"))
      .tells(who, "Ned has nothing to say about the fire.")
      .failed("not_known", { type: "tried", who, reason: "not_known", what: "fire", other: "ned" });
  });
  it("who is not a person, or not there", () => {
    given(store).when(ask("you", "fire")).refused("to_yourself");
    given(workshop).when(ask("moll", "fire")).refused("object_not_found");
  });
  it("the first answer that holds is given: by what that person knows", () => {
    const known = alter(store, "people", "moll", { knows: ["culprit"] });
    const heard = turn(frameOf(known), ask("moll", "fire")).frame;
    assert.match(turn(heard, ask("moll", "oil-theft")).told(who), /told me yourself/);
    const other = turn(frameOf(store), ask("moll", "fire")).frame;
    assert.match(turn(other, ask("moll", "oil-theft")).told(who), /Somebody took it/);
  });
});

describe("how speech is put", () => {
  it("what ends in another script's full stop gets no second one", () => {
    for (const words of ["不知道。", "真的？", "لماذا؟", "नहीं।", "No?", "No", "Well, no…"]) {
      const state = alter(store, "people", "moll", { unaware: words });
      const text = turn(frameOf(state), ask("moll", "moll")).told(who);
      assert.match(text, new RegExp(`"${words.replace("?", "\\?")}${words === "No" ? "[.,]" : ""}"`), text);
    }
  });
  it("a listener without a reply is said to have heard, before anything else happens", () => {
    const route = { stops: [{ at: "shop", turns: 9 }], loop: false, blocked: null };
    const text = turn(frameOf(alter(store, "people", "moll", { route })), inform("ned", "fire")).told(who);
    assert.match(text, /^You tell Ned about the fire\. (He|Ned|They) [^.]*\. Moll goes west\.$/, text);
  });
});

describe("telling and reading", () => {
  const readIt = () => {
    const shop = { ...store, people: { ...store.people, you: workshop.people["you"]! } };
    const learned = turn(frameOf(shop), read("book"), { actorId: who, type: "go", metadata: { direction: "east" } });
    return learned.frame;
  };
  it("topics from a text can be spoken of; the listener learns them and their source", () => {
    const frame = readIt();
    const learned = (one: string, from: string) => ({ who: one, from, time: 0, sources: [{ from, time: 0 }] });
    assert.deepEqual(whoKnows(frame.state, "culprit"), [learned(who, "book")]);
    const next = turn(frame, inform("moll", "culprit"));
    assert.match(next.told(who), /^You tell Moll about the culprit\. .*I thought as much/);
    assert.deepEqual(whoKnows(next.frame.state, "culprit"), [
      learned(who, "book"),
      learned("moll", who),
      learned("ned", who),
    ]);
    assert.equal(next.frame.minds["ned"]?.topics?.["culprit"]?.from?.id, who);
    assert.deepEqual(whoKnows(next.frame.state, "fire").length, 3, "known all along");
  });
  it("sets off rules", () => {
    const shop = turn(frameOf(workshop), read("book"), {
      actorId: who,
      type: "go",
      metadata: { direction: "east" },
    }).frame;
    assert.match(turn(shop, inform("moll", "culprit")).told(who), /\n\nWord gets round\./);
    assert.doesNotMatch(turn(shop, inform("moll", "fire")).told(who), /Word gets round/);
  });
  it("what is heard first stays the source", () => {
    const once = turn(readIt(), inform("moll", "culprit")).frame;
    const again = turn(once, inform("moll", "culprit")).frame;
    assert.equal(canonical(again.state.knowing), canonical(once.state.knowing));
  });
});

describe("topics in view", () => {
  it("are those heard of, and are offered", () => {
    const frame = frameOf(store);
    assert.deepEqual(
      see(frame).topics.map(({ id }) => id),
      ["fire"],
    );
    const legal = house.legal(see(frame), who).filter(({ type }) => type === "ask");
    assert.deepEqual(legal, [ask("moll", "fire"), ask("ned", "fire")]);
    const two = turn(frame, ask("moll", "fire")).frame;
    assert.deepEqual(
      see(two).topics.map(({ id }) => id),
      ["fire", "oil-theft"],
    );
  });
  it("speech in the next room teaches its listeners, from a voice; two rooms away nobody", () => {
    const knowers = (at: string) => {
      const { frame } = turn(frameOf(alter(store, "people", "ned", { at })), ask("moll", "fire"));
      return {
        all: whoKnows(frame.state, "oil-theft").map((one) => one.who),
        ned: frame.minds["ned"]?.topics?.["oil-theft"],
      };
    };
    const near = knowers("shop");
    assert.deepEqual(near.all, [who, "ned"]);
    assert.equal(near.ned?.topic.name, "stolen oil");
    assert.equal(near.ned?.from, null, "they have never met Moll");
    assert.deepEqual(knowers("vault"), { all: [who], ned: undefined });
  });
  it("keep everyone and everything that told of them, oldest first, ten at most", () => {
    const many = Array.from({ length: 12 }, (_, i) => `guest-${i}`);
    const party = build({
      title: "A Party",
      opening: "",
      player: "you",
      rooms: { hall: { description: "A hall." } },
      things: { letter: { in: "hall", text: "Word of it.", teaches: ["news"] } },
      people: {
        you: { in: "hall" },
        ...Object.fromEntries(
          many.map((id, i) => [
            id,
            {
              name: `Guest ${i}`,
              in: "hall",
              pronouns: "she",
              topics: { news: { says: "So I hear.", teaches: ["news"] } },
            },
          ]),
        ),
      },
      topics: { news: { name: "news" } },
    });
    let { frame } = turn(frameOf(house.open(party)), read("letter"));
    for (const id of [...many, "guest-0"]) ({ frame } = turn(frame, ask(id, "news")));
    const mine = whoKnows(frame.state, "news").find((one) => one.who === who)!;
    const ten = ["letter", ...many.slice(0, 9)];
    assert.deepEqual(
      mine.sources.map(({ from }) => from),
      ten,
    );
    assert.equal(mine.from, "letter");
    assert.deepEqual(
      see(frame)
        .topics.find(({ id }) => id === "news")
        ?.sources.map((from) => from?.id),
      ten,
    );
    const asked = { actorId: who, type: "recall", metadata: { what: "words", about: "news" } } as HouseAction;
    assert.match(
      turn(frame, asked).told(who),
      /^You have heard of the news from what stands on the letter, Guest 0, Guest 1, .* and Guest 8\./,
    );
  });
  it("two players talk by their own will", () => {
    const two = { ...store, players: ["you", "ned"] };
    given(two)
      .when(ask("ned", "fire"))
      .tells("ned", /^The visitor asks you about the fire\./)
      .happens({ type: "asked", who, to: "ned", about: "fire" }, { type: "passed", to: "ned" })
      .when(by("ned", inform("you", "fire")))
      .happens({ type: "informed", who: "ned", to: who, about: "fire" }, { type: "passed", to: "you" });
  });
});

describe("what no author may write of talk", () => {
  const problems = (parts: object) => {
    const compiled = compileHouse(located(JSON.parse(JSON.stringify({ ...WORKSHOP, ...parts }))));
    return compiled.ok ? [] : compiled.problems.map(({ path, message }) => `${path.join(".")}: ${message}`);
  };
  const ned = (topics: object) => ({ people: { ...WORKSHOP.people, ned: { in: "store", ...topics } } });
  for (const [parts, problem] of [
    [ned({ topics: { fier: "Hot." } }), 'people.ned.topics.fier: There is no topic or thing or person or door "fier".'],
    [ned({ topics: { fire: {} } }), "people.ned.topics.fire: Nothing is said here."],
    [
      ned({ topics: { fire: { says: "x", teaches: ["moll"] } } }),
      'people.ned.topics.fire: "moll" is a person, and here must stand a topic.',
    ],
    [ned({ knows: ["coin"] }), 'people.ned.knows.0: "coin" is a thing, and here must stand a topic.'],
    [{ topics: { ...WORKSHOP.topics, bell: {} } }, 'topics.bell: "bell" is an id under `things` already.'],
  ] as const)
    it(problem, () => assert.ok(problems(parts).includes(problem), problems(parts).join("\n")));
});
