// What is wrong with an answer, and which troubles a model can have: closed lists, plain values, nothing thrown.

/** One thing wrong with an answer, at a JSON pointer into it. `code` is stable; `message` is for the model and for people. */
export interface AnswerProblem {
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

/** What may go wrong between us and a model. */
export const FAULTS = [
  // The model answered, but not with an answer; asking again may help.
  "declined",
  "truncated",
  "empty",
  "interrupted",
  // The provider may succeed later; retried by our policy before it gets this far.
  "rate_limited",
  "overloaded",
  "server_error",
  "unreachable",
  "timed_out",
  // Asking again changes nothing.
  "filtered",
  "quota",
  "key_missing",
  "key_refused",
  "model_unknown",
  "schema_refused",
  "too_long",
  "request_refused",
  "cancelled",
] as const;
export type CallFaultCode = (typeof FAULTS)[number];

/** Why a turn has no output: a fault, answers that never passed, or a spent budget. */
export const REASONS = [...FAULTS, "invalid", "budget"] as const;
export type FaultReason = (typeof REASONS)[number];

export interface Fault {
  readonly code: CallFaultCode;
  readonly message: string;
  /** HTTP status, where there was one. */
  readonly status?: number;
}

/** Faults of an answer, not of the way to it: repaired by asking again. */
export const isRepairable = (code: CallFaultCode): boolean =>
  code === "declined" || code === "truncated" || code === "empty" || code === "interrupted";

/** Faults that waiting may cure. Quota, keys and refused requests are not among them. */
export const isRetryable = (code: CallFaultCode): boolean =>
  code === "rate_limited" ||
  code === "overloaded" ||
  code === "server_error" ||
  code === "unreachable" ||
  code === "timed_out";
