// The nouns of the Glass Box in one place: state, view, percepts, minds, events, reasons and actions, and the type drawn from them. Nothing here runs.
import { type Action, type Static, Type } from "@orrery/kernel";
import type { System } from "./map.ts";
import {
  type GlassConfig,
  type Learned,
  LearnedSchema,
  LIMITS,
  type MetaLevel,
  type Notes,
  NotesSchema,
  type Role,
  type Settings,
  Text,
} from "./settings.ts";
import {
  type TriggerConfig,
  TriggerConfigSchema,
  type TriggerMessage,
  type TriggerState,
  type Wake,
} from "./triggers.ts";

export const PHASES = ["LOBBY", "PLAYING", "MEETING", "ENDED"] as const;
export type Phase = (typeof PHASES)[number];
/** A meeting's moments at which somebody is asked, in order. The interrupt comes before the first, the ejection after the vote. */
export const STAGES = ["interrupt", "preparation", "discussion", "deliberation", "vote", "consolidation"] as const;
export type Stage = (typeof STAGES)[number];
/** `gone`: disconnected, which everybody is told. */
export type Life = "alive" | "ghost" | "gone";
export const WINS = ["tasks", "ejection", "parity", "sabotage", "disconnected", "time", "god"] as const;
export type Win = (typeof WINS)[number];
/** Nobody wins by `time`. */
export type Winner = "crew" | "impostors" | "nobody";

const closed = { additionalProperties: false } as const;
const Ref = Type.String({ minLength: 1, maxLength: 60 });
const Second = Type.Integer({ minimum: 0, maximum: 100_000 });

/** What a statement asserts, in a form that can be held against the log. Times are whole seconds of the game clock. */
export const ClaimSchema = Type.Union([
  Type.Object({ kind: Type.Literal("own_location"), place: Ref, second: Second }, closed),
  Type.Object({ kind: Type.Literal("location"), player: Ref, place: Ref, second: Second }, closed),
  Type.Object({ kind: Type.Literal("saw_kill"), killer: Ref, victim: Ref }, closed),
  Type.Object({ kind: Type.Literal("saw_vent"), player: Ref, place: Ref }, closed),
  Type.Object({ kind: Type.Literal("found_body"), body: Ref, place: Ref }, closed),
  /** `task`: the id of a task kind, or of one of its sites. */
  Type.Object({ kind: Type.Literal("did_task"), player: Ref, task: Ref }, closed),
  Type.Object({ kind: Type.Literal("role"), player: Ref, role: Type.Enum(["crewmate", "impostor"]) }, closed),
  Type.Object({ kind: Type.Literal("accusation"), player: Ref }, closed),
]);
export type Claim = Static<typeof ClaimSchema>;

/** What may accompany every action. Only its owner, gods and the replay after the end ever see it. */
const private_ = {
  thought: Type.Optional(Text(LIMITS.thought)),
  /** Each pad that is given replaces what was in it. */
  notes: Type.Optional(NotesSchema),
  triggers: Type.Optional(TriggerConfigSchema),
  /** P(impostor) in percent, for living others. Kept at the fixed moments: see `view.ask.suspicions`. */
  suspicions: Type.Optional(Type.Record(Ref, Type.Integer({ minimum: 0, maximum: 100 }))),
} as const;
const Plain = Type.Object(private_, closed);

/** Exactly one deed an answer; `configure_triggers` may come beside it. `metadata` is always there, and may be empty. */
export const actions = {
  /** To a place (`locationId`), or after a player in sight (`targetId`); one of the two. Where one already is: stop there. */
  move: { targetId: "optional", locationId: "optional", metadata: Plain },
  /** Whatever one was doing goes on. */
  wait: { metadata: Plain },
  /** With an object in range: `task_…`, `body_…` (report), `button`, `vent_…`, `cameras`, `admin_table`, `vitals`, `panel_…`. */
  interact: { targetId: true, metadata: Plain },
  kill: { targetId: true, metadata: Plain },
  /** `reactor`, `oxygen`, `lights`, `comms`, or `doors_` and a room. */
  sabotage: { targetId: true, metadata: Plain },
  /** Stands at a task site as if at work. */
  fake_task: { targetId: true, metadata: Plain },
  /** `metadata.triggers` is required here. */
  configure_triggers: { metadata: Plain },
  /** A statement in a discussion; empty text is silence. */
  speak: {
    metadata: Type.Object(
      { ...private_, text: Text(2000), claims: Type.Optional(Type.Array(ClaimSchema, { maxItems: 8 })) },
      closed,
    ),
  },
  /** A living player's id, or `skip`. */
  vote: { targetId: true, metadata: Plain },
  /** Thinks, writes, reports; nothing else. `learned` is for after the end. */
  reflect: { metadata: Type.Object({ ...private_, learned: Type.Optional(LearnedSchema) }, closed) },
} as const;
export type Deed = keyof typeof actions;

