// What a store in memory does otherwise than one in a file. The rest is the same code: sqlite.test.ts holds it.
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import { exportRun, importRun } from "../src/ndjson.ts";
import { memoryStore, openSqlite } from "../src/sqlite.ts";
import { collect, faults, grown, sampleRun, sha256 } from "../testing/sample.ts";

describe("a store in memory", () => {
  it("has no file, and makes none", async () => {
    const store = memoryStore();
    assert.equal(store.file, null);
    await grown(store, "a");
    await store.settle();
    assert.ok(!existsSync(":memory:"));
    await store.close();
  });

  it("shares nothing with another", async () => {
    const [one, other] = [memoryStore(), memoryStore()];
    await one.createRun(sampleRun("a"));
    assert.deepEqual(await other.runs(), []);
    await one.close();
    await other.close();
  });

  it("refuses a backup, and says how to keep its runs", async () => {
    const folder = mkdtempSync(join(tmpdir(), "orrery-memory-"));
    const store = memoryStore();
    await grown(store, "a");
    await faults(() => store.backup(join(folder, "copy.db")), "io", /no file to copy.*Export its runs/);
    assert.ok(!existsSync(join(folder, "copy.db")));
    await store.close();
    rmSync(folder, { recursive: true });
  });

  it("[S27] gives its runs to a store with a file", async () => {
    const folder = mkdtempSync(join(tmpdir(), "orrery-memory-"));
    const [store, kept] = [memoryStore(), openSqlite(join(folder, "kept.db"))];
    await grown(store, "a");
    const lines = await collect(exportRun(store, "a"));
    await importRun(kept, lines, sha256);
    assert.deepEqual(await collect(exportRun(kept, "a")), lines);
    assert.deepEqual(await store.check(null), []);
    await store.close();
    await kept.close();
    rmSync(folder, { recursive: true });
  });
});

describe("a database without a name", () => {
  it("is refused with a word on what to do", () => {
    assert.throws(() => openSqlite(""), /name of the database file is empty/);
  });
});
