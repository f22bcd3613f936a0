// Puts a call into the form in which the SDK's providers take it: system text, transcript, cache marks, schema, options.
import type { JSONSchema7, LanguageModelV4CallOptions, LanguageModelV4Message } from "@ai-sdk/provider";
import type { CallRoute, CallSettings, TextCall } from "../call.ts";
import type { Capabilities, Model, Sampling, Structure } from "../model.ts";
import { textOf } from "../prompt.ts";
import { estimateTokens } from "../usage.ts";
import { derive } from "../wire/derive.ts";
import type { SchemaForm } from "../wire/form.ts";
import { isNativeForAnthropic } from "../wire/gate.ts";
import { shorthand } from "../wire/shorthand.ts";

export interface Request {
  readonly options: LanguageModelV4CallOptions;
  readonly form: SchemaForm;
  readonly structure: Structure;
  /** Nothing but the sign of completion tells whether prose is whole. */
  readonly isProse: boolean;
  /** Characters sent, for an estimate where the provider gives no figures. */
  readonly characters: number;
}

type ProviderOptions = NonNullable<LanguageModelV4CallOptions["providerOptions"]>;
type OptionValue = ProviderOptions[string][string];

const CACHED: ProviderOptions = { anthropic: { cacheControl: { type: "ephemeral" } } };

/** `chain` null sends the whole transcript. */
export function requestOf(
  model: Model,
  abilities: Capabilities,
  call: TextCall,
  { lane, chain }: Pick<CallRoute, "lane" | "chain">,
): Request {
  const { output, settings } = call;
  const structure = structureOf(model, abilities, call);
  const form = output === null ? "plain" : formOf(model, structure);
  const wire = output === null ? null : derive(output.schema, form);
  const isShown = output !== null && (structure === "json" || structure === "prompt");
  const system = [textOf(call.system), ...(isShown ? [schemaInWords(output.schema)] : [])].filter(Boolean).join("\n\n");
  const said = chain ? call.messages.slice(chain.upTo) : call.messages;
  const caches = model.provider === "anthropic";

  const prompt: LanguageModelV4Message[] = [];
  // A chain already holds the system text; sent again it would stand there twice.
  const isFolded = abilities.system === "folded";
  if (!chain && !isFolded && system !== "")
    prompt.push({ role: "system", content: system, ...(caches ? { providerOptions: CACHED } : {}) });
  for (const [i, { role, text }] of said.entries()) {
    const words = i === 0 && !chain && isFolded && system !== "" ? `${system}\n\n${text}` : text;
    const marks = caches && i === said.length - 1 ? { providerOptions: CACHED } : {};
    prompt.push({ role, content: [{ type: "text", text: words }], ...marks });
  }

  const schema = wire !== null && !isShown ? { schema: wire.schema as JSONSchema7 } : {};
  const format =
    output === null || structure === "prompt"
      ? {}
      : { responseFormat: { type: "json", name: output.name, ...schema } as const };
  const temperature = settings.temperature ?? model.temperature;
  const beside = JSON.stringify(schema).length;
  const characters = system.length + beside + said.reduce((sum, { text }) => sum + text.length, 0);
  // A server that compiles the schema to a grammar keeps it out of the context.
  const inContext = form === "grammar" ? characters - beside : characters;
  return {
    options: {
      prompt,
      maxOutputTokens: roomFor(model, settings, inContext),
      ...(temperature === null ? {} : { temperature }),
      ...(settings.seed === undefined ? {} : { seed: settings.seed }),
      ...(settings.reasoning === undefined || hasThinkingBudget(model) ? {} : { reasoning: settings.reasoning }),
      ...samplersOf(model, settings.sampling ?? {}),
      ...format,
      providerOptions: optionsOf(model, structure, chain, lane, settings),
    },
    form,
    structure,
    isProse: output === null,
    characters,
  };
}

/** Anthropic takes only small schemas natively; the others travel as a tool's. */
function structureOf(model: Model, { structure }: Capabilities, { output }: TextCall): Structure {
  if (model.provider !== "anthropic" || structure !== "native" || output === null) return structure;
  return isNativeForAnthropic(derive(output.schema, "anthropic")) ? "native" : "tool";
}

