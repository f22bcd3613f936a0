// Keeps the live lines of all runs: which world a run plays, where each branch stands, and that one thing happens at a time.
import type { AnyEngine, Hash } from "@orrery/kernel";
import { type Head, type Place, type RunRow, type Secret, type Store, StoreFault } from "@orrery/store";
import { Fault } from "../fault.ts";
import type { Outside } from "../ids.ts";
import { InTurn } from "../in-turn.ts";
import { MemoryIndexer } from "../memory/recall.ts";
import { NO_PROGRAMS, type Programs } from "../seating/programs.ts";
import type { Telling } from "../shapes.ts";
import { BranchSession, type HistoryMoment, momentAt } from "../turns/branch-session.ts";
import { NarrationHistory } from "../turns/narration-history.ts";
import { RecentTurns } from "../turns/recent-turns.ts";
import type { TurnTransition } from "../turns/turn-transition.ts";
import type { Worlds } from "../worlds/worlds.ts";
import { Clocks } from "./clocks.ts";

const LINES_MAX = 256;

/** Turns that may wait for their aftermath at a time. */
const PENDING_MAX = 32;

export class BranchRegistry {
  readonly store: Store;
  readonly worlds: Worlds;
  readonly outside: Outside;
  /** Branches with a query cache that is behind. */
  readonly stale = new Map<string, { run: string; branch: string }>();
  readonly remembering: MemoryIndexer;
  readonly clocks: Clocks;
  readonly recent = new RecentTurns();
  /** Called with every turn once it is stored; must neither wait nor throw. */
  told: ((engine: AnyEngine, run: string, branch: string, transition: TurnTransition) => void) | null = null;
  /** Called with what is said aloud in answers that are still being written; must neither wait nor throw. */
  aloud: ((telling: Telling) => void) | null = null;
  readonly #lines = new Map<string, BranchSession>();
  /** What a lineup's `agent:NAME` may name. */
  readonly programs: Programs;
  readonly #secrets = new Map<string, Secret>();
  readonly #narrations = new Map<string, NarrationHistory>();
  readonly #queues = new InTurn();
  readonly #runs = new Map<string, RunRow>();
  readonly #pending = new Set<Promise<void>>();
  readonly #listeners = new Map<string, Set<() => void>>();
  readonly #loops = new Map<string, number>();

  constructor(store: Store, worlds: Worlds, outside: Outside, programs: Programs = NO_PROGRAMS) {
    this.store = store;
    this.programs = programs;
    this.worlds = worlds;
    this.outside = outside;
    this.remembering = new MemoryIndexer(this);
    this.clocks = new Clocks(this);
  }

  async run(id: string): Promise<RunRow> {
    const known = this.#runs.get(id) ?? (await this.store.run(id));
    if (!known) throw new Fault("unknown_run", `There is no run "${id}".`);
    this.#runs.set(id, known);
    return known;
  }

  async engine(run: string): Promise<AnyEngine> {
    return this.worlds.engine((await this.run(run)).world);
  }

  async head(run: string, branch: string): Promise<Head> {
    await this.run(run);
    const head = await this.store.head(run, branch);
    if (head) return head;
    const names = (await this.store.branches(run)).map(({ name }) => name).join(", ");
    throw new Fault("unknown_branch", `This run has no branch "${branch}". It has: ${names}.`);
  }

