// A model in a seat: asks it in words, lets the world's own rules judge what it says, and hands in actions or why none will come.
// It holds no state of a run: what was said so far is recalled for it, so that a run goes on, goes back and branches like any other.
import type { AnyEngine, Ask, Asked, Prompt, PromptPart, TSchema } from "@orrery/kernel";
import {
  type AnswerProblem,
  addUsage,
  appendExchange,
  type Bill,
  type Call,
  condense,
  type Grant,
  type Handle,
  inert,
  type Json,
  type JsonObject,
  type Model,
  NO_USAGE,
  type OutputSchema,
  type Port,
  type PromptSegment,
  type TurnRequest,
  textOf,
  volatile,
} from "@orrery/models/pure";
import { verdictsOn } from "./admission.ts";
import type { Agent, AgentTask, AnyShape, Tellings } from "./agent.ts";
import { aloudIn } from "./aloud.ts";
import { widen } from "./answer-schema.ts";
import { attemptsOf } from "./attempts.ts";
import { fitPrompt, roomBeside } from "./fitted-prompt.ts";
import { genericPrompt, latest } from "./generic-prompt.ts";
import { memoriesFor } from "./memory.ts";
import { causeOf, sayWhy } from "./model-trouble.ts";
import { type OwnPrompts, reword } from "./prompt-texts.ts";

/** What a model agent stands on; all of it belongs to the caller, the run loop. */
export interface ModelSeat {
  readonly engine: AnyEngine;
  readonly port: Port;
  readonly prompts?: OwnPrompts | undefined;
  /** Calls of one lane come one after another, and are numbered so in a recording. */
  readonly lane: string;
  /** The right to so many calls like this one, taken together with all who are asked at the same time. */
  readonly reserve: (call: Call, calls: number) => Promise<Grant>;
  /**
   * The conversation as it stood after the last answer that was given in it on this line: this actor's own where `shared` is
   * undefined, else anybody's in the conversation of that name. Null when it has not begun.
   */
  readonly recall: (shared: string | undefined) => Promise<Conversation | null>;
  /** Told of the conversation after an accepted answer, with the ids of its calls. */
  readonly remember: (conversation: Conversation, calls: readonly string[]) => void;
  /** Ids of the last so many calls of the lane. */
  readonly callIds: (count: number) => readonly string[];
  /** Partial text, for spectators; never to be acted on. */
  readonly onText?: (text: string, attempt: number) => void;
  readonly onWait?: TurnRequest<Json>["onWait"];
  /** After each ask, answered or failed. */
  readonly onBill?: (bill: Bill) => void;
}

/**
 * A conversation longer than this many characters begins anew, with what was told last: every exchange is paid for again with each
 * that follows, though less where the provider keeps it.
 */
const logMax = ({ provider }: Model): number => (provider === "compatible" ? 12_000 : 20_000);
const SUMMARY_MAX = 6_000;
/** After a request that was too long. */
const SHORT_SUMMARY_MAX = 1_500;
/** What was said so far, and the contract of the last answer. */
export interface Conversation {
  readonly handle: Handle;
  readonly output: OutputSchema | null;
}

export function modelAgent(place: ModelSeat): Agent {
  const promptOf = promptsOf(place);
  return async (seat) => {
    const { prompt, handle, request, shorter } = await requestFor(place, promptOf, seat);
    const grant = await place.reserve(place.port.firstCall(handle, request), 1 + request.repairs);
    if (!grant.ok) {
      place.onBill?.(NOTHING_BOUGHT);
      return { ok: false, cause: "budget", message: grant.message };
    }
    const ask = (from: Handle, what: typeof request) =>
      place.port.generateTurn<Json>(from, { ...what, budget: grant.reservation }, seat.signal);
    const first = await ask(handle, request);
    // Longer than the model can read: once more, with the least that the seat needs, and with the calls that are left.
    const left = grant.reservation.calls - first.attempts.length;
    const again =
      !first.ok && first.reason === "too_long" && shorter && left > 0
        ? await ask(shorter.handle, { ...shorter.request, repairs: left - 1 })
        : null;
    const result = again ? joinedBill(first, again) : first;
    place.onBill?.(result);
    const calls = place.callIds(result.attempts.length);
    const refused = result.ok ? result.attempts.slice(0, -1) : result.attempts;
    const more = {
      ...(refused.length > 0 ? { attempts: attemptsOf(refused) } : {}),
      ...(calls.length > 0 ? { calls } : {}),
    };
    if (!result.ok)
      return { ok: false, cause: causeOf(result.reason), message: sayWhy(result, place.port.model), ...more };
    place.remember({ handle: result.handle, output: request.output }, calls);
    const { conversation } = prompt;
    return { actions: prompt.actions(result.output), ...more, ...(conversation === undefined ? {} : { conversation }) };
  };
}

