// Every mechanic of play by given, when, then: walking, hands, vents, kills, sabotage, consoles, ghosts and the ways a game ends.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { viewOf } from "@orrery/kernel";
import type { GlassState, Task } from "../shape.ts";
import {
  askedOf,
  engine,
  fake,
  follow,
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
  wait,
} from "./stage.ts";

const HOLD = ["hold", 1350, 2250] as const;
const BRIDGE = ["bridge", 3850, 350] as const;
const view = (frame: GlassFrame, id: string) => viewOf(engine, frame, id);
const can = (frame: GlassFrame, id: string) => view(frame, id).available_actions;
const task = (kind: string, ...sites: string[]): Task => ({ kind, sites, done: 0, ready: 0 });
/** Lets everybody wait until a player is asked for this, or nobody has been for too long. */
function until(frame: GlassFrame, id: string, trigger: string, most = 200): GlassFrame {
  let now = frame;
  for (let i = 0; i < most && !now.state.result; i++) {
    if (askedOf(now, id)?.includes(trigger)) return now;
    const asks = engine.world.asks(now.state);
    now = given({ state: now.state }).when(...asks.map((ask) => ask.fallback!("scripted"))).after;
  }
  assert.fail(`${id} was never asked for ${trigger}`);
}

describe("walking", () => {
  it("takes the time of the way, and the walker is asked where it arrives", () => {
    const start = given({ state: scene({ blue: HOLD }, { asked: ["blue"] }) });
    const there = until(start.when(move("blue", "workshop")).after, "blue", "DESTINATION_REACHED");
    // 1350,2250 → door 1800,2200 → middle 2150,2200: 452 + 350 units at 25 a tick.
    assert.equal(there.state.tick, 1033);
    assert.equal(view(there, "blue").you.location, "workshop");
  });

  it("goes at the speed that is set", () => {
    const start = given({ state: scene({ blue: HOLD }, { asked: ["blue"], settings: { speedPercent: 200 } }) });
    assert.equal(until(start.when(move("blue", "workshop")).after, "blue", "DESTINATION_REACHED").state.tick, 1017);
  });

  it("stops where one is told to go where one is", () => {
    const walking = given({ state: scene({ blue: HOLD }, { asked: ["blue"] }) }).when(move("blue", "workshop")).after;
    const asked: GlassState = {
      ...walking.state,
      players: { ...walking.state.players, blue: { ...walking.state.players["blue"]!, asked: [] } },
    };
    const acted = given({ state: asked }).when(move("blue", view(walking, "blue").you.location));
    assert.equal(happened(acted, "stopped").length, 1);
    assert.equal(acted.after.state.players["blue"]!.walk, null);
  });

  it("waits before a shut door until it opens", () => {
    const doors = { hold: { until: 1100, ready: 1300 } };
    const start = given({ state: scene({ blue: HOLD }, { asked: ["blue"], state: { doors } }) });
    assert.deepEqual(view(start.frame, "blue").vision.closed_exits.toSorted(), ["hall_southwest", "workshop"]);
    const there = until(start.when(move("blue", "workshop")).after, "blue", "DESTINATION_REACHED");
    assert.equal(there.state.tick, 1114);
  });

  it("follows a player in sight, and says when it has caught up", () => {
    const start = given({ state: scene({ blue: HOLD, green: ["hold", 1000, 2250] }, { asked: ["blue", "green"] }) });
    const there = until(
      start.when(move("blue", "quarters"), follow("green", "blue")).after,
      "green",
      "DESTINATION_REACHED",
      400,
    );
    const { blue, green } = there.state.players;
    assert.equal(there.state.players["green"]!.walk?.follow, "blue");
    assert.ok(blue && green);
  });

  it("loses a player out of sight, and says so", () => {
    const state = scene({ blue: HOLD, green: ["hold", 1000, 2250] }, { asked: ["green"] });
    const gone = { ...state.players["blue"]!, place: "bridge", x: 3850, y: 350 };
    const after = given({ state }).when(follow("green", "blue")).after;
    const moved = { ...after.state, players: { ...after.state.players, blue: gone } };
    const lost = until(given({ state: moved }).frame, "green", "DESTINATION_REACHED");
    assert.equal(
      lost.state.players["green"]!.asked!.find(({ type }) => type === "DESTINATION_REACHED")!.data["lost"],
      true,
    );
  });

  it("takes one destination, not two and not none", () => {
    const stage = given({
      state: scene({ blue: HOLD, green: HOLD, orange: ["bridge", 3850, 350] }, { asked: ["blue"] }),
    });
    stage.whenGiven("blue", { ...move("blue", "hold"), targetId: "green" }).refused("one_destination");
    stage.whenGiven("blue", { actorId: "blue", type: "move", metadata: {} }).refused("one_destination");
    stage.when(move("blue", "narnia")).refused("not_available");
    stage.when(follow("blue", "orange")).refused("not_available");
  });
});

