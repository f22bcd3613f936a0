// The deadlines of asks: stores when each ask opened, and answers overdue asks with their fallbacks. Serves branches that no
// run loop serves, such as runs of people alone; a run loop keeps its own branch's deadlines.
import type { Answer, AnyEngine, Ask, Provenance, Shape, Window } from "@orrery/kernel";
import { readCommit } from "@orrery/kernel";
import { type ClockChange, type Store, StoreFault } from "@orrery/store";
import { Fault } from "../fault.ts";
import type { Outside } from "../ids.ts";
import type { BranchSession } from "../turns/branch-session.ts";

/** After so many turns in a row that only deadlines made, a table counts as deserted: its time stops until somebody acts. */
export const DESERTED_AFTER = 32;
/** How soon a branch is tried again that the store could not read or write. */
const RETRY_MS = 1000;
/** What a timer can wait at most. */
const TIMER_MAX = 2 ** 31 - 1;

interface Timed extends Ask<Shape> {
  readonly deadlineMs: number;
}

/** The branches whose clocks run. */
interface Branches {
  readonly store: Store;
  readonly outside: Outside;
  engine(run: string): Promise<AnyEngine>;
  session(run: string, branch: string): Promise<BranchSession>;
  alone<T>(run: string, branch: string, work: () => Promise<T>): Promise<T>;
  isTurned(run: string, branch: string): boolean;
}

/** What a process that keeps time does: commits a window with the answers of the silent, and hears of bugs. */
interface Timekeeping {
  commit(engine: AnyEngine, session: BranchSession, lane: string, given: readonly Answer<Shape>[]): Promise<unknown>;
  onBug(error: unknown): void;
}

export class Clocks {
  readonly #branches: Branches;
  /** Branches that have no clocks: most worlds have no deadlines, and pay nothing. */
  readonly #idle = new Set<string>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #under = new Set<Promise<void>>();
  /** Runs in which somebody took a seat, as far as they were met here. */
  readonly #seated = new Set<string>();
  /** Null while this process keeps no time. */
  #keeping: Timekeeping | null = null;

  constructor(branches: Branches) {
    this.#branches = branches;
  }

  /** Brings the clocks of a branch in line with its open asks: to be called wherever its head has come to stand without a turn. */
  async keep(session: BranchSession, isNew = false): Promise<void> {
    const { run, branch } = session.head;
    const change = await this.changeFor(run, branch, session.windows, isNew);
    if (change) await this.#branches.store.moveClocks(run, branch, change);
    this.look(run, branch);
  }

