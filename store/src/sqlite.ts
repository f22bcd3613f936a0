// Histories in one SQLite database, in a file or in memory: turns, lines, branches. One insert a turn; what it refuses to do is change or delete one.
import { existsSync, renameSync, rmSync } from "node:fs";
import { sqliteArtifacts } from "./artifacts.ts";
import { sqliteBranches } from "./branches.ts";
import { callsOf } from "./calls.ts";
import { checkFile } from "./check.ts";
import { type Driver, MEMORY, makeFolder, openDriver } from "./driver.ts";
import { headAt, isSameHead, requireId } from "./head.ts";
import { onceRows } from "./idempotency.ts";
import { linksBehind, rootLinks } from "./line.ts";
import { sqliteLobbies } from "./lobbies.ts";
import { sqliteMemories } from "./memories-sqlite.ts";
import { patient } from "./patient.ts";
import { restoreRun, runExists } from "./restore.ts";
import { keyOf, prepareLayout, SPAN, setPragmas } from "./schema.ts";
import { seatTable, sqliteDerived, sqliteSeats } from "./seats.ts";
import { segmentReader } from "./segment.ts";
import { settleWhenQuiet } from "./settling.ts";
import { besideTurns } from "./side-tables.ts";
import { type Appended, type Head, type Place, type RunRow, type Store, StoreFault, type TurnExtras } from "./store.ts";
import { requireSum, sumOf } from "./sum.ts";
import { turnReader } from "./turns.ts";
import { requireWholeTable } from "./whole-tables.ts";

export interface SqliteOptions {
  /**
   * `normal` (the default): every turn survives the death of the process; the newest may be lost when the machine loses
   * power, and nothing is ever half there. `full`: survives that too, at the price of one disk flush a turn.
   */
  readonly durability?: "normal" | "full";
  /** For looking and checking only; no file is made or changed. */
  readonly readOnly?: boolean;
  /** How long to wait for another process's write, 5000 ms unless told otherwise. */
  readonly busyMs?: number;
  /** What was written is folded into the file when nothing more came for so long, 1000 ms unless told otherwise. */
  readonly settleMs?: number;
}

/** Opens a database file, or makes one. Throws a `StoreFault` that says what to do when that cannot be. */
export function openSqlite(file: string, options: SqliteOptions = {}): Store {
  const readOnly = options.readOnly ?? false;
  const db = openDriver(file, { readOnly, busyMs: options.busyMs ?? 5000 });
  try {
    prepareLayout(db, readOnly);
    setPragmas(db, options.durability ?? "normal");
    // From here on locks are waited for without stopping the process.
    db.exec("PRAGMA busy_timeout = 0");
    return patient(sqliteStore(db, readOnly, options.settleMs ?? 1000), db);
  } catch (error) {
    db.close();
    throw error;
  }
}

/** A new store without a file: for tests, and for play that nobody keeps. It has no backup and ends with `close`. */
export const memoryStore = (): Store => openSqlite(MEMORY);

