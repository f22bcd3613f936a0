// Everything one can do with runs: the interface that leagues, stories, experiments and every door stand on.
import type { Agent } from "@orrery/agents";
import type { ActorId, Change, ExportFile, TSchema, Validation } from "@orrery/kernel";
import type { Discovered, ProbeReport } from "@orrery/models";
import type { NewModel } from "@orrery/models/config";
import type { Artifact, ArtifactRow, OnceKey } from "@orrery/store";
import type { LobbyTerms } from "./branch/lobbies.ts";
import type { BillSums } from "./calls/bill.ts";
import type { CallLine } from "./calls/recordings.ts";
import type { Reel } from "./history/reel.ts";
import type { Shelving } from "./history/shelf.ts";
import type { Forecasted } from "./play/forecast.ts";
import type { PlayResult, PlayWith } from "./play/play.ts";
import type { EndsChoice } from "./play/run-ends.ts";
import type { RunLoopResult } from "./play/run-loop.ts";
import type {
  AmendmentTrial,
  AskDescription,
  Because,
  BranchAt,
  BranchCard,
  CheckedWorld,
  Explained,
  ExportCard,
  HeadView,
  JudgedAnswer,
  Knowledge,
  Line,
  LobbyCard,
  LobbyView,
  ModelNews,
  NewBranch,
  Outline,
  Recalled,
  Retold,
  Revealed,
  RunCard,
  RunStart,
  SeatCard,
  Shelved,
  Showing,
  Spoken,
  StreamEvent,
  Submission,
  Submitted,
  TakenBack,
  Telling,
  TellingSheet,
  ToJudge,
  ToldLine,
  TurnLine,
  Undone,
  Verified,
  WorldCard,
  WorldRules,
} from "./shapes.ts";
import type { SeatTerms } from "./turns/seats.ts";

