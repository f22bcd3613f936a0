// Reads `orrery.config.json` and the environment's say in it: named models, roles, budgets, prices. No key is ever in it.

import type { Ceiling } from "../budget.ts";
import { step } from "../json.ts";
import { DEFAULT_RETRY, type Model, modelOf, PRESETS, type Provider } from "../model.ts";
import { FREE, type Price, priceOf } from "../prices.ts";
import { isLocal, type KeySource, looksLikeKey } from "./keys.ts";
import { type ConfigProblem, LocatedText } from "./located.ts";
import { type Misfit, misfits } from "./misfits.ts";
import { nearest } from "./nearest.ts";
import { publishedFacts } from "./published.ts";
import {
  ConfigSchema,
  type ModelConfig,
  type ModelSettings,
  OTHER_ROLES,
  type PriceSettings,
  ROLES,
} from "./schema.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

export interface NamedModel {
  readonly model: Model;
  readonly key: KeySource | null;
  /** Models of one account share their queues; the key's name, where none is given. */
  readonly account: string;
}

export interface Config {
  readonly models: Readonly<Record<string, NamedModel>>;
  /** Role to model name; `*` stands for every other role of a model that writes. A role in neither is played without a model. */
  readonly roles: Readonly<Record<string, string>>;
  readonly budget: { readonly run: Ceiling; readonly team: Ceiling; readonly agent: Ceiling };
}

export type Parsed =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly problems: readonly ConfigProblem[] };

/** `text` null stands for no file. `name` is how the file is called in problems. */
export function parseConfig(text: string | null, environment: Environment, name = "orrery.config.json"): Parsed {
  const file = new LocatedText(text ?? "{}", name);
  const settings = file.object();
  if (settings !== null) for (const misfit of misfitsOf(settings)) file.add(misfit);
  if (settings === null || file.problems.length > 0) return { ok: false, problems: file.problems };
  const { models = {}, roles = {}, budget = {}, prices = {} } = settings as ModelConfig;
  const reader = new ConfigReader(prices, environment);
  const named = Object.entries(models).map(([key, one]) => [key, reader.model(key, one)] as const);
  const config = { models: Object.fromEntries(named), roles: { ...roles } };
  const problems = reader.environmentSays(config);
  if (problems.length > 0) return { ok: false, problems };
  const { run = {}, team = {}, agent = {} } = budget;
  return { ok: true, config: { ...config, budget: { run, team, agent } } };
}

/** The model for a role, or null where none is set. */
export const modelForRole = ({ roles }: Pick<Config, "roles">, role: string): string | null =>
  roles[role] ?? (OTHER_ROLES.includes(role) ? null : (roles["*"] ?? null));

/** Keys first, which no other message may repeat; then what does not fit the schema; then what makes no sense together. */
function misfitsOf(settings: object): readonly Misfit[] {
  const leaked = keysIn(settings);
  if (leaked.length > 0) return leaked;
  const unfit = misfits(ConfigSchema, settings);
  if (unfit.length > 0) return unfit;
  const { models = {}, roles = {} } = settings as ModelConfig;
  return [
    ...Object.entries(models).flatMap(([name, one]) => senseless(one, step("/models", name))),
    ...Object.entries(roles).flatMap(([role, name]) => roleMisfits(role, name, Object.keys(models))),
  ];
}

/** No text of the file may look like a key, wherever it stands. */
function keysIn(value: unknown, path = ""): readonly Misfit[] {
  if (typeof value === "string" && looksLikeKey(value))
    return [
      {
        path,
        message: "this looks like a key, and keys do not belong into this file",
        hint: 'put it into the environment, write { "env": "ITS_NAME" } here, and consider it leaked',
      },
    ];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => keysIn(part, step(path, key)));
}

/** What fits the schema of a model and not its provider. */
function senseless({ provider, url, structure, chain, extra = {} }: ModelSettings, path: string): readonly Misfit[] {
  const found: Misfit[] = [];
  const add = (setting: string, message: string, hint: string, atKey?: true) =>
    found.push({ path: `${path}/${setting}`, message, hint, ...(atKey ? { atKey } : {}) });
  if (url !== undefined) found.push(...urlMisfits(url, `${path}/url`));
  else if (provider === "compatible")
    add("url", "a compatible server needs its url", 'for instance "http://127.0.0.1:11434/v1"');
  const structures = STRUCTURES_OF[provider];
  if (structure && !structures.includes(structure))
    add("structure", `${provider} has no "${structure}"`, `one of ${structures.join(", ")}`);
  if (chain && provider !== "openai") add("chain", `${provider} has no chains`, "remove it", true);
  if (Object.keys(extra).length > 0 && provider !== "compatible")
    add("extra", "extra fields are for compatible servers only", "remove it", true);
  return found;
}

