// Histories in one SQLite file: turns, lines, branches. One insert a turn; what it refuses to do is change or delete one.
import { existsSync, renameSync, rmSync } from "node:fs";
import { firstHash } from "@orrery/kernel";
import { sqliteArtifacts } from "./artifacts.ts";
import { sqliteBranches } from "./branches.ts";
import { callsOf } from "./calls.ts";
import { sha256 } from "./chain.ts";
import { checkFile } from "./check.ts";
import { type Driver, makeFolder, openDriver } from "./driver.ts";
import { depthOf, headAt, isSameHead, requireAncestor, requireId } from "./head.ts";
import { holderOf, linksBehind, rootLinks, stretches } from "./line.ts";
import { sqliteLobbies } from "./lobbies.ts";
import { sqliteMemories } from "./memories-sqlite.ts";
import { patient } from "./patient.ts";
import { restoreRun, runExists } from "./restore.ts";
import { keyOf, placeOf, prepareLayout, SPAN, setPragmas } from "./schema.ts";
import { seatTable, sqliteDerived, sqliteSeats } from "./seats.ts";
import { segmentReader } from "./segment.ts";
import { settleWhenQuiet } from "./settling.ts";
import { besideTurns } from "./side-tables.ts";
import { packSnapshot, unpackSnapshot } from "./snapshot.ts";
import {
  type Appended,
  type Beside,
  type Head,
  type LoadedLine,
  type Place,
  type RunRow,
  type Store,
  type StoredTurn,
  StoreFault,
} from "./store.ts";
import { requireSum, sumOf } from "./sum.ts";
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

type TurnRow = readonly [key: number, hash: string, truth: string, body: string, id: string | null];
const TURN = "c.key, lower(hex(c.hash)), lower(hex(c.truth)), c.body, c.body ->> '$.turn.id'";

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

