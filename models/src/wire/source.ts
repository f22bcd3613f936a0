// Reads the engine's schemas as they are written: what kind a node is, and what no provider could be told.
import { isObject } from "../json.ts";
import type { Schema } from "./mark.ts";

/** A schema that no answer could travel by; `path` points into it. Thrown, because schemas are ours: the gate asks beforehand. */
export class SchemaRefused extends Error {
  override readonly name = "SchemaRefused";
  readonly path: string;
  readonly detail: string;
  constructor(path: string, detail: string) {
    super(`${path || "/"}: ${detail}`);
    this.path = path;
    this.detail = detail;
  }
}

export const UNPORTABLE = [
  "allOf",
  "not",
  "if",
  "then",
  "else",
  "dependentSchemas",
  "dependentRequired",
  "prefixItems",
  "contains",
];

export const nameIn = (ref: string): string => /^#\/(?:\$defs|definitions)\/([^/]+)$/.exec(ref)?.[1] ?? ref;

/** `minItems` of a map must not reach the list it travels as under another meaning, nor `pattern` a boxed value. */
export const fitsType = (keyword: string, type: unknown): boolean => {
  const types = [type].flat();
  if (keyword.endsWith("Items")) return types.includes("array");
  if (keyword === "pattern") return types.includes("string");
  return types.includes("number") || types.includes("integer");
};

const MEANING = [
  "type",
  "enum",
  "const",
  "anyOf",
  "oneOf",
  "$ref",
  "items",
  "properties",
  "patternProperties",
  "additionalProperties",
  ...UNPORTABLE,
];
export const isUntyped = (schema: Record<string, unknown>): boolean => !MEANING.some((keyword) => keyword in schema);
export const looksLikeObject = (schema: Schema): boolean =>
  schema["type"] === "object" ||
  (schema["type"] === undefined &&
    ("properties" in schema || "patternProperties" in schema || "additionalProperties" in schema));

export interface OpenPart {
  readonly value: unknown;
  /** What is said of the keys. */
  readonly keys: string | null;
}

/** The value schema of an open object; null for one with fixed properties. */
export function openPart(schema: Schema, at: string): OpenPart | null {
  const patterns = Object.entries((schema["patternProperties"] ?? {}) as Record<string, unknown>);
  const rest = schema["additionalProperties"];
  const named = Object.keys((schema["properties"] ?? {}) as object).length > 0;
  const isOpen = patterns.length > 0 || isObject(rest) || (!named && rest !== false);
  if (!isOpen) return null;
  if (named)
    throw new SchemaRefused(
      at,
      "an object may have fixed properties or be a map, not both: put the map into a property",
    );
  if (patterns.length > 1) throw new SchemaRefused(at, "a map may have one pattern for its keys");
  const [pattern, value] = patterns[0] ?? ["", rest === undefined || rest === true ? true : rest];
  return { value, keys: pattern === "" || /^\^\.[*+]\$$/.test(pattern) ? null : `keys match ${pattern}` };
}
