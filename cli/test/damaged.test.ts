// A damaged turn and every command that reads a run: what it prints is what was written, or it refuses with exit 3; never a stack.
import assert from "node:assert/strict";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, it } from "node:test";
import { Thread } from "./thread.ts";

const folder = mkdtempSync(join(tmpdir(), "orrery-damaged-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const WHOLE = join(folder, "whole.db");
const COPY = join(folder, "copy.db");
const thread = new Thread();
const orrery = (db: string, words: readonly string[], input = "") => thread.do(words, input, { ORRERY_DB: db });

/** `must`: reads the damaged turn, so it has to refuse. `writes`: what it prints differs from time to time. */
const COMMANDS: readonly (readonly [words: string, is?: "must" | "writes"])[] = [
  ["log RUN", "must"],
  ["log RUN --json", "must"],
  ["log RUN --as you", "must"],
  ["show RUN --at 2", "must"],
  ["why RUN 2", "must"],
  ["diff RUN main@1 main@2", "must"],
  ["export RUN", "must"],
  ["verify", "must"],
  ["verify RUN", "must"],
  ["show RUN"],
  ["show RUN --as you"],
  ["runs"],
  ["recall RUN --as you"],
  ["knows RUN lantern"],
  ["calls RUN"],
  ["recording RUN"],
  ["bill"],
  ["seats RUN"],
  ["play RUN --script -", "writes"],
  ["run RUN --agents *=bot:first --turns 1", "writes"],
  ["branch RUN --name side --at 2", "writes"],
  ["rollback RUN --to 2", "writes"],
  ["undo RUN 2", "writes"],
  ["reveal RUN", "writes"],
  ["seat RUN you", "writes"],
  ["tell RUN", "writes"],
  ["drift RUN"],
];

const DAMAGES: Readonly<Record<string, string>> = {
  "a control character": "replace(body, '\"type\":', '\"ty' || char(7) || 'pe\":')",
  "another letter": "replace(body, 'look', 'lock')",
};

it("no command prints an altered turn, or a stack", () => {
  const { out } = orrery(WHOLE, ["new", "house/cottage", "--seed", "1"]);
  const run = out.trim();
  const played = orrery(WHOLE, ["play", run, "--script", "-"], "look\nlook\nwait\n");
  assert.equal(played.code, 0, played.err);
  const wordsOf = (words: string) => words.replace("RUN", run).split(" ");
  const fresh = (change?: string) => {
    for (const end of ["-wal", "-shm"]) rmSync(COPY + end, { force: true });
    copyFileSync(WHOLE, COPY);
    if (change === undefined) return;
    const db = new DatabaseSync(COPY);
    db.exec(`UPDATE commits SET body = ${change} WHERE key & 67108863 = 2`);
    assert.equal(db.prepare("SELECT changes() AS n").get()!["n"], 1);
    db.exec("DELETE FROM snapshots");
    db.close();
  };
  for (const [words, is] of COMMANDS) {
    fresh();
    const before = orrery(COPY, wordsOf(words), "wait\n");
    assert.ok(before.code <= 1, `${words}: ${before.err}`);
    for (const [what, change] of Object.entries(DAMAGES)) {
      fresh(change);
      const { code, out, err } = orrery(COPY, wordsOf(words), "wait\n");
      const told = `${words}, ${what}: ${code} ${err}`;
      assert.doesNotMatch(err + out, /\n +at /, told);
      if (code === 3 || is === "must") {
        assert.equal(code, 3, told);
        assert.match(words.startsWith("verify") ? out + err : err, /\S.*[.!?]/, told);
      } else {
        assert.equal(code, before.code, told);
        if (is !== "writes") assert.equal(out, before.out, told);
      }
    }
  }
});
