// People who are asked to come along: who is willing, where they follow, what stops them, and what is seen and heard of it.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { canonical, type Json } from "@orrery/kernel";
import { parseTextToActions } from "@orrery/parser";
import { explore, type HouseAction, type HouseState, house } from "../index.ts";
import type { Willing } from "../people/wanted.ts";
import { alter, build, engine, frameOf, given, go, look, off, on, opened, see, take, turn, wait } from "./manor.ts";

const follows: Willing = { act: "follow", target: null, other: null, says: "Lead on." };
const willing = (...obeys: Partial<Willing>[]): HouseState =>
  alter(opened, "people", "bo", { obeys: obeys.map((one) => ({ ...follows, ...one })) });
const bid = (type: string, to = "bo", targetId?: string) =>
  ({ actorId: "you", type: "bid", metadata: { to, wanted: { type, ...(targetId && { targetId }) } } }) as HouseAction;

const sendTo = (direction: string) =>
  ({
    actorId: "you",
    type: "bid",
    metadata: { to: "bo", wanted: { type: "go", metadata: { direction } } },
  }) as HouseAction;

/** Bo, who comes along. */
const begun = turn(frameOf(willing({})), bid("follow")).frame;
/** After these acts, with what was told of the last. */
function after(from: typeof begun, ...acts: HouseAction[]) {
  let frame = from;
  let told = "";
  for (const act of acts) {
    const next = turn(frame, act);
    assert.ok(next.draft.validation[0]!.success, `${act.type}: ${next.draft.validation[0]!.message}`);
    frame = next.frame;
    told = next.told("you");
  }
  return { frame, told, at: (who: string) => frame.state.people[who]!.at };
}

