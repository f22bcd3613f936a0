// Non-interference: changes that a player did not notice leave everything it is given the same to the byte. And no seat is favoured.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { describe, it } from "node:test";
import { type Answer, type Dice, decideTurn, equal, keyedDice } from "@orrery/kernel";
import { blindfold, sha256 } from "@orrery/kernel/testing";
import { LANE } from "../asks.ts";
import { seesSpot, spotOf } from "../rules.ts";
import { COLOURS, type GlassConfig } from "../settings.ts";
import type { GlassAction, GlassBox, GlassState, Player } from "../shape.ts";
import { stationOf } from "../station/index.ts";
import { MUTABLE } from "../triggers.ts";
import { engine, type GlassFrame, game, move, playOn, scene } from "./stage.ts";

const long = process.env["ORRERY_LONG"] === "1";
const SEED = process.env["ORRERY_SEED"] ?? "0";
const PAIRS = long ? 100_000 : 250;
const CONFIGS: readonly GlassConfig[] = [
  {},
  { preset: "model", settings: { taskBar: "meetings" } },
  { settings: { contextTools: false } },
];

/** What is changed of somebody else, one kind a pair. */
const KINDS = [
  "thought and notes",
  "lessons",
  "clocks",
  "triggers",
  "position",
  "role",
  "whether it is asked",
  "death",
  "vote or tasks",
] as const;

/** The state with one thing changed that `who` can neither see nor have heard of; null when there is none of that kind. */
function otherwise(state: GlassState, who: string, kind: (typeof KINDS)[number], dice: Dice): GlassState | null {
  const me = state.players[who]!;
  const others = Object.keys(state.players).filter((id) => id !== who && state.players[id]!.life === "alive");
  const other = dice.pick("other", others as [string, ...string[]]);
  const player = state.players[other]!;
  const put = (part: Partial<Player>): GlassState => ({
    ...state,
    players: { ...state.players, [other]: { ...player, ...part } },
  });
  // A camera's light shows from afar that somebody is at the screens.
  const watches = player.doing?.what === "cameras";
  const inSight = (me.sees & (1 << state.seats.findIndex(({ id }) => id === other))) !== 0;
  switch (kind) {
    case "thought and notes":
      return put({
        thought: "something else entirely",
        notes: { plan: "kill", events: "", suspicions: "", meeting_scratch: "" },
      });
    case "lessons":
      return put({ learned: { games: 7, lessons: [{ about: "map", text: "There is a vent in the hold." }] } });
    case "clocks":
      return put({ killReady: player.killReady + 50, emergencies: player.emergencies + 1 });
    case "triggers":
      return put({
        triggers: { ...player.triggers, every: player.triggers.every + 5 },
        randomAt: state.tick + 17,
        asks: player.asks + 3,
      });
    case "position": {
      // Somebody out of sight is somewhere else out of sight.
      if (state.phase !== "PLAYING" || me.doing?.what === "admin" || me.doing?.what === "cameras") return null;
      const { middle } = stationOf({});
      const spot = middle.get(dice.pick("place", [...middle.keys()] as [string, ...string[]]))!;
      if (player.vent !== null || seesSpot(state, me, spotOf(state, player)) || seesSpot(state, me, spot)) return null;
      return inSight || watches ? null : put({ ...spot, walk: null, doing: null, lookedFrom: spot.place });
    }
    case "role": {
      // Swaps roles and task lists between two players with roles unknown to the viewer.
      const twin = dice.pick("twin", others as [string, ...string[]]);
      const swap = state.players[twin]!;
      const shown = state.past.some(({ wasImpostor, ejected }) => wasImpostor !== null && ejected === twin);
      const atWork = [player, swap].some(({ doing, vent }) => doing !== null || vent !== null);
      if (me.role !== "crewmate" || twin === other || shown || player.role === swap.role || atWork) return null;
      return {
        ...state,
        players: {
          ...state.players,
          [other]: { ...player, role: swap.role, tasks: swap.tasks },
          [twin]: { ...swap, role: player.role, tasks: player.tasks },
        },
      };
    }
    case "whether it is asked":
      return put({ asked: player.asked === null ? [] : null });
    case "death": {
      // Somebody out of sight lies dead there.
      if (state.phase !== "PLAYING" || player.role !== "crewmate" || me.doing?.what === "admin") return null;
      const spot = spotOf(state, player);
      if (player.vent !== null || seesSpot(state, me, spot) || inSight || watches) return null;
      const { place, x, y } = spot;
      const dead = put({ ...spot, life: "ghost", walk: null, doing: null, sees: 0, seesBodies: 0 });
      return { ...dead, bodies: [...state.bodies, { who: other, place, x, y, tick: state.tick }] };
    }
    case "vote or tasks": {
      const votes = state.phase === "MEETING" && player.asked !== null && state.meeting!.stage === "vote";
      return votes ? put({ intent: { type: "vote", target: "skip" } }) : put({ tasks: player.tasks.toReversed() });
    }
  }
}

