// A game as text: its moves in order, the last board, how it ended.
import type { Export } from "@orrery/kernel";
import { type Board, NAMES } from "./board.ts";
import type { TicTacToe } from "./index.ts";

/** `picture` and `ending` as the game itself tells them. */
export const movesExport = (
  picture: (board: Board) => string,
  ending: (board: Board) => string | null,
): Export<TicTacToe> => ({
  about: "The moves, a line each, then the board and how it stands.",
  write(run) {
    let { state } = run.opened;
    const moves: string[] = [];
    for (const { commit, after } of run.turns()) {
      for (const event of commit.events)
        moves.push(
          event.type === "placed"
            ? `${moves.length + 1}. ${event.mark} takes the ${NAMES[event.cell]}`
            : event.type === "@amended"
              ? `${moves.length + 1}. the board was changed from outside`
              : `${moves.length + 1}. the seed of the dice was revealed`,
        );
      state = after.state;
    }
    const text = [...moves, "", picture(state), "", ending(state) ?? "It goes on.", ""].join("\n");
    return [{ path: "moves.txt", bytes: text }];
  },
});
