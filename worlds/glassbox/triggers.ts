// Why a player is asked: the triggers by name and class, and the contract by which a player mutes them or opts in. Nothing here runs.
import { type Static, Type } from "@orrery/kernel";

/** Always heard. The source's five, and the end of a meeting, at which everybody has to decide anew. */
export const MANDATORY = [
  "GAME_START",
  "DISCUSSION_START",
  "VOTE_START",
  "GAME_END",
  "SABOTAGE_CRITICAL",
  "MEETING_END",
] as const;
/** Heard unless muted. `DECISION_TICK` is how impostors (often) and ghosts (seldom) are asked by the clock. */
export const STANDARD = [
  "PLAYER_ENTERS_FOV",
  "PLAYER_EXITS_FOV",
  "BODY_IN_FOV",
  "OBJECT_IN_RANGE",
  "VENT_WITNESSED",
  "KILL_WITNESSED",
  "KILL_INTERRUPTED",
  "DESTINATION_REACHED",
  "TASK_COMPLETE",
  "SABOTAGE_START",
  "SABOTAGE_END",
  "LIGHTS_OUT",
  "LIGHTS_ON",
  "COOLDOWN_READY",
  "DEATH",
  "DECISION_TICK",
] as const;
/** Heard only by players who opt in. */
export const OPTIONAL = ["EVERY_N_SECONDS", "RANDOM_N_SECONDS", "INTERSECTION", "HALLWAY_WAYPOINT"] as const;

export const TRIGGERS = [...MANDATORY, ...STANDARD, ...OPTIONAL] as const;
export type TriggerType = (typeof TRIGGERS)[number];
/** What may be muted: everything but the mandatory. */
export const MUTABLE = [...STANDARD, ...OPTIONAL] as const;
export type MutableTrigger = (typeof MUTABLE)[number];
/** Names under which a trigger may also be spoken of. */
export const ALIASES = { REACHED_DESTINATION: "DESTINATION_REACHED" } as const;
export type Alias = keyof typeof ALIASES;

const IS_MANDATORY: ReadonlySet<TriggerType> = new Set(MANDATORY);
const IS_OPTIONAL: ReadonlySet<TriggerType> = new Set(OPTIONAL);
export const isMandatory = (type: TriggerType): boolean => IS_MANDATORY.has(type);
export const isOptional = (type: TriggerType): boolean => IS_OPTIONAL.has(type);
export const withoutAlias = <T extends string>(type: T): Exclude<T, Alias> =>
  (type === "REACHED_DESTINATION" ? ALIASES.REACHED_DESTINATION : type) as Exclude<T, Alias>;

const closed = { additionalProperties: false } as const;
const Mutable = Type.Enum([...MUTABLE, "REACHED_DESTINATION"]);
const Any = Type.Enum([...TRIGGERS, "REACHED_DESTINATION"]);

/** A change of what one is asked for; what is left out stays as it is. Mandatory triggers cannot be named as muted. */
export const TriggerConfigSchema = Type.Object(
  {
    /** Until the trigger `until` happens to this player, heard or not; without it until unmuted. */
    mute: Type.Optional(
      Type.Array(Type.Object({ type: Mutable, until: Type.Optional(Any) }, closed), { maxItems: 40 }),
    ),
    unmute: Type.Optional(Type.Array(Mutable, { maxItems: 40 })),
    /** Opt in: 0 opts out. Whole seconds. */
    every_n_seconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 600 })),
    /** Opt in to being asked after 1 to N seconds, drawn anew each time; 0 opts out. */
    random_n_seconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 600 })),
    intersection: Type.Optional(Type.Boolean()),
    hallway_waypoint: Type.Optional(Type.Boolean()),
  },
  closed,
);
export type TriggerConfig = Static<typeof TriggerConfigSchema>;

/** What a player has chosen so far. */
export interface TriggerState {
  readonly muted: readonly { readonly type: MutableTrigger; readonly until: TriggerType | null }[];
  /** Seconds; 0: not opted in. */
  readonly every: number;
  readonly random: number;
  readonly intersection: boolean;
  readonly hallway_waypoint: boolean;
}

/** Why a player is asked now. `trigger_data` holds only what this player has noticed; times in seconds, one decimal. */
export interface TriggerMessage {
  readonly trigger_type: TriggerType;
  readonly trigger_data: Readonly<Record<string, string | number | boolean | null>>;
}

/** A trigger as the state keeps it: times are ticks. */
export interface Wake {
  readonly type: TriggerType;
  readonly tick: number;
  readonly data: Readonly<Record<string, string | number | boolean | null>>;
}

/** What a configuration makes of the choices before it. */
export function applyTriggerConfig(before: TriggerState, config: TriggerConfig): TriggerState {
  const mute = (config.mute ?? []).map(({ type, until }) => ({
    type: withoutAlias(type) as MutableTrigger,
    until: until === undefined ? null : (withoutAlias(until) as TriggerType),
  }));
  const lifted = new Set<string>([...(config.unmute ?? []).map(withoutAlias), ...mute.map(({ type }) => type)]);
  return {
    muted: [...before.muted.filter(({ type }) => !lifted.has(type)), ...mute],
    every: config.every_n_seconds ?? before.every,
    random: config.random_n_seconds ?? before.random,
    intersection: config.intersection ?? before.intersection,
    hallway_waypoint: config.hallway_waypoint ?? before.hallway_waypoint,
  };
}
