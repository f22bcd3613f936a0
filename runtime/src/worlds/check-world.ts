// Judges a world's text in a worker thread, so that other requests are answered meanwhile. Gives up on a text that takes too much of the processor.
import { setTimeout } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { Fault } from "../fault.ts";
import type { CheckedWorld } from "../shapes.ts";

/** Milliseconds of the processor that one verdict may take. A slow machine, or a busy one, takes as long as it needs for them. */
const LIMIT_MS = 60_000;

/** What the thread is given. */
export interface ToCheck {
  readonly text: string;
  /** Ids of the worlds that have texts, and which of them a text without a name is for. */
  readonly known: readonly string[];
  readonly usual: string;
  readonly tries: number;
}

/** Fault `too_large` for a text that takes more than a minute of the processor. */
export function checkAside(workerData: ToCheck, limitMs = LIMIT_MS): Promise<CheckedWorld> {
  return new Promise((done, failed) => {
    const thread = new Worker(new URL("./check-thread.ts", import.meta.url), { workerData, execArgv: [] });
    const over = new AbortController();
    const giveUp = () => {
      failed(
        new Fault("too_large", "This text takes longer to judge than it may. Make it shorter, or try fewer acts."),
      );
      void thread.terminate();
    };
    // Rejected where it ended first.
    thread.once("online", () => void waitForCpuTime(thread, limitMs, over.signal).then(giveUp, () => {}));
    const end = (work: () => void) => {
      over.abort();
      work();
    };
    thread.once("message", (verdict: CheckedWorld) => end(() => done(verdict)));
    thread.once("error", (error) => end(() => failed(error)));
  });
}

/** Resolves once a thread has used so much of the processor; rejects when `signal` aborts, or the thread ends. */
export async function waitForCpuTime(
  thread: Pick<Worker, "cpuUsage">,
  limitMs: number,
  signal: AbortSignal,
): Promise<void> {
  for (let left = limitMs; left > 0; ) {
    // No thread uses more of the processor than passes by the clock.
    await setTimeout(Math.ceil(left), undefined, { signal });
    const { user, system } = await thread.cpuUsage();
    left = limitMs - (user + system) / 1000;
  }
}
