// The file itself, read again: pages, indexes, types, definitions, references between tables. SQLite does that in one go, so a large file is read in a thread.
import { statSync } from "node:fs";
import { Worker } from "node:worker_threads";
import type { Driver } from "./driver.ts";
import { expectedDefinitions, placeOf } from "./schema.ts";
import { type Damage, StoreFault, type StoreFaultCode } from "./store.ts";

/** The structure checks stop listing here: a torn file can have thousands of complaints that all mean the same. */
const LISTED_MAX = 20;
/** Reading a smaller file takes no longer than starting a thread. */
const INLINE_BYTES = 1 << 20;

/** What the thread answers with. */
export type Structure =
  | { readonly ok: true; readonly damages: readonly Damage[] }
  | { readonly ok: false; readonly code: StoreFaultCode; readonly message: string; readonly why: string | null };

/** The same as `structure`, without stopping everything else where the file is large. */
export async function* structureAside(db: Driver): AsyncGenerator<Damage> {
  if (!isLarge(db.file)) {
    yield* structure(db);
    return;
  }
  const found = await new Promise<Structure>((done, failed) => {
    const thread = new Worker(new URL("./structure-thread.ts", import.meta.url), {
      workerData: db.file,
      // Flags of this process, such as those of a script given in words, are not for a thread.
      execArgv: [],
    });
    thread.once("message", done);
    thread.once("error", failed);
  });
  if (!found.ok) throw new StoreFault(found.code, found.message, found.why === null ? undefined : new Error(found.why));
  yield* found.damages;
}

function isLarge(file: string): boolean {
  try {
    return statSync(file).size > INLINE_BYTES;
  } catch {
    return false;
  }
}

/** The file itself: pages, indexes, types, definitions, references between tables, turns without a segment. */
export function* structure(db: Driver): Generator<Damage> {
  const damage = (problem: string): Damage => ({ run: null, segment: null, turn: null, problem });
  for (const [text] of db.prepare<[string]>(`PRAGMA integrity_check(${LISTED_MAX})`).all()) {
    if (text !== "ok") yield damage(text);
  }
  const definitions = db.prepare<[string, string]>("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL").all();
  const found = new Map(definitions);
  for (const [name, sql] of expectedDefinitions()) {
    if (found.get(name) !== sql) yield damage(`the definition of ${name} was changed`);
  }
  const dangling = db.prepare<[string, number | null, string]>("PRAGMA foreign_key_check").all();
  for (const [table, row, parent] of dangling.slice(0, LISTED_MAX)) {
    yield damage(`row ${row ?? "?"} of table ${table} refers to a row of ${parent} that is not there`);
  }
  const strays = db.prepare<[number]>(
    "SELECT key FROM commits WHERE NOT EXISTS (SELECT 1 FROM segments WHERE id = key >> 26) LIMIT ?",
  );
  for (const [key] of strays.all(LISTED_MAX)) {
    const { segment, turn } = placeOf(key);
    yield { run: null, segment, turn, problem: "it belongs to no segment that is known" };
  }
}
