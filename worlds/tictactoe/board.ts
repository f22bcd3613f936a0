// The board itself: its cells, their names, and three in a row. What the rules and the page both draw from; no rule is here.

export const MARKS = ["x", "o"] as const;
export type Mark = (typeof MARKS)[number];
export const CELLS = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const;
export type Cell = (typeof CELLS)[number];
export const LINES = [
  [0, 1, 2],
  [3, 4, 5],
  [6, 7, 8],
  [0, 3, 6],
  [1, 4, 7],
  [2, 5, 8],
  [0, 4, 8],
  [2, 4, 6],
] as const;
export const NAMES = [
  "top left",
  "top",
  "top right",
  "left",
  "centre",
  "right",
  "bottom left",
  "bottom",
  "bottom right",
] as const;

/** Cells row by row from the top left; the turn stays set when the game has ended. */
export interface Board {
  readonly cells: readonly (Mark | null)[];
  readonly turn: Mark;
}
/**
 * Which cells are taken, as one number: bit n for cell n. What stands where is anyone's guess, to a processor as well: adding
 * up every answer is quicker than deciding by it.
 */
export function takenMask({ cells }: Pick<Board, "cells">): number {
  let taken = 0;
  for (let i = 0; i < cells.length; i++) taken |= Number(cells[i] !== null) << i;
  return taken;
}

/** The three cells that won, or null. */
export function winningLine(board: Pick<Board, "cells">, taken = takenMask(board)): readonly [Cell, Cell, Cell] | null {
  const { cells } = board;
  const full = FULL_LINES[taken]!;
  for (let i = 0; i < full.length; i++) {
    const line = full[i]!;
    const first = cells[line[0]];
    if (first === cells[line[1]] && first === cells[line[2]]) return line;
  }
  return null;
}
/** The lines without a gap, by which cells are taken. */
const FULL_LINES = Array.from({ length: 512 }, (_, taken) =>
  LINES.filter((line) => line.every((cell) => (taken >> cell) & 1)),
);
