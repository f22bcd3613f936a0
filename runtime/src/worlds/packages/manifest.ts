// What a world package says of itself before any of its code runs: its folder, its manifest, its entry, a hash over its files.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { Fault } from "../../fault.ts";

/** Of `package.json`, under `orrery`. */
interface Manifest {
  /** Id of the world. */
  readonly world: string;
  readonly version: number;
  /** When given, the hash that the package must have: see `hashPackage`. */
  readonly sha256?: string;
}
export interface Package extends Manifest {
  /** Absolute, with links resolved. */
  readonly folder: string;
  readonly entry: string;
}

const ENTRIES = ["index.ts", "index.js"];
const ID = /^[a-z][a-z0-9-]{0,39}$/;
const FILES_MAX = 2_000;

export const badPackage = (folder: string, problem: string): Fault => new Fault("bad_world", `${folder}: ${problem}`);

/** Whether a name is meant as a path: it begins like one, or leads to something from here. */
export const isPath = (name: string): boolean =>
  name.startsWith(".") || isAbsolute(name) || (/[/\\]/.test(name) && existsSync(name));

/** Faults `unknown_world` where there is nothing, `bad_world` where what is there is no world package. Runs nothing of it. */
export function readPackage(path: string): Package {
  const given = resolve(path);
  if (!existsSync(given)) throw new Fault("unknown_world", `There is no folder ${path}.`);
  const folder = realpathSync(statSync(given).isDirectory() ? given : dirname(given));
  if (!statSync(given).isDirectory() && !ENTRIES.includes(basename(given)))
    throw badPackage(path, "a world is given by its folder, or by the index.ts or index.js in it.");
  const entry = ENTRIES.map((name) => join(folder, name)).find((file) => existsSync(file));
  if (entry === undefined) throw badPackage(path, "there is no index.ts and no index.js that could export `world`.");
  const found: Package = { ...manifestOf(folder, path), folder, entry };
  if (found.sha256 !== undefined) {
    const real = hashPackage(folder);
    if (real !== found.sha256)
      throw badPackage(
        path,
        `its files have the hash ${real}, and its manifest says ${found.sha256}. Somebody changed one without the other.`,
      );
  }
  return found;
}

const EXAMPLE = `{ "type": "module", "orrery": { "world": "my-world", "version": 1 } }`;

function manifestOf(folder: string, path: string): Manifest {
  const file = join(folder, "package.json");
  if (!existsSync(file)) throw badPackage(path, `it has no manifest. Write a package.json such as ${EXAMPLE}.`);
  let parsed: unknown;
  try {
    parsed = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw badPackage(path, `its package.json is not JSON: ${(error as Error).message}.`);
  }
  const { type, orrery } = (parsed ?? {}) as { type?: unknown; orrery?: Partial<Manifest> };
  if (typeof orrery !== "object" || orrery === null)
    throw badPackage(path, `its package.json does not say which world it holds. Write ${EXAMPLE}.`);
  if (type !== "module") throw badPackage(path, `its package.json must have "type": "module".`);
  const { world, version, sha256 } = orrery;
  if (typeof world !== "string" || !ID.test(world))
    throw badPackage(
      path,
      `orrery.world in package.json must be an id of small letters, digits and dashes, not ${JSON.stringify(world)}.`,
    );
  if (!Number.isSafeInteger(version) || version! < 1)
    throw badPackage(
      path,
      `orrery.version in package.json must be a whole number from 1, not ${JSON.stringify(version)}.`,
    );
  if (sha256 !== undefined && (typeof sha256 !== "string" || !/^[0-9a-f]{64}$/.test(sha256)))
    throw badPackage(path, "orrery.sha256 in package.json must be 64 hexadecimal digits.");
  return { world, version: version!, ...(sha256 === undefined ? {} : { sha256 }) };
}

/** sha-256 over the names and bytes of its code and data: everything but package.json, tests, and what installing or a version control system put there. */
export function hashPackage(folder: string): string {
  const hash = createHash("sha256");
  for (const file of filesOf(folder, folder)) {
    hash.update(`${file}\n`).update(
      createHash("sha256")
        .update(readFileSync(join(folder, file)))
        .digest("hex"),
    );
    hash.update("\n");
  }
  return hash.digest("hex");
}

const SKIPPED: ReadonlySet<string> = new Set([
  "node_modules",
  "test",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
]);

/** Paths with forward slashes, sorted by code units. */
function filesOf(root: string, folder: string, found: string[] = []): string[] {
  for (const { name, ...entry } of readdirSync(folder, { withFileTypes: true }).map((one) => ({
    name: one.name,
    isFolder: one.isDirectory(),
  }))) {
    if (SKIPPED.has(name) || name.startsWith(".")) continue;
    const file = join(folder, name);
    if (entry.isFolder) filesOf(root, file, found);
    else found.push(file.slice(root.length + 1).replaceAll("\\", "/"));
    if (found.length > FILES_MAX) throw badPackage(root, `it has more than ${FILES_MAX} files.`);
  }
  return folder === root ? found.sort() : found;
}
