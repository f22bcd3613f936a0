// Waits for another program's lock without holding up anything else: SQLite itself would stop the whole process meanwhile.
import { statSync } from "node:fs";
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

/** How often it is looked whether the file is still there. */
const LOOK_MS = 250;

/** Throws `io` once the file at a path is gone or another: what is written goes nowhere then. */
function watching(file: string): () => void {
  const idOf = () => statSync(file, { throwIfNoEntry: false })?.ino;
  const id = idOf();
  let next = 0;
  return () => {
    const now = performance.now();
    if (id === undefined || now < next) return;
    if (idOf() !== id)
      throw new StoreFault(
        "io",
        `${file} was deleted or replaced while it was open, so nothing more is kept. Stop this process, put the file back, and start again.`,
      );
    next = now + LOOK_MS;
  };
}

/** A store with methods that wait so and look whether its file is there. What takes a stream or runs long waits by itself. */
export function patient(store: Store, { file, busyMs }: { readonly file: string; readonly busyMs: number }): Store {
  const own: ReadonlySet<string> = new Set(["restore", "check", "backup", "close"]);
  const look = watching(file);
  const waiting = Object.entries(store).map(([name, value]) =>
    typeof value === "function" && !own.has(name)
      ? [
          name,
          (...given: unknown[]) =>
            patiently(() => {
              look();
              return value(...given);
            }, busyMs),
        ]
      : [name, value],
  );
  return Object.fromEntries(waiting) as Store;
}
