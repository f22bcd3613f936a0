// Where the picture is looked at from: the whole station, unless a moment asks for a nearer look. Pure.
import { type Rect, type Station, stationOf } from "@orrery/worlds/glassbox/station";
import type { Drama } from "./drama.ts";
import type { FloorPoint } from "./motion.ts";
import type { StationScene } from "./scene.ts";

/** The middle of what is shown, in map units, and how much nearer than the whole. */
export interface Camera extends FloorPoint {
  readonly near: number;
}

/** The corner of its places that is furthest from the origin. */
export const extentOf = ({ places }: Station): { readonly x: number; readonly y: number } => ({
  x: Math.max(...places.map(({ x, w }) => x + w)),
  y: Math.max(...places.map(({ y, h }) => y + h)),
});
/** All that is drawn: the rooms, the hull around them, engines and panels. */
export function worldOf(station: Station): Rect {
  const { x, y } = extentOf(station);
  return { x: -150, y: -150, w: x + 300, h: y + 310 };
}
const wholeOf = (station: Station): Camera => {
  const { x, y, w, h } = worldOf(station);
  return { x: x + w / 2, y: y + h / 2, near: 1 };
};
export const NEAR = 2.15;
const tableOf = ({ middle, hub }: Station): Camera => {
  const { x, y } = middle.get(hub)!;
  return { x, y: y + 35, near: 1.95 };
};
const ASIDE = 400;

export interface Looking {
  /** The player that the camera follows, and its zoom; null: nobody. */
  readonly follow: { readonly who: string; readonly near: number } | null;
  /** Always shows the whole station: somebody's way is drawn. */
  readonly whole: boolean;
  /** Motion is reduced: nothing is neared for the sake of drama, and where it looks elsewhere it does so at once. */
  readonly calm: boolean;
  /** Something covers the right of the picture: the table is shown left of it. */
  readonly covered: boolean;
}

/** `at`: where somebody is at this moment of the way. */
export function cameraOf(
  { phase, settings }: StationScene,
  drama: Drama | null,
  { follow, whole, calm, covered }: Looking,
  at: (id: string) => FloorPoint | null,
): Camera {
  const station = stationOf(settings);
  const all = wholeOf(station);
  if (whole) return all;
  if (phase === "MEETING") {
    const table = tableOf(station);
    return covered ? { ...table, x: table.x + ASIDE } : table;
  }
  const followed = follow && at(follow.who);
  if (followed) return { x: followed.x, y: followed.y - 20, near: follow.near };
  if (calm || drama?.kind !== "kill") return all;
  return { x: all.x + (drama.x - all.x) * 0.92, y: all.y + (drama.y - all.y) * 0.86, near: NEAR };
}

/** Slowly off, slowly in. */
export const smooth = (x: number): number => (x <= 0 ? 0 : x >= 1 ? 1 : x * x * (3 - 2 * x));
/** Fast off, slowly in. */
export const settle = (x: number): number => 1 - (1 - Math.min(1, Math.max(0, x))) ** 3;

export const between = (a: Camera, b: Camera, share: number): Camera => ({
  x: a.x + (b.x - a.x) * share,
  y: a.y + (b.y - a.y) * share,
  near: a.near + (b.near - a.near) * share,
});
