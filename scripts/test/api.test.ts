// The pages that `npm run api` writes: one for everything that `@orrery/kernel` exports.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { it } from "node:test";
import * as kernel from "@orrery/kernel";
import * as testing from "@orrery/kernel/testing";

it("writes a page for every export of the kernel and of its testing kit, without a dead link", () => {
  const out = mkdtempSync(join(tmpdir(), "orrery-api-"));
  try {
    execFileSync(process.execPath, [resolve(import.meta.dirname, "../api/api.ts"), out], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    const pages = new Set(
      globSync("{functions,classes,variables}/*.html", { cwd: out }).map((file) => file.split(".").at(-2)),
    );
    // TypeBox, which is handed on, has pages of its own elsewhere.
    const exported = Object.keys({ ...kernel, ...testing }).filter((name) => name !== "Type");
    assert.deepEqual(
      exported.filter((name) => !pages.has(name)),
      [],
    );
  } finally {
    rmSync(out, { recursive: true });
  }
});
