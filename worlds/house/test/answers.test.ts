// Questions to oneself: answered from what is seen and remembered, in no time, and with no more than that.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { canonical } from "@orrery/kernel";
import { type HouseAction, house } from "../index.ts";
import { answer } from "../people/answers.ts";
import { CHOICES } from "../people/choices.ts";
import { openMind } from "../people/mind.ts";
import { viewOf } from "../sense/view.ts";
import { alter, frameOf, given, go, look, opened, read, say, see, take, turn, unlock } from "./manor.ts";

const who = "you";
const ask = (what: string, parts: { targetId?: string; locationId?: string; about?: string } = {}): HouseAction => {
  const { about, ...ids } = parts;
  return { actorId: who, type: "recall", ...ids, metadata: { what, ...(about && { about }) } } as HouseAction;
};
const after = (...actions: readonly HouseAction[]) =>
  actions.reduce((frame, one) => turn(frame, one).frame, frameOf(opened));
const told = (frame: ReturnType<typeof after>, action: HouseAction) => turn(frame, action).told(who);

describe("recall", () => {
  it("changes nothing and takes no time", () => {
    given().when(ask("company")).happens({ type: "recalled", who, what: "company" });
    const before = frameOf(opened);
    assert.equal(canonical(turn(before, ask("company")).frame.state), canonical(before.state));
  });
  it("company", () => {
    assert.equal(told(after(), ask("company")), "Ann and Bo are here.");
    assert.equal(told(after(go("east")), ask("company")), "There is nobody here but you.");
    assert.equal(told(after(go("down")), ask("company")), "It is too dark to tell.");
  });
  it("time: by what shows it, and by what was told of it at the beginning", () => {
    assert.equal(
      told(after(), ask("time")),
      "Nothing that you can see tells the time. You have heard of no hour by which anything must be done.",
    );
    const clock = {
      ...alter(opened, "things", "lamp", { name: "hall clock" }),
      opening: "It is evening. You have until midnight. Go.",
    };
    const line = "At the beginning you heard: “You have until midnight.”";
    assert.equal(told(frameOf(clock), ask("time")), `You could look at the hall clock. ${line}`);
    const away = turn(turn(frameOf(clock), look).frame, go("east")).frame;
    assert.equal(told(away, ask("time")), `You could look at the hall clock. You last saw it in the hall. ${line}`);
    // Where the story has a clock, everybody knows: after its end it goes on, also past midnight.
    const night = { ...opened, clock: { from: "23:40", to: "0:10", turns: 15 } };
    for (const [turns, words] of [
      [0, "11:40 in the evening"],
      [5, "11:50 in the evening"],
      [15, "12:10 in the morning"],
      [20, "12:20 in the morning"],
    ] as const)
      assert.ok(told(frameOf({ ...night, time: turns }), ask("time")).startsWith(`It is ${words}. `), words);
    assert.deepEqual(viewOf({ ...night, time: 5 }, who, openMind(night, who)).clock, {
      minute: 1430,
      left: 10,
      of: 15,
    });
    const evening = { ...opened, opening: "The evening is warm. You wait." };
    assert.match(told(frameOf(evening), ask("time")), /“The evening is warm\.”$/);
  });
  it("place: in hand, in sight, in other hands, or where it was last", () => {
    const where = (targetId: string, ...done: readonly HouseAction[]) =>
      told(after(...done), ask("place", { targetId }));
    assert.equal(where("iron-key"), "You have the iron key.");
    assert.equal(where("lamp"), "The lamp is right here.");
    assert.equal(where("note"), "The note is on the table.");
    assert.equal(where("hat"), "The hat is in the hands of Bo.");
    assert.equal(where("ann"), "Ann is right here.");
    assert.equal(where("lamp", go("east")), "You last saw it in the hall.");
    assert.equal(where("ann", go("east")), "You last saw her in the hall.");
    assert.equal(where(who), "You are here: the hall.");
    given()
      .when(ask("place", { targetId: "egg" }))
      .refused("object_not_found");
  });
  it("state: what one sees or has found out, and no more", () => {
    const how = (targetId: string, ...done: readonly HouseAction[]) => told(after(...done), ask("state", { targetId }));
    assert.equal(how("oak-door"), "The oak door is closed. Whether it is locked, you have yet to find out.");
    assert.equal(
      how("oak-door", { actorId: who, type: "open", targetId: "oak-door" }),
      "The oak door is closed and locked.",
    );
    assert.equal(
      how("oak-door", take("brass-key"), unlock("oak-door", "brass-key")),
      "The oak door is closed and not locked.",
    );
    assert.equal(how("blue-door"), "The blue door is open.");
    assert.equal(how("lamp"), "The lamp is not lit.");
  });
  it("way: along ways that were gone, and no others", () => {
    const way = (locationId: string, ...done: readonly HouseAction[]) =>
      told(after(...done), ask("way", { locationId }));
    assert.equal(way("hall"), "You are there: this is the hall.");
    assert.equal(way("closet", go("west"), go("east"), go("east")), "To get to the closet, go west, then west again.");
    assert.equal(way("hall", go("east")), "To get to the hall, go west.");
    given()
      .when(ask("way", { locationId: "yard" }))
      .refused("object_not_found");
  });
  it("way: also to what is plain to see, from wherever one goes after, and no further than that", () => {
    const plain = alter(opened, "rooms", "hall", {
      exits: opened.rooms["hall"]!.exits.map((exit) => (exit.to === "cellar" ? { ...exit, known: true } : exit)),
    });
    const done = [go("east"), go("gap")].reduce(
      (frame, one) => turn(frame, one).frame,
      frameOf({ ...plain, endings: [] }),
    );
    assert.equal(
      told(done, ask("way", { locationId: "cellar" })),
      "To get to the cellar, go by the gap, then west, then down.",
    );
    assert.equal(see(done).map["cellar"]?.seen, false);
    assert.deepEqual(see(done).map["cellar"]?.exits, []);
    // Nobody has said that the study is there, nor what is behind the cellar.
    for (const locationId of ["study", "vault"])
      assert.equal(turn(done, ask("way", { locationId })).draft.validation[0]!.reason, "object_not_found");
    // Down there, without a light, the way that was seen from above is still the way.
    const below = turn(turn(turn(done, go("gap")).frame, go("west")).frame, go("down")).frame;
    assert.equal(told(below, ask("way", { locationId: "hall" })), "To get to the hall, go up.");
  });
  it("exits and options name what is at hand", () => {
    assert.match(told(after(go("east")), ask("exits")), /^You can go west to the hall or by the gap\.$/);
    assert.match(told(after(), ask("options")), /ASK ANN ABOUT something/);
  });
  it("words: what was said and read, by somebody or about something", () => {
    const done = [say("good evening", "bo"), read("note")];
    assert.equal(told(after(...done), ask("words", { targetId: "bo" })), "Bo said: “Hello yourself.”");
    assert.equal(told(after(...done), ask("words", { targetId: "ann" })), "You recall nothing that Ann said.");
    assert.match(told(after(...done), ask("words")), /Hello yourself.”\nYou read on the note: “Beware\.”$/);
    assert.equal(
      told(after(...done), ask("words", { about: "lamp" })),
      "You recall nothing that was said about the lamp.",
    );
    assert.match(told(after(...done), ask("words", { about: "note" })), /Beware/);
  });
  it("[5] is the same for two houses that look the same", () => {
    const other = alter(alter(opened, "things", "coin", { at: { in: "vault" } }), "doors", "oak-door", {
      lock: { locked: false, keys: [] },
    });
    for (const action of [
      ask("state", { targetId: "oak-door" }),
      ask("place", { targetId: "coin" }),
      ask("exits"),
      ask("options"),
    ])
      assert.equal(turn(frameOf(other), action).told(who), turn(frameOf(opened), action).told(who));
  });
  it("holds no id", () => {
    const frame = after(go("east"), go("west"));
    for (const noun of house.words.lexicon(see(frame)).nouns) {
      for (const what of ["place", "state", "way"] as const) {
        const said = answer(see(frame), { what, id: noun.id });
        assert.doesNotMatch(said, /[a-z]-[a-z]+-|way:|oak-door|brass-key|glass-case/, `${what} ${noun.id}`);
      }
    }
  });
});

