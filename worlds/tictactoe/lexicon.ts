// How a move is put into words: what people call the nine cells, and what they say around it. The same for every board.
import type { Lexicon } from "@orrery/kernel";
import { CELLS, type Cell } from "./board.ts";

const PLACES = ["square", "cell", "spot", "position", "box", "space", "field", "slot", "tile", "one"];
const CENTRES = ["centre", "center", "middle", "mid"];
/** What the three rows are called, and the three columns, in that order. */
const ROWS = [
  ["top", "upper", "first"],
  ["middle", "second"],
  ["bottom", "lower", "last", "third"],
];
const COLUMNS = [
  ["left", "first"],
  ["middle", "second"],
  ["right", "last", "third"],
];
/** What says without a count where a cell lies. */
const TOPS = [["top", "upper", "up"], [], ["bottom", "lower", "down"]];
const LEFTS = [["left"], [], ["right"]];
const WINDS = "northwest north northeast west midpoint east southwest south southeast".split(" ");
const NUMBERS = "one two three four five six seven eight nine".split(" ");
const ORDINALS = "first second third fourth fifth sixth seventh eighth ninth".split(" ");
/** Where the cells around the middle lie from it. */
const AROUND: Readonly<Partial<Record<Cell, readonly string[]>>> = {
  1: ["above", "over", "on top of"],
  3: ["left of", "to the left of"],
  5: ["right of", "to the right of"],
  7: ["below", "under", "beneath"],
};

/**
 * "top left", "upper left corner", "first row last column", "the second one in the bottom row", "row 1 column 2", "a1" (columns a
 * to c, rows 1 to 3 from the top), "5" (counted from 1, as on a telephone), "the one above the middle".
 */
function cellNames(cell: Cell): string[] {
  const row = Math.floor(cell / 3);
  const column = cell % 3;
  const tops = TOPS[row]!;
  const lefts = LEFTS[column]!;
  const side = tops.length > 0 ? tops : lefts;
  const corner = tops.length > 0 && lefts.length > 0;
  const plain = corner
    ? tops.flatMap((top) => lefts.flatMap((left) => [`${top} ${left}`, `${left} ${top}`]))
    : side.length > 0
      ? side.flatMap((name) => [name, ...CENTRES.flatMap((centre) => [`${name} ${centre}`, `${centre} ${name}`])])
      : CENTRES;
  const places = [...PLACES, ...(corner ? ["corner"] : side.length > 0 ? ["side", "edge"] : [])];
  const names = [
    ...plain,
    ...plain.flatMap((name) => places.map((place) => `${name} ${place}`)),
    ...crossings(ROWS[row]!, ["row", "line"], COLUMNS[column]!, ["column", "col"]),
    ...crossings(COLUMNS[column]!, ["column", "col", "side"], ROWS[row]!, ["row", "line"]),
    ...countingWords(row).flatMap((r) => countingWords(column).flatMap((c) => rowColumnPhrases(r, c))),
    ...(AROUND[cell] ?? []).flatMap((where) =>
      ["", ...PLACES.map((place) => `${place} `)].flatMap((what) =>
        CENTRES.map((centre) => `${what}${where} the ${centre}`),
      ),
    ),
    WINDS[cell]!,
    ...["", ...PLACES.map((place) => `${place} `)].map((what) => `${what}${"abc"[column]}${row + 1}`),
    ...(corner ? lying(tops, lefts) : []),
    ...[ORDINALS[cell]!, ...(cell === 8 ? ["last"] : [])].flatMap((name) => PLACES.map((place) => `${name} ${place}`)),
    ...["", "number ", ...PLACES.slice(0, -1).flatMap((place) => [`${place} `, `${place} number `])].flatMap((before) =>
      countingWords(cell).map((name) => `${before}${name}`),
    ),
  ];
  // "One" alone stands for any of them; and what has a middle twice is said twice.
  return [...new Set(names)].filter((name) => name !== "one");
}

/** "The corner at the bottom on the right side". */
const lying = (tops: readonly string[], lefts: readonly string[]): string[] =>
  ["corner", ...PLACES].flatMap((what) =>
    tops.flatMap((top) =>
      lefts.flatMap((left) =>
        ["in", "at", "on"].flatMap((at) =>
          ["", " side", " hand side"].flatMap((side) => [
            `${what} ${at} the ${top} ${left}${side}`,
            `${what} ${at} the ${top} on the ${left}${side}`,
            `${what} on the ${left}${side} ${at} the ${top}`,
          ]),
        ),
      ),
    ),
  );

/** A cell by its line and by where it stands in that: "top row left", "first row last column", "the second one in the bottom row". */
const crossings = (
  lines: readonly string[],
  called: readonly string[],
  others: readonly string[],
  calledThere: readonly string[],
): string[] =>
  lines.flatMap((line) =>
    called.flatMap((name) =>
      others.flatMap((other) => [
        `${line} ${name} ${other}`,
        ...calledThere.map((there) => `${line} ${name} ${other} ${there}`),
        ...["of", "in"].flatMap((into) => ["", " one"].map((what) => `${other}${what} ${into} the ${line} ${name}`)),
        `${line} ${name} in the ${other}`,
      ]),
    ),
  );
