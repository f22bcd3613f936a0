// What a run folder holds: its platforms by name, the files about people, and what is no part of such a folder. Opens nothing but directories.
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { UnreadList } from "./unread.ts";

export interface PlatformFiles {
  /** Paths inside the folder; null where there is none. */
  readonly log: string | null;
  readonly database: string | null;
  readonly profiles: string | null;
}

export interface OasisFolder {
  readonly dir: string;
  /** By platform, in the order of their names. Only what was run: a log or a database. */
  readonly platforms: ReadonlyMap<string, PlatformFiles>;
  readonly config: string | null;
  readonly state: string | null;
  readonly runState: string | null;
}

/** Files that belong to a folder and hold nothing that a history needs, or nothing that can be trusted. */
const BESIDE = /^(?:simulation\.log|env_status\.json|.*\.db-(?:journal|wal|shm)|\..*|.*\.tmp)$/;
const FOLDERS = new Set(["ipc_commands", "ipc_responses", "log", "narrative"]);
const LOG = "actions.jsonl";

/** Null when the folder is no run of OASIS. Files of no use here are reported with `unread`. */
export function readFolder(dir: string, unread: UnreadList): OasisFolder | null {
  const platforms = new Map<string, { log: string | null; database: string | null; profiles: string | null }>();
  const platform = (name: string) => {
    const found = platforms.get(name) ?? { log: null, database: null, profiles: null };
    platforms.set(name, found);
    return found;
  };
  const strays: [file: string, why: string][] = [];
  const seen = { config: null as string | null, state: null as string | null, runState: null as string | null };
  for (const name of readdirSync(dir).sort()) {
    const isFolder = statSync(join(dir, name), { throwIfNoEntry: false })?.isDirectory() ?? false;
    const database = /^(?:(.+)_simulation|(.+))\.(?:db|sqlite3?)$/.exec(name);
    const profiles = /^(.+)_profiles\.(?:json|csv)$/.exec(name);
    if (isFolder) {
      if (FOLDERS.has(name) || name.startsWith(".")) continue;
      for (const inner of readdirSync(join(dir, name)).sort())
        if (inner === LOG) platform(name).log = `${name}/${LOG}`;
        else strays.push([`${name}/${inner}`, nearLog(inner)]);
    } else if (name === LOG) platform("actions").log = name;
    else if (database) platform(database[1] ?? database[2]!).database = name;
    else if (profiles) platform(profiles[1]!).profiles ??= name;
    else if (name === "simulation_config.json") seen.config = name;
    else if (name === "state.json") seen.state = name;
    else if (name === "run_state.json") seen.runState = name;
    else if (!BESIDE.test(name)) strays.push([name, nearName(name)]);
  }
  const ran = [...platforms].filter(([, { log, database }]) => log !== null || database !== null);
  if (ran.length === 0) return null;
  for (const [file, why] of strays) unread.add(file, null, why);
  return { dir, platforms: new Map(ran), ...seen };
}

const nearLog = (name: string): string =>
  /actions|\.jsonl$/i.test(name)
    ? `Not read: a log of actions is called ${LOG}.`
    : `No file of a run folder: beside ${LOG} nothing is looked for here.`;
const nearName = (name: string): string => {
  if (/profile/i.test(name))
    return "Not read: people are looked for in PLATFORM_profiles.json or PLATFORM_profiles.csv.";
  if (/config/i.test(name)) return "Not read: the configuration is called simulation_config.json.";
  if (/\.jsonl$/i.test(name)) return `Not read: a log of actions lies in a folder by the name of its platform.`;
  return "No file of a run folder.";
};
