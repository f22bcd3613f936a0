// Packages that a single command needs: in a folder with a lockfile of its own, so that a plain install does not bring them along.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Installs what `home`'s package-lock.json names, unless it is there already. `what` says it to the person who waits. Throws when npm fails. */
export function installApart(home: string, what: string): void {
  const lock = readFileSync(join(home, "package-lock.json"), "utf8");
  // Holds the lockfile that the installed packages are of.
  const stamp = join(home, "node_modules/.installed");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
  process.stderr.write(`Installing ${what} (once) …\n`);
  const done = spawnSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: home,
    stdio: ["ignore", 2, 2],
    shell: process.platform === "win32",
  });
  if (done.status !== 0) throw new Error(`npm could not install ${what}. Is the npm registry within reach?`);
  writeFileSync(stamp, lock);
}