/** All methods reject with a `Fault` or a `StoreFault`; anything else is a bug. */
export interface Runs {
  worlds(): Promise<readonly WorldCard[]>;
  /** Fault `unknown_world`. */
  worldRules(world: string): Promise<WorldRules>;
  /** The text of a world that comes with Orrery, to begin another from. Fault `unknown_world`. */
  worldText(world: string): Promise<string>;
  /** Judges the text of a world; the text names its world. Never rejects on bad text. `tries`: how many acts to try at most to find out whether it can be won; none by default. */
  checkWorld(text: string, options?: { readonly tries?: number | undefined }): Promise<CheckedWorld>;
  createRun(
    start: RunStart & {
      /**
       * How it is to be played: what could not begin is refused before there is a run, with the faults of `play`. `learn`: its
       * models and programs bring what they learned in earlier games, and what they learn in this one is kept at its end.
       */
      readonly play?: (Pick<PlayWith, "agents" | "replay"> & { readonly learn?: boolean | undefined }) | undefined;
      /** Who reads what is typed and who tells what happened, where that is another than for every run. Faults `bad_agents`, `bad_models`. */
      readonly ends?: EndsChoice | undefined;
    },
  ): Promise<{ run: string; head: HeadView }>;
  /** Oldest first: all, or the newest `most` of those before a run. Fault `unknown_run`. */
  runs(page?: { before?: string | undefined; most?: number | undefined }): Promise<readonly RunCard[]>;
  /** Names a run, puts it away or takes it out of the library; resolves to what it is now. Faults `unknown_run`, `bad_name`. */
  shelve(run: string, change: Shelving): Promise<Shelved>;
  /** The turns that are most worth watching; null where nothing is. Fault `unknown_run`. */
  reel(run: string): Promise<Reel | null>;
  show(run: string, at?: BranchAt): Promise<Showing>;
  /** Who is asked now, with the contract of each action that may answer. With `as`: that actor alone. */
  asks(run: string, at?: Pick<BranchAt, "branch" | "as">): Promise<readonly AskDescription[]>;
  /** Whether an answer would be admitted now, from its actor's view alone: rolls nothing, records nothing. Faults `moved`, `nobody_asked`, `unknown_actor`. */
  judge(run: string, answer: ToJudge): Promise<JudgedAnswer>;
  /** With `beside`: where each stops sharing the line of that branch. Faults `unknown_run`, `unknown_branch`. */
  branches(run: string, options?: { beside?: string | undefined }): Promise<readonly BranchCard[]>;
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
  ): Promise<RunLoopResult>;
  /**
   * The same with agents by name: bots, people, and models; their calls are kept with the run. Faults `bad_agents`,
   * `bad_models`, `recording_mismatch`, `recording_damaged`; after each of them the run can be played on.
   */
  play(run: string, options: PlayWith): Promise<PlayResult>;
  /** What is shown of turns in place of the rules' narration, told by models or by the owner: notes, and no part of the truth. A seat has its own alone. */
  tellings(run: string, at?: Pick<BranchAt, "branch" | "as"> & { from?: number | undefined }): AsyncIterable<ToldLine>;
  /** All tellings of one turn to one viewer, beside the rules' words. For the owner alone. Faults `unknown_turn`, `unknown_actor`. */
  tellingSheet(run: string, of: Retold): Promise<TellingSheet>;
  /** Has a model tell it once more, and shows that; `trouble` says why there is no new telling. `narrator`: other than the usual one. Faults as above, and `bad_agents`, `no_agent`. */
  retell(
    run: string,
    of: Retold & { readonly narrator?: string | undefined },
  ): Promise<TellingSheet & { readonly trouble: string | null }>;
  /** Shows the owner's own words in its place. Fault `not_text`. */
  writeTelling(run: string, of: Retold & { readonly text: string }): Promise<TellingSheet>;
  /** Shows another of its tellings, by its number; 0 shows the rules' words. Fault `unknown_thing`. */
  chooseTelling(run: string, of: Retold & { readonly n: number }): Promise<TellingSheet>;
  /** Has the telling that is shown read aloud, once; `speaker` names another model than the one with that role. Faults as `toldAt`, `bad_agents`, `too_large`. */
  speak(run: string, of: Retold & { readonly speaker?: string | undefined }): Promise<Spoken>;
  /** The sound of it. Fault `unknown_artifact` where it was not read aloud. */
  sound(run: string, of: Retold): Promise<Artifact>;
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
  /**
   * What a lineup's models would cost for so many moves each: unless told, to the end of the game, or 20 where none is in sight. A
   * rehearsal by bots in their places tells it; nothing is sent.
   */
  forecast(
    run: string,
    lineup: { agents: string; branch?: string | undefined; moves?: number | undefined },
  ): Promise<Forecasted>;
  /** The same for a run that has not begun. Faults as of `createRun` and `play`. */
  forecastStart(
    start: Omit<RunStart, "id">,
    lineup: { agents: string; moves?: number | undefined },
  ): Promise<Forecasted>;
  /** What of the configured models is there; `call` makes one small call to each. Faults `bad_models`, `bad_agents`. */
  probe(options: {
    call: boolean;
    only?: readonly string[] | undefined;
    signal?: AbortSignal | undefined;
  }): Promise<readonly ProbeReport[]>;
  /** Puts a model into the configuration's file. Resolves to its name. Faults `bad_models`, `name_taken`. */
  addModel(added: NewModel): Promise<string>;
  /** Takes a model out of the configuration's file, and the roles that it had. Faults `bad_models`, `unknown_thing`. */
  removeModel(name: string): Promise<void>;
  /** What models were asked and answered in a run, in the order in which the answers came. For the owner alone. */
  calls(
    run: string,
    which?: Pick<BranchAt, "branch"> & { turn?: number | undefined; from?: number | undefined },
  ): AsyncIterable<CallLine & { readonly n: number }>;
  /** Models of the servers that answer at these URLs, or at the usual ports of this machine. Sends no prompt, never throws for what a server does. */
  discover(urls?: readonly string[]): Promise<readonly Discovered[]>;
  /** What models have cost, in one run or in all, by model, day and run. For the owner alone. */
  bill(which?: { run?: string | undefined }): Promise<BillSums>;
  /** The recording, as NDJSON, that a branch can be played again from without any model. */
  recording(run: string, at?: Pick<BranchAt, "branch">): Promise<string>;
  /** Turns `from` (default 1; 0 is the opening) to the head or `at`, in order. `hashed` false: without hashes of states. */
  log(run: string, at?: BranchAt & { from?: number | undefined; hashed?: boolean | undefined }): AsyncIterable<Line>;
  /** What is worth stopping at on a branch, without its turns. */
  outline(run: string, at?: Pick<BranchAt, "branch">): Promise<Outline>;
  why(run: string, turn: string, at?: Pick<BranchAt, "branch">): Promise<Explained>;
  /** Why an entity, or `entity.attribute`, is as it is. By id or name. Faults `unknown_thing`, `ambiguous`. */
  whySo(run: string, of: string, at?: Pick<BranchAt, "branch" | "at">): Promise<Because>;
  /** Who knows a thing (an entity or a fact, by id or name), since when, and how. With `as`: that actor of itself. Faults `unknown_thing`, `ambiguous`. */
  knows(run: string, thing: string, at?: BranchAt & { seat?: boolean | undefined }): Promise<Knowledge>;
  /** The `k` (8 unless told, at most 100) memories of one actor that matter, best first: nothing that it did not perceive. */
  recall(
    run: string,
    cue: {
      as: ActorId;
      query?: string | undefined;
      /** Things by id or name, of those the actor knows. */
      about?: readonly string[] | undefined;
      k?: number | undefined;
      /** Also by nearness of meaning, by the model with the role `embedder`: it is called for what it was not asked before. Fault `bad_agents` where there is none. */
      near?: boolean | undefined;
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
  createBranch(run: string, branch: NewBranch): Promise<{ branch: string; head: HeadView }>;
  rollback(run: string, to: number, at?: Pick<BranchAt, "branch">): Promise<{ head: HeadView }>;
  /** Each side is `branch` or `branch@turn`. */
  diff(run: string, a: string, b: string): Promise<{ changes: readonly Change[] }>;
  /** What a god may do in this run, `amend` first, each with the JSON Schema of its action. */
  godActions(run: string): Promise<readonly { readonly type: string; readonly schema: TSchema }[]>;
  /** What a god's action would change now, or why it would be refused. Records nothing. */
  tryGod(run: string, action: unknown, at?: Pick<BranchAt, "branch">): Promise<AmendmentTrial>;
  /** God's words are recorded whether or not the world allows them. `once`: as in a submission. */
  god(run: string, action: unknown, at?: Pick<BranchAt, "branch"> & Pick<Submission, "once">): Promise<TurnLine>;
  undo(
    run: string,
    turn: string,
    options?: { branch?: string | undefined; asIfNever?: boolean | undefined },
  ): Promise<Undone>;
  verify(run?: string): Promise<Verified>;
  reveal(run: string, at?: Pick<BranchAt, "branch">): Promise<Revealed>;
  export(run: string): AsyncIterable<string>;
  /** Ways in which its world can write a run as files. */
  exports(run: string): Promise<readonly ExportCard[]>;
  /** What it was opened with. */
  configOf(run: string): Promise<unknown>;
  /** A branch as the files of one of them. Faults `unknown_export`, and `bad_export` when the options or the run do not fit it. */
  exportAs(
    run: string,
    name: string,
    how?: Pick<BranchAt, "branch"> & { readonly options?: Readonly<Record<string, string>> | undefined },
  ): Promise<readonly ExportFile[]>;
  import(lines: AsyncIterable<string> | Iterable<string>): Promise<{ run: string; existed: boolean }>;
  backup(file: string): Promise<void>;
  /**
   * A file of a run by the sha-256 of its bytes; `run` null: of any run. With `as`: only a file named in that actor's present view. Fault `unknown_artifact`.
   */
  artifact(run: string | null, hash: string, at?: Pick<BranchAt, "branch" | "as">): Promise<Artifact>;
  /** The files that were brought to a run, by hash; what its world draws is not among them. */
  artifacts(run: string): AsyncIterable<ArtifactRow>;
  /**
   * Stores a file for an answer to come. `hash`, where it is given, must be that of the bytes. With `as`: that actor must be
   * asked now. Faults `bad_artifact`, `too_large`, `nobody_asked`; `conflict` of the store for the same bytes under another type.
   */
  putArtifact(
    run: string,
    file: { mediaType: string; bytes: Uint8Array; hash?: string | undefined },
    at?: Pick<BranchAt, "branch" | "as">,
  ): Promise<{ hash: string; size: number }>;
  /**
   * Starts closing windows past their deadlines, with the fallbacks of silent actors, on every run that has deadlines, whether
   * or not agents are at work. Resolves once started, with a function that stops it. For the one process that serves.
   */
  keepTime(options?: { onBug?: (error: unknown) => void }): Promise<() => Promise<void>>;
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
  /** One invitation for several seats. Faults `unknown_actor`, `unknown_branch`, `bad_name`. */
  openLobby(run: string, terms: LobbyTerms): Promise<LobbyCard>;
  /** Lobbies of a run, oldest first; closed and expired ones too. */
  lobbies(run: string): Promise<readonly LobbyCard[]>;
  /** Nobody takes a seat by it any more; who has one keeps it, and their time begins. Fault `unknown_seat`. */
  closeLobby(run: string, id: string): Promise<LobbyCard>;
  /** What a guest with its token is shown. Faults `unknown_seat`, `seat_over`. */
  showLobby(run: string, token: string): Promise<LobbyView>;
  /**
   * The token of a free seat, for a guest of the lobby: of two who want one, one gets it. `label`: the guest's own name.
   * Faults `unknown_seat`, `seat_over`, `seat_taken`, `unknown_actor`. `once`: as in a submission.
   */
  takeSeat(
    run: string,
    token: string,
    guest: { readonly actor: ActorId; readonly label?: string | undefined } & Pick<Submission, "once">,
  ): Promise<string>;
  /** What came of a change that named itself and is no submission; null where it is new. Fault `key_taken`. */
  outcomeOf(once: OnceKey): Promise<unknown>;
  /** Keeps what came of it as JSON, for thirty days. */
  keepOnce(once: OnceKey, done: unknown): Promise<void>;
  /** Writes what is still cached and closes the store. */
  close(): Promise<void>;
}
