// What people say who have several ways of saying it; and what they say that is not so, until they are caught.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { canonical } from "@orrery/kernel";
import { blindfold } from "@orrery/kernel/testing";
import { compileHouse, type HouseAction, type HouseState, house } from "../index.ts";
import { alter, build, engine, frameOf, go, located, say, show, turn, turnOf, wait } from "./manor.ts";

const who = "you";
const ask = (to: string, about: string): HouseAction => ({ actorId: who, type: "ask", metadata: { to, about } });
const tell = (to: string, about: string): HouseAction => ({ actorId: who, type: "tell", metadata: { to, about } });

const UNAWARE = ["No idea.", "Search me.", "I could not say.", "How should I know?"];
const INN = {
  title: "The Inn",
  opening: "",
  player: "you",
  rooms: {
    bar: { description: "A bar.", exits: { north: "yard" } },
    yard: { description: "A yard.", exits: { south: "bar", up: "loft" } },
    loft: { description: "A loft.", exits: { down: "yard" } },
  },
  things: {
    coin: { heldBy: "you" },
    spoon: { in: "bar" },
    stain: { in: "bar", scenery: true, description: "Gravy." },
  },
  people: {
    you: { in: "bar" },
    ben: {
      name: "Ben",
      pronouns: "he",
      in: "bar",
      answers: ["Evening.", "You again.", "Yes?"],
      unaware: UNAWARE,
      declines: ["No.", "Not today."],
      lies: [
        {
          about: "night",
          says: "I was in bed.",
          betrayedBy: ["coin", { about: "stain", when: { fired: "looked" } }],
          admits: "All right: I was in the loft.",
        },
        { about: "cat", room: "loft", admits: "Well, it was dark." },
      ],
      topics: { night: "In the loft, since you ask." },
    },
    cat: { name: "Tom", known: true, in: "yard", pronouns: "he" },
  },
  topics: { night: { name: "last night", article: "", known: true } },
  flags: { exposed: false },
  rules: {
    looked: { on: { examine: "stain" }, do: [{ tell: "So that is what it is." }] },
    exposed: { on: { catch: "ben", with: "night" }, do: [{ flag: "exposed" }] },
  },
} as const;
const inn: HouseState = house.open(build(INN as never));
const played = (...actions: readonly HouseAction[]) => {
  let frame = frameOf(inn);
  const texts = actions.map((action) => {
    const next = turn(frame, action);
    frame = next.frame;
    return next.told(who);
  });
  return { frame, texts };
};

describe("several sayings", () => {
  for (const [part, acts, lines] of [
    ["unaware", () => ask("ben", "ben"), UNAWARE],
    ["answers", () => say("Hm.", "ben"), INN.people.ben.answers],
    [
      "declines",
      () => ({ actorId: who, type: "give", targetId: "coin", metadata: { to: "ben" } }) as const,
      INN.people.ben.declines,
    ],
  ] as const)
    it(`${part}: none is said twice running, all are said, and the seed has its say`, () => {
      const begun = (seed: string) => {
        let frame = frameOf(inn);
        return Array.from({ length: 24 }, (_, i) => {
          const next = turnOf(frame, [acts()], `${seed} ${i}`);
          frame = next.frame;
          const said = next.draft.events.find((event) => event.type === "said" && event.who === "ben");
          assert.ok(said?.type === "said");
          assert.deepEqual(house.valid(frame.state), []);
          return said.text;
        });
      };
      const said = begun("a");
      assert.deepEqual(new Set(said), new Set(lines));
      for (const [i, text] of said.entries()) assert.notEqual(text, said[i - 1]);
      assert.deepEqual(begun("a"), said);
      if (lines.length > 2) assert.notDeepEqual(begun("b"), said);
    });
});

