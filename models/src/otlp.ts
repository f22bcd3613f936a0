// A tracer that sends spans to a collector by OTLP over HTTP, as the usual variables of OpenTelemetry say. Nothing waits for it, and
// what cannot be delivered is said once.
import { randomBytes } from "node:crypto";
import type { Tracer } from "./telemetry.ts";

export type { Tracer } from "./telemetry.ts";

export interface Collector extends Tracer {
  /** Delivers what has ended so far. Never rejects. */
  readonly flush: () => Promise<void>;
}

type Environment = Readonly<Record<string, string | undefined>>;
type AttributeValue = string | number | boolean | readonly string[];
interface Ended {
  readonly name: string;
  readonly begun: number;
  readonly ended: number;
  readonly attributes: Readonly<Record<string, AttributeValue>>;
  readonly status: { readonly code: number; readonly message?: string };
}

/** Spans that are sent together at most, and how long one may lie. */
const MOST = 64;
const LONGEST_MS = 2_000;
const TIMEOUT_MS = 5_000;
const CLIENT = 3;

/**
 * Null where no collector is named. Reads `OTEL_EXPORTER_OTLP_TRACES_ENDPOINT` or `OTEL_EXPORTER_OTLP_ENDPOINT`, `…_HEADERS`,
 * `OTEL_SERVICE_NAME`, and `OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT`: prompts and answers leave only where that is `true`.
 */
export function collectorOf(environment: Environment, onTrouble: (message: string) => void): Collector | null {
  const base = environment["OTEL_EXPORTER_OTLP_ENDPOINT"];
  const url = environment["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"] || (base && `${base.replace(/\/+$/, "")}/v1/traces`);
  if (!url) return null;
  const headers = headersIn(environment["OTEL_EXPORTER_OTLP_HEADERS"] ?? "");
  const service = environment["OTEL_SERVICE_NAME"] || "orrery";
  const traceId = randomBytes(16).toString("hex");
  let waiting: Ended[] = [];
  let timer: NodeJS.Timeout | null = null;
  let sending: Promise<void> = Promise.resolve();
  let hasFailed = false;

  const send = async (spans: readonly Ended[]): Promise<void> => {
    try {
      const answer = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(bodyOf(spans, traceId, service)),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (!answer.ok) throw new Error(`status ${answer.status}`);
    } catch (error) {
      const why =
        error instanceof Error ? ((error.cause as Error | undefined)?.message ?? error.message) : String(error);
      if (!hasFailed) onTrouble(`Traces could not be delivered to ${new URL(url).origin}: ${why}.`);
      hasFailed = true;
    }
  };
  const flush = (): Promise<void> => {
    if (timer) clearTimeout(timer);
    timer = null;
    const spans = waiting;
    waiting = [];
    if (spans.length > 0) sending = sending.then(() => send(spans));
    return sending;
  };

  return {
    content: environment["OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"] === "true",
    startSpan(name, { attributes = {} } = {}) {
      const begun = Date.now();
      const all: Record<string, AttributeValue> = { ...attributes };
      let status: Ended["status"] = { code: 0 };
      return {
        setAttributes: (more) => Object.assign(all, more),
        setStatus: (one) => {
          status = one;
        },
        end() {
          waiting.push({ name, begun, ended: Date.now(), attributes: all, status });
          if (waiting.length >= MOST) void flush();
          else timer ??= setTimeout(() => void flush(), LONGEST_MS).unref();
        },
      };
    },
    flush,
  };
}

const bodyOf = (spans: readonly Ended[], traceId: string, service: string) => ({
  resourceSpans: [
    {
      resource: { attributes: [{ key: "service.name", value: { stringValue: service } }] },
      scopeSpans: [
        {
          scope: { name: "orrery" },
          spans: spans.map(({ name, begun, ended, attributes, status }) => ({
            traceId,
            spanId: randomBytes(8).toString("hex"),
            name,
            kind: CLIENT,
            startTimeUnixNano: `${begun}000000`,
            endTimeUnixNano: `${ended}000000`,
            attributes: Object.entries(attributes).map(([key, value]) => ({ key, value: wireValue(value) })),
            status,
          })),
        },
      ],
    },
  ],
});

function wireValue(value: AttributeValue): unknown {
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "boolean") return { boolValue: value };
  if (typeof value === "number") return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  return { arrayValue: { values: value.map((one) => ({ stringValue: one })) } };
}

/** `name=value,name=value`, values percent-encoded. */
const headersIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split(",").flatMap((pair) => {
      const at = pair.indexOf("=");
      return at < 1 ? [] : [[pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())]];
    }),
  );
