// The moment that is looked at: folded here where that can be done, else asked of the server.
import { useEffect, useMemo, useRef, useState } from "react";
import type { Chronicle } from "../fold/chronicle.ts";
import type { Line, SeatLine, Shown } from "../wire.ts";
import * as wire from "../wire.ts";

/** Chosen eyes that see everything. No actor can be called so. */
export const ALL_EYES = "*";
/** Turns told before there is a button for more. */
export const PAGE = 60;

export interface RunMoment {
  /** Seen with all eyes; in a seat, with the seat's own. */
  readonly base: Shown;
  /** Seen with the chosen eyes. */
  readonly stage: Shown;
  /** The actor with those eyes; null: everyone. */
  readonly eyes: string | null;
  /** The turn that this is the moment after. */
  readonly turn: number;
  /** The story up to here, the latest of it, as those eyes had it. */
  readonly story: readonly Line[];
  /** Whether there is more of it before. */
  readonly more: boolean;
}

interface Wanted {
  readonly run: string;
  readonly branch: string;
  /** Null: none chosen, so the actor asked. */
  readonly eyes: string | null;
  /** Null: now. */
  readonly cursor: number | null;
  readonly pages: number;
}
type Looking = typeof import("../fold/open.ts");

export function useMoment(
  wanted: Wanted,
  now: Shown | null,
  lines: readonly Line[],
  chronicle: Chronicle | null,
  onProblem: (message: string) => void,
): RunMoment | null {
  const [looking, setLooking] = useState<Looking | null>(null);
  useEffect(() => {
    if (chronicle) import("../fold/open.ts").then(setLooking, () => {});
  }, [chronicle]);
  const { run, branch, eyes, cursor, pages } = wanted;
  const folded = useMemo(
    () =>
      chronicle && looking && now ? momentOf(chronicle, looking, now, { run, branch, eyes, cursor, pages }) : null,
    [chronicle, looking, now, run, branch, eyes, cursor, pages],
  );
  const asked = useAsked(wanted, now, lines, folded === null, onProblem);
  return folded ?? asked;
}

function momentOf(
  chronicle: Chronicle,
  { lookAt, lineHeardBy: heardBy }: Looking,
  now: Shown,
  wanted: Wanted,
): RunMoment {
  const { run, branch, eyes, cursor, pages } = wanted;
  const turn = Math.min(cursor ?? chronicle.head, chronicle.head);
  const name = { run, branch, world: now.world, title: now.title, plays: now.plays };
  const base = lookAt(chronicle, name, turn, null);
  const who = eyesAt(base, eyes, chronicle.lines);
  const story: Line[] = [];
  let at = turn;
  for (; at >= 0 && story.length < pages * PAGE; at--) {
    const line = eyes === null || eyes === ALL_EYES ? chronicle.lines[at]! : heardBy(chronicle, at, eyes);
    if (line) story.push(line);
  }
  const stage = who === null ? base : lookAt(chronicle, name, turn, who);
  return { base, stage, eyes: who, turn, story: story.reverse(), more: at >= 0 };
}

/** The same from the server: for seats, and for worlds without rules on this page. */
function useAsked(
  wanted: Wanted,
  now: Shown | null,
  lines: readonly Line[],
  needed: boolean,
  onProblem: (message: string) => void,
): RunMoment | null {
  const [got, setGot] = useState<
    (Omit<RunMoment, "story" | "more"> & { readonly told: readonly Line[] | null }) | null
  >(null);
  const { run, branch, eyes, cursor, pages } = wanted;
  const head = lines.at(-1);
  const seat = now?.seat === true;
  const past = !seat && cursor !== null && head && cursor < head.turn ? cursor : undefined;
  /** The moment that is wanted now, and whether one is being asked for: of many that are passed over, few are asked for. */
  const next = useRef<(() => Promise<void>) | null>(null);
  const asking = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new newest turn is what makes it look again
  useEffect(() => {
    if (!needed || !now || !head) return;
    let stale = false;
    const look = async () => {
      const base = past === undefined ? now : await wire.show(run, { branch, at: past });
      const who = seat ? null : eyesAt(base, eyes, lines);
      const [stage, told] = await Promise.all([
        who === null ? base : wire.show(run, { branch, at: past, as: who }),
        seat || eyes === null || eyes === ALL_EYES ? null : wire.turns(run, { branch, at: past, as: eyes }),
      ]);
      if (!stale) setGot({ base, stage, eyes: who, turn: past ?? head.turn, told });
    };
    next.current = () => look().catch((error) => void (!stale && onProblem(wire.messageOf(error))));
    const askOn = async () => {
      asking.current = true;
      for (let ask = next.current; ask; ask = next.current) {
        next.current = null;
        await ask();
      }
      asking.current = false;
    };
    if (!asking.current) void askOn();
    return () => {
      stale = true;
    };
  }, [run, branch, now, past, eyes, seat, needed]);
  return useMemo(() => {
    if (!got) return null;
    const all = got.told ?? (past === undefined ? lines : lines.filter(({ turn }) => turn <= past));
    const story = all.slice(-pages * PAGE);
    // Of a long run the turns before may not be here yet: they come when they are asked for.
    const more = all.length > story.length || (story[0]?.turn ?? 0) > 0;
    return {
      ...got,
      story: withoutForeignNumbers(story, got.told !== null && !seat),
      more: seat ? all.length > story.length : more,
    };
  }, [got, lines, past, pages, seat]);
}

/** A seat counts its own turns; the owner who looks through its eyes must not take them for the run's. */
const withoutForeignNumbers = (lines: readonly Line[], foreign: boolean): readonly Line[] =>
  foreign ? lines.map((line): SeatLine => ({ ...line, turn: -1 })) : lines;

/** The viewpoint: the actor chosen, else the asked actor, else the last to act. Null: all. */
function eyesAt(base: Shown, chosen: string | null, lines: readonly Line[]): string | null {
  if (chosen === ALL_EYES) return null;
  if (chosen !== null && base.actors.some(({ id }) => id === chosen)) return chosen;
  const asked = base.asks.find(({ kind }) => kind === "due") ?? base.asks[0];
  if (asked) return asked.to;
  const last = lines.findLast(
    (line) =>
      line !== undefined &&
      line.turn <= base.head.turn &&
      "actor" in line &&
      base.actors.some(({ id }) => id === line.actor),
  );
  return last && "actor" in last ? last.actor : (base.actors[0]?.id ?? null);
}
