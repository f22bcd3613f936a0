// The packed product, installed in an empty folder as a stranger would: the command plays, a world in code passes its tests, types are there.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, describe, it } from "node:test";
import { notices } from "../pack/notices.ts";

const root = resolve(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "orrery-pack-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const { NODE_TEST_CONTEXT: _, ...env } = process.env;
const shell = (cwd: string, command: string, ...args: string[]) =>
  execFileSync(command, args, { cwd, encoding: "utf8", env, stdio: ["ignore", "pipe", "pipe"] });
const node = (cwd: string, ...args: string[]) => shell(cwd, process.execPath, ...args);

/** Packages that an installation of the product may bring, itself included. */
const PACKAGES_MAX = 90;
const CLIENT = `
import { loadWorld, type AnyWorld } from "orrery/kernel";
import { scenario } from "orrery/kernel/testing";
export const load = (world: AnyWorld): string => loadWorld(world, (text: string) => text).world.id;
console.log(typeof load, typeof scenario);
`;

describe("the packed product", () => {
  it("installs in an empty folder, plays, and has the kernel with its types", () => {
    const [tarball] = node(root, "scripts/pack/pack.ts").trim().split("\n");
    writeFileSync(join(folder, "package.json"), '{"type":"module"}');
    shell(folder, "npm", "install", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error", tarball!);
    const lock = JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8")) as { packages: object };
    const packages = Object.keys(lock.packages).filter((path) => path !== "" && !path.includes("@orrery/"));
    assert.ok(packages.length <= PACKAGES_MAX, `${packages.length} packages`);

    const orrery = (...words: string[]) => node(folder, "node_modules/orrery/bin/orrery.cjs", ...words);
    assert.match(orrery("worlds"), /house\/cottage[\s\S]*table\/third-bell/);
    assert.equal(JSON.parse(orrery("run", "tictactoe", "--seed", "a", "--json")).outcome !== null, true);
    assert.match(orrery("help"), /^npx orrery <command>/);
    orrery("world", "new", "--code", "High Tide");
    assert.match(orrery("world", "check", "high-tide"), /It loads, and has all/);
    assert.match(orrery("world", "test", "high-tide"), /ℹ fail 0/);
    writeFileSync(join(folder, "world.yaml"), "rooms: 3");
    assert.throws(() => orrery("world", "check", "world.yaml"), /Command failed/);

    writeFileSync(join(folder, "client.ts"), CLIENT);
    assert.equal(node(folder, "client.ts").trim(), "function function");
    const strict = ["--strict", "--noEmit", "--module", "nodenext", "--target", "es2024", "--types", "node"];
    const types = ["--typeRoots", resolve(root, "node_modules/@types")];
    shell(folder, resolve(root, "node_modules/.bin/tsc"), ...strict, ...types, "client.ts");
  });

  it("carries the licences of what its page contains", () => {
    assert.equal(
      readFileSync(resolve(root, "NOTICES.md"), "utf8"),
      notices(),
      "next: node scripts/pack/notices.ts writes them anew",
    );
  });
});
