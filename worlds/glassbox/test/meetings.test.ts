// Meetings from call to resumption, and every trigger: who is asked, why, and what mutes it.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { decideGod, viewOf } from "@orrery/kernel";
import { openTriggers } from "../open.ts";
import type { GlassConfig } from "../settings.ts";
import type { GlassAction, GlassState, Player } from "../shape.ts";
import { applyTriggerConfig, MUTABLE, type TriggerConfig } from "../triggers.ts";
import {
  askedOf,
  asking,
  engine,
  type GlassFrame,
  given,
  happened,
  interact,
  kill,
  move,
  playOn,
  reflect,
  sabotage,
  scene,
  speak,
  vote,
  wait,
} from "./stage.ts";

const HOLD = ["hold", 1350, 2250] as const;
const BRIDGE = ["bridge", 3850, 350] as const;
const BODY = { who: "orange", place: "hold", x: 1500, y: 2300, tick: 900 };
const view = (frame: GlassFrame, id: string) => viewOf(engine, frame, id);
/** The dice leave speakers in seat order: each of the draws of a shuffle keeps its item. */
const inSeatOrder = (n: number): (readonly [string, number])[] =>
  Array.from({ length: n - 1 }, (_, i) => ["speakers", n - 1 - i] as const);
const next = (frame: GlassFrame, ...answers: readonly GlassAction[]): GlassFrame =>
  given({ state: frame.state }).when(...answers).after;
const all = (frame: GlassFrame, of: (id: string) => GlassAction): GlassFrame =>
  next(frame, ...engine.world.asks(frame.state).map(({ to }) => of(to)));

/** Blue reports the body of orange; red, blue, green and pink live. */
function called(
  settings: GlassConfig["settings"] = {},
  change: Readonly<Record<string, Partial<Player>>> = {},
): GlassFrame {
  const state = scene(
    { red: HOLD, blue: HOLD },
    { asked: ["blue"], settings, change: { orange: { life: "ghost" }, ...change }, state: { bodies: [BODY] } },
  );
  return given({ state })
    .rolling(...inSeatOrder(4))
    .when(interact("blue", "body_orange")).after;
}
const BRIEF = {
  preparationAsk: false,
  deliberationAsk: false,
  discussionRounds: 1,
  discussionOrder: "together",
  consolidationAsk: false,
} as const;
/** The same, at its vote. */
const voting = (settings: GlassConfig["settings"] = {}, change = {}) =>
  all(called({ ...BRIEF, ...settings }, change), (id) => speak(id, ""));
const result = (frame: GlassFrame) => frame.state.past.at(-1)!;

