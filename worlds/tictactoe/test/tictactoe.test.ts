// Tic-tac-toe: its counts, each of its reasons, its words and its end.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Action, applyActions, loadWorld, stateHash, streamsOf, validateActions } from "@orrery/kernel";
import {
  amendable,
  blindfold,
  frameAt,
  lawful,
  legally,
  loadedDice,
  perft,
  playOut,
  recklessly,
  redecides,
  replays,
  scenario,
  sha256,
  told,
} from "@orrery/kernel/testing";
import { type Board, picture, type TicTacToe, tictactoe } from "../index.ts";

const engine = loadWorld<TicTacToe>(tictactoe, sha256);
const place = (actorId: string, cell: number): Action<TicTacToe> => ({ actorId, type: "place", metadata: { cell } });

/** A board from its picture: rows of x, o and dots. */
function board(rows: string): Board {
  const cells = [...rows.replaceAll(/\s/g, "")].map((mark) => (mark === "x" || mark === "o" ? mark : null));
  const count = cells.filter((mark) => mark).length;
  return { cells, turn: count % 2 === 0 ? "x" : "o" };
}
const given = (rows: string) => scenario(engine).given({ state: board(rows) });

describe("counts", () => {
  it("has 255,168 games over 5,478 positions", () => {
    const { plies, positions, finished } = perft(engine, 9, tictactoe.open());
    assert.deepEqual(plies, [1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]);
    assert.equal(positions, 5478);
    assert.equal(finished, 255168);
  });

  it("has no tenth ply", () => {
    assert.equal(perft(engine, 12, tictactoe.open()).plies.length, 10);
  });
});

describe("place", () => {
  it("marks the cell and passes the turn", () => {
    const { frame } = given("... ... ...")
      .when(place("x", 4))
      .happens({ type: "placed", cell: 4, mark: "x" })
      .when(place("o", 0))
      .happens({ type: "placed", cell: 0, mark: "o" });
    assert.equal(picture(frame.state), "o · ·\n· x ·\n· · ·");
    assert.equal(frame.state.turn, "x");
  });

  it("not_your_turn: the other seat waits, even for a cell that is free", () => {
    given("... ... ...").when(place("o", 4)).refused("not_your_turn", "It is x's turn.");
    given("x.. ... ...").when(place("x", 4)).refused("not_your_turn", "It is o's turn.");
  });

  it("not_your_turn: a player without a seat never has the turn", () => {
    given("... ... ...").whenGiven("eve", place("eve", 4)).refused("not_your_turn");
  });

  it("cell_taken: by any player", () => {
    given("x.. .o. ...").when(place("x", 0)).refused("cell_taken", "The top left already holds an x.");
    given("x.. .o. ...").when(place("x", 4)).refused("cell_taken", "The centre already holds an o.");
  });

  for (const cell of [-1, 9, 2 ** 40])
    it(`out_of_range: cell ${cell}`, () => {
      given("... ... ...").when(place("x", cell)).refused("out_of_range");
    });

  it("game_over: after three in a row and after a draw, for both seats", () => {
    given("xxx oo. ...").when(place("o", 5)).refused("game_over", "The game is over.");
    given("xxx oo. ...").when(place("x", 5)).refused("game_over");
    given("xox xox oxo").when(place("o", 0)).refused("game_over");
  });

  for (const metadata of [undefined, {}, { cell: "4" }, { cell: 1.5 }, { cell: null }, { cell: 4, by: "x" }])
    it(`invalid_action: metadata ${JSON.stringify(metadata)}`, () => {
      given("... ... ...")
        .whenGiven("x", { actorId: "x", type: "place", ...(metadata && { metadata }) })
        .refused("invalid_action");
    });

  it("not_your_seat: o cannot move for x", () => {
    given("... ... ...").whenGiven("o", place("x", 4)).refused("not_your_seat");
  });

  it("invalid_action: two moves in one answer, of which the second would be the other's", () => {
    given("... ... ...").when(place("x", 4), place("x", 0)).decides(["invalid_action", "invalid_action"]);
  });

  it("takes the moves of a batch one after the other", () => {
    const streams = streamsOf(sha256, { seed: "s", salt: "0", lane: "table", depth: 0 });
    const moves = [place("x", 4), place("x", 0), place("o", 4), place("o", 0)];
    const results = validateActions(engine, tictactoe.open(), moves, streams);
    assert.deepEqual(
      results.map(({ reason }) => reason ?? null),
      [null, "not_your_turn", "cell_taken", null],
    );
    assert.deepEqual(applyActions(engine, tictactoe.open(), moves, results, streams), board("o.. .x. ..."));
  });
});