describe("recall, of what was and what might be", () => {
  const one = (what: string, targetId?: string, ...done: readonly HouseAction[]) =>
    told(after(...done), ask(what, targetId === undefined ? {} : { targetId }));
  it("visitors: lists only people that the player has seen here", () => {
    const unseen = one("visitors", undefined, go("east"));
    assert.match(unseen, /^You have met nobody here/);
    assert.match(one("visitors"), /you know nothing yet\. You could ask Ann who was in the hall\.$/);
  });
  it("uses: what a thing shows that it is for", () => {
    assert.match(one("uses", "note"), /^You could READ the note, EXAMINE it/);
    assert.match(one("uses", "lamp"), /LIGHT it/);
    assert.match(one("uses", "lamp", take("lamp")), /DROP it, or PUT it somewhere\.$/);
    assert.match(one("uses", "oak-door"), /^You could OPEN the oak door, UNLOCK it WITH a key/);
    assert.match(one("uses", "ann"), /^You could TALK TO Ann, ASK HER ABOUT something/);
    given()
      .when(ask("uses", { targetId: "egg" }))
      .refused("object_not_found");
  });
  it("what there is to do one kind of deed with, and no more than one sees", () => {
    assert.equal(
      one("take"),
      "You could take the brass key, the lamp, the note, the box, the bag, the pouch, the glass case, the chest or the apple.",
    );
    assert.equal(one("open"), "You could open the box, the glass case, the chest or the oak door.");
    assert.equal(one("unlock"), "You could try to unlock the chest or the oak door.");
    assert.equal(one("unlock", undefined, unlock("chest", "iron-key")), "You could try to unlock the oak door.");
    assert.equal(one("read"), "You could read the note.");
    assert.equal(one("light"), "You could turn on the lamp.");
    assert.equal(one("wear"), "There is nothing here to wear.");
    assert.match(one("look"), /^You could look at the iron key, .* and more\.$/);
    assert.equal(one("ask"), "You could ask Ann or Bo about anybody and anything you have seen.");
    for (const what of ["take", "open", "unlock", "read", "light", "search"])
      assert.equal(one(what, undefined, go("down")), "It is too dark to tell.", what);
    const hidden = frameOf(alter(opened, "things", "coin", { at: { in: "vault" } }));
    for (const what of CHOICES) assert.equal(turn(hidden, ask(what)).told(who), one(what), what);
  });
});