describe("a meeting", () => {
  it("brings everyone to the table, takes bodies away and tells who is dead", () => {
    const { state } = called();
    assert.equal(state.phase, "MEETING");
    assert.deepEqual(state.bodies, []);
    for (const id of ["red", "blue", "green", "pink"]) assert.equal(state.players[id]!.place, "atrium");
    assert.deepEqual(
      view(called(), "green").known_deaths.map(({ player, how }) => [player, how]),
      [["orange", "announced"]],
    );
  });

  it("keeps what everybody was doing until they have said how they go on", () => {
    const bunks = { kind: "bunks", sites: ["task_bunks_quarters"], done: 0, ready: 0 };
    const helm = { kind: "helm", sites: ["task_helm_bridge"], done: 0, ready: 0 };
    const at = { blue: HOLD, green: ["quarters", 3660, 2440], pink: HOLD, red: HOLD } as const;
    const change = { green: { tasks: [bunks] }, pink: { tasks: [helm] }, orange: { life: "ghost" as const } };
    for (const consolidationAsk of [true, false]) {
      const settings = { ...BRIEF, consolidationAsk, errands: true };
      const asked = ["red", "blue", "green", "pink"];
      const start = given({ state: scene(at, { asked, settings, change, state: { bodies: [BODY] } }) });
      const bench = interact("green", "task_bunks_quarters");
      const busy = start.when(move("red", "bridge"), bench, interact("pink", "task_helm_bridge"), wait("blue")).after;
      assert.equal(view(busy, "red").you.interrupted, null);
      const called = given({ state: asking(busy.state, "blue") })
        .rolling(...inSeatOrder(4))
        .when(interact("blue", "body_orange")).after;
      const was = {
        red: { location: "hold", heading: "bridge", at_work: null },
        blue: { location: "hold", heading: null, at_work: null },
        green: { location: "quarters", heading: null, at_work: { site: "task_bunks_quarters", seconds_left: 2.5 } },
        pink: { location: "hold", heading: "task_helm_bridge", at_work: null },
      };
      const of = (frame: GlassFrame) => Object.fromEntries(asked.map((id) => [id, view(frame, id).you.interrupted]));
      assert.deepEqual(of(called), was);
      assert.equal(view(called, "orange").you.interrupted, null);
      const over = all(
        all(called, (id) => speak(id, "")),
        (id) => vote(id, "skip"),
      );
      assert.deepEqual(askedOf(over, "red"), ["MEETING_END"]);
      assert.deepEqual(of(over), was);
      const on = untilAsked(all(over, wait), "red");
      assert.equal(on.state.phase, "PLAYING");
      assert.equal(view(on, "red").you.interrupted, null);
    }
  });

  it("goes through its stages in order, all of them when all are wanted", () => {
    const stages: string[] = [];
    let frame = called({ interruptAsk: true, discussionRounds: 2, discussionOrder: "together" });
    while (frame.state.phase === "MEETING") {
      const { stage, round } = frame.state.meeting!;
      stages.push(stage === "discussion" ? `${stage} ${round}` : stage);
      frame = all(frame, (id) =>
        stage === "discussion" ? speak(id, "x") : stage === "vote" ? vote(id, "skip") : reflect(id),
      );
    }
    assert.deepEqual(stages, [
      "interrupt",
      "preparation",
      "discussion 1",
      "discussion 2",
      "deliberation",
      "vote",
      "consolidation",
    ]);
  });

  it("lets people speak in turn, hears each other, and rotates who begins", () => {
    let frame = called({ preparationAsk: false });
    const spoke: string[] = [];
    for (let i = 0; i < 8; i++) {
      const [ask, ...others] = engine.world.asks(frame.state);
      assert.equal(others.length, 0);
      spoke.push(ask!.to);
      assert.equal(view(frame, ask!.to).meeting!.statements.length, i);
      frame = next(frame, speak(ask!.to, `I am ${ask!.to}`));
    }
    assert.deepEqual(spoke, ["red", "blue", "green", "pink", "blue", "green", "pink", "red"]);
    assert.equal(frame.state.meeting!.stage, "deliberation");
  });

  it("together, nobody hears anyone before all have spoken", () => {
    const frame = all(called({ ...BRIEF, discussionRounds: 2 }), (id) => speak(id, id));
    assert.deepEqual(
      view(frame, "red").meeting!.statements.map(({ text }) => text),
      ["red", "blue", "green", "pink"],
    );
  });

  it("keeps claims beside words, and silence out of the minutes", () => {
    const claim = { kind: "saw_vent", player: "red", place: "hold" } as const;
    const frame = all(called(BRIEF), (id) =>
      id === "blue"
        ? { actorId: id, type: "speak", metadata: { text: "Red vented!", claims: [claim] } }
        : speak(id, "  "),
    );
    assert.deepEqual(
      view(frame, "red").meeting!.statements.map(({ who, claims }) => [who, claims]),
      [["blue", [claim]]],
    );
  });

  it("a statement is bounded, and nobody speaks or votes out of turn", () => {
    const frame = called({ preparationAsk: false, statementMax: 40 });
    given({ state: frame.state })
      .when(speak("red", "x".repeat(41)))
      .refused("too_long");
    given({ state: frame.state }).when(speak("blue", "x")).refused("not_now");
    given({ state: frame.state }).when(vote("red", "blue")).refused("not_now");
    given({ state: voting().state }).when(vote("red", "orange")).refused("not_available");
  });

  const votes: readonly [what: string, votes: readonly [string, string, string, string], ejected: string | null][] = [
    ["most votes eject", ["blue", "red", "red", "red"], "red"],
    ["a tie ejects nobody", ["blue", "red", "red", "blue"], null],
    ["a tie with skip ejects nobody", ["skip", "skip", "red", "red"], null],
    ["skip ejects nobody", ["skip", "skip", "skip", "red"], null],
  ];
  for (const [what, [red, blue, green, pink], ejected] of votes)
    it(what, () => {
      const frame = next(
        voting({ gameEndAsk: false }),
        vote("red", red),
        vote("blue", blue),
        vote("green", green),
        vote("pink", pink),
      );
      assert.equal(result(frame).ejected, ejected);
      assert.equal(frame.state.players["red"]!.life, ejected === "red" ? "ghost" : "alive");
      if (ejected === "red") assert.deepEqual(frame.state.result!.by, "ejection");
    });

  it("votes are secret until all are in, and missing ones count for nothing", () => {
    const frame = voting();
    const half = given(
      { state: frame.state },
      { type: "intended", who: "red", intent: { type: "vote", target: "blue" } },
    ).frame;
    assert.ok(!JSON.stringify(view(half, "green")).includes('"vote":'));
    assert.deepEqual(view(half, "green").past_meetings, []);
    assert.deepEqual(result(next(frame, vote("red", "blue"))).tally, { blue: 1 });
  });

  it("anonymous votes show numbers only, and an ejection is confirmed or not", () => {
    const change = { pink: { role: "crewmate" as const } };
    const hidden = next(
      voting({ anonymousVotes: true, confirmEjects: false }, change),
      vote("red", "pink"),
      vote("blue", "pink"),
    );
    assert.deepEqual([result(hidden).votes, result(hidden).tally, result(hidden).wasImpostor], [{}, { pink: 2 }, null]);
    const open = next(voting({}, change), vote("red", "pink"), vote("blue", "pink"));
    assert.deepEqual([result(open).votes, result(open).wasImpostor], [{ red: "pink", blue: "pink" }, false]);
    assert.equal(view(open, "blue").players.find(({ id }) => id === "pink")!.role, "crewmate");
    assert.equal(view(hidden, "blue").players.find(({ id }) => id === "pink")!.role, null);
  });

  it("resets cooldowns, erases the meeting's scratchpad and asks everybody to go on", () => {
    const scratch = { blue: { notes: { plan: "p", events: "e", suspicions: "s", meeting_scratch: "m" } } };
    const frame = all(voting({}, scratch), (id) => vote(id, "skip"));
    const { state } = frame;
    assert.equal(state.phase, "PLAYING");
    assert.equal(state.players["red"]!.killReady, state.tick + 300);
    assert.equal(state.buttonReady, state.tick + 150);
    assert.deepEqual(state.players["blue"]!.notes, { plan: "p", events: "e", suspicions: "s", meeting_scratch: "" });
    assert.deepEqual(askedOf(frame, "green"), ["MEETING_END"]);
  });

  it("a ghost's work goes on while the living talk", () => {
    const bunks = { kind: "bunks", sites: ["task_bunks_quarters"], done: 0, ready: 0 };
    const doing = { what: "task", site: "task_bunks_quarters", since: 990, until: 1020 } as const;
    const ghost = { pink: { life: "ghost" as const, tasks: [bunks], doing, place: "quarters", x: 3660, y: 2440 } };
    const state = scene(
      { red: HOLD, blue: HOLD },
      { asked: ["blue"], settings: BRIEF, change: { orange: { life: "ghost" }, ...ghost }, state: { bodies: [BODY] } },
    );
    const met = given({ state }).rolling(["speakers", 2], ["speakers", 1]).when(interact("blue", "body_orange")).after;
    const resumed = all(
      all(met, (id) => speak(id, "")),
      (id) => vote(id, "skip"),
    );
    assert.ok(resumed.state.tick > 1020);
    assert.equal(onward(resumed).state.players["pink"]!.tasks[0]!.done, 1);
  });

  it("does not keep from the dead that they have died, where it is called at once or the game is over", () => {
    const button = { tick: 999, points: [2095, 1300, 2100, 1300], places: ["atrium"], to: "atrium", follow: null };
    const walk = { ...button, caught: false, use: { what: "interact", site: "button" } } as const;
    const at = { red: HOLD, green: ["hold", 1400, 2250], blue: ["atrium", 2095, 1300] } as const;
    const murdered = given({ state: scene(at, { change: { blue: { walk } } }) })
      .rolling(...inSeatOrder(4))
      .when(kill("red", "green"));
    assert.equal(happened(murdered, "meeting_called")[0]!.tick, 1001);
    assert.deepEqual(askedOf(murdered.after, "green"), ["DEATH"]);
    assert.deepEqual(askedOf(murdered.after, "red"), ["DISCUSSION_START"]);
    const discussing = next(murdered.after, reflect("green"));
    assert.equal(discussing.state.meeting!.stage, "discussion");
    assert.equal(askedOf(discussing, "green"), null);
    const gone = { pink: { life: "ghost" }, orange: { life: "ghost" } } as const;
    const last = { change: gone, settings: { gameEndAsk: true } };
    const parity = given({ state: scene({ red: HOLD, green: ["hold", 1400, 2250] }, last) }).when(kill("red", "green"));
    assert.deepEqual(askedOf(parity.after, "green"), ["DEATH", "GAME_END"]);
    assert.deepEqual(askedOf(parity.after, "red"), ["GAME_END"]);
    const voted = all(voting({ gameEndAsk: true }), (id) => vote(id, "red"));
    assert.deepEqual(askedOf(voted, "red"), ["DEATH", "GAME_END"]);
  });

  it("the consolidation is also where one says what to do next; the one who was ejected is told", () => {
    const frame = next(voting({ consolidationAsk: true }), vote("blue", "pink"), vote("green", "pink"));
    assert.deepEqual(askedOf(frame, "pink"), ["DEATH"]);
    assert.deepEqual(askedOf(frame, "blue"), ["MEETING_END"]);
    const after = next(frame, move("blue", "bridge"), reflect("pink"));
    assert.equal(after.state.players["blue"]!.walk!.to, "bridge");
    assert.equal(after.state.phase, "PLAYING");
  });

  it("ends critical sabotage, and leaves lights out", () => {
    const state = (system: "reactor" | "lights") =>
      given({
        state: scene(
          { blue: ["atrium", 2100, 1300] },
          {
            asked: ["blue"],
            state: {
              bodies: [{ ...BODY, place: "atrium", x: 2100, y: 1300 }],
              sabotage: { system, since: 900, until: system === "reactor" ? 1300 : null, fixed: [] },
            },
            change: { orange: { life: "ghost" } },
          },
        ),
      })
        .rolling(...inSeatOrder(4))
        .when(interact("blue", "body_orange")).after.state;
    assert.equal(state("reactor").sabotage, null);
    assert.equal(state("lights").sabotage!.system, "lights");
  });

  it("the button calls one too, so often as is allowed, and not during sabotage", () => {
    const at = { blue: ["atrium", 2100, 1300] } as const;
    const change = { blue: { tasks: [{ kind: "wiring", sites: ["task_wiring_atrium"], done: 0, ready: 0 }] } };
    const start = given({ state: scene(at, { asked: ["blue"], change }) });
    const after = start.rolling(...inSeatOrder(5)).when(interact("blue", "button")).after;
    assert.equal(after.state.meeting!.body, null);
    assert.equal(after.state.players["blue"]!.emergencies, 0);
    given({ state: scene(at, { asked: ["blue"], change, settings: { emergencyMeetings: 0 } }) })
      .when(interact("blue", "button"))
      .refused("not_available");
    const jam = { system: "comms", since: 990, until: null, fixed: [] } as const;
    given({ state: scene(at, { asked: ["blue"], change, state: { sabotage: jam } }) })
      .when(interact("blue", "button"))
      .refused("not_available");
    given({ state: scene(at, { asked: ["blue"], change, state: { buttonReady: 1001 } }) })
      .when(interact("blue", "button"))
      .refused("not_available");
  });

  it("of two reports the dice choose the caller", () => {
    const state = scene(
      { blue: HOLD, green: HOLD },
      { asked: ["blue", "green"], change: { orange: { life: "ghost" } }, state: { bodies: [BODY] } },
    );
    const acted = given({ state })
      .rolling(["caller", 1], ...inSeatOrder(4))
      .when(interact("blue", "body_orange"), interact("green", "body_orange"));
    assert.equal(happened(acted, "meeting_called")[0]!.by, "green");
  });

  it("suspicions are kept at the three moments and refused about nobody", () => {
    const of = { blue: 70 };
    const moments: string[] = [];
    let frame = called({ discussionRounds: 1, discussionOrder: "together" });
    while (frame.state.phase === "MEETING") {
      const { stage } = frame.state.meeting!;
      const answers = engine.world.asks(frame.state).map(({ to }): GlassAction => {
        const metadata = to === "red" ? { suspicions: of } : {};
        if (stage === "discussion") return { actorId: to, type: "speak", metadata: { text: "", ...metadata } };
        return stage === "vote"
          ? { actorId: to, type: "vote", targetId: "skip", metadata }
          : { actorId: to, type: "reflect", metadata };
      });
      const acted = given({ state: frame.state }).when(...answers);
      moments.push(...happened(acted, "suspected").map(({ moment }) => moment));
      frame = acted.after;
    }
    assert.deepEqual(moments, ["before_meeting", "after_discussion", "before_vote"]);
    given({ state: called().state })
      .when({ ...reflect("red"), metadata: { suspicions: { nobody: 5 } } } as GlassAction)
      .refused("not_a_suspect");
    given({ state: called().state })
      .when({ ...reflect("red"), metadata: { suspicions: { red: 5 } } } as GlassAction)
      .refused("not_a_suspect");
  });
});