/** The world's own prompts, in the owner's words where there are any; else the generic one. */
function promptsOf({ engine: { world }, prompts }: Pick<ModelSeat, "engine" | "prompts">) {
  const own = world.prompt;
  if (!own) return genericPrompt(world, prompts);
  return (asked: Asked<AnyShape>): Prompt => reword(own(asked), world, prompts);
}

/** Where a seat is rehearsed: what a model's agent needs to know what it would send. */
export interface RehearsedSeat extends Pick<ModelSeat, "engine" | "port" | "prompts" | "lane"> {
  /** Conversations so far, by lane or by their own name where they are shared. It is written into. */
  readonly known: Map<string, Conversation>;
}

/** Counts the call that a model would get at each ask, and lets another agent answer: what that says stands in the conversation. Sends nothing. */
export function rehearsingAgent(
  { known, ...place }: RehearsedSeat,
  standIn: Agent,
  onCall: (call: Call, said: string) => void,
): Agent {
  const promptOf = promptsOf(place);
  const nameOf = (shared: string | undefined) => shared ?? place.lane;
  const recall = async (shared: string | undefined) => known.get(nameOf(shared)) ?? null;
  return async (seat) => {
    const { prompt, handle, request } = await requestFor({ ...place, recall }, promptOf, seat);
    const reply = await standIn(seat);
    const said = JSON.stringify({ thought: USUAL_THOUGHT, actions: reply.ok === false ? [] : reply.actions });
    onCall(place.port.firstCall(handle, request), said);
    const next = appendExchange(handle, textOf(request.segments), said, null);
    known.set(nameOf(prompt.conversation), { handle: next, output: request.output });
    return reply;
  };
}
/** About as long as what models note beside a move. */
const USUAL_THOUGHT = "I keep to my plan: look first, then act on what I know, and remember who said what. ".repeat(2);

const NOTHING_BOUGHT: Bill & { readonly ok: false } = { ok: false, usage: NO_USAGE, cost: 0, attempts: [] };

/**
 * Whether the provider keeps what was said so far under the contract of its answers: the large ones do, of conversations that are
 * long enough. Elsewhere a contract that holds what is possible now and nothing else is worth more.
 */
const isCached = ({ provider }: Model, handle: Handle): boolean =>
  provider !== "compatible" && textOf(handle.system).length + lengthOf(handle) > CACHED_MIN;
const CACHED_MIN = 4_000;

/** The contract of an answer: of a cached conversation the one so far, widened; else what is possible now. */
function contractOf(model: Model, { output }: Prompt, handle: Handle, known: Conversation | null): TSchema {
  const { name, schema, now } = output;
  if (!isCached(model, handle)) return now?.() ?? schema;
  if (known?.output?.name !== name || handle !== known.handle) return schema;
  return widen(known.output.schema as unknown as TSchema, schema);
}

type AgentParts = Pick<ModelSeat, "engine" | "port" | "prompts" | "lane" | "recall" | "onText" | "onWait">;

/** What to ask, and in which conversation. */
async function requestFor(place: AgentParts, promptOf: (asked: Asked<AnyShape>) => Prompt, seat: AgentTask) {
  const { engine, lane, onText } = place;
  const { ask, view, legal } = seat;
  const told = await seat.tellings();
  const whole = promptOf({ ask, view, legal, told: told.since });
  const known = await place.recall(whole.conversation);
  const prompt = fitPrompt(place.port.model, whole, known?.handle ?? null);
  const handle = conversation(place, prompt, known?.handle ?? null, told);
  const { name } = prompt.output;
  const contract = contractOf(place.port.model, prompt, handle, known);
  // A world that writes its own prompts says itself what its players remember.
  const memories = engine.world.prompt
    ? null
    : await memoriesFor(
        seat,
        [...handle.system, ...handle.log].map(({ text }) => text),
      );
  const segments = [...(memories ? [memories] : []), ...prompt.parts.filter(({ stable }) => !stable)];
  const request = {
    lane,
    segments,
    output: { name, schema: contract as unknown as JsonObject },
    rules: (output: Json) => rulesOf(engine, view, ask, prompt, output),
    repairs: Math.min(2, (ask.attempts ?? 3) - 1),
    settings: settingsFor(place.port.model, prompt),
    ...hearing(ask, prompt, onText, seat.aloud),
    ...(place.onWait ? { onWait: place.onWait } : {}),
  };
  const isLong = handle.log.length > 0 || memories !== null;
  const shorter = isLong
    ? {
        handle: condense(handle, next(handle.id), summaryOf(told.before, SHORT_SUMMARY_MAX, lastThought(handle))),
        request: { ...request, segments: segments.filter((part) => part !== memories) },
      }
    : null;
  return { prompt, handle, request, shorter };
}

