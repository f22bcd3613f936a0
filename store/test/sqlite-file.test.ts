// The file itself: what plain SQLite tools find in it, how layouts move on, and what is said of files that are not ours or not whole.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, describe, it } from "node:test";
import { setTimeout } from "node:timers/promises";
import { MEMORY, openDriver } from "../src/driver.ts";
import { restoreRun } from "../src/restore.ts";
import { APPLICATION_ID, MIGRATIONS, prepareLayout, setPragmas } from "../src/schema.ts";
import { openSqlite } from "../src/sqlite.ts";
import { type RunPart, type Store, StoreFault, type StoreFaultCode } from "../src/store.ts";
import { artifactOf } from "../testing/artifacts.ts";
import { memoryAt } from "../testing/recalling.ts";
import { append, faults, grown, lineOf, play, sampleRun, turnAfter } from "../testing/sample.ts";

const folder = mkdtempSync(join(tmpdir(), "orrery-file-"));
after(() => rmSync(folder, { recursive: true }));
let count = 0;
const fresh = () => join(folder, `${++count}.db`);

/** Rows as plain SQLite tools see them. */
function query(file: string, sql: string): Record<string, unknown>[] {
  const db = new DatabaseSync(file);
  try {
    return db
      .prepare(sql)
      .all()
      .map((row) => ({ ...row }));
  } finally {
    db.close();
  }
}

function execute(file: string, sql: string): void {
  const db = new DatabaseSync(file);
  db.exec(sql);
  db.close();
}

function opening(file: string, code: StoreFaultCode, message: RegExp, readOnly = false): void {
  assert.throws(
    () => openSqlite(file, { busyMs: 50, readOnly }),
    (error) => {
      assert.ok(error instanceof StoreFault, `no fault, but ${error}`);
      assert.equal(error.code, code, error.message);
      assert.match(error.message, message);
      return true;
    },
  );
}

