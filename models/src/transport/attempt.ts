// One try at a provider through the SDK: sends, listens, and says what came and how it ended. Throws what the provider throws.
import type { LanguageModelV4, LanguageModelV4FinishReason, LanguageModelV4Usage } from "@ai-sdk/provider";
import type { CallRoute, Signal } from "../call.ts";
import type { Fault } from "../problem.ts";
import { estimateTokens, NO_USAGE, type Usage } from "../usage.ts";
import { Deadline } from "./cancel.ts";
import type { Request } from "./request.ts";
import { troubleOf } from "./trouble.ts";

export interface ProviderAnswer {
  readonly text: string;
  readonly fault: Fault | null;
  readonly usage: Usage;
  readonly responseId: string | null;
  readonly model: string | null;
  readonly finish: string | null;
  readonly notes: readonly string[];
}

interface AttemptLimits {
  readonly timeoutMs: number;
  readonly silenceMs: number;
}

/** Whole answers at once. */
export async function attempt(
  model: LanguageModelV4,
  request: Request,
  limits: AttemptLimits,
  signal: Signal | undefined,
): Promise<ProviderAnswer> {
  const deadline = new Deadline(signal);
  try {
    deadline.limit("answer", limits.timeoutMs);
    const result = await deadline.race(model.doGenerate({ ...request.options, abortSignal: deadline.signal }));
    const said = result.structuredOutputText ?? textIn(result.content);
    const called = said.trim() === "" ? callIn(result.content) : null;
    return answerOf(request, {
      text: called ?? said,
      isCalled: called !== null,
      reason: result.finishReason,
      usage: result.usage,
      responseId: result.response?.id ?? null,
      model: result.response?.modelId ?? null,
      warnings: result.warnings,
    });
  } finally {
    deadline.done();
  }
}

/**
 * Answers piece by piece. Once something has come, a break is a fault of the answer (`interrupted`, `timed_out`,
 * `cancelled`) that keeps the text and an estimate of what it cost; before that it is thrown like any other error.
 */
export async function attemptStream(
  model: LanguageModelV4,
  request: Request,
  limits: AttemptLimits,
  way: CallRoute,
): Promise<ProviderAnswer> {
  const deadline = new Deadline(way.signal);
  let text = "";
  let reason: LanguageModelV4FinishReason | null = null;
  let usage: LanguageModelV4Usage | null = null;
  let responseId: string | null = null;
  let modelId: string | null = null;
  let warnings: Warnings = [];
  let called: string | null = null;
  const finish = (broken: Fault | null): ProviderAnswer => {
    const isCalled = text.trim() === "" && called !== null;
    const said = isCalled ? called! : text;
    return answerOf(request, { text: said, isCalled, reason, usage, responseId, model: modelId, warnings }, broken);
  };
  try {
    deadline.limit("answer", limits.timeoutMs);
    const { stream } = await deadline.race(model.doStream({ ...request.options, abortSignal: deadline.signal }));
    const reader = stream.getReader();
    let failure: unknown = null;
    try {
      for (;;) {
        deadline.limit("silence", limits.silenceMs);
        const { done, value: part } = await deadline.race(reader.read());
        if (done) break;
        if (part.type === "text-delta") {
          text += part.delta;
          way.onText?.(text);
        } else if (part.type === "tool-call") called ??= part.input;
        else if (part.type === "stream-start") warnings = part.warnings;
        else if (part.type === "response-metadata") {
          responseId = part.id ?? responseId;
          modelId = part.modelId ?? modelId;
        } else if (part.type === "error") failure ??= part.error;
        else if (part.type === "finish") {
          reason = part.finishReason;
          usage = part.usage;
        }
      }
    } finally {
      reader.cancel().catch(() => undefined);
    }
    if (failure !== null && !(text !== "" && isMissingEnd(failure))) throw failure;
    // A small server that sends no reason for ending is taken at its word; the schema judges what it sent.
    if (failure !== null) reason = { unified: request.isProse ? "interrupted" : "other", raw: undefined };
    return finish(null);
  } catch (error) {
    if (text === "") throw error;
    const trouble = troubleOf(error, Date.now());
    const known = trouble.kind === "fault" ? trouble.fault : null;
    const code = known?.code === "cancelled" || known?.code === "timed_out" ? known.code : "interrupted";
    return finish({ code, message: known?.message ?? "the stream broke off" });
  } finally {
    deadline.done();
  }
}

/** The compatible provider's complaint about a stream that ends without a reason. */
const isMissingEnd = (error: unknown): boolean =>
  error instanceof Error && /without a finish reason/.test(error.message);

type Warnings = readonly {
  readonly type: string;
  readonly feature?: string;
  readonly details?: string | undefined;
  readonly message?: string;
}[];

interface Heard {
  readonly text: string;
  /** It came as the arguments of a tool that nobody offered. */
  readonly isCalled: boolean;
  readonly reason: LanguageModelV4FinishReason | null;
  readonly usage: LanguageModelV4Usage | null;
  readonly responseId: string | null;
  readonly model: string | null;
  readonly warnings: Warnings;
}

function answerOf(request: Request, heard: Heard, broken: Fault | null = null): ProviderAnswer {
  const fault = broken ?? faultOf(heard);
  return {
    text: heard.text,
    fault,
    usage: usageOf(heard, request.characters),
    responseId: fault === null ? heard.responseId : null,
    model: heard.model,
    finish: heard.reason?.raw ?? heard.reason?.unified ?? null,
    notes: [
      ...(heard.isCalled ? ["read from a tool call"] : []),
      ...heard.warnings.map((warning) =>
        [warning.feature ?? warning.type, warning.details ?? warning.message].filter(Boolean).join(": "),
      ),
    ],
  };
}

/** How it ended is asked before what it says: with a forced tool even a cut answer parses. */
function faultOf({ text, reason }: Heard): Fault | null {
  switch (reason?.unified) {
    case "content-filter":
      return text.trim() !== "" || reason.raw === "refusal"
        ? { code: "declined", message: text.trim() === "" ? "the model declined to answer" : text.slice(0, 300) }
        : { code: "filtered", message: "the provider's filter held the answer back" };
    case "length":
      return { code: "truncated", message: "the answer was cut off at its token limit" };
    case "interrupted":
    case "error":
    case undefined:
      return { code: "interrupted", message: "the answer ended without a sign of completion" };
    default:
      return text.trim() === "" ? { code: "empty", message: "the answer was empty" } : null;
  }
}

function usageOf({ usage, text }: Heard, characters: number): Usage {
  // Nothing was ever sent without any input: a nought means that no figures came.
  if (!usage?.inputTokens.total)
    return { ...NO_USAGE, input: estimateTokens(characters), output: estimateTokens(text.length), estimated: true };
  return {
    input: usage.inputTokens.total,
    cached: usage.inputTokens.cacheRead ?? 0,
    written: usage.inputTokens.cacheWrite ?? 0,
    output: usage.outputTokens.total ?? 0,
    reasoning: usage.outputTokens.reasoning ?? 0,
    estimated: usage.outputTokens.total === undefined,
  };
}

/** The arguments of the one tool that was called; null where none was, or several were. */
function callIn(content: readonly { readonly type: string; readonly input?: unknown }[]): string | null {
  const calls = content.filter(({ type }) => type === "tool-call");
  const [only] = calls;
  return calls.length === 1 && typeof only!.input === "string" ? only!.input : null;
}

const textIn = (content: readonly { readonly type: string; readonly text?: unknown }[]): string =>
  content.map((part) => (part.type === "text" ? String(part.text) : "")).join("");
