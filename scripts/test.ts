// All that CI does: checks, then every test this machine can run. Ends with one line that counts them.
import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { cpus } from "node:os";
import { dirname, relative, resolve } from "node:path";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { buildWeb } from "./build.ts";
import { check } from "./check.ts";

const root = resolve(import.meta.dirname, "..");
const words = process.argv.slice(2);

buildWeb();
const checked = words.length > 0 || check();
const all = globSync(
  "{kernel,worlds/*,examples/*,store,models,parser,agents,runtime,formats,server,cli,web,bench,scripts}/test/**/*.test.ts",
  {
    cwd: root,
  },
).sort();
const named = all.filter((file) => words.some((word) => file.includes(word)));
// Where a folder of tests has a `together.ts`, that runs them all in one process.
const together = globSync("{*,worlds/*}/test/together.ts", { cwd: root });
const alone = all.filter((file) => !together.some((one) => dirname(one) === dirname(file)));
/** What takes long begins first, so that nothing is waited for alone at the end. */
const LONGEST = ["runtime/", "web/", "parser/", "worlds/", "store/test/kill"];
const rank = (file: string) => {
  const at = LONGEST.findIndex((start) => file.startsWith(start));
  return at < 0 ? LONGEST.length : at;
};
const files = (named.length > 0 ? named : filesOf(words)).map((file) => resolve(root, file));
const patterns = named.length > 0 ? [] : words;

// Every file is a process of its own, and most of what a small one does is to read the same modules again.
process.env["NODE_COMPILE_CACHE"] ??= resolve(root, "node_modules/.cache/compiled");

/** Milliseconds that a test may take, and that may pass without any test ending: a test that spins cannot end itself. */
const LIMITS = { test: 300_000, silence: 600_000 };
const counts = { passed: 0, failed: 0, skipped: 0 };
const skipped: string[] = [];
const failed: string[] = [];
/** Milliseconds of each file: told with `ORRERY_SLOW=1`. */
const times = new Map<string, number>();
const stream = run({
  files,
  // One more than processors: a test of the page waits half of its time.
  concurrency: cpus().length + 1,
  execArgv: [`--test-timeout=${LIMITS.test}`],
  ...(patterns.length > 0
    ? { testNamePatterns: patterns.map((word) => new RegExp(word.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"))) }
    : {}),
});
stream.on("test:pass", (event) => {
  if (event.details.type === "suite" || isFile(event)) return;
  if (event.skip !== undefined || event.todo !== undefined) {
    counts.skipped++;
    skipped.push(`${event.name}: ${typeof event.skip === "string" ? event.skip : "no reason given"}`);
  } else counts.passed++;
});
stream.on("test:fail", (event) => {
  if (
    event.details.type === "suite" &&
    event.details.error.cause !== undefined &&
    /subtest/.test(String(event.details.error.message))
  )
    return;
  counts.failed++;
  failed.push(`${event.name} (${event.file ? relative(root, event.file) : "?"})`);
});
const open = new Set<string>();
const stalled = setTimeout(() => {
  failed.push(...[...open].map((file) => `did not end (${file})`));
  counts.failed += open.size;
  finish();
  spawnSync("pkill", ["-KILL", "-P", String(process.pid)]);
  process.exit(1);
}, LIMITS.silence);
stream.on("test:dequeue", (event) => isFile(event) && open.add(relative(root, event.name)));
stream.on("test:complete", (event) => {
  stalled.refresh();
  if (isFile(event)) open.delete(relative(root, event.name));
});
stream.on("test:summary", ({ file, duration_ms }) => {
  if (file !== undefined) times.set(relative(root, file), duration_ms);
});
stream.compose(spec).pipe(process.stdout);
stream.on("end", () => {
  clearTimeout(stalled);
  setImmediate(finish);
});

/** The files that may hold tests with these words in their names: all files if a shared suite has the words, or if no file has. */
function filesOf(words: readonly string[]): readonly string[] {
  const every = [...together, ...alone].sort((a, b) => rank(a) - rank(b));
  if (words.length === 0) return every;
  const spells = (file: string) => {
    const text = readFileSync(resolve(root, file), "utf8");
    return words.some((word) => text.includes(word));
  };
  const suites = globSync("{*,worlds/*}/{test,testing}/**/*.ts", { cwd: root }).filter((file) => !all.includes(file));
  const found = all.filter(spells);
  return found.length > 0 && !suites.some(spells) ? found : every;
}

/** The runner reports a file as a test of its own when the file holds none by name. */
function isFile(event: { name: string; nesting: number; file?: string }): boolean {
  return event.nesting === 0 && event.file !== undefined && resolve(root, event.name) === event.file;
}

function finish(): void {
  for (const line of skipped) process.stdout.write(`skipped  ${line}\n`);
  for (const line of failed)
    process.stdout.write(
      `failed   ${line}\n         next: npm test -- ${JSON.stringify(line.replace(/ \([^)]*\)$/, ""))}\n`,
    );
  if (process.env["ORRERY_SLOW"] === "1")
    for (const [file, ms] of [...times].sort((a, b) => b[1] - a[1]).slice(0, 10))
      process.stdout.write(`slow     ${(ms / 1000).toFixed(1).padStart(6)} s  ${file}\n`);
  if (!checked) process.stdout.write("failed   types, lint or format, see above\n         next: npm run check\n");
  if (!checked) counts.failed++;
  process.stdout.write(`tests: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`);
  process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0;
}
