// Fields of a JSON file, read with their places: every problem says the line, the column and what would mend it.
import { isObject } from "../json.ts";
import { type Scan, scan } from "../reading/scan.ts";
import { looksLikeKey } from "./keys.ts";
import { nearest } from "./nearest.ts";

/** What is wrong, and where: a line and column of the file, or a variable of the environment. */
export interface ConfigProblem {
  readonly where: string;
  readonly message: string;
  readonly hint: string;
}

export type Fields = Readonly<Record<string, unknown>>;

/** Each reading method gives the value where it is as it should be; otherwise it notes a problem and gives nothing. */
export class FieldReader {
  readonly problems: ConfigProblem[] = [];
  readonly #text: string;
  readonly #name: string;
  #places: Scan | null = null;

  /** `name`: how the file is called in problems. */
  constructor(text: string, name: string) {
    this.#text = text;
    this.#name = name;
  }

  root(): unknown {
    try {
      const value: unknown = JSON.parse(this.#text);
      this.#places = scan(this.#text);
      for (const { path, message } of this.#places.faults) this.add(path, message, "remove one of them");
      if (isObject(value)) return value;
      this.add("", "must be a JSON object", 'begin with { "models": { … } }');
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
  add(path: string, message: string, hint: string, atKey = false): void {
    const places = this.#places;
    let offset: number | undefined = atKey ? places?.keys.get(path) : places?.values.get(path);
    for (let at = path; offset === undefined && at !== ""; ) {
      at = at.slice(0, at.lastIndexOf("/"));
      offset = places?.values.get(at);
    }
    const [line, column] = position(this.#text, offset ?? 0);
    this.problems.push({
      where: `${this.#name}:${line}:${column}`,
      message: path === "" ? message : `${path.slice(1).replaceAll("/", ".")}: ${message}`,
      hint,
    });
  }

  object(value: unknown, path: string, allowed: readonly string[]): Fields {
    const fields = this.record(value, path);
    for (const key of Object.keys(fields))
      if (!allowed.includes(key) && !key.startsWith("$")) {
        const near = nearest(key, allowed);
        this.add(
          `${path}/${key}`,
          "no such setting",
          near ? `did you mean "${near}"?` : `settings here: ${allowed.join(", ")}`,
          true,
        );
      }
    return fields;
  }

  record(value: unknown, path: string): Fields {
    if (value === undefined) return {};
    if (isObject(value)) return value;
    this.add(path, "must be an object", "{ … }");
    return {};
  }

  number(value: unknown, path: string, least: number, most: number, whole = true): number | undefined {
    if (value === undefined) return undefined;
    if (typeof value === "number" && value >= least && value <= most && (!whole || Number.isInteger(value)))
      return value;
    this.add(path, `must be a ${whole ? "whole " : ""}number from ${least} to ${most}`, `not ${JSON.stringify(value)}`);
    return undefined;
  }

  boolean(value: unknown, path: string): boolean | undefined {
    if (value === undefined || typeof value === "boolean") return value;
    this.add(path, "must be true or false", `not ${JSON.stringify(value)}`);
    return undefined;
  }

  line(value: unknown, path: string, what: string): string | null {
    if (typeof value === "string" && value.trim() !== "") return value;
    this.add(path, value === undefined ? `is missing: ${what}` : `must be text: ${what}`, '"…"');
    return null;
  }

  oneOf<T extends string>(value: unknown, list: readonly T[], path: string, needed: boolean): T | null {
    if (list.includes(value as T)) return value as T;
    if (value === undefined && !needed) return null;
    const near = typeof value === "string" ? nearest(value, list) : null;
    const message = value === undefined ? "is missing" : `${JSON.stringify(value)} is none`;
    this.add(path, message, near ? `did you mean "${near}"?` : `one of ${list.join(", ")}`);
    return null;
  }

  /** No text of the file may look like a key, wherever it stands. */
  noKeys(value: unknown, path: string): void {
    if (typeof value === "string" && looksLikeKey(value))
      this.add(
        path,
        "this looks like a key, and keys do not belong into this file",
        'put it into the environment, write { "env": "ITS_NAME" } here, and consider it leaked',
      );
    else if (typeof value === "object" && value !== null)
      for (const [key, part] of Object.entries(value)) this.noKeys(part, `${path}/${key}`);
  }
}

function position(text: string, offset: number): [number, number] {
  const before = text.slice(0, offset).split("\n");
  return [before.length, before.at(-1)!.length + 1];
}
