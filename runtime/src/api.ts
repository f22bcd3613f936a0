// What every door of Orrery (command line, HTTP, tests) stands on: one interface, plain JSON in and out.

import type { Agent } from "@orrery/agents";
import type {
  ActionBase,
  ActorId,
  AnyEvent,
  Change,
  ExportFile,
  GodRefusal,
  Origin,
  Problem,
  Provenance,
  Review,
  Roll,
  Shape,
  TSchema,
  Validation,
  Way,
} from "@orrery/kernel";
import type { Discovered, ProbeReport } from "@orrery/models";
import type { Artifact, ArtifactRow, OnceKey, SeatRow } from "@orrery/store";
import type { BillSums } from "./bill.ts";
import type { Cranked } from "./crank.ts";
import type { ModelNews, Telling } from "./ends.ts";
import type { Experiments } from "./experiment/kept.ts";
import type { Choice } from "./fault.ts";
import type { Forecasted } from "./forecast.ts";
import type { Leagues } from "./league/leagues.ts";
import type { Played, PlayWith } from "./play.ts";
import type { CallLine } from "./recordings.ts";
import type { Reel } from "./reel.ts";
import type { SeatTerms } from "./seats.ts";
import type { Stories } from "./stories.ts";
import type { SeatTurn, SeatWords } from "./telling.ts";

export type { ProbeReport } from "@orrery/models";
export type { OnceKey } from "@orrery/store";
export type { BillLine, BillSums } from "./bill.ts";
export type { Cranked, Stopped } from "./crank.ts";
export type { EndsOptions, ModelNews, Telling } from "./ends.ts";
export type { Forecasted } from "./forecast.ts";
export type { ModelProgress, Played, PlayWith } from "./play.ts";
export type { CallLine } from "./recordings.ts";
export type { SeatTerms } from "./seats.ts";
export interface ToldLine {
  readonly turn: number;
  readonly id: string;
  /** `model NAME`. */
  readonly teller: string;
  readonly viewer: ActorId;
  readonly text: string;
}

export interface WorldCard {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  /** Id of the world that gives the rules: `house` for `house/cottage`. */
  readonly plays: string;
  /** Whether it has a text that can be edited. */
  readonly written: boolean;
}
/** What there is to read about a world before playing it. Schemas are JSON Schemas of whole actions. */
export interface WorldRules extends WorldCard {
  readonly version: number;
  /** In words, as Markdown; null where the world does not say. */
  readonly rules: string | null;
  readonly actions: readonly {
    readonly type: string;
    readonly schema: TSchema;
    /** Ways of saying it, as patterns; empty where it cannot be said. */
    readonly phrases: readonly string[];
  }[];
  /** Codes of why the world may refuse, beside the kernel's own. */
  readonly reasons: readonly string[];
  readonly god: readonly { readonly type: string; readonly schema: TSchema }[];
  readonly players: readonly { readonly id: ActorId; readonly name: string }[];
  readonly bots: readonly string[];
  /** The bot that is offered first, how it opens for a person in a seat, and whether one first looks on or takes one; null where the world has no wishes. */
  readonly company: {
    readonly bot: string;
    readonly seated: unknown;
    readonly first: "watch" | "seat";
    readonly staff?: readonly ActorId[];
  } | null;
}
/** A way to write runs of a world as files, and the options that it takes. */
export interface ExportCard {
  readonly name: string;
  readonly about: string;
  readonly options: Readonly<Record<string, string>>;
}
export interface RunCard {
  readonly run: string;
  readonly world: string;
  /** What its world is called; of a world by somebody's own hand, what it says itself. */
  readonly title: string;
  readonly turns: number;
  readonly branches: readonly string[];
  /** Of the branch `main`; null while it goes on. */
  readonly outcome: unknown;
  /** The same in the words of its world: a sentence without its full stop. */
  readonly ending: string | null;
  /** What its world's small picture of the newest turn of `main` is drawn from; null where it has none. */
  readonly glance: unknown;
  readonly createdAt: number;
  /** There for the runs that `tellExamples` made. */
  readonly example?: true;
  /** Why its world cannot be loaded here; then it can be listed and exported, and nothing more is known of it. */
  readonly missing?: string;
}

