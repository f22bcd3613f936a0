// What is configured and reachable: for each model its key, its server's list of models, and one small call.

import { startConversation } from "../conversation.ts";
import type { JsonObject } from "../json.ts";
import type { Capabilities, Model } from "../model.ts";
import { createPort } from "../port.ts";
import type { Fault } from "../problem.ts";
import { stable, volatile } from "../prompt.ts";
import type { Secret } from "../secret.ts";
import type { OnLearned } from "../transport/ladder.ts";
import { liveTransport } from "../transport/live.ts";
import type { Usage } from "../usage.ts";
import { findKey } from "./keys.ts";
import type { Config, Environment } from "./parse.ts";

export interface ProbeReport {
  readonly name: string;
  readonly provider: Model["provider"];
  readonly model: string;
  readonly url: string;
  readonly roles: readonly string[];
  /** Where the key is looked for, and whether it is there; null where none is needed. */
  readonly key: { readonly from: string; readonly found: boolean; readonly hint: string } | null;
  /** Whether anything answers at the URL, and whether its list of models names this one (null: it has no list). */
  readonly reachable: boolean;
  readonly listed: boolean | null;
  /** Null where no call was asked for. */
  readonly call: ProbeCall | null;
  readonly capabilities: Capabilities;
  /** Dollars for a million tokens of input and output; null where no price is known. */
  readonly price: Model["price"];
}

export interface ProbeCall {
  readonly ok: boolean;
  readonly ms: number;
  readonly usage: Usage;
  readonly cost: number | null;
  /** The fault, or what was wrong with the answer. */
  readonly fault: (Pick<Fault, "message"> & { readonly code: string }) | null;
  readonly notes: readonly string[];
}

export interface ProbeOptions {
  readonly environment: Environment;
  readonly directory: string;
  /** One test call each; costs a few hundred tokens. */
  readonly call: boolean;
  readonly only?: readonly string[];
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  readonly onLearned?: OnLearned;
}

/** One report for each model, in the order of the configuration, all asked side by side. */
export function probe(config: Config, options: ProbeOptions): Promise<readonly ProbeReport[]> {
  const names = Object.keys(config.models).filter((name) => !options.only || options.only.includes(name));
  return Promise.all(names.map((name) => probeOne(config, name, options)));
}

async function probeOne(config: Config, name: string, options: ProbeOptions): Promise<ProbeReport> {
  const { model, key: source } = config.models[name]!;
  const found = source ? findKey(source, options.environment, options.directory) : null;
  const key = found?.ok ? found.key : null;
  const quick: Model = {
    ...model,
    timeoutMs: Math.min(model.timeoutMs, options.timeoutMs ?? 60_000),
    retry: { ...model.retry, retries: 0 },
  };
  const list = await listModels(quick, key, options.signal);
  const live = liveTransport(quick, key, {
    ...(found && !found.ok ? { keyMissing: `${found.message}; ${found.hint}` } : {}),
    ...(options.onLearned ? { onLearned: options.onLearned } : {}),
  });
  const call = options.call ? await testCall(quick, live.transport, options.signal) : null;
  return {
    name,
    provider: model.provider,
    model: model.id,
    url: model.url,
    roles: Object.entries(config.roles)
      .filter(([, named]) => named === name)
      .map(([role]) => role),
    key: source && { from: source.name, found: found!.ok, hint: found!.ok ? "" : `${found!.message}; ${found!.hint}` },
    reachable: list.reachable || (call?.ok ?? false),
    listed:
      list.names?.some((id) => id === model.id || id === `models/${model.id}` || id === `${model.id}:latest`) ?? null,
    call,
    capabilities: live.capabilities(),
    price: model.price,
  };
}

/** Any answer, even a refusal, means that something is there. Nothing of the answer is kept but names. */
async function listModels(
  model: Model,
  key: Secret | null,
  signal: AbortSignal | undefined,
): Promise<{ reachable: boolean; names: readonly string[] | null }> {
  const limit = AbortSignal.timeout(Math.min(5000, model.timeoutMs));
  try {
    const response = await fetch(`${model.url}/models`, {
      headers: headersFor(model, key),
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
      redirect: "error",
    });
    const body = (await response.json().catch(() => null)) as Record<string, unknown> | null;
    const list = body?.["data"] ?? body?.["models"];
    const names = Array.isArray(list)
      ? list.map((one: Record<string, unknown>) => String(one["id"] ?? one["name"]))
      : null;
    return { reachable: true, names: response.ok ? names : null };
  } catch {
    return { reachable: false, names: null };
  }
}

function headersFor({ provider }: Model, key: Secret | null): Record<string, string> {
  if (key === null) return {};
  if (provider === "anthropic") return { "x-api-key": key.reveal(), "anthropic-version": "2023-06-01" };
  return provider === "google" ? { "x-goog-api-key": key.reveal() } : { authorization: `Bearer ${key.reveal()}` };
}

const READY: JsonObject = {
  type: "object",
  properties: { state: { type: "string", enum: ["ready"] } },
  required: ["state"],
  additionalProperties: false,
};

async function testCall(
  model: Model,
  transport: Parameters<typeof createPort>[1],
  signal: AbortSignal | undefined,
): Promise<ProbeCall> {
  const begun = performance.now();
  const isPainter = /image|banana/.test(model.id) && model.provider === "google";
  const port = createPort(model, transport);
  if (isPainter) {
    const result = await port.generateImage({ lane: "probe", prompt: "A brass orrery on a plain table" }, signal);
    const { usage, cost, notes } = result.outcome!;
    const fault = result.ok ? null : { code: result.reason, message: result.message };
    return { ok: result.ok, ms: Math.round(performance.now() - begun), usage, cost, fault, notes };
  }
  const result = await port.generateTurn(
    startConversation("probe", [stable("probe", 1, "This is a test of the connection.")]),
    {
      lane: "probe",
      segments: [volatile("question", 1, 'Answer with the JSON object {"state":"ready"}.')],
      output: { name: "Ready", schema: READY },
      repairs: 0,
      settings: { maxOutputTokens: 1000 },
    },
    signal,
  );
  return {
    ok: result.ok,
    ms: Math.round(performance.now() - begun),
    usage: result.usage,
    cost: result.cost,
    fault: result.ok ? null : { code: result.reason, message: result.message },
    notes: result.attempts.flatMap(({ outcome }) => outcome.notes),
  };
}