describe("a lie", () => {
  it("is told in place of the truth, and nobody is told that it was one", () => {
    const { frame, texts } = played(ask("ben", "night"));
    assert.match(texts[0]!, /I was in bed/);
    assert.deepEqual(frame.state.lied, { ben: { night: 1 } });
    const news = played(tell("ben", "night"));
    assert.match(news.texts.join(" "), /I was in bed/, "told of it, he lies as when he is asked");
    assert.deepEqual(news.frame.state.lied, { ben: { night: 1 } });
    assert.doesNotMatch(canonical(frame.minds), /lied/);
    assert.deepEqual(house.valid(frame.state), []);
    const open = { ...inn, moods: { ben: { mood: "open" as const, until: 9 } } };
    assert.match(turn(frameOf(open), ask("ben", "night")).told(who), /All right: I was in the loft/);
  });
  it("is caught by what gives it away, shown or told; then the truth is told, and rules know of it", () => {
    for (const evidence of [show("coin", "ben"), tell("ben", "coin")]) {
      const { frame, texts } = played(ask("ben", "night"), evidence, ask("ben", "night"));
      assert.match(texts[1]!, /All right: I was in the loft/);
      assert.match(texts[2]!, /All right: I was in the loft/);
      assert.deepEqual(frame.state.caught, { ben: { night: who } });
      assert.equal(frame.state.flags?.["exposed"], true);
      assert.deepEqual(house.valid(frame.state), []);
      assert.doesNotMatch(turn(frame, evidence).told(who), /All right/, "once");
    }
  });
  it("is caught as it is told, where what gives it away was shown or told before", () => {
    for (const evidence of [show("coin", "ben"), tell("ben", "coin")]) {
      const { frame, texts } = played(evidence, evidence, ask("ben", "night"), ask("ben", "night"));
      assert.doesNotMatch(texts[0]!, /bed|loft/, "nothing is said of it before it is asked for");
      assert.deepEqual(frame.state.forewarned, { ben: { night: [who] } }, "once");
      assert.match(texts[2]!, /I was in bed.*All right: I was in the loft/s);
      assert.doesNotMatch(texts[3]!, /bed/);
      assert.deepEqual(frame.state.caught, { ben: { night: who } });
      assert.equal(frame.state.flags?.["exposed"], true);
      assert.deepEqual(house.valid(frame.state), []);
    }
  });
  it("is not caught before it is told, by what gives nothing away, or by what has not been found out", () => {
    assert.equal(played(show("coin", "ben")).frame.state.caught, undefined);
    assert.equal(played(ask("ben", "night"), tell("ben", "spoon")).frame.state.caught, undefined);
    assert.equal(played(ask("ben", "night"), tell("ben", "stain")).frame.state.caught, undefined);
    assert.equal(played(tell("ben", "stain"), ask("ben", "night")).frame.state.caught, undefined);
    const looked = played(
      ask("ben", "night"),
      { actorId: who, type: "examine", targetId: "stain" },
      tell("ben", "stain"),
    );
    assert.ok(looked.frame.state.caught?.["ben"]);
  });
  it("about where somebody was is caught by a witness who has since seen them elsewhere", () => {
    const lied = played(ask("ben", "cat"));
    assert.match(lied.texts[0]!, /I saw him in the loft, just now/);
    assert.equal(turn(lied.frame, tell("ben", "cat")).frame.state.caught, undefined, "that is hearsay, and his own");
    const seen = played(ask("ben", "cat"), go("north"), go("south"), tell("ben", "cat"));
    assert.match(seen.texts.at(-1)!, /Well, it was dark/);
    assert.deepEqual(seen.frame.state.caught, { ben: { cat: who } });
    const late = played(
      ask("ben", "cat"),
      ...Array.from({ length: 6 }, () => wait),
      go("north"),
      go("south"),
      tell("ben", "cat"),
    );
    assert.equal(late.frame.state.caught, undefined, "he may have come from there by then");
    const moved = alter(inn, "people", "cat", { at: "loft" });
    let lucky = frameOf(moved);
    for (const action of [ask("ben", "cat"), go("north"), go("up"), go("down"), go("south"), tell("ben", "cat")])
      lucky = turn(lucky, action).frame;
    assert.equal(lucky.state.seen?.[who]?.["cat"]?.from, null);
    assert.equal(lucky.state.caught, undefined, "he is where Ben said, as luck would have it");
    const dark = alter(inn, "rooms", "yard", { dark: true });
    let frame = frameOf(dark);
    for (const action of [ask("ben", "cat"), go("north")]) frame = turn(frame, action).frame;
    assert.equal(frame.state.seen?.[who]?.["cat"]?.from, "ben", "nobody was seen in the dark");
  });
  it("is kept beside what one has seen oneself, and in its author's name", () => {
    const where: HouseAction = { actorId: who, type: "recall", targetId: "cat", metadata: { what: "place" } };
    const route = { stops: [{ at: "loft", turns: 9 }], loop: false, blocked: null };
    const walks = alter(inn, "people", "cat", { route });
    let frame = frameOf(walks);
    for (const action of [go("north"), wait]) frame = turn(frame, action).frame;
    assert.equal(turn(frame, where).told(who), "You last saw him here, going up.");
    for (const action of [go("south"), ask("ben", "cat")]) frame = turn(frame, action).frame;
    assert.equal(
      turn(frame, where).told(who),
      "You last saw him in the yard, going up. Ben says that he was in the loft.",
    );
    for (const action of [go("north"), go("up")]) frame = turn(frame, action).frame;
    assert.equal(turn(frame, where).told(who), "Tom is right here.");
    frame = turn(frame, go("down")).frame;
    assert.equal(turn(frame, where).told(who), "You last saw him in the loft.", "what was said before is done with");
  });
  it("[5] looks like the truth to every listener", () => {
    const honest = {
      ...inn,
      people: {
        ...inn.people,
        ben: {
          ...inn.people["ben"]!,
          lies: [],
          topics: inn.people["ben"]!.topics!.map((one) => ({ ...one, says: "I was in bed." })),
        },
      },
    };
    blindfold(engine, frameOf(inn), frameOf(honest), who, { probes: [ask("ben", "night"), wait] });
    const [a, b] = [inn, honest].map((state) => turn(frameOf(state), ask("ben", "night")));
    blindfold(engine, a!.frame, b!.frame, who);
    assert.equal(a!.told(who), b!.told(who));
  });
});

describe("what no author may write of lies", () => {
  const problems = (ben: object) => {
    const compiled = compileHouse(located({ ...INN, people: { ...INN.people, ben: { in: "bar", ...ben } } } as never));
    return compiled.ok ? [] : compiled.problems.map(({ path, message }) => `${path.join(".")}: ${message}`);
  };
  for (const [lie, problem] of [
    [{ about: "night" }, "people.ben.lies.0: Nothing is told here that is not so."],
    [{ about: "night", room: "loft", says: "x" }, "people.ben.lies.0: This lie has a room and words too."],
    [{ about: "nihgt", says: "x" }, 'people.ben.lies.0.about: There is no topic or thing or person or door "nihgt".'],
    [
      { about: "night", says: "x", betrayedBy: ["bar"] },
      'people.ben.lies.0.betrayedBy.0: "bar" is a room, and here must stand a topic or a thing or a person or a door.',
    ],
  ] as const)
    it(problem, () => assert.ok(problems({ lies: [lie] }).includes(problem), problems({ lies: [lie] }).join("\n")));
});
