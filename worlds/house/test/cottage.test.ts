// The cottage: to each of its endings by acts, in its own words, and to a good one from wherever random play has led.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Frame } from "@orrery/kernel";
import { frameAt, legally, playOut, told } from "@orrery/kernel/testing";
import { type House, type HouseAction, type HouseState, house } from "../index.ts";
import {
  engine,
  examine,
  give,
  go,
  look,
  on,
  open,
  putIn,
  putOn,
  read,
  request,
  see,
  take,
  turn,
  unlock,
} from "./manor.ts";
import { shipped } from "./shipped.ts";

const cottage = shipped("cottage");
const start = frameAt(engine, house.open(cottage));
const fromTheGardenToTheSun: HouseAction[] = [
  read("letter"),
  open("front-door"),
  go("in"),
  take("brass-key"),
  go("west"),
  open("cupboard"),
  take("lamp"),
  go("east"),
  go("east"),
  unlock("bureau", "brass-key"),
  open("bureau"),
  take("spectacles"),
  go("west"),
  go("west"),
  give("spectacles", "ada"),
  go("east"),
  unlock("cellar-door", "iron-key"),
  open("cellar-door"),
  go("down"),
  on("lamp"),
  open("crate"),
  take("sun"),
  go("up"),
];

function play(frame: Frame<House>, actions: readonly HouseAction[]) {
  let at = frame;
  let text = "";
  for (const action of actions) {
    const { draft, frame: next, told } = turn(at, action);
    assert.ok(draft.validation[0]!.success, `${JSON.stringify(action)}: ${draft.validation[0]!.message}`);
    text = told("you");
    assert.notEqual(text, "");
    at = next;
  }
  return { frame: at, text };
}

