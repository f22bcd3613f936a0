// Whether a failed try is made again, and the pause before it: what the provider asks for, or one of our own.
import type { CallRoute, Wait } from "../call.ts";
import type { Model } from "../model.ts";
import { type Fault, isRetryable } from "../problem.ts";
import { pause } from "./cancel.ts";
import type { Trouble } from "./trouble.ts";

/** True when the pause is over and another try is due; otherwise the fault to end with. */
export async function waitForRetry(
  { retry }: Model,
  trouble: Trouble,
  fault: Fault,
  tries: number,
  waits: Wait[],
  notes: string[],
  { signal, onWait }: Pick<CallRoute, "signal" | "onWait">,
  random: () => number,
): Promise<true | Fault> {
  if (trouble.kind !== "fault" || !isRetryable(fault.code)) return fault;
  const { waitMs } = trouble;
  if (waitMs !== null && waitMs > retry.maxPauseMs) {
    const seconds = Math.ceil(waitMs / 1000);
    return {
      ...fault,
      message: `${fault.message} (asked to wait ${seconds} s, longer than the limit of ${retry.maxPauseMs / 1000} s)`,
    };
  }
  // A provider silent for the whole time limit gets one more chance and no more: each costs that time again.
  const most = fault.code === "timed_out" ? Math.min(1, retry.retries) : retry.retries;
  if (tries >= most) return fault;
  // What the provider asks for is honoured in full; only pauses of our own choosing are spread.
  const own = Math.min(retry.maxPauseMs, retry.pauseMs * 2 ** tries * (1 + random() / 2));
  const ms = Math.round(waitMs ?? own);
  waits.push({ code: fault.code, ms });
  onWait?.({ code: fault.code, ms });
  notes.push(`try ${tries + 1} failed (${fault.code}); waited ${ms} ms`);
  return (await pause(ms, signal)) ? true : { code: "cancelled", message: "called off during a pause" };
}
