// What a derivation changed, and how an answer is changed back: `decode`. What cannot be undone is listed, never dropped.
import { isObject, isReserved, type Json, step } from "../json.ts";
import type { AnswerProblem } from "../problem.ts";
import { matches, type SchemaMark } from "./mark.ts";

/** Mirrors the schema and says what `decode` has to undo at each place. */
export type DecodePlan =
  | { readonly kind: "same" }
  /** Any value at all, written as JSON text. */
  | { readonly kind: "text" }
  /** A root that is no object, put into one. */
  | { readonly kind: "box"; readonly inner: DecodePlan }
  | { readonly kind: "list"; readonly items: DecodePlan }
  /** An open object, written as a list of `{ key, value }`. */
  | { readonly kind: "map"; readonly value: DecodePlan }
  | { readonly kind: "object"; readonly properties: ReadonlyMap<string, Property> }
  | { readonly kind: "choice"; readonly options: readonly Option[] }
  | { readonly kind: "ref"; readonly name: string };

/** `absent`: null on the wire stands for a property that is not there. */
export interface Property {
  readonly plan: DecodePlan;
  readonly absent: boolean;
}
export interface Option {
  readonly plan: DecodePlan;
  /** What its values look like with us, and on the wire; options are disjoint on both sides. */
  readonly here: SchemaMark;
  readonly there: SchemaMark;
}

export const SAME: DecodePlan = { kind: "same" };
/** The property that holds a boxed root. */
export const BOX = "answer";

export type Plans = ReadonlyMap<string, DecodePlan>;

/** An answer as it came, as a value of ours. What cannot be undone is listed, and nothing is dropped on the way. */
export function decode(
  value: Json,
  plan: DecodePlan,
  plans: Plans,
): { readonly value: Json; readonly problems: readonly AnswerProblem[] } {
  const problems: AnswerProblem[] = [];
  return { value: undo(value, plan, plans, "", problems), problems };
}

function undo(value: Json, plan: DecodePlan, plans: Plans, at: string, problems: AnswerProblem[]): Json {
  switch (plan.kind) {
    case "same":
      return value;
    case "text":
      if (typeof value !== "string") {
        problems.push({ path: at, code: "not_encoded", message: "must be a string that holds JSON text" });
        return value;
      }
      try {
        return JSON.parse(value) as Json;
      } catch {
        problems.push({ path: at, code: "not_encoded", message: "the string must hold valid JSON text" });
        return value;
      }
    case "box":
      if (isObject(value) && Object.hasOwn(value, BOX) && Object.keys(value).length === 1)
        return undo(value[BOX] as Json, plan.inner, plans, at, problems);
      problems.push({ path: at, code: "not_boxed", message: `must be an object with the one property "${BOX}"` });
      return value;
    case "ref":
      return undo(value, plans.get(plan.name)!, plans, at, problems);
    case "list":
      return Array.isArray(value)
        ? value.map((item, i) => undo(item as Json, plan.items, plans, step(at, i), problems))
        : value;
    case "map":
      return Array.isArray(value) ? undoMap(value, plan.value, plans, at, problems) : value;
    case "choice": {
      const option = plan.options.find(({ there }) => matches(value, there));
      return option ? undo(value, option.plan, plans, at, problems) : value;
    }
    case "object": {
      if (!isObject(value)) return value;
      const out: Record<string, Json> = {};
      for (const [key, part] of Object.entries(value as Record<string, Json>)) {
        const property = plan.properties.get(key);
        if (property?.absent && part === null) continue;
        put(out, key, property ? undo(part, property.plan, plans, step(at, key), problems) : part);
      }
      return out;
    }
  }
}

function undoMap(
  list: readonly unknown[],
  plan: DecodePlan,
  plans: Plans,
  at: string,
  problems: AnswerProblem[],
): Json {
  const out: Record<string, Json> = {};
  for (const [i, entry] of list.entries()) {
    const here = step(at, i);
    if (!isObject(entry) || typeof entry["key"] !== "string" || !Object.hasOwn(entry, "value")) {
      problems.push({ path: here, code: "not_an_entry", message: 'must be { "key": text, "value": … }' });
    } else if (isReserved(entry["key"]) || Object.hasOwn(out, entry["key"])) {
      problems.push({ path: here, code: "key_twice", message: `the key "${entry["key"]}" is reserved or comes twice` });
    } else {
      put(out, entry["key"], undo(entry["value"] as Json, plan, plans, `${here}/value`, problems));
    }
  }
  return out;
}

/** Sets an own property of any name. */
function put(target: Record<string, Json>, key: string, value: Json): void {
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}
