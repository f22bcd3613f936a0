// What every door of Orrery (command line, HTTP, tests) stands on: one interface, plain JSON in and out.
import type { Experiments } from "./experiment/kept.ts";
import type { Leagues } from "./league/leagues.ts";
import type { Learned } from "./play/learned.ts";
import type { Runs } from "./runs.ts";
import type { Stories } from "./story/stories.ts";

export type { ProbeReport } from "@orrery/models";
export type { LobbyTerms } from "./branch/lobbies.ts";
export type { BillLine, BillSums } from "./calls/bill.ts";
export type { CallLine } from "./calls/recordings.ts";
export type { Forecasted } from "./play/forecast.ts";
export type { Learned, LearnedCard, LearnedFile, LearnedFrom, LearnedVersion } from "./play/learned.ts";
export type { ParserAndNarratorOptions } from "./play/parser-and-narrator.ts";
export type { ModelProgress, PlayResult, PlayWith } from "./play/play.ts";
export type { RunLoopResult, Stopped } from "./play/run-loop.ts";
export type { Runs } from "./runs.ts";
export type * from "./shapes.ts";
export type { SeatTerms } from "./turns/seats.ts";

/** All methods reject with a `Fault` or a `StoreFault`; anything else is a bug. */
export interface Orrery extends Runs {
  /** Many games of one world for ratings. */
  readonly leagues: Leagues;
  /** What agents learned, kept from game to game. */
  readonly learned: Learned;
  /** Stories told of runs of the world `story`. */
  readonly stories: Stories;
  /** Arms played with the same seeds, and what they changed. */
  readonly experiments: Experiments;
}
