// What people remember, say, hide and lie about; what they are shown, given and want; and the rounds they go.
import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import type { Json } from "@orrery/kernel";
import { blindfold } from "@orrery/kernel/testing";
import { type HouseAction, type HouseReasons, type HouseState, house } from "../index.ts";
import {
  alter,
  build,
  by,
  close,
  engine,
  frameOf,
  give,
  go,
  MIND_REASONS,
  open,
  request,
  show,
  take,
  turn,
  wait,
} from "./manor.ts";
import { shipped } from "./shipped.ts";

const INN = {
  title: "The Inn",
  opening: "",
  player: "you",
  rooms: {
    bar: { description: "A bar.", exits: { north: { to: "cellar", door: "trap" }, east: "yard", up: "loft" } },
    yard: { description: "A yard.", exits: { west: "bar" } },
    loft: { description: "A loft.", exits: { down: "bar" } },
    cellar: { description: "A cellar.", exits: { south: { to: "bar", door: "trap" } } },
  },
  doors: { trap: { name: "trap door", locked: true, key: "trap-key" } },
  things: {
    "trap-key": { heldBy: "cook" },
    coin: { in: "bar" },
    pear: { heldBy: "you" },
    plum: { heldBy: "you" },
    ring: { in: "yard" },
  },
  people: {
    you: { name: "visitor", in: "bar" },
    ada: { name: "Ada", pronouns: "she", in: "bar", unaware: "Who knows." },
    ben: {
      name: "Ben",
      pronouns: "he",
      in: "bar",
      unaware: "No idea.",
      hides: ["ring"],
      lies: [{ about: "coin", room: "loft" }],
      shown: { pear: [{ when: { person: "ben", at: "yard" }, says: "Out here?" }, "A fine pear."] as unknown },
      given: { pear: { says: "For me?", teaches: ["harvest"] } },
      trades: [{ wants: "plum", says: "At last.", when: { flag: "hungry" } }],
      declines: "Keep it.",
    },
    cook: { name: "Cook", pronouns: "they", in: "yard" },
  },
  topics: { harvest: { name: "harvest" } },
  flags: { hungry: false },
};
INN.people.ben.shown = {
  pear: [{ when: { person: "ben", at: "yard" }, says: "Out here?" }, { says: "A fine pear." }],
} as never;
const innWith = (people: object = {}, more: object = {}): HouseState =>
  house.open(build({ ...INN, people: { ...INN.people, ...people }, ...more } as unknown as Json));
const inn = innWith();
const ask = (to: string, about: string): HouseAction => ({ actorId: "you", type: "ask", metadata: { to, about } });
const tell = (to: string, about: string): HouseAction => ({ actorId: "you", type: "tell", metadata: { to, about } });
const met = new Set<string>();
after(() => assert.deepEqual([...met].sort(), [...MIND_REASONS].sort()));

/** What is told of the last of some turns; every one must succeed but the last, which may have this reason. */
function played(state: HouseState, actions: readonly HouseAction[], reason?: keyof HouseReasons) {
  let frame = frameOf(state);
  let text = "";
  actions.forEach((action, i) => {
    const done = turn(frame, action);
    const [verdict] = done.draft.validation;
    assert.equal(verdict!.reason, i === actions.length - 1 ? reason : undefined, verdict!.message);
    text = done.told("you");
    frame = done.frame;
  });
  if (reason) met.add(reason);
  return { frame, state: frame.state, text };
}