/** Where a branch stands. A seat's `turn` counts what it took part in or noticed, its `id` is its own, and it has no `hash`. */
export interface HeadView {
  readonly branch: string;
  readonly turn: number;
  readonly id: string;
  readonly hash?: string;
}
export interface AskView {
  readonly id: string;
  readonly to: ActorId;
  readonly lane: string;
  readonly may: readonly string[];
  readonly kind: "due" | "standing";
  /** Several actions in one answer: `all` or none, or `each` in sequence. */
  readonly mode: "all" | "each";
  /** So many actions an answer may hold; absent: any number. */
  readonly most?: number;
  /** Tries that an agent has before the fallback. */
  readonly attempts?: number;
  /** The window closes when so many of its asks are answered. */
  readonly quorum?: number;
  /** There while an answer is kept until the rest of the window has answered; it may still be replaced. */
  readonly answered?: true;
  /** When its time is over, in milliseconds since 1970, and how much of it is left. Absent: no deadline, or it is not running. */
  readonly deadlineAt?: number;
  readonly leftMs?: number;
}
/** What an action that may answer an ask looks like. */
export interface ActionContract {
  readonly type: string;
  /** JSON Schema of the whole action. */
  readonly schema: TSchema;
  /** `legal` lists examples of it, and anything that fits the schema may be said; false: `legal` lists every choice. */
  readonly open: boolean;
}
export interface ToJudge {
  readonly as: ActorId;
  /** Judged by the kernel, so they may be anything. */
  readonly actions: readonly unknown[];
  /** Id of the ask; absent: whichever fits. */
  readonly ask?: string | undefined;
  readonly branch?: string | undefined;
}
export interface Judged {
  readonly ask: string;
  readonly ok: boolean;
  /** What is wrong, by the index of the actions. Of a sequence only the first part can be known. */
  readonly problems: readonly Validation[];
}
export interface AskDescription extends AskView {
  readonly actions: readonly ActionContract[];
}
/** What a branch was taken back from: turns that are on no branch any more, and still there. */
export interface TakenBack {
  readonly branch: string;
  /** The newest of the turns that were left. */
  readonly from: { readonly turn: number; readonly id: string };
  /** Where the branch stood after that. */
  readonly to: { readonly turn: number; readonly id: string };
  /** How it came about, as the store keeps it: `rollback 3`, `undo 4`. */
  readonly why: string;
  readonly at: number;
}
/** Without `as` the view is the whole state and `legal` is everyone's who is asked. */
export interface Showing {
  readonly run: string;
  readonly world: string;
  /** What its world is called, as in a `RunCard`. */
  readonly title: string;
  /** Id of the world that gives the rules: `house` for `house/cottage`. */
  readonly plays: string;
  readonly head: HeadView;
  readonly as: ActorId | null;
  readonly view: unknown;
  readonly legal: readonly ActionBase[];
  readonly asks: readonly AskView[];
  readonly actors: readonly { readonly id: ActorId; readonly name: string }[];
  readonly outcome: unknown;
  /** The outcome in the words of its world; null while it goes on. */
  readonly ending: string | null;
}

