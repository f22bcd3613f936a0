// Reads `orrery.config.json` and the environment's say in it: named models, roles, budgets, prices. No key is ever in it.

import type { Ceiling } from "../budget.ts";
import { isObject } from "../json.ts";
import {
  DEFAULT_RETRY,
  type Model,
  modelOf,
  PROVIDERS,
  type Provider,
  type RetryPolicy,
  STRUCTURES,
} from "../model.ts";
import { FREE, type Price, priceOf } from "../prices.ts";
import { scan } from "../reading/scan.ts";
import { isLocal, type KeySource, looksLikeKey } from "./keys.ts";
import { nearest } from "./nearest.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Where roles are not listed: any name in lower case and hyphens is a role; these are the ones the product asks for. */
export const ROLES = ["player", "narrator", "parser", "gm", "judge", "prompt-engineer", "painter"] as const;

export interface NamedModel {
  readonly model: Model;
  readonly key: KeySource | null;
  /** Models of one account share their queues; the key's name, where none is given. */
  readonly account: string;
}

export interface Config {
  readonly models: Readonly<Record<string, NamedModel>>;
  /** Role to model name; `*` stands for every other role. A role in neither is played without a model. */
  readonly roles: Readonly<Record<string, string>>;
  readonly budget: { readonly run: Ceiling; readonly team: Ceiling; readonly agent: Ceiling };
}

/** What is wrong, and where: a line and column of the file, or a variable of the environment. */
export interface ConfigProblem {
  readonly where: string;
  readonly message: string;
  readonly hint: string;
}

export type Parsed =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly problems: readonly ConfigProblem[] };

/** `text` null stands for no file. `name` is how the file is called in problems. */
export function parseConfig(text: string | null, environment: Environment, name = "orrery.config.json"): Parsed {
  const reader = new Reader(text, name);
  const config = reader.config(environment);
  return reader.problems.length > 0 || config === null
    ? { ok: false, problems: reader.problems }
    : { ok: true, config };
}

/** The model for a role, or null where none is set. */
export const modelForRole = ({ roles }: Config, role: string): string | null => roles[role] ?? roles["*"] ?? null;

type Fields = Readonly<Record<string, unknown>>;

class Reader {
  readonly problems: ConfigProblem[] = [];
  readonly #text: string;
  readonly #name: string;
  readonly #isGiven: boolean;
  #places: ReturnType<typeof scan> | null = null;

  constructor(text: string | null, name: string) {
    this.#isGiven = text !== null;
    this.#text = text ?? "{}";
    this.#name = name;
  }

