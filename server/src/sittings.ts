// Agents at work in runs on their owner's word: started, watched, stopped. Nothing of it outlives the process; the runs do.
import type { Spending } from "@orrery/models/pure";
import {
  Fault,
  type ModelProgress,
  type OnFault,
  type Orrery,
  parseLineup,
  playerFor,
  StoreFault,
} from "@orrery/runtime";

export interface Sitting {
  readonly branch: string;
  /** Who plays what, as it was asked for. */
  readonly agents: string;
  /** `waiting`: for a person. `stopped`: an agent gave up, the owner called it off, or it could not go on; `why` says. */
  readonly state: "playing" | "waiting" | "ended" | "stopped";
  readonly why: string | null;
  readonly waitingFor: readonly string[];
  /** Models that are being asked right now. */
  readonly working: readonly Working[];
  /** What the models used so far, in order: the whole, its teams, its seats. */
  readonly spending: readonly Spending[];
}
interface Working {
  readonly actor: string;
  readonly model: string;
  readonly state: "asked" | "writing";
  readonly ms: number;
}

export interface SittingStart {
  readonly agents?: string | undefined;
  readonly branch?: string | undefined;
  readonly budget?: { readonly calls?: number; readonly tokens?: number; readonly money?: number } | undefined;
  readonly replay?: { readonly run: string; readonly branch?: string | undefined } | undefined;
  /** Agents also answer standing asks, each once. */
  readonly standing?: boolean | undefined;
  /** What a seat without a fallback does when its model gives no answer that counts; `stop` where nothing is said. */
  readonly onFault?: OnFault | undefined;
}

export interface Sittings {
  /** Faults as `play` has them; `not_allowed` where others than the world's staff play there already. Resolves when they have begun. */
  start(run: string, start: SittingStart): Promise<Sitting>;
  /** Seats the world's own staff, such as a game master, where nobody has been seated yet; null where there is nothing to do. */
  seatStaff(run: string, branch: string): Promise<Sitting | null>;
  /** Null where none play. Ends within a second; what was bought is kept. */
  stop(run: string, branch: string): Promise<Sitting | null>;
  /**
   * Aborts when the sitting that has this actor's seat is over, and has already where that seat is a person's. Null where
   * nobody was seated or the owner called it off.
   */
  seated(run: string, branch: string, actor: string): AbortSignal | null;
  of(run: string): readonly Sitting[];
  close(): Promise<void>;
}

interface SittingHooks {
  readonly tell: (run: string, branch: string, sitting: Sitting) => void;
  readonly onBug: (error: unknown) => void;
}
interface Open {
  /** Seated on nobody's word, so it makes way for agents that are asked for. */
  readonly isStaff: boolean;
  now: Sitting;
  readonly stop: AbortController;
  /** Aborts once it is over. */
  readonly over: AbortSignal;
  readonly done: Promise<void>;
}

