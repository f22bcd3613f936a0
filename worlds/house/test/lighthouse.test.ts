// The lighthouse: to each of its endings, by its own weather and clock; and wherever random play has led, it can be won or says that it is over.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Frame } from "@orrery/kernel";
import { legally, playOut } from "@orrery/kernel/testing";
import { parseTextToActions } from "@orrery/parser";
import { type House, type HouseAction, type HouseState, house } from "../index.ts";
import { engine, give, go, on, open, read, request, see, take, turn, unlock, wait } from "./manor.ts";
import { begin, shipped, walk } from "./shipped.ts";

const lighthouse = shipped("lighthouse");
const start = begin(lighthouse);
const use = (how: string, targetId: string): HouseAction =>
  ({ actorId: "you", type: "use", targetId, metadata: { how } }) as HouseAction;
const hint: HouseAction = { actorId: "you", type: "hint" };

const ashore: HouseAction[] = [go("north"), go("east"), take("lantern"), on("lantern"), take("store-key")];
const brandy: HouseAction[] = [open("dresser"), take("brandy")];
const oil: HouseAction[] = [
  go("west"),
  unlock("store-door", "store-key"),
  open("store-door"),
  go("west"),
  take("can"),
  use("fill", "can"),
  go("east"),
];
const up: HouseAction[] = [open("tower-door"), go("north"), go("up")];
const clock: HouseAction[] = [request("crank", "amos"), use("wind", "clockwork")];
const lamp: HouseAction[] = [go("up"), use("fill", "great-lamp"), on("great-lamp")];
const toTheBell: HouseAction[] = [go("north"), ...up, go("up")];

const endOf = (frame: Frame<House>) => (house.outcome(frame.state) as { ending: string; tone: string } | null)?.ending;
const waiting = (from: Frame<House>) => {
  let frame = from;
  const texts: string[] = [];
  while (house.outcome(frame.state) === null) {
    const next = walk(frame, [wait]);
    texts.push(...next.texts);
    frame = next.frame;
    assert.ok(texts.length < 100, "it never ends");
  }
  return { frame, texts };
};

