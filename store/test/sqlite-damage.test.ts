// Damage to a database file: every changed turn is found and named, and no file, however torn, ends in a raw error.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, before, describe, it } from "node:test";
import { keyOf } from "../src/schema.ts";
import { openSqlite } from "../src/sqlite.ts";
import { type Damage, type Head, type Store, type StoredTurn, StoreFault } from "../src/store.ts";
import { artifactOf } from "../testing/artifacts.ts";
import { append, calls, grown, lineOf, play, sampleRun, sha256 } from "../testing/sample.ts";

const ROUNDS = process.env["ORRERY_LONG"] ? 1500 : 60;
const folder = mkdtempSync(join(tmpdir(), "orrery-damage-"));
after(() => rmSync(folder, { recursive: true }));
const file = join(folder, "whole.db");
const copy = join(folder, "copy.db");
const cat = artifactOf("text/plain", Buffer.from("A cat."));

/** The whole file as bytes, every turn in it, and the head of main of run "a". */
let bytes: Buffer;
let turns: StoredTurn[];
let head: Head;

before(async () => {
  const store = openSqlite(file);
  head = await grown(store, "a");
  head = await play(store, head, 60, "p");
  await grown(store, "b");
  turns = await everyTurn(store);
  await store.close();
  bytes = readFileSync(file);
});

/** Numbers that are the same in every run of the tests; the seed is printed when one fails. */
function randomOf(seed: number): (below: number) => number {
  let at = seed;
  return (below) => {
    at = (at * 48_271) % 2_147_483_647;
    return at % below;
  };
}

async function everyTurn(store: Store): Promise<StoredTurn[]> {
  const all: StoredTurn[] = [];
  for (const { id } of await store.runs()) {
    for (const segment of await store.segments(id)) {
      const first = segment.parent ? segment.parent.turn + 1 : 0;
      all.push(...(await store.read({ segment: segment.id, turn: segment.last }, first, segment.last)));
    }
  }
  return all;
}

/** What a check finds in a copy of the file that was changed with SQL. */
async function afterSql(sql: string, run: string | null = null): Promise<readonly Damage[]> {
  clear();
  writeFileSync(copy, bytes);
  const db = new DatabaseSync(copy, { enableForeignKeyConstraints: false });
  db.exec(`PRAGMA ignore_check_constraints = ON; ${sql}`);
  db.close();
  const store = openSqlite(copy);
  try {
    return await store.check(run);
  } finally {
    await store.close();
  }
}

function clear(): void {
  for (const end of ["", "-wal", "-shm", "-journal"]) rmSync(copy + end, { force: true });
}

/** What comes of a file with these bytes: its damage, the fault of opening it, or its turns when it is found whole. */
async function afterBytes(
  changed: Buffer,
): Promise<{ damage: readonly Damage[]; fault?: StoreFault; turns?: StoredTurn[] }> {
  clear();
  writeFileSync(copy, changed);
  let store: Store | null = null;
  try {
    store = openSqlite(copy);
    const damage = await store.check(null);
    return damage.length > 0 ? { damage } : { damage, turns: await everyTurn(store) };
  } catch (error) {
    if (error instanceof StoreFault) return { damage: [], fault: error };
    throw error;
  } finally {
    await store?.close();
  }
}

const where = ({ run, segment, turn }: Damage) => ({ run, segment, turn });
const at = ({ segment, turn }: StoredTurn, run = "a") => ({ run, segment, turn });
const key = ({ segment, turn }: StoredTurn) => keyOf(segment, turn);

