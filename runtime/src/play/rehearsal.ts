// A game played for practice, to foretell what models in it would cost: bots move in the models' places on a copy of the run, while
// the very prompts that the models would get are counted. Nothing is sent, and nothing of the run is changed.
import { type Agent, botAgent, type Conversation, randomBot, rehearsingAgent } from "@orrery/agents";
import type { AnyEngine } from "@orrery/kernel";
import {
  type Call,
  costOf,
  estimateTokens,
  inputCharacters,
  type Model,
  NO_USAGE,
  textOf,
  type Usage,
} from "@orrery/models/pure";
import { importRun, memoryStore } from "@orrery/store";
import { BranchRegistry } from "../branch/branch-registry.ts";
import { exportLines } from "../branch/export-lines.ts";
import type { Habit } from "../calls/habits.ts";
import { fixedOutside, sha256 } from "../ids.ts";
import { type Lineup, playerFor } from "../seating/lineup.ts";
import type { ModelSetup } from "../seating/model-setup.ts";
import { botsOf, modelOf, roleOf } from "./play.ts";
import { runLoop } from "./run-loop.ts";

/** What one call would be. */
export interface Rehearsed {
  readonly actor: string;
  readonly model: string;
  readonly usage: Usage;
  /** Dollars; null where no price is known. */
  readonly cost: number | null;
}

interface Rehearsal {
  /** In the order in which they would be made. */
  readonly calls: readonly Rehearsed[];
  /** Whether the game came to its end within the moves that were asked for. */
  readonly ended: boolean;
}

/** Calls after which a rehearsal stops, whatever was asked for. */
const CALLS_MAX = 600;
/** Bots may go on for ever without any seat of a model being asked. */
const TURNS_MAX = 4_000;
/** Tokens of a usual answer, where it is not longer by what the bot does. */
const ANSWER_TOKENS = 80;
/** Providers keep no prefix that is shorter. */
const CACHED_LEAST = 1024;

/** A copy of a run in memory. */
export async function copyOf(registry: BranchRegistry, run: string): Promise<BranchRegistry> {
  const store = memoryStore();
  await importRun(store, exportLines(registry, run), sha256);
  return new BranchRegistry(store, registry.worlds, fixedOutside("rehearsal"), registry.programs);
}

/** Plays on until each seat of a model has moved `moves` times, or the game is over. `copy` is played on, and is of no use after. */
export async function rehearse(
  copy: BranchRegistry,
  run: string,
  { branch, lineup, moves }: { readonly branch: string; readonly lineup: Lineup; readonly moves: number },
  setup: ModelSetup,
  habits: ReadonlyMap<string, Habit>,
): Promise<Rehearsal> {
  const { createPort } = await import("@orrery/models");
  const engine = await copy.engine(run);
  const calls: Rehearsed[] = [];
  const made = new Map<string, number>();
  const stop = new AbortController();
  const prefixes = new Prefixes();
  const known = new Map<string, Conversation>();
  const agents = new Map<string, Agent>();
  const isDone = () => calls.length >= CALLS_MAX || (made.size > 0 && [...made.values()].every((n) => n >= moves));
  const modelAgentOf = (actor: string, name: string): Agent => {
    const { model } = setup.config.models[name]!;
    made.set(actor, 0);
    const place = { engine, prompts: setup.prompts, lane: actor, port: createPort(model, neverCalled), known };
    return rehearsingAgent(place, usualBot(engine), (call, said) => {
      const usage = prefixes.usageOf(call, model, said, habits.get(model.id));
      calls.push({ actor, model: name, usage, cost: costOf(usage, model.price) });
      made.set(actor, made.get(actor)! + 1);
      if (isDone()) stop.abort();
    });
  };
  const agentOf = (actor: string): Agent => {
    const player = playerFor(lineup, actor);
    const agent =
      agents.get(actor) ??
      (player.kind === "model"
        ? modelAgentOf(actor, modelOf(setup, player, roleOf(actor)))
        : player.kind === "bot"
          ? botAgent(botsOf(engine)[player.name]!)
          : usualBot(engine));
    agents.set(actor, agent);
    return agent;
  };
  const { outcome } = await runLoop(copy, run, {
    branch,
    agents: agentOf,
    turnsMax: TURNS_MAX,
    signal: stop.signal,
    isRead: (actor) => playerFor(lineup, actor).kind === "model",
  });
  return { calls, ended: outcome !== null };
}

/** The bot that a world begins with; else chance. */
const usualBot = (engine: AnyEngine): Agent => botAgent(botsOf(engine)[engine.world.company?.bot ?? ""] ?? randomBot);

const neverCalled = () => Promise.reject(new Error("a rehearsal sends nothing"));

/** What of a prompt a provider has seen before: of the same lane, or of another of the same model. */
class Prefixes {
  readonly #last = new Map<string, string[]>();

  usageOf(call: Call, { provider, name, capabilities }: Model, said: string, habit: Habit | undefined): Usage {
    // A server on this machine compiles a schema to a grammar, which takes no room.
    const isGrammar = provider === "compatible" && capabilities.structure === "native";
    const usual = { answer: usualAnswer(said), share: 1, countsSchema: !isGrammar, tries: 1 };
    const { answer, share, countsSchema, tries } = habit ?? usual;
    const counted = !countsSchema && call.kind === "text" ? { ...call, output: null } : call;
    const input = estimateTokens(inputCharacters(counted)) * share;
    const text =
      call.kind === "text" ? [textOf(call.system), ...call.messages.map((one) => one.text)].join("\n\n") : "";
    const before = this.#last.get(name) ?? [];
    const longest = estimateTokens(Math.max(0, ...before.map((other) => common(text, other)))) * share;
    const kept = before.filter((other) => !text.startsWith(other));
    this.#last.set(name, [...kept.slice(-PREFIXES_MAX + 1), text]);
    const [sum, output] = [Math.round(input * tries), Math.round(answer * tries)];
    const sent = { ...NO_USAGE, input: sum, output, estimated: true };
    if (provider === "compatible") return sent;
    if (input < CACHED_LEAST) return sent;
    // A repair begins with all that was asked before.
    const cached = (longest >= CACHED_LEAST ? Math.min(longest, input) : 0) + (tries - 1) * input;
    const written = provider === "anthropic" ? sum - cached : 0;
    return { ...sent, cached: Math.round(cached), written: Math.max(0, Math.round(written)) };
  }
}
const usualAnswer = (said: string): number => Math.max(ANSWER_TOKENS, estimateTokens(said.length));
const PREFIXES_MAX = 32;

function common(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let i = 0;
  while (i < most && a.charCodeAt(i) === b.charCodeAt(i)) i++;
  return i;
}
