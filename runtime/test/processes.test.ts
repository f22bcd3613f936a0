// Two processes on one file, each with several writers on one run: every acknowledged turn is there once, and a retry is exact across them.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { it } from "node:test";
import { readCommit } from "@orrery/kernel";
import { openSqlite } from "@orrery/store";
import { folder, onDisk } from "./open.ts";

const TURNS = process.env["ORRERY_LONG"] ? 200 : 8;

it("two processes with four writers each lose and double nothing, when changes are sent again", async (t) => {
  const file = join(folder(t), "orrery.db");
  const { orrery } = await onDisk(file);
  const { run } = await orrery.createRun({ world: "tictactoe", seed: "1" });
  await orrery.close();
  // Every change is sent by both processes under one key: one of them does it, and both are answered alike.
  const script = `
    import { openOrrery } from "@orrery/runtime";
    import { openSqlite } from "@orrery/store";
    const orrery = await openOrrery({ store: openSqlite(${JSON.stringify(file)}) });
    // Both begin at once, or one would find all done by the other.
    await new Promise((go) => setTimeout(go, Number(process.argv[1]) - Date.now()));
    const told = {};
    const write = async (writer) => {
      for (let i = 0; i < ${TURNS}; i++) {
        const key = writer + "-" + i;
        const { line } = await orrery.submit(${JSON.stringify(run)}, { text: "say " + key, once: { scope: "test", key, body: key } });
        told[key] = [line.id, line.turn, line.hash];
      }
    };
    await Promise.all(["a", "b", "c", "d"].map(write));
    process.stdout.write(JSON.stringify(told));
    await orrery.close();`;
  const begin = Date.now() + 4000;
  const told = await Promise.all(
    [0, 1].map(async () => {
      const child = spawn(process.execPath, ["--input-type=module", "-e", script, String(begin)], {
        cwd: import.meta.dirname,
      });
      const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
      return JSON.parse(out || JSON.stringify(err)) as Record<string, [string, number, string]>;
    }),
  );
  assert.deepEqual(told[0], told[1], "each change is answered alike by both");
  const { orrery: reader } = await onDisk(file);
  assert.equal((await reader.verify()).ok, true);
  await reader.close();
  const store = openSqlite(file, { readOnly: true });
  const head = (await store.head(run, "main"))!;
  const texts = (await store.read(head, 1, head.turn)).map(({ body }) => readCommit(body).turn.rawText);
  assert.equal(texts.length, 4 * TURNS);
  assert.equal(new Set(texts).size, 4 * TURNS);
  await store.close();
});
