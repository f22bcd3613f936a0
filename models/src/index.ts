// What the other packages use of models: the port, prompts, budgets, recordings, configuration.
export * from "./budget.ts";
export * from "./call.ts";
export { findKey, type KeySource } from "./config/keys.ts";
export { type Models, type OpenOptions, openModels } from "./config/open.ts";
export {
  type Config,
  type ConfigProblem,
  type Environment,
  modelForRole,
  type NamedModel,
  type Parsed,
  parseConfig,
  ROLES,
} from "./config/parse.ts";
export { type ProbeOptions, type ProbeReport, probe } from "./config/probe.ts";
export * from "./conversation.ts";
export type { Json, JsonObject } from "./json.ts";
export * from "./meter.ts";
export * from "./model.ts";
export * from "./port.ts";
export * from "./prices.ts";
export * from "./problem.ts";
export * from "./prompt.ts";
export { read } from "./reading/read.ts";
export { RecordingDamaged, readRecording, writeRecording } from "./recording/ndjson.ts";
export { MODES, type Mode, type Recorder, RecordingMismatch, recorder } from "./recording/recorder.ts";
export { type MemoryTape, memoryTape, type Take, type Tape } from "./recording/tape.ts";
export { Secret, scrubber } from "./secret.ts";
export { observed, type Span, type Tracer } from "./telemetry.ts";
export { type BabbleOptions, babble, babblingTransport } from "./transport/babble.ts";
export { type Live, liveTransport } from "./transport/live.ts";
export { Queues, queued } from "./transport/queue.ts";
export { type Line, type Script, ScriptRanDry, scriptedTransport } from "./transport/scripted.ts";
export * from "./usage.ts";
export { derive, SchemaRefused, type Wire } from "./wire/derive.ts";
export { DECODERS, FORMS, type Form, type WireForm } from "./wire/form.ts";
export { gateSchemas, type NamedSchema, type SchemaProblem } from "./wire/gate.ts";
export { decode, encode } from "./wire/plan.ts";
