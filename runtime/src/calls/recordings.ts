// Calls to models in a run: the tape they are kept on, what each was, and the recording that a line of the run replays from.
import type { Conversation } from "@orrery/agents";
import { canonical, type Provenance, readCommit, type Shape, type Validation } from "@orrery/kernel";
import { type PromptSegment, promptOf, read, type TextCall, type Usage } from "@orrery/models/pure";
import {
  keyOf,
  keyOfOutcome,
  loadCall,
  loadOutcome,
  type MemoryTape,
  memoryTape,
  RecordingDamaged,
  readRecording,
  type Take,
  type Tape,
} from "@orrery/models/recording";
import type { Head, Store } from "@orrery/store";
import { Fault } from "../fault.ts";
import { sha256 } from "../ids.ts";

/** One call as its owner reads it. No key and no header is in it: none is ever kept. */
export interface CallLine {
  readonly id: string;
  /** The turn with the answer that names it; null while there is none. */
  readonly turn: { readonly turn: number; readonly id: string } | null;
  /** The caller: an actor, with `@branch` where that is not `main`. */
  readonly lane: string;
  readonly model: string;
  /** What stays the same in a conversation, in parts, and what was said last. `earlier` messages stood between. */
  readonly system: readonly PromptSegment[];
  readonly prompt: string;
  readonly earlier: number;
  /** Name of the schema that the answer had to fit; null for prose and pictures. */
  readonly output: string | null;
  readonly answer: string;
  /** What was wrong with the answer; empty when it was taken, or when nobody waited for it any more. */
  readonly problems: readonly Validation[];
  /** Which try at the same ask it was, from 1. */
  readonly attempt: number;
  readonly fault: { readonly code: string; readonly message: string } | null;
  readonly usage: Usage;
  /** Dollars; null where no price is known. */
  readonly cost: number | null;
  readonly ms: number;
  readonly notes: readonly string[];
}

/** Lanes that hold answers by what was asked, and not by who was asked. */
export const isShared = (lane: string): boolean => lane.startsWith("cache ");
/** Lanes of no seat: what was typed was read there, and what happened was told. */
export const isAside = (lane: string): boolean =>
  isShared(lane) || /^(?:parser|narrator|speaker|embedder)\//.test(lane);
const CHUNK = 256;

/** Calls of one actor come one after another; on another branch it is another conversation. */
export const laneOf = (branch: string, name: string): string => (branch === "main" ? name : `${name}@${branch}`);
/** The same lane in a recording, which knows one branch alone. */
export const recordedLane = (lane: string): string => lane.replace(/@.*$/, "");
/** One turn told to one viewer is a lane of its own: by the turn's id in a run, by its number in a recording. */
export const telledLane = (viewer: string, turn: string | number): string => `narrator/${viewer}/${turn}`;
/** The same of its telling as sound. */
export const spokenLane = (viewer: string, turn: string | number): string => `speaker/${viewer}/${turn}`;
/** What the lanes that told one turn have in common. */
const toldTurn = (lane: string): string => lane.replace(/^(?:narrator|speaker)\/.*\/([^/]*)$/, "told $1");
/** Vectors of the same texts are one lane, on every branch: they are asked for once. */
export const embeddedLane = (texts: readonly string[]): string => `embedder/${sha256(canonical(texts)).slice(0, 16)}`;
export const callId = ({ lane, seq }: Pick<Take, "lane" | "seq">): string => `${lane}#${seq}`;
export function placeOfCall(id: string): { lane: string; seq: number } {
  const at = id.lastIndexOf("#");
  return { lane: id.slice(0, at), seq: Number(id.slice(at + 1)) };
}

export const tapeOf = (store: Store, run: string): Tape => ({
  text: (hash) => store.callText(run, hash),
  keep: (hash, text) => store.keepCallText(run, { hash, text }),
  take: (lane, seq) => store.take(run, lane, seq),
  add: (take) => store.addTake(run, take),
  length: (lane) => store.takeCount(run, lane),
});

/** Calls of a run in the order in which they ended. `turn` shows those of one turn alone. */
export async function* callLines(
  store: Store,
  run: string,
  head: Head,
  { turn, from = 1 }: { readonly turn?: number | undefined; readonly from?: number | undefined } = {},
): AsyncGenerator<CallLine & { readonly n: number }> {
  const tape = tapeOf(store, run);
  const named = await namedCalls(store, head, turn);
  for (let n = from; ; n += CHUNK) {
    const takes = await store.takeLog(run, n, n + CHUNK - 1);
    for (const [i, take] of takes.entries()) {
      const told = named.get(toldTurn(take.lane));
      const answer = named.get(callId(take)) ?? (told && { ...told, attempt: take.seq });
      if (isShared(take.lane) || (turn !== undefined && !answer)) continue;
      yield { n: n + i, ...(await lineOf(tape, take, answer ?? null)) };
    }
    if (takes.length < CHUNK) return;
  }
}

