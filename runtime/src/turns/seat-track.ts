// One seat on one branch: which turns it noticed, by which numbers and ids it knows them, and their lines.
import type { AnyEngine } from "@orrery/kernel";
import type { Place, Store } from "@orrery/store";
import type { SeatLine } from "../shapes.ts";
import { type HistoryMoment, momentAt, sharedTurn } from "./branch-session.ts";
import { keepDerived } from "./derived.ts";
import type { RecentTurns } from "./recent-turns.ts";
import type { Seats } from "./seats.ts";
import { seatLine, tellingsOf } from "./turn-lines.ts";
import type { TurnTransition } from "./turn-transition.ts";
import { walk } from "./walk.ts";

/** Where turns are read from. */
interface Turns {
  readonly store: Store;
  readonly recent: RecentTurns;
}

/** A count as it is kept: the depths of noticed turns, each as its distance from the one before. */
interface SeatCount {
  readonly version: number;
  readonly place: Place;
  readonly steps: readonly number[];
}
const KEEP_MIN = 64;

/** Which turns one seat noticed on one line, counted once as the line grows, and anew when it is another line. */
export class SeatTrack {
  /** Depths of noticed turns, ascending, up to `#upTo`. Replaced, never cut, so that a reader of the old one goes on. */
  #noticed: number[] = [];
  #upTo: HistoryMoment | null = null;
  /** The depth up to which the count is kept in the store; null: not looked up yet. */
  #keptTo: number | null = null;
  /** Where the last reader got to: mostly the next one goes on from there. */
  #read: HistoryMoment | null = null;
  #queue: Promise<unknown> = Promise.resolve();
  readonly #engine: AnyEngine;
  readonly #store: Store;
  readonly #turns: Turns;
  readonly #seats: Seats;
  readonly #run: string;
  readonly #branch: string;
  readonly #who: string;

  constructor(
    engine: AnyEngine,
    turns: Turns,
    seats: Seats,
    { run, branch, who }: { readonly run: string; readonly branch: string; readonly who: string },
  ) {
    this.#engine = engine;
    this.#turns = turns;
    this.#store = turns.store;
    this.#seats = seats;
    this.#run = run;
    this.#branch = branch;
    this.#who = who;
  }

