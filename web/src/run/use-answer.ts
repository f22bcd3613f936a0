// Answers as somebody: once for what is shown, and never twice, whatever becomes of the line to the server.
import { useCallback, useEffect, useRef } from "react";
import type { Action, Line } from "../wire.ts";
import * as wire from "../wire.ts";
import { t } from "../words.ts";
import type { Following } from "./use-following.ts";
import { ALL_EYES } from "./use-moment.ts";
import type { RunReading } from "./use-reading.ts";
import type { Work } from "./use-work.ts";

/** How often it is asked whether what got no answer has arrived. */
const AGAIN_MS = { least: 400, most: 5_000 };
/** An answer that counts within so many milliseconds needs no word about it. */
const SOON_MS = 1_500;

export type SeatAnswer = { readonly text: string } | { readonly actions: readonly Action[] };

export function useAnswer(
  run: string,
  { branch, eyes }: { readonly branch: string; readonly eyes: string | null },
  { known, now }: RunReading,
  { doing, work, setBusy, setProblem, setNote }: Work,
  { receive, reload }: Following,
): (answer: SeatAnswer) => Promise<boolean> {
  const seat = now?.seat === true;
  /** What was sent last without an answer, as long as it may still arrive. */
  const unsure = useRef<string | null>(null);
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
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

  const send = useCallback(
    async (answer: SeatAnswer, head: string): Promise<wire.Submitted | "arrived"> => {
      const key = JSON.stringify(answer);
      const as = seat || eyes === null || eyes === ALL_EYES ? undefined : eyes;
      try {
        return await wire.submit(run, { ...answer, branch, expectedHead: head, as });
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
    },
    [run, branch, eyes, seat, known, reloadWhenReached, setBusy, setProblem],
  );

  return useCallback(
    async (answer: SeatAnswer): Promise<boolean> => {
      while (doing.current) {
        if (doing.current.from === null || doing.current.from === known.current.at(-1)!.id) return false;
        await doing.current.done;
      }
      const head = known.current.at(-1)!.id;
      const done = await work(t("worldAnswers"), () => send(answer, head), head);
      if (done === null) {
        // What is shown may be behind. Nobody waits for that: what is sent meanwhile is judged by where the run stands.
        void reload().catch(() => {});
        return false;
      }
      unsure.current = null;
      if (done === "arrived") return true;
      if (done.kind === "turn") receive(done.line);
      else if (done.kind === "rewound") await reload();
      else setTimeout(() => known.current.at(-1)!.id === head && setNote(t("answerKept")), SOON_MS);
      return true;
    },
    [doing, known, work, send, reload, receive, setNote],
  );
}

/** Whether a request may have done what it asked for although there is no answer to it: the way there and back is long. */
const mayHaveArrived = (error: unknown): boolean =>
  error instanceof wire.Problem && (error.status === 0 || error.status >= 500);

/** The turns after one of them; none where it has been taken back. */
function after(lines: readonly Line[], id: string): readonly Line[] {
  const at = lines.findIndex((line) => line?.id === id);
  return at < 0 ? [] : lines.slice(at + 1);
}

const cameOf = (line: Line, answer: SeatAnswer): boolean =>
  "text" in answer
    ? line.rawText === answer.text
    : answer.actions.every((action) => line.actions.some((one) => spelt(one) === spelt(action)));
const spelt = ({ actorId, type, targetId, locationId, metadata }: Action): string =>
  JSON.stringify([actorId, type, targetId, locationId, Object.entries(metadata ?? {}).sort()]);
