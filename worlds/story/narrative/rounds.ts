// Which turns and events a round is made of, found while turns go by in order. A round is there once it has ended, and not before.
import { entriesOf } from "@orrery/kernel";
import type { StoryEvent, StoryState } from "../shape.ts";

export interface TellableRound {
  readonly round: number;
  /** Null: the whole town. */
  readonly platform: string | null;
  /** The turns that it lies in. */
  readonly from: number;
  readonly to: number;
  readonly events: readonly StoryEvent[];
}

/** Takes turns one by one. */
export class RoundFinder {
  #from = 1;
  #open: StoryEvent[] = [];

  /** Rounds that this turn ends. */
  take(turn: number, events: readonly StoryEvent[]): TellableRound[] {
    const ended: TellableRound[] = [];
    if (this.#open.length === 0) this.#from = turn;
    for (const event of events) {
      if (event.type !== "round_ended") {
        // What an author does between rounds is of none.
        if ("by" in event) this.#open.push(event);
        continue;
      }
      const { round, platform } = event;
      ended.push({ round, platform, from: this.#open.length === 0 ? turn : this.#from, to: turn, events: this.#open });
      this.#open = [];
      this.#from = turn + 1;
    }
    return ended;
  }
}

/** Round 0 of a town of ours: the posts that are there before anybody acts. Null where there are none. */
export function openingRound(state: StoryState): TellableRound | null {
  const posts = [...entriesOf(state.posts)].map(([, post]) => post).sort((a, b) => (a.id < b.id ? -1 : 1));
  if (state.settings.mode !== "town" || posts.length === 0) return null;
  const events = posts.map(
    ({ by, id, platform, text }): StoryEvent => ({ type: "posted", by, post: id, platform, text, round: 0 }),
  );
  return { round: 0, platform: null, from: 0, to: 0, events };
}
