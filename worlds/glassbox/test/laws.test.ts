// The laws that hold for any world, at frames of games that were played at random and recklessly; and skipping idle time equals stepping through it.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { decideTurn, type FoldState, loadWorld, seal, step, viewOf } from "@orrery/kernel";
import { amendable, lawful, playOut, recklessly, redecides, replays, sha256 } from "@orrery/kernel/testing";
import { SIGHT_EVERY, spotOf } from "../rules.ts";
import { COLOURS, type GlassConfig } from "../settings.ts";
import { settle } from "../settle.ts";
import type { GlassBox, GlassState, Player } from "../shape.ts";
import { contains, stationOf } from "../station/index.ts";
import { glassbox } from "../world.ts";
import { atRandom, engine, type GlassFrame, game, playOn, scene, waiting } from "./stage.ts";

const long = process.env["ORRERY_LONG"] === "1";
const seats = (n: number): NonNullable<GlassConfig["seats"]> => COLOURS.slice(0, n).map((id) => ({ id }));
/** Games of every make: few and many players, every trigger opted in, no context, fast, dark, and with every console. */
export const MAKES: readonly GlassConfig[] = [
  {},
  { preset: "model" },
  { preset: "people" },
  { seats: seats(4) },
  { seats: seats(15), settings: { impostors: 3, crewMuted: [], impostorMuted: [], speedPercent: 300 } },
  {
    seats: COLOURS.slice(0, 7).map((id) => ({
      id,
      triggers: {
        every_n_seconds: 7,
        random_n_seconds: 9,
        intersection: true,
        hallway_waypoint: true,
        mute: [{ type: "INTERSECTION", until: "REACHED_DESTINATION" }],
        unmute: ["PLAYER_EXITS_FOV", "OBJECT_IN_RANGE"],
      },
    })),
    settings: { vitals: true, anonymousVotes: true, taskBar: "meetings", visualTasks: false },
  },
  {
    settings: {
      contextTools: false,
      interruptAsk: true,
      discussionOrder: "together",
      consolidationAsk: false,
      gameEndAsk: false,
      confirmEjects: false,
      limitMs: 120_000,
    },
  },
  {
    settings: {
      crewVisionPercent: 25,
      speedPercent: 50,
      killDistance: "long",
      emergencyMeetings: 9,
      ghostTasks: false,
    },
  },
];

describe("laws", () => {
  for (const [i, config] of MAKES.entries()) {
    const name = JSON.stringify(config).slice(0, 60);
    it(`hold in game ${i} ${name}`, () => {
      const played = game(`laws ${i}`, config, 160);
      const frames = played.commits.filter((_, n) => n % 40 === i * 4).map(({ frame }) => frame);
      const tally = lawful(engine, [played.opened.frame, ...frames], { most: 3 });
      assert.ok(tally.legal > 10 && tally.refused > 10 && tally.fallbacks > 3);
    });

    it(`replay ${i} from its texts, and decide it again`, () => {
      const played = game(`replay ${i}`, config, 60);
      replays(engine, played.opened, played.commits);
      redecides(engine, played);
    });
  }

  it("survive seats that hand in anything at all", () => {
    const played = playOut(engine, { config: {}, choose: recklessly, seed: "havoc", turns: 150 });
    assert.ok(played.commits.some(({ draft }) => draft.validation.some(({ success }) => !success)));
    lawful(engine, [played.frame], { most: 4 });
  });

  it("let a god put nothing that breaks a game", () => {
    const played = game("amended", {}, 200);
    const frames = played.commits.filter((_, n) => n % 90 === 7).map(({ frame }) => frame);
    const { done, refused } = amendable(engine, frames, { most: 40 });
    assert.ok(done > 5 && refused > 20, `${done} done, ${refused} refused`);
  });
});

describe("where somebody was seen last", () => {
  it("is where it was when eyes last looked and saw it, however its way has changed since", () => {
    let out = 0;
    let turned = 0;
    for (const [i, config] of MAKES.slice(0, 5).entries()) {
      const { opened, commits } = game(`last seen ${i}`, config, 250);
      let at: FoldState<GlassBox> = opened.frame;
      /** What each was from which tick on. */
      const ways = new Map(Object.entries(at.state.players).map(([id, player]) => [id, [{ tick: -1, player }]]));
      for (const event of commits.flatMap(({ draft }) => draft.events)) {
        const { players } = at.state;
        at = step(engine, at, event);
        for (const id in players)
          if (at.state.players[id] !== players[id])
            ways.get(id)!.push({ tick: at.state.tick, player: at.state.players[id]! });
        if (event.type !== "ran") continue;
        for (const { tick, out: gone } of event.sights)
          for (const [who, place, x, y] of gone) {
            const before = tick - SIGHT_EVERY;
            // A jump at a look (to a victim or into a vent) comes after the look; a start or a stop at a door comes before it.
            const ofThen = ways
              .get(who)!
              .findLast(({ tick: from, player }) => from < before + (player.walk ? 1 : 0))!.player;
            const spot = spotOf({ tick: before, settings: at.state.settings }, ofThen);
            assert.deepEqual([x, y], [spot.x, spot.y], `${who} at ${before}, game ${i}`);
            assert.ok(contains(stationOf({}).place.get(place)!, spot.x, spot.y));
            out++;
            if (at.state.players[who]!.looked?.tick === before) turned++;
          }
      }
    }
    assert.ok(out > 200 && turned > 5, `${out} seen to go, ${turned} of them on another way since`);
  });

  it("is current for players in sight, and is remembered for players lost from sight", () => {
    const at = { blue: ["hold", 1700, 2200], green: ["workshop", 2150, 2200] } as const;
    const settings = { crewVisionPercent: 100 };
    const state = scene(at, { asked: ["green"], settings });
    let frame: GlassFrame = { state, minds: {}, lanes: {}, commitment: "", hash: "" };
    const known = () => viewOf(engine, frame, "blue").known_locations["green"];
    assert.deepEqual(known(), { location: "workshop", x: 2150, y: 2200, t: 100 });
    frame = playOn(frame, [{ actorId: "green", type: "move", locationId: "quarters", metadata: {} }]);
    while (viewOf(engine, frame, "blue").vision.players_visible.some(({ id }) => id === "green")) frame = playOn(frame);
    const last = known()!;
    while (frame.state.tick < 1100) frame = playOn(frame);
    assert.deepEqual(known(), last);
    assert.ok(last.t > 100 && last.x !== null && last.x > 2150);
  });
});