/** One turn as it is handed out. */
export interface TurnLine {
  readonly turn: number;
  readonly id: string;
  readonly rawText: string;
  readonly actions: readonly ActionBase[];
  readonly validation: readonly Validation[];
  readonly events: readonly AnyEvent<Shape>[];
  readonly by: readonly Origin[];
  /** What was drawn; absent when nothing was. */
  readonly rolls?: readonly Roll[];
  /** Version of the world that the events are of; absent: the present one. */
  readonly version?: number;
  /** What `actor` was told; a god's turn in plain words. */
  readonly narration: string;
  /** What `actor` may answer to a question that was asked back; absent when none was. */
  readonly choices?: readonly string[];
  readonly createdAt: number;
  /** Only on an opening with a chosen seed: its dice are public. */
  readonly seed?: string;
  /** The first who answered; null where nobody did (an opening, a god's turn, a reveal). */
  readonly actor: ActorId | null;
  /** Everyone who answered, with what each said and was told; absent where fewer than two did. */
  readonly seats?: readonly SeatWords[];
  /** Answers that were refused before the ones that count, oldest first; absent when there were none. */
  readonly attempts?: readonly FailedAttempt[];
  readonly stateHash: string;
  readonly truthHash: string;
  readonly hash: string;
}
/** An answer that the checks refused. `why` of its turn has all of it. */
export interface FailedAttempt {
  readonly actor: ActorId;
  /** The beginning of what was handed in, as text. */
  readonly text: string;
  readonly problems: readonly { readonly reason: string; readonly message: string }[];
}
/** The same as one seat has it, by the seat's own count of turns and without any hash. */
export interface SeatLine extends SeatTurn {
  readonly turn: number;
  readonly id: string;
}
export type Line = TurnLine | SeatLine;

export interface Submission {
  /** Absent: the actors that are asked. */
  readonly as?: ActorId | undefined;
  readonly text?: string | undefined;
  /** Judged by the kernel, so they may be anything. */
  readonly actions?: readonly unknown[] | undefined;
  /** The ask that is answered. When it is not open to this actor any more: fault `moved`, nothing recorded. Absent: whichever fits. */
  readonly ask?: string | undefined;
  /** Hashes of uploaded files that the answer brings along. Fault `unknown_artifact` for one that is not in the run. */
  readonly artifacts?: readonly string[] | undefined;
  readonly branch?: string | undefined;
  /** Id of the head that the actor saw, as it was given to the caller (a seat's own with `seat`). When it has moved and the action no longer holds: fault `moved`, nothing recorded. */
  readonly expectedHead?: string | undefined;
  /** Whether `expectedHead` must be the head to the letter: a compare-and-set. Otherwise what still fits is taken. */
  readonly exact?: boolean | undefined;
  /** Names the submission, so that the same one sent again is answered alike and changes nothing. Fault `key_taken`. */
  readonly once?: OnceKey | undefined;
  /** Id of the seat that it came by; kept with the answer, for the owner to see who did what. */
  readonly seatId?: string | undefined;
  /** Ids come from, and the line is handed back to, the seat `as` rather than the owner. */
  readonly seat?: boolean | undefined;
}
/** Either a turn, or an answer kept until the rest of its window has answered. */
export type Submitted<L extends Line = Line> =
  | { readonly kind: "turn"; readonly line: L }
  | { readonly kind: "kept"; readonly ask: string; readonly waitingFor: readonly ActorId[] };

export type StreamEvent =
  | { readonly type: "turn"; readonly id: string; readonly line: Line }
  | { readonly type: "rollback"; readonly id: string; readonly head: HeadView };

export interface At {
  readonly branch?: string | undefined;
  readonly at?: number | undefined;
  readonly as?: ActorId | undefined;
}

/** A memory that matters. A seat's `turn` and `id` are its own, as in its lines. */
export interface Recalled {
  readonly turn: number;
  readonly id: string;
  readonly text: string;
  readonly how: Way;
  /** Who said it, or what it was read on; null where nobody is known. */
  readonly from: Choice | null;
  readonly about: readonly Choice[];
  /** 0–10. */
  readonly importance: number;
  /** The actor's own moments since: turns that left it a memory. */
  readonly age: number;
  /** Higher is better; only comparable within one answer. */
  readonly score: number;
  /** Why this one was chosen, in words. */
  readonly why: readonly string[];
}

