// Seats as an SQLite file keeps them, and what was derived from a run's turns: rows with the sum of all that they say.
import type { Driver } from "./driver.ts";
import type { SeatRow, Store } from "./store.ts";
import { requireSum, sumOf } from "./sum.ts";

type SeatValues = readonly [
  id: string,
  run: string,
  actor: string,
  branches: string,
  label: string,
  createdAt: number,
  expiresAt: number | null,
  revokedAt: number | null,
];

export function sqliteDerived(db: Driver): Pick<Store, "derived" | "putDerived"> {
  const one = db.prepare<[string, number]>("SELECT value, sum FROM derived WHERE run_id = ? AND name = ?");
  const put = db.prepare(
    `INSERT INTO derived (run_id, name, value, sum) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE
     SET value = excluded.value, sum = excluded.sum`,
  );
  return {
    async derived(run, name) {
      const [value, sum] = one.get(run, name) ?? ["", -1];
      return sumOf(run, name, value) === sum ? value : null;
    },
    async putDerived(run, name, value) {
      put.run(run, name, value, sumOf(run, name, value));
    },
  };
}

/** The rows themselves, for what changes a seat and something else in one step. */
export interface SeatTable {
  put(seat: SeatRow): void;
  get(id: string): SeatRow | null;
  /** Oldest first. */
  ofRun(run: string): readonly SeatRow[];
}

export function seatTable(db: Driver): SeatTable {
  const columns = "id, run_id, actor, branches, label, created_at, expires_at, revoked_at";
  const put = db.prepare(
    `INSERT INTO seats (${columns}, sum) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE
     SET branches = excluded.branches, label = excluded.label, expires_at = excluded.expires_at,
       revoked_at = excluded.revoked_at, sum = excluded.sum`,
  );
  const one = db.prepare<[...SeatValues, number]>(`SELECT ${columns}, sum FROM seats WHERE id = ?`);
  // The sign keeps SQLite from the index: from a damaged index a seat would be missing without a word, and in the table each has its sum.
  const ofRun = db.prepare<[...SeatValues, number]>(
    `SELECT ${columns}, sum FROM seats WHERE +run_id = ? ORDER BY rowid`,
  );
  return {
    put({ id, run, actor, branches, label, createdAt, expiresAt, revokedAt }) {
      const values: SeatValues = [id, run, actor, JSON.stringify(branches), label, createdAt, expiresAt, revokedAt];
      put.run(...values, sumOf(...values));
    },
    get(id) {
      const row = one.get(id);
      return row ? seatOf(row) : null;
    },
    ofRun: (run) => ofRun.all(run).map(seatOf),
  };
}

export const sqliteSeats = (seats: SeatTable): Pick<Store, "putSeat" | "seat" | "seats"> => ({
  putSeat: async (seat) => seats.put(seat),
  seat: async (id) => seats.get(id),
  seats: async (run) => seats.ofRun(run),
});

function seatOf([...row]: readonly [...SeatValues, number]): SeatRow {
  const sum = row.pop() as number;
  const values = row as unknown as SeatValues;
  const [id, run, actor, branches, label, createdAt, expiresAt, revokedAt] = values;
  requireSum(`Seat "${id}" of run "${run}"`, sum, values);
  return { id, run, actor, branches: JSON.parse(branches) as string[], label, createdAt, expiresAt, revokedAt };
}
