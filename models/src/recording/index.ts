// Recordings without what talks to providers: light enough to load where they are only kept or read.
export { keyOf, keyOfOutcome, loadCall, loadOutcome } from "./key.ts";
export { RecordingDamaged, readRecording, writeRecording } from "./ndjson.ts";
export {
  MODES,
  type Recorder,
  type RecorderOptions,
  RecordingMismatch,
  type RecordingMode,
  recorder,
} from "./recorder.ts";
export { type MemoryTape, memoryTape, type Take, type Tape } from "./tape.ts";
export { readVectors } from "./vector.ts";
