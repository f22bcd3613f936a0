// The world's type, drawn from its nouns, which stand in the folder beside it: actions, state, events, minds, views.
import type { Action } from "@orrery/kernel";
import type { GlassConfig } from "./settings.ts";
import type { actions, godActions } from "./shape/actions.ts";
import type { GlassEvent } from "./shape/events.ts";
import type { GlassMind, GlassPercept } from "./shape/minds.ts";
import type { GlassState } from "./shape/state.ts";
import type { GlassView } from "./shape/views.ts";

export * from "./shape/actions.ts";
export * from "./shape/events.ts";
export * from "./shape/minds.ts";
export * from "./shape/state.ts";
export * from "./shape/views.ts";

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