  /** Which clocks start and end where these windows are open; null where none do. Writes nothing. */
  async changeFor(
    run: string,
    branch: string,
    windows: readonly Window<Shape>[],
    isNew = false,
  ): Promise<ClockChange | null> {
    const key = keyOf(run, branch);
    const timed = timedAsks(windows);
    if (timed.length === 0 && this.#idle.has(key)) return null;
    const known = await this.#of(run, branch);
    if (this.#idle.size > IDLE_MAX) this.#idle.clear();
    if (timed.length === 0) this.#idle.add(key);
    else this.#idle.delete(key);
    const open = timed.flatMap(({ id }) => (isNew || !known.has(id) ? [id] : []));
    const ids = new Set(timed.map(({ id }) => id));
    const closed = [...known.keys()].filter((id) => isNew || !ids.has(id));
    return open.length > 0 || closed.length > 0 ? { open, closed, at: this.#branches.outside.now() } : null;
  }

  /** Somebody takes a seat of a run: its time begins, and goes on for as long as the table is not deserted. */
  async seat(run: string): Promise<void> {
    if (await this.#isSeated(run)) return;
    const { store } = this.#branches;
    await store.setSetting(seatedKey(run), "1");
    this.#seated.add(run);
    for (const { name } of await store.branches(run))
      await this.keep(await this.#branches.session(run, name), !this.#branches.isTurned(run, name));
  }

  async #isSeated(run: string): Promise<boolean> {
    if (this.#seated.has(run)) return true;
    if ((await this.#branches.store.setting(seatedKey(run))) === null) return false;
    this.#seated.add(run);
    return true;
  }

  /** By ask: when its time is over, in milliseconds since 1970. Without those that have no deadline, and none where neither people nor agents are at the table. */
  async deadlines(run: string, branch: string, asks: readonly Ask<Shape>[]): Promise<ReadonlyMap<string, number>> {
    const timed = asks.filter(({ deadlineMs }) => deadlineMs !== undefined);
    if (timed.length === 0) return new Map();
    if (!this.#branches.isTurned(run, branch) && !(await this.#isSeated(run))) return new Map();
    const known = await this.#of(run, branch);
    return new Map(
      timed.flatMap(({ id, deadlineMs }) => (known.has(id) ? [[id, known.get(id)! + deadlineMs!] as const] : [])),
    );
  }

  /** Starts closing overdue windows on every branch that has clocks, including clocks of earlier processes. */
  async start(keeping: Timekeeping): Promise<void> {
    this.#keeping = keeping;
    for (const { run, branch } of await this.#branches.store.clocks(null)) this.look(run, branch);
  }

  async stop(): Promise<void> {
    this.#keeping = null;
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    await Promise.all(this.#under);
  }

  /** Looks at a branch soon: something happened there, or nobody turns it any more. */
  look(run: string, branch: string, afterMs = 0): void {
    const key = keyOf(run, branch);
    if (this.#keeping === null || this.#idle.has(key)) return;
    clearTimeout(this.#timers.get(key));
    const wait = Math.min(afterMs, TIMER_MAX);
    const timer = setTimeout(() => {
      this.#timers.delete(key);
      const done = this.#tend(run, branch).finally(() => this.#under.delete(done));
      this.#under.add(done);
    }, wait);
    this.#timers.set(key, timer.unref());
  }

  async #tend(run: string, branch: string): Promise<void> {
    try {
      const next = await this.#branches.alone(run, branch, () => this.#close(run, branch));
      if (next !== null) this.look(run, branch, Math.max(0, next - this.#branches.outside.now()));
    } catch (error) {
      // Without the seed nothing can be decided; a run that is gone or damaged is not for a clock to mend.
      if (error instanceof Fault) return;
      if (error instanceof StoreFault) {
        if (error.code === "locked" || error.code === "io") this.look(run, branch, RETRY_MS);
        return;
      }
      this.#keeping?.onBug(error);
    }
  }

  /** Commits every window that waits for overdue asks alone. Returns when to look again, or null. */
  async #close(run: string, branch: string): Promise<number | null> {
    const branches = this.#branches;
    const engine = await branches.engine(run);
    for (;;) {
      if (this.#keeping === null || branches.isTurned(run, branch)) return null;
      const session = await branches.session(run, branch);
      const waiting = await this.#unanswered(engine, session);
      const now = branches.outside.now();
      const late = waiting.filter(({ ask, endsAt }) => ask.fallback && endsAt !== null && endsAt <= now);
      const lane = late
        .map(({ ask }) => ask.lane)
        .find((one) => waiting.every(({ ask }) => ask.lane !== one || late.some((other) => other.ask.id === ask.id)));
      if (lane === undefined) {
        const ends = waiting.flatMap(({ ask, endsAt }) => (ask.fallback && endsAt !== null ? [endsAt] : []));
        const next = Math.min(...ends.filter((endsAt) => endsAt > now));
        return Number.isFinite(next) ? next : null;
      }
      if (await this.#isDeserted(session)) return null;
      const given = late.flatMap(({ ask }) => (ask.lane === lane ? [silentFor(ask)] : []));
      await this.#keeping.commit(engine, session, lane, given);
    }
  }

  /** Due asks that nobody has answered yet, each with the end of its time. */
  async #unanswered(engine: AnyEngine, session: BranchSession) {
    const { run, branch } = session.head;
    const answered = new Set((await this.#branches.store.inbox(run, branch)).map(({ ask }) => ask));
    const due = engine.world.asks(session.frame.state).filter(({ id, kind }) => kind === "due" && !answered.has(id));
    const ends = await this.deadlines(run, branch, due);
    return due.map((ask) => ({ ask, endsAt: ends.get(ask.id) ?? null }));
  }

  async #isDeserted({ head }: BranchSession): Promise<boolean> {
    if (head.turn < DESERTED_AFTER) return false;
    const last = await this.#branches.store.read(head, head.turn - DESERTED_AFTER + 1, head.turn);
    return last.every(({ body }) =>
      readCommit(body).answers.every(({ by, cause }) => by === "fallback" && cause === "deadline"),
    );
  }

  async #of(run: string, branch: string): Promise<Map<string, number>> {
    const rows = await this.#branches.store.clocks({ run, branch });
    return new Map(rows.map(({ ask, openedAt }) => [ask, openedAt]));
  }
}

const seatedKey = (run: string): string => `seated ${run}`;
const IDLE_MAX = 10_000;
const keyOf = (run: string, branch: string): string => JSON.stringify([run, branch]);

const timedAsks = (windows: readonly Window<Shape>[]): readonly Timed[] =>
  windows.flatMap(({ kind, asks }) =>
    kind === "due" ? asks.filter((ask): ask is Timed => ask.deadlineMs !== undefined) : [],
  );

/** The fallback of an overdue ask. */
function silentFor(ask: Ask<Shape>): Answer<Shape> {
  const provenance: Provenance = { actor: ask.to, ask: ask.id, by: "fallback", cause: "deadline" };
  return { actor: ask.to, ask, actions: [ask.fallback!("deadline")], provenance };
}
