// What older versions of this world have written, in the shape of this one. What they did not write down is not made up.
import type { GlassState, Player } from "./shape.ts";

/** A state as version 1 opened it. */
export function stateOf1(old: unknown): GlassState {
  const { players, settings, ...state } = old as GlassState;
  const lifted = Object.entries(players).map(([id, player]): [string, Player] => [
    id,
    { ...player, interrupted: null, reaches: 0, looked: null },
  ]);
  return { ...state, settings: { ...settings, randomMs: 0 }, players: Object.fromEntries(lifted) };
}
