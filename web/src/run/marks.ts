// What is worth stopping at in a run: turns by kind, and the way from one to the next.
import type { Branch, Line } from "../shapes.ts";

export const KINDS = ["refusal", "god", "roll", "branch", "ending"] as const;
export type Kind = (typeof KINDS)[number];
/** Turns of each kind, ascending. */
export type Marks = Readonly<Record<Kind, readonly number[]>>;

/** The key that goes to the next of a kind. */
export const KEYS: Readonly<Record<Kind, string>> = { refusal: "r", god: "g", roll: "d", branch: "b", ending: "e" };

/** `endings`: turns with which it ended, where that is known; else the newest, when the run is over. */
export function marksOf(
  lines: readonly Line[],
  branch: string,
  branches: readonly Branch[],
  endings: readonly number[],
): Marks {
  const marks: Record<Kind, number[]> = { refusal: [], god: [], roll: [], branch: [], ending: [...endings] };
  for (const line of lines) {
    const god = "by" in line && line.turn > 0 && (line.by.includes("god") || line.actions[0]?.actorId === "god");
    if (god) marks.god.push(line.turn);
    if (isRefused(line)) marks.refusal.push(line.turn);
    if ("rolls" in line && line.rolls && line.rolls.length > 0) marks.roll.push(line.turn);
  }
  const own = branches.find(({ name }) => name === branch)?.parent;
  const head = lines.at(-1)?.turn ?? 0;
  const left = branches.flatMap(({ parent }) =>
    parent?.branch === branch && parent.turn <= head ? [parent.turn] : [],
  );
  marks.branch = [...new Set([...(own ? [own.turn] : []), ...left])].sort((a, b) => a - b);
  return marks;
}

/** Refused by the rules, or not understood at all. */
export const isRefused = (line: Line): boolean =>
  line.validation.some(({ success }) => !success) ||
  (line.rawText !== "" && line.actions.length === 0 && line.events.length === 0);

/** The nearest mark after a turn, or before it; null where there is none. */
export function nextMark(turns: readonly number[], from: number, back: boolean): number | null {
  let low = 0;
  let high = turns.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (back ? turns[middle]! < from : turns[middle]! <= from) low = middle + 1;
    else high = middle;
  }
  return (back ? turns[low - 1] : turns[low]) ?? null;
}

/** As many places as a bar has room for: a thousand marks side by side are drawn as one. Fractions of the bar's length. */
export function places(turns: readonly number[], head: number, room: number): number[] {
  const taken = new Set(turns.map((turn) => Math.round((turn / Math.max(1, head)) * room)));
  return [...taken].map((place) => place / room);
}