interface CallName {
  readonly turn: { readonly turn: number; readonly id: string };
  readonly attempt: number;
  readonly problems: readonly Validation[];
}

async function lineOf(tape: Tape, take: Take, answer: CallName | null): Promise<CallLine> {
  const call = await loadCall(tape, take.call);
  const { text, fault, usage, cost, ms, notes } = await loadOutcome(tape, take.outcome);
  const asked =
    call.kind === "text"
      ? {
          system: call.system,
          earlier: call.messages.length - 1,
          output: call.output?.name ?? null,
        }
      : { system: [], earlier: 0, output: null };
  const { turn = null, attempt = 1, problems = [] } = answer ?? {};
  const trouble = fault && { code: fault.code, message: fault.message };
  const { lane } = take;
  return {
    id: callId(take),
    turn,
    lane,
    model: call.model,
    ...asked,
    prompt: promptOf(call),
    answer: text,
    problems,
    attempt,
    fault: trouble,
    usage,
    cost,
    ms,
    notes,
  };
}

/** Every call that an answer on a line names, with its turn and what was wrong with it; lanes that told a turn likewise. */
async function namedCalls(store: Store, head: Head, only?: number): Promise<Map<string, CallName>> {
  const named = new Map<string, CallName>();
  for await (const { commit, depth } of commitsOf(store, head, only ?? 1, only ?? head.turn)) {
    const turn = { turn: depth, id: commit.turn.id };
    named.set(`told ${turn.id}`, { turn, attempt: 1, problems: [] });
    for (const { calls = [], attempts = [] } of commit.answers) {
      for (const [i, id] of calls.entries())
        named.set(id, { turn, attempt: i + 1, problems: attempts[i]?.problems ?? [] });
    }
  }
  return named;
}

async function* commitsOf(store: Store, head: Head, from: number, to: number) {
  for (let next = Math.max(1, from); next <= to; next += CHUNK)
    for (const { body, turn } of await store.read(head, next, Math.min(next + CHUNK - 1, to)))
      yield { commit: readCommit<Shape>(body), depth: turn };
}

/**
 * What a line of a run would need to be played again without any model: the calls that its turns came from, in order, and
 * those after them that led to no turn. Calls that were given up on the way, or belong to another branch, are not in it.
 */
export async function recordingOf(store: Store, run: string, head: Head): Promise<MemoryTape> {
  const from = tapeOf(store, run);
  const to = memoryTape();
  const last = new Map<string, number>();
  const copy = async (take: Take, lane = recordedLane(take.lane)) => {
    const [call, outcome] = [
      keyOf(await loadCall(from, take.call)),
      keyOfOutcome(await loadOutcome(from, take.outcome)),
    ];
    for (const [hash, text] of [...call.texts, ...outcome.texts]) await to.keep(hash, text);
    await to.add({ lane, seq: (await to.length(lane)) + 1, call: call.hash, outcome: outcome.hash });
    last.set(take.lane, Math.max(take.seq, last.get(take.lane) ?? 0));
  };
  const order: string[] = [];
  const depths = new Map<string, number>();
  for await (const { commit, depth } of commitsOf(store, head, 1, head.turn)) {
    depths.set(commit.turn.id, depth);
    if (!commit.lane.startsWith("@")) order.push(commit.lane);
    for (const { calls = [] } of commit.answers)
      for (const id of calls) {
        const { lane, seq } = placeOfCall(id);
        const take = await store.take(run, lane, seq);
        if (take) await copy(take);
      }
    for (const viewer of new Set(commit.answers.map(({ actor }) => actor))) {
      const lane = telledLane(viewer, commit.turn.id);
      for (let seq = 1; ; seq++) {
        const take = await store.take(run, lane, seq);
        if (!take) break;
        await copy(take, telledLane(viewer, depth));
      }
    }
  }
  await keepOrder(to, order);
  const lanes = new Set(last.keys());
  for (let n = 1; ; n += CHUNK) {
    const takes = await store.takeLog(run, n, n + CHUNK - 1);
    for (const take of takes) {
      const [, viewer, spoken = ""] = /^speaker\/(.*)\/([^/]*)$/.exec(take.lane) ?? [];
      if (take.lane.startsWith("embedder/")) await copy(take);
      if (depths.has(spoken)) await copy(take, spokenLane(viewer!, depths.get(spoken)!));
      const isHere = lanes.has(take.lane) || laneOf(head.branch, recordedLane(take.lane)) === take.lane;
      if (isHere && !isAside(take.lane) && take.seq > (last.get(take.lane) ?? 0)) await copy(take);
    }
    if (takes.length < CHUNK) return to;
  }
}

