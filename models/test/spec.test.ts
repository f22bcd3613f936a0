// SPEC.md and the tests speak of the same rules.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { it } from "node:test";

it("every rule of SPEC.md is quoted by a test, and every quoted rule is there", () => {
  const spec = readFileSync(join(import.meta.dirname, "../SPEC.md"), "utf8");
  const rules = [...spec.matchAll(/^- \*\*\[(M\d+)\]/gm)].map((match) => match[1]!);
  const tests = globSync("*.test.ts", { cwd: import.meta.dirname }).map((name) =>
    readFileSync(join(import.meta.dirname, name), "utf8"),
  );
  const quoted = new Set(tests.flatMap((text) => [...text.matchAll(/\[(M\d+)\]/g)].map((match) => match[1]!)));
  assert.equal(new Set(rules).size, rules.length);
  assert.deepEqual(
    rules.filter((rule) => !quoted.has(rule)),
    [],
  );
  assert.deepEqual(
    [...quoted].filter((rule) => !rules.includes(rule)),
    [],
  );
});
