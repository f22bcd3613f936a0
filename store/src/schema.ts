// The tables and views of a database file, and the steps that lead from an older layout to this one. Forward only.
import { type Driver, MEMORY, notADatabase, openDriver } from "./driver.ts";
import { StoreFault } from "./store.ts";

/** "Orry": tells our files from any other program's. */
export const APPLICATION_ID = 0x4f727279;

/** Turns a segment can hold: the low bits of a key. */
export const SPAN = 2 ** 26;
export const keyOf = (segment: number, turn: number): number => segment * SPAN + turn;
export const placeOf = (key: number) => ({ segment: Math.floor(key / SPAN), turn: key % SPAN });

const FIRST = `
CREATE TABLE runs (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  world TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

-- Shares its parent's turns up to fork; a root has fork -1. Depth and jump make any ancestor a few hops away.
CREATE TABLE segments (
  id INTEGER PRIMARY KEY,
  run_id TEXT NOT NULL REFERENCES runs (id),
  parent INTEGER REFERENCES segments (id),
  fork INTEGER NOT NULL,
  depth INTEGER NOT NULL,
  jump INTEGER,
  jump_fork INTEGER NOT NULL
) STRICT;
CREATE INDEX segments_by_run ON segments (run_id);

-- Every turn of every line, once. key = segment * 67108864 + turn; turn 0 is the opening of a run.
CREATE TABLE commits (
  key INTEGER PRIMARY KEY,
  hash BLOB NOT NULL CHECK (length(hash) = 32),
  truth BLOB NOT NULL CHECK (length(truth) = 32),
  body TEXT NOT NULL
) STRICT;

-- head NULL: the end of the segment, which this branch alone extends.
CREATE TABLE branches (
  id INTEGER PRIMARY KEY,
  run_id TEXT NOT NULL REFERENCES runs (id),
  name TEXT NOT NULL,
  segment INTEGER NOT NULL REFERENCES segments (id),
  head INTEGER,
  parent TEXT,
  parent_turn INTEGER,
  salt TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  UNIQUE (run_id, name)
) STRICT;

CREATE TABLE reflog (
  id INTEGER PRIMARY KEY,
  run_id TEXT NOT NULL,
  branch TEXT NOT NULL,
  from_segment INTEGER NOT NULL,
  from_turn INTEGER NOT NULL,
  to_segment INTEGER NOT NULL,
  to_turn INTEGER NOT NULL,
  why TEXT NOT NULL,
  at INTEGER NOT NULL,
  FOREIGN KEY (run_id, branch) REFERENCES branches (run_id, name)
) STRICT;
CREATE INDEX reflog_by_branch ON reflog (run_id, branch);

-- A cache, keyed like commits: zstd frames that carry a checksum of their content.
CREATE TABLE snapshots (
  key INTEGER PRIMARY KEY REFERENCES commits (key),
  body BLOB NOT NULL
) STRICT;

CREATE TABLE secrets (
  run_id TEXT NOT NULL REFERENCES runs (id),
  commitment TEXT NOT NULL,
  seed TEXT NOT NULL,
  nonce TEXT NOT NULL,
  PRIMARY KEY (run_id, commitment)
) STRICT, WITHOUT ROWID;

-- n counts from 1 within its run; hash chains each note to the one before.
CREATE TABLE notes (
  id INTEGER PRIMARY KEY,
  run_id TEXT NOT NULL REFERENCES runs (id),
  n INTEGER NOT NULL,
  turn_id TEXT NOT NULL,
  teller TEXT NOT NULL,
  viewer TEXT NOT NULL,
  text TEXT NOT NULL,
  at INTEGER NOT NULL,
  hash BLOB NOT NULL CHECK (length(hash) = 32),
  UNIQUE (run_id, n)
) STRICT;
CREATE INDEX notes_by_turn ON notes (run_id, turn_id);

CREATE TABLE inbox (
  id INTEGER PRIMARY KEY,
  run_id TEXT NOT NULL,
  branch TEXT NOT NULL,
  ask TEXT NOT NULL,
  at TEXT NOT NULL,
  actor TEXT NOT NULL,
  answer TEXT NOT NULL,
  received_at INTEGER NOT NULL,
  UNIQUE (run_id, branch, ask),
  FOREIGN KEY (run_id, branch) REFERENCES branches (run_id, name)
) STRICT;

CREATE TABLE settings (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Caches of each branch's newest state, for queries.
CREATE TABLE world_states (
  run_id TEXT NOT NULL,
  branch TEXT NOT NULL,
  turn_id TEXT NOT NULL,
  turn INTEGER NOT NULL,
  state TEXT NOT NULL,
  PRIMARY KEY (run_id, branch),
  FOREIGN KEY (run_id, branch) REFERENCES branches (run_id, name)
) STRICT;

CREATE TABLE entities (
  run_id TEXT NOT NULL,
  branch TEXT NOT NULL,
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  type TEXT NOT NULL,
  attributes TEXT NOT NULL,
  PRIMARY KEY (run_id, branch, id),
  FOREIGN KEY (run_id, branch) REFERENCES branches (run_id, name)
) STRICT, WITHOUT ROWID;

-- Beside the turns: what a model was asked and answered, what an actor remembers, what was drawn or written.
CREATE TABLE model_calls (
  id TEXT PRIMARY KEY,
  run_id TEXT NOT NULL REFERENCES runs (id),
  turn_id TEXT,
  request TEXT NOT NULL,
  response TEXT,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX model_calls_by_run ON model_calls (run_id, turn_id);

CREATE TABLE memories (
  id INTEGER PRIMARY KEY,
  run_id TEXT NOT NULL REFERENCES runs (id),
  turn_id TEXT NOT NULL,
  actor_id TEXT NOT NULL,
  text TEXT NOT NULL,
  importance INTEGER NOT NULL
) STRICT;
CREATE INDEX memories_by_actor ON memories (run_id, actor_id);

CREATE TABLE artifacts (
  id TEXT PRIMARY KEY,
  run_id TEXT NOT NULL REFERENCES runs (id),
  turn_id TEXT,
  media_type TEXT NOT NULL,
  body BLOB NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX artifacts_by_run ON artifacts (run_id, turn_id);

CREATE VIEW turns AS
SELECT
  c.body ->> '$.turn.id' AS id,
  s.run_id AS run_id,
  c.key & 67108863 AS turn,
  c.body ->> '$.turn.rawText' AS raw_text,
  c.body ->> '$.turn.createdAt' AS created_at
FROM segments s
JOIN commits c ON c.key BETWEEN s.id << 26 AND (s.id << 26) | 67108863
WHERE c.key & 67108863 > 0;

CREATE VIEW actions AS
SELECT
  c.body ->> '$.turn.id' AS turn_id,
  a.key AS action_index,
  a.value ->> '$.actorId' AS actor_id,
  a.value ->> '$.type' AS type,
  a.value ->> '$.targetId' AS target_id,
  a.value ->> '$.locationId' AS location_id,
  a.value -> '$.metadata' AS metadata
FROM commits c, json_each(c.body, '$.turn.actions') a
WHERE c.key & 67108863 > 0;

CREATE VIEW validation_results AS
SELECT
  c.body ->> '$.turn.id' AS turn_id,
  v.value ->> '$.actionIndex' AS action_index,
  v.value ->> '$.success' AS success,
  v.value ->> '$.reason' AS reason,
  v.value ->> '$.message' AS message
FROM commits c, json_each(c.body, '$.turn.validation') v
WHERE c.key & 67108863 > 0;
`;

