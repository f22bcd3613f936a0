// Tables that are read as lists: a damaged page of an index hides rows, and no sum of a row tells what is not there.
import { setImmediate } from "node:timers/promises";
import type { Driver } from "./driver.ts";
import { type Damage, StoreFault } from "./store.ts";
import { sumOf } from "./sum.ts";

/** Throws `corrupt` where a table and its indexes do not fit together, or a row belongs to no run. Looks once, at the first call. */
export function requireWholeTable(
  db: Driver,
  table: "runs" | "branches" | "segments" | "settings" | "secrets" | "notes",
): () => void {
  let isWhole = false;
  return () => {
    if (isWhole) return;
    const [[found] = ["nothing"]] = db.prepare<[string]>(`PRAGMA integrity_check(${table})`).all();
    const isLost = found === "ok" && db.prepare(`PRAGMA foreign_key_check(${table})`).get() !== undefined;
    const said = isLost ? "a row belongs to no run" : found;
    const bad = table === "settings" ? [...misfits(db, table)].find((problem) => problem !== null) : undefined;
    if (said !== "ok" || bad !== undefined)
      throw new StoreFault(
        "corrupt",
        `The table ${table} of ${db.file} is damaged (${said === "ok" ? bad : said}). \`verify\` says more; a backup restores it.`,
      );
    isWhole = true;
  };
}

const CHUNK = 500;

/** Each table with a column of sums: what it is read by, and the columns that its sums cover. */
const SUMMED: Readonly<Record<string, readonly [by: string, columns: string]>> = {
  runs: ["rowid", "id, name, world, created_at"],
  branches: ["id", "run_id, name, segment, head, parent, parent_turn, salt, created_at"],
  reflog: ["id", "run_id, branch, from_segment, from_turn, to_segment, to_turn, why, at"],
  inbox: ["id", "run_id, branch, ask, at, actor, answer, received_at"],
  clocks: ["run_id, branch, ask", "run_id, branch, ask, opened_at"],
  settings: ["key", "key, value"],
  seats: ["rowid", "id, run_id, actor, branches, label, created_at, expires_at, revoked_at"],
  lobbies: ["rowid", "id, run_id, branch, actors, given, created_at, expires_at, revoked_at"],
  once: ["scope, key", "scope, key, body, run_id, done, at"],
  model_takes: ["id", "run_id, lane, seq, call, outcome"],
};

/** Rows that do not fit their sums, also those that belong to no run any more by their damage. */
export async function* misfitRows(db: Driver): AsyncGenerator<Damage> {
  for (const table of Object.keys(SUMMED))
    for (const problem of misfits(db, table)) {
      if (problem !== null) yield { run: null, segment: null, turn: null, problem };
      else await setImmediate();
    }
}

/** A sentence for each row, and null after each page of them. */
function* misfits(db: Driver, table: string): Generator<string | null> {
  const [by, columns] = SUMMED[table]!;
  const keys = by.split(", ");
  const read = (after: string) =>
    db.prepare<(string | number | null)[]>(
      `SELECT ${columns}, sum, ${by} FROM ${table} ${after} ORDER BY ${by} LIMIT ${CHUNK}`,
    );
  const next = read(`WHERE (${by}) > (${keys.map(() => "?").join(", ")})`);
  for (let rows = read("").all(); ; ) {
    let last: (string | number | null)[] = [];
    const { length } = rows;
    for (const row of rows) {
      last = row.splice(-keys.length);
      const sum = row.pop();
      // Of an older file it has none.
      if (sum !== null && sumOf(...row) !== sum) yield `a row of ${table} is not as it was written`;
    }
    yield null;
    if (length < CHUNK) return;
    rows = next.all(...last);
  }
}
