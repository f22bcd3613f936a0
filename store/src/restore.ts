// A whole run on its way into an SQLite file. It waits in a table of this connection's own until it is complete.
import { sqliteBranches } from "./branches.ts";
import { sumOfTake } from "./calls.ts";
import type { Driver } from "./driver.ts";
import { linksBehind, rootLinks, type Segment } from "./line.ts";
import { patiently } from "./patient.ts";
import { keyOf, SPAN } from "./schema.ts";
import { segmentReader } from "./segment.ts";
import { type RestoredBranch, type RunPart, type RunRow, type Secret, type SegmentRow, StoreFault } from "./store.ts";
import { sumOf } from "./sum.ts";

let count = 0;

export const runExists = (id: string): StoreFault =>
  new StoreFault("exists", `There is a run "${id}" in this store already. Take another id.`);

/** See `Store.restore`. Other work on the store goes on while parts arrive; only the last step holds the write lock. */
export async function restoreRun(db: Driver, run: RunRow, parts: AsyncIterable<RunPart>): Promise<void> {
  const turns = `arriving_turns_${++count}`;
  const notes = `arriving_notes_${count}`;
  const texts = `arriving_texts_${count}`;
  const takes = `arriving_takes_${count}`;
  const artifacts = `arriving_artifacts_${count}`;
  db.exec(
    `CREATE TEMP TABLE ${turns} (key INTEGER PRIMARY KEY, hash TEXT, truth TEXT, body TEXT) STRICT;
     CREATE TEMP TABLE ${notes} (n INTEGER PRIMARY KEY, at INTEGER, turn_id TEXT, teller TEXT, viewer TEXT, text TEXT, hash TEXT) STRICT;
     CREATE TEMP TABLE ${texts} (hash TEXT PRIMARY KEY, text TEXT) STRICT;
     CREATE TEMP TABLE ${takes} (n INTEGER PRIMARY KEY, lane TEXT, seq INTEGER, call TEXT, outcome TEXT, sum INTEGER) STRICT;
     CREATE TEMP TABLE ${artifacts} (hash TEXT PRIMARY KEY, media_type TEXT, body BLOB) STRICT;`,
  );
  try {
    const addTurn = db.prepare(`INSERT INTO ${turns} VALUES (?, ?, ?, ?)`);
    const addNote = db.prepare(`INSERT INTO ${notes} VALUES (?, ?, ?, ?, ?, ?, ?)`);
    const addText = db.prepare(`INSERT INTO ${texts} VALUES (?, ?)`);
    const addTake = db.prepare(`INSERT INTO ${takes} (lane, seq, call, outcome, sum) VALUES (?, ?, ?, ?, ?)`);
    const addArtifact = db.prepare(`INSERT INTO ${artifacts} VALUES (?, ?, ?)`);
    const segments: SegmentRow[] = [];
    const branches: RestoredBranch[] = [];
    const secrets: Secret[] = [];
    for await (const part of parts) {
      if (part.kind === "segment") segments.push(part.segment);
      else if (part.kind === "branch") branches.push(part.branch);
      else if (part.kind === "secret") secrets.push(part.secret);
      else if (part.kind === "turn") {
        const { segment, turn, hash, truth, body } = part.turn;
        addTurn.run(keyOf(segment, turn), hash, truth, body);
      } else if (part.kind === "text") addText.run(part.text.hash, part.text.text);
      else if (part.kind === "take") {
        const { lane, seq, call, outcome } = part.take;
        addTake.run(lane, seq, call, outcome, sumOfTake(run.id, part.take));
      } else if (part.kind === "artifact") {
        const { hash, mediaType, bytes } = part.artifact;
        addArtifact.run(hash, mediaType, bytes);
      } else {
        const { n, at, turnId, teller, viewer, text, hash } = part.note;
        addNote.run(n, at, turnId, teller, viewer, text, hash);
      }
    }
    const putIn = () =>
      db.transaction(() => {
        const made = db
          .prepare("INSERT INTO runs (id, name, world, created_at, sum) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING")
          .run(run.id, run.name, run.world, run.createdAt, sumOf(run.id, run.name, run.world, run.createdAt));
        if (made === 0) throw runExists(run.id);
        const base = db.prepare<[number]>("SELECT coalesce(max(id), 0) FROM segments").get()![0];
        putSegments(db, run.id, base, segments);
        db.prepare(
          `INSERT INTO commits (key, hash, truth, body) SELECT key + ?, unhex(hash), unhex(truth), body FROM ${turns} ORDER BY key`,
        ).run(base * SPAN);
        putBranches(db, run.id, base, segments, branches);
        const addSecret = db.prepare("INSERT INTO secrets (run_id, commitment, seed, nonce) VALUES (?, ?, ?, ?)");
        for (const { commitment, seed, nonce } of secrets) addSecret.run(run.id, commitment, seed, nonce);
        db.prepare(
          `INSERT INTO notes (run_id, n, at, turn_id, teller, viewer, text, hash)
         SELECT ?, n, at, turn_id, teller, viewer, text, unhex(hash) FROM ${notes} ORDER BY n`,
        ).run(run.id);
        db.prepare(`INSERT INTO model_texts (run_id, hash, text) SELECT ?, hash, text FROM ${texts}`).run(run.id);
        db.prepare(
          `INSERT INTO model_takes (run_id, n, lane, seq, call, outcome, sum) SELECT ?, n, lane, seq, call, outcome, sum FROM ${takes} ORDER BY n`,
        ).run(run.id);
        db.prepare(
          `INSERT INTO artifact_files (run_id, hash, media_type, body) SELECT ?, hash, media_type, body FROM ${artifacts} ORDER BY hash`,
        ).run(run.id);
      });
    await patiently(putIn, db.busyMs);
  } finally {
    db.exec(
      `DROP TABLE ${turns}; DROP TABLE ${notes}; DROP TABLE ${texts}; DROP TABLE ${takes}; DROP TABLE ${artifacts};`,
    );
  }
}

function putSegments(db: Driver, run: string, base: number, segments: readonly SegmentRow[]): void {
  const add = db.prepare(
    "INSERT INTO segments (id, run_id, parent, fork, depth, jump, jump_fork) VALUES (?, ?, ?, ?, ?, ?, ?)",
  );
  const made = new Map<number, Segment>();
  for (const { id, parent } of segments) {
    const links = parent
      ? linksBehind((at) => made.get(at)!, { segment: parent.segment + base, turn: parent.turn })
      : rootLinks;
    const segment = { ...links, id: id + base };
    made.set(segment.id, segment);
    add.run(segment.id, run, segment.parent, segment.fork, segment.depth, segment.jump, segment.jumpFork);
  }
}

/** A branch that stands at the end of its segment goes on in it; one alone may. */
function putBranches(
  db: Driver,
  run: string,
  base: number,
  segments: readonly SegmentRow[],
  branches: readonly RestoredBranch[],
): void {
  const { add } = sqliteBranches(db, segmentReader(db));
  const last = new Map(segments.map((segment) => [segment.id, segment.last]));
  for (const { name, at, parent, salt, createdAt } of branches) {
    const extendsIt = last.get(at.segment) === at.turn;
    if (extendsIt) last.delete(at.segment);
    const head = extendsIt ? null : at.turn;
    add(run, name, at.segment + base, head, parent?.branch ?? null, parent?.turn ?? null, salt, createdAt);
  }
}
