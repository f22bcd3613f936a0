// What an agent, a page or a person is given. Nothing here runs.
import type { System } from "../sabotages/index.ts";
import type { Learned, MetaLevel, Notes, Role, Settings } from "../settings.ts";
import type { TriggerMessage, TriggerState } from "../triggers.ts";
import type { Claim, DeedKind } from "./actions.ts";
import type { SuspicionMoment } from "./events.ts";
import type { KnownDeath, Witnessed } from "./minds.ts";
import type { Life, Phase, Stage, Win, Winner } from "./state.ts";

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
    /** What the meeting has broken off, until one has decided how to go on: `heading` may be a site to be used. */
    readonly interrupted: {
      readonly location: string;
      readonly heading: string | null;
      readonly at_work: { readonly site: string; readonly seconds_left: number | null } | null;
    } | null;
    /** Null for crew. */
    readonly kill_cooldown: number | null;
    readonly tasks: readonly TaskView[];
    readonly emergencies_remaining: number;
    readonly emergency_cooldown: number;
    readonly notes: Notes;
    readonly learned: Learned;
    /** Whether it is asked after the end for what it takes into later games. */
    readonly learns: boolean;
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
  /** What the dead are shown of everybody else: all but thoughts and notes. Null for the living. */
  readonly overview: Overview | null;
  readonly known_deaths: readonly {
    readonly player: string;
    readonly t: number;
    readonly how: KnownDeath["how"];
    readonly location: string | null;
  }[];
  /** Where each was seen last: those in sight where they are now. `x` and `y` are null where nobody has noted them. */
  readonly known_locations: Readonly<
    Record<
      string,
      { readonly location: string; readonly x: number | null; readonly y: number | null; readonly t: number }
    >
  >;
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
    /** Seconds until sabotage is possible; null for living crew. */
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

export interface Overview {
  readonly players: readonly {
    readonly id: string;
    readonly heading: string | null;
    readonly at_work: GlassView["you"]["at_work"];
    readonly vent: string | null;
    /** Null for crew and for the dead. */
    readonly kill_cooldown: number | null;
    readonly emergencies_remaining: number;
    /** `site`: where the next step is done; null when none is left. Nothing on an impostor's list counts. */
    readonly tasks: readonly {
      readonly kind: string;
      readonly step: number;
      readonly steps: number;
      readonly site: string | null;
    }[];
  }[];
  /** Rooms with shut doors. */
  readonly closed_rooms: readonly string[];
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
  readonly types: readonly DeedKind[];
  readonly available_moves: readonly string[];
  readonly available_follows: readonly string[];
  readonly available_interactions: readonly string[];
  readonly available_kills: readonly string[];
  readonly available_sabotages: readonly string[];
  readonly available_fakes: readonly string[];
  /** Ids, and `skip`. */
  readonly available_votes: readonly string[];
}