describe("the cottage", () => {
  it("opens with its title, what one can type, and the garden", () => {
    const text = told(engine, "you", start);
    assert.match(text, /^The Cottage at Wren's End\n\n/);
    for (const words of ["READ THE LETTER", "LOOK AROUND", "OPEN THE DOOR", "GO IN", "INVENTORY"])
      assert.ok(text.includes(words), words);
    assert.match(text, /\n\nFront garden\n/);
    assert.equal(house.asks(start.state).length, 1);
  });

  it("has seven rooms, and every one of them is told once in full", () => {
    assert.equal(Object.keys(cottage.rooms).length, 7);
  });

  for (const [title, last, ending, tone] of [
    ["the sun is set on the orrery", [go("up"), putOn("sun", "orrery")], "the-planets-turn", "won"],
    ["the sun is set in the orrery", [go("up"), putIn("sun", "orrery")], "the-planets-turn", "won"],
    ["the sun is given to Ada", [go("west"), give("sun", "ada")], "what-it-is-for", "won"],
  ] as const)
    it(`ends well when ${title}`, () => {
      const { frame, text } = play(start, [...fromTheGardenToTheSun, ...last]);
      assert.deepEqual(house.outcome(frame.state), { ending, tone });
      assert.match(text, /— [A-Z][\w ]+ —$/);
      assert.deepEqual(house.asks(frame.state), []);
      assert.deepEqual(house.legal(see(frame), "you"), []);
    });

  it("ends early for a player who leaves by the gate, which is shut", () => {
    const { frame, told } = turn(start, go("west"));
    assert.match(told("you"), /^\(First opening the .*gate\.\) /);
    assert.deepEqual(house.outcome(frame.state), { ending: "the-last-train", tone: "neutral" });
  });

  it("teaches that it is always the other key", () => {
    const hall = play(start, [open("front-door"), go("in"), take("brass-key")]).frame;
    const locked = turn(hall, open("cellar-door"));
    assert.match(locked.told("you"), /The cellar door is locked\. You could try the brass key\.$/);
    const wrong = turn(locked.frame, unlock("cellar-door", "brass-key"));
    assert.match(wrong.told("you"), /^The brass key does not fit the cellar door\.$/);
    const kitchen = play(wrong.frame, [go("west")]).frame;
    const asked = turn(kitchen, request("iron-key", "ada"));
    assert.equal(asked.draft.validation[0]?.reason, "not_given");
    assert.match(asked.told("you"), /spectacles/);
  });

  it("describes everything that one can see, and never the same twice in a row on entering", () => {
    for (const [id, { description }] of Object.entries({
      ...cottage.things,
      ...cottage.rooms,
      ...cottage.people,
      ...cottage.doors,
    }))
      assert.ok(description.length > 20, `${id} is not described`);
    const { frame } = play(start, [open("front-door"), go("in")]);
    const back = play(frame, [go("out"), go("in")]).text;
    assert.ok(back.length < 120, back);
    assert.match(play(frame, [look]).text, /flagstone/);
    assert.match(play(frame, [examine("cellar-door")]).text, /keyhole/);
  });

  const runs = process.env["ORRERY_LONG"] ? 300 : 25;
  it(`can be won from wherever ${runs} random plays have led, or has said that it is over`, () => {
    let won = 0;
    for (let i = 0; i < runs; i++) {
      const choose: typeof legally<House> = (chance) =>
        legally({ ...chance, legal: chance.legal.filter((action) => !isLeaving(action)) });
      // Half of them begin with the sun in hand, where there is more to lose.
      const begun = i % 2 === 0 ? start : play(start, fromTheGardenToTheSun).frame;
      const played = playOut(
        { ...engine, world: { ...house, open: () => begun.state } },
        { config: cottage, choose, seed: `cottage ${i}`, turns: 60 },
      );
      if (played.outcome !== null) continue;
      const state = solve(played.frame).state;
      assert.equal((house.outcome(state) as { tone: string } | null)?.tone, "won");
      won++;
    }
    assert.ok(won >= runs / 2, `${won} of ${runs} were still open`);
  });
});

const isLeaving = (action: HouseAction): boolean => JSON.stringify(action).includes('"gate"');

/** Knows the truth, but acts as anyone must: every step has to be admitted and to succeed. */
function solve(from: Frame<House>): Frame<House> {
  let frame = from;
  const act = (action: HouseAction) => {
    const { draft, frame: next } = turn(frame, action);
    assert.ok(draft.validation[0]!.success, `${JSON.stringify(action)}: ${draft.validation[0]!.message}`);
    frame = next;
  };
  const state = (): HouseState => frame.state;
  const held = (id: string) => "heldBy" in state().things[id]!.at && Object.values(state().things[id]!.at)[0] === "you";
  const reachDoor = (door: string) => {
    if (state().doors[door]!.open) return;
    if (state().doors[door]!.lock?.locked) {
      const beside = state().people["you"]!.at;
      fetch("iron-key");
      goTo(beside);
      act(unlock(door, "iron-key"));
    }
    act(open(door));
  };
  const goTo = (room: string) => {
    for (let steps = 0; state().people["you"]!.at !== room; steps++) {
      assert.ok(steps < 20, `no way to ${room}`);
      const here = state().people["you"]!.at;
      const exit = state().rooms[here]!.exits.find(({ to }) => nextRoom(state(), here, room) === to)!;
      if (exit.door) reachDoor(exit.door);
      if (state().people["you"]!.at === here) act(go(exit.direction));
    }
  };
  const knows = (id: string) => see(frame).remembered.some(({ card, at }) => card.id === id && at !== null);
  const fetch = (id: string) => {
    if (held(id)) return;
    if (id === "iron-key" && Object.values(state().things[id]!.at)[0] === "ada") {
      fetch("spectacles");
      // She may be anywhere that somebody asked her to come to, and on her way back.
      for (let steps = 0; state().people["you"]!.at !== state().people["ada"]!.at; steps++) {
        assert.ok(steps < 10, "Ada cannot be caught up with");
        goTo(state().people["ada"]!.at);
      }
      act(give("spectacles", "ada"));
      return;
    }
    const boxes: string[] = [];
    let place = Object.values(state().things[id]!.at)[0]!;
    while (state().things[place]) {
      boxes.unshift(place);
      place = Object.values(state().things[place]!.at)[0]!;
    }
    for (const box of boxes) {
      if (!state().things[box]!.lock?.locked) continue;
      fetch("brass-key");
    }
    if (place !== "you") goTo(place);
    // What was left in the dark is found again without a light.
    const felt = see(frame).remembered.some((one) => one.card.id === id && one.felt);
    const lidded = boxes.some((box) => !state().things[box]!.container?.open);
    if (place === "cellar" && id !== "lamp" && !see(frame).lit && !felt && !(lidded && knows(id))) {
      fetch("lamp");
      goTo(place);
      if (!see(frame).lit) act(on("lamp"));
    }
    for (const box of boxes) {
      const { lock, container } = state().things[box]!;
      if (lock?.locked) act(unlock(box, "brass-key"));
      if (container && !container.open) act(open(box));
    }
    act(take(id));
  };
  fetch("lamp");
  if (!state().things["lamp"]!.light!.on) act(on("lamp"));
  fetch("sun");
  goTo("loft");
  if (house.outcome(state()) === null) act(putOn("sun", "orrery"));
  return frame;
}

/** The first room on the shortest way. */
function nextRoom(state: HouseState, from: string, to: string): string {
  const first = new Map<string, string>();
  const queue = [from];
  for (const at of queue) {
    for (const exit of state.rooms[at]!.exits) {
      if (exit.to === "lane" || first.has(exit.to) || exit.to === from) continue;
      first.set(exit.to, at === from ? exit.to : first.get(at)!);
      queue.push(exit.to);
    }
  }
  return first.get(to)!;
}