describe("the lighthouse", () => {
  it("all hands: oil, flame, clock, and a kindness", () => {
    const { frame, texts } = walk(start, [
      ...ashore,
      ...brandy,
      ...oil,
      ...up,
      give("brandy", "amos"),
      ...clock,
      ...lamp,
    ]);
    assert.equal(endOf(frame), "all-hands");
    assert.match(texts.at(-1)!, /— All Hands —$/);
    assert.deepEqual(house.legal(see(frame), "you"), []);
  });
  it("the light: without the kindness", () => {
    assert.equal(endOf(walk(start, [...ashore, ...oil, ...up, ...clock, ...lamp]).frame), "the-light");
  });
  it("the clock may be wound last", () => {
    const { frame, texts } = walk(start, [...ashore, ...oil, ...up, ...lamp]);
    assert.match(texts.at(-1)!, /It ought to be moving/);
    assert.equal(endOf(frame), undefined);
    assert.equal(endOf(walk(frame, [go("down"), ...clock]).frame), "the-light");
  });
  it("Gull Point: a light that does not turn", () => {
    const { frame, texts } = waiting(walk(start, [...ashore, ...oil, ...up, ...lamp]).frame);
    assert.equal(endOf(frame), "gull-point");
    assert.ok(texts.some((text) => /whistle/.test(text)));
  });
  it("a clock that was wound too early has run down, and says so", () => {
    let frame = walk(start, [...ashore, go("west"), ...up, ...clock]).frame;
    const texts: string[] = [];
    for (let i = 0; i < 30; i++) {
      const next = walk(frame, [wait]);
      texts.push(...next.texts);
      frame = next.frame;
    }
    assert.equal(frame.state.counters?.["wound"], 0);
    assert.equal(texts.filter((text) => /the clockwork has stopped/.test(text)).length, 1);
  });
  it("by ear: the bell alone", () => {
    const { frame } = walk(start, [
      ...ashore,
      go("west"),
      ...toTheBell.slice(1),
      open("iron-door"),
      go("out"),
      ...[1, 2, 3].map(() => use("ring", "bell")),
    ]);
    assert.equal(frame.state.things["lantern"]?.light?.on, false, "the wind has blown it out");
    assert.equal(endOf(waiting(frame).frame), "by-ear");
  });
  it("on the Teeth: for a player who does nothing, after three warnings", () => {
    const { frame, texts } = waiting(start);
    assert.equal(endOf(frame), "on-the-teeth");
    assert.equal(frame.state.time, 70);
    assert.equal(texts.filter((text) => /whistle|engines/i.test(text)).length, 5);
  });
  it("open water: for a player who goes back", () => {
    assert.equal(endOf(walk(start, [go("boat")]).frame), "open-water");
  });

  it("a dry lamp does not burn, and a lamp on the gallery goes out", () => {
    const { frame } = walk(start, [...ashore, go("west"), ...up, go("up")]);
    const dry = walk(frame, [on("great-lamp")]);
    assert.match(dry.texts[0]!, /no oil in the lamp\.$/);
    assert.equal(dry.frame.state.things["great-lamp"]?.light?.on, false);
    const out = walk(frame, [open("iron-door"), go("out"), go("in")]);
    assert.equal(see(out.frame).lit, false);
    assert.ok(see(walk(out.frame, [on("lantern")]).frame).lit);
  });
  it("hints follow what is to be done, and each set of three ends in the very words", () => {
    let frame = start;
    const heard: string[] = [];
    for (const part of [ashore, oil, [...up, ...clock, ...lamp.slice(0, 2)]]) {
      const { frame: hinted, texts } = walk(frame, [hint, hint, hint]);
      assert.match(texts[2]!, /[A-Z]{4,}.* \(3 of 3\)$/s);
      assert.equal(hinted.state.time, frame.state.time);
      heard.push(texts[2]!);
      frame = walk(hinted, part).frame;
    }
    assert.equal(new Set(heard).size, heard.length);
    assert.match(walk(frame, [hint]).texts[0]!, /What is missing/);
    for (const { steps } of lighthouse.hints!) assert.equal(steps.length, 3);
  });
  it("describes everything, and the weather is not always the same", () => {
    for (const [id, { description }] of Object.entries({
      ...lighthouse.things,
      ...lighthouse.rooms,
      ...lighthouse.people,
      ...lighthouse.doors,
    }))
      assert.ok(description.length > 10, `${id} is not described`);
    assert.equal(walk(walk(start, ashore).frame, [read("logbook")]).texts.length, 1);
  });

  const runs = process.env["ORRERY_LONG"] ? 300 : 16;
  it(`can be won from wherever ${runs} random plays have led, until the ship has told that it is too late`, () => {
    let won = 0;
    for (let i = 0; i < runs; i++) {
      const choose: typeof legally<House> = (chance) =>
        legally({ ...chance, legal: chance.legal.filter((action) => !JSON.stringify(action).includes('"boat"')) });
      const begun = i % 2 === 0 ? start : walk(start, [...ashore, ...brandy]).frame;
      const played = playOut(
        { ...engine, world: { ...house, open: () => begun.state } },
        { config: lighthouse, choose, seed: `lighthouse ${i}`, turns: 30 },
      );
      if (played.outcome !== null) continue;
      const end = endOf(solve(played.frame));
      assert.ok(end === "all-hands" || end === "the-light", `seed ${i}: ${end}`);
      won++;
    }
    assert.ok(won >= runs / 2, `${won} of ${runs} were still open`);
  });
});

