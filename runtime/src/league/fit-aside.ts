// Fits ratings in a worker thread, so that other requests are answered meanwhile. A few games are fitted at once.
import { Worker } from "node:worker_threads";
import { type Fitted, fit, type RatedGame } from "./rating.ts";

/** What the thread is given. */
export interface ToFit {
  readonly lists: readonly (readonly RatedGame[])[];
  readonly sides: readonly string[];
}

/** Fitting fewer games takes no longer than starting a thread. */
const INLINE_GAMES = 300;

/** One fit for each list. */
export async function fitAside({ lists, sides }: ToFit): Promise<readonly Fitted[]> {
  const games = lists.reduce((sum, list) => sum + list.length, 0);
  if (games <= INLINE_GAMES) return lists.map((list) => fit(list, sides));
  return new Promise((done, failed) => {
    const thread = new Worker(new URL("./fit-thread.ts", import.meta.url), {
      workerData: { lists, sides } satisfies ToFit,
      execArgv: [],
    });
    thread.once("message", done);
    thread.once("error", failed);
  });
}
