// What a world shows of itself beside its story: a picture of one view, in a chunk of its own. A world without one gets the plain stage.
import { type ComponentType, useEffect, useState } from "react";
import { lookOf } from "../look/look.ts";
import type { WorldMark } from "../run/marks.ts";
import type { Handle } from "../run/touch.ts";
import type { Player } from "../run/use-player.ts";
import type { Asking } from "../run/use-scene.ts";
import type { Names, SaidChange } from "../say.ts";
import type { Action, Line, Shown, Sitting, Telling, TurnLine, Undone } from "../wire.ts";
import { t } from "../words.ts";
import { Plain } from "./plain.tsx";

export interface StageProps {
  /** What is seen after a turn: with somebody's eyes, or the whole state with all of them. */
  readonly view: unknown;
  readonly legal: readonly Action[];
  readonly names: Names;
  /** The latest turns up to here, as those eyes had them. */
  readonly story: readonly Line[];
  /** Null while nothing can be done: looking back, at work, ended. Resolves to whether it was taken. */
  readonly act: ((action: Action) => Promise<boolean>) | null;
  /** How long this moment is shown while the run plays by itself, in milliseconds; null: as long as one likes. */
  readonly shownMs: number | null;
  /** The run around this moment; null where the picture stands alone, as in a comparison. */
  readonly scene: StageScene | null;
}

