// A disk that is full: a 503 means that nothing happened, reading goes on, and once there is room the same request is carried out, once.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { it } from "node:test";

/** KiB that each of the server's files may have. */
const ROOM = 2_000;
const LONG = "x".repeat(20_000);

it("answers 503 for what it did not keep, reads on, and takes the same again when there is room", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "orrery-full-"));
  const server = join(import.meta.dirname, "full-disk-server.ts");
  const child = spawn(
    "bash",
    ["-c", `ulimit -S -f ${ROOM}; exec "$0" "$@"`, process.execPath, server, join(folder, "orrery.db")],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const ended = new Promise((done) => child.once("close", done));
  t.after(async () => {
    child.kill("SIGKILL");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });
  const [line] = await Array.fromAsync(firstLine(child.stdout));
  const { url, run } = JSON.parse(line!) as { url: string; run: string };
  const api = `${url}/api/runs/${run}`;
  const post = (key: string) =>
    fetch(`${api}/turns`, {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": key },
      body: JSON.stringify({ text: `${key} ${LONG}` }),
    });
  const headOf = async () => ((await (await fetch(api)).json()) as { head: { turn: number } }).head.turn;

  let kept = 0;
  let refused = await post("turn-1");
  while (refused.status === 201) refused = await post(`turn-${++kept + 1}`);
  const problem = (await refused.json()) as { code: string; detail: string };
  assert.deepEqual([refused.status, problem.code], [503, "io"]);
  assert.match(problem.detail, /^\S.*[.!?]$/s);
  assert.ok(kept > 10, `${kept} turns fitted`);
  assert.equal(await headOf(), kept, "the refused turn is not there");
  assert.equal(((await (await fetch(`${api}/turns`)).json()) as unknown[]).length, kept, "reading goes on");
  assert.equal((await post(`turn-${kept + 1}`)).status, 503, "and is refused as long as there is no room");

  execFileSync("prlimit", [`--pid=${child.pid}`, "--fsize=unlimited:unlimited"]);
  const again = await post(`turn-${kept + 1}`);
  assert.equal(again.status, 201);
  assert.deepEqual(await (await post(`turn-${kept + 1}`)).json(), await again.json(), "and is the same turn again");
  assert.equal(await headOf(), kept + 1);
  assert.deepEqual(await (await fetch(`${api}/verify`)).json(), { ok: true, runs: 1, turns: kept + 1 });
});

async function* firstLine(stream: NodeJS.ReadableStream): AsyncGenerator<string> {
  for await (const line of createInterface({ input: stream })) {
    yield line;
    return;
  }
}
