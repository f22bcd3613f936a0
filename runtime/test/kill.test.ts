// [law 7] The process may die at any instant: what was acknowledged, turns and answers alike, is there afterwards, and the run goes on.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { join, resolve } from "node:path";
import { it } from "node:test";
import type { TurnLine } from "@orrery/runtime";
import { all, folder, onDisk } from "./open.ts";

const ROUNDS = process.env["ORRERY_LONG"] ? 200 : 8;
const player = resolve(import.meta.dirname, "player.ts");

/** Lets a player run until it has made so many promises, kills it, and returns those that it had made by then. */
function killed(file: string, run: string, count: number): Promise<string[]> {
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, [player, file, run], { stdio: ["ignore", "pipe", "inherit"] });
    let out = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      out += text;
      if (out.split("\n").length > count) child.kill("SIGKILL");
    });
    child.on("error", failed);
    // The last line may be cut: only whole lines are promises.
    child.on("close", () =>
      done(
        out
          .slice(0, out.lastIndexOf("\n") + 1)
          .split("\n")
          .filter(Boolean),
      ),
    );
  });
}

it(`[law 7] nothing acknowledged is lost in ${ROUNDS} kills`, async (t) => {
  const file = join(folder(t), "o.db");
  const first = await onDisk(file);
  const { run } = await first.orrery.createRun({
    world: "council",
    config: { rounds: 1_000_000, deadlineMs: 0 },
    seed: "kill",
  });
  await first.orrery.close();
  let promised = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const promises = await killed(file, run, 3 + ((round * 37) % 50));
    promised += promises.length;
    const { orrery, store } = await onDisk(file, `round ${round}`);
    const ids = new Set(((await all(orrery.log(run))) as TurnLine[]).map(({ id }) => id));
    for (const promise of promises)
      if (promise.startsWith("turn ")) assert.ok(ids.has(promise.slice(5)), `${promise} is gone after round ${round}`);
    // An answer that was kept is in the inbox still, or its window has been committed since.
    const inbox = new Set((await store.inbox(run, "main")).map(({ ask }) => ask));
    const open = new Set((await orrery.show(run)).asks.map(({ id }) => id));
    for (const promise of promises)
      if (promise.startsWith("kept "))
        assert.ok(
          inbox.has(promise.slice(5)) || !open.has(promise.slice(5)),
          `${promise} is gone after round ${round}`,
        );
    const verified = await orrery.verify(run);
    assert.equal(verified.ok, true, verified.problem);
    await orrery.close();
  }
  assert.ok(promised > ROUNDS * 2, `only ${promised} promises were made`);
});
