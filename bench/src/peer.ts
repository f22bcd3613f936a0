// The library that the benchmarks are measured against: a package of its own, so that a plain install does not bring it along.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";

const HOME = resolve(import.meta.dirname, "../peer");
/** Holds the lockfile that the installed packages are of. */
const STAMP = join(HOME, "node_modules/.installed");

/** Installs what `peer/package-lock.json` names, unless it is there already. Throws when npm fails. */
export function installPeer(): void {
  const lock = readFileSync(join(HOME, "package-lock.json"), "utf8");
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === lock) return;
  process.stderr.write("Installing what the benchmarks are measured against (once) …\n");
  const done = spawnSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: HOME,
    stdio: ["ignore", 2, 2],
    shell: process.platform === "win32",
  });
  if (done.status !== 0)
    throw new Error("The benchmarks' peer could not be installed. Is the npm registry within reach?");
  writeFileSync(STAMP, lock);
}

/** A module of the installed peer. */
export const requirePeer = <T>(name: string): T => createRequire(join(HOME, "package.json"))(name) as T;
