// The one thing a transport does: a call, neutral of any provider, becomes an outcome. Model trouble is part of the outcome.
import type { ChatMessage, Handle } from "./conversation.ts";
import type { JsonObject } from "./json.ts";
import type { Sampling } from "./model.ts";
import type { Fault } from "./problem.ts";
import type { PromptSegment, SegmentRef } from "./prompt.ts";
import type { Usage } from "./usage.ts";
import type { SchemaForm } from "./wire/form.ts";

/** What an answer must look like: the engine's own JSON Schema, under a name the provider gets to see. */
export interface OutputSchema {
  readonly name: string;
  readonly schema: JsonObject;
}

export interface CallSettings {
  /** Room for the answer itself. */
  readonly maxOutputTokens: number;
  /** Room for thinking on top of it; absent: none. */
  readonly thinkingTokens?: number;
  /** Sampling hints; some models ignore them. Nothing of ours depends on them, only recordings repeat. */
  readonly temperature?: number;
  readonly seed?: number;
  readonly sampling?: Sampling;
  readonly reasoning?: "none" | "low" | "medium" | "high";
}

/** Everything that decides an answer and nothing that does not: this is what a recording is checked against. */
export type Call = TextCall | ImageCall | SpeechCall | EmbeddingCall;
export interface TextCall {
  readonly kind: "text";
  readonly model: string;
  /** Which templates the last message was made of. */
  readonly turn: readonly SegmentRef[];
  readonly system: readonly PromptSegment[];
  readonly messages: readonly ChatMessage[];
  /** Null asks for prose. */
  readonly output: OutputSchema | null;
  readonly settings: CallSettings;
}
export interface ImageCall {
  readonly kind: "image";
  readonly model: string;
  readonly prompt: string;
  readonly aspectRatio: string | null;
  readonly seed: number | null;
}

/** A text to be read aloud. */
export interface SpeechCall {
  readonly kind: "speech";
  readonly model: string;
  readonly text: string;
  /** The provider's name of a voice; null leaves it to the provider. */
  readonly voice: string | null;
}
/** Texts to be turned into vectors of meaning, one each. */
export interface EmbeddingCall {
  readonly kind: "embedding";
  readonly model: string;
  readonly texts: readonly string[];
}

/** What was said last, in words. */
export function promptOf(call: Call): string {
  switch (call.kind) {
    case "text":
      return call.messages.at(-1)!.text;
    case "image":
      return call.prompt;
    case "speech":
      return call.text;
    case "embedding":
      return call.texts.join("\n\n");
  }
}

/** How a call travels: no part of what was asked. */
export interface CallRoute {
  /** A source of calls that come one after another: an agent, usually. Within a lane calls are numbered as they begin. */
  readonly lane: string;
  /** The configured name of the model, where one transport serves several. */
  readonly model?: string;
  readonly chain?: Handle["chain"];
  readonly signal?: Signal;
  /** All text so far, each time more of it has come. Asks for a stream. */
  readonly onText?: (text: string) => void;
  /** Called before a pause that comes before another try. */
  readonly onWait?: (wait: Wait) => void;
}

/** The part of an `AbortSignal` that is needed; a caller without a platform can bring its own. */
export interface Signal {
  readonly aborted: boolean;
  addEventListener(type: "abort", listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/** A pause before another try, and why. */
export interface Wait {
  readonly code: Fault["code"];
  readonly ms: number;
}

/** Plain JSON. With a fault, `text` holds what had come by then. */
export interface Outcome {
  readonly text: string;
  /** The shape the answer was asked for in; undone by `decode`. */
  readonly form: SchemaForm;
  readonly fault: Fault | null;
  readonly usage: Usage;
  /** In dollars; null where no price is known. */
  readonly cost: number | null;
  /** The provider's name for the conversation up to here, if it keeps one. */
  readonly responseId: string | null;
  /** The model that answered, by its own account. */
  readonly model: string;
  /** The provider's own word for why it ended. */
  readonly finish: string | null;
  readonly images: readonly Media[];
  /** Of a text read aloud. */
  readonly audio?: Media;
  /** Of texts turned into vectors, in their order: 32-bit floats, little-endian, in base64. */
  readonly vectors?: readonly string[];
  /** Wall time and waits: to look at, never to reach a world's state. */
  readonly ms: number;
  readonly waits: readonly Wait[];
  /** What was tried, dropped or learned on the way, in words. */
  readonly notes: readonly string[];
}

export interface Media {
  readonly mediaType: string;
  readonly base64: string;
}

/** Never throws for a model's fault, only for bugs and for recordings that do not match. */
export type Transport = (call: Call, way: CallRoute) => Promise<Outcome>;