  config(environment: Environment): Config | null {
    const root = this.#root();
    if (root === null) return null;
    const fields = this.#object(root, "", ["models", "roles", "budget", "prices"]);
    this.#noKeys(fields, "");
    const prices = this.#prices(fields["prices"]);
    const models: Record<string, NamedModel> = {};
    for (const [name, given] of Object.entries(this.#record(fields["models"], "/models"))) {
      const model = this.#model(name, given, `/models/${name}`, prices, environment);
      if (model) models[name] = model;
    }
    const roles = this.#roles(fields["roles"], models);
    const budget = this.#budgets(fields["budget"]);
    this.#fromEnvironment(environment, models, roles, prices);
    return { models, roles, budget };
  }

  #root(): unknown {
    try {
      const value: unknown = JSON.parse(this.#text);
      this.#places = scan(this.#text);
      for (const { path, message } of this.#places.faults) this.#add(path, message, "remove one of them");
      if (isObject(value)) return value;
      this.#add("", "must be a JSON object", 'begin with { "models": { … } }');
      return null;
    } catch (error) {
      const { message } = error as Error;
      const found = /line (\d+) column (\d+)/.exec(message);
      const offset = /position (\d+)/.exec(message)?.[1];
      const [line, column] = found
        ? [found[1], found[2]]
        : position(this.#text, offset === undefined ? this.#text.length : Number(offset));
      this.problems.push({
        where: `${this.#name}:${line}:${column}`,
        message: `not JSON: ${message.replace(/ in JSON at position.*$|\s*\(line \d+ column \d+\)/, "")}`,
        hint: "look for a missing comma or quote just before this place",
      });
      return null;
    }
  }

  /** Reports at the value, or at the key where the key is what is wrong. */
  #add(path: string, message: string, hint: string, atKey = false): void {
    const places = this.#places;
    let offset: number | undefined = atKey ? places?.keys.get(path) : places?.values.get(path);
    for (let at = path; offset === undefined && at !== ""; ) {
      at = at.slice(0, at.lastIndexOf("/"));
      offset = places?.values.get(at);
    }
    const [line, column] = position(this.#text, offset ?? 0);
    const place = this.#isGiven ? `${this.#name}:${line}:${column}` : "environment";
    this.problems.push({
      where: place,
      message: path === "" ? message : `${path.slice(1).replaceAll("/", ".")}: ${message}`,
      hint,
    });
  }

  #object(value: unknown, path: string, allowed: readonly string[]): Fields {
    const fields = this.#record(value, path);
    for (const key of Object.keys(fields))
      if (!allowed.includes(key) && !key.startsWith("$")) {
        const near = nearest(key, allowed);
        this.#add(
          `${path}/${key}`,
          "no such setting",
          near ? `did you mean "${near}"?` : `settings here: ${allowed.join(", ")}`,
          true,
        );
      }
    return fields;
  }

  #record(value: unknown, path: string): Fields {
    if (value === undefined) return {};
    if (isObject(value)) return value;
    this.#add(path, "must be an object", "{ … }");
    return {};
  }

