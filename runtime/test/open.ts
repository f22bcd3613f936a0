// Orrery for tests: a store in memory or on disk, ids and times that repeat, and the test worlds beside the shipped ones.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AnyWorld } from "@orrery/kernel";
import { fixedOutside, type Orrery, openOrrery, shippedWorlds, type TurnLine } from "@orrery/runtime";
import { memoryStore, openSqlite, type Store } from "@orrery/store";
import { council } from "./council.ts";
import { market } from "./market.ts";

export const worlds = shippedWorlds([council as AnyWorld, market as AnyWorld]);

export async function inMemory(seed = "test"): Promise<Orrery> {
  return openOrrery({ store: memoryStore(), worlds, outside: fixedOutside(seed), files: true });
}

/** A folder that is gone when the test is over. */
export function folder(t: { after(work: () => void): void }): string {
  const path = mkdtempSync(join(tmpdir(), "orrery-"));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

export async function onDisk(file: string, seed = "test"): Promise<{ orrery: Orrery; store: Store }> {
  const store = await openSqlite(file);
  return { orrery: await openOrrery({ store, worlds, outside: fixedOutside(seed), files: true }), store };
}

/** The stored turn that a submission made. */
export async function turn(
  orrery: Orrery,
  run: string,
  submission: Parameters<Orrery["submit"]>[1],
): Promise<TurnLine> {
  const submitted = await orrery.submit(run, submission);
  if (submitted.kind !== "turn") throw new Error(`kept: ${JSON.stringify(submitted)}`);
  return submitted.line as TurnLine;
}

export async function all<T>(lines: AsyncIterable<T>): Promise<T[]> {
  const out: T[] = [];
  for await (const line of lines) out.push(line);
  return out;
}

export const place = (actorId: string, cell: number) => ({
  as: actorId,
  actions: [{ actorId, type: "place", metadata: { cell } }],
});
