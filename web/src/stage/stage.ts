// What a world shows of itself beside its story. Each stage is a picture of one view; a world without its own gets the plain one.
import type { ComponentType } from "react";
import type { Names } from "../say.ts";
import type { Action } from "../wire.ts";
import { Board, cellName } from "./board.tsx";
import { House } from "./house.tsx";
import { Plain } from "./plain.tsx";

export interface StageProps {
  readonly view: unknown;
  readonly legal: readonly Action[];
  readonly names: Names;
  /** Null while nothing can be done: looking back, at work, ended. */
  readonly act: ((action: Action) => void) | null;
}
export interface StageKind {
  readonly Stage: ComponentType<StageProps>;
  /** `wide`: the stage is what one plays on, the story its commentary. `beside`: the other way round. */
  readonly place: "wide" | "beside";
  readonly title: string;
  /** What to write in the empty field. */
  readonly hint: string;
  /** What an action is called in the story, where the plain words would not do. */
  readonly inWords?: (action: Action) => string;
  /** Parts of the state whose changes only repeat what others tell. */
  readonly quiet?: readonly string[];
  /** Prose that the stage already shows as a picture is left out of the story. */
  readonly tidy?: (narration: string) => string;
}

const STAGES: Readonly<Record<string, StageKind>> = {
  tictactoe: {
    Stage: Board,
    place: "wide",
    title: "Board",
    hint: "Click a cell, or say “centre”",
    inWords: ({ metadata }) => cellName(Number(metadata?.["cell"])),
    tidy: (narration) =>
      narration
        .split("\n\n")
        .filter((part) => !/^[xo·\s]+$/.test(part))
        .join("\n\n"),
  },
  house: {
    Stage: House,
    place: "beside",
    title: "Around you",
    hint: "What do you do? Try “look around”",
    quiet: ["moved"],
  },
};
const PLAIN: StageKind = { Stage: Plain, place: "wide", title: "What you see", hint: "What do you do?" };

export const stageOf = (world: string): StageKind => STAGES[world.split("/")[0]!] ?? PLAIN;
