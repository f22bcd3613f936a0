// A moment as it is shown, and one frame of the way to it. Types alone: nothing here runs.
import type { Drama } from "./drama.ts";
import type { StationScene } from "./scene.ts";

export interface StationMoment {
  readonly scene: StationScene;
  readonly drama: Drama | null;
}
export interface Frame {
  /** Where the way began; null: nothing moves. */
  readonly before: StationMoment | null;
  readonly tick: number;
  /** How much of the walking is done, and how much of what the moment keeps for itself. */
  readonly walked: number;
  readonly held: number;
}
