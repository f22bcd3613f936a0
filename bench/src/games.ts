// Kernel figures: whole games against boardgame.io's client, and what a turn costs when a game has become long.
import { type Action, equal } from "@orrery/kernel";
import { type Board, type TicTacToe, tictactoe } from "@orrery/worlds/tictactoe";
import { shipClient, ticTacToeClient } from "./boardgame.ts";
import { engineOf, Line } from "./line.ts";
import { clockOf, collect, inRounds, type Pace, ratio, sequence, type Value, valueOf } from "./rounds.ts";
import { type Ship, type ShipState, ship } from "./worlds/ship.ts";

/** Tic-tac-toe: forty different whole games, the same for both engines. */
export async function ticTacToeFigure(pace: Pace): Promise<Value> {
  const games = wholeGames(40);
  const moves = games.reduce((sum, game) => sum + game.length, 0);
  const engine = engineOf<TicTacToe>(tictactoe);
  const line = new Line(engine, {});
  const client = ticTacToeClient();
  const ours = (cells: readonly number[]) => {
    line.restart();
    for (let i = 0; i < cells.length; i++)
      line.play({ actorId: i % 2 === 0 ? "x" : "o", type: "place", metadata: { cell: cells[i]! } });
    return line.frame.state.cells;
  };
  for (const game of games)
    if (!equal(ours(game), client(game))) throw new Error(`the engines disagree on ${game.join(" ")}`);
  const all = (play: (cells: readonly number[]) => unknown) => () => {
    for (const game of games) play(game);
    return moves;
  };
  const samples = await inRounds(
    [
      { name: "peer", run: all(client) },
      { name: "ours", run: all(ours) },
    ],
    "cpu",
    pace,
  );
  return ratio(samples, "peer", "ours");
}

/** The ship: two hundred steps from a fresh game, so that the peer's growing log costs it little. */
export async function tickGameFigure(pace: Pace): Promise<Value> {
  const line = new Line(engineOf(ship), { ticks: 1_000_000 });
  const steps = shipSteps(200);
  const client = shipClient(line.frame.state);
  const ours = () => {
    line.restart();
    for (const step of steps) line.play(step);
    return steps.length;
  };
  const peer = () => {
    client.restart();
    for (const step of steps) client.step(step);
    return steps.length;
  };
  ours();
  peer();
  if (!equal(line.frame.state, client.state())) throw new Error("the engines disagree on the ship");
  const samples = await inRounds(
    [
      { name: "peer", run: peer },
      { name: "ours", run: ours },
    ],
    "cpu",
    pace,
  );
  return ratio(samples, "peer", "ours");
}

/** Time of a turn of the ship at `late` ÷ at turn 100 of the same line, every turn kept. */
export function growthFigure(rounds: number, late: number): Value {
  const engine = engineOf(ship);
  const steps = shipSteps(late + WINDOW);
  const now = clockOf("cpu");
  const ratios: number[] = [];
  for (let round = -1; round < rounds; round++) {
    collect();
    const line = new Line(engine, { ticks: 1_000_000 });
    const windowAt = (turn: number) => {
      while (line.log.length < turn) line.play(steps[line.log.length]!);
      const start = now();
      for (let i = turn; i < turn + WINDOW; i++) line.play(steps[i]!);
      return now() - start;
    };
    const early = windowAt(100);
    const grown = windowAt(late) / early;
    if (round >= 0) ratios.push(grown);
  }
  return valueOf(ratios);
}


export function wholeGames(count: number): number[][] {
  const upTo = sequence(7);
  return Array.from({ length: count }, () => {
    const free = [0, 1, 2, 3, 4, 5, 6, 7, 8];
    const cells: Board["cells"][number][] = free.map(() => null);
    const game: number[] = [];
    while (tictactoe.outcome({ cells, turn: "x" }) === null) {
      const [cell] = free.splice(upTo(free.length), 1);
      cells[cell!] = game.length % 2 === 0 ? "x" : "o";
      game.push(cell!);
    }
    return game;
  });
}

/** A walk in which the ten take turns and go through doors that are there. */
export function shipSteps(count: number): Action<Ship>[] {
  const upTo = sequence(11);
  let state: ShipState = ship.open({ ticks: count + 1 });
  return Array.from({ length: count }, (_, i) => {
    const actorId = `p${i % 10}`;
    const { room } = state.crew[actorId]!;
    const near = [room, ...state.rooms[room]!.exits];
    const metadata = { x: upTo(101), y: upTo(101), task: upTo(3) };
    const locationId = near[upTo(near.length)]!;
    state = ship.apply.stepped(state, { type: "stepped", who: actorId, to: locationId, ...metadata });
    return { actorId, type: "step", locationId, metadata };
  });
}
