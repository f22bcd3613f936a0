// A port over a transport: reads, judges, repairs, counts. Knows no provider.
import { type Budget, estimateOf, type Reservation } from "./budget.ts";
import type { Call, CallRoute, CallSettings, Outcome, Signal, TextCall, Transport } from "./call.ts";
import type { Bill, CallAttempt, ImageRequest, MediaResult, Port, TurnRequest, TurnResult } from "./contract.ts";
import { appendExchange, type Handle, startConversation } from "./conversation.ts";
import type { Capabilities, Model } from "./model.ts";
import { type AnswerProblem, type FaultReason, isRepairable } from "./problem.ts";
import { refOf, segmentProblem, textOf } from "./prompt.ts";
import { read } from "./reading/read.ts";
import { readVectors } from "./recording/vector.ts";
import { repairText } from "./repair.ts";
import { addUsage, NO_USAGE } from "./usage.ts";
import { derive } from "./wire/derive.ts";

const DEFAULT_REPAIRS = 2;

export function createPort(
  model: Model,
  transport: Transport,
  capabilities: () => Capabilities = () => model.capabilities,
): Port {
  const firstCall = <T>(handle: Handle, request: TurnRequest<T>): TextCall =>
    callOf(model, handle, request, textOf(request.segments));

  const generateTurn = async <T>(handle: Handle, request: TurnRequest<T>, signal?: Signal): Promise<TurnResult<T>> => {
    const { output, repairs = DEFAULT_REPAIRS } = request;
    if (repairs < 0 || repairs > DEFAULT_REPAIRS)
      throw new RangeError(`repairs: 0 to ${DEFAULT_REPAIRS}, not ${repairs}`);
    const wrong = request.segments.length === 0 ? "a turn needs something to say" : segmentProblem(request.segments);
    if (wrong) throw new TypeError(`lane "${request.lane}": ${wrong}`);
    // A schema that no answer can travel by is a bug of ours: better now than after the answer.
    if (output) derive(output.schema, "grammar");
    const said = textOf(request.segments);
    const grant = grantFor(request.budget, callOf(model, handle, request, said), model, 1 + repairs);
    if (!grant.ok) return { ok: false, reason: "budget", message: grant.message, problems: [], handle, ...billOf([]) };
    const { reservation } = grant;
    const attempts: CallAttempt[] = [];
    try {
      let words = said;
      let settings = request.settings;
      for (let n = 0; ; n++) {
        const call = callOf(model, handle, { ...request, ...(settings ? { settings } : {}) }, words);
        const way: CallRoute = {
          lane: request.lane,
          chain: handle.chain,
          ...(signal ? { signal } : {}),
          ...(request.onWait ? { onWait: request.onWait } : {}),
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
            handle: appendExchange(handle, said, assistant, chainId),
            ...billOf(attempts),
          };
        }
        const failTurn = (reason: FaultReason, message: string): TurnResult<T> => ({
          ok: false,
          reason,
          message,
          problems: judged.problems,
          handle,
          ...billOf(attempts),
        });
        const { fault } = outcome;
        if (fault && !isRepairable(fault.code)) return failTurn(fault.code, fault.message);
        if (n >= repairs)
          return fault ? failTurn(fault.code, fault.message) : failTurn("invalid", summary(judged.problems));
        if (reservation && n + 1 >= reservation.calls)
          return failTurn("budget", `the budget leaves no room for a repair: ${summary(judged.problems)}`);
        // An answer that was cut off needs more room, and only if that did not help, fewer words.
        const isCut = fault?.code === "truncated";
        if (isCut) settings = { ...settings, ...moreRoom(call) };
        if (
          !isCut ||
          (outcome.text !== "" && attempts.filter((one) => one.outcome.fault?.code === "truncated").length > 1)
        )
          words = repairText(said, outcome.text, judged.problems, output !== null);
      }
    } finally {
      reservation?.settle();
    }
  };

  /** One call without a conversation or a repair; `take` finds in the outcome what was asked for. */
  const make = async <T>(
    call: Exclude<Call, TextCall>,
    { lane, budget }: Pick<ImageRequest, "lane" | "budget">,
    take: (outcome: Outcome) => T | null,
    signal?: Signal,
  ): Promise<MediaResult<T>> => {
    const grant = grantFor(budget, call, model, 1);
    if (!grant.ok) return { ok: false, reason: "budget", message: grant.message, outcome: null };
    try {
      const outcome = await transport(call, { lane, ...(signal ? { signal } : {}) });
      grant.reservation?.charge(outcome.usage, outcome.cost);
      const value = outcome.fault ? null : take(outcome);
      if (value !== null) return { ok: true, value, outcome };
      const { code, message } = outcome.fault ?? { code: "empty" as const, message: `no ${call.kind} came` };
      return { ok: false, reason: code, message, outcome };
    } finally {
      grant.reservation?.settle();
    }
  };

  const generateImage: Port["generateImage"] = (request, signal) => {
    const { prompt, aspectRatio = null, seed = null } = request;
    const call = { kind: "image", model: model.id, prompt, aspectRatio, seed } as const;
    return make(call, request, ({ images }) => images[0] ?? null, signal);
  };

  const generateSpeech: Port["generateSpeech"] = (request, signal) => {
    const call = { kind: "speech", model: model.id, text: request.text, voice: model.voice } as const;
    return make(call, request, ({ audio }) => audio ?? null, signal);
  };

  const embed: Port["embed"] = (request, signal) => {
    const { texts } = request;
    const call = { kind: "embedding", model: model.id, texts } as const;
    return make(call, request, ({ vectors = [] }) => readVectors(vectors, texts.length), signal);
  };

  return { model, capabilities, startConversation, generateTurn, generateImage, generateSpeech, embed, firstCall };
}