describe("the end", () => {
  const lines = [
    "xxx ... ...",
    "... xxx ...",
    "... ... xxx",
    "x.. x.. x..",
    ".x. .x. .x.",
    "..x ..x ..x",
    "x.. .x. ..x",
    "..x .x. x..",
  ];
  for (const line of lines)
    it(`${line} wins`, () => {
      const won: Board = { ...board(line), turn: "o" };
      assert.deepEqual(tictactoe.outcome(won), { winner: "x" });
      assert.deepEqual(tictactoe.asks(won), []);
      assert.deepEqual(tictactoe.legal(won, "o"), []);
    });

  it("a full board with no line is a draw", () => {
    assert.deepEqual(tictactoe.outcome(board("xox xox oxo")), { draw: true });
  });

  it("a full board with a line is won", () => {
    assert.deepEqual(tictactoe.outcome(board("xxx oox oxo")), { winner: "x" });
  });

  it("two in a row are nothing yet", () => {
    assert.equal(tictactoe.outcome(board("xx. oo. ...")), null);
  });
});

describe("words", () => {
  const { verbs, nouns } = tictactoe.words.lexicon(tictactoe.open());

  it("names each cell, and no two cells alike", () => {
    const all = nouns.flatMap(({ names, value }) => names.map((name) => [name, value] as const));
    assert.equal(new Set(all.map(([name]) => name)).size, all.length);
    assert.deepEqual([...new Set(all.map(([, value]) => value))], [0, 1, 2, 3, 4, 5, 6, 7, 8]);
    const cell = Object.fromEntries(all);
    assert.deepEqual(
      ["top left", "top", "right top", "a2", "centre", "c2", "bottom left", "8", "9", "bottom right corner"].map(
        (name) => cell[name],
      ),
      [0, 1, 2, 3, 4, 5, 6, 7, 8, 8],
    );
    assert.deepEqual(
      [
        "first square",
        "one above the middle",
        "first row last column",
        "left side in the middle",
        "row three col one",
      ].map((name) => cell[name]),
      [0, 1, 2, 3, 6],
    );
    assert.deepEqual(
      ["middle row right", "second one in the bottom row", "middle of the right side", "square nine"].map(
        (name) => cell[name],
      ),
      [5, 7, 5, 8],
    );
    assert.ok(verbs.every(({ type }) => Object.hasOwn(tictactoe.actions, type)));
  });

  it("tells the opening", () => {
    assert.equal(
      told(engine, "x", frameAt(engine, tictactoe.open())),
      "Three in a row wins. X begins.\n\n· · ·\n· · ·\n· · ·",
    );
  });

  it("tells a move to the one who made it and to the other", () => {
    given("... ... ...")
      .when(place("x", 4))
      .tells("x", "You take the centre.\n\n· · ·\n· x ·\n· · ·")
      .tells("o", "X takes the centre.\n\n· · ·\n· x ·\n· · ·");
  });

  it("tells a refusal to the one who was refused, and to nobody else", () => {
    given("x.. ... ...").when(place("o", 0)).tells("o", "The top left already holds an x.").tells("x", "");
  });

  it("tells a player who named two cells so once, in plain words", () => {
    given("... ... ...").when(place("x", 0), place("x", 4)).tells("x", "One cell at a time.").tells("o", "");
  });
  it("tells who has won, and a draw", () => {
    given("xx. oo. ...")
      .when(place("x", 2))
      .tells("x", /Three in a row: you win\.$/)
      .tells("o", /Three in a row: X wins\.$/);
    given("xox xox o.o")
      .when(place("x", 7))
      .tells("o", /The board is full: a draw\.$/);
  });
});

