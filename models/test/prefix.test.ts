// A late turn's new input stays flat as a match grows: measured, not claimed.
import assert from "node:assert/strict";
import { it } from "node:test";
import { FAMILIES, prefixReports, prefixTable } from "./exports.ts";

it("[M95] uncached input of turn 200 is at most 1.3 times that of turn 20, and billed input is reported as it grows", async (t) => {
  const families = process.env["ORRERY_LONG"] === "1" ? FAMILIES : (["openai", "anthropic"] as const);
  const reports = await prefixReports({ families });
  t.diagnostic(`\n${prefixTable(reports)}`);
  for (const { profile, uncachedRatio, billedRatio, early } of reports) {
    assert.ok(early.cached > 0, `${profile}: nothing was cached`);
    assert.ok(uncachedRatio <= 1.3, `${profile}: ${uncachedRatio}`);
    assert.ok(billedRatio > 3, `${profile}: billed input does grow, whatever the cache does`);
  }
});

it("[M95] with a fresh conversation after each phase billed input stays flat too", async () => {
  for (const { profile, billedRatio } of await prefixReports({ early: 20, late: 40, phase: 20 }))
    assert.ok(billedRatio < 1.1, `${profile}: ${billedRatio}`);
});