function formOf({ provider }: Model, structure: Structure): SchemaForm {
  if (structure === "json" || structure === "prompt") return "plain";
  return provider === "compatible" ? "grammar" : provider;
}

/** Anthropic's models up to 4.5 are given a budget for thinking, which the SDK adds to the limit itself; later ones decide by effort. */
const hasThinkingBudget = ({ provider, id }: Model): boolean =>
  provider === "anthropic" && /^claude-(3|(opus|sonnet|haiku)-4(-[015])?(-\d{8})?$)/.test(id);

/** Output tokens to ask for: the answer and its thinking, as far as the context has room for them. */
function roomFor(model: Model, { maxOutputTokens, thinkingTokens = 0 }: CallSettings, characters: number): number {
  const wanted = maxOutputTokens + (hasThinkingBudget(model) ? 0 : thinkingTokens);
  if (model.contextTokens === null) return wanted;
  return Math.max(LEAST_ROOM, Math.min(wanted, model.contextTokens - estimateTokens(characters) - CHAT_OVERHEAD));
}
/** Less room than this holds no answer: the server may then say itself that the prompt is too long. */
const LEAST_ROOM = 64;
/** Tokens that a chat template adds. */
const CHAT_OVERHEAD = 48;

/** Samplers that the SDK knows by name; the others are the server's own. */
const samplersOf = ({ provider }: Model, { topP, topK, presencePenalty, frequencyPenalty, stop }: Sampling) => ({
  ...(topP === undefined ? {} : { topP }),
  ...(topK === undefined || provider === "compatible" ? {} : { topK }),
  ...(presencePenalty === undefined ? {} : { presencePenalty }),
  ...(frequencyPenalty === undefined ? {} : { frequencyPenalty }),
  ...(stop === undefined ? {} : { stopSequences: [...stop] }),
});

function optionsOf(
  model: Model,
  structure: Structure,
  chain: CallRoute["chain"],
  lane: string,
  { reasoning, thinkingTokens = 0, sampling = {} }: CallSettings,
): ProviderOptions {
  switch (model.provider) {
    case "openai": {
      // Nobody reads a summary, and accounts that are not verified are refused for asking.
      const options: Record<string, OptionValue> = { strictJsonSchema: true, reasoningSummary: null };
      if (chain) options["previousResponseId"] = chain.id;
      if (!model.chain) options["store"] = false;
      // Calls with the same beginning find each other's cache by this.
      options["promptCacheKey"] = lane.slice(0, 64);
      return { openai: options };
    }
    case "anthropic":
      // "auto" leaves the choice between native and tool to the SDK's table of models.
      return {
        anthropic: {
          structuredOutputMode: structure === "tool" ? "jsonTool" : "auto",
          ...(hasThinkingBudget(model) && reasoning !== undefined
            ? {
                thinking:
                  reasoning === "none" || thinkingTokens < LEAST_THINKING
                    ? { type: "disabled" }
                    : { type: "enabled", budgetTokens: thinkingTokens },
              }
            : {}),
        },
      };
    case "google":
      return { google: { structuredOutputs: structure === "native" } };
    case "compatible":
      return { [COMPATIBLE]: { ...serverSamplers(sampling), ...model.extra } as Record<string, OptionValue> };
  }
}

/** Anthropic takes no smaller budget. */
const LEAST_THINKING = 1024;

/** Under the names that llama.cpp, vLLM, LM Studio, KoboldCpp and Ollama share. */
const serverSamplers = ({ topK, minP, repetitionPenalty }: Sampling): Record<string, OptionValue> => ({
  ...(topK === undefined ? {} : { top_k: topK }),
  ...(minP === undefined ? {} : { min_p: minP }),
  ...(repetitionPenalty === undefined
    ? {}
    : { repetition_penalty: repetitionPenalty, repeat_penalty: repetitionPenalty }),
});

/** The name under which the compatible provider takes its options. */
export const COMPATIBLE = "server";

const schemaInWords = (schema: unknown): string =>
  `Answer with one JSON object of this form and nothing else; what has a question mark may be left out:\n${shorthand(schema)}`;
