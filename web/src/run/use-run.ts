// One run on one branch, kept up with the server: its turns, their fold where this page has the rules, and what can be done about it.
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Place } from "../address.ts";
import type { Chronicle } from "../fold/chronicle.ts";
import { type Connection, follow } from "../stream.ts";
import type { Action, Branch, Line, ModelNews, Shown, Sitting, TakenBack, Telling, TurnLine } from "../wire.ts";
import * as wire from "../wire.ts";
import { t } from "../words.ts";
import { ALL_EYES } from "./use-moment.ts";

/** How often it is asked whether what got no answer has arrived. */
const AGAIN_MS = { least: 400, most: 5_000 };
/** An answer that counts within so many milliseconds needs no word about it. */
const SOON_MS = 1_500;

export interface Run {
  readonly lines: readonly Line[];
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
  say(answer: { text: string } | { actions: readonly Action[] }): Promise<boolean>;
  /** Runs work of this page with its progress and its problem shown. Resolves to null when it failed. */
  work<T>(what: string, job: () => Promise<T>): Promise<T | null>;
  /** Resolves to whether the owner is looking. */
  reload(): Promise<boolean>;
}

export const toldKey = (turn: string, viewer: string): string => `${turn}\n${viewer}`;

export function useRun(run: string, { branch, eyes }: Place, onProblem: (error: unknown) => void): Run {
  const [lines, setLines] = useState<readonly Line[]>([]);
  const [now, setNow] = useState<Shown | null>(null);
  const [branches, setBranches] = useState<readonly Branch[]>([]);
  const [takenBack, setTakenBack] = useState<readonly TakenBack[]>([]);
  const [sitting, setSitting] = useState<Sitting | null>(null);
  const [told, setTold] = useState<ReadonlyMap<string, Telling>>(new Map());
  const [troubles, setTroubles] = useState<readonly ModelNews[]>([]);
  const [writing, setWriting] = useState<readonly Telling[]>([]);
  const [connection, setConnection] = useState<Connection | null>(null);
  const [broken, setBroken] = useState<unknown>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [note, setNote] = useState<string | null>(null);
  const known = useRef<readonly Line[]>([]);
  /** What was sent last without an answer, as long as it may still arrive. */
  const unsure = useRef<string | null>(null);
  /** What is being done, and from which turn on when it is an answer. */
  const doing = useRef<{ readonly from: string | null; readonly done: Promise<unknown> } | null>(null);
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  const seat = now?.seat === true;
  const keep = useCallback((next: readonly Line[]) => {
    known.current = next;
    setLines(next);
  }, []);

  const lookAround = useCallback(async () => {
    const [all, back] = await Promise.all([wire.branches(run), wire.takenBack(run)]);
    setBranches(all);
    setTakenBack(back);
  }, [run]);
  const reload = useCallback(async () => {
    const [shown, all, told] = await Promise.all([
      wire.show(run, { branch }),
      wire.turns(run, { branch }),
      wire.onDisk() ? [] : wire.tellings(run, { branch }),
    ]);
    keep(all);
    setTold(new Map(told.map((one) => [toldKey(one.id, one.viewer), { ...one, provisional: false }])));
    setWriting([]);
    setNow(shown);
    if (!shown.seat) await lookAround();
    return shown.seat !== true;
  }, [run, branch, keep, lookAround]);

  const receive = useCallback(
    (line: Line) => {
      // What was kept has counted by now.
      setNote(null);
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
      const owned = await reload();
      let told = 0;
      /** What is told of them while the line is not there is never told again: it is asked for whenever there is one. */
      const lookWhoPlays = () => {
        if (!owned || wire.onDisk()) return;
        const before = told;
        wire.agents(run).then(
          (all) =>
            !stop.signal.aborted && before === told && setSitting(all.find((one) => one.branch === branch) ?? null),
          // Who plays is told with the next turn as well.
          () => {},
        );
      };
      lookWhoPlays();
      const after = known.current.at(-1)?.id;
      if (after === undefined || stop.signal.aborted || wire.onDisk()) return;
      await follow(
        wire.streamLink(run, { branch }),
        after,
        {
          connection(now) {
            setConnection(now);
            // The server repeats no piece of an answer, so one that ended meanwhile would stay.
            setWriting([]);
            if (now === "live") lookWhoPlays();
          },
          event(coming) {
            if (coming.type === "turn") return receive(coming.line);
            if (coming.type === "agents") {
              told++;
              return setSitting(coming.sitting);
            }
            if (coming.type === "model") return setTroubles((all) => withNews(all, coming.news));
            if (coming.type === "telling")
              return isAnswer(coming.telling)
                ? setWriting((all) => withAnswer(all, coming.telling))
                : setTold((all) => withTelling(all, coming.telling));
            const kept = coming.type === "rollback" ? known.current.filter(({ turn }) => turn <= coming.head.turn) : [];
            if (coming.type !== "rollback" || kept.at(-1)?.id !== coming.head.id) return void reload();
            keep(kept);
            if (coming.head.hash !== undefined) lookAround().catch(() => {});
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
  }, [run, branch, reload, receive, keep, lookAround]);

  // What went unanswered may be said again once there is somebody to answer.
  useEffect(() => {
    if (connection === "live") setProblem((now) => (now === t("unreachable") ? null : now));
  }, [connection]);

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

  const chronicle = useChronicle(run, branch, now, lines);
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

  /** Reads everything again as soon as there is somebody to read it from. Rejects when it may not be read any more. */
  const reloadWhenReached = useCallback(async () => {
    for (let wait = AGAIN_MS.least; here.current; wait = Math.min(wait * 2, AGAIN_MS.most)) {
      try {
        await reload();
        return;
      } catch (error) {
        if (!mayHaveArrived(error)) throw error;
        await new Promise((resolve) => setTimeout(resolve, wait));
      }
    }
  }, [reload]);

  const say = useCallback(
    async (answer: { text: string } | { actions: readonly Action[] }): Promise<boolean> => {
      while (doing.current) {
        if (doing.current.from === null || doing.current.from === known.current.at(-1)!.id) return false;
        await doing.current.done;
      }
      const head = known.current.at(-1)!.id;
      const key = JSON.stringify(answer);
      const send = async (): Promise<wire.Submitted | "arrived"> => {
        try {
          return await wire.submit(run, {
            ...answer,
            branch,
            expectedHead: head,
            as: seat || eyes === null || eyes === ALL_EYES ? undefined : eyes,
          });
        } catch (error) {
          // Of what got no answer nobody knows whether it counted. That is found out before it can be sent again.
          if (!mayHaveArrived(error) && unsure.current !== key) throw error;
          unsure.current = key;
          setProblem(t("waitsForServer"));
          setBusy(t("waitingForServer"));
          await reloadWhenReached();
          if (!after(known.current, head).some((line) => cameOf(line, answer)))
            throw error instanceof wire.Problem && error.status > 0 ? error : new Error(t("didNotArrive"));
          setProblem(null);
          return "arrived";
        }
      };
      const done = await work(t("worldAnswers"), send, head);
      if (done === null) {
        await reload().catch(() => {});
        return false;
      }
      unsure.current = null;
      if (done === "arrived") return true;
      if (done.kind === "turn") receive(done.line);
      else if (done.kind === "rewound") await reload();
      else setTimeout(() => known.current.at(-1)!.id === head && setNote(t("answerKept")), SOON_MS);
      return true;
    },
    [run, branch, eyes, seat, work, receive, reload, reloadWhenReached],
  );

  return {
    lines,
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
    work,
    reload,
  };
}

/** Whether a request may have done what it asked for although there is no answer to it: the way there and back is long. */
const mayHaveArrived = (error: unknown): boolean =>
  error instanceof wire.Problem && (error.status === 0 || error.status >= 500);

/** The turns after one of them; none where it has been taken back. */
function after(lines: readonly Line[], id: string): readonly Line[] {
  const at = lines.findIndex((line) => line.id === id);
  return at < 0 ? [] : lines.slice(at + 1);
}

const cameOf = (line: Line, answer: { text: string } | { actions: readonly Action[] }): boolean =>
  "text" in answer
    ? line.rawText === answer.text
    : answer.actions.every((action) => line.actions.some((one) => spelt(one) === spelt(action)));
const spelt = ({ actorId, type, targetId, locationId, metadata }: Action): string =>
  JSON.stringify([actorId, type, targetId, locationId, Object.entries(metadata ?? {}).sort()]);

/** One trouble a model that reads or tells; none once it has answered again. */
function withNews(all: readonly ModelNews[], news: ModelNews): readonly ModelNews[] {
  if (news.state !== "failed" && news.state !== "recovered") return all;
  const others = all.filter(
    ({ viewer, role, model }) => viewer !== news.viewer || role !== news.role || model !== news.model,
  );
  return news.state === "failed" ? [...others, news] : others;
}

/** One more piece of a telling; nothing is left of one that could not stand. */
function withTelling(all: ReadonlyMap<string, Telling>, telling: Telling): ReadonlyMap<string, Telling> {
  const next = new Map(all);
  const key = toldKey(telling.id, telling.viewer);
  if (telling.text === null) next.delete(key);
  else next.set(key, telling);
  return next;
}

/** An answer that is being written has no turn yet; the stream names it by its actor. */
const isAnswer = ({ id }: Telling): boolean => id.startsWith("answer ");

function withAnswer(all: readonly Telling[], piece: Telling): readonly Telling[] {
  const others = all.filter(({ id, viewer }) => id !== piece.id || viewer !== piece.viewer);
  return piece.text === null ? others : [...others, piece];
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
