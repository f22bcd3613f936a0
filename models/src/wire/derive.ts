// Derives the schema that travels to a provider from the engine's own, with an exact way back. The engine's stays the only judge.
import { isObject, isReserved, type Json, type JsonObject, step } from "../json.ts";
import { DECODERS, type Decoder, type SchemaForm, type WireForm } from "./form.ts";
import { areDisjoint, markOf, type Schema } from "./mark.ts";
import { BOX, type DecodePlan, type Option, type Plans, type Property, SAME } from "./plan.ts";
import { shareParts } from "./shared.ts";
import { NAME_MAX } from "./shorthand.ts";
import {
  fitsType,
  isUntyped,
  looksLikeObject,
  nameIn,
  type OpenPart,
  openPart,
  SchemaRefused,
  UNPORTABLE,
} from "./source.ts";

export interface Wire {
  readonly form: SchemaForm;
  readonly schema: JsonObject;
  readonly plan: DecodePlan;
  readonly plans: Plans;
  /** Constraints that travel as words only. */
  readonly spoken: readonly string[];
  readonly counts: Counts;
}

export interface Counts {
  properties: number;
  depth: number;
  enumValues: number;
  characters: number;
  optional: number;
  unions: number;
  items: number;
  recursive: boolean;
}

const DERIVED = new WeakMap<JsonObject, Map<SchemaForm, Wire>>();

/** The wire schema for one form. Throws `SchemaRefused` on what cannot be carried exactly. Schemas are not to be changed. */
export function derive(schema: JsonObject, form: SchemaForm): Wire {
  const forms = DERIVED.get(schema) ?? new Map<SchemaForm, Wire>();
  DERIVED.set(schema, forms);
  const known = forms.get(form);
  if (known) return known;
  const wire = deriveWire(schema, form);
  forms.set(form, wire);
  return wire;
}

function deriveWire(schema: JsonObject, form: SchemaForm): Wire {
  const plain = JSON.parse(JSON.stringify(schema)) as Schema;
  if (form === "plain")
    return { form, schema: plain as JsonObject, plan: SAME, plans: new Map(), spoken: [], counts: none() };
  return new Derivation(plain, form).run();
}

const none = (): Counts => ({
  properties: 0,
  depth: 0,
  enumValues: 0,
  characters: 0,
  optional: 0,
  unions: 0,
  items: 0,
  recursive: false,
});

const CONSTRAINTS = [
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "pattern",
  "minItems",
  "maxItems",
  "uniqueItems",
  "minProperties",
  "maxProperties",
];
/** What no honest answer meets is not said in words: it would cost more than the rare repair. */
const UNSAID: ReadonlySet<string> = new Set(["minLength", "pattern"]);
/** An honest name is shorter than any limit of names. */
const isNameLength = (keyword: string, most: unknown): boolean =>
  keyword === "maxLength" && typeof most === "number" && most <= NAME_MAX;
const DEEPEST = 40;

interface DerivedPart {
  readonly schema: Record<string, unknown>;
  readonly plan: DecodePlan;
}

class Derivation {
  readonly #root: Schema;
  readonly #form: WireForm;
  readonly #decoder: Decoder;
  readonly #sources: Readonly<Record<string, Schema>>;
  readonly #defs: Record<string, unknown> = {};
  readonly #plans = new Map<string, DecodePlan>();
  readonly #open = new Set<string>();
  readonly #spoken: string[] = [];
  readonly #counts = none();
  readonly #later: (() => void)[] = [];

  constructor(root: Schema, form: WireForm) {
    this.#root = root;
    this.#form = form;
    this.#decoder = DECODERS[form];
    this.#sources = { ...(root["definitions"] as object), ...(root["$defs"] as object) };
  }

