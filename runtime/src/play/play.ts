// A run played by the players of a lineup: bots, people, models. Opens the models, keeps their calls, counts what they use.
import {
  type Agent,
  type AnyShape,
  botAgent,
  type Conversation,
  firstBot,
  modelAgent,
  type OwnPrompts,
  randomBot,
} from "@orrery/agents";
import type { AnyEngine, Bot, Prompt, Provenance } from "@orrery/kernel";
import type { Models, OnLearned, ProbeReport } from "@orrery/models";
import { modelForRole } from "@orrery/models/config";
import { Budget, type Capabilities, type Ceiling, estimateOf, type Spending, tokensOf } from "@orrery/models/pure";
import { RecordingMismatch, type RecordingMode, type Tape } from "@orrery/models/recording";
import type { Store } from "@orrery/store";
import type { BranchRegistry } from "../branch/branch-registry.ts";
import { Meanings } from "../calls/meanings.ts";
import {
  answering,
  callId,
  conversationAfter,
  countCallsOf,
  laneOf,
  lastCallsIn,
  orderIn,
  placeOfCall,
  recordingOf,
  tapeFrom,
  tapeOf,
} from "../calls/recordings.ts";
import { Fault } from "../fault.ts";
import { canPaint, type Easel, imageAgent } from "../seating/image-agent.ts";
import {
  findByName,
  type Lineup,
  parseLineup,
  playerFor,
  requireSeats,
  type SeatPlayer,
  teamOf,
} from "../seating/lineup.ts";
import { chainOf, inChain } from "../seating/model-chain.ts";
import { type ModelSetup, requirePrompts } from "../seating/model-setup.ts";
import { NO_PROGRAMS, type Programs, programAgent, requireProgram } from "../seating/programs.ts";
import { type OnFault, standInFor } from "../seating/stand-in.ts";
import { type AskAccount, Ledger } from "./ledger.ts";
import { type RunLoopResult, runLoop } from "./run-loop.ts";

export interface PlayWith {
  readonly branch?: string | undefined;
  /** Who plays what, as `parseLineup` reads it. */
  readonly agents: string;
  readonly turnsMax?: number | undefined;
  /** Seats with an agent also answer what they may answer at any time; see `RunLoopOptions`. */
  readonly standing?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  /** For this play alone; what the configuration says of runs where it is absent. */
  readonly budget?: Ceiling | undefined;
  /** What earlier plays of the same sitting used: it counts against the budgets. */
  readonly used?: readonly Spending[] | undefined;
  /** Answers come from this recording (its text, or a line of a run of this store) and from nowhere else. */
  readonly replay?: string | { readonly run: string; readonly branch?: string | undefined } | undefined;
  /** `record` unless told. `live` keeps no call, and then a conversation cannot go on from one move to the next. */
  readonly mode?: Exclude<RecordingMode, "replay"> | undefined;
  /** What becomes of a seat when its agent could not answer and its ask has no fallback; `stop` unless told. */
  readonly onFault?: OnFault | undefined;
  readonly onProgress?: ((progress: ModelProgress) => void) | undefined;
  /** Own texts of prompts for some actors, in place of the installation's. */
  readonly prompts?: Readonly<Record<string, OwnPrompts>> | undefined;
}

/** A model at work. */
export interface ModelProgress {
  readonly actor: string;
  readonly model: string;
  readonly state: "asked" | "writing" | "waiting" | "answered" | "gave_up";
  /** While it waits: why, and how long. */
  readonly note: string | null;
  /** Since it was asked. */
  readonly ms: number;
  /** Dollars for this answer; null where no price is known, and while it is under way. */
  readonly cost: number | null;
  /** What the whole play has used by now. */
  readonly spending: Spending;
}

export interface PlayResult extends RunLoopResult {
  /** Of the play, its teams and its seats, in that order; only those that are played by models. */
  readonly spending: readonly Spending[];
}

/** The budget that all of a play's models share. */
const PLAY = "this play";

/** Bots that any world can be played by. */
const BOTS: Readonly<Record<string, Bot<AnyShape>>> = { random: randomBot, first: firstBot };

