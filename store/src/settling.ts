// Folds the log into the file once nothing was written for a moment, so that a plain copy of the file is whole. Never while writes come.
import type { Driver } from "./driver.ts";

/** After every write of the driver; returns how to stop. What cannot be folded now is folded after the next write, or when the file is closed. */
export function settleWhenQuiet(db: Driver, quietMs: number, settle: () => Promise<void>): () => void {
  let writes = 0;
  let timer: NodeJS.Timeout | null = null;
  const wait = (seen: number) => {
    timer = setTimeout(() => {
      timer = null;
      if (writes > seen) wait(writes);
      else settle().catch(() => {});
    }, quietMs).unref();
  };
  db.onWrite = () => {
    writes++;
    if (timer === null) wait(writes);
  };
  return () => {
    db.onWrite = () => {};
    clearTimeout(timer ?? undefined);
  };
}
