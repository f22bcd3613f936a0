// kill -9 at random instants: what was acknowledged is there, nothing is half there, and the run goes on.
import assert from "node:assert/strict";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { openSqlite } from "../src/sqlite.ts";
import type { Store } from "../src/store.ts";
import { append, lineOf } from "../testing/sample.ts";

// Nearly all of a round is the start of a process.
const ROUNDS = process.env["ORRERY_LONG"] ? 400 : 100;
const committer = join(import.meta.dirname, "committer.ts");

describe("sqlite: kill -9", () => {
  it(`[S53] after each of ${ROUNDS} kills every acknowledged turn, answer and note is there, whole, and the run goes on`, async () => {
    const folder = mkdtempSync(join(tmpdir(), "orrery-kill-"));
    const file = join(folder, "orrery.db");
    const env = { ...process.env, NODE_COMPILE_CACHE: join(folder, "compiled") };
    // A process that is killed leaves no compiled code for the next one; this one, which only complains, does.
    spawnSync(process.execPath, [committer, folder], { env });
    let turns = 0;
    try {
      for (let round = 0; round < ROUNDS; round++) {
        // Every fourth time two processes play the same branch, and both are killed.
        const children = round % 4 === 3 ? ["x", "y"] : ["x"];
        const lines = (await Promise.all(children.map((child) => killed(file, `${round}${child}`, env)))).flat();
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

/** Lets a process commit for a moment, kills it, and gives the lines that it had finished by then. */
async function killed(file: string, tag: string, env: NodeJS.ProcessEnv): Promise<string[]> {
  const child: ChildProcess = spawn(process.execPath, [committer, file, tag, "main"], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  const began = new Promise<void>((resolve) => {
    child.stdout!.setEncoding("utf8").on("data", (data: string) => {
      text += data;
      resolve();
    });
  });
  const ended = new Promise<NodeJS.Signals | null>((resolve) => child.on("close", (_code, signal) => resolve(signal)));
  await Promise.race([began, ended]);
  await wait(Math.random() * 25);
  child.kill("SIGKILL");
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
