// Suspicions of each player at each moment of asking, read from a run's lines; only the owner's lines hold any. Pure.
import type { GlassEvent, SuspicionMoment } from "@orrery/worlds/glassbox";
import type { Line } from "../../shapes.ts";

/** Percent, by the player who suspects and then the suspect. */
export type Matrix = Readonly<Record<string, Readonly<Record<string, number>>>>;
export interface SuspicionReading {
  /** The turn in which the last of them said it. */
  readonly turn: number;
  readonly meeting: number;
  readonly moment: SuspicionMoment;
  readonly of: Matrix;
}

/** One for each moment at which it is asked, in order. */
export function readingsOf(lines: readonly Line[]): readonly SuspicionReading[] {
  const found: { turn: number; meeting: number; moment: SuspicionMoment; of: Record<string, Matrix[string]> }[] = [];
  let meeting = 0;
  for (const { turn, events } of lines)
    for (const event of events as unknown as readonly GlassEvent[]) {
      if (event.type === "meeting_called") meeting++;
      if (event.type !== "suspected") continue;
      let last = found.at(-1);
      if (!last || last.moment !== event.moment || last.meeting !== meeting) {
        last = { turn, meeting, moment: event.moment, of: {} };
        found.push(last);
      }
      last.turn = turn;
      last.of[event.who] = event.of;
    }
  return found;
}

export const readingAt = (readings: readonly SuspicionReading[], turn: number): SuspicionReading | null =>
  readings.findLast((one) => one.turn <= turn) ?? null;

/** How much somebody is suspected on the average by those who count; null: none of them said. */
export function meanOf({ of }: SuspicionReading, who: string, counts: (by: string) => boolean): number | null {
  const said = Object.entries(of).flatMap(([by, percents]) =>
    by !== who && counts(by) && percents[who] !== undefined ? [percents[who]] : [],
  );
  return said.length === 0 ? null : said.reduce((sum, one) => sum + one, 0) / said.length;
}

interface Turning {
  readonly who: string;
  readonly turn: number;
  readonly from: number;
  readonly to: number;
}
/** For each meeting, the player with the largest change in mean suspicion: the turn, from and to. Less than `least` is no change. */
export function turningsOf(
  readings: readonly SuspicionReading[],
  ids: readonly string[],
  counts: (by: string) => boolean,
  first: number,
  least = 12,
): readonly Turning[] {
  const meetings = [...new Set(readings.map(({ meeting }) => meeting))];
  return meetings.flatMap((meeting) => {
    const inside = readings.filter((one) => one.meeting === meeting);
    const before = readings.findLast((one) => one.meeting < meeting);
    const last = inside.at(-1)!;
    const changes = ids.flatMap((who) => {
      const to = meanOf(last, who, counts);
      const from = (before && meanOf(before, who, counts)) ?? first;
      return to === null || Math.abs(to - from) < least ? [] : [{ who, turn: inside[0]!.turn, from, to }];
    });
    const most = changes.toSorted((a, b) => Math.abs(b.to - b.from) - Math.abs(a.to - a.from))[0];
    return most ? [most] : [];
  });
}