/** A god's own actions. Times and refusals are as for any action; `targetId` is a player. */
export const godActions = {
  /** Dies where it stands and leaves a body. */
  kill: { targetId: true },
  revive: { targetId: true },
  /** To the middle of a place, at once. */
  move: { targetId: true, locationId: true },
  set_role: { targetId: true, metadata: Type.Object({ role: Type.Enum(["crewmate", "impostor"]) }, closed) },
  /** The player has left for good: nobody asks it any more, its tasks leave the total, all are told. */
  disconnect: { targetId: true },
  call_meeting: {},
  end: { metadata: Type.Object({ winner: Type.Enum(["crew", "impostors", "nobody"]) }, closed) },
} as const;

// ---------------------------------------------------------------- state

/** A way under way: at `tick` at its first point, then along straight legs at the setting's speed. */
export interface Walk {
  readonly tick: number;
  /** x0, y0, x1, y1, …: at least two points. */
  readonly points: readonly number[];
  /** Place of each leg: one fewer than points. */
  readonly places: readonly string[];
  /** Where to: a place; or the player who is followed, as long as it is seen. */
  readonly to: string;
  readonly follow: string | null;
  /** Whether whoever is followed has been caught up with. */
  readonly caught: boolean;
  /** What the hands take up on arrival. */
  readonly use: { readonly what: "interact" | "fake"; readonly site: string } | null;
}

/** What hands are busy with. `until`: the tick at which it is done; null: until something else is done. */
export interface Doing {
  readonly what: "task" | "fake" | "panel" | "cameras" | "admin" | "vitals";
  readonly site: string;
  readonly since: number;
  readonly until: number | null;
}

/** A task as dealt. Impostors have a list too: nothing on it counts. */
export interface Task {
  readonly kind: string;
  /** Sites of its steps, in order. */
  readonly sites: readonly string[];
  /** Steps done. */
  readonly done: number;
  /** The tick from which the next step may be begun. */
  readonly ready: number;
}

export type Intent =
  | { readonly type: "wait" }
  | { readonly type: "move"; readonly to: string }
  | { readonly type: "follow"; readonly who: string }
  | { readonly type: "interact"; readonly object: string }
  | { readonly type: "kill"; readonly target: string }
  | { readonly type: "sabotage"; readonly system: string }
  | { readonly type: "fake"; readonly site: string }
  | { readonly type: "speak"; readonly text: string; readonly claims: readonly Claim[] }
  | { readonly type: "vote"; readonly target: string }
  | { readonly type: "reflect" };

export interface Player {
  readonly role: Role;
  readonly life: Life;
  /** Where it stood at `walk.tick`, or stands. */
  readonly place: string;
  readonly x: number;
  readonly y: number;
  readonly walk: Walk | null;
  readonly doing: Doing | null;
  /** The vent it hides in. */
  readonly vent: string | null;
  /** The tick at which it may kill; while `paused` is set the clock stands still since that tick. */
  readonly killReady: number;
  readonly paused: number | null;
  readonly tasks: readonly Task[];
  readonly emergencies: number;
  /** Whom it saw when eyes last looked round, whose bodies (bits by seat), and where it was then. */
  readonly sees: number;
  readonly seesBodies: number;
  readonly lookedFrom: string;
  readonly triggers: TriggerState;
  /** The tick at which RANDOM_N_SECONDS comes next. */
  readonly randomAt: number | null;
  /** Wakes that a ghost has not been told yet: it is asked at its own long intervals. */
  readonly pending: readonly Wake[];
  /** Null: not asked now. */
  readonly asked: readonly Wake[] | null;
  /** Asks so far, for their ids. */
  readonly asks: number;
  readonly intent: Intent | null;
  readonly thought: string;
  readonly notes: Notes;
  readonly learned: Learned;
}

/** A body lies from death until the next meeting. */
export interface Body {
  readonly who: string;
  readonly place: string;
  readonly x: number;
  readonly y: number;
  readonly tick: number;
}

export interface Sabotage {
  readonly system: System;
  readonly since: number;
  /** The tick at which it is too late; null for what is not critical. */
  readonly until: number | null;
  /** Panels that are mended (oxygen), or held at this moment (reactor). */
  readonly fixed: readonly string[];
}