/** Calls to models are kept by content: a transcript grows by what is said, and each part of it is there once. */
const CALLS = `
DROP TABLE model_calls;

CREATE TABLE model_texts (
  run_id TEXT NOT NULL REFERENCES runs (id),
  hash TEXT NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (run_id, hash)
) STRICT, WITHOUT ROWID;

-- n counts from 1 within its run, seq within its lane.
CREATE TABLE model_takes (
  id INTEGER PRIMARY KEY,
  run_id TEXT NOT NULL REFERENCES runs (id),
  n INTEGER NOT NULL,
  lane TEXT NOT NULL,
  seq INTEGER NOT NULL,
  call TEXT NOT NULL,
  outcome TEXT NOT NULL,
  UNIQUE (run_id, n),
  UNIQUE (run_id, lane, seq)
) STRICT;

-- A call belongs to the turns whose answers name it; turn_id is null while there is none.
CREATE VIEW model_calls AS
WITH named AS (
  SELECT s.run_id AS run_id, min(c.key) AS key, n.value AS call
  FROM segments s
  JOIN commits c ON c.key BETWEEN s.id << 26 AND (s.id << 26) | 67108863
  JOIN json_each(c.body, '$.answers') a
  JOIN json_each(a.value, '$.calls') n
  GROUP BY s.run_id, n.value
)
SELECT
  t.lane || '#' || t.seq AS id,
  t.run_id AS run_id,
  (SELECT c.body ->> '$.turn.id' FROM commits c WHERE c.key = named.key) AS turn_id,
  asked.text AS request,
  came.text AS response
FROM model_takes t
LEFT JOIN named ON named.run_id = t.run_id AND named.call = t.lane || '#' || t.seq
LEFT JOIN model_texts asked ON asked.run_id = t.run_id AND asked.hash = t.call
LEFT JOIN model_texts came ON came.run_id = t.run_id AND came.hash = t.outcome;
`;

