// One run on one branch, kept up with the server: its turns, the moment that is looked at, and what can be done about it.
import { useCallback, useEffect, useRef, useState } from "react";
import type { Place } from "../address.ts";
import { type Connection, follow } from "../stream.ts";
import type { Action, Branch, Line, Shown } from "../wire.ts";
import * as wire from "../wire.ts";

/** Chosen eyes that see everything. No actor can be called so. */
export const ALL_EYES = "*";

export interface Moment {
  /** With all eyes; for a seat, with its own. */
  readonly base: Shown;
  /** With the eyes that are looked through. */
  readonly stage: Shown;
  /** The turn that this is the moment after. */
  readonly turn: number;
  /** Turns as those eyes had them, when they were chosen; null: as everyone has them. */
  readonly told: readonly Line[] | null;
}
export interface Run {
  readonly lines: readonly Line[];
  readonly moment: Moment | null;
  readonly branches: readonly Branch[];
  readonly connection: Connection | null;
  /** Why nothing can be shown. */
  readonly broken: unknown;
  /** What is being waited for. */
  readonly busy: string | null;
  /** What went wrong last, and is still of interest. */
  readonly problem: string | null;
  readonly note: string | null;
  say(answer: { text: string } | { actions: readonly Action[] }): Promise<boolean>;
  /** Runs work of this page with its progress and its problem shown. Resolves to null when it failed. */
  work<T>(what: string, job: () => Promise<T>): Promise<T | null>;
  reload(): Promise<void>;
}

export function useRun(run: string, { branch, at, eyes }: Place, onProblem: (error: unknown) => void): Run {
  const [lines, setLines] = useState<readonly Line[]>([]);
  const [moment, setMoment] = useState<Moment | null>(null);
  const [branches, setBranches] = useState<readonly Branch[]>([]);
  const [connection, setConnection] = useState<Connection | null>(null);
  const [broken, setBroken] = useState<unknown>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [note, setNote] = useState<string | null>(null);
  const [seat, setSeat] = useState<boolean | null>(null);
  const known = useRef<readonly Line[]>([]);
  const keep = useCallback((next: readonly Line[]) => {
    known.current = next;
    setLines(next);
  }, []);

  const reload = useCallback(async () => {
    const [now, all] = await Promise.all([wire.show(run, { branch }), wire.turns(run, { branch })]);
    keep(all);
    setSeat(now.seat === true);
    if (!now.seat) setBranches(await wire.branches(run));
  }, [run, branch, keep]);

  const receive = useCallback(
    (line: Line) => {
      const last = known.current.at(-1);
      if (last?.id === line.id || known.current.some(({ id }) => id === line.id)) return;
      if (last && line.turn === last.turn + 1) keep([...known.current, line]);
      else void reload();
    },
    [keep, reload],
  );

  // Reads everything once, then follows from there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: who hears of problems does not change what is followed
  useEffect(() => {
    const stop = new AbortController();
    const start = async () => {
      await reload();
      const after = known.current.at(-1)?.id;
      if (after === undefined || stop.signal.aborted) return;
      await follow(
        wire.streamLink(run, { branch }),
        after,
        {
          connection: setConnection,
          event(coming) {
            if (coming.type === "turn") return receive(coming.line);
            const kept = coming.type === "rollback" ? known.current.filter(({ turn }) => turn <= coming.head.turn) : [];
            if (coming.type === "rollback" && kept.at(-1)?.id === coming.head.id) keep(kept);
            else void reload();
          },
        },
        stop.signal,
      );
    };
    start().catch((error) => {
      if (stop.signal.aborted) return;
      onProblem(error);
      setBroken(error);
    });
    return () => stop.abort();
  }, [run, branch, reload, receive, keep]);

  // The moment that is looked at follows the newest turn, unless an earlier one was chosen.
  const head = lines.at(-1);
  const looking = at !== null && head && at < head.turn ? at : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new newest turn is what makes it look again
  useEffect(() => {
    if (seat === null || !head) return;
    let stale = false;
    const look = async () => {
      const past = seat ? undefined : looking;
      const base = await wire.show(run, { branch, at: past });
      const who = seat ? null : eyesAt(base, eyes, known.current);
      const [stage, told] = await Promise.all([
        who === null ? base : wire.show(run, { branch, at: past, as: who }),
        seat || eyes === null || eyes === ALL_EYES ? null : wire.turns(run, { branch, at: past, as: eyes }),
      ]);
      if (!stale) setMoment({ base, stage, told, turn: past ?? head.turn });
    };
    look().catch((error) => !stale && setProblem(wire.messageOf(error)));
    return () => {
      stale = true;
    };
  }, [run, branch, head?.id, looking, eyes, seat]);

  const work = useCallback(async <T>(what: string, job: () => Promise<T>): Promise<T | null> => {
    setBusy(what);
    setProblem(null);
    setNote(null);
    try {
      return await job();
    } catch (error) {
      setProblem(wire.messageOf(error));
      return null;
    } finally {
      setBusy(null);
    }
  }, []);

  const say = useCallback(
    async (answer: { text: string } | { actions: readonly Action[] }): Promise<boolean> => {
      const done = await work("The world is answering…", () =>
        wire.submit(run, {
          ...answer,
          branch,
          expectedHead: known.current.at(-1)!.id,
          as: seat || eyes === null || eyes === ALL_EYES ? undefined : eyes,
        }),
      );
      if (done === null) {
        await reload().catch(() => {});
        return false;
      }
      if (done.kind === "turn") receive(done.line);
      else setNote("Your answer is kept. It counts when the others have answered too.");
      return true;
    },
    [run, branch, eyes, seat, work, receive, reload],
  );

  return { lines, moment, branches, connection, broken, busy, problem, note, say, work, reload };
}

/** Through whose eyes: those chosen, else whoever is asked, else who acted last. Null: all. */
function eyesAt(base: Shown, chosen: string | null, lines: readonly Line[]): string | null {
  if (chosen === ALL_EYES) return null;
  if (chosen !== null) return chosen;
  const asked = base.asks.find(({ kind }) => kind === "due") ?? base.asks[0];
  if (asked) return asked.to;
  const last = lines.findLast((line) => "actor" in line && base.actors.some(({ id }) => id === line.actor));
  return last && "actor" in last ? last.actor : (base.actors[0]?.id ?? null);
}
