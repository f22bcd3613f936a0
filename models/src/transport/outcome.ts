// Outcomes that did not come from a provider's answer.
import type { Call, Outcome } from "../call.ts";
import type { Fault } from "../problem.ts";
import { NO_USAGE } from "../usage.ts";

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
