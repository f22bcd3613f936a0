// The turns of a long run as far as they are here: an array by turn whose holes are turns that have not been asked for. `filter`, `map` and `flatMap` pass over holes.
import type { Line } from "../shapes.ts";

/** A run of more turns than this is read a page at a time. */
export const LONG = 1_000;
/** Turns in a page. */
export const PAGE_TURNS = 100;

/** The lines up to a turn. A seat's lines are not numbered by their places. */
export const upTo = (lines: readonly Line[], turn: number): readonly Line[] =>
  lines.at(-1)?.turn === lines.length - 1 ? lines.slice(0, turn + 1) : lines.filter((line) => line.turn <= turn);

/** The lines with others at their own turns. */
export function withPage(lines: readonly Line[], page: readonly Line[]): readonly Line[] {
  const next = lines.slice();
  for (const line of page) next[line.turn] = line;
  return next;
}

/** The turns to ask for so that all from one to another are here, whole pages where there are many: [first, last]; null: none is missing. */
export function missingIn(lines: readonly Line[], from: number, to: number): readonly [number, number] | null {
  let first = Math.max(0, from);
  let last = Math.min(to, lines.length - 1);
  while (first <= last && first in lines) first++;
  while (last >= first && last in lines) last--;
  if (first > last) return null;
  const start = Math.floor(first / PAGE_TURNS) * PAGE_TURNS;
  return [start, Math.min(Math.max(last, start + PAGE_TURNS - 1), lines.length - 1)];
}