function callOf<T>(
  model: Model,
  handle: Handle,
  { output, settings, segments }: TurnRequest<T>,
  words: string,
): TextCall {
  return {
    kind: "text",
    model: model.id,
    turn: segments.map(refOf),
    system: handle.system,
    messages: [...handle.log, { role: "user", text: words }],
    output,
    settings: {
      maxOutputTokens: model.maxOutputTokens,
      ...(model.thinkingTokens > 0 ? { thinkingTokens: model.thinkingTokens } : {}),
      ...(Object.keys(model.sampling).length > 0 ? { sampling: model.sampling } : {}),
      ...(model.reasoning === null ? {} : { reasoning: model.reasoning }),
      ...settings,
    },
  };
}

/** Twice the room, for the answer and for thinking that may have used it up. */
const moreRoom = ({ settings: { maxOutputTokens, thinkingTokens = 0 } }: TextCall): Partial<CallSettings> => ({
  maxOutputTokens: 2 * maxOutputTokens,
  thinkingTokens: Math.max(2 * thinkingTokens, LEAST_MORE_THINKING),
});
const LEAST_MORE_THINKING = 4_000;

type JudgedValue = {
  readonly value: unknown;
  readonly problems: readonly AnswerProblem[];
  readonly mended: readonly string[];
};

function judge<T>({ text, form, fault }: Outcome, { output, rules }: TurnRequest<T>): JudgedValue {
  if (fault) return { value: null, problems: [{ path: "", code: fault.code, message: fault.message }], mended: [] };
  if (output === null) return { value: text, problems: rules?.(text as T) ?? [], mended: [] };
  const reading = read(text, output, form, (value) => rules?.(value as T) ?? []);
  return reading.ok
    ? { value: reading.value, problems: [], mended: reading.mended }
    : { value: null, problems: reading.problems, mended: [] };
}

function grantFor(
  budget: Budget | Reservation | null | undefined,
  call: Call,
  model: Model,
  calls: number,
): { ok: true; reservation: Reservation | null } | { ok: false; message: string } {
  if (!budget) return { ok: true, reservation: null };
  if ("charge" in budget) return { ok: true, reservation: budget };
  return budget.reserve(estimateOf(call, model.price), calls);
}

function billOf(attempts: readonly CallAttempt[]): Bill {
  const costs = attempts.map(({ outcome }) => outcome.cost);
  return {
    usage: attempts.reduce((sum, { outcome }) => addUsage(sum, outcome.usage), NO_USAGE),
    cost: costs.includes(null) ? null : costs.reduce<number>((sum, cost) => sum + cost!, 0),
    attempts,
  };
}

const summary = (problems: readonly AnswerProblem[]): string =>
  problems.map(({ path, message }) => `${path || "/"}: ${message}`).join("; ");
