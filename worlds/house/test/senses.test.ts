// Light, sight, reach and memory: what a person senses, remembers and may never learn.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type ActionBase, canonical, decideGod, type Frame, seal } from "@orrery/kernel";
import { told as toldOf } from "@orrery/kernel/testing";
import type { House, HouseAction, HouseState } from "../index.ts";
import { isLit, sceneOf } from "../sense/scope.ts";
import { allSeen } from "../sense/seen.ts";
import {
  alter,
  by,
  drop,
  engine,
  frameOf,
  give,
  given,
  go,
  look,
  manorWith,
  on,
  open,
  opened,
  putIn,
  say,
  see,
  show,
  take,
  turn,
  unlock,
} from "./manor.ts";

const names = (ids: readonly { id: string }[]) => ids.map(({ id }) => id).sort();
const seenBy = (who: string, state = opened) => names(allSeen(sceneOf(state, who)));
const place = (id: string, at: object, state = opened) => alter(state, "things", id, { at });
const lit = { light: { on: true, switch: true } };

describe("light", () => {
  it("a dark room is lit by a lamp that lies, stands or is carried there", () => {
    const burning = alter(opened, "things", "lamp", lit);
    assert.ok(!isLit(opened, "cellar"));
    assert.ok(isLit(place("lamp", { in: "cellar" }, burning), "cellar"));
    assert.ok(!isLit(place("lamp", { in: "cellar" }), "cellar"), "an unlit lamp gives no light");
    assert.ok(!isLit(burning, "cellar"), "light does not come through the floor");
    const carried = alter(place("lamp", { heldBy: "bo" }, burning), "people", "bo", { at: "cellar" });
    assert.ok(isLit(carried, "cellar"));
    assert.ok(!isLit(carried, "vault"));
  });

  it("a closed lid covers it, glass does not", () => {
    const cellar = place("box", { in: "cellar" }, place("lamp", { in: "box" }, alter(opened, "things", "lamp", lit)));
    assert.ok(!isLit(cellar, "cellar"));
    assert.ok(
      isLit(alter(cellar, "things", "box", { container: { open: true, lid: true, transparent: false } }), "cellar"),
    );
    assert.ok(
      isLit(alter(cellar, "things", "box", { container: { open: false, lid: true, transparent: true } }), "cellar"),
    );
  });

  it("without it nothing is seen but what is held", () => {
    const below = alter(opened, "people", "you", { at: "cellar" });
    assert.deepEqual(seenBy("you", below), ["iron-key"]);
    assert.deepEqual(sceneOf(below, "you").exits, []);
    assert.deepEqual(sceneOf(below, "you").people, []);
    assert.equal(sceneOf(below, "you").description, "It is dark.");
  });

  it("a burning lamp in another's hands is seen", () => {
    assert.ok(seenBy("you", place("lamp", { heldBy: "bo" }, alter(opened, "things", "lamp", lit))).includes("lamp"));
    assert.ok(!seenBy("you", place("lamp", { heldBy: "bo" })).includes("lamp"));
  });
});

describe("sight", () => {
  it("stops at closed lids and at pockets", () => {
    const seen = seenBy("you");
    for (const hidden of ["coin", "book", "pear", "plum", "egg"]) assert.ok(!seen.includes(hidden), hidden);
    for (const shown of ["ring", "note", "hat", "statue"]) assert.ok(seen.includes(shown), shown);
  });
  it("reaches into what is open, at any depth", () => {
    const nested = place("coin", { in: "pouch" }, place("pouch", { in: "bag" }));
    assert.ok(seenBy("you", nested).includes("coin"));
  });
});

