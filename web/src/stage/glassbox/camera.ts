// What the camera shows of the station: all of it, or a meeting, a followed player or a kill from nearer. Pure.
import { type Rect, type Station, stationOf } from "@orrery/worlds/glassbox/station";
import type { Drama } from "./drama.ts";
import type { FloorPoint } from "./motion.ts";
import type { StationScene } from "./scene.ts";

/** The middle of the view in map units. `near`: the zoom; 1 shows the whole station. */
export interface Camera extends FloorPoint {
  readonly near: number;
}

/** The largest x and the largest y of any place. */
export const extentOf = ({ places }: Station): { readonly x: number; readonly y: number } => ({
  x: Math.max(...places.map(({ x, w }) => x + w)),
  y: Math.max(...places.map(({ y, h }) => y + h)),
});
/** The area that is drawn: the rooms, and the hull, engines and panels around them. */
export function worldOf(station: Station): Rect {
  const { x, y } = extentOf(station);
  return { x: -150, y: -150, w: x + 300, h: y + 310 };
}
const wholeOf = (station: Station): Camera => {
  const { x, y, w, h } = worldOf(station);
  return { x: x + w / 2, y: y + h / 2, near: 1 };
};
/** Zoom on a kill. */
export const NEAR = 2.15;
const tableOf = ({ middle, hub }: Station): Camera => {
  const { x, y } = middle.get(hub)!;
  return { x, y: y + 35, near: 1.95 };
};
/** How far the table is moved to the left of the view when something covers the right of the picture; map units. */
const ASIDE = 400;

export interface Looking {
  /** The followed player and the zoom; null: nobody is followed. */
  readonly follow: { readonly who: string; readonly near: number } | null;
  /** Always shows the whole station, because somebody's path is drawn on it. */
  readonly whole: boolean;
  /** Motion is reduced: the camera does not zoom in on a kill, and jumps where it would glide. */
  readonly calm: boolean;
  /** Something covers the right of the picture, so a meeting's table is shown to the left. */
  readonly covered: boolean;
}

/** `at`: where a player is at this moment; null: not in sight. */
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

export const easeInOut = (x: number): number => (x <= 0 ? 0 : x >= 1 ? 1 : x * x * (3 - 2 * x));
export const easeOut = (x: number): number => 1 - (1 - Math.min(1, Math.max(0, x))) ** 3;

export const between = (a: Camera, b: Camera, share: number): Camera => ({
  x: a.x + (b.x - a.x) * share,
  y: a.y + (b.y - a.y) * share,
  near: a.near + (b.near - a.near) * share,
});
