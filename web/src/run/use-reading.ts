// What is read of one branch: its turns as far as they are needed, its newest moment, the branches beside it, and what models told.
import { type RefObject, useCallback, useRef, useState } from "react";
import { stageOf } from "../stage/stage.ts";
import type { Branch, Line, Outline, Shown, TakenBack, Telling } from "../wire.ts";
import * as wire from "../wire.ts";
import { LONG, missingIn, PAGE_TURNS, withPage } from "./pages.ts";

export interface RunReading {
  /** By turn; of a long run with holes for turns that have not been asked for. */
  readonly lines: readonly Line[];
  /** The same as they are known at this moment, before they are drawn. */
  readonly known: RefObject<readonly Line[]>;
  readonly now: Shown | null;
  readonly branches: readonly Branch[];
  readonly takenBack: readonly TakenBack[];
  readonly told: ReadonlyMap<string, Telling>;
  /** Of a long run: what is worth stopping at. Null: all of its turns are here. */
  readonly outline: Outline | null;
  keep(lines: readonly Line[]): void;
  setNow(shown: Shown): void;
  /** One more piece of a telling. */
  tell(telling: Telling): void;
  lookAround(): Promise<void>;
  /** Resolves to whether the owner is looking. */
  reload(): Promise<boolean>;
  /** Asks for those turns from one to another that are not here. */
  reach(from: number, to: number): void;
}

export const toldKey = (turn: string, viewer: string): string => `${turn}\n${viewer}`;

export function useReading(run: string, branch: string, onProblem: (message: string) => void): RunReading {
  const [lines, setLines] = useState<readonly Line[]>([]);
  const [now, setNow] = useState<Shown | null>(null);
  const [branches, setBranches] = useState<readonly Branch[]>([]);
  const [takenBack, setTakenBack] = useState<readonly TakenBack[]>([]);
  const [told, setTold] = useState<ReadonlyMap<string, Telling>>(new Map());
  const [outline, setOutline] = useState<Outline | null>(null);
  const known = useRef<readonly Line[]>([]);
  const keep = useCallback((next: readonly Line[]) => {
    known.current = next;
    setLines(next);
  }, []);
  const lookAround = useCallback(async () => {
    const [all, back] = await Promise.all([wire.branches(run, branch), wire.takenBack(run)]);
    setBranches(all);
    setTakenBack(back);
  }, [run, branch]);
  const readAll = useCallback(async (): Promise<boolean> => {
    const before = known.current;
    const shown = await wire.show(run, { branch });
    const paged = await isLong(shown);
    const from = paged ? Math.max(0, shown.head.turn - 2 * PAGE_TURNS) : 0;
    const [all, told, marks] = await Promise.all([
      wire.turns(run, { branch, from }),
      wire.onDisk() ? [] : wire.tellings(run, { branch, ...(paged ? { from } : {}) }),
      paged ? wire.outline(run, branch) : null,
    ]);
    // What was taken back meanwhile is still in what was read.
    if (known.current.length < before.length) return readAll();
    keep(withComing(paged ? withPage([], all) : all, before, known.current));
    setOutline(marks);
    setTold(new Map(told.map((one) => [toldKey(one.id, one.viewer), { ...one, provisional: false }])));
    setNow(shown);
    if (!shown.seat) await lookAround();
    return shown.seat !== true;
  }, [run, branch, keep, lookAround]);
  const underWay = useRef<Promise<unknown>>(Promise.resolve());
  /** One after the other, so that what was read first is not kept last. */
  const reload = useCallback(() => {
    const mine = underWay.current.then(readAll);
    underWay.current = mine.catch(() => {});
    return mine;
  }, [readAll]);
  const wanted = useRef<readonly [number, number] | null>(null);
  const reading = useRef(false);
  const reach = useCallback(
    (from: number, to: number) => {
      wanted.current = missingIn(known.current, from, to);
      if (reading.current || !wanted.current) return;
      // One page at a time, and the one wanted last: who scrubs over a thousand turns wants few of them.
      const readOn = async () => {
        reading.current = true;
        try {
          for (let next = wanted.current; next; next = wanted.current) {
            wanted.current = null;
            const page = await wire.turns(run, { branch, from: next[0], at: next[1] });
            keep(withPage(known.current, page));
          }
        } finally {
          reading.current = false;
        }
      };
      readOn().catch((error) => onProblem(wire.messageOf(error)));
    },
    [run, branch, keep, onProblem],
  );
  const tell = useCallback((telling: Telling) => setTold((all) => withTelling(all, telling)), []);
  return { lines, known, now, branches, takenBack, told, outline, keep, setNow, tell, lookAround, reload, reach };
}

/** Whether its turns are read a page at a time: its stage can do without most of them. */
const isLong = async ({ seat, head, plays }: Shown): Promise<boolean> =>
  !seat && !wire.onDisk() && head.turn > LONG && (await stageOf(plays)).paged === true;

/** What was read, and the turns after it that came while it was read. */
function withComing(read: readonly Line[], before: readonly Line[], now: readonly Line[]): readonly Line[] {
  const known = new Set(before.map(({ id }) => id));
  const last = read.at(-1)?.turn ?? -1;
  const coming = now.filter(({ id, turn }) => turn > last && !known.has(id));
  return coming[0]?.turn === last + 1 ? read.concat(coming) : read;
}

/** Nothing is left of a telling that could not stand. */
function withTelling(all: ReadonlyMap<string, Telling>, telling: Telling): ReadonlyMap<string, Telling> {
  const next = new Map(all);
  const key = toldKey(telling.id, telling.viewer);
  if (telling.text === null) next.delete(key);
  else next.set(key, telling);
  return next;
}
