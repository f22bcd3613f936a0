// Turns the crank of one run: asks agents, repairs their answers a bounded number of times, falls back, and commits lane by lane.
import { type Agent, type AgentTask, type ArtifactBytes, type Reply, verdictsOn } from "@orrery/agents";
import {
  type Answer,
  type AnyEngine,
  type Ask,
  type Attempt,
  type Cause,
  type Frame,
  keyedDice,
  type Shape,
  type Validation,
  viewOf,
  type Window,
  windowsOf,
} from "@orrery/kernel";
import { RecordingMismatch } from "@orrery/models/recording";
import type { InboxRow } from "@orrery/store";
import { keepArtifacts } from "../branch/artifacts.ts";
import type { BranchRegistry } from "../branch/branch-registry.ts";
import { commitWindow, epochOf, fromInbox, isStillAdmissible, keepAnswer } from "../branch/commits.ts";
import type { Nearness } from "../memory/recall.ts";
import type { StandIn } from "../seating/stand-in.ts";
import type { BranchSession } from "../turns/branch-session.ts";
import { Fallbacks } from "./fallbacks.ts";
import type { Books } from "./ledger.ts";
import { Pace } from "./pace.ts";
import { type Talk, talkOf } from "./talk.ts";

interface RunLoopOptions {
  readonly branch?: string;
  /** Who answers for an actor; null: a person, who submits answers. */
  readonly agents: (actor: string) => Agent | null;
  readonly turnsMax?: number;
  readonly signal?: AbortSignal;
  /** Lanes in the order in which their windows are to be committed: that between lanes is history, and a replay repeats it. */
  readonly order?: readonly string[];
  /** Whether anybody reads what this seat is told; absent: everybody's. Bots read nothing. */
  readonly isRead?: (actor: string) => boolean;
  /** Agents are also asked what they may answer at any time, each such ask once: judges, once a run has ended. */
  readonly standing?: boolean;
  /** Speaks for a seat after its agent gave up, where the ask has no fallback. Persons are waited for all the same. */
  readonly standIn?: StandIn | null;
  /** Receives the actors asked together and the committed answers, for budgets that must go by the history. */
  readonly books?: Books;
  /** Vectors for what seats remember; null: memories are found by their words alone. */
  readonly meanings?: Nearness | null;
}

/** An ask being answered. `given` is null until it is, and `dead` when nobody can speak for the seat. */
interface Pending {
  readonly ask: Ask<Shape>;
  readonly abort: AbortController;
  /** What it says aloud until it has become a turn. */
  readonly talk: Talk;
  /** Stops it because a quorum has answered: its fallback speaks. */
  readonly cut: () => void;
  /** Called when it is answered or dead. */
  settled: (one: Pending) => void;
  given: Answer<Shape> | null;
  dead: boolean;
  /** Why nobody can, as far as the agent said. */
  why: Stopped | null;
  /** What the agent threw that must not be taken for silence. */
  broken: unknown;
}

/** An actor without an answer: its agent gave up, and the ask has no fallback. */
export interface Stopped {
  readonly actor: string;
  readonly cause: Cause;
  readonly message: string;
}

export interface RunLoopResult {
  readonly turns: number;
  readonly outcome: unknown;
  readonly waitingFor: readonly string[];
  /** Of the actors that are waited for: agents that gave up, and why. */
  readonly stopped: readonly Stopped[];
}

/** What an agent may ask of what went before, and where the files of its answers are kept. */
export interface Past extends Pick<AgentTask, "tellings" | "memories" | "aloud"> {
  readonly standIn?: StandIn;
  /** What is left of the ask's time; absent: all of it. */
  readonly leftMs?: number;
  /** What is wrong with these files; when nothing is, they are stored. */
  readonly keep: (artifacts: readonly ArtifactBytes[]) => Promise<readonly Validation[]>;
}

/** Tries that an agent has when the ask does not say. */
const ATTEMPTS = 3;

