// The nouns of what is true in a game: players, bodies, sabotage, meetings. Nothing here runs.
import type { System } from "../sabotages/index.ts";
import type { Learned, MetaLevel, Notes, Role, Settings } from "../settings.ts";
import type { TriggerState, Wake } from "../triggers.ts";
import type { Claim } from "./actions.ts";

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
  /** Whether the follower has caught up. */
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

/** What a meeting has broken off. */
export interface Interrupted {
  readonly place: string;
  /** Where it was going: a place, a player it followed, or the site that it would use there. */
  readonly to: string | null;
  /** The site that its hands were busy at, and the ticks that were left. */
  readonly work: { readonly site: string; readonly left: number | null } | null;
}

export type Intent =
  | { readonly type: "wait" }
  | { readonly type: "move"; readonly to: string }
  | { readonly type: "follow"; readonly who: string }
  | { readonly type: "interact"; readonly object: string }
  | { readonly type: "kill"; readonly target: string }
  | { readonly type: "sabotage"; readonly system: string }
  | { readonly type: "fake"; readonly site: string }
  /** `read`: its claims are those that the rules read in the text, for the speaker declared none. */
  | { readonly type: "speak"; readonly text: string; readonly claims: readonly Claim[]; readonly read?: true }
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
  /** Of the last meeting; null until there is one. */
  readonly interrupted: Interrupted | null;
  /** The players and bodies it saw at the last look (bits by seat), and its place then. */
  readonly sees: number;
  readonly seesBodies: number;
  readonly lookedFrom: string;
  /** Where it was when eyes looked round before its way changed last: it may be last seen there. */
  readonly looked: { readonly tick: number; readonly x: number; readonly y: number } | null;
  /** Bodies within reach then (bits by seat), of those who heed what comes into it. */
  readonly reaches: number;
  readonly triggers: TriggerState;
  /** The tick at which RANDOM_N_SECONDS comes next. */
  readonly randomAt: number | null;
  /** Wakes that it has not been told yet: ghosts are asked at their own long intervals. */
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
  /** The player of the reported body; null: the button. */
  readonly body: string | null;
  readonly place: string;
  readonly tick: number;
  /** Everyone found dead by it. */
  readonly dead: readonly string[];
  readonly stage: Stage;
  /** From 1; meaningful in the discussion. */
  readonly round: number;
  /** Speaking order of this round, and the players still to speak. */
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
  /** It is asked after the end for what it takes into later games. Absent: only where all are. */
  readonly learns?: true;
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
  /** By room with doors that are or were shut: closed until, ready again from. */
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
