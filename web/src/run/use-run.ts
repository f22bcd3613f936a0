// One run on one branch, kept up with the server: its turns, their fold where this page has the rules, and what can be done about it.
import { useEffect, useMemo, useRef, useState } from "react";
import type { RunPlace } from "../address.ts";
import type { Chronicle } from "../fold/chronicle.ts";
import type { Connection } from "../stream.ts";
import type { Branch, Line, ModelNews, Outline, Shown, Sitting, TakenBack, Telling, TurnLine } from "../wire.ts";
import * as wire from "../wire.ts";
import { type SeatAnswer, useAnswer } from "./use-answer.ts";
import { useFollowing } from "./use-following.ts";
import { useReading } from "./use-reading.ts";
import { useWork } from "./use-work.ts";

export interface Run {
  /** By turn; of a long run with holes for turns that have not been asked for. */
  readonly lines: readonly Line[];
  /** Of a long run: what is worth stopping at. Null: all of its turns are here. */
  readonly outline: Outline | null;
  /** The newest moment, with all eyes or with the seat's. Null until it is there. */
  readonly now: Shown | null;
  /** Null for a seat, for a world that only the server has, and until it is folded. */
  readonly chronicle: Chronicle | null;
  readonly branches: readonly Branch[];
  /** Every way back that its branches took. */
  readonly takenBack: readonly TakenBack[];
  /** Agents at work on this branch, as they were told of last; null where none are. */
  readonly sitting: Sitting | null;
  /** What models told of its turns, by `toldKey`. */
  readonly told: ReadonlyMap<string, Telling>;
  /** Models that read or tell and are in trouble. */
  readonly troubles: readonly ModelNews[];
  /** Answers that agents are writing aloud right now; each goes when it has become a turn or failed. */
  readonly writing: readonly Telling[];
  readonly connection: Connection | null;
  /** Why nothing can be shown. */
  readonly broken: unknown;
  /** What is being waited for. */
  readonly busy: string | null;
  /** What went wrong last, and is still of interest. */
  readonly problem: string | null;
  readonly note: string | null;
  /**
   * Resolves to whether it was taken. What is shown is answered once; what was told since may be answered while the first
   * answer is still on its way, and then follows it.
   */
  say(answer: SeatAnswer): Promise<boolean>;
  /** Asks for those turns from one to another that are not here. */
  reach(from: number, to: number): void;
  /** Runs work of this page with its progress and its problem shown. Resolves to null when it failed. */
  work<T>(what: string, job: () => Promise<T>): Promise<T | null>;
  /** Resolves to whether the owner is looking. */
  reload(): Promise<boolean>;
}

export function useRun(run: string, place: RunPlace, onProblem: (error: unknown) => void): Run {
  const { branch } = place;
  const work = useWork(onProblem);
  const reading = useReading(run, branch, work.setProblem);
  const following = useFollowing(run, branch, reading, work, onProblem);
  const say = useAnswer(run, place, reading, work, following);
  const { lines, now, branches, takenBack, told, outline, setNow, reach } = reading;
  const { setProblem } = work;

  // A newer turn than the one that is shown: look again.
  const head = lines.at(-1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new newest turn makes it look again
  useEffect(() => {
    if (!now || !head || now.head.id === head.id) return;
    let stale = false;
    wire.show(run, { branch }).then(
      (shown) => !stale && setNow(shown),
      (error) => !stale && setProblem(wire.messageOf(error)),
    );
    return () => {
      stale = true;
    };
  }, [run, branch, head?.id]);

  const chronicle = useChronicle(run, branch, outline === null ? now : null, lines);
  // Branches are read when one is made; how far this one has come since is known from its lines.
  const upToDate = useMemo(
    () =>
      head === undefined
        ? branches
        : branches.map((one) =>
            one.name === branch ? { ...one, head: { ...one.head, turn: head.turn, id: head.id } } : one,
          ),
    [branches, branch, head],
  );
  const { sitting, troubles, writing, connection, broken, reload } = following;
  const { busy, problem, note } = work;
  return {
    lines,
    outline,
    now,
    chronicle,
    branches: upToDate,
    takenBack,
    sitting,
    told,
    troubles,
    writing,
    connection,
    broken,
    busy,
    problem,
    note,
    say,
    reach,
    work: work.work,
    reload,
  };
}

/** The fold of a branch, kept up with its lines. */
function useChronicle(run: string, branch: string, now: Shown | null, lines: readonly Line[]): Chronicle | null {
  const [chronicle, setChronicle] = useState<Chronicle | null>(null);
  const latest = useRef<Promise<Chronicle | null> | null>(null);
  const owner = now !== null && now.seat !== true;
  const plays = now?.plays;
  useEffect(() => {
    if (!owner || plays === undefined || lines.length === 0) return;
    let stale = false;
    const before = latest.current;
    const next = before
      ? before.then((known) => known?.withLines(lines as readonly TurnLine[]) ?? null)
      : open(run, branch, plays, lines as readonly TurnLine[]);
    latest.current = next;
    next.then(
      (made) => !stale && setChronicle(made),
      // What cannot be folded here is asked of the server instead.
      () => {
        if (latest.current === next) latest.current = Promise.resolve(null);
        if (!stale) setChronicle(null);
      },
    );
    return () => {
      stale = true;
    };
  }, [run, branch, owner, plays, lines]);
  return chronicle;
}

async function open(run: string, branch: string, plays: string, lines: readonly TurnLine[]): Promise<Chronicle | null> {
  const { openChronicle } = await import("../fold/open.ts");
  return openChronicle(plays, lines, async () => (await wire.show(run, { branch, at: 0 })).view);
}
