// Every action of the house, and every reason why it is refused or fails.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { HouseReasons } from "../index.ts";
import { type HouseAction, REASONS } from "../index.ts";
import { OBEYED } from "../model/person.ts";
import { USES } from "../model/thing.ts";
import { DEEDS, isWanted, type Wanted, type Willing } from "../people/wanted.ts";
import {
  alter,
  build,
  close,
  drop,
  examine,
  give,
  go,
  inventory,
  lock,
  look,
  MIND_REASONS,
  manorWith,
  off,
  on,
  open,
  opened,
  putIn,
  putOn,
  RULING_REASONS,
  read,
  request,
  say,
  search,
  see,
  show,
  given as start,
  take,
  think,
  turn,
  unlock,
  wait,
} from "./manor.ts";

const met = new Set<string>();
const given = start;
/** The action is refused from the view, with these words. */
function refused(reason: keyof HouseReasons, action: HouseAction, words: RegExp, state = opened) {
  met.add(reason);
  const acted = given(state).when(action);
  acted.tells("you", words);
  return acted.refused(reason);
}
const who = "you";
const with_ = (part: "things" | "doors" | "people" | "rooms", id: string, attributes: object) =>
  manorWith((state) => alter(state, part, id, attributes));
const holding = (...ids: string[]) =>
  ids.reduce((state, id) => alter(state, "things", id, { at: { heldBy: who } }), opened);
const openBox = with_("things", "box", { container: { open: true, lid: true, transparent: false } });

