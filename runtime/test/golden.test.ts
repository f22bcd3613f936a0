// Histories that are kept for ever: each must still read, verify and fold to the state it was written with.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { describe, it } from "node:test";
import type { TurnLine } from "@orrery/runtime";
import { all, inMemory } from "./open.ts";

const folder = resolve(import.meta.dirname, "../../fixtures/golden");
const kept = JSON.parse(readFileSync(resolve(folder, "hashes.json"), "utf8")) as Record<
  string,
  Record<string, { truthHash: string; stateHash: string }>
>;

describe("golden histories", () => {
  const files = globSync("*.ndjson", { cwd: folder }).sort();
  it("are the ones that are listed", () => assert.deepEqual(files, Object.keys(kept).sort()));

  for (const file of files) {
    it(`${basename(file, ".ndjson")} replays to its known hashes`, async () => {
      const orrery = await inMemory();
      const lines = readFileSync(resolve(folder, file), "utf8").split("\n").filter(Boolean);
      const { run } = await orrery.import(lines);
      const verified = await orrery.verify(run);
      assert.equal(verified.ok, true, verified.problem);
      const found: Record<string, unknown> = {};
      for (const { name, head } of await orrery.branches(run)) {
        const [line] = (await all(orrery.log(run, { branch: name, from: head.turn }))) as TurnLine[];
        found[name] = { truthHash: line!.truthHash, stateHash: line!.stateHash };
      }
      assert.deepEqual(found, kept[file], "a new hash is a decision: it needs a new world version and an upcast");
    });
  }
});