const rowColumnPhrases = (row: string, column: string): string[] =>
  ["column", "col"].flatMap((name) => [`row ${row} ${name} ${column}`, `${name} ${column} row ${row}`]);
/** Counted from 1, in figures and in words. */
const countingWords = (index: number): readonly string[] => [`${index + 1}`, NUMBERS[index]!];

const BOARD = "It has three rows and three columns: name a cell of it, such as TOP LEFT, B3 or 5.";

const MORE = "zero ten eleven twelve".split(" ");
/** Counts from 4 or 10 on, in figures and in words. */
const beyond = (least: number): string[] => [
  "0",
  ...Array.from({ length: 21 - least }, (_, i) => `${least + i}`),
  ...(least < 10 ? NUMBERS.slice(least - 1) : []),
  ...MORE,
];
/** What people may call a cell that is not there: "row 4", "fourth column", "d2", "10". */
const OFF_BOARD: readonly string[] = [
  ...["", "number ", ...PLACES.slice(0, -1).map((place) => `${place} `)].flatMap((what) =>
    beyond(10).map((count) => `${what}${count}`),
  ),
  ...["row", "line", "column", "col"].flatMap((line) => [
    ...beyond(4).map((count) => `${line} ${count}`),
    ...[...ORDINALS.slice(3), "tenth"].flatMap((count) => [`${count} ${line}`, `the ${count} ${line}`]),
  ]),
  ...beyond(4).flatMap((off) => [
    ...CELLS.flatMap((cell) =>
      countingWords(cell).flatMap((on) => [
        `row ${off} column ${on}`,
        `row ${on} column ${off}`,
        `column ${off} row ${on}`,
      ]),
    ),
    ...beyond(4).map((other) => `row ${off} column ${other}`),
  ]),
  ...[..."abcdefgh"].flatMap((letter) =>
    [..."0123456789"].filter((n) => letter > "c" || n < "1" || n > "3").map((n) => `${letter}${n}`),
  ),
];

export const LEXICON: Lexicon = {
  verbs: [
    {
      type: "place",
      patterns: [
        "{metadata.cell} (of|on) (the|this) (board|grid)",
        "(the) square|cell|spot|space|box|one in|at|on {metadata.cell}",
        "smack|right|bang|dead|slap|straight|plop|plonk (dab|bang|smack) in|on|at {metadata.cell}",
        "place|put|mark|play|take|go|choose|pick|move|have|claim|select|occupy|grab|fill|draw|set|want|try|start|begin|drop|block (a|an|my|the|it|one|that|this|me|mine|myself|him|her|you|them) (first|next) (x|o|mark|piece|move|turn) (down) (for) (me|us) ((right|smack|straight|bang|dead) in|on|at|to|into|for|with) {metadata.cell}",
        "(a|an|my|the) (first|next) x|o|mark|piece|move|turn|choice|pick (is|goes|will) (be|go) (in|on|at|to|into|for) {metadata.cell}",
        "in|on|at|to {metadata.cell}",
        "{metadata.cell} it is|goes (then)",
        "{metadata.cell} is my|the (lucky|favourite|favorite|best|next|usual) spot|square|place|move|choice|cell|corner|one",
      ],
      slots: {
        "metadata.cell": { kinds: ["cell"], ask: "Which cell?", unknown: `There is no “{}” on the board. ${BOARD}` },
      },
    },
  ],
  nouns: CELLS.map((cell) => ({
    id: `cell-${cell}`,
    value: cell,
    kinds: ["cell"],
    names: cellNames(cell),
    adjectives: cell === 4 ? ["dead", "very"] : ["hand"],
  })),
  asides: [
    { words: OFF_BOARD, says: [`That is off the board. ${BOARD}`] },
    {
      words: [
        "help",
        "rules",
        "what are the rules",
        "how do i play",
        "how does this work",
        "what do i do",
        "what can i do",
        "hint",
      ],
      says: ["Three marks in a row win: across, down or aslant. Name a cell to take it: TOP LEFT, CENTRE, B3 or 5."],
    },
    {
      words: [
        "look",
        "board",
        "show me the board",
        "show the board",
        "show board",
        "whose turn is it",
        "who is next",
        "whos winning",
        "who is winning",
        "is it my turn",
      ],
      says: ["The board stands above. When you are asked, it is your turn: name a cell, such as TOP LEFT or B3."],
    },
    {
      words: ["hello", "hi", "hey", "good game", "gg", "thanks", "thank you"],
      says: ["Well met. Name a cell, such as CENTRE or A1."],
    },
    {
      words: ["pass", "skip", "resign", "i resign", "i give up", "give up", "surrender", "i pass"],
      says: ["There is no passing and no giving up here: name a cell, such as BOTTOM RIGHT or C2."],
    },
  ],
};