describe("notes and thoughts", () => {
  it("are kept, seen by their owner alone, and replaced pad by pad", () => {
    const start = given({ state: scene({}) });
    const noted = start.when({
      ...wait("red"),
      metadata: { thought: "T0", notes: { plan: "P0" } },
    } as GlassAction).after;
    assert.equal(view(noted, "red").you.notes.plan, "P0");
    assert.ok(!JSON.stringify(view(noted, "red")).includes("T0"), "thoughts are for the glass box, not for prompts");
    for (const id of ["blue", "green"]) assert.ok(!JSON.stringify(view(noted, id)).includes("P0"));
  });
  for (const metadata of [
    { thought: "x".repeat(2001) },
    { notes: { plan: "x".repeat(3001) } },
    { notes: { diary: "x" } },
    { notes: "x" },
    { secret: 1 },
    { suspicions: { blue: 101 } },
    { suspicions: { blue: 0.5 } },
  ])
    it(`are bounded by schema: ${JSON.stringify(metadata).slice(0, 40)}`, () => {
      given({ state: scene({}) })
        .whenGiven("red", { ...wait("red"), metadata })
        .refused("invalid_action");
    });
  it("lessons are written after the end and not before", () => {
    const learned = { games: 1, lessons: [] };
    given({ state: scene({}) })
      .when({ ...reflect("red"), metadata: { learned } } as GlassAction)
      .refused("not_after_the_end");
  });
});

