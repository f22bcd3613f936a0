// Waits for another program's lock without holding up anything else: SQLite itself would stop the whole process meanwhile.
import { setTimeout } from "node:timers/promises";
import { type Store, StoreFault } from "./store.ts";

const PAUSE_MAX_MS = 50;

/** Tries again for so long while the file is locked. `work` must be one step: all of it happens, or nothing. */
export async function patiently<T>(work: () => T | Promise<T>, busyMs: number): Promise<T> {
  const end = performance.now() + busyMs;
  for (let pause = 1; ; pause = Math.min(pause * 2, PAUSE_MAX_MS)) {
    try {
      return await work();
    } catch (error) {
      const isLocked = error instanceof StoreFault && error.code === "locked";
      const left = end - performance.now();
      if (!isLocked || left <= 0) throw error;
      await setTimeout(Math.min(pause, Math.ceil(left)));
    }
  }
}

/** A store each of whose methods waits so. What takes a stream or runs long waits by itself. */
export function patient(store: Store, busyMs: number): Store {
  const own: ReadonlySet<string> = new Set(["restore", "check", "backup", "close"]);
  const waiting = Object.entries(store).map(([name, value]) =>
    typeof value === "function" && !own.has(name)
      ? [name, (...given: unknown[]) => patiently(() => value(...given), busyMs)]
      : [name, value],
  );
  return Object.fromEntries(waiting) as Store;
}
