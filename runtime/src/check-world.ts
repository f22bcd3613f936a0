// Judges a world's text in a worker thread, so that other requests are answered meanwhile.
import { Worker } from "node:worker_threads";
import type { CheckedWorld } from "./api.ts";

/** What the thread is given. */
export interface ToCheck {
  /** Id of the world whose text it is. */
  readonly world: string;
  readonly text: string;
  readonly tries: number;
}

export function checkAside(world: string, text: string, tries: number): Promise<CheckedWorld> {
  return new Promise((done, failed) => {
    const workerData: ToCheck = { world, text, tries };
    const thread = new Worker(new URL("./check-thread.ts", import.meta.url), { workerData });
    thread.once("message", done);
    thread.once("error", failed);
  });
}
