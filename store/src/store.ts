// The contract of every store: append-only turns on branching lines, and the few things kept beside them.
// A store knows texts and hashes, no worlds and no rules. It never rewrites and never deletes a turn.
import type { Entity, Hash } from "@orrery/kernel";

/** A turn's place: the segment that holds it and its depth on the line, 0 being the opening. */
export interface Place {
  readonly segment: number;
  readonly turn: number;
}

/** Where a branch stands. `append` and `moveHead` only succeed while this is still so. */
export interface Head extends Place {
  readonly run: string;
  readonly branch: string;
  /** Id and record hash of the newest turn; the opening's id is "0". */
  readonly id: string;
  readonly hash: Hash;
  readonly truth: Hash;
  /** The branch's own dice salt. */
  readonly salt: string;
}

/**
 * A turn on its way in or out. `body` is the canonical text, hashed and stored as it is; `$.turn.id` in it is `id`.
 * An id is the turn's depth in base 36, a hyphen and something random: opaque to everyone but `locate`.
 */
export interface NewTurn {
  readonly id: string;
  readonly body: string;
  readonly hash: Hash;
  readonly truth: Hash;
}
export interface StoredTurn extends NewTurn, Place {}

export interface NewRun {
  readonly id: string;
  /** The name it was started by, such as `house/cottage`. */
  readonly name: string;
  readonly world: string;
  readonly createdAt: number;
  readonly salt: string;
  readonly opening: Omit<NewTurn, "id">;
  readonly secret: Secret;
}
export type RunRow = Pick<NewRun, "id" | "name" | "world" | "createdAt">;

export interface BranchRow {
  readonly name: string;
  readonly head: Head;
  /** The branch it left and the depth at which it did; null for the first. */
  readonly parent: { readonly branch: string; readonly turn: number } | null;
  readonly createdAt: number;
}

/** A seed that is committed to and not yet (or already) revealed. */
export interface Secret {
  readonly commitment: Hash;
  readonly seed: string;
  readonly nonce: string;
}

/** What was told of a turn, beside the truth; chained per run by the store. `viewer` "" is everyone. */
export interface Note {
  readonly turnId: string;
  readonly teller: string;
  readonly viewer: string;
  readonly text: string;
}

/** A note that is to be kept, with the milliseconds since 1970 at which it was told. */
export interface NewNote extends Note {
  readonly at: number;
}

/** A note as it is kept: `n` counts from 1 within its run, `hash` chains it to the one before. */
export interface StoredNote extends Note {
  readonly n: number;
  readonly at: number;
  readonly hash: Hash;
}

/** One movement of a branch's head: what was left behind, and why. */
export interface HeadMove {
  readonly branch: string;
  readonly from: Place;
  readonly to: Place;
  readonly why: string;
  readonly at: number;
}

/** An answer received and not yet part of a turn. */
export interface InboxRow {
  readonly branch: string;
  /** The head that it was given at. */
  readonly at: string;
  readonly ask: string;
  readonly actor: string;
  /** Plain JSON text of the answer. */
  readonly answer: string;
  readonly receivedAt: number;
}

