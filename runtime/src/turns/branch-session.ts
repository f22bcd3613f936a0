// One branch at its head, folded and kept in memory: loads it, follows it when others move it, and appends turns to it.
import {
  type AnyEngine,
  type Commit,
  type CommitEvents,
  type Draft,
  type Frame,
  foldCommit,
  foldTurn,
  type Hash,
  type Opening,
  openFrame,
  type Percept,
  readCommit,
  readEvents,
  type Shape,
  seal,
  truthAfter,
  type Window,
  windowsOf,
} from "@orrery/kernel";
import {
  type Head,
  type NewTurn,
  type OnceRow,
  type Place,
  type Store,
  type StoredTurn,
  StoreFault,
  type TurnExtras,
} from "@orrery/store";
import type { Outside } from "../ids.ts";
import { newTurnId } from "../ids.ts";

/** A moment of a history: what its prefix folds to. */
export interface HistoryMoment {
  readonly place: Place;
  readonly frame: Frame<Shape>;
  readonly truth: Hash;
}

/** A turn that is ready to be stored behind the head that it was made on. */
export interface Sealed {
  readonly before: Frame<Shape>;
  readonly after: Frame<Shape>;
  readonly windows: readonly Window<Shape>[];
  readonly commit: Commit<Shape>;
  readonly percepts: readonly Percept<Shape>[];
  readonly turn: NewTurn;
}

/** What a snapshot holds: a moment without its place. */
interface Snapshot {
  readonly version: number;
  readonly frame: Frame<Shape>;
  readonly truth: Hash;
}

/** Snapshot after 32 to 128 turns; in between, once new bytes exceed 16 × the last snapshot. */
const TURNS_MIN = 32;
const TURNS_MAX = 128;
const WEIGHT = 16;

export class BranchSession {
  #head: Head;
  #moment: HistoryMoment;
  #turnsSince: number;
  #bytesSince: number;
  #snapshotBytes: number;
  #windows: { readonly state: unknown; readonly windows: readonly Window<Shape>[] } | null = null;
  #mayHoldAnswers = true;
  readonly #engine: AnyEngine;
  readonly #store: Store;

  private constructor(engine: AnyEngine, store: Store, head: Head, loaded: Loaded) {
    this.#engine = engine;
    this.#store = store;
    this.#head = head;
    this.#moment = loaded.moment;
    this.#turnsSince = loaded.turns;
    this.#bytesSince = loaded.bytes;
    this.#snapshotBytes = loaded.snapshotBytes;
  }

  /** Loads a branch at its head. */
  static async open(engine: AnyEngine, store: Store, head: Head): Promise<BranchSession> {
    return new BranchSession(engine, store, head, await load(engine, store, head));
  }

