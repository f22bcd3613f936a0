// What the server hands out, as types alone: the runtime's own shapes, and the few that only cross HTTP.
import type { Showing } from "@orrery/runtime";

export type {
  CheckedWorld,
  HeadView,
  Line,
  RunCard,
  SeatLine,
  Submitted,
  TakenBack,
  Tried,
  TurnLine,
  Undone,
  Verified,
  WorldCard,
  WorldRules,
} from "@orrery/runtime";

import type { HeadView } from "@orrery/runtime";
export type Action = Showing["legal"][number];
/** As a seat gets it, its view is the only one there is. */
export type Shown = Showing & { readonly seat?: true };
export interface Branch {
  readonly name: string;
  readonly head: HeadView;
  readonly parent: { readonly branch: string; readonly turn: number } | null;
}
export interface Change {
  readonly path: readonly (string | number)[];
  readonly before?: unknown;
  readonly after?: unknown;
}

/** A god action's JSON Schema, as much of it as forms are made from. */
export interface GodAction {
  readonly type: string;
  readonly schema: unknown;
}
/** What is told of how a turn came about, beside what its line says. */
export interface Why {
  readonly changes: readonly Change[];
  readonly rolls: readonly RollProof[];
  readonly answers: readonly {
    readonly actor: string;
    readonly ask: string | null;
    readonly by: string;
    readonly cause?: string;
    readonly attempts?: readonly unknown[];
  }[];
}
export interface RollProof {
  readonly who: string;
  readonly purpose: string;
  readonly n: number;
  readonly low: number;
  readonly high: number;
  readonly value: number;
  readonly joint?: true;
  readonly lane: string;
  readonly depth: number;
  readonly salt: string;
  readonly commitment: string | null;
}
