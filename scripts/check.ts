// Types, lint, format: everything about the text of the project that a machine can judge. The tidy rules are tests.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { resolve } from "node:path";

const root = resolve(import.meta.dirname, "..");
/** Keeps what the compiler learned, so that the next check reads only what changed. */
const remember = (name: string) => ["--incremental", "--tsBuildInfoFile", `node_modules/.cache/types/${name}.json`];
const CHECKS: readonly [name: string, mend: string, ...command: string[]][] = [
  ["types", "tsc -p .", "tsc", "-p", ".", ...remember("all")],
  [
    "types without Node or the DOM (kernel, worlds, parser, agents)",
    "tsc -p tsconfig.pure.json",
    "tsc",
    "-p",
    "tsconfig.pure.json",
    ...remember("pure"),
  ],
  ["types of the web", "tsc -p web", "tsc", "-p", "web", ...remember("web")],
  [
    "lint and format",
    "npm run format",
    "biome",
    "ci",
    "--error-on-warnings",
    "--colors=off",
    "--max-diagnostics=30",
    ".",
  ],
];

/** Runs every check; true when all pass. */
export function check(): boolean {
  let ok = true;
  for (const [name, mend, command, ...args] of CHECKS) {
    if (args[1] === "web" && !existsSync(resolve(root, "web/tsconfig.json"))) continue;
    const done = spawnSync(resolve(root, "node_modules/.bin", command!), args, { cwd: root, encoding: "utf8" });
    const passed = done.status === 0;
    process.stdout.write(`${passed ? "✔" : "✖"} ${name}\n`);
    if (!passed) process.stdout.write(`${done.stdout}${done.stderr}\n  next: ${mend}\n`);
    ok &&= passed;
  }
  return ok;
}

if (import.meta.main) process.exit(check() ? 0 : 1);
