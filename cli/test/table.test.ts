// A person with a deadline at the terminal: lines are read while others think, and the time that is left is shown.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, describe, it } from "node:test";
import { timeOf } from "../src/play.ts";
import { Thread } from "./thread.ts";

const MAIN = resolve(import.meta.dirname, "../src/main.ts");
const folder = mkdtempSync(join(tmpdir(), "orrery-table-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const thread = new Thread();
const file = join(folder, "o.db");
const SETTINGS = JSON.stringify({ settings: { decisionDeadlineMs: 600_000 } });
const play = ["play", "glassbox", "--as", "red", "--seed", "a", "--config", SETTINGS];

interface Answer {
  readonly actor: string;
  readonly by: string;
}
function answersOf(run: string, turn: number): readonly Answer[] {
  const { out } = thread.do(["--db", file, "why", run, `${turn}`, "--json"]);
  return (JSON.parse(out) as { answers: readonly Answer[] }).answers;
}

describe("a person with a deadline", () => {
  it("is read at once, line after line, and does not wait for the deadline", () => {
    const done = thread.do(["--db", file, ...play, "--script", "-"], "wait\nwait\n");
    assert.equal(done.code, 0, done.err);
    const [, run] = /^run (\w+)$/m.exec(done.err)!;
    for (const turn of [1, 2])
      assert.deepEqual(
        answersOf(run!, turn).filter(({ actor }) => actor === "red"),
        answersOf(run!, turn).filter(({ actor, by }) => actor === "red" && by === "agent"),
        `red's own word in turn ${turn}`,
      );
    assert.doesNotMatch(done.err, /waiting for .*(blue|green)/, "who else is asked is not said to a seat");
  });

  it("shows time in minutes and whole seconds, rounded up", () => {
    assert.deepEqual([0, 1, 1000, 59_001, 60_000, 600_000].map(timeOf), [
      "0:00",
      "0:01",
      "0:01",
      "1:00",
      "1:00",
      "10:00",
    ]);
  });

  const hasScript = spawnSync("script", ["--version"]).status === 0;
  it("sees the time left at the prompt", { skip: hasScript ? false : "no `script` command" }, async () => {
    const words = [MAIN, "--db", join(folder, "person.db"), ...play].map((word) => `'${word}'`).join(" ");
    const person = spawn("script", ["-qec", `stty cols 80; ${process.execPath} ${words}`, "/dev/null"]);
    const stop = setTimeout(() => person.kill(), 300_000);
    let shown = "";
    let isLeft = false;
    person.stdout.setEncoding("utf8").on("data", (more: string) => {
      shown += more;
      if (!/\d+:\d\d > /.test(more) || isLeft) return;
      isLeft = true;
      person.stdin.write("\u0003");
    });
    const [status] = (await once(person, "close")) as [number | null];
    clearTimeout(stop);
    assert.equal(status, 0, shown);
    assert.match(shown, /\d+:[0-5]\d > /);
    assert.match(shown, /play r\w+ goes on/);
  });
});