/**
 * What actors remember: one text each, as it is read. Ids are turn * 67108864 + a count, so that their order is that of
 * turns. The index keeps no text: its terms are made in memories-sqlite.ts and name the actor.
 */
const MEMORIES = `
DROP TABLE memories;
CREATE TABLE memory_texts (
  id INTEGER PRIMARY KEY,
  run_id TEXT NOT NULL REFERENCES runs (id),
  body TEXT NOT NULL
) STRICT;
CREATE INDEX memory_texts_by_run ON memory_texts (run_id);

CREATE TABLE memory_spans (
  segment INTEGER PRIMARY KEY REFERENCES segments (id),
  up_to INTEGER NOT NULL,
  stamp TEXT NOT NULL
) STRICT;

CREATE VIRTUAL TABLE memory_terms USING fts5 (terms, content = '', contentless_delete = 1, detail = none, tokenize = ascii);

CREATE VIEW memories AS
SELECT
  id,
  run_id,
  body ->> '$.turnId' AS turn_id,
  body ->> '$.actor' AS actor_id,
  body ->> '$.text' AS text,
  body ->> '$.how' AS how,
  body ->> '$.from' AS source,
  body -> '$.about' AS about,
  body ->> '$.importance' AS importance
FROM memory_texts;
`;

/**
 * What is weighed of a memory stands beside what is read of it: many are weighed for each that is read. Memories are a
 * cache, so those of an older layout are dropped and made again from their turns.
 */
const GISTS = `
DROP VIEW memories;
DROP TABLE memory_texts;
DELETE FROM memory_spans;
INSERT INTO memory_terms (memory_terms) VALUES ('delete-all');

-- words: with a space between; body: the rest as JSON.
CREATE TABLE memory_texts (
  id INTEGER PRIMARY KEY,
  moment INTEGER NOT NULL,
  importance INTEGER NOT NULL,
  word_count INTEGER NOT NULL,
  about_count INTEGER NOT NULL,
  run_id TEXT NOT NULL REFERENCES runs (id),
  text TEXT NOT NULL,
  words TEXT NOT NULL,
  body TEXT NOT NULL
) STRICT;
CREATE INDEX memory_texts_by_run ON memory_texts (run_id);

CREATE VIEW memories AS
SELECT
  id,
  run_id,
  body ->> '$.turnId' AS turn_id,
  body ->> '$.actor' AS actor_id,
  text,
  body ->> '$.how' AS how,
  body ->> '$.from' AS source,
  body -> '$.about' AS about,
  importance
FROM memory_texts;
`;

/** What was typed and not understood: no action came of it, so it stands with the answer and not among the verdicts. */
const MISREADINGS = `
CREATE VIEW misreadings AS
SELECT
  c.body ->> '$.turn.id' AS turn_id,
  a.value ->> '$.actor' AS actor_id,
  a.value ->> '$.reading.problem.reason' AS reason,
  a.value ->> '$.reading.problem.message' AS message
FROM commits c, json_each(c.body, '$.answers') a
WHERE c.key & 67108863 > 0 AND a.value ->> '$.reading.problem.reason' IS NOT NULL;
`;