  #model(
    name: string,
    given: unknown,
    path: string,
    prices: Readonly<Record<string, Price>>,
    environment: Environment,
  ): NamedModel | null {
    const before = this.problems.length;
    if (!/^[a-z0-9][a-z0-9._-]*$/.test(name))
      this.#add(
        path,
        "a model's name is in lower case letters, digits, dots and hyphens",
        `for instance "${name.toLowerCase().replaceAll(/[^a-z0-9._-]+/g, "-")}"`,
        true,
      );
    const fields = this.#object(given, path, MODEL_FIELDS);
    const provider = this.#oneOf(fields["provider"], PROVIDERS, `${path}/provider`, true);
    const id = this.#text1(fields["model"], `${path}/model`, "the provider's name of the model");
    const url = this.#url(fields["url"], `${path}/url`, provider);
    const structure =
      fields["structure"] === undefined
        ? undefined
        : this.#oneOf(fields["structure"], STRUCTURES, `${path}/structure`, true);
    if (structure && provider && !STRUCTURES_OF[provider].includes(structure))
      this.#add(
        `${path}/structure`,
        `${provider} has no "${structure}"`,
        `one of ${STRUCTURES_OF[provider].join(", ")}`,
      );
    const number = (key: string, least: number, most: number) =>
      this.#number(fields[key], `${path}/${key}`, least, most);
    const numbers = {
      concurrency: number("concurrency", 1, 1000),
      timeoutMs: number("timeoutMs", 1, 3_600_000),
      silenceMs: number("silenceMs", 1, 3_600_000),
      maxOutputTokens: number("maxOutputTokens", 1, 1_000_000),
    };
    const temperature = this.#number(fields["temperature"], `${path}/temperature`, 0, 2, false);
    const retry = this.#retry(fields["retry"], `${path}/retry`);
    const flag = (key: string) => this.#boolean(fields[key], `${path}/${key}`);
    const stream = flag("stream");
    const systemRole = flag("systemRole");
    const extra = this.#record(fields["extra"], `${path}/extra`);
    if (Object.keys(extra).length > 0 && provider !== "compatible" && provider !== null)
      this.#add(`${path}/extra`, "extra fields are for compatible servers only", "remove it", true);
    const price = fields["price"] === undefined ? null : this.#price(fields["price"], `${path}/price`);
    const key = this.#key(fields["key"], `${path}/key`, provider, environment);
    const account =
      fields["account"] === undefined ? null : this.#text1(fields["account"], `${path}/account`, "a name");
    if (this.problems.length > before || provider === null || id === null) return null;
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
      price: price ?? priceOf(id, prices) ?? priceOf(id) ?? (url !== undefined && isLocal(url) ? FREE : null),
      capabilities: { structure: structure ?? "native", system: systemRole === false ? "folded" : "role", learned: [] },
    });
    return { model, key, account: account ?? `${provider} ${key?.name ?? model.url}` };
  }

  #url(value: unknown, path: string, provider: Provider | null): string | undefined {
    if (value === undefined) {
      if (provider === "compatible")
        this.#add(path, "a compatible server needs its url", 'for instance "http://127.0.0.1:11434/v1"');
      return undefined;
    }
    const text = this.#text1(value, path, "a URL");
    if (text === null) return undefined;
    if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
      this.#add(path, `"${text}" is not a URL`, "it begins with http:// or https://");
      return undefined;
    }
    const { username, password, search } = new URL(text);
    if (username || password || search)
      this.#add(path, "a URL carries no user, password or query here", 'name the key under "key"');
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
      this.#add(path, "a key itself is never written here", hint);
      return null;
    }
    const { env, file } = this.#object(value, path, ["env", "file"]);
    if (typeof env === "string" && file === undefined && /^[A-Za-z_][A-Za-z0-9_]*$/.test(env))
      return { kind: "environment", name: env };
    if (typeof file === "string" && env === undefined && file !== "") return { kind: "file", name: file };
    this.#add(path, "names one place where the key is found", hint);
    return null;
  }

  #roles(value: unknown, models: Readonly<Record<string, unknown>>): Record<string, string> {
    const roles: Record<string, string> = {};
    for (const [role, name] of Object.entries(this.#record(value, "/roles"))) {
      const path = `/roles/${role}`;
      if (!/^(\*|[a-z][a-z0-9-]*)$/.test(role))
        this.#add(path, "a role's name is in lower case letters and hyphens", `known roles: ${ROLES.join(", ")}`, true);
      else if (typeof name !== "string" || !Object.hasOwn(models, name)) this.#noSuchModel(path, name, models);
      else roles[role] = name;
      const near = nearest(role, ROLES);
      if (near && near !== role && near.length > 3) this.#add(path, "no such role", `did you mean "${near}"?`, true);
    }
    return roles;
  }

  #noSuchModel(path: string, name: unknown, models: Readonly<Record<string, unknown>>): void {
    const names = Object.keys(models);
    const near = typeof name === "string" ? nearest(name, names) : null;
    // A model that is itself at fault has been reported already; nobody needs to hear it twice.
    const isKnown =
      typeof name === "string" && this.problems.some(({ message }) => message.startsWith(`models.${name}`));
    if (!isKnown)
      this.#add(
        path,
        `no model is called ${JSON.stringify(name)}`,
        near ? `did you mean "${near}"?` : `models: ${names.join(", ") || "none"}`,
      );
  }

  #budgets(value: unknown): Config["budget"] {
    const fields = this.#object(value, "/budget", ["run", "team", "agent"]);
    const ceiling = (key: string): Ceiling => {
      const path = `/budget/${key}`;
      const given = this.#object(fields[key], path, ["calls", "tokens", "money"]);
      const calls = this.#number(given["calls"], `${path}/calls`, 0, 1e9);
      const tokens = this.#number(given["tokens"], `${path}/tokens`, 0, 1e12);
      const money = this.#number(given["money"], `${path}/money`, 0, 1e6, false);
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
    for (const [id, given] of Object.entries(this.#record(value, "/prices"))) {
      const price = this.#price(given, `/prices/${id.replaceAll("/", "~1")}`);
      if (price) prices[id] = price;
    }
    return prices;
  }

  #price(value: unknown, path: string): Price | null {
    if (value === "free") return FREE;
    const fields = this.#object(value, path, ["input", "cached", "written", "output"]);
    const of = (key: string) => this.#number(fields[key], `${path}/${key}`, 0, 10_000, false);
    const [input, cached, written, output] = [of("input"), of("cached"), of("written"), of("output")];
    if (input === undefined || output === undefined) {
      if (isObject(value))
        this.#add(
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

  #retry(value: unknown, path: string): RetryPolicy {
    const fields = this.#object(value, path, ["retries", "pauseMs", "maxPauseMs"]);
    return {
      retries: this.#number(fields["retries"], `${path}/retries`, 0, 20) ?? DEFAULT_RETRY.retries,
      pauseMs: this.#number(fields["pauseMs"], `${path}/pauseMs`, 0, 600_000) ?? DEFAULT_RETRY.pauseMs,
      maxPauseMs: this.#number(fields["maxPauseMs"], `${path}/maxPauseMs`, 0, 3_600_000) ?? DEFAULT_RETRY.maxPauseMs,
    };
  }

  #number(value: unknown, path: string, least: number, most: number, whole = true): number | undefined {
    if (value === undefined) return undefined;
    if (typeof value === "number" && value >= least && value <= most && (!whole || Number.isInteger(value)))
      return value;
    this.#add(
      path,
      `must be a ${whole ? "whole " : ""}number from ${least} to ${most}`,
      `not ${JSON.stringify(value)}`,
    );
    return undefined;
  }

  #boolean(value: unknown, path: string): boolean | undefined {
    if (value === undefined || typeof value === "boolean") return value;
    this.#add(path, "must be true or false", `not ${JSON.stringify(value)}`);
    return undefined;
  }

  #text1(value: unknown, path: string, what: string): string | null {
    if (typeof value === "string" && value.trim() !== "") return value;
    this.#add(path, value === undefined ? `is missing: ${what}` : `must be text: ${what}`, '"…"');
    return null;
  }

  #oneOf<T extends string>(value: unknown, list: readonly T[], path: string, needed: boolean): T | null {
    if (list.includes(value as T)) return value as T;
    if (value === undefined && !needed) return null;
    const near = typeof value === "string" ? nearest(value, list) : null;
    const message = value === undefined ? "is missing" : `${JSON.stringify(value)} is none`;
    this.#add(path, message, near ? `did you mean "${near}"?` : `one of ${list.join(", ")}`);
    return null;
  }

  /** No text of the file may look like a key, wherever it stands. */
  #noKeys(value: unknown, path: string): void {
    if (typeof value === "string" && looksLikeKey(value))
      this.#add(
        path,
        "this looks like a key, and keys do not belong into this file",
        'put it into the environment, write { "env": "ITS_NAME" } here, and consider it leaked',
      );
    else if (typeof value === "object" && value !== null)
      for (const [key, part] of Object.entries(value)) this.#noKeys(part, `${path}/${key}`);
  }

  /** `ORRERY_MODEL=provider:model[@url]` is a model called "default" for every role; `ORRERY_ROLE_NARRATOR=name` sets one role. */
  #fromEnvironment(
    environment: Environment,
    models: Record<string, NamedModel>,
    roles: Record<string, string>,
    prices: Readonly<Record<string, Price>>,
  ): void {
    const add = (where: string, message: string, hint: string) => this.problems.push({ where, message, hint });
    const whole = environment["ORRERY_MODEL"];
    if (whole) {
      const found = /^([a-z]+):([^@]+)(?:@(https?:\/\/.+))?$/.exec(whole);
      const provider = found?.[1] as Provider;
      const local = new Reader(null, "");
      const given = { provider, model: found?.[2], ...(found?.[3] ? { url: found[3] } : {}) };
      const model = found ? local.#model("default", given, "/models/default", prices, environment) : null;
      if (model) {
        models["default"] = model;
        roles["*"] = "default";
      } else {
        const [problem] = local.problems;
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

const MODEL_FIELDS = [
  ...["provider", "model", "url", "key", "account", "structure", "systemRole", "stream", "concurrency", "timeoutMs"],
  ...["silenceMs", "maxOutputTokens", "temperature", "reasoning", "chain", "retry", "price", "extra"],
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

function position(text: string, offset: number): [number, number] {
  const before = text.slice(0, offset).split("\n");
  return [before.length, before.at(-1)!.length + 1];
}