describe("bid", () => {
  const bid = (to: string, wanted: Wanted): HouseAction => ({ actorId: who, type: "bid", metadata: { to, wanted } });
  const obeying = (...obeys: readonly Partial<Willing>[]) =>
    with_("people", "bo", { obeys: obeys.map((one) => ({ target: null, other: null, says: null, ...one })) });
  const boxOpened: Wanted = { type: "open", targetId: "box" };

  it("is done by a willing person, in their own name, and seen by all", () => {
    given(obeying({ act: "open", target: "box", says: "With pleasure." }))
      .when(bid("bo", boxOpened))
      .tells("you", /^You ask Bo to open the box\. .*With pleasure.*Bo opens the box\. (Inside|It is empty)/)
      .tells("ann", /^The visitor asks Bo to open the box\. .*Bo opens the box\./)
      .happens(
        { type: "bade", who, to: "bo", wanted: boxOpened },
        { type: "said", who: "bo", text: "With pleasure.", to: who },
        { type: "opened", who: "bo", what: "box" },
      );
  });
  it("names a room where somebody is to go, a person where something is to be given", () => {
    given(obeying({ act: "go", target: "yard" }))
      .when(bid("bo", { type: "go", metadata: { direction: "east" } }))
      .tells("you", "You ask Bo to go east. Bo goes east.");
    const hat: Wanted = { type: "give", targetId: "hat", metadata: { to: who } };
    given(obeying({ act: "give", target: "hat", other: who }))
      .when(bid("bo", hat))
      .tells("you", /^You ask Bo to give the hat to you\. Bo (gives|hands) you the hat\.$/);
    given(obeying({ act: "give", target: "hat", other: "ann" }))
      .when(bid("bo", hat))
      .failed(
        "unwilling",
        { type: "tried", who, reason: "unwilling", what: "bo", wanted: hat },
        { type: "said", who: "bo", text: "No.", to: who },
      );
  });
  it("unwilling: with their own words, or none; and only while their condition holds", () => {
    met.add("unwilling");
    given()
      .when(bid("bo", boxOpened))
      .tells("you", /^You ask Bo to open the box\. .*No[.,]/)
      .tells("ann", /^The visitor asks Bo to open the box, in vain\./)
      .failed(
        "unwilling",
        { type: "tried", who, reason: "unwilling", what: "bo", wanted: boxOpened },
        { type: "said", who: "bo", text: "No.", to: who },
      );
    given(obeying({ act: "close", target: "box" }))
      .when(bid("bo", boxOpened))
      .tells("you", /No[.,]/);
    given().when(bid("ann", boxOpened)).tells("you", "You ask Ann to open the box. Ann will not do that.");
    given(with_("people", "bo", { refuses: "Shan't." }))
      .when(bid("bo", boxOpened))
      .tells("you", /Shan't/);
    given(obeying({ act: "open", when: { person: who, at: "yard" } }))
      .when(bid("bo", boxOpened))
      .tells("you", /No[.,]/);
    given(obeying({ act: "open", when: { person: who, at: "hall" } }))
      .when(bid("bo", boxOpened))
      .happens({ type: "bade", who, to: "bo", wanted: boxOpened }, { type: "opened", who: "bo", what: "box" });
  });
  it("unable: what they could not do is not done, and what they try shows", () => {
    met.add("unable");
    const taken: Wanted = { type: "take", targetId: "statue" };
    given(obeying({ act: "take" }))
      .when(bid("bo", taken))
      .tells("you", "You ask Bo to take the statue. Bo would, but cannot.")
      .failed("unable", { type: "tried", who, reason: "unable", what: "bo", wanted: taken });
    given(obeying({ act: "open" }))
      .when(bid("bo", { type: "open", targetId: "oak-door" }))
      .tells("you", /^You ask Bo to open the oak door\. Bo tries the oak door, which is locked\.$/);
  });
  it("can be of every act that a file may name under `obeys`, and of no other", () => {
    const parts = { to: who, keyId: "brass-key", direction: "east", how: "in" };
    // To let somebody go needs no will of theirs.
    const wanted = DEEDS.filter((type) => type !== "return").flatMap((type): object[] => {
      const one = { type, targetId: "box", locationId: "bag" };
      if (type === "switch") return [true, false].map((on) => ({ ...one, metadata: { on } }));
      return type === "use" ? USES.map((how) => ({ ...one, metadata: { how } })) : [{ ...one, metadata: parts }];
    }) as Wanted[];
    const obeyed = OBEYED.map((act) => ({ act, target: null, other: null, says: null }));
    for (const one of wanted)
      assert.equal(obeyed.filter((act) => isWanted(opened, "bo", act, one)).length, 1, one.type);
    assert.ok(!obeyed.some((act) => isWanted(opened, "bo", act, { type: "return" })));
    for (const act of obeyed) assert.equal(wanted.filter((one) => isWanted(opened, "bo", act, one)).length, 1, act.act);
  });
  it("asks only people who are there, and only for what one has met", () => {
    given().when(bid("box", boxOpened)).refused("not_a_person");
    given().when(bid(who, boxOpened)).refused("to_yourself");
    for (const targetId of ["egg", "nonsense"])
      given()
        .when(bid("bo", { type: "open", targetId }))
        .refused("object_not_found");
  });
  it("costs a turn, and a player who is asked is free to do as they please", () => {
    const two = { ...opened, players: [who, "bo"] };
    given(two)
      .when(bid("bo", boxOpened))
      .happens({ type: "bade", who, to: "bo", wanted: boxOpened }, { type: "passed", to: "bo" });
  });
});

describe("go", () => {
  it("leads through an exit, and shows the room in full the first time and briefly afterwards", () => {
    given()
      .when(go("east"))
      .tells(
        "you",
        /^You (go|head|make your way|walk) east\.\n\nYard\nA yard\.\n\nYou can go west to the hall or by the gap\.$/,
      )
      .happens({ type: "went", who, from: "hall", to: "yard", direction: "east" })
      .when(go("west"))
      .tells(
        "you",
        /^You (go west, back to the hall|return to the hall|go back to the hall|go west again, to the hall)\. /,
      )
      .happens({ type: "went", who, from: "yard", to: "hall", direction: "west" });
  });
  it("leads through an open door", () => {
    given().when(go("west")).happens({ type: "went", who, from: "hall", to: "closet", direction: "west" });
  });
  it("no_exit: names the ways there are", () => {
    refused("no_exit", go("up"), /^You cannot go up from here\. You could go north, east, down or west\.$/);
    refused("no_exit", go("chimney"), /^There is no such way from here\./);
  });
  it("opens what is merely closed on the way, and says so", () => {
    given(with_("doors", "oak-door", { lock: null }))
      .when(go("north"))
      .tells("you", /^\(First opening the oak door\.\) You /)
      .tells("ann", /opens the oak door/)
      .happens(
        { type: "opened", who, what: "oak-door", implied: true },
        { type: "went", who, from: "hall", to: "study", direction: "north" },
      );
  });
  it("door_locked: once tried, it is refused", () => {
    met.add("door_locked");
    given()
      .when(open("oak-door"))
      .tells("you", /The oak door is locked\. You could try the iron key\.$/)
      .failed("door_locked", { type: "tried", who, reason: "door_locked", what: "oak-door" })
      .when(go("north"))
      .refused("door_locked")
      .when(open("oak-door"))
      .refused("door_locked", "The oak door is locked. You could try the iron key.");
  });
  it("too_dark: no way is seen without light, but the way back is remembered", () => {
    met.add("too_dark");
    const below = given()
      .when(go("down"))
      .happens({ type: "went", who, from: "hall", to: "cellar", direction: "down" });
    below.when(go("east")).refused("too_dark", "It is too dark for that. A light would help.");
    below.when(go("south")).refused("too_dark", "It is too dark for that. A light would help.");
    below.when(go("up")).happens({ type: "went", who, from: "cellar", to: "hall", direction: "up" });
  });
  it("no_exit: fails where a remembered way was walled up in the dark", () => {
    const below = given()
      .when(go("down"))
      .happens({ type: "went", who, from: "hall", to: "cellar", direction: "down" });
    const state = alter(below.frame.state, "rooms", "cellar", { exits: [] });
    const { draft, told } = turn({ ...below.frame, state }, go("up"));
    assert.equal(draft.validation[0]?.reason, "no_exit");
    assert.deepEqual(draft.events, [{ type: "tried", who, reason: "no_exit", what: "up" }]);
    assert.match(told("you"), /^You cannot go up from here\./);
  });
  it("game_over: the story has ended", () => {
    met.add("game_over");
    const done = given()
      .when(go("east"), go("gap"))
      .tells("you", /You are home\.\n\n— Home —$/)
      .happens(
        { type: "went", who, from: "hall", to: "yard", direction: "east" },
        { type: "went", who, from: "yard", to: "wood", direction: "gap" },
        { type: "ended", ending: "home" },
      );
    for (const action of [look, go("gap"), inventory, say("oh"), take("torch")])
      done
        .when(action)
        .refused("game_over", "The story is over. You can still go back to any turn of it and try another way.");
  });
});

describe("looking", () => {
  it("yields an event that only the looker perceives", () => {
    given()
      .when(look)
      .tells("you", /^Hall\nA hall\./)
      .tells("ann", "")
      .happens({ type: "looked", who, how: "around" });
  });
  it("inventory names what is held", () => {
    given(holding("note", "brass-key"))
      .when(inventory)
      .tells("you", /^You (are carrying|have) a brass key, an iron key and a note( with you)?\.$/)
      .happens({ type: "looked", who, how: "self" });
  });
  it("examine tells how a thing is and what it holds, and nothing of what it hides", () => {
    given()
      .when(examine("box"))
      .tells("you", "A box. It is closed.")
      .happens({ type: "looked", who, how: "at", at: "box" });
    given(openBox).when(examine("box")).tells("you", "A box. It is open. In the box is a coin.");
    given().when(examine("lamp")).tells("you", "A lamp. It is not lit.");
    given().when(examine("oak-door")).tells("you", "A door of oak. The oak door is closed.");
    given()
      .when(examine("bo"))
      .tells("you", / Bo has a hat\.$/);
    given().when(examine("you")).tells("you", "Your own good self.");
  });
  it("search looks into and onto", () => {
    given(openBox)
      .when(search("box"))
      .tells("you", "In the box is a coin.")
      .happens({ type: "looked", who, how: "into", at: "box" });
    given().when(search("table")).tells("you", "On the table is a note.");
    given().when(search("glass-case")).tells("you", "In the glass case is a ring.");
  });
  it("opens a closed lid to look into it, and says so", () => {
    given()
      .when(search("box"))
      .tells("you", "(First opening the box.) In the box is a coin.")
      .happens({ type: "opened", who, what: "box", implied: true }, { type: "looked", who, how: "into", at: "box" });
  });
  it("not_a_container; container_locked: the lid is tried in vain", () => {
    const locked = with_("things", "box", { lock: { locked: true, keys: [] } });
    given(locked)
      .when(search("box"))
      .tells("you", /The box is locked/)
      .failed("container_locked", { type: "tried", who, reason: "container_locked", what: "box" });
    refused("not_a_container", search("statue"), /^Nothing goes inside the statue\.$/);
  });
  it("read, and not_readable", () => {
    given()
      .when(read("note"))
      .tells("you", "The note reads:\n\nBeware.")
      .happens({ type: "looked", who, how: "text", at: "note" });
    refused("not_readable", read("box"), /^There is nothing to read on the box\.$/);
  });
  it("too_dark: even for what is in hand", () => {
    refused("too_dark", examine("iron-key"), /too dark/, with_("people", "you", { at: "cellar" }));
  });
  it("wait", () => {
    given().when(wait).happens({ type: "waited", who });
  });
});

describe("take and drop", () => {
  it("takes from the room, from a top, and from an open container", () => {
    given().when(take("lamp")).happens({ type: "took", who, thing: "lamp" });
    given()
      .when(take("note", "table"))
      .tells("you", "You take the note from the table.")
      .happens({ type: "took", who, thing: "note" });
    given(openBox).when(take("coin")).tells("you", "You take the coin out of the box.");
  });
  it("tells several at once in one sentence", () => {
    given()
      .when(take("lamp"), take("bag"), take("brass-key"))
      .tells("you", "You take the lamp, the bag and the brass key.");
  });
  it("drops what is held", () => {
    given().when(drop("iron-key")).happens({ type: "dropped", who, thing: "iron-key" });
  });
  it("object_not_found: for what is hidden, elsewhere, unheard of, or no id at all", () => {
    for (const id of ["coin", "egg", "pear", "torch", "wood", "no-such-thing", "toString", "__proto__", "home"])
      refused("object_not_found", take(id), /^You see no such thing here\.$/);
  });
  it("not_here: what was seen elsewhere", () => {
    met.add("not_here");
    given()
      .when(go("east"))
      .happens({ type: "went", who, from: "hall", to: "yard", direction: "east" })
      .when(take("lamp"))
      .refused("not_here", "The lamp is not here. You last saw it in the hall.");
  });
  it("not_portable: fixed things, doors, people and oneself", () => {
    refused("not_portable", take("statue"), /^The statue is not for carrying off\.$/);
    refused("not_portable", take("oak-door"), /oak door/);
    refused("not_portable", take("bo"), /^Bo would not care/);
    refused("not_portable", take("you"), /yourself/);
  });
  it("already_held, held_by_other, not_holding, not_there", () => {
    refused("already_held", take("iron-key"), /^You already have the iron key\.$/);
    refused("held_by_other", take("hat"), /^Bo has the hat\. You could ask for it\.$/);
    refused("not_holding", drop("lamp"), /^You are not holding the lamp\. You could take it first\.$/);
    refused("not_there", take("lamp", "table"), /^The lamp is not on the table\.$/);
    refused("object_not_found", take("lamp", "egg"), /no such thing/);
  });
  it("not_reachable: behind glass", () => {
    refused("not_reachable", take("ring"), /^You can see the ring, but the glass case is closed\.$/);
  });
  it("not_reachable: groped for in the dark where it was left, and is no more", () => {
    const left = given(alter(opened, "people", "ann", { at: "vault" }))
      .when(go("down"), drop("iron-key"))
      .happens(
        { type: "went", who, from: "hall", to: "cellar", direction: "down" },
        { type: "dropped", who, thing: "iron-key" },
      );
    left.when(take("iron-key")).happens({ type: "took", who, thing: "iron-key" });
    const stolen = { ...left.frame, state: alter(left.frame.state, "things", "iron-key", { at: { heldBy: "ann" } }) };
    assert.ok(see(stolen).remembered.some(({ card, felt }) => card.id === "iron-key" && felt));
    const { draft, frame, told } = turn(stolen, take("iron-key"));
    assert.deepEqual(draft.events, [{ type: "tried", who, reason: "not_reachable", what: "iron-key" }]);
    assert.match(told("you"), /^You feel about for the iron key, but your fingers find nothing\./);
    assert.equal(turn(frame, take("iron-key")).draft.validation[0]?.reason, "not_here");
  });
});

describe("put", () => {
  it("puts in and on", () => {
    given(openBox)
      .when(putIn("iron-key", "box"))
      .happens({ type: "put", who, thing: "iron-key", how: "in", into: "box" });
    given().when(putOn("iron-key", "table")).happens({ type: "put", who, thing: "iron-key", how: "on", into: "table" });
  });
  it("takes what lies at hand and opens a closed lid first, and says so", () => {
    given()
      .when(putIn("lamp", "box"))
      .tells("you", /^\(First taking the lamp\.\) \(First opening the box\.\) You /)
      .happens(
        { type: "took", who, thing: "lamp", implied: true },
        { type: "opened", who, what: "box", implied: true },
        { type: "put", who, thing: "lamp", how: "in", into: "box" },
      );
  });
  it("not_a_container, not_a_supporter, not_holding", () => {
    refused("not_a_container", putIn("iron-key", "table"), /inside/);
    refused("not_a_container", putIn("iron-key", "bo"), /Bo/);
    refused("not_a_supporter", putOn("iron-key", "box"), /no good place/);
    refused("not_a_supporter", putOn("iron-key", "oak-door"), /no good place/);
    refused("not_holding", putOn("statue", "table"), /not holding/);
  });
  it("into_itself: also by way of what is inside it", () => {
    const nested = manorWith((state) =>
      alter(alter(state, "things", "bag", { at: { heldBy: "you" } }), "things", "pouch", { at: { in: "bag" } }),
    );
    refused("into_itself", putIn("bag", "bag"), /inside itself/, nested);
    refused("into_itself", putIn("bag", "pouch"), /inside itself/, nested);
  });
});

describe("open, close, unlock, lock", () => {
  it("opens and closes containers and doors, and says what comes to light", () => {
    given()
      .when(open("box"))
      .tells("you", /Inside is a coin\.$/)
      .happens({ type: "opened", who, what: "box" })
      .when(close("box"))
      .happens({ type: "closed", who, what: "box" });
    given().when(close("blue-door")).happens({ type: "closed", who, what: "blue-door" });
  });
  it("not_openable, already_open, already_closed", () => {
    refused("not_openable", open("statue"), /not something that opens/);
    refused("not_openable", open("bag"), /opens/);
    refused("not_openable", close("bo"), /Bo/);
    refused("already_open", open("blue-door"), /^The blue door is open already\.$/);
    refused("already_closed", close("box"), /^The box is closed already\.$/);
  });
  it("container_locked: tried, then refused", () => {
    met.add("container_locked");
    given()
      .when(open("chest"))
      .failed("container_locked", { type: "tried", who, reason: "container_locked", what: "chest" })
      .when(open("chest"))
      .refused("container_locked", "The chest is locked. You could try the iron key.");
  });
  it("unlocks with the key that fits, and locks again", () => {
    given()
      .when(unlock("chest", "iron-key"), open("chest"))
      .happens({ type: "unlocked", who, what: "chest", key: "iron-key" }, { type: "opened", who, what: "chest" })
      .when(close("chest"), lock("chest", "iron-key"))
      .happens({ type: "closed", who, what: "chest" }, { type: "locked", who, what: "chest", key: "iron-key" });
  });
  it("wrong_key: tried, then refused, and the other key is hinted at", () => {
    met.add("wrong_key");
    given(holding("brass-key"))
      .when(unlock("oak-door", "iron-key"))
      .failed("wrong_key", { type: "tried", who, reason: "wrong_key", what: "oak-door", other: "iron-key" })
      .when(unlock("oak-door", "iron-key"))
      .refused("wrong_key", "The iron key does not fit the oak door. Perhaps the brass key?");
  });
  it("already_unlocked and already_locked: found out, then known", () => {
    met.add("already_unlocked").add("already_locked");
    given(with_("things", "chest", { lock: { locked: false, keys: ["iron-key"] } }))
      .when(unlock("chest", "iron-key"))
      .failed("already_unlocked", { type: "tried", who, reason: "already_unlocked", what: "chest" })
      .when(unlock("chest", "iron-key"))
      .refused("already_unlocked", "The chest is not locked.");
    given()
      .when(lock("chest", "iron-key"))
      .failed("already_locked", { type: "tried", who, reason: "already_locked", what: "chest" })
      .when(lock("chest", "iron-key"))
      .refused("already_locked", "The chest is locked already.");
  });
  it("not_closed, not_lockable", () => {
    const wide = with_("things", "chest", {
      container: { open: true, lid: true, transparent: false },
      lock: { locked: false, keys: ["iron-key"] },
    });
    refused("not_closed", lock("chest", "iron-key"), /^The chest is open\. Close it first\.$/, wide);
    refused("not_lockable", unlock("box", "iron-key"), /^There is no locking or unlocking the box\.$/);
    refused("not_lockable", lock("blue-door", "iron-key"), /no lock/);
  });
  it("a lock may have changed while one was away, so it is tried again", () => {
    given()
      .when(open("oak-door"))
      .failed("door_locked", { type: "tried", who, reason: "door_locked", what: "oak-door" })
      .when(go("east"), go("west"), open("oak-door"))
      .decides(
        [null, null, "door_locked"],
        { type: "went", who, from: "hall", to: "yard", direction: "east" },
        { type: "went", who, from: "yard", to: "hall", direction: "west" },
        { type: "tried", who, reason: "door_locked", what: "oak-door" },
      );
  });
});

describe("switch", () => {
  it("lights and puts out, and the room with it", () => {
    given(
      manorWith((state) =>
        alter(alter(state, "things", "lamp", { at: { heldBy: "you" } }), "people", "you", { at: "cellar" }),
      ),
    )
      .when(on("lamp"))
      .tells("you", /\n\nCellar\nA cellar\.\n\n(There is an egg here|You see an egg here|An egg is here)\./)
      .happens({ type: "switched", who, thing: "lamp", on: true })
      .when(off("lamp"))
      .tells("you", /It is dark\.$/)
      .happens({ type: "switched", who, thing: "lamp", on: false });
  });
  it("not_switchable, already_on, already_off", () => {
    refused("not_switchable", on("box"), /^There is nothing about the box to light/);
    refused(
      "not_switchable",
      off("torch"),
      /^The torch is not for you to light/,
      with_("things", "torch", { at: { heldBy: "you" } }),
    );
    refused("already_off", off("lamp"), /^The lamp is off already\.$/);
    refused(
      "already_on",
      on("lamp"),
      /^The lamp is burning already\.$/,
      with_("things", "lamp", { light: { on: true, switch: true } }),
    );
  });
});

describe("use", () => {
  const handy = with_("things", "statue", { uses: ["push", "clean"] });
  const use = (how: string, targetId: string, tool?: string) =>
    ({ actorId: who, type: "use", targetId, metadata: { how, ...(tool && { with: tool }) } }) as HouseAction;
  it("handles what shows that it can be handled so, with a tool or without", () => {
    given(handy)
      .when(use("push", "statue"))
      .tells("you", /^You push the statue\. /)
      .tells("ann", "The visitor pushes the statue.")
      .happens({ type: "used", who, how: "push", what: "statue" })
      .when(use("clean", "statue", "iron-key"))
      .tells("ann", "The visitor cleans the statue with the iron key.")
      .happens({ type: "used", who, how: "clean", what: "statue", with: "iron-key" });
    given(with_("doors", "oak-door", { uses: ["knock"] }))
      .when(use("knock", "oak-door"))
      .tells("you", /^You knock on the oak door\. /)
      .happens({ type: "used", who, how: "knock", what: "oak-door" });
  });
  it("not_usable, not_holding, object_not_found", () => {
    refused("not_usable", use("wind", "statue"), /^There is nothing about the statue to be wound\.$/, handy);
    refused("not_usable", use("use", "statue"), /^You will have to say how/, handy);
    refused("not_usable", use("push", "bo"), /push Bo/);
    refused("not_holding", use("clean", "statue", "lamp"), /not holding/, handy);
    refused("object_not_found", use("push", "egg"), /no such thing/);
  });
});

describe("give, show, request", () => {
  it("a trade: the wanted thing for the promised one", () => {
    given(holding("apple"))
      .when(give("apple", "bo"))
      .tells("you", /^You (give Bo the apple|hand the apple to Bo)\. .*A fair swap.* Bo (gives|hands) you the plum\.$/)
      .happens(
        { type: "gave", who, thing: "apple", to: "bo" },
        { type: "said", who: "bo", text: "A fair swap.", to: who },
        { type: "gave", who: "bo", thing: "plum", to: who },
      );
  });
  it("a loan, and its return", () => {
    given(alter(holding("hat"), "things", "pear", { at: { heldBy: "you" } }))
      .when(give("pear", "bo"))
      .happens({ type: "gave", who, thing: "pear", to: "bo" })
      .when(request("pear", "bo"))
      .happens(
        { type: "requested", who, thing: "pear", from: "bo" },
        { type: "said", who: "bo", text: "Bring it back.", to: who },
        { type: "gave", who: "bo", thing: "pear", to: who },
      );
  });
  it("not_wanted: with the person's own words", () => {
    met.add("not_wanted");
    given()
      .when(give("iron-key", "bo"))
      .tells("you", /^You offer the iron key to Bo\. (He says, "No\."|"No," he says\.)$/)
      .failed(
        "not_wanted",
        { type: "tried", who, reason: "not_wanted", what: "iron-key", other: "bo" },
        { type: "said", who: "bo", text: "No.", to: who },
      );
  });
  it("not_given: the same whether it is there or not", () => {
    met.add("not_given");
    const asked = { type: "tried", who, reason: "not_given", what: "hat", other: "bo" } as const;
    given().when(request("hat", "bo")).failed("not_given", asked, { type: "said", who: "bo", text: "No.", to: who });
    given().when(request("lamp", "bo")).refused("not_theirs");
  });
  it("not_given: what is traded for is asked for", () => {
    const seen = given(with_("people", "bo", { ...opened.people["bo"], openly: ["plum"] }));
    seen
      .when(request("plum", "bo"))
      .failed(
        "not_given",
        { type: "tried", who, reason: "not_given", what: "plum", other: "bo" },
        { type: "said", who: "bo", text: "I would like an apple first.", to: who },
      );
  });
  it("a player is given what is handed over, and decides alone about what is asked", () => {
    const two = { ...opened, players: ["you", "ann"] };
    given(two)
      .when(give("iron-key", "ann"))
      .tells("ann", /(gives|hands) you the iron key\.\n\nIt is your turn\.$/)
      .happens({ type: "gave", who, thing: "iron-key", to: "ann" }, { type: "passed", to: "ann" });
  });
  it("shows a thing to somebody before the eyes of all who are there", () => {
    given()
      .when(show("iron-key", "bo"))
      .tells("bo", "The visitor shows you the iron key.")
      .tells("ann", "The visitor shows Bo the iron key.")
      .happens({ type: "showed", who, thing: "iron-key", to: "bo" });
  });
  it("not_a_person, to_yourself, not_theirs, object_not_found", () => {
    refused("not_a_person", give("iron-key", "box"), /not much company/);
    refused("to_yourself", give("iron-key", "you"), /yourself/);
    refused("not_theirs", request("lamp", "bo"), /simply take it/);
    refused("object_not_found", request("pear", "bo"), /no such thing/);
    refused("already_held", request("iron-key", "bo"), /already have/);
  });
});

describe("ask and tell", () => {
  const about = (to: string, id: string) => ({ actorId: who, type: "ask", metadata: { to, about: id } }) as HouseAction;
  it("not_known: a person with nothing to say does not answer", () => {
    met.add("not_known");
    given()
      .when(about("bo", "iron-key"))
      .tells("you", "Bo has nothing to say about the iron key.")
      .tells("ann", "The visitor asks Bo about the iron key.")
      .failed("not_known", { type: "tried", who, reason: "not_known", what: "iron-key", other: "bo" });
    refused("object_not_found", about("bo", "egg"), /no such thing/);
    refused("not_a_person", about("box", "lamp"), /not much company/);
  });
});

describe("wear and remove", () => {
  const wear = (targetId: string) => ({ actorId: who, type: "wear", targetId }) as HouseAction;
  const remove = (targetId: string) => ({ actorId: who, type: "remove", targetId }) as HouseAction;
  const cap = alter(holding("apple"), "things", "apple", { name: "cap", article: "a", wearable: true });
  const worn = alter(cap, "things", "apple", { worn: true });
  it("what is worn is seen by others, and stays until it is taken off", () => {
    const dressed = given(cap)
      .when(wear("apple"))
      .tells("you", "You put on the cap.")
      .tells("ann", "The visitor puts on the cap.")
      .happens({ type: "wore", who, thing: "apple" });
    assert.deepEqual(
      see(dressed.frame, "ann")
        .people.find(({ id }) => id === who)
        ?.holding.map(({ id, worn }) => [id, worn]),
      [["apple", true]],
    );
    dressed
      .when(inventory)
      .tells("you", /an iron key.* You are wearing a cap\.$/)
      .happens({ type: "looked", who, how: "self" })
      .when(remove("apple"))
      .tells("you", "You take off the cap.")
      .happens({ type: "removed", who, thing: "apple" })
      .when(drop("apple"))
      .happens({ type: "dropped", who, thing: "apple" });
    given(worn)
      .whenGiven("you", examine("you"))
      .tells("you", /Your own good self/);
  });
  it("is told of others", () => {
    const bo = with_("things", "hat", { worn: true, wearable: true });
    given(bo)
      .when(examine("bo"))
      .tells("you", /Bo is wearing a hat\.$/);
    given(bo)
      .when(look)
      .tells("you", / Bo is wearing a hat\./);
  });
  it("takes off what is worn before it is put down or given away, and says so", () => {
    for (const action of [drop("apple"), putOn("apple", "table"), give("apple", "bo")])
      given(worn)
        .when(action)
        .tells("you", /^\(First taking off the cap\.\) /);
  });
  it("not_wearable, already_worn, not_worn", () => {
    refused("not_wearable", wear("iron-key"), /^The iron key is not for wearing\.$/);
    refused("not_wearable", wear("lamp"), /^The lamp is not for wearing\.$/);
    refused("already_worn", wear("apple"), /^You are wearing the cap already\.$/, worn);
    refused("not_worn", remove("iron-key"), /^You are not wearing the iron key\.$/);
  });
});

describe("rise", () => {
  it("already_up", () => {
    refused("already_up", { actorId: who, type: "rise" }, /^You are on your feet\.$/);
  });
});

describe("say and think", () => {
  it("is heard by everybody there, and does nothing", () => {
    const before = opened.people["you"]!.at;
    const { frame } = given()
      .when(say("I'm leaving by the north door."))
      .tells("you", `You say, "I'm leaving by the north door."`)
      .tells("ann", /visitor says/)
      .happens({ type: "said", who, text: "I'm leaving by the north door." });
    assert.equal(frame.state.people["you"]!.at, before);
    assert.equal(see(frame, "ann").memories.at(-1)?.text, "I'm leaving by the north door.");
  });
  it("is answered in words by people who have an answer", () => {
    given()
      .when(say("Hello", "bo"))
      .happens(
        { type: "said", who, text: "Hello", to: "bo" },
        { type: "said", who: "bo", text: "Hello yourself.", to: who },
      );
  });
  it("a thought reaches nobody", () => {
    const { frame } = given()
      .when(think("He looks hungry."))
      .tells("bo", "")
      .tells("ann", "")
      .happens({ type: "thought", who, text: "He looks hungry." });
    assert.deepEqual(see(frame, "ann").memories, []);
    assert.equal(see(frame).memories[0]?.kind, "thought");
  });
  for (const text of ["", "   ", "\u0007", "a\u202eb", "x".repeat(501)])
    it(`invalid_action: ${JSON.stringify(text.slice(0, 10))}`, () => {
      given().whenGiven("you", { actorId: "you", type: "say", metadata: { text } }).refused("invalid_action");
    });
});

describe("turns", () => {
  it("not_your_turn: players take turns, and looking does not end one", () => {
    met.add("not_your_turn");
    const two = given({ ...opened, players: ["you", "ann"] });
    two.whenGiven("ann", { actorId: "ann", type: "wait" }).refused("not_your_turn", "It is not your turn yet.");
    const looked = two.when(look).happens({ type: "looked", who, how: "around" });
    looked
      .when(wait)
      .happens({ type: "waited", who }, { type: "passed", to: "ann" })
      .whenGiven("ann", { actorId: "ann", type: "wait" })
      .happens({ type: "waited", who: "ann" }, { type: "passed", to: "you" });
  });
  it("several things in one breath, each on what the one before it left", () => {
    given(holding("brass-key"))
      .when(unlock("oak-door", "brass-key"), open("oak-door"), go("north"))
      .happens(
        { type: "unlocked", who, what: "oak-door", key: "brass-key" },
        { type: "opened", who, what: "oak-door" },
        { type: "went", who, from: "hall", to: "study", direction: "north" },
      );
  });
  it("an ending of several conditions needs them all", () => {
    given(holding("coin")).when(wait).happens({ type: "waited", who });
    given(holding("coin", "ring")).when(wait).happens({ type: "waited", who }, { type: "ended", ending: "rich" });
  });
});

describe("endings", () => {
  const doc = (when: object) =>
    build({
      title: "t",
      player: "you",
      rooms: { a: { exits: { north: { to: "b", door: "d" } } }, b: { exits: { south: { to: "a", door: "d" } } } },
      doors: { d: { open: true } },
      things: {
        box: { in: "a", container: "open" },
        pin: { in: "box" },
        shelf: { in: "a", supporter: true, fixed: true },
        cup: { on: "shelf" },
        lamp: { heldBy: "you", light: "off" },
      },
      people: { you: { in: "a" } },
      endings: { e: { text: "End.", when } },
    } as never);
  const ends = (when: object, does: boolean) => {
    const acted = start({ ...opened, ...doc(when), turn: "you" }).when(wait);
    acted.happens({ type: "waited", who }, ...(does ? [{ type: "ended", ending: "e" } as const] : []));
  };
  for (const [when, does] of [
    [{ thing: "lamp", heldBy: "you" }, true],
    [{ thing: "pin", heldBy: "you" }, false],
    [{ thing: "pin", in: "a" }, true],
    [{ thing: "pin", in: "box" }, true],
    [{ thing: "cup", in: "a" }, true],
    [{ thing: "lamp", in: "a" }, false],
    [{ thing: "cup", on: "shelf" }, true],
    [{ thing: "pin", in: "b" }, false],
    [{ thing: "box", open: true }, true],
    [{ thing: "box", open: false }, false],
    [{ thing: "lamp", lit: false }, true],
    [{ person: "you", at: "a" }, true],
    [{ person: "you", at: "b" }, false],
    [{ door: "d", open: true }, true],
    [{ door: "d", locked: false }, true],
    [{ door: "d", locked: true }, false],
    [
      {
        all: [
          { door: "d", open: true },
          { person: "you", at: "b" },
        ],
      },
      false,
    ],
    [
      {
        any: [
          { door: "d", open: false },
          { person: "you", at: "a" },
        ],
      },
      true,
    ],
    [{ not: { person: "you", at: "a" } }, false],
    [{ not: { any: [{ thing: "pin", heldBy: "you" }] } }, true],
  ] as const)
    it(`${JSON.stringify(when)} is ${does}`, () => ends(when, does));
});

// Last in its file: the tests above note the reasons that they meet.
it("the tests of this file meet every reason for a refusal", () => {
  assert.deepEqual(
    [...REASONS].filter((reason) => !met.has(reason)).sort(),
    // Verbs of an author's have tests of their own.
    [...RULING_REASONS, ...MIND_REASONS, "no_point"].sort(),
  );
});