/** One way in which an actor got to know a thing, at the first turn that it did. */
export interface HowKnown {
  readonly turn: number;
  readonly id: string;
  readonly how: Way;
  readonly from: Choice | null;
  /** What the actor was told then; null where the thing was only in sight. */
  readonly text: string | null;
  readonly words: string;
}
export interface Knower {
  readonly actor: ActorId;
  readonly name: string;
  /** In the order of the turns. */
  readonly ways: readonly HowKnown[];
}
export interface Knowledge {
  readonly thing: Choice;
  readonly knowers: readonly Knower[];
  /** Actors who know nothing of it; empty for a seat, which is told of itself alone. */
  readonly others: readonly { readonly actor: ActorId; readonly name: string }[];
}

/** What brought a value about. */
export type Cause =
  | { readonly kind: "opening" }
  | { readonly kind: "action"; readonly action: ActionBase }
  /** Settling: by a rule of the author's, where there is one. `actions` are those of the turn. */
  | { readonly kind: "settle"; readonly rule: string | null; readonly actions: readonly ActionBase[] }
  | { readonly kind: "god"; readonly action: ActionBase | null };
export interface Setting {
  readonly turn: number;
  readonly id: string;
  /** Absent where there was, or is, nothing. */
  readonly before?: unknown;
  readonly after?: unknown;
  readonly rawText: string;
  readonly by: Cause;
  readonly event: AnyEvent<Shape> | null;
}
/** Why a thing is as it is: what set it, newest first, back to the opening. */
export interface Because {
  readonly thing: Choice;
  /** Null: the whole entity. */
  readonly attribute: string | null;
  readonly value?: unknown;
  readonly settings: readonly (Setting & { readonly words: string })[];
}

/** A seat as it was given out. Times in milliseconds since 1970. */
export type SeatCard = SeatRow;

export interface Verified {
  readonly ok: boolean;
  readonly runs: number;
  readonly turns: number;
  readonly run?: string | null;
  readonly turn?: number | null;
  readonly problem?: string;
}

