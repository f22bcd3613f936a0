// Records calls, or answers them from a recording, at our own level: a library or a wire format may change, what was asked may not.
import type { Call, CallRoute, Outcome, Transport } from "../call.ts";
import { canonical, firstDifference, shorten } from "../json.ts";
import { keyOf, keyOfOutcome, loadCall, loadOutcome } from "./key.ts";
import type { Tape } from "./tape.ts";

export const MODES = ["live", "record", "replay", "cache"] as const;
/**
 * `live` keeps nothing; `record` keeps every call; `replay` answers from the recording and never calls; `cache` answers what
 * was asked before, the n-th time with the n-th answer, and calls for the rest.
 */
export type RecordingMode = (typeof MODES)[number];

/** A replay asks something else than was recorded. A bug or a changed prompt, never a fault of a model: it is thrown. */
export class RecordingMismatch extends Error {
  override readonly name = "RecordingMismatch";
  readonly lane: string;
  readonly seq: number;
  /** Where the calls first differ, as a JSON pointer; null when the recording has no such call. */
  readonly path: string | null;
  constructor(lane: string, seq: number, path: string | null, message: string) {
    super(`recording, lane "${lane}", call ${seq}: ${message}`);
    this.lane = lane;
    this.seq = seq;
    this.path = path;
  }
}

export interface Recorder {
  readonly transport: Transport;
  /** How many calls each lane has made through this recorder. */
  readonly positions: () => Readonly<Record<string, number>>;
}

export interface RecorderOptions {
  /** Calls of each lane that were made before: where a resumed run goes on. Recording goes on behind what the tape holds. */
  readonly from?: Readonly<Record<string, number>>;
}

/** `inner` may be null in `replay`: there is nothing to call. */
export function recorder(
  mode: RecordingMode,
  inner: Transport | null,
  tape: Tape,
  options: RecorderOptions = {},
): Recorder {
  const made = new Map(Object.entries(options.from ?? {}));
  const positions = () => Object.fromEntries([...made].sort(([a], [b]) => (a < b ? -1 : 1)));
  if (mode === "replay") return { transport: replayingTransport(tape, made), positions };
  if (inner === null) throw new TypeError(`mode "${mode}" needs a transport`);
  if (mode === "live") return { transport: inner, positions };
  if (mode === "cache") return { transport: cachingTransport(inner, tape), positions };
  return { transport: recordingTransport(inner, tape, made), positions };
}

/** Counted when it is done: a call that threw was none. */
const next = (made: ReadonlyMap<string, number>, lane: string): number => (made.get(lane) ?? 0) + 1;

function recordingTransport(inner: Transport, tape: Tape, made: Map<string, number>): Transport {
  const busy = new Set<string>();
  const keep = keeper(tape);
  return async (call, way) => {
    const { lane } = way;
    if (busy.has(lane))
      throw new Error(`recording: lane "${lane}" has a call under way; calls of a lane come one by one`);
    busy.add(lane);
    try {
      if (!made.has(lane)) made.set(lane, await tape.length(lane));
      const seq = next(made, lane);
      const outcome = asKept(await inner(call, way));
      await keep(lane, seq, call, outcome);
      made.set(lane, seq);
      return outcome;
    } finally {
      busy.delete(lane);
    }
  };
}

function replayingTransport(tape: Tape, made: Map<string, number>): Transport {
  return async (call: Call, { lane, onText }: CallRoute): Promise<Outcome> => {
    const seq = next(made, lane);
    const take = await tape.take(lane, seq);
    if (take === null) throw new RecordingMismatch(lane, seq, null, "there is no such call in the recording");
    if (take.call !== keyOf(call).hash) {
      const found = firstDifference(await loadCall(tape, take.call), plain(call))!;
      const from = differsFrom(found.a, found.b);
      const sides = `recorded ${excerptOf(found.a, from)}, asked ${excerptOf(found.b, from)}`;
      throw new RecordingMismatch(lane, seq, found.path, `first difference at ${found.path}: ${sides}`);
    }
    made.set(lane, seq);
    const outcome = await loadOutcome(tape, take.outcome);
    if (outcome.text !== "") onText?.(outcome.text);
    return outcome;
  };
}

/** Answers are looked up by what was asked. Faults are never kept: asking again is how one gets rid of them. */
function cachingTransport(inner: Transport, tape: Tape): Transport {
  const asked = new Map<string, number>();
  const keep = keeper(tape);
  // One after the other: two equal calls side by side would want the same place.
  let last: Promise<unknown> = Promise.resolve();
  return async (call, way) => {
    const { hash } = keyOf(call);
    const lane = `cache ${hash}`;
    const seq = (asked.get(hash) ?? 0) + 1;
    const take = await tape.take(lane, seq);
    if (take !== null) {
      asked.set(hash, seq);
      return loadOutcome(tape, take.outcome);
    }
    const outcome = asKept(await inner(call, way));
    if (outcome.fault === null) {
      const kept = last.then(async () => {
        const place = (await tape.length(lane)) + 1;
        asked.set(hash, place);
        await keep(lane, place, call, outcome);
      });
      last = kept.catch(() => undefined);
      await kept;
    }
    return outcome;
  };
}

/** Keeps a take and those of its texts that this recorder has not kept yet. */
function keeper(tape: Tape): (lane: string, seq: number, call: Call, outcome: Outcome) => Promise<void> {
  const known = new Set<string>();
  return async (lane, seq, call, outcome) => {
    const asked = keyOf(call);
    const came = keyOfOutcome(outcome);
    for (const [hash, text] of [...asked.texts, ...came.texts]) {
      if (known.has(hash)) continue;
      await tape.keep(hash, text);
      known.add(hash);
    }
    await tape.add({ lane, seq, call: asked.hash, outcome: came.hash });
  };
}

/** The outcome as it will be read back, down to the order of its keys: live and replayed runs are then equal byte for byte. */
const asKept = (outcome: Outcome): Outcome => JSON.parse(canonical(outcome)) as Outcome;
const plain = (call: Call): unknown => JSON.parse(JSON.stringify(call));

/** A short piece of a value. Long texts of a prompt are of no use in an error, and may be private. */
const excerptOf = (value: unknown, from: number): string => {
  if (typeof value !== "string" || from === 0)
    return shorten(value === undefined ? "nothing" : JSON.stringify(value), 80);
  return `…${shorten(JSON.stringify(value.slice(from).toWellFormed()), 80)}`;
};

/** Where two texts begin to differ, with a little of what comes before; 0 for short or other values. */
function differsFrom(a: unknown, b: unknown): number {
  if (typeof a !== "string" || typeof b !== "string") return 0;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at < 60 ? 0 : at - 20;
}
