// Figures of the kernel: whole games against boardgame.io's client, and what a turn costs when a game has become long.
import { type Action, equal } from "@orrery/kernel";
import { type Board, type TicTacToe, tictactoe } from "@orrery/worlds/tictactoe";
import { shipClient, ticTacToeClient } from "./boardgame.ts";
import { engineOf, MemoryRun } from "./memory-run.ts";
import { type FigureValue, inRounds, type RoundPace, ratio, sequence } from "./rounds.ts";
import { type Ship, type ShipState, ship } from "./worlds/ship.ts";

/** Whole games of tic-tac-toe by the peer: the yardstick for what has no peer of its own. */
export function peerMoves(): () => number {
  const play = ticTacToeClient();
  const games = wholeGames(40);
  const moves = games.reduce((sum, game) => sum + game.length, 0);
  return () => {
    for (const game of games) play(game);
    return moves;
  };
}

/** Forty different whole games of tic-tac-toe, the same for both engines. */
export async function ticTacToeFigure(pace: RoundPace): Promise<FigureValue> {
  const games = wholeGames(40);
  const moves = games.reduce((sum, game) => sum + game.length, 0);
  const run = new MemoryRun(engineOf<TicTacToe>(tictactoe), {});
  const ours = (cells: readonly number[]): Board["cells"] => {
    run.back();
    for (let i = 0; i < cells.length; i++)
      run.play({ actorId: i % 2 === 0 ? "x" : "o", type: "place", metadata: { cell: cells[i]! } });
    return run.frame.state.cells;
  };
  const peer = ticTacToeClient();
  for (const game of games)
    if (!equal(ours(game), peer(game))) throw new Error(`the engines disagree on ${game.join(" ")}`);
  const all = (play: (cells: readonly number[]) => unknown) => () => {
    for (const game of games) play(game);
    return moves;
  };
  const cases = [
    { name: "peer", run: all(peer) },
    { name: "ours", run: all(ours) },
  ];
  return ratio(await inRounds(cases, "cpu", pace), "peer", "ours");
}

/** Two hundred steps on the ship from a fresh game, so that the peer's growing log costs it little. */
export async function tickGameFigure(pace: RoundPace): Promise<FigureValue> {
  const run = new MemoryRun(engineOf<Ship>(ship), { ticks: 1_000_000 });
  const steps = shipSteps(200);
  const client = shipClient(run.opened.state);
  const ours = () => {
    run.back();
    for (const step of steps) run.play(step);
    return steps.length;
  };
  const peer = () => {
    client.restart();
    for (const step of steps) client.step(step);
    return steps.length;
  };
  ours();
  peer();
  if (!equal(run.frame.state, client.state())) throw new Error("the engines disagree on the ship");
  const cases = [
    { name: "peer", run: peer },
    { name: "ours", run: ours },
  ];
  return ratio(await inRounds(cases, "cpu", pace), "peer", "ours");
}

/** A hundred turns of the ship after turn `late` ÷ a hundred after turn 100, every turn before them kept. */
export async function growthFigure(pace: RoundPace, late: number): Promise<FigureValue> {
  const engine = engineOf<Ship>(ship);
  const steps = shipSteps(late + 100);
  const windowAt = (turn: number) => {
    const run = new MemoryRun(engine, { ticks: 1_000_000 });
    while (run.log.length < turn) run.play(steps[run.log.length]!);
    const { frame } = run;
    return () => {
      run.back(frame, turn);
      for (let i = turn; i < turn + 100; i++) run.play(steps[i]!);
      return 100;
    };
  };
  const cases = [
    { name: "late", run: windowAt(late) },
    { name: "early", run: windowAt(100) },
  ];
  return ratio(await inRounds(cases, "cpu", pace), "late", "early");
}

/** Games played at random until they are over, the same in every run of the bench. */
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
function shipSteps(count: number): Action<Ship>[] {
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
