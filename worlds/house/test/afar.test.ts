// What comes from the next room, and what is heard in the dark: words, steps, noises, and what one sees who looks into another room.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { canonical, type Json } from "@orrery/kernel";
import { compileHouse, type HouseAction, type HouseState, house } from "../index.ts";
import { alter, build, by, close, drop, frameOf, give, go, located, off, open, say, see, take, turn } from "./manor.ts";

const INN = {
  title: "The Inn",
  opening: "",
  player: "you",
  rooms: {
    bar: {
      description: "A bar.",
      overlooks: ["court", "stable"],
      exits: { north: "kitchen", east: { to: "stable", door: "half-door" }, down: "cellar" },
    },
    kitchen: { description: "A kitchen.", exits: { south: "bar", west: "pantry" } },
    pantry: { description: "A pantry.", exits: { east: "kitchen" } },
    stable: { description: "A stable.", exits: { west: { to: "bar", door: "half-door" } } },
    court: { description: "A court, under the window of the bar.", exits: { out: "lane", in: "shed" } },
    shed: { description: "A shed.", dark: true, exits: { out: "court" } },
    lane: { description: "A lane.", exits: { in: "court" } },
    cellar: { description: "A cellar.", dark: true, exits: { up: "bar" } },
  },
  doors: { "half-door": { open: true } },
  things: {
    candle: { in: "cellar", light: "on" },
    jug: { in: "court" },
    spade: { in: "stable" },
    coin: { heldBy: "ada" },
  },
  people: {
    you: { name: "visitor", in: "bar" },
    ada: {
      name: "Ada",
      pronouns: "she",
      in: "kitchen",
      topics: { fire: { says: "It was the soot.", teaches: ["soot"] } },
    },
    ben: { name: "Ben", pronouns: "he", in: "pantry" },
    cat: { pronouns: "it", in: "shed", known: true },
  },
  topics: { fire: { name: "fire", known: true }, soot: { name: "soot" } },
  endings: {},
};
const inn = house.open(build(INN as unknown as Json));
const stand = (who: string, at: string, state: HouseState = inn) => alter(state, "people", who, { at });
const played = (who: string, state: HouseState): HouseState => ({ ...state, players: [who], turn: who });
const frame = (who: string, state: HouseState) => frameOf(played(who, state));
const ask = (actorId: string, to: string, about: string): HouseAction => ({
  actorId,
  type: "ask",
  metadata: { to, about },
});
/** Two have been in one room by light, and part again. */
const acquainted = (state: HouseState): HouseState => ({
  ...state,
  seen: { you: { ada: { room: "bar", when: 0, from: null } } },
});

