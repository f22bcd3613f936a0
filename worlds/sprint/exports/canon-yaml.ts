// A canon as YAML for people: blocks in the canon's own order, every text quoted as JSON quotes it, which YAML reads the same.
import { CANON_FIELDS, type Canon, INHABITANT_FIELDS, LANDMARK_FIELDS, TENSION_FIELDS } from "../canon.ts";

export function canonYaml(canon: Canon): string {
  return CANON_FIELDS.map((field) => entry(field, canon[field], "")).join("");
}

function entry(key: string, value: unknown, indent: string): string {
  if (Array.isArray(value))
    return value.length === 0
      ? `${indent}${key}: []\n`
      : `${indent}${key}:\n${value.map((one) => item(one, `${indent}  `)).join("")}`;
  if (typeof value === "object" && value !== null) {
    const fields = fieldsInOrder(value);
    return fields.length === 0
      ? `${indent}${key}: {}\n`
      : `${indent}${key}:\n${fields.map(([name, part]) => entry(name, part, `${indent}  `)).join("")}`;
  }
  return `${indent}${key}: ${JSON.stringify(value)}\n`;
}

/** Fields in the order in which people read them; others behind. */
const fieldsInOrder = (value: object): [string, unknown][] =>
  Object.entries(value).sort(([a], [b]) => placeOf(a) - placeOf(b));
const ORDER: readonly string[] = [...LANDMARK_FIELDS, ...INHABITANT_FIELDS, ...TENSION_FIELDS];
const placeOf = (field: string): number => (ORDER.includes(field) ? ORDER.indexOf(field) : ORDER.length);

function item(value: unknown, indent: string): string {
  if (typeof value !== "object" || value === null) return `${indent}- ${JSON.stringify(value)}\n`;
  const text = fieldsInOrder(value)
    .map(([name, part]) => entry(name, part, `${indent}  `))
    .join("");
  return `${indent}- ${text.slice(indent.length + 2)}`;
}
