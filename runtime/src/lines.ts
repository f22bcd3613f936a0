// Turns as they are handed out: whole to the owner, and to a seat only what that seat did and noticed.

import {
  type AnyEngine,
  type Commit,
  type Frame,
  type Hash,
  type Opening,
  type Provenance,
  readCommit,
  type Shape,
  stateHash,
  truthAfter,
  truthOpen,
} from "@orrery/kernel";
import type { Reading } from "@orrery/parser";
import { type Head, type Note, type Place, type Store, type StoredTurn, StoreFault } from "@orrery/store";
import type { FailedAttempt, HeadView, SeatLine, TurnLine } from "./api.ts";
import { Breath } from "./breath.ts";
import type { Keeper } from "./keeper.ts";
import { advance, type Moment, momentAt, opened, sharedTurn } from "./line.ts";
import type { RecentTurns } from "./recent-turns.ts";
import type { Seats } from "./seats.ts";
import { noticeOpening, type SeatWords, seatOpening, seatTurn, TurnIndex } from "./telling.ts";

const CHUNK = 64;
export const TELLER = "template";

/** A stored turn between the moments before and after it; `before`, `commit` and `index` are null at the opening. */
export interface Passed {
  readonly stored: StoredTurn;
  readonly before: Moment | null;
  readonly after: Moment;
  readonly commit: Commit<Shape> | null;
  readonly index: TurnIndex | null;
}

/** Walks a line turn by turn, from `from` to the place `to`, each with the moments around it. What is kept in `recent` is not folded again. */
export async function* walk(
  engine: AnyEngine,
  store: Store,
  start: Moment | null,
  to: Place,
  recent: RecentTurns | null = null,
): AsyncGenerator<Passed> {
  let moment = start;
  let next = start ? start.place.turn + 1 : 0;
  const breath = new Breath();
  while (next <= to.turn) {
    await breath.take();
    const known = moment && recent?.find({ segment: to.segment, turn: next });
    if (known) {
      moment = known.after;
      next++;
      yield known;
      continue;
    }
    for (const stored of await store.read(to, next, Math.min(next + CHUNK - 1, to.turn))) {
      await breath.take();
      const passed: Passed = moment ? passOn(engine, moment, stored) : atOpening(engine, stored);
      if (passed.index) recent?.add(passed);
      moment = passed.after;
      next++;
      yield passed;
    }
  }
}

function passOn(engine: AnyEngine, before: Moment, stored: StoredTurn): Passed {
  const commit = readCommit<Shape>(stored.body);
  const { moment: after, percepts } = advance(engine, before, stored, commit);
  return { stored, before, after, commit, index: new TurnIndex(engine, before.frame, commit, after.frame, percepts) };
}

const atOpening = (engine: AnyEngine, stored: StoredTurn): Passed => ({
  stored,
  before: null,
  after: opened(engine, stored),
  commit: null,
  index: null,
});

/** What `who` was told of a turn; "" where nothing of it reached that actor. */
export function toldTo(engine: AnyEngine, { index, after }: Passed, who: string): string {
  if (!index) return noticeOpening(engine, after.frame, who);
  return index.reaches(who) ? index.narrationFor(who) : "";
}

/** Hashes of states by the record hash of the turn that led to each: a turn just made is read by several. */
const newest = new WeakMap<AnyEngine, Map<Hash, Hash>>();
const NEWEST_MAX = 64;

function stateHashAfter(engine: AnyEngine, { stored, after }: Passed): Hash {
  const known = newest.get(engine) ?? new Map<Hash, Hash>();
  newest.set(engine, known);
  const found = known.get(stored.hash);
  if (found !== undefined) return found;
  const made = stateHash(engine.hash, after.frame.state);
  if (known.size === NEWEST_MAX) for (const oldest of known.keys()) if (known.delete(oldest)) break;
  known.set(stored.hash, made);
  return made;
}

/** What each viewer was told of a turn when it was made. */
export type Notes = ReadonlyMap<string, string>;
const NO_NOTES: Notes = new Map();

/** A turn as the owner reads it. Where nothing was kept of what was told, it is told now. */
export function turnLine(engine: AnyEngine, passed: Passed, notes: Notes = NO_NOTES): TurnLine {
  const { stored, before, commit } = passed;
  const truth =
    before && commit
      ? truthAfter(engine.hash, before.truth, commit)
      : truthOpen(engine, JSON.parse(stored.body) as Opening<Shape>);
  if (truth !== stored.truth)
    throw new StoreFault(
      "corrupt",
      `The truth hash of turn ${stored.turn} is not as it was written. \`verify\` says more; a backup restores it.`,
    );
  return { ...freshLine(engine, passed, notes) };
}

