// What every door hands in and is handed out, as plain JSON: shapes alone, without a method or a rule.
import type {
  ActionBase,
  ActorId,
  AnyEvent,
  Change,
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
import type { OnceKey, SeatRow } from "@orrery/store";
import type { Choice } from "./fault.ts";
import type { SeatTurn, SeatWords } from "./turns/telling.ts";

export type { OnceKey } from "@orrery/store";

export interface ToldLine {
  readonly turn: number;
  readonly id: string;
  /** `model NAME`, or `hand` for what the owner wrote. */
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
  /** A sentence on how a bot plays, by its name; not every bot has one. */
  readonly botWords: Readonly<Record<string, string>>;
  /** The parts that leagues rate apart; empty where nobody wins. */
  readonly sides: readonly string[];
  /** Whether players take what they learned from game to game. */
  readonly learns: boolean;
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
/** What its owner made of a run's card. */
export interface Shelved {
  readonly name?: string;
  /** Put away: listed apart. */
  readonly away?: true;
  /** Out of the library; its history is kept. */
  readonly gone?: true;
}
export interface RunCard extends Shelved {
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
export interface JudgedAnswer {
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
/** Without `as` the view is the whole state and `legal` is everyone's who is asked; it is empty where more than 64 are: ask `as` one of them. */
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
  /** What all eyes see of it, line by line, where the world has words for that; in a log alone. */
  readonly account?: readonly string[];
  /** What `actor` may answer to a question that was asked back; absent when none was. */
  readonly choices?: readonly string[];
  /** What the reader said of the words of `actor`, at the end of `narration`; absent when it said nothing. */
  readonly remark?: string;
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

export interface RunStart {
  readonly world: string;
  readonly config?: unknown;
  readonly seed?: string | undefined;
  /** Lets a caller find the run again without having stored its id. Store fault `exists` when the id is taken. */
  readonly id?: string | undefined;
}
/** Numbers of turns worth stopping at, ascending. `turns`: how many there are. */
export interface Outline {
  readonly turns: number;
  readonly refused: readonly number[];
  readonly gods: readonly number[];
  readonly rolled: readonly number[];
}
export interface BranchCard {
  readonly name: string;
  readonly head: HeadView;
  readonly parent: { readonly branch: string; readonly turn: number } | null;
  /** The last turn that it shares with the branch it is held beside, and the id of its own next one; null: it goes no further. */
  readonly apart?: { readonly turn: number; readonly next: string | null };
}
export interface NewBranch {
  readonly name: string;
  /** A turn of the branch `from`, or the id of any turn of the run, such as one that was taken back. */
  readonly at: number | string;
  readonly dice?: "keep" | "fresh" | undefined;
  readonly from?: string | undefined;
}
/** A seed that is open now, and the commitment to the next. */
export interface Revealed {
  readonly commitment: string;
  readonly seed: string;
  readonly nonce: string;
  readonly next: string;
  readonly head: HeadView;
}

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
/** A turn; an answer kept until the rest of its window has answered; or typed words that took turns back, and no turn of their own. */
export type Submitted<L extends Line = Line> =
  | { readonly kind: "turn"; readonly line: L }
  | { readonly kind: "kept"; readonly ask: string; readonly waitingFor: readonly ActorId[] }
  | Rewound;

/** `undone`: what was typed in the turn that was taken back; null where all of them were. */
export interface Rewound {
  readonly kind: "rewound";
  readonly head: HeadView;
  readonly undone: string | null;
}

export type StreamEvent =
  | { readonly type: "turn"; readonly id: string; readonly line: Line }
  | { readonly type: "rollback"; readonly id: string; readonly head: HeadView };

export interface BranchAt {
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
export type ValueCause =
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
  readonly by: ValueCause;
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

/** A lobby as its owner has it. Times in milliseconds since 1970. */
export interface LobbyCard {
  readonly id: string;
  readonly run: string;
  readonly branch: string;
  /** What it offers, with the id of the seat that holds each, and its holder's name; null: it is free. */
  readonly seats: readonly { readonly actor: string; readonly seat: string | null; readonly by: string }[];
  /** Of its link; null once it is over. */
  readonly token: string | null;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly revokedAt: number | null;
}

/** A lobby as a guest with its link has it: what is offered, and who took which seat by it. Nothing else of the run. */
export interface LobbyView {
  readonly run: string;
  readonly world: string;
  readonly title: string;
  /** The world whose rules it plays by. */
  readonly plays: string;
  readonly expiresAt: number;
  readonly seats: readonly LobbySeat[];
}
export interface LobbySeat {
  readonly actor: string;
  readonly name: string;
  readonly isFree: boolean;
  /** What its holder is called; "" for a free one, and where nobody said. */
  readonly by: string;
}

export interface Verified {
  readonly ok: boolean;
  readonly runs: number;
  readonly turns: number;
  readonly run?: string | null;
  readonly turn?: number | null;
  readonly problem?: string;
}

/** A telling by a model, as it comes: provisional until it has been checked. `text` null: none passed, and the template's stands. */
export interface Telling {
  readonly run: string;
  readonly branch: string;
  /** Null: of an answer that is still being written, and that its `teller`, an actor, may still change or lose. */
  readonly turnId: string | null;
  readonly viewer: string;
  readonly teller: string;
  readonly text: string | null;
  readonly provisional: boolean;
}

/** A turn by number or id, and the viewer whose telling is meant: the first who answered, unless told. */
export interface Retold {
  readonly turn: number | string;
  readonly branch?: string | undefined;
  readonly as?: ActorId | undefined;
}
/** What was told of one turn to one viewer: the rules' words and all other tellings, in order. For the owner alone. */
export interface TellingSheet {
  readonly turn: number;
  readonly id: string;
  readonly viewer: ActorId;
  /** In the rules' words, which say what is so. */
  readonly facts: string;
  /** `teller`: `model NAME`, or `hand` for what the owner wrote. */
  readonly tellings: readonly { readonly n: number; readonly teller: string; readonly text: string }[];
  /** The number of the telling that is shown; 0: the facts. */
  readonly shown: number;
}

/** The telling that is shown of a turn, read aloud. */
export interface Spoken {
  readonly turn: number;
  readonly id: string;
  readonly viewer: ActorId;
  /** An artifact of the run, and the model that spoke; null where there is no sound. */
  readonly audio: { readonly hash: string; readonly mediaType: string; readonly speaker: string } | null;
  /** Why there is none, in the owner's words. */
  readonly trouble: string | null;
}

/** What a model that reads or tells is doing, or why it does not. Trouble is told once, and its end once. */
export interface ModelNews {
  readonly run: string;
  readonly branch: string;
  /** The actor that speaks, or that is told. */
  readonly viewer: string;
  readonly role: "parser" | "narrator";
  /** The configured name. */
  readonly model: string;
  readonly state: "asked" | "waiting" | "done" | "failed" | "recovered";
  /** For the seat: no server, key or account is named. Null where there is nothing to say. */
  readonly text: string | null;
  /** For the owner: what went wrong and what to do. */
  readonly detail: string | null;
}

export type AmendmentTrial =
  | { readonly ok: true; readonly changes: readonly Change[] }
  | ({ readonly ok: false } & GodRefusal);

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
