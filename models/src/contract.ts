// The port that everything else uses, as types: a turn of a conversation with a model is a value.
import type { Budget, Reservation } from "./budget.ts";
import type { CallSettings, Media, Outcome, OutputSchema, Signal, TextCall, Wait } from "./call.ts";
import type { Handle, startConversation } from "./conversation.ts";
import type { Json } from "./json.ts";
import type { Capabilities, Model } from "./model.ts";
import type { AnswerProblem, FaultReason } from "./problem.ts";
import type { PromptSegment } from "./prompt.ts";
import type { Usage } from "./usage.ts";

export interface TurnRequest<T> {
  /** The agent that calls; calls of one lane come one after another. */
  readonly lane: string;
  readonly segments: readonly PromptSegment[];
  /** The engine's schema; null asks for prose, and the output is text. */
  readonly output: OutputSchema | null;
  /** The second judge, asked only about what satisfies the schema: the world's rules. */
  readonly rules?: (value: T) => readonly AnswerProblem[];
  /** At most this many further attempts; two where not given. */
  readonly repairs?: number;
  readonly settings?: Partial<CallSettings>;
  /** Either what was reserved for this turn in a batch, or the budget to reserve from now. */
  readonly budget?: Budget | Reservation | null;
  /** Partial text of the current attempt, for spectators. Never to be acted on. */
  readonly onText?: (text: string, attempt: number) => void;
  /** Called before a pause that comes before another try: the provider is overloaded, say, or asked us to wait. */
  readonly onWait?: (wait: Wait) => void;
}

/** One call of a turn, and what was wrong with its answer. */
export interface CallAttempt {
  readonly call: TextCall;
  readonly outcome: Outcome;
  readonly problems: readonly AnswerProblem[];
  /** What had to be undone to read it, such as thinking or a fence; empty for bare JSON. */
  readonly mended: readonly string[];
}

export interface Bill {
  readonly usage: Usage;
  /** Dollars; null when any of the calls had no known price. */
  readonly cost: number | null;
  readonly attempts: readonly CallAttempt[];
}

export type TurnResult<T> =
  | (Bill & { readonly ok: true; readonly output: T; readonly handle: Handle })
  | (Bill & {
      readonly ok: false;
      readonly reason: FaultReason;
      readonly message: string;
      /** Of the last answer. */
      readonly problems: readonly AnswerProblem[];
      /** The one that was given: a failed turn leaves no trace in the conversation. */
      readonly handle: Handle;
    });

/** What one call that holds no conversation came to: a picture, speech, vectors. */
export type MediaResult<T> =
  | { readonly ok: true; readonly value: T; readonly outcome: Outcome }
  | { readonly ok: false; readonly reason: FaultReason; readonly message: string; readonly outcome: Outcome | null };

interface LaneOptions {
  readonly lane: string;
  readonly budget?: Budget | Reservation | null;
}

export interface ImageRequest extends LaneOptions {
  readonly prompt: string;
  readonly aspectRatio?: string;
  readonly seed?: number;
}

/** In the voice of the model's configuration. */
export interface SpeechRequest extends LaneOptions {
  readonly text: string;
}

export interface EmbeddingRequest extends LaneOptions {
  readonly texts: readonly string[];
}

export interface Port {
  readonly model: Model;
  readonly capabilities: () => Capabilities;
  readonly startConversation: typeof startConversation;
  /**
   * Never throws for what a model, a provider or a budget does. Throws for bugs: a request that cannot be sent, a recording
   * that does not match.
   */
  readonly generateTurn: <T = Json>(handle: Handle, request: TurnRequest<T>, signal?: Signal) => Promise<TurnResult<T>>;
  readonly generateImage: (request: ImageRequest, signal?: Signal) => Promise<MediaResult<Media>>;
  readonly generateSpeech: (request: SpeechRequest, signal?: Signal) => Promise<MediaResult<Media>>;
  /** One vector a text, in order, all of one length. */
  readonly embed: (request: EmbeddingRequest, signal?: Signal) => Promise<MediaResult<readonly Float32Array[]>>;
  /** The call that a turn would begin with: for a forecast, and to reserve for a batch. */
  readonly firstCall: <T>(handle: Handle, request: TurnRequest<T>) => TextCall;
}
