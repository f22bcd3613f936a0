// A transport to a real provider: capability ladder, chain and its loss, retries by our own policy, images. Never throws for
// a model's fault; everything bought stays in the outcome.
import type { ImageCall, Outcome, TextCall, Transport, Wait, Way } from "../call.ts";
import type { Capabilities, Model } from "../model.ts";
import { costOf } from "../prices.ts";
import { type Fault, isRetryable } from "../problem.ts";
import { type Scrubber, type Secret, scrubber } from "../secret.ts";
import { addUsage, estimateTokens, NO_USAGE, type Usage } from "../usage.ts";
import type { Form } from "../wire/form.ts";
import { type Answer, attempt, attemptStream } from "./attempt.ts";
import { Deadline, pause } from "./cancel.ts";
import { Ladder, type OnLearned } from "./ladder.ts";
import { failedOutcome } from "./outcome.ts";
import { imageModel, languageModel } from "./provider.ts";
import { type Request, requestOf } from "./request.ts";
import { type Trouble, troubleOf } from "./trouble.ts";

export interface Live {
  readonly transport: Transport;
  readonly capabilities: () => Capabilities;
}

export interface LiveOptions {
  readonly onLearned?: OnLearned;
  /** Why there is no key although one was named: then even a server that might do without one is not asked. */
  readonly keyMissing?: string;
  /** A number in [0, 1) for the jitter of pauses. */
  readonly random?: () => number;
}

/** A transport for one model. A provider that needs a key and has none answers every call with `key_missing`. */
export function liveTransport(model: Model, key: Secret | null, options: LiveOptions = {}): Live {
  const scrub = scrubber(key);
  const ladder = new Ladder(model, scrub.message, options.onLearned);
  const random = options.random ?? Math.random;
  const missing =
    key !== null ? null : (options.keyMissing ?? (model.provider === "compatible" ? null : "none is named"));
  const language = languageModel(model, key);
  const transport: Transport = async (call, way) => {
    const begun = performance.now();
    if (missing !== null) {
      const message = `no key is set for model "${model.name}": ${missing}`;
      return failedOutcome(call, { code: "key_missing", message }, begun);
    }
    if (way.signal?.aborted) return failedOutcome(call, { code: "cancelled", message: "called off" }, begun);
    const run =
      call.kind === "text"
        ? () => askText(model, ladder, language, call, heardBy(way, scrub), random)
        : () => askImage(model, key, call, way, random);
    const found = await run();
    const cost = costOf(found.usage, model.price);
    return scrubbed({ ...failedOutcome(call, found.fault!, begun), ...found, cost }, scrub);
  };
  return { transport, capabilities: () => ladder.capabilities };
}

/** What is shown while it comes goes the way of whole answers: a server may quote the key piece by piece. */
const heardBy = (way: Way, { answer }: Scrubber): Way =>
  way.onText ? { ...way, onText: (text) => way.onText!(answer(text)) } : way;

const scrubbed = (outcome: Outcome, { answer, message }: Scrubber): Outcome => ({
  ...outcome,
  text: answer(outcome.text),
  responseId: outcome.responseId && answer(outcome.responseId),
  model: answer(outcome.model),
  finish: outcome.finish && message(outcome.finish),
  fault: outcome.fault && { ...outcome.fault, message: message(outcome.fault.message) },
  notes: outcome.notes.map(message),
});

type Found = Pick<
  Outcome,
  "text" | "form" | "fault" | "usage" | "responseId" | "model" | "finish" | "images" | "waits" | "notes"
>;

async function askText(
  model: Model,
  ladder: Ladder,
  language: ReturnType<typeof languageModel>,
  call: TextCall,
  way: Way,
  random: () => number,
): Promise<Found> {
  const waits: Wait[] = [];
  const notes: string[] = [];
  // Tries that came to nothing may be billed all the same.
  let spent = NO_USAGE;
  let chain = model.chain ? (way.chain ?? null) : null;
  let form: Form = "plain";
  for (let tries = 0; ; ) {
    const abilities = ladder.capabilities;
    const request = requestOf(model, abilities, call, { lane: way.lane, chain });
    form = request.form;
    const result = await tryOnce(model, language, request, way);
    if ("text" in result) {
      return {
        ...result,
        form,
        usage: addUsage(spent, result.usage),
        responseId: model.chain ? result.responseId : null,
        model: result.model ?? model.id,
        images: [],
        waits,
        notes: [...notes, ...result.notes],
      };
    }
    if (result.kind === "chain_lost" && chain !== null) {
      chain = null;
      notes.push("the provider's chain was lost: sent the whole transcript again");
      continue;
    }
    if (result.kind === "lack" && ladder.learn(abilities, request.structure, result.lack, result.fault.message)) {
      notes.push(`asked again: ${ladder.capabilities.learned.at(-1)}`);
      continue;
    }
    const fault: Fault =
      result.kind === "chain_lost" ? { code: "request_refused", message: result.message } : result.fault;
    // A try that hung or was called off has been sent, and its input may be billed.
    if (fault.code === "timed_out" || fault.code === "cancelled")
      spent = addUsage(spent, estimated(request.characters));
    const goesOn = await waitedFor(model, result, fault, tries, waits, notes, way, random);
    if (goesOn === true) {
      tries++;
      continue;
    }
    return { ...nothing(model, goesOn, spent, waits, notes), form };
  }
}