describe("a person asked to come along", () => {
  it("does so if willing by the author's data, and only then", () => {
    const told = /^You ask Bo to follow you\. ("Lead on," he says|He says, "Lead on)\."? Bo comes along with you\.$/;
    given(willing({})).when(bid("follow")).tells("you", told);
    given(willing({ target: "you" }))
      .when(bid("follow"))
      .tells("you", told);
    for (const state of [
      opened,
      willing({ act: "open" }),
      willing({ target: "ann" }),
      willing({ when: { flag: "f", is: true } }),
    ])
      assert.equal(turn(frameOf(state), bid("follow")).draft.validation[0]!.reason, "unwilling");
  });
  it("follows on when asked again, though only a rule had them follow", () => {
    const led = { ...opened, led: { bo: { by: "you", home: "hall" } } } as typeof opened;
    given(led).when(bid("follow")).tells("you", "You ask Bo to follow you. Bo comes along with you.");
    const others = { ...opened, led: { bo: { by: "ann", home: "hall" } } } as typeof opened;
    assert.equal(turn(frameOf(others), bid("follow")).draft.validation[0]!.reason, "unwilling");
  });
  it("cannot follow themselves, nor somebody who is elsewhere", () => {
    assert.equal(turn(begun, bid("follow", "bo", "bo")).draft.validation[0]!.reason, "unable");
    const apart = frameOf(alter(willing({}), "people", "ann", { at: "yard" }));
    const met = after(apart, go("east"), go("west")).frame;
    assert.equal(turn(met, bid("follow", "bo", "ann")).draft.validation[0]!.reason, "unable");
    assert.equal(turn(apart, bid("follow", "bo", "ann")).draft.validation[0]!.reason, "object_not_found");
  });
  it("goes where one goes, in the same turn, so that the next act of it finds them there", () => {
    const both = turn(begun, go("east"), {
      actorId: "you",
      type: "show",
      targetId: "iron-key",
      metadata: { to: "bo" },
    } as HouseAction);
    assert.deepEqual(
      both.draft.validation.map(({ success }) => success),
      [true, true],
    );
    assert.match(both.told("you"), /^You \w+.* east\.\n\nYard\n[\s\S]*Bo follows you\./);
    assert.equal(both.frame.state.people["bo"]!.at, "yard");
  });
  it("is seen leaving and coming by everybody there", () => {
    assert.match(turn(begun, go("east")).told("ann"), /^The visitor goes east\. Bo follows the visitor\.$/);
    const there = { ...begun, state: alter(begun.state, "people", "ann", { at: "yard" }) };
    assert.match(
      turn(there, go("east")).told("ann"),
      /^The visitor comes in from the west\. Bo follows the visitor\.$/,
    );
  });
  it("stays when told to, and comes again when asked again", () => {
    const stayed = after(begun, go("east"), bid("wait"));
    assert.match(stayed.told, /You ask Bo to wait\. Bo stays where he is\.$/);
    assert.equal(after(stayed.frame, go("west")).at("bo"), "yard");
    assert.equal(after(stayed.frame, go("west"), go("east"), bid("follow"), go("west")).at("bo"), "hall");
  });
  it("goes back to where they were when let go, a room a turn", () => {
    const far = after(begun, go("down"), go("up"), go("east"), wait, go("west"), go("east"));
    assert.equal(far.at("bo"), "yard");
    const freed = after(far.frame, bid("return"));
    assert.match(freed.told, /Bo turns to his own affairs again\. Bo goes west\.$/);
    assert.equal(freed.at("bo"), "hall");
    assert.equal(freed.frame.state.led, undefined);
    assert.equal(after(freed.frame, wait, wait).at("bo"), "hall");
  });
  it("is let go only when led, and is sent away only when led or willing", () => {
    const idle = frameOf(willing({}));
    for (const type of ["return", "wait"]) assert.equal(turn(idle, bid(type)).draft.validation[0]!.reason, "unwilling");
  });
  it("stays where they were sent", () => {
    const sent = turn(after(frameOf(willing({}, { act: "go" })), bid("follow")).frame, sendTo("east"));
    assert.equal(sent.frame.state.people["bo"]!.at, "yard");
    assert.equal(after(sent.frame, go("east"), go("west")).at("bo"), "yard");
  });
  it("misses that one leaves while they are distracted, and comes along the next time", () => {
    const elsewhere = {
      ...begun,
      state: { ...begun.state, moods: { bo: { mood: "distracted" as const, until: 99 } } },
    };
    const left = after(elsewhere, go("east"));
    assert.equal(left.at("bo"), "hall");
    const noticing = { ...left.frame, state: { ...left.frame.state, moods: {} } };
    assert.equal(after(noticing, go("west"), go("east")).at("bo"), "yard");
  });
});

describe("a follower", () => {
  it("stays behind where the author has them unwilling to go, says so first, and is found there", () => {
    const shy = after(frameOf(willing({ when: { not: { person: "you", at: "yard" } } })), bid("follow"));
    const went = after(shy.frame, go("east"));
    assert.match(went.told, /^Bo does not come with you\.\n\nYou \w+/);
    assert.equal(went.at("bo"), "hall");
    assert.equal(after(went.frame, go("west"), go("down")).at("bo"), "cellar");
  });
  it("takes along their own followers; a ring of followers ends", () => {
    const led = { ann: { by: "bo", home: "hall" }, bo: { by: "you", home: "hall" } };
    const row = { ...begun, state: { ...begun.state, led } };
    const went = after(row, go("east"));
    assert.deepEqual([went.at("ann"), went.at("bo")], ["yard", "yard"]);
    assert.match(went.told, /Bo follows you\. Ann follows Bo\.$/);
    const ring = { ...row, state: { ...row.state, led: { ...led, bo: { by: "ann", home: "hall" } } } };
    assert.deepEqual(house.valid(ring.state), []);
    assert.equal(after(ring, go("east")).at("bo"), "hall");
    const loop = alter(row.state, "rooms", "hall", {
      exits: [...row.state.rooms["hall"]!.exits, { direction: "round", to: "hall", door: null }],
    });
    assert.equal(after({ ...row, state: loop }, go("round")).at("bo"), "hall");
    const willing = alter({ ...loop, led: ring.state.led }, "people", "bo", { obeys: [{ ...follows, act: "go" }] });
    assert.equal(after({ ...row, state: willing }, sendTo("round")).at("bo"), "hall");
  });
  it("is heard and not known in the dark", () => {
    const down = after(begun, go("down"));
    assert.match(down.told, /Footsteps come after you in the dark\.$/);
    assert.doesNotMatch(down.told, /Bo/);
    assert.equal(down.at("bo"), "cellar");
  });
  it("is seen in the light of what one carries", () => {
    const lit = after(begun, take("lamp"), on("lamp"), go("down"));
    assert.match(lit.told, /Bo follows you\.$/);
    assert.deepEqual(
      see(lit.frame).led?.map(({ who, by }) => [who.id, by?.id]),
      [["bo", "you"]],
    );
    assert.equal(see(after(lit.frame, off("lamp")).frame).led, undefined);
  });
  it("is in the view only while in sight, and to stay and to be let go is offered", () => {
    const wanted = (frame: typeof begun) =>
      house
        .legal(see(frame), "you")
        .flatMap((action) => (action.type === "bid" ? [`${action.metadata.to} ${action.metadata.wanted.type}`] : []));
    assert.deepEqual(wanted(begun), ["ann follow", "bo wait", "bo return"]);
    const left = after(begun, bid("wait"));
    assert.deepEqual(wanted(left.frame), ["ann follow", "bo follow", "bo return"]);
    assert.equal(see(after(left.frame, go("east")).frame).led, undefined);
  });
  it("no longer does as an author wrote it of their own place, and does again back there", () => {
    const state = alter(willing({}), "people", "bo", { appearance: "Bo stirs the soup." });
    const away = after(frameOf(state), bid("follow"), look, go("east"), look);
    assert.match(away.told, /Bo is here\./);
    assert.match(after(away.frame, go("west"), look).told, /Bo stirs the soup\./);
    const rounds = alter(state, "people", "bo", {
      route: { stops: [{ at: "hall", turns: 1 }], loop: false, blocked: null },
    });
    assert.match(after(frameOf(rounds), bid("follow"), go("east"), look).told, /Bo stirs the soup\./);
  });
  it("goes no rounds until let go", () => {
    const route = {
      stops: [
        { at: "yard", turns: 0 },
        { at: "hall", turns: 0 },
      ],
      loop: true,
      blocked: null,
    };
    const state = alter(willing({}), "people", "bo", { route });
    assert.equal(after(frameOf(state), wait).at("bo"), "yard");
    const held = after(frameOf(state), bid("follow"), wait, wait);
    assert.equal(held.at("bo"), "hall");
    assert.equal(after(held.frame, bid("return")).at("bo"), "yard");
    assert.equal(after(held.frame, bid("wait"), wait, wait).at("bo"), "hall");
  });
  it("is not revealed: two states that differ only in an unseen person's leader look the same", () => {
    const away = alter(begun.state, "people", "bo", { at: "wood" });
    const [one, other] = [away, { ...away, led: { bo: { by: "ann", home: "hall" } } }].map((state) => ({
      ...frameOf(state),
    }));
    assert.equal(canonical(see(one!)), canonical(see(other!)));
    for (const act of [look, wait, go("east")])
      assert.equal(turn(one!, act).told("you"), turn(other!, act).told("you"));
  });
});

const STORY = {
  title: "T",
  opening: "",
  player: "you",
  rooms: {
    a: { exits: { east: "b" } },
    b: { exits: { west: "a", east: "c" } },
    c: { exits: { west: "b" } },
  },
  things: { bell: { in: "a", fixed: true } },
  people: { you: { in: "a" }, ada: { name: "Ada", pronouns: "she", in: "a", obeys: [{ follow: "any" }] } },
  rules: {
    call: { on: { ring: "bell" }, do: [{ person: "ada", follows: "you" }] },
    halt: { on: { push: "bell" }, do: [{ person: "ada", stays: true }] },
    free: { on: { pull: "bell" }, do: [{ person: "ada", stays: false }] },
  },
  endings: {
    won: {
      tone: "won",
      text: "Won.",
      when: {
        all: [
          { person: "ada", at: "c" },
          { person: "ada", follows: "you" },
        ],
      },
    },
  },
};
const story = build(STORY as unknown as Json);

describe("an author", () => {
  const use = (how: string) => ({ actorId: "you", type: "use", targetId: "bell", metadata: { how } }) as HouseAction;
  const frame = frameOf(house.open(story));
  it("can have a rule make somebody follow, stay and be free, and ask after it", () => {
    const called = after(frame, use("ring"), go("east"));
    assert.equal(called.at("ada"), "b");
    assert.match(turn(frame, use("ring")).told("you"), /Ada comes along with you\.$/);
    const won = after(called.frame, go("east"));
    assert.deepEqual(house.outcome(won.frame.state), { ending: "won", tone: "won" });
    const halted = after(frame, use("ring"), use("push"), go("east"));
    assert.equal(halted.at("ada"), "a");
    const freed = after(frame, use("ring"), use("pull"));
    assert.equal(freed.frame.state.led, undefined);
    for (const [how, again] of [
      ["ring", "ring"],
      ["push", "push"],
      ["pull", "pull"],
    ])
      assert.doesNotMatch(after(frame, use(how!), use(again!)).told, /Ada/, how);
  });
  it("finds out from the explorer that a story needs somebody to come along, and by which words", () => {
    const { rules: _rules, ...quiet } = STORY;
    const { won, way } = explore(engine, build(quiet as unknown as Json), { tries: 200 });
    assert.equal(won, true);
    assert.ok(way.some(({ type }) => type === "bid"));
  });
  for (const [part, message] of [
    [{ rules: { r: { on: { ring: "bell" }, do: [{ person: "you", follows: "ada" }] } } }, /"you" is played/],
    [{ rules: { r: { on: { ring: "bell" }, do: [{ person: "ada", follows: "ada" }] } } }, /Nobody follows themselves/],
    [{ rules: { r: { on: { ring: "bell" }, do: [{ person: "ada", follows: "bell" }] } } }, /bell/],
    [{ people: { ...STORY.people, ada: { in: "a", obeys: [{ follow: "bell" }] } } }, /bell/],
    [{ rules: { r: { on: { follow: "you" }, do: [{ tell: "x" }] } } }, /follow/],
  ] as const)
    it(`is told where it cannot be: ${message.source}`, () =>
      assert.throws(() => build({ ...STORY, ...part } as unknown as Json), message));
});

describe("what holds of everybody who is led", () => {
  it("nobody who is played, nobody after themselves, from rooms that are there", () => {
    const led = (who: string, by: string | null, home = "hall") =>
      house.valid({ ...opened, led: { [who]: { by, home } } });
    assert.deepEqual(led("bo", "you"), []);
    assert.deepEqual(led("bo", null), []);
    for (const broken of [
      led("you", "bo"),
      led("bo", "bo"),
      led("bo", "nobody"),
      led("bo", "you", "nowhere"),
      led("nobody", "you"),
    ])
      assert.equal(broken.length, 1, JSON.stringify(broken));
  });
});

describe("it is said", () => {
  const lexicon = house.words.lexicon(see(begun));
  const read = (text: string) => parseTextToActions(text, { actorId: "you", lexicon, recent: [] }).actions;
  for (const [type, lines] of [
    [
      "follow",
      [
        "bo, follow me",
        "bo, come with me",
        "ask bo to come along",
        "tell bo to follow us",
        "bo, come here",
        "come with me, bo",
        "follow me, bo",
        "bo, please follow me",
        "bo come with me",
      ],
    ],
    [
      "wait",
      [
        "bo, wait here",
        "bo, stay",
        "bo, stay here",
        "tell bo to stop following me",
        "ask bo to wait",
        "bo, don't follow me",
        "bo, stay where you are",
      ],
    ],
    [
      "return",
      ["bo, go home", "bo, go back", "tell bo to go back", "bo, you can go now", "bo, leave me alone", "bo, carry on"],
    ],
  ] as const)
    for (const line of lines)
      it(`"${line}"`, () =>
        assert.deepEqual(read(line), [{ actorId: "you", type: "bid", metadata: { to: "bo", wanted: { type } } }]));
  it("and only to somebody: said aloud it moves nobody", () => {
    for (const line of ['say "follow me"', 'bo, "follow me"'])
      assert.deepEqual(
        read(line).map(({ type }) => type),
        ["say"],
      );
    for (const line of ["wait", "wait here", "go home", "stay"])
      assert.ok(!read(line).some(({ type }) => type === "bid"), line);
  });
  it("to the air, where one alone could be meant", () => {
    const alone = house.words.lexicon(
      see({ ...begun, state: alter(begun.state, "people", "ann", { at: "wood" }), minds: {} }),
    );
    const { actions } = parseTextToActions("come with me", { actorId: "you", lexicon: alone, recent: [] });
    assert.deepEqual(actions, [{ actorId: "you", type: "bid", metadata: { to: "bo", wanted: { type: "follow" } } }]);
  });
});

describe("an animal", () => {
  const read = (state: HouseState, line: string) => {
    const lexicon = house.words.lexicon(see(frameOf(state)));
    return parseTextToActions(line, { actorId: "you", lexicon, recent: [] });
  };
  const asked = (to: string) => [{ actorId: "you", type: "ask", metadata: { to, about: "note" } }];
  const animal = alter(opened, "people", "bo", { animal: true });
  const alone = alter(animal, "people", "ann", { at: "wood" });
  it("is nobody who could be asked, unless by name", () => {
    assert.equal(read(opened, "ask about the note").reading.problem?.message, "Ask whom?");
    assert.deepEqual(read(animal, "ask about the note").actions, asked("ann"));
    assert.deepEqual(read(animal, "ask everyone about the note").actions, asked("ann"));
    assert.deepEqual(read(animal, "ask bo about the note").actions, asked("bo"));
    for (const line of ["ask about the note", "what do you know about the note", "hello"])
      assert.match(read(alone, line).reading.problem!.message, /^There is nobody here to speak to/, line);
  });
  it("hears and does not answer", () => {
    const told = turn(frameOf(animal), { actorId: "you", type: "ask", metadata: { to: "bo", about: "note" } }).told(
      "you",
    );
    assert.equal(told, "Bo hears you out, and does not answer.");
  });
  it("is never suggested as a person to ask", () => {
    const recall = (what: string) =>
      turn(frameOf(alone), { actorId: "you", type: "recall", metadata: { what } } as HouseAction).told("you");
    assert.match(recall("ask"), /^If you meet somebody/);
    assert.doesNotMatch(recall("options"), /\bASK BO\b/);
    assert.match(recall("company"), /Bo/);
  });
});
