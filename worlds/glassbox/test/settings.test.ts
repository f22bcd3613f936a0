// Settings have ranges and defaults, and a game that does not hold together is refused with the reason.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { checker, openRun, viewOf } from "@orrery/kernel";
import { barOf } from "../rules.ts";
import {
  COLOURS,
  ConfigSchema,
  DEFAULTS,
  type GlassConfig,
  impostorsMax,
  resolveConfig,
  SETTING_SCHEMAS,
  SettingsSchema,
} from "../settings.ts";

import { stationOf } from "../station/index.ts";
import { askedOf, engine, type GlassFrame, given, interact, playOn, sabotage, scene, speak, wait } from "./stage.ts";

type Some = NonNullable<GlassConfig["settings"]>;
/** Six in their lobby; red is the impostor. */
const opened = (settings: Some): GlassFrame =>
  openRun(engine, {
    name: "g",
    config: {
      seats: COLOURS.slice(0, 6).map((id, i) => ({
        id,
        role: i === 0 ? ("impostor" as const) : ("crewmate" as const),
      })),
      settings,
    },
    seed: "settings",
    salt: "",
    dice: { commitment: "" },
    createdAt: 0,
  }).frame;
const seen = (frame: GlassFrame, id: string) => viewOf(engine, frame, id);
const asksOf = (frame: GlassFrame, id: string) => engine.world.asks(frame.state).find(({ to }) => to === id)!;
/** After a deed of red's, with blue and green beside it. */
const after = (settings: Some, system: string): GlassFrame =>
  given({ state: scene({}, { settings }) }).when(sabotage("red", system)).after;
/** Blue reports a body, and the living speak, or do not. */
const talked = (settings: Some): GlassFrame => {
  const brief = { preparationAsk: false, deliberationAsk: false, discussionOrder: "together", discussionRounds: 1 };
  const body = { who: "orange", place: "hold", x: 1000, y: 2450, tick: 900 };
  const called = given({
    state: scene(
      {},
      {
        asked: ["blue"],
        settings: { ...brief, ...settings } as Some,
        change: { orange: { life: "ghost" } },
        state: { bodies: [body] },
      },
    ),
  })
    .rolling(["speakers", 0], ["speakers", 0], ["speakers", 0])
    .when(interact("blue", "body_orange")).after;
  return given({ state: called.state }).when(...["red", "blue", "green", "pink"].map((id) => speak(id, "Well."))).after;
};

const UNUSABLE = [false, false, false];