// ---------------------------------------------------------------- triggers

const heard = (of: Partial<Player["triggers"]> = {}): Player["triggers"] => ({
  muted: [],
  every: 0,
  random: 0,
  intersection: false,
  hallway_waypoint: false,
  ...of,
});
const ears = (...ids: string[]) => Object.fromEntries(ids.map((id) => [id, { triggers: heard() }]));
/** Triggers with the comings and goings of others muted. */
const deaf = (of: Partial<Player["triggers"]>) =>
  heard({
    ...of,
    muted: (["PLAYER_ENTERS_FOV", "PLAYER_EXITS_FOV", "OBJECT_IN_RANGE"] as const).map((type) => ({
      type,
      until: null,
    })),
  });
const onward = (frame: GlassFrame): GlassFrame =>
  next(frame, ...engine.world.asks(frame.state).map((ask) => ask.fallback!("scripted")));
/** Everybody waits until a player is asked. */
function untilAsked(frame: GlassFrame, id: string, most = 60): GlassFrame {
  let now = frame;
  for (let i = 0; i < most; i++) {
    if (askedOf(now, id)) return now;
    now = next(now, ...engine.world.asks(now.state).map((ask) => ask.fallback!("scripted")));
  }
  assert.fail(`${id} was not asked`);
}
const can = (frame: GlassFrame, id: string) => view(frame, id).available_actions.available_interactions;
const dataOf = (frame: GlassFrame, id: string, type: string) =>
  frame.state.players[id]!.asked!.find((wake) => wake.type === type)!.data;