export interface Statement {
  readonly who: string;
  readonly tick: number;
  readonly round: number;
  readonly text: string;
  readonly claims: readonly Claim[];
}

export interface Meeting {
  readonly number: number;
  readonly by: string;
  /** Whose body was reported; null: the button. */
  readonly body: string | null;
  readonly place: string;
  readonly tick: number;
  /** Everyone whose death came out with it. */
  readonly dead: readonly string[];
  readonly stage: Stage;
  /** From 1; meaningful in the discussion. */
  readonly round: number;
  /** Speaking order of this round; whoever is still to speak. */
  readonly order: readonly string[];
  readonly queue: readonly string[];
  readonly statements: readonly Statement[];
  readonly votes: Readonly<Record<string, string>>;
}

/** A meeting that is over, as everybody knows it. */
export interface PastMeeting {
  readonly number: number;
  readonly by: string;
  readonly body: string | null;
  readonly tick: number;
  readonly statements: readonly Statement[];
  /** By voter, or by choice alone when votes are anonymous. */
  readonly votes: Readonly<Record<string, string>>;
  readonly tally: Readonly<Record<string, number>>;
  readonly ejected: string | null;
  /** Null unless ejections are confirmed. */
  readonly wasImpostor: boolean | null;
}

export interface SeatFacts {
  readonly id: string;
  readonly name: string;
  readonly model: string | null;
  readonly persona: string | null;
  readonly strategyLevel: number;
  readonly metaLevel: MetaLevel;
}

export interface GlassState {
  readonly settings: Settings;
  readonly seats: readonly SeatFacts[];
  readonly tick: number;
  readonly phase: Phase;
  readonly players: Readonly<Record<string, Player>>;
  readonly bodies: readonly Body[];
  readonly sabotage: Sabotage | null;
  /** The tick from which sabotage (doors aside) is possible again. */
  readonly sabotageReady: number;
  /** By room whose doors are or were shut: closed until, ready again from. */
  readonly doors: Readonly<Record<string, { readonly until: number; readonly ready: number }>>;
  readonly buttonReady: number;
  /** Tasks done and to do as the bar showed them last. */
  readonly bar: { readonly done: number; readonly total: number };
  readonly meeting: Meeting | null;
  readonly past: readonly PastMeeting[];
  /** Set when the game is decided; the run is over when `closed` is. */
  readonly result: { readonly winner: Winner; readonly by: Win; readonly tick: number } | null;
  readonly closed: boolean;
}

// ---------------------------------------------------------------- events

/** Who came into a viewer's sight and who left it, at one tick, with the places; bodies by victim. */
export interface Sight {
  readonly to: string;
  readonly tick: number;
  /** Where the viewer is. */
  readonly at: string;
  readonly in: readonly (readonly [who: string, place: string])[];
  readonly out: readonly (readonly [who: string, place: string])[];
  readonly bodies: readonly (readonly [who: string, place: string])[];
}