/** Knows the truth, but acts as anyone must: every step has to be admitted and to succeed. */
function solve(from: Frame<House>): Frame<House> {
  // The clock stands still: whether it can be won at all is one question, how long it takes another.
  let frame: Frame<House> = { ...from, state: still(from.state) };
  const state = () => frame.state;
  const act = (action: HouseAction) => {
    if (house.outcome(state()) !== null) return;
    const next = turn(frame, action);
    assert.ok(next.draft.validation[0]!.success, `${JSON.stringify(action)}: ${next.draft.validation[0]!.message}`);
    frame = { ...next.frame, state: still(next.frame.state) };
  };
  const held = (id: string) => placeOf(state(), id) === "you";
  const goTo = (room: string) => {
    for (let steps = 0; state().people["you"]!.at !== room; steps++) {
      assert.ok(steps < 20, `no way to ${room}`);
      const here = state().people["you"]!.at;
      const exit = state().rooms[here]!.exits.find(({ to }) => to === nextRoom(state(), here, room))!;
      if (exit.door && !state().doors[exit.door]!.open) {
        if (state().doors[exit.door]!.lock?.locked) {
          const beside = state().people["you"]!.at;
          fetch("store-key");
          goTo(beside);
          if (state().doors[exit.door]!.lock?.locked) act(unlock(exit.door, "store-key"));
        }
        act(open(exit.door));
      }
      act(go(exit.direction));
    }
  };
  const fetch = (id: string) => {
    if (held(id)) return;
    if (placeOf(state(), id) === "amos") {
      goTo("watch");
      return act(request(id, "amos"));
    }
    const boxes: string[] = [];
    let place = placeOf(state(), id);
    for (; state().things[place]; place = placeOf(state(), place)) boxes.unshift(place);
    if (place !== "you") goTo(place);
    if (!see(frame).lit && !see(frame).remembered.some((one) => one.card.id === id && one.felt)) {
      assert.notEqual(id, "lantern", "the lantern was put down in the dark and cannot be found");
      light();
      if (place !== "you") goTo(place);
      if (!see(frame).lit) act(on("lantern"));
    }
    for (const box of boxes) if (state().things[box]!.container?.open === false) act(open(box));
    act(take(id));
  };
  const light = () => {
    fetch("lantern");
    if (!state().things["lantern"]!.light!.on) act(on("lantern"));
  };
  light();
  if (!state().flags!["lamp-full"]) {
    fetch("can");
    goTo("store");
    light();
    if (!state().flags!["can-full"]) act(use("fill", "can"));
    goTo("lantern-room");
    light();
    act(use("fill", "great-lamp"));
  }
  if (!state().things["great-lamp"]!.light!.on) {
    goTo("lantern-room");
    light();
    act(on("great-lamp"));
  }
  fetch("crank");
  goTo("watch");
  act(use("wind", "clockwork"));
  return frame;
}

const still = (state: HouseState): HouseState => ({ ...state, time: 0 });
const placeOf = (state: HouseState, id: string): string => Object.values(state.things[id]!.at)[0]!;

/** The first room on the shortest way that does not lead to sea. */
function nextRoom(state: HouseState, from: string, to: string): string {
  const first = new Map<string, string>();
  const queue = [from];
  for (const at of queue) {
    for (const exit of state.rooms[at]!.exits) {
      if (exit.to === "sea" || first.has(exit.to) || exit.to === from) continue;
      first.set(exit.to, at === from ? exit.to : first.get(at)!);
      queue.push(exit.to);
    }
  }
  return first.get(to)!;
}

describe("what one would type", () => {
  const say = (frame: Frame<House>, line: string) => {
    const lexicon = house.words.lexicon(see(frame));
    const { actions, reading } = parseTextToActions(line, { actorId: "you", lexicon, recent: [] });
    assert.equal(reading.problem, null, `${line}: ${reading.problem?.message}`);
    return turn(frame, ...(actions as HouseAction[]));
  };
  const equipped = walk(start, [...ashore, ...oil.slice(0, 5)]).frame;
  it("fills the can and the lamp with oil", () => {
    const filled = say(equipped, "fill the can with oil");
    assert.equal(filled.frame.state.flags?.["can-full"], true, filled.told("you"));
    const above = walk(filled.frame, [go("east"), ...up, go("up")]).frame;
    assert.equal(say(above, "fill the great lamp with oil").frame.state.flags?.["lamp-full"], true);
  });
  it("does not move three hundredweight by hand", () => {
    const below = walk(equipped, [go("east"), ...up.slice(0, 2)]).frame;
    for (const line of ["pull the chain", "push the weight"])
      assert.match(say(below, line).told("you"), /goes up by the clockwork/);
  });
});
