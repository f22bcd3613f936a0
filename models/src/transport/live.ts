// A transport to a real provider: capability ladder, chain and its loss, retries by our own policy. Never throws for a
// model's fault; everything bought stays in the outcome.
import type { CallRoute, Outcome, TextCall, Transport, Wait } from "../call.ts";
import type { Capabilities, Model } from "../model.ts";
import { costOf } from "../prices.ts";
import type { Fault } from "../problem.ts";
import { type Scrubber, type Secret, scrubber } from "../secret.ts";
import { addUsage, NO_USAGE } from "../usage.ts";
import type { SchemaForm } from "../wire/form.ts";
import { attempt, attemptStream, type ProviderAnswer } from "./attempt.ts";
import { Ladder, type OnLearned } from "./ladder.ts";
import { askMedia } from "./media.ts";
import { estimateUsage, failedOutcome, nothing, type ProviderOutcome } from "./outcome.ts";
import { languageModel } from "./provider.ts";
import { type Request, requestOf } from "./request.ts";
import { waitForRetry } from "./retry.ts";
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
    const found =
      call.kind === "text"
        ? await askText(model, ladder, language, call, scrubRoute(way, scrub), random)
        : await askMedia(model, key, call, way, random);
    const cost = costOf(found.usage, model.price);
    return scrubOutcome({ ...failedOutcome(call, found.fault!, begun), ...found, cost }, scrub);
  };
  return { transport, capabilities: () => ladder.capabilities };
}

/** What is shown while it comes goes the way of whole answers: a server may quote the key piece by piece. */
const scrubRoute = (way: CallRoute, { answer }: Scrubber): CallRoute =>
  way.onText ? { ...way, onText: (text) => way.onText!(answer(text)) } : way;

const scrubOutcome = (outcome: Outcome, { answer, message }: Scrubber): Outcome => ({
  ...outcome,
  text: answer(outcome.text),
  responseId: outcome.responseId && answer(outcome.responseId),
  model: answer(outcome.model),
  finish: outcome.finish && message(outcome.finish),
  fault: outcome.fault && { ...outcome.fault, message: message(outcome.fault.message) },
  notes: outcome.notes.map(message),
});

async function askText(
  model: Model,
  ladder: Ladder,
  language: ReturnType<typeof languageModel>,
  call: TextCall,
  way: CallRoute,
  random: () => number,
): Promise<ProviderOutcome> {
  const waits: Wait[] = [];
  const notes: string[] = [];
  // Tries that came to nothing may be billed all the same.
  let spent = NO_USAGE;
  let chain = model.chain ? (way.chain ?? null) : null;
  let form: SchemaForm = "plain";
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
      spent = addUsage(spent, estimateUsage(request.characters));
    const goesOn = await waitForRetry(model, result, fault, tries, waits, notes, way, random);
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
  way: CallRoute,
): Promise<ProviderAnswer | Trouble> {
  try {
    return model.stream || way.onText
      ? await attemptStream(language, request, model, way)
      : await attempt(language, request, model, way.signal);
  } catch (error) {
    return troubleOf(error, Date.now());
  }
}