describe("tasks", () => {
  const bunks = { blue: { tasks: [task("bunks", "task_bunks_quarters"), task("helm", "task_helm_bridge")] } };
  it("are walked to, worked at and done", () => {
    const start = given({ state: scene({ blue: ["quarters", 3900, 2200] }, { asked: ["blue"], change: bunks }) });
    assert.deepEqual(can(start.frame, "blue").available_interactions, ["task_bunks_quarters"]);
    const there = until(start.when(interact("blue", "task_bunks_quarters")).after, "blue", "TASK_COMPLETE");
    assert.equal(there.state.players["blue"]!.tasks[0]!.done, 1);
    // 339 units are 14 ticks, and making bunks is 30.
    assert.equal(there.state.tick, 1044);
    assert.equal(view(there, "blue").you.tasks[0]!.done, true);
  });

  it("have steps in order, with waits between them", () => {
    const sample = task("sample", "task_sample_infirmary", "task_sample_infirmary");
    const at = { blue: ["infirmary", 960, 200] } as const;
    const start = given({
      state: scene(at, { asked: ["blue"], change: { blue: { tasks: [sample, task("helm", "task_helm_bridge")] } } }),
    });
    const once = until(start.when(interact("blue", "task_sample_infirmary")).after, "blue", "TASK_COMPLETE");
    assert.equal(once.state.tick, 1020);
    assert.equal(view(once, "blue").you.tasks[0]!.wait_seconds, 30);
    assert.deepEqual(can(once, "blue").available_interactions, []);
    given({ state: once.state }).when(interact("blue", "task_sample_infirmary")).refused("not_now");
  });

  it("tell when the wait before the next step is over", () => {
    const sample = { kind: "sample", sites: ["task_sample_infirmary", "task_sample_infirmary"], done: 1, ready: 1200 };
    const start = given({ state: scene({}, { change: { blue: { tasks: [sample] } } }) });
    const ready = until(start.when(wait("red")).after, "blue", "TASK_COMPLETE");
    assert.equal(ready.state.tick, 1200);
  });

  it("can be set out for from anywhere, where errands are on; so can panels", () => {
    const jam = { system: "lights", since: 990, until: null, fixed: [] } as const;
    const errand = (errands: boolean) =>
      given({
        state: scene(
          { blue: ["bridge", 3850, 350] },
          {
            asked: ["blue"],
            settings: { errands },
            change: { blue: { tasks: bunks.blue.tasks.slice(0, 1) } },
            state: { sabotage: jam },
          },
        ),
      });
    assert.deepEqual(can(errand(false).frame, "blue").available_interactions, []);
    assert.deepEqual(can(errand(true).frame, "blue").available_interactions, ["task_bunks_quarters", "panel_lights"]);
    const done = until(errand(true).when(interact("blue", "task_bunks_quarters")).after, "blue", "TASK_COMPLETE");
    assert.equal(done.state.players["blue"]!.tasks[0]!.done, 1);
  });

  it("as errands are done whole in one decision, but for a step that has to wait", () => {
    const fuel = task("fuel", "task_fuel_hold", "task_fuel_engine", "task_fuel_hold", "task_fuel_reactor");
    const sample = task("sample", "task_sample_infirmary", "task_sample_infirmary");
    const todo = [fuel, sample, task("helm", "task_helm_bridge")];
    const set = (errands: boolean, first: string) => {
      const at = { asked: ["blue"], settings: { errands }, change: { blue: { tasks: todo } } };
      const start = given({ state: scene({ blue: ["hold", 1300, 2300], green: ["bridge", 3850, 350] }, at) });
      return until(start.when(interact("blue", first)).after, "blue", "TASK_COMPLETE").state.players["blue"]!;
    };
    assert.deepEqual(
      set(true, "task_fuel_hold").tasks.map(({ done }) => done),
      [4, 0, 0],
    );
    assert.deepEqual(set(true, "task_fuel_hold").asked?.[0]?.data, {
      object: "task_fuel_reactor",
      task: "fuel",
      whole: true,
    });
    assert.equal(set(true, "task_sample_infirmary").tasks[1]!.done, 1);
    assert.equal(set(false, "task_fuel_hold").tasks[0]!.done, 1);
  });

  it("can be left, and are begun anew then", () => {
    const start = given({ state: scene({ blue: ["quarters", 3660, 2440] }, { asked: ["blue"], change: bunks }) });
    const busy = start.when(interact("blue", "task_bunks_quarters")).after;
    const asked = {
      ...busy.state,
      players: { ...busy.state.players, blue: { ...busy.state.players["blue"]!, asked: [] } },
    };
    const left = given({ state: asked }).when(move("blue", "bridge")).after;
    assert.equal(left.state.players["blue"]!.doing, null);
    assert.equal(left.state.players["blue"]!.tasks[0]!.done, 0);
  });

  it("show by eye that they are real, where that is set", () => {
    const scan = { blue: { tasks: [task("scan", "task_scan_infirmary"), task("helm", "task_helm_bridge")] } };
    const at = { blue: ["infirmary", 1400, 600], green: ["infirmary", 1300, 500] } as const;
    const play = (visualTasks: boolean) =>
      until(
        given({ state: scene(at, { asked: ["blue"], change: scan, settings: { visualTasks } }) }).when(
          interact("blue", "task_scan_infirmary"),
        ).after,
        "blue",
        "TASK_COMPLETE",
      );
    const saw = (frame: GlassFrame) =>
      view(frame, "green").witnessed_events.filter(({ type }) => type === "visual_task");
    assert.equal(saw(play(true)).length, 1);
    assert.equal(saw(play(false)).length, 0);
  });

  it("the scanner takes one at a time, and the dice choose between two at once", () => {
    const scan = [task("scan", "task_scan_infirmary"), task("helm", "task_helm_bridge")];
    const at = ["infirmary", 1400, 600] as const;
    const start = given({
      state: scene(
        { blue: at, green: at },
        { asked: ["blue", "green"], change: { blue: { tasks: scan }, green: { tasks: scan } } },
      ),
    });
    for (const first of [0, 1]) {
      const acted = start
        .rolling(["hands", first])
        .when(interact("blue", "task_scan_infirmary"), interact("green", "task_scan_infirmary"));
      assert.equal(happened(acted, "began").length, 1);
      assert.equal(happened(acted, "began")[0]!.who, first === 1 ? "blue" : "green");
      assert.equal(happened(acted, "failed").length, 1);
    }
  });

  it("are only an act for impostors, who look as busy as any", () => {
    const at = ["quarters", 3660, 2440] as const;
    const start = given({ state: scene({ red: at, blue: at }, { asked: ["red"] }) });
    start.when(interact("red", "task_bunks_quarters")).refused("not_available");
    const busy = start.when(fake("red", "task_bunks_quarters")).after;
    assert.equal(view(busy, "blue").vision.players_visible.find(({ id }) => id === "red")!.doing, "task");
    const done = until(busy, "red", "TASK_COMPLETE");
    assert.equal(done.state.tick, 1030);
    assert.deepEqual(engine.world.outcome(done.state), null);
  });
});