describe("words", () => {
  const hears = (state: HouseState, who = "ada") => turn(frame(who, state), by(who, say("Soup."))).told("you");
  it("carry into the next room by an open way: by their voice who was met is known, a stranger is not", () => {
    assert.equal(hears(inn), 'You hear a voice from the north: "Soup."');
    assert.equal(hears(acquainted(inn)), 'You hear Ada from the north: "Soup."');
  });
  it("carry through an open door, and not through a closed one, nor two rooms far", () => {
    const inStable = stand("ada", "stable");
    assert.equal(hears(inStable), 'You hear a voice from the east: "Soup."');
    assert.equal(hears(alter(inStable, "doors", "half-door", { open: false })), "");
    assert.equal(hears(inn, "ben"), "");
  });
  it("come from somewhere near where it is too dark to see the ways", () => {
    const below = alter(stand("you", "cellar", stand("ada", "bar")), "things", "candle", { hidden: true });
    assert.equal(hears(below), 'You hear a voice, somewhere near: "Soup."');
    assert.ok(!canonical(see(turn(frame("ada", below), by("ada", say("Soup."))).frame)).includes('"up"'));
  });
  it("in the dark are known by who was seen before, as long as ever; light that goes out makes nobody a stranger", () => {
    const below = stand("you", "cellar", stand("ada", "cellar"));
    const dark = alter(below, "things", "candle", { light: { on: false, switch: true } });
    assert.match(hears(dark), /voice in the dark/);
    const both = { ...below, players: ["you", "ada"], turn: "you" };
    const dimmed = turn(frameOf(both), off("candle"));
    assert.match(turn(dimmed.frame, by("ada", say("Oh."))).told("you"), /^(Ada says, "Oh\."|"Oh," Ada says\.)/);
    const told = turn(dimmed.frame, by("ada", say("Oh.", "you"))).told("you");
    assert.doesNotMatch(told, /to /, "to whom is not to be seen");
  });
  it("teach every listener, who learns the speaker only by a known voice", () => {
    const talk = (state: HouseState) => turn(frame("ben", stand("ben", "kitchen", state)), ask("ben", "ada", "fire"));
    const stranger = talk(inn);
    assert.deepEqual(see(stranger.frame).topics.find(({ id }) => id === "soot")?.sources, [null]);
    assert.ok(!canonical(stranger.frame.minds["you"]).includes("ada"));
    assert.equal(see(talk(acquainted(inn)).frame).topics.find(({ id }) => id === "soot")?.sources[0]?.id, "ada");
    const recall = { actorId: "you", type: "recall", metadata: { what: "words", about: "soot" } } as HouseAction;
    const mine = { ...stranger.frame, state: { ...stranger.frame.state, turn: "you" } };
    assert.equal(
      turn(mine, recall).told("you"),
      "You have heard of the soot from a voice you did not know.\nA voice you did not know said: “It was the soot.”",
    );
  });
  it("teach nobody behind a closed door", () => {
    const learns = (open: boolean) => {
      const apart = alter(stand("ada", "stable", stand("ben", "stable")), "doors", "half-door", { open });
      const { state } = turn(frame("ben", apart), ask("ben", "ada", "fire")).frame;
      return Object.keys(state.knowing?.["you"] ?? {}).includes("soot");
    };
    assert.deepEqual([learns(true), learns(false)], [true, false]);
  });
  it("of somebody only heard of come from a voice, for hearsay makes nobody's voice known", () => {
    const heardOf = (met: object): HouseState => ({
      ...inn,
      seen: { you: { ada: { room: "bar", when: 0, from: "ben", ...met } } },
    });
    assert.equal(hears(heardOf({})), 'You hear a voice from the north: "Soup."');
    assert.equal(hears(heardOf({ met: true })), 'You hear Ada from the north: "Soup."');
  });
  it("tell where something is to all who hear and know who speaks; nobody goes by the word of a stranger", () => {
    const saw = { cat: { room: "lane", when: 0, from: null } };
    const asked = (state: HouseState) =>
      turn(
        frame("ben", stand("ben", "kitchen", { ...state, seen: { ...state.seen, ada: saw } })),
        ask("ben", "ada", "cat"),
      ).frame.state.seen?.["you"]?.["cat"];
    assert.equal(asked(inn), undefined);
    assert.equal(asked(acquainted(inn))?.from, "ada");
  });
});

describe("steps", () => {
  it("are heard from the next room, coming and going, and nobody knows who walks", () => {
    const comes = turn(frame("ben", inn), by("ben", go("east")));
    assert.equal(comes.told("you"), "You hear footsteps from the north.");
    assert.equal(
      turn(frame("ada", inn), by("ada", go("west"))).told("you"),
      "You hear footsteps from the north, going away.",
    );
    assert.ok(!canonical(see(comes.frame)).includes("ben"));
  });
  it("are not heard through a closed door, nor from further away", () => {
    const beyond = alter(stand("you", "stable"), "doors", "half-door", { open: false });
    assert.equal(turn(frame("ada", beyond), by("ada", go("south"))).told("you"), "");
    assert.equal(
      turn(frame("ada", stand("ada", "court", stand("you", "kitchen"))), by("ada", go("out"))).told("you"),
      "",
    );
  });
  it("are heard in the dark, where the walker is not seen", () => {
    const dark = alter(stand("you", "cellar", stand("ada", "bar")), "things", "candle", { hidden: true });
    const comes = turn(frame("ada", dark), by("ada", go("down")));
    assert.equal(comes.told("you"), "You hear footsteps come closer in the dark.");
    const back = { ...comes.frame, state: { ...comes.frame.state, turn: "ada" } };
    assert.equal(turn(back, by("ada", go("up"))).told("you"), "You hear footsteps go away in the dark.");
    assert.ok(!canonical(see(comes.frame)).includes("ada"));
  });
});