/** A change that names itself, so that the same one sent again is done once: who sends it, under which key, and what it says. */
export interface OnceKey {
  readonly scope: string;
  readonly key: string;
  /** Hash of what was asked for. */
  readonly body: string;
}
/** The same once it was done, with what came of it as JSON text. */
export interface OnceRow extends OnceKey {
  readonly run: string | null;
  readonly done: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** What is kept in one step with a turn: all of it, or neither it nor the turn. */
export interface TurnExtras {
  readonly notes?: readonly NewNote[];
  /** Asks of the branch; their waiting answers are dropped. */
  readonly dropAnswers?: readonly string[];
  readonly clocks?: ClockChange | null;
  readonly once?: OnceRow | null;
}
export interface ClockChange {
  readonly open: readonly string[];
  readonly closed: readonly string[];
  readonly at: number;
}

/** `once`: the change was done before, and this turn was not added. */
export type Appended =
  | { readonly ok: true; readonly head: Head }
  | { readonly ok: false; readonly head: Head; readonly once?: OnceRow };

/** Since when an ask with a deadline has been open on a branch. */
export interface OpenClock {
  readonly run: string;
  readonly branch: string;
  readonly ask: string;
  /** Milliseconds since 1970. */
  readonly openedAt: number;
}

/** The n-th call of a lane to a model, counted from 1: hashes of what was asked and of what came of it. */
export interface Take {
  readonly lane: string;
  readonly seq: number;
  readonly call: Hash;
  readonly outcome: Hash;
}

/** An invitation to be one actor of one run, on the branches that its owner opened to it. */
export interface SeatRow {
  readonly id: string;
  readonly run: string;
  readonly actor: string;
  /** The first is the one it was given for. */
  readonly branches: readonly string[];
  /** The holder, as the owner named it; "" where nothing was said. */
  readonly label: string;
  /** All three in milliseconds since 1970; null: never. */
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
}

/** One invitation for several seats of a run on one branch: each guest who has its link takes one that is free. */
export interface LobbyRow {
  readonly id: string;
  readonly run: string;
  readonly branch: string;
  /** The actors whose seats it offers, each once. */
  readonly actors: readonly string[];
  /** The id of the seat that it gave last of an actor, by that actor. */
  readonly given: Readonly<Record<string, string>>;
  /** All three in milliseconds since 1970; null: never. */
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly revokedAt: number | null;
}
/** Why a lobby does not give a seat away: it is over, does not offer that seat, or somebody has it. */
export type NotTaken = "over" | "not_offered" | "taken";

/** One of the texts that calls are made of, by its hash. */
export interface CallText {
  readonly hash: Hash;
  readonly text: string;
}

/** A file that an answer brought along, by the sha-256 of its bytes in lower-case hex. */
export interface Artifact {
  readonly hash: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}
export interface ArtifactRow extends Omit<Artifact, "bytes"> {
  /** In bytes. */
  readonly size: number;
}

export interface SegmentRow {
  readonly id: number;
  /** The turn it continues from; null for the first of a run. */
  readonly parent: Place | null;
  /** Depth of its last turn; its first is `parent.turn + 1` (0 for the first segment). */
  readonly last: number;
}

/**
 * What a whole run consists of, as `restore` takes it. Segments are numbered from 1 within the run, parents before
 * children; turns follow their segment's row in ascending order, branches, notes and takes come in the order they were made.
 */
export type RunPart =
  | { readonly kind: "segment"; readonly segment: SegmentRow }
  | { readonly kind: "turn"; readonly turn: StoredTurn }
  | { readonly kind: "branch"; readonly branch: RestoredBranch }
  | { readonly kind: "secret"; readonly secret: Secret }
  | { readonly kind: "note"; readonly note: StoredNote }
  | { readonly kind: "text"; readonly text: CallText }
  | { readonly kind: "take"; readonly take: Take }
  | { readonly kind: "artifact"; readonly artifact: Artifact };

export interface RestoredBranch extends Pick<BranchRow, "name" | "parent" | "createdAt"> {
  readonly at: Place;
  readonly salt: string;
}

/** A place on a line, ready to be folded. */
export interface LoadedLine {
  /** The nearest snapshot at or before the place on its line. */
  readonly snapshot: { readonly turn: number; readonly text: string } | null;
  /** Of every turn after the snapshot up to the place, in order; from turn 0 without a snapshot. Not parsed, so they may be damaged. */
  readonly bodies: readonly string[];
  /** Of the turn at the place. */
  readonly hash: Hash;
  readonly truth: Hash;
}

/** The current state of a branch, cached for queries. May be dropped at any time. */
export interface HeadState {
  readonly branch: string;
  readonly turnId: string;
  readonly turn: number;
  /** JSON text. */
  readonly state: string;
  readonly entities: readonly Entity[];
}

/**
 * What one happening was to one actor: derived from the turns, so it may be dropped at any time and made again.
 * `segment` and `turn` are where the happening is kept.
 */
export interface Memory extends Place {
  readonly turnId: string;
  readonly actor: string;
  /** The actor's own count, along its line, of turns that left it a memory; the opening's is 0. */
  readonly moment: number;
  /** From 0 within what one turn left to this actor. */
  readonly n: number;
  /** How it was come by, and its source; null where none is known. */
  readonly how: string;
  readonly from: string | null;
  /** 0–10. */
  readonly importance: number;
  /** Ids of what it is about. */
  readonly about: readonly string[];
  readonly text: string;
  /** What it can be found by: each once, of ASCII only a–z and 0–9. */
  readonly words: readonly string[];
}

/** What is weighed of a memory that was looked for, and its text: many are weighed for each that is read. */
export interface Gist {
  /** The store's own key of it. Of two on one line the later has the greater. */
  readonly id: number;
  readonly moment: number;
  readonly importance: number;
  /** Words and ids that were asked for and that it has, each once, in the order in which they were asked for. */
  readonly says: readonly string[];
  readonly shares: readonly string[];
  /** How many words and ids it has in all. */
  readonly words: number;
  readonly about: number;
  readonly text: string;
  /** All of it. Fault `corrupt` when it is damaged. */
  read(): Memory;
}

/** What is asked of an actor's memories. With neither words nor ids: the latest. */
export interface MemoryQuery {
  readonly actor: string;
  readonly words: readonly string[];
  readonly about: readonly string[];
  /** At most so many for each word, each id, and so on. */
  readonly most: number;
}

/** How far the turns of a segment have become memories, and by what making of them. */
export interface MemorySpan {
  readonly segment: number;
  readonly upTo: number;
  readonly stamp: string;
}

/** Turns `from`..`to` of a line as one segment holds them, and how far its memories have got; `span` null: not begun. */
export interface RememberedStretch {
  readonly segment: number;
  readonly from: number;
  readonly to: number;
  readonly span: MemorySpan | null;
}

export const FAULT_CODES = [
  "locked",
  "read_only",
  "corrupt",
  "newer_version",
  "not_a_database",
  "not_found",
  "exists",
  "conflict",
  "malformed",
  "io",
] as const;
export type StoreFaultCode = (typeof FAULT_CODES)[number];

/** What a disk or a file does to us, with a sentence that says what to do. */
export class StoreFault extends Error {
  override readonly name = "StoreFault";
  readonly code: StoreFaultCode;
  constructor(code: StoreFaultCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}

/** A problem found by reading everything again, with the place as near as it can be told. */
export interface Damage {
  readonly run: string | null;
  readonly segment: number | null;
  readonly turn: number | null;
  readonly problem: string;
}

export interface CheckOptions {
  /** Whether the chains of turns are read too; true unless told. A caller that reads every turn anyway checks them on the way. */
  readonly turns?: boolean;
}

/** What models were asked and answered in a run: never changed, and no part of the truth. */
export interface CallLog {
  callText(run: string, hash: Hash): Promise<string | null>;
  /** Keeping it again changes nothing. */
  keepCallText(run: string, text: CallText): Promise<void>;
  /** Texts in the order of their hashes, those behind `after` ("" for the first), at most so many. */
  callTexts(run: string, after: Hash, most: number): Promise<readonly CallText[]>;
  take(run: string, lane: string, seq: number): Promise<Take | null>;
  /** Fault `conflict` when that place of the lane is taken or leaves a gap: two writers must not record over each other. */
  addTake(run: string, take: Take): Promise<void>;
  /** How many takes a lane has. */
  takeCount(run: string, lane: string): Promise<number>;
  /** Takes number `from`..`to` of the run, in the order in which they were added; fewer where the log ends. */
  takeLog(run: string, from: number, to: number): Promise<readonly Take[]>;
}

/** Files of a run, by content: never changed, never deleted. */
export interface ArtifactLog {
  /**
   * Durable when it returns; keeping it again changes nothing. Faults: `malformed` when its bytes are not what its name and
   * type say, or too many (see `artifactProblem`); `conflict` when the run has these bytes under another type.
   */
  putArtifact(run: string, artifact: Artifact): Promise<void>;
  /** Null: no such artifact in this run; of any run where `run` is null. */
  artifact(run: string | null, hash: Hash): Promise<Artifact | null>;
  /** In the order of their hashes, those behind `after` ("" for the first), at most so many. */
  artifacts(run: string, after: Hash, most: number): Promise<readonly ArtifactRow[]>;
}

export interface Store extends CallLog, ArtifactLog {
  /** Where it lives, for people; null for memory. */
  readonly file: string | null;

