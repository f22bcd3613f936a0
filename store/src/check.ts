// Reads an SQLite file again, all of it, and says what is damaged, as near as it can be told. Mends nothing.
import { setImmediate } from "node:timers/promises";
import { artifactDamage } from "./artifacts.ts";
import { callDamage } from "./calls.ts";
import { type ChainSource, chainDamage, noteDamage, type RawTurn, sha256, type Unreadable } from "./chain.ts";
import type { Driver } from "./driver.ts";
import { memoryOf } from "./memories-sqlite.ts";
import { keyOf, placeOf, SPAN } from "./schema.ts";
import { segmentReader } from "./segment.ts";
import { unpackSnapshot } from "./snapshot.ts";
import {
  type ArtifactLog,
  type CallLog,
  type CheckOptions,
  type Damage,
  type Store,
  type StoredNote,
  StoreFault,
} from "./store.ts";
import { structureAside } from "./structure.ts";
import { misfitRows } from "./whole-tables.ts";

type RawRow = readonly [key: number, hash: string, truth: string, body: Uint8Array | null];
const CHUNK = 200;

interface BranchLog {
  /** Reads a branch's row. Throws `corrupt`. */
  branch(run: string, name: string): Promise<void>;
}

/** See `Store.check`. Yields to other work between chunks. */
export async function checkFile(
  db: Driver,
  logs: Pick<Store, "noteLog" | "seats" | "lobbies" | "secrets" | "inbox" | "clocks" | "reflog"> &
    BranchLog &
    CallLog &
    ArtifactLog,
  run: string | null,
  options: CheckOptions = {},
): Promise<Damage[]> {
  const found: Damage[] = [];
  const gather = async (at: string | null, damages: AsyncGenerator<Damage> | Generator<Damage>) => {
    try {
      for await (const damage of damages) found.push(damage);
    } catch (error) {
      if (!isDamage(error)) throw error;
      found.push({ run: at, segment: null, turn: null, problem: reasonOf(error) });
    }
  };
  await gather(run, structureAside(db));
  const runs = damageOr(() =>
    db.prepare<[string]>("SELECT id FROM runs WHERE id = ?1 OR ?1 IS NULL ORDER BY rowid").all(run),
  );
  if (typeof runs === "string") return [...found, { run, segment: null, turn: null, problem: runs }];
  if (run !== null && runs.length === 0 && found.length === 0) {
    throw new StoreFault("not_found", `There is no run "${run}" in this store.`);
  }
  for (const [id] of runs) {
    if (options.turns ?? true) await gather(id, turns(db, id));
    await gather(id, heads(db, logs, id));
    await gather(id, noteDamage(id, notes(logs.noteLog, id)));
    await gather(id, callDamage(id, logs, sha256));
    await gather(id, artifactDamage(id, logs));
    await gather(id, snapshots(db, id));
    await gather(
      id,
      reading([() => logs.seats(id), () => logs.lobbies(id), () => logs.secrets(id), () => logs.reflog(id)], id),
    );
    await gather(id, memories(db, id));
    const names = db.prepare<[string]>("SELECT name FROM branches WHERE run_id = ?").all(id);
    const waiting = names.flatMap(([branch]) => [() => logs.inbox(id, branch), () => logs.clocks({ run: id, branch })]);
    await gather(id, reading(waiting, id));
  }
  if (run === null) await gather(null, misfitRows(db));
  return found;
}

async function* turns(db: Driver, run: string): AsyncGenerator<Damage> {
  const segments = db.prepare<[number]>("SELECT id FROM segments WHERE run_id = ? ORDER BY id").all(run);
  const raw = "key, lower(hex(hash)), lower(hex(truth)), CAST(body AS BLOB)";
  const one = db.prepare<RawRow>(`SELECT ${raw} FROM commits WHERE key = ?`);
  const many = db.prepare<RawRow>(`SELECT ${raw} FROM commits WHERE key BETWEEN ? AND ? ORDER BY key LIMIT ${CHUNK}`);
  const source: ChainSource = {
    // Its own reader: what was read before the damage must not hide it.
    segmentOf: segmentReader(db),
    segments: segments.map(([id]) => id),
    turn(segment, turn) {
      const row = one.get(keyOf(segment, turn));
      return row ? rawTurn(row) : null;
    },
    async *turns(segment) {
      const end = keyOf(segment, SPAN - 1);
      let next = keyOf(segment, 0);
      for (let failures = 0; failures < 2; await setImmediate()) {
        try {
          const rows = many.all(next, end);
          yield* rows.map(rawTurn);
          if (rows.length < CHUNK) return;
          next = rows.at(-1)![0] + 1;
          failures = 0;
        } catch (error) {
          if (!isDamage(error)) throw error;
          // One by one: most turns of a torn stretch can still be read, and the others are named.
          const rows = singly(one, next, CHUNK);
          failures = rows.some((row) => !("unreadable" in row)) ? 0 : failures + 1;
          yield* rows;
          next += CHUNK;
        }
      }
    },
  };
  yield* chainDamage(run, source);
}

