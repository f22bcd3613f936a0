// The peer: boardgame.io's own headless client, playing the same games by its own means.
import type { Action } from "@orrery/kernel";
import type { Board } from "@orrery/worlds/tictactoe";
import { requirePeer } from "./peer.ts";
import type { Sailor, Ship, ShipState, Task } from "./worlds/ship.ts";

/** As much of boardgame.io as is used here; `G` is its name for a game's state, which moves change in place. */
interface Game<G> {
  readonly name: string;
  readonly minPlayers?: number;
  readonly maxPlayers?: number;
  readonly disableUndo?: boolean;
  readonly setup: () => G;
  readonly turn: { minMoves?: number; maxMoves?: number; activePlayers?: { all: string } };
  readonly moves: Record<string, (context: { G: G; playerID: string }, ...args: never[]) => "INVALID_MOVE" | undefined>;
  readonly endIf?: (context: { G: G }) => unknown;
}
interface Client<G> {
  reset(): void;
  updatePlayerID(id: string): void;
  readonly moves: Record<string, (...args: unknown[]) => void>;
  readonly store: { getState(): { G: G; ctx: { gameover?: unknown } } };
}
interface Peer {
  readonly Client: <G>(options: { game: Game<G>; numPlayers: number; debug: false }) => Client<G>;
}

function clientOf<G>(game: Game<G>, numPlayers: number): Client<G> {
  return requirePeer<Peer>("boardgame.io/client").Client({ game, numPlayers, debug: false });
}

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

interface Grid {
  cells: (string | null)[];
}
const ticTacToe: Game<Grid> = {
  name: "tictactoe",
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    place({ G, playerID }, cell: number) {
      if (!Number.isInteger(cell) || cell < 0 || cell > 8 || G.cells[cell] !== null) return "INVALID_MOVE";
      G.cells[cell] = playerID;
      return undefined;
    },
  },
  endIf({ G: { cells } }) {
    for (const [a, b, c] of LINES)
      if (cells[a] !== null && cells[a] === cells[b] && cells[a] === cells[c]) return { winner: cells[a] };
    return cells.every((mark) => mark !== null) ? { draw: true } : undefined;
  },
};

/** Plays one game from its beginning and returns the marks on the board. */
export function ticTacToeClient(): (cells: readonly number[]) => Board["cells"] {
  const client = clientOf(ticTacToe, 2);
  return (cells) => {
    client.reset();
    for (const cell of cells) client.moves["place"]!(cell);
    const { G, ctx } = client.store.getState();
    if (ctx.gameover === undefined) throw new Error(`boardgame.io did not finish ${cells.join(" ")}`);
    return G.cells.map((mark) => (mark === null ? null : mark === "0" ? "x" : "o"));
  };
}

type Draft<T> = { -readonly [K in keyof T]: T[K] extends object ? Draft<T[K]> : T[K] };

const shipGame = (opened: ShipState): Game<ShipState> => ({
  name: "ship",
  minPlayers: 2,
  maxPlayers: 10,
  // Its undo keeps a whole state for each move of a turn; without it the peer is at its fastest.
  disableUndo: true,
  setup: () => opened,
  turn: { activePlayers: { all: "" } },
  moves: {
    step({ G, playerID }, to: string, x: number, y: number, task: number) {
      const state = G as Draft<ShipState>;
      const me = state.crew[`p${playerID}`] as Draft<Sailor> | undefined;
      if (state.tick >= state.end || !me?.alive) return "INVALID_MOVE";
      if (to !== me.room && !state.rooms[me.room]!.exits.includes(to)) return "INVALID_MOVE";
      if (!Number.isInteger(x) || !Number.isInteger(y) || x < 0 || x > 100 || y < 0 || y > 100) return "INVALID_MOVE";
      const work = me.tasks[task] as Draft<Task> | undefined;
      if (!work) return "INVALID_MOVE";
      work.progress++;
      if (work.progress >= work.need) {
        work.progress = 0;
        work.finished++;
        state.score.crew++;
      }
      me.room = to;
      me.x = x;
      me.y = y;
      if (me.trail.length >= 8) me.trail.shift();
      me.trail.push(to);
      state.tick++;
      return undefined;
    },
  },
});

interface ShipClient {
  restart(): void;
  step(action: Action<Ship>): void;
  state(): ShipState;
}

/** A client of the ship game in which every player may move at any time. */
export function shipClient(opened: ShipState): ShipClient {
  const client = clientOf(shipGame(opened), 10);
  return {
    restart: () => client.reset(),
    step({ actorId, locationId, metadata: { x, y, task } }) {
      client.updatePlayerID(actorId.slice(1));
      client.moves["step"]!(locationId, x, y, task);
    },
    state: () => client.store.getState().G,
  };
}
