// What models have cost: every call that was paid for, once, by model, by day and by run. Replays pay nothing and keep no calls.
import { readCommit, type Shape } from "@orrery/kernel";
import { addUsage, NO_USAGE, type Usage } from "@orrery/models/pure";
import { loadCall, loadOutcome } from "@orrery/models/recording";
import type { Store } from "@orrery/store";
import { callId, isShared, tapeOf, telledLane } from "./recordings.ts";

export interface BillLine {
  /** The provider's name of a model, a day as `2026-11-23` in universal time, or the id of a run. */
  readonly of: string;
  readonly calls: number;
  readonly usage: Usage;
  /** Dollars for the calls with a known price. */
  readonly money: number;
  /** Calls without a known price, left out of `money`. */
  readonly unpriced: number;
}

export interface BillSums {
  readonly total: Omit<BillLine, "of">;
  /** Most money first; calls where no price is known. */
  readonly models: readonly BillLine[];
  readonly runs: readonly BillLine[];
  /** By the turn that a call was made for, else by the turn before it, else by the beginning of its run; oldest first. */
  readonly days: readonly BillLine[];
}

const NOTHING = { calls: 0, usage: NO_USAGE, money: 0, unpriced: 0 };
const CHUNK = 256;

/** The bill of some runs, with the calls of all their branches. */
export async function billOf(
  store: Store,
  runs: readonly { readonly id: string; readonly createdAt: number }[],
): Promise<BillSums> {
  const [models, days, byRun] = [new Map<string, BillLine>(), new Map<string, BillLine>(), new Map<string, BillLine>()];
  let total: Omit<BillLine, "of"> = NOTHING;
  for (const { id, createdAt } of runs) {
    const tape = tapeOf(store, id);
    let times: ReadonlyMap<string, number> | null = null;
    let at = createdAt;
    for (let n = 1; ; n += CHUNK) {
      const takes = await store.takeLog(id, n, n + CHUNK - 1);
      for (const take of takes) {
        if (isShared(take.lane)) continue;
        times ??= await timesOf(store, id);
        at = times.get(callId(take)) ?? times.get(take.lane) ?? at;
        const [call, { usage, cost }] = [await loadCall(tape, take.call), await loadOutcome(tape, take.outcome)];
        const one = { calls: 1, usage, money: cost ?? 0, unpriced: cost === null ? 1 : 0 };
        total = sum(total, one);
        for (const [map, of] of [
          [models, call.model],
          [days, new Date(at).toISOString().slice(0, 10)],
          [byRun, id],
        ] as const)
          map.set(of, { of, ...sum(map.get(of) ?? NOTHING, one) });
      }
      if (takes.length < CHUNK) break;
    }
  }
  const dearest = (lines: Map<string, BillLine>) =>
    [...lines.values()].sort((a, b) => b.money - a.money || b.calls - a.calls || (a.of < b.of ? -1 : 1));
  const inOrder = [...days.values()].sort((a, b) => (a.of < b.of ? -1 : 1));
  return { total, models: dearest(models), runs: dearest(byRun), days: inOrder };
}

const sum = (a: Omit<BillLine, "of">, b: Omit<BillLine, "of">): Omit<BillLine, "of"> => ({
  calls: a.calls + b.calls,
  usage: addUsage(a.usage, b.usage),
  money: a.money + b.money,
  unpriced: a.unpriced + b.unpriced,
});

/** When the turns were made that calls led to, by call and by the lane of a telling, on all branches. */
async function timesOf(store: Store, run: string): Promise<ReadonlyMap<string, number>> {
  const times = new Map<string, number>();
  for (const { name } of await store.branches(run)) {
    const head = await store.head(run, name);
    for (let from = 1; head !== null && from <= head.turn; from += CHUNK)
      for (const { body } of await store.read(head, from, Math.min(from + CHUNK - 1, head.turn))) {
        const { turn, answers } = readCommit<Shape>(body);
        for (const { actor, calls = [] } of answers) {
          times.set(telledLane(actor, turn.id), turn.createdAt);
          for (const call of calls) times.set(call, turn.createdAt);
        }
      }
  }
  return times;
}