export async function play(
  registry: BranchRegistry,
  run: string,
  options: PlayWith,
  setup: () => ModelSetup,
): Promise<PlayResult> {
  const branch = options.branch ?? "main";
  const engine = await registry.engine(run);
  const lineup = parseLineup(options.agents);
  const { frame } = await registry.session(run, branch);
  requirePlayers(lineup, engine, engine.world.actors(frame.state), setup, registry.programs);
  const bots = botsOf(engine);
  const table = [...lineup.values()].some(({ kind }) => kind === "model")
    ? await PlayModels.open(registry, run, branch, engine, lineup, options, setup())
    : null;
  const agents = new Map<string, Agent | null>();
  const agentOf = (actor: string): Agent | null => {
    const known = agents.get(actor);
    if (known !== undefined) return known;
    const player = playerFor(lineup, actor);
    const agent =
      player.kind === "bot"
        ? botAgent(findByName("bot", bots, player.name))
        : player.kind === "model"
          ? table!.agent(actor, player)
          : player.kind === "agent"
            ? programAgent(registry.programs, player.name, { run, branch, actor })
            : null;
    agents.set(actor, agent);
    return agent;
  };
  try {
    const order = table?.order ?? [];
    const books = table ? { books: table.books } : {};
    const isRead = (actor: string) => playerFor(lineup, actor).kind !== "bot";
    const done = await runLoop(registry, run, {
      ...loopOptions(options),
      standIn: standInFor(options.onFault ?? "stop", engine),
      ...books,
      branch,
      agents: agentOf,
      isRead,
      order,
      meanings: table?.meanings ?? null,
    });
    await table?.settled();
    return { ...done, spending: table?.spending() ?? [] };
  } catch (error) {
    throw misfit(error);
  } finally {
    await table?.settled();
  }
}

/** A recording that does not fit, as a fault; anything else as it is. */
export const misfit = (error: unknown): unknown =>
  error instanceof RecordingMismatch
    ? new Fault(
        "recording_mismatch",
        `The recording does not fit this run: ${error.message}. The run stays where it is and can be played on.`,
      )
    : error;

/** Bots by name: any world's, and those that come with this one. */
export const botsOf = ({ world }: AnyEngine): Readonly<Record<string, Bot<AnyShape>>> => ({ ...BOTS, ...world.bots });

/** Fault `bad_agents` when a lineup names a seat, a bot, a program or a model that is not there. */
export function requirePlayers(
  lineup: Lineup,
  engine: AnyEngine,
  actors: readonly string[],
  setup: () => ModelSetup,
  programs: Programs = NO_PROGRAMS,
): void {
  requireSeats(lineup, actors);
  for (const [seat, player] of lineup) {
    if (player.kind === "bot") findByName("bot", botsOf(engine), player.name);
    if (player.kind === "agent") requireProgram(programs, player.name);
    if (player.kind !== "model") continue;
    // Where nobody sits yet, as in a league that is planned, everybody is a player.
    const others = actors.length === 0 ? [seat] : actors.filter((actor) => !lineup.has(actor));
    const seated = seat === "*" ? others : [seat];
    for (const actor of seated) modelOf(setup(), player, roleOf(actor));
  }
}

/** Which of the actors a lineup gives to a model, and to which. Faults as `requirePlayers` has them. */
export function modelsOf(agents: string, actors: readonly string[], setup: () => ModelSetup): Record<string, string> {
  const lineup = parseLineup(agents);
  return Object.fromEntries(
    actors.flatMap((actor) => {
      const player = playerFor(lineup, actor);
      return player.kind === "model" ? [[actor, modelOf(setup(), player, roleOf(actor))] as const] : [];
    }),
  );
}

/** Seats that are no player's: a model without a name gets them by a role of its own. */
const ROLE_SEATS: Readonly<Record<string, string>> = {
  gamemaster: "gm",
  judge: "judge",
  "judge-2": "judge",
  "judge-3": "judge",
  "prompt-engineer": "prompt-engineer",
  painter: "painter",
};

/** The role that a model must have to be seated there without being named. */
export const roleOf = (actor: string): string => (Object.hasOwn(ROLE_SEATS, actor) ? ROLE_SEATS[actor]! : "player");

/** Faults as `play` would have them of a run that is about to begin. */
export async function requirePlay(
  registry: BranchRegistry,
  engine: AnyEngine,
  actors: readonly string[],
  { agents, replay }: Pick<PlayWith, "agents" | "replay">,
  setup: () => ModelSetup,
): Promise<void> {
  requirePlayers(parseLineup(agents), engine, actors, setup, registry.programs);
  if (replay !== undefined) await replayTape(registry, replay);
}

