// Outcomes that did not come from a provider's answer, and the part of an outcome that asking finds.
import type { Call, Outcome, Wait } from "../call.ts";
import type { Model } from "../model.ts";
import type { Fault } from "../problem.ts";
import { estimateTokens, NO_USAGE, type Usage } from "../usage.ts";

/** What asking a provider found. */
export type ProviderOutcome = Omit<Outcome, "cost" | "ms">;

/** An outcome without an answer and without cost. `begun` is `performance.now()` at the start. */
export const failedOutcome = (call: Call, fault: Fault, begun: number): Outcome => ({
  text: "",
  form: "plain",
  fault,
  usage: NO_USAGE,
  cost: 0,
  responseId: null,
  model: call.model,
  finish: null,
  images: [],
  ms: Math.round(performance.now() - begun),
  waits: [],
  notes: [],
});

export const estimateUsage = (characters: number): Usage => ({
  ...NO_USAGE,
  input: estimateTokens(characters),
  estimated: true,
});

export const nothing = (
  model: Model,
  fault: Fault | null,
  usage: Usage,
  waits: readonly Wait[],
  notes: readonly string[],
): ProviderOutcome => ({
  text: "",
  form: "plain",
  fault,
  usage,
  responseId: null,
  model: model.id,
  finish: null,
  images: [],
  waits,
  notes,
});
