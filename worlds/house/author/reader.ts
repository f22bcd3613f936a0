// Reads a located document by its schema and notes what is wrong at each place. It never throws and never stops early.
import type { Json, Located, Path, Problem, Static, TSchema } from "@orrery/kernel";
import { ANYONE } from "../model/rule.ts";
import { idOptions, LIMITS } from "../model/text.ts";

type Bag = Readonly<Record<string, Json>>;

/** What a schema of a file may have; the reader knows no other kinds. */
interface Expected {
  readonly type?: "string" | "boolean" | "integer" | "array" | "object" | "null";
  readonly $ref?: string;
  readonly anyOf?: readonly Expected[];
  readonly const?: Json;
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Expected;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Expected>>;
  readonly patternProperties?: Readonly<Record<string, Expected>>;
  readonly maxProperties?: number;
  readonly required?: readonly string[];
  readonly default?: Json;
  /** What a list, a map's entries or a union's forms are called. */
  readonly title?: string;
  readonly errorMessage?: string;
}
const NESTED = 8;
/** A list's own message is a sentence and a hint. */
const SENTENCES = /(?<=\.) /;

export class AuthorReader {
  readonly problems: Problem[] = [];
  readonly #doc: Located;
  readonly #parts: Readonly<Record<string, Expected>>;
  #depth = 0;

  /** `parts`: those that schemas name with `$ref`. */
  constructor(doc: Located, parts: Readonly<Record<string, TSchema>>) {
    this.#doc = doc;
    this.#parts = parts;
  }

  get top(): Bag {
    return isBag(this.#doc.value) ? this.#doc.value : {};
  }

  /** Notes a problem at a value, or at its key. */
  problem(path: Path, message: string, hint: string, where: "value" | "key" = "value"): void {
    const { line, column } = where === "key" ? this.#doc.atKey(path) : this.#doc.at(path);
    this.problems.push({ line, column, path, message, hint });
  }

  /**
   * What stands at a place, as its schema has it; null where it cannot be read. Each misfit is noted at its place, and left
   * out, or stands as something empty where it is needed: with a problem noted, nothing comes of the file.
   */
  value<T extends TSchema>(path: Path, schema: T): Static<T> | null {
    return this.#read(path, schema) as Static<T> | null;
  }

  /** Whether anything stands there, even what cannot be read. */
  has = (path: Path): boolean => this.#get(path) !== undefined;

  /** Whether a problem was noted there, or below it. */
  isBroken = (path: Path): boolean => this.problems.some((one) => path.every((key, i) => one.path[i] === key));

  last = (path: Path): string => this.short(String(path.findLast((key) => typeof key === "string") ?? "document"));
  /** A foreign word as it may stand in a message. */
  short = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text).replace(CONTROLS, "?");

