// Worlds taken from folders: a good one plays and is found again, and every bad one is told what is wrong with it.
import assert from "node:assert/strict";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, describe, it } from "node:test";
import { type Orrery, openOrrery, shippedWorlds } from "@orrery/runtime";
import { openSqlite } from "@orrery/store";
import { loadPackage } from "../src/worlds/packages/load.ts";
import { hashPackage } from "../src/worlds/packages/manifest.ts";

const root = mkdtempSync(join(tmpdir(), "orrery-packages-"));
after(() => rmSync(root, { recursive: true, force: true }));
const STARTER = resolve(import.meta.dirname, "../../examples/starter");

let count = 0;
/** A copy of a world that works, outside of the repository, with something else in its files. */
function folder(
  change: { readonly index?: (text: string) => string; readonly manifest?: object | string } = {},
): string {
  const dir = join(root, `world-${++count}`);
  cpSync(STARTER, dir, { recursive: true });
  const index = join(dir, "index.ts");
  if (change.index) writeFileSync(index, change.index(readFileSync(index, "utf8")));
  const file = join(dir, "package.json");
  const { manifest } = change;
  if (typeof manifest === "string") writeFileSync(file, manifest);
  else if (manifest)
    writeFileSync(file, JSON.stringify({ ...(JSON.parse(readFileSync(file, "utf8")) as object), ...manifest }));
  return dir;
}
const open = async (file: string): Promise<Orrery> =>
  openOrrery({ store: await openSqlite(join(root, file)), files: true, worlds: shippedWorlds() });

describe("a world in a folder", () => {
  it("is played, and found again by another process without the folder's path", async () => {
    const dir = folder();
    const orrery = await open("a.db");
    const { run } = await orrery.createRun({ world: dir, config: { rounds: 1 }, seed: "s" });
    await orrery.submit(run, { as: "ann", text: "name 7" });
    await orrery.play(run, { agents: "*=bot:middle" });
    assert.equal((await orrery.show(run)).world, "starter");
    assert.match(String((await orrery.show(run)).ending), /wins|draw/);
    await orrery.close();
    const again = await open("a.db");
    assert.equal((await again.show(run)).title, "starter");
    assert.equal((await again.verify(run)).ok, true);
    await again.close();
  });

  it("has its own card, rules and page once added", async () => {
    const worlds = shippedWorlds();
    assert.equal(await worlds.add(folder()), "starter");
    const orrery = await openOrrery({ store: await openSqlite(join(root, "b.db")), worlds });
    const cards = await orrery.worlds();
    assert.deepEqual(cards.at(-1), {
      name: "starter",
      plays: "starter",
      written: false,
      title: "Nearest",
      summary: "Two players secretly name a number, a die of twenty falls, and the nearest scores.",
    });
    assert.match(String((await orrery.worldRules("starter")).rules), /^Each round both players name/);
    await assert.rejects(orrery.createRun({ world: folder() }), { code: "unknown_world" }, "paths are not for HTTP");
    await orrery.close();
  });

  it("leaves its runs listed, and the others unchanged, when it is removed", async () => {
    const dir = folder();
    const orrery = await open("c.db");
    const { run } = await orrery.createRun({ world: dir });
    const other = await orrery.createRun({ world: "tictactoe" });
    await orrery.close();
    renameSync(dir, `${dir}-away`);
    const again = await open("c.db");
    const runs = await again.runs();
    assert.match(
      runs.find((one) => one.run === run)!.missing!,
      /There is no folder .* held the world "starter"\. Give its folder/,
    );
    assert.equal(runs.find((one) => one.run === other.run)!.missing, undefined);
    await assert.rejects(again.show(run), { code: "unknown_world" });
    await again.close();
  });
});

describe("a refused world folder", () => {
  const refused = async (dir: string, message: RegExp, timeoutMs?: number) =>
    assert.rejects(loadPackage(dir, timeoutMs), (error: Error) => {
      assert.match(error.message, message);
      return true;
    });

  it("has no manifest, or one that does not say which world it is", async () => {
    const none = folder();
    rmSync(join(none, "package.json"));
    await refused(none, /it has no manifest\. Write a package\.json such as/);
    await refused(folder({ manifest: "{" }), /package\.json is not JSON/);
    await refused(folder({ manifest: { orrery: undefined } }), /does not say which world it holds/);
    await refused(folder({ manifest: { type: "commonjs" } }), /"type": "module"/);
    await refused(
      folder({ manifest: { orrery: { world: "Big World", version: 1 } } }),
      /orrery\.world .* must be an id/,
    );
    await refused(folder({ manifest: { orrery: { world: "x", version: 0 } } }), /orrery\.version .* from 1/);
  });

  it("has no entry, or one that exports no world", async () => {
    const none = folder();
    rmSync(join(none, "index.ts"));
    await refused(none, /no index\.ts and no index\.js/);
    await refused(join(root, "nowhere"), /There is no folder/);
    await refused(join(STARTER, "README.md"), /by its folder, or by the index\.ts/);
    await refused(folder({ index: () => "export const nothing = 1;" }), /does not export `world`/);
    await refused(folder({ index: (text) => text.replace("  entities:", "  things:") }), /its world lacks entities/);
    await refused(folder({ index: (text) => text.replace("    name(view,", "    named(view,") }), /lacks check\.name/);
    await refused(folder({ index: (text) => `${text}\nimport "./not-there.ts";` }), /Cannot find module/);
  });

  it("throws, hangs or ends while it is loaded", async () => {
    await refused(
      folder({ index: (text) => `${text}\nthrow new Error("no luck");` }),
      /cannot be loaded: no luck, at .*index\.ts:\d+/,
    );
    await refused(
      folder({ index: (text) => text.replace("export const world", "export const world: = 1; const w") }),
      /cannot be loaded/,
    );
    await refused(folder({ index: (text) => `${text}\nfor (;;);` }), /did not finish loading within 2 s/, 2_000);
    await refused(
      folder({ index: (text) => `${text}\nawait new Promise(() => {});` }),
      /ended, or waited for what never came/,
    );
    await refused(folder({ index: (text) => `${text}\nprocess.exit(0);` }), /ended, or waited/);
  });

  it("does not match its manifest's world, version or files", async () => {
    await refused(
      folder({ manifest: { orrery: { world: "other", version: 1 } } }),
      /says that it is the world "other", and it exports "starter"/,
    );
    await refused(
      folder({ manifest: { orrery: { world: "starter", version: 2 } } }),
      /says version 2 of "starter", and it exports version 1/,
    );
    const pinned = folder();
    const sha256 = hashPackage(pinned);
    writeFileSync(
      join(pinned, "package.json"),
      JSON.stringify({ type: "module", orrery: { world: "starter", version: 1, sha256 } }),
    );
    assert.equal((await loadPackage(pinned)).world.id, "starter");
    mkdirSync(join(pinned, "more"));
    writeFileSync(join(pinned, "more", "data.json"), "{}");
    await refused(pinned, new RegExp(`its manifest says ${sha256}`));
  });

  it("cannot take the place of a world that comes with Orrery", async () => {
    const dir = folder({
      manifest: { orrery: { world: "tictactoe", version: 1 } },
      index: (text) => text.replace('id: "starter"', 'id: "tictactoe"'),
    });
    await assert.rejects(shippedWorlds().add(dir), {
      code: "bad_world",
      message: /there is a world "tictactoe" already/,
    });
  });
});
