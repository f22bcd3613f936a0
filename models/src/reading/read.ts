// From a model's text to a value that satisfies the schema and the caller, or to the list of what is wrong with it.
import type { OutputSchema } from "../call.ts";
import { isObject, type Json, type JsonObject } from "../json.ts";
import type { AnswerProblem } from "../problem.ts";
import { derive } from "../wire/derive.ts";
import type { SchemaForm } from "../wire/form.ts";
import { decode } from "../wire/plan.ts";
import { type Eased, ease } from "./ease.ts";
import { extract } from "./extract.ts";
import { judgeOf } from "./judge.ts";

export type ReadAnswer =
  | { readonly ok: true; readonly value: Json; readonly mended: readonly string[] }
  | { readonly ok: false; readonly problems: readonly AnswerProblem[] };

/** First the schema, then, only if that is content, the caller's own rules. */
export function read(
  text: string,
  output: OutputSchema,
  form: SchemaForm,
  rules: (value: Json) => readonly AnswerProblem[] = () => [],
): ReadAnswer {
  const wire = derive(output.schema, form);
  const judge = judgeOf(output.schema);
  const undone = (said: Json) => {
    // The outer shape first, by the root's type alone; what is inside once it stands in the schema's own terms.
    const outer = ease(said, { type: output.schema["type"] ?? null });
    const { value, problems } = decode(outer.value, wire.plan, wire.plans);
    const inner: Eased = ease(value, output.schema);
    return { value: fillDefaults(inner.value, output.schema), problems, eased: [...outer.mended, ...inner.mended] };
  };
  const accepts = (value: Json) => {
    const here = undone(value);
    return here.problems.length === 0 && judge.accepts(here.value);
  };
  const found = extract(text, accepts);
  if (!found.ok) return { ok: false, problems: [found.problem] };
  const { value, problems, eased } = undone(found.value);
  const wrong = problems.length > 0 ? problems : judge.problems(value);
  if (wrong.length > 0) return { ok: false, problems: wrong };
  const broken = rules(value);
  return broken.length > 0 ? { ok: false, problems: broken } : { ok: true, value, mended: [...found.mended, ...eased] };
}

/**
 * An answer with what its contract requires and names a default for, where it was left out: nothing said is nothing meant.
 * Alternatives and references are left as they came.
 */
function fillDefaults(value: Json, schema: JsonObject): Json {
  const { items, properties } = schema;
  if (Array.isArray(value))
    return isObject(items) ? value.map((one) => fillDefaults(one as Json, items as JsonObject)) : value;
  if (!isObject(value) || !isObject(properties)) return value;
  const out = { ...value } as Record<string, Json>;
  const required = (schema["required"] ?? []) as readonly string[];
  for (const [name, part] of Object.entries(properties as Record<string, JsonObject>)) {
    if (Object.hasOwn(out, name)) out[name] = fillDefaults(out[name]!, part);
    else if (required.includes(name) && part["default"] !== undefined) out[name] = fillDefaults(part["default"], part);
  }
  return out;
}