type Tick = { readonly tick: number };
export type GlassEvent =
  // What agents hand in.
  | { readonly type: "intended"; readonly who: string; readonly intent: Intent }
  | { readonly type: "noted"; readonly who: string; readonly thought: string | null; readonly notes: Partial<Notes> }
  | { readonly type: "configured"; readonly who: string; readonly triggers: TriggerConfig }
  | {
      readonly type: "suspected";
      readonly who: string;
      readonly moment: SuspicionMoment;
      readonly of: Readonly<Record<string, number>>;
    }
  | { readonly type: "learned"; readonly who: string; readonly learned: Learned }
  /** Tried in vain; told to nobody else. */
  | ({ readonly type: "failed"; readonly who: string; readonly intent: Intent; readonly reason: FailReason } & Tick)
  // What comes of it.
  | { readonly type: "started"; readonly tick: 0 }
  | ({ readonly type: "walked"; readonly who: string; readonly walk: Walk } & Tick)
  | ({
      readonly type: "stopped";
      readonly who: string;
      readonly place: string;
      readonly x: number;
      readonly y: number;
    } & Tick)
  | ({ readonly type: "began"; readonly who: string; readonly doing: Doing } & Tick)
  | ({ readonly type: "left_off"; readonly who: string } & Tick)
  | ({
      readonly type: "task_stepped";
      readonly who: string;
      readonly task: number;
      readonly ready: number;
      readonly whole: boolean;
    } & Tick)
  | ({
      readonly type: "vented";
      readonly who: string;
      readonly how: "entered" | "moved" | "exited";
      readonly vent: string;
      readonly spot: { readonly place: string; readonly x: number; readonly y: number };
      readonly witnesses: readonly string[];
    } & Tick)
  | ({
      readonly type: "killed";
      /** Null: a god's hand. */
      readonly by: string | null;
      readonly who: string;
      readonly place: string;
      readonly x: number;
      readonly y: number;
      readonly witnesses: readonly string[];
    } & Tick)
  /** A report or the button came first. The one who would have died is told nothing. */
  | ({ readonly type: "kill_interrupted"; readonly by: string; readonly who: string } & Tick)
  | ({ readonly type: "sabotaged"; readonly by: string; readonly sabotage: Sabotage } & Tick)
  | ({ readonly type: "panel_fixed"; readonly who: string; readonly panel: string } & Tick)
  | ({ readonly type: "panel_released"; readonly who: string; readonly panel: string } & Tick)
  | ({ readonly type: "sabotage_ended"; readonly system: System; readonly how: "fixed" | "meeting" } & Tick)
  | ({
      readonly type: "doors_closed";
      readonly by: string;
      readonly room: string;
      readonly until: number;
      readonly ready: number;
    } & Tick)
  | ({
      readonly type: "visual_seen";
      readonly who: string;
      readonly site: string;
      readonly witnesses: readonly string[];
    } & Tick)
  /** Time has run to `tick`: who was seen on the way, and what is seen at its end. */
  | ({
      readonly type: "ran";
      readonly sights: readonly Sight[];
      /** Only what has changed: by player, bits of those seen and of bodies seen, and from where. */
      readonly sees: Readonly<Record<string, readonly [players: number, bodies: number, from: string]>>;
    } & Tick)
  /** `asked`: who is asked now, and why. `kept`: what ghosts will be told when they are. `lifted`: mutes that are over. */
  | ({
      readonly type: "woken";
      readonly asked: Readonly<Record<string, readonly Wake[]>>;
      readonly kept: Readonly<Record<string, readonly Wake[]>>;
      readonly lifted: Readonly<Record<string, readonly string[]>>;
      readonly random: Readonly<Record<string, number | null>>;
    } & Tick)
  // Meetings.
  | ({
      readonly type: "meeting_called";
      readonly by: string;
      readonly body: string | null;
      readonly place: string;
      readonly dead: readonly string[];
      /** The living in the order in which they stand around the table and speak first. */
      readonly order: readonly string[];
    } & Tick)
  | ({
      readonly type: "stage_began";
      readonly stage: Stage;
      readonly round: number;
      readonly order: readonly string[];
    } & Tick)
  | ({ readonly type: "spoke"; readonly who: string; readonly text: string; readonly claims: readonly Claim[] } & Tick)
  | ({
      readonly type: "tallied";
      readonly votes: Readonly<Record<string, string>>;
      readonly tally: Readonly<Record<string, number>>;
      readonly ejected: string | null;
      readonly wasImpostor: boolean | null;
    } & Tick)
  | ({ readonly type: "resumed" } & Tick)
  // The end, and gods.
  | ({ readonly type: "ended"; readonly winner: Winner; readonly by: Win } & Tick)
  | ({ readonly type: "closed" } & Tick)
  | ({ readonly type: "left"; readonly who: string } & Tick)
  | ({ readonly type: "revived"; readonly who: string } & Tick)
  | ({
      readonly type: "placed";
      readonly who: string;
      readonly place: string;
      readonly x: number;
      readonly y: number;
    } & Tick)
  | ({ readonly type: "recast"; readonly who: string; readonly role: Role } & Tick);

export const SUSPICION_MOMENTS = ["before_meeting", "after_discussion", "before_vote"] as const;
export type SuspicionMoment = (typeof SUSPICION_MOMENTS)[number];

// ---------------------------------------------------------------- percepts and minds

/** One thing a player notices. Everything it knows of what it cannot see now is a fold over these. */
export type GlassPercept =
  | { readonly type: "answered" }
  | ({ readonly type: "sight" } & Omit<Sight, "to">)
  | ({ readonly type: "witnessed" } & Witnessed)
  | {
      readonly type: "deaths";
      readonly tick: number;
      readonly who: readonly string[];
      readonly how: KnownDeath["how"];
      readonly place: string | null;
    }
  /** Own deeds and public announcements, for the telling; nothing is remembered of them beside `witnessed_events`. */
  | { readonly type: "news"; readonly tick: number; readonly event: GlassEvent };