/** Files by the hash of their bytes. The table of the first layout was never written to. */
const ARTIFACTS = `
DROP TABLE artifacts;
CREATE TABLE artifact_files (
  id INTEGER PRIMARY KEY,
  run_id TEXT NOT NULL REFERENCES runs (id),
  hash TEXT NOT NULL,
  media_type TEXT NOT NULL,
  body BLOB NOT NULL,
  UNIQUE (run_id, hash)
) STRICT;
CREATE INDEX artifact_files_by_hash ON artifact_files (hash);

-- An artifact belongs to the first turn whose answers name it; turn_id is null while there is none.
CREATE VIEW artifacts AS
WITH named AS (
  SELECT s.run_id AS run_id, min(c.key) AS key, n.value AS hash
  FROM segments s
  JOIN commits c ON c.key BETWEEN s.id << 26 AND (s.id << 26) | 67108863
  JOIN json_each(c.body, '$.answers') a
  JOIN json_each(a.value, '$.artifacts') n
  GROUP BY s.run_id, n.value
)
SELECT
  f.hash AS id,
  f.run_id AS run_id,
  (SELECT c.body ->> '$.turn.id' FROM commits c WHERE c.key = named.key) AS turn_id,
  f.media_type AS media_type,
  length(f.body) AS size,
  f.body AS body
FROM artifact_files f
LEFT JOIN named ON named.run_id = f.run_id AND named.hash = f.hash;
`;

/** Since when asks with a deadline have been open, so that a countdown goes on after a restart. */
const CLOCKS = `
CREATE TABLE clocks (
  run_id TEXT NOT NULL,
  branch TEXT NOT NULL,
  ask TEXT NOT NULL,
  opened_at INTEGER NOT NULL,
  PRIMARY KEY (run_id, branch, ask),
  FOREIGN KEY (run_id, branch) REFERENCES branches (run_id, name)
) STRICT, WITHOUT ROWID;
`;

/** Who was invited to which branches. The sum covers the row, so that a changed letter invites nobody. */
const SEATS = `
CREATE TABLE seats (
  id TEXT PRIMARY KEY,
  run_id TEXT NOT NULL REFERENCES runs (id),
  actor TEXT NOT NULL,
  branches TEXT NOT NULL,
  label TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER,
  revoked_at INTEGER,
  sum INTEGER NOT NULL
) STRICT;
CREATE INDEX seats_by_run ON seats (run_id);
`;

/** Changes that named themselves, so that a retry is exact: after a crash, in another process, after any number of others. */
const ONCE = `
CREATE TABLE once (
  scope TEXT NOT NULL,
  key TEXT NOT NULL,
  body TEXT NOT NULL,
  run_id TEXT,
  done TEXT NOT NULL,
  at INTEGER NOT NULL,
  sum INTEGER NOT NULL,
  PRIMARY KEY (scope, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX once_by_age ON once (at);
`;

/** A cache of what is slow to derive from a run's turns. What does not fit its sum is not there. */
const DERIVED = `
CREATE TABLE derived (
  run_id TEXT NOT NULL REFERENCES runs (id),
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  sum INTEGER NOT NULL,
  PRIMARY KEY (run_id, name)
) STRICT, WITHOUT ROWID;
`;

/** Sums of what no chain covers. Memories are a cache: they are dropped, and made again with theirs. */
const SUMS = `
ALTER TABLE inbox ADD COLUMN sum INTEGER;
ALTER TABLE settings ADD COLUMN sum INTEGER;
DELETE FROM memory_texts;
DELETE FROM memory_spans;
INSERT INTO memory_terms (memory_terms) VALUES ('delete-all');
`;

/** The sum of a run's row, which never changes. */
const RUN_SUMS = "ALTER TABLE runs ADD COLUMN sum INTEGER";

/** Sums of where branches stand, how they came there, and since when asks have been open. */
const BRANCH_SUMS = `
ALTER TABLE branches ADD COLUMN sum INTEGER;
ALTER TABLE reflog ADD COLUMN sum INTEGER;
ALTER TABLE clocks ADD COLUMN sum INTEGER;
`;

