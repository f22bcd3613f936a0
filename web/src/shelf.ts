// What the owner calls runs, and which ones are put away: kept by this browser beside the runs, which nothing here changes.
import { useSyncExternalStore } from "react";
import { keep, readKept } from "./kept.ts";

interface Shelved {
  readonly name?: string;
  readonly away?: true;
}
export type Shelf = Readonly<Record<string, Shelved>>;

const KEY = "shelf";
const listeners = new Set<() => void>();
let shelf: Shelf | null = null;

function read(): Shelf {
  if (shelf !== null) return shelf;
  try {
    const kept: unknown = JSON.parse(readKept(KEY) ?? "{}");
    shelf = typeof kept === "object" && kept !== null ? (kept as Shelf) : {};
  } catch {
    shelf = {};
  }
  return shelf;
}

function put(run: string, change: (before: Shelved) => Shelved): void {
  shelf = { ...read(), [run]: change(read()[run] ?? {}) };
  keep(KEY, JSON.stringify(shelf));
  for (const listener of listeners) listener();
}

/** An empty name is none: the run is called by its world again. */
export const nameRun = (run: string, name: string): void =>
  put(run, ({ away }) => ({ ...(name.trim() === "" ? {} : { name: name.trim() }), ...(away ? { away } : {}) }));
export const putAway = (run: string, away: boolean): void =>
  put(run, ({ name }) => ({ ...(name === undefined ? {} : { name }), ...(away ? { away: true as const } : {}) }));

export const useShelf = (): Shelf =>
  useSyncExternalStore((changed) => {
    listeners.add(changed);
    return () => listeners.delete(changed);
  }, read);