/** What each setting that is a number or a list does, by two values of it. Those of meetings, prompts and mechanics have tests of their own there. */
const DOES: readonly [
  name: keyof Some,
  values: readonly [Some, Some],
  measured: (settings: Some) => unknown,
  want: readonly [unknown, unknown],
][] = [
  [
    "emergencyCooldownMs",
    [{ emergencyCooldownMs: 0 }, { emergencyCooldownMs: 20_000 }],
    (s) => seen(opened(s), "blue").you.emergency_cooldown,
    [0, 20],
  ],
  [
    "emergencyMeetings",
    [{ emergencyMeetings: 0 }, { emergencyMeetings: 3 }],
    (s) => seen(opened(s), "blue").you.emergencies_remaining,
    [0, 3],
  ],
  [
    "firstKillCooldownMs",
    [{ firstKillCooldownMs: 0 }, { firstKillCooldownMs: 7_500 }],
    (s) => seen(opened(s), "red").you.kill_cooldown,
    [0, 7.5],
  ],
  [
    "firstSabotageMs",
    [{ firstSabotageMs: 0 }, { firstSabotageMs: 30_000 }],
    (s) => seen(opened(s), "red").station.sabotage_cooldown,
    [0, 30],
  ],
  ["discussionMs", [{ discussionMs: 0 }, { discussionMs: 40_000 }], (s) => talked(s).state.tick, [1000, 1400]],
  [
    "votingMs",
    [
      { votingMs: 5_000, decisionDeadlineMs: 100 },
      { votingMs: 0, decisionDeadlineMs: 100 },
    ],
    (s) => asksOf(talked(s), "blue").deadlineMs,
    [5_000, undefined],
  ],
  [
    "decisionDeadlineMs",
    [{ decisionDeadlineMs: 0 }, { decisionDeadlineMs: 700 }],
    (s) => asksOf({ ...opened(s), state: scene({}, { settings: s }) }, "red").deadlineMs,
    [undefined, 700],
  ],
  ["attempts", [{ attempts: 1 }, { attempts: 5 }], (s) => asksOf(opened(s), "red").attempts, [1, 5]],
  [
    "crewVisionPercent",
    [{ crewVisionPercent: 25 }, { crewVisionPercent: 200 }],
    (s) => seen(opened(s), "blue").vision.radius,
    [125, 1000],
  ],
  [
    "impostorVisionPercent",
    [{ impostorVisionPercent: 25 }, { impostorVisionPercent: 200 }],
    (s) => seen(opened(s), "red").vision.radius,
    [125, 1000],
  ],
  [
    "lightsVisionPercent",
    [{ lightsVisionPercent: 10 }, { lightsVisionPercent: 100 }],
    (s) => seen(after(s, "lights"), "blue").vision.radius,
    [50, 500],
  ],
  [
    "reactorMs",
    [{ reactorMs: 15_000 }, { reactorMs: 60_000 }],
    (s) => after(s, "reactor").state.sabotage!.until,
    [1150, 1600],
  ],
  [
    "oxygenMs",
    [{ oxygenMs: 15_000 }, { oxygenMs: 60_000 }],
    (s) => after(s, "oxygen").state.sabotage!.until,
    [1150, 1600],
  ],
  [
    "sabotageCooldownMs",
    [{ sabotageCooldownMs: 5_000 }, { sabotageCooldownMs: 60_000 }],
    (s) => after(s, "comms").state.sabotageReady,
    [1050, 1600],
  ],
  [
    "doorsMs",
    [{ doorsMs: 1_000 }, { doorsMs: 20_000 }],
    (s) => after(s, "doors_reactor").state.doors["reactor"]!.until,
    [1010, 1200],
  ],
  [
    "doorsCooldownMs",
    [{ doorsCooldownMs: 5_000 }, { doorsCooldownMs: 60_000 }],
    (s) => after(s, "doors_reactor").state.doors["reactor"]!.ready,
    [1050, 1600],
  ],
  [
    "commonTasks",
    [{ commonTasks: 0 }, { commonTasks: 2 }],
    (s) => dealt(s, "common"),
    [
      [0, 1],
      [2, 1],
    ],
  ],
  ["longTasks", [{ longTasks: 0 }, { longTasks: 3 }], (s) => dealt(s, "long")[0], [0, 3]],
  ["shortTasks", [{ shortTasks: 0 }, { shortTasks: 5 }], (s) => dealt(s, "short")[0], [0, 5]],
  [
    "ghostTasks",
    [{ ghostTasks: true }, { ghostTasks: false }],
    (s) => {
      const [all, state] = [
        scene({}, { settings: s }),
        scene({}, { settings: s, change: { blue: { life: "ghost" } } }),
      ];
      return barOf(all).total - barOf(state).total > 0;
    },
    [false, true],
  ],
  [
    "ghostDecisionMs",
    [{ ghostDecisionMs: 1_000 }, { ghostDecisionMs: 7_000 }],
    (s) => firstAsk(s, "blue", { blue: { life: "ghost" } }),
    [1010, 1050],
  ],
  ["decisionMs", [{ decisionMs: 1_000 }, { decisionMs: 7_000 }], (s) => firstAsk(s, "red"), [1010, 1050]],
  [
    "vents",
    [{ vents: true }, { vents: false }],
    (s) => uses("red", s, "vent_dynamo", ["dynamo", 1440, 1640]),
    [[true, true, true], UNUSABLE],
  ],
  [
    "cameras",
    [{ cameras: true }, { cameras: false }],
    (s) => uses("blue", s, "cameras", ["watch", 400, 1000]),
    [[true, true, true], UNUSABLE],
  ],
  [
    "adminTable",
    [{ adminTable: true }, { adminTable: false }],
    (s) => uses("blue", s, "admin_table", ["registry", 2900, 1300]),
    [[true, true, true], UNUSABLE],
  ],
  [
    "sabotages",
    [{ sabotages: ["lights", "doors"] }, { sabotages: [] }],
    (s) => {
      const broken = ["lights", "reactor", "oxygen", "comms", "doors_hold"].filter((system) => breaks(s, system));
      assert.deepEqual(
        broken.map((system) => breaks({ ...s, contextTools: false }, system)),
        broken.map(() => true),
      );
      return [broken, breaks({ ...s, contextTools: false }, "reactor")];
    },
    [
      [["lights", "doors_hold"], false],
      [[], false],
    ],
  ],
  [
    "taskBar",
    [{ taskBar: "always" }, { taskBar: "never" }],
    bars,
    [
      [1, 1, 1, 1],
      [null, null, null, null],
    ],
  ],
  // What is done after a meeting shows in the next one alone.
  [
    "taskBar",
    [{ taskBar: "meetings" }, { taskBar: "always" }],
    bars,
    [
      [0, 1, 1, 1],
      [1, 1, 1, 1],
    ],
  ],
  [
    "periodicMs",
    [{ periodicMs: 0 }, { periodicMs: 9_000 }],
    (s) => opened(s).state.players["blue"]!.triggers.every,
    [0, 9],
  ],
  [
    "randomMs",
    [{ randomMs: 0 }, { randomMs: 9_000 }],
    (s) => ["blue", "red"].map((id) => opened(s).state.players[id]!.triggers.random),
    [
      [0, 0],
      [9, 0],
    ],
  ],
  ["randomTicks", [{ randomTicks: true }, { randomTicks: false }], (s) => askedAtRandom(s), [true, false]],
  [
    "crewMuted",
    [{ crewMuted: [] }, { crewMuted: ["BODY_IN_FOV"] }],
    (s) => opened(s).state.players["blue"]!.triggers.muted.map(({ type }) => type),
    [[], ["BODY_IN_FOV"]],
  ],
  [
    "impostorMuted",
    [{ impostorMuted: [] }, { impostorMuted: ["TASK_COMPLETE"] }],
    (s) => opened(s).state.players["red"]!.triggers.muted.map(({ type }) => type),
    [[], ["TASK_COMPLETE"]],
  ],
];

