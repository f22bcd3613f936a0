// What can happen in a game, one noun an event. Nothing here runs.
import type { System } from "../sabotages/index.ts";
import type { Learned, Notes, Role } from "../settings.ts";
import type { TriggerConfig, Wake } from "../triggers.ts";
import type { Claim } from "./actions.ts";
import type { Doing, Intent, Sabotage, Stage, Walk, Win, Winner } from "./state.ts";

/** Who came into a viewer's sight and who left it, at one tick, with the places; bodies by victim. */
export interface Sight {
  readonly to: string;
  readonly tick: number;
  /** Where the viewer is. */
  readonly at: string;
  readonly in: readonly (readonly [who: string, place: string])[];
  /** With the spot at which they were seen last, which version 1 did not write down. */
  readonly out: readonly (readonly [who: string, place: string, x?: number, y?: number])[];
  /** With those who are seen standing over it. */
  readonly bodies: readonly (readonly [who: string, place: string, ...by: string[]])[];
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
      /** Only what has changed: by player, bits of those seen and of bodies seen, from where, and of bodies within reach if there are. */
      readonly sees: Readonly<
        Record<string, readonly [players: number, bodies: number, from: string, reaches?: number]>
      >;
    } & Tick)
  /** `asked`: who is asked now, and why. `kept`: what others will be told when they are. `lifted`: mutes that are over. */
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
  | ({
      readonly type: "spoke";
      readonly who: string;
      readonly text: string;
      readonly claims: readonly Claim[];
      /** The claims were read in the text by rule. */
      readonly read?: true;
    } & Tick)
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
  /** One player is asked anew, and told why, while others are waited for. */
  | ({
      readonly type: "roused";
      readonly who: string;
      readonly wakes: readonly Wake[];
      readonly lifted: readonly string[];
    } & Tick)
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

/** Why a deed that was tried came to nothing. None says whether a thing is unseen or not there at all. */
export const FAIL_REASONS = ["not_possible", "too_late", "already_acted"] as const;
export type FailReason = (typeof FAIL_REASONS)[number];