  run(): Wire {
    const { $defs: _, definitions: __, ...own } = this.#root;
    const root = typeof own["$ref"] === "string" ? this.#source(own["$ref"], "") : own;
    const inner = this.#walk(root, "", 0);
    for (const check of this.#later) check();
    const isPlainObject = inner.schema["type"] === "object";
    const schema = isPlainObject
      ? inner.schema
      : { type: "object", properties: { [BOX]: inner.schema }, required: [BOX], additionalProperties: false };
    if (!isPlainObject) this.#counts.properties++;
    const withDefs = (Object.keys(this.#defs).length > 0 ? { ...schema, $defs: this.#defs } : schema) as JsonObject;
    return {
      form: this.#form,
      schema: this.#decoder.sharesParts ? shareParts(withDefs) : withDefs,
      plan: isPlainObject ? inner.plan : { kind: "box", inner: inner.plan },
      plans: this.#plans,
      spoken: this.#spoken,
      counts: this.#counts,
    };
  }

  #walk(schema: unknown, at: string, depth: number): DerivedPart {
    if (depth > DEEPEST) throw new SchemaRefused(at, `nested more than ${DEEPEST} levels deep`);
    this.#counts.depth = Math.max(this.#counts.depth, depth);
    if (schema === true || (isObject(schema) && isUntyped(schema)))
      return this.#anything(schema === true ? {} : (schema as Schema), at);
    if (!isObject(schema)) throw new SchemaRefused(at, "no value can satisfy this");
    for (const keyword of UNPORTABLE)
      if (keyword in schema) throw new SchemaRefused(at, `"${keyword}" cannot be carried to any provider`);
    if (Array.isArray(schema["items"]))
      throw new SchemaRefused(at, "a tuple cannot be carried: use an object with named properties");
    if (typeof schema["$ref"] === "string") return this.#reference(schema["$ref"], at, depth);
    const alternatives = schema["anyOf"] ?? schema["oneOf"];
    if (Array.isArray(alternatives)) return this.#choice(schema, alternatives, at, depth);
    if ("const" in schema) return this.#listed(schema, [schema["const"] as Json], at);
    if (Array.isArray(schema["enum"])) return this.#listed(schema, schema["enum"], at);
    if (schema["type"] === "array" || "items" in schema) return this.#list(schema, at, depth);
    if (looksLikeObject(schema)) return this.#object(schema, at, depth);
    return this.#scalar(schema, at);
  }

  #anything(schema: Schema, at: string): DerivedPart {
    const words = [schema["description"], "any JSON value, written as JSON text"].filter(Boolean).join("; ");
    return { schema: this.#told({ ...schema, description: words }, { type: "string" }, at), plan: { kind: "text" } };
  }

  #scalar(schema: Schema, at: string): DerivedPart {
    const type = schema["type"];
    if (Array.isArray(type)) {
      if (type.some((name) => name === "object" || name === "array"))
        throw new SchemaRefused(at, "write alternatives that hold an object or a list as a union");
      this.#counts.unions++;
    }
    return { schema: this.#told(schema, { type }, at), plan: SAME };
  }

  #listed(schema: Schema, values: readonly Json[], at: string): DerivedPart {
    if (values.some((value) => typeof value === "object" && value !== null))
      throw new SchemaRefused(at, "literals must be text, numbers, true, false or null");
    this.#counts.enumValues += values.length;
    this.#counts.characters += values.join("").length;
    const types = [...new Set(values.map((value) => (value === null ? "null" : typeof value)))];
    const type = types.length === 1 ? types[0] : types;
    const out =
      values.length === 1 && this.#decoder.literal === "const" ? { const: values[0] } : { type, enum: values };
    return { schema: this.#told(schema, out, at), plan: SAME };
  }

  #list(schema: Schema, at: string, depth: number): DerivedPart {
    const items = this.#walk(schema["items"] ?? true, `${at}/items`, depth + 1);
    if (typeof schema["maxItems"] === "number") this.#counts.items += schema["maxItems"];
    return {
      schema: this.#told(schema, { type: "array", items: items.schema }, at),
      plan: items.plan.kind === "same" ? SAME : { kind: "list", items: items.plan },
    };
  }

  #object(schema: Schema, at: string, depth: number): DerivedPart {
    const open = openPart(schema, at);
    return open === null ? this.#fixed(schema, at, depth) : this.#map(schema, open, at, depth);
  }