describe("sqlite file: names to query by", () => {
  it("[S36] turns, actions and validation_results are there under these names, with siblings and without openings", async () => {
    const file = fresh();
    const store = openSqlite(file);
    const main = await play(store, await store.createRun(sampleRun("a")), 2, "m");
    await play(store, await store.createRun(sampleRun("b")), 1, "b");
    const back = await store.moveHead(main, await store.ancestor(main, 1), "undo", 0);
    await append(store, back.head, "n", 'she said "no"\n');
    assert.deepEqual(query(file, "SELECT * FROM turns WHERE run_id = 'a' ORDER BY id"), [
      { id: "1-m", run_id: "a", turn: 1, raw_text: "says m", created_at: 1_700_000_000_000 },
      { id: "2-m", run_id: "a", turn: 2, raw_text: "says m", created_at: 1_700_000_000_001 },
      { id: "2-n", run_id: "a", turn: 2, raw_text: 'she said "no"\n', created_at: 1_700_000_000_001 },
    ]);
    assert.deepEqual(query(file, "SELECT count(*) AS n FROM turns"), [{ n: 4 }]);
    assert.deepEqual(query(file, "SELECT * FROM actions WHERE turn_id = '2-n'"), [
      {
        turn_id: "2-n",
        action_index: 0,
        actor_id: "ada",
        type: "open",
        target_id: "door",
        location_id: null,
        metadata: '{"run":"a","tag":"n"}',
      },
    ]);
    assert.deepEqual(query(file, "SELECT * FROM validation_results WHERE turn_id = '2-n'"), [
      { turn_id: "2-n", action_index: 0, success: 0, reason: "door_locked", message: "The door is locked." },
    ]);
    const [plan] = query(file, "EXPLAIN QUERY PLAN SELECT * FROM turns WHERE run_id = 'a'");
    assert.match(String(plan!["detail"]), /segments_by_run/, "a run's turns are found without reading those of others");
    await store.close();
  });

  it("[S36] what was not understood is there under misreadings, with its reason, beside what was understood", async () => {
    const file = fresh();
    const store = openSqlite(file);
    const main = await store.createRun(sampleRun("a"));
    const problem = { reason: "unknown_verb", message: "I don't know the word “flarb”." };
    const answers = [
      { actor: "ada", ask: "ada", by: "agent", reading: { problem, rest: null } },
      { actor: "ben", ask: "ben", by: "agent", reading: { problem: null, rest: null } },
      { actor: "cyn", ask: "cyn", by: "agent" },
    ];
    const said = await store.append(main, turnAfter(main, "x", "flarb", { answers }));
    assert.ok(said.ok);
    await append(store, said.head, "y", "look");
    assert.deepEqual(query(file, "SELECT * FROM misreadings"), [{ turn_id: "1-x", actor_id: "ada", ...problem }]);
    await store.close();
  });

  it("[S67] artifacts names the first turn that brought each, and changed bytes are told by a check", async () => {
    const file = fresh();
    const store = openSqlite(file);
    const main = await store.createRun(sampleRun("a"));
    const [one, other] = ["A cave.", "Nobody named this."].map((words) => artifactOf("text/plain", Buffer.from(words)));
    for (const each of [one!, other!]) await store.putArtifact("a", each);
    const answers = [{ actor: "ada", ask: "ada", by: "agent", artifacts: [one!.hash] }];
    const made = await store.append(main, turnAfter(main, "x", "", { answers }));
    assert.ok(made.ok);
    await store.append(made.head, turnAfter(made.head, "y", "", { answers }));
    const row = { run_id: "a", media_type: "text/plain" };
    assert.deepEqual(query(file, "SELECT id, run_id, turn_id, media_type, size FROM artifacts ORDER BY size"), [
      { id: one!.hash, ...row, turn_id: "1-x", size: 7 },
      { id: other!.hash, ...row, turn_id: null, size: 18 },
    ]);
    execute(file, `UPDATE artifact_files SET body = x'4120626174' WHERE hash = '${one!.hash}'`);
    const [damage, ...more] = await store.check("a");
    assert.match(damage!.problem, new RegExp(`an artifact was changed: .*${one!.hash}`));
    assert.deepEqual(more, []);
    await store.close();
  });

  it("[S37] world_states and entities say exactly what was cached last, per branch", async () => {
    const file = fresh();
    const store = openSqlite(file);
    await store.createRun(sampleRun("a"));
    const entity = (id: string, isOpen: boolean) => ({
      id,
      name: `the ${id}`,
      type: "door",
      attributes: { isOpen, at: [1] },
    });
    const cache = (turn: number, entities: readonly ReturnType<typeof entity>[]) =>
      store.cacheHead("a", { branch: "main", turnId: `${turn}-x`, turn, state: `{"turn":${turn}}`, entities });
    await cache(1, [entity("door", false), entity("gate", false)]);
    await cache(2, [entity("door", true), entity("hatch", false)]);
    assert.deepEqual(query(file, "SELECT * FROM world_states"), [
      { run_id: "a", branch: "main", turn_id: "2-x", turn: 2, state: '{"turn":2}' },
    ]);
    assert.deepEqual(query(file, "SELECT * FROM entities ORDER BY id"), [
      {
        run_id: "a",
        branch: "main",
        id: "door",
        name: "the door",
        type: "door",
        attributes: '{"at":[1],"isOpen":true}',
      },
      {
        run_id: "a",
        branch: "main",
        id: "hatch",
        name: "the hatch",
        type: "door",
        attributes: '{"at":[1],"isOpen":false}',
      },
    ]);
    await store.close();
  });

  it("[S38] a file names its application, and is kept with a write-ahead log", async () => {
    const file = fresh();
    const store = openSqlite(join(folder, "deep", "er", `${count}.db`));
    await store.close();
    await openSqlite(file).close();
    const pragma = (name: string) => Object.values(query(file, `PRAGMA ${name}`)[0]!)[0];
    assert.equal(pragma("application_id"), APPLICATION_ID);
    assert.equal(pragma("user_version"), MIGRATIONS.length);
    assert.equal(pragma("journal_mode"), "wal");
    for (const [durability, synchronous] of [
      ["normal", 1],
      ["full", 2],
    ] as const) {
      const db = openDriver(file, { readOnly: false, busyMs: 70 });
      setPragmas(db, durability);
      const told = (name: string) => db.prepare<[number]>(`PRAGMA ${name}`).get()![0];
      assert.deepEqual(["synchronous", "foreign_keys", "busy_timeout", "cache_size"].map(told), [
        synchronous,
        1,
        70,
        -16_000,
      ]);
      db.close();
    }
    const full = openSqlite(file, { durability: "full" });
    await play(full, await full.createRun(sampleRun("a")), 3, "x");
    await full.close();
    assert.deepEqual(
      query(
        file,
        "SELECT name FROM sqlite_schema WHERE name IN ('model_calls', 'memories', 'artifacts') ORDER BY name",
      ).map((row) => row["name"]),
      ["artifacts", "memories", "model_calls"],
    );
  });
});

