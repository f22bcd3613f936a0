// Changes that named themselves, as an SQLite file keeps them.
import type { Driver } from "./driver.ts";
import type { OnceRow, Store } from "./store.ts";
import { requireSum, sumOf } from "./sum.ts";

type OnceValues = readonly [scope: string, key: string, body: string, run: string | null, done: string, at: number];

/** `find` and `put` are for use inside a transaction too. `put` is false where the key is taken. */
export function onceRows(db: Driver): {
  find(scope: string, key: string): OnceRow | null;
  put(row: OnceRow): boolean;
  methods: Pick<Store, "once" | "putOnce" | "dropOnce">;
} {
  const one = db.prepare<[...OnceValues, number]>(
    "SELECT scope, key, body, run_id, done, at, sum FROM once WHERE scope = ? AND key = ?",
  );
  const add = db.prepare(
    "INSERT INTO once (scope, key, body, run_id, done, at, sum) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
  );
  const drop = db.prepare("DELETE FROM once WHERE at < ?");
  const find = (scope: string, key: string): OnceRow | null => {
    const row = one.get(scope, key);
    if (!row) return null;
    const [, , body, run, done, at, sum] = row;
    requireSum(`What is kept under the Idempotency-Key "${key}"`, sum, [scope, key, body, run, done, at]);
    return { scope, key, body, run, done, at };
  };
  const put = ({ scope, key, body, run, done, at }: OnceRow): boolean => {
    const values: OnceValues = [scope, key, body, run, done, at];
    return add.run(...values, sumOf(...values)) === 1;
  };
  return {
    find,
    put,
    methods: {
      once: async (scope, key) => find(scope, key),
      async putOnce(row) {
        put(row);
        return find(row.scope, row.key)!;
      },
      async dropOnce(before) {
        drop.run(before);
      },
    },
  };
}
