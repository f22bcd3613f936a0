// Every setting of a game with its schema, range and default, the presets, and what makes settings hold together. Durations are milliseconds, whole ticks each.
import { type Static, Type } from "@orrery/kernel";
import { SABOTAGE_SETTINGS, SYSTEMS } from "./sabotages/index.ts";
import { count, flag, ms, percent, TICK_MS } from "./setting-kinds.ts";
import { stationProblems } from "./station/check.ts";
import { StationSchema } from "./station/schema.ts";
import { MUTABLE, TriggerConfigSchema } from "./triggers.ts";

export { TICK_MS };
export const ticksOf = (ms: number): number => ms / TICK_MS;

export const COLOURS = [
  "red",
  "blue",
  "green",
  "pink",
  "orange",
  "yellow",
  "black",
  "white",
  "purple",
  "brown",
  "cyan",
  "lime",
  "maroon",
  "coral",
  "tan",
] as const;
export type Colour = (typeof COLOURS)[number];
export const ROLES = ["crewmate", "impostor"] as const;
export type Role = (typeof ROLES)[number];
export const META_LEVELS = ["off", "subtle", "direct", "fourth_wall"] as const;
export type MetaLevel = (typeof META_LEVELS)[number];
export const KILL_DISTANCES = { short: 100, medium: 180, long: 250 } as const;
export const PRESETS = ["bots", "model", "people"] as const;
export type Preset = (typeof PRESETS)[number];

const closed = { additionalProperties: false } as const;
const mutedTypes = (...fallback: (typeof MUTABLE)[number][]) =>
  Type.Array(Type.Enum([...MUTABLE]), { maxItems: MUTABLE.length, default: fallback });

/** Defaults are those of the preset `bots`; see `PRESET_SETTINGS` for what the others change. */
export const SETTING_SCHEMAS = {
  // The genre's.
  /** Absent: 1 below seven players, else 2. At most 1 below seven, 2 below nine, 3 from there. */
  impostors: count(2, 1, 3),
  confirmEjects: flag(true),
  anonymousVotes: flag(false),
  visualTasks: flag(true),
  taskBar: Type.Enum(["always", "meetings", "never"], { default: "always" }),
  emergencyMeetings: count(1, 0, 9),
  emergencyCooldownMs: ms(15_000, 0, 60_000),
  /** Clock time of a discussion; 0: it takes no time. */
  discussionMs: ms(15_000, 0, 120_000),
  /** What a vote's answer may take where deadlines are kept; 0: no limit. */
  votingMs: ms(120_000, 0, 300_000),
  speedPercent: percent(100, 50, 300),
  crewVisionPercent: percent(100, 25, 500),
  impostorVisionPercent: percent(150, 25, 500),
  killCooldownMs: ms(30_000, 10_000, 60_000, 500),
  firstKillCooldownMs: ms(10_000, 0, 60_000, 500),
  killDistance: Type.Enum(["short", "medium", "long"], { default: "medium" }),
  commonTasks: count(1, 0, 2),
  longTasks: count(1, 0, 3),
  shortTasks: count(2, 0, 5),
  /** Tasks of dead crew count and can be done by their ghosts; otherwise they leave the total. */
  ghostTasks: flag(true),
  // The station.
  sabotages: Type.Array(Type.Enum([...SYSTEMS, "doors"]), { uniqueItems: true, default: [...SYSTEMS, "doors"] }),
  ...SABOTAGE_SETTINGS,
  firstSabotageMs: ms(10_000, 0, 120_000),
  sabotageCooldownMs: ms(30_000, 5000, 120_000),
  doorsMs: ms(10_000, 1000, 60_000),
  doorsCooldownMs: ms(30_000, 5000, 120_000),
  /** What is left of a crew member's vision while the lights are out. */
  lightsVisionPercent: percent(25, 5, 100),
  vents: flag(true),
  cameras: flag(true),
  adminTable: flag(true),
  vitals: flag(false),
  /** Game clock by which the crew must have won: then the impostors do, so that nobody wins by doing nothing. */
  limitMs: ms(1_200_000, 60_000, 7_200_000),
  // Who is asked when.
  /** The coarse decision tick of the living impostors. */
  decisionMs: ms(1000, 100, 60_000),
  ghostDecisionMs: ms(10_000, 1000, 600_000),
  /** Crew are asked as often as this beside their triggers; 0: by their triggers alone. */
  periodicMs: ms(0, 0, 600_000, 1000),
  /** The same at random moments, so far apart at most; 0: never. */
  randomMs: ms(0, 0, 600_000, 1000),
  /** Whether RANDOM_N_SECONDS draws; if not it is every N seconds. */
  randomTicks: flag(true),
  /** What is muted from the start, by role. */
  crewMuted: mutedTypes("PLAYER_EXITS_FOV", "OBJECT_IN_RANGE", "COOLDOWN_READY"),
  impostorMuted: mutedTypes("PLAYER_ENTERS_FOV", "PLAYER_EXITS_FOV", "OBJECT_IN_RANGE", "SABOTAGE_END"),
  /** One's own tasks, and panels that need mending, are available from anywhere: one sets out and does it in one decision. */
  errands: flag(false),
  /** Only what is possible here and now is listed as available; if not, everything is, and what is impossible fails. */
  contextTools: flag(true),
  // Meetings: at which of its moments everyone is asked. The others are part of the next one.
  interruptAsk: flag(false),
  preparationAsk: flag(true),
  deliberationAsk: flag(true),
  consolidationAsk: flag(true),
  /** Whether every seat is asked after the end what it has learned; otherwise only seats that were given `learned`. */
  gameEndAsk: flag(false),
  discussionRounds: count(2, 1, 5),
  discussionOrder: Type.Enum(["in_turn", "together"], { default: "in_turn" }),
  statementMax: count(500, 40, 2000),
  // What agents are told beyond the game.
  personas: flag(true),
  strategyLevel: count(1, 0, 3),
  metaLevel: Type.Enum([...META_LEVELS], { default: "off" }),
  /** So many moments of the recent history are kept between two asks; what is dropped is counted. */
  historyMax: count(40, 5, 200),
  // Answers.
  attempts: count(2, 1, 5),
  /** What a decision in play may take where deadlines are kept; 0: no limit. */
  decisionDeadlineMs: ms(0, 0, 600_000),
} as const;

