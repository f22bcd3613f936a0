// `npm run fuzz -- <target> [seed]`: the long form of a package's tests, from one seed. A failure prints the command that repeats it.
import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { resolve } from "node:path";

const root = resolve(import.meta.dirname, "..");
const TARGETS: Readonly<Record<string, string>> = {
  kernel: "kernel/test/*.test.ts",
  tictactoe: "worlds/tictactoe/test/*.test.ts",
  house: "worlds/house/test/*.test.ts",
  glassbox: "worlds/glassbox/test/*.test.ts",
  protocol: "worlds/table/test/protocol/*.test.ts",
  story: "worlds/story/test/*.test.ts",
  parser: "parser/test/*.test.ts",
  store: "store/test/*.test.ts",
  models: "models/test/**/*.test.ts",
  runtime: "runtime/test/*.test.ts",
  server: "server/test/*.test.ts",
  sprint: "worlds/sprint/test/*.test.ts",
};

const [target, given] = process.argv.slice(2);
const pattern = target !== undefined && Object.hasOwn(TARGETS, target) ? TARGETS[target] : undefined;
if (pattern === undefined || (given !== undefined && !/^\d{1,9}$/.test(given))) {
  process.stderr.write(`npm run fuzz -- <${Object.keys(TARGETS).join("|")}> [seed]\nA seed is a whole number.\n`);
  process.exit(2);
}
const seed = given ?? String(Math.floor(Math.random() * 1e9));
process.stdout.write(`seed ${seed}\n`);
const done = spawnSync(
  process.execPath,
  ["--import", resolve(root, "scripts/seed.ts"), "--test", "--test-concurrency=2", ...globSync(pattern, { cwd: root })],
  { cwd: root, stdio: "inherit", env: { ...process.env, ORRERY_LONG: "1", ORRERY_SEED: seed } },
);
if (done.status !== 0) process.stdout.write(`next: npm run fuzz -- ${target} ${seed}\n`);
process.exit(done.status ?? 1);