describe("people answer from what they saw", () => {
  const away = { ...inn, players: ["ada", "you"], turn: "ada" };
  const gone = turn(frameOf(away), by("ada", go("up"))).frame;
  const mine = { ...gone, state: { ...gone.state, players: ["you"], turn: "you", acted: false } };

  it("where they saw somebody go, and how long ago", () => {
    assert.match(turn(mine, ask("ben", "ada")).told("you"), /"I saw her here in the bar, going up, just now[.,]"/);
    const later = { ...mine, state: { ...mine.state, moment: 30 } };
    assert.match(turn(later, ask("ben", "ada")).told("you"), /going up, a while ago[.,]/);
  });
  it("who was in a room", () => {
    assert.match(turn(mine, ask("ben", "bar")).told("you"), /"I saw Ada here, going up, just now[.,]"/);
  });
  it("who took a thing, and where", () => {
    const { state, frame } = played(inn, [take("coin"), go("east")]);
    assert.deepEqual(state.seen?.["ada"]?.["coin"], { room: "bar", holder: "you", from: null, when: 0 });
    const back = alter(state, "people", "ada", { at: "yard" });
    assert.match(turn({ ...frame, state: back }, ask("ada", "coin")).told("you"), /You ask Ada about the coin\. .*"?/);
  });
  it("what both can see is said to be there, and who has it", () => {
    assert.match(turn(frameOf(inn), ask("ada", "coin")).told("you"), /"It is right here[^"]*[.,]"/);
    assert.match(turn(frameOf(inn), ask("ada", "ben")).told("you"), /"He is right here[.,]"/);
    const openly = alter(inn, "people", "ben", { openly: ["coin"] });
    const held = alter(openly, "things", "coin", { at: { heldBy: "ben" } });
    assert.match(turn(frameOf(held), ask("ada", "coin")).told("you"), /"Ben has it[.,]"/);
  });
  it("nothing of the one who asks, of themselves, or of what they cannot see", () => {
    const pocketed = alter(inn, "things", "coin", { at: { heldBy: "you" } });
    for (const [state, to, about] of [
      [inn, "ben", "you"],
      [inn, "ben", "ben"],
      [pocketed, "ada", "coin"],
    ] as const)
      assert.equal(turn(frameOf(state), ask(to, about)).draft.validation[0]!.reason, "not_known", about);
  });
  it("an author's words come first", () => {
    const spoken = innWith({ ben: { ...INN.people.ben, topics: { ada: "My sister." } } });
    const frame = { ...mine, state: { ...spoken, seen: mine.state.seen!, moment: 3 } as HouseState };
    frame.state = alter(frame.state, "people", "ada", { at: "loft" });
    assert.match(turn(frame, ask("ben", "ada")).told("you"), /My sister/);
  });
  it("a person who is asked where a thing is adds it to an author's words, unless they hide it", () => {
    const where = (to: string, about: string): HouseAction => ({
      actorId: "you",
      type: "ask",
      metadata: { to, about, question: "where" },
    });
    const spoken = innWith({ ada: { ...INN.people.ada, topics: { coin: "It is a florin." } } });
    assert.match(turn(frameOf(spoken), where("ada", "coin")).told("you"), /It is a florin\. It is right here/);
    assert.match(turn(frameOf(spoken), where("ada", "coin")).told("you"), /^You ask Ada where the coin is\. /);
    assert.match(turn(frameOf(spoken), where("ada", "you")).told("you"), /^You ask Ada where you are\. /);
    assert.match(turn(frameOf(spoken), where("ada", "ada")).told("you"), /^You ask Ada where she is\. /);
    assert.doesNotMatch(turn(frameOf(spoken), ask("ada", "coin")).told("you"), /right here/);
    const gone = alter(spoken, "things", "coin", { at: { in: "yard" } });
    const seen = { ...gone, seen: { ada: { coin: { room: "loft", when: 0, from: null } } } } as HouseState;
    assert.match(
      turn({ ...frameOf(spoken), state: seen }, where("ada", "coin")).told("you"),
      /It is a florin\. I saw it in the loft/,
    );
    const hiding = alter(seen, "people", "ada", { hides: ["coin"] });
    assert.match(turn({ ...frameOf(spoken), state: hiding }, where("ada", "coin")).told("you"), /It is a florin\."/);
  });
  it("nobody who is distracted has seen a thing", () => {
    const state: HouseState = { ...inn, moods: { ada: { mood: "distracted", until: 9 } } };
    assert.equal(played(state, [take("coin")]).state.seen?.["ada"]?.["coin"], undefined);
    assert.ok(played(inn, [take("coin")]).state.seen?.["ada"]?.["coin"]);
  });
  it("a listener names the speaker as source of an answer, and tells it as hearsay", () => {
    // You were in the yard when she went, and met her before that.
    const { state: missed } = turn(
      { ...gone, state: alter(away, "people", "you", { at: "yard" }) },
      by("ada", go("up")),
    ).frame;
    const back = { ...alter(missed, "people", "you", { at: "bar" }), players: ["you"], turn: "you", acted: false };
    const { frame } = turn({ ...mine, state: back }, ask("ben", "ada"));
    const { state } = frame;
    assert.equal(state.seen?.["you"]?.["ada"]?.from, "ben");
    // Cook has heard nothing yet; Ben is out of the room, and what you tell is passed on.
    const meet = alter(alter(state, "people", "cook", { at: "bar" }), "people", "ben", { at: "yard" });
    const told = turn({ ...frame, state: meet }, tell("cook", "ada"));
    assert.equal(told.frame.state.seen?.["cook"]?.["ada"]?.from, "you");
    assert.match(
      turn(told.frame, ask("cook", "ada")).told("you"),
      /"You told me that she was here in the bar, a little while ago[.,]"/,
    );
  });
});

describe("what people know from the beginning", () => {
  const inn = house.open(
    build({
      ...INN,
      things: { ...INN.things, hat: { in: "loft", appearance: "A hat swings from a nail." }, nail: { in: "loft" } },
      people: {
        ...INN.people,
        ada: {
          ...INN.people.ada,
          topics: { hat: "It was his.", coin: "Mine." },
          saw: { ring: "yard", cook: "yard", ben: "loft" },
        },
      },
    } as unknown as Json),
  );
  const { things, people, rooms } = house.mind.open(inn, "ada");
  it("is what they saw, and what they have words for; where that is, only if they saw it", () => {
    assert.deepEqual(things["ring"]!.at, { in: "yard" });
    assert.deepEqual([things["hat"]!.at, things["hat"]!.card.appearance], [null, null]);
    assert.deepEqual([people["cook"]!.room, rooms["yard"]!.seen], ["yard", null]);
    assert.deepEqual([things["nail"], rooms["loft"]?.seen], [undefined, null]);
  });
  it("gives way to what is before their eyes", () => {
    assert.deepEqual(things["coin"]!.at, { in: "bar" });
    assert.equal(people["ben"]!.room, "bar");
  });
  it("holds, in the mystery, every thing that they speak of", () => {
    const state = house.open(shipped("mystery"), { pick: () => "osei" } as never);
    const { things } = house.mind.open(state, "osei");
    for (const id of ["study-key", "glass"]) assert.deepEqual(things[id]?.at, { in: "study" }, id);
    for (const [who, { topics = [] }] of Object.entries(state.people))
      for (const { about } of topics)
        if (state.things[about]) assert.ok(house.mind.open(state, who).things[about], `${who}: ${about}`);
  });
});

describe("people who hide and lie", () => {
  const seen: HouseState = {
    ...alter(inn, "things", "coin", { at: { in: "yard" } }),
    moment: 5,
    seen: {
      ben: {
        ring: { room: "yard", from: null, when: 1 },
        coin: { room: "yard", holder: "ada", from: null, when: 1 },
      },
    },
  };
  const met = turn(frameOf(inn), go("east")).frame;
  const knows = { ...met, state: { ...seen, people: inn.people } };
  it("hide what they saw, and lie about it, until they are talked round", () => {
    const lied = turn(knows, ask("ben", "coin"));
    assert.match(lied.told("you"), /"I saw it in the loft, just now[.,]"/);
    assert.equal(lied.frame.state.seen?.["you"]?.["coin"]?.room, "loft");
    assert.equal(turn(knows, ask("ben", "ring")).draft.validation[0]?.reason, "not_known");
    const open = { ...knows, state: { ...knows.state, moods: { ben: { mood: "open" as const, until: 9 } } } };
    assert.match(
      turn(open, ask("ben", "coin")).told("you"),
      /"I saw it in the yard, and Ada had it, a little while ago[.,]"/,
    );
    assert.match(turn(open, ask("ben", "ring")).told("you"), /"I saw it in the yard, a little while ago[.,]"/);
  });
  it("not_talking: who is cold says nothing at all", () => {
    const cold: HouseState = { ...inn, moods: { ada: { mood: "cold", until: 3 } } };
    const { text } = played(cold, [ask("ada", "coin")], "not_talking");
    assert.match(text, /You ask Ada about the coin\. Ada has nothing to say to you for now/);
    assert.match(turn(frameOf({ ...cold, moment: 4 }), ask("ada", "coin")).told("you"), /right here/);
  });
});

describe("what is shown, given and wanted", () => {
  it("is answered in an author's words", () => {
    assert.match(played(inn, [show("pear", "ben")]).text, /"A fine pear[.,]"/);
    assert.match(
      played(innWith({ ben: { ...INN.people.ben, in: "yard" } }), [go("east"), show("pear", "ben")]).text,
      /"Out here\?"/,
    );
    const { state, text } = played(inn, [give("pear", "ben")]);
    assert.match(text, /"For me\?"/);
    assert.deepEqual(state.things["pear"]!.at, { heldBy: "ben" });
    assert.ok(state.knowing?.["you"]?.["harvest"]);
  });
  it("is wanted while a condition holds", () => {
    assert.equal(turn(frameOf(inn), give("plum", "ben")).draft.validation[0]?.reason, "not_wanted");
    assert.match(played(innWith({}, { flags: { hungry: true } }), [give("plum", "ben")]).text, /"At last[.,]"/);
  });
  it("is not traded for what the other no longer has: the offer stays in the giver's hands", () => {
    const trades = [{ wants: "pear", gives: "watch", says: "Fair.", asks: "For a pear." }];
    const swap = (at: object) =>
      innWith({ ada: { ...INN.people.ada, trades } }, { things: { ...INN.things, watch: at } });
    const ends = (state: HouseState) => {
      const { things } = turn(frameOf(state), give("pear", "ada")).frame.state;
      return [things["pear"]!.at, things["watch"]!.at];
    };
    const kept = swap({ heldBy: "ada" });
    assert.deepEqual(ends(kept), [{ heldBy: "ada" }, { heldBy: "you" }]);
    const gone = swap({ in: "loft" });
    assert.deepEqual(ends(gone), [{ heldBy: "you" }, { in: "loft" }]);
    const away = { ...kept, players: ["ada", "you"], turn: "ada" };
    const shown = turn(frameOf(away), by("ada", show("watch", "you"))).frame;
    const asked = (at: object) => {
      const state = { ...alter(shown.state, "things", "watch", { at }), players: ["you"], turn: "you", acted: false };
      return turn({ ...shown, state }, request("watch", "ada")).told("you");
    };
    assert.match(asked({ heldBy: "ada" }), /For a pear/);
    assert.doesNotMatch(asked({ in: "loft" }), /For a pear/);
  });
});

describe("routes", () => {
  const stops = [{ at: "yard", turns: 2 }, "bar", "cellar"];
  const round = (parts: object = {}) => innWith({ cook: { ...INN.people.cook, route: { stops, ...parts } } });
  const places = (state: HouseState, turns: number, who = "cook") => {
    let frame = frameOf(state);
    return Array.from({ length: turns }, () => {
      frame = turn(frame, wait).frame;
      return frame.state.people[who]!.at;
    });
  };
  it("go from stop to stop and round again, through a locked door with the key, locking it behind", () => {
    assert.deepEqual(places(round(), 9), ["yard", "yard", "bar", "bar", "cellar", "cellar", "bar", "yard", "yard"]);
    let frame = frameOf(round());
    const texts = Array.from({ length: 7 }, () => {
      const done = turn(frame, wait);
      frame = done.frame;
      return done.told("you");
    });
    assert.match(texts.join("\n"), /Cook comes in from the east/);
    assert.match(
      texts.join("\n"),
      /Cook unlocks the trap door[^\n]*Cook opens the trap door\. Cook goes north\. The trap door closes\./,
    );
    assert.deepEqual([frame.state.doors["trap"]!.open, frame.state.doors["trap"]!.lock?.locked], [false, true]);
  });
  it("end at the last stop without a loop, and stand still while their condition fails", () => {
    assert.deepEqual(places(round({ loop: false }), 9).slice(-3), ["cellar", "cellar", "cellar"]);
    assert.deepEqual(new Set(places(round({ when: { flag: "hungry" } }), 6)), new Set(["yard"]));
  });
  it("stop before a locked door without its key, and say so once", () => {
    let frame = frameOf(alter(round({ blocked: "Locked!" }), "things", "trap-key", { at: { in: "loft" } }));
    const texts = Array.from({ length: 8 }, () => {
      const done = turn(frame, wait);
      frame = done.frame;
      return done.told("you");
    });
    assert.equal(frame.state.people["cook"]!.at, "bar");
    assert.equal(texts.filter((text) => /Cook tries the trap door, which is locked\. .*Locked!/.test(text)).length, 1);
    // Somebody leaves it open: the round goes on.
    const opened = { ...frame, state: alter(frame.state, "doors", "trap", { open: true, lock: null }) };
    assert.equal(turn(opened, wait).frame.state.people["cook"]!.at, "cellar");
  });
  it("are taken by ways that are there, and not at all while distracted", () => {
    const state: HouseState = { ...round(), moods: { cook: { mood: "distracted", until: 4 } } };
    assert.deepEqual(places(state, 5), ["yard", "yard", "yard", "yard", "yard"]);
    assert.deepEqual(new Set(places(alter(round(), "rooms", "yard", { exits: [] }), 6)), new Set(["yard"]));
  });
  it("a plain list of rooms is a route too", () => {
    assert.deepEqual(places(innWith({ cook: { ...INN.people.cook, route: ["yard", "bar"] } }), 5), [
      "yard",
      "bar",
      "bar",
      "yard",
      "yard",
    ]);
  });
  for (const [route, message] of [
    [{ stops: [] }, /A route has 0 stops/],
    [{ stops: ["attic"] }, /There is no room "attic"/],
    [[{ at: "bar", turns: -1 }], /cannot be -1/],
    [{ steps: [] }, /no key `steps`/],
  ] as const)
    it(`${JSON.stringify(route)} is refused`, () =>
      assert.throws(() => innWith({ cook: { ...INN.people.cook, route } }), message));
  for (const [person, message] of [
    [{ lies: [{ about: "coin" }] }, /lies.0: Nothing is told here that is not so/],
    [{ lies: [{ about: "bar", room: "bar" }] }, /here must stand a person or a thing/],
    [{ hides: ["nothing"] }, /There is no person or thing "nothing"/],
    [{ shown: { bar: "x" } }, /here must stand a thing/],
    [{ nerve: "brittle" }, /cannot be "brittle"/],
  ] as const)
    it(`${JSON.stringify(person)} is refused`, () =>
      assert.throws(() => innWith({ cook: { ...INN.people.cook, ...person } }), message));
});

describe("blindfold over minds, moods and routes", () => {
  const probes = [wait, go("east"), open("trap"), close("trap"), take("coin"), show("pear", "ben")];
  const pairs: readonly (readonly [string, HouseState, HouseState])[] = [
    ["what others remember", inn, { ...inn, seen: { cook: { coin: { room: "bar", from: null, when: 0 } } } }],
    ["what others hide", inn, alter(inn, "people", "cook", { hides: ["coin"] })],
    ["what others lie about", inn, alter(inn, "people", "ben", { lies: [] })],
    ["moods of those who are elsewhere", inn, { ...inn, moods: { cook: { mood: "cold", until: 9 } } }],
    ["moods of those who are here", inn, { ...inn, moods: { ada: { mood: "open", until: 9 } } }],
    [
      "who goes where, out of sight",
      inn,
      alter(inn, "people", "cook", { route: { stops: [{ at: "yard", turns: 99 }], loop: true, blocked: null } }),
    ],
    ["how far they have come", { ...inn, routes: { cook: { stop: 0, until: 5, barred: null } } }, inn],
    ["how many turns have passed", inn, { ...inn, moment: 7 }],
    ["what somebody wants", inn, alter(inn, "people", "ben", { given: [] })],
    ["who would not stand by", inn, alter(inn, "people", "ada", { objects: "Oi!" })],
  ];
  for (const [hides, a, b] of pairs)
    it(`hides ${hides}`, () => {
      blindfold(engine, frameOf(a), frameOf(b), "you", { probes });
      const [x, y] = [turn(frameOf(a), go("up")), turn(frameOf(b), go("up"))];
      assert.equal(x.told("you"), y.told("you"));
      blindfold(engine, x.frame, y.frame, "you");
    });
  it("and asking finds out", () => {
    const knows: HouseState = {
      ...alter(inn, "things", "coin", { at: { in: "yard" } }),
      seen: { ada: { coin: { room: "bar", from: null, when: 0 } } },
    };
    const frame = { ...frameOf(inn), state: knows };
    assert.match(turn(frame, ask("ada", "coin")).told("you"), /"I saw it here in the bar, just now[.,]"/);
  });
});
