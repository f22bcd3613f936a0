// What a form over a JSON Schema holds: texts by the path of their fields, the value that they stand for, and what is wrong with them in words.
import { t } from "../words.ts";

/** The parts of JSON Schema that worlds write their contracts with. */
export interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly title?: string;
  readonly description?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly multipleOf?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
}
/** What was put in, by the path of its field; texts as typed. Of alternatives `path?` holds the chosen one, of a list `path#` its length. */
export type Entries = Readonly<Record<string, string>>;

/** How a field is drawn and read. `json`: a text for what nothing else can hold. */
type FieldKind = "const" | "choice" | "alternatives" | "object" | "list" | "integer" | "number" | "text" | "json";

export function kindOf(schema: Schema): FieldKind {
  if (schema.const !== undefined) return "const";
  if (optionsOf(schema)) return "choice";
  if (schema.anyOf?.every(({ type }) => type === "object")) return "alternatives";
  if (schema.type === "object" && schema.properties) return "object";
  if (schema.type === "array" && schema.items) return "list";
  if (schema.type === "integer" || schema.type === "number") return schema.type;
  return schema.type === "string" ? "text" : "json";
}

/** A schema without "or null": a field that may be null may be left empty. */
export function plainSchema(schema: Schema): { readonly schema: Schema; readonly orNull: boolean } {
  const others = schema.anyOf?.filter(({ type }) => type !== "null");
  if (!others || others.length === schema.anyOf!.length) return { schema, orNull: false };
  return { schema: others.length === 1 ? others[0]! : { ...schema, anyOf: others }, orNull: true };
}

/** Values to choose from, where there are only so many. */
export function optionsOf({ type, enum: values, anyOf }: Schema): readonly unknown[] | null {
  if (values) return values;
  if (type === "boolean") return [true, false];
  return anyOf && anyOf.length > 0 && anyOf.every((one) => one.const !== undefined)
    ? anyOf.map((one) => one.const)
    : null;
}

export const choiceIn = ({ anyOf = [] }: Schema, entries: Entries, at: string): Schema =>
  anyOf[Number(entries[`${at}?`] ?? 0)] ?? anyOf[0]!;

/** How many items a list has: as many as it must, unless some were added. */
export const lengthIn = ({ minItems = 0 }: Schema, entries: Entries, at: string): number =>
  Number(entries[`${at}#`] ?? minItems);

/** Item `n` of the list at a path taken away, with those after it moved up. */
export function withoutItem(schema: Schema, entries: Entries, at: string, n: number): Entries {
  const length = lengthIn(schema, entries, at);
  const moved = Object.entries(entries).flatMap(([key, text]): [string, string][] => {
    const [, index, rest] = key.startsWith(`${at}/`) ? (/^(\d+)(.*)$/s.exec(key.slice(at.length + 1)) ?? []) : [];
    if (index === undefined || Number(index) < n) return [[key, text]];
    return Number(index) === n ? [] : [[`${at}/${Number(index) - 1}${rest}`, text]];
  });
  return { ...Object.fromEntries(moved), [`${at}#`]: String(Math.max(0, length - 1)) };
}

/** The value that the entries stand for; undefined where nothing was put in. Throws a `SyntaxError` on text that is no JSON. */
export function valueOfEntries(given: Schema, entries: Entries, at = "", required = false): unknown {
  const { schema, orNull } = plainSchema(given);
  const text = entries[at] ?? "";
  switch (kindOf(schema)) {
    case "const":
      return schema.const;
    case "alternatives":
      return valueOfEntries(choiceIn(schema, entries, at), entries, at, required);
    case "object": {
      const made = Object.entries(schema.properties!).flatMap(([key, part]) => {
        const value = valueOfEntries(part, entries, `${at}/${key}`, schema.required?.includes(key) ?? false);
        return value === undefined ? [] : [[key, value] as const];
      });
      if (made.length > 0 || required) return Object.fromEntries(made);
      return orNull && required ? null : undefined;
    }
    case "list": {
      const length = lengthIn(schema, entries, at);
      if (length === 0 && !required) return undefined;
      return Array.from({ length }, (_, n) => valueOfEntries(schema.items!, entries, `${at}/${n}`, true));
    }
    case "text":
      return text === "" ? (orNull && required ? null : undefined) : text;
    case "integer":
    case "number":
      return text.trim() === "" ? (orNull && required ? null : undefined) : Number(text);
    default:
      return text === "" ? (orNull && required ? null : undefined) : JSON.parse(text);
  }
}

/** What is wrong with the entries, a sentence for each field that is not right, by its path, in the order of the form. */
export function problemsIn(given: Schema, entries: Entries, at = "", required = true): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const { schema, orNull } = plainSchema(given);
  const needed = required && !orNull;
  const add = (text: string | null) => text !== null && found.set(at, text);
  const inside = (part: Schema, key: string, must: boolean) => {
    for (const [path, text] of problemsIn(part, entries, key, must)) found.set(path, text);
  };
  switch (kindOf(schema)) {
    case "const":
      break;
    case "alternatives":
      inside(choiceIn(schema, entries, at), at, required);
      break;
    case "object":
      // What is left out whole lacks none of its parts.
      if (!needed && valueOfEntries(schema, entries, at) === undefined) break;
      for (const [key, part] of Object.entries(schema.properties!))
        inside(part, `${at}/${key}`, schema.required?.includes(key) ?? false);
      break;
    case "list": {
      const length = lengthIn(schema, entries, at);
      const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema;
      if (length < minItems && (needed || length > 0)) add(t("formFew", { least: minItems }));
      if (length > maxItems) add(t("formMany", { most: maxItems }));
      for (let n = 0; n < length; n++) inside(schema.items!, `${at}/${n}`, true);
      break;
    }
    default:
      add(textProblem(schema, entries[at] ?? "", needed));
  }
  return found;
}

function textProblem(schema: Schema, text: string, needed: boolean): string | null {
  if (text.trim() === "") {
    const isWord = kindOf(schema) === "text" && text === "" && (schema.minLength ?? 0) === 0;
    return needed && !isWord ? t("formNeeded") : null;
  }
  switch (kindOf(schema)) {
    case "text":
      return wordProblem(schema, text);
    case "integer":
    case "number":
      return numberProblem(schema, text);
    default:
      try {
        JSON.parse(text);
        return null;
      } catch {
        return t("formJson");
      }
  }
}

function wordProblem(
  { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern }: Schema,
  text: string,
): string | null {
  const length = [...text].length;
  if (length < minLength) return t("formShort", { least: minLength });
  if (length > maxLength) return t("formLong", { most: maxLength, over: length - maxLength });
  return pattern !== undefined && !new RegExp(pattern, "u").test(text) ? t("formShape") : null;
}

function numberProblem(schema: Schema, text: string): string | null {
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY, multipleOf } = schema;
  const value = Number(text);
  if (!Number.isFinite(value)) return t("formNumber");
  if (schema.type === "integer" && !Number.isSafeInteger(value)) return t("formWhole");
  if (value < minimum) return t("formLeast", { least: minimum });
  if (value > maximum) return t("formMost", { most: maximum });
  return multipleOf !== undefined && value % multipleOf !== 0 ? t("formStep", { step: multipleOf }) : null;
}
