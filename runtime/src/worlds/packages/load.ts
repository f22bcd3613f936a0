// Loads the world of a folder: first in a thread that may throw, hang or end, then here. What is wrong with it is said in a sentence.
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import type { AnyWorld } from "@orrery/kernel";
import { resolveKernel } from "./hooks.ts";
import { badPackage, type Package, readPackage } from "./manifest.ts";
import type { PackageTrial } from "./problem.ts";

/** Milliseconds that a package may take to load, thread and all. */
const LOAD_MS = 15_000;

/** Faults `unknown_world` and `bad_world`. `timeoutMs`: how long it may take to load. */
export async function loadPackage(
  path: string,
  timeoutMs = LOAD_MS,
): Promise<{ readonly world: AnyWorld; readonly package: Package }> {
  const found = readPackage(path);
  const tried = await tryPackage(found, timeoutMs);
  if (!tried.ok) throw badPackage(path, tried.problem);
  requireSame(path, found, tried);
  resolveKernel();
  const { world } = (await import(pathToFileURL(found.entry).href)) as { world: AnyWorld };
  requireSame(path, found, world);
  return { world, package: found };
}

/** A package cannot pass for another world: histories name the world and the version that they were played by. */
function requireSame(
  path: string,
  { world: id, version }: Package,
  real: { readonly id: string; readonly version: number },
): void {
  if (real.id !== id)
    throw badPackage(path, `its manifest says that it is the world "${id}", and it exports "${real.id}".`);
  if (real.version !== version)
    throw badPackage(path, `its manifest says version ${version} of "${id}", and it exports version ${real.version}.`);
}

function tryPackage({ entry }: Package, timeoutMs: number): Promise<PackageTrial> {
  return new Promise((done) => {
    const thread = new Worker(new URL("./try-thread.ts", import.meta.url), {
      workerData: entry,
      execArgv: [],
      stdout: true,
      stderr: true,
    });
    const finish = (tried: PackageTrial) => {
      clearTimeout(timer);
      done(tried);
      void thread.terminate();
    };
    const timer = setTimeout(
      () =>
        finish({
          ok: false,
          problem: `it did not finish loading within ${timeoutMs / 1000} s. A module of it runs for ever, or waits for something.`,
        }),
      timeoutMs,
    );
    thread.once("message", finish);
    thread.once("error", (error) => finish({ ok: false, problem: `it cannot be loaded: ${String(error)}.` }));
    thread.once("exit", () =>
      finish({ ok: false, problem: "it ended, or waited for what never came, while it was being loaded." }),
    );
  });
}