/** The same with a state hash that is computed when it is read: it goes over the whole state. Until then the line holds the state. */
export function freshLine(engine: AnyEngine, passed: Passed, notes: Notes): TurnLine {
  const { stored, after, commit, index } = passed;
  if (!commit || !index) {
    const { createdAt, dice } = JSON.parse(stored.body) as Opening<Shape>;
    const [first] = askedFirst(engine, after.frame);
    return {
      turn: stored.turn,
      id: stored.id,
      rawText: "",
      actions: [],
      validation: [],
      events: [],
      by: [],
      narration: first === undefined ? "" : noticeOpening(engine, after.frame, first),
      createdAt,
      ...(dice.seed === undefined ? {} : { seed: dice.seed }),
      actor: null,
      get stateHash() {
        return stateHashAfter(engine, passed);
      },
      truthHash: stored.truth,
      hash: stored.hash,
    };
  }
  const { turn, events, by } = commit;
  const seats = commit.answers.flatMap(({ by, actor }) => (by === "god" ? [] : [seatWords(index, actor, notes)]));
  const [first] = seats;
  const attempts = failedAttempts(commit.answers);
  return {
    turn: stored.turn,
    id: turn.id,
    rawText: turn.rawText,
    actions: turn.actions,
    validation: turn.validation,
    events,
    by,
    ...(commit.rolls ? { rolls: commit.rolls } : {}),
    ...(commit.version === engine.world.version ? {} : { version: commit.version }),
    narration: first ? first.narration : godWords(engine, commit, after.frame.state),
    createdAt: turn.createdAt,
    ...(first?.choices ? { choices: first.choices } : {}),
    actor: first?.actor ?? null,
    ...(seats.length > 1 ? { seats } : {}),
    ...(attempts.length > 0 ? { attempts } : {}),
    get stateHash() {
      return stateHashAfter(engine, passed);
    },
    truthHash: stored.truth,
    hash: stored.hash,
  };
}

const ATTEMPT_TEXT = 500;

/** Attempts without problems are answers that came too late, and nothing was wrong with them. */
const failedAttempts = (answers: readonly Provenance[]): readonly FailedAttempt[] =>
  answers.flatMap(({ actor, attempts = [] }) =>
    attempts
      .filter(({ problems }) => problems.length > 0)
      .map(({ actions, problems }) => ({
        actor,
        text: beginningOf(typeof actions === "string" ? actions : (JSON.stringify(actions) ?? "")),
        problems: problems.map(({ reason = "refused", message = "" }) => ({ reason, message })),
      })),
  );
const beginningOf = (text: string): string =>
  text.length <= ATTEMPT_TEXT ? text : `${text.slice(0, ATTEMPT_TEXT).toWellFormed()}…`;

/** A turn as one seat has it; null when nothing of it reached the seat. `notes`: see `toldOf`. */
export function seatLine(
  engine: AnyEngine,
  { stored, after, index }: Passed,
  who: string,
  name: { turn: number; id: string },
  notes: Notes = NO_NOTES,
): SeatLine | null {
  if (!index) {
    const { createdAt } = JSON.parse(stored.body) as Opening<Shape>;
    return { ...name, ...seatOpening(engine, after.frame, who, createdAt) };
  }
  const turn = seatTurn(index, who, index.answerOf(who) && seatWords(index, who, notes));
  return turn && { ...name, ...turn };
}

/** What an actor who answered a turn said in it and was told of it. */
function seatWords(index: TurnIndex, who: string, notes: Notes): SeatWords {
  const { turn, answers } = index.commit;
  const answer = index.answerOf(who);
  const choices = askedBack(answer);
  return {
    actor: who,
    rawText: answer?.rawText ?? (answers.length === 1 ? turn.rawText : ""),
    narration: notes.get(who) ?? index.narrationFor(who),
    ...(choices.length > 0 ? { choices } : {}),
  };
}

/** The choices of a question that an actor was asked back. */
function askedBack(answer: Provenance | null): readonly string[] {
  const { choices: all = [], offered = all.length } = (answer?.reading as Reading | undefined)?.question ?? {};
  return all.slice(0, offered).map(({ name }) => name);
}

/** What each viewer was told of a turn when it was made; the newest note of a viewer counts. */
export async function toldOf({ store }: Pick<Keeper, "store">, run: string, { id }: StoredTurn): Promise<Notes> {
  const notes = await store.notes(run, [id]);
  return new Map(notes.filter(({ teller }) => teller === TELLER).map(({ viewer, text }: Note) => [viewer, text]));
}

export const headView = ({ branch, turn, id, hash }: Head): HeadView => ({ branch, turn, id, hash });

/** Actors who are asked, due ones first. */
export function askedFirst({ world }: AnyEngine, { state }: Pick<Frame<Shape>, "state">): string[] {
  const asks = world.asks(state);
  return [...asks.filter(({ kind }) => kind === "due"), ...asks.filter(({ kind }) => kind === "standing")].map(
    ({ to }) => to,
  );
}