/** Lets agents answer until someone without an agent is due, the run has ended, or `turnsMax` is reached. */
export async function runLoop(registry: BranchRegistry, run: string, options: RunLoopOptions): Promise<RunLoopResult> {
  const branch = options.branch ?? "main";
  const engine = await registry.engine(run);
  const pending = new Map<string, Pending>();
  let wake = () => {};
  const stopListening = registry.listen(run, branch, () => wake());
  const letGo = registry.turning(run, branch);
  const order = [...(options.order ?? [])];
  const heard = new Set<string>();
  const fallbacks = new Fallbacks();
  const isAsked = ({ kind, asks: [first] }: Window<Shape>): boolean =>
    kind === "due" || (options.standing === true && !heard.has(first!.id) && options.agents(first!.to) !== null);
  const pace = new Pace();
  // A run that was brought here has no clocks yet.
  await registry.clocks.keep(await registry.session(run, branch));
  let turns = 0;
  try {
    for (;;) {
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const session = await registry.session(run, branch);
      const windows = windowsOf(engine, session.frame.state).filter(isAsked);
      const due = windows.flatMap(({ asks }) => asks);
      const outcome = engine.world.outcome(session.frame.state);
      withdraw(pending, due);
      if (due.length === 0 || options.signal?.aborted || turns >= (options.turnsMax ?? Number.POSITIVE_INFINITY)) {
        return { turns, outcome, waitingFor: due.map(({ to }) => to), stopped: [] };
      }
      const ends = await registry.clocks.deadlines(run, branch, due);
      const answered = new Map((await registry.store.inbox(run, branch)).map((row) => [row.ask, row]));
      let open = () => {};
      const opened = new Promise<void>((resolve) => {
        open = resolve;
      });
      for (const ask of due) {
        if (answered.has(ask.id) || pending.has(ask.id)) continue;
        const agent = options.agents(ask.to);
        if (agent || (ask.deadlineMs !== undefined && ask.fallback))
          pending.set(ask.id, await start(registry, engine, session, ask, agent, ends.get(ask.id), opened, options));
      }
      open();
      await options.books?.reserveBatched();
      const lanes = inTurn(
        session.frame,
        windows.map(({ lane }) => lane),
      );
      while (order.length > 0 && !lanes.includes(order[0]!)) order.shift();
      const progress = new Map(windows.map((window) => [window.lane, new WindowProgress(window, answered, pending)]));
      const ready = (order.length > 0 ? [order[0]!] : lanes).find((lane) => progress.get(lane)!.isReady);
      const people = due.filter(({ lane, to }) => lane === ready && options.agents(to) === null);
      const early = pace.left(people, performance.now());
      if (early > 0) {
        await Promise.race([woken, new Promise((resolve) => setTimeout(resolve, early)), whenAborted(options.signal)]);
        continue;
      }
      if (ready !== undefined) {
        const fresh = due.flatMap((ask) => (ask.lane === ready ? (pending.get(ask.id)?.given ?? []) : []));
        const made = await registry.alone(run, branch, async () =>
          commitWindow(registry, engine, await registry.session(run, branch), ready, fresh, { isRead: options.isRead }),
        );
        for (const { ask } of fresh) {
          if (!ask) continue;
          pending.get(ask.id)?.talk.end();
          pending.delete(ask.id);
          if (ask.kind === "standing") heard.add(ask.id);
        }
        if (made?.kind === "turn") {
          if (made.committed.transition.commit) fallbacks.check(made.committed.transition.commit);
          pace.noteClosed(people, performance.now());
          turns++;
          order.shift();
          options.books?.over(fresh.flatMap(({ ask }) => (ask ? [ask.id] : [])));
        }
        // Bots alone would leave signals, timers and other people's requests waiting to the end.
        await new Promise((resolve) => setImmediate(resolve));
        continue;
      }
      for (const { broken } of pending.values()) if (broken !== null) throw broken;
      for (const one of progress.values()) if (one.hasQuorum) one.cut();
      const working = [...pending.values()].filter(isWorking);
      if (working.length === 0) {
        if (await keepGiven(registry, engine, run, branch, pending)) continue;
        return {
          turns,
          outcome,
          waitingFor: [...progress.values()].flatMap(({ open }) => open.map(({ to }) => to)),
          stopped: [...pending.values()].flatMap(({ why }) => why ?? []),
        };
      }
      let left = working.length;
      // Woken by the answer that makes a difference, not by each: a window may have thousands.
      const noteAnswer = (one: Pending) => {
        left--;
        if (left === 0 || one.broken !== null || progress.get(one.ask.lane)?.answer(one)) wake();
      };
      for (const one of working) one.settled = noteAnswer;
      await Promise.race([woken, whenAborted(options.signal)]);
    }
  } finally {
    stopListening();
    letGo();
    for (const { abort, talk } of pending.values()) {
      abort.abort();
      talk.end();
    }
  }
}

