// Parts of things: they go where the whole goes, are seen and handled wherever it is, and belong to it until a rule breaks them off.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { equal, type Json } from "@orrery/kernel";
import { blindfold } from "@orrery/kernel/testing";
import { compileHouse, type HouseAction, type HouseState, house } from "../index.ts";
import {
  alter,
  build,
  close,
  drop,
  engine,
  examine,
  frameOf,
  given,
  go,
  located,
  look,
  open,
  search,
  see,
  take,
  turn,
} from "./manor.ts";

const ATTIC = {
  title: "The Attic",
  opening: "",
  player: "you",
  rooms: {
    attic: { description: "An attic.", exits: { down: "hall" } },
    hall: { description: "A hall.", exits: { up: "attic" } },
  },
  things: {
    pear: { heldBy: "you" },
    trunk: { in: "attic", container: "closed", description: "A trunk." },
    organ: { in: "trunk", name: "barrel organ", description: "A barrel organ." },
    crank: { partOf: "organ", description: "A bent crank.", uses: ["turn"] },
    knob: { partOf: "crank", description: "A worn knob." },
  },
  people: { you: { name: "visitor", in: "attic" }, ann: { name: "Ann", in: "attic" } },
  rules: {
    tune: { on: { turn: "crank" }, do: [{ tell: "It plays half a tune." }] },
    snap: { on: { pull: "knob" }, do: [{ move: "knob", in: "attic" }, { tell: "It comes off." }] },
  },
};
const attic = house.open(build(ATTIC as unknown as Json));
const use = (how: string, targetId: string) =>
  ({ actorId: "you", type: "use", targetId, metadata: { how } }) as HouseAction;
const sees = (state: HouseState, who = "you") => JSON.stringify(see(frameOf(state), who)).includes('"crank"');

describe("parts", () => {
  it("are seen where the whole is, at any depth, and stand in no list", () => {
    assert.ok(!sees(attic));
    const opened = turn(frameOf(attic), open("trunk"));
    assert.equal(opened.told("you").replace(/^.*\. /, ""), "Inside is a barrel organ.");
    assert.doesNotMatch(turn(opened.frame, look).told("you"), /crank|knob/);
    assert.match(turn(opened.frame, examine("knob")).told("you"), /^A worn knob\./);
    assert.match(turn(opened.frame, examine("organ")).told("you"), /^A barrel organ\.$/);
    assert.match(turn(opened.frame, search("trunk")).told("you"), /barrel organ/);
  });
  it("go where the whole goes, and are handled there, in the dark as well", () => {
    const carried = turn(frameOf(attic), open("trunk"), take("organ"), go("down")).frame;
    assert.match(turn(carried, use("turn", "crank")).told("you"), /half a tune/);
    assert.deepEqual(
      see(carried).holding.map(({ id }) => id),
      ["pear", "organ"],
    );
    const put = turn(carried, drop("organ"));
    assert.ok(sees(put.frame.state));
    const dark = alter(put.frame.state, "rooms", "hall", { dark: true });
    assert.match(turn({ ...put.frame, state: dark }, use("turn", "crank")).told("you"), /half a tune/);
  });
  it("cannot be taken, and nothing is put on what has them", () => {
    const opened = alter(attic, "things", "trunk", { container: { open: true, lid: true, transparent: false } });
    given(opened).when(take("crank")).refused("not_portable");
    const pear = {
      actorId: "you",
      type: "put",
      targetId: "pear",
      locationId: "crank",
      metadata: { how: "on" },
    } as HouseAction;
    given(opened).when(pear).refused("not_a_supporter");
  });
  it("are hidden with the whole: by a lid, in a pocket", () => {
    const opened = turn(frameOf(attic), open("trunk")).frame.state;
    const shut = turn(frameOf(opened), close("trunk")).frame;
    assert.deepEqual(see(shut).remembered.find(({ card }) => card.id === "crank")?.at, { on: "organ" });
    const one = alter(attic, "things", "organ", { at: { heldBy: "ann" } });
    assert.ok(!sees(one));
    blindfold(
      engine,
      frameOf(one),
      frameOf(alter(one, "things", "crank", { at: { on: "trunk" }, hidden: true })),
      "you",
    );
  });
  it("belong to it until they are moved", () => {
    const opened = turn(frameOf(attic), open("trunk")).frame;
    const off = turn(opened, use("pull", "knob"));
    assert.match(off.told("you"), /comes off/);
    assert.deepEqual(off.frame.state.things["knob"]?.at, { in: "attic" });
    assert.equal(off.frame.state.things["knob"]?.part, undefined);
    assert.deepEqual(house.valid(off.frame.state), []);
  });
  it("are written with what they belong to, which must be a thing", () => {
    const problems = (knob: object) => {
      const compiled = compileHouse(located({ ...ATTIC, things: { ...ATTIC.things, knob } } as unknown as Json));
      return compiled.ok ? [] : compiled.problems.map(({ message }) => message);
    };
    assert.deepEqual(problems({ partOf: "attic" }), ['"attic" is a room, and here must stand a thing.']);
    assert.ok(problems({ partOf: "knob" })[0]?.includes("inside itself"));
    assert.ok(problems({ partOf: "crank", in: "attic" })[0]?.includes("two places"));
    const broken = alter(attic, "things", "knob", { at: { in: "attic" } });
    assert.ok(!equal(house.valid(broken), []));
  });
});
