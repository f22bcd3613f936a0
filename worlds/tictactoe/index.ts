// Tic-tac-toe: the smallest complete world, and the one to copy. Nothing is hidden and nothing is rolled.
import {
  type Action,
  type Ask,
  type Bot,
  type Contest,
  type GameFacts,
  type Lexicon,
  refuse,
  Type,
  type World,
} from "@orrery/kernel";
import { type Board, CELLS, type Cell, LINES, MARKS, type Mark, NAMES, takenMask, winningLine } from "./board.ts";
import { LEXICON } from "./lexicon.ts";
import { movesExport } from "./moves.ts";

export type { Board };

const actions = {
  place: { metadata: Type.Object({ cell: Type.Integer() }, { additionalProperties: false }) },
} as const;

interface MarkPlaced {
  readonly type: "placed";
  readonly cell: Cell;
  readonly mark: Mark;
}
export interface TicTacToe {
  config: Record<string, never>;
  state: Board;
  view: Board;
  percept: MarkPlaced;
  mind: null;
  event: MarkPlaced;
  reasons: {
    game_over: Record<string, never>;
    not_your_turn: { readonly turn: Mark };
    out_of_range: { readonly cell: number };
    cell_taken: { readonly cell: Cell };
  };
  actions: typeof actions;
  god: Record<string, never>;
}

/** Who begins is the seat, so a league has no choice to make. */
const contest: Contest<TicTacToe> = {
  sides: MARKS,
  table: () => ({ seats: MARKS.map((side) => ({ side })), sizes: [1, 1] }),
  actors: () => MARKS,
  deal: (config) => config,
  watch(opened) {
    let board = opened.state;
    return {
      see(_before, _event, after) {
        board = after.state;
      },
      facts: () => ({
        results: resultsOf(board),
        reason: winnerOf(board) ? "three_in_a_row" : takenMask(board) === FULL ? "full_board" : "",
        durationMs: 0,
        seats: MARKS.map((actor) => ({
          actor,
          side: actor,
          counts: { marks: board.cells.filter((mark) => mark === actor).length },
          ratios: {},
          predictions: {},
        })),
        counts: {},
      }),
    };
  },
};

/** Level on a full board; null while it goes on. */
function resultsOf(board: Board): GameFacts["results"] {
  const winner = winnerOf(board);
  if (winner === null && takenMask(board) !== FULL) return null;
  return MARKS.map((mark) => ({ side: mark, actors: [mark], place: winner === null || winner === mark ? 1 : 2 }));
}

/** Completes its own three, then spoils those of others, then takes any cell: a double threat beats it. */
const careful: Bot<TicTacToe> = ({ ask, view, legal, dice }) => {
  const own = ask.to as Mark;
  const closes = (mark: Mark) =>
    LINES.flatMap((line) => {
      const [gap, ...more] = line.filter((cell) => view.cells[cell] !== mark);
      return gap !== undefined && more.length === 0 ? [gap] : [];
    });
  const wanted = [...closes(own), ...closes(other(own))];
  const [best] = wanted.flatMap((cell) => legal.filter(({ metadata }) => metadata.cell === cell));
  const [any, ...rest] = legal;
  return best ?? (any ? dice.pick("place", [any, ...rest]) : null);
};

/** By the player of the turn and the number of marks. */
const ASKS: Readonly<Record<Mark, readonly (readonly Ask<TicTacToe>[])[]>> = {
  x: CELLS.map((n) => askFor("x", n)),
  o: CELLS.map((n) => askFor("o", n)),
};
/** How many cells are taken, by which. */
const COUNTS = Uint8Array.from({ length: 512 }, (_, taken) => CELLS.filter((cell) => (taken >> cell) & 1).length);