/** Keeps the answers of agents in windows that wait for a person, like anyone's: then the person's answer closes the window, and none is asked for twice. False: there were none. */
async function keepGiven(
  registry: BranchRegistry,
  engine: AnyEngine,
  run: string,
  branch: string,
  pending: Map<string, Pending>,
): Promise<boolean> {
  const given = [...pending].flatMap(([id, { given }]) => (given?.ask ? [{ id, given }] : []));
  if (given.length === 0) return false;
  await registry.alone(run, branch, async () => {
    const session = await registry.session(run, branch);
    for (const { id, given: one } of given) {
      pending.get(id)?.talk.end();
      pending.delete(id);
      if (isStillAdmissible(engine, session, one)) await keepAnswer(registry, session, id, one);
    }
  });
  return true;
}

/** How far one window is. */
class WindowProgress {
  /** Asks that nobody has spoken for. */
  readonly open: readonly Ask<Shape>[];
  readonly #window: Window<Shape>;
  readonly #pending: ReadonlyMap<string, Pending>;
  /** Answers by the actors themselves: fallbacks do not make a quorum. */
  #came: number;
  #left: number;

  constructor(window: Window<Shape>, answered: ReadonlyMap<string, InboxRow>, pending: ReadonlyMap<string, Pending>) {
    const answerGiven = ({ id }: Ask<Shape>) => pending.get(id)?.given;
    this.#window = window;
    this.#pending = pending;
    this.open = window.asks.filter((ask) => !answered.has(ask.id) && !answerGiven(ask));
    const isAnswer = (ask: Ask<Shape>) => {
      const row = answered.get(ask.id);
      return (answerGiven(ask) ?? (row && fromInbox(ask, row)))?.provenance.by === "agent";
    };
    // Without a quorum nobody counts answers.
    this.#came = window.quorum < window.asks.length ? window.asks.filter(isAnswer).length : 0;
    this.#left = this.open.length;
  }

  /** Enough answers came for the rest to fall back. */
  get hasQuorum(): boolean {
    const { asks, quorum } = this.#window;
    if (quorum >= asks.length) return this.open.length === 0;
    return this.#came >= quorum && this.open.every(({ fallback }) => fallback !== undefined);
  }