function sqliteStore(db: Driver, readOnly: boolean, settleMs: number): Store {
  const isInMemory = db.file === MEMORY;
  const segmentOf = segmentReader(db);
  const requireWholeRuns = requireWholeTable(db, "runs");
  const requireWholeSegments = requireWholeTable(db, "segments");
  const { inRun, methods: turns } = turnReader(db, segmentOf);
  const branches = sqliteBranches(db, segmentOf);
  const aside = besideTurns(db);
  const calls = callsOf(db);
  const artifacts = sqliteArtifacts(db);
  const seatRows = seatTable(db);
  const seats = { ...sqliteSeats(seatRows), ...sqliteLobbies(db, seatRows, onceRows(db)) };
  const allRuns = db.prepare<RunValues>("SELECT id, name, world, created_at, sum FROM runs ORDER BY rowid");
  const oneRun = db.prepare<RunValues>("SELECT id, name, world, created_at, sum FROM runs WHERE id = ?");
  const runSegments = db.prepare<[number, number | null, number, number | null]>(
    `SELECT id, parent, fork, (SELECT max(key) & 67108863 FROM commits WHERE key BETWEEN s.id << 26 AND (s.id << 26) | 67108863)
     FROM segments s WHERE run_id = ? ORDER BY id`,
  );
  const settle = async () => {
    if (!readOnly && !isInMemory) db.exec("PRAGMA wal_checkpoint(PASSIVE)");
  };
  const stopSettling = readOnly || isInMemory ? () => {} : settleWhenQuiet(db, settleMs, settle);

  return {
    file: isInMemory ? null : db.file,

    async runs() {
      requireWholeRuns();
      return allRuns.all().map(runOf);
    },
    async run(id) {
      const row = oneRun.get(id);
      return row ? runOf(row) : null;
    },

    async branches(run) {
      return branches.list(run);
    },
    async createBranch(run, { name, from, at, salt, createdAt }) {
      if (branches.numberOf(run, from) === null)
        throw new StoreFault("not_found", `There is no branch "${from}" in a run "${run}".`);
      const turn = inRun(run, at);
      const isNew = branches.add(run, name, turn.segment, turn.turn, from, turn.turn, salt, createdAt);
      return isNew ? headAt(run, name, salt, turn) : "exists";
    },
    async reflog(run) {
      return branches.moves(run);
    },

    ...turns,
    ...lineWriter(db, segmentOf, branches, aside, inRun),
    async segments(run) {
      requireWholeSegments();
      return runSegments.all(run).map(([id, parent, fork, last]) => ({
        id,
        parent: parent === null ? null : { segment: parent, turn: fork },
        last: last ?? fork,
      }));
    },

    restore: (run, parts) => restoreRun(db, run, parts),
    ...aside.methods,
    ...calls.methods,
    ...artifacts.methods,
    ...seats,
    ...sqliteDerived(db),
    settle,
    check: (run, options) =>
      checkFile(
        db,
        {
          noteLog: async (...which) => aside.storedNotes(...which),
          secrets: aside.methods.secrets,
          inbox: aside.methods.inbox,
          clocks: aside.methods.clocks,
          branch: async (...which) => branches.requireWhole(...which),
          reflog: async (id) => branches.moves(id),
          ...calls.methods,
          callTexts: calls.storedTexts,
          ...artifacts.methods,
          artifact: artifacts.stored,
          ...seats,
        },
        run,
        options,
      ),
    ...sqliteMemories(db, segmentOf),
    backup: (target) => backupTo(db, target),
    async close() {
      stopSettling();
      db.close();
    },
  };
}

