// The database that the flags name, opened as Orrery for as long as one command works with it.
import { existsSync } from "node:fs";
import { collectorOf } from "@orrery/models/traces";
import { isPath, type Orrery, openOrrery, readModelSetup, shippedWorlds } from "@orrery/runtime";
import { openSqlite, type Store, StoreFault } from "@orrery/store";
import { say } from "./print.ts";
import { endsOf } from "./seating.ts";
import type { Flags } from "./words.ts";

const databaseOf = ({ db }: Flags): string => db ?? process.env["ORRERY_DB"] ?? "./data/orrery.db";

/** Folders with worlds, from `--world`, separated by commas; names are skipped. */
const foldersOf = ({ world = "" }: Flags): readonly string[] => world.split(",").filter(isPath);

/** `files`: whether worlds may be given by the path of a file, which nobody but the owner of the machine may. */
export async function withOrrery<T>(
  flags: Flags,
  work: (orrery: Orrery) => Promise<T>,
  { files = true, readOnly = false }: { readonly files?: boolean; readonly readOnly?: boolean } = {},
): Promise<T> {
  const store = openHere(databaseOf(flags), readOnly);
  const worlds = shippedWorlds();
  const orrery = await openOrrery({ store, files, worlds, models: modelsHere, ...endsOf(flags) });
  try {
    for (const folder of foldersOf(flags)) await worlds.add(folder);
    return await work(orrery);
  } finally {
    await orrery.close();
    await collector?.flush();
  }
}

/** What cannot be written to is read; a command that writes is told so when it does. An older layout is led forward first. */
function openHere(file: string, readOnly: boolean): Store {
  try {
    return openSqlite(file, { readOnly });
  } catch (error) {
    if (!(error instanceof StoreFault && error.code === "read_only")) throw error;
    return openSqlite(file, { readOnly: !readOnly });
  }
}

/** Sends a span for every call of a model where the environment names a collector. */
const collector = collectorOf(process.env, say);

/** The models of the directory that the command was given in. */
const modelsHere = () => ({ ...readModelSetup(process.cwd(), process.env), tracer: collector ?? undefined });

/** Commands that only read must not leave an empty database behind a misspelt name. */
export function mustExist(flags: Flags): void {
  const file = databaseOf(flags);
  if (!existsSync(file))
    throw new StoreFault("not_found", `There is no database ${file}. Choose one with --db FILE or ORRERY_DB.`);
}