/** All methods reject with a `Fault` or a `StoreFault`; anything else is a bug. */
export interface Orrery {
  worlds(): Promise<readonly WorldCard[]>;
  /** Fault `unknown_world`. */
  worldRules(world: string): Promise<WorldRules>;
  /** The text of a world that comes with Orrery, to begin another from. Fault `unknown_world`. */
  worldText(world: string): Promise<string>;
  /** Judges the text of a world; the text names its world. Never rejects on bad text. `tries`: how many acts to try at most to find out whether it can be won; none by default. */
  checkWorld(text: string, options?: { readonly tries?: number | undefined }): Promise<CheckedWorld>;
  createRun(start: {
    world: string;
    config?: unknown;
    seed?: string | undefined;
    /** Lets a caller find the run again without having stored its id. Store fault `exists` when the id is taken. */
    id?: string | undefined;
    /** How it is to be played: what could not begin is refused before there is a run, with the faults of `play`. */
    play?: Pick<PlayWith, "agents" | "replay"> | undefined;
  }): Promise<{ run: string; head: HeadView }>;
  /** Oldest first: all, or the newest `most` of those before a run. Fault `unknown_run`. */
  runs(page?: { before?: string | undefined; most?: number | undefined }): Promise<readonly RunCard[]>;
  /** The turns that are most worth watching; null where nothing is. Fault `unknown_run`. */
  reel(run: string): Promise<Reel | null>;
  show(run: string, at?: At): Promise<Showing>;
  /** Who is asked now, with the contract of each action that may answer. With `as`: that actor alone. */
  asks(run: string, at?: Pick<At, "branch" | "as">): Promise<readonly AskDescription[]>;
  /** Whether an answer would be admitted now, from its actor's view alone: rolls nothing, records nothing. Faults `moved`, `nobody_asked`, `unknown_actor`. */
  judge(run: string, answer: ToJudge): Promise<Judged>;
  branches(
    run: string,
  ): Promise<readonly { name: string; head: HeadView; parent: { branch: string; turn: number } | null }[]>;
  /** One utterance or answer: always one stored turn, refused or not (or a kept answer in a shared window). */
  submit(run: string, submission: Submission): Promise<Submitted>;
  /** Like `submit`, for actions alone and without building the reply's line: for recorders that submit many. */
  enter(
    run: string,
    entry: { as: ActorId; actions: readonly unknown[]; branch?: string | undefined },
  ): Promise<{ readonly turn: number; readonly id: string; readonly validation: readonly Validation[] }>;
  /** Lets agents answer for their actors until someone without an agent is due, the run has ended, or `turnsMax` is reached. */
  crank(
    run: string,
    options: { branch?: string; agents: (actor: ActorId) => Agent | null; turnsMax?: number; signal?: AbortSignal },
  ): Promise<Cranked>;
  /**
   * The same with agents by name: bots, people, and models; their calls are kept with the run. Faults `bad_agents`,
   * `bad_models`, `recording_mismatch`, `recording_damaged`; after each of them the run can be played on.
   */
  play(run: string, options: PlayWith): Promise<Played>;
  /** What models told of turns, beside the template's narration: notes, and no part of the truth. A seat has its own alone. */
  tellings(run: string, at?: Pick<At, "branch" | "as"> & { from?: number | undefined }): AsyncIterable<ToldLine>;
  /** Calls `listener` with every telling as it is written, provisional pieces first; returns how to stop that. */
  onTelling(listener: (telling: Telling) => void): () => void;
  /** Calls `listener` with what the models that read and tell are doing, and with their trouble, once; returns how to stop that. */
  onModelNews(listener: (news: ModelNews) => void): () => void;
  /** Troubles of those models that were told of and are not over. */
  modelTroubles(run: string, branch?: string): readonly ModelNews[];
  /** When everything that is being told by models has been told. */
  tellingsDone(): Promise<void>;
  /** A turn as one seat counts and names it; null when it is none of this run. */
  seatTurn(
    run: string,
    turn: { branch?: string | undefined; as: ActorId; turnId: string },
  ): Promise<{ turn: number; id: string } | null>;
  /** The lineup in which the world's own staff, such as a game master, plays and people have every other seat; null where it has no staff. */
  staff(run: string): Promise<string | null>;
  /** What a lineup's models would cost for so many moves each (as many as the world has left, else 20, unless told). Sends nothing. */
  forecast(
    run: string,
    lineup: { agents: string; branch?: string | undefined; moves?: number | undefined },
  ): Promise<Forecasted>;
  /** What of the configured models is there; `call` makes one small call to each. Faults `bad_models`, `bad_agents`. */
  probe(options: {
    call: boolean;
    only?: readonly string[] | undefined;
    signal?: AbortSignal | undefined;
  }): Promise<readonly ProbeReport[]>;
  /** What models were asked and answered in a run, in the order in which the answers came. For the owner alone. */
  calls(
    run: string,
    which?: Pick<At, "branch"> & { turn?: number | undefined; from?: number | undefined },
  ): AsyncIterable<CallLine & { readonly n: number }>;
  /** Models of the servers that answer at these URLs, or at the usual ports of this machine. Sends no prompt, never throws for what a server does. */
  discover(urls?: readonly string[]): Promise<readonly Discovered[]>;
  /** What models have cost, in one run or in all, by model, day and run. For the owner alone. */
  bill(which?: { run?: string | undefined }): Promise<BillSums>;
  /** The recording, as NDJSON, that a branch can be played again from without any model. */
  recording(run: string, at?: Pick<At, "branch">): Promise<string>;
  /** Turns `from` (default 1; 0 is the opening) to the head or `at`, in order. */
  log(run: string, at?: At & { from?: number | undefined }): AsyncIterable<Line>;
  why(run: string, turn: string, at?: Pick<At, "branch">): Promise<Explained>;
  /** Why an entity, or `entity.attribute`, is as it is. By id or name. Faults `unknown_thing`, `ambiguous`. */
  whySo(run: string, of: string, at?: Pick<At, "branch" | "at">): Promise<Because>;
  /** Who knows a thing (an entity or a fact, by id or name), since when, and how. With `as`: that actor of itself. Faults `unknown_thing`, `ambiguous`. */
  knows(run: string, thing: string, at?: At & { seat?: boolean | undefined }): Promise<Knowledge>;
  /** The `k` (8 unless told, at most 100) memories of one actor that matter, best first: nothing that it did not perceive. */
  recall(
    run: string,
    cue: {
      as: ActorId;
      query?: string | undefined;
      /** Things by id or name, of those the actor knows. */
      about?: readonly string[] | undefined;
      k?: number | undefined;
      branch?: string | undefined;
      at?: number | undefined;
      /** Turns are numbered as the seat `as` counts them. */
      seat?: boolean | undefined;
    },
  ): Promise<readonly Recalled[]>;
  /** Turns as they come, beginning after `after` (an id as this stream gave it; absent: from now on). Ends when `signal` aborts. */
  follow(
    run: string,
    options: { branch?: string | undefined; as?: ActorId | undefined; after?: string | undefined; signal: AbortSignal },
  ): AsyncIterable<StreamEvent>;
  /** Every way back that the branches of a run took, oldest first. */
  takenBack(run: string): Promise<readonly TakenBack[]>;
  /** `at`: a turn of the branch `from`, or the id of any turn of the run, such as one that was taken back. */
  createBranch(
    run: string,
    branch: { name: string; at: number | string; dice?: "keep" | "fresh" | undefined; from?: string | undefined },
  ): Promise<{ branch: string; head: HeadView }>;
  rollback(run: string, to: number, at?: Pick<At, "branch">): Promise<{ head: HeadView }>;
  /** Each side is `branch` or `branch@turn`. */
  diff(run: string, a: string, b: string): Promise<{ changes: readonly Change[] }>;
  /** What a god may do in this run, `amend` first, each with the JSON Schema of its action. */
  godActions(run: string): Promise<readonly { readonly type: string; readonly schema: TSchema }[]>;
  /** What a god's action would change now, or why it would be refused. Records nothing. */
  tryGod(run: string, action: unknown, at?: Pick<At, "branch">): Promise<Tried>;
  /** God's words are recorded whether or not the world allows them. `once`: as in a submission. */
  god(run: string, action: unknown, at?: Pick<At, "branch"> & Pick<Submission, "once">): Promise<TurnLine>;
  undo(
    run: string,
    turn: string,
    options?: { branch?: string | undefined; asIfNever?: boolean | undefined },
  ): Promise<Undone>;
  verify(run?: string): Promise<Verified>;
  reveal(
    run: string,
    at?: Pick<At, "branch">,
  ): Promise<{ commitment: string; seed: string; nonce: string; next: string; head: HeadView }>;
  export(run: string): AsyncIterable<string>;
  /** Ways in which its world can write a run as files. */
  exports(run: string): Promise<readonly ExportCard[]>;
  /** A branch as the files of one of them. Faults `unknown_export`, and `bad_export` when the options or the run do not fit it. */
  exportAs(
    run: string,
    name: string,
    how?: Pick<At, "branch"> & { readonly options?: Readonly<Record<string, string>> | undefined },
  ): Promise<readonly ExportFile[]>;
  import(lines: AsyncIterable<string> | Iterable<string>): Promise<{ run: string; existed: boolean }>;
  backup(file: string): Promise<void>;
  /**
   * A file of a run by the sha-256 of its bytes; `run` null: of any run. With `as`: only a file named in that actor's present view. Fault `unknown_artifact`.
   */
  artifact(run: string | null, hash: string, at?: Pick<At, "branch" | "as">): Promise<Artifact>;
  /** The files that were brought to a run, by hash; what its world draws is not among them. */
  artifacts(run: string): AsyncIterable<ArtifactRow>;
  /**
   * Stores a file for an answer to come. `hash`, where it is given, must be that of the bytes. With `as`: that actor must be
   * asked now. Faults `bad_artifact`, `too_large`, `nobody_asked`; `conflict` of the store for the same bytes under another type.
   */
  putArtifact(
    run: string,
    file: { mediaType: string; bytes: Uint8Array; hash?: string | undefined },
    at?: Pick<At, "branch" | "as">,
  ): Promise<{ hash: string; size: number }>;
  /**
   * Starts closing windows past their deadlines, with the fallbacks of silent actors, on every run that has deadlines, whether
   * or not agents are at work. Resolves once started, with a function that stops it. For the one process that serves.
   */
  keepTime(options?: { onBug?: (error: unknown) => void }): Promise<() => Promise<void>>;
  /** Many games of one world for ratings. */
  readonly leagues: Leagues;
  /** Stories told of runs of the world `story`. */
  readonly stories: Stories;
  /** Arms played with the same seeds, and what they changed. */
  readonly experiments: Experiments;
  /**
   * A token that makes its bearer this actor of this run on the branches of `terms` (`main` alone unless told), and nothing
   * else. Faults `unknown_actor`, `unknown_branch`, `bad_name`.
   * `once`: as in a submission; the token itself is kept nowhere.
   */
  invite(run: string, actor: ActorId, terms?: SeatTerms & Pick<Submission, "once">): Promise<string>;
  /** Seats that were given out in a run, oldest first; revoked and expired ones too. */
  seats(run: string): Promise<readonly SeatCard[]>;
  /** Opens or closes branches to a seat, names it, sets its end, or revokes it for good. Fault `unknown_seat`. */
  changeSeat(run: string, id: string, change: SeatTerms & { readonly revoked?: true | undefined }): Promise<SeatCard>;
  /** The seat behind a token; null when it is none of ours. Fault `seat_over` when it was revoked or has expired. */
  seatOf(token: string): Promise<SeatCard | null>;
  /** What came of a change that named itself and is no submission; null where it is new. Fault `key_taken`. */
  doneOnce(once: OnceKey): Promise<unknown>;
  /** Keeps what came of it as JSON, for thirty days. */
  keepOnce(once: OnceKey, done: unknown): Promise<void>;
  /** Writes what is still cached and closes the store. */
  close(): Promise<void>;
}