export const WITNESSED = [
  "kill",
  "vent",
  "visual_task",
  "body",
  "own_death",
  "kill_interrupted",
  "failed",
  "sabotage",
  "sabotage_over",
  "doors",
  "meeting",
  "ejection",
  "task_done",
  "disconnected",
] as const;
export interface Witnessed {
  readonly what: (typeof WITNESSED)[number];
  readonly tick: number;
  readonly data: Readonly<Record<string, string | number | boolean | null>>;
}
export interface KnownDeath {
  readonly who: string;
  readonly tick: number;
  readonly how: "witnessed" | "body" | "announced" | "ejected";
  readonly place: string | null;
}

export interface GlassMind {
  readonly deaths: readonly KnownDeath[];
  /** Last seen, when out of sight: by player. */
  readonly last: Readonly<Record<string, { readonly place: string; readonly tick: number }>>;
  readonly witnessed: readonly Witnessed[];
  /** Who is in sight since the last sight, and where the viewer was. */
  readonly now: readonly string[];
  readonly at: string;
  /** Changes of vision since the last answer, oldest first. */
  readonly history: readonly { readonly tick: number; readonly at: string; readonly players: readonly string[] }[];
  /** So many older changes were dropped since the last answer. */
  readonly dropped: number;
  /** As many as settings let it keep. */
  readonly keep: number;
}

// ---------------------------------------------------------------- view: what an agent, a page or a person is given

export type AskKind = "decision" | Stage | "end";

/** Times in seconds of the game clock, one decimal. */
export interface GlassView {
  readonly time: number;
  readonly phase: Phase;
  readonly stage: Stage | null;
  /** Null while this player is not asked. */
  readonly ask: {
    readonly kind: AskKind;
    readonly triggers: readonly TriggerMessage[];
    /** The moment that suspicions given now are kept for; null: they are not. */
    readonly suspicions: SuspicionMoment | null;
  } | null;
  readonly you: {
    readonly id: string;
    readonly name: string;
    readonly role: Role;
    readonly status: Life;
    /** Other impostors, for impostors. */
    readonly partners: readonly string[];
    readonly location: string;
    readonly x: number;
    readonly y: number;
    /** Where one is walking to: a place, or the player followed. */
    readonly heading: string | null;
    readonly doing: SeenDoing;
    /** The site that hands are busy at, and seconds left. */
    readonly at_work: { readonly site: string; readonly seconds_left: number | null } | null;
    readonly vent: string | null;
    /** Null for crew. */
    readonly kill_cooldown: number | null;
    readonly tasks: readonly TaskView[];
    readonly emergencies_remaining: number;
    readonly emergency_cooldown: number;
    readonly notes: Notes;
    readonly learned: Learned;
    readonly triggers: TriggerState;
    readonly model: string | null;
    readonly persona: string | null;
    readonly strategy_level: number;
    readonly meta_level: MetaLevel;
  };
  /** Changes of vision since the last answer; `history_dropped` older ones are not listed. */
  readonly recent_history: readonly {
    readonly t: number;
    readonly vision: { readonly players: readonly string[]; readonly location: string };
  }[];
  readonly history_dropped: number;
  readonly vision: {
    readonly players_visible: readonly SeenPlayer[];
    /** Bodies, sites and other things within sight that one may interact with. */
    readonly objects_visible: readonly string[];
    readonly bodies_visible: readonly {
      readonly id: string;
      readonly player: string;
      readonly location: string;
      readonly x: number;
      readonly y: number;
    }[];
    /** Places that one can walk to from here without crossing another. */
    readonly exits: readonly string[];
    readonly closed_exits: readonly string[];
    /** In map units; 0: sees without limit. */
    readonly radius: number;
    /** While at the admin table: living and dead bodies by room, no names. */
    readonly admin: Readonly<Record<string, number>> | null;
    /** While at the vitals screen. */
    readonly vitals: Readonly<Record<string, "alive" | "dead" | "disconnected">> | null;
    /** While at the screens, or where a camera's light can be seen: somebody is watching. */
    readonly cameras: "watching" | "in_use" | null;
  };
  readonly known_deaths: readonly {
    readonly player: string;
    readonly t: number;
    readonly how: KnownDeath["how"];
    readonly location: string | null;
  }[];
  readonly known_locations: Readonly<Record<string, { readonly location: string; readonly t: number }>>;
  readonly witnessed_events: readonly {
    readonly t: number;
    readonly type: Witnessed["what"];
    readonly data: Readonly<Record<string, string | number | boolean | null>>;
  }[];
  /** What everybody can tell. */
  readonly station: {
    readonly sabotage: {
      readonly system: System;
      readonly seconds_left: number | null;
      readonly panels: readonly string[];
    } | null;
    /** Seconds until sabotage is possible; null for crew. */
    readonly sabotage_cooldown: number | null;
    readonly task_bar: { readonly done: number; readonly total: number } | null;
  };
  /** Everyone in seat order, as this player knows them. `role` where it knows it for certain. */
  readonly players: readonly {
    readonly id: string;
    readonly name: string;
    readonly status: "alive" | "dead" | "disconnected";
    readonly role: Role | null;
  }[];
  readonly meeting: {
    readonly number: number;
    readonly called_by: string;
    readonly body: string | null;
    readonly found_in: string | null;
    readonly announced_dead: readonly string[];
    readonly stage: Stage;
    readonly round: number;
    readonly rounds: number;
    readonly speaking_order: readonly string[];
    readonly statements: readonly StatementView[];
  } | null;
  readonly past_meetings: readonly {
    readonly number: number;
    readonly t: number;
    readonly called_by: string;
    readonly body: string | null;
    readonly statements: readonly StatementView[];
    readonly votes: Readonly<Record<string, string>>;
    readonly tally: Readonly<Record<string, number>>;
    readonly ejected: string | null;
    readonly was_impostor: boolean | null;
  }[];
  readonly available_actions: Available;
  readonly settings: Settings;
  readonly result: { readonly winner: Winner; readonly by: Win; readonly you_won: boolean } | null;
}

