// Plants one small fault at a time in a copy of the project and runs the tests that reach it: what survives is a guard that no test holds.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { copyProject, reaches as doesReach, type Reach, reachOf, runTest } from "./ground.ts";
import { type Mutant, mutantsOf, plant } from "./mutants.ts";

const USAGE = `npm run mutate -- [FILE PART …] [--sample N] [--seed S] [--tests PART …] [--list]
  Plants faults in kernel, store, runtime and server, or in the files whose paths hold one of these parts.
  --sample N   so many faults of each package, chosen by the seed (20 unless told)
  --seed S     another choice ("0" unless told)
  --tests PART only test files whose paths hold it; more often for more
  --list       names the faults and runs nothing`;
const PACKAGES = ["kernel", "store", "runtime", "server"];
/** Milliseconds that a test file may take: those that kill processes for minutes hold what faster ones hold as well. */
const LIMIT_MS = 180_000;
const root = resolve(import.meta.dirname, "../..");

interface Accepted {
  readonly file: string;
  readonly code: string;
  readonly fault: string;
  readonly why: string;
}

const { values, positionals } = parseArgs({
  args: process.argv.slice(2),
  allowPositionals: true,
  options: {
    sample: { type: "string", default: "20" },
    seed: { type: "string", default: "0" },
    tests: { type: "string", multiple: true, default: [] },
    list: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
const sample = Number(values.sample);
const tracked = spawnSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).stdout.trim().split("\n");
const isTest = (file: string) => file.endsWith(".test.ts");
const sourceOf = (file: string) => readFileSync(resolve(root, file), "utf8");
/** A hash of all code but that of test files. */
const codeKey = once(() => {
  const hash = createHash("sha256");
  for (const file of tracked.filter((file) => /\.tsx?$/.test(file) && !isTest(file))) hash.update(sourceOf(file));
  return hash.digest("hex");
});
const chosen = PACKAGES.flatMap((name) => pick(mutantsIn(name)));
if (values.help || !Number.isSafeInteger(sample) || sample < 1) {
  process.stdout.write(`${USAGE}\n`);
  process.exitCode = values.help ? 0 : 2;
} else if (values.list)
  process.stdout.write(`${[...chosen.map(describeMutant), `${chosen.length} faults`].join("\n")}\n`);
else process.exitCode = await run();

function mutantsIn(name: string): readonly Mutant[] {
  const files = tracked.filter(
    (file) =>
      file.startsWith(`${name}/src/`) &&
      file.endsWith(".ts") &&
      (positionals.length === 0 || positionals.some((part) => file.includes(part))),
  );
  return files.flatMap((file) => mutantsOf(file, sourceOf(file)));
}

/** A choice that stays the same for a seed while the code does. */
function pick(mutants: readonly Mutant[]): readonly Mutant[] {
  const keyOf = ({ file, start, fault }: Mutant) =>
    createHash("sha256").update(`${values.seed} ${file} ${start} ${fault}`).digest("hex");
  return mutants
    .map((mutant) => ({ mutant, key: keyOf(mutant) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .slice(0, sample)
    .map(({ mutant }) => mutant);
}

async function run(): Promise<number> {
  const copy = copyProject(root, tracked);
  const stop = () => {
    rmSync(copy, { recursive: true, force: true });
    process.exit(130);
  };
  process.once("SIGINT", stop).once("SIGTERM", stop);
  try {
    const reach = new Map(PACKAGES.map((name) => [name, once(() => reachAll(copy, name))]));
    const accepted = JSON.parse(sourceOf("scripts/mutate/accepted.json")) as readonly Accepted[];
    const survivors: Mutant[] = [];
    for (const mutant of chosen) {
      const by = await killerOf(copy, mutant, reach);
      const why = accepted.find((one) => isSame(one, mutant))?.why;
      if (by === null && why === undefined) survivors.push(mutant);
      process.stdout.write(
        `${by ? "killed  " : why ? "accepted" : "SURVIVED"} ${describeMutant(mutant)}${by ? `, by ${by}` : ""}\n`,
      );
    }
    report(survivors);
    return survivors.length === 0 ? 0 : 1;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** The tests of one package that pass without a fault, the fastest first. */
async function reachAll(copy: string, name: string): Promise<readonly Reach[]> {
  const all: Reach[] = [];
  for (const test of tracked.filter((file) => file.startsWith(`${name}/test/`) && isTest(file))) {
    if (values.tests.length > 0 && !values.tests.some((part) => test.includes(part))) continue;
    const reach = await reachOf(copy, test, LIMIT_MS, cacheOf(test));
    process.stderr.write(
      `${reach ? `${(reach.ms / 1000).toFixed(1)} s` : "fails unchanged, or takes too long: left out"}  ${test}\n`,
    );
    if (reach) all.push(reach);
  }
  return all.sort((a, b) => a.ms - b.ms);
}

/** Where the reach of a test is kept: it holds as long as no code changes but that of other tests. */
function cacheOf(test: string): string {
  const key = createHash("sha256")
    .update(`${codeKey()} ${sourceOf(test)}`)
    .digest("hex");
  return resolve(root, "node_modules/.cache/mutate", `${key}.json.gz`);
}

type Reaches = ReadonlyMap<string, () => Promise<readonly Reach[]>>;

/** The test that fails with the fault, those of its own package first; null when none does. Tests of a package run unchanged once, when they are first needed. */
async function killerOf(copy: string, mutant: Mutant, reaches: Reaches): Promise<string | null> {
  const path = resolve(copy, mutant.file);
  const source = sourceOf(mutant.file);
  const own = mutant.file.split("/", 1)[0]!;
  for (const name of [own, ...PACKAGES.filter((name) => name !== own)]) {
    const near = (await reaches.get(name)!()).filter((one) => doesReach(one, mutant.file, mutant.start));
    writeFileSync(path, plant(source, mutant));
    try {
      for (const one of near) if ((await runTest(copy, one.test, one.ms * 5 + 10_000)).killed) return one.test;
    } finally {
      writeFileSync(path, source);
    }
  }
  return null;
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function report(survivors: readonly Mutant[]): void {
  for (const name of PACKAGES) {
    const all = chosen.filter(({ file }) => file.startsWith(`${name}/`)).length;
    if (all === 0) continue;
    const left = survivors.filter(({ file }) => file.startsWith(`${name}/`)).length;
    process.stdout.write(
      `${name}: ${all - left} of ${all} killed or accepted (${Math.round((100 * (all - left)) / all)} %)\n`,
    );
  }
}

function describeMutant({ file, line, start, end, fault }: Mutant): string {
  return `${file}:${line} ${fault}: ${codeOf(file, start, end)}`;
}

/** The code of a fault on one line, so that a list of accepted ones outlives changes elsewhere in the file. */
function codeOf(file: string, start: number, end: number): string {
  const source = sourceOf(file);
  const from = source.lastIndexOf("\n", start) + 1;
  const to = source.indexOf("\n", end);
  return source
    .slice(from, to < 0 ? undefined : to)
    .trim()
    .replaceAll(/\s+/g, " ")
    .slice(0, 160);
}

function isSame({ file, code, fault }: Accepted, mutant: Mutant): boolean {
  return file === mutant.file && fault === mutant.fault && code === codeOf(mutant.file, mutant.start, mutant.end);
}
