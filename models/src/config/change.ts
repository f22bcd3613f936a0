// Changes the text of `orrery.config.json`: puts a model in, takes one out. Judges the result as a whole and writes no file.
import { isObject } from "../json.ts";
import { looksLikeKey } from "./keys.ts";
import type { ConfigProblem } from "./located.ts";
import { type Environment, parseConfig } from "./parse.ts";
import type { ModelSettings } from "./schema.ts";

export interface NewModel {
  /** Made of the provider's name of the model, if left out. */
  readonly name?: string | undefined;
  readonly settings: ModelSettings;
  /** What it is used for from now on, in place of the model that had that role. */
  readonly roles: readonly string[];
}

export type Changed =
  | { readonly ok: true; readonly text: string; readonly name: string }
  | { readonly ok: false; readonly problems: readonly ConfigProblem[] };

/** The text with one model more. `text` null stands for no file. A name that is there already is a problem. */
export function withModel(text: string | null, added: NewModel, environment: Environment): Changed {
  // Before a name is made of it, which a message would repeat.
  const { model, url, key } = added.settings;
  const given = [added.name, model, url, ...Object.values(key ?? {})];
  if (given.some((one) => one !== undefined && looksLikeKey(one))) return { ok: false, problems: [KEY_GIVEN] };
  return changeConfig(text, environment, (config) => {
    const models = isObject(config["models"]) ? config["models"] : {};
    const name = added.name ?? freeName(added.settings.model, Object.keys(models));
    if (Object.hasOwn(models, name))
      return {
        ok: false,
        problems: [
          {
            where: name,
            message: `there is a model called "${name}" already`,
            hint: "choose another name for this one",
          },
        ],
      };
    const roles = Object.fromEntries(added.roles.map((role) => [role, name]));
    config["models"] = { ...models, [name]: added.settings };
    if (added.roles.length > 0) config["roles"] = { ...(isObject(config["roles"]) ? config["roles"] : {}), ...roles };
    return { ok: true, name };
  });
}

const KEY_GIVEN: ConfigProblem = {
  where: "",
  message: "this looks like a key, and keys do not belong into this file",
  hint: "put it into the environment, name its variable here, and consider it leaked",
};

/** The text without a model and the roles that it had. */
export function withoutModel(text: string | null, name: string, environment: Environment): Changed {
  return changeConfig(text, environment, (config) => {
    const { [name]: found, ...models } = isObject(config["models"]) ? config["models"] : {};
    if (found === undefined)
      return {
        ok: false,
        problems: [{ where: name, message: "it is not in this file", hint: "nothing was taken out" }],
      };
    config["models"] = models;
    if (isObject(config["roles"]))
      config["roles"] = Object.fromEntries(Object.entries(config["roles"]).filter(([, one]) => one !== name));
    return { ok: true, name };
  });
}

/** A short name for a model that none of `taken` has. */
export function freeName(model: string, taken: readonly string[]): string {
  const short =
    model
      .split("/")
      .at(-1)!
      .toLowerCase()
      .replaceAll(/[^a-z0-9._-]+/g, "-")
      .replace(/^[^a-z0-9]+/, "") || "model";
  let name = short;
  for (let n = 2; taken.includes(name); n++) name = `${short}-${n}`;
  return name;
}

function changeConfig(
  text: string | null,
  environment: Environment,
  change: (
    config: Record<string, unknown>,
  ) => { ok: true; name: string } | { ok: false; problems: readonly ConfigProblem[] },
): Changed {
  const before = parseConfig(text, environment);
  if (!before.ok) return before;
  const config = JSON.parse(text ?? "{}") as Record<string, unknown>;
  const done = change(config);
  if (!done.ok) return done;
  const after = `${JSON.stringify(config, null, 2)}\n`;
  const parsed = parseConfig(after, environment);
  return parsed.ok ? { ok: true, text: after, name: done.name } : parsed;
}
