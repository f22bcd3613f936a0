// Builds the page when its sources are newer than what was built. Needs vite, and nothing else of this machine.
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

const HERE = import.meta.dirname;
export const DIST = join(HERE, "dist");
/** What a build is made of: the page's own files, and the package whose types and words it shares. */
const SOURCES = ["src", "public", "index.html", "vite.config.ts", "package.json"];

/** Whether the built page is missing or older than any of its sources. */
export async function isStale(): Promise<boolean> {
  const built = await stat(join(DIST, "index.html")).catch(() => null);
  if (!built) return true;
  const newest = await Promise.all(SOURCES.map((name) => newestIn(join(HERE, name))));
  return Math.max(...newest) > built.mtimeMs;
}

/** Builds, quietly. Rejects with Vite's own message when the sources do not build. */
export async function buildPage(): Promise<void> {
  const { build } = await import("vite");
  await build({ configFile: join(HERE, "vite.config.ts"), logLevel: "warn" });
}

async function newestIn(path: string): Promise<number> {
  const at = await stat(path);
  if (!at.isDirectory()) return at.mtimeMs;
  const entries = await readdir(path);
  return Math.max(at.mtimeMs, ...(await Promise.all(entries.map((name) => newestIn(join(path, name))))));
}