/** Whether a thing is seen, listed, and begun with where everything is listed. */
function uses(who: string, settings: Some, thing: string, at: readonly [string, number, number]): boolean[] {
  const stage = (more: Some) =>
    given({ state: scene({ [who]: at }, { asked: [who], settings: { ...settings, ...more } }) });
  const { vision, available_actions } = seen(stage({}).frame, who);
  const { doing, vent } = stage({ contextTools: false }).when(interact(who, thing)).after.state.players[who]!;
  return [
    vision.objects_visible.includes(thing),
    available_actions.available_interactions.includes(thing),
    doing?.site === thing || vent === thing,
  ];
}

/** Whether something breaks when red wants it to. */
function breaks(settings: Some, system: string): boolean {
  const acted = given({ state: scene({}, { settings }) }).when(sabotage("red", system));
  return acted.draft.events.some(({ type }) => type === "sabotaged" || type === "doors_closed");
}

/** Steps done by the bar that blue is shown: as one is done, in the meeting after it, when play has gone on, and at the end. */
function bars(settings: Some): (number | null)[] {
  const bunks = { kind: "bunks", sites: ["task_bunks_quarters"], done: 0, ready: 0 };
  const doing = { what: "task", site: "task_bunks_quarters", since: 980, until: 1005 } as const;
  const brief = { preparationAsk: false, deliberationAsk: false, discussionRounds: 1, consolidationAsk: false };
  const state = scene(
    { blue: ["quarters", 3660, 2440] },
    {
      settings: { ...brief, discussionOrder: "together", limitMs: 150_000, ...settings } as Some,
      change: { blue: { tasks: [bunks], doing }, orange: { life: "ghost" } },
      state: { bodies: [{ who: "orange", place: "hold", x: 1000, y: 2450, tick: 900 }] },
    },
  );
  const bar = (frame: GlassFrame) => seen(frame, "blue").station.task_bar?.done ?? null;
  const shown: (number | null)[] = [];
  let frame: GlassFrame = { ...opened(settings), minds: {}, state };
  while (frame.state.players["blue"]!.tasks[0]!.done === 0) frame = playOn(frame);
  shown.push(bar(frame));
  while (!askedOf(frame, "red")) frame = playOn(frame);
  frame = playOn(frame, [interact("red", "body_orange")]);
  shown.push(bar(frame));
  while (frame.state.phase === "MEETING") frame = playOn(frame);
  shown.push(bar(frame));
  while (frame.state.phase !== "ENDED") frame = playOn(frame);
  shown.push(bar(frame));
  return shown;
}

/** How many tasks of a class each of the crew has, and how many different lists of them there are. */
function dealt(settings: Some, of: string): [number, number] {
  const lists = Object.values(opened(settings).state.players).map(({ tasks }) =>
    tasks.flatMap(({ kind }) => (stationOf({}).task.get(kind)!.class === of ? [kind] : [])),
  );
  return [lists[0]!.length, new Set(lists.map((list) => list.join())).size];
}