/** Writes turns and moves heads: each change is one transaction, or one statement. */
function lineWriter(
  db: Driver,
  segmentOf: ReturnType<typeof segmentReader>,
  branches: ReturnType<typeof sqliteBranches>,
  aside: ReturnType<typeof besideTurns>,
  inRun: ReturnType<typeof turnReader>["inRun"],
): Pick<Store, "createRun" | "head" | "append" | "moveHead"> {
  const addRun = db.prepare(
    "INSERT INTO runs (id, name, world, created_at, sum) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
  );
  const addSegment = db.prepare<[number]>(
    "INSERT INTO segments (run_id, parent, fork, depth, jump, jump_fork) VALUES (?, ?, ?, ?, ?, ?) RETURNING id",
  );
  const addTurn = db.prepare("INSERT INTO commits (key, hash, truth, body) VALUES (?, unhex(?), unhex(?), ?)");
  // The common turn is this one statement. Its hash is there only while the branch still ends where its writer saw it end,
  // and without a hash a turn is not let in. As an INSERT from a SELECT it would cost a temporary table each time.
  const extend = db.prepare(
    `INSERT OR IGNORE INTO commits (key, hash, truth, body) VALUES (?1, (
       SELECT unhex(?2) FROM branches WHERE id = ?5 AND segment = ?1 >> 26 AND head IS NULL
         AND (SELECT hash FROM commits WHERE key = ?1 - 1) = unhex(?6)
     ), unhex(?3), ?4)`,
  );
  // Changes when another connection writes to the file, and not when this one does.
  const dataVersion = db.prepare<[number]>("PRAGMA data_version");
  let version = -1;
  /** The head that this connection wrote last. Valid until another connection writes. */
  let written: { readonly head: Head; readonly version: number } | null = null;

  /** In a transaction: a segment of its own behind `at`, for the branch to go on in. */
  const forkAt = (run: string, branch: string, at: Place): number => {
    const { parent, fork, depth, jump, jumpFork } = linksBehind(segmentOf, at);
    const [segment] = addSegment.get(run, parent, fork, depth, jump, jumpFork)!;
    branches.move(run, branch, segment, null);
    return segment;
  };

  return {
    async createRun({ id, name, world, createdAt, salt, opening, secret }) {
      return db.transaction(() => {
        if (addRun.run(id, name, world, createdAt, sumOf(id, name, world, createdAt)) === 0) throw runExists(id);
        const { parent, fork, depth, jump, jumpFork } = rootLinks;
        const [segment] = addSegment.get(id, parent, fork, depth, jump, jumpFork)!;
        addTurn.run(keyOf(segment, 0), opening.hash, opening.truth, opening.body);
        branches.add(id, "main", segment, null, null, null, salt, createdAt);
        aside.putSecret(id, secret);
        return branches.headOf(id, "main");
      });
    },
    async head(run, branch) {
      [version] = dataVersion.get()!;
      if (written?.version === version && written.head.branch === branch && written.head.run === run)
        return written.head;
      return branches.find(run, branch);
    },
    async append(head, turn, beside = {}) {
      const depth = head.turn + 1;
      requireId(turn, depth);
      if (depth >= SPAN) throw new RangeError(`a line ends at turn ${SPAN - 1}`);
      const { run, branch, segment, salt } = head;
      const { id, hash, truth, body } = turn;
      const key = keyOf(segment, depth);
      const insertTurn = (): Head | null =>
        extend.run(key, hash, truth, body, branches.numberOf(run, branch), head.hash) === 1
          ? headAt(run, branch, salt, { segment, turn: depth, id, hash, truth })
          : null;
      // A turn with nothing beside it needs no transaction of its own.
      const alone = isEmpty(beside) ? insertTurn() : null;
      const done: Appended = alone
        ? { ok: true, head: alone }
        : db.transaction((): Appended => {
            const before = aside.doneBefore(beside.once);
            if (before) return { ok: false, head: branches.headOf(run, branch), once: before };
            const extended = insertTurn();
            const now = extended ?? branches.headOf(run, branch);
            if (!extended && !isSameHead(now, head)) return { ok: false, head: now };
            aside.put(run, branch, beside);
            if (extended) return { ok: true, head: extended };
            const own = forkAt(run, branch, head);
            addTurn.run(keyOf(own, depth), hash, truth, body);
            return { ok: true, head: headAt(run, branch, now.salt, { segment: own, turn: depth, id, hash, truth }) };
          });
      written = done.ok && done.head.segment === segment ? { head: done.head, version } : null;
      return done;
    },
    async moveHead(head, to, why, at) {
      const { run, branch } = head;
      written = null;
      return db.transaction(() => {
        const now = branches.headOf(run, branch);
        if (!isSameHead(now, head)) return { ok: false, head: now };
        const turn = inRun(run, to);
        branches.move(run, branch, turn.segment, turn.turn);
        branches.record(run, branch, now, turn, why, at);
        return { ok: true, head: headAt(run, branch, now.salt, turn) };
      });
    },
  };
}

const isEmpty = ({ notes, dropAnswers, clocks, once }: TurnExtras): boolean =>
  !once && !clocks && !notes?.length && !dropAnswers?.length;

/** Under a name of its own until it is whole, so that half a copy is never taken for one. */
async function backupTo(db: Driver, target: string): Promise<void> {
  if (db.file === MEMORY)
    throw new StoreFault("io", "This store lives in memory and has no file to copy. Export its runs instead.");
  const fileTaken = () => new StoreFault("exists", `There is a file ${target} already. Choose another name.`);
  if (existsSync(target)) throw fileTaken();
  makeFolder(target);
  const part = `${target}.part`;
  rmSync(part, { force: true });
  try {
    await db.copyTo(part);
    if (existsSync(target)) throw fileTaken();
    renameSync(part, target);
  } finally {
    rmSync(part, { force: true });
  }
}

type RunValues = readonly [id: string, name: string, world: string, createdAt: number, sum: number | null];
function runOf([id, name, world, createdAt, sum]: RunValues): RunRow {
  // Of an older file it has none.
  if (sum !== null) requireSum(`The row of run "${id}"`, sum, [id, name, world, createdAt]);
  return { id, name, world, createdAt };
}