export const tictactoe = {
  id: "tictactoe",
  about: {
    title: "Tic-tac-toe",
    summary: "Two players, nine cells, three in a row. The smallest complete world.",
    rules:
      "X and O take turns, X first. A turn puts one's mark into an empty cell of a board of three by three, numbered 0 to 8 row by row. Three of one's own marks in a row, a column or a diagonal win. A full board without one is a draw.",
  },
  version: 1,
  config: Type.Object({}, { additionalProperties: false }),
  actions,
  open: () => ({ cells: CELLS.map(() => null), turn: "x" }),
  actors: () => MARKS,
  asks(board) {
    const taken = takenMask(board);
    return hasEnded(board, taken) ? [] : ASKS[board.turn][COUNTS[taken]!]!;
  },
  check: {
    place(view, { actorId, metadata: { cell } }) {
      if (hasEnded(view)) return refuse("game_over", {});
      if (actorId !== view.turn) return refuse("not_your_turn", { turn: view.turn });
      if (!isCell(cell)) return refuse("out_of_range", { cell });
      if (view.cells[cell]) return refuse("cell_taken", { cell });
      return null;
    },
  },
  decide: {
    place: (board, { metadata: { cell } }) => [{ type: "placed", cell: cell as Cell, mark: board.turn }],
  },
  apply: {
    placed({ cells }, { cell, mark }) {
      // As `with`, and quicker.
      const after = cells.slice();
      after[cell] = mark;
      return { cells: after, turn: other(mark) };
    },
  },
  perceive: (_before, event) => MARKS.map((to) => ({ to, what: event })),
  view: ({ cells, turn }) => ({ cells, turn }),
  legal: (view, actorId): Action<TicTacToe>[] =>
    hasEnded(view) || actorId !== view.turn
      ? []
      : CELLS.flatMap((cell) => (view.cells[cell] ? [] : [{ actorId, type: "place", metadata: { cell } }])),
  explain: {
    game_over: () => "The game is over.",
    not_your_turn: ({ turn }) => `It is ${turn}'s turn.`,
    out_of_range: ({ cell }) => `There is no cell ${cell}: they are numbered 0 to 8.`,
    cell_taken: ({ cell }, { cells }) => `The ${NAMES[cell]} already holds an ${cells[cell]}.`,
  },
  outcome(board) {
    const winner = winnerOf(board);
    return winner ? { winner } : takenMask(board) === FULL ? { draw: true } : null;
  },
  valid: ({ cells, turn }) => [
    ...(Array.isArray(cells) && cells.length === 9 && cells.every((mark) => mark === null || isMark(mark))
      ? []
      : ["there must be nine cells, each x, o or null"]),
    ...(isMark(turn) ? [] : ["turn must be x or o"]),
  ],
  entities: ({ cells }) =>
    CELLS.map((cell) => ({
      id: `cell-${cell}`,
      name: NAMES[cell],
      type: "cell",
      attributes: { mark: cells[cell] ?? null },
    })),
  glance: ({ cells }) => ({ cells }),
  bots: { careful },
  botWords: { careful: "Never loses." },
  company: { bot: "careful", seated: {}, first: "seat" },
  contest,
  exports: {
    moves: movesExport(
      (board) => picture(board),
      (board) => (hasEnded(board) ? `${endingOf(board)}.` : null),
    ),
  },
  words: {
    name: (_view, who) => who,
    ending: endingOf,
    lexicon: (view): Lexicon => (hasEnded(view) ? { ...LEXICON, over: "The game is over." } : LEXICON),
    tell({ who, before, after, percepts, tried }) {
      if (before === null) return `Three in a row wins. ${after.turn.toUpperCase()} begins.\n\n${picture(after)}`;
      const refusals = new Set(
        tried.flatMap(({ validation }) => (validation.success ? [] : [validation.message ?? "That cannot be done."])),
      );
      const one = tried.length > 1 && percepts.length === 0 ? "One cell at a time." : null;
      const moves = percepts.map(
        ({ cell, mark }) => `${mark === who ? "You take" : `${mark.toUpperCase()} takes`} the ${NAMES[cell]}.`,
      );
      const board = percepts.length > 0 ? [`\n\n${picture(after)}${ending(after, who)}`] : [];
      return (one ?? [...refusals, ...moves].join(" ")) + board.join("");
    },
  },
} satisfies World<TicTacToe>;

/** The board as three lines of text. */
export const picture = ({ cells }: Board): string =>
  [0, 3, 6]
    .map((row) =>
      cells
        .slice(row, row + 3)
        .map((mark) => mark ?? "·")
        .join(" "),
    )
    .join("\n");

function askFor(to: Mark, marks: number): readonly Ask<TicTacToe>[] {
  return [{ id: `move-${marks + 1}`, to, lane: "table", may: ["place"], kind: "due", most: 1 }];
}
const other = (mark: Mark): Mark => (mark === "x" ? "o" : "x");
const FULL = 511;
const isMark = (value: unknown): value is Mark => value === "x" || value === "o";
const isCell = (value: number): value is Cell => Number.isInteger(value) && value >= 0 && value <= 8;

function winnerOf(board: Board): Mark | null {
  const line = winningLine(board);
  return line && (board.cells[line[0]] ?? null);
}

const hasEnded = (board: Board, taken = takenMask(board)): boolean =>
  taken === FULL || winningLine(board, taken) !== null;

function endingOf(board: Board): string {
  const winner = winnerOf(board);
  return winner ? `${winner.toUpperCase()} wins` : "A draw";
}

function ending(board: Board, who: string): string {
  const winner = winnerOf(board);
  if (winner)
    return winner === who ? "\n\nThree in a row: you win." : `\n\nThree in a row: ${winner.toUpperCase()} wins.`;
  return takenMask(board) === FULL ? "\n\nThe board is full: a draw." : "";
}
