// One span a call by OpenTelemetry's conventions for generative AI, for an installation that brings a tracer. Content stays out unless it is asked for.
import { type Call, promptOf, type Transport } from "./call.ts";
import type { Model } from "./model.ts";
import { textOf } from "./prompt.ts";

/** As much of OpenTelemetry's tracer as is needed; `trace.getTracer("orrery")` of its API satisfies it. */
export interface Tracer {
  /** Whether prompts and answers go into the spans. They do not, unless this is true. */
  readonly content?: boolean;
  readonly startSpan: (name: string, options?: { attributes?: Attributes }) => Span;
}
export interface Span {
  setAttributes(attributes: Attributes): unknown;
  setStatus(status: { code: number; message?: string }): unknown;
  end(): void;
}
type Attributes = Record<string, string | number | boolean | string[]>;

const ERROR = 2;
const OPERATIONS = { text: "chat", image: "generate_content", speech: "generate_content", embedding: "embeddings" };
const PROVIDER_NAMES = {
  openai: "openai",
  anthropic: "anthropic",
  google: "gcp.gemini",
  compatible: "openai_compatible",
};

/** The same transport, with a span around each call. The words of a fault are never in it, prompts and answers only where the tracer takes them. */
export function tracedTransport(transport: Transport, model: Model, tracer: Tracer): Transport {
  return async (call, way) => {
    const operation = OPERATIONS[call.kind];
    const span = tracer.startSpan(`${operation} ${model.id}`, {
      attributes: {
        "gen_ai.operation.name": operation,
        "gen_ai.provider.name": PROVIDER_NAMES[model.provider],
        "gen_ai.request.model": model.id,
        "gen_ai.agent.name": way.lane,
        ...(call.kind === "text" ? { "gen_ai.request.max_tokens": call.settings.maxOutputTokens } : {}),
        ...(call.kind === "text" && call.output ? { "gen_ai.output.type": "json" } : {}),
        ...(tracer.content ? contentOf(call) : {}),
      },
    });
    try {
      const outcome = await transport(call, way);
      const { usage, fault } = outcome;
      span.setAttributes({
        "gen_ai.response.model": outcome.model,
        ...(outcome.responseId ? { "gen_ai.response.id": outcome.responseId } : {}),
        ...(outcome.finish ? { "gen_ai.response.finish_reasons": [outcome.finish] } : {}),
        "gen_ai.usage.input_tokens": usage.input,
        "gen_ai.usage.output_tokens": usage.output,
        "gen_ai.usage.cache_read.input_tokens": usage.cached,
        "gen_ai.usage.cache_creation.input_tokens": usage.written,
        ...(fault ? { "error.type": fault.code } : {}),
        ...(tracer.content && outcome.text !== ""
          ? { "gen_ai.output.messages": messageJson("assistant", outcome.text) }
          : {}),
      });
      if (fault) span.setStatus({ code: ERROR, message: fault.code });
      return outcome;
    } catch (error) {
      span.setStatus({ code: ERROR, message: error instanceof Error ? error.name : "error" });
      throw error;
    } finally {
      span.end();
    }
  };
}

/** What was asked, as the conventions write it. */
function contentOf(call: Call): Attributes {
  if (call.kind !== "text") return { "gen_ai.input.messages": messageJson("user", promptOf(call)) };
  return {
    "gen_ai.system_instructions": JSON.stringify([{ type: "text", content: textOf(call.system) }]),
    "gen_ai.input.messages": JSON.stringify(call.messages.map(({ role, text }) => message(role, text))),
  };
}

const message = (role: string, text: string) => ({ role, parts: [{ type: "text", content: text }] });
const messageJson = (role: string, text: string): string => JSON.stringify([message(role, text)]);
