// How a world is played for ratings: its sides, its seats, and what one game says of each of them. Nothing here runs.
import type { TSchema } from "typebox";
import type { Dice } from "./dice.ts";
import type { FoldState } from "./frame.ts";
import type { Json } from "./json.ts";
import type { ActorId, Shape } from "./shape.ts";

/** What makes a world fit for a league. A world without it can still be played, but not rated. */
export interface Contest<S extends Shape> {
  /**
   * The parts that players have, each rated apart: impostors and crew. One part where all play alike. Of two,
   * predictions are about a win of the first.
   */
  readonly sides: readonly [string, ...string[]];
  table(config: S["config"]): ContestTable;
  /** Which actor has each seat in one game. Names and colours are shuffled here, so that none of them stays with a player. */
  actors(config: S["config"], shuffle: Dice["shuffle"]): readonly ActorId[];
  /** The configuration of one game: the given one, its seats in order as they were dealt. */
  deal(config: S["config"], seats: readonly DealtSeat[]): S["config"];
  /** Follows one game from its opened state and says at any time what happened so far. */
  watch(opened: FoldState<S>): Watch<S>;
  /** How the measures that `watch` takes are shown, in groups; those that no group names come after them. */
  readonly measures?: readonly MeasureGroup[];
  /** Everything beside the world's version that decides how a game goes: settings with nothing left open, the board, versions of bots and prompts. Leagues take its hash for their rules. */
  rules?(config: S["config"]): Json;
  /** Frozen ways to play a league, by name: the world's id, a dash and a number. */
  readonly protocols?: Readonly<Record<string, Protocol>>;
  /** What the columns of the world's own facts mean, by list: a league's export has one table for each list. */
  readonly codebook?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Contract of what a player may be beside the agent that answers for it, in the world's own words; absent: nothing. */
  readonly traits?: TSchema;
  /** What players take with them from game to game; absent where nothing is learned between games. */
  readonly learning?: Learning<S>;
}

/** What a player has learned, as JSON that fits `schema`: written by the player in one game, and read by it in later ones. */
export interface Learning<S extends Shape> {
  readonly schema: TSchema;
  /** The configuration of a game to which these seats bring what they learned; null: nothing yet. They alone are asked after its end for what they take along. */
  bring(config: S["config"], learned: Readonly<Record<ActorId, Json | null>>): S["config"];
  /** What each seat takes with it. */
  taken(state: S["state"]): Readonly<Record<ActorId, Json>>;
  /** What one player takes along that sat on several seats at once: what it learned on each, in order. */
  joined(learned: readonly Json[]): Json;
}

/** All that decides a league but the players who are tested. Teams meet, the pairings of a block on one seed. */
export interface Protocol {
  /** Name of the rules that it is played by, with their hash. */
  readonly rules: string;
  readonly config: Json;
  readonly seed: string;
  /** Every pairing is played on each of so many seeds. */
  readonly seeds: number;
  /** Players that are always among them, by name: what answers for each. */
  readonly baselines: Readonly<Record<string, string>>;
}

/** The seats in order, and the number on each side, in the order of the contest's sides. */
export interface ContestTable {
  readonly seats: readonly {
    /** Set if the rules leave no choice. */
    readonly side?: string;
    /** Seats that win and lose together. Absent: all seats of one side. */
    readonly party?: string;
  }[];
  readonly sizes: readonly number[];
}

export type Traits = Readonly<Record<string, Json>>;

/** One seat of one game. */
export interface DealtSeat {
  readonly actor: ActorId;
  readonly side: string;
  /** Name of the model that plays it; absent for bots and people. */
  readonly model?: string;
  /** What its player is, in any seat: fits the contest's `traits`. */
  readonly traits?: Traits;
}

export interface Watch<S extends Shape> {
  /** One event, with the states and minds around it. */
  see(before: FoldState<S>, event: { readonly type: string }, after: FoldState<S>): void;
  facts(): GameFacts;
}

/** What happened in one game. Times are whole milliseconds of the game's own clock, predictions whole percents. */
export interface GameFacts {
  /** Null while it goes on. Otherwise each party of the game with its place. */
  readonly results: readonly PartyResult[] | null;
  /** Why it ended, in a word of the world's: "tasks", "ejection"; "" while it goes on. */
  readonly reason: string;
  readonly durationMs: number;
  /** In the order of the table. */
  readonly seats: readonly SeatFacts[];
  /** What belongs to no seat: meetings, ejections, time to the first kill. */
  readonly counts: Readonly<Record<string, number>>;
}

export interface PartyResult {
  readonly side: string;
  readonly actors: readonly ActorId[];
  /** 1 for the best; parties that are level share a place. */
  readonly place: number;
  /** The score behind the places, if the game keeps one. */
  readonly score?: number;
}

export interface SeatFacts {
  readonly actor: ActorId;
  readonly side: string;
  /** Deeds by name, counted by the game: kills, reports, tasks. */
  readonly counts: Readonly<Record<string, number>>;
  /** Parts of wholes by name: right votes of votes. Where the whole is 0 nothing is said. */
  readonly ratios: Readonly<Record<string, Fraction>>;
  /** Predictions by name, each with its outcome. */
  readonly predictions: Readonly<Record<string, readonly Prediction[]>>;
}
export type Fraction = readonly [part: number, whole: number];
/** `percent`: 0 to 100. `prior`: the prediction without any knowledge, 0 to 1. */
export interface Prediction {
  readonly percent: number;
  readonly prior: number;
  readonly happened: boolean;
}

export interface MeasureGroup {
  readonly title: string;
  readonly measures: readonly Measure[];
}
/** One row of a table: a ratio of seats by its name, or a score of the predictions of that name. */
export interface Measure {
  readonly name: string;
  readonly title: string;
  /** `share` unless told: a part of 100 %. `amount`: a number as it is. The others are scores of predictions. */
  readonly as?: "share" | "amount" | "brier" | "priorBrier" | "logLoss" | "auroc";
  /** Shown where there is little room, too. */
  readonly brief?: true;
}

/** The parties of a table with its sides dealt, in the order of their first seats. Seats are numbers. */
export function partiesOf(
  seats: ContestTable["seats"],
  sides: readonly string[],
): readonly { readonly side: string; readonly seats: readonly number[] }[] {
  const parties = new Map<string, { side: string; seats: number[] }>();
  for (const [seat, { party }] of seats.entries()) {
    const side = sides[seat]!;
    const key = party === undefined ? `side ${side}` : `party ${party}`;
    const known = parties.get(key);
    if (known) known.seats.push(seat);
    else parties.set(key, { side, seats: [seat] });
  }
  return [...parties.values()];
}
