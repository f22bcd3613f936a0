// A thread that loads the entry of a world package, reports what it found, and ends: the package's code runs here first.
import { fileURLToPath, pathToFileURL } from "node:url";
import { parentPort, workerData } from "node:worker_threads";
import { resolveKernel } from "./hooks.ts";
import { type PackageTrial, worldProblem } from "./problem.ts";

async function attempt(entry: string): Promise<PackageTrial> {
  resolveKernel();
  try {
    const { world } = (await import(pathToFileURL(entry).href)) as { world?: { id: string; version: number } };
    const problem = worldProblem(world);
    return problem === null ? { ok: true, id: world!.id, version: world!.version } : { ok: false, problem };
  } catch (error) {
    return { ok: false, problem: `it cannot be loaded: ${withPlace(error, entry)}` };
  }
}

/** The error with the first place of the package that it names. */
function withPlace(error: unknown, entry: string): string {
  if (!(error instanceof Error)) return `it threw ${String(error)}.`;
  const folder = entry.slice(0, entry.lastIndexOf("/") + 1);
  const [at] = /file:[^)\s]+?:\d+(?::\d+)?/.exec(error.stack ?? "") ?? [];
  const place = at ? at.replace(/^file:[^:]*/, (url) => fileURLToPath(url)) : null;
  return `${error.message.replace(/\.$/, "")}${place?.startsWith(folder) ? `, at ${place}` : ""}.`;
}

// Not awaited: a package that waits for ever must end this thread, and without a warning.
void attempt(workerData as string).then((tried) => parentPort?.postMessage(tried));
