// The ground of a fight: squares of five feet, distances, and ways across. Kings' moves, nobody shares a square.
import { entriesOf } from "../order.ts";
import type { Combat, Prop, TableState } from "../state.ts";

export type Square = readonly [x: number, y: number];
export const FEET = 5;
/** Squares of the table top. */
const WIDTH = 14;
const HEIGHT = 9;

/** Feet between two squares, diagonals as one. */
const between = ([ax, ay]: Square, [bx, by]: Square): number => Math.max(Math.abs(ax - bx), Math.abs(ay - by)) * FEET;

/** Feet between two combatants; 5 where either has no square. */
export function distance({ squares }: Combat, a: string, b: string): number {
  const from = squares[a];
  const to = squares[b];
  return from && to ? between(from, to) : FEET;
}

const isOccupied = ({ squares }: Combat, [x, y]: Square, but: string): boolean =>
  Object.entries(squares).some(([id, [tx, ty]]) => id !== but && tx === x && ty === y);
const inside = ([x, y]: Square): boolean => x >= 0 && y >= 0 && x < WIDTH && y < HEIGHT;

/** The free square next to `goal` that is nearest to the mover, within so many feet; null where it is out of reach. */
export function approach(combat: Combat, mover: string, goal: string, feet: number, reach: number): Square | null {
  const from = combat.squares[mover];
  const to = combat.squares[goal];
  if (!from || !to) return null;
  if (between(from, to) <= reach) return from;
  return best(combat, mover, from, feet, (square) => {
    const left = between(square, to);
    return left <= reach && left > 0 ? between(from, square) * 10 + left : null;
  });
}

/** As near to somebody as the feet allow. */
export const towards = (combat: Combat, mover: string, goal: string, feet: number): Square | null => {
  const from = combat.squares[mover];
  const to = combat.squares[goal];
  return from && to
    ? best(combat, mover, from, feet, (square) => between(square, to) * 10 + between(from, square))
    : null;
};

/** As far from all of these as the feet allow. */
export const away = (combat: Combat, mover: string, others: readonly string[], feet: number): Square | null => {
  const from = combat.squares[mover];
  const threats = others.flatMap((id) => (combat.squares[id] ? [combat.squares[id]] : []));
  if (!from || threats.length === 0) return null;
  return best(
    combat,
    mover,
    from,
    feet,
    (square) => -Math.min(...threats.map((threat) => between(square, threat))) * 10 + between(from, square),
  );
};

/** The free square in reach with the lowest cost, of equals the first from the upper left. */
function best(
  combat: Combat,
  mover: string,
  from: Square,
  feet: number,
  cost: (square: Square) => number | null,
): Square | null {
  let found: Square | null = null;
  let least = Number.MAX_SAFE_INTEGER;
  const steps = Math.floor(feet / FEET);
  for (let x = from[0] - steps; x <= from[0] + steps; x++)
    for (let y = from[1] - steps; y <= from[1] + steps; y++) {
      const square: Square = [x, y];
      if (!inside(square) || isOccupied(combat, square, mover)) continue;
      const price = cost(square);
      if (price !== null && price < least) {
        least = price;
        found = square;
      }
    }
  return found;
}

/** Where everybody stands when a fight begins: the party on the left, foes so many squares off, others behind. */
export function lineUp(party: readonly string[], foes: readonly string[], squares: number): Record<string, Square> {
  const column = (ids: readonly string[], x: number, step: 1 | -1): [string, Square][] =>
    ids.map((id, i) => {
      const row = Math.floor(HEIGHT / 2) + (i % 2 === 0 ? 1 : -1) * Math.ceil((i % (HEIGHT - 1)) / 2);
      const back = Math.floor(i / (HEIGHT - 1));
      return [id, [x + step * back, Math.min(HEIGHT - 1, Math.max(0, row))]];
    });
  const gap = Math.min(squares, WIDTH - 4);
  return Object.fromEntries([...column(party, 2, -1), ...column(foes, 2 + gap, 1)]);
}

/** Living combatants of the other side. */
export const isPresent = (state: TableState, id: string): boolean => {
  const npc = state.npcs[id];
  return npc ? !npc.hidden && npc.place === state.at : Object.hasOwn(state.heroes, id);
};

/** Scenery that a game master came up with at a place, in the order of ids; what is gone is not there. */
export const propsAt = ({ props = {} }: TableState, place: string): readonly (Prop & { readonly id: string })[] =>
  entriesOf(props)
    .filter(([, prop]) => prop.place === place && prop.state !== "gone")
    .map(([id, prop]) => ({ id, ...prop }));