export function openSittings(orrery: Orrery, usual: string | undefined, { tell, onBug }: SittingHooks): Sittings {
  const open = new Map<string, Open>();
  const keyOf = (run: string, branch: string) => JSON.stringify([run, branch]);
  const isOver = ({ state }: Sitting) => state === "ended" || state === "stopped";

  async function sit(
    run: string,
    branch: string,
    agents: string,
    start: SittingStart,
    self: () => Open,
  ): Promise<void> {
    const set = (change: Partial<Sitting>) => {
      self().now = { ...self().now, ...change };
      tell(run, branch, self().now);
    };
    const { signal } = self().stop;
    const used: Spending[] = [];
    const onProgress = ({ actor, model, state, ms }: ModelProgress) => {
      const others = self().now.working.filter((one) => one.actor !== actor);
      set({ working: state === "asked" || state === "writing" ? [...others, { actor, model, state, ms }] : others });
    };
    try {
      while (!signal.aborted) {
        const { head } = await orrery.show(run, { branch });
        const played = await orrery.play(run, { ...start, branch, agents, used, signal, onProgress });
        used.push(...played.spending);
        const { waitingFor, stopped } = played;
        set({ waitingFor, working: [], spending: sumOfSpending(used) });
        if (signal.aborted) break;
        if (stopped.length > 0)
          return set({ state: "stopped", why: stopped.map(({ actor, message }) => `${actor}: ${message}`).join(" ") });
        if (waitingFor.length === 0) return set({ state: "ended" });
        set({ state: "waiting" });
        if (!(await waitForMove(run, branch, head.turn + played.turns, signal))) break;
        set({ state: "playing" });
      }
      set({ state: "stopped", why: "Its owner called it off.", working: [] });
    } catch (error) {
      const known = error instanceof Fault || error instanceof StoreFault;
      if (!known) onBug(error);
      set({
        state: "stopped",
        working: [],
        why: known ? error.message : "Something broke here; the server's log says more.",
      });
    }
  }

  /** When the branch has moved on; false when it was called off before. */
  async function waitForMove(run: string, branch: string, turn: number, signal: AbortSignal): Promise<boolean> {
    const { head } = await orrery.show(run, { branch });
    if (head.turn !== turn) return true;
    for await (const _event of orrery.follow(run, { branch, after: head.id, signal })) return true;
    return false;
  }

  function begin(run: string, branch: string, agents: string, start: SittingStart, isStaff: boolean): Sitting {
    const now: Sitting = { branch, agents, state: "playing", why: null, waitingFor: [], working: [], spending: [] };
    const over = new AbortController();
    const entry: { -readonly [K in keyof Open]: Open[K] } = {
      isStaff,
      now,
      stop: new AbortController(),
      over: over.signal,
      done: Promise.resolve(),
    };
    open.set(keyOf(run, branch), entry);
    entry.done = sit(run, branch, agents, start, () => entry).finally(() => over.abort());
    return entry.now;
  }

  async function stop(run: string, branch: string): Promise<Sitting | null> {
    const known = open.get(keyOf(run, branch));
    if (!known) return null;
    known.stop.abort();
    await known.done;
    return known.now;
  }

  return {
    async start(run, start) {
      const { branch = "main", agents = usual } = start;
      if (agents === undefined)
        throw new Fault("bad_agents", "Say who plays: agents such as *=bot:random, or x=model:NAME,o=person.");
      parseLineup(agents);
      // A game that cannot begin is an answer to its request, and not to the stream alone.
      await orrery.forecast(run, { agents, branch });
      if (open.get(keyOf(run, branch))?.isStaff) await stop(run, branch);
      const known = open.get(keyOf(run, branch));
      if (known && !isOver(known.now)) throw new Fault("not_allowed", "Agents play here already. Stop them first.");
      return begin(run, branch, agents, start, false);
    },
    async seatStaff(run, branch) {
      const agents = await orrery.staff(run);
      return agents === null || open.has(keyOf(run, branch)) ? null : begin(run, branch, agents, {}, true);
    },
    stop,
    seated(run, branch, actor) {
      const known = open.get(keyOf(run, branch));
      if (!known || known.stop.signal.aborted) return null;
      if (playerFor(parseLineup(known.now.agents), actor).kind === "person" || isOver(known.now))
        return AbortSignal.abort();
      return known.over;
    },
    of: (run) => [...open].flatMap(([key, { now }]) => ((JSON.parse(key) as string[])[0] === run ? [now] : [])),
    async close() {
      for (const { stop } of open.values()) stop.abort();
      await Promise.all([...open.values()].map(({ done }) => done));
    },
  };
}

/** The spending of several plays, by name. */
function sumOfSpending(used: readonly Spending[]): Spending[] {
  const by = new Map<string, Spending>();
  for (const one of used) {
    const before = by.get(one.name);
    by.set(
      one.name,
      before
        ? {
            ...one,
            calls: before.calls + one.calls,
            money: before.money + one.money,
            unpriced: before.unpriced + one.unpriced,
            usage: {
              input: before.usage.input + one.usage.input,
              cached: before.usage.cached + one.usage.cached,
              written: before.usage.written + one.usage.written,
              output: before.usage.output + one.usage.output,
              reasoning: before.usage.reasoning + one.usage.reasoning,
              estimated: before.usage.estimated || one.usage.estimated,
            },
          }
        : one,
    );
  }
  return [...by.values()];
}