describe("valid", () => {
  it("finds nothing wrong with a board", () => {
    assert.deepEqual(tictactoe.valid(board("xo. ... ...")), []);
  });

  it("finds what a god may not make of it", () => {
    assert.equal(tictactoe.valid({ cells: [null], turn: "x" }).length, 1);
    assert.equal(tictactoe.valid({ cells: board("... ... ...").cells.with(0, "z" as "x"), turn: "x" }).length, 1);
    assert.equal(tictactoe.valid({ cells: board("... ... ...").cells, turn: "z" as "x" }).length, 1);
  });
});

describe("laws", () => {
  const games = Array.from({ length: 40 }, (_, i) => {
    const choose = i % 2 === 0 ? legally<TicTacToe> : recklessly<TicTacToe>;
    return playOut(engine, { config: {}, choose, seed: `game ${i}` });
  });
  const frames = games.flatMap(({ opened, commits }) => [opened.frame, ...commits.map(({ frame }) => frame)]);

  it("holds every law of a world, over random games", () => {
    const tally = lawful(engine, frames);
    assert.ok(tally.legal > 300 && tally.refused > 300, JSON.stringify(tally));
  });

  it("ends every game, even between reckless players", () => {
    assert.ok(games.every(({ outcome }) => outcome !== null));
  });

  it("replays and decides again to the same bytes", () => {
    for (const game of games) {
      replays(engine, game.opened, game.commits);
      redecides(engine, game);
    }
  });

  it("hides nothing: a blindfold finds any difference", () => {
    const [a, b] = [board("x.. ... ..."), board(".x. ... ...")].map((state) => frameAt(engine, state));
    assert.throws(() => blindfold(engine, a!, b!, "o"), /view of o/);
  });

  it("withstands a god, or refuses it", () => {
    const { done, refused } = amendable(engine, frames.slice(0, 60));
    assert.ok(done > 50 && refused > 300, JSON.stringify({ done, refused }));
  });

  // Computed by another program in another language from what the kernel's rules say of hashes.
  it("plays this game to this truth in version 1: another hash is a decision, not an update", () => {
    const moves = [4, 0, 2, 6, 3, 5, 1, 7, 8];
    const game = playOut(engine, { config: {}, choose: ({ ask, turn }) => [place(ask.to, moves[turn - 1]!)] });
    assert.deepEqual(game.outcome, { draw: true });
    assert.equal(picture(game.frame.state), "o x x\nx x o\no o x");
    assert.equal(
      stateHash(sha256, game.frame.state),
      "4b48e8824682d05a69ab80dddba2ed5ad96ce334980c39bca6f51e1cd0cdc74c",
    );
    assert.equal(game.truth, "7da54b21c30071f72adb8e48a767ad7b42e712bce33ccfaf41381a1719525636");
  });
});

describe("the careful one", () => {
  const { careful } = tictactoe.bots;
  const choose = (rows: string, ...rolls: Parameters<typeof loadedDice>[0]) => {
    const view = board(rows);
    const [ask] = tictactoe.asks(view);
    const legal = tictactoe.legal(view, view.turn);
    return careful({ ask: ask!, view, legal, dice: loadedDice(rolls) } as Parameters<typeof careful>[0]);
  };
  it("wins where it can", () => assert.deepEqual(choose("xx. oo. ..."), place("x", 2)));
  it("wins as second as well", () => assert.deepEqual(choose("xx. oo. x.."), place("o", 5)));
  it("spoils what would win", () => assert.deepEqual(choose("xx. o.. ..."), place("o", 2)));
  it("takes any cell where nothing presses, and no cell that is taken", () => {
    assert.deepEqual(choose("xxo o.. ...", 4), place("x", 8));
  });
});
