// Judges a world's text in a worker thread, so that other requests are answered meanwhile.
import { Worker } from "node:worker_threads";
import { Fault } from "../fault.ts";
import type { CheckedWorld } from "../shapes.ts";

/** Nobody waits longer for a verdict. */
const LIMIT_MS = 60_000;

/** What the thread is given. */
export interface ToCheck {
  readonly text: string;
  /** Ids of the worlds that have texts, and which of them a text without a name is for. */
  readonly known: readonly string[];
  readonly usual: string;
  readonly tries: number;
}

/** Fault `too_large` for a text that takes longer than a minute. */
export function checkAside(workerData: ToCheck, limitMs = LIMIT_MS): Promise<CheckedWorld> {
  return new Promise((done, failed) => {
    const thread = new Worker(new URL("./check-thread.ts", import.meta.url), { workerData, execArgv: [] });
    const timer = setTimeout(() => {
      failed(
        new Fault("too_large", "This text takes longer to judge than it may. Make it shorter, or try fewer acts."),
      );
      void thread.terminate();
    }, limitMs);
    const end = (work: () => void) => {
      clearTimeout(timer);
      work();
    };
    thread.once("message", (verdict: CheckedWorld) => end(() => done(verdict)));
    thread.once("error", (error) => end(() => failed(error)));
  });
}