export const SettingsSchema = Type.Object(
  {
    ...SETTING_SCHEMAS,
    /** A shipped station by name, or the plan of another. Absent: the usual one, as in games older than this setting. */
    station: Type.Optional(StationSchema),
  },
  closed,
);
/** All settings; none is left open but a usual station's name. */
export type Settings = Static<typeof SettingsSchema>;

export const DEFAULTS: Settings = Object.fromEntries(
  Object.entries(SETTING_SCHEMAS).map(([name, schema]) => [name, (schema as unknown as { default: unknown }).default]),
) as unknown as Settings;

/** What a preset changes: models are woken less often (a game of ten takes fewer than 200 calls on average), people are asked each second and have time to read. */
export const PRESET_SETTINGS: Readonly<Record<Preset, Partial<Settings>>> = {
  bots: {},
  model: {
    // Events ask impostors more often than the clock does: somebody comes by, or a follower catches up.
    decisionMs: 5000,
    ghostDecisionMs: 120_000,
    errands: true,
    // An errand is one decision, however many steps it has: the same time for fewer decisions.
    commonTasks: 0,
    longTasks: 3,
    shortTasks: 0,
    killCooldownMs: 12_000,
    // Every sabotage and repair asks everybody: sabotage is rare, and kills come sooner instead.
    firstSabotageMs: 35_000,
    sabotageCooldownMs: 45_000,
    // A meeting asks everybody four times: the button is ready again only after a while.
    emergencyCooldownMs: 60_000,
    crewMuted: [
      "PLAYER_ENTERS_FOV",
      "PLAYER_EXITS_FOV",
      "OBJECT_IN_RANGE",
      "COOLDOWN_READY",
      "SABOTAGE_START",
      "SABOTAGE_END",
    ],
    impostorMuted: [
      "PLAYER_EXITS_FOV",
      "OBJECT_IN_RANGE",
      "BODY_IN_FOV",
      "TASK_COMPLETE",
      "SABOTAGE_START",
      "SABOTAGE_END",
    ],
    // What one was doing is noted at once; preparing and weighing are then part of speaking and voting. Suspicions are reported
    // before the meeting and with the vote; to have them at all three moments, switch on `deliberationAsk`.
    interruptAsk: true,
    preparationAsk: false,
    deliberationAsk: false,
    discussionRounds: 1,
  },
  people: {
    decisionDeadlineMs: 1000,
    periodicMs: 1000,
    ghostDecisionMs: 1000,
    discussionMs: 60_000,
    discussionOrder: "together",
    interruptAsk: false,
    preparationAsk: false,
    deliberationAsk: false,
    consolidationAsk: false,
    attempts: 3,
  },
};

const Text = (maxLength: number) =>
  Type.String({
    maxLength,
    pattern: "^[^\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u2028-\\u202e\\u2066-\\u2069]*$",
  });

