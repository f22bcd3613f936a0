// Reads what a provider's error means: a fault of the taxonomy, a lost chain, or something this server cannot do.
import { APICallError } from "@ai-sdk/provider";
import { isObject, shorten } from "../json.ts";
import type { CallFaultCode, Fault } from "../problem.ts";
import { Cancelled, TimedOut } from "./cancel.ts";

/** What a server turned out not to have. */
export type Lack = "schema" | "tool" | "json" | "system";

export type Trouble =
  | { readonly kind: "fault"; readonly fault: Fault; readonly waitMs: number | null }
  | { readonly kind: "chain_lost"; readonly message: string }
  | { readonly kind: "lack"; readonly lack: Lack; readonly fault: Fault };

const LONGEST_MESSAGE = 600;

/** `now` is milliseconds since 1970, to read a date in Retry-After by. */
export function troubleOf(error: unknown, now: number): Trouble {
  if (error instanceof Cancelled) return fault("cancelled", error.message);
  if (error instanceof TimedOut) return fault("timed_out", error.message);
  if (APICallError.isInstance(error)) return apiTrouble(error, now);
  const streamed = streamTrouble(error);
  if (streamed) return streamed;
  const name = error instanceof Error ? error.name : "";
  if (name === "AbortError") return fault("cancelled", "called off");
  if (name === "TimeoutError") return fault("timed_out", messageOf(error));
  // The libraries report a body that is no JSON, or not of the expected shape, by errors of several names.
  if (/JSONParse|TypeValidation|InvalidResponseData|EmptyResponseBody|NoContent/.test(name))
    return fault("server_error", messageOf(error));
  if (/LoadAPIKey/.test(name)) return fault("key_missing", messageOf(error));
  return fault("unreachable", messageOf(error));
}

function apiTrouble(error: APICallError, now: number): Trouble {
  const { responseHeaders: headers = {} } = error;
  const raw: unknown = error.responseBody ?? "";
  // Declared as text. For an error with status 200 the library hands over the object instead, and calls it 400.
  const status = typeof raw === "string" ? error.statusCode : 200;
  const body = typeof raw === "string" ? raw : JSON.stringify(raw);
  const detail = errorBody(body);
  const code = String(detail["code"] ?? detail["type"] ?? detail["status"] ?? "");
  const param = String(detail["param"] ?? "");
  const message = detail["message"] === undefined ? `${messageOf(error)} ${body}` : String(detail["message"]);
  const text = `${message} ${code} ${param} ${body.slice(0, 2000)}`;
  const make = (kind: CallFaultCode) => fault(kind, message, status, waitAsked(headers, body, now));

  if (status === undefined) return make("unreachable");
  // Google says "quota" of limits by the minute too, and then how long to wait.
  if (status === 429 && code !== "insufficient_quota" && waitAsked(headers, body, now) !== null)
    return make("rate_limited");
  if (
    code === "insufficient_quota" ||
    status === 402 ||
    /exceeded your current quota|credit balance|billing/i.test(text)
  )
    return make("quota");
  if (status === 401 || status === 403 || /invalid_api_key|API_KEY_INVALID|api key not valid/i.test(text))
    return make("key_refused");
  if (status === 429) return make("rate_limited");
  if (status === 503 || status === 529) return make("overloaded");
  if (status === 408 || status === 504) return make("timed_out");
  // llama.cpp reports what its chat template refuses as an error of its own.
  const refusal = { code: "request_refused", message, status } as const;
  if (status >= 500) {
    if (TOO_LONG.test(text)) return make("too_long");
    return isTemplateError(text) ? { kind: "lack", lack: "system", fault: clip(refusal) } : make("server_error");
  }
  if (status < 400) return make(faultInside(detail, text));
  if (code === "previous_response_not_found" || param === "previous_response_id")
    return { kind: "chain_lost", message: shorten(message, LONGEST_MESSAGE) };
  if (TOO_LONG.test(text)) return make("too_long");
  if (status === 404 || /model_not_found|model.{0,40}(not found|does not exist)/i.test(text))
    return make("model_unknown");
  const lack = lackIn(text);
  if (lack) return { kind: "lack", lack, fault: clip(refusal) };
  if (/invalid_json_schema|invalid schema/i.test(text)) return make("schema_refused");
  return make("request_refused");
}