describe("sqlite damage: rows", () => {
  it("[S45] a byte changed in any turn's text or hash is found there and nowhere else", async () => {
    const random = randomOf(20_260_101);
    const ofA = turns.filter(
      (turn) =>
        turn.segment <= Math.max(...turns.filter(({ body }) => body.includes('"p"')).map(({ segment }) => segment)),
    );
    for (let round = 0; round < ROUNDS; round++) {
      const turn = ofA[random(ofA.length)]!;
      const column = round % 2 === 0 ? "body" : "hash";
      const old = column === "body" ? Buffer.from(turn.body) : Buffer.from(turn.hash, "hex");
      const changed = Buffer.from(old);
      const place = random(old.length);
      changed[place] = (changed[place]! + 1 + random(255)) % 256;
      const value = `x'${changed.toString("hex")}'`;
      const found = await afterSql(
        `UPDATE commits SET ${column} = ${column === "body" ? `CAST(${value} AS TEXT)` : value} WHERE key = ${key(turn)}`,
      );
      assert.deepEqual(
        found.map(where),
        [at(turn)],
        `byte ${place} of the ${column} of turn ${turn.id}: ${JSON.stringify(found)}`,
      );
    }
  });

  it("[S46] text that no longer is UTF-8 is not mended by reading it", async () => {
    clear();
    const store = openSqlite(copy);
    const opened = await store.createRun(sampleRun("u"));
    const turn = await append(store, opened, "x", "\ufffd");
    await store.close();
    const saved = bytes;
    bytes = readFileSync(copy);
    // EF BF BD and the torn F0 BF BD both read as one replacement character.
    const found = await afterSql(
      `UPDATE commits SET body = CAST(replace(CAST(body AS BLOB), x'efbfbd', x'f0bfbd') AS TEXT) WHERE key = ${keyOf(turn.segment, 1)}`,
    );
    bytes = saved;
    assert.deepEqual(found.map(where), [{ run: "u", segment: turn.segment, turn: 1 }]);
  });

  it("[S47] a turn taken out, a torn link, a head on nothing, a changed note: each is named", async () => {
    const main = turns.filter((turn) => turn.segment === head.segment);
    const middle = main[20]!;
    const last = main.at(-1)!;
    const fork = (turn: StoredTurn) => ({ run: "a", segment: turn.segment, turn: turn.turn });
    const cases: [string, string, object, RegExp][] = [
      ["a turn gone", `DELETE FROM commits WHERE key = ${key(middle)}`, fork(middle), /turn 30 is missing/],
      [
        "turns gone",
        `DELETE FROM commits WHERE key BETWEEN ${key(middle)} AND ${key(middle) + 4}`,
        fork(middle),
        /turns 30 to 34 are missing/,
      ],
      [
        "a truth cut short",
        `UPDATE commits SET truth = x'00' WHERE key = ${key(middle)}`,
        fork(middle),
        /truth hash is not 32 bytes/,
      ],
      [
        "a hash cut short",
        `UPDATE commits SET hash = x'00' WHERE key = ${key(middle)}`,
        fork(middle),
        /its hash is not 32 bytes/,
      ],
      [
        "a segment emptied",
        `DELETE FROM commits WHERE key >= ${keyOf(head.segment, 0)} AND key <= ${key(last)}`,
        { run: "a", segment: head.segment, turn: null },
        /holds no turns/,
      ],
      [
        "a head beyond the end",
        `UPDATE branches SET head = 4000 WHERE run_id = 'a' AND name = 'idle'`,
        { run: "a", segment: 1, turn: 4000 },
        /branch "idle" stands at a turn that is missing/,
      ],
      [
        "a head on another run",
        `UPDATE branches SET segment = (SELECT max(id) FROM segments) WHERE run_id = 'a' AND name = 'side'`,
        { run: "a", segment: 8, turn: null },
        /branch "side" stands on a line of another run/,
      ],
      [
        "a fork moved",
        `UPDATE segments SET fork = fork - 1 WHERE id = ${head.segment}`,
        { run: "a", segment: head.segment, turn: null },
        /links|fit together|missing/,
      ],
      [
        "a jump moved",
        `UPDATE segments SET jump = 1, jump_fork = -1, depth = 7 WHERE id = 3`,
        { run: "a", segment: 3, turn: null },
        /links to earlier segments were changed/,
      ],
      [
        "a link to a later segment",
        `UPDATE segments SET parent = 5 WHERE id = 3`,
        { run: "a", segment: 3, turn: null },
        /lead to a later one/,
      ],
      [
        "a note changed",
        `UPDATE notes SET text = 'It never began.' WHERE run_id = 'a' AND n = 1`,
        { run: "a", segment: null, turn: null },
        /note 1 \(of turn 1-m\) was changed/,
      ],
      [
        "a note gone",
        `DELETE FROM notes WHERE run_id = 'a' AND n = 1`,
        { run: "a", segment: null, turn: null },
        /note 1 is missing/,
      ],
      [
        "a snapshot damaged",
        `UPDATE snapshots SET body = x'28b52ffd00' WHERE key = ${keyOf(1, 5)}`,
        { run: "a", segment: 1, turn: 5 },
        /snapshot is damaged/,
      ],
      [
        "a turn of no segment",
        `INSERT INTO commits SELECT ${keyOf(999, 1)}, hash, truth, body FROM commits WHERE key = ${key(middle)}`,
        { run: null, segment: 999, turn: 1 },
        /no segment/,
      ],
      [
        "a run gone",
        `DELETE FROM runs WHERE id = 'b'`,
        { run: null, segment: null, turn: null },
        /refers to a row of runs/,
      ],
    ];
    for (const [what, sql, place, problem] of cases) {
      const found = await afterSql(sql);
      const hit = found.find((damage) => problem.test(damage.problem));
      assert.ok(hit, `${what}: ${JSON.stringify(found)}`);
      if (!/a fork moved/.test(what)) assert.deepEqual(where(hit), place, what);
    }
    assert.deepEqual(await afterSql("SELECT 1"), []);
    const onlyB = await afterSql(`UPDATE commits SET body = body || ' ' WHERE key = ${key(middle)}`, "b");
    assert.deepEqual(onlyB, [], "asked for one run, another one's damage is not told");
  });

  it("[S48] damaged turns are faults to every reader, and a damaged snapshot is passed over", async () => {
    await afterSql(`UPDATE snapshots SET body = zeroblob(40) WHERE key = ${keyOf(1, 5)}; DELETE FROM commits WHERE key = ${keyOf(1, 2)};
      UPDATE commits SET body = '{"turn":' WHERE key = ${keyOf(1, 4)}`);
    const store = openSqlite(copy);
    const rejects = (work: () => Promise<unknown>) => assert.rejects(work, { name: "StoreFault", code: "corrupt" });
    await rejects(() => store.read(head, 0, 3));
    await rejects(() => store.read(head, 3, 5));
    await rejects(() => store.load({ segment: 1, turn: 7 }));
    await store.close();
    await afterSql(`UPDATE snapshots SET body = zeroblob(40) WHERE key = ${keyOf(1, 5)}`);
    const other = openSqlite(copy);
    const { snapshot, bodies } = await other.load({ segment: 1, turn: 6 });
    assert.equal(snapshot, null);
    const line = (await lineOf(other, head)).slice(0, 7);
    assert.deepEqual(
      bodies,
      line.map(({ body }) => body),
    );
    await other.close();
  });
});

