// The only file that speaks to an SQLite library: statements, transactions, and its errors turned into faults. Knows no tables.
import { accessSync, closeSync, constants, existsSync, mkdirSync, openSync, readSync } from "node:fs";
import { dirname } from "node:path";
import { backup, DatabaseSync, type SQLInputValue } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { StoreFault } from "./store.ts";

/** SQLite's name for a database that lies in no file. */
export const MEMORY = ":memory:";

export type SqlValue = string | number | Uint8Array | null;

/** A prepared statement; rows come as arrays, in the order of its columns. */
export interface Statement<Row extends readonly unknown[]> {
  /** Rows changed. */
  run(...values: SqlValue[]): number;
  get(...values: SqlValue[]): Row | undefined;
  all(...values: SqlValue[]): Row[];
}

export interface Driver {
  readonly file: string;
  /** How long a write waits for another process before it gives up. */
  readonly busyMs: number;
  exec(sql: string): void;
  /** Called after each statement that may have changed the file. */
  onWrite: () => void;
  prepare<Row extends readonly unknown[] = never[]>(sql: string): Statement<Row>;
  /** Holds the write lock from its first line on. Rolls back when `work` throws. */
  transaction<T>(work: () => T): T;
  /** Copies the whole database while it is in use. */
  copyTo(file: string): Promise<void>;
  close(): void;
}

interface DriverOptions {
  readonly readOnly: boolean;
  /** How long a write waits for another process before it gives up. */
  readonly busyMs: number;
}

/** Opens a file of node:sqlite, or a new database in memory. Creates the file's folder and, unless `readOnly`, the file. */
export function openDriver(file: string, options: DriverOptions): Driver {
  const fault = (error: unknown) => faultOf(error, file, options.busyMs);
  if (file === "") throw new StoreFault("io", "The name of the database file is empty. Give it a name.");
  if (file !== MEMORY) {
    if (!options.readOnly) makeFolder(file);
    requireSqliteFile(file, options.readOnly);
  }
  const guard = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw fault(error);
    }
  };
  const open = (readOnly: boolean) =>
    guard(
      () =>
        new DatabaseSync(readOnly ? readOnlyName(file) : file, {
          readOnly,
          timeout: options.busyMs,
          enableForeignKeyConstraints: true,
        }),
    );
  const db = open(options.readOnly);
  const begin = db.prepare("BEGIN IMMEDIATE");
  const commit = db.prepare("COMMIT");

  const prepare = (sql: string) => {
    try {
      return db.prepare(sql);
    } catch (error) {
      // Our statements fit our tables; where one does not, the table's definition was damaged.
      throw (error as { errcode?: number }).errcode === 1 ? corrupt(file, error) : fault(error);
    }
  };

  const driver: Driver = {
    file,
    busyMs: options.busyMs,
    onWrite: () => {},
    exec: (sql) => guard(() => db.exec(sql)),
    prepare<Row extends readonly unknown[]>(sql: string): Statement<Row> {
      const statement = prepare(sql);
      statement.setReturnArrays(true);
      return {
        run(...values) {
          try {
            const { changes } = statement.run(...(values as SQLInputValue[]));
            driver.onWrite();
            return changes as number;
          } catch (error) {
            throw fault(error);
          }
        },
        get(...values) {
          try {
            return statement.get(...(values as SQLInputValue[])) as Row | undefined;
          } catch (error) {
            throw fault(error);
          }
        },
        all(...values) {
          try {
            return statement.all(...(values as SQLInputValue[])) as unknown as Row[];
          } catch (error) {
            throw fault(error);
          }
        },
      };
    },
    transaction<T>(work: () => T): T {
      guard(() => begin.run());
      try {
        const result = work();
        guard(() => commit.run());
        return result;
      } catch (error) {
        // A full disk rolls back by itself.
        if (db.isTransaction) db.exec("ROLLBACK");
        throw error;
      }
    },
    async copyTo(target) {
      // A connection of its own, read in one step: one moment of the database, and writers are not held up.
      const source = open(true);
      try {
        await backup(source, target, { rate: 0x7fffffff });
      } catch (error) {
        throw fault(error);
      } finally {
        source.close();
      }
    },
    close: () => guard(() => db.close()),
  };
  return driver;
}

