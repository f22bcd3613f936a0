// Where two lines of one run part, why, and how they are walked along side by side. Pure: draws nothing, asks nobody.
import type { Line } from "../../shapes.ts";

/** Why two lines are no longer alike. `stops`: one of them goes no further. */
export type Cause = "deed" | "chance" | "god" | "stops";
export interface Parting {
  /** The last turn that both share. */
  readonly shared: number;
  /** The first turn in which something else was done or came of it, and why; null: nothing differs so far. */
  readonly first: { readonly turn: number; readonly cause: Cause } | null;
}

/** A turn as a reader has it: what was done, each deed by itself, and what came of it. */
export interface TurnReading {
  readonly deeds: readonly string[];
  readonly came: string;
}

/** Both from turn 0, in order. What reads the same is the same, whatever the dice were. */
export function partingOf(a: readonly Line[], b: readonly Line[], read: (line: Line) => TurnReading): Parting {
  const last = Math.max(a.length, b.length) - 1;
  let shared = 0;
  while (a[shared + 1] !== undefined && a[shared + 1]?.id === b[shared + 1]?.id) shared++;
  for (let turn = shared + 1; turn <= last; turn++) {
    const cause = causeOf(a[turn], b[turn], read);
    if (cause) return { shared, first: { turn, cause } };
  }
  return { shared, first: null };
}

function causeOf(a: Line | undefined, b: Line | undefined, read: (line: Line) => TurnReading): Cause | null {
  if (!a || !b) return "stops";
  const [one, other] = [read(a), read(b)];
  if (one.deeds.toSorted().join("\n") !== other.deeds.toSorted().join("\n"))
    return isGods(a) || isGods(b) ? "god" : "deed";
  return one.came === other.came ? null : "chance";
}

const isGods = ({ actions }: Line): boolean => actions.some(({ actorId }) => actorId === "god");

/** Those deeds of a turn that the other line's turn does not have; all of them where it has each. */
export function ownDeeds({ deeds }: TurnReading, other: TurnReading | null): readonly string[] {
  const own = deeds.filter((deed) => other?.deeds.includes(deed) !== true);
  return own.length === 0 ? deeds : own;
}

/**
 * The pairs of turns to walk along, from the shared one to both ends. `clocks`: when each turn was over in the world's own
 * time; null: turn by turn.
 */
export function stepsOf(
  shared: number,
  heads: readonly [number, number],
  clocks: readonly [readonly number[], readonly number[]] | null,
): readonly (readonly [number, number])[] {
  const since = heads.map((head, side) =>
    Array.from({ length: Math.max(0, head - shared) + 1 }, (_, i) =>
      clocks ? clocks[side]![shared + i]! - clocks[side]![shared]! : i,
    ),
  );
  const times = [...new Set(since.flat())].sort((x, y) => x - y);
  const at = [0, 0];
  return times.map((time) => {
    for (const side of [0, 1] as const)
      while (at[side]! + 1 < since[side]!.length && since[side]![at[side]! + 1]! <= time) at[side]!++;
    return [shared + at[0]!, shared + at[1]!] as const;
  });
}
