// From a configuration to ports that can be asked: finds keys, builds transports, queues them, puts recordings in between.
import type { Transport } from "../call.ts";
import type { Port } from "../contract.ts";
import type { Capabilities, Model } from "../model.ts";
import { createPort } from "../port.ts";
import { type RecorderOptions, type RecordingMode, recorder } from "../recording/recorder.ts";
import type { Tape } from "../recording/tape.ts";
import { type Tracer, tracedTransport } from "../telemetry.ts";
import type { OnLearned } from "../transport/ladder.ts";
import { liveTransport } from "../transport/live.ts";
import { Queues, withQueue } from "../transport/queue.ts";
import { findKey } from "./keys.ts";
import { type Config, type Environment, modelForRole } from "./parse.ts";

export interface OpenOptions {
  readonly environment: Environment;
  /** Key files are found from here. */
  readonly directory: string;
  readonly mode?: RecordingMode;
  /** Needed in every mode but `live`. */
  readonly tape?: Tape;
  /** Every answer is recorded here too, wherever it came from: a replay is then a recording of its own. */
  readonly keep?: Tape;
  readonly from?: RecorderOptions["from"];
  /** What was learned of each named model before; it begins there. */
  readonly learned?: Readonly<Record<string, Capabilities>>;
  readonly onLearned?: OnLearned;
  readonly tracer?: Tracer | undefined;
}

export interface Models {
  /** The port of a named model. Throws on a name that the configuration does not have. */
  readonly port: (name: string) => Port;
  /** The port for a role, or null where no model plays it. */
  readonly forRole: (role: string) => Port | null;
  /** How many calls each lane has made: to resume from. */
  readonly positions: () => Readonly<Record<string, number>>;
}

/** A missing key is no reason not to open: its model answers each call with `key_missing`, and a replay needs none. */
export function openModels(config: Config, options: OpenOptions): Models {
  const { environment, directory, mode = "live", tape, from } = options;
  if (mode !== "live" && !tape) throw new TypeError(`mode "${mode}" needs a tape`);
  const queues = new Queues();
  const lives = new Map<string, ReturnType<typeof openLive>>();
  const ports = new Map<string, Port>();
  const openLive = (name: string) => {
    const { model: given, key: source, account } = config.models[name]!;
    const model: Model = { ...given, capabilities: options.learned?.[name] ?? given.capabilities };
    const found = source ? findKey(source, environment, directory) : null;
    const live = liveTransport(model, found?.ok ? found.key : null, {
      ...(found && !found.ok ? { keyMissing: `${found.message}; ${found.hint}` } : {}),
      ...(options.onLearned ? { onLearned: options.onLearned } : {}),
    });
    return { live, transport: withQueue(live.transport, queues.of(account, model.id, model.concurrency)) };
  };
  const liveOf = (name: string) => {
    const live = lives.get(name) ?? openLive(name);
    lives.set(name, live);
    return live;
  };
  // One recorder for all models: lanes are numbered across them, as an agent may change its model.
  const byModel = new Map<string, Transport>();
  const inner: Transport | null =
    mode === "replay"
      ? null
      : (call, way) => {
          const transport = byModel.get(way.model ?? "");
          if (!transport) throw new Error(`no model is open under "${way.model}"`);
          return transport(call, way);
        };
  const source = tape
    ? recorder(mode, inner, tape, from ? { from } : {})
    : { transport: inner!, positions: () => ({}) };
  const recording = options.keep ? recorder("record", source.transport, options.keep) : source;

  const port = (name: string): Port => {
    const known = ports.get(name);
    if (known) return known;
    const named = Object.hasOwn(config.models, name) ? config.models[name] : undefined;
    if (!named) throw new RangeError(`no model is called "${name}"`);
    const { model } = named;
    if (mode !== "replay") byModel.set(name, liveOf(name).transport);
    const transport: Transport = (call, way) => recording.transport(call, { ...way, model: name });
    const capabilities = mode === "replay" ? () => model.capabilities : () => liveOf(name).live.capabilities();
    const opened = createPort(model, withTracer(options.tracer, model, transport), capabilities);
    ports.set(name, opened);
    return opened;
  };
  return {
    port,
    forRole: (role) => {
      const name = modelForRole(config, role);
      return name === null ? null : port(name);
    },
    positions: recording.positions,
  };
}

const withTracer = (tracer: Tracer | undefined, model: Model, transport: Transport): Transport =>
  tracer ? tracedTransport(transport, model, tracer) : transport;
