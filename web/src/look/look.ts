// What the page shows of a world beside its story: its drawing, the picture of a run, its stage. A world without a look gets the orrery, and the plain stage.
import type { ComponentType, ReactNode } from "react";
import type { StageKind } from "../stage/stage.ts";
import type { Reel, WorldRules } from "../wire.ts";
import type { Palette } from "./palette.ts";
import * as looks from "./worlds.ts";

/** What a run is begun with. `players`: those of this configuration; null: those that the world has without one. */
export interface Begun {
  readonly config: Readonly<Record<string, unknown>>;
  readonly players: readonly { readonly id: string; readonly name: string }[] | null;
}
export interface FieldsProps {
  readonly change: (begun: Begun) => void;
}
export interface WorldLook {
  /** Drawings of 96 by 60, by the name that is started; the world's id stands for every other name of it. */
  readonly emblems: Readonly<Record<string, ReactNode>>;
  /** Its colours, by the name that is started; the world's id stands for every other name of it. */
  readonly palettes?: Readonly<Record<string, Palette>>;
  /** The card's picture of a run, drawn from what its world gives of the newest turn; a card without one shows the world's cover. */
  readonly Thumb?: ComponentType<{ readonly glance: unknown }>;
  /** Where a run stands, in a word or two from what its world gives of the newest turn; "" where it says nothing. */
  readonly where?: (glance: unknown) => string;
  /** Plays the most watchable turns of a run on the first page, over and over. Loaded after that page was painted. */
  readonly Reel?: ComponentType<{ readonly reel: Reel }>;
  /** What is asked before a run begins, where this world asks for more than who plays. */
  readonly Begin?: ComponentType<{ readonly rules: WorldRules; readonly onClose: () => void }>;
  /** Loaded when a run is opened; absent: the plain stage. */
  readonly stage?: () => Promise<StageKind>;
  /** Fields of this world in the common question how a run is begun. */
  readonly fields?: () => Promise<ComponentType<FieldsProps>>;
}

const LOOKS: Readonly<Record<string, WorldLook>> = looks;

/** The look of a world by its id; null where it has none. */
export const lookOf = (plays: string): WorldLook | null => (Object.hasOwn(LOOKS, plays) ? LOOKS[plays]! : null);
