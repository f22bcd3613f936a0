// Branches as an SQLite file keeps them: where each stands, and how it came there. Rows carry sums; turns are read elsewhere.
import type { Driver } from "./driver.ts";
import { headAt } from "./head.ts";
import { placeOf } from "./schema.ts";
import type { SegmentOfRun } from "./segment.ts";
import { type BranchRow, type Head, type HeadMove, type Place, StoreFault } from "./store.ts";
import { requireSum, sumOf } from "./sum.ts";
import { requireWholeTable } from "./whole-tables.ts";

/** A row of `branches`. `head` null: the end of its segment. */
type BranchValues = readonly [
  run: string,
  name: string,
  segment: number,
  head: number | null,
  parent: string | null,
  parentTurn: number | null,
  salt: string,
  createdAt: number,
];
/** A branch with its newest turn. */
type HeadValues = readonly [
  ...branch: BranchValues,
  sum: number | null,
  key: number | null,
  hash: string,
  truth: string,
  id: string | null,
];
type MoveValues = readonly [
  run: string,
  branch: string,
  fromSegment: number,
  fromTurn: number,
  toSegment: number,
  toTurn: number,
  why: string,
  at: number,
];

const COLUMNS = "run_id, name, segment, head, parent, parent_turn, salt, created_at";
const HEADS = `SELECT b.run_id, b.name, b.segment, b.head, b.parent, b.parent_turn, b.salt, b.created_at, b.sum,
    c.key, lower(hex(c.hash)), lower(hex(c.truth)), c.body ->> '$.turn.id'
  FROM branches b LEFT JOIN commits c ON c.key = CASE WHEN b.head IS NULL
    THEN (SELECT max(key) FROM commits WHERE key BETWEEN b.segment << 26 AND (b.segment << 26) | 67108863)
    ELSE (b.segment << 26) | b.head END`;
const MOVE_COLUMNS = "run_id, branch, from_segment, from_turn, to_segment, to_turn, why, at";
const NUMBERS_MAX = 100_000;

/** All of it may be used inside a transaction. Reading throws `corrupt` where a row is not as it was written. */
interface Branches {
  /** The number of a branch, which it keeps for ever. Null: there is none. Finding a row by it costs half of finding it by names. */
  numberOf(run: string, name: string): number | null;
  /** False where the name is taken. */
  add(...values: BranchValues): boolean;
  /** Puts a branch elsewhere. `head` null: at the end of the segment, which it alone extends. */
  move(run: string, name: string, segment: number, head: number | null): void;
  /** Reads a branch's row and no turn: a `corrupt` fault where it is not as it was written. */
  requireWhole(run: string, name: string): void;
  /** Where a branch stands, or null where there is none. */
  find(run: string, name: string): Head | null;
  /** The same, or a `not_found` fault. */
  headOf(run: string, name: string): Head;
  list(run: string): BranchRow[];
  /** Keeps a movement. */
  record(run: string, branch: string, from: Place, to: Place, why: string, at: number): void;
  moves(run: string): HeadMove[];
}

