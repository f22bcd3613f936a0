// Reads `orrery.config.json` and the environment's say in it: named models, roles, budgets, prices. No key is ever in it.

import type { Ceiling } from "../budget.ts";
import { isObject } from "../json.ts";
import {
  DEFAULT_RETRY,
  type Model,
  modelOf,
  PRESETS,
  PROVIDERS,
  type Provider,
  type RetryPolicy,
  SAMPLERS,
  type Sampling,
  STRUCTURES,
} from "../model.ts";
import { FREE, type Price, priceOf } from "../prices.ts";
import { type ConfigProblem, FieldReader } from "./fields.ts";
import { isLocal, type KeySource } from "./keys.ts";
import { nearest } from "./nearest.ts";
import { publishedFor } from "./published.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Roles of models that write. Any other name in lower case and hyphens is a role too. */
const TEXT_ROLES = ["player", "narrator", "parser", "gm", "judge", "prompt-engineer"] as const;
/** Roles that a model which writes cannot play: `*` does not stand for them. */
const OTHER_ROLES = ["painter", "speaker", "embedder"] as const;
export const ROLES = [...TEXT_ROLES, ...OTHER_ROLES] as const;

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
  const fields = new FieldReader(text ?? "{}", name);
  const config = new Reader(fields).config(environment);
  const { problems } = fields;
  return problems.length > 0 || config === null ? { ok: false, problems } : { ok: true, config };
}

/** The model for a role, or null where none is set. */
export const modelForRole = ({ roles }: Pick<Config, "roles">, role: string): string | null =>
  roles[role] ?? (OTHER_ROLES.includes(role as (typeof OTHER_ROLES)[number]) ? null : (roles["*"] ?? null));

class Reader {
  readonly #fields: FieldReader;

  constructor(fields: FieldReader) {
    this.#fields = fields;
  }

