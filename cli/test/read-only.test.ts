// A backup on media that cannot be written to: every command that reads does so, and one that writes says why it cannot.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { it } from "node:test";
import { openOrrery } from "@orrery/runtime";
import { openSqlite } from "@orrery/store";

it("a database that cannot be written to is verified, listed and shown", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "orrery-media-"));
  t.after(() => {
    chmodSync(folder, 0o755);
    rmSync(folder, { recursive: true });
  });
  const file = join(folder, "orrery.db");
  const orrery = await openOrrery({ store: openSqlite(file) });
  const { run } = await orrery.createRun({ world: "tictactoe", seed: "1" });
  await orrery.submit(run, { text: "centre" });
  await orrery.close();
  chmodSync(file, 0o444);
  chmodSync(folder, 0o555);
  // Rights do not hold root back, so that root asks as somebody else.
  const as = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const cli = (...words: string[]) => {
    const main = join(import.meta.dirname, "../src/main.ts");
    const done = spawnSync(process.execPath, [main, ...words, "--db", file], { encoding: "utf8", cwd: "/", ...as });
    assert.doesNotMatch(done.stderr, /\n +at /, words.join(" "));
    return done;
  };
  for (const [words, told] of [
    [["verify"], /1 runs? and 1 turns? are as they were written/],
    [["runs"], new RegExp(run)],
    [["log", run], /\S/],
    [["show", run], /\S/],
  ] as const) {
    const { status, stdout, stderr } = cli(...words);
    assert.equal(status, 0, `${words[0]}: ${stderr}`);
    assert.match(stdout, told, words[0]);
  }
  const { status, stderr } = cli("rollback", run, "--to", "0");
  assert.notEqual(status, 0);
  assert.match(stderr, /cannot be written to/);
  assert.deepEqual(readdirSync(folder), ["orrery.db"], "nothing was left beside it");
});
