// Small slips in the shape of an answer that have one meaning only: undone, and each named. Anything else is left to the judge.
import { isObject, type Json, type JsonObject } from "../json.ts";

export interface Eased {
  readonly value: Json;
  /** What was undone, in words; empty for most answers. */
  readonly mended: readonly string[];
}

/** Reads "4" as 4 where only a number fits, a list of one as that one, and a text that holds the object as the object. */
export function ease(said: Json, schema: JsonObject): Eased {
  const mended: string[] = [];
  const defs = (schema["$defs"] ?? {}) as Readonly<Record<string, JsonObject>>;
  const wantsObject = schema["type"] === "object";
  let value = said;
  if (wantsObject && typeof value === "string") {
    const inner = objectIn(value);
    if (inner !== null) {
      value = inner;
      mended.push("a text that held the object");
    }
  }
  if (wantsObject && Array.isArray(value) && value.length === 1 && isObject(value[0])) {
    value = value[0] as Json;
    mended.push("a list of one");
  }
  return { value: numbers(value, schema, "", defs, mended), mended };
}

function objectIn(text: string): Json | null {
  try {
    const value = JSON.parse(text) as Json;
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function numbers(
  value: Json,
  given: JsonObject,
  path: string,
  defs: Readonly<Record<string, JsonObject>>,
  mended: string[],
): Json {
  const ref = typeof given["$ref"] === "string" ? /^#\/\$defs\/(.+)$/.exec(given["$ref"])?.[1] : undefined;
  const schema = (ref === undefined ? given : defs[ref]) ?? {};
  const inside = (part: Json, of: unknown, name: string | number) =>
    isObject(of) ? numbers(part, of as JsonObject, `${path}/${name}`, defs, mended) : part;
  if (typeof value === "string") {
    const number = numberFor(value, schema);
    if (number === null) return value;
    mended.push(`a text for the number at ${path || "/"}`);
    return number;
  }
  if (Array.isArray(value)) return value.map((one, i) => inside(one, schema["items"], i));
  if (!isObject(value)) return value;
  const { anyOf } = schema as { anyOf?: readonly JsonObject[] };
  if (anyOf) {
    const meant = anyOf.find((option) => isTagged(value, option));
    return meant ? numbers(value as Json, meant, path, defs, mended) : (value as Json);
  }
  const parts = (schema["properties"] ?? {}) as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, inside(part as Json, parts[name], name)]),
  );
}

/** The number that a text spells, where the schema takes that number and no text. */
function numberFor(text: string, { type, enum: listed, const: only }: JsonObject): number | null {
  if (!/^-?(0|[1-9]\d{0,14})(\.\d{1,6})?$/.test(text)) return null;
  const number = Number(text);
  const values = (Array.isArray(listed) ? listed : only === undefined ? null : [only]) as readonly unknown[] | null;
  if (values !== null) return values.includes(number) && !values.includes(text) ? number : null;
  return type === "number" || (type === "integer" && Number.isInteger(number)) ? number : null;
}

function isTagged(value: Record<string, unknown>, option: JsonObject): boolean {
  const parts = Object.entries((option["properties"] ?? {}) as Readonly<Record<string, JsonObject>>);
  const tags = parts.filter(([, part]) => "const" in part);
  return tags.length > 0 && tags.every(([name, part]) => value[name] === part["const"]);
}
