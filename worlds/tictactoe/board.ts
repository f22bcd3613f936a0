// The board itself: its cells, their names, and three in a row. What the rules and the page both draw from; no rule is here.

export const MARKS = ["x", "o"] as const;
export type Mark = (typeof MARKS)[number];
export const CELLS = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const;
export type Cell = (typeof CELLS)[number];
const LINES = [
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

/** Cells row by row from the top left; whose turn it is stays set when the game has ended. */
export interface Board {
  readonly cells: readonly (Mark | null)[];
  readonly turn: Mark;
}
/** The three cells that won, or null. */
export function winningLine({ cells }: Pick<Board, "cells">): readonly [Cell, Cell, Cell] | null {
  for (let i = 0; i < LINES.length; i++) {
    const line = LINES[i]!;
    const first = cells[line[0]]!;
    const second = cells[line[1]]!;
    const third = cells[line[2]]!;
    const taken = Number(first !== null) + Number(second !== null) + Number(third !== null);
    if (taken === 3 && first === second && second === third) return line;
  }
  return null;
}