describe("kills", () => {
  const near = {
    red: HOLD,
    blue: ["hold", 1450, 2250],
    green: ["hold", 1350, 2400],
    pink: ["bridge", 3850, 350],
    orange: ["bridge", 3850, 350],
  } as const;
  it("leave a body, move the killer there, start the cooldown, and are seen by who sees", () => {
    const start = given({ state: scene(near) });
    const acted = start.when(kill("red", "blue"));
    assert.deepEqual(happened(acted, "killed")[0]!.witnesses, ["green"]);
    const { state } = acted.after;
    assert.deepEqual(state.bodies, [{ who: "blue", place: "hold", x: 1450, y: 2250, tick: 1000 }]);
    assert.equal(state.players["red"]!.x, 1450);
    assert.equal(state.players["red"]!.killReady, 1300);
    assert.deepEqual(askedOf(acted.after, "blue"), ["DEATH"]);
    assert.deepEqual(askedOf(acted.after, "green"), ["KILL_WITNESSED"]);
    assert.equal(askedOf(acted.after, "pink"), null);
    assert.equal(state.tick, 1001);
    assert.ok(view(acted.after, "green").known_deaths.some(({ player }) => player === "blue"));
    assert.equal(view(acted.after, "pink").players.find(({ id }) => id === "blue")!.status, "alive");
  });

  it("of two that see each other at the same moment, each is in the other's record, and neither victim is asked as a witness", () => {
    const change = { orange: { role: "impostor" } } as const;
    const where = { ...near, orange: ["hold", 1450, 2400], white: BRIDGE, black: BRIDGE } as const;
    const state = scene(where, { asked: ["red", "orange"], crew: ["white", "black"], change });
    const acted = given({ state }).when(kill("red", "blue"), kill("orange", "green"));
    const killed = happened(acted, "killed");
    assert.deepEqual(
      killed.map(({ who, witnesses }) => [who, witnesses.includes(who === "blue" ? "green" : "blue")]),
      [
        ["blue", true],
        ["green", true],
      ],
    );
    for (const id of ["blue", "green"]) assert.deepEqual(askedOf(acted.after, id), ["DEATH"], id);
  });

  it("leave somebody over a body: a finder remembers the player beside it, and none farther off", () => {
    const BODY = { who: "green", place: "hold", x: 1700, y: 2250, tick: 900 };
    const at = {
      red: ["hold", 1600, 2250],
      pink: ["hold", 1300, 2250],
      orange: BRIDGE,
      blue: ["hold", 1050, 2250],
    } as const;
    const state = scene(at, { asked: ["blue"], change: { green: { life: "ghost" } }, state: { bodies: [BODY] } });
    let found = playOn({ state, minds: {}, lanes: {}, commitment: "", hash: "" }, [move("blue", "workshop")]);
    while (found.state.tick < 1030) found = playOn(found);
    const events = view(found, "blue").witnessed_events;
    assert.deepEqual(events, [
      { t: events[0]!.t, type: "near_body", data: { player: "red", body: "green", location: "hold" } },
    ]);
    assert.deepEqual(
      view(found, "pink").witnessed_events.map(({ type }) => type),
      ["near_body"],
    );
    for (const id of ["red", "orange"]) assert.deepEqual(view(found, id).witnessed_events, [], id);
  });

  it("need range, a clear line, and a cooldown that is over", () => {
    given({ state: scene({ ...near, blue: ["hold", 1650, 2250] }) })
      .when(kill("red", "blue"))
      .refused("not_available");
    given({ state: scene({ ...near, red: ["hold", 1790, 2350], blue: ["workshop", 1810, 2350] }) })
      .when(kill("red", "blue"))
      .refused("not_now");
    given({ state: scene(near, { change: { red: { killReady: 1001 } } }) })
      .when(kill("red", "blue"))
      .refused("not_now");
    given({ state: scene(near, { asked: ["blue"] }) })
      .when(kill("blue", "red"))
      .refused("not_now");
    assert.deepEqual(
      can(
        given({ state: scene({ ...near, blue: ["hold", 1600, 2250] }, { settings: { killDistance: "long" } }) }).frame,
        "red",
      ).available_kills,
      ["blue", "green"],
    );
  });

  it("a report in the same moment comes first: the killer learns it, the victim does not", () => {
    const bodies = [{ who: "orange", place: "hold", x: 1500, y: 2300, tick: 900 }];
    const state = scene(near, {
      asked: ["red", "blue"],
      change: { orange: { life: "ghost" } },
      state: { bodies },
    });
    const acted = given({ state })
      .rolling(["speakers", 0], ["speakers", 0], ["speakers", 0])
      .when(interact("blue", "body_orange"), kill("red", "blue"));
    assert.equal(acted.after.state.players["blue"]!.life, "alive");
    assert.equal(happened(acted, "kill_interrupted").length, 1);
    assert.equal(acted.after.state.phase, "MEETING");
    assert.deepEqual(askedOf(acted.after, "red"), ["KILL_INTERRUPTED", "DISCUSSION_START"]);
    assert.deepEqual(askedOf(acted.after, "blue"), ["DISCUSSION_START"]);
    // What one sleeps through until such a thing is heard again after it, and it can be slept through like any other.
    const sleeping = (type: "KILL_INTERRUPTED" | "TASK_COMPLETE") => {
      const { red, ...others } = state.players;
      const muted = [{ type, until: type === "TASK_COMPLETE" ? ("KILL_INTERRUPTED" as const) : null }];
      const players = { ...others, red: { ...red!, triggers: { ...red!.triggers, muted } } };
      return given({ state: { ...state, players } })
        .rolling(["speakers", 0], ["speakers", 0], ["speakers", 0])
        .when(interact("blue", "body_orange"), kill("red", "blue")).after;
    };
    assert.deepEqual(sleeping("TASK_COMPLETE").state.players["red"]!.triggers.muted, []);
    assert.deepEqual(askedOf(sleeping("KILL_INTERRUPTED"), "red"), ["DISCUSSION_START"]);
    assert.match(
      engine.world.words.tell({
        who: "red",
        before: view(given({ state }).frame, "red"),
        after: view(acted.after, "red"),
        percepts: [{ type: "witnessed", what: "kill_interrupted", tick: 1000, data: { player: "blue" } }],
        tried: [],
        dice: { int: () => 0 } as never,
      }),
      /Your kill was interrupted/,
    );
    assert.ok(!JSON.stringify(view(acted.after, "blue").witnessed_events).includes("interrupted"));
  });

  it("of two killers of one victim the dice choose, and the other keeps its cooldown", () => {
    const state = scene(near, { asked: ["red", "green"], change: { green: { role: "impostor" } }, settings: {} });
    const acted = given({ state }).rolling(["killer", 1]).when(kill("red", "blue"), kill("green", "blue"));
    assert.equal(happened(acted, "killed").length, 1);
    assert.equal(happened(acted, "killed")[0]!.by, "green");
    assert.deepEqual(
      happened(acted, "failed").map(({ who, reason }) => [who, reason]),
      [["red", "too_late"]],
    );
  });
});