describe("triggers", () => {
  const meet = { blue: ["hold", 1000, 2250], green: ["hall_southwest", 1300, 1800] } as const;
  it("PLAYER_ENTERS_FOV and PLAYER_EXITS_FOV name the player and the place", () => {
    const start = given({ state: scene(meet, { asked: ["green"], change: ears("blue") }) });
    assert.deepEqual(
      view(start.frame, "blue")
        .vision.players_visible.map(({ id }) => id)
        .includes("green"),
      false,
    );
    const came = untilAsked(start.when(move("green", "workshop")).after, "blue");
    assert.deepEqual(dataOf(came, "blue", "PLAYER_ENTERS_FOV"), { player: "green", location: "hold" });
    const left = untilAsked(
      next(
        came,
        wait("blue"),
        ...engine.world
          .asks(came.state)
          .filter(({ to }) => to !== "blue")
          .map((ask) => ask.fallback!("scripted")),
      ),
      "blue",
    );
    assert.deepEqual(dataOf(left, "blue", "PLAYER_EXITS_FOV")["player"], "green");
    assert.ok(view(left, "blue").known_locations["green"]);
  });

  it("BODY_IN_FOV comes when a body comes into sight", () => {
    const start = given({
      state: scene(
        { blue: ["hall_southwest", 1300, 1800] },
        { asked: ["blue"], change: { orange: { life: "ghost" }, ...ears("blue") }, state: { bodies: [BODY] } },
      ),
    });
    const found = untilAsked(start.when(move("blue", "hold")).after, "blue");
    assert.ok(askedOf(found, "blue")!.includes("BODY_IN_FOV"));
    assert.deepEqual(
      view(found, "blue").known_deaths.map(({ player, how }) => [player, how]),
      [["orange", "body"]],
    );
  });

  it("INTERSECTION and HALLWAY_WAYPOINT come on the way, for those who opted in and no others", () => {
    const onTheWay = (triggers: Player["triggers"]) => {
      const start = given({ state: scene({ blue: HOLD }, { asked: ["blue"], change: { blue: { triggers } } }) });
      const heardOf: string[] = [];
      for (let now = start.when(move("blue", "dynamo")).after; ; now = onward(now)) {
        heardOf.push(...(askedOf(now, "blue") ?? []));
        if (heardOf.includes("DESTINATION_REACHED")) return heardOf;
      }
    };
    assert.deepEqual(onTheWay(deaf({ intersection: true, hallway_waypoint: true })), [
      "INTERSECTION",
      "HALLWAY_WAYPOINT",
      "HALLWAY_WAYPOINT",
      "INTERSECTION",
      "DESTINATION_REACHED",
    ]);
    assert.deepEqual(onTheWay(deaf({})), ["DESTINATION_REACHED"]);
  });

  it("OBJECT_IN_RANGE names each thing that can be used in the place one enters", () => {
    const jam = { system: "lights", since: 990, until: null, fixed: [] } as const;
    const start = given({
      state: scene(
        { blue: ["hall_southwest", 1200, 1800] },
        { asked: ["blue"], change: { blue: { triggers: heard(), tasks: [] } }, state: { sabotage: jam } },
      ),
    });
    const there = untilAsked(start.when(move("blue", "dynamo")).after, "blue");
    assert.deepEqual(dataOf(there, "blue", "OBJECT_IN_RANGE"), { object: "panel_lights", location: "dynamo" });
  });

  /** What blue, who heeds it all, is told to have come into its reach, turn by turn until it has been told so often. */
  const reached = (now: GlassFrame, times: number): readonly (readonly [tick: number, object: unknown])[] => {
    const out: (readonly [number, unknown])[] = [];
    for (let frame = now; out.length < times; frame = onward(frame)) {
      assert.ok(frame.state.tick < 1200, `blue is told of ${JSON.stringify(out)} alone`);
      for (const { type, tick, data } of frame.state.players["blue"]!.asked ?? [])
        if (type === "OBJECT_IN_RANGE") out.push([tick, data["object"]]);
    }
    return out;
  };
  const heeding = (more: Partial<Player> = {}) => ({ blue: { triggers: heard(), tasks: [], emergencies: 0, ...more } });

  it("OBJECT_IN_RANGE comes once for a body that one comes near enough to to report it", () => {
    const body = { ...BODY, x: 1780, y: 2300 };
    const change = { orange: { life: "ghost" as const }, ...heeding() };
    const at = { blue: ["hold", 1000, 2300], red: BRIDGE, green: BRIDGE, pink: BRIDGE } as const;
    const settings = { speedPercent: 200, crewVisionPercent: 200 };
    const start = given({
      state: scene(at, { asked: ["blue", "green"], settings, change, state: { bodies: [body] } }),
    });
    // Green's way through the bridge makes eyes look round all the time.
    const there = untilAsked(start.when(move("blue", "workshop"), move("green", "quarters")).after, "blue");
    assert.deepEqual(askedOf(there, "blue"), ["BODY_IN_FOV"]);
    assert.deepEqual(can(there, "blue"), []);
    const near = untilAsked(onward(there), "blue");
    assert.deepEqual(askedOf(near, "blue"), ["OBJECT_IN_RANGE"]);
    assert.deepEqual(dataOf(near, "blue", "OBJECT_IN_RANGE"), { object: "body_orange", location: "hold" });
    assert.deepEqual(can(near, "blue"), ["body_orange"]);
    // 530 units away at the first look, 280 at the second.
    assert.equal(near.state.tick, 1010);
    assert.deepEqual(askedOf(untilAsked(onward(near), "blue"), "blue"), ["DESTINATION_REACHED"]);
  });

  it("OBJECT_IN_RANGE comes for a body that falls beside one", () => {
    const at = { red: HOLD, blue: ["hold", 1450, 2250], green: ["hold", 1350, 2400] } as const;
    const start = given({ state: scene(at, { change: heeding() }) });
    assert.deepEqual(reached(start.when(kill("red", "green")).after, 1), [[1005, "body_green"]]);
  });

  it("OBJECT_IN_RANGE comes for what sabotage lets one use, and for what it kept from one", () => {
    const at = { blue: ["dynamo", 960, 1640] } as const;
    const start = given({ state: scene(at, { change: heeding() }) });
    assert.deepEqual(reached(start.when(sabotage("red", "lights")).after, 1), [[1000, "panel_lights"]]);
    const jam = { system: "lights", since: 990, until: null, fixed: [] } as const;
    const doing = { what: "panel", site: "panel_lights", since: 980, until: 1007 } as const;
    const change = { ...heeding({ emergencies: 1 }), green: { doing } };
    const hub = { blue: ["atrium", 2100, 1500], green: ["dynamo", 960, 1640] } as const;
    const mended = given({ state: scene(hub, { change, state: { sabotage: jam } }) }).when(wait("red")).after;
    assert.deepEqual(reached(mended, 1), [[1007, "button"]]);
  });

  it("OBJECT_IN_RANGE comes for what is ready where one is, and was not before", () => {
    const hub = { blue: ["atrium", 2100, 1500] } as const;
    const rested = scene(hub, { change: heeding({ emergencies: 1 }), state: { buttonReady: 1007 } });
    assert.deepEqual(reached(given({ state: rested }).when(wait("red")).after, 1), [[1007, "button"]]);
    const site = "task_sample_infirmary";
    const sample = (done: number, ready: number) => [{ kind: "sample", sites: [site, site], done, ready }];
    const in_ = { blue: ["infirmary", 960, 200] } as const;
    const waiting = scene(in_, { change: heeding({ tasks: sample(1, 1012) }) });
    assert.deepEqual(reached(given({ state: waiting }).when(wait("red")).after, 1), [[1012, site]]);
  });

  it("COOLDOWN_READY tells the killer, and everyone of the button", () => {
    const start = given({
      state: scene(
        {},
        { change: { red: { killReady: 1005, triggers: heard() }, ...ears("blue") }, state: { buttonReady: 1007 } },
      ),
    });
    const ready = untilAsked(start.when(wait("red")).after, "red");
    assert.deepEqual(dataOf(ready, "red", "COOLDOWN_READY"), { what: "kill" });
    const button = untilAsked(next(ready, wait("red")), "blue");
    assert.equal(button.state.tick, 1007);
    assert.deepEqual(dataOf(button, "blue", "COOLDOWN_READY"), { what: "emergency" });
  });

  it("EVERY_N_SECONDS comes at every N seconds", () => {
    const start = given({ state: scene({}, { change: { blue: { triggers: heard({ every: 3 }) } } }) });
    assert.equal(untilAsked(start.when(wait("red")).after, "blue").state.tick, 1020);
  });

  it("RANDOM_N_SECONDS is drawn anew each time, or is every N seconds where chance is off", () => {
    const at = (randomTicks: boolean) =>
      scene(
        {},
        { settings: { randomTicks, decisionMs: 60_000 }, change: { blue: { triggers: heard({ random: 9 }) } } },
      );
    const rolled = given({ state: at(true) })
      .rolling(["random blue", 4])
      .when(wait("red")).after;
    assert.equal(rolled.state.tick, 1040);
    assert.deepEqual(askedOf(rolled, "blue"), ["RANDOM_N_SECONDS"]);
    assert.equal(given({ state: rolled.state }).rolling(["random blue", 7]).when(wait("blue")).after.state.tick, 1110);
    assert.equal(given({ state: at(false) }).when(wait("red")).after.state.tick, 1090);
  });

  it("DECISION_TICK asks impostors at their pace, and crew never", () => {
    const after = given({ state: scene({}, { settings: { decisionMs: 2500 } }) }).when(wait("red")).after;
    assert.equal(after.state.tick, 1025);
    assert.deepEqual(askedOf(after, "red"), ["DECISION_TICK"]);
    assert.equal(askedOf(after, "blue"), null);
  });

  it("SABOTAGE_CRITICAL is heard by all, muted or not", () => {
    const mute = { triggers: applyTriggerConfig(heard(), { mute: [{ type: "SABOTAGE_START" }] } as TriggerConfig) };
    const after = given({ state: scene({}, { change: { blue: mute } }) }).when(sabotage("red", "reactor")).after;
    assert.deepEqual(askedOf(after, "blue"), ["SABOTAGE_CRITICAL"]);
  });

  it("GAME_START asks everybody once, and VOTE_START all the living, with the cause of the meeting", () => {
    const { frame } = given({ config: {}, seed: "start" });
    const asks = engine.world.asks(frame.state);
    assert.deepEqual(
      asks.map(({ to }) => to),
      frame.state.seats.map(({ id }) => id),
    );
    for (const { to } of asks) {
      assert.deepEqual(view(frame, to).ask, {
        kind: "decision",
        triggers: [{ trigger_type: "GAME_START", trigger_data: { timestamp: 0 } }],
        suspicions: null,
      });
      assert.equal(view(frame, to).phase, "LOBBY");
    }
    const begun = next(frame, ...asks.map(({ to }) => wait(to)));
    assert.equal(begun.state.phase, "PLAYING");
    for (const { to } of asks) assert.ok(!askedOf(begun, to)?.includes("GAME_START"), to);
    const muted = { triggers: heard({ muted: MUTABLE.map((type) => ({ type, until: null })) }) };
    const ballot = voting({}, { green: muted });
    assert.deepEqual(
      engine.world.asks(ballot.state).map(({ to }) => to),
      ["red", "blue", "green", "pink"],
    );
    const { timestamp, ...data } = view(ballot, "green").ask!.triggers[0]!.trigger_data;
    assert.deepEqual(askedOf(ballot, "green"), ["VOTE_START"]);
    assert.deepEqual(data, { stage: "vote", round: 1, by: "blue", body: "orange" });
    assert.equal(timestamp, ballot.state.tick / 10);
    const { kind, suspicions } = view(ballot, "green").ask!;
    assert.deepEqual([kind, suspicions], ["vote", "before_vote"]);
    assert.equal(askedOf(ballot, "orange"), null);
  });

  it("the mandatory cannot be muted: the contract refuses it", () => {
    for (const type of ["GAME_START", "DISCUSSION_START", "VOTE_START", "GAME_END", "SABOTAGE_CRITICAL"])
      given({ state: scene({}) })
        .whenGiven("red", { ...wait("red"), metadata: { triggers: { mute: [{ type }] } } })
        .refused("invalid_action");
  });

  it("mute until: the condition lifts it, by its alias too, and only then", () => {
    const triggers: TriggerConfig = {
      mute: [{ type: "INTERSECTION", until: "REACHED_DESTINATION" }],
      intersection: true,
    };
    const start = given({
      state: scene({ blue: HOLD }, { asked: ["blue"], change: { blue: { triggers: deaf({}) } } }),
    });
    const there = untilAsked(
      start.when({ ...move("blue", "workshop"), metadata: { triggers } } as GlassAction).after,
      "blue",
    );
    assert.deepEqual(askedOf(there, "blue"), ["DESTINATION_REACHED"]);
    assert.ok(!there.state.players["blue"]!.triggers.muted.some(({ type }) => type === "INTERSECTION"));
    const others = engine.world.asks(there.state).filter(({ to }) => to !== "blue");
    const back = next(there, move("blue", "hold"), ...others.map((ask) => ask.fallback!("scripted")));
    assert.deepEqual(askedOf(untilAsked(back, "blue"), "blue"), ["INTERSECTION"]);
  });

  it("mute until: one's destination is reached as well where one has something to do there", () => {
    const bunks = { kind: "bunks", sites: ["task_bunks_quarters"], done: 0, ready: 0 };
    const mute = { mute: [{ type: "INTERSECTION", until: "REACHED_DESTINATION" }] } as TriggerConfig;
    const lifted = (x: number, deed: GlassAction) => {
      const change = { blue: { triggers: deaf({ intersection: true }), tasks: [bunks] } };
      const state = scene({ blue: ["quarters", x, 2400] }, { asked: ["blue"], change });
      const told = given({ state }).when({ ...deed, metadata: { triggers: mute } } as GlassAction).after;
      const done = untilAsked(told, "blue");
      assert.deepEqual(askedOf(done, "blue"), ["TASK_COMPLETE"]);
      return !done.state.players["blue"]!.triggers.muted.some(({ type }) => type === "INTERSECTION");
    };
    assert.ok(lifted(3900, interact("blue", "task_bunks_quarters")), "after a walk to it");
    assert.ok(lifted(3660, interact("blue", "task_bunks_quarters")), "at hand");
  });

  it("a mute stays until it is taken back", () => {
    const muted = openTriggers(scene({}).settings, "crewmate");
    assert.ok(muted.muted.some(({ type }) => type === "OBJECT_IN_RANGE"));
    assert.ok(
      !applyTriggerConfig(muted, { unmute: ["OBJECT_IN_RANGE"] }).muted.some(({ type }) => type === "OBJECT_IN_RANGE"),
    );
  });

  it("what happens while one is not asked is in the history of the next ask, and what is dropped is counted", () => {
    const settings = { historyMax: 5, decisionMs: 60_000 };
    let now = given({
      state: scene(
        { blue: ["hall_south", 2100, 1800] },
        { asked: ["green"], settings, change: { blue: { triggers: deaf({}) } } },
      ),
    }).frame;
    for (let i = 0; i < 12; i++) {
      now = playOn(now, [move("green", i % 2 === 0 ? "atrium" : "workshop")]);
      now = { ...now, state: asking(now.state, "green") };
    }
    const { recent_history, history_dropped } = view(now, "blue");
    assert.equal(recent_history.length, 5);
    assert.ok(history_dropped > 0);
    assert.ok(
      recent_history.some(({ vision }) => vision.players.includes("green") && vision.location === "hall_south"),
    );
    const answered = playOn({ ...now, state: asking(now.state, "blue") });
    assert.ok(view(answered, "blue").recent_history.length < 5);
    assert.equal(view(answered, "blue").history_dropped, 0);
  });

  it("the message has a type, data and a time in seconds", () => {
    const after = given({ state: scene({}) }).when(sabotage("red", "lights")).after;
    assert.deepEqual(view(after, "blue").ask!.triggers[0], {
      trigger_type: "LIGHTS_OUT",
      trigger_data: { system: "lights", timestamp: 100 },
    });
  });
});

