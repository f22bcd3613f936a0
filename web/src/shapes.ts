// What the server hands out, as types alone: the runtime's own shapes, and the few that only cross HTTP.
import type {
  ArmEffect,
  ExperimentCard as KeptExperiment,
  LeagueCard as KeptLeague,
  LobbyCard as KeptLobby,
  Spent as KeptSpent,
  Series,
  Showing,
  LobbyView as ShownLobby,
  Trial,
} from "@orrery/runtime";

export type { ArmEffect, Spent } from "@orrery/runtime";
/** `done`: seeds; null where it is not being played. */
export interface ExperimentCard extends KeptExperiment {
  readonly state: "playing" | "stopped";
  readonly done: number | null;
  readonly why: string | null;
  readonly deeds: readonly { readonly arm: string; readonly after: number; readonly type: string }[];
}
export interface ExperimentResults {
  readonly seeds: number;
  readonly control: string | null;
  readonly trials: readonly Trial[];
  readonly effects: readonly ArmEffect[];
  readonly series: readonly Series[];
}

export type {
  AmendmentTrial,
  Because,
  CheckedWorld,
  FailedAttempt,
  Forecasted as Forecast,
  GameCard as LeagueGame,
  HeadView,
  IntervalFigure,
  Knowledge,
  LeagueTable,
  LearnedCard,
  LearnedFile,
  Line,
  LobbySeat,
  Outline,
  ProbeReport as ModelCard,
  Recalled,
  Reel,
  RunCard,
  SeatCard,
  SeatLine,
  Shelved,
  Standing,
  Submitted,
  TakenBack,
  TellingSheet,
  TurnLine,
  Undone,
  Verified,
  WorldCard,
  WorldRules,
} from "@orrery/runtime";

import type { AskDescription, BranchCard, ModelNews as OrreryModelNews, ToldLine } from "@orrery/runtime";
/** An open ask with the contracts of what may answer it. */
export type Ask = AskDescription;
/** A turn told by a model. `text` null: nothing that it said could stand. */
export interface Telling extends Omit<ToldLine, "turn" | "text"> {
  readonly text: string | null;
  /** It is still being written, or not yet checked: it may be taken back. */
  readonly provisional: boolean;
}
/** What a model that reads or tells is doing. A seat is not told `model` and `detail`. */
export type ModelNews = Pick<OrreryModelNews, "viewer" | "role" | "state" | "text"> &
  Partial<Pick<OrreryModelNews, "model" | "detail">>;
export type Action = Showing["legal"][number];
/** As a seat gets it, its view is the only one there is. */
export type Shown = Showing & { readonly seat?: true };
export type Branch = BranchCard;
export interface Change {
  readonly path: readonly (string | number)[];
  readonly before?: unknown;
  readonly after?: unknown;
}

/** A god action's JSON Schema, as much of it as forms are made from. */
export interface GodAction {
  readonly type: string;
  readonly schema: unknown;
}
/** What is told of how a turn came about, beside what its line says. */
export interface Why {
  readonly changes: readonly Change[];
  readonly rolls: readonly RollProof[];
  readonly answers: readonly {
    readonly actor: string;
    readonly ask: string | null;
    readonly by: string;
    readonly cause?: string;
    readonly attempts?: readonly unknown[];
  }[];
}
export interface RollProof {
  readonly who: string;
  readonly purpose: string;
  readonly n: number;
  readonly low: number;
  readonly high: number;
  readonly value: number;
  readonly joint?: true;
  readonly lane: string;
  readonly depth: number;
  readonly salt: string;
  readonly commitment: string | null;
}

/** Tokens. Billed input is `input`; `cached` is a part of it. */
export interface Usage {
  readonly input: number;
  readonly cached: number;
  readonly output: number;
}
/** Agents at work on one branch of a run. */
export interface Sitting {
  readonly branch: string;
  readonly agents: string;
  readonly state: "playing" | "waiting" | "ended" | "stopped";
  readonly why: string | null;
  readonly waitingFor: readonly string[];
  readonly working: readonly {
    readonly actor: string;
    readonly model: string;
    readonly state: "asked" | "writing";
    readonly ms: number;
  }[];
  /** The whole first. `unpriced`: calls that `money` leaves out. */
  readonly spending: readonly {
    readonly calls: number;
    readonly usage: Usage;
    readonly money: number;
    readonly unpriced: number;
  }[];
}
/** One call to a model; no key is ever in it. */
/** The model that answered in a turn, by the lane of its calls: an actor, with `@branch` where that is not `main`. */
export type AnsweredBy = Pick<ModelCall, "lane" | "model">;
export interface ModelCall {
  readonly n: number;
  readonly id: string;
  readonly turn: { readonly turn: number } | null;
  readonly lane: string;
  readonly model: string;
  readonly system: readonly { readonly id: string; readonly text: string }[];
  readonly prompt: string;
  readonly earlier: number;
  readonly answer: string;
  readonly problems: readonly { readonly reason?: string; readonly message?: string }[];
  readonly attempt: number;
  readonly fault: { readonly code: string; readonly message: string } | null;
  readonly usage: Usage;
  readonly cost: number | null;
  readonly ms: number;
}
/** A model of a server on this machine, as it goes into the configuration. */
export interface DiscoveredModel {
  readonly server: string;
  readonly url: string;
  readonly model: string;
  readonly contextTokens: number | null;
}
export interface BillSum {
  readonly calls: number;
  readonly usage: { readonly input: number; readonly cached: number; readonly output: number };
  /** Dollars; calls of unknown price are left out, and counted. */
  readonly money: number;
  readonly unpriced: number;
}
export type BillLine = BillSum & { readonly of: string };
export interface Bill {
  readonly total: BillSum;
  readonly models: readonly BillLine[];
  readonly runs: readonly BillLine[];
  readonly days: readonly BillLine[];
}
/** A model as the settings send it: its key by the variable that holds it. */
export interface NewModel {
  readonly name?: string;
  readonly provider: "openai" | "anthropic" | "google" | "compatible";
  readonly model: string;
  readonly url?: string;
  readonly key?: { readonly env: string };
  readonly contextTokens?: number;
  readonly roles?: readonly string[];
}

/** `now`: what is known while the server plays it; null where it does not. */
export interface LeagueCard extends KeptLeague {
  readonly state: "playing" | "stopped";
  readonly now: { readonly open: number; readonly spent: KeptSpent } | null;
  readonly why: string | null;
}
/** A league as it is begun. */
export interface LeaguePlan extends Partial<Pick<KeptLeague, "seed" | "arms" | "paired" | "lineUp" | "lasting">> {
  readonly world: string;
  readonly config: unknown;
  readonly entrants: readonly { readonly name: string; readonly agent: string }[];
  readonly games: number;
  readonly budget?: { readonly money: number };
}

/** `link`: a path, null once it is over. */
export interface LobbyCard extends Omit<KeptLobby, "token"> {
  readonly link: string | null;
}
/** `yours`: the actor whose seat this browser has already. */
export interface LobbyView extends ShownLobby {
  readonly yours: string | null;
}
