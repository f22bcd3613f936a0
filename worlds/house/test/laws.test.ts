// The house's own invariants and every world's laws, over thousands of random turns, legal and not.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { canonical, type Frame, type Json, streamsOf, validateActions } from "@orrery/kernel";
import { amendable, lawful, legally, playOut, redecides, replays, sha256, told } from "@orrery/kernel/testing";
import { type House, type HouseConfig, type HouseState, house } from "../index.ts";
import { isLit, sceneOf, touches } from "../sense/scope.ts";
import { allSeen } from "../sense/seen.ts";
import { build, engine, manor, see } from "./manor.ts";
import { shipped } from "./shipped.ts";
import { wildly } from "./wild.ts";
import { WORKSHOP } from "./workshop.ts";

const [cottage, lighthouse, mystery] = ["cottage", "lighthouse", "mystery"].map(shipped) as [
  HouseConfig,
  HouseConfig,
  HouseConfig,
];
const LONG = Boolean(process.env["ORRERY_LONG"]);
const GAMES = LONG ? 400 : 7;
const TURNS = LONG ? 80 : 45;
/** Of what is tried at every so many frames: each costs as much as a turn. */
const EVERY = LONG ? 4 : 10;

const players = { ...manor, players: ["you", "ann"], endings: [] };
const endless = { ...manor, endings: [] };
const seated = { ...mystery, gamemaster: true };
const workshop = build(WORKSHOP as unknown as Json);
const plans = Array.from({ length: GAMES }, (_, i) => {
  const config = [cottage, endless, players, workshop, lighthouse, mystery, seated][i % 7]!;
  return { config, choose: i % 2 === 0 ? legally<House> : wildly(config), seed: `house ${i}`, turns: TURNS };
});
const games = plans.map((plan) => playOut(engine, plan));
const frames = games.flatMap(({ opened, commits }) => [opened.frame, ...commits.map(({ frame }) => frame)]);

/** Every place a thing is in, by looking from all places. */
function placesOf(state: HouseState): Map<string, number> {
  const count = new Map<string, number>();
  for (const { at } of Object.values(state.things)) {
    assert.equal(Object.keys(at).length, 1);
    for (const place of Object.values(at))
      assert.ok(state.rooms[place] || state.things[place] || state.people[place], place);
  }
  for (const id of Object.keys(state.things)) count.set(id, 0);
  const world = [...Object.keys(state.rooms), ...Object.keys(state.people), ...Object.keys(state.things)];
  for (const place of world)
    for (const [id, { at }] of Object.entries(state.things))
      if (Object.values(at)[0] === place) count.set(id, count.get(id)! + 1);
  return count;
}