export function sqliteBranches(db: Driver, segmentOf: (id: number) => SegmentOfRun): Branches {
  const addRow = db.prepare(
    `INSERT INTO branches (${COLUMNS}, sum) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  );
  const oneRow = db.prepare<readonly [...BranchValues, number | null]>(
    `SELECT ${COLUMNS}, sum FROM branches WHERE run_id = ? AND name = ?`,
  );
  const moveRow = db.prepare("UPDATE branches SET segment = ?, head = ?, sum = ? WHERE run_id = ? AND name = ?");
  const oneHead = db.prepare<HeadValues>(`${HEADS} WHERE b.run_id = ? AND b.name = ?`);
  const allHeads = db.prepare<HeadValues>(`${HEADS} WHERE b.run_id = ? ORDER BY b.id`);
  const requireWholeRows = requireWholeTable(db, "branches");
  const addMove = db.prepare(`INSERT INTO reflog (${MOVE_COLUMNS}, sum) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const runMoves = db.prepare<readonly [...MoveValues, number | null]>(
    `SELECT ${MOVE_COLUMNS}, sum FROM reflog WHERE run_id = ? ORDER BY id`,
  );

  const headFrom = (row: HeadValues): Head => {
    const [run, name, segment, head, parent, parentTurn, salt, createdAt, sum, key, hash, truth, id] = row;
    requireWhole([run, name, segment, head, parent, parentTurn, salt, createdAt], sum);
    if (key !== null && segmentOf(placeOf(key).segment).run !== run)
      throw new StoreFault("corrupt", `Branch "${name}" of run "${run}" stands on a line of another run.`);
    if (key === null)
      throw new StoreFault(
        "corrupt",
        `The newest turn of branch "${name}" of run "${run}" is gone. Check says what else is.`,
      );
    return headAt(run, name, salt, { ...placeOf(key), id: id ?? "0", hash, truth });
  };
  const branchRow = (run: string, name: string): BranchValues => {
    const row = oneRow.get(run, name);
    if (!row) throw noBranch(run, name);
    const [of, named, segment, head, parent, parentTurn, salt, createdAt, sum] = row;
    const values: BranchValues = [of, named, segment, head, parent, parentTurn, salt, createdAt];
    requireWhole(values, sum);
    return values;
  };
  const find = (run: string, name: string): Head | null => {
    const row = oneHead.get(run, name);
    return row ? headFrom(row) : null;
  };

  return {
    numberOf: numberReader(db),
    add: (...values) => addRow.run(...values, sumOf(...values)) === 1,
    move(run, name, segment, head) {
      const [, , , , parent, parentTurn, salt, createdAt] = branchRow(run, name);
      const sum = sumOf(run, name, segment, head, parent, parentTurn, salt, createdAt);
      moveRow.run(segment, head, sum, run, name);
    },
    requireWhole: (run, name) => void branchRow(run, name),
    find,
    headOf(run, name) {
      const head = find(run, name);
      if (!head) throw noBranch(run, name);
      return head;
    },
    list(run) {
      requireWholeRows();
      return allHeads.all(run).map((row): BranchRow => {
        const [, name, , , parent, parentTurn, , createdAt] = row;
        const from = parent === null ? null : { branch: parent, turn: parentTurn! };
        return { name, head: headFrom(row), parent: from, createdAt };
      });
    },
    record(run, branch, from, to, why, at) {
      const values: MoveValues = [run, branch, from.segment, from.turn, to.segment, to.turn, why, at];
      addMove.run(...values, sumOf(...values));
    },
    moves: (run) =>
      runMoves.all(run).map(([of, branch, fromSegment, fromTurn, toSegment, toTurn, why, at, sum]) => {
        const values: MoveValues = [of, branch, fromSegment, fromTurn, toSegment, toTurn, why, at];
        if (sum !== null) requireSum(`A movement of branch "${branch}" of run "${run}"`, sum, values);
        const [from, to] = [
          { segment: fromSegment, turn: fromTurn },
          { segment: toSegment, turn: toTurn },
        ];
        return { branch, from, to, why, at };
      }),
  };
}

/** Rows of an older file have no sum until the branch moves. */
function requireWhole(values: BranchValues, sum: number | null): void {
  if (sum !== null) requireSum(`Branch "${values[1]}" of run "${values[0]}"`, sum, values);
}

const noBranch = (run: string, name: string): StoreFault =>
  new StoreFault("not_found", `There is no branch "${name}" in a run "${run}".`);

/** Reads the number of each branch once. */
function numberReader(db: Driver): Branches["numberOf"] {
  const one = db.prepare<[number]>("SELECT id FROM branches WHERE run_id = ? AND name = ?");
  let count = 0;
  const kept = new Map<string, Map<string, number>>();
  return (run, name) => {
    const known = kept.get(run)?.get(name);
    if (known !== undefined) return known;
    const row = one.get(run, name);
    if (!row) return null;
    if (count >= NUMBERS_MAX) {
      kept.clear();
      count = 0;
    }
    const ofRun = kept.get(run) ?? new Map<string, number>();
    kept.set(run, ofRun.set(name, row[0]));
    count++;
    return row[0];
  };
}
