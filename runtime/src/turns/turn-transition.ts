// The shape of a turn in passing: what is stored, and the moments on both sides of it.
import type { Commit, Shape } from "@orrery/kernel";
import type { StoredTurn } from "@orrery/store";
import type { HistoryMoment } from "./branch-session.ts";
import type { TurnIndex } from "./telling.ts";

/** A stored turn between the moments before and after it; `before`, `commit` and `index` are null at the opening. */
export interface TurnTransition {
  readonly stored: StoredTurn;
  readonly before: HistoryMoment | null;
  readonly after: HistoryMoment;
  readonly commit: Commit<Shape> | null;
  readonly index: TurnIndex | null;
}