const probes = (actorId: string, state: GlassState) => [
  ...Object.keys(state.players).flatMap((targetId) => [
    { actorId, type: "kill", targetId, metadata: {} },
    { actorId, type: "move", targetId, metadata: {} },
    { actorId, type: "interact", targetId: `body_${targetId}`, metadata: {} },
    { actorId, type: "vote", targetId, metadata: {} },
  ]),
  { actorId, type: "interact", targetId: "vent_hold", metadata: {} },
  { actorId, type: "interact", targetId: "button", metadata: {} },
  { actorId, type: "sabotage", targetId: "lights", metadata: {} },
  { actorId, type: "interact", targetId: "no_such_thing", metadata: {} },
];

/** The same answers, but for what everybody else keeps to itself beside them. */
const otherThoughts = (given: readonly Answer<GlassBox>[], who: string, dice: Dice): readonly Answer<GlassBox>[] =>
  given.map((one) => {
    if (one.actor === who) return one;
    const notes = { plan: `n${dice.int("plan", 0, 9)}`, events: "", suspicions: "them all", meeting_scratch: "say no" };
    const beside = { thought: "something else entirely", notes, suspicions: { [who]: dice.int("percent", 0, 100) } };
    return {
      ...one,
      actions: (one.actions as readonly GlassAction[]).map((action) => ({
        ...action,
        metadata: { ...action.metadata, ...beside },
      })),
    };
  });

describe("blindfold", () => {
  it(`what a player did not notice changes nothing that it is given, in ${PAIRS} pairs`, () => {
    const seen = new Map<string, number>();
    let pairs = 0;
    for (let n = 0; pairs < PAIRS; n++) {
      const seed = `blind ${SEED} ${n}`;
      const played = game(seed, CONFIGS[n % CONFIGS.length], 400);
      for (const [t, { frame, given }] of played.commits.entries()) {
        if ((!long && t % 7 !== n % 7) || frame.state.result || pairs >= PAIRS) continue;
        const dice = keyedDice(sha256, { seed, salt: "0", lane: "@blind", depth: t }, "probe");
        const living = Object.keys(frame.state.players).filter((id) => frame.state.players[id]!.life === "alive");
        const who = dice.pick("who", living as [string, ...string[]]);
        const count = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1);
        try {
          for (const kind of dice.shuffle("kinds", KINDS).slice(0, 3)) {
            const changed = otherwise(frame.state, who, kind, dice);
            if (!changed || equal(changed, frame.state)) continue;
            blindfold(engine, frame, { ...frame, state: changed }, who, {
              probes: t % 21 === 0 ? probes(who, frame.state) : [],
            });
            count(kind);
            count(frame.state.phase);
            pairs++;
          }
          const before = played.commits[t - 1]?.frame;
          if (t % 5 !== 0 || !before || given.length < 2) continue;
          const turn = (answers: readonly Answer<GlassBox>[]) => {
            const happened = decideTurn(engine, before, LANE, answers, { seed, salt: "0" });
            return { before, happened, after: { ...before, ...happened.after } };
          };
          const [a, b] = [turn(given), turn(otherThoughts(given, who, dice))];
          blindfold(engine, a.after, b.after, who, { turns: [a, b] });
          count("a turn of other thoughts");
          pairs++;
        } catch (error) {
          throw new Error(`seed "${seed}", turn ${t + 1}, ${who}: ${(error as Error).message}`);
        }
      }
    }
    for (const what of [...KINDS, "MEETING", "PLAYING", "a turn of other thoughts"])
      assert.ok((seen.get(what) ?? 0) > 0, `no pair of ${what}: ${JSON.stringify([...seen])}`);
    if (long) process.stdout.write(`# ${pairs} pairs: ${JSON.stringify(Object.fromEntries(seen))}\n`);
  });

  it("what happens out of sight, and how often others are asked, leaves no trace in a mind", () => {
    // Green and pink are far away from blue. In one telling they are asked again and again, in the other they sleep.
    const far = {
      blue: ["quarters", 3900, 2200],
      red: ["reactor", 400, 350],
      green: ["bridge", 3850, 350],
      pink: ["bridge", 3800, 350],
      orange: ["engine", 400, 2250],
    } as const;
    const nothing = { muted: MUTABLE.map((type) => ({ type, until: null })), random: 0 };
    const run = (every: number): GlassFrame => {
      const restless = { muted: [], every, random: 0, intersection: every > 0, hallway_waypoint: every > 0 };
      const asleep = { ...nothing, every: 0, intersection: false, hallway_waypoint: false };
      const state = scene(far, {
        asked: ["red", "blue", "green", "pink"],
        change: { blue: { triggers: asleep }, green: { triggers: restless }, pink: { triggers: restless } },
        settings: { decisionMs: 60_000 },
      });
      let frame: GlassFrame = { state, minds: {}, lanes: {}, commitment: "", hash: "" };
      frame = playOn(frame, [move("blue", "atrium"), move("green", "workshop")]);
      while (frame.state.tick < 1200) frame = playOn(frame);
      return frame;
    };
    const [often, seldom] = [run(1), run(0)];
    assert.ok(
      often.lanes["station"]! > seldom.lanes["station"]! + 10,
      "one of them must have been cut into many more turns",
    );
    const blind = (frame: GlassFrame) => {
      const { history, last, witnessed, deaths } = frame.minds["blue"]!;
      const until = 1195;
      return {
        history: history.filter(({ tick }) => tick <= until),
        last: Object.entries(last).filter(([, { tick }]) => tick <= until),
        witnessed,
        deaths,
      };
    };
    assert.ok(blind(often).history.length > 3);
    assert.deepEqual(blind(often), blind(seldom));
  });

  it("an ask's id counts a seat's own asks and nothing else", () => {
    const played = game("ids", {}, 60);
    for (const { frame } of played.commits)
      for (const { id, to } of engine.world.asks(frame.state))
        assert.equal(id, `${to}-${frame.state.players[to]!.asks}`);
  });
});

