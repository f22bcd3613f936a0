// Run folders of OASIS, read as they lie: a real one against its truth, and made ones with the damage that real ones have.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, it } from "node:test";
import { OasisPlatform, ReportBuilder, readConfig, readFolder, type Unread, UnreadList } from "../src/oasis/index.ts";

const FIXTURES = resolve(import.meta.dirname, "../../fixtures/oasis");

/** Reports of every platform as JSON has them, and what could not be read. */
async function reportOf(
  dir: string,
): Promise<{ platforms: Record<string, Record<string, unknown>>; unread: readonly Unread[] }> {
  const unread = new UnreadList();
  const folder = readFolder(dir, unread);
  assert.ok(folder, `${dir} is a run folder`);
  const config = readConfig(folder, unread);
  const platforms: Record<string, Record<string, unknown>> = {};
  for (const [name, files] of folder.platforms) {
    const platform = new OasisPlatform({ folder, config, name, files, unread });
    const report = new ReportBuilder(platform);
    for await (const round of platform.rounds()) report.add(round);
    platforms[name] = JSON.parse(JSON.stringify(report.finish())) as Record<string, unknown>;
    platform.close();
  }
  return { platforms, unread: unread.all };
}

describe("a real run folder", () => {
  it("is read as it truly was, field by field", async () => {
    const truth = (
      JSON.parse(readFileSync(resolve(FIXTURES, "reddit-12x10.truth.json"), "utf8")) as {
        small: Record<string, Record<string, unknown>>;
      }
    ).small;
    const { platforms, unread } = await reportOf(resolve(FIXTURES, "reddit-12x10/sim_3893a0b4a610"));
    assert.deepEqual(Object.keys(platforms), Object.keys(truth));
    for (const [name, fields] of Object.entries(truth))
      for (const [field, value] of Object.entries(fields))
        assert.deepEqual(platforms[name]![field], value, `${name}.${field}`);
    assert.deepEqual(unread, []);
  });
});
