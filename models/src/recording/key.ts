// A call by its content: nodes that name their parts by hash, so that a long transcript is kept once and not once a turn.
import type { Call, Media, Outcome } from "../call.ts";
import type { ChatMessage } from "../conversation.ts";
import { sha256 } from "../hash.ts";
import { canonical, type Json } from "../json.ts";
import type { Tape } from "./tape.ts";

interface Keyed {
  /** The hash of the call: equal calls have equal hashes, and nothing of how a call travels is in it. */
  readonly hash: string;
  /** All texts that it is made of, by hash. */
  readonly texts: ReadonlyMap<string, string>;
}

export function keyOf(call: Call): Keyed {
  const texts = new Map<string, string>();
  const put = (value: unknown): string => {
    const text = canonical(value);
    const hash = sha256(text);
    texts.set(hash, text);
    return hash;
  };
  if (call.kind !== "text") return { hash: put(call), texts };
  // Each message names the one before it, so that a transcript one longer needs one node more.
  let log: string | null = null;
  for (const message of call.messages) log = put({ before: log, message });
  const system = call.system.map(put);
  const output = call.output === null ? null : put(call.output);
  return { hash: put({ ...call, system, messages: log, output }), texts };
}

/** Pictures and sound are kept beside the outcome, once each. */
export function keyOfOutcome(outcome: Outcome): Keyed {
  const texts = new Map<string, string>();
  const aside = (media: Media): string => {
    const text = canonical(media);
    texts.set(sha256(text), text);
    return sha256(text);
  };
  const images = outcome.images.map(aside);
  const sound = outcome.audio ? { audio: aside(outcome.audio) } : {};
  const text = canonical({ ...outcome, images, ...sound });
  const hash = sha256(text);
  texts.set(hash, text);
  return { hash, texts };
}

export async function loadCall(tape: Tape, hash: string): Promise<Call> {
  const node = (await load(tape, hash)) as Record<string, Json>;
  if (node["kind"] !== "text") return node as unknown as Call;
  const system = await Promise.all((node["system"] as string[]).map((part) => load(tape, part)));
  const messages: ChatMessage[] = [];
  for (let at = node["messages"] as string | null; at !== null; ) {
    const { before, message } = (await load(tape, at)) as unknown as { before: string | null; message: ChatMessage };
    messages.push(message);
    at = before;
  }
  const output = node["output"] === null ? null : await load(tape, node["output"] as string);
  return { ...node, system, messages: messages.reverse(), output } as unknown as Call;
}

export async function loadOutcome(tape: Tape, hash: string): Promise<Outcome> {
  const node = (await load(tape, hash)) as Record<string, Json>;
  const images = await Promise.all((node["images"] as string[]).map((part) => load(tape, part)));
  node["images"] = images;
  if (node["audio"] !== undefined) node["audio"] = await load(tape, node["audio"] as string);
  return node as unknown as Outcome;
}

async function load(tape: Tape, hash: string): Promise<Json> {
  const text = await tape.text(hash);
  if (text === null) throw new Error(`recording: the text ${hash} is missing`);
  return JSON.parse(text) as Json;
}
