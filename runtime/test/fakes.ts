// Fake models for tests of the runtime: real HTTP on loopback, all four families, and answers drawn from the schema that was sent.
import { shorthand } from "@orrery/models/pure";
import {
  type Answerer,
  babble,
  FAMILIES,
  type FakeProvider,
  type Family,
  type Reply,
  type Seen,
  SILENCE_MS,
  TIMEOUT_MS,
} from "@orrery/models/testing";
import { fixedOutside, type ModelSetup, type Orrery, openOrrery } from "@orrery/runtime";
import { memoryStore, type Store } from "@orrery/store";
import { parseConfig } from "../../models/src/config/parse.ts";
import { worlds } from "./open.ts";
import { readShorthand } from "./shorthand.ts";

export { fakeProvider, hourglass, SILENCE_MS, TIMEOUT_MS } from "@orrery/models/testing";

/** Of no known make, so that only its being the key can give it away. */
export const KEY = "planted+9f8e7d6c5b4a/3f2e1d";

const IDS: Readonly<Record<Family, string>> = {
  openai: "gpt-4.1-mini",
  anthropic: "claude-haiku-4-5",
  google: "gemini-2.5-flash",
  compatible: "llama-fake",
};

/** One model of each family, called by its family, all at the fake server. */
export function setupAt(fake: FakeProvider, more: object = {}, model: object = {}): () => ModelSetup {
  const models = Object.fromEntries(
    FAMILIES.map((family) => [
      family,
      {
        provider: family,
        model: IDS[family],
        url: fake.url(family),
        key: { env: "TEST_KEY" },
        // Nothing here waits for these to run out, however busy the machine: a test of a limit turns it.
        timeoutMs: TIMEOUT_MS,
        silenceMs: SILENCE_MS,
        retry: { retries: 2, pauseMs: 2, maxPauseMs: 200 },
        price: { input: 1, cached: 0.1, output: 4 },
        concurrency: 4,
        ...model,
      },
    ]),
  );
  const environment = { TEST_KEY: KEY };
  const parsed = parseConfig(JSON.stringify({ models, ...more }), environment);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const { config } = parsed;
  return () => ({ config, environment, directory: "." });
}

export async function withModels(
  models: () => ModelSetup,
  { store = memoryStore(), seed = "test", now }: { store?: Store; seed?: string; now?: number } = {},
): Promise<{ orrery: Orrery; store: Store }> {
  // A time of day that stands still leaves deadlines whole, for those who turn them by hand.
  const outside = { ...fixedOutside(seed), ...(now === undefined ? {} : { now: () => now }) };
  return { store, orrery: await openOrrery({ store, worlds, outside, models }) };
}

/** Something that the schema allows, the same each time for the same request number. */
export const babbling =
  (seed: string): Answerer =>
  (seen, n): Reply => ({ json: babble(schemaIn(seen), `${seed} ${n}`) });

/** The schema that a request came with, or that is written into its words as types. */
export function schemaIn(seen: Seen): unknown {
  if (seen.schema) return seen.schema;
  const words = [seen.system, ...seen.messages.map(({ text }) => text)].join("\n");
  const said = /^Answer with one JSON object of this form .*:\n((?:\w+ = .*\n)*\{.*\})$/m.exec(words);
  if (!said) throw new Error("the request came without a schema");
  const schema = readShorthand(said[1]!);
  // Where no part has a name, it says the same when it is written again: nothing was misread.
  if (!said[1]!.includes("\n") && shorthand(schema) !== said[1]) throw new Error(`misread: ${said[1]}`);
  return schema;
}

/** An answerer that does these in order, each spelled as its request's schema wants it. */
export function doing(values: readonly unknown[]): Answerer {
  let next = 0;
  return (seen): Reply => ({ json: spelled(values[next++], schemaIn(seen)) });
}

/** A value as a wire schema spells it: what is required and absent is null, and alternatives go by their type. */
export function spelled(value: unknown, schema: unknown): unknown {
  const {
    properties,
    required = [],
    items,
    anyOf,
  } = schema as {
    properties?: Record<string, unknown>;
    required?: readonly string[];
    items?: unknown;
    anyOf?: readonly Record<string, unknown>[];
  };
  if (Array.isArray(value)) return value.map((one) => spelled(one, items));
  if (typeof value !== "object" || value === null) return value;
  if (anyOf) {
    const tag = (option: Record<string, unknown>) => {
      const { type } = (option["properties"] ?? {}) as { type?: { const?: unknown; enum?: readonly unknown[] } };
      return type?.const ?? type?.enum?.[0];
    };
    return spelled(value, anyOf.find((option) => tag(option) === (value as { type?: unknown }).type) ?? {});
  }
  const out: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(value)) out[name] = spelled(part, properties?.[name] ?? {});
  for (const name of required) if (!(name in out)) out[name] = null;
  return out;
}

/** Runs with the network trapped: reaching for it fails. */
export async function offline<T>(work: () => Promise<T>): Promise<T> {
  const { fetch } = globalThis;
  globalThis.fetch = () => {
    throw new Error("the network was used");
  };
  try {
    return await work();
  } finally {
    globalThis.fetch = fetch;
  }
}

/** The tag under which a schema takes an action with just this metadata. */
export function tagFor(schema: unknown, type: string, metadata: object): string {
  const text = JSON.stringify(schema);
  const optional = Object.keys(metadata).slice(1);
  const tag = `${type} with ${optional.join(" and ")}`;
  return optional.length > 0 && text.includes(JSON.stringify(tag)) ? tag : type;
}
