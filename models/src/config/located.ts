// JSON text of a file with its places: every problem says the line, the column and what would mend it.
import { isObject } from "../json.ts";
import { type Scan, scan } from "../reading/scan.ts";
import type { Misfit } from "./misfits.ts";

/** What is wrong, and where: a line and column of the file, or a variable of the environment. */
export interface ConfigProblem {
  readonly where: string;
  readonly message: string;
  readonly hint: string;
}

/** `name`: how the file is called in problems. */
export class LocatedText {
  readonly problems: ConfigProblem[] = [];
  readonly #text: string;
  readonly #name: string;
  #places: Scan | null = null;

  constructor(text: string, name: string) {
    this.#text = text;
    this.#name = name;
  }

  /** Null where the text is no JSON object: that is among the problems then, as are keys that come twice. */
  object(): Readonly<Record<string, unknown>> | null {
    try {
      const value: unknown = JSON.parse(this.#text);
      this.#places = scan(this.#text);
      for (const { path, message } of this.#places.faults) this.add({ path, message, hint: "remove one of them" });
      if (isObject(value)) return value;
      this.add({ path: "", message: "must be a JSON object", hint: 'begin with { "models": { … } }' });
      return null;
    } catch (error) {
      this.#notJson((error as Error).message);
      return null;
    }
  }

  /** At the value, or at the key where the key is what is wrong; a value that is not there is missed where it would stand. */
  add({ path, message, hint, atKey }: Misfit): void {
    const places = this.#places;
    let offset: number | undefined = atKey ? places?.keys.get(path) : places?.values.get(path);
    for (let at = path; offset === undefined && at !== ""; ) {
      at = at.slice(0, at.lastIndexOf("/"));
      offset = places?.values.get(at);
    }
    const names = path
      .slice(1)
      .split("/")
      .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
    this.problems.push({
      where: this.#where(position(this.#text, offset ?? 0)),
      message: path === "" ? message : `${names.join(".")}: ${message}`,
      hint,
    });
  }

  #notJson(message: string): void {
    const found = /line (\d+) column (\d+)/.exec(message);
    const offset = /position (\d+)/.exec(message)?.[1];
    const place = found
      ? ([found[1]!, found[2]!] as const)
      : position(this.#text, offset === undefined ? this.#text.length : Number(offset));
    this.problems.push({
      where: this.#where(place),
      message: `not JSON: ${message.replace(/ in JSON at position.*$|\s*\(line \d+ column \d+\)/, "")}`,
      hint: "look for a missing comma or quote just before this place",
    });
  }

  #where([line, column]: readonly [number | string, number | string]): string {
    return `${this.#name}:${line}:${column}`;
  }
}

function position(text: string, offset: number): [number, number] {
  const before = text.slice(0, offset).split("\n");
  return [before.length, before.at(-1)!.length + 1];
}