/** The log shows what a god did, things by their names. */
function godWords({ world }: AnyEngine, { events, turn }: Commit<Shape>, state: unknown): string {
  const refused = turn.validation.flatMap(({ success, message }) => (success ? [] : [message ?? ""]));
  if (refused.length > 0) return refused.join(" ");
  if (events.some(({ type }) => type === "@revealed"))
    return "The dice of this epoch are revealed; a new seed is committed to.";
  const names = new Map(world.entities(state).map(({ id, name }) => [id, name]));
  const named = (id: string | undefined) => (id === undefined ? [] : [names.get(id) ?? id]);
  const leaves = (value: unknown, key: string): string[] =>
    Array.isArray(value)
      ? [`${key}: ${value.join(" ")}`]
      : typeof value === "object" && value !== null
        ? Object.entries(value).flatMap(([inner, part]) => leaves(part, inner))
        : [`${key}: ${typeof value === "string" ? (names.get(value) ?? value) : value}`];
  const deeds = turn.actions.map(({ type, targetId, locationId, metadata }) => {
    const how = leaves(metadata ?? {}, "").join(", ");
    const deed = [type.replaceAll("_", " "), ...named(targetId), ...named(locationId).map((place) => `to ${place}`)];
    return deed.join(" ") + (how && ` (${how})`);
  });
  return `A god's hand: ${deeds.join(", ") || "an earlier turn is taken back"}.`;
}

/** A count as it is kept: the depths of noticed turns, each as its distance from the one before. */
interface Counted {
  readonly version: number;
  readonly place: Place;
  readonly steps: readonly number[];
}
const KEEP_MIN = 64;

/** Which turns one seat noticed on one line, counted once as the line grows, and anew when it is another line. */
export class SeatTrack {
  /** Depths of noticed turns, ascending, up to `#upTo`. Replaced, never cut, so that a reader of the old one goes on. */
  #noticed: number[] = [];
  #upTo: Moment | null = null;
  /** The depth up to which the count is kept in the store; null: not looked up yet. */
  #keptTo: number | null = null;
  /** Where the last reader got to: mostly the next one goes on from there. */
  #read: Moment | null = null;
  #queue: Promise<unknown> = Promise.resolve();
  readonly #engine: AnyEngine;
  readonly #store: Store;
  readonly #keeper: Pick<Keeper, "store" | "recent">;
  readonly #seats: Seats;
  readonly #run: string;
  readonly #branch: string;
  readonly #who: string;

  constructor(
    engine: AnyEngine,
    keeper: Pick<Keeper, "store" | "recent">,
    seats: Seats,
    { run, branch, who }: { readonly run: string; readonly branch: string; readonly who: string },
  ) {
    this.#engine = engine;
    this.#keeper = keeper;
    this.#store = keeper.store;
    this.#seats = seats;
    this.#run = run;
    this.#branch = branch;
    this.#who = who;
  }

  /** The seat's own lines from depth `from` to a place, in order. */
  async *lines(to: Place, from: number): AsyncGenerator<{ passed: Passed; line: SeatLine }> {
    const noticed = await this.#counted(to);
    for await (const passed of walk(
      this.#engine,
      this.#store,
      await this.#momentBefore(to, from),
      to,
      this.#keeper.recent,
    )) {
      this.#read = passed.after;
      const { turn, id } = passed.stored;
      const count = indexOf(noticed, turn);
      if (count < 0) continue;
      const name = { turn: count, id: this.#seats.hide(this.#run, this.#who, id, { turn, count }) };
      const told = passed.index?.answerOf(this.#who) ? await toldOf(this.#keeper, this.#run, passed.stored) : undefined;
      yield { passed, line: seatLine(this.#engine, passed, this.#who, name, told)! };
    }
  }

  /** The same from the seat's own turn number `count` on, in what it costs to read them. */
  async *own(to: Place, count: number): AsyncGenerator<{ passed: Passed; line: SeatLine }> {
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
      const shared = await sharedTurn(this.#keeper, this.#upTo.place, to);
      this.#noticed = this.#noticed.filter((depth) => depth <= shared);
      this.#upTo = await momentAt(this.#engine, this.#store, await this.#store.ancestor(to, shared));
      this.#keptTo = 0;
    }
    for await (const passed of walk(this.#engine, this.#store, this.#upTo, to, this.#keeper.recent)) {
      if (!passed.index || passed.index.reaches(this.#who)) this.#noticed.push(passed.stored.turn);
      this.#upTo = passed.after;
    }
    await this.#keep();
    return this.#noticed;
  }

  /** Goes on from the count that is in the store, so that no process counts from the opening again. */
  async #recall(): Promise<void> {
    this.#keptTo = 0;
    const kept = await this.#store.derived(this.#run, this.#name);
    if (kept === null) return;
    const { version, place, steps } = JSON.parse(kept) as Counted;
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
    const counted: Counted = { version: this.#engine.world.version, place, steps };
    this.#keptTo = place.turn;
    await this.#store.putDerived(this.#run, this.#name, JSON.stringify(counted)).catch((error: unknown) => {
      // It is only a cache: a seat reads where nothing can be written.
      if (!(error instanceof StoreFault)) throw error;
    });
  }

  get #name(): string {
    return `seat ${this.#who} ${this.#branch}`;
  }

  async #momentBefore(to: Place, from: number): Promise<Moment | null> {
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