/** Whether blue is asked at uneven moments, of at most nine seconds each, where games ask at random. */
function askedAtRandom(settings: Some): boolean {
  const quiet = { ...settings, randomMs: 9_000, decisionMs: 60_000 };
  const far = { blue: ["quarters", 3900, 2200], red: ["reactor", 400, 350] } as const;
  let frame: GlassFrame = { ...opened(quiet), minds: {}, state: scene(far, { asked: ["blue"], settings: quiet }) };
  const at: number[] = [frame.state.tick];
  while (at.length < 8) {
    frame = playOn(frame);
    if (askedOf(frame, "blue")?.includes("RANDOM_N_SECONDS")) at.push(frame.state.tick);
  }
  const apart = at.slice(1).map((tick, i) => tick - at[i]!);
  assert.ok(apart.every((ticks) => ticks > 0 && ticks <= 90));
  return apart.some((ticks) => ticks < 90);
}

/** The tick at which the clock asks a player first. */
function firstAsk(settings: Some, who: string, change = {}): number {
  let frame: GlassFrame = { ...opened(settings), minds: {}, state: scene({}, { settings, change }) };
  do frame = playOn(frame, [wait(who)]);
  while (!askedOf(frame, who)?.includes("DECISION_TICK"));
  return frame.state.tick;
}

describe("each setting", () => {
  for (const [name, values, measured, want] of DOES)
    it(`${name} does what it says`, () => assert.deepEqual(values.map(measured), want));
});

const problem = checker(ConfigSchema, "config");

describe("settings", () => {
  it("have defaults that fit their own contract", () =>
    assert.equal(checker(SettingsSchema, "settings")(DEFAULTS), null));

  for (const [name, schema] of Object.entries(SETTING_SCHEMAS) as [
    string,
    { type?: string; minimum?: number; maximum?: number; multipleOf?: number },
  ][])
    it(`${name} is held to its range`, () => {
      const bad =
        schema.type === "integer"
          ? [
              schema.minimum! - (schema.multipleOf ?? 1),
              schema.maximum! + (schema.multipleOf ?? 1),
              schema.minimum! + 0.5,
            ]
          : schema.type === "boolean"
            ? [0, "yes"]
            : ["nonsense", 7, ["nonsense"]];
      for (const value of bad) assert.match(problem({ settings: { [name]: value } }) ?? "", new RegExp(name));
    });

  it("refuse a name that there is not", () => assert.notEqual(problem({ settings: { killCooldown: 1 } }), null));

  it("are ten players and two impostors when nothing is said", () => {
    const { seats, settings } = resolveConfig({});
    assert.equal(seats.length, 10);
    assert.equal(settings.impostors, 2);
  });

  it("keep what is given over what a preset changes", () => {
    assert.equal(resolveConfig({ preset: "model" }).settings.decisionMs, 5000);
    assert.equal(resolveConfig({ preset: "model", settings: { decisionMs: 700 } }).settings.decisionMs, 700);
  });

  for (const players of [4, 5, 6, 7, 8, 9, 15])
    it(`allow ${impostorsMax(players)} impostors at ${players} players and no more`, () => {
      const seats = COLOURS.slice(0, players).map((id) => ({ id }));
      const most = impostorsMax(players);
      assert.equal(resolveConfig({ seats, settings: { impostors: most } }).settings.impostors, most);
      if (most < 3)
        assert.throws(() => resolveConfig({ seats, settings: { impostors: most + 1 } }), /can have at most/);
    });

  const four = COLOURS.slice(0, 4).map((id) => ({ id }));
  it("refuse two seats of one colour", () =>
    assert.throws(() => resolveConfig({ seats: [...four, { id: "red" }] }), /same colour/));
  it("refuse more fixed roles than there are", () => {
    assert.throws(
      () => resolveConfig({ seats: four.map((seat) => ({ ...seat, role: "impostor" })) }),
      /seats are impostors/,
    );
    assert.throws(() => resolveConfig({ seats: four.map((seat) => ({ ...seat, role: "crewmate" })) }), /too few/);
  });
  it("refuse a game without tasks", () =>
    assert.throws(
      () => resolveConfig({ settings: { commonTasks: 0, longTasks: 0, shortTasks: 0 } }),
      /there must be a task/,
    ));
});