describe("vents", () => {
  const at = { red: ["dynamo", 1440, 1640], blue: ["dynamo", 1200, 1400] } as const;
  it("hide the player inside, lead to the others of their network and are seen at both ends", () => {
    const start = given({ state: scene({ ...at, green: ["hold", 1700, 2000] }) });
    const acted = start.when(interact("red", "vent_dynamo"));
    assert.deepEqual(happened(acted, "vented")[0]!.witnesses, ["blue"]);
    const inside = acted.after;
    assert.deepEqual(askedOf(inside, "blue"), ["VENT_WITNESSED"]);
    assert.deepEqual(can(inside, "red").available_interactions, ["vent_dynamo", "vent_infirmary", "vent_hold"]);
    assert.deepEqual(can(inside, "red").available_moves, []);
    assert.ok(!view(inside, "blue").vision.players_visible.some(({ id }) => id === "red"));
    const moved = given({ state: inside.state }).when(interact("red", "vent_hold"), wait("blue")).after;
    assert.equal(moved.state.players["red"]!.vent, "vent_hold");
    const asked = {
      ...moved.state,
      players: { ...moved.state.players, red: { ...moved.state.players["red"]!, asked: [] } },
    };
    const out = given({ state: asked }).when(interact("red", "vent_hold"));
    assert.deepEqual(happened(out, "vented")[0]!.witnesses, ["green"]);
    assert.equal(out.after.state.players["red"]!.vent, null);
  });
  it("are not for crew, and stop the kill clock while one is inside", () => {
    const change = { red: { killReady: 1100 }, blue: { tasks: [] } };
    const start = given({ state: scene(at, { asked: ["red", "blue"], change }) });
    start.when(interact("blue", "vent_dynamo")).refused("not_now");
    const inside = given({ state: scene(at, { change: { red: { killReady: 1100 } } }) }).when(
      interact("red", "vent_dynamo"),
    ).after;
    assert.equal(view(inside, "red").you.kill_cooldown, 10);
    const later = until(inside, "red", "DECISION_TICK");
    assert.equal(view(later, "red").you.kill_cooldown, 10);
  });
});