describe("looking into another room", () => {
  const inCourt = stand("ada", "court");
  it("shows what is done there by hands and feet, with where it was and who did it", () => {
    const taken = turn(frame("ada", inCourt), by("ada", take("jug")));
    assert.equal(taken.told("you"), "Over in the court, Ada takes the jug.");
    assert.deepEqual(see(taken.frame).remembered.find(({ card }) => card.id === "jug")?.at, { heldBy: "ada" });
    assert.equal(see(taken.frame).absent.find(({ person }) => person.id === "ada")?.room?.id, "court");
    const on = { ...taken.frame, state: { ...taken.frame.state, turn: "ada" } };
    const dropped = turn(on, by("ada", drop("jug")));
    assert.deepEqual(see(dropped.frame).remembered.find(({ card }) => card.id === "jug")?.at, { in: "court" });
    assert.equal(see(dropped.frame).remembered.find(({ card }) => card.id === "jug")?.room?.id, "court");
    const gone = turn(on, by("ada", go("out")));
    assert.equal(gone.told("you"), "Over in the court, Ada goes outside.");
    assert.equal(see(gone.frame).absent.find(({ person }) => person.id === "ada")?.room, null);
    assert.equal(gone.frame.state.seen?.["you"]?.["ada"]?.left, "out");
    const comes = turn(frame("ada", stand("ada", "lane")), by("ada", go("in")));
    assert.equal(comes.told("you"), "Over in the court, Ada comes in from outside.");
  });
  it("shows nothing that is only said or held in a pocket, and nothing in the dark", () => {
    const two = stand("ben", "court", inCourt);
    for (const action of [say("Soup."), ask("ada", "ben", "fire")])
      assert.equal(turn(frame("ada", two), by("ada", action)).told("you"), "");
    assert.equal(turn(frame("ada", two), by("ada", give("coin", "ben"))).draft.validation[0]?.success, false);
    assert.equal(
      turn(frame("ada", two), by("ada", drop("coin"))).told("you"),
      "Over in the court, Ada puts down the coin.",
    );
    const night = alter(inCourt, "rooms", "court", { dark: true });
    assert.equal(turn(frame("ada", { ...night }), by("ada", drop("coin"))).told("you"), "");
  });
  it("goes one way, and through a door only while it is open", () => {
    assert.equal(
      turn(frame("ada", stand("you", "court", stand("ada", "bar"))), by("ada", drop("coin"))).told("you"),
      "",
    );
    const inStable = stand("ada", "stable");
    assert.equal(
      turn(frame("ada", inStable), by("ada", take("spade"))).told("you"),
      "Over in the stable, Ada takes the spade.",
    );
    const shut = alter(inStable, "doors", "half-door", { open: false });
    assert.equal(turn(frame("ada", shut), by("ada", take("spade"))).told("you"), "");
    const closing = turn(frame("ada", inStable), by("ada", close("half-door")));
    assert.equal(closing.told("you"), "Over in the stable, Ada closes the half door.");
    assert.equal(
      turn(frame("ada", shut), by("ada", open("half-door"))).told("you"),
      "Over in the stable, Ada opens the half door.",
    );
  });
  it("is noticed by nobody who is distracted", () => {
    const absent = { ...inCourt, moods: { you: { mood: "distracted" as const, until: 9 } } };
    assert.equal(turn(frame("ada", absent), by("ada", take("jug"))).told("you"), "");
  });
  it("is written as rooms that are there", () => {
    const compiled = compileHouse(
      located({ ...INN, rooms: { ...INN.rooms, bar: { ...INN.rooms.bar, overlooks: ["curt"] } } } as unknown as Json),
    );
    assert.ok(!compiled.ok);
    assert.equal(compiled.problems[0]?.message, 'There is no room "curt".');
    assert.equal(compiled.problems[0]?.hint, "Did you mean `court`?");
  });
});