const TOO_LONG =
  /context_length|exceed_context_size|too long|maximum context|context (window|size|length)|exceeds the.*(token|context)/i;

/** What chat templates say of roles that they do not have. */
const isTemplateError = (text: string): boolean =>
  /roles? must alternate|only user(,| and).{0,40}roles? (are|is) supported|system role not supported/i.test(text);

/** What a refused request (400, 422) says that the server cannot do. LM Studio and vLLM put it into a bare string. */
function lackIn(text: string): Lack | null {
  if (/invalid_json_schema|invalid schema for/i.test(text)) return null;
  if (
    isTemplateError(text) ||
    /(system|developer)[ -](role|message|prompt|instruction)|role.{0,20}system|got system/i.test(text)
  )
    return "system";
  if (/tool_choice|forced tool|tool use/i.test(text)) return "tool";
  if (/output_config|output_format/i.test(text)) return "schema";
  // What is still allowed tells more than what is not: "must be 'json_object' or 'text'".
  if (/must be.{0,30}'?json_object'?/i.test(text)) return "schema";
  if (/must be.{0,30}'?json_schema'?/i.test(text)) return "json";
  if (/json_schema|structured.?output|guided|grammar/i.test(text)) return "schema";
  if (/response_format|json_object|json mode/i.test(text)) return "json";
  return null;
}

/** OpenRouter and others answer 200, and servers begin a stream, with an error inside; its own code and words count then. */
function faultInside(detail: Record<string, unknown>, text: string): CallFaultCode {
  const code = String(detail["code"] ?? detail["type"] ?? "");
  const says = (number: RegExp, name: RegExp) => number.test(code) || name.test(`${code} ${String(detail["type"])}`);
  if (says(/^402$/, /insufficient_quota|billing/)) return "quota";
  if (says(/^40[13]$/, /invalid_api_key|authentication|permission/)) return "key_refused";
  if (says(/^429$/, /rate_limit/)) return "rate_limited";
  if (says(/^(503|529)$/, /overloaded/)) return "overloaded";
  if (says(/^(408|504)$/, /timeout/)) return "timed_out";
  if (TOO_LONG.test(text)) return "too_long";
  return says(/^404$/, /not_found/) ? "model_unknown" : "server_error";
}

/** An error that came as an event of a stream: some providers send a plain object. */
function streamTrouble(error: unknown): Trouble | null {
  const data = isObject(error) && isObject(error["error"]) ? error["error"] : error;
  if (!isObject(data) || error instanceof Error) return null;
  const message = String(data["message"] ?? "the stream reported an error");
  return fault(faultInside(data, `${message} ${String(data["code"])} ${String(data["type"])}`), message);
}

/** The error object in a body, wherever the server put it; `message` always, where there is one. */
function errorBody(body: string): Record<string, unknown> {
  let data: unknown;
  try {
    data = JSON.parse(body);
  } catch {
    return {};
  }
  if (Array.isArray(data)) data = data[0];
  if (!isObject(data)) return {};
  const error = data["error"] ?? data;
  if (typeof error === "string") return { message: error };
  return isObject(error) ? error : {};
}

/** How long we are asked to wait, in milliseconds: two headers, a date, or Google's place for it in the body. */
function waitAsked(headers: Readonly<Record<string, string>>, body: string, now: number): number | null {
  const precise = Number(headers["retry-after-ms"]);
  if (headers["retry-after-ms"] !== undefined && Number.isFinite(precise)) return Math.max(0, precise);
  const after = headers["retry-after"];
  if (after !== undefined) {
    const seconds = Number(after);
    const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(after) - now;
    if (Number.isFinite(ms)) return Math.max(0, ms);
  }
  const delay = /"retryDelay"\s*:\s*"([\d.]+)s"/.exec(body)?.[1];
  return delay === undefined ? null : Number(delay) * 1000;
}

const fault = (code: CallFaultCode, message: string, status?: number, waitMs: number | null = null): Trouble => ({
  kind: "fault",
  fault: clip({ code, message, ...(status === undefined ? {} : { status }) }),
  waitMs,
});

const clip = (one: Fault): Fault => ({ ...one, message: shorten(one.message.trim(), LONGEST_MESSAGE) });

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause =
    error.cause instanceof Error ? ` (${(error.cause as NodeJS.ErrnoException).code ?? error.cause.message})` : "";
  return `${error.message}${cause}`;
}
