// Parts of a wire schema that occur more than once, said once: a list of ids in twenty places is paid for once.
import { isObject, type JsonObject } from "../json.ts";

/** A part shorter than this costs no more than the reference to it. */
const LONG = 60;

/** The same schema with `$defs` for repeated parts. Its root stays an object with properties. */
export function shareParts(schema: JsonObject): JsonObject {
  const counts = new Map<string, number>();
  visit(schema, (node) => {
    const text = JSON.stringify(node);
    if (text.length >= LONG) counts.set(text, (counts.get(text) ?? 0) + 1);
  });
  const names = new Map<string, string>();
  const defs: Record<string, unknown> = {};
  const refer = (node: unknown): unknown => {
    const text = JSON.stringify(node);
    if ((counts.get(text) ?? 0) < 2) return mapSchemas(node as JsonObject, refer);
    let name = names.get(text);
    if (name === undefined) {
      name = `part${names.size + 1}`;
      names.set(text, name);
      defs[name] = mapSchemas(node as JsonObject, refer);
    }
    return { $ref: `#/$defs/${name}` };
  };
  const out = mapSchemas(schema, refer);
  return names.size === 0 ? schema : ({ ...out, $defs: { ...(out["$defs"] as object), ...defs } } as JsonObject);
}

/** Every schema inside another, and no list of values. */
function visit(schema: JsonObject, see: (node: JsonObject) => void): void {
  mapSchemas(schema, (node) => {
    see(node as JsonObject);
    visit(node as JsonObject, see);
    return node;
  });
}

/** A schema with each schema directly inside it changed. */
function mapSchemas(schema: JsonObject, change: (node: unknown) => unknown): JsonObject {
  const byName = (parts: unknown) =>
    Object.fromEntries(Object.entries(parts as object).map(([name, part]) => [name, change(part)]));
  return {
    ...schema,
    ...(isObject(schema["properties"]) ? { properties: byName(schema["properties"]) } : {}),
    ...(isObject(schema["$defs"]) ? { $defs: byName(schema["$defs"]) } : {}),
    ...(isObject(schema["items"]) ? { items: change(schema["items"]) } : {}),
    ...(Array.isArray(schema["anyOf"]) ? { anyOf: schema["anyOf"].map(change) } : {}),
  } as JsonObject;
}