describe("sqlite file: how it is asked", () => {
  it("[S24] nothing that grows with a run is read from end to end, and notes of a turn are found by that turn", async (test) => {
    const file = fresh();
    const asked = new Set<string>();
    const { prepare } = DatabaseSync.prototype;
    test.mock.method(DatabaseSync.prototype, "prepare", function (this: DatabaseSync, sql: string) {
      asked.add(sql);
      return prepare.call(this, sql);
    });
    const store = openSqlite(file);
    await grown(store, "a");
    await store.close();
    test.mock.restoreAll();
    const steps = [...asked]
      .filter((sql) => /^\s*(SELECT|WITH|INSERT|UPDATE|DELETE)/.test(sql))
      .flatMap((sql) =>
        query(file, `EXPLAIN QUERY PLAN ${sql}`).map(({ detail }) => ({ sql, detail: String(detail) })),
      );
    const walks = steps.filter(({ detail }) =>
      /^SCAN (c|p|t|commits|notes|memories|model_takes|model_texts|snapshots)\b/.test(detail),
    );
    assert.deepEqual(walks, []);
    const byTurn = steps.filter(
      ({ sql, detail }) => /notes\s+WHERE run_id = \? AND turn_id/.test(sql) && detail.startsWith("SEARCH notes"),
    );
    assert.deepEqual(
      byTurn.map(({ detail }) => detail),
      ["SEARCH notes USING INDEX notes_by_turn (run_id=? AND turn_id=?)"],
    );
  });
});

