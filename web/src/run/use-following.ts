// Follows a branch as its turns come: reads everything once, then goes on over the stream, and says who plays and what models write.
import { useCallback, useEffect, useState } from "react";
import { type Coming, type Connection, follow } from "../stream.ts";
import type { Line, ModelNews, Sitting, Telling } from "../wire.ts";
import * as wire from "../wire.ts";
import { t } from "../words.ts";
import { upTo } from "./pages.ts";
import type { RunReading } from "./use-reading.ts";
import type { Work } from "./use-work.ts";

export interface Following {
  readonly sitting: Sitting | null;
  readonly troubles: readonly ModelNews[];
  readonly writing: readonly Telling[];
  readonly connection: Connection | null;
  readonly broken: unknown;
  /** A turn has come, from wherever. */
  receive(line: Line): void;
  /** Everything is read again. */
  reload(): Promise<boolean>;
}

export function useFollowing(
  run: string,
  branch: string,
  { known, keep, tell, lookAround, reload: readAgain }: RunReading,
  { setNote, setProblem }: Work,
  onProblem: (error: unknown) => void,
): Following {
  const [sitting, setSitting] = useState<Sitting | null>(null);
  const [troubles, setTroubles] = useState<readonly ModelNews[]>([]);
  const [writing, setWriting] = useState<readonly Telling[]>([]);
  const [connection, setConnection] = useState<Connection | null>(null);
  const [broken, setBroken] = useState<unknown>(null);
  const reload = useCallback(async () => {
    const owned = await readAgain();
    setWriting([]);
    return owned;
  }, [readAgain]);
  const receive = useCallback(
    (line: Line) => {
      // What was kept has counted by now.
      setNote(null);
      const last = known.current.at(-1);
      if (last?.id === line.id || known.current.some(({ id }) => id === line.id)) return;
      // Joined on, not spread: that would fill the holes of a long run.
      if (last && line.turn === last.turn + 1) keep(known.current.concat(line));
      else void reload();
    },
    [known, keep, reload, setNote],
  );
  const goBack = useCallback(
    ({ head }: Extract<Coming, { type: "rollback" }>) => {
      const kept = upTo(known.current, head.turn);
      if (kept.at(-1)?.id !== head.id) return void reload();
      keep(kept);
      if (head.hash !== undefined) lookAround().catch(() => {});
    },
    [known, keep, reload, lookAround],
  );

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
      const hear = (coming: Coming) => {
        if (coming.type === "turn") return receive(coming.line);
        if (coming.type === "agents") {
          told++;
          return setSitting(coming.sitting);
        }
        if (coming.type === "model") return setTroubles((all) => withNews(all, coming.news));
        if (coming.type === "rollback") return goBack(coming);
        if (coming.type === "lost") return void reload();
        return isAnswer(coming.telling) ? setWriting((all) => withAnswer(all, coming.telling)) : tell(coming.telling);
      };
      const on = {
        connection(now: Connection) {
          setConnection(now);
          // The server repeats no piece of an answer, so one that ended meanwhile would stay.
          setWriting([]);
          if (now === "live") lookWhoPlays();
        },
        event: hear,
      };
      await follow(wire.streamLink(run, { branch }), after, on, stop.signal);
    };
    start().catch((error) => {
      if (stop.signal.aborted) return;
      onProblem(error);
      setBroken(error);
    });
    return () => stop.abort();
  }, [run, branch, reload, receive, goBack, tell]);

  // What went unanswered may be said again once there is somebody to answer.
  useEffect(() => {
    if (connection === "live") setProblem((now) => (now === t("unreachable") ? null : now));
  }, [connection, setProblem]);
  return { sitting, troubles, writing, connection, broken, receive, reload };
}

/** One trouble a model that reads or tells; none once it has answered again. */
function withNews(all: readonly ModelNews[], news: ModelNews): readonly ModelNews[] {
  if (news.state !== "failed" && news.state !== "recovered") return all;
  const others = all.filter(
    ({ viewer, role, model }) => viewer !== news.viewer || role !== news.role || model !== news.model,
  );
  return news.state === "failed" ? [...others, news] : others;
}

/** An answer that is being written has no turn yet; the stream names it by its actor. */
const isAnswer = ({ id }: Telling): boolean => id.startsWith("answer ");

function withAnswer(all: readonly Telling[], piece: Telling): readonly Telling[] {
  const others = all.filter(({ id, viewer }) => id !== piece.id || viewer !== piece.viewer);
  return piece.text === null ? others : [...others, piece];
}
