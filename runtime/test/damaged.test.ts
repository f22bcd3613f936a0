// A damaged turn is `corrupt` to every reader, with exit 3 on the command line; a file that cannot be written to can be verified.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { it } from "node:test";
import { openOrrery, StoreFault } from "@orrery/runtime";
import { openSqlite } from "@orrery/store";
import { all, folder, onDisk, worlds } from "./open.ts";

const CLI = join(import.meta.dirname, "../../cli/src/main.ts");
const cli = (...words: string[]) =>
  spawnSync(process.execPath, [CLI, ...words], { encoding: "utf8", cwd: import.meta.dirname });

it("every reader of a damaged turn refuses with `corrupt`, in the program and on the command line", async (t) => {
  const file = join(folder(t), "orrery.db");
  const { orrery } = await onDisk(file);
  const { run } = await orrery.createRun({ world: "tictactoe", seed: "1" });
  for (const text of ["centre", "top left", "bottom"]) await orrery.submit(run, { text });
  await orrery.close();
  const db = new DatabaseSync(file);
  // A control character, where text was: no JSON any more. And a letter, where it is still JSON and says something else.
  for (const [what, change] of [
    ["a control character", "replace(body, 'place', 'pla' || char(7) || 'e')"],
    ["another cell", `replace(body, '"cell":4', '"cell":5')`],
  ] as const) {
    db.exec("CREATE TEMP TABLE IF NOT EXISTS was AS SELECT * FROM commits");
    db.exec(`UPDATE commits SET body = ${change} WHERE key & 67108863 = 1`);
    const { orrery: reader } = await onDisk(file);
    const readers: Record<string, () => Promise<unknown>> = {
      log: () => all(reader.log(run)),
      seat: () => all(reader.log(run, { as: "x" })),
      show: () => reader.show(run, { at: 1 }),
      why: () => reader.why(run, "1"),
      export: () => all(reader.export(run)),
    };
    for (const [name, read] of Object.entries(readers))
      await assert.rejects(
        read(),
        (error) => error instanceof StoreFault && error.code === "corrupt",
        `${name}: ${what}`,
      );
    const verified = await reader.verify();
    assert.deepEqual([verified.ok, verified.turn], [false, 1], what);
    await reader.close().catch(() => {});
    for (const words of what === "another cell" ? [] : [["log", run], ["verify"]]) {
      const { status, stderr } = cli(...words, "--db", file);
      assert.equal(status, 3, `${words[0]}: ${what}: ${stderr}`);
      assert.doesNotMatch(stderr, /\n +at /, `${words[0]}: no stack`);
    }
    db.exec("UPDATE commits SET body = (SELECT body FROM was WHERE was.key = commits.key)");
  }
  db.close();
});

it("what is cached for queries is verified against the turns", async (t) => {
  const file = join(folder(t), "orrery.db");
  const { orrery } = await onDisk(file);
  const { run } = await orrery.createRun({ world: "house/cottage", seed: "1" });
  await orrery.submit(run, { text: "look" });
  await orrery.recall(run, { as: "you", query: "garden" });
  await orrery.close();
  const db = new DatabaseSync(file);
  const changes: Record<string, string> = {
    world_states: "UPDATE world_states SET state = replace(state, 'garden', 'gardem')",
    entities: "UPDATE entities SET name = name || 'x' WHERE id = (SELECT min(id) FROM entities)",
    memories: "UPDATE memory_texts SET text = text || 'x' WHERE id = (SELECT min(id) FROM memory_texts)",
    runs: "UPDATE runs SET name = 'house/cottagf'",
    settings: "UPDATE settings SET value = value || '0' WHERE key = 'seat_key'",
  };
  for (const [what, change] of Object.entries(changes)) {
    db.exec(`BEGIN; ${change}; COMMIT`);
    assert.equal(await isWhole(file), false, what);
    db.exec(
      {
        world_states: "UPDATE world_states SET state = replace(state, 'gardem', 'garden')",
        entities:
          "UPDATE entities SET name = substr(name, 1, length(name) - 1) WHERE id = (SELECT min(id) FROM entities)",
        memories:
          "UPDATE memory_texts SET text = substr(text, 1, length(text) - 1) WHERE id = (SELECT min(id) FROM memory_texts)",
        runs: "UPDATE runs SET name = 'house/cottage'",
        settings: "UPDATE settings SET value = substr(value, 1, length(value) - 1) WHERE key = 'seat_key'",
      }[what]!,
    );
  }
  db.close();
  assert.equal(await isWhole(file), true);
});

async function isWhole(file: string): Promise<boolean> {
  const store = openSqlite(file, { readOnly: true });
  try {
    const orrery = await openOrrery({ store, worlds });
    return (await orrery.verify()).ok;
  } catch (error) {
    if (error instanceof StoreFault && error.code === "corrupt") return false;
    throw error;
  } finally {
    await store.close();
  }
}