  /** Everyone has spoken, or a quorum has and nobody else is still at it. */
  get isReady(): boolean {
    return this.open.length === 0 || (this.hasQuorum && !this.open.some(({ id }) => isWorking(this.#pending.get(id))));
  }

  /** Stops agents that are still at it. */
  cut(): void {
    for (const { id } of this.open) this.#pending.get(id)?.cut();
  }

  /** One more has settled; true when the window may be ready by that. */
  answer({ given }: Pending): boolean {
    if (!given) return false;
    this.#left--;
    if (given.provenance.by === "agent") this.#came++;
    return this.#left === 0 || this.#came === this.#window.quorum;
  }
}

const isWorking = (one: Pending | undefined): boolean => one !== undefined && !one.given && !one.dead;

/** Takes back what nobody asks any more. */
function withdraw(pending: Map<string, Pending>, due: readonly Ask<Shape>[]): void {
  const ids = new Set(due.map(({ id }) => id));
  for (const [id, { abort, talk }] of pending) {
    if (ids.has(id)) continue;
    abort.abort();
    talk.end();
    pending.delete(id);
  }
}

/** `opened`: when everyone who is asked at this moment has been asked, so that what went before is told to all of them at once. */
async function start(
  registry: BranchRegistry,
  engine: AnyEngine,
  session: BranchSession,
  ask: Ask<Shape>,
  agent: Agent | null,
  endsAt: number | undefined,
  opened: Promise<void>,
  { standIn, meanings }: Pick<RunLoopOptions, "standIn" | "meanings">,
): Promise<Pending> {
  const abort = new AbortController();
  const quorum = new AbortController();
  const { run, branch } = session.head;
  const talk = talkOf(registry, run, branch, ask);
  const pending: Pending = {
    ask,
    abort,
    talk,
    cut: () => quorum.abort(),
    settled: () => {},
    given: null,
    dead: false,
    why: null,
    broken: null,
  };
  const at = session.moment.place;
  const { seed } = await epochOf(registry, session);
  const past: Past = {
    tellings: async () => {
      await opened;
      return (await registry.narrations(run)).tellings(branch, at, ask.to);
    },
    memories: (cue) => registry.remembering.recollect(run, at, session.frame, ask.to, cue, meanings),
    ...(endsAt === undefined ? {} : { leftMs: Math.max(0, endsAt - registry.outside.now()) }),
    aloud: talk.say,
    ...(standIn && agent ? { standIn } : {}),
    keep: (artifacts) => keepArtifacts(registry.store, run, artifacts),
  };
  const done = collect(engine, session, ask, agent, seed, past, abort.signal, quorum.signal).then(
    (collected) => {
      pending.given = collected.given;
      pending.dead = collected.given === null;
      pending.why = collected.why;
      pending.settled(pending);
    },
    (error: unknown) => {
      pending.dead = true;
      pending.broken = error;
      pending.settled(pending);
    },
  );
  // Bots answer at once: they must be seen as ready before anyone waits, so that their schedule is the same every time.
  let soon: NodeJS.Immediate | undefined;
  const moment = new Promise((resolve) => {
    soon = setImmediate(resolve);
  });
  await Promise.race([done, moment]);
  // Where everybody answers at once the event loop is not come to: what waits for it would keep every frame alive.
  clearImmediate(soon);
  return pending;
}

/** One seat's answer: tries and repairs, then the fallback. `given` null: nobody speaks for this seat. */
export async function collect(
  engine: AnyEngine,
  line: { readonly frame: Frame<Shape>; readonly head: { readonly salt: string } },
  ask: Ask<Shape>,
  agent: Agent | null,
  seed: string,
  { keep, standIn, leftMs = ask.deadlineMs, ...past }: Past,
  signal: AbortSignal,
  /** Aborted when a quorum of the window has answered without this seat. */
  quorum: AbortSignal | null = null,
): Promise<{ given: Answer<Shape> | null; why: Stopped | null }> {
  const { frame, head } = line;
  const view = viewOf(engine, frame, ask.to);
  const saw = { frame, view };
  // Worked out when it is looked at: many agents never do.
  let legal: ReturnType<AnyEngine["world"]["legal"]> | null = null;
  // Bots draw from a key of their own, so that they cannot move the world's dice.
  const dice = keyedDice(
    engine.hash,
    { seed, salt: head.salt, lane: ask.lane, depth: frame.lanes[ask.lane] ?? 0 },
    `@bot ${ask.to}`,
  );
  const patience = new Patience(leftMs, signal, quorum);
  const tried: AskAttempts = { attempts: [], calls: [] };
  let problems: readonly Validation[] = [];
  let gaveUp: { cause: Cause; message: string } = { cause: "attempts", message: "No answer was accepted." };
  try {
    if (leftMs !== undefined && leftMs <= 0) gaveUp = LATE;
    for (let n = 0; n < (ask.attempts ?? ATTEMPTS) && gaveUp !== LATE; n++) {
      const asked: Promise<Reply> = agent
        ? (async () =>
            agent({
              ask,
              view,
              get legal() {
                legal ??= engine.world.legal(view, ask.to);
                return legal;
              },
              problems,
              dice,
              signal: patience.signal,
              judge: (actions) => verdictsOn(engine, view, ask, actions),
              ...past,
            }))().catch(faultOf)
        : new Promise(() => {});
      const reply = await patience.wait(asked, agent !== null);
      if (signal.aborted) return { given: null, why: null };
      tried.attempts.push(...(reply.attempts ?? []));
      tried.calls.push(...(reply.calls ?? []));
      if (reply.ok === false) {
        gaveUp = { cause: reply.cause, message: reply.message ?? "It gave no answer." };
        break;
      }
      const { actions, artifacts = [], rawText, reading, conversation } = reply;
      problems = verdictsOn(engine, view, ask, actions);
      if (problems.length === 0 && artifacts.length > 0) problems = await keep(artifacts);
      if (problems.length === 0) {
        const provenance = {
          actor: ask.to,
          ask: ask.id,
          by: "agent" as const,
          ...(rawText === undefined ? {} : { rawText }),
          ...(reading === undefined ? {} : { reading }),
          ...(conversation === undefined ? {} : { conversation }),
          ...(artifacts.length === 0 ? {} : { artifacts: [...new Set(artifacts.map(({ hash }) => hash))] }),
          ...attemptsRecord(tried),
        };
        return { given: { actor: ask.to, ask, actions, provenance, saw }, why: null };
      }
      tried.attempts.push({ actions: JSON.stringify(actions), problems });
      gaveUp = { cause: "attempts", message: problems.map(({ message }) => message).join(" ") };
    }
  } finally {
    patience.end();
  }
  const { cause } = gaveUp;
  const spoken = ask.fallback
    ? [ask.fallback(cause)]
    : (standIn?.({ ask, view, legal: engine.world.legal(view, ask.to), dice }, cause) ?? null);
  if (spoken === null || (!ask.fallback && verdictsOn(engine, view, ask, spoken).length > 0))
    return { given: null, why: { actor: ask.to, ...gaveUp } };
  const provenance = { actor: ask.to, ask: ask.id, by: "fallback" as const, cause, ...attemptsRecord(tried) };
  return { given: { actor: ask.to, ask, actions: spoken, provenance, saw }, why: null };
}

interface AskAttempts {
  readonly attempts: Attempt[];
  readonly calls: string[];
}
const attemptsRecord = ({ attempts, calls }: AskAttempts) => ({
  ...(attempts.length > 0 ? { attempts } : {}),
  ...(calls.length > 0 ? { calls } : {}),
});

/** What an agent throws is silence, and the fallback speaks; but a recording that does not match is no agent's doing. */
function faultOf(error: unknown): Reply {
  if (error instanceof RecordingMismatch) throw error;
  return { ok: false, cause: "fault", message: error instanceof Error ? error.message : "The agent broke down." };
}

/** The time an ask has. When it is over the agent is told to stop, and may still say what it has used. */
class Patience {
  readonly #stop = new AbortController();
  readonly #over: Promise<null>;
  readonly #timer: NodeJS.Timeout | null = null;
  readonly #quorum: AbortSignal | null;
  constructor(deadlineMs: number | undefined, signal: AbortSignal, quorum: AbortSignal | null) {
    this.#quorum = quorum;
    let end = (_: null) => {};
    this.#over = new Promise((resolve) => {
      end = resolve;
    });
    const callOff = () => {
      this.#stop.abort();
      end(null);
    };
    signal.addEventListener("abort", callOff, { once: true });
    quorum?.addEventListener("abort", callOff, { once: true });
    if (deadlineMs !== undefined) this.#timer = setTimeout(callOff, deadlineMs);
  }
  get signal(): AbortSignal {
    return this.#stop.signal;
  }
  async wait(asked: Promise<Reply>, isWorking: boolean): Promise<Reply> {
    const reply = await Promise.race([asked, this.#over]);
    if (reply) return reply;
    const late = isWorking ? await Promise.race([asked, pause(GRACE_MS)]) : null;
    const { attempts = [], calls = [] } = late ?? {};
    return { ok: false, ...(this.#quorum?.aborted ? TOO_LATE : LATE), attempts, calls };
  }
  end(): void {
    if (this.#timer) clearTimeout(this.#timer);
  }
}

const TOO_LATE = { cause: "quorum", message: "Enough others have answered." } as const;
const LATE = { cause: "deadline", message: "The time for an answer was over." } as const;
const GRACE_MS = 1000;
const pause = (ms: number): Promise<null> => new Promise((resolve) => setTimeout(() => resolve(null), ms).unref());

const whenAborted = (signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted) resolve();
    else signal?.addEventListener("abort", () => resolve(), { once: true });
  });

/** Lanes that could commit, the one with the fewest turns first: none runs ahead while another is ready. */
export const inTurn = ({ lanes: depths }: Pick<Frame<Shape>, "lanes">, lanes: readonly string[]): readonly string[] =>
  [...new Set(lanes)].sort((a, b) => (depths[a] ?? 0) - (depths[b] ?? 0) || (a < b ? -1 : 1));
