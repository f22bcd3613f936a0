// The port that everything else uses: a turn of a conversation with a model, as a value. Reads, judges, repairs, counts.
import type { Budget, Reservation } from "./budget.ts";
import { estimateOf } from "./budget.ts";
import type { Call, Image, ImageCall, Outcome, OutputSchema, Settings, TextCall, Transport, Way } from "./call.ts";
import { continued, type Handle, startConversation } from "./conversation.ts";
import type { Json } from "./json.ts";
import type { Capabilities, Model } from "./model.ts";
import { isRepairable, type Problem, type Reason } from "./problem.ts";
import { type Segment, textOf } from "./prompt.ts";
import { read } from "./reading/read.ts";
import { repairText } from "./repair.ts";
import { addUsage, NO_USAGE, type Usage } from "./usage.ts";
import { derive } from "./wire/derive.ts";

export interface TurnRequest<T> {
  /** Whose turn it is; calls of one lane come one after another. */
  readonly lane: string;
  readonly segments: readonly Segment[];
  /** The engine's schema; null asks for prose, and the output is text. */
  readonly output: OutputSchema | null;
  /** The second judge, asked only about what satisfies the schema: the world's rules. */
  readonly rules?: (value: T) => readonly Problem[];
  /** At most this many further attempts; two where not given. */
  readonly repairs?: number;
  readonly settings?: Partial<Settings>;
  /** Either what was reserved for this turn in a batch, or the budget to reserve from now. */
  readonly budget?: Budget | Reservation | null;
  /** Partial text of the current attempt, for whoever watches. Never to be acted on. */
  readonly onText?: (text: string, attempt: number) => void;
}

/** One call of a turn, and what was wrong with its answer. */
export interface Attempt {
  readonly call: TextCall;
  readonly outcome: Outcome;
  readonly problems: readonly Problem[];
  /** What had to be undone to read it, such as thinking or a fence; empty for bare JSON. */
  readonly mended: readonly string[];
}

interface Bill {
  readonly usage: Usage;
  /** Dollars; null when any of the calls had no known price. */
  readonly cost: number | null;
  readonly attempts: readonly Attempt[];
}

export type TurnResult<T> =
  | (Bill & { readonly ok: true; readonly output: T; readonly handle: Handle })
  | (Bill & {
      readonly ok: false;
      readonly reason: Reason;
      readonly message: string;
      /** Of the last answer. */
      readonly problems: readonly Problem[];
      /** The one that was given: a failed turn leaves no trace in the conversation. */
      readonly handle: Handle;
    });

export type ImageResult =
  | { readonly ok: true; readonly image: Image; readonly outcome: Outcome }
  | { readonly ok: false; readonly reason: Reason; readonly message: string; readonly outcome: Outcome | null };

export interface ImageRequest {
  readonly lane: string;
  readonly prompt: string;
  readonly aspectRatio?: string;
  readonly seed?: number;
  readonly budget?: Budget | Reservation | null;
}

export interface Port {
  readonly model: Model;
  readonly capabilities: () => Capabilities;
  readonly startConversation: typeof startConversation;
  /**
   * Never throws for what a model, a provider or a budget does. Throws for bugs: a request that cannot be sent, a recording
   * that does not match.
   */
  readonly generateTurn: <T = Json>(
    handle: Handle,
    request: TurnRequest<T>,
    signal?: AbortSignal,
  ) => Promise<TurnResult<T>>;
  readonly generateImage: (request: ImageRequest, signal?: AbortSignal) => Promise<ImageResult>;
  /** The call that a turn would begin with: for a forecast, and to reserve for a batch. */
  readonly firstCall: <T>(handle: Handle, request: TurnRequest<T>) => TextCall;
}

export const DEFAULT_REPAIRS = 2;