describe("sabotage", () => {
  it("lights: crew see a quarter, everyone panics, impostors see as before, and mending restores", () => {
    const start = given({ state: scene({ red: HOLD, blue: ["dynamo", 960, 1640] }) });
    const dark = start.when(sabotage("red", "lights")).after;
    assert.equal(view(dark, "blue").vision.radius, 125);
    assert.equal(view(dark, "red").vision.radius, 750);
    for (const id of ["red", "blue", "green", "pink", "orange"])
      assert.deepEqual(askedOf(dark, id), ["LIGHTS_OUT", "SABOTAGE_START"], id);
    const asks = engine.world
      .asks(dark.state)
      .map(({ to }) => (to === "blue" ? interact("blue", "panel_lights") : wait(to)));
    const light = until(given({ state: dark.state }).when(...asks).after, "green", "LIGHTS_ON");
    for (const id of ["red", "blue", "green", "pink", "orange"])
      assert.ok(askedOf(light, id)?.includes("LIGHTS_ON"), id);
    assert.deepEqual(askedOf(light, "green"), ["LIGHTS_ON", "SABOTAGE_END"]);
    assert.equal(view(light, "blue").vision.radius, 500);
    assert.equal(light.state.tick, 1031);
  });

  it("reactor: is lost when nobody comes", () => {
    const start = given({ state: scene({ red: HOLD }, { settings: { gameEndAsk: false } }) });
    let now = start.when(sabotage("red", "reactor")).after;
    for (let i = 0; i < 200 && !now.state.closed; i++)
      now = given({ state: now.state }).when(
        ...engine.world.asks(now.state).map((ask) => ask.fallback!("scripted")),
      ).after;
    assert.deepEqual(now.state.result, { winner: "impostors", by: "sabotage", tick: 1450 });
  });

  it("reactor: needs both scanners held at once; letting go undoes it", () => {
    const at = { blue: ["reactor", 300, 60], green: ["reactor", 60, 480] } as const;
    const meltdown = { system: "reactor", since: 990, until: 1440, fixed: [] } as const;
    const start = given({ state: scene(at, { asked: ["blue", "green"], state: { sabotage: meltdown } }) });
    const acted = start.when(interact("blue", "panel_reactor_upper"), interact("green", "panel_reactor_lower"));
    assert.equal(happened(acted, "sabotage_ended")[0]!.how, "fixed");
    assert.equal(acted.after.state.sabotage, null);
    const one = given({ state: scene(at, { asked: ["blue"], state: { sabotage: meltdown } }) }).when(
      interact("blue", "panel_reactor_upper"),
    ).after;
    assert.deepEqual(one.state.sabotage!.fixed, ["panel_reactor_upper"]);
    const asked = {
      ...one.state,
      players: { ...one.state.players, blue: { ...one.state.players["blue"]!, asked: [] } },
    };
    assert.deepEqual(given({ state: asked }).when(move("blue", "hold")).after.state.sabotage!.fixed, []);
  });

  it("a player still mending when another finishes is told that nothing is left to do", () => {
    const jam = { system: "lights", since: 990, until: null, fixed: [] } as const;
    const at = { blue: ["dynamo", 960, 1640], green: ["dynamo", 960, 1300] } as const;
    const start = given({ state: scene(at, { asked: ["blue", "green"], state: { sabotage: jam } }) });
    const frame = until(
      start.rolling(["hands", 1]).when(interact("blue", "panel_lights"), interact("green", "panel_lights")).after,
      "green",
      "TASK_COMPLETE",
    );
    assert.equal(frame.state.tick, 1030);
    assert.equal(frame.state.players["green"]!.doing, null);
  });

  it("oxygen: each keypad stays mended", () => {
    const leak = { system: "oxygen", since: 990, until: 1440, fixed: [] } as const;
    const start = given({
      state: scene({ blue: ["greenhouse", 3000, 160] }, { asked: ["blue"], state: { sabotage: leak } }),
    });
    const one = until(start.when(interact("blue", "panel_oxygen_greenhouse")).after, "blue", "TASK_COMPLETE");
    assert.deepEqual(one.state.sabotage!.fixed, ["panel_oxygen_greenhouse"]);
    assert.deepEqual(view(one, "blue").station.sabotage!.panels, ["panel_oxygen_registry"]);
  });

  it("comms: hides tasks and bar, and darkens the consoles", () => {
    const jam = { system: "comms", since: 990, until: null, fixed: [] } as const;
    const { frame } = given({
      state: scene({ blue: ["registry", 2900, 1300] }, { asked: ["blue"], state: { sabotage: jam } }),
    });
    assert.deepEqual(view(frame, "blue").you.tasks, []);
    assert.equal(view(frame, "blue").station.task_bar, null);
    assert.ok(!can(frame, "blue").available_interactions.includes("admin_table"));
  });

  it("doors: shut a room for a while, with a cooldown of their own", () => {
    const start = given({ state: scene({ red: HOLD, blue: HOLD }) });
    const acted = start.when(sabotage("red", "doors_hold"));
    assert.deepEqual(acted.after.state.doors, { hold: { until: 1100, ready: 1300 } });
    assert.ok(askedOf(acted.after, "blue")!.includes("SABOTAGE_START"));
    assert.ok(!can(until(acted.after, "red", "DECISION_TICK"), "red").available_sabotages.includes("doors_hold"));
  });

  it("one system at a time, after a cooldown, and not for crew", () => {
    const jam = { system: "comms", since: 990, until: null, fixed: [] } as const;
    given({ state: scene({ red: HOLD }, { state: { sabotage: jam } }) })
      .when(sabotage("red", "lights"))
      .refused("not_available");
    given({ state: scene({ red: HOLD }, { state: { sabotageReady: 1001 } }) })
      .when(sabotage("red", "lights"))
      .refused("not_available");
    given({ state: scene({ red: HOLD }, { asked: ["blue"] }) })
      .when(sabotage("blue", "lights"))
      .refused("not_now");
  });

  it("of two saboteurs at once the dice choose one system", () => {
    const state = scene({}, { asked: ["red", "blue"], change: { blue: { role: "impostor" } } });
    const acted = given({ state })
      .rolling(["saboteur", 1])
      .when(sabotage("red", "lights"), sabotage("blue", "reactor"));
    assert.equal(acted.after.state.sabotage!.system, "reactor");
    assert.deepEqual(
      happened(acted, "failed").map(({ who }) => who),
      ["red"],
    );
  });
});

