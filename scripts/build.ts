// Builds the page into `web/dist`, once for each state of its sources.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";

const root = resolve(import.meta.dirname, "..");
const stamp = resolve(root, "web/dist/.built");

/** Builds `web/dist` unless it was made from just these sources. */
export function buildWeb(): void {
  const wanted = digestOfSources();
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  process.stderr.write("Building the page (once) …\n");
  const built = spawnSync(
    resolve(root, "node_modules/.bin/vite"),
    ["build", "--logLevel", "warn", resolve(root, "web")],
    {
      cwd: resolve(root, "web"),
      stdio: ["ignore", 2, 2],
      env: { ...process.env, NODE_ENV: "production" },
    },
  );
  if (built.status !== 0) throw new Error("The web page could not be built: see above.");
  writeFileSync(stamp, wanted);
}

function digestOfSources(): string {
  const hash = createHash("sha256");
  const files = globSync(
    "{web/*,web/src/**/*,web/public/**/*,{kernel,parser,runtime}/src/**/*.ts,worlds/**/*.ts,package-lock.json}",
    {
      cwd: root,
      withFileTypes: true,
    },
  )
    .filter((file) => file.isFile())
    .map((file) => resolve(file.parentPath, file.name))
    .sort();
  for (const file of files) hash.update(file.slice(root.length)).update(readFileSync(file));
  return hash.digest("hex");
}