  /** A new run with its opening as turn 0 and the branch `main`. Fault `exists` when the id is taken. */
  createRun(run: NewRun): Promise<Head>;
  runs(): Promise<readonly RunRow[]>;
  run(id: string): Promise<RunRow | null>;

  branches(run: string): Promise<readonly BranchRow[]>;
  /** Null when there is no such run or branch. */
  head(run: string, branch: string): Promise<Head | null>;
  /** One row at any depth. `exists` when the name is taken in this run. */
  createBranch(
    run: string,
    branch: { name: string; from: string; at: Place; salt: string; createdAt: number },
  ): Promise<Head | "exists">;
  /** Adds one turn behind `head` with what belongs to it, durable when it returns; or says where the branch stands by now. */
  append(head: Head, turn: NewTurn, beside?: TurnExtras): Promise<Appended>;
  /** Points a branch at another turn of its run: rollback and redo. One row; kept in the `reflog` with its reason. */
  moveHead(
    head: Head,
    to: Place,
    why: string,
    at: number,
  ): Promise<{ ok: true; head: Head } | { ok: false; head: Head }>;
  /** Every movement of a run's heads, oldest first. Never exported: it belongs to this store. */
  reflog(run: string): Promise<readonly HeadMove[]>;

  /** The place of depth `turn` on the line that ends at `at`. `turn` must not exceed `at.turn`. */
  ancestor(at: Place, turn: number): Promise<Place>;
  /** Turns `from`..`to` (inclusive, at most `at.turn`) of the line that ends at `at`, in order. */
  read(at: Place, from: number, to: number): Promise<readonly StoredTurn[]>;
  /** What `at` is folded from. Of the turns only their texts are read: a load is as long as it takes to read them. */
  load(at: Place): Promise<LoadedLine>;
  /** The place of a turn by its id, on any line of the run. */
  locate(run: string, id: string): Promise<Place | null>;
  /** Keeps a snapshot: a cache, compressed and checked; deleting all of them loses nothing. Returns its stored size in bytes. */
  saveSnapshot(at: Place, text: string): Promise<number>;

