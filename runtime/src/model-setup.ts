// Which models this installation has: `orrery.config.json` and the environment, read when they are needed and not before.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Config, type Environment, parseConfig } from "@orrery/models/config";
import type { Tracer } from "@orrery/models/traces";
import { Fault } from "./fault.ts";

export interface ModelSetup {
  readonly config: Config;
  readonly environment: Environment;
  /** Key files are found from here. */
  readonly directory: string;
  /** Gets a span for every call. */
  readonly tracer?: Tracer | undefined;
}

export const CONFIG_FILE = "orrery.config.json";

/** Fault `bad_models` lists everything that is wrong, each with its line and column. No key is read here. */
export function readModelSetup(directory: string, environment: Environment): ModelSetup {
  const file = join(directory, CONFIG_FILE);
  const text = existsSync(file) ? readFileSync(file, "utf8") : null;
  const parsed = parseConfig(text, environment, CONFIG_FILE);
  if (parsed.ok) return { config: parsed.config, environment, directory };
  const list = parsed.problems.map(({ where, message, hint }) => `${where}: ${message} (${hint})`);
  throw new Fault("bad_models", list.join("\n"));
}

/** For whoever has no models at all. */
export const noModels = (): ModelSetup => ({
  config: { models: {}, roles: {}, budget: { run: {}, team: {}, agent: {} } },
  environment: {},
  directory: ".",
});
