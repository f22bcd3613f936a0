// What of a value does not fit a schema, all of it, in words: the schema's own descriptions and examples say what was wanted.
import type { TSchema } from "typebox";
import { Check } from "typebox/value";
import { isObject, step } from "../json.ts";
import { nearest } from "./nearest.ts";

/** `atKey`: the key is what is wrong, not the value. */
export interface Misfit {
  readonly path: string;
  readonly message: string;
  readonly hint: string;
  readonly atKey?: true;
}

interface ConfigNode extends TSchema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, ConfigNode>>;
  readonly patternProperties?: Readonly<Record<string, ConfigNode>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly ConfigNode[];
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly description?: string;
  readonly examples?: readonly string[];
}

/** In the order of the schema and of the file. Objects are looked into; of alternatives only the one that is an object. */
export function misfits(schema: TSchema, value: unknown, path = ""): readonly Misfit[] {
  const node = schema as ConfigNode;
  if (Check(schema, value)) return [];
  if (node.anyOf) {
    const meant = node.anyOf.filter((option) => option.type === "object");
    return meant.length === 1 && isObject(value)
      ? misfits(meant[0]!, value, path)
      : [describeMisfit(node, value, path)];
  }
  if (node.type !== "object") return [describeMisfit(node, value, path)];
  if (!isObject(value)) return [{ path, message: "must be an object", hint: "{ … }" }];
  return node.patternProperties ? ofNamed(node, value, path) : ofSettings(node, value, path);
}

function ofSettings({ properties = {}, required = [] }: ConfigNode, value: object, path: string): readonly Misfit[] {
  const missing = required
    .filter((key) => !Object.hasOwn(value, key))
    .map((key) => ({
      path: step(path, key),
      message: `is missing: ${properties[key]!.description}`,
      hint: shapeOf(properties[key]!),
    }));
  const given = Object.entries(value).flatMap(([key, part]) => {
    const at = step(path, key);
    if (Object.hasOwn(properties, key)) return misfits(properties[key]!, part, at);
    const names = Object.keys(properties);
    const near = nearest(key, names);
    const hint = near ? `did you mean "${near}"?` : `settings here: ${names.join(", ")}`;
    return [{ path: at, message: "no such setting", hint, atKey: true as const }];
  });
  return [...given, ...missing];
}

function ofNamed(
  { patternProperties, description, examples }: ConfigNode,
  value: object,
  path: string,
): readonly Misfit[] {
  const [pattern, each] = Object.entries(patternProperties!)[0]!;
  const isName = new RegExp(pattern, "u");
  return Object.entries(value).flatMap(([key, part]) => {
    const at = step(path, key);
    if (isName.test(key)) return misfits(each, part, at);
    return [{ path: at, message: description!, hint: examples![0]!, atKey: true as const }];
  });
}

function describeMisfit(node: ConfigNode, value: unknown, path: string): Misfit {
  const given = JSON.stringify(value);
  if (node.enum) {
    const near = typeof value === "string" ? nearest(value, node.enum) : null;
    const words = [shapeOf(node), ...(node.examples ?? [])].join("; ");
    return { path, message: `${given} is none`, hint: near ? `did you mean "${near}"?` : words };
  }
  if (node.type === "string") return { path, message: `must be text: ${node.description}`, hint: shapeOf(node) };
  if (node.examples) return { path, message: node.description!, hint: node.examples[0]! };
  return { path, message: `must be ${shapeOf(node)}`, hint: `not ${given}` };
}

function shapeOf({ enum: words, type, minimum, maximum }: ConfigNode): string {
  if (words) return `one of ${words.join(", ")}`;
  if (type === "integer") return `a whole number from ${minimum} to ${maximum}`;
  if (type === "number") return `a number from ${minimum} to ${maximum}`;
  return type === "boolean" ? "true or false" : '"…"';
}
