// What a machine that loses power may leave: a file with a write-ahead log that ends anywhere, or ends in blocks that were never written.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, it } from "node:test";
import { openSqlite } from "../src/sqlite.ts";
import type { Head, Store } from "../src/store.ts";
import { append, idsOf, lineOf, sampleRun, turnAfter } from "../testing/sample.ts";

const IMAGES = process.env["ORRERY_LONG"] ? 1000 : 60;
const SEED = Number(process.env["ORRERY_SEED"] ?? Date.now() % 1_000_000);
const TURNS = 40;
const BLOCK = 512;

const folder = mkdtempSync(join(tmpdir(), "orrery-crash-"));
after(() => rmSync(folder, { recursive: true }));

/** A turn with its note and key, which are one transaction, and now and then another kind of write. Where the branch stood after each. */
async function live(store: Store, head: Head, i: number): Promise<Head[]> {
  const turn = turnAfter(head, `n${i}`, "word ".repeat((i * 37) % 300));
  const note = { turnId: turn.id, teller: "template", viewer: "", text: `Told of ${i}.`, at: i };
  const once = { scope: "test", key: `key-${i}`, body: "", run: "a", done: turn.id, at: i };
  const done = await store.append(head, turn, { notes: [note], once });
  assert.ok(done.ok);
  if (i % 6 === 2) await store.saveSnapshot(done.head, `state after ${done.head.id}`);
  if (i % 9 === 4) {
    await store.createBranch("a", { name: `side-${i}`, from: "main", at: done.head, salt: `${i}`, createdAt: i });
    const back = await store.moveHead(done.head, await store.ancestor(done.head, done.head.turn - 2), "undo", i);
    return [done.head, back.head];
  }
  return [done.head];
}

/** The two files at some moment of a writer's life, and the ids of main's turns after each write until then. */
interface Moment {
  readonly file: Buffer;
  readonly log: Buffer;
  readonly lines: readonly (readonly string[])[];
}

async function moments(): Promise<Moment[]> {
  const file = join(folder, "live.db");
  // The log is folded where this test says so, and nowhere else.
  const store = openSqlite(file, { settleMs: 2 ** 30 });
  let head = await store.createRun(sampleRun("a"));
  await store.settle();
  const lines: string[][] = [idsOf(await lineOf(store, head))];
  const found: Moment[] = [];
  for (let i = 0; i < TURNS; i++) {
    for (head of await live(store, head, i)) lines.push(idsOf(await lineOf(store, head)));
    // Now and then the log is folded into the file, and the next write begins it anew over its old content. What was folded was
    // synced before, so that no crash takes a part of it away: that moment gives no images.
    if (i % 13 === 12) await store.settle();
    else found.push({ file: readFileSync(file), log: readFileSync(`${file}-wal`), lines: [...lines] });
  }
  await store.close();
  return found;
}

it(`[S75] opens each of ${IMAGES} crash images whole, at a moment that there was`, async (t) => {
  const lived = await moments();
  let at = (SEED % 2_147_483_646) + 1;
  const random = (below: number) => {
    at = (at * 48_271) % 2_147_483_647;
    return at % below;
  };
  const tally = { newest: 0, earlier: 0 };
  for (let round = 0; round < IMAGES; round++) {
    const { file, log, lines } = lived[random(lived.length)]!;
    const end = random(log.length + 1);
    const image = round % 2 === 0 ? log.subarray(0, end) : Buffer.from(log);
    // Disks write blocks in any order: what comes after the end may be there in part.
    if (round % 2 === 1)
      for (let block = Math.floor(end / BLOCK); block * BLOCK < image.length; block++)
        if (random(3) === 0) image.fill(0, block * BLOCK, Math.min(image.length, (block + 1) * BLOCK));
    const copy = join(folder, "image.db");
    for (const ending of ["-wal", "-shm"]) rmSync(copy + ending, { force: true });
    writeFileSync(copy, file);
    writeFileSync(`${copy}-wal`, image);
    const said = `seed ${SEED}, round ${round}: the log ends at ${end} of ${log.length}`;
    const store = openSqlite(copy);
    assert.deepEqual(await store.check(null), [], said);
    const head = (await store.head("a", "main"))!;
    const line = idsOf(await lineOf(store, head));
    const moment = lines.findLastIndex((ids) => ids.join() === line.join());
    assert.ok(moment >= 0, `${said}: main is as it never was: ${line.join()}`);
    for (const id of line.slice(1)) {
      assert.equal((await store.notes("a", [id])).length, 1, `${said}: turn ${id} has lost its note`);
      const key = `key-${id.split("-n")[1]}`;
      assert.equal((await store.once("test", key))?.done, id, `${said}: turn ${id} has lost its key`);
    }
    await append(store, head, "goes-on");
    await store.close();
    tally[moment === lines.length - 1 ? "newest" : "earlier"]++;
  }
  t.diagnostic(JSON.stringify(tally));
  assert.ok(tally.earlier > 0 && tally.newest > 0, JSON.stringify(tally));
});
