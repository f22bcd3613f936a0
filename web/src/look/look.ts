// What the page shows of a world beside its story: its drawing, the picture of a run, its stage. A world without a look gets the orrery, and the plain stage.
import type { ComponentType, ReactNode } from "react";
import type { StageKind } from "../stage/stage.ts";
import type { Shown, WorldRules } from "../wire.ts";
import * as looks from "./worlds.ts";

export interface Look {
  /** Drawings of 96 by 60, by the name that is started; the world's id stands for every other name of it. */
  readonly emblems: Readonly<Record<string, ReactNode>>;
  /** The card's picture of a run as it is now; a card without one shows the emblem. */
  readonly Thumb?: ComponentType<{ readonly shown: Shown }>;
  /** What is asked before a run begins, where this world asks for more than who plays. */
  readonly Begin?: ComponentType<{ readonly rules: WorldRules; readonly onClose: () => void }>;
  /** Loaded when a run is opened; absent: the plain stage. */
  readonly stage?: () => Promise<StageKind>;
}

const LOOKS: Readonly<Record<string, Look>> = looks;

/** The look of a world by its id; null where it has none. */
export const lookOf = (plays: string): Look | null => (Object.hasOwn(LOOKS, plays) ? LOOKS[plays]! : null);