describe("sqlite file: layouts", () => {
  it("[S39] an older layout is led forward in one step, or stays as it was", async () => {
    const file = fresh();
    const store = openSqlite(file);
    const head = await grown(store, "a");
    await store.close();
    const next = [
      ...MIGRATIONS,
      "CREATE TABLE later (id INTEGER PRIMARY KEY) STRICT",
      "ALTER TABLE later ADD COLUMN name TEXT",
    ];
    const migrate = (steps: readonly string[], readOnly = false) => {
      const db = openDriver(file, { readOnly, busyMs: 50 });
      try {
        prepareLayout(db, readOnly, steps);
      } finally {
        db.close();
      }
    };
    assert.throws(() => migrate([...next, "CREATE TABLE later (id INTEGER)"]));
    assert.deepEqual(query(file, "PRAGMA user_version"), [{ user_version: MIGRATIONS.length }]);
    assert.deepEqual(query(file, "SELECT name FROM sqlite_schema WHERE name = 'later'"), []);
    assert.throws(() => migrate(next, true), { code: "read_only" });
    migrate(next);
    assert.deepEqual(query(file, "PRAGMA user_version"), [{ user_version: next.length }]);
    assert.deepEqual(query(file, "SELECT name FROM later"), []);
    migrate(next);
    opening(file, "newer_version", /newer version/);
    execute(file, `PRAGMA user_version = ${MIGRATIONS.length}`);
    const again = openSqlite(file);
    assert.deepEqual(await again.head("a", "main"), head);
    assert.deepEqual(await again.check(null), []);
    await again.close();
  });

  it("[S39] memories of a layout before gists are dropped with all that finds them, and can be kept again", async () => {
    const file = fresh();
    const db = openDriver(file, { readOnly: false, busyMs: 50 });
    prepareLayout(db, false, MIGRATIONS.slice(0, 3));
    const hash = `x'${"00".repeat(32)}'`;
    db.exec(`INSERT INTO runs VALUES ('a', 'a', 'w', 0);
      INSERT INTO segments VALUES (1, 'a', NULL, -1, 0, NULL, -1);
      INSERT INTO commits VALUES (67108864, ${hash}, ${hash}, '{}');
      INSERT INTO branches (id, run_id, name, segment, salt, created_at) VALUES (1, 'a', 'main', 1, '', 0);
      INSERT INTO memory_texts VALUES (0, 'a', '{"damaged');
      INSERT INTO memory_terms (rowid, terms) VALUES (0, '1\u{e000}616461 1\u{e000}616461\u{e003}key 1\u{e000}616461\u{e003}lock');
      INSERT INTO memory_spans VALUES (1, 0, '')`);
    db.close();
    const store = openSqlite(file);
    const at = { segment: 1, turn: 0 };
    const asked = { actor: "ada", words: ["key"], about: [], most: 3 };
    assert.deepEqual(await store.remembered(at), [{ segment: 1, from: 0, to: 0, span: null }]);
    assert.deepEqual(await store.recall(at, asked), []);
    const memory = memoryAt(at, "key");
    assert.ok(await store.remember("a", { segment: 1, upTo: 0, stamp: "" }, 0, [memory]));
    assert.deepEqual(
      (await store.recall(at, asked)).map((gist) => gist.read()),
      [memory],
    );
    assert.deepEqual(await store.recall(at, { ...asked, words: ["lock"] }), []);
    assert.deepEqual(query(file, "SELECT text, importance, turn_id FROM memories"), [
      { text: "key.", importance: 3, turn_id: "0-x" },
    ]);
    await store.close();
  });

  it("[S39] a file of the layout before lobbies keeps its seats, and gives seats by lobbies from then on", async () => {
    const before = MIGRATIONS.findIndex((step) => step.includes("CREATE TABLE lobbies"));
    const definitions = "SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name";
    const empty = fresh();
    const db = openDriver(empty, { readOnly: false, busyMs: 50 });
    prepareLayout(db, false, MIGRATIONS.slice(0, before));
    db.close();
    const file = fresh();
    const older = openSqlite(file);
    const head = await grown(older, "a");
    const seat = { run: "a", branches: ["main"], label: "", createdAt: 5, expiresAt: null, revokedAt: null };
    await older.putSeat({ ...seat, id: "s1", actor: "ada" });
    await older.close();
    execute(file, `DROP TABLE lobbies; PRAGMA user_version = ${before}`);
    assert.deepEqual(query(file, definitions), query(empty, definitions), "this is the layout before");

    const store = openSqlite(file);
    assert.deepEqual(query(file, "PRAGMA user_version"), [{ user_version: MIGRATIONS.length }]);
    assert.deepEqual(await store.head("a", "main"), head);
    assert.deepEqual(await store.lobbies("a"), []);
    const terms = { branch: "main", actors: ["ada", "ben"], given: {}, createdAt: 6, expiresAt: 90, revokedAt: null };
    await store.addLobby({ id: "l", run: "a", ...terms });
    assert.equal(await store.takeSeat("l", { ...seat, id: "s2", actor: "ada", createdAt: 7 }), "taken");
    assert.equal(await store.takeSeat("l", { ...seat, id: "s3", actor: "ben", createdAt: 7 }), null);
    assert.deepEqual(await store.check(null), []);
    await store.close();
  });

  it("[S40] a file of a newer version is left alone", async () => {
    const file = fresh();
    await openSqlite(file).close();
    execute(file, `PRAGMA user_version = ${MIGRATIONS.length + 1}`);
    const bytes = readFileSync(file);
    opening(file, "newer_version", /Update Orrery/);
    assert.deepEqual(readFileSync(file), bytes);
  });

  it("[S41] a file that is not ours is left alone", () => {
    const foreign = fresh();
    execute(foreign, "CREATE TABLE recipes (name TEXT)");
    const marked = fresh();
    execute(marked, "PRAGMA application_id = 252006673; PRAGMA user_version = 1");
    const files = [foreign, marked];
    for (const text of [
      "x",
      "A letter, not a database.",
      "SQLite format 3\0 and then nothing of it",
      "{}\n".repeat(5000),
    ]) {
      const file = fresh();
      writeFileSync(file, text);
      files.push(file);
    }
    for (const file of files) {
      const bytes = readFileSync(file);
      opening(file, "not_a_database", /left as it is/);
      assert.deepEqual(readFileSync(file), bytes);
    }
    const directory = join(folder, "directory");
    mkdirSync(directory);
    opening(directory, "io", /cannot be read/);
    opening(join(files[2]!, "in-a-file.db"), "io", /folder/);
    opening(join(folder, "missing.db"), "not_found", /no file/, true);
    assert.equal(readdirSync(folder).includes("missing.db"), false);
  });
});

