// The reasons for votes: each player's thought at the vote, and its suspicions whenever it was asked for them. Pure; only the owner's lines hold any of it.
import type { GlassEvent } from "@orrery/worlds/glassbox";
import type { Line } from "../../shapes.ts";

export interface Reason {
  readonly who: string;
  readonly thought: string | null;
  /** In percent, from before the meeting to the vote: as often as it was said. */
  readonly suspected: readonly { readonly of: string; readonly percents: readonly number[] }[];
}

/** Reasons by the tick of the meeting's call, since of a long game only the latest turns are at hand. A player without thought and suspicion has no reason. */
export function reasonsIn(story: readonly Line[]): ReadonlyMap<number, readonly Reason[]> {
  const meetings: {
    tick: number;
    voting: boolean;
    minds: Map<string, { thought: string | null; of: Map<string, number[]> }>;
  }[] = [];
  for (const line of story) {
    if (!("by" in line)) continue;
    for (const event of line.events as unknown as readonly GlassEvent[]) {
      if (event.type === "meeting_called") meetings.push({ tick: event.tick, voting: false, minds: new Map() });
      const meeting = meetings.at(-1);
      if (!meeting) continue;
      const mind = (who: string) => {
        const known = meeting.minds.get(who) ?? { thought: null, of: new Map<string, number[]>() };
        meeting.minds.set(who, known);
        return known;
      };
      if (event.type === "stage_began") meeting.voting = event.stage === "vote";
      else if (event.type === "tallied") meeting.voting = false;
      else if (event.type === "noted" && meeting.voting && event.thought) mind(event.who).thought = event.thought;
      else if (event.type === "suspected")
        for (const [of, percent] of Object.entries(event.of)) {
          const said = mind(event.who).of;
          said.set(of, [...(said.get(of) ?? []), percent]);
        }
    }
  }
  return new Map(
    meetings.map(({ tick, minds }) => [
      tick,
      [...minds].map(([who, { thought, of }]) => ({
        who,
        thought,
        suspected: [...of]
          .map(([of, percents]) => ({ of, percents }))
          .sort((a, b) => b.percents.at(-1)! - a.percents.at(-1)! || (a.of < b.of ? -1 : 1)),
      })),
    ]),
  );
}