function urlMisfits(url: string, path: string): readonly Misfit[] {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    return [{ path, message: `"${url}" is not a URL`, hint: "it begins with http:// or https://" }];
  const { username, password, search } = new URL(url);
  if (!username && !password && !search) return [];
  return [{ path, message: "a URL carries no user, password or query here", hint: 'name the key under "key"' }];
}

function roleMisfits(role: string, name: string, models: readonly string[]): readonly Misfit[] {
  const path = step("/roles", role);
  if (!models.includes(name)) {
    const near = nearest(name, models);
    const hint = near ? `did you mean "${near}"?` : namesOf(models);
    return [{ path, message: `no model is called "${name}"`, hint }];
  }
  const near = nearest(role, ROLES);
  if (near === null || near === role || near.length <= 3) return [];
  return [{ path, message: "no such role", hint: `did you mean "${near}"?`, atKey: true }];
}

const namesOf = (models: readonly string[]): string => `models: ${models.join(", ") || "none"}`;

/** Makes models of settings that make sense. */
class ConfigReader {
  readonly #prices: Readonly<Record<string, Price>>;
  readonly #environment: Environment;

  constructor(prices: Readonly<Record<string, PriceSettings>>, environment: Environment) {
    this.#prices = Object.fromEntries(Object.entries(prices).map(([id, price]) => [id, priceIn(price)]));
    this.#environment = environment;
  }

  model(name: string, settings: ModelSettings): NamedModel {
    const { provider, model: id, systemRole, structure = "native", account, sampling, retry, ...rest } = settings;
    const url = rest.url?.replace(/\/+$/, "");
    const published = publishedFacts(provider, id);
    const price = rest.price === undefined ? priceOf(id, this.#prices) : priceIn(rest.price);
    const model = modelOf({
      ...rest,
      name,
      provider,
      id,
      url,
      sampling: typeof sampling === "string" ? PRESETS[sampling] : sampling,
      retry: { ...DEFAULT_RETRY, ...retry },
      price: price ?? published.price ?? (url !== undefined && isLocal(url) ? FREE : null),
      contextTokens: rest.contextTokens ?? published.contextTokens,
      capabilities: { structure, system: systemRole === false ? "folded" : "role", learned: [] },
    });
    const key = this.#key(settings);
    return { model, key, account: account ?? `${provider} ${key?.name ?? model.url}` };
  }

  #key({ key, provider }: ModelSettings): KeySource | null {
    if (key) return "env" in key ? { kind: "environment", name: key.env } : { kind: "file", name: key.file };
    const usual = provider === "compatible" ? [] : USUAL_KEYS[provider];
    const name = usual.find((variable) => this.#environment[variable]) ?? usual[0];
    return name === undefined ? null : { kind: "environment", name };
  }

  /** `ORRERY_MODEL=provider:model[@url]` is a model called "default" for every role; `ORRERY_ROLE_NARRATOR=name` sets one role. */
  environmentSays({
    models,
    roles,
  }: {
    readonly models: Record<string, NamedModel>;
    readonly roles: Record<string, string>;
  }): readonly ConfigProblem[] {
    const problems: ConfigProblem[] = [];
    const whole = this.#environment["ORRERY_MODEL"];
    if (whole) {
      const [, provider, model, url] = /^([a-z]+):([^@]+)(?:@(https?:\/\/.+))?$/.exec(whole) ?? [];
      const given = { provider, model, ...(url ? { url } : {}) };
      const [problem] = misfitsOf({ models: { default: given } });
      if (problem)
        problems.push({
          where: "ORRERY_MODEL",
          message: provider === undefined ? `"${whole}" is not understood` : problem.message,
          hint: "for instance openai:gpt-4.1-mini, or compatible:llama3.2@http://127.0.0.1:11434/v1",
        });
      else {
        models["default"] = this.model("default", given as ModelSettings);
        roles["*"] = "default";
      }
    }
    for (const [variable, name] of Object.entries(this.#environment).sort()) {
      const role = /^ORRERY_ROLE_([A-Z0-9_]+)$/.exec(variable)?.[1]?.toLowerCase().replaceAll("_", "-");
      if (role === undefined || !name) continue;
      if (Object.hasOwn(models, name)) roles[role] = name;
      else
        problems.push({
          where: variable,
          message: `no model is called "${name}"`,
          hint: namesOf(Object.keys(models)),
        });
    }
    return problems;
  }
}

const priceIn = (price: PriceSettings): Price => (price === "free" ? FREE : price);

const USUAL_KEYS: Readonly<Record<Exclude<Provider, "compatible">, readonly string[]>> = {
  openai: ["OPENAI_API_KEY"],
  anthropic: ["ANTHROPIC_API_KEY"],
  google: ["GOOGLE_GENERATIVE_AI_API_KEY", "GEMINI_API_KEY"],
};
const STRUCTURES_OF: Readonly<Record<Provider, readonly string[]>> = {
  openai: ["native"],
  anthropic: ["native", "tool"],
  google: ["native", "json"],
  compatible: ["native", "json", "prompt"],
};
