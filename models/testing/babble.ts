// A model that understands nothing: seeded nonsense in the shape of the schema more often than not, and damaged now and then.
import type { Call, Transport } from "../src/call.ts";
import { sha256 } from "../src/hash.ts";
import { isObject, type Json } from "../src/json.ts";
import { failedOutcome } from "../src/transport/outcome.ts";
import { answered } from "./scripted.ts";

export interface BabbleOptions {
  /** How many answers of a hundred are spoilt in some way. */
  readonly spoilt?: number;
  /** Words to babble with; a world's own make better nonsense. */
  readonly words?: readonly string[];
}

/** The same seed, lane and call number give the same answer. */
export function babblingTransport(seed: string, options: BabbleOptions = {}): Transport {
  const made = new Map<string, number>();
  const { spoilt = 15, words = WORDS } = options;
  return async (call, way) => {
    const n = (made.get(way.lane) ?? 0) + 1;
    made.set(way.lane, n);
    const chance = new Chance(`${seed} ${way.lane} ${n}`);
    if (call.kind !== "text")
      return { ...failedOutcome(call, { code: "filtered", message: "a babbler only writes" }, 0), ms: 0 };
    const babbler = new Babbler(chance, words);
    const text = textOf(call, babbler);
    const isSpoilt = chance.below(100) < spoilt;
    if (isSpoilt && chance.below(6) === 0) {
      const code = chance.one(["declined", "empty", "truncated", "filtered", "interrupted"] as const);
      return { ...failedOutcome(call, { code, message: "babbled" }, 0), ms: 0 };
    }
    const said = isSpoilt ? spoil(text, chance) : text;
    way.onText?.(said);
    return answered(call, said, "babbler");
  };
}

/** A value that satisfies the schema as far as a babbler cares: types, literals, required properties, most bounds. */
export const babble = (schema: unknown, seed: string): Json => new Babbler(new Chance(seed), WORDS).value(schema);

const textOf = (call: Call & { kind: "text" }, babbler: Babbler): string =>
  call.output === null ? babbler.prose(40) : JSON.stringify(babbler.value(call.output.schema));

const WORDS = "a the lamp key door rope wolf river old quiet says opens under never seven blue and but of to is".split(
  " ",
);

/** A stream of numbers out of a hash: repeatable, and nobody's dice. */
class Chance {
  readonly #seed: string;
  #block = 0;
  #digits = "";
  constructor(seed: string) {
    this.#seed = seed;
  }
  below(bound: number): number {
    if (this.#digits.length < 8) this.#digits = sha256(`${this.#seed} ${this.#block++}`);
    const value = Number.parseInt(this.#digits.slice(0, 8), 16);
    this.#digits = this.#digits.slice(8);
    return value % Math.max(1, bound);
  }
  one<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }
}

class Babbler {
  readonly #chance: Chance;
  readonly #words: readonly string[];
  constructor(chance: Chance, words: readonly string[]) {
    this.#chance = chance;
    this.#words = words;
  }

  prose(most: number): string {
    return Array.from({ length: 1 + this.#chance.below(most) }, () => this.#chance.one(this.#words)).join(" ");
  }

  value(schema: unknown, root: unknown = schema, depth = 0): Json {
    const chance = this.#chance;
    if (!isObject(schema)) return this.prose(3);
    if (typeof schema["$ref"] === "string") return this.value(lookUp(root, schema["$ref"]), root, depth + 1);
    if ("const" in schema) return schema["const"] as Json;
    if (Array.isArray(schema["enum"])) return chance.one(schema["enum"]) as Json;
    const alternatives = schema["anyOf"] ?? schema["oneOf"];
    if (Array.isArray(alternatives)) return this.value(chance.one(alternatives), root, depth + 1);
    const type = Array.isArray(schema["type"]) ? chance.one(schema["type"]) : schema["type"];
    switch (type) {
      case "null":
        return null;
      case "boolean":
        return chance.below(2) === 0;
      case "integer":
      case "number":
        return this.#number(schema);
      case "string":
        return this.#text(schema);
      case "array": {
        const least = Number(schema["minItems"] ?? 0);
        const most = Number(schema["maxItems"] ?? least + 3);
        const length = depth > 6 ? least : least + chance.below(Math.min(4, most - least + 1));
        return Array.from({ length }, () => this.value(schema["items"] ?? {}, root, depth + 1));
      }
      case "object":
        return this.#object(schema, root, depth);
      default:
        return this.prose(3);
    }
  }

  #object(schema: Record<string, unknown>, root: unknown, depth: number): Json {
    const out: Record<string, Json> = {};
    const required = (schema["required"] ?? []) as readonly string[];
    for (const [name, part] of Object.entries((schema["properties"] ?? {}) as object))
      if (required.includes(name) || (depth < 6 && this.#chance.below(2) === 0))
        out[name] = this.value(part, root, depth + 1);
    const open = schema["additionalProperties"] ?? Object.values((schema["patternProperties"] ?? {}) as object)[0];
    if (isObject(open))
      for (let i = this.#chance.below(3); i > 0; i--) out[`${this.prose(1)}${i}`] = this.value(open, root, depth + 1);
    return out;
  }

  #number(schema: Record<string, unknown>): number {
    const least = Math.ceil(Number(schema["minimum"] ?? schema["exclusiveMinimum"] ?? 0));
    const most = Math.floor(Number(schema["maximum"] ?? schema["exclusiveMaximum"] ?? least + 20));
    return least + this.#chance.below(most - least + 1);
  }

  #text(schema: Record<string, unknown>): string {
    const least = Number(schema["minLength"] ?? 0);
    const most = Number(schema["maxLength"] ?? 200);
    let text = this.prose(8);
    while (text.length < least) text += ` ${this.prose(4)}`;
    return text.slice(0, most);
  }
}

function lookUp(root: unknown, ref: string): unknown {
  const defs = isObject(root)
    ? ((root["$defs"] ?? root["definitions"]) as Record<string, unknown> | undefined)
    : undefined;
  return defs?.[ref.replace(/^#\/(\$defs|definitions)\//, "")];
}

/** What real models do to an answer on a bad day. */
function spoil(text: string, chance: Chance): string {
  const cut = 1 + chance.below(Math.max(1, text.length - 1));
  return chance.one([
    () => `Sure! Here you go:\n\`\`\`json\n${text}\n\`\`\`\nHope that helps.`,
    () => `<think>hm, {"maybe": 1}?</think>${text}`,
    () => text.slice(0, cut),
    () => text.replace(/}\s*$/, ",}"),
    () => text.replaceAll('"', "'"),
    () => text.replace(/\{/, '{"extra": 1, '),
    () => text.replace(/:\s*("[^"]*"|\d+)/, ": null"),
    () => `${text}\n${text.replace(/"(\w+)"/, '"$1 "')}`,
    () => "I would rather not.",
    () => "",
    () => "[]",
    () => `${text.slice(0, cut)}\u0000${text.slice(cut)}`,
  ])();
}