const loopOptions = ({ turnsMax, signal, standing }: PlayWith) => ({
  ...(standing ? { standing } : {}),
  ...(turnsMax === undefined ? {} : { turnsMax }),
  ...(signal ? { signal } : {}),
});

/** The models of one play: their ports, their budgets, and the calls under way. */
class PlayModels {
  /** Lanes as a replay is to commit them; empty when it is live. */
  readonly order: readonly string[];
  readonly #models: Models;
  readonly #tape: Tape;
  readonly #lanes = new Map<string, { readonly said: Conversation; readonly call: string | undefined }>();
  readonly #budgets = new Map<string, Budget>();
  readonly #under = new Set<Promise<unknown>>();
  readonly #play: Budget;
  /** What was used by now; the budgets themselves count by the history, which may be behind. */
  readonly #meter = new Budget(PLAY);
  readonly books = new Ledger(this.#meter);
  /** Where a model has the role `embedder`. */
  readonly meanings: Meanings | null;
  readonly #registry: BranchRegistry;
  readonly #run: string;
  readonly #branch: string;
  readonly #engine: AnyEngine;
  readonly #lineup: Lineup;
  readonly #options: PlayWith;
  readonly #setup: ModelSetup;

  private constructor(
    registry: BranchRegistry,
    run: string,
    branch: string,
    engine: AnyEngine,
    lineup: Lineup,
    options: PlayWith,
    setup: ModelSetup,
    models: Models,
    order: readonly string[],
  ) {
    this.order = order;
    this.#registry = registry;
    this.#run = run;
    this.#branch = branch;
    this.#engine = engine;
    this.#lineup = lineup;
    this.#options = options;
    this.#setup = setup;
    this.#models = models;
    this.#tape = tapeOf(registry.store, run);
    const embedder = modelForRole(setup.config, "embedder");
    this.meanings =
      embedder === null
        ? null
        : new Meanings(
            models.port(embedder),
            this.#tape,
            new Budget("embedder", setup.config.budget.run),
            options.signal,
          );
    this.#play = new Budget(PLAY, this.#left(PLAY, options.budget ?? setup.config.budget.run));
  }

  static async open(
    registry: BranchRegistry,
    run: string,
    branch: string,
    engine: AnyEngine,
    lineup: Lineup,
    options: PlayWith,
    setup: ModelSetup,
  ): Promise<PlayModels> {
    const { store } = registry;
    const own = tapeOf(store, run);
    const source = options.replay === undefined ? null : await replayTape(registry, options.replay);
    const from = source ? await countCallsOf(store, await registry.head(run, branch)) : {};
    // Loaded here alone: what talks to providers is large, and most plays need none of it.
    const { openModels } = await import("@orrery/models");
    const mode: RecordingMode = source ? "replay" : (options.mode ?? "record");
    const models = openModels(setup.config, {
      environment: setup.environment,
      directory: setup.directory,
      mode,
      ...(mode === "live" ? {} : { tape: source ? answering(source) : own }),
      ...(source ? { from } : {}),
      ...(mode === "replay" || mode === "cache" ? { keep: own } : {}),
      learned: await learnedCapabilities(store, setup),
      onLearned: keepLearned(store),
      tracer: setup.tracer,
    });
    const order = source ? await orderIn(source) : [];
    return new PlayModels(registry, run, branch, engine, lineup, options, setup, models, order);
  }

  /** The agent of a seat: one model, or several of which the next is asked where one fails. */
  agent(actor: string, player: SeatPlayer & { kind: "model" }): Agent {
    requirePrompts(this.#engine.world, { ...this.#setup.prompts, ...this.#options.prompts?.[actor] });
    const names = modelsOfPlayer(this.#setup, player, roleOf(actor));
    return inChain(names.map((name) => this.#agentOf(actor, name)));
  }

  #agentOf(actor: string, name: string): Agent {
    const { model } = this.#setup.config.models[name]!;
    const lane = laneOf(this.#branch, actor);
    const budget = this.#budgetOf(actor);
    const clock = { asked: 0 };
    const tell = (state: ModelProgress["state"], cost: number | null = null, note: string | null = null) =>
      this.#options.onProgress?.({
        actor,
        model: name,
        state,
        ms: Math.round(performance.now() - clock.asked),
        cost,
        note,
        spending: { ...this.#meter.spending, ceiling: this.#play.ceiling },
      });
    const modelAt = (account: AskAccount) =>
      modelAgent({
        engine: this.#engine,
        port: this.#models.port(name),
        prompts: { ...this.#setup.prompts, ...this.#options.prompts?.[actor] },
        lane,
        reserve: (call, calls) => account.reserve({ budget, estimate: estimateOf(call, model.price), calls }),
        recall: (shared) => this.#recall(actor, lane, shared),
        remember: (said, calls) => this.#lanes.set(lane, { said, call: calls.at(-1) }),
        callIds: (count) => {
          const last = this.#models.positions()[lane] ?? 0;
          return Array.from({ length: this.#isKept ? count : 0 }, (_, i) =>
            callId({ lane, seq: last - count + 1 + i }),
          );
        },
        ...(this.#options.onProgress ? { onText: () => tell("writing") } : {}),
        onWait: ({ code, ms }) => tell("waiting", null, `${code}, asked again in ${Math.ceil(ms / 1000)} s`),
        onBill: (bill) => tell("ok" in bill && bill.ok === false ? "gave_up" : "answered", bill.cost),
      });
    const painterAt = (account: AskAccount, { picture, actions }: Prompt, ask: string): Agent | null => {
      if (!picture || !canPaint(model)) return null;
      const own = laneOf(this.#branch, `${actor}/${ask}`);
      const easel: Easel = {
        port: this.#models.port(name),
        lane: own,
        reserve: (call, calls) => account.reserve({ budget, estimate: estimateOf(call, model.price), calls }),
        callIds: (count) => (this.#isKept ? [callId({ lane: own, seq: this.#models.positions()[own] ?? count })] : []),
        onBill: (cost, ok) => tell(ok ? "answered" : "gave_up", cost),
      };
      return imageAgent(easel, picture, actions);
    };
    return (seat) => {
      clock.asked = performance.now();
      tell("asked");
      const account = this.books.enter(seat.ask.id);
      const { ask, view, legal } = seat;
      const prompt = canPaint(model) ? this.#engine.world.prompt?.({ ask, view, legal }) : undefined;
      const agent = (prompt && painterAt(account, prompt, ask.id)) ?? modelAt(account);
      const reply = Promise.resolve(agent(seat)).finally(account.leave);
      const ended = reply.catch(() => {}).finally(() => this.#under.delete(ended));
      this.#under.add(ended);
      return reply;
    };
  }

  /** When every call has come back, or was called off: what was bought is kept by then. */
  async settled(): Promise<void> {
    await Promise.all(this.#under);
    this.books.end();
  }

  spending(): readonly Spending[] {
    return [this.#play, ...this.#budgets.values()].map(({ spending }) => spending);
  }

  get #isKept(): boolean {
    return this.#options.replay !== undefined || this.#options.mode !== "live";
  }

  /** What is left of a ceiling after the plays before this one. */
  #left(name: string, ceiling: Ceiling): Ceiling {
    const used = (this.#options.used ?? []).filter((spending) => spending.name === name);
    const sum = (of: (spending: Spending) => number) => used.reduce((total, one) => total + of(one), 0);
    const spent = {
      calls: sum(({ calls }) => calls),
      tokens: sum(({ usage }) => tokensOf(usage)),
      money: sum(({ money }) => money),
    };
    return Object.fromEntries(
      Object.entries(ceiling).map(([part, most]) => [part, Math.max(0, most - spent[part as keyof typeof spent])]),
    );
  }

  /** Play > team > seat. */
  #budgetOf(actor: string): Budget {
    const { budget } = this.#setup.config;
    const entry = teamOf(this.#lineup, actor);
    const name = `team ${entry}`;
    const team = this.#budgets.get(name) ?? this.#play.child(name, this.#left(name, budget.team));
    const seat = team.child(`seat ${actor}`, this.#left(`seat ${actor}`, budget.agent));
    this.#budgets.set(name, team).set(`seat ${actor}`, seat);
    return seat;
  }

  /** What was said so far, by what this line remembers: a run that goes on, goes back or branches takes its conversation along. */
  async #recall(actor: string, lane: string, shared: string | undefined): Promise<Conversation | null> {
    const session = await this.#registry.session(this.#run, this.#branch);
    if (shared !== undefined) {
      const calls = await lastCallsIn(this.#registry.store, session.head, shared);
      return calls && this.#after(calls);
    }
    const narrations = await this.#registry.narrations(this.#run);
    const hasCalls = ({ calls }: Provenance) => calls !== undefined && calls.length > 0;
    const answer = await narrations.lastAnswer(this.#branch, session.moment.place, actor, hasCalls);
    if (!answer?.calls) return null;
    return this.#after(answer.calls, lane);
  }

  /** What was said by the end of these calls: as it is still known here, else from the recording. */
  async #after(calls: readonly string[], lane = placeOfCall(calls.at(-1)!).lane): Promise<Conversation | null> {
    const kept = this.#lanes.get(lane);
    return kept && kept.call === calls.at(-1) ? kept.said : conversationAfter(this.#tape, calls);
  }
}

/** The configured name of a player's model, of a chain the first. Fault `bad_agents` when there is none. */
export const modelOf = (setup: ModelSetup, player: SeatPlayer & { kind: "model" }, of: string): string =>
  modelsOfPlayer(setup, player, of)[0]!;

/** The configured names of a player's models in the order of asking: one, or a chain of them. Fault `bad_agents` when one is not there. */
export function modelsOfPlayer(
  { config }: ModelSetup,
  { name }: SeatPlayer & { kind: "model" },
  of: string,
): readonly string[] {
  if (name !== null) {
    const names = chainOf(name);
    for (const one of names) findByName("model", config.models, one);
    return names;
  }
  const role = modelForRole(config, of);
  if (role === null)
    throw new Fault(
      "bad_agents",
      `No model has the role "${of}". Write model:NAME, or set the role in orrery.config.json.`,
    );
  return [role];
}

export async function replayTape(registry: BranchRegistry, replay: NonNullable<PlayWith["replay"]>): Promise<Tape> {
  if (typeof replay === "string") return tapeFrom(replay);
  return recordingOf(registry.store, replay.run, await registry.head(replay.run, replay.branch ?? "main"));
}

const learnedKey = ({ provider, id, url }: { provider: string; id: string; url: string }): string =>
  `learned ${provider} ${id} ${url}`;

/** The configured models, recording into a run; with a recording, answering from it alone and recording all the same. */
export async function openFor(
  store: Store,
  run: string,
  setup: ModelSetup,
  replay: { readonly tape: Tape; readonly from: Readonly<Record<string, number>> } | null = null,
): Promise<Models> {
  const { openModels } = await import("@orrery/models");
  const { environment, directory } = setup;
  const learned = await learnedCapabilities(store, setup);
  const own = tapeOf(store, run);
  return openModels(setup.config, {
    environment,
    directory,
    ...(replay ? { mode: "replay", ...replay, keep: own } : { mode: "record", tape: own }),
    learned,
    onLearned: keepLearned(store),
    tracer: setup.tracer,
  });
}

/** What of the configured models is there: keys, servers, and one small call each where that is asked for. */
export async function probeModels(
  store: Store,
  setup: ModelSetup,
  options: {
    readonly call: boolean;
    readonly only?: readonly string[] | undefined;
    readonly signal?: AbortSignal | undefined;
  },
): Promise<readonly ProbeReport[]> {
  for (const name of options.only ?? []) findByName("model", setup.config.models, name);
  const { probe } = await import("@orrery/models");
  const learned = await learnedCapabilities(store, setup);
  const models = Object.fromEntries(
    Object.entries(setup.config.models).map(([name, one]) => [
      name,
      { ...one, model: { ...one.model, capabilities: learned[name] ?? one.model.capabilities } },
    ]),
  );
  return probe(
    { ...setup.config, models },
    {
      environment: setup.environment,
      directory: setup.directory,
      call: options.call,
      ...(options.only ? { only: options.only } : {}),
      ...(options.signal ? { signal: options.signal } : {}),
      onLearned: keepLearned(store),
    },
  );
}

const keepLearned =
  (store: Store): OnLearned =>
  (model, capabilities) =>
    // What cannot be kept is learned again next time.
    void store.setSetting(learnedKey(model), JSON.stringify(capabilities)).catch(() => {});

/** What was found out about each model in earlier plays, by its configured name. */
async function learnedCapabilities(store: Store, { config }: ModelSetup): Promise<Record<string, Capabilities>> {
  const learned: Record<string, Capabilities> = {};
  for (const [name, { model }] of Object.entries(config.models)) {
    const text = await store.setting(learnedKey(model));
    if (text !== null) learned[name] = JSON.parse(text) as Capabilities;
  }
  return learned;
}
