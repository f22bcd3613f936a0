// Which round a row of the trace belongs to when no row of the log says so. Twitter counts steps; Reddit's clock runs sixty times as fast as the wall's.
import type { LogRound } from "./log.ts";
import { clockOf } from "./row.ts";

/** How much faster Reddit's sandbox clock runs. */
const SANDBOX_SPEED = 60;

type Timed = Pick<LogRound, "round" | "startedAt" | "writtenAt" | "endedAt">;

/** Learns from rows with a known round, and assigns rounds to the rows between two of them. */
export class TraceClock {
  /** What is to be added to a sandbox time divided by its speed to get the wall's, in ms: between these two. */
  #least = Number.NEGATIVE_INFINITY;
  #most = Number.POSITIVE_INFINITY;

  /** A row at `at` is of this round: not before it began, not after its rows were written. */
  learn(at: string, { startedAt, writtenAt }: Timed): void {
    const sandbox = clockOf(at);
    if (sandbox === null) return;
    const from = clockOf(startedAt);
    const to = clockOf(writtenAt);
    if (from !== null) this.#least = Math.max(this.#least, from - sandbox / SANDBOX_SPEED);
    if (to !== null) this.#most = Math.min(this.#most, to - sandbox / SANDBOX_SPEED);
  }

  /**
   * Rounds, beside `rows`, of rows that lie between one of `before` and one of `after`. `empty` are the rounds between,
   * which have no row in the log: their times tell which of them anybody looked in. `after` null: nothing came any more.
   */
  place(
    rows: readonly { readonly at: string }[],
    before: { readonly at: string; readonly round: Timed } | null,
    empty: readonly Timed[],
    after: { readonly at: string; readonly round: Timed } | null,
  ): (number | null)[] {
    if (rows.length === 0) return [];
    const rest = after?.round.round ?? null;
    if (/^\d+$/.test(rows[0]!.at)) return bySteps(rows, before, empty, after, rest);
    if (!(this.#least <= this.#most) || !Number.isFinite(this.#most))
      return rows.map(() => rest ?? empty[0]?.round ?? null);
    const rounds = [...(before ? [before.round] : []), ...empty, ...(after ? [after.round] : [])];
    return rows.map(({ at }) => this.#byTime(at, rounds, after !== null));
  }

  #byTime(at: string, rounds: readonly Timed[], open: boolean): number | null {
    const wall = (clockOf(at) ?? 0) / SANDBOX_SPEED + this.#most;
    const last = rounds.at(-1);
    const end = clockOf(last?.endedAt ?? last?.writtenAt ?? null);
    // The estimate is late by what passes between the last action of a round and the writing of its rows.
    if (!open && end !== null && wall > end + 1) return null;
    let found = rounds[0]?.round ?? null;
    for (const { round, startedAt } of rounds) {
      const start = clockOf(startedAt);
      if (start === null || start <= wall) found = round;
    }
    return found;
  }
}

/** One step is one round in which somebody was active; those in which nobody was take no time at all. */
function bySteps(
  rows: readonly { readonly at: string }[],
  before: { readonly at: string; readonly round: Timed } | null,
  empty: readonly Timed[],
  after: { readonly at: string; readonly round: Timed } | null,
  rest: number | null,
): (number | null)[] {
  const unknown = [...new Set(rows.map(({ at }) => at))].filter((at) => at !== before?.at && at !== after?.at);
  const taken = new Set(
    [...empty].sort((a, b) => durationOf(b) - durationOf(a) || a.round - b.round).slice(0, unknown.length),
  );
  const active = empty.filter((round) => taken.has(round));
  return rows.map(({ at }) => {
    if (at === before?.at) return before.round.round;
    if (at === after?.at) return rest;
    return active[unknown.indexOf(at)]?.round ?? rest;
  });
}

const durationOf = ({ startedAt, endedAt }: Timed): number => (clockOf(endedAt) ?? 0) - (clockOf(startedAt) ?? 0);
