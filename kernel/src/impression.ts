// The trace of a percept in its actor's memory: how it came, its source, its subjects and its importance.
import type { ActorId } from "./shape.ts";

/** How something is come by. `known`: all along. `told`: by somebody who meant one to know; `heard`: by being there. */
export const WAYS = ["known", "did", "said", "thought", "saw", "heard", "told", "read"] as const;
export type Way = (typeof WAYS)[number];

export interface Impression {
  readonly how: Way;
  /** Who said it, or what it stands on; null where nobody is known to have. */
  readonly from: ActorId | null;
  /** Ids of entities and facts. */
  readonly about: readonly string[];
  /** Ids of what was before one's eyes as well, where that was told; absent: nothing else was. */
  readonly sees?: readonly string[];
  /** Whole, 0–10: 0 is forgotten as it happens, 10 is never. */
  readonly importance: number;
}