describe("the world holds together", () => {
  it("plays thousands of turns: things happen, and are refused", () => {
    const all = games.flatMap(({ commits }) => commits.flatMap(({ draft }) => draft.validation));
    const reasons = new Set(all.flatMap(({ reason }) => reason ?? []));
    assert.ok(all.length >= GAMES * TURNS * 0.7, `${all.length} actions`);
    assert.ok(reasons.size >= 18, [...reasons].join(", "));
    assert.ok(all.filter(({ success }) => success).length > all.length / 4);
  });

  it("nothing is in two places, nothing is nowhere, nothing is inside itself", () => {
    for (const { state } of frames.filter((_, i) => LONG || i % 3 === 0)) {
      assert.deepEqual(
        [...placesOf(state)].filter(([, n]) => n !== 1),
        [],
      );
      for (const id of Object.keys(state.things)) {
        let at: string | undefined = id;
        for (let steps = 0; at !== undefined && state.things[at]; steps++) {
          assert.ok(steps <= Object.keys(state.things).length, `${id} is inside itself`);
          at = Object.values(state.things[at]!.at)[0];
        }
      }
    }
  });

  it("closed things hide, pockets hide, dark hides", () => {
    let hidden = 0;
    for (const { state } of frames.filter((_, i) => LONG || i % 3 === 1)) {
      for (const who of Object.keys(state.people)) {
        const scene = sceneOf(state, who);
        const seen = new Set(allSeen(scene).map(({ id }) => id));
        for (const id of Object.keys(state.things)) {
          if (isHidden(state, who, id)) {
            hidden++;
            assert.ok(!seen.has(id), `${who} sees ${id}`);
          }
        }
        assert.equal(scene.lit, isLit(state, state.people[who]!.at));
        for (const one of allSeen(scene))
          if (one.reach === "near" || one.reach === "held") assert.ok(touches(state, who, one.id), one.id);
      }
    }
    assert.ok(hidden > 1000);
  });

  it("no telling and no refusal ever holds an id that is not also a word", () => {
    const ids = /\b[a-z]+-[a-z-]+\b/;
    for (const { commits, opened } of games) {
      let before = opened.frame;
      for (const { draft, frame } of commits) {
        for (const who of house.actors(frame.state)) {
          const text = told(engine, who, frame, { before, happened: draft });
          assert.doesNotMatch(
            text.replaceAll("great-aunt", ""),
            /brass-key|iron-key|oak-door|glass-case|front-door|cellar-door|blue-door|undefined|null|\[object/,
          );
          assert.doesNotMatch(text, / {2}|\.\.(?!\.)|\s\./);
        }
        before = frame;
      }
    }
    assert.ok(ids.test("brass-key"));
  });
});

/** Said over again and differently from the code that decides it. */
function isHidden(state: HouseState, who: string, id: string): boolean {
  const room = state.people[who]!.at;
  const lamps = Object.keys(state.things).filter(
    (one) =>
      state.things[one]!.light?.on &&
      rootOf(state, one) === room &&
      !coverOf(state, one, true) &&
      !chain(state, one).some((up) => state.things[up]!.hidden),
  );
  const lit = !state.rooms[room]!.dark || lamps.length > 0;
  if (coverOf(state, id, true) || chain(state, id).some((one) => state.things[one]!.hidden)) return true;
  const holder = holderOf(state, id);
  if (holder === who) return false;
  if (!lit || rootOf(state, id) !== room) return true;
  if (holder === null) return false;
  const top = chain(state, id).at(-1)!;
  return !state.people[holder]!.openly.includes(top) && !state.things[top]!.light?.on;
}
/** The thing and all that it is in or on, innermost first. */
function chain(state: HouseState, id: string): string[] {
  const place = Object.values(state.things[id]!.at)[0]!;
  return state.things[place] ? [id, ...chain(state, place)] : [id];
}
const coverOf = (state: HouseState, id: string, glass: boolean): boolean =>
  chain(state, id).some((one) => {
    const { at } = state.things[one]!;
    const box = "in" in at ? state.things[at.in]?.container : null;
    return box ? !box.open && !(glass && box.transparent) : false;
  });
const holderOf = (state: HouseState, id: string): string | null => {
  const { at } = state.things[chain(state, id).at(-1)!]!;
  return "heldBy" in at ? at.heldBy : null;
};
const rootOf = (state: HouseState, id: string): string => {
  const holder = holderOf(state, id);
  return holder ? state.people[holder]!.at : Object.values(state.things[chain(state, id).at(-1)!]!.at)[0]!;
};

describe("laws", () => {
  it("holds every law of a world, over random games", () => {
    const tally = lawful(
      engine,
      frames.filter((_, i) => i % EVERY === 0),
      { most: 4 },
    );
    assert.ok(tally.legal > 60 && tally.refused > 30, JSON.stringify(tally));
  });

  it("replays and decides again to the same bytes", () => {
    for (const game of games) {
      replays(engine, game.opened, game.commits);
      redecides(engine, game);
    }
  });

  it("shows the same, in the same order, when state and mind were read back from their text", () => {
    for (const frame of frames.filter((_, i) => i % (LONG ? 5 : 11) === 0)) {
      const back = JSON.parse(canonical(frame)) as Frame<House>;
      for (const who of house.actors(frame.state)) {
        const [a, b] = [see(frame, who), see(back, who)];
        assert.equal(canonical(b), canonical(a));
        assert.equal(canonical(house.words.lexicon(b)), canonical(house.words.lexicon(a)));
        assert.equal(told(engine, who, back), told(engine, who, frame));
      }
    }
  });

  it("withstands a god, or refuses it", () => {
    const { done, refused } = amendable(
      engine,
      frames.filter((_, i) => i % (LONG ? 8 : 20) === 0),
      { most: 12 },
    );
    assert.ok(done > 5 && refused > 50, JSON.stringify({ done, refused }));
  });

  it("finishes nothing that it was not asked to: batches by the source's names agree", () => {
    const streams = streamsOf(sha256, { seed: "s", salt: "0", lane: "main", depth: 0 });
    const state = house.open(manor);
    const before = canonical(state);
    const results = validateActions(
      engine,
      state,
      [
        { actorId: "you", type: "open", targetId: "box" },
        { actorId: "you", type: "take", targetId: "coin" },
        { actorId: "you", type: "take", targetId: "egg" },
        { actorId: "ann", type: "wait" },
      ],
      streams,
    );
    assert.deepEqual(
      results.map(({ reason }) => reason ?? null),
      [null, null, "object_not_found", "not_your_turn"],
    );
    assert.equal(canonical(state), before);
  });

  it("refuses to open what does not hold together", () => {
    assert.throws(() => house.open({ ...manor, players: ["nobody"] }), RangeError);
    assert.throws(
      () => house.open({ ...manor, things: { ...manor.things, box: { ...manor.things["box"]!, at: { in: "box" } } } }),
      /inside itself/,
    );
  });

  it("lists its entities, each once", () => {
    const entities = house.entities(house.open(manor));
    assert.deepEqual(new Set(entities.map(({ type }) => type)), new Set(["room", "door", "thing", "person"]));
    assert.equal(entities.find(({ id }) => id === "oak-door")?.name, "oak door");
    assert.equal(entities.find(({ id }) => id === "you")?.attributes["player"], true);
  });
});
