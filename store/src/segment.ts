// Segments as an SQLite file has them. A segment never changes once it is there, so that what was read stays true.
import type { Driver } from "./driver.ts";
import type { Segment } from "./line.ts";
import { StoreFault } from "./store.ts";

export interface SegmentOfRun extends Segment {
  readonly run: string;
}

const KEPT_MAX = 100_000;

/** Reads segments by id, each once. */
export function segmentReader(db: Driver): (id: number) => SegmentOfRun {
  const one = db.prepare<[string, number | null, number, number, number | null, number]>(
    "SELECT run_id, parent, fork, depth, jump, jump_fork FROM segments WHERE id = ?",
  );
  const kept = new Map<number, SegmentOfRun>();
  return (id) => {
    const known = kept.get(id);
    if (known) return known;
    const row = one.get(id);
    if (!row) throw new StoreFault("not_found", `There is no segment ${id} in this store.`);
    const [run, parent, fork, depth, jump, jumpFork] = row;
    // Links lead to older segments only; a damaged one must not lead in a circle.
    if ((parent ?? 0) >= id || (jump ?? 0) >= id)
      throw new StoreFault(
        "corrupt",
        `The links of segment ${id} were changed: they lead to a later one. Restore a backup.`,
      );
    if (kept.size >= KEPT_MAX) kept.clear();
    const segment = { id, run, parent, fork, depth, jump, jumpFork };
    kept.set(id, segment);
    return segment;
  };
}
