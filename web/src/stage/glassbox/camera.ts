// Where the picture is looked at from: the whole station, unless a moment asks for a nearer look. Pure.
import type { Drama } from "./drama.ts";
import type { Spot } from "./motion.ts";
import type { Scene } from "./scene.ts";

/** The middle of what is shown, in map units, and how much nearer than the whole. */
export interface Camera extends Spot {
  readonly near: number;
}

/** All that is drawn: the rooms, the hull around them, engines and panels. */
export const WORLD = { x: -150, y: -150, w: 4500, h: 2910 } as const;
export const WHOLE: Camera = { x: WORLD.x + WORLD.w / 2, y: WORLD.y + WORLD.h / 2, near: 1 };
export const NEAR = 2.15;
const TABLE: Camera = { x: 2100, y: 1335, near: 1.95 };
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
  { phase }: Scene,
  drama: Drama | null,
  { follow, whole, calm, covered }: Looking,
  at: (id: string) => Spot | null,
): Camera {
  if (whole) return WHOLE;
  if (phase === "MEETING") return covered ? { ...TABLE, x: TABLE.x + ASIDE } : TABLE;
  const followed = follow && at(follow.who);
  if (followed) return { x: followed.x, y: followed.y - 20, near: follow.near };
  if (calm || drama?.kind !== "kill") return WHOLE;
  return { x: WHOLE.x + (drama.x - WHOLE.x) * 0.92, y: WHOLE.y + (drama.y - WHOLE.y) * 0.86, near: NEAR };
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