describe("sqlite damage: rows that no chain covers", () => {
  const cases: [what: string, sql: string, problem: RegExp, read: (store: Store) => Promise<unknown>][] = [
    [
      "a branch moved back",
      `UPDATE branches SET head = 1, segment = 1 WHERE run_id = 'a' AND name = 'idle'`,
      /Branch "idle" of run "a" is damaged/,
      (store) => store.head("a", "idle"),
    ],
    [
      "a branch's salt changed",
      `UPDATE branches SET salt = salt || 'x' WHERE run_id = 'a' AND name = 'main'`,
      /Branch "main" of run "a" is damaged/,
      (store) => store.branches("a"),
    ],
    [
      "a movement's reason changed",
      `UPDATE reflog SET why = why || 'x' WHERE run_id = 'a'`,
      /movement of branch/,
      (store) => store.reflog("a"),
    ],
    [
      "a clock moved",
      `UPDATE clocks SET opened_at = opened_at + 1 WHERE run_id = 'a'`,
      /clock of run "a"/,
      (store) => store.clocks({ run: "a", branch: "main" }),
    ],
    [
      "a lobby's end moved",
      `UPDATE lobbies SET expires_at = expires_at + 1 WHERE run_id = 'a'`,
      /Lobby "l" of run "a" is damaged/,
      (store) => store.lobbies("a"),
    ],
    [
      "a letter of a seed changed",
      `UPDATE secrets SET seed = replace(seed, 'seed-a', 'seed-b') WHERE run_id = 'a'`,
      /seed of the dice of run "a" is damaged/,
      (store) => store.secret("a", sampleRun("a").secret.commitment),
    ],
    [
      "a text of a model call changed",
      `UPDATE model_texts SET text = 'asked!' WHERE text = 'asked'`,
      /a text of a model call/i,
      (store) => store.callText("a", sha256("asked")),
    ],
    [
      "a text of a model call changed, and read in a list",
      `UPDATE model_texts SET text = 'asked!' WHERE text = 'asked'`,
      /a text of a model call/i,
      (store) => store.callTexts("a", "", 9),
    ],
    [
      "a model call put into another lane",
      `UPDATE model_takes SET lane = 'y', seq = 1 WHERE seq = 2`,
      /Call 1 of "y" in run "a" is damaged/,
      (store) => store.take("a", "y", 1),
    ],
    [
      "a model call put at the end",
      `UPDATE model_takes SET n = 900 WHERE n = 2`,
      /order of the model calls of run "a" is damaged/,
      (store) => store.takeLog("a", 1, 100),
    ],
    [
      "bytes of an artifact changed",
      `UPDATE artifact_files SET body = x'4120626174'`,
      /artifact (was changed|is damaged)/,
      (store) => store.artifact("a", cat.hash),
    ],
    [
      "the type of an artifact changed",
      `UPDATE artifact_files SET media_type = 'image/png'`,
      /artifact (was changed|is damaged)/,
      (store) => store.artifact("a", cat.hash),
    ],
  ];
  before(async () => {
    const store = openSqlite(file);
    await store.moveClocks("a", "main", { open: ["due"], closed: [], at: 1000 });
    await calls(store, "a");
    await store.putArtifact("a", cat);
    const terms = { branch: "main", actors: ["ada"], given: {}, createdAt: 5, expiresAt: 90, revokedAt: null };
    await store.addLobby({ id: "l", run: "a", ...terms });
    await store.setSetting("seat_key", "a key");
    await store.close();
    bytes = readFileSync(file);
  });

  for (const [what, sql, problem, read] of cases) {
    it(`[S74] ${what}: reading it is corrupt, and a check names it`, async () => {
      const found = await afterSql(sql);
      assert.ok(
        found.some((damage) => damage.run === "a" && problem.test(damage.problem)),
        JSON.stringify(found),
      );
      const store = openSqlite(copy);
      await assert.rejects(() => read(store), { name: "StoreFault", code: "corrupt", message: problem });
      await store.close();
    });
  }

  it("[S74] a setting that lost its name is not made anew, and a row that lost its run is told", async () => {
    const found = await afterSql(`UPDATE settings SET key = 'seat_kez' WHERE key = 'seat_key'`);
    assert.ok(
      found.some(({ problem }) => /a row of settings/.test(problem)),
      JSON.stringify(found),
    );
    const store = openSqlite(copy);
    await assert.rejects(() => store.setting("seat_key"), { code: "corrupt", message: /table settings/ });
    await store.close();
    await afterSql(`UPDATE settings SET value = 'b key' WHERE key = 'seat_key'`);
    const other = openSqlite(copy);
    await assert.rejects(() => other.setting("seat_key"), { code: "corrupt", message: /The setting "seat_key"/ });
    await other.close();
    const lost = await afterSql(`UPDATE clocks SET run_id = 'b' WHERE run_id = 'a'`);
    assert.ok(
      lost.some(({ problem }) => /a row of clocks|clock of run "b"/.test(problem)),
      JSON.stringify(lost),
    );
  });

  it("[S74] a branch that an index hides is missing from no list", async () => {
    const hidden = Buffer.from(bytes);
    // In the index a row is its run, its name and its number; in the table more stands between them.
    const row = Buffer.from("aside");
    let changed = 0;
    for (let at = hidden.indexOf(row); at >= 0; at = hidden.indexOf(row, at + 1))
      if (hidden[at + row.length]! < 32) {
        hidden[at] = "c".charCodeAt(0);
        changed++;
      }
    assert.ok(changed > 0);
    clear();
    writeFileSync(copy, hidden);
    const store = openSqlite(copy);
    await assert.rejects(() => store.branches("a"), { code: "corrupt", message: /table branches/ });
    assert.ok((await store.check(null)).length > 0);
    await store.close();
  });

  it("[S74] a run that zeros were written over is neither listed nor read", async () => {
    const db = new DatabaseSync(file, { readOnly: true });
    const { page_size: size } = db.prepare("PRAGMA page_size").get() as { page_size: number };
    const { rootpage } = db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'runs'").get() as {
      rootpage: number;
    };
    db.close();
    const zeroed = Buffer.from(bytes);
    // Rows of a page stand at its end.
    zeroed.fill(0, size * rootpage - size / 2, size * rootpage);
    const corrupt = { name: "StoreFault", code: "corrupt" };
    clear();
    writeFileSync(copy, zeroed);
    const store = openSqlite(copy);
    await assert.rejects(() => store.run("a"), corrupt);
    await assert.rejects(() => store.runs(), { ...corrupt, message: /table runs/ });
    await store.close();
  });

  it("[S74] a damaged clock is left out of no list, so that the others run", async () => {
    await afterSql(cases.at(-1)![1]);
    const store = openSqlite(copy);
    assert.equal((await store.clocks(null)).length, 1);
    await store.close();
  });

  it("[S74] going back does not seal a damaged branch with a new sum", async () => {
    await afterSql(`UPDATE branches SET parent_turn = 0, parent = 'side' WHERE run_id = 'a' AND name = 'main'`);
    const store = openSqlite(copy);
    const move = () => store.moveHead(head, { segment: 1, turn: 1 }, "back", 2000);
    await assert.rejects(move, { name: "StoreFault", code: "corrupt", message: /Branch "main"/ });
    await store.close();
  });

  it("[S74] rows of a layout without sums are read as they are, and get one when they move", async () => {
    await afterSql(
      "UPDATE branches SET sum = NULL; UPDATE reflog SET sum = NULL; UPDATE clocks SET sum = NULL; UPDATE model_takes SET sum = NULL",
    );
    const store = openSqlite(copy);
    assert.deepEqual(await store.check(null), []);
    const moved = await store.moveHead(head, { segment: head.segment, turn: head.turn - 1 }, "back", 2000);
    assert.ok(moved.ok);
    await store.close();
    const db = new DatabaseSync(copy);
    const sum = db.prepare("SELECT sum FROM branches WHERE run_id = 'a' AND name = 'main'").get()!["sum"];
    db.close();
    assert.equal(typeof sum, "number");
  });
});