/** Longest texts, in characters. */
export const LIMITS = {
  thought: 2000,
  words: 500,
  pad: 3000,
  name: 40,
  model: 80,
  persona: 1200,
  lesson: 300,
  lessons: 30,
} as const;

/** What one agent keeps from game to game: written by it alone, handed in by the configuration and out at the end. */
export const LearnedSchema = Type.Object(
  {
    games: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
    lessons: Type.Array(
      Type.Object(
        { about: Type.Enum(["crewmate", "impostor", "meetings", "players", "map"]), text: Text(LIMITS.lesson) },
        closed,
      ),
      { maxItems: LIMITS.lessons },
    ),
  },
  closed,
);
export type Learned = Static<typeof LearnedSchema>;
export const NOTHING_LEARNED: Learned = { games: 0, lessons: [] };

/** Scratchpads of one game: JSON outside, free text inside. `meeting_scratch` is erased when a meeting is over. */
export const NotesSchema = Type.Object(
  {
    plan: Type.Optional(Text(LIMITS.pad)),
    events: Type.Optional(Text(LIMITS.pad)),
    suspicions: Type.Optional(Text(LIMITS.pad)),
    meeting_scratch: Type.Optional(Text(LIMITS.pad)),
  },
  closed,
);
export type Notes = Required<Static<typeof NotesSchema>>;
export const NO_NOTES: Notes = { plan: "", events: "", suspicions: "", meeting_scratch: "" };
export { Text };

/** One seat. `id` is its colour, and the only name by which players are spoken of in actions. */
export const SeatSchema = Type.Object(
  {
    id: Type.Enum([...COLOURS]),
    /** Absent: dealt by dice. */
    role: Type.Optional(Type.Enum([...ROLES])),
    /** For pages and prompts; absent: the colour. */
    name: Type.Optional(Text(LIMITS.name)),
    model: Type.Optional(Text(LIMITS.model)),
    persona: Type.Optional(Text(LIMITS.persona)),
    /** Absent: the game's setting. */
    strategyLevel: Type.Optional(Type.Integer({ minimum: 0, maximum: 3 })),
    metaLevel: Type.Optional(Type.Enum([...META_LEVELS])),
    /** What it brings from earlier games, if only nothing: it is asked after the end for what it takes into later ones. */
    learned: Type.Optional(LearnedSchema),
    triggers: Type.Optional(TriggerConfigSchema),
  },
  closed,
);
export type Seat = Static<typeof SeatSchema>;

/** A game's configuration. `{}` is ten players, two impostors, preset `bots`. */
export const ConfigSchema = Type.Object(
  {
    preset: Type.Optional(Type.Enum([...PRESETS])),
    seats: Type.Optional(Type.Array(SeatSchema, { minItems: 4, maxItems: COLOURS.length })),
    settings: Type.Optional(Type.Partial(SettingsSchema, closed)),
  },
  closed,
);
export type GlassConfig = Static<typeof ConfigSchema>;

export const impostorsMax = (players: number): number => (players < 7 ? 1 : players < 9 ? 2 : 3);

/** Seats and settings with nothing left open. Throws a `RangeError` that says what does not hold together. */
export function resolveConfig(config: GlassConfig): { seats: readonly Seat[]; settings: Settings } {
  const seats: readonly Seat[] = config.seats ?? COLOURS.slice(0, 10).map((id) => ({ id }));
  const given = config.settings ?? {};
  const usual = { ...DEFAULTS, ...PRESET_SETTINGS[config.preset ?? "bots"], impostors: seats.length < 7 ? 1 : 2 };
  const settings: Settings = { ...usual, ...given };
  const problems: string[] = [];
  if (new Set(seats.map(({ id }) => id)).size !== seats.length) problems.push("two seats have the same colour");
  const most = impostorsMax(seats.length);
  if (settings.impostors > most)
    problems.push(`${seats.length} players can have at most ${most} impostor${most === 1 ? "" : "s"}`);
  const countFixed = (role: Role) => seats.filter((seat) => seat.role === role).length;
  if (countFixed("impostor") > settings.impostors)
    problems.push(`${countFixed("impostor")} seats are impostors, and the setting is ${settings.impostors}`);
  if (countFixed("crewmate") > seats.length - settings.impostors)
    problems.push(`${countFixed("crewmate")} seats are crew, which leaves too few for ${settings.impostors} impostors`);
  if (settings.commonTasks + settings.longTasks + settings.shortTasks === 0)
    problems.push("there must be a task to do: one of commonTasks, longTasks and shortTasks must not be 0");
  problems.push(...stationProblems(settings));
  if (problems.length > 0) throw new RangeError(`this game does not hold together: ${problems.join("; ")}`);
  return { seats, settings };
}