  #map(schema: Schema, { value, keys }: OpenPart, at: string, depth: number): DerivedPart {
    const inner = this.#walk(value, `${at}/*`, depth + 2);
    this.#counts.properties += 2;
    const words = ["a map, written as a list of entries with different keys", keys].filter(Boolean).join("; ");
    const description = [schema["description"], words].filter(Boolean).join("; ");
    const { patternProperties: _, additionalProperties: __, propertyNames: ___, ...rest } = schema;
    const entry = {
      type: "object",
      properties: { key: { type: "string" }, value: inner.schema },
      required: ["key", "value"],
      additionalProperties: false,
    };
    return {
      schema: this.#told({ ...rest, description }, { type: "array", items: entry }, at),
      plan: { kind: "map", value: inner.plan },
    };
  }

  #fixed(schema: Schema, at: string, depth: number): DerivedPart {
    const needed = new Set(schema["required"] as readonly string[] | undefined);
    const properties: Record<string, unknown> = {};
    const plans = new Map<string, Property>();
    const required: string[] = [];
    for (const [name, part] of Object.entries((schema["properties"] ?? {}) as Record<string, unknown>)) {
      const here = step(`${at}/properties`, name);
      if (isReserved(name)) throw new SchemaRefused(here, `a property cannot be called "${name}"`);
      this.#counts.properties++;
      this.#counts.characters += name.length;
      const inner = this.#walk(part, here, depth + 1);
      const absent = !needed.has(name) && this.#decoder.allRequired;
      if (needed.has(name) || absent) required.push(name);
      else this.#counts.optional++;
      properties[name] = absent ? this.#orNull(inner.schema, here) : inner.schema;
      plans.set(name, { plan: inner.plan, absent });
    }
    for (const name of needed)
      if (!plans.has(name)) throw new SchemaRefused(at, `"${name}" is required and has no schema`);
    const changed = [...plans.values()].some(({ plan, absent }) => absent || plan.kind !== "same");
    return {
      schema: this.#told(schema, { type: "object", properties, required, additionalProperties: false }, at),
      plan: changed ? { kind: "object", properties: plans } : SAME,
    };
  }

  #choice(schema: Schema, alternatives: readonly Schema[], at: string, depth: number): DerivedPart {
    if (alternatives.length > 0 && alternatives.every((part) => "const" in part || Array.isArray(part["enum"])))
      return this.#listed(
        schema,
        [...new Set(alternatives.flatMap((part) => ("const" in part ? part["const"] : part["enum"]) as Json[]))],
        at,
      );
    this.#counts.unions++;
    const parts = alternatives.map((part, i) => this.#walk(part, `${at}/anyOf/${i}`, depth));
    const out = this.#told(schema, { anyOf: parts.map((part) => part.schema) }, at);
    if (parts.every((part) => part.plan.kind === "same")) return { schema: out, plan: SAME };
    const options: Option[] = [];
    // References to what is still being walked have no mark yet, so telling apart waits until all is there.
    this.#later.push(() => {
      for (const [i, part] of parts.entries())
        options.push({
          plan: part.plan,
          here: markOf(alternatives[i]!, (ref) => this.#source(ref, at)),
          there: markOf(part.schema, (ref) => this.#defs[nameIn(ref)] as Schema),
        });
      for (const [i, a] of options.entries())
        for (const [j, b] of options.entries())
          if (j > i && !(areDisjoint(a.here, b.here) && areDisjoint(a.there, b.there)))
            throw new SchemaRefused(
              `${at}/anyOf/${j}`,
              `cannot be told apart from alternative ${i} on the wire: give both a required literal property`,
            );
    });
    return { schema: out, plan: { kind: "choice", options } };
  }

  #reference(ref: string, at: string, depth: number): DerivedPart {
    const source = this.#source(ref, at);
    const name = nameIn(ref);
    if (this.#open.has(name)) this.#counts.recursive = true;
    if (!this.#plans.has(name)) {
      this.#open.add(name);
      // A stand-in for references to itself from inside; its own plan takes the place right after.
      this.#plans.set(name, SAME);
      this.#defs[name] = { type: "object" };
      const inner = this.#walk(source, `#/$defs/${name}`, depth + 1);
      this.#plans.set(name, inner.plan);
      this.#defs[name] = inner.schema;
      this.#open.delete(name);
    }
    return { schema: { $ref: `#/$defs/${name}` }, plan: { kind: "ref", name } };
  }

  #source(ref: string, at: string): Schema {
    const source = this.#sources[nameIn(ref)];
    if (source === undefined) throw new SchemaRefused(at, `"${ref}" leads nowhere: only $defs of the same schema do`);
    return source;
  }

  /** The same schema, which null satisfies too: the wire's word for "not there". */
  #orNull(schema: Record<string, unknown>, at: string): Record<string, unknown> {
    const resolve = (ref: string) => this.#defs[nameIn(ref)] as Schema;
    if (markOf(schema, resolve).types.has("null"))
      throw new SchemaRefused(at, "optional and nullable at once cannot be told apart on the wire: choose one");
    this.#counts.unions++;
    const { description, ...rest } = schema;
    const words = description === undefined ? {} : { description };
    if (Array.isArray(schema["enum"]))
      return { ...schema, type: [schema["type"], "null"].flat(), enum: [...schema["enum"], null] };
    if (Array.isArray(schema["anyOf"])) return { ...schema, anyOf: [...schema["anyOf"], { type: "null" }] };
    if ("$ref" in schema || "const" in schema) return { anyOf: [rest, { type: "null" }], ...words };
    return { ...schema, type: [schema["type"], "null"].flat() };
  }

  /** Puts what the decoder keeps into `out`, and the rest into words. */
  #told(schema: Schema, out: Record<string, unknown>, at: string): Record<string, unknown> {
    const words: string[] = typeof schema["description"] === "string" ? [schema["description"]] : [];
    const say = (keyword: string, value: unknown) => {
      words.push(`${keyword}: ${JSON.stringify(value)}`);
      this.#spoken.push(`${at || "/"}: ${keyword}`);
    };
    for (const keyword of CONSTRAINTS) {
      if (schema[keyword] === undefined) continue;
      if (this.#decoder.keeps.has(keyword) && fitsType(keyword, out["type"])) out[keyword] = schema[keyword];
      else if (!UNSAID.has(keyword) && !isNameLength(keyword, schema[keyword])) say(keyword, schema[keyword]);
    }
    const format = schema["format"];
    if (typeof format === "string") {
      if (this.#decoder.formats.has(format)) out["format"] = format;
      else say("format", format);
    }
    if (words.length > 0) out["description"] = words.join("; ");
    return out;
  }
}