  /** The seat's own lines from depth `from` to a place, in order. */
  async *lines(to: Place, from: number): AsyncGenerator<{ transition: TurnTransition; line: SeatLine }> {
    const noticed = await this.#counted(to);
    for await (const transition of walk(
      this.#engine,
      this.#store,
      await this.#momentBefore(to, from),
      to,
      this.#turns.recent,
    )) {
      this.#read = transition.after;
      const { turn, id } = transition.stored;
      const count = indexOf(noticed, turn);
      if (count < 0) continue;
      const name = { turn: count, id: this.#seats.hide(this.#run, this.#who, id, { turn, count }) };
      const told = transition.index?.answerOf(this.#who)
        ? await tellingsOf(this.#turns, this.#run, transition.stored)
        : undefined;
      yield { transition, line: seatLine(this.#engine, transition, this.#who, name, told)! };
    }
  }

  /** The same from the seat's own turn number `count` on, in what it costs to read them. */
  async *own(to: Place, count: number): AsyncGenerator<{ transition: TurnTransition; line: SeatLine }> {
    const depth = (await this.#counted(to))[count];
    if (depth !== undefined && depth <= to.turn) yield* this.lines(to, depth);
  }

  /** The newest turn that the seat noticed on the line to a place. */
  async head(to: Place): Promise<{ turn: number; id: string }> {
    const noticed = await this.#counted(to);
    const turn = noticed.findLast((depth) => depth <= to.turn) ?? 0;
    const count = indexOf(noticed, turn);
    const [stored] = await this.#store.read(await this.#store.ancestor(to, turn), turn, turn);
    return { turn: count, id: this.#seats.hide(this.#run, this.#who, stored!.id, { turn, count }) };
  }

  /** What the seat calls turns of the line to a place, by their depth; those it did not notice are absent. */
  async namesOf(to: Place, turns: readonly number[]): Promise<Map<number, { turn: number; id: string }>> {
    const noticed = await this.#counted(to);
    const names = new Map<number, { turn: number; id: string }>();
    for (const turn of new Set(turns)) {
      const count = indexOf(noticed, turn);
      const [stored] = count < 0 ? [] : await this.#store.read(to, turn, turn);
      if (stored)
        names.set(turn, { turn: count, id: this.#seats.hide(this.#run, this.#who, stored.id, { turn, count }) });
    }
    return names;
  }

  /** The count up to a place. Several may ask at once: one counts at a time, or a turn would be counted twice. */
  #counted(to: Place): Promise<readonly number[]> {
    const work = () => this.#count(to);
    const mine = this.#queue.then(work, work);
    this.#queue = mine;
    return mine;
  }

  async #count(to: Place): Promise<readonly number[]> {
    if (this.#keptTo === null) await this.#recall();
    if (this.#upTo && !(await this.#isOneLine(this.#upTo.place, to))) {
      const shared = await sharedTurn(this.#turns, this.#upTo.place, to);
      this.#noticed = this.#noticed.filter((depth) => depth <= shared);
      this.#upTo = await momentAt(this.#engine, this.#store, await this.#store.ancestor(to, shared));
      this.#keptTo = 0;
    }
    for await (const transition of walk(this.#engine, this.#store, this.#upTo, to, this.#turns.recent)) {
      if (!transition.index || transition.index.reaches(this.#who)) this.#noticed.push(transition.stored.turn);
      this.#upTo = transition.after;
    }
    await this.#keep();
    return this.#noticed;
  }

  /** Goes on from the count that is in the store, so that no process counts from the opening again. */
  async #recall(): Promise<void> {
    this.#keptTo = 0;
    const kept = await this.#store.derived(this.#run, this.#name);
    if (kept === null) return;
    const { version, place, steps } = JSON.parse(kept) as SeatCount;
    if (version !== this.#engine.world.version) return;
    let depth = 0;
    this.#noticed = steps.map((step) => (depth += step));
    this.#upTo = await momentAt(this.#engine, this.#store, place);
    this.#keptTo = place.turn;
  }

  /** Writes the count when it has grown by an eighth: all of them together cost no more than a few of the last. */
  async #keep(): Promise<void> {
    const place = this.#upTo?.place;
    const last = this.#keptTo ?? 0;
    if (!place || place.turn - last < Math.max(KEEP_MIN, last / 8)) return;
    const steps = this.#noticed.map((depth, i) => depth - (this.#noticed[i - 1] ?? 0));
    const counted: SeatCount = { version: this.#engine.world.version, place, steps };
    this.#keptTo = place.turn;
    await keepDerived(this.#store, this.#run, this.#name, JSON.stringify(counted));
  }

  get #name(): string {
    return `seat ${this.#who} ${this.#branch}`;
  }

  async #momentBefore(to: Place, from: number): Promise<HistoryMoment | null> {
    if (from === 0) return null;
    const place = await this.#store.ancestor(to, from - 1);
    const read = this.#read;
    if (read && read.place.turn === place.turn && read.place.segment === place.segment) return read;
    return momentAt(this.#engine, this.#store, place);
  }

  /** Whether one of two places lies on the way to the other. */
  async #isOneLine(a: Place, b: Place): Promise<boolean> {
    const [later, earlier] = a.turn <= b.turn ? [b, a] : [a, b];
    return (await this.#store.ancestor(later, earlier.turn)).segment === earlier.segment;
  }
}

/** Where a depth stands in an ascending list, or -1. */
function indexOf(list: readonly number[], depth: number): number {
  let low = 0;
  let high = list.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = list[middle]!;
    if (found === depth) return middle;
    if (found < depth) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