describe("seats", () => {
  it("have no slope: an impostor in the first seat wins as often as in the last", () => {
    const games = long ? 4000 : 24;
    const wins = COLOURS.slice(0, 7).map(() => ({ won: 0, of: 0 }));
    for (let n = 0; n < games; n++) {
      const first = n % 7;
      const seats = COLOURS.slice(0, 7).map((id, seat) => ({
        id,
        role: seat === first ? ("impostor" as const) : ("crewmate" as const),
      }));
      const { outcome } = game(`seat ${SEED} ${n}`, { seats, settings: { impostors: 1, gameEndAsk: false } });
      wins[first]!.of++;
      if ((outcome as { winner: string }).winner === "impostors") wins[first]!.won++;
    }
    const rates = wins.map(({ won, of }) => won / of);
    const mean = rates.reduce((a, b) => a + b, 0) / rates.length;
    // Least squares over seats; three standard errors of a slope under no slope at all.
    const slope = rates.reduce((sum, rate, seat) => sum + (seat - 3) * (rate - mean), 0) / 28;
    const error = Math.sqrt((Math.max(mean * (1 - mean), 0.05) * 7) / games / 28);
    if (long) {
      const points = (share: number) => (100 * share).toFixed(2);
      process.stdout.write(`# ${games} games: slope ${points(slope)} points a seat, ± ${points(1.96 * error)}\n`);
      assert.ok(Math.abs(slope) <= 0.02, `slope ${slope} a seat`);
    }
    assert.ok(Math.abs(slope) <= 3 * error, `slope ${slope} a seat, at most ${3 * error} (${JSON.stringify(wins)})`);
  });
});

describe("determinism", () => {
  it("the same seed gives the same truth in another process", () => {
    const script = `import { game } from ${JSON.stringify(new URL("./stage.ts", import.meta.url).href)}; process.stdout.write(game("twice", {}, 300).truth);`;
    const other = spawnSync(process.execPath, ["--input-type=module-typescript", "-e", script], { encoding: "utf8" });
    assert.equal(other.stdout, game("twice", {}, 300).truth, other.stderr);
  });
  it("another seed gives another", () => assert.notEqual(game("one", {}, 40).truth, game("two", {}, 40).truth));
});