  /** Every segment of a run, parents before children: what verification and export walk. */
  segments(run: string): Promise<readonly SegmentRow[]>;

  /**
   * Puts a whole run in as it was somewhere else. Nothing of it is visible before `parts` has ended, and nothing stays
   * when it throws. Judges no hashes: `importRun` does. Fault `exists` when the id is taken.
   */
  restore(run: RunRow, parts: AsyncIterable<RunPart>): Promise<void>;

  addSecret(run: string, secret: Secret): Promise<void>;
  secret(run: string, commitment: Hash): Promise<Secret | null>;
  /** In order of their commitments. */
  secrets(run: string): Promise<readonly Secret[]>;

  addNotes(run: string, notes: readonly NewNote[]): Promise<void>;
  /** Notes of these turns, in the order they were written. */
  notes(run: string, turnIds: readonly string[]): Promise<readonly Note[]>;
  /** Notes number `from`..`to` of the run, in order; fewer where the log ends. */
  noteLog(run: string, from: number, to: number): Promise<readonly StoredNote[]>;

  /**
   * Durable when it returns. One answer per branch and ask: a later one replaces it. With `once` both are kept in one step;
   * where that change was done before, nothing is kept and its row comes back.
   */
  keepAnswer(run: string, row: InboxRow, once?: OnceRow | null): Promise<OnceRow | null>;
  inbox(run: string, branch: string): Promise<readonly InboxRow[]>;
  dropAnswers(run: string, branch: string, asks: readonly string[]): Promise<void>;

  /**
   * Starts the clocks of the asks in `open` at `at` and drops those in `closed`, in one step; durable when it returns. A clock
   * that runs already keeps its time. Fault `not_found` when there is no such branch.
   */
  moveClocks(run: string, branch: string, change: ClockChange): Promise<void>;
  /** The clocks of one branch, or of every run; in the order of run, branch and ask. */
  clocks(of: { readonly run: string; readonly branch: string } | null): Promise<readonly OpenClock[]>;

