// Every rule of SPEC.md has a test that quotes it, and no test quotes a rule that is not there.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { it } from "node:test";

const here = new URL(".", import.meta.url);
const quoted = (text: string) => new Set(text.match(/\[K\d+\]/g));

it("rules and tests name each other", () => {
  const spec = readFileSync(new URL("../SPEC.md", here), "utf8");
  const rules = [...spec.matchAll(/^- \*\*(\[K\d+\])\*\*/gm)].map(([, rule]) => rule!);
  const tests = readdirSync(here)
    .filter((name) => name.endsWith(".test.ts") && name !== "spec.test.ts")
    .map((name) => readFileSync(new URL(name, here), "utf8"));
  assert.deepEqual(
    rules,
    rules.map((_, i) => `[K${i + 1}]`),
  );
  assert.deepEqual([...quoted(tests.join())].sort(), rules.toSorted());
});
