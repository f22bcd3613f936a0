// The claim that somebody holds against the log: chosen in the talk, shown on the map. One for the page.
import { useSyncExternalStore } from "react";
import type { Picked } from "./signs.ts";

let picked: Picked | null = null;
const listeners = new Set<() => void>();

/** The same again takes it back. */
export function pick(next: Picked | null): void {
  picked = next?.key === picked?.key ? null : next;
  for (const listener of listeners) listener();
}

export const usePicked = (): Picked | null =>
  useSyncExternalStore(
    (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    () => picked,
  );