  /** What came of a change that named itself; null: it was not done, or is forgotten. Fault `corrupt` for a damaged row. */
  once(scope: string, key: string): Promise<OnceRow | null>;
  /** Keeps what came of a change; the row that was first stays, and comes back. */
  putOnce(row: OnceRow): Promise<OnceRow>;
  /** Forgets changes older than `before`, in milliseconds since 1970. */
  dropOnce(before: number): Promise<void>;

  /** Refreshes the query cache behind `world_states` and `entities`. */
  cacheHead(run: string, head: HeadState): Promise<void>;
  /** What was cached last of a branch, entities in the order of their ids; null where nothing is, or where there is no such cache. */
  cachedHead(run: string, branch: string): Promise<HeadState | null>;

  /**
   * Keeps what turns `from`..`span.upTo` of one segment were to everyone, turns ascending. False, and nothing kept, when
   * the span of that segment does not end at `from - 1` any more: somebody else was quicker.
   */
  remember(run: string, span: MemorySpan, from: number, memories: readonly Memory[]): Promise<boolean>;
  /** How far memories have got along the line that ends at `at`, oldest stretch first. Costs what that line costs, whatever else is in the run. */
  remembered(at: Place): Promise<readonly RememberedStretch[]>;
  /** Drops every memory of a run: they are made again from its turns. */
  forget(run: string): Promise<void>;
  /**
   * Of one actor's memories on the line that ends at `at`: the latest `most` that have each word, as many that are about
   * each id, that have all of these, and that have any of them and weigh `WEIGHTY` or more. With neither words nor ids:
   * the latest `most` of all, and of the weighty. Each once, latest first. Only a first choice: it ranks nothing.
   */
  recall(at: Place, query: MemoryQuery): Promise<readonly Gist[]>;

  /** Keeps a seat, or its new terms. Durable when it returns. Fault `not_found` when there is no such run. */
  putSeat(seat: SeatRow): Promise<void>;
  /** Fault `corrupt` when it is not as it was written. */
  seat(id: string): Promise<SeatRow | null>;
  /** Of one run, oldest first. */
  seats(run: string): Promise<readonly SeatRow[]>;
  /** Keeps a new lobby. Durable when it returns. Fault `not_found` when there is no such run. */
  addLobby(lobby: LobbyRow): Promise<void>;
  /** Ends it at this moment, unless it was ended before; returns it as it is then. Null: there is none. */
  closeLobby(id: string, at: number): Promise<LobbyRow | null>;
  /** Fault `corrupt` when it is not as it was written. */
  lobby(id: string): Promise<LobbyRow | null>;
  /** Of one run, oldest first. */
  lobbies(run: string): Promise<readonly LobbyRow[]>;
  /**
   * Keeps a new seat that its lobby gives away: in one step with the judgement that the lobby stands, offers the seat, and
   * nobody has it, so that of two guests one gets it. Null: it was kept, and `once` with it.
   */
  takeSeat(lobby: string, seat: SeatRow, once?: OnceRow | null): Promise<NotTaken | null>;

  /**
   * What was derived from a run's turns and is slow to derive again, by its name. A cache: null where nothing is kept, and
   * where it was damaged.
   */
  derived(run: string, name: string): Promise<string | null>;
  putDerived(run: string, name: string, value: string): Promise<void>;

  /** Small values of the installation itself, such as the key that seat tokens are signed with. */
  setting(key: string): Promise<string | null>;
  setSetting(key: string, value: string): Promise<void>;
  /** Replaces a value by what `change` makes of it, in one transaction, so that no other change is lost. Null changes nothing. */
  changeSetting(key: string, change: (value: string | null) => string | null): Promise<void>;

  /** Folds what was written lately into the file, so that a copy of it is whole. For quiet moments. */
  settle(): Promise<void>;

  /** Checks what a store can check without a world: its own file, the chains of turns and notes, heads, snapshots' codec. */
  check(run: string | null, options?: CheckOptions): Promise<readonly Damage[]>;
  /** A whole, consistent copy while others write. Fault `exists` when the target is there. */
  backup(file: string): Promise<void>;
  close(): Promise<void>;
}
