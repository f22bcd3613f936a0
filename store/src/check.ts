// Reads a whole SQLite file again and says what is damaged, as near as it can be told. Mends nothing.
import { setImmediate } from "node:timers/promises";
import { canonical } from "@orrery/kernel";
import { chainDamage, type ChainSource, noteDamage, type RawTurn, sha256 } from "./chain.ts";
import type { Driver } from "./driver.ts";
import { keyOf, placeOf, SPAN } from "./layout.ts";
import { segmentReader } from "./segment.ts";
import { unpackSnapshot } from "./snapshot.ts";
import { type Damage, StoreFault, type StoredNote } from "./store.ts";

const CHUNK = 1000;
type RawRow = readonly [key: number, hash: string, truth: string, body: Uint8Array | null];

export async function checkFile(db: Driver, noteLog: (run: string, from: number, to: number) => Promise<readonly StoredNote[]>, run: string | null): Promise<Damage[]> {
  const found: Damage[] = [];
  const here = { run, segment: null, turn: null };
  await collect(found, here, integrity(db));
  let runs: string[] = [];
  await collect(found, here, (async function* () {
    runs = run === null ? db.prepare<[string]>("SELECT id FROM runs ORDER BY rowid").all().map(([id]) => id) : [run];
    if (run === null) yield* strays(db);
  })());
  for (const id of runs) {
    const at = { run: id, segment: null, turn: null };
    await collect(found, at, turnsOf(db, id));
    await collect(found, at, headsOf(db, id));
    await collect(found, at, noteDamage(id, notesOf(noteLog, id)));
    await collect(found, at, secretsOf(db, id));
    await collect(found, at, snapshotsOf(db, id));
  }
  return found;
}
