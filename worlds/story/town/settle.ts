// After the answers of a round the round is over; rounds in which nobody would be awake pass by themselves.
import type { StoryEvent, StoryState } from "../shape.ts";
import { peopleAskedIn } from "./rhythm.ts";

export function settle(state: StoryState, after: "answers" | "god"): readonly StoryEvent[] {
  if (after === "god" || !state.stirred || state.settings.mode !== "town") return [];
  const ends: StoryEvent[] = [{ type: "round_ended", platform: null, round: state.round }];
  for (let next = state.round + 1; next <= state.settings.rounds && peopleAskedIn(state, next).length === 0; next++) {
    if (state.dead.length === state.actors.length - 2) break;
    ends.push({ type: "round_ended", platform: null, round: next });
  }
  return ends;
}
