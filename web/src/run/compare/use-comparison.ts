// Two places of a run as they are read to be held against each other: their turns, any moment of either, and all that differs in the end.
import { useEffect, useState } from "react";
import type { Chronicle } from "../../fold/chronicle.ts";
import type { StageKind } from "../../stage/stage.ts";
import { stageOf } from "../../stage/stage.ts";
import type { Branch, Change, Line, Shown, TurnLine } from "../../wire.ts";
import * as wire from "../../wire.ts";

export interface ComparedBranch {
  /** `branch` or `branch@turn`. */
  readonly place: string;
  readonly branch: string;
  readonly lines: readonly Line[];
  /** The newest turn that is held against the other side. */
  readonly head: number;
  readonly end: Shown;
  /** A moment with all eyes. */
  readonly at: (turn: number) => Promise<Shown>;
}
export interface Comparison {
  readonly kind: StageKind;
  readonly sides: readonly [ComparedBranch, ComparedBranch];
  readonly changes: readonly Change[];
}

/** Null while it is read. */
export function useComparison(run: string, a: string, b: string): Comparison | Error | null {
  const [found, setFound] = useState<Comparison | Error | null>(null);
  useEffect(() => {
    let stale = false;
    setFound(null);
    readBoth(run, a, b).then(
      (comparison) => !stale && setFound(comparison),
      (error: unknown) => !stale && setFound(error instanceof Error ? error : new Error(String(error))),
    );
    return () => {
      stale = true;
    };
  }, [run, a, b]);
  return found;
}

async function readBoth(run: string, a: string, b: string): Promise<Comparison> {
  const [one, other, { changes }] = await Promise.all([readSide(run, a), readSide(run, b), wire.compare(run, a, b)]);
  return { kind: await stageOf(one.end.plays), sides: [one, other], changes };
}

async function readSide(run: string, place: string): Promise<ComparedBranch> {
  const [branch = "main", turn] = place.split("@");
  const at = turn === undefined ? undefined : Number(turn);
  const [end, lines] = await Promise.all([wire.show(run, { branch, at }), wire.turns(run, { branch, at })]);
  let folding: Promise<Chronicle | null> | null = null;
  const fold = async () => {
    const { openChronicle } = await import("../../fold/open.ts");
    const openingView = async () => (await wire.show(run, { branch, at: 0 })).view;
    return openChronicle(end.plays, lines as readonly TurnLine[], openingView);
  };
  return {
    place,
    branch,
    lines,
    head: lines.at(-1)?.turn ?? 0,
    end,
    async at(turn) {
      folding ??= fold();
      const [chronicle, { lookAt }] = await Promise.all([folding, import("../../fold/open.ts")]);
      const { world, title, plays } = end;
      return chronicle
        ? lookAt(chronicle, { run, world, title, plays, branch }, turn, null)
        : wire.show(run, { branch, at: turn });
    },
  };
}

/** What can be compared: each branch as it stands, and one of them at its beginning. */
export const placesOf = (branches: readonly Branch[], chosen: readonly string[]): readonly string[] => [
  ...new Set([...branches.map(({ name }) => name), ...chosen, `${branches[0]?.name ?? "main"}@0`]),
];
