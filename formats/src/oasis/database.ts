// The SQLite file that a platform of OASIS leaves: its trace as a stream, its tables by id. Opened for reading; a file that needs repair is copied first.
import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { isRecord, textOf, wholeOf } from "./row.ts";
import type { UnreadList } from "./unread.ts";

export interface TraceRow {
  readonly row: number;
  /** Agent, by its id in the configuration. */
  readonly agent: number;
  /** A step (Twitter) or a wall clock (Reddit), as text. */
  readonly at: string;
  /** Upper case, as logs write it. */
  readonly type: string;
  readonly info: Readonly<Record<string, unknown>>;
}

type DatabaseValue = string | number | bigint | Uint8Array | null;

export class OasisDatabase {
  readonly #db: DatabaseSync;
  readonly #file: string;
  readonly #unread: UnreadList;
  readonly #dispose: () => void;
  readonly #columns = new Map<string, ReadonlySet<string>>();
  readonly #lookups = new Map<string, StatementSync | null>();
  readonly #agents = new Map<number, number>();

  private constructor(db: DatabaseSync, file: string, unread: UnreadList, dispose: () => void) {
    this.#db = db;
    this.#file = file;
    this.#unread = unread;
    this.#dispose = dispose;
    for (const { user_id, agent_id } of this.rows("user", ["user_id", "agent_id"])) {
      const agent = wholeOf(agent_id);
      if (agent !== null) this.#agents.set(Number(user_id), agent);
    }
  }

  /** Null when the file is no database that can be read; `unread` then says why. */
  static open(path: string, file: string, unread: UnreadList): OasisDatabase | null {
    let opened: ReturnType<typeof openReadable> | null = null;
    try {
      opened = openReadable(path);
      return new OasisDatabase(opened.db, file, unread, opened.dispose);
    } catch (error) {
      opened?.dispose();
      if (!isSqliteError(error)) throw error;
      unread.add(file, null, `The database cannot be read: ${error.message}.`);
      return null;
    }
  }

  /** Whether a table is there with these columns. */
  has(table: string, columns: readonly string[]): boolean {
    if (!this.#columns.has(table)) {
      const found = this.#db.prepare("SELECT name FROM pragma_table_info(?)").all(table) as { name: string }[];
      this.#columns.set(table, new Set(found.map(({ name }) => name)));
    }
    const there = this.#columns.get(table)!;
    return columns.every((column) => there.has(column));
  }

  /** Rows of a table in the order in which they were written; none, with a report, when the table is not there or damaged. */
  *rows(table: string, columns: readonly string[]): Generator<Readonly<Record<string, DatabaseValue>>> {
    if (!this.has(table, columns)) {
      this.#unread.add(this.#file, null, `There is no table "${table}" with ${columns.join(", ")}.`);
      return;
    }
    yield* this.#iterate(`SELECT ${columns.map(quoteName).join(", ")} FROM ${quoteName(table)} ORDER BY rowid`, table);
  }

  /** The trace from a row on. Refreshes hold whole feeds and are told apart from what cannot be read. */
  *trace(after = 0): Generator<TraceRow> {
    const columns = ["user_id", "created_at", "action", "info"];
    if (!this.has("trace", columns)) {
      this.#unread.add(this.#file, null, 'There is no table "trace": what was seen and who was meant is not known.');
      return;
    }
    const rows = this.#iterate(
      `SELECT rowid AS n, user_id, created_at, action, info FROM trace WHERE rowid > ${after} ORDER BY rowid`,
      "trace",
    );
    for (const { n, user_id, created_at, action, info } of rows) {
      const agent = wholeOf(user_id as number);
      const parsed = parseInfo(info);
      if (agent === null || typeof action !== "string" || parsed === null) {
        this.#unread.add(`${this.#file} (trace)`, Number(n), "A row of the trace without its agent, action or info.");
        continue;
      }
      yield {
        row: Number(n),
        agent: this.agentOf(agent),
        at: String(created_at),
        type: action.toUpperCase(),
        info: parsed,
      };
    }
  }

  /** The agent behind a user of the platform. */
  agentOf(user: number): number {
    return this.#agents.get(user) ?? user;
  }

  /** One number of one row by its key; null when it is not there. */
  find(table: string, key: string, column: string, id: number): number | null {
    return wholeOf(this.#look(table, key, column, id));
  }

  /** One text of one row by its key; null when it is not there. */
  findText(table: string, key: string, column: string, id: number): string | null {
    return textOf(this.#look(table, key, column, id));
  }

  #look(table: string, key: string, column: string, id: number): DatabaseValue {
    const name = `${table}.${key}.${column}`;
    if (!this.#lookups.has(name))
      this.#lookups.set(
        name,
        this.has(table, [key, column])
          ? this.#db.prepare(
              `SELECT ${quoteName(column)} AS found FROM ${quoteName(table)} WHERE ${quoteName(key)} = ?`,
            )
          : null,
      );
    try {
      const row = this.#lookups.get(name)?.get(id) as { found: DatabaseValue } | undefined;
      return row?.found ?? null;
    } catch (error) {
      // A damaged page: the reading of its table reports that.
      if (!isSqliteError(error)) throw error;
      return null;
    }
  }

  close(): void {
    this.#dispose();
  }

  *#iterate(sql: string, table: string): Generator<Readonly<Record<string, DatabaseValue>>> {
    try {
      yield* this.#db.prepare(sql).iterate() as IterableIterator<Record<string, DatabaseValue>>;
    } catch (error) {
      if (!isSqliteError(error)) throw error;
      this.#unread.add(`${this.#file} (${table})`, null, `The rest of the table cannot be read: ${error.message}.`);
    }
  }
}

const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

function parseInfo(info: unknown): Record<string, unknown> | null {
  if (typeof info !== "string") return null;
  try {
    const value: unknown = JSON.parse(info);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

const isSqliteError = (error: unknown): error is Error =>
  (error as { code?: unknown } | null)?.code === "ERR_SQLITE_ERROR";

/** A killed run leaves a journal that only a writer may roll back, and this never writes into somebody's folder: then it works on a copy. */
function openReadable(path: string): { db: DatabaseSync; dispose: () => void } {
  try {
    const db = requireDatabase(new DatabaseSync(path, { readOnly: true, timeout: 5000 }));
    return { db, dispose: () => db.close() };
  } catch (error) {
    const beside = ["-journal", "-wal", "-shm"].filter((end) => existsSync(path + end));
    if (!isSqliteError(error) || beside.length === 0) throw error;
    return openCopy(path, beside);
  }
}

function openCopy(path: string, beside: readonly string[]): { db: DatabaseSync; dispose: () => void } {
  const folder = mkdtempSync(join(tmpdir(), "orrery-oasis-"));
  const gone = () => rmSync(folder, { recursive: true, force: true });
  try {
    const copy = join(folder, basename(path));
    // A writer that has just finished takes its journal away.
    for (const end of ["", ...beside]) if (existsSync(path + end)) copyFileSync(path + end, copy + end);
    const db = requireDatabase(new DatabaseSync(copy, { timeout: 5000 }));
    return {
      db,
      dispose: () => {
        db.close();
        gone();
      },
    };
  } catch (error) {
    gone();
    throw error;
  }
}

/** Reads the first page: a file that is no database is only found out then. */
function requireDatabase(db: DatabaseSync): DatabaseSync {
  try {
    db.prepare("SELECT count(*) FROM sqlite_master").get();
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}