describe("consoles", () => {
  it("the admin table counts heads by room, without names, bodies too", () => {
    const bodies = [{ who: "pink", place: "bridge", x: 3850, y: 350, tick: 900 }];
    const start = given({
      state: scene(
        { blue: ["registry", 2900, 1300], green: ["bridge", 3850, 350], red: ["hall_north", 2100, 800] },
        { asked: ["blue"], change: { pink: { life: "ghost" } }, state: { bodies } },
      ),
    });
    const there = start.when(interact("blue", "admin_table")).after;
    assert.deepEqual(askedOf(there, "blue"), ["DESTINATION_REACHED"]);
    assert.deepEqual(view(there, "blue").vision.admin, { registry: 1, bridge: 2, hold: 1 });
  });

  it("cameras show four stretches of hallway, and their light shows that somebody watches", () => {
    const at = {
      blue: ["watch", 400, 1000],
      green: ["hall_south", 2000, 1800],
      pink: ["hall_south", 2050, 1800],
    } as const;
    const start = given({ state: scene(at, { asked: ["blue", "green"] }) });
    assert.equal(view(start.frame, "pink").vision.cameras, null);
    const there = start.when(interact("blue", "cameras"), move("green", "workshop")).after;
    assert.equal(view(there, "pink").vision.cameras, "in_use");
    const asked = {
      ...there.state,
      players: { ...there.state.players, blue: { ...there.state.players["blue"]!, asked: [] } },
    };
    const later = given({ state: asked }).when(wait("blue")).after;
    const seen = view(later, "blue").vision;
    assert.equal(seen.cameras, "watching");
    assert.ok(seen.players_visible.some(({ id, via }) => id === "pink" && via === "camera"));
  });

  it("vitals tell who lives, where they are switched on", () => {
    const at = { blue: ["infirmary", 1200, 160] } as const;
    const change = { blue: { tasks: [task("scan", "task_scan_infirmary")] } };
    const off = given({ state: scene(at, { asked: ["blue"], change }) });
    off.when(interact("blue", "vitals")).refused("not_available");
    const start = given({
      state: scene(at, {
        asked: ["blue"],
        settings: { vitals: true },
        change: { pink: { life: "ghost" }, orange: { life: "gone" } },
      }),
    });
    const there = start.when(interact("blue", "vitals")).after;
    assert.deepEqual(view(there, "blue").vision.vitals, {
      red: "alive",
      blue: "alive",
      green: "alive",
      pink: "dead",
      orange: "disconnected",
    });
  });
});