/**
 * Where nothing can be written SQLite cannot keep the file of locks that it shares with writers; and there are no writers. The
 * whole content is then in the file itself.
 */
function readOnlyName(file: string): string | URL {
  if (existsSync(`${file}-wal`) || !isUnwritable(dirname(file))) return file;
  const url = pathToFileURL(file);
  url.searchParams.set("immutable", "1");
  return url;
}

/** The folder of a file. */
export function makeFolder(file: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
  } catch (error) {
    throw new StoreFault(
      "io",
      `The folder ${dirname(file)} cannot be made: ${textOf(error)}. Choose another place.`,
      error,
    );
  }
}

/** SQLite takes a file of a few bytes for a new database and writes over it; so the first bytes are looked at here. */
function requireSqliteFile(file: string, mustExist: boolean): void {
  if (!existsSync(file)) {
    if (mustExist) throw new StoreFault("not_found", `There is no file ${file}.`);
    return;
  }
  const magic = Buffer.from("SQLite format 3\0", "latin1");
  const start = Buffer.alloc(magic.length);
  let read: number;
  try {
    const handle = openSync(file, "r");
    try {
      read = readSync(handle, start, 0, start.length, 0);
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    throw new StoreFault("io", `${file} cannot be read: ${textOf(error)}. Check the path and its permissions.`, error);
  }
  if (read > 0 && !(read === magic.length && start.equals(magic))) throw notADatabase(file);
}

export const notADatabase = (file: string, cause?: unknown): StoreFault =>
  new StoreFault(
    "not_a_database",
    `${file} is not an Orrery database. Choose another file; this one was left as it is.`,
    cause,
  );

/** The fault that an SQLite error stands for. An error of our own making stays as it is. */
function faultOf(error: unknown, file: string, busyMs: number): unknown {
  const { code, errcode } = error as { code?: string; errcode?: number };
  // An integer beyond what any of our columns hold: only damage puts it there.
  if (code === "ERR_OUT_OF_RANGE") return corrupt(file, error);
  if (code !== "ERR_SQLITE_ERROR" || errcode === undefined) return error;
  switch (errcode & 0xff) {
    case 5:
    case 6:
      return new StoreFault(
        "locked",
        `${file} is locked by another program and stayed so for ${busyMs} ms. Try again; if it lasts, end the program that holds it.`,
        error,
      );
    case 8:
      return readOnly(file, error);
    case 11:
      return corrupt(file, error);
    case 26:
      return notADatabase(file, error);
    case 14:
      return isUnwritable(file)
        ? readOnly(file, error)
        : new StoreFault(
            "io",
            `${file} cannot be opened. Check that it is a file and that its folder can be written to.`,
            error,
          );
    case 10:
      return new StoreFault(
        "io",
        `Reading or writing ${file} failed (${textOf(error)}). Check the disk, then try again.`,
        error,
      );
    case 13:
      return new StoreFault(
        "io",
        `The disk that holds ${file} is full. Make room, then try again; nothing was half written.`,
        error,
      );
    case 19:
      return errcode === 787
        ? new StoreFault("not_found", "There is no such run or branch in this store.", error)
        : error;
    default:
      return /malformed JSON/.test(textOf(error)) ? corrupt(file, error) : error;
  }
}

const corrupt = (file: string, cause: unknown) =>
  new StoreFault(
    "corrupt",
    `${file} is damaged (${textOf(cause)}). Work on a copy of it: check says what is damaged, export saves the runs that are not, and a backup restores the rest.`,
    cause,
  );

const readOnly = (file: string, cause: unknown) =>
  new StoreFault(
    "read_only",
    `${file} cannot be written to. Give yourself the right to write to it and its folder, or work on a copy.`,
    cause,
  );

function isUnwritable(file: string): boolean {
  try {
    accessSync(existsSync(file) ? file : dirname(file), constants.W_OK);
    accessSync(dirname(file), constants.W_OK);
    return false;
  } catch {
    return true;
  }
}

const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