describe("memory", () => {
  it("keeps where a thing was last seen, until it is seen not to be there", () => {
    const left = given()
      .when(go("east"))
      .happens({ type: "went", who: "you", from: "hall", to: "yard", direction: "east" }).frame;
    assert.equal(see(left).remembered.find(({ card }) => card.id === "lamp")?.room?.id, "hall");
    const moved = { ...left, state: alter(left.state, "things", "lamp", { at: { in: "study" } }) };
    assert.equal(see(moved).remembered.find(({ card }) => card.id === "lamp")?.room?.id, "hall", "nobody told you");
    const back = turn(moved, go("west")).frame;
    assert.equal(see(back).remembered.find(({ card }) => card.id === "lamp")?.at, null);
  });

  it("keeps what lies in a box when its lid is closed", () => {
    const shut = given().when(open("box"), { actorId: "you", type: "close", targetId: "box" }).after;
    assert.deepEqual(see(shut).remembered.find(({ card }) => card.id === "coin")?.at, { in: "box" });
  });

  it("finds again in the dark what was put there in the dark, also in a box", () => {
    const carried = manorWith((state) => place("box", { heldBy: "you" }, state));
    let { frame } = turn(frameOf(carried), go("down"), open("box"), putIn("iron-key", "box"), drop("box"));
    assert.equal(see(frame).lit, false);
    const felt = names(
      see(frame)
        .remembered.filter((one) => one.felt)
        .map(({ card }) => card),
    );
    assert.deepEqual(felt, ["box", "coin", "iron-key"]);
    ({ frame } = turn(frame, take("iron-key")));
    assert.deepEqual(frame.state.things["iron-key"]?.at, { heldBy: "you" });
    // A closed box is opened by feel, and a lamp inside it switched on.
    ({ frame } = turn(frame, { actorId: "you", type: "close", targetId: "box" }));
    assert.equal(turn(frame, take("coin")).draft.validation[0]?.reason, "too_dark");
    const reopened = turn(frame, open("box"), take("coin"));
    assert.deepEqual(
      reopened.draft.validation.map(({ success }) => success),
      [true, true],
    );
  });

  it("a lamp put out in the dark can be lit again where it was left", () => {
    const carried = manorWith((state) => place("lamp", { heldBy: "you" }, state));
    const { frame, draft } = turn(frameOf(carried), go("down"), drop("lamp"), on("lamp"));
    assert.ok(draft.validation.every(({ success }) => success));
    assert.ok(see(frame).lit);
  });

  it("knows where a way leads once it was walked, and the way back", () => {
    const { frame } = given()
      .when(go("east"))
      .happens({ type: "went", who: "you", from: "hall", to: "yard", direction: "east" });
    const view = see(frame);
    assert.equal(view.exits.find(({ direction }) => direction === "west")?.beyond?.id, "hall");
    assert.equal(view.exits.find(({ direction }) => direction === "gap")?.beyond, null);
    assert.deepEqual(Object.keys(view.map).sort(), ["hall", "yard"]);
    assert.ok(!canonical(view).includes("wood"), "a room that nobody has told you of");
  });

  it("knows the thing that was shown, to oneself or before one's eyes, and asks for it later", () => {
    const away = alter(place("hat", { heldBy: "ann" }), "people", "bo", { at: "wood" });
    const two = { ...away, players: ["ann", "you"], turn: "ann" };
    const { frame } = given(two)
      .when(by("ann", show("hat", "you")))
      .happens({ type: "showed", who: "ann", thing: "hat", to: "you" }, { type: "passed", to: "you" });
    assert.deepEqual(see(frame).remembered.find(({ card }) => card.id === "hat")?.at, { heldBy: "ann" });
    assert.equal(
      see(frame, "bo").remembered.find(({ card }) => card.id === "hat"),
      undefined,
    );
    const there = turn(
      frameOf({ ...two, people: { ...two.people, bo: opened.people["bo"]! } }),
      by("ann", show("hat", "you")),
    );
    assert.deepEqual(see(there.frame, "bo").remembered.find(({ card }) => card.id === "hat")?.at, { heldBy: "ann" });
    assert.equal(there.frame.state.seen?.["bo"]?.["hat"]?.holder, "ann");
  });

  it("remembers the latest forty words and shows the latest twelve", () => {
    let frame = frameOf(opened);
    for (let i = 0; i < 50; i++) ({ frame } = turn(frame, say(`word ${i}`)));
    assert.equal(see(frame).memories.length, 12);
    assert.equal(see(frame).memories.at(-1)?.text, "word 49");
    assert.equal(frame.minds["ann"]?.memories.length, 40);
  });
});

describe("others", () => {
  it("see what is done by light, and hear what is said in the dark", () => {
    const { told } = turn(frameOf(opened), take("lamp"));
    assert.equal(told("ann"), "The visitor takes the lamp.");
    const below = manorWith((state) =>
      alter(alter(state, "people", "you", { at: "cellar" }), "people", "ann", { at: "cellar" }),
    );
    assert.equal(turn(frameOf(below), drop("iron-key")).told("ann"), "");
    assert.match(
      turn(frameOf(below), say("Boo.")).told("ann"),
      /^(A voice in the dark says, "Boo\."|"Boo," a voice in the dark says\.)$/,
    );
  });

  it("see who leaves and who comes, and by which way", () => {
    const there = alter(opened, "people", "ann", { at: "yard" });
    const { told } = turn(frameOf(there), go("east"));
    assert.equal(told("ann"), "The visitor comes in from the west.");
    assert.equal(told("bo"), "The visitor goes east.");
  });

  it("notice a door that is opened from its other side, and a lock that clicks", () => {
    const there = alter(alter(opened, "people", "ann", { at: "study" }), "things", "brass-key", {
      at: { heldBy: "you" },
    });
    const first = turn(frameOf(there), unlock("oak-door", "brass-key"));
    assert.match(first.told("ann"), /oak door/);
    assert.doesNotMatch(first.told("ann"), /visitor|brass/);
    assert.equal(turn(first.frame, open("oak-door")).told("ann"), "The oak door opens.");
  });

  it("who stands elsewhere perceives nothing", () => {
    const there = alter(opened, "people", "ann", { at: "wood" });
    for (const action of [take("lamp"), say("Hello"), open("box"), give("iron-key", "bo")]) {
      const { told, frame } = turn(frameOf(there), action);
      assert.equal(told("ann"), "");
      assert.deepEqual(see(frame, "ann"), see(frameOf(there), "ann"));
    }
  });

  it("a light carried off leaves the dark behind", () => {
    const below = manorWith((state) =>
      alter(
        alter(place("lamp", { heldBy: "you" }, alter(state, "things", "lamp", lit)), "people", "you", { at: "cellar" }),
        "people",
        "ann",
        { at: "cellar" },
      ),
    );
    const { told, frame } = turn(frameOf(below), go("up"));
    assert.equal(told("ann"), "The visitor goes up. It is dark.");
    assert.equal(see(frame, "ann").lit, false);
  });
});

