// What the other packages use of models: all of the pure half, and what talks to providers, keeps recordings, reads configuration.

export { type Discovered, discover, USUAL_SERVERS } from "./config/discover.ts";
export { findKey, type KeySource } from "./config/keys.ts";
export type { ConfigProblem } from "./config/located.ts";
export { type Models, type OpenOptions, openModels } from "./config/open.ts";
export {
  type Config,
  type Environment,
  modelForRole,
  type NamedModel,
  type Parsed,
  parseConfig,
} from "./config/parse.ts";
export { type ProbeCall, type ProbeOptions, type ProbeReport, probe } from "./config/probe.ts";
export { ConfigSchema, ROLES } from "./config/schema.ts";
export { createPort } from "./port.ts";
export * from "./pure.ts";
export { RecordingDamaged, readRecording, writeRecording } from "./recording/ndjson.ts";
export {
  MODES,
  type Recorder,
  type RecorderOptions,
  RecordingMismatch,
  type RecordingMode,
  recorder,
} from "./recording/recorder.ts";
export { type MemoryTape, memoryTape, type Take, type Tape } from "./recording/tape.ts";
export { type Scrubber, Secret, scrubber } from "./secret.ts";
export { type Span, type Tracer, tracedTransport } from "./telemetry.ts";
export type { OnLearned } from "./transport/ladder.ts";
export { type Live, type LiveOptions, liveTransport } from "./transport/live.ts";
export { Queues, withQueue } from "./transport/queue.ts";