/** How far back a shared conversation may lie and still be gone on with. */
const SHARED_TURNS = 96;

/**
 * The calls of the last answer that was given in a shared conversation on the line to a head. Answers of one window do not
 * see each other: of several in one turn the last is gone on from.
 */
export async function lastCallsIn(store: Store, head: Head, conversation: string): Promise<readonly string[] | null> {
  const turns = await store.read(head, Math.max(1, head.turn - SHARED_TURNS + 1), head.turn);
  for (const { body } of turns.toReversed()) {
    const isOfConversation = (answer: Provenance) =>
      answer.conversation === conversation && (answer.calls?.length ?? 0) > 0;
    const found = readCommit(body).answers.findLast(isOfConversation);
    if (found?.calls) return found.calls;
  }
  return null;
}

/** How many calls of each lane a line's turns came from: where a replay goes on that began with this line. */
export async function countCallsOf(store: Store, head: Head): Promise<Record<string, number>> {
  const made: Record<string, number> = {};
  for await (const { commit } of commitsOf(store, head, 1, head.turn))
    for (const { calls = [] } of commit.answers)
      for (const id of calls) {
        const lane = laneOf(head.branch, recordedLane(placeOfCall(id).lane));
        made[lane] = (made[lane] ?? 0) + 1;
      }
  return made;
}

/** A recording as calls of a run ask for it. */
export const answering = (recording: Tape, nameOf = recordedLane): Tape => ({
  ...recording,
  take: (lane, seq) => recording.take(nameOf(lane), seq),
  length: (lane) => recording.length(nameOf(lane)),
});

/** Where a recording holds the order of its windows, as a take of its own. */
const ORDER = "@order";

async function keepOrder(tape: Tape, order: readonly string[]): Promise<void> {
  const text = canonical({ order });
  const hash = sha256(text);
  await tape.keep(hash, text);
  await tape.add({ lane: ORDER, seq: 1, call: hash, outcome: hash });
}

/** The lanes of a recording's windows in the order in which they were committed. */
export async function orderIn(tape: Tape): Promise<readonly string[]> {
  const take = await tape.take(ORDER, 1);
  const text = take && (await tape.text(take.call));
  return text ? (JSON.parse(text) as { order: readonly string[] }).order : [];
}

/** Fault `recording_damaged` names the line. */
export async function tapeFrom(ndjson: string): Promise<MemoryTape> {
  try {
    return await readRecording(ndjson);
  } catch (error) {
    if (!(error instanceof RecordingDamaged)) throw error;
    throw new Fault("recording_damaged", `The recording cannot be used: ${error.message}.`);
  }
}

const isSameSystem = (a: TextCall, b: TextCall): boolean => JSON.stringify(a.system) === JSON.stringify(b.system);

/** The conversation as it stood when the last of these calls was accepted: told again from the recording. */
export async function conversationAfter(tape: Tape, calls: readonly string[]): Promise<Conversation | null> {
  const takes = await Promise.all(
    calls.map((id) => {
      const { lane, seq } = placeOfCall(id);
      return tape.take(lane, seq);
    }),
  );
  const [first, last] = [takes[0], takes.at(-1)];
  if (!first || !last) return null;
  const all = await Promise.all(takes.map(async (take) => take && ((await loadCall(tape, take.call)) as TextCall)));
  // A repair asks in other words after the same exchanges; after a condensed retry there were fewer of them.
  const answered = all.at(-1)!;
  const call = all.find((one) => one?.messages.length === answered.messages.length && isSameSystem(one, answered))!;
  const { text, form } = await loadOutcome(tape, last.outcome);
  const reading = call.output === null ? null : read(text, call.output, form);
  if (reading && !reading.ok) return null;
  const said = reading ? JSON.stringify(reading.value) : text;
  // The chain is the provider's and may be gone: without it the whole is sent once.
  const handle = {
    v: 1,
    id: `${first.lane}/1`,
    system: call.system,
    log: [...call.messages, { role: "assistant", text: said }],
    chain: null,
  } as const;
  return { handle, output: call.output };
}