describe("god", () => {
  it("is seen to have moved and changed things, and nobody did it", () => {
    const { told, frame } = god({ actorId: "god", type: "move", targetId: "lamp", metadata: { at: { in: "study" } } });
    assert.equal(told("you"), "The lamp is suddenly gone.");
    assert.equal(see(frame).remembered.find(({ card }) => card.id === "lamp")?.at, null);
    assert.match(
      god({ actorId: "god", type: "move", targetId: "egg", metadata: { at: { in: "hall" } } }).told("you"),
      /egg/,
    );
    assert.match(
      god({ actorId: "god", type: "set", targetId: "blue-door", metadata: { open: false } }).told("you"),
      /^The blue door closes\.$/,
    );
    assert.match(
      god({ actorId: "god", type: "move", targetId: "you", metadata: { room: "yard" } }).told("you"),
      /you are in the yard\.\n\nYard\n/,
    );
    assert.equal(
      god({ actorId: "god", type: "move", targetId: "coin", metadata: { at: { in: "chest" } } }).told("you"),
      "",
    );
  });

  it("may remove a remembered thing: asking about it, or feeling for it in the dark, finds it gone", () => {
    const without = (id: string, state: HouseState) => {
      const { [id]: _gone, ...things } = state.things;
      return { ...state, things };
    };
    const gone = (frame: Frame<House>, id: string) => ({ ...frame, state: without(id, frame.state) });
    const seen = turn(frameOf(opened), look).frame;
    const ask: HouseAction = { actorId: "you", type: "ask", metadata: { to: "bo", about: "ring" } };
    const asked = turn(gone(seen, "ring"), ask);
    assert.equal(asked.draft.validation[0]?.reason, "not_known");
    assert.equal(asked.told("ann"), "The visitor asks Bo about something that is no more.");
    const below = turn(frameOf(manorWith((state) => place("box", { heldBy: "you" }, state))), go("down"), drop("box"));
    const felt = turn(gone(turn(below.frame, open("box"), take("coin")).frame, "box"), take("box"));
    assert.equal(felt.draft.validation[0]?.reason, "not_reachable");
    assert.equal(see(felt.frame).remembered.find(({ card }) => card.id === "box")?.at, null);
  });

  for (const [metadata, target, sentence] of [
    [{ at: { in: "box" } }, "box", /inside itself/],
    [{ at: { in: "nowhere" } }, "lamp", /no room and no container/],
    [{ at: { on: "box" } }, "lamp", /nothing can be put/],
    [{ at: { heldBy: "bo" } }, "statue", /fixed/],
    [{ room: "nowhere" }, "bo", /no room/],
    [{ at: { in: "hall" } }, "bo", /no thing/],
    [{ room: "hall" }, "lamp", /no person/],
  ] as const)
    it(`refuses to move ${target} to ${JSON.stringify(metadata)}`, () => {
      assert.match(refusedGod({ actorId: "god", type: "move", targetId: target, metadata }), sentence);
    });
  for (const [metadata, target, sentence] of [
    [{ open: true }, "bag", /neither opens/],
    [{ locked: true }, "box", /no lock/],
    [{ on: true }, "box", /no light/],
    [{ locked: true }, "toString", /no door or thing/],
    [{ open: true }, "chest", /both open and locked/],
  ] as const)
    it(`refuses to set ${target} ${JSON.stringify(metadata)}`, () => {
      assert.match(refusedGod({ actorId: "god", type: "set", targetId: target, metadata }), sentence);
    });
});

function god(action: ActionBase) {
  const before = frameOf(opened);
  const draft = decideGod(engine, before, action, { seed: "god", salt: "0" });
  if ("reason" in draft) throw new Error(draft.message);
  const { frame } = seal(engine, before, draft, { id: "1", createdAt: 0, rawText: "", salt: "0" });
  return {
    frame,
    told: (who: string) => toldOf(engine, who, frame, { before, happened: { ...draft, actions: [], validation: [] } }),
  };
}
function refusedGod(action: ActionBase): string {
  const draft = decideGod(engine, frameOf(opened), action, { seed: "god", salt: "0" });
  return "reason" in draft ? draft.message : "done";
}
