// The game in small: where everybody is and who is dead, for pictures on cards and the first page; and which turns are worth watching.
import { idsOf, spotOf } from "./rules.ts";
import type { GlassEvent, GlassState } from "./shape.ts";
import type { OnStation } from "./station/index.ts";

/** `players`: by id, where they stand in map units and whether they live. */
export interface GlassGlance {
  readonly tick: number;
  /** By name, or a plan of one's own; absent: the usual station. */
  readonly station?: OnStation["station"];
  readonly players: Readonly<Record<string, readonly [x: number, y: number, lives: 0 | 1]>>;
  readonly bodies: readonly (readonly [who: string, x: number, y: number])[];
}

export function glance(state: GlassState): GlassGlance {
  return {
    tick: state.tick,
    ...(state.settings.station === undefined ? {} : { station: state.settings.station }),
    players: Object.fromEntries(
      idsOf(state).map((id) => {
        const player = state.players[id]!;
        const { x, y } = spotOf(state, player);
        return [id, [Math.round(x), Math.round(y), player.life === "alive" ? 1 : 0]];
      }),
    ),
    bodies: state.bodies.map(({ who, x, y }) => [who, Math.round(x), Math.round(y)]),
  };
}

/** A kill that nobody saw is what a lie will be told about. */
export function drama(event: GlassEvent): number {
  if (event.type === "killed") return event.by === null ? 0 : event.witnesses.length === 0 ? 3 : 2;
  return event.type === "tallied" ? 1 : 0;
}