describe("ghosts", () => {
  const dead = {
    blue: { life: "ghost" as const, tasks: [task("bunks", "task_bunks_quarters"), task("helm", "task_helm_bridge")] },
  };
  it("are told at their next ask what all are told, and are not woken by it", () => {
    const broken = (system: string) =>
      given({ state: scene({}, { change: dead, settings: { ghostDecisionMs: 20_000 } }) }).when(sabotage("red", system))
        .after;
    for (const [system, heard] of [
      ["reactor", ["SABOTAGE_CRITICAL", "SABOTAGE_START"]],
      ["lights", ["LIGHTS_OUT", "SABOTAGE_START"]],
    ] as const) {
      assert.equal(askedOf(broken(system), "blue"), null);
      const later = until(broken(system), "blue", "DECISION_TICK");
      assert.equal(later.state.tick, 1200);
      assert.deepEqual(askedOf(later, "blue"), [...heard, "DECISION_TICK"]);
    }
  });
  const ghostOfCrew = (contextTools: boolean) =>
    given({ state: scene({}, { asked: ["blue"], change: dead, settings: { contextTools } }) }).frame;
  it("see everyone and every role, but no notes and no thoughts", () => {
    const state = scene(
      { blue: HOLD },
      {
        asked: ["blue"],
        change: {
          ...dead,
          red: {
            thought: "SECRET",
            notes: { plan: "SECRET", events: "", suspicions: "", meeting_scratch: "" },
            learned: { games: 1, lessons: [{ about: "map", text: "SECRET" }] },
          },
        },
      },
    );
    const seen = view(given({ state }).frame, "blue");
    assert.equal(seen.vision.players_visible.length, 4);
    assert.equal(seen.players.find(({ id }) => id === "red")!.role, "impostor");
    assert.ok(!JSON.stringify(seen).includes("SECRET"));
  });
  it("see what others have to do, are at and wait for, and every door; the living see of it what is theirs", () => {
    const bunks = task("bunks", "task_bunks_quarters");
    const change = {
      ...dead,
      red: { killReady: 1100, vent: "vent_hold" },
      green: { tasks: [{ ...bunks, done: 1 }], doing: { what: "cameras", site: "cameras", since: 990, until: null } },
    } as const;
    const doors = { hold: { until: 1050, ready: 1300 }, bridge: { until: 900, ready: 1300 } };
    const state = scene({}, { asked: ["blue"], change, state: { doors, sabotageReady: 1200 } });
    const { overview, station } = view(given({ state }).frame, "blue");
    const of = (id: string) => overview!.players.find((one) => one.id === id)!;
    assert.deepEqual([of("red").kill_cooldown, of("red").vent, of("green").kill_cooldown], [10, "vent_hold", null]);
    assert.deepEqual(of("green").tasks, [{ kind: "bunks", step: 1, steps: 1, site: null }]);
    assert.deepEqual(of("green").at_work, { site: "cameras", seconds_left: null });
    assert.deepEqual([overview!.closed_rooms, station.sabotage_cooldown], [["hold"], 20]);
    assert.ok(!overview!.players.some(({ id }) => id === "blue"), "its own it has already");
    for (const id of ["red", "green"]) assert.equal(view(given({ state }).frame, id).overview, null);
    assert.equal(view(given({ state }).frame, "green").station.sabotage_cooldown, null);
  });
  it("do their tasks, which count, and nothing else", () => {
    const start = given({
      state: scene(
        { blue: ["quarters", 3660, 2440] },
        {
          asked: ["blue"],
          change: dead,
          state: { bodies: [{ who: "blue", place: "quarters", x: 3660, y: 2440, tick: 900 }] },
        },
      ),
    });
    assert.deepEqual(can(start.frame, "blue").available_interactions, ["task_bunks_quarters"]);
    assert.deepEqual(can(start.frame, "blue").types, ["move", "wait", "interact", "reflect", "configure_triggers"]);
    const later = until(start.when(interact("blue", "task_bunks_quarters")).after, "blue", "DECISION_TICK");
    assert.equal(later.state.players["blue"]!.tasks[0]!.done, 1);
    // Asked at its own long interval, and told then what has been finished since.
    assert.equal(later.state.tick % 100, 0);
    assert.deepEqual(askedOf(later, "blue"), ["TASK_COMPLETE", "DECISION_TICK"]);
  });
  it("of impostors break and kill nothing, whether what is possible is listed or everything", () => {
    const change = { red: { life: "ghost" as const }, blue: { role: "impostor" as const } };
    for (const contextTools of [true, false]) {
      const start = given({ state: scene({}, { change, settings: { contextTools } }) });
      assert.deepEqual(
        can(start.frame, "red").types.toSorted(),
        can(ghostOfCrew(contextTools), "blue").types.toSorted(),
      );
      const { available_kills, available_sabotages, available_fakes } = can(start.frame, "red");
      assert.deepEqual([available_kills, available_sabotages, available_fakes], [[], [], []]);
      for (const deed of [sabotage("red", "lights"), sabotage("red", "doors_hold"), kill("red", "green")])
        start.when(deed).refused("not_now");
    }
  });
});