describe("sqlite damage: bytes of the file", () => {
  it("[S49] a byte changed in the file, in a turn's text or hash, is found at that turn", async () => {
    const random = randomOf(7);
    for (let round = 0; round < ROUNDS; round++) {
      const turn = turns[random(turns.length)]!;
      const needle = round % 2 === 0 ? Buffer.from(turn.body) : Buffer.from(turn.hash, "hex");
      const changed = Buffer.from(bytes);
      const place = random(needle.length);
      const bit = 1 << random(8);
      // Every place where it lies: pages also keep what was moved out of them.
      for (let start = bytes.indexOf(needle); start >= 0; start = bytes.indexOf(needle, start + 1)) {
        changed[start + place] = changed[start + place]! ^ bit;
      }
      const { damage } = await afterBytes(changed);
      const named = damage.filter(({ problem }) => /fit together/.test(problem));
      assert.ok(
        named.some((one) => one.segment === turn.segment && one.turn === turn.turn),
        `turn ${turn.id}, byte ${place}: ${JSON.stringify(damage)}`,
      );
      assert.equal(named.length, 1);
    }
  });

  it("[S50] a byte changed anywhere is told, or every turn still reads as it was", async () => {
    const random = randomOf(11);
    // An entry of an index: no turn is touched, and still it is told.
    const index = Buffer.from(bytes);
    index.write("9", index.indexOf("a1-m") + 1);
    assert.match(JSON.stringify((await afterBytes(index)).damage), /index notes_by_turn/);
    for (let round = 0; round < ROUNDS * 2; round++) {
      const changed = Buffer.from(bytes);
      const place = round % 4 === 0 ? random(8192) : random(changed.length);
      changed[place] = random(256);
      const { damage, fault, turns: read } = await afterBytes(changed);
      if (damage.length > 0 || fault) continue;
      const whole = (list: readonly StoredTurn[]) =>
        list.map(({ segment, turn, id, body, hash }) => [segment, turn, id, body, hash]);
      assert.deepEqual(whole(read!), whole(turns), `byte ${place} of the file`);
    }
  });

  it("[S51] a file cut off anywhere is told, and what comes before a torn page can still be read", async () => {
    const random = randomOf(13);
    const cuts = [1, 15, 16, 99, 100, 511, 512, 4096, 8191, 8192, 8193, bytes.length - 8192, bytes.length - 1];
    for (let round = 0; round < ROUNDS / 2; round++) cuts.push(1 + random(bytes.length - 1));
    for (const cut of cuts) {
      const { damage, fault } = await afterBytes(bytes.subarray(0, cut));
      assert.ok(damage.length > 0 || fault, `cut off after ${cut} of ${bytes.length} bytes`);
      if (fault) assert.match(fault.code, /^(corrupt|not_a_database)$/);
    }
  });

  it("[S52] a stretch of zeros or noise ends in damage or a fault, never in a raw error", async () => {
    const random = randomOf(17);
    for (let round = 0; round < ROUNDS; round++) {
      const changed = Buffer.from(bytes);
      const start = 100 + random(changed.length - 1000);
      for (let i = start; i < start + 1 + random(800); i++) changed[i] = round % 2 ? 0 : random(256);
      await afterBytes(changed);
    }
  });
});
