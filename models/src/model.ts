// What we know of one named model: where it is, how it wants to be asked, how long we wait. Plain data, without its key.
import type { Price } from "./prices.ts";

export const PROVIDERS = ["openai", "anthropic", "google", "compatible"] as const;
export type Provider = (typeof PROVIDERS)[number];

/** How an answer's shape is asked for: by the provider's own schema, by a forced tool, by JSON mode, by words alone. */
export const STRUCTURES = ["native", "tool", "json", "prompt"] as const;
export type Structure = (typeof STRUCTURES)[number];

/** How much a model may think before it answers. */
export const REASONING = ["none", "low", "medium", "high"] as const;

/** Learned once and kept. `system`: a role of its own, or folded into the first message. */
export interface Capabilities {
  readonly structure: Structure;
  readonly system: "role" | "folded";
  /** What was learned and from which words of the server, oldest first. */
  readonly learned: readonly string[];
}

export interface Model {
  /** The name it goes by in the configuration. */
  readonly name: string;
  readonly provider: Provider;
  /** The provider's name for it. */
  readonly id: string;
  /** Base URL of the interface, such as `http://127.0.0.1:11434/v1`. */
  readonly url: string;
  readonly capabilities: Capabilities;
  readonly concurrency: number;
  /** How long one try may take altogether, and how long a stream may stay silent. */
  readonly timeoutMs: number;
  readonly silenceMs: number;
  readonly retry: RetryPolicy;
  /** Answers come piece by piece even where nobody watches: slow servers send their headers sooner. */
  readonly stream: boolean;
  readonly price: Price | null;
  /** Room for an answer where a request does not say. */
  readonly maxOutputTokens: number;
  /** Room for thinking beside the answer; providers count both against one limit. */
  readonly thinkingTokens: number;
  /** Tokens that fit into one request, answer included; null where unknown: then nothing is cut. */
  readonly contextTokens: number | null;
  readonly temperature: number | null;
  readonly sampling: Sampling;
  /** How much it may think first; null leaves it to the provider. Thinking is billed as output. */
  readonly reasoning: (typeof REASONING)[number] | null;
  /** Whether the provider may keep the conversation, so that later turns only name it (OpenAI). */
  readonly chain: boolean;
  /** The provider's name of the voice that reads aloud; null leaves it to the provider. */
  readonly voice: string | null;
  /** Fields that go into the body as they are (compatible servers only). */
  readonly extra: Readonly<Record<string, unknown>>;
}

/** How the next token is chosen. Hosted models take a few of these and ignore the rest with a note; local servers take all. */
export interface Sampling {
  readonly topP?: number;
  readonly topK?: number;
  readonly minP?: number;
  readonly repetitionPenalty?: number;
  readonly presencePenalty?: number;
  readonly frequencyPenalty?: number;
  readonly stop?: readonly string[];
}
/** Samplers by what they are for. */
export const PRESETS = {
  /** The same answer each time, as far as a server can. */
  exact: { topK: 1 },
  /** For seats that play by rules. */
  play: { topP: 0.9, minP: 0.05 },
  /** For narrators: livelier, without repeating itself. */
  prose: { topP: 0.95, minP: 0.05, repetitionPenalty: 1.08 },
} as const satisfies Readonly<Record<string, Sampling>>;

export interface RetryPolicy {
  /** Tries after the first. */
  readonly retries: number;
  /** First pause where the provider asks for none; doubled each time, up to `maxPauseMs`, with up to half as much again at random. */
  readonly pauseMs: number;
  /** A longer pause than this is not waited for: the call fails at once and says how long it would have been. */
  readonly maxPauseMs: number;
}

export const DEFAULT_RETRY: RetryPolicy = { retries: 3, pauseMs: 500, maxPauseMs: 120_000 };
const URLS: Readonly<Record<Exclude<Provider, "compatible">, string>> = {
  openai: "https://api.openai.com/v1",
  anthropic: "https://api.anthropic.com/v1",
  google: "https://generativelanguage.googleapis.com/v1beta",
};
export const defaultUrl = (provider: Provider): string | null => (provider === "compatible" ? null : URLS[provider]);

const THINKING: Readonly<Record<(typeof REASONING)[number], number>> = {
  none: 0,
  low: 4_000,
  medium: 12_000,
  high: 32_000,
};
/** Models that think unless told otherwise, by how their makers name them. */
const THINKERS =
  /^(o\d|gpt-(?!4)\d)|^claude-[a-z]+-(?![34])\d|^gemini-(?!2\.5-flash-(lite|image))(2\.5|[3-9])|(?:^|[-_/:])(r1|qwq|qwen3|gpt-oss|magistral|thinking|reasoning|think)\b/;

/** Room for thinking where the configuration does not say: by effort, else a medium one for models that think by themselves. */
const thinkingFor = ({ id, reasoning }: Pick<Model, "id"> & { readonly reasoning?: Model["reasoning"] | undefined }) =>
  reasoning ? THINKING[reasoning] : THINKERS.test(id.toLowerCase()) ? THINKING.medium : 0;

/** A model with everything else as is usual for its provider. */
export function modelOf(
  given: Pick<Model, "provider" | "id"> & { readonly [key in keyof Model]?: Model[key] | undefined },
): Model {
  const url = given.url ?? defaultUrl(given.provider);
  if (url === null) throw new TypeError(`model "${given.name ?? given.id}": a compatible server needs its url`);
  return {
    name: given.name ?? given.id,
    provider: given.provider,
    id: given.id,
    url,
    capabilities: given.capabilities ?? { structure: "native", system: "role", learned: [] },
    concurrency: given.concurrency ?? (given.provider === "compatible" ? 1 : 4),
    timeoutMs: given.timeoutMs ?? (given.provider === "compatible" ? 280_000 : 120_000),
    silenceMs: given.silenceMs ?? 60_000,
    retry: given.retry ?? DEFAULT_RETRY,
    stream: given.stream ?? given.provider === "compatible",
    price: given.price ?? null,
    maxOutputTokens: given.maxOutputTokens ?? 2000,
    thinkingTokens: given.thinkingTokens ?? thinkingFor(given),
    contextTokens: given.contextTokens ?? null,
    temperature: given.temperature ?? null,
    sampling: given.sampling ?? {},
    reasoning: given.reasoning ?? null,
    chain: given.chain ?? given.provider === "openai",
    voice: given.voice ?? null,
    extra: given.extra ?? {},
  };
}