describe("the end", () => {
  const ends = { settings: { gameEndAsk: false } };
  it("by parity", () => {
    const state = scene(
      { red: HOLD, blue: HOLD },
      { ...ends, change: { green: { life: "ghost" }, pink: { life: "ghost" } } },
    );
    const { after } = given({ state }).when(kill("red", "blue"));
    assert.deepEqual(after.state.result, { winner: "impostors", by: "parity", tick: 1000 });
    assert.ok(engine.world.outcome(after.state));
  });
  it("by tasks, with those of the dead", () => {
    const last = [task("bunks", "task_bunks_quarters")];
    const none = { tasks: [] };
    const state = scene(
      { blue: ["quarters", 3660, 2440] },
      { ...ends, asked: ["blue"], change: { blue: { tasks: last }, green: none, pink: none, orange: none } },
    );
    let now = given({ state }).when(interact("blue", "task_bunks_quarters")).after;
    while (!now.state.closed)
      now = given({ state: now.state }).when(
        ...engine.world.asks(now.state).map((ask) => ask.fallback!("scripted")),
      ).after;
    assert.deepEqual(now.state.result, { winner: "crew", by: "tasks", tick: 1030 });
  });
  it("by time, for the impostors", () => {
    let now = given({ state: scene({}, { settings: { gameEndAsk: false, limitMs: 110_000 } }) }).frame;
    while (!now.state.closed)
      now = given({ state: now.state }).when(
        ...engine.world.asks(now.state).map((ask) => ask.fallback!("scripted")),
      ).after;
    assert.deepEqual(now.state.result, { winner: "impostors", by: "time", tick: 1100 });
  });
  it("asks once more those who take something along, the victim of the last kill of its death too, and nobody else", () => {
    const dead = { green: { life: "ghost" }, pink: { life: "ghost" } } as const;
    const state = scene({ red: HOLD, blue: HOLD }, { change: dead });
    const seats = state.seats.map((seat) => (seat.id === "red" ? seat : { ...seat, learns: true as const }));
    const ended = given({ state: { ...state, seats } }).when(kill("red", "blue")).after;
    assert.deepEqual(askedOf(ended, "green"), ["GAME_END"]);
    assert.deepEqual(askedOf(ended, "blue"), ["DEATH", "GAME_END"]);
    assert.deepEqual(
      engine.world.asks(ended.state).map(({ to }) => to),
      seats.flatMap(({ id, learns }) => (learns ? [id] : [])),
    );
    const words = engine.world.asks(ended.state).map(({ to }) => reflect(to));
    assert.ok(given({ state: ended.state }).when(...(words as [])).after.state.closed);
  });
  it("asks everyone once more where that is set, and what was learned goes out", () => {
    const dead = { green: { life: "ghost" }, pink: { life: "ghost" } } as const;
    const state = scene({ red: HOLD, blue: HOLD }, { change: dead, settings: { gameEndAsk: true } });
    const ended = given({ state }).when(kill("red", "blue")).after;
    assert.deepEqual(askedOf(ended, "green"), ["GAME_END"]);
    assert.equal(engine.world.outcome(ended.state), null);
    const learned = { games: 1, lessons: [{ about: "meetings" as const, text: "Speak early." }] };
    const words = Object.keys(ended.state.players).map((id) =>
      id === "pink" ? { ...reflect(id), metadata: { learned } } : reflect(id),
    );
    const closed = given({ state: ended.state }).when(...(words as [])).after;
    assert.deepEqual(engine.world.contest!.learning!.taken(closed.state)["pink"], learned);
    assert.ok(
      !JSON.stringify(engine.world.outcome(closed.state)).includes("Speak early."),
      "notes stay with their owner",
    );
  });
  it("leaves nobody to be asked, not even a player who has only changed its triggers", () => {
    const ended = given({
      state: scene({}, { state: { phase: "ENDED", result: { winner: "crew", by: "god", tick: 1000 } } }),
    });
    assert.equal(view(ended.frame, "red").ask?.kind, "end");
    const configure = {
      actorId: "red",
      type: "configure_triggers",
      metadata: { triggers: { every_n_seconds: 5 } },
    } as const;
    const { after } = ended.when(configure);
    assert.ok(after.state.closed);
    assert.equal(view(after, "red").ask, null);
    assert.deepEqual(engine.world.legal(view(after, "red"), "red"), []);
  });
});

describe("tools without context", () => {
  it("lists everything, and what is not possible fails and costs the turn, unseen and nonexistent alike", () => {
    const start = given({
      state: scene({ red: HOLD, blue: ["bridge", 3850, 350] }, { settings: { contextTools: false } }),
    });
    assert.ok(can(start.frame, "red").available_kills.includes("blue"));
    const far = start.when(kill("red", "blue"));
    assert.deepEqual(
      far.draft.validation.map(({ reason }) => reason),
      ["not_possible"],
    );
    assert.equal(far.after.state.tick, 1010);
    const body = start.when(interact("red", "body_blue"));
    const message = body.draft.validation[0]!.message;
    assert.equal(start.when(interact("red", "task_helm_bridge")).draft.validation[0]!.message, message);
  });
});

describe("one deed an answer", () => {
  it("a second one fails; triggers may be configured beside it", () => {
    const start = given({ state: scene({ red: HOLD, blue: HOLD }) });
    const twice = start.when(move("red", "hold"), wait("red"));
    assert.deepEqual(
      twice.draft.validation.map(({ reason }) => reason ?? null),
      [null, "already_acted"],
    );
    const beside = start.when(
      { actorId: "red", type: "configure_triggers", metadata: { triggers: { every_n_seconds: 5 } } },
      wait("red"),
    );
    assert.deepEqual(
      beside.draft.validation.map(({ success }) => success),
      [true, true],
    );
    start.when({ actorId: "red", type: "configure_triggers", metadata: {} }).refused("nothing_configured");
  });
});
