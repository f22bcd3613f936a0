// The only judge of an output: one JSON Schema, compiled once. Says what is wrong in words a model can act on: of alternatives, about the one that was meant.
import type { TSchema } from "typebox";
import { Compile } from "typebox/compile";
import { isObject, type Json, type JsonObject, shorten } from "../json.ts";
import type { AnswerProblem } from "../problem.ts";

interface Judge {
  readonly accepts: (value: Json) => boolean;
  /** What is wrong; empty when nothing is. At most a dozen, the deepest of each place. */
  readonly problems: (value: Json) => readonly AnswerProblem[];
}

const MOST_PROBLEMS = 12;
const JUDGES = new WeakMap<JsonObject, Judge>();

export function judgeOf(schema: JsonObject): Judge {
  const known = JUDGES.get(schema);
  if (known) return known;
  const compiled = Compile(schema as TSchema);
  const judge: Judge = {
    accepts: (value) => compiled.Check(value),
    problems: (value) => {
      if (compiled.Check(value)) return [];
      // The library stops after a few errors, which may all be of alternatives that nobody meant.
      const misfits = Compile(narrowUnions(value, schema) as TSchema).Errors(value) as SchemaError[];
      return answerProblems(misfits.length > 0 ? misfits : (compiled.Errors(value) as SchemaError[]));
    },
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

function answerProblems(errors: readonly SchemaError[]): readonly AnswerProblem[] {
  // An error of the whole is said only where none of its parts says more; "boolean" repeats what another error names.
  const specific = errors.filter(
    ({ keyword, instancePath }) =>
      keyword !== "boolean" &&
      (keyword !== "anyOf" ||
        !errors.some((other) => other.keyword !== "anyOf" && other.instancePath.startsWith(instancePath))),
  );
  const literals = new Map<string, unknown[]>();
  const problems = new Map<string, AnswerProblem>();
  for (const { keyword, instancePath, params, message } of specific.length > 0 ? specific : errors) {
    let words = message;
    if (keyword === "const" || keyword === "enum") {
      const { allowedValue, allowedValues } = params as { allowedValue?: unknown; allowedValues?: unknown[] };
      const all = literals.get(instancePath) ?? [];
      all.push(...(allowedValues ?? [allowedValue]).filter((one) => !all.includes(one)));
      literals.set(instancePath, all);
      words = `must be ${all.length > 1 ? "one of " : ""}${all.map((one) => JSON.stringify(one)).join(", ")}`;
      problems.set(`${instancePath} const`, { path: instancePath, code: "const", message: shorten(words, 400) });
      continue;
    }
    if (keyword === "additionalProperties")
      words = `must not have other properties than the schema names: ${names(params)}`;
    const key = `${instancePath} ${keyword}`;
    if (!problems.has(key)) problems.set(key, { path: instancePath, code: keyword, message: shorten(words, 400) });
  }
  return [...problems.values()].slice(0, MOST_PROBLEMS);
}

const names = (params: object): string =>
  ((params as { additionalProperties?: readonly string[] }).additionalProperties ?? []).slice(0, 6).join(", ");

/** A schema in which each union of objects is narrowed to the alternatives that the value at its place comes nearest to. */
function narrowUnions(value: Json | undefined, schema: Json | undefined): Json {
  if (!isObject(schema)) return schema ?? {};
  const options = schema["anyOf"] ?? schema["oneOf"];
  if (Array.isArray(options) && isObject(value)) {
    const bearing = options.map((option) => tagsBorne(value, option));
    const most = Math.max(...bearing);
    const nearest = options.filter((_, i) => bearing[i] === most);
    if (most > 0 && nearest.length === 1)
      return narrowUnions(value, { ...schema, ...NO_UNION, ...(nearest[0] as JsonObject) });
    return schema;
  }
  const { properties, items } = schema;
  if (isObject(properties) && isObject(value))
    return {
      ...schema,
      properties: Object.fromEntries(
        Object.entries(properties).map(([key, part]) => [key, narrowUnions(value[key], part)]),
      ),
    };
  if (isObject(items) && Array.isArray(value) && value.length > 0)
    return { ...schema, prefixItems: value.map((one) => narrowUnions(one, items)) };
  return schema;
}
const NO_UNION = { anyOf: undefined, oneOf: undefined } as unknown as JsonObject;

/** How many of an alternative's tags a value bears: literals, and texts of a pattern. */
function tagsBorne(value: Record<string, unknown>, option: Json): number {
  if (!isObject(option) || !isObject(option["properties"])) return 0;
  return Object.entries(option["properties"]).filter(([key, part]) => {
    if (!isObject(part) || !Object.hasOwn(value, key)) return false;
    const own = value[key];
    if ("const" in part) return own === part["const"];
    if (Array.isArray(part["enum"])) return part["enum"].includes(own);
    return typeof part["pattern"] === "string" && typeof own === "string" && new RegExp(part["pattern"], "u").test(own);
  }).length;
}