  config(environment: Environment): Config | null {
    const root = this.#fields.root();
    if (root === null) return null;
    const fields = this.#fields.object(root, "", ["models", "roles", "budget", "prices"]);
    this.#fields.noKeys(fields, "");
    const prices = this.#prices(fields["prices"]);
    const models: Record<string, NamedModel> = {};
    for (const [name, given] of Object.entries(this.#fields.record(fields["models"], "/models"))) {
      const model = this.#model(name, given, `/models/${name}`, prices, environment);
      if (model) models[name] = model;
    }
    const roles = this.#roles(fields["roles"], models);
    const budget = this.#budgets(fields["budget"]);
    this.#fromEnvironment(environment, models, roles, prices);
    return { models, roles, budget };
  }

  #model(
    name: string,
    given: unknown,
    path: string,
    prices: Readonly<Record<string, Price>>,
    environment: Environment,
  ): NamedModel | null {
    const before = this.#fields.problems.length;
    if (!/^[a-z0-9][a-z0-9._-]*$/.test(name))
      this.#fields.add(
        path,
        "a model's name is in lower case letters, digits, dots and hyphens",
        `for instance "${name.toLowerCase().replaceAll(/[^a-z0-9._-]+/g, "-")}"`,
        true,
      );
    const fields = this.#fields.object(given, path, MODEL_FIELDS);
    const provider = this.#fields.oneOf(fields["provider"], PROVIDERS, `${path}/provider`, true);
    const id = this.#fields.line(fields["model"], `${path}/model`, "the provider's name of the model");
    const url = this.#url(fields["url"], `${path}/url`, provider);
    const structure =
      fields["structure"] === undefined
        ? undefined
        : this.#fields.oneOf(fields["structure"], STRUCTURES, `${path}/structure`, true);
    if (structure && provider && !STRUCTURES_OF[provider].includes(structure))
      this.#fields.add(
        `${path}/structure`,
        `${provider} has no "${structure}"`,
        `one of ${STRUCTURES_OF[provider].join(", ")}`,
      );
    const number = (key: string, least: number, most: number) =>
      this.#fields.number(fields[key], `${path}/${key}`, least, most);
    const numbers = {
      concurrency: number("concurrency", 1, 1000),
      timeoutMs: number("timeoutMs", 1, 3_600_000),
      silenceMs: number("silenceMs", 1, 3_600_000),
      maxOutputTokens: number("maxOutputTokens", 1, 1_000_000),
      thinkingTokens: number("thinkingTokens", 0, 1_000_000),
    };
    const contextTokens = number("contextTokens", 256, 100_000_000);
    const sampling = this.#sampling(fields["sampling"], `${path}/sampling`);
    const temperature = this.#fields.number(fields["temperature"], `${path}/temperature`, 0, 2, false);
    const retry = this.#retry(fields["retry"], `${path}/retry`);
    const flag = (key: string) => this.#fields.boolean(fields[key], `${path}/${key}`);
    const stream = flag("stream");
    const chain = flag("chain");
    const reasoning =
      fields["reasoning"] === undefined
        ? null
        : this.#fields.oneOf(fields["reasoning"], REASONING, `${path}/reasoning`, true);
    if (chain === true && provider !== "openai" && provider !== null)
      this.#fields.add(`${path}/chain`, `${provider} has no chains`, "remove it", true);
    const systemRole = flag("systemRole");
    const extra = this.#fields.record(fields["extra"], `${path}/extra`);
    if (Object.keys(extra).length > 0 && provider !== "compatible" && provider !== null)
      this.#fields.add(`${path}/extra`, "extra fields are for compatible servers only", "remove it", true);
    const voice =
      fields["voice"] === undefined ? null : this.#fields.line(fields["voice"], `${path}/voice`, "the name of a voice");
    const price = fields["price"] === undefined ? null : this.#price(fields["price"], `${path}/price`);
    const key = this.#key(fields["key"], `${path}/key`, provider, environment);
    const account =
      fields["account"] === undefined ? null : this.#fields.line(fields["account"], `${path}/account`, "a name");
    if (this.#fields.problems.length > before || provider === null || id === null) return null;
    const published = publishedFor(provider, id);
    const model = modelOf({
      name,
      provider,
      id,
      url,
      ...numbers,
      stream,
      retry,
      extra,
      temperature: temperature ?? null,
      sampling,
      reasoning: reasoning ?? null,
      chain,
      voice,
      price: price ?? priceOf(id, prices) ?? published.price ?? (url !== undefined && isLocal(url) ? FREE : null),
      contextTokens: contextTokens ?? published.contextTokens,
      capabilities: { structure: structure ?? "native", system: systemRole === false ? "folded" : "role", learned: [] },
    });
    return { model, key, account: account ?? `${provider} ${key?.name ?? model.url}` };
  }

  #url(value: unknown, path: string, provider: Provider | null): string | undefined {
    if (value === undefined) {
      if (provider === "compatible")
        this.#fields.add(path, "a compatible server needs its url", 'for instance "http://127.0.0.1:11434/v1"');
      return undefined;
    }
    const text = this.#fields.line(value, path, "a URL");
    if (text === null) return undefined;
    if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
      this.#fields.add(path, `"${text}" is not a URL`, "it begins with http:// or https://");
      return undefined;
    }
    const { username, password, search } = new URL(text);
    if (username || password || search)
      this.#fields.add(path, "a URL carries no user, password or query here", 'name the key under "key"');
    return text.replace(/\/+$/, "");
  }

  #key(value: unknown, path: string, provider: Provider | null, environment: Environment): KeySource | null {
    if (value === undefined) {
      const usual = provider === null || provider === "compatible" ? [] : USUAL_KEYS[provider];
      const name = usual.find((variable) => environment[variable]) ?? usual[0];
      return name === undefined ? null : { kind: "environment", name };
    }
    const hint = 'write { "env": "NAME_OF_A_VARIABLE" } or { "file": "path/to/key" }';
    if (!isObject(value)) {
      this.#fields.add(path, "a key itself is never written here", hint);
      return null;
    }
    const { env, file } = this.#fields.object(value, path, ["env", "file"]);
    if (typeof env === "string" && file === undefined && /^[A-Za-z_][A-Za-z0-9_]*$/.test(env))
      return { kind: "environment", name: env };
    if (typeof file === "string" && env === undefined && file !== "") return { kind: "file", name: file };
    this.#fields.add(path, "names one place where the key is found", hint);
    return null;
  }

  #roles(value: unknown, models: Readonly<Record<string, unknown>>): Record<string, string> {
    const roles: Record<string, string> = {};
    for (const [role, name] of Object.entries(this.#fields.record(value, "/roles"))) {
      const path = `/roles/${role}`;
      if (!/^(\*|[a-z][a-z0-9-]*)$/.test(role))
        this.#fields.add(
          path,
          "a role's name is in lower case letters and hyphens",
          `known roles: ${ROLES.join(", ")}`,
          true,
        );
      else if (typeof name !== "string" || !Object.hasOwn(models, name)) this.#noSuchModel(path, name, models);
      else roles[role] = name;
      const near = nearest(role, ROLES);
      if (near && near !== role && near.length > 3)
        this.#fields.add(path, "no such role", `did you mean "${near}"?`, true);
    }
    return roles;
  }

  #noSuchModel(path: string, name: unknown, models: Readonly<Record<string, unknown>>): void {
    const names = Object.keys(models);
    const near = typeof name === "string" ? nearest(name, names) : null;
    // A model that is itself at fault has been reported already; nobody needs to hear it twice.
    const isKnown =
      typeof name === "string" && this.#fields.problems.some(({ message }) => message.startsWith(`models.${name}`));
    if (!isKnown)
      this.#fields.add(
        path,
        `no model is called ${JSON.stringify(name)}`,
        near ? `did you mean "${near}"?` : `models: ${names.join(", ") || "none"}`,
      );
  }

  #budgets(value: unknown): Config["budget"] {
    const fields = this.#fields.object(value, "/budget", ["run", "team", "agent"]);
    const ceiling = (key: string): Ceiling => {
      const path = `/budget/${key}`;
      const given = this.#fields.object(fields[key], path, ["calls", "tokens", "money"]);
      const calls = this.#fields.number(given["calls"], `${path}/calls`, 0, 1e9);
      const tokens = this.#fields.number(given["tokens"], `${path}/tokens`, 0, 1e12);
      const money = this.#fields.number(given["money"], `${path}/money`, 0, 1e6, false);
      return {
        ...(calls === undefined ? {} : { calls }),
        ...(tokens === undefined ? {} : { tokens }),
        ...(money === undefined ? {} : { money }),
      };
    };
    return { run: ceiling("run"), team: ceiling("team"), agent: ceiling("agent") };
  }

  #prices(value: unknown): Record<string, Price> {
    const prices: Record<string, Price> = {};
    for (const [id, given] of Object.entries(this.#fields.record(value, "/prices"))) {
      const price = this.#price(given, `/prices/${id.replaceAll("/", "~1")}`);
      if (price) prices[id] = price;
    }
    return prices;
  }

  #price(value: unknown, path: string): Price | null {
    if (value === "free") return FREE;
    const fields = this.#fields.object(value, path, ["input", "cached", "written", "output"]);
    const of = (key: string) => this.#fields.number(fields[key], `${path}/${key}`, 0, 10_000, false);
    const [input, cached, written, output] = [of("input"), of("cached"), of("written"), of("output")];
    if (input === undefined || output === undefined) {
      if (isObject(value))
        this.#fields.add(
          path,
          "a price has input and output, in dollars for a million tokens",
          '{ "input": 0.4, "cached": 0.1, "output": 1.6 }',
        );
      return null;
    }
    return {
      input,
      output,
      ...(cached === undefined ? {} : { cached }),
      ...(written === undefined ? {} : { written }),
    };
  }

  /** A preset by its name, or the samplers themselves. */
  #sampling(value: unknown, path: string): Sampling {
    if (typeof value === "string") {
      const name = this.#fields.oneOf(value, Object.keys(PRESETS) as (keyof typeof PRESETS)[], path, true);
      return name === null ? {} : PRESETS[name];
    }
    const fields = this.#fields.object(value, path, SAMPLERS);
    const of = (key: string, least: number, most: number, whole = false) => {
      const given = this.#fields.number(fields[key], `${path}/${key}`, least, most, whole);
      return given === undefined ? {} : { [key]: given };
    };
    const stop = fields["stop"];
    const isList =
      Array.isArray(stop) && stop.length <= 4 && stop.every((one) => typeof one === "string" && one !== "");
    if (stop !== undefined && !isList)
      this.#fields.add(`${path}/stop`, "is a list of up to four texts", 'for instance ["\\n\\n"]');
    return {
      ...of("topP", 0, 1),
      ...of("topK", 1, 1000, true),
      ...of("minP", 0, 1),
      ...of("repetitionPenalty", 0, 2),
      ...of("presencePenalty", -2, 2),
      ...of("frequencyPenalty", -2, 2),
      ...(isList ? { stop: stop as string[] } : {}),
    };
  }

  #retry(value: unknown, path: string): RetryPolicy {
    const fields = this.#fields.object(value, path, ["retries", "pauseMs", "maxPauseMs"]);
    return {
      retries: this.#fields.number(fields["retries"], `${path}/retries`, 0, 20) ?? DEFAULT_RETRY.retries,
      pauseMs: this.#fields.number(fields["pauseMs"], `${path}/pauseMs`, 0, 600_000) ?? DEFAULT_RETRY.pauseMs,
      maxPauseMs:
        this.#fields.number(fields["maxPauseMs"], `${path}/maxPauseMs`, 0, 3_600_000) ?? DEFAULT_RETRY.maxPauseMs,
    };
  }

  /** `ORRERY_MODEL=provider:model[@url]` is a model called "default" for every role; `ORRERY_ROLE_NARRATOR=name` sets one role. */
  #fromEnvironment(
    environment: Environment,
    models: Record<string, NamedModel>,
    roles: Record<string, string>,
    prices: Readonly<Record<string, Price>>,
  ): void {
    const add = (where: string, message: string, hint: string) => this.#fields.problems.push({ where, message, hint });
    const whole = environment["ORRERY_MODEL"];
    if (whole) {
      const found = /^([a-z]+):([^@]+)(?:@(https?:\/\/.+))?$/.exec(whole);
      const provider = found?.[1] as Provider;
      const aside = new FieldReader("{}", "");
      const given = { provider, model: found?.[2], ...(found?.[3] ? { url: found[3] } : {}) };
      const model = found ? new Reader(aside).#model("default", given, "/models/default", prices, environment) : null;
      if (model) {
        models["default"] = model;
        roles["*"] = "default";
      } else {
        const [problem] = aside.problems;
        add(
          "ORRERY_MODEL",
          problem?.message ?? `"${whole}" is not understood`,
          "for instance openai:gpt-4.1-mini, or compatible:llama3.2@http://127.0.0.1:11434/v1",
        );
      }
    }
    for (const [variable, name] of Object.entries(environment).sort()) {
      const role = /^ORRERY_ROLE_([A-Z0-9_]+)$/.exec(variable)?.[1]?.toLowerCase().replaceAll("_", "-");
      if (role === undefined || !name) continue;
      if (Object.hasOwn(models, name)) roles[role] = name;
      else add(variable, `no model is called "${name}"`, `models: ${Object.keys(models).join(", ") || "none"}`);
    }
  }
}

const REASONING = ["none", "low", "medium", "high"] as const;
export const MODEL_FIELDS = [
  ...["provider", "model", "url", "key", "account", "structure", "systemRole", "stream", "concurrency", "timeoutMs"],
  ...[
    "silenceMs",
    "maxOutputTokens",
    "thinkingTokens",
    "contextTokens",
    "temperature",
    "sampling",
    "reasoning",
    "chain",
    "retry",
    "price",
    "voice",
    "extra",
  ],
];
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