export function createPort(
  model: Model,
  transport: Transport,
  capabilities: () => Capabilities = () => model.capabilities,
): Port {
  const firstCall = <T>(handle: Handle, request: TurnRequest<T>): TextCall =>
    callOf(model, handle, request, textOf(request.segments));

  const generateTurn = async <T>(
    handle: Handle,
    request: TurnRequest<T>,
    signal?: AbortSignal,
  ): Promise<TurnResult<T>> => {
    const { output, repairs = DEFAULT_REPAIRS } = request;
    if (repairs < 0 || repairs > DEFAULT_REPAIRS)
      throw new RangeError(`repairs: 0 to ${DEFAULT_REPAIRS}, not ${repairs}`);
    if (request.segments.length === 0) throw new TypeError(`lane "${request.lane}": a turn needs something to say`);
    // A schema that no answer can travel by is a bug of ours: better now than after the answer.
    if (output) derive(output.schema, "grammar");
    const said = textOf(request.segments);
    const grant = granted(request.budget, callOf(model, handle, request, said), model, 1 + repairs);
    if (!grant.ok) return { ok: false, reason: "budget", message: grant.message, problems: [], handle, ...billOf([]) };
    const { reservation } = grant;
    const attempts: Attempt[] = [];
    try {
      let words = said;
      for (let n = 0; ; n++) {
        const call = callOf(model, handle, request, words);
        const way: Way = {
          lane: request.lane,
          chain: handle.chain,
          ...(signal ? { signal } : {}),
          ...(request.onText ? { onText: (text) => request.onText!(text, n) } : {}),
        };
        const outcome = await transport(call, way);
        reservation?.charge(outcome.usage, outcome.cost);
        const judged = judge(outcome, request);
        attempts.push({ call, outcome, problems: judged.problems, mended: judged.mended });
        if (judged.problems.length === 0) {
          // A repaired turn was asked in other words than the transcript keeps, so the chain stays where it was.
          const chainId = n === 0 ? outcome.responseId : null;
          const assistant = output ? JSON.stringify(judged.value) : outcome.text;
          return {
            ok: true,
            output: judged.value as T,
            handle: continued(handle, said, assistant, chainId),
            ...billOf(attempts),
          };
        }
        const failed = (reason: Reason, message: string): TurnResult<T> => ({
          ok: false,
          reason,
          message,
          problems: judged.problems,
          handle,
          ...billOf(attempts),
        });
        const { fault } = outcome;
        if (fault && !isRepairable(fault.code)) return failed(fault.code, fault.message);
        if (n >= repairs)
          return fault ? failed(fault.code, fault.message) : failed("invalid", summary(judged.problems));
        if (reservation && n + 1 >= reservation.calls)
          return failed("budget", `the budget leaves no room for a repair: ${summary(judged.problems)}`);
        words = repairText(said, outcome.text, judged.problems, output !== null);
      }
    } finally {
      reservation?.settle();
    }
  };

  const generateImage = async (request: ImageRequest, signal?: AbortSignal): Promise<ImageResult> => {
    const { lane, prompt, aspectRatio = null, seed = null } = request;
    const call: ImageCall = { kind: "image", model: model.id, prompt, aspectRatio, seed };
    const grant = granted(request.budget, call, model, 1);
    if (!grant.ok) return { ok: false, reason: "budget", message: grant.message, outcome: null };
    try {
      const outcome = await transport(call, { lane, ...(signal ? { signal } : {}) });
      grant.reservation?.charge(outcome.usage, outcome.cost);
      const image = outcome.images[0];
      if (image && !outcome.fault) return { ok: true, image, outcome };
      const { code, message } = outcome.fault ?? { code: "empty" as const, message: "no picture came" };
      return { ok: false, reason: code, message, outcome };
    } finally {
      grant.reservation?.settle();
    }
  };

  return { model, capabilities, startConversation, generateTurn, generateImage, firstCall };
}

function callOf<T>(model: Model, handle: Handle, { output, settings }: TurnRequest<T>, words: string): TextCall {
  return {
    kind: "text",
    model: model.id,
    system: handle.system,
    messages: [...handle.log, { role: "user", text: words }],
    output,
    settings: { maxOutputTokens: model.maxOutputTokens, ...settings },
  };
}

type Judged = { readonly value: unknown; readonly problems: readonly Problem[]; readonly mended: readonly string[] };

function judge<T>({ text, form, fault }: Outcome, { output, rules }: TurnRequest<T>): Judged {
  if (fault) return { value: null, problems: [{ path: "", code: fault.code, message: fault.message }], mended: [] };
  if (output === null) return { value: text, problems: rules?.(text as T) ?? [], mended: [] };
  const reading = read(text, output, form, (value) => rules?.(value as T) ?? []);
  return reading.ok
    ? { value: reading.value, problems: [], mended: reading.mended }
    : { value: null, problems: reading.problems, mended: [] };
}

function granted(
  budget: Budget | Reservation | null | undefined,
  call: Call,
  model: Model,
  calls: number,
): { ok: true; reservation: Reservation | null } | { ok: false; message: string } {
  if (!budget) return { ok: true, reservation: null };
  if ("charge" in budget) return { ok: true, reservation: budget };
  return budget.reserve(estimateOf(call, model.price), calls);
}

function billOf(attempts: readonly Attempt[]): Bill {
  const costs = attempts.map(({ outcome }) => outcome.cost);
  return {
    usage: attempts.reduce((sum, { outcome }) => addUsage(sum, outcome.usage), NO_USAGE),
    cost: costs.includes(null) ? null : costs.reduce<number>((sum, cost) => sum + cost!, 0),
    attempts,
  };
}

const summary = (problems: readonly Problem[]): string =>
  problems.map(({ path, message }) => `${path || "/"}: ${message}`).join("; ");
