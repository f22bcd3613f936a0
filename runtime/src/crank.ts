// Turns the crank: asks agents, repairs their answers a bounded number of times, falls back, and commits lane by lane.
import type { Agent, Reply } from "@orrery/agents";
import {
  type ActionBase,
  type AnyEngine,
  type Ask,
  type Attempt,
  actionProblem,
  admit,
  type Cause,
  type Given,
  keyedDice,
  type Shape,
  type Validation,
  viewOf,
} from "@orrery/kernel";
import { commitWindow, epochOf } from "./commits.ts";
import type { Keeper } from "./keeper.ts";
import type { Line } from "./line.ts";

export interface CrankOptions {
  readonly branch?: string;
  /** Who answers for an actor; null: a person, whose answers come by submission. */
  readonly agents: (actor: string) => Agent | null;
  readonly turnsMax?: number;
  readonly signal?: AbortSignal;
}

/** An ask being answered. `given` is null until it is, and `dead` when nobody can speak for the seat. */
interface Pending {
  readonly abort: AbortController;
  readonly done: Promise<void>;
  given: Given<Shape> | null;
  dead: boolean;
}

/** Tries that an agent has when the ask does not say. */
const ATTEMPTS = 3;

/** Lets agents answer until someone without an agent is due, the run has ended, or `turnsMax` is reached. */
export async function crank(
  keeper: Keeper,
  run: string,
  options: CrankOptions,
): Promise<{ turns: number; outcome: unknown; waitingFor: readonly string[] }> {
  const branch = options.branch ?? "main";
  const engine = await keeper.engine(run);
  const pending = new Map<string, Pending>();
  let wake = () => {};
  const stopListening = keeper.listen(run, branch, () => wake());
  let turns = 0;
  try {
    for (;;) {
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const line = await keeper.line(run, branch);
      const due = engine.world.asks(line.frame.state).filter(({ kind }) => kind === "due");
      const outcome = engine.world.outcome(line.frame.state);
      withdraw(pending, due);
      if (due.length === 0 || options.signal?.aborted || turns >= (options.turnsMax ?? Number.POSITIVE_INFINITY)) {
        return { turns, outcome, waitingFor: due.map(({ to }) => to) };
      }
      const answered = new Set((await keeper.store.inbox(run, branch)).map(({ ask }) => ask));
      for (const ask of due) {
        if (answered.has(ask.id) || pending.has(ask.id)) continue;
        const agent = options.agents(ask.to);
        if (agent || (ask.deadlineMs !== undefined && ask.fallback))
          pending.set(ask.id, await start(keeper, engine, line, ask, agent));
      }
      const lanes = [...new Set(due.map(({ lane }) => lane))].sort();
      const ready = lanes.find((lane) =>
        due.every((ask) => ask.lane !== lane || answered.has(ask.id) || pending.get(ask.id)?.given),
      );
      if (ready !== undefined) {
        const fresh = due.flatMap((ask) => (ask.lane === ready ? (pending.get(ask.id)?.given ?? []) : []));
        const made = await keeper.alone(run, branch, async () =>
          commitWindow(keeper, engine, await keeper.line(run, branch), ready, fresh),
        );
        for (const one of fresh) if (one.ask) pending.delete(one.ask.id);
        if (made) turns++;
        continue;
      }
      const working = [...pending.values()].filter(({ given, dead }) => !given && !dead);
      if (working.length === 0) {
        return {
          turns,
          outcome,
          waitingFor: due.flatMap((ask) => (answered.has(ask.id) || pending.get(ask.id)?.given ? [] : [ask.to])),
        };
      }
      await Promise.race([woken, ...working.map(({ done }) => done), aborted(options.signal)]);
    }
  } finally {
    stopListening();
    for (const { abort } of pending.values()) abort.abort();
  }
}

/** Takes back what nobody asks any more. */
function withdraw(pending: Map<string, Pending>, due: readonly Ask<Shape>[]): void {
  for (const [id, { abort }] of pending) {
    if (due.some((ask) => ask.id === id)) continue;
    abort.abort();
    pending.delete(id);
  }
}

