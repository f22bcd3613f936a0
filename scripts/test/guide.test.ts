// The guide to worlds in code tells what is so: every name that it gives of the testing kit and of a world is one that there is.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { it } from "node:test";
import * as kit from "@orrery/kernel/testing";

const root = resolve(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(resolve(root, file), "utf8");

it("the guide to worlds in code names functions, members and files that there are", () => {
  const guide = read("docs/guides/world-in-code.md");
  for (const name of ["scenario", "silent", "unseen", "lawful", "amendable", "replays", "redecides", "playOut"]) {
    assert.ok(guide.includes(name), name);
    assert.equal(typeof (kit as Record<string, unknown>)[name], "function", name);
  }
  const world = read("kernel/src/world.ts");
  for (const name of [
    "asks",
    "check",
    "decide",
    "settle",
    "apply",
    "perceive",
    "legal",
    "about",
    "bots",
    "company",
    "prompt",
    "contest",
    "exports",
    "god",
    "valid",
    "text",
  ]) {
    assert.ok(guide.includes(`\`${name}`), name);
    assert.match(world, new RegExp(`^  (?:readonly )?${name}\\??[:(]`, "m"), name);
  }
  for (const [, file] of guide.matchAll(/\]\(([\w-]+\.md)\)/g)) read(`docs/guides/${file}`);
  for (const file of ["examples/auction/index.ts", "worlds/index.ts"]) read(file);
});