/** What a prompt's author advises, as far as the model's configuration leaves it open. */
function settingsFor(model: Model, { advice = {} }: Prompt) {
  const { temperature, maxOutputTokens } = advice;
  return {
    ...(temperature === undefined || model.temperature !== null ? {} : { temperature }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens: Math.min(maxOutputTokens, model.maxOutputTokens) }),
  };
}

/** The second result, with the attempts and the cost of both. */
function joinedBill<T extends Bill>(first: Bill, second: T): T {
  const cost = first.cost === null || second.cost === null ? null : first.cost + second.cost;
  return {
    ...second,
    cost,
    usage: addUsage(first.usage, second.usage),
    attempts: [...first.attempts, ...second.attempts],
  };
}

/** Listeners of a model while it writes. With none, the call is not streamed. */
function hearing(
  { aloud }: Ask<AnyShape>,
  prompt: Prompt,
  onText: ModelSeat["onText"],
  say: AgentTask["aloud"],
): Pick<ModelSeat, "onText"> {
  if (aloud === undefined) return onText ? { onText } : {};
  return {
    onText(text, attempt) {
      onText?.(text, attempt);
      const said = aloudIn(text, aloud, prompt.actions);
      if (said !== null) say(said);
    },
  };
}

const CHAPTER = "chapter";

/** The conversation that an ask is put in: the one so far, or a new one when it is long, or the stable parts or the chapter are others now. */
function conversation(
  { port, lane }: Pick<ModelSeat, "port" | "lane">,
  prompt: Prompt,
  known: Handle | null,
  { before }: Tellings,
): Handle {
  const { parts, chapter } = prompt;
  const stable = parts.filter((part) => part.stable);
  const system = chapter ? [...stable, volatile(CHAPTER, 1, chapter)] : stable;
  if (known === null) return port.startConversation(`${lane}/1`, system);
  const isSame = textsOf(known.system) === textsOf(system);
  const { conversationMax = Number.POSITIVE_INFINITY } = prompt.advice ?? {};
  const most = Math.min(logMax(port.model), conversationMax, roomBeside(port.model, prompt));
  if (isSame && lengthOf(known) <= most) return known;
  if (chapter !== undefined) return port.startConversation(next(known.id), system);
  const fresh = isSame ? known : port.startConversation(known.id, system);
  return condense(
    fresh,
    next(known.id),
    summaryOf(before, Math.min(SUMMARY_MAX, roomBeside(port.model, prompt)), lastThought(known)),
  );
}

/** Stable parts and the chapter as one text, to be compared. */
const textsOf = (parts: readonly (PromptPart | PromptSegment)[]): string =>
  JSON.stringify(parts.flatMap(({ id, stable, text }) => (stable || id === CHAPTER ? [[id, text]] : [])));

/** The second judge: what the world itself would refuse, in its own words. */
function rulesOf(
  engine: AnyEngine,
  view: unknown,
  ask: Ask<AnyShape>,
  prompt: Prompt,
  output: Json,
): readonly AnswerProblem[] {
  const at = (index: number) => (ask.mode === "each" ? `/actions/${index}` : "/action");
  return verdictsOn(engine, view, ask, prompt.actions(output)).map(({ actionIndex, reason, message }) => ({
    path: at(actionIndex),
    code: reason ?? "refused",
    message: message ?? "It was refused.",
  }));
}

const lengthOf = ({ log }: Handle): number => log.reduce((sum, { text }) => sum + text.length, 0);

/** "x/1" is followed by "x/2". */
const next = (id: string): string => id.replace(/\d+$/, (n) => String(Number(n) + 1));

/** What the seat noted last, in a contract that has a place for it; "" for nothing. It outlives the conversation it was written in. */
function lastThought({ log }: Handle): string {
  const last = log.findLast(({ role }) => role === "assistant");
  if (!last?.text.startsWith("{")) return "";
  const { thought } = JSON.parse(last.text) as { readonly thought?: unknown };
  return typeof thought === "string" ? thought : "";
}

function summaryOf(told: readonly string[], most: number, thought: string): string {
  const { texts } = latest(told, most);
  const before = texts.length > 0 ? inert("told before", texts.join("\n\n")) : "";
  return [
    `The game has been going on for a while.${before === "" ? "" : ` What you were told last, before your last move:\n\n${before}`}`,
    ...(thought === "" ? [] : [`What you noted to yourself last:\n\n${inert("note", thought)}`]),
  ].join("\n\n");
}