export type Tried = { readonly ok: true; readonly changes: readonly Change[] } | ({ readonly ok: false } & GodRefusal);

/** Why a turn came out as it did: each action with its verdict and its events, then what was settled, changed and rolled. */
export interface Explained {
  readonly turn: number;
  readonly id: string;
  readonly rawText: string;
  readonly actions: readonly ({
    readonly action: ActionBase;
    readonly events: readonly { readonly type: string }[];
  } & Partial<Validation>)[];
  readonly settled: readonly { readonly type: string }[];
  readonly god: readonly { readonly type: string }[];
  readonly changes: readonly Change[];
  readonly rolls: readonly (Roll & {
    readonly lane: string;
    readonly depth: number;
    readonly salt: string;
    readonly commitment: string | null;
  })[];
  readonly answers: readonly Provenance[];
  /** Of everything there is, by id. */
  readonly names: Readonly<Record<string, string>>;
  readonly world: { readonly id: string; readonly version: unknown };
  readonly narration: string;
}

/** A world from its text: the configuration that `createRun` takes for the world `plays`, or what is wrong and where. */
export type CheckedWorld =
  | ({ readonly ok: true; readonly plays: string; readonly title: string; readonly config: unknown } & Review)
  | { readonly ok: false; readonly problems: readonly Problem[] };

export type Undone =
  | { readonly kind: "moved_back"; readonly head: HeadView }
  | { readonly kind: "amended"; readonly line: TurnLine }
  | { readonly kind: "refused"; readonly reason: string; readonly message: string }
  | {
      readonly kind: "as_if_never";
      readonly branch: string;
      readonly head: HeadView;
      readonly refused: readonly {
        readonly turn: number;
        readonly rawText: string;
        readonly reason: string;
        readonly message: string;
      }[];
    };
