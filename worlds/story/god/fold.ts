// The state after events, as the kernel would have it: for an author's action that must look at what its first part brings about.
import type { StoryEvent, StoryState } from "../shape.ts";
import { apply as townApply } from "../town/apply.ts";
import { logHappening, taleApply } from "./apply.ts";

/** What each event of the world does, the town's and the tale's. */
export const storyApply: {
  [T in StoryEvent["type"]]: (state: StoryState, event: Extract<StoryEvent, { type: T }>) => StoryState;
} = {
  ...townApply,
  ...taleApply,
  happened: (state, event) => logHappening(townApply.happened(state, event), event),
};

export const foldEvents = (state: StoryState, events: readonly StoryEvent[]): StoryState =>
  events.reduce(
    (now, event) => (storyApply[event.type] as (state: StoryState, event: StoryEvent) => StoryState)(now, event),
    state,
  );
