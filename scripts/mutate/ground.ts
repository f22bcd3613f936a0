// A copy of the project in which faults may be planted, and which tests run which lines of it. Never touches the project itself.
import { spawn } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";

/** What a test file runs: for each source file the ranges of characters that were reached. */
export interface Reach {
  readonly test: string;
  readonly ms: number;
  readonly ranges: ReadonlyMap<string, readonly Range[]>;
}
interface Range {
  readonly start: number;
  readonly end: number;
  readonly count: number;
}

/** Copies the tracked files and links the installed packages; ours among them point into the copy. */
export function copyProject(root: string, files: readonly string[]): string {
  const copy = mkdtempSync(resolve(tmpdir(), "orrery-mutate-"));
  // Some tests read it as another user.
  chmodSync(copy, 0o755);
  for (const file of files) {
    mkdirSync(dirname(resolve(copy, file)), { recursive: true });
    if (existsSync(resolve(root, file))) cpSync(resolve(root, file), resolve(copy, file));
  }
  for (const folder of [".", ...readdirSync(root)]) {
    const modules = resolve(root, folder, "node_modules");
    if (!existsSync(modules) || !existsSync(resolve(copy, folder))) continue;
    mkdirSync(resolve(copy, folder, "node_modules", "@orrery"), { recursive: true });
    for (const name of readdirSync(modules))
      if (name !== "@orrery") symlinkSync(resolve(modules, name), resolve(copy, folder, "node_modules", name));
  }
  const ours = resolve(root, "node_modules", "@orrery");
  for (const name of readdirSync(ours))
    symlinkSync(resolve(copy, name), resolve(copy, "node_modules", "@orrery", name));
  return copy;
}

/** Runs one test file; `killed` at its first failure, or once it takes longer than `limitMs`. */
export function runTest(
  copy: string,
  test: string,
  limitMs: number,
  coverage?: string,
): Promise<{ readonly killed: boolean; readonly ms: number }> {
  return new Promise((done) => {
    const began = performance.now();
    const child = spawn(process.execPath, ["--test-reporter=dot", resolve(copy, test)], {
      cwd: copy,
      stdio: ["ignore", "pipe", "ignore"],
      detached: true,
      env: {
        ...process.env,
        NODE_TEST_CONTEXT: undefined,
        NODE_V8_COVERAGE: coverage,
        NODE_COMPILE_CACHE: resolve(copy, "node_modules/.cache/compiled"),
      },
    });
    let hasFailed = false;
    const kill = () => {
      hasFailed = true;
      process.kill(-child.pid!, "SIGKILL");
    };
    const timer = setTimeout(kill, limitMs);
    // The reporter writes one X for a failed test.
    child.stdout.on("data", (dots: Buffer) => {
      if (!hasFailed && dots.includes("X")) kill();
    });
    child.on("exit", (code) => {
      clearTimeout(timer);
      done({ killed: hasFailed || code !== 0, ms: performance.now() - began });
    });
  });
}

/** Runs a test file of the unchanged copy, and keeps what it reached in `kept`; null when it fails there, and so can tell nothing. */
export async function reachOf(copy: string, test: string, limitMs: number, kept: string): Promise<Reach | null> {
  if (existsSync(kept)) return readReach(test, kept);
  const folder = mkdtempSync(resolve(tmpdir(), "orrery-reach-"));
  try {
    const { killed, ms } = await runTest(copy, test, limitMs, folder);
    if (killed) return null;
    const ranges = new Map<string, Range[]>();
    for (const name of readdirSync(folder)) {
      const { result } = JSON.parse(readFileSync(resolve(folder, name), "utf8")) as Coverage;
      for (const { url, functions } of result) {
        if (!url.startsWith("file://")) continue;
        const path = fileURLToPath(url);
        if (!path.startsWith(`${copy}/`) || path.includes("/node_modules/")) continue;
        const file = path.slice(copy.length + 1);
        const known = ranges.get(file) ?? [];
        ranges.set(file, known);
        for (const { ranges: all } of functions)
          for (const { startOffset, endOffset, count } of all)
            known.push({ start: startOffset, end: endOffset, count });
      }
    }
    mkdirSync(dirname(kept), { recursive: true });
    writeFileSync(kept, gzipSync(JSON.stringify({ ms, ranges: [...ranges] })));
    return { test, ms, ranges };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readReach(test: string, kept: string): Reach {
  const { ms, ranges } = JSON.parse(gunzipSync(readFileSync(kept)).toString()) as {
    readonly ms: number;
    readonly ranges: readonly (readonly [string, readonly Range[]])[];
  };
  return { test, ms, ranges: new Map(ranges) };
}

interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly {
      readonly ranges: readonly {
        readonly startOffset: number;
        readonly endOffset: number;
        readonly count: number;
      }[];
    }[];
  }[];
}

/** Whether a test reached an offset: in some process the narrowest range around it was run. Types are stripped to blanks, so offsets hold. */
export function reaches({ ranges }: Reach, file: string, offset: number): boolean {
  const around = (ranges.get(file) ?? []).filter(({ start, end }) => start <= offset && offset < end);
  const narrowest = Math.min(...around.map(({ start, end }) => end - start));
  return around.some(({ start, end, count }) => end - start === narrowest && count > 0);
}
