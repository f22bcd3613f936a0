// What the arena shows at one moment, apart from how it is drawn: the 3D arena and the flat one draw the same picture.

import type { Ballot, Phase, Role, Team } from "./identity.ts";
import type { IslandPlan } from "./island-plan.ts";
import type { TroubleKind } from "./trouble.ts";

/** What a table is doing. */
export type Beat = "quiet" | "proposal" | "objection" | "response" | "resolution" | "vote";

export interface TablePicture {
  /** Whether this table spoke in the turn that is shown; the other one is dimmed. */
  readonly acting: boolean;
  readonly speaker: Role | null;
  readonly beat: Beat;
  /** By role; null unless the table votes. */
  readonly ballots: Readonly<Partial<Record<Role, Ballot>>> | null;
  /** The canon changed in this turn. */
  readonly accepted: boolean;
  /** Seats with a refused or missing first answer in this turn. */
  readonly troubles: Readonly<Partial<Record<Role, TroubleMark>>>;
  /** Nobody spoke: the turn was forfeited. */
  readonly forfeited: boolean;
  /** The canon as a small world above the table. */
  readonly island: IslandPlan;
}

export interface TroubleMark {
  readonly kind: TroubleKind;
  /** Failed attempts; 0 where nothing came. */
  readonly failed: number;
  readonly repaired: boolean;
}

export const isTroubled = ({ troubles }: TablePicture): boolean => Object.keys(troubles).length > 0;

export interface ArenaPicture {
  readonly phase: Phase;
  readonly tables: Readonly<Record<Team, TablePicture>>;
  /** The prompt engineer's station: pictures that hang in its frames. */
  readonly station: { readonly active: boolean; readonly frames: Readonly<Record<Team, number>> };
  /** Share of the match that is over, 0 to 1: the rings of the orrery turn with it. */
  readonly progress: number;
}

/** Images for the station's frames, as addresses, in the order in which they hang. */
export type Hangings = Readonly<Record<Team, readonly string[]>>;

export const CAMERAS = ["both", "A", "B", "speaker"] as const;
export type Camera = (typeof CAMERAS)[number];
