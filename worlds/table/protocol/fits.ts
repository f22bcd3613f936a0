// Judges a plain value against a JSON Schema and names every place that does not fit. Knows the keywords that the protocol's schemas use and throws on others.
import type { Json, TSchema } from "@orrery/kernel";
import { fault, type Violation } from "./codes.ts";
import { isObject, type StatePath, writePath } from "./path.ts";

interface Keywords {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Keywords>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Keywords;
  readonly patternProperties?: Readonly<Record<string, Keywords>>;
  readonly items?: Keywords;
  readonly enum?: readonly Json[];
  readonly const?: Json;
  readonly anyOf?: readonly Keywords[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}
const KNOWN: ReadonlySet<string> = new Set([
  "type",
  "properties",
  "required",
  "additionalProperties",
  "patternProperties",
  "items",
  "enum",
  "const",
  "anyOf",
  "pattern",
  "minLength",
  "minimum",
  "maximum",
  "description",
]);

/** Faults of a value, each with its own place below `at`. */
export function misfits(schema: TSchema, value: Json, at: StatePath = []): Violation[] {
  return judge(schema as Keywords, value, at);
}

function judge(schema: Keywords, value: Json, at: StatePath): Violation[] {
  const strange = Object.keys(schema).find((key) => !KNOWN.has(key) && !key.startsWith("~"));
  if (strange !== undefined) throw new Error(`this validator does not know the keyword "${strange}"`);
  const path = writePath(at);
  if (schema.anyOf) {
    if (schema.anyOf.some((one) => judge(one, value, at).length === 0)) return [];
    return [
      fault(
        "field_value",
        path,
        `${path} is ${brief(value)}; write ${schema.anyOf.map(describeWanted).join(", or ")}.`,
      ),
    ];
  }
  if (schema.type !== undefined && !isOf(schema.type, value))
    return [fault("field_type", path, `${path} is ${kindOf(value)}; write ${describeWanted(schema)}.`)];
  if ((schema.enum && !schema.enum.includes(value)) || (schema.const !== undefined && schema.const !== value))
    return [fault("field_value", path, `${path} is ${brief(value)}; write ${describeWanted(schema)}.`)];
  if (typeof value === "string" && schema.pattern !== undefined && !new RegExp(schema.pattern, "u").test(value))
    return [fault("field_value", path, `${path} is ${value.trim() === "" ? "blank; write something" : brief(value)}.`)];
  if (typeof value === "number" && (value < (schema.minimum ?? value) || value > (schema.maximum ?? value)))
    return [fault("field_value", path, `${path} is ${value}; write ${describeWanted(schema)}.`)];
  if (Array.isArray(value))
    return schema.items ? value.flatMap((one, i) => judge(schema.items!, one, [...at, `${i}`])) : [];
  return isObject(value) ? fieldsOf(schema, value, at) : [];
}

function fieldsOf(schema: Keywords, value: Readonly<Record<string, Json>>, at: StatePath): Violation[] {
  const missing = (schema.required ?? [])
    .filter((name) => !Object.hasOwn(value, name))
    .map((name) => {
      const path = writePath([...at, name]);
      const { type } = schema.properties![name]!;
      return fault(
        "field_missing",
        path,
        `${path} is missing; write ${type === undefined ? "it" : describeWanted({ type })}.`,
      );
    });
  const present = Object.entries(value).flatMap(([name, one]) => {
    const rule = ruleFor(schema, name);
    if (rule === false) {
      const path = writePath([...at, name]);
      return [fault("field_unknown", path, `The protocol has no field ${path}; leave it out.`)];
    }
    return rule === true ? [] : judge(rule, one, [...at, name]);
  });
  return [...missing, ...present];
}

function ruleFor(schema: Keywords, name: string): Keywords | boolean {
  if (schema.properties && Object.hasOwn(schema.properties, name)) return schema.properties[name]!;
  for (const [pattern, rule] of Object.entries(schema.patternProperties ?? {}))
    if (new RegExp(pattern, "u").test(name)) return rule;
  return schema.additionalProperties ?? true;
}

function isOf(type: string, value: Json): boolean {
  if (type === "integer") return Number.isInteger(value);
  return kindOf(value).endsWith(` ${type}`) || (type === "null" && value === null);
}

/** "a string", "an array" …: what stands there. */
export function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

function describeWanted(schema: Keywords): string {
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(", ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.minimum !== undefined) return `a number from ${schema.minimum} to ${schema.maximum}`;
  if (schema.type === "array") return "an array, [] when there is nothing";
  if (schema.type === "object") return "an object";
  return `a ${schema.type}`;
}

/** A value in a sentence, cut where it is long. */
export function brief(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length <= 80 ? text : `${text.slice(0, 80).toWellFormed()}…`;
}