async function start(
  keeper: Keeper,
  engine: AnyEngine,
  line: Line,
  ask: Ask<Shape>,
  agent: Agent | null,
): Promise<Pending> {
  const abort = new AbortController();
  const pending: { given: Given<Shape> | null; dead: boolean } = { given: null, dead: false };
  const { seed } = await epochOf(keeper, line);
  const done = collect(engine, line, ask, agent, seed, abort.signal).then((given) => {
    pending.given = given;
    pending.dead = given === null;
  });
  // Bots answer at once: they must be seen as ready before anyone waits, so that their schedule is the same every time.
  await Promise.race([done, new Promise((resolve) => setImmediate(resolve))]);
  return Object.assign(pending, { abort, done });
}

/** One seat's answer: tries and repairs, then the fallback. Null: nobody speaks for this seat. */
async function collect(
  engine: AnyEngine,
  line: Line,
  ask: Ask<Shape>,
  agent: Agent | null,
  seed: string,
  signal: AbortSignal,
): Promise<Given<Shape> | null> {
  const { frame, head } = line;
  const view = viewOf(engine, frame, ask.to);
  const legal = engine.world.legal(view, ask.to);
  // Bots draw from a key of their own, so that they cannot move the world's dice.
  const dice = keyedDice(
    engine.hash,
    { seed, salt: head.salt, lane: ask.lane, depth: frame.lanes[ask.lane] ?? 0 },
    `@bot ${ask.to}`,
  );
  const attempts: Attempt[] = [];
  const deadline = deadlineOf(ask, signal);
  let problems: readonly Validation[] = [];
  let cause: Cause = "attempts";
  for (let n = 0; n < (ask.attempts ?? ATTEMPTS); n++) {
    const asked: Promise<Reply> = agent
      ? (async () => agent({ ask, view, legal, problems, dice, signal }))().catch(
          (): Reply => ({ ok: false, cause: "fault" }),
        )
      : new Promise(() => {});
    const reply = await (deadline ? Promise.race([asked, deadline]) : asked);
    if (signal.aborted) return null;
    if (reply.ok === false) {
      cause = reply.cause;
      break;
    }
    problems = judge(engine, view, ask, reply.actions);
    if (problems.length === 0) {
      return {
        actor: ask.to,
        ask,
        actions: reply.actions,
        provenance: {
          actor: ask.to,
          ask: ask.id,
          by: "agent",
          ...(reply.rawText === undefined ? {} : { rawText: reply.rawText }),
          ...tried(attempts),
        },
      };
    }
    attempts.push({ actions: JSON.stringify(reply.actions), problems });
  }
  if (!ask.fallback) return null;
  return {
    actor: ask.to,
    ask,
    actions: [ask.fallback(cause)],
    provenance: { actor: ask.to, ask: ask.id, by: "fallback", cause, ...tried(attempts) },
  };
}

/** What is wrong with an answer before it is handed in; in sequences only the first part can be known. */
function judge(engine: AnyEngine, view: unknown, ask: Ask<Shape>, actions: readonly unknown[]): Validation[] {
  if (actions.length === 0)
    return [{ actionIndex: 0, success: false, reason: "invalid_action", message: "The answer holds no action." }];
  return actions.flatMap((action, actionIndex) => {
    const problem = actionProblem(action);
    if (problem) return [{ actionIndex, success: false, reason: "invalid_action", message: problem }];
    if (ask.mode === "each" && actionIndex > 0) return [];
    const verdict = admit(engine, view, { actor: ask.to, ask }, action as ActionBase);
    return verdict ? [{ actionIndex, success: false, ...verdict }] : [];
  });
}

const tried = (attempts: readonly Attempt[]) => (attempts.length > 0 ? { attempts } : {});

function deadlineOf({ deadlineMs }: Ask<Shape>, signal: AbortSignal): Promise<Reply> | null {
  if (deadlineMs === undefined) return null;
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve({ ok: false, cause: "deadline" }), deadlineMs);
    signal.addEventListener("abort", () => clearTimeout(timer));
  });
}

const aborted = (signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted) resolve();
    else signal?.addEventListener("abort", () => resolve(), { once: true });
  });