describe("a silent player", () => {
  it("falls back to what is always admitted: wait, silence, skip, reflection", () => {
    const fallbacks = (state: GlassState) => engine.world.asks(state).map((ask) => ask.fallback!("deadline").type);
    assert.deepEqual(fallbacks(scene({})), ["wait"]);
    assert.deepEqual(fallbacks(called({ preparationAsk: false }).state), ["speak"]);
    assert.deepEqual(fallbacks(voting().state), ["vote", "vote", "vote", "vote"]);
    assert.deepEqual(fallbacks(called().state), ["reflect", "reflect", "reflect", "reflect"]);
  });
  it("a game in which nobody ever answers comes to its end", () => {
    let frame = given({ config: {}, seed: "silent" }).frame;
    let turns = 0;
    for (; !frame.state.closed && turns < 5000; turns++)
      frame = next(frame, ...engine.world.asks(frame.state).map((ask) => ask.fallback!("deadline")));
    assert.deepEqual(frame.state.result!.by, "time");
  });
});

describe("gods", () => {
  /** The events of a god's whole turn, or the sentence that refuses it. */
  const god = (state: GlassState, type: string, targetId?: string, more: object = {}) => {
    const action = { actorId: "god", type, ...(targetId ? { targetId } : {}), ...more };
    const decided = decideGod(engine, given({ state }).frame, action, { seed: "god", salt: "0" });
    return "reason" in decided ? decided.message : (decided.events as readonly { type: string }[]);
  };
  const after = (state: GlassState, events: readonly { type: string }[] | string): GlassState => {
    assert.ok(typeof events !== "string", `${events}`);
    return given({ state }, ...(events as [])).frame.state;
  };
  it("kill, revive, move and recast, and what breaks the game is said", () => {
    const state = scene({ blue: HOLD });
    const dead = after(state, god(state, "kill", "blue"));
    assert.equal(dead.players["blue"]!.life, "ghost");
    assert.equal(dead.bodies.length, 1);
    assert.deepEqual(engine.world.valid!(dead), []);
    const back = after(dead, god(dead, "revive", "blue"));
    assert.deepEqual([back.players["blue"]!.life, back.bodies.length], ["alive", 0]);
    assert.equal(after(state, god(state, "move", "blue", { locationId: "bridge" })).players["blue"]!.place, "bridge");
    assert.equal(
      after(state, god(state, "set_role", "red", { metadata: { role: "crewmate" } })).result!.winner,
      "crew",
    );
    assert.match(god(state, "kill", "nobody") as string, /no player/);
    assert.match(god(state, "revive", "blue") as string, /not dead/);
    assert.match(god(state, "set_role", "blue", { metadata: { role: "impostor" } }) as string, /as many impostors/);
  });
  it("tell the victim of its death, whether it was asked, had answered or was not asked", () => {
    const killed = (state: GlassState) => after(state, god(state, "kill", "blue")).players["blue"]!;
    const types = (state: GlassState) => killed(state).asked?.map(({ type }) => type);
    for (const asked of [["blue", "green"], ["green"]]) {
      const state = scene({ blue: HOLD, green: BRIDGE }, { asked });
      const before = state.players["blue"]!;
      const blue = killed(state);
      assert.deepEqual(blue.asked!.at(-1), {
        type: "DEATH",
        tick: 1000,
        data: { how: "killed", by: null, location: "hold" },
      });
      assert.equal(blue.asked!.length, (before.asked ?? []).length + 1);
      assert.equal(blue.asks, before.asks + 1, "what is answered to an ask from before comes too late");
      // The ask of a player who sees nothing of it stays the same.
      assert.deepEqual(after(state, god(state, "kill", "blue")).players["green"], state.players["green"]);
    }
    const answered = scene(
      { blue: HOLD },
      { asked: ["blue", "green"], change: { blue: { intent: { type: "wait" } } } },
    );
    assert.deepEqual([types(answered)!.at(-1), killed(answered).intent], ["DEATH", null]);
    const muted = (type: "DEATH" | "BODY_IN_FOV", until: "DEATH" | null) => {
      const triggers = { ...answered.players["blue"]!.triggers, muted: [{ type, until }] };
      return scene({ blue: HOLD }, { asked: ["green"], change: { blue: { triggers } } });
    };
    assert.equal(types(muted("DEATH", null)), undefined, "whoever does not want to hear of it");
    assert.deepEqual(killed(muted("BODY_IN_FOV", "DEATH")).triggers.muted, []);
    // A kill that ends the game leaves it told as well.
    const last = scene(
      { blue: HOLD },
      {
        asked: ["green"],
        change: { green: { life: "ghost" }, pink: { life: "ghost" } },
        settings: { gameEndAsk: true },
      },
    );
    assert.ok(types(last)!.includes("DEATH"), types(last)?.join());
  });
  it("are witnessed: players with the victim in sight see the death, and no killer is named", () => {
    const state = scene({ blue: HOLD, green: BRIDGE }, { asked: ["pink", "green"] });
    const events = god(state, "kill", "blue") as readonly { type: string; witnesses?: readonly string[] }[];
    const { witnesses } = events.find(({ type }) => type === "killed")!;
    assert.deepEqual([...witnesses!].sort(), ["orange", "pink", "red"]);
    const { frame } = given({ state }, ...(events as []));
    for (const who of witnesses!) {
      const { known_deaths, witnessed_events } = view(frame, who);
      assert.deepEqual(
        known_deaths.map(({ player, how }) => [player, how]),
        [["blue", "witnessed"]],
      );
      assert.deepEqual(
        witnessed_events.map(({ type, data }) => [type, data["killer"]]),
        [["kill", null]],
      );
      assert.ok(frame.state.players[who]!.asked!.some(({ type }) => type === "KILL_WITNESSED"));
    }
    assert.deepEqual(view(frame, "green").known_deaths, []);
    assert.ok(!frame.state.players["green"]!.asked!.some(({ type }) => type === "KILL_WITNESSED"));
    // At the table everybody sees it, and nobody is asked out of turn.
    const table = after(scene({}), god(scene({}), "call_meeting"));
    const met = after(table, god(table, "kill", "blue"));
    for (const who of ["red", "green", "pink", "orange"])
      assert.ok(!met.players[who]!.asked?.some(({ type }) => type === "KILL_WITNESSED"), who);
  });
  it("take hands off what is held: a panel of the reactor is not mended by a player who is gone", () => {
    const site = "panel_reactor_upper";
    const sabotage = { system: "reactor", since: 990, until: 1300, fixed: [site] } as const;
    const doing = { what: "panel", site, since: 995, until: null } as const;
    const state = scene({}, { asked: ["green"], change: { blue: { doing } }, state: { sabotage } });
    for (const [deed, more] of [["kill"], ["disconnect"], ["move", { locationId: "bridge" }]] as const)
      assert.deepEqual(after(state, god(state, deed, "blue", more)).sabotage!.fixed, [], deed);
  });
  it("disconnect the one who is waited for, and the game goes on without it", () => {
    const state = scene({ blue: HOLD }, { asked: ["blue"] });
    const gone = after(state, god(state, "disconnect", "blue"));
    assert.equal(gone.players["blue"]!.life, "gone");
    assert.ok(engine.world.asks(gone).length > 0);
    assert.equal(gone.players["green"]!.life, "alive");
    const left = after(state, god(state, "disconnect", "red"));
    assert.deepEqual(left.result, { winner: "crew", by: "disconnected", tick: 1000 });
  });
  it("call a meeting and end a game", () => {
    const state = scene({});
    assert.equal(after(state, god(state, "call_meeting")).phase, "MEETING");
    assert.deepEqual(after(state, god(state, "end", undefined, { metadata: { winner: "nobody" } })).result!.by, "god");
  });
});