/** What a stage may know of the run that it shows a moment of, and what it may do. */
export interface StageScene {
  readonly run: string;
  readonly branch: string;
  /** With all eyes; for a seat, with its own. */
  readonly base: Shown;
  /** The turn that is shown, and the newest. */
  readonly turn: number;
  readonly head: number;
  /** All turns up to the newest, as the owner or the seat has them. */
  readonly lines: readonly Line[];
  /** Through which actor's eyes; null: everybody's. */
  readonly eyes: string | null;
  /** Whether an earlier turn than the newest is shown. */
  readonly past: boolean;
  readonly seat: boolean;
  /** Read from one file, without a server: nothing can be done. */
  readonly disk: boolean;
  /** What is being waited for, in words. */
  readonly busy: string | null;
  /** What went wrong last. */
  readonly problem: string | null;
  readonly player: Player;
  /** Agents at work; null where none are. */
  readonly sitting: Sitting | null;
  /** What the eyes that are looked through do not know is hidden, in the list of turns and among the marks. */
  readonly hides: boolean;
  readonly hide: (hides: boolean) => void;
  readonly ask: (what: Asking) => void;
  readonly see: (eyes: string | null) => void;
  /** Shows a panel of the rail. */
  readonly show: (panel: string) => void;
  /** Says words as the seat that is looked through; null while nothing can be said. */
  readonly say: ((text: string) => Promise<boolean>) | null;
  /** A turn as a model told it to these eyes, or is telling it now; null where none did. */
  readonly tellingOf: (line: Line) => Telling | null;
  /** Where a file of the run can be loaded from, by its hash; null where this page does not hold it. */
  readonly artifact: (hash: string) => string | null;
  /** The whole state after a turn; null to a seat, and while this page cannot fold the run. */
  readonly stateAt: ((turn: number) => unknown) | null;
  /** Does a god's action; null where that is not possible. Resolves to its turn, or to null when it failed. */
  readonly god: ((action: object) => Promise<TurnLine | null>) | null;
  /** Takes a turn back; null where that is not possible. Resolves to what came of it, or to null when it failed. */
  readonly undo: ((turn: number) => Promise<Undone | null>) | null;
}
/** Two places of a run, each a branch or `branch@turn`, with what they are called. */
export interface CompareProps {
  readonly run: string;
  readonly a: string;
  readonly b: string;
  readonly names: readonly [string, string];
}
export interface StageKind {
  readonly Stage: ComponentType<StageProps>;
  /** `wide`: the picture is the stage, with the story in the rail. `beside`: the story is the stage, with the picture in the rail. `full`: the picture is all there is, and has panels of its own. */
  readonly place: "wide" | "beside" | "full";
  /** The face of an actor in the row of eyes, a drawing in a square; absent: its first letters. `view`: what is seen now. */
  readonly Face?: ComponentType<{ readonly id: string; readonly view: unknown }>;
  /** The picture reaches to the edges of the stage. */
  readonly fills?: true;
  /** Drawn under the common timeline, along the same turns. */
  readonly Under?: ComponentType<StageProps>;
  /** Panels of this world, before those of every run. */
  readonly rail?: readonly {
    readonly id: string;
    readonly title: () => string;
    readonly Panel: ComponentType<StageProps>;
  }[];
  /** For `full`: what is drawn under the stage in place of the common timeline. */
  readonly Time?: ComponentType<StageProps>;
  /** The time is drawn for a seat too, from its view alone. */
  readonly timeAtSeat?: true;
  /** For `full`: what stands beside the title, about the whole run. */
  readonly Status?: ComponentType<StageProps>;
  /** `all`: the owner sees with all eyes unless others are chosen. */
  readonly eyes?: "all";
  /** Of a long run it needs no turns but those near the moment that is shown. */
  readonly paged?: true;
  /** Somebody may be asked after the run has ended. */
  readonly asksAfterEnd?: true;
  /** The stage has a field of its own to write in: always, or while these may be done. */
  readonly writes?: true | ((legal: readonly Action[]) => boolean);
  /** What is shown here. */
  readonly title: () => string;
  /** What to write in the empty field, where this may be done. */
  readonly hint: (legal: readonly Action[]) => string;
  /** What an action is called in the story, where the plain words would not do. */
  readonly inWords?: (action: Action) => string;
  /** Holds two places of a run against each other in this world's own way, below their two stages. */
  readonly Compare?: ComponentType<CompareProps>;
  /** Parts of the state with changes that only repeat those of other parts. */
  readonly quiet?: readonly string[];
  /** Types of actions that go unsaid beside others of their turn. */
  readonly asides?: readonly string[];
  /** What the prose may name that can be dealt with now. */
  readonly touch?: (view: unknown, legal: readonly Action[], names: Names) => readonly Handle[];
  /** What differs between two states, in this world's own words. */
  readonly differences?: (one: unknown, other: unknown, names: Names) => readonly SaidChange[];
  /** What came of a turn that nobody should miss, in a sentence; "" where nothing did. To all eyes it is told in place of what one of them was told. */
  readonly headline?: (line: Line) => string;
  /** Whether an actor can know of a turn's events; absent: its viewpoint hides nothing. */
  readonly knows?: (line: Line, eyes: string) => boolean;
  /** Turns in which nothing is worth a line of the story. */
  readonly idle?: (line: Line) => boolean;
  /** Prose that the stage already shows as a picture is left out of the story. */
  readonly tidy?: (narration: string) => string;
  /** When each turn was over in the world's own time, in milliseconds from its start: what plays by itself keeps to it. */
  readonly clock?: (lines: readonly TurnLine[]) => readonly number[];
  /** Kinds of turns worth stopping at in this world, beside those of every world. */
  readonly marks?: readonly WorldMark[];
}

const PLAIN: StageKind = {
  Stage: Plain,
  place: "wide",
  paged: true,
  title: () => t("whatYouSee"),
  hint: () => t("whatDoYouDo"),
};

/** The stage of a world; the plain one where it has none, or where its own does not load. */
export const stageOf = (world: string): Promise<StageKind> =>
  lookOf(world)
    ?.stage?.()
    .catch(() => PLAIN) ?? Promise.resolve(PLAIN);

/** Null until it is there, and while the world is not known. */
export function useStage(world: string | undefined): StageKind | null {
  const [loaded, setLoaded] = useState<{ readonly world: string; readonly kind: StageKind } | null>(null);
  useEffect(() => {
    if (world === undefined) return;
    let stale = false;
    void stageOf(world).then((kind) => !stale && setLoaded({ world, kind }));
    return () => {
      stale = true;
    };
  }, [world]);
  return loaded && loaded.world === world ? loaded.kind : null;
}