  get head(): Head {
    return this.#head;
  }
  get frame(): Frame<Shape> {
    return this.#moment.frame;
  }
  /** Windows that are open at the head. */
  get windows(): readonly Window<Shape>[] {
    const { state } = this.frame;
    if (!this.#windows || this.#windows.state !== state)
      this.#windows = { state, windows: windowsOf(this.#engine, state) };
    return this.#windows.windows;
  }

  /**
   * Whether answers may be kept for this branch, by any process: only where an answer has to wait for others, or for the
   * world's time. False once the inbox was seen empty where no such window was open, until there is one.
   */
  get mayHoldAnswers(): boolean {
    this.#mayHoldAnswers ||= this.windows.some(waits);
    return this.#mayHoldAnswers;
  }
  /** The inbox of this head was seen empty. */
  holdsNoAnswers(): void {
    this.#mayHoldAnswers = this.windows.some(waits);
  }

  get truth(): Hash {
    return this.#moment.truth;
  }
  get moment(): HistoryMoment {
    return this.#moment;
  }

  /** Goes where the branch stands by now; true when that was elsewhere. */
  async refresh(now: Head): Promise<boolean> {
    if (now.id === this.#head.id && now.segment === this.#head.segment) {
      this.#head = now;
      return false;
    }
    const loaded = await load(this.#engine, this.#store, now);
    this.#mayHoldAnswers = true;
    this.#head = now;
    this.#moment = loaded.moment;
    this.#turnsSince = loaded.turns;
    this.#bytesSince = loaded.bytes;
    this.#snapshotBytes = loaded.snapshotBytes;
    return true;
  }

  /** A draft made on this head as the turn that it becomes. */
  seal(draft: Draft<Shape>, envelope: { rawText: string; outside: Outside }): Sealed {
    const before = this.#moment.frame;
    const turn = this.#head.turn + 1;
    const sealed = seal(this.#engine, before, draft, {
      id: newTurnId(envelope.outside, turn),
      createdAt: envelope.outside.now(),
      rawText: envelope.rawText,
      salt: this.#head.salt,
    });
    const { commit } = sealed;
    const truth = truthAfter(this.#engine.hash, this.#moment.truth, commit, sealed.eventsText);
    return {
      before,
      after: sealed.frame,
      windows: windowsOf(this.#engine, sealed.frame.state),
      commit,
      percepts: draft.percepts,
      turn: { id: commit.turn.id, body: sealed.body, hash: sealed.hash, truth },
    };
  }

  /**
   * Stores a sealed turn with what belongs to it. Null when the branch has moved meanwhile: refresh and decide again; a row
   * when the change that it carries out was done before.
   */
  async store(sealed: Sealed, beside: TurnExtras): Promise<StoredTurn | OnceRow | null> {
    const { turn, after, windows } = sealed;
    const appended = await this.#store.append(this.#head, turn, beside);
    if (!appended.ok) return appended.once ?? null;
    const { head } = appended;
    const place = { segment: head.segment, turn: head.turn };
    this.#head = head;
    this.#moment = { place, frame: after, truth: turn.truth };
    this.#windows = { state: after.state, windows };
    this.#turnsSince++;
    this.#bytesSince += turn.body.length;
    return { ...turn, ...place };
  }

  /** Keeps a snapshot when one is worth its bytes. Called after the turn was handed out, never before. */
  async rest(): Promise<void> {
    const due = this.#turnsSince >= TURNS_MIN && this.#bytesSince >= WEIGHT * this.#snapshotBytes;
    if (!due && this.#turnsSince < TURNS_MAX) return;
    const { place, frame, truth } = this.#moment;
    const snapshot: Snapshot = { version: this.#engine.world.version, frame, truth };
    this.#snapshotBytes = await this.#store.saveSnapshot(place, JSON.stringify(snapshot));
    this.#turnsSince = 0;
    this.#bytesSince = 0;
  }
}

const waits = ({ kind, asks }: Window<Shape>): boolean =>
  kind === "due" && (asks.length > 1 || asks[0]!.clockMs !== undefined);

interface Loaded {
  readonly moment: HistoryMoment;
  readonly turns: number;
  readonly bytes: number;
  readonly snapshotBytes: number;
}

/** The moment at a place: nearest snapshot and what came after it. */
export const momentAt = async (engine: AnyEngine, store: Store, at: Place): Promise<HistoryMoment> =>
  (await load(engine, store, at)).moment;

async function load(engine: AnyEngine, store: Store, at: Place): Promise<Loaded> {
  const loaded = await store.load(at);
  const kept = loaded.snapshot && (JSON.parse(loaded.snapshot.text) as Snapshot);
  // A snapshot of another version holds a state of other rules: the events are folded again instead.
  const isUsable = kept !== null && kept.version === engine.world.version;
  const bodies = kept === null || isUsable ? loaded.bodies : (await store.read(at, 0, at.turn)).map(({ body }) => body);
  const { hash, truth } = loaded;
  if (isUsable && bodies.length === 0 && (kept.frame.hash !== hash || kept.truth !== truth))
    throw new StoreFault("corrupt", `The hash of turn ${at.turn} is not as it was written. \`verify\` says more.`);
  return {
    moment: {
      place: { segment: at.segment, turn: at.turn },
      frame: foldBodies(engine, isUsable ? kept.frame : null, bodies, hash),
      truth,
    },
    turns: bodies.length,
    bytes: bodies.reduce((sum, body) => sum + body.length, 0),
    snapshotBytes: isUsable ? loaded.snapshot!.text.length / 4 : 0,
  };
}

/** Depth of the last turn that two places share. */
export async function sharedTurn({ store }: { readonly store: Store }, a: Place, b: Place): Promise<number> {
  let low = 0;
  let high = Math.min(a.turn, b.turn);
  const same = async (turn: number) =>
    (await store.ancestor(a, turn)).segment === (await store.ancestor(b, turn)).segment;
  if (await same(high)) return high;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (await same(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The frame that texts of turns lead to, from a frame or from the opening that is the first of them. `hash` is that of the last. */
export function foldBodies(
  engine: AnyEngine,
  from: Frame<Shape> | null,
  bodies: readonly string[],
  hash: Hash,
): Frame<Shape> {
  let frame = from ?? openFrame(engine, whole<Opening<Shape>>(JSON.parse, bodies[0]!), hash);
  for (let i = from ? 0 : 1; i < bodies.length; i++)
    frame = foldCommit(engine, frame, whole<CommitEvents<Shape>>(readEvents, bodies[i]!), hash);
  return frame;
}

function whole<T>(read: (body: string) => T, body: string): T {
  try {
    return read(body);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new StoreFault("corrupt", `A stored turn is damaged (${error.message}). \`verify\` says which.`, error);
  }
}

/** The moment that turn 0 opens. */
export function openingMoment(engine: AnyEngine, stored: StoredTurn): HistoryMoment {
  const opening = JSON.parse(stored.body) as Opening<Shape>;
  return { place: stored, frame: openFrame(engine, opening, stored.hash), truth: stored.truth };
}

/** The moment after one more stored turn, and what everyone perceived of it. */
export function advance(
  engine: AnyEngine,
  moment: HistoryMoment,
  stored: StoredTurn,
  commit: Commit<Shape> = readCommit(stored.body),
): { readonly moment: HistoryMoment; readonly percepts: readonly Percept<Shape>[] } {
  const { frame, percepts } = foldTurn(engine, moment.frame, commit, stored.hash);
  return {
    moment: { place: { segment: stored.segment, turn: stored.turn }, frame, truth: stored.truth },
    percepts,
  };
}
