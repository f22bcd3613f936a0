// Histories that are kept for ever: each must still read, verify and fold to the state it was written with.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { describe, it } from "node:test";
import { sha256 } from "@orrery/kernel/testing";
import type { TurnLine } from "@orrery/runtime";
import { all, inMemory } from "./open.ts";

const folder = resolve(import.meta.dirname, "../../fixtures/golden");
const kept = JSON.parse(readFileSync(resolve(folder, "hashes.json"), "utf8")) as Record<
  string,
  Record<string, { truthHash: string; stateHash: string; wayHash: string }>
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
        const turns = (await all(orrery.log(run, { branch: name }))) as TurnLine[];
        const { truthHash, stateHash } = turns.at(-1)!;
        assert.equal(turns.length, head.turn);
        // What was so only for a while shows in no last state.
        found[name] = { truthHash, stateHash, wayHash: sha256(turns.map((turn) => turn.stateHash).join("\n")) };
      }
      assert.deepEqual(found, kept[file], "a new hash is a decision: it needs a new world version and an upcast");
    });
  }

  for (const file of ["sprint-1.ndjson", "sprint-2.ndjson"])
    it(`show the pictures whose hashes they keep, byte for byte: ${basename(file, ".ndjson")}`, async () => {
      const orrery = await inMemory();
      const { run } = await orrery.import(readFileSync(resolve(folder, file), "utf8").split("\n").filter(Boolean));
      const turns = await all(orrery.log(run));
      const painted = turns.flatMap(({ events }) =>
        (events as { type: string; made?: { hash: string } }[]).flatMap(({ made }) => made ?? []),
      );
      assert.equal(painted.length, 12);
      for (const { hash } of painted) {
        const { bytes } = await orrery.artifact(run, hash);
        assert.equal(sha256(new TextDecoder().decode(bytes)), hash);
      }
    });
});