function sqliteStore(db: Driver, readOnly: boolean, settleMs: number): Store {
  const segmentOf = segmentReader(db);
  const requireWholeRuns = requireWholeTable(db, "runs");
  const requireWholeSegments = requireWholeTable(db, "segments");
  const branches = sqliteBranches(db, segmentOf);
  const aside = besideTurns(db);
  const calls = callsOf(db);
  const artifacts = sqliteArtifacts(db);
  const seatRows = seatTable(db);
  const seats = { ...sqliteSeats(seatRows), ...sqliteLobbies(db, seatRows) };
  const addRun = db.prepare(
    "INSERT INTO runs (id, name, world, created_at, sum) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
  );
  const allRuns = db.prepare<RunValues>("SELECT id, name, world, created_at, sum FROM runs ORDER BY rowid");
  const oneRun = db.prepare<RunValues>("SELECT id, name, world, created_at, sum FROM runs WHERE id = ?");
  const addSegment = db.prepare<[number]>(
    "INSERT INTO segments (run_id, parent, fork, depth, jump, jump_fork) VALUES (?, ?, ?, ?, ?, ?) RETURNING id",
  );
  const runSegments = db.prepare<[number, number | null, number, number | null]>(
    `SELECT id, parent, fork, (SELECT max(key) & 67108863 FROM commits WHERE key BETWEEN s.id << 26 AND (s.id << 26) | 67108863)
     FROM segments s WHERE run_id = ? ORDER BY id`,
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
  const oneTurn = db.prepare<TurnRow>(`SELECT ${TURN} FROM commits c WHERE c.key = ?`);
  const oneHash = db.prepare<[string]>("SELECT lower(hex(hash)) FROM commits WHERE key = ?");
  const range = db.prepare<TurnRow>(`SELECT ${TURN} FROM commits c WHERE c.key BETWEEN ? AND ? ORDER BY c.key`);
  const rangeOfBodies = db.prepare<[string]>("SELECT body FROM commits WHERE key BETWEEN ? AND ? ORDER BY key");
  const findTurn = db.prepare<[number]>(
    `SELECT c.key FROM segments s CROSS JOIN commits c ON c.key = (s.id << 26) | ?2
     WHERE s.run_id = ?1 AND s.fork < ?2 AND coalesce(c.body ->> '$.turn.id', '0') = ?3`,
  );
  const putSnapshot = db.prepare(
    "INSERT INTO snapshots (key, body) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET body = excluded.body",
  );
  const lastSnapshot = db.prepare<[number, Uint8Array]>(
    "SELECT key, body FROM snapshots WHERE key BETWEEN ? AND ? ORDER BY key DESC LIMIT 1",
  );

  // Changes when another connection writes to the file, and not when this one does.
  const dataVersion = db.prepare<[number]>("PRAGMA data_version");
  let version = -1;
  /** The head that this connection wrote last. Valid until another connection writes. */
  let written: { readonly head: Head; readonly version: number } | null = null;

  const turnAt = (at: Place): StoredTurn => {
    const row = oneTurn.get(keyOf(holderOf(segmentOf, at.segment, at.turn).id, at.turn));
    if (!row) throw new StoreFault("not_found", `There is no turn ${at.turn} in segment ${at.segment}.`);
    return turnOf(row);
  };
  const inRun = (run: string, at: Place): StoredTurn => {
    if (segmentOf(at.segment).run !== run)
      throw new StoreFault("not_found", `Segment ${at.segment} is not part of run "${run}".`);
    return turnAt(at);
  };
  /** Hash of the turn before one on a line. */
  const hashBefore = (segment: number, turn: number): string => {
    if (turn === 0) return firstHash;
    const [hash] = oneHash.get(keyOf(holderOf(segmentOf, segment, turn - 1).id, turn - 1)) ?? [];
    if (hash === undefined) throw damagedTurn(segment, turn - 1);
    return hash;
  };
  /** Turns in order, as they were written: each carries on the chain, or is `corrupt`. */
  const chained = (turns: readonly StoredTurn[]): readonly StoredTurn[] => {
    const [first] = turns;
    let before = first ? hashBefore(first.segment, first.turn) : firstHash;
    for (const { segment, turn, body, hash } of turns) {
      if (sha256(before + body) !== hash) throw damagedTurn(segment, turn);
      before = hash;
    }
    return turns;
  };
  const rangeOf = (segment: number, from: number, to: number): TurnRow[] => {
    const rows = range.all(keyOf(segment, from), keyOf(segment, to));
    if (rows.length !== to - from + 1) throw missing(segment, from, to, rows);
    return rows;
  };
  const bodiesOf = (segment: number, from: number, to: number): string[] => {
    const rows = rangeOfBodies.all(keyOf(segment, from), keyOf(segment, to));
    return rows.length === to - from + 1
      ? rows.map(([body]) => body)
      : rangeOf(segment, from, to).map(([, , , body]) => body);
  };
  const missing = (segment: number, from: number, to: number, rows: TurnRow[]): StoreFault => {
    const last = rows.at(-1);
    const isPastEnd = rows.length === (last ? placeOf(last[0]).turn - from + 1 : 0);
    return isPastEnd
      ? new StoreFault("not_found", `There is no turn ${to} in segment ${segment}.`)
      : new StoreFault(
          "corrupt",
          `Turns are missing between ${from} and ${to} of segment ${segment}. Check says which.`,
        );
  };
  /** In a transaction: a segment of its own behind `at`, for the branch to go on in. */
  const forkAt = (run: string, branch: string, at: Place): number => {
    const { parent, fork, depth, jump, jumpFork } = linksBehind(segmentOf, at);
    const [segment] = addSegment.get(run, parent, fork, depth, jump, jumpFork)!;
    branches.move(run, branch, segment, null);
    return segment;
  };

  const settle = async () => {
    if (!readOnly) db.exec("PRAGMA wal_checkpoint(PASSIVE)");
  };
  const stopSettling = readOnly ? () => {} : settleWhenQuiet(db, settleMs, settle);

  return {
    file: db.file,

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
    async head(run, branch) {
      [version] = dataVersion.get()!;
      if (written?.version === version && written.head.branch === branch && written.head.run === run)
        return written.head;
      return branches.find(run, branch);
    },
    async createBranch(run, { name, from, at, salt, createdAt }) {
      if (branches.numberOf(run, from) === null)
        throw new StoreFault("not_found", `There is no branch "${from}" in a run "${run}".`);
      const turn = inRun(run, at);
      const isNew = branches.add(run, name, turn.segment, turn.turn, from, turn.turn, salt, createdAt);
      return isNew ? headAt(run, name, salt, turn) : "exists";
    },
    async append(head, turn, beside = {}) {
      const depth = head.turn + 1;
      requireId(turn, depth);
      if (depth >= SPAN) throw new RangeError(`a line ends at turn ${SPAN - 1}`);
      const { run, branch, segment, salt } = head;
      const { id, hash, truth, body } = turn;
      const key = keyOf(segment, depth);
      const added = (): Head | null =>
        extend.run(key, hash, truth, body, branches.numberOf(run, branch), head.hash) === 1
          ? headAt(run, branch, salt, { segment, turn: depth, id, hash, truth })
          : null;
      // A turn with nothing beside it needs no transaction of its own.
      const alone = isEmpty(beside) ? added() : null;
      const done: Appended = alone
        ? { ok: true, head: alone }
        : db.transaction((): Appended => {
            const before = aside.doneBefore(beside.once);
            if (before) return { ok: false, head: branches.headOf(run, branch), once: before };
            const extended = added();
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
    async reflog(run) {
      return branches.moves(run);
    },

    async ancestor(at, turn) {
      requireAncestor(at, turn);
      return { segment: holderOf(segmentOf, at.segment, turn).id, turn };
    },
    async read(at, from, to) {
      const last = Math.min(to, at.turn);
      if (last < from) return [];
      const parts: TurnRow[][] = [];
      for (const { segment, from: first, to: end } of stretches(segmentOf, { segment: at.segment, turn: last }, from)) {
        parts.push(rangeOf(segment, first, end));
      }
      return chained(parts.reverse().flat().map(turnOf));
    },
    async load(at) {
      const { hash, truth } = turnAt(at);
      const parts: string[][] = [];
      const loaded = (snapshot: LoadedLine["snapshot"]): LoadedLine => {
        const bodies = parts.reverse().flat();
        // Without their hashes the chain must still come out at the last.
        let chain = hashBefore(at.segment, snapshot === null ? 0 : snapshot.turn + 1);
        for (const body of bodies) chain = sha256(chain + body);
        if (chain !== hash) throw damagedTurn(at.segment, at.turn);
        return { snapshot, bodies, hash, truth };
      };
      for (const { segment, from, to } of stretches(segmentOf, at, 0)) {
        let before = to;
        for (;;) {
          const found = lastSnapshot.get(keyOf(segment, from), keyOf(segment, before));
          if (!found) break;
          const { turn } = placeOf(found[0]);
          const text = unpackSnapshot(found[1]);
          if (text === null) {
            before = turn - 1;
            continue;
          }
          if (turn < to) parts.push(bodiesOf(segment, turn + 1, to));
          return loaded({ turn, text });
        }
        parts.push(bodiesOf(segment, from, to));
      }
      return loaded(null);
    },
    async locate(run, id) {
      const turn = depthOf(id);
      const row = turn === null || turn >= SPAN ? undefined : findTurn.get(run, turn, id);
      return row ? placeOf(row[0]) : null;
    },
    async saveSnapshot(at, text) {
      const body = packSnapshot(text);
      putSnapshot.run(keyOf(holderOf(segmentOf, at.segment, at.turn).id, at.turn), body);
      return body.length;
    },
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

const isEmpty = ({ notes, dropAnswers, clocks, once }: Beside): boolean =>
  !once && !clocks && !notes?.length && !dropAnswers?.length;

/** Under a name of its own until it is whole, so that half a copy is never taken for one. */
async function backupTo(db: Driver, target: string): Promise<void> {
  const taken = () => new StoreFault("exists", `There is a file ${target} already. Choose another name.`);
  if (existsSync(target)) throw taken();
  makeFolder(target);
  const part = `${target}.part`;
  rmSync(part, { force: true });
  try {
    await db.copyTo(part);
    if (existsSync(target)) throw taken();
    renameSync(part, target);
  } finally {
    rmSync(part, { force: true });
  }
}

const damagedTurn = (segment: number, turn: number): StoreFault =>
  new StoreFault(
    "corrupt",
    `Turn ${turn} of segment ${segment}, or one before it, is not as it was written. \`verify\` says which; a backup restores it.`,
  );

type RunValues = readonly [id: string, name: string, world: string, createdAt: number, sum: number | null];
function runOf([id, name, world, createdAt, sum]: RunValues): RunRow {
  // Of an older file it has none.
  if (sum !== null) requireSum(`The row of run "${id}"`, sum, [id, name, world, createdAt]);
  return { id, name, world, createdAt };
}

const turnOf = ([key, hash, truth, body, id]: TurnRow): StoredTurn => {
  const { segment, turn } = placeOf(key);
  return { segment, turn, id: id ?? "0", body, hash, truth };
};