describe("skipping idle time", () => {
  const stepping = loadWorld<GlassBox>({ ...glassbox, settle: (state, dice) => settle(state, dice, "step") }, sha256);
  const games = long ? 600 : 2;
  /** In the long run the first are played to their end, and of all the others a good part. */
  const turnsOf = (n: number) => (!long ? 150 : n < 20 ? 2000 : 120);
  /** One window from a state, in which all who are asked wait: the record of the turn, and what happened in it. */
  const passing = (by: typeof engine, state: GlassState) => {
    const frame: GlassFrame = { state, minds: {}, lanes: {}, commitment: "", hash: "" };
    const key = { seed: "stride", salt: "0" };
    const draft = decideTurn(by, frame, "station", waiting(by, frame), key);
    const { body } = seal(by, frame, draft, { id: "t", createdAt: 1, rawText: "", salt: "0" });
    return { body, types: draft.events.map(({ type }) => type), rolls: draft.rolls.map(({ purpose }) => purpose) };
  };
  /** The same by stepping and by skipping, which is held against it. */
  const alike = (state: GlassState) => {
    const [skipped, stepped] = [passing(engine, state), passing(stepping, state)];
    assert.deepEqual(skipped.types, stepped.types);
    assert.deepEqual(skipped.rolls, stepped.rolls);
    assert.equal(skipped.body, stepped.body);
    return stepped;
  };
  const SCAN = { kind: "scan", sites: ["task_scan_infirmary"], done: 0, ready: 0 };
  /** On the last steps of a way to something in the same place, to be used on arrival. */
  const reaching = (site: string): Partial<Player> => {
    const { place, x, y } = stationOf({}).site.get(site)!;
    const points = [x - 20, y, x, y];
    const walk = { tick: 1000, points, places: [place], to: place, follow: null, caught: false };
    return { place, x: x - 20, y, walk: { ...walk, use: { what: "interact", site } } };
  };
  const askedAtRandom: Partial<Player> = {
    triggers: { muted: [], every: 0, random: 9, intersection: false, hallway_waypoint: false },
  };

  it("places a passer-by correctly when a task is seen to be real", () => {
    const site = "task_prime_deflector";
    const { x, y } = stationOf({}).site.get(site)!;
    // Out of sight when the turn begins, in sight a step before the task is done, and eyes look round at neither.
    const points = [x - 560, y, x - 100, y];
    const state = scene(
      { blue: ["deflector", x, y], green: ["deflector", x - 560, y] },
      {
        settings: { crewVisionPercent: 100, speedPercent: 100, visualTasks: true },
        change: {
          blue: {
            tasks: [{ kind: "prime", sites: [site], done: 0, ready: 0 }],
            doing: { what: "task", site, since: 974, until: 1004 },
          },
          green: {
            walk: {
              tick: 1000,
              points,
              places: ["deflector"],
              to: "deflector",
              follow: null,
              caught: false,
              use: null,
            },
          },
        },
      },
    );
    assert.ok(alike(state).types.includes("visual_seen"));
  });

  /** Somebody's next random moment is drawn for the first time where the very next tick rolls too, or ends the turn before. */
  for (const [what, change, more, happens] of [
    [
      "two reach for one thing",
      {
        blue: { ...reaching("task_scan_infirmary"), tasks: [SCAN] },
        green: { ...reaching("task_scan_infirmary"), tasks: [SCAN] },
      },
      {},
      "failed",
    ],
    ["a hand is on the button", { blue: { ...reaching("button"), emergencies: 1 } }, {}, "meeting_called"],
    ["the reactor gives out", {}, { sabotage: { system: "reactor", since: 700, until: 1001, fixed: [] } }, "ended"],
  ] as const)
    it(`rolls in the order of stepping where ${what} at once`, () => {
      const state = scene({}, { change: { ...change, pink: askedAtRandom }, state: more });
      const { types, rolls } = alike(state);
      assert.ok(types.includes(happens), `${types}`);
      assert.ok(rolls.some((purpose) => purpose === "random pink"));
    });
  for (const [i, config] of MAKES.entries())
    it(`equals stepping, byte for byte, in game ${i}`, () => {
      for (let n = 0; n < games; n++) {
        const seed = `stride ${i} ${n}`;
        const turns = turnsOf(n);
        const skipped = playOut(engine, { config, choose: atRandom, seed, turns });
        const stepped = playOut(stepping, { config, choose: atRandom, seed, turns });
        const differs = skipped.commits.findIndex(({ body }, t) => stepped.commits[t]?.body !== body);
        assert.equal(differs, -1, `seed ${seed}: turn ${differs + 1} is not the same`);
        assert.equal(stepped.truth, skipped.truth, `seed ${seed}`);
      }
    });
});
