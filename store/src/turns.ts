// Turns as an SQLite file holds them: one alone, a stretch, a whole line. Reads them; what it refuses to do is hand on one that does not carry on the chain.
import { firstHash } from "@orrery/kernel";
import { sha256 } from "./chain.ts";
import type { Driver } from "./driver.ts";
import { depthOf, requireAncestor } from "./head.ts";
import { holderOf, stretches } from "./line.ts";
import { keyOf, placeOf, SPAN } from "./schema.ts";
import type { SegmentOfRun } from "./segment.ts";
import { packSnapshot, unpackSnapshot } from "./snapshot.ts";
import { type LoadedLine, type Place, type Store, type StoredTurn, StoreFault } from "./store.ts";

type TurnRow = readonly [key: number, hash: string, truth: string, body: string, id: string | null];
const TURN = "c.key, lower(hex(c.hash)), lower(hex(c.truth)), c.body, c.body ->> '$.turn.id'";

/** `at` throws `not_found` for a turn that there is none of, `inRun` for one of another run as well. */
export function turnReader(db: Driver, segmentOf: (id: number) => SegmentOfRun) {
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
  const checkChain = (turns: readonly StoredTurn[]): readonly StoredTurn[] => {
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

  const methods: Pick<Store, "ancestor" | "read" | "load" | "locate" | "saveSnapshot"> = {
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
      return checkChain(parts.reverse().flat().map(turnOf));
    },
    async load(at) {
      const { hash, truth } = turnAt(at);
      const parts: string[][] = [];
      const loadLine = (snapshot: LoadedLine["snapshot"]): LoadedLine => {
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
          return loadLine({ turn, text });
        }
        parts.push(bodiesOf(segment, from, to));
      }
      return loadLine(null);
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
  };
  return { inRun, methods };
}

/** Why a stretch has fewer rows than turns. */
function missing(segment: number, from: number, to: number, rows: readonly TurnRow[]): StoreFault {
  const last = rows.at(-1);
  const isPastEnd = rows.length === (last ? placeOf(last[0]).turn - from + 1 : 0);
  return isPastEnd
    ? new StoreFault("not_found", `There is no turn ${to} in segment ${segment}.`)
    : new StoreFault("corrupt", `Turns are missing between ${from} and ${to} of segment ${segment}. Check says which.`);
}

const damagedTurn = (segment: number, turn: number): StoreFault =>
  new StoreFault(
    "corrupt",
    `Turn ${turn} of segment ${segment}, or one before it, is not as it was written. \`verify\` says which; a backup restores it.`,
  );

const turnOf = ([key, hash, truth, body, id]: TurnRow): StoredTurn => {
  const { segment, turn } = placeOf(key);
  return { segment, turn, id: id ?? "0", body, hash, truth };
};
