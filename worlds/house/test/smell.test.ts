// Smelling: the air, things, doors and people, by light and in the dark; in an author's words where there are any.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Json } from "@orrery/kernel";
import { parseTextToActions } from "@orrery/parser";
import { warningsOf } from "../author/lint.ts";
import { compileHouse, type HouseAction, type HouseEvent, house } from "../index.ts";
import {
  alter,
  build,
  frameOf,
  given,
  go,
  located,
  look,
  open,
  opened,
  perceivedBy,
  see,
  take,
  turn,
} from "./manor.ts";

const smell = (targetId?: string) => ({ actorId: "you", type: "smell", ...(targetId && { targetId }) }) as HouseAction;
const who = "you";
const telling = (action: HouseAction, state = opened) => turn(frameOf(state), action).told("you");

describe("smell", () => {
  it("is told in the author's words, as they are now", () => {
    given(alter(opened, "rooms", "hall", { smell: "Soot." }))
      .when(smell())
      .tells("you", "Soot.")
      .happens({ type: "smelt", who });
    const smoked = alter(opened, "things", "box", {
      smell: "Cedar.",
      changes: [{ when: { thing: "box", open: true }, smell: "Smoke." }],
    });
    assert.equal(telling(smell("box"), smoked), "Cedar.");
    assert.equal(turn(turn(frameOf(smoked), open("box")).frame, smell("box")).told("you"), "Smoke.");
    for (const [part, id] of [
      ["doors", "oak-door"],
      ["people", "bo"],
      ["things", "hat"],
    ] as const)
      assert.equal(telling(smell(id), alter(opened, part, id, { smell: "Mint." })), "Mint.", id);
  });
  it("of what has no words is told otherwise, and never twice running in the same ones", () => {
    const once = turn(frameOf(opened), smell("box"));
    const again = turn(once.frame, smell("box"));
    assert.match(once.told("you"), /the box/i);
    assert.notEqual(again.told("you"), once.told("you"));
    assert.match(telling(smell("bo")), /Bo/);
    assert.match(telling(smell("you")), /worse/);
    const [air, more] = [turn(frameOf(opened), smell()), turn(turn(frameOf(opened), smell()).frame, smell())];
    assert.notEqual(air.told("you"), more.told("you"));
  });
  it("takes no time, and reaches nobody else", () => {
    const scented = alter(opened, "rooms", "hall", { smell: "Soot." });
    const two = { ...scented, players: ["you", "ann"] };
    const { draft } = turn(frameOf(two), smell());
    assert.deepEqual(draft.events, [{ type: "smelt", who }]);
    assert.deepEqual(perceivedBy("ann", frameOf(two), draft.events as HouseEvent[]), []);
  });
  it("needs no light, and finds in the dark what lies where it was left", () => {
    const cellar = alter(alter(opened, "rooms", "cellar", { smell: "Damp." }), "things", "egg", { smell: "Old." });
    const down = turn(frameOf(cellar), go("down")).frame;
    assert.equal(turn(down, smell()).told("you"), "Damp.");
    assert.equal(turn(down, smell("egg")).draft.validation[0]!.reason, "object_not_found");
    assert.match(turn(down, smell("iron-key")).told("you"), /iron key/i);
    const lamp = turn(frameOf(cellar), take("lamp"), go("down"), {
      actorId: "you",
      type: "drop",
      targetId: "lamp",
    }).frame;
    assert.match(turn(lamp, smell("lamp")).told("you"), /lamp/i);
    const gone = { ...lamp, state: alter(lamp.state, "things", "lamp", { at: { in: "yard" } }) };
    assert.equal(turn(gone, smell("lamp")).draft.validation[0]!.reason, "not_reachable");
  });
  it("comes through no glass, nor from elsewhere", () => {
    given().when(smell("ring")).refused("not_reachable");
    given().when(smell("egg")).refused("object_not_found");
    const away = turn(frameOf(opened), go("east")).frame;
    assert.equal(turn(away, smell("box")).draft.validation[0]!.reason, "not_here");
  });
  it("is written by an author for rooms, doors, things and people", () => {
    const doc = {
      title: "T",
      player: "you",
      rooms: {
        a: { smell: " Air. ", exits: { north: { to: "b", door: "d" } } },
        b: { exits: { south: { to: "a", door: "d" } } },
      },
      doors: { d: { smell: "Paint." } },
      things: {
        cup: { in: "a", smell: "Tea.", changes: [{ when: { thing: "cup", heldBy: "you" }, smell: "Cold tea." }] },
      },
      people: { you: { in: "a", smell: "Soap." } },
    };
    const house = build(doc as unknown as Json);
    assert.deepEqual(
      [house.rooms["a"]!.smell, house.doors["d"]!.smell, house.things["cup"]!.smell, house.people["you"]!.smell],
      ["Air.", "Paint.", "Tea.", "Soap."],
    );
    assert.equal(house.things["cup"]!.changes![0]!.smell, "Cold tea.");
    const wrong = compileHouse(located({ ...doc, things: { cup: { in: "a", smell: ["Tea."] } } } as unknown as Json));
    assert.ok(!wrong.ok && wrong.problems.length === 1, "a list is no words");
    assert.equal(
      warningsOf(house, located(doc as unknown as Json)).filter(({ message }) => /smell/.test(message)).length,
      0,
    );
  });
  it("is said in many ways", () => {
    const lexicon = house.words.lexicon(see(turn(frameOf(opened), look).frame));
    const read = (text: string) => parseTextToActions(text, { actorId: "you", lexicon, recent: [] }).actions;
    for (const line of ["smell", "sniff", "smell the air", "what do i smell", "sniff around", "what is that smell"])
      assert.deepEqual(read(line), [smell()], line);
    for (const line of ["smell box", "sniff at the box", "what does the box smell like", "have a sniff of the box"])
      assert.deepEqual(read(line), [smell("box")], line);
  });
});
