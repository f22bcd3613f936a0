// What this page is doing for its reader, one thing at a time, and what went wrong or is kept.
import { type RefObject, useCallback, useRef, useState } from "react";
import * as wire from "../wire.ts";

export interface Work {
  /** What is being waited for. */
  readonly busy: string | null;
  /** What went wrong last, and is still of interest. */
  readonly problem: string | null;
  readonly note: string | null;
  readonly setBusy: (what: string | null) => void;
  readonly setProblem: (next: string | null | ((now: string | null) => string | null)) => void;
  readonly setNote: (note: string | null) => void;
  /** What is being done, and from which turn on when it is an answer. */
  readonly doing: RefObject<{ readonly from: string | null; readonly done: Promise<unknown> } | null>;
  /** Resolves to null when it failed. `from`: the turn that an answer is given to. */
  work<T>(what: string, job: () => Promise<T>, from?: string | null): Promise<T | null>;
}

export function useWork(onProblem: (error: unknown) => void): Work {
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [note, setNote] = useState<string | null>(null);
  const doing = useRef<Work["doing"]["current"]>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: who hears of problems does not change what is done
  const work = useCallback(async <T>(what: string, job: () => Promise<T>, from: string | null = null) => {
    setBusy(what);
    setProblem(null);
    setNote(null);
    const done = job();
    const mine = { from, done: done.catch(() => {}) };
    doing.current = mine;
    try {
      return await done;
    } catch (error) {
      // A token that has ended is asked for, and what was written waits meanwhile.
      if (error instanceof wire.Problem && error.status === 401) onProblem(error);
      setProblem(wire.messageOf(error));
      return null;
    } finally {
      if (doing.current === mine) doing.current = null;
      setBusy(null);
    }
  }, []);
  return { busy, problem, note, setBusy, setProblem, setNote, doing, work };
}
