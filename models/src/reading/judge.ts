// The only judge of an output: one JSON Schema, compiled once. Says what is wrong in words a model can act on.
import type { TSchema } from "typebox";
import { Compile } from "typebox/compile";
import { clipped, isObject, type Json, type JsonObject } from "../json.ts";
import type { Problem } from "../problem.ts";

export interface Judge {
  readonly accepts: (value: Json) => boolean;
  /** What is wrong; empty when nothing is. At most a dozen, the deepest of each place. */
  readonly problems: (value: Json) => readonly Problem[];
}

const MOST_PROBLEMS = 12;
const JUDGES = new WeakMap<JsonObject, Judge>();

export function judgeOf(schema: JsonObject): Judge {
  const known = JUDGES.get(schema);
  if (known) return known;
  const compiled = Compile(schema as TSchema);
  const judge: Judge = {
    accepts: (value) => compiled.Check(value),
    problems: (value) =>
      compiled.Check(value) ? [] : told([...compiled.Errors(value)] as SchemaError[], schema, value),
  };
  JUDGES.set(schema, judge);
  return judge;
}

interface SchemaError {
  readonly keyword: string;
  readonly schemaPath: string;
  readonly instancePath: string;
  readonly params: object;
  readonly message: string;
}

function told(errors: readonly SchemaError[], schema: JsonObject, value: Json): readonly Problem[] {
  const useful = errors.filter((error) => isOfThisAlternative(error, schema, value));
  // An error of the whole is said only where none of its parts says more; "boolean" repeats what another error names.
  const specific = useful.filter(
    ({ keyword, instancePath }) =>
      keyword !== "boolean" &&
      (keyword !== "anyOf" ||
        !useful.some((other) => other.keyword !== "anyOf" && other.instancePath.startsWith(instancePath))),
  );
  const literals = new Map<string, unknown[]>();
  const problems = new Map<string, Problem>();
  for (const { keyword, instancePath, params, message } of specific.length > 0 ? specific : errors) {
    let words = message;
    if (keyword === "const" || keyword === "enum") {
      const { allowedValue, allowedValues } = params as { allowedValue?: unknown; allowedValues?: unknown[] };
      const all = literals.get(instancePath) ?? [];
      all.push(...(allowedValues ?? [allowedValue]));
      literals.set(instancePath, all);
      words = `must be ${all.length > 1 ? "one of " : ""}${all.map((one) => JSON.stringify(one)).join(", ")}`;
      problems.set(`${instancePath} const`, { path: instancePath, code: "const", message: clipped(words, 400) });
      continue;
    }
    if (keyword === "additionalProperties")
      words = `must not have other properties than the schema names: ${names(params)}`;
    const key = `${instancePath} ${keyword}`;
    if (!problems.has(key)) problems.set(key, { path: instancePath, code: keyword, message: clipped(words, 400) });
  }
  return [...problems.values()].slice(0, MOST_PROBLEMS);
}

const names = (params: object): string =>
  ((params as { additionalProperties?: readonly string[] }).additionalProperties ?? []).slice(0, 6).join(", ");

/**
 * Of a union of tagged objects only the alternative with the value's tag is worth talking about: the others' errors
 * would tell a model to be something it did not mean to be.
 */
function isOfThisAlternative(error: SchemaError, schema: JsonObject, value: Json): boolean {
  for (const match of error.schemaPath.matchAll(/\/(?:anyOf|oneOf)\/(\d+)/g)) {
    const union = at(schema, error.schemaPath.slice(1, match.index + match[0].lastIndexOf("/")));
    if (!Array.isArray(union)) continue;
    const depth = error.schemaPath.slice(0, match.index).match(/\/(?:properties\/[^/]+|items)/g)?.length ?? 0;
    const place = at(
      value,
      error.instancePath
        .split("/")
        .slice(0, depth + 1)
        .join("/"),
    );
    if (!isObject(place)) continue;
    const tagged = union.findIndex((option) => bearsTag(place, option));
    if (tagged >= 0 && tagged !== Number(match[1])) return false;
  }
  return true;
}

function bearsTag(value: Record<string, unknown>, option: unknown): boolean {
  if (!isObject(option) || !isObject(option["properties"])) return false;
  const tags = Object.entries(option["properties"]).filter(([, part]) => isObject(part) && "const" in part);
  return tags.length > 0 && tags.every(([key, part]) => value[key] === (part as Record<string, unknown>)["const"]);
}

function at(root: unknown, pointer: string): unknown {
  let place = root;
  for (const part of pointer.split("/").slice(1)) {
    if (typeof place !== "object" || place === null) return undefined;
    place = (place as Record<string, unknown>)[part.replaceAll("~1", "/").replaceAll("~0", "~")];
  }
  return place;
}
