// What actors were told and answered on the branches of one run. Each actor has a cursor: a new turn is told to it once, and no turn before it again.
import { setImmediate } from "node:timers/promises";
import type { Tellings } from "@orrery/agents";
import type { AnyEngine, Provenance } from "@orrery/kernel";
import type { Place, Store } from "@orrery/store";
import { type HistoryMoment, momentAt } from "./branch-session.ts";
import type { RecentTurns } from "./recent-turns.ts";
import { narrationTo } from "./turn-lines.ts";
import { walk } from "./walk.ts";

/** An actor that was silent for longer than this many turns is told of these alone. */
const SINCE_MAX = 64;
/** Turns before an actor's last answer from which an earlier telling may come. */
const BEFORE_MAX = 32;
const KEPT_MAX = SINCE_MAX + BEFORE_MAX;
/** Cursors kept, over all branches of the run; the one that was asked for longest ago goes first. */
const CURSORS_MAX = 20_000;

interface NarratedTurn {
  readonly turn: number;
  readonly text: string;
  /** What the actor's own agent answered in that turn; null when it did not. */
  readonly answer: Provenance | null;
}

interface Cursor {
  readonly who: string;
  /** The newest turn that is in `told`, or from which on there was nothing to tell; null before the first. */
  upTo: Place | null;
  told: NarratedTurn[];
}

/** Requests for one place of a branch, which are served by one walk. */
interface Batch {
  readonly at: Place;
  readonly actors: Set<string>;
  readonly done: Promise<void>;
}

export class NarrationHistory {
  readonly #engine: AnyEngine;
  readonly #store: Store;
  readonly #recent: RecentTurns;
  readonly #cursors = new Map<string, Cursor>();
  /** Where the last walk of a branch ended. */
  readonly #moments = new Map<string, HistoryMoment>();
  readonly #batches = new Map<string, Batch>();
  #queue: Promise<unknown> = Promise.resolve();

  constructor(engine: AnyEngine, store: Store, recent: RecentTurns) {
    this.#engine = engine;
    this.#store = store;
    this.#recent = recent;
  }

  /** What `who` was told on the line that ends at `at`, parted by its last answer. */
  async tellings(branch: string, at: Place, who: string): Promise<Tellings> {
    const told = await this.#toldTo(branch, at, who);
    const answered = told.findLast(({ turn, answer }) => answer !== null && turn > at.turn - SINCE_MAX);
    const since = answered?.turn ?? Math.max(0, at.turn - SINCE_MAX);
    const before = answered ? since - BEFORE_MAX : since;
    const texts = (from: number, to: number) =>
      told.flatMap(({ turn, text }) => (turn >= from && turn < to && text !== "" ? [text] : []));
    return { before: texts(before, since), since: texts(since, at.turn + 1) };
  }

  /** The newest answer of the agent of `who` among the last turns; of those that `which` lets through. */
  async lastAnswer(
    branch: string,
    at: Place,
    who: string,
    which: (answer: Provenance) => boolean,
  ): Promise<Provenance | null> {
    const told = await this.#toldTo(branch, at, who);
    const found = told.findLast(({ turn, answer }) => answer && turn > at.turn - SINCE_MAX && which(answer));
    return found?.answer ?? null;
  }

  async #toldTo(branch: string, at: Place, who: string): Promise<readonly NarratedTurn[]> {
    const key = keyOf(branch, who);
    const known = this.#cursors.get(key);
    if (known?.upTo?.turn !== at.turn || known.upTo.segment !== at.segment) await this.#served(branch, at, who);
    const cursor = this.#cursors.get(key)!;
    this.#cursors.delete(key);
    this.#cursors.set(key, cursor);
    return cursor.told;
  }

  /** Joins the next walk to this place: a window of many seats is told in one. */
  #served(branch: string, at: Place, who: string): Promise<void> {
    const key = `${branch}\n${at.segment}/${at.turn}`;
    const waiting = this.#batches.get(key);
    if (waiting) {
      waiting.actors.add(who);
      return waiting.done;
    }
    const actors = new Set([who]);
    const work = async () => {
      await setImmediate();
      this.#batches.delete(key);
      await this.#tell(branch, at, actors);
    };
    const done = this.#queue.then(work, work);
    this.#queue = done;
    this.#batches.set(key, { at, actors, done });
    return done;
  }

  /** One walk over what any of these actors has not been told yet. */
  async #tell(branch: string, at: Place, actors: ReadonlySet<string>): Promise<void> {
    const oldest = Math.max(0, at.turn - KEPT_MAX + 1);
    const cursors = [...actors].map((who) => this.#cursorOf(branch, who));
    await this.#dropOthers(cursors, at, oldest);
    const first = cursors.reduce((least, { upTo }) => Math.min(least, upTo ? upTo.turn + 1 : oldest), at.turn + 1);
    const start = first === 0 ? null : await this.#momentAt(branch, await this.#store.ancestor(at, first - 1));
    for await (const transition of walk(this.#engine, this.#store, start, at, this.#recent)) {
      const { turn, segment } = transition.stored;
      for (const cursor of cursors) {
        if (cursor.upTo && cursor.upTo.turn >= turn) continue;
        const answer = transition.index?.answerOf(cursor.who) ?? null;
        const text = narrationTo(this.#engine, transition, cursor.who);
        if (text !== "" || answer) cursor.told.push({ turn, text, answer: answer?.by === "agent" ? answer : null });
        cursor.upTo = { segment, turn };
      }
      this.#moments.set(branch, transition.after);
    }
    for (const cursor of cursors) {
      if (cursor.told[0] && cursor.told[0].turn < oldest)
        cursor.told = cursor.told.filter(({ turn }) => turn >= oldest);
    }
  }

  /** Cursors that stand elsewhere than on the way to `at`, or too far back, begin again. */
  async #dropOthers(cursors: readonly Cursor[], at: Place, oldest: number): Promise<void> {
    const onLine = new Map<string, boolean>();
    for (const cursor of cursors) {
      const { upTo } = cursor;
      if (!upTo) continue;
      const key = `${upTo.segment}/${upTo.turn}`;
      if (!onLine.has(key))
        onLine.set(
          key,
          upTo.turn <= at.turn &&
            upTo.turn >= oldest - 1 &&
            (await this.#store.ancestor(at, upTo.turn)).segment === upTo.segment,
        );
      if (onLine.get(key)) continue;
      cursor.upTo = null;
      cursor.told = [];
    }
  }

  #cursorOf(branch: string, who: string): Cursor {
    const key = keyOf(branch, who);
    const cursor = this.#cursors.get(key) ?? { who, upTo: null, told: [] };
    this.#cursors.set(key, cursor);
    if (this.#cursors.size > CURSORS_MAX) this.#cursors.delete(this.#cursors.keys().next().value!);
    return cursor;
  }

  async #momentAt(branch: string, place: Place): Promise<HistoryMoment> {
    const last = this.#moments.get(branch);
    if (last && last.place.turn === place.turn && last.place.segment === place.segment) return last;
    return momentAt(this.#engine, this.#store, place);
  }
}

const keyOf = (branch: string, who: string) => `${branch}\n${who}`;
