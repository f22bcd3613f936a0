// Going to a far room by the way that is known: step by step, through closed doors, until something happens.
import assert from "node:assert/strict";
import { it } from "node:test";
import { playing } from "./playing.ts";

const MANSION = {
  title: "The Corridor",
  opening: "",
  player: "you",
  rooms: {
    porch: { description: "A porch.", exits: { north: { to: "hall", door: "front-door" } } },
    hall: { description: "A hall.", exits: { south: { to: "porch", door: "front-door" }, north: "landing" } },
    landing: { description: "A landing.", exits: { south: "hall", east: "attic" } },
    attic: { description: "An attic.", exits: { west: "landing" } },
  },
  doors: { "front-door": {} },
  things: { lamp: { in: "porch", light: "off" } },
  people: { you: { in: "porch", name: "visitor" }, ada: { in: "landing", name: "Ada", pronouns: "she" } },
};
const said = (rules: object, flags: object = {}) => playing({ ...MANSION, rules, flags } as never);
const there = (say: ReturnType<typeof playing>) => say("north", "north", "east");

it("goes to a room several steps away, and tells what it passes", () => {
  const say = said({});
  there(say);
  const told = say("go to the porch");
  assert.match(told, /^You pass through the landing \(Ada is there\) and the hall\. You .*the porch/);
  assert.match(say("look"), /Porch/);
});

it("opens what was closed on the way, and says so", () => {
  const say = said({ draught: { on: { go: "attic" }, do: [{ set: "front-door", open: false }, { tell: "A bang." }] } });
  there(say);
  const told = say("go to the porch");
  assert.match(told, /pass through the landing .* and the hall\. \(First opening the front door\.\)/);
});

it("goes to where somebody was last seen", () => {
  const say = said({});
  there(say);
  say("west", "south", "south");
  const told = say("go to Ada");
  assert.match(told, /^You pass through the hall\. .*landing/);
});

it("stops where something happens", () => {
  const say = said(
    {
      call: { on: { go: "hall" }, when: { flag: "late" }, do: [{ tell: "A clock strikes." }] },
      late: { on: { go: "attic" }, do: [{ flag: "late" }] },
    },
    { late: false },
  );
  there(say);
  assert.match(
    say("go to the porch"),
    /^You pass through the landing .*\. You .*the hall\.\n\nA clock strikes\.\n\nYou stop here\.$/,
  );
  assert.match(say("look"), /^Hall/);
  assert.match(say("go to the porch"), /porch/);
});

it("says where it knows no way", () => {
  assert.match(said({})("go to the attic"), /know of no way to “attic”/);
});

it("goes out or in to a far room, with what is carried", () => {
  for (const way of ["go out to the porch", "run back down to the porch with the lamp", "head out to the porch"]) {
    const say = said({});
    say("take lamp", "north", "north", "east");
    assert.match(say(way), /^You pass through the landing .*\. You .*the porch/, way);
  }
});

it("has a look at a room by going there", () => {
  assert.match(said({})("north", "south", "go and have a look at the hall"), /^You .*back to the hall\./);
});
