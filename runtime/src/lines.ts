// Turns as they are handed out: whole to the owner, and to a seat only what that seat did and noticed.
import type { Reading } from "@orrery/agents";
import {
  type AnyEngine,
  type Commit,
  type Frame,
  type Opening,
  readCommit,
  type Shape,
  stateHash,
} from "@orrery/kernel";
import type { Head, Note, Place, Store, StoredTurn } from "@orrery/store";
import type { HeadView, SeatLine, TurnLine } from "./api.ts";
import { advance, type Moment, momentAt, opened } from "./line.ts";
import type { Seats } from "./seats.ts";
import { type Noticed, notice, noticeOpening } from "./telling.ts";

const CHUNK = 256;
export const TELLER = "template";

/** A stored turn between the moments before and after it; `before` and `commit` are null at the opening. */
export interface Passed {
  readonly stored: StoredTurn;
  readonly before: Moment | null;
  readonly after: Moment;
  readonly commit: Commit<Shape> | null;
}

/** Walks a line turn by turn, from `from` to the place `to`, each with the moments around it. */
export async function* walk(engine: AnyEngine, store: Store, start: Moment | null, to: Place): AsyncGenerator<Passed> {
  let moment = start;
  for (let next = start ? start.place.turn + 1 : 0; next <= to.turn; next += CHUNK) {
    for (const stored of await store.read(to, next, Math.min(next + CHUNK - 1, to.turn))) {
      const before: Moment | null = moment;
      const commit = before ? readCommit<Shape>(stored.body) : null;
      moment = before && commit ? advance(engine, before, stored, commit) : opened(engine, stored);
      yield { stored, before, after: moment, commit };
    }
  }
}

/** A turn as the owner reads it. Without a note of what was told, it is told now. */
export function turnLine(engine: AnyEngine, passed: Passed, note: string | null): TurnLine {
  const { stored, before, after, commit } = passed;
  const hashes = { stateHash: stateHash(engine.hash, after.frame.state), truthHash: stored.truth, hash: stored.hash };
  if (!commit || !before) {
    const { createdAt } = JSON.parse(stored.body) as Opening<Shape>;
    const [first] = askedFirst(engine, after.frame);
    const narration = note ?? (first === undefined ? "" : noticeOpening(engine, after.frame, first));
    return {
      turn: stored.turn,
      id: stored.id,
      rawText: "",
      actions: [],
      validation: [],
      events: [],
      by: [],
      narration,
      createdAt,
      actor: null,
      ...hashes,
    };
  }
  const { turn, events, by } = commit;
  const actor = commit.answers.find(({ by }) => by !== "god")?.actor ?? null;
  const narration =
    note ?? (actor === null ? godWords(commit) : notice(engine, before.frame, commit, after.frame, actor).narration);
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
    narration,
    createdAt: turn.createdAt,
    ...askedBack(commit, actor),
    actor,
    ...hashes,
  };
}

/** A turn as one seat has it; null when nothing of it reached the seat. */
export function seatLine(
  engine: AnyEngine,
  passed: Passed,
  who: string,
  name: { turn: number; id: string },
): SeatLine | null {
  const { before, after, commit } = passed;
  if (!commit || !before) {
    const { createdAt } = JSON.parse(passed.stored.body) as Opening<Shape>;
    return {
      ...name,
      rawText: "",
      actions: [],
      validation: [],
      events: [],
      narration: noticeOpening(engine, after.frame, who),
      createdAt,
    };
  }
  const noticed: Noticed = notice(engine, before.frame, commit, after.frame, who);
  if (!noticed.any && sameAsks(engine, before.frame, after.frame, who)) return null;
  const own = commit.answers.find(({ actor }) => actor === who);
  const kept = commit.turn.actions.flatMap((action, i) => (action.actorId === who ? [i] : []));
  return {
    ...name,
    rawText: own ? (own.rawText ?? commit.turn.rawText) : "",
    actions: kept.map((i) => commit.turn.actions[i]!),
    validation: commit.turn.validation.flatMap((verdict) => {
      const actionIndex = kept.indexOf(verdict.actionIndex);
      return actionIndex >= 0 ? [{ ...verdict, actionIndex }] : own && kept.length === 0 ? [verdict] : [];
    }),
    events: noticed.percepts,
    narration: noticed.narration,
    ...askedBack(commit, who),
    createdAt: commit.turn.createdAt,
  };
}

/** The choices of a question that an actor was asked back. */
function askedBack(commit: Commit<Shape>, who: string | null): { choices?: readonly string[] } {
  const reading = commit.answers.find(({ actor }) => actor === who)?.reading as Reading | undefined;
  const choices = reading?.question?.choices.map(({ name }) => name) ?? [];
  return choices.length > 0 ? { choices } : {};
}

