// Which models this installation has: `orrery.config.json` and the environment, read when they are needed and not before.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type OwnPrompts, PROMPT_NAMES, type PromptName, promptProblem } from "@orrery/agents";
import type { AnyWorld } from "@orrery/kernel";
import { type Config, type Environment, nearest, parseConfig } from "@orrery/models/config";
import type { Tracer } from "@orrery/models/traces";
import { Fault } from "../fault.ts";

export interface ModelSetup {
  readonly config: Config;
  readonly environment: Environment;
  /** Key files are found from here. */
  readonly directory: string;
  /** The file that models are added to. Absent where the configuration does not come from a file. */
  readonly file?: string | undefined;
  /** Own texts of prompts, from the folder `prompts`. */
  readonly prompts?: OwnPrompts;
  /** Gets a span for every call. */
  readonly tracer?: Tracer | undefined;
}

export const CONFIG_FILE = "orrery.config.json";

/** Fault `bad_models` lists everything that is wrong, each with its line and column. No key is read here. */
export function readModelSetup(directory: string, environment: Environment): ModelSetup {
  const file = join(directory, CONFIG_FILE);
  const text = existsSync(file) ? readFileSync(file, "utf8") : null;
  const parsed = parseConfig(text, environment, CONFIG_FILE);
  const folder = join(directory, PROMPTS_FOLDER);
  if (parsed.ok)
    return {
      config: parsed.config,
      environment,
      directory,
      file,
      prompts: existsSync(folder) ? ownPrompts(folder) : {},
    };
  const list = parsed.problems.map(({ where, message, hint }) => `${where}: ${message} (${hint})`);
  throw new Fault("bad_models", list.join("\n"));
}

const PROMPTS_FOLDER = "prompts";
/** Where an own text of a prompt stands. */
export const promptFile = (directory: string, name: string): string => join(directory, PROMPTS_FOLDER, `${name}.md`);

/** The prompt that was perhaps meant; null where none is near. */
export const nearestPrompt = (name: string, names: readonly string[] = PROMPT_NAMES): string | null =>
  nearest(name, names);

/** Names of the prompts of every world, and of the fixed parts that a world writes itself. */
export const promptNamesFor = ({ id, promptTexts = {} }: AnyWorld): readonly string[] => [
  ...PROMPT_NAMES,
  ...Object.keys(promptTexts).map((name) => `${id}.${name}`),
];

/** Fault `bad_models` where an own text of this world's prompts stands for none of them. */
export function requirePrompts(world: AnyWorld, own: OwnPrompts = {}): void {
  const names = promptNamesFor(world);
  for (const name of Object.keys(own))
    if (name.startsWith(`${world.id}.`) && !names.includes(name))
      throw new Fault("bad_models", `"${name}" is no prompt. There are: ${names.join(", ")}.`);
}

/** Own texts in a folder. Fault `bad_models` names a file that is no prompt's, and what an own text lacks. */
export function ownPrompts(folder: string): OwnPrompts {
  const own: Record<string, string> = {};
  for (const file of readdirSync(folder).filter((one) => one.endsWith(".md"))) {
    const name = file.slice(0, -3);
    if (!PROMPT_NAMES.includes(name as PromptName) && !OF_A_WORLD.test(name))
      throw new Fault("bad_models", `${join(folder, file)} is no prompt. There are: ${PROMPT_NAMES.join(", ")}.`);
    const text = readFileSync(join(folder, file), "utf8").trimEnd();
    const problem = promptProblem(name, text);
    if (problem !== null) throw new Fault("bad_models", `${join(folder, file)} cannot be used: ${problem}.`);
    own[name] = text;
  }
  return own;
}

/** `glassbox.output`; the world itself says whether it has such a part. */
const OF_A_WORLD = /^[a-z][a-z0-9-]*\.[a-z][a-z0-9-]*$/;

/** For installations without models. */
export const noModels = (): ModelSetup => ({
  config: { models: {}, roles: {}, budget: { run: {}, team: {}, agent: {} } },
  environment: {},
  directory: ".",
});