export const SEEN_DOINGS = [
  "standing",
  "walking",
  "task",
  "visual_task",
  "panel",
  "cameras",
  "admin",
  "vitals",
  "vent",
] as const;
export type SeenDoing = (typeof SEEN_DOINGS)[number];
export interface SeenPlayer {
  readonly id: string;
  readonly location: string;
  readonly x: number;
  readonly y: number;
  readonly doing: SeenDoing;
  readonly via: "eyes" | "camera" | "ghost";
  /** Ghosts see who is one. */
  readonly life: "alive" | "ghost";
}
export interface StatementView {
  readonly who: string;
  readonly t: number;
  readonly round: number;
  readonly text: string;
  readonly claims: readonly Claim[];
}
export interface TaskView {
  readonly kind: string;
  readonly name: string;
  readonly done: boolean;
  readonly step: number;
  readonly steps: number;
  /** Where the next step is done; null when none is left. */
  readonly site: string | null;
  readonly location: string | null;
  /** Until the next step may be begun. */
  readonly wait_seconds: number;
  /** An impostor's list: nothing on it counts. */
  readonly fake: boolean;
}

/** The dynamic list of what may be done: what is not on it is refused. */
export interface Available {
  /** Types that answer the ask; empty while not asked. */
  readonly types: readonly Deed[];
  readonly available_moves: readonly string[];
  readonly available_follows: readonly string[];
  readonly available_interactions: readonly string[];
  readonly available_kills: readonly string[];
  readonly available_sabotages: readonly string[];
  readonly available_fakes: readonly string[];
  /** Ids, and `skip`. */
  readonly available_votes: readonly string[];
}

// ---------------------------------------------------------------- reasons

/** Why a deed that was tried came to nothing. None says whether a thing is unseen or not there at all. */
export const FAIL_REASONS = ["not_possible", "too_late", "already_acted"] as const;
export type FailReason = (typeof FAIL_REASONS)[number];

export interface GlassReasons {
  /** Not now: wrong phase, wrong moment, or not this player's to do. */
  not_now: { readonly type: string };
  /** Not on the list of available actions. */
  not_available: { readonly type: string; readonly what: string };
  /** `move` takes exactly one of place and player. */
  one_destination: Record<string, never>;
  nothing_configured: Record<string, never>;
  not_a_suspect: { readonly who: string };
  too_long: { readonly most: number };
  not_after_the_end: Record<string, never>;
  /** Failures. */
  not_possible: { readonly what: string };
  too_late: { readonly what: string };
  already_acted: Record<string, never>;
}

export interface GlassBox {
  config: GlassConfig;
  state: GlassState;
  view: GlassView;
  percept: GlassPercept;
  mind: GlassMind;
  event: GlassEvent;
  reasons: GlassReasons;
  actions: typeof actions;
  god: typeof godActions;
}
export type GlassAction = Action<GlassBox>;
