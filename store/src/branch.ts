// Branches as an SQLite file numbers them. A branch keeps its number for ever, so that what was read stays true.
import type { Driver } from "./driver.ts";

const KEPT_MAX = 100_000;

/** Reads the number of a branch, once: to find a row by it costs half of what finding it by two texts does. Null: there is none. */
export function branchReader(db: Driver): (run: string, name: string) => number | null {
  const one = db.prepare<[number]>("SELECT id FROM branches WHERE run_id = ? AND name = ?");
  let count = 0;
  const kept = new Map<string, Map<string, number>>();
  return (run, name) => {
    const known = kept.get(run)?.get(name);
    if (known !== undefined) return known;
    const row = one.get(run, name);
    if (!row) return null;
    if (count >= KEPT_MAX) {
      kept.clear();
      count = 0;
    }
    const ofRun = kept.get(run) ?? new Map<string, number>();
    kept.set(run, ofRun.set(name, row[0]));
    count++;
    return row[0];
  };
}