  #read(path: Path, it: Expected): unknown {
    if (it.$ref !== undefined) return this.#nested(path, this.#parts[it.$ref.replace("#/$defs/", "")]!);
    if (it.anyOf) return this.#oneOf(path, it, it.anyOf);
    if (it.enum) return this.#choice(path, it.enum, it.errorMessage);
    if (it.const !== undefined) return this.#choice(path, [it.const as string], it.errorMessage);
    switch (it.type) {
      case "boolean":
        return this.#flag(path);
      case "integer":
        return this.#whole(path, it.minimum!, it.maximum!);
      case "array":
        return this.#list(path, it);
      case "object":
        return it.properties ? this.#part(path, it.properties, it) : this.#map(path, it);
      default:
        return it.pattern === idOptions.pattern
          ? this.#id(path)
          : this.#text(path, it.maxLength!, it.minLength === undefined);
    }
  }

  #nested(path: Path, it: Expected): unknown {
    if (this.#depth > NESTED) {
      this.problem(path, "This condition is nested too deeply.", "Eight levels are enough for anyone.");
      return null;
    }
    this.#depth++;
    const value = this.#read(path, it);
    this.#depth--;
    return value;
  }

  /** The alternative that fits the kind of what stands there; several mappings are told apart by their keys. */
  #oneOf(path: Path, it: Expected, of: readonly Expected[]): unknown {
    const value = this.#get(path);
    const all = of.flatMap((one) => one.anyOf ?? [one]);
    if (all.some((one) => one.const !== undefined && one.const === value)) return value;
    const forms = all.filter(({ properties }) => properties);
    if (forms.length > 1) return this.#form(path, it, forms);
    const part = forms[0] ?? all.find(({ $ref }) => $ref !== undefined);
    if (value === null && !part && all.some(({ type }) => type === "null")) return undefined;
    const list = Array.isArray(value) ? all.find(({ type }) => type === "array") : undefined;
    const text = all.find((one) => one.const === undefined && (one.type === "string" || one.enum));
    return this.#read(path, list ?? (typeof value === "string" ? text : part) ?? part ?? text ?? all[0]!);
  }

  #form(path: Path, it: Expected, forms: readonly Expected[]): unknown {
    const known = Object.assign({}, ...forms.map(({ properties }) => properties)) as Record<string, Expected>;
    const value = this.#record(path, Object.keys(known), it.errorMessage);
    if (!value) return null;
    const keys = Object.keys(value);
    const form = forms.find(
      ({ properties = {}, required = [] }) =>
        keys.every((key) => key in properties) && required.every((key) => keys.includes(key)),
    );
    if (form) return this.#entries(path, value, form.properties!, form);
    // A key that does not exist was noted; to say more would be to say it twice.
    if (keys.every((key) => key in known))
      this.problem(
        path,
        `No ${it.title} has the parts ${keys.length === 0 ? "(none)" : keys.sort().join(", ")}.`,
        it.errorMessage!,
      );
    return null;
  }

  #part(path: Path, properties: Readonly<Record<string, Expected>>, it: Expected): Bag | null {
    const value = this.#record(path, Object.keys(properties), it.errorMessage);
    return value && this.#entries(path, value, properties, it);
  }

  /** What stands at each known key, and what stands there when nothing does. */
  #entries(path: Path, value: Bag, properties: Readonly<Record<string, Expected>>, { required = [] }: Expected): Bag {
    const found = Object.entries(properties).flatMap(([key, it]): [string, unknown][] => {
      const at = [...path, key];
      const isNeeded = required.includes(key);
      if (value[key] === undefined || (value[key] === null && isNeeded && it.$ref !== undefined)) {
        const counted = [it, ...(it.anyOf ?? [])].find(({ minItems }) => minItems);
        if (!isNeeded) return it.default === undefined ? [] : [[key, it.default]];
        if (counted) this.#count(path, key, 0, counted);
        else this.problem(path, `\`${key}\` is missing.`, it.errorMessage ?? `Write \`${key}: \`.`, "key");
        return [[key, this.#empty(it)]];
      }
      const one = this.#read(at, it) ?? (isNeeded ? this.#empty(it) : it.default);
      return one === undefined ? [] : [[key, one]];
    });
    return Object.fromEntries(found) as Bag;
  }

  /** A mapping from ids, or from any words; its entries in the order they were written. */
  #map(path: Path, it: Expected): Bag {
    const value = this.#get(path);
    if (value === undefined || value === null) return {};
    if (!isBag(value)) {
      this.problem(path, `Here stands ${kindOf(value)}.`, it.errorMessage ?? "Write a mapping of keys to values.");
      return {};
    }
    const all = Object.keys(value);
    if (all.length > (it.maxProperties ?? LIMITS.items)) {
      this.problem(path, `There are ${all.length} of them.`, `At most ${LIMITS.items} are possible.`, "key");
      return {};
    }
    const [pattern, of] = Object.entries(it.patternProperties!)[0]!;
    const found = all.flatMap((id): [string, unknown][] => {
      const at = [...path, id];
      if (pattern === idOptions.pattern && !isId(id)) {
        this.problem(
          at,
          `"${this.short(id)}" cannot be the id of a ${it.title}.`,
          "Ids are small letters, digits, - and _, beginning with a letter.",
          "key",
        );
      }
      const one = this.#read(at, of);
      const isPlain = of.type === "boolean" || of.type === "integer";
      return one !== null ? [[id, one]] : isPlain ? [[id, this.#empty(of)]] : [];
    });
    return Object.fromEntries(found) as Bag;
  }

  #list(path: Path, it: Expected): unknown[] {
    const value = this.#get(path) ?? [];
    if (!Array.isArray(value)) {
      this.problem(
        path,
        `Here stands ${kindOf(value)}.`,
        it.errorMessage?.split(SENTENCES).at(-1) ?? "Write a list: `[one, two]`.",
      );
      return [];
    }
    this.#count(path, this.last(path), value.length, it);
    return value
      .slice(0, it.maxItems ?? LIMITS.items)
      .map((_, i) => this.#read([...path, i], it.items!) ?? this.#empty(it.items!));
  }

  /** Whether a list has as many parts as it takes. `{n}`: how many there are. */
  #count(
    path: Path,
    key: string,
    n: number,
    { minItems = 0, maxItems = LIMITS.items, title, errorMessage }: Expected,
  ): void {
    if (n >= minItems && n <= maxItems) return;
    const many =
      title === undefined ? "There are {n} of them." : `\`${key}\` takes ${minItems} to ${maxItems} ${title}.`;
    const mend = title === "texts" ? "Write some words, or a list of them." : `Write \`${key}: [...]\`.`;
    const [message, hint] = errorMessage?.split(SENTENCES) ?? [
      many,
      n > maxItems ? `At most ${maxItems} are possible.` : mend,
    ];
    this.problem(path, message!.replace("{n}", `${n}`), hint!, errorMessage === undefined ? "value" : "key");
  }

  /** A mapping with no other keys than these, or null. */
  #record(path: Path, keys: readonly string[], hint = "Write a mapping of keys to values."): Bag | null {
    const value = this.#get(path);
    if (value === null && path.length > 0) return {};
    if (value === undefined || value === null) {
      this.problem(path, "There is nothing here.", hint);
      return null;
    }
    if (!isBag(value)) {
      this.problem(path, `Here stands ${kindOf(value)}.`, hint);
      return null;
    }
    for (const key of Object.keys(value)) {
      if (keys.includes(key)) continue;
      const close = nearest(key, keys);
      const mend = /[ .!?…]/.test(key)
        ? "These look like words after a comma: inside { } words with a comma stand in quotation marks."
        : close
          ? `Did you mean \`${close}\`?`
          : `There are: ${keys.join(", ")}.`;
      this.problem([...path, key], `There is no key \`${this.short(key)}\` here.`, mend, "key");
    }
    return value;
  }

  /** Text, trimmed at its end; null when it is no text. */
  #text(path: Path, max: number, mayBeEmpty: boolean): string | null {
    const value = this.#get(path);
    if (typeof value !== "string") {
      const quote =
        value === null || typeof value === "object"
          ? "Write some text."
          : `Put it in quotation marks: "${String(value)}".`;
      this.problem(path, `\`${this.last(path)}\` must be text, and here stands ${kindOf(value)}.`, quote);
      return null;
    }
    const text = value.trimEnd();
    const fault: readonly [string, string] | null =
      text.trim() === "" && !mayBeEmpty
        ? ["is empty.", "Write some text, or leave the key out."]
        : text.length > max
          ? [`is ${text.length} characters long.`, `At most ${max} are possible.`]
          : CONTROL.test(text)
            ? ["holds a control character.", "Remove it; line breaks are welcome."]
            : null;
    if (fault) this.problem(path, `\`${this.last(path)}\` ${fault[0]}`, fault[1]);
    return fault ? null : text;
  }

  #flag(path: Path): boolean | null {
    const value = this.#get(path);
    if (typeof value === "boolean") return value;
    this.problem(path, `\`${this.last(path)}\` must be true or false.`, "Write `true` or `false`.");
    return null;
  }

  #whole(path: Path, low: number, high: number): number | null {
    const value = this.#get(path);
    if (typeof value === "number" && Number.isInteger(value) && value >= low && value <= high) return value;
    this.problem(
      path,
      `\`${this.last(path)}\` cannot be ${typeof value === "number" ? value : kindOf(value)}.`,
      `Write a whole number between ${low} and ${high}.`,
    );
    return null;
  }

  #choice(path: Path, of: readonly string[], hint = `There are: ${of.join(", ")}.`): string | null {
    const value = this.#get(path);
    if (typeof value === "string" && of.includes(value)) return value;
    const close = typeof value === "string" ? nearest(value, of) : null;
    this.problem(
      path,
      `\`${this.last(path)}\` cannot be ${typeof value === "string" ? `"${this.short(value)}"` : kindOf(value)}.`,
      close ? `Did you mean \`${close}\`? ${hint}` : hint,
    );
    return null;
  }

  /** An id as it stands here; whether anything has it is found out when everything is read. */
  #id(path: Path): string | null {
    const value = this.#get(path);
    if (typeof value === "string" && isId(value)) return value;
    this.problem(
      path,
      `Here stands ${typeof value === "string" ? `"${this.short(value)}"` : kindOf(value)}, which is no id.`,
      "Write the id of something in this file.",
    );
    return null;
  }

  /** Stands for what is needed and cannot be read; a name that is empty is looked for by nobody. */
  #empty(it: Expected): Json {
    if (it.$ref === "#/$defs/condition") return { any: [] };
    if (it.$ref !== undefined) return this.#empty(this.#parts[it.$ref.replace("#/$defs/", "")]!);
    if (it.properties)
      return Object.fromEntries((it.required ?? []).map((key) => [key, this.#empty(it.properties![key]!)]));
    if (it.anyOf) return it.title === undefined ? this.#empty(it.anyOf[0]!) : {};
    const kinds: Record<string, Json> = { array: [], boolean: true, integer: it.minimum ?? 0, object: {} };
    return it.enum?.[0] ?? kinds[it.type ?? ""] ?? "";
  }

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
