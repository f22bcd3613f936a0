// The world's nouns, put together from its two halves: the town, in which people act, and the tale that is told of it. Nothing here runs.
import type { Action } from "@orrery/kernel";
import type { storyGod, TaleReasons } from "./god/actions.ts";
import type { Tale, TaleEvent } from "./tale.ts";
import type { TownReasons, townActions } from "./town/actions.ts";
import type { StoryConfig } from "./town/config.ts";
import type { TownEvent } from "./town/events.ts";
import type { TownState } from "./town/state.ts";
import type { TownView } from "./town/view.ts";

export * from "./tale.ts";
export * from "./town/actions.ts";
export * from "./town/config.ts";
export * from "./town/events.ts";
export * from "./town/state.ts";
export type * from "./town/view.ts";

export interface StoryState extends TownState {
  readonly tale: Tale;
}
export type StoryEvent = TownEvent | TaleEvent;

export interface Story {
  config: StoryConfig;
  state: StoryState;
  view: TownView;
  /** The event as it happened, for the people it concerns. */
  percept: StoryEvent;
  mind: null;
  event: StoryEvent;
  reasons: TownReasons & TaleReasons;
  actions: typeof townActions;
  god: typeof storyGod;
}
export type StoryAction = Action<Story>;
