// The SDK's own objects for a model of ours: the one place where a key is handed over.
import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogle } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { EmbeddingModelV4, ImageModelV4, LanguageModelV4, SpeechModelV4 } from "@ai-sdk/provider";
import type { Model } from "../model.ts";
import type { Secret } from "../secret.ts";
import { COMPATIBLE } from "./request.ts";

export function languageModel({ provider, url: baseURL, id }: Model, key: Secret | null): LanguageModelV4 {
  // Given an empty key, the SDK would look for one in the environment by itself.
  const apiKey = key?.reveal() ?? "none";
  switch (provider) {
    case "openai":
      return createOpenAI({ baseURL, apiKey }).responses(id);
    case "anthropic":
      return createAnthropic({ baseURL, apiKey })(id);
    case "google":
      return createGoogle({ baseURL, apiKey })(id);
    case "compatible":
      return createOpenAICompatible({
        name: COMPATIBLE,
        baseURL,
        supportsStructuredOutputs: true,
        includeUsage: true,
        ...(key ? { apiKey } : {}),
      })(id);
  }
}

/** Null where we have no way to ask this provider for pictures. */
export function imageModel({ provider, url: baseURL, id }: Model, key: Secret | null): ImageModelV4 | null {
  return provider === "google" ? createGoogle({ baseURL, apiKey: key?.reveal() ?? "none" }).image(id) : null;
}

/** OpenAI's interface of speech, which the servers of others speak too. Null for the rest. */
export function speechModel({ provider, url: baseURL, id }: Model, key: Secret | null): SpeechModelV4 | null {
  if (provider !== "openai" && provider !== "compatible") return null;
  return createOpenAI({ baseURL, apiKey: key?.reveal() ?? "none" }).speech(id);
}

/** Null where the provider makes no vectors. */
export function embeddingModel({ provider, url: baseURL, id }: Model, key: Secret | null): EmbeddingModelV4 | null {
  const apiKey = key?.reveal() ?? "none";
  switch (provider) {
    case "openai":
      return createOpenAI({ baseURL, apiKey }).embedding(id);
    case "google":
      return createGoogle({ baseURL, apiKey }).embedding(id);
    case "compatible":
      return createOpenAICompatible({ name: COMPATIBLE, baseURL, ...(key ? { apiKey } : {}) }).embeddingModel(id);
    case "anthropic":
      return null;
  }
}