function singly(one: { get(key: number): RawRow | undefined }, first: number, count: number): (RawTurn | Unreadable)[] {
  const rows: (RawTurn | Unreadable)[] = [];
  for (let key = first; key < first + count; key++) {
    try {
      const row = one.get(key);
      if (row) rows.push(rawTurn(row));
    } catch (error) {
      if (!isDamage(error)) throw error;
      const { turn } = placeOf(key);
      const before = rows.at(-1);
      const begins = before && "unreadable" in before && before.last === turn - 1 ? rows.pop()!.turn : turn;
      rows.push({ turn: begins, last: turn, unreadable: reasonOf(error) });
    }
  }
  return rows;
}

async function* heads(db: Driver, { branch }: BranchLog, run: string): AsyncGenerator<Damage> {
  const rows = db
    .prepare<[string, number, number | null, string | null, number | null]>(
      `SELECT b.name, b.segment, b.head, s.run_id,
         (SELECT max(c.key) FROM commits c WHERE c.key BETWEEN b.segment << 26 AND (b.segment << 26) | coalesce(b.head, 67108863))
       FROM branches b LEFT JOIN segments s ON s.id = b.segment WHERE b.run_id = ? ORDER BY b.id`,
    )
    .all(run);
  for (const [name, segment, head, owner, key] of rows) {
    const turn = key === null ? null : placeOf(key).turn;
    if (owner !== run)
      yield { run, segment, turn: head, problem: `branch "${name}" stands on a line of another run, or of none` };
    else if (turn === null || (head !== null && head !== turn))
      yield { run, segment, turn: head, problem: `branch "${name}" stands at a turn that is missing` };
    else yield* reading([() => branch(run, name)], run);
  }
}

async function* notes(noteLog: Store["noteLog"], run: string): AsyncGenerator<StoredNote> {
  for (let from = 1; ; ) {
    const chunk = await noteLog(run, from, from + CHUNK - 1);
    yield* chunk;
    const last = chunk.at(-1);
    if (!last) return;
    from = last.n + 1;
    await setImmediate();
  }
}

async function* snapshots(db: Driver, run: string): AsyncGenerator<Damage> {
  const next = db.prepare<[number, Uint8Array]>(
    `SELECT p.key, p.body FROM segments s JOIN snapshots p ON p.key BETWEEN s.id << 26 AND (s.id << 26) | 67108863
     WHERE s.run_id = ? AND p.key > ? ORDER BY p.key LIMIT 100`,
  );
  for (let after = -1; ; ) {
    const chunk = next.all(run, after);
    for (const [key, body] of chunk) {
      if (unpackSnapshot(body) === null)
        yield { run, ...placeOf(key), problem: "its snapshot is damaged; it is a cache and is passed over" };
    }
    if (chunk.length === 0) return;
    after = chunk.at(-1)![0];
    await setImmediate();
  }
}

async function* memories(db: Driver, run: string): AsyncGenerator<Damage> {
  const next = db.prepare<[number, number, number, string, string, string]>(
    "SELECT id, moment, importance, text, words, body FROM memory_texts WHERE run_id = ? AND id > ? ORDER BY id LIMIT 200",
  );
  for (let after = -1; ; await setImmediate()) {
    const chunk = next.all(run, after);
    for (const [id, moment, importance, text, words, body] of chunk) {
      const isWhole = damageOr(() => memoryOf(body, { moment, importance, text }, words));
      const turn = placeOf(id).segment;
      if (typeof isWhole === "string")
        yield { run, segment: null, turn, problem: "a memory of this turn is not as it was made; it is only a cache" };
    }
    if (chunk.length === 0) return;
    after = chunk.at(-1)![0];
  }
}

/** Rows with sums of their own are checked by reading them. */
async function* reading(reads: readonly (() => Promise<unknown>)[], run: string): AsyncGenerator<Damage> {
  for (const read of reads)
    try {
      await read();
    } catch (error) {
      if (!isDamage(error)) throw error;
      yield { run, segment: null, turn: null, problem: reasonOf(error) };
    }
}

const rawTurn = ([key, hash, truth, body]: RawRow): RawTurn => ({ turn: placeOf(key).turn, hash, truth, body });

/** What is read, or why it cannot be. */
function damageOr<T>(read: () => T): T | string {
  try {
    return read();
  } catch (error) {
    if (isDamage(error)) return reasonOf(error);
    throw error;
  }
}

const isDamage = (error: unknown): error is StoreFault =>
  error instanceof StoreFault && ["corrupt", "not_found", "not_a_database"].includes(error.code);

const reasonOf = ({ cause, message }: StoreFault) =>
  cause instanceof Error ? `it cannot be read: ${cause.message}` : message;
