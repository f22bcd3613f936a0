// What is left of an author's turn once it is undone: ids that it gave out stay spent, the log keeps its entries, struck out, and people keep what they felt at the news.
import type { StoryEvent, StoryState } from "../shape.ts";
import type { LogEntry } from "../tale.ts";
import { foldEvents } from "./fold.ts";

/** What takes an intervention back; null where it has no opposite. */
export function eventsOfUndo(entry: LogEntry, round: number): readonly StoryEvent[] | null {
  return (
    entry.undo && [
      ...entry.undo.map((event) => ({ ...event, round })),
      { type: "relogged", entry: { ...entry, undone: true }, round },
    ]
  );
}

/** The state that undoing an older turn leads back to: by the opposites of its interventions where all of them have one, else to the state before it. */
export function undone(before: StoryState, after: StoryState): StoryState {
  const known = before.tale.log;
  const back = after.tale.log.slice(known.length).toReversed();
  if (back.length > 0 && back.every(({ undo }) => undo !== null))
    return foldEvents(
      after,
      back.flatMap((entry) => eventsOfUndo(entry, after.round)!),
    );
  const log = after.tale.log.map((entry, i) => known[i] ?? { ...entry, undone: true });
  return { ...before, counts: after.counts, tale: { ...before.tale, counts: after.tale.counts, log } };
}
