// Takes values out of a located document one by one and notes what is wrong with each. It never throws and never stops early.
import type { Json, Located, Path, Problem } from "@orrery/kernel";
import { ANYONE } from "../model/rule.ts";
import { LIMITS } from "../model/text.ts";

type Bag = Readonly<Record<string, Json>>;

export class Reader {
  readonly problems: Problem[] = [];
  readonly #doc: Located;

  constructor(doc: Located) {
    this.#doc = doc;
  }

  get top(): Bag {
    return isBag(this.#doc.value) ? this.#doc.value : {};
  }

  /** Notes a problem at a value, or at its key. */
  problem(path: Path, message: string, hint: string, where: "value" | "key" = "value"): void {
    const { line, column } = where === "key" ? this.#doc.atKey(path) : this.#doc.at(path);
    this.problems.push({ line, column, path, message, hint });
  }

  /** A mapping with no other keys than these, or null. `what` says what should stand here instead. */
  record(path: Path, keys: readonly string[], what = "a mapping of keys to values", needed?: string): Bag | null {
    const value = this.#get(path);
    if (value === undefined || value === null) {
      if (needed !== undefined) this.problem(path.slice(0, -1), `\`${this.last(path)}\` is missing.`, needed, "key");
      else if (value === null && path.length > 0) return {};
      else this.problem(path, "There is nothing here.", `Write ${what}.`);
      return null;
    }
    if (!isBag(value)) {
      this.problem(path, `Here stands ${kindOf(value)}.`, `Write ${what}.`);
      return null;
    }
    for (const key of Object.keys(value)) {
      if (keys.includes(key)) continue;
      const close = nearest(key, keys);
      const hint = key.includes(" ")
        ? "These look like words after a comma: inside { } words with a comma stand in quotation marks."
        : close
          ? `Did you mean \`${close}\`?`
          : `There are: ${keys.join(", ")}.`;
      this.problem([...path, key], `There is no key \`${this.short(key)}\` here.`, hint, "key");
    }
    return value;
  }

  /** The entries of a mapping in the order they were written; none when it is missing. */
  map(path: Path): [string, Json][] {
    const value = this.#get(path);
    if (value === undefined || value === null) return [];
    if (isBag(value)) return Object.entries(value);
    this.problem(path, `Here stands ${kindOf(value)}.`, "Write a mapping of keys to values.");
    return [];
  }

  /** A mapping from ids; what cannot be read is left out, and was noted. */
  entries<T>(path: Path, what: string, read: (path: Path, id: string, rank: number) => T | null): Record<string, T> {
    const all = this.map(path);
    if (all.length > LIMITS.items) {
      this.problem(path, `There are ${all.length} of them.`, `At most ${LIMITS.items} are possible.`, "key");
      return {};
    }
    const found: [string, T][] = [];
    for (const [rank, [id]] of all.entries()) {
      const at = [...path, id];
      if (!isId(id)) {
        this.problem(
          at,
          `"${this.short(id)}" cannot be the id of a ${what}.`,
          "Ids are small letters, digits, - and _, beginning with a letter.",
          "key",
        );
      }
      const one = read(at, id, rank);
      if (one !== null) found.push([id, one]);
    }
    return Object.fromEntries(found);
  }

  list(path: Path): readonly Json[] {
    const value = this.#get(path);
    if (value === undefined || value === null) return [];
    if (Array.isArray(value)) return value;
    this.problem(path, `Here stands ${kindOf(value)}.`, "Write a list: `[one, two]`.");
    return [];
  }

  /** Text, trimmed at its end; null when it is missing or no text. Empty text is a problem unless `empty`. */
  text(path: Path, { max, empty = false, needed }: { max: number; empty?: boolean; needed?: string }): string | null {
    const value = this.#get(path);
    if (value === undefined) {
      if (needed !== undefined) this.problem(path.slice(0, -1), `\`${this.last(path)}\` is missing.`, needed, "key");
      return null;
    }
    if (typeof value !== "string") {
      const quote =
        value === null || typeof value === "object"
          ? "Write some text."
          : `Put it in quotation marks: "${String(value)}".`;
      this.problem(path, `\`${this.last(path)}\` must be text, and here stands ${kindOf(value)}.`, quote);
      return null;
    }
    const text = value.trimEnd();
    if (text.trim() === "" && !empty) {
      this.problem(path, `\`${this.last(path)}\` is empty.`, "Write some text, or leave the key out.");
      return null;
    }
    if (text.length > max) {
      this.problem(path, `\`${this.last(path)}\` is ${text.length} characters long.`, `At most ${max} are possible.`);
      return null;
    }
    if (CONTROL.test(text)) {
      this.problem(path, `\`${this.last(path)}\` holds a control character.`, "Remove it; line breaks are welcome.");
      return null;
    }
    return text;
  }

  flag(path: Path): boolean | null {
    const value = this.#get(path);
    if (value === undefined) return null;
    if (typeof value === "boolean") return value;
    this.problem(path, `\`${this.last(path)}\` must be true or false.`, "Write `true` or `false`.");
    return null;
  }

  /** A whole number within bounds; the lower one where it cannot be read, which was noted. */
  whole(path: Path, low: number, high: number): number {
    const value = this.#get(path);
    if (typeof value === "number" && Number.isInteger(value) && value >= low && value <= high) return value;
    this.problem(
      path,
      `\`${this.last(path)}\` cannot be ${typeof value === "number" ? value : kindOf(value)}.`,
      `Write a whole number between ${low} and ${high}.`,
    );
    return low;
  }

  isList(path: Path): boolean {
    return Array.isArray(this.#get(path));
  }

  isText(path: Path): boolean {
    return typeof this.#get(path) === "string";
  }

  choice<const T extends string>(path: Path, of: readonly T[], hint: string): T | null {
    const value = this.#get(path);
    if (typeof value === "string" && (of as readonly string[]).includes(value)) return value as T;
    const close = typeof value === "string" ? nearest(value, of) : null;
    this.problem(
      path,
      `\`${this.last(path)}\` cannot be ${typeof value === "string" ? `"${this.short(value)}"` : kindOf(value)}.`,
      close ? `Did you mean \`${close}\`? ${hint}` : hint,
    );
    return null;
  }

  /** An id as it stands here; whether anything has it is found out when everything is read. */
  id(path: Path, needed?: string): string | null {
    const value = this.#get(path);
    if (value === undefined && needed !== undefined) {
      this.problem(path.slice(0, -1), `\`${this.last(path)}\` is missing.`, needed, "key");
      return null;
    }
    if (typeof value === "string" && isId(value)) return value;
    this.problem(
      path,
      `Here stands ${typeof value === "string" ? `"${this.short(value)}"` : kindOf(value)}, which is no id.`,
      "Write the id of something in this file.",
    );
    return null;
  }

  ids(path: Path): string[] {
    return this.list(path).flatMap((_, i) => this.id([...path, i]) ?? []);
  }

  names(path: Path): string[] {
    const list = this.list(path);
    if (list.length > LIMITS.aliases)
      this.problem(path, `There are ${list.length} of them.`, `At most ${LIMITS.aliases} are possible.`);
    return list.slice(0, LIMITS.aliases).flatMap((_, i) => this.text([...path, i], { max: LIMITS.name }) ?? []);
  }

  last = (path: Path): string => this.short(String(path.at(-1) ?? "document"));
  /** A foreign word as it may stand in a message. */
  short = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text).replace(CONTROLS, "?");

  #get(path: Path): Json | undefined {
    let at: Json = this.#doc.value;
    for (const key of path) {
      if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) return undefined;
      at = (at as Record<string | number, Json>)[key]!;
    }
    return at;
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/;
const CONTROLS = new RegExp(CONTROL.source, "g");

export const isId = (text: string): boolean =>
  text.length <= LIMITS.id && /^[a-z][a-z0-9_-]*$/.test(text) && !RESERVED.has(text);
/** Keys that no plain object may have, the seat of the game master, and what stands for every person in a rule. */
const RESERVED: ReadonlySet<string> = new Set(["constructor", "prototype", "gamemaster", ANYONE]);

const isBag = (value: unknown): value is Bag => typeof value === "object" && value !== null && !Array.isArray(value);

function kindOf(value: Json | undefined): string {
  if (value === undefined) return "nothing";
  if (value === null) return "nothing";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "a mapping";
  return typeof value === "string" ? "text" : typeof value === "number" ? `the number ${value}` : `${value}`;
}

/** The word that is meant when it is at most a third wrong; null when none is close. */
export function nearest(word: string, words: readonly string[]): string | null {
  let best: string | null = null;
  let least = Math.max(1, Math.floor(Math.min(word.length, 60) / 3)) + 1;
  for (const one of words) {
    const far = distance(word.slice(0, 60).toLowerCase(), one.toLowerCase());
    if (far < least) {
      best = one;
      least = far;
    }
  }
  return best;
}

/** Edits between two words, swapped neighbours counting as one. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        next[j] = Math.min(next[j]!, before[j - 2]! + 1);
    }
    before = row;
    row = next;
  }
  return row[b.length]!;
}
