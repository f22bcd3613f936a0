// Where keys come from: a variable of the environment, or a file that only its owner can read. Nowhere else.
import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { Secret } from "../secret.ts";
import type { Environment } from "./parse.ts";

/** `name`: of the variable, or of the file, from the directory of the configuration. */
export interface KeySource {
  readonly kind: "environment" | "file";
  readonly name: string;
}

type FoundKey =
  | { readonly ok: true; readonly key: Secret }
  | { readonly ok: false; readonly message: string; readonly hint: string };

/** The key, or why there is none. No message ever holds a part of it. */
export function findKey(source: KeySource, environment: Environment, directory: string): FoundKey {
  if (source.kind === "environment") {
    const text = environment[source.name]?.trim();
    if (text) return { ok: true, key: new Secret(text) };
    return {
      ok: false,
      message: `${source.name} is not set`,
      hint: `export ${source.name}=…, or name another variable under "key"`,
    };
  }
  const file = resolve(directory, source.name);
  try {
    const { mode } = statSync(file);
    if ((mode & 0o077) !== 0)
      return {
        ok: false,
        message: `${source.name} can be read by others than its owner`,
        hint: `chmod 600 ${source.name}`,
      };
    const text = readFileSync(file, "utf8").trim();
    if (text === "" || /\s/.test(text))
      return { ok: false, message: `${source.name} does not hold one key`, hint: "one line, nothing else" };
    return { ok: true, key: new Secret(text) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return {
      ok: false,
      message: `${source.name} cannot be read (${code})`,
      hint: "check the path; it begins at the configuration's directory",
    };
  }
}

/** Whether a text looks like a key of one of the big providers. */
export const looksLikeKey = (text: string): boolean =>
  /^(sk|pk|rk|gsk|xai)-[A-Za-z0-9_-]{12,}$|^AIza[A-Za-z0-9_-]{20,}$|^Bearer\s/.test(text.trim());

/** Whether a URL leads to this machine. */
export const isLocal = (url: string): boolean =>
  /^(localhost|127(\.\d+){3}|\[::1\]|0\.0\.0\.0)$/.test(new URL(url).hostname);