async function tryOnce(
  model: Model,
  language: ReturnType<typeof languageModel>,
  request: Request,
  way: Way,
): Promise<Answer | Trouble> {
  try {
    return model.stream || way.onText
      ? await attemptStream(language, request, model, way)
      : await attempt(language, request, model, way.signal);
  } catch (error) {
    return troubleOf(error, Date.now());
  }
}

/** True when the pause is over and another try is due; otherwise the fault to end with. */
async function waitedFor(
  { retry }: Model,
  trouble: Trouble,
  fault: Fault,
  tries: number,
  waits: Wait[],
  notes: string[],
  { signal, onWait }: Pick<Way, "signal" | "onWait">,
  random: () => number,
): Promise<true | Fault> {
  if (trouble.kind !== "fault" || !isRetryable(fault.code)) return fault;
  const { waitMs } = trouble;
  if (waitMs !== null && waitMs > retry.maxPauseMs) {
    const seconds = Math.ceil(waitMs / 1000);
    return {
      ...fault,
      message: `${fault.message} (asked to wait ${seconds} s, longer than the limit of ${retry.maxPauseMs / 1000} s)`,
    };
  }
  // A provider silent for the whole time limit gets one more chance and no more: each costs that time again.
  const most = fault.code === "timed_out" ? Math.min(1, retry.retries) : retry.retries;
  if (tries >= most) return fault;
  // What the provider asks for is honoured in full; only pauses of our own choosing are spread.
  const own = Math.min(retry.maxPauseMs, retry.pauseMs * 2 ** tries * (1 + random() / 2));
  const ms = Math.round(waitMs ?? own);
  waits.push({ code: fault.code, ms });
  onWait?.({ code: fault.code, ms });
  notes.push(`try ${tries + 1} failed (${fault.code}); waited ${ms} ms`);
  return (await pause(ms, signal)) ? true : { code: "cancelled", message: "called off during a pause" };
}

async function askImage(
  model: Model,
  key: Secret | null,
  call: ImageCall,
  way: Way,
  random: () => number,
): Promise<Found> {
  const painter = imageModel(model, key);
  const waits: Wait[] = [];
  const notes: string[] = [];
  if (painter === null)
    return nothing(
      model,
      { code: "request_refused", message: `${model.provider} is not asked for pictures` },
      NO_USAGE,
      waits,
      notes,
    );
  for (let tries = 0; ; tries++) {
    const deadline = new Deadline(way.signal);
    let trouble: Trouble;
    try {
      deadline.limit("picture", model.timeoutMs);
      const result = await deadline.race(
        painter.doGenerate({
          prompt: call.prompt,
          n: 1,
          size: undefined,
          aspectRatio: (call.aspectRatio ?? undefined) as `${number}:${number}` | undefined,
          seed: call.seed ?? undefined,
          files: undefined,
          mask: undefined,
          providerOptions: {},
          abortSignal: deadline.signal,
        }),
      );
      const images = result.images.map((data) => {
        const base64 = typeof data === "string" ? data : Buffer.from(data).toString("base64");
        return { mediaType: mediaTypeOf(base64), base64 };
      });
      const { inputTokens, outputTokens } = result.usage ?? {};
      const usage: Usage =
        inputTokens === undefined
          ? estimated(call.prompt.length)
          : { ...NO_USAGE, input: inputTokens, output: outputTokens ?? 0 };
      const fault: Fault | null =
        images.length > 0 ? null : { code: "filtered", message: "the provider sent no picture" };
      return { ...nothing(model, fault!, usage, waits, notes), fault, images, model: result.response.modelId };
    } catch (error) {
      trouble = troubleOf(error, Date.now());
    } finally {
      deadline.done();
    }
    const fault: Fault =
      trouble.kind === "chain_lost" ? { code: "request_refused", message: trouble.message } : trouble.fault;
    const goesOn = await waitedFor(model, trouble, fault, tries, waits, notes, way, random);
    if (goesOn !== true) return nothing(model, goesOn, NO_USAGE, waits, notes);
  }
}

/** The first bytes of a picture say what it is; the sender's word does not count. */
function mediaTypeOf(base64: string): string {
  if (base64.startsWith("/9j/")) return "image/jpeg";
  if (base64.startsWith("UklGR")) return "image/webp";
  if (base64.startsWith("R0lGOD")) return "image/gif";
  return "image/png";
}

const estimated = (characters: number): Usage => ({ ...NO_USAGE, input: estimateTokens(characters), estimated: true });

const nothing = (
  model: Model,
  fault: Fault,
  usage: Usage,
  waits: readonly Wait[],
  notes: readonly string[],
): Found => ({
  text: "",
  form: "plain",
  fault,
  usage,
  responseId: null,
  model: model.id,
  finish: null,
  images: [],
  waits,
  notes,
});