/** Narrations of these turns as they were told, by turn id. */
export async function toldOf(
  store: Store,
  run: string,
  turns: readonly StoredTurn[],
): Promise<ReadonlyMap<string, string>> {
  const notes = await store.notes(
    run,
    turns.map(({ id }) => id),
  );
  return new Map(notes.filter(({ teller }) => teller === TELLER).map(({ turnId, text }: Note) => [turnId, text]));
}

export const headView = ({ branch, turn, id, hash }: Head): HeadView => ({ branch, turn, id, hash });

/** Actors who are asked, due ones first. */
export function askedFirst({ world }: AnyEngine, { state }: Pick<Frame<Shape>, "state">): string[] {
  const asks = world.asks(state);
  return [...asks.filter(({ kind }) => kind === "due"), ...asks.filter(({ kind }) => kind === "standing")].map(
    ({ to }) => to,
  );
}

function sameAsks({ world }: AnyEngine, before: Frame<Shape>, after: Frame<Shape>, who: string): boolean {
  const mine = (frame: Frame<Shape>) =>
    world
      .asks(frame.state)
      .flatMap((ask) => (ask.to === who ? [ask.id] : []))
      .join("\n");
  return mine(before) === mine(after);
}

/** The log shows what a god did. */
function godWords({ events, turn }: Commit<Shape>): string {
  const refused = turn.validation.flatMap(({ success, message }) => (success ? [] : [message ?? ""]));
  if (refused.length > 0) return refused.join(" ");
  if (events.some(({ type }) => type === "@revealed"))
    return "The dice of this epoch are revealed; a new seed is committed to.";
  return `A god's hand: ${turn.actions.map(({ type, targetId }) => (targetId ? `${type} ${targetId}` : type)).join(", ") || "an earlier turn is taken back"}.`;
}

/** Which turns one seat noticed on one line, kept up as the line grows and cut back when it is rolled back. */
export class SeatTrack {
  /** Depths of noticed turns, ascending, up to `#upTo`. */
  readonly #noticed: number[] = [];
  #upTo: Moment | null = null;
  readonly #engine: AnyEngine;
  readonly #store: Store;
  readonly #seats: Seats;
  readonly #run: string;
  readonly #who: string;

  constructor(engine: AnyEngine, store: Store, seats: Seats, run: string, who: string) {
    this.#engine = engine;
    this.#store = store;
    this.#seats = seats;
    this.#run = run;
    this.#who = who;
  }

  /** The seat's own lines from depth `from` to a place, in order. */
  async *lines(to: Place, from: number): AsyncGenerator<{ passed: Passed; line: SeatLine }> {
    await this.#cutBack(to);
    const known = this.#upTo?.place.turn ?? -1;
    const start = from <= known ? await this.#momentBefore(to, from) : this.#upTo;
    for await (const passed of walk(this.#engine, this.#store, start, to)) {
      const { turn } = passed.stored;
      const count = turn <= known ? this.#countBelow(turn) : this.#noticed.length;
      const id = this.#seats.hide(this.#run, this.#who, passed.stored.id, { turn, count });
      const line = seatLine(this.#engine, passed, this.#who, { turn: count, id });
      if (turn > (this.#upTo?.place.turn ?? -1)) {
        if (line) this.#noticed.push(turn);
        this.#upTo = passed.after;
      }
      if (line && turn >= from) yield { passed, line };
    }
  }

  /** The newest turn that the seat noticed on the line to a place. */
  async head(to: Place): Promise<{ turn: number; id: string }> {
    for await (const _ of this.lines(to, (this.#upTo?.place.turn ?? -1) + 1)) {
      // Walking is what brings the count up to date.
    }
    const turn = this.#noticed.findLast((depth) => depth <= to.turn) ?? 0;
    const count = this.#countBelow(turn);
    const place = await this.#store.ancestor(to, turn);
    const [stored] = await this.#store.read(place, turn, turn);
    return { turn: count, id: this.#seats.hide(this.#run, this.#who, stored!.id, { turn, count }) };
  }

  #countBelow(turn: number): number {
    return this.#noticed.findIndex((depth) => depth >= turn) === -1
      ? this.#noticed.length
      : this.#noticed.findIndex((depth) => depth >= turn);
  }

  async #momentBefore(to: Place, from: number): Promise<Moment | null> {
    if (from === 0) return null;
    return momentAt(this.#engine, this.#store, await this.#store.ancestor(to, from - 1));
  }

  /** Forgets everything when `to` is on another line than the one that was counted. */
  async #cutBack(to: Place): Promise<void> {
    if (!this.#upTo) return;
    const counted = this.#upTo.place;
    const [later, earlier] = counted.turn <= to.turn ? [to, counted] : [counted, to];
    if ((await this.#store.ancestor(later, earlier.turn)).segment === earlier.segment) return;
    this.#noticed.length = 0;
    this.#upTo = null;
  }
}
