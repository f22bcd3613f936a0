// kill -9 at random instants: what was acknowledged is there, nothing is half there, and the run goes on.
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import { rolldown } from "rolldown";
import { openSqlite } from "../src/sqlite.ts";
import type { Store } from "../src/store.ts";
import { append, lineOf } from "../testing/sample.ts";

const ROUNDS = process.env["ORRERY_LONG"] ? 400 : 100;

describe("sqlite: kill -9", () => {
  it(`[S53] after each of ${ROUNDS} kills every acknowledged turn, answer and note is there, whole, and the run goes on`, async () => {
    const folder = mkdtempSync(join(tmpdir(), "orrery-kill-"));
    const file = join(folder, "orrery.db");
    const committer = await bundled(folder);
    let turns = 0;
    try {
      for (let round = 0; round < ROUNDS; round++) {
        // Every fourth time two processes play the same branch, and both are killed.
        const children = round % 4 === 3 ? ["x", "y"] : ["x"];
        const lines = (await Promise.all(children.map((child) => killed(committer, file, `${round}${child}`)))).flat();
        const store = openSqlite(file);
        turns += await requireAcknowledged(store, lines, round);
        if (round % 8 === 7 || round === ROUNDS - 1) assert.deepEqual(await store.check(null), [], `round ${round}`);
        const head = await append(store, (await store.head("a", "main"))!, `${round}parent`);
        assert.equal((await lineOf(store, head)).length, head.turn + 1);
        await store.close();
      }
      assert.ok(
        turns > ROUNDS * 2,
        `only ${turns} turns were acknowledged: the kills came too early to prove anything`,
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

/** The committing process as one file of what it uses: nearly all of a round would be the reading of modules. */
async function bundled(folder: string): Promise<string> {
  const file = join(folder, "committer.mjs");
  const bundle = await rolldown({
    input: join(import.meta.dirname, "committer.ts"),
    platform: "node",
    treeshake: { moduleSideEffects: (id) => !id.includes("node_modules") },
  });
  await bundle.write({ file });
  await bundle.close();
  return file;
}

/** Lets a process commit until it has finished some lines, kills it, and gives those that it had finished by then. */
async function killed(committer: string, file: string, tag: string): Promise<string[]> {
  const child: ChildProcess = spawn(process.execPath, [committer, file, tag, "main"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  // A line takes some tenths of a millisecond, and hearing of it as long: the instant is anywhere in the work on another.
  const wanted = 1 + Math.floor(Math.random() * 40);
  child.stdout!.setEncoding("utf8").on("data", (data: string) => {
    text += data;
    if (text.split("\n").length > wanted) child.kill("SIGKILL");
  });
  const ended = new Promise<NodeJS.Signals | null>((resolve) => child.on("close", (_code, signal) => resolve(signal)));
  assert.equal(await ended, "SIGKILL", `the committing process ended by itself: ${text.slice(-500)}`);
  return text
    .slice(0, text.lastIndexOf("\n") + 1)
    .split("\n")
    .filter(Boolean);
}

async function requireAcknowledged(store: Store, lines: readonly string[], round: number): Promise<number> {
  const answers = new Map((await store.inbox("a", "main")).map(({ ask, answer }) => [ask, answer]));
  let turns = 0;
  for (const line of lines) {
    const [kind, name, value] = line.split(" ") as [string, string, string | undefined];
    const missing = `round ${round}: "${line}" was acknowledged and is gone`;
    if (kind === "turn") {
      const at = await store.locate("a", name);
      assert.ok(at, missing);
      const [turn] = await store.read(at, at.turn, at.turn);
      assert.equal(turn!.hash, value, missing);
      assert.equal(JSON.parse(turn!.body).turn.id, name);
      turns++;
    } else if (kind === "answer") assert.equal(answers.get(name), value, missing);
    else if (kind === "note") assert.equal((await store.notes("a", [name])).length, 1, missing);
    else if (kind === "moved") assert.ok(await store.locate("a", name), missing);
  }
  return turns;
}
