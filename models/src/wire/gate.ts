// Refuses, before anything is paid, schemas that a provider would refuse: run over every shipped schema by a test.
import { isObject, type JsonObject, step } from "../json.ts";
import { type Counts, derive, type Wire } from "./derive.ts";
import { DECODERS, type SchemaLimits, type WireForm } from "./form.ts";
import { SchemaRefused } from "./source.ts";

export interface SchemaProblem {
  readonly schema: string;
  readonly form: WireForm;
  readonly path: string;
  readonly message: string;
}

export interface NamedSchema {
  readonly name: string;
  readonly schema: JsonObject;
}

const ALL_FORMS = Object.keys(DECODERS) as WireForm[];

/** Everything that any of the providers would refuse about any of the schemas; empty when all may ship. */
export function gateSchemas(
  schemas: readonly NamedSchema[],
  forms: readonly WireForm[] = ALL_FORMS,
): readonly SchemaProblem[] {
  const problems: SchemaProblem[] = [];
  for (const { name, schema } of schemas)
    for (const form of forms) {
      const add = (path: string, message: string) => problems.push({ schema: name, form, path, message });
      if (!/^[A-Za-z0-9_-]{1,64}$/.test(name)) add("", "a schema's name may have up to 64 letters, digits, _ and -");
      try {
        const wire = derive(schema, form);
        for (const [path, message] of refusals(wire, form)) add(path, message);
      } catch (error) {
        if (!(error instanceof SchemaRefused)) throw error;
        add(error.path, error.detail);
      }
    }
  return problems;
}

/** Whether Anthropic takes a derived schema natively; otherwise it travels as a forced tool's. */
export const isNativeForAnthropic = ({ counts }: Wire): boolean => limitsOf(counts, "anthropic").length === 0;

function refusals(wire: Wire, form: WireForm): readonly (readonly [string, string])[] {
  const found: [string, string][] = limitsOf(wire.counts, form).map((message) => ["", message]);
  inspect(wire.schema, "", form, found);
  return found;
}

const NAMES: Readonly<Record<keyof SchemaLimits, string>> = {
  properties: "properties",
  depth: "levels",
  enumValues: "listed values",
  characters: "characters of names and listed values",
  optional: "optional properties",
  unions: "unions (nullable ones count)",
  items: "list items by maxItems, all lists together",
};

function limitsOf(counts: Counts, form: WireForm): string[] {
  const { limits, recursion } = DECODERS[form];
  const over = (Object.keys(limits) as (keyof SchemaLimits)[])
    .filter((name) => counts[name] > limits[name])
    .map((name) => `${counts[name]} ${NAMES[name]}, at most ${limits[name]} are taken`);
  return counts.recursive && !recursion ? [...over, "a schema that contains itself is refused"] : over;
}

const KEYWORDS: ReadonlySet<string> = new Set([
  ...["type", "properties", "required", "additionalProperties", "items", "enum", "const", "anyOf", "$ref", "$defs"],
  ...["description", "format"],
]);

/**
 * Reads a wire schema as its provider's documentation does, independent of how it was derived: a mistake of the derivation
 * shows here.
 */
function inspect(schema: JsonObject, at: string, form: WireForm, found: [string, string][]): void {
  const { keeps, formats, allRequired } = DECODERS[form];
  const refuse = (path: string, message: string) => found.push([path, message]);
  if (at === "" && (schema["type"] !== "object" || "anyOf" in schema)) refuse("", "the root must be an object");
  for (const keyword of Object.keys(schema))
    if (!KEYWORDS.has(keyword) && !keeps.has(keyword)) refuse(at, `"${keyword}" is not supported`);
  if (!["type", "enum", "const", "anyOf", "$ref"].some((keyword) => keyword in schema)) refuse(at, "has no type");
  if (typeof schema["format"] === "string" && !formats.has(schema["format"]))
    refuse(at, `the format "${schema["format"]}" is not supported`);
  if (typeof schema["pattern"] === "string" && /\(\?[=!<]/.test(schema["pattern"]))
    refuse(at, "a pattern may not look around");
  if ([schema["type"]].flat().includes("object")) {
    if (schema["additionalProperties"] !== false) refuse(at, "additionalProperties must be false");
    const properties = (schema["properties"] ?? {}) as Record<string, JsonObject>;
    const required = (schema["required"] ?? []) as readonly string[];
    for (const [name, part] of Object.entries(properties)) {
      const here = step(`${at}/properties`, name);
      if (allRequired && !required.includes(name)) refuse(here, "must be required");
      inspect(part, here, form, found);
    }
  }
  if (isObject(schema["items"])) inspect(schema["items"] as JsonObject, `${at}/items`, form, found);
  for (const [i, part] of ((schema["anyOf"] ?? []) as readonly JsonObject[]).entries())
    inspect(part, `${at}/anyOf/${i}`, form, found);
  for (const [name, part] of Object.entries((schema["$defs"] ?? {}) as Record<string, JsonObject>))
    inspect(part, step(`${at}/$defs`, name), form, found);
}