/** A store of a file as it lies there; null where that is none. */
async function opened(file: string): Promise<Store | null> {
  try {
    return openSqlite(file, { readOnly: true });
  } catch (error) {
    if (error instanceof StoreFault) return null;
    throw error;
  }
}

describe("sqlite file: in the way", () => {
  it("[S42] a lock that another program holds is waited for, then told; reading goes on and nothing is lost", async () => {
    const file = fresh();
    const store = openSqlite(file, { busyMs: 60 });
    const head = await play(store, await store.createRun(sampleRun("a")), 3, "x");
    const other = new DatabaseSync(file);
    other.exec("BEGIN IMMEDIATE");
    await faults(() => store.append(head, turnAfter(head, "y")), "locked", /60 ms.*Try again/);
    await faults(() => store.moveHead(head, head, "", 0), "locked");
    await faults(() => store.createRun(sampleRun("b")), "locked");
    assert.equal((await lineOf(store, head)).length, 4);
    assert.deepEqual(await store.check(null), []);
    // The lock is let go by what else this process does meanwhile: a wait that held it up would never see that.
    const waiting = openSqlite(file, { busyMs: 600_000 });
    const appended = append(waiting, head, "y");
    await setTimeout(5);
    other.exec("COMMIT");
    other.close();
    assert.equal((await appended).turn, 4);
    await waiting.close();
    await store.close();
    const unborn = fresh();
    const holder = new DatabaseSync(unborn);
    holder.exec("BEGIN EXCLUSIVE");
    opening(unborn, "locked", /Try again/);
    holder.exec("ROLLBACK");
    holder.close();
    await openSqlite(unborn).close();
  });

  it("[S42] a full disk is told as such, and what was there can be read", () => {
    const db = openDriver(fresh(), { readOnly: false, busyMs: 50 });
    db.exec("CREATE TABLE lines (text TEXT)");
    const add = db.prepare("INSERT INTO lines VALUES (?)");
    add.run("first");
    db.exec("PRAGMA max_page_count = 8");
    assert.throws(() => add.run("x".repeat(1 << 20)), {
      name: "StoreFault",
      code: "io",
      message: /is full\. Make room/,
    });
    assert.deepEqual(db.prepare("SELECT text FROM lines").all(), [["first"]]);
    db.close();
  });

  it("[S43] what cannot be written to can be read, and says so when it is written to", async () => {
    const file = fresh();
    const store = openSqlite(file);
    const head = await grown(store, "a");
    const looking = openSqlite(file, { readOnly: true });
    assert.deepEqual(await looking.head("a", "main"), head);
    assert.deepEqual(await looking.check(null), []);
    for (const write of [
      () => looking.append(head, turnAfter(head, "y")),
      () => looking.createRun(sampleRun("b")),
      () => looking.setSetting("a", "b"),
      () => looking.changeSetting("a", () => "b"),
      () => looking.moveHead(head, head, "", 0),
    ]) {
      await faults(write, "read_only", /cannot be written to/);
    }
    await looking.close();
    await append(store, head, "y");
    await store.close();
  });

  it("[S44] a file without the right to write to it is told as such, however it is opened", async () => {
    const own = mkdtempSync(join(tmpdir(), "orrery-rights-"));
    const file = join(own, "orrery.db");
    const store = openSqlite(file);
    await grown(store, "a");
    await store.close();
    chmodSync(file, 0o444);
    chmodSync(own, 0o555);
    // Rights do not hold root back, so that root asks as somebody else.
    const isRoot = process.getuid?.() === 0;
    const program = `
      import { openSqlite } from ${JSON.stringify(new URL("../src/sqlite.ts", import.meta.url).href)};
      const [file, none] = ${JSON.stringify([file, join(own, "new.db")])};
      for (const [name, readOnly] of [[file, false], [file, true], [none, false]]) {
        try { openSqlite(name, { readOnly }); console.log("opened"); }
        catch (error) { console.log(error.name, error.code); }
      }`;
    const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module-typescript", "-e", program], {
      encoding: "utf8",
      cwd: "/",
      ...(isRoot ? { uid: 65_534, gid: 65_534 } : {}),
    });
    chmodSync(own, 0o755);
    rmSync(own, { recursive: true });
    assert.equal(stdout, "StoreFault read_only\nopened\nStoreFault read_only\n", stderr);
  });

  it("[S69] a copy of a file is whole once the store has settled, and says what it lacks before", async () => {
    const file = fresh();
    const store = openSqlite(file);
    const copy = fresh();
    copyFileSync(file, copy);
    assert.throws(() => openSqlite(copy, { readOnly: true }), /copy the file beside it that ends in -wal/);
    const head = await grown(store, "a");
    await store.settle();
    rmSync(copy);
    copyFileSync(file, copy);
    const copied = openSqlite(copy, { readOnly: true });
    assert.deepEqual(await copied.head("a", "main"), head);
    assert.deepEqual(await copied.check(null), []);
    await copied.close();
    await store.close();
  });

  it("[S69] anything that was written is folded into the file once it is quiet, with no turn after it", async () => {
    const file = fresh();
    const store = openSqlite(file, { settleMs: 1 });
    const head = await grown(store, "a");
    const seat = { id: "s", run: "a", actor: "ada", branches: ["main"], label: "", createdAt: 5 };
    const writes: [() => Promise<unknown>, (copied: Store) => Promise<unknown>][] = [
      [async () => {}, async (copied) => (await copied.head("a", "main"))?.id === head.id],
      [
        () => store.putSeat({ ...seat, expiresAt: null, revokedAt: null }),
        async (copied) => (await copied.seat("s"))?.actor === "ada",
      ],
      [
        () => store.addNotes("a", [{ turnId: "1-m", teller: "model", viewer: "ada", text: "A note.", at: 9 }]),
        async (copied) => (await copied.notes("a", ["1-m"])).some(({ text }) => text === "A note."),
      ],
      [() => store.setSetting("a", "b"), async (copied) => (await copied.setting("a")) === "b"],
      [() => store.changeSetting("a", (was) => `${was}c`), async (copied) => (await copied.setting("a")) === "bc"],
    ];
    for (const [write, isThere] of writes) {
      await write();
      for (let whole = false; !whole; await setTimeout(2)) {
        const copy = fresh();
        copyFileSync(file, copy);
        // A copy that was taken while it was folded is none.
        const copied = await opened(copy);
        if (copied === null) continue;
        whole = Boolean(await isThere(copied).catch(() => false));
        await copied.close();
      }
    }
    await store.close();
  });

  it("[S70] a file that is deleted or replaced underneath is told, and nothing is acknowledged after that", async () => {
    for (const replace of [false, true]) {
      const file = fresh();
      const store = openSqlite(file);
      const head = await grown(store, "a");
      renameSync(file, `${file}.gone`);
      if (replace) copyFileSync(`${file}.gone`, file);
      await setTimeout(300);
      await faults(() => store.append(head, turnAfter(head, "y")), "io", /deleted or replaced/);
      await store.close();
    }
  });
});

it("leaves no temporary table behind when a run stops arriving", async () => {
  const db = openDriver(MEMORY, { readOnly: false, busyMs: 0 });
  const broken = async function* (): AsyncGenerator<RunPart> {
    yield { kind: "segment", segment: { id: 1, parent: null, last: 0 } };
    throw new Error("the sender hung up");
  };
  await assert.rejects(restoreRun(db, { id: "a", name: "a", world: "a", createdAt: 0 }, broken()), /hung up/);
  assert.deepEqual(db.prepare("SELECT name FROM sqlite_temp_schema").all(), []);
  db.close();
});