  /** What the actors of a run were told so far. */
  async narrations(run: string): Promise<NarrationHistory> {
    const known = this.#narrations.get(run) ?? new NarrationHistory(await this.engine(run), this.store, this.recent);
    this.#narrations.delete(run);
    this.#narrations.set(run, known);
    if (this.#narrations.size > LINES_MAX) this.#narrations.delete(this.#narrations.keys().next().value!);
    return known;
  }

  /** The line of a branch where it stands now, also after another process moved it. */
  async session(run: string, branch: string): Promise<BranchSession> {
    const head = await this.head(run, branch);
    const key = keyOf(run, branch);
    const known = this.#lines.get(key);
    if (known) {
      await known.refresh(head);
      this.#lines.delete(key);
      this.#lines.set(key, known);
      return known;
    }
    const session = await BranchSession.open(await this.engine(run), this.store, head);
    this.#lines.set(key, session);
    if (this.#lines.size > LINES_MAX) this.#lines.delete(this.#lines.keys().next().value!);
    return session;
  }

  /** A seed that this installation holds. Seeds never change, so each is read once. */
  async secret(run: string, commitment: Hash): Promise<Secret | null> {
    const key = keyOf(run, commitment);
    const secret = this.#secrets.get(key) ?? (await this.store.secret(run, commitment));
    if (!secret) return null;
    this.#secrets.set(key, secret);
    if (this.#secrets.size > LINES_MAX) this.#secrets.delete(this.#secrets.keys().next().value!);
    return secret;
  }

  /** The place of a turn of a branch by its number. */
  async place(run: string, branch: string, turn: number): Promise<Place> {
    const head = await this.head(run, branch);
    if (!Number.isSafeInteger(turn) || turn < 0 || turn > head.turn) {
      throw new Fault("unknown_turn", `Branch "${branch}" has turns 0 to ${head.turn}; there is no turn ${turn}.`);
    }
    return this.store.ancestor(head, turn);
  }

  /** What a branch folded to at a turn. */
  async moment(run: string, branch: string, turn: number | undefined): Promise<HistoryMoment> {
    if (turn === undefined) return (await this.session(run, branch)).moment;
    return momentAt(await this.engine(run), this.store, await this.place(run, branch, turn));
  }

  /** Runs `work` when all earlier work on this branch is done. */
  alone<T>(run: string, branch: string, work: () => Promise<T>): Promise<T> {
    return this.#queues.run(keyOf(run, branch), work);
  }

  /**
   * Does work that nobody waits for once the present reply is out. What a store cannot do now is left for the next time:
   * only caches are kept this way.
   */
  afterwards(work: () => Promise<void>): void {
    const done = new Promise((resolve) => setImmediate(resolve))
      .then(work)
      .catch((error: unknown) => {
        if (!(error instanceof StoreFault)) throw error;
      })
      .finally(() => this.#pending.delete(done));
    this.#pending.add(done);
  }

  /** Waits for such work once much of it is put off: a caller that never pauses would put it off for ever. */
  async catchUp(): Promise<void> {
    if (this.#pending.size >= PENDING_MAX) await this.settled();
  }

  /** When all such work is done. */
  async settled(): Promise<void> {
    await Promise.all(this.#pending);
  }

  /** Wakes listeners of a branch: something happened there. */
  announceMove(run: string, branch: string): void {
    const key = keyOf(run, branch);
    this.stale.set(key, { run, branch });
    this.clocks.look(run, branch);
    for (const listener of this.#listeners.get(key) ?? []) listener();
  }

  /** Says that a run loop serves this branch, and closes its windows; returns how to say that it does no more. */
  turning(run: string, branch: string): () => void {
    const key = keyOf(run, branch);
    this.#loops.set(key, (this.#loops.get(key) ?? 0) + 1);
    return () => {
      const left = this.#loops.get(key)! - 1;
      if (left === 0) {
        this.#loops.delete(key);
        this.clocks.look(run, branch);
      } else this.#loops.set(key, left);
    };
  }
  isTurned(run: string, branch: string): boolean {
    return this.#loops.has(keyOf(run, branch));
  }

  /** Calls `listener` whenever this process moves the branch; returns how to stop that. */
  listen(run: string, branch: string, listener: () => void): () => void {
    const key = keyOf(run, branch);
    const all = this.#listeners.get(key) ?? new Set();
    this.#listeners.set(key, all.add(listener));
    return () => {
      all.delete(listener);
      if (all.size === 0) this.#listeners.delete(key);
    };
  }
}

const keyOf = (run: string, branch: string) => `${run}\n${branch}`;
