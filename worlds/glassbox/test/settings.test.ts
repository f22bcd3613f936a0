// Settings have ranges and defaults, and a game that does not hold together is refused with the reason.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { checker, openRun, viewOf } from "@orrery/kernel";
import { TASK } from "../map.ts";
import { barOf } from "../rules.ts";
import {
  COLOURS,
  ConfigSchema,
  DEFAULTS,
  type GlassConfig,
  impostorsMax,
  resolved,
  SETTING_SCHEMAS,
  SettingsSchema,
} from "../settings.ts";

import { askedOf, engine, type GlassFrame, given, interact, playOn, sabotage, scene, speak, wait } from "./stage.ts";

type Some = NonNullable<GlassConfig["settings"]>;
/** Six in their lobby, of whom red is the impostor. */
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

/** How many tasks of a class each of the crew has, and how many different lists of them there are. */
function dealt(settings: Some, of: string): [number, number] {
  const lists = Object.values(opened(settings).state.players).map(({ tasks }) =>
    tasks.flatMap(({ kind }) => (TASK.get(kind)!.class === of ? [kind] : [])),
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
    const { seats, settings } = resolved({});
    assert.equal(seats.length, 10);
    assert.equal(settings.impostors, 2);
  });

  it("keep what is given over what a preset changes", () => {
    assert.equal(resolved({ preset: "model" }).settings.decisionMs, 15_000);
    assert.equal(resolved({ preset: "model", settings: { decisionMs: 700 } }).settings.decisionMs, 700);
  });

  for (const players of [4, 5, 6, 7, 8, 9, 15])
    it(`allow ${impostorsMax(players)} impostors at ${players} players and no more`, () => {
      const seats = COLOURS.slice(0, players).map((id) => ({ id }));
      const most = impostorsMax(players);
      assert.equal(resolved({ seats, settings: { impostors: most } }).settings.impostors, most);
      if (most < 3) assert.throws(() => resolved({ seats, settings: { impostors: most + 1 } }), /can have at most/);
    });

  const four = COLOURS.slice(0, 4).map((id) => ({ id }));
  it("refuse two seats of one colour", () =>
    assert.throws(() => resolved({ seats: [...four, { id: "red" }] }), /same colour/));
  it("refuse more fixed roles than there are", () => {
    assert.throws(
      () => resolved({ seats: four.map((seat) => ({ ...seat, role: "impostor" })) }),
      /seats are impostors/,
    );
    assert.throws(() => resolved({ seats: four.map((seat) => ({ ...seat, role: "crewmate" })) }), /too few/);
  });
  it("refuse a game without tasks", () =>
    assert.throws(
      () => resolved({ settings: { commonTasks: 0, longTasks: 0, shortTasks: 0 } }),
      /there must be a task/,
    ));
});
