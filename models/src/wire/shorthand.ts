// A JSON Schema in the shorthand of types, for a model that reads its contract as words: a third of the tokens or less.
// For reading only; answers are judged by the schema itself.
import { isObject } from "../json.ts";
import { nameIn } from "./source.ts";

/** Texts that may be shorter than this are told their limit: nobody writes more into the others by chance. */
const LIMIT_TOLD = 2_000;

type WireSchema = Readonly<Record<string, unknown>>;

/** `{ "move": "north" | "south", "note"?: string }`: a question mark where a part may be left out. Definitions come first, by name. */
export function shorthand(schema: unknown): string {
  const { $defs, definitions, ...root } = (isObject(schema) ? schema : {}) as WireSchema;
  const named = Object.entries({ ...(definitions as object), ...($defs as object) });
  const lines = named.map(([name, part]) => `${name} = ${typeOf(part)}`);
  const text = [...lines, typeOf(isObject(schema) ? root : schema)].join("\n");
  return [...listsIn(schema)].reduce(abbreviate, text);
}

/** Long lists of values that occur more than once. */
function listsIn(schema: unknown): ReadonlySet<string> {
  const seen = new Set<string>();
  const again = new Set<string>();
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    if (isObject(node) && Array.isArray(node["enum"])) {
      const text = typeOf(node);
      if (text.length > LONG_LIST) (seen.has(text) ? again : seen).add(text);
    }
    for (const part of Object.values(node)) visit(part);
  };
  visit(schema);
  return again;
}
const LONG_LIST = 80;

/** The text with a list said once, under the next letter. */
const abbreviate = (text: string, list: string, i: number): string => {
  const name = String.fromCharCode(FIRST_LETTER + (i % LETTERS));
  return i < LETTERS ? `${name} = ${list}\n${text.replaceAll(list, name)}` : text;
};
const [FIRST_LETTER, LETTERS] = [65, 26];

function typeOf(node: unknown): string {
  if (!isObject(node)) return "any JSON";
  const { type, enum: values, const: only, items, $ref } = node;
  const kinds = node["anyOf"] ?? node["oneOf"];
  if (typeof $ref === "string") return nameIn($ref);
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(" | ");
  if (only !== undefined) return JSON.stringify(only);
  if (Array.isArray(kinds)) return kinds.map(typeOf).join(" | ");
  if (type === "array" || items !== undefined) return `[${typeOf(items)}${countOf(node)}]`;
  if (isObject(node["properties"])) return objectOf(node);
  if (isObject(node["additionalProperties"])) return `{ [key]: ${typeOf(node["additionalProperties"])} }`;
  return Array.isArray(type) ? type.map((one) => boundsOf(String(one), node)).join(" | ") : boundsOf(type, node);
}

function objectOf({ properties, required }: WireSchema): string {
  const needed = new Set(required as readonly string[] | undefined);
  const parts = Object.entries(properties as WireSchema).map(([name, part]) => {
    const canLack = !needed.has(name) || (isObject(part) && part["default"] !== undefined);
    return `"${name}"${canLack ? "?" : ""}: ${typeOf(part)}`;
  });
  return parts.length === 0 ? "{}" : `{ ${parts.join(", ")} }`;
}

/** ", ..." where there may be several. */
const countOf = ({ minItems, maxItems }: WireSchema): string =>
  maxItems === 1 ? "" : minItems === undefined && maxItems === undefined ? ", ..." : `, ${range(minItems, maxItems)}`;
const range = (least: unknown, most: unknown): string =>
  most === undefined ? `${least} or more` : least === undefined ? `at most ${most}` : `${least} to ${most}`;

function boundsOf(type: unknown, { minimum, maximum, maxLength }: WireSchema): string {
  if (type === "integer" || type === "number")
    return typeof minimum === "number" && typeof maximum === "number" ? `${type} ${minimum} to ${maximum}` : type;
  if (type === "string" && typeof maxLength === "number" && maxLength < LIMIT_TOLD)
    return maxLength > NAME_MAX ? `string of at most ${maxLength} characters` : "string";
  return typeof type === "string" ? type : "any JSON";
}
/** A text this short is a name or an id. */
export const NAME_MAX = 200;