/** The sum of a model call's place: which lane, and what was asked and answered there. */
const CALL_SUMS = "ALTER TABLE model_takes ADD COLUMN sum INTEGER";

/** Invitations for several seats. The sum covers the row, as that of a seat does. */
const LOBBIES = `
CREATE TABLE lobbies (
  id TEXT PRIMARY KEY,
  run_id TEXT NOT NULL REFERENCES runs (id),
  branch TEXT NOT NULL,
  actors TEXT NOT NULL,
  given TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  revoked_at INTEGER,
  sum INTEGER NOT NULL
) STRICT;
CREATE INDEX lobbies_by_run ON lobbies (run_id);
`;

/** The step at index n leads from version n to n + 1. A released step never changes. */
export const MIGRATIONS: readonly string[] = [
  FIRST,
  CALLS,
  MEMORIES,
  GISTS,
  MISREADINGS,
  ARTIFACTS,
  CLOCKS,
  SEATS,
  ONCE,
  DERIVED,
  SUMS,
  RUN_SUMS,
  BRANCH_SUMS,
  CALL_SUMS,
  LOBBIES,
];

/** Brings a file to this layout. Refuses a file of another program before touching it, and one of a newer version. */
export function prepareLayout(db: Driver, readOnly: boolean, migrations: readonly string[] = MIGRATIONS): void {
  const read = (name: string) => db.prepare<[number]>(`PRAGMA ${name}`).get()![0];
  const version = () => {
    const [tables] = db.prepare<[number]>("SELECT count(*) FROM sqlite_schema").get()!;
    const owner = read("application_id");
    const found = read("user_version");
    if (owner !== APPLICATION_ID && (owner !== 0 || tables > 0 || found !== 0)) throw notADatabase(db.file);
    if (found > migrations.length) {
      throw new StoreFault(
        "newer_version",
        `${db.file} was written by a newer version of Orrery (layout ${found}; this one knows ${migrations.length}). Update Orrery, or choose another file.`,
      );
    }
    if (found === 0 && tables === 0 && readOnly)
      throw new StoreFault(
        "corrupt",
        `${db.file} holds nothing. If it was copied while it was in use, copy the file beside it that ends in -wal too, or make the copy with \`backup\`.`,
      );
    return found;
  };
  if (version() === migrations.length) return;
  if (readOnly) {
    throw new StoreFault(
      "read_only",
      `${db.file} has an older layout and was opened for reading only. Open it once for writing.`,
    );
  }
  // Of a new file only. A turn is some 600 bytes: on pages of 4 KB one sixth of the file would be left over.
  db.exec("PRAGMA page_size = 8192");
  if (db.file !== MEMORY) keepLogAhead(db);
  db.transaction(() => {
    // Another process may have done it meanwhile.
    for (let at = version(); at < migrations.length; at++) db.exec(migrations[at]!);
    db.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${migrations.length}`);
  });
}

/** Write-ahead logging is a property of the file: readers and the writer do not wait for each other. */
function keepLogAhead(db: Driver): void {
  const [mode] = db.prepare<[string]>("PRAGMA journal_mode = WAL").get()!;
  if (mode !== "wal")
    throw new StoreFault(
      "io",
      `${db.file} lies where SQLite cannot share memory between processes (journal mode ${mode}). Put it on a local disk.`,
    );
}

/** What a connection must be told each time; drivers differ in what they do untold. Foreign keys and waiting are set by the driver. */
export function setPragmas(db: Driver, durability: "normal" | "full"): void {
  db.exec(
    `PRAGMA synchronous = ${durability === "full" ? "FULL" : "NORMAL"};
     PRAGMA cache_size = -16000;
     PRAGMA temp_store = FILE;
     PRAGMA trusted_schema = OFF;
     PRAGMA wal_autocheckpoint = 1000;
     PRAGMA journal_size_limit = 67108864`,
  );
}

/** Name and text of every table, view and index, as a new file has them. */
export function expectedDefinitions(): readonly (readonly [name: string, sql: string])[] {
  const db = openDriver(MEMORY, { readOnly: false, busyMs: 0 });
  try {
    for (const step of MIGRATIONS) db.exec(step);
    return db.prepare<[string, string]>("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL").all();
  } finally {
    db.close();
  }
}
