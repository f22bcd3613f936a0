// How the values of a schema can be recognised: by their JSON types, a literal, or a literal tag. Decides what a union may hold.
import { canonical, isObject } from "../json.ts";

export type Schema = Readonly<Record<string, unknown>>;
type Resolve = (ref: string) => Schema;

const TYPES = ["null", "boolean", "number", "string", "array", "object"] as const;
type JsonType = (typeof TYPES)[number];

export interface SchemaMark {
  readonly types: ReadonlySet<JsonType>;
  /** The only values of scalar type, as canonical text, where they are listed. */
  readonly values: ReadonlySet<string> | null;
  /** Required properties of an object that hold one of few literals. */
  readonly tags: ReadonlyMap<string, ReadonlySet<string>>;
}

const typeOf = (value: unknown): JsonType =>
  value === null ? "null" : Array.isArray(value) ? "array" : (typeof value as JsonType);

export function markOf(schema: Schema, resolve: Resolve, depth = 0): SchemaMark {
  if (depth > 16) return ANYTHING;
  const ref = schema["$ref"];
  if (typeof ref === "string") return markOf(resolve(ref), resolve, depth + 1);
  if ("const" in schema) return enumMark([schema["const"]]);
  if (Array.isArray(schema["enum"])) return enumMark(schema["enum"]);
  const alternatives = schema["anyOf"] ?? schema["oneOf"];
  if (Array.isArray(alternatives)) return union(alternatives.map((part: Schema) => markOf(part, resolve, depth + 1)));
  const types = typesOf(schema);
  return { types, values: null, tags: types.has("object") ? tagsOf(schema, resolve, depth) : new Map() };
}

/** Whether no value can carry both marks, by what the marks say. */
export function areDisjoint(a: SchemaMark, b: SchemaMark): boolean {
  for (const type of a.types) {
    if (!b.types.has(type)) continue;
    if (type === "object") {
      if (![...a.tags].some(([key, values]) => b.tags.has(key) && isApart(values, b.tags.get(key)!))) return false;
    } else if (type === "array" || a.values === null || b.values === null || !isApart(a.values, b.values)) return false;
  }
  return true;
}

export function matches(value: unknown, mark: SchemaMark): boolean {
  const type = typeOf(value);
  if (!mark.types.has(type)) return false;
  if (type === "object")
    return [...mark.tags].every(([key, values]) => {
      const part = (value as Record<string, unknown>)[key];
      return part !== undefined && (part === null || typeof part !== "object") && values.has(canonical(part));
    });
  return type === "array" || mark.values === null || mark.values.has(canonical(value));
}

const ANYTHING: SchemaMark = { types: new Set(TYPES), values: null, tags: new Map() };
const isApart = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean => [...a].every((value) => !b.has(value));

function enumMark(values: readonly unknown[]): SchemaMark {
  return { types: new Set(values.map(typeOf)), values: new Set(values.map(canonical)), tags: new Map() };
}

function union(marks: readonly SchemaMark[]): SchemaMark {
  const scalars = marks.filter(({ types }) => [...types].some((type) => type !== "array" && type !== "object"));
  return {
    types: new Set(marks.flatMap(({ types }) => [...types])),
    values: scalars.every(({ values }) => values !== null)
      ? new Set(scalars.flatMap(({ values }) => [...values!]))
      : null,
    tags: new Map(),
  };
}

function typesOf(schema: Schema): Set<JsonType> {
  const type = schema["type"];
  const names = Array.isArray(type) ? type : type === undefined ? guessTypes(schema) : [type];
  return new Set(names.map((name) => (name === "integer" ? "number" : name) as JsonType));
}

const guessTypes = (schema: Schema): readonly JsonType[] =>
  "properties" in schema || "patternProperties" in schema || "additionalProperties" in schema
    ? ["object"]
    : "items" in schema
      ? ["array"]
      : TYPES;

function tagsOf(schema: Schema, resolve: Resolve, depth: number): Map<string, ReadonlySet<string>> {
  const tags = new Map<string, ReadonlySet<string>>();
  const properties = schema["properties"];
  if (!isObject(properties)) return tags;
  for (const key of (schema["required"] as readonly string[] | undefined) ?? []) {
    const property = properties[key];
    if (!isObject(property) || !("const" in property || "enum" in property || "anyOf" in property)) continue;
    const { values, types } = markOf(property, resolve, depth + 1);
    if (values !== null && !types.has("object") && !types.has("array")) tags.set(key, values);
  }
  return tags;
}
