// The runtime's public face.

export { PROMPT_NAMES, PROMPTS, type PromptName } from "@orrery/agents";
export { ARTIFACT_BYTES_MAX, type Artifact, MEDIA_TYPES as ARTIFACT_TYPES, StoreFault } from "@orrery/store";
export * from "./api.ts";
export { tellExamples } from "./examples.ts";
export type { ArmEffect } from "./experiment/effects.ts";
export { type Experiment, type ExperimentOptions, runExperiment, type Trial } from "./experiment/experiments.ts";
export type { ExperimentCard, Experiments } from "./experiment/kept.ts";
export { type ExperimentPlan, planId, readPlan } from "./experiment/plan.ts";
export type { Series } from "./experiment/series.ts";
export { type Choice, FAULT_CODES, Fault, type FaultCode } from "./fault.ts";
export type { Reel } from "./history/reel.ts";
export { fixedOutside, type Outside, outside, sha256 } from "./ids.ts";
export type { Contrast } from "./league/contrasts.ts";
export { writeCsv } from "./league/csv.ts";
export type { ExportFile } from "./league/export.ts";
export type { LeagueProgress, PlayOptions } from "./league/league-play.ts";
export type { GameCard, LeagueCard, Leagues } from "./league/leagues.ts";
export { ARMS, type Arm, type Entrant, type LeaguePlan, LINE_UPS, type LineUp } from "./league/plan.ts";
export type { Spent } from "./league/spent.ts";
export type { IntervalFigure, LeagueTable, Meeting, Standing } from "./league/table.ts";
export { type OrreryOptions, openOrrery } from "./orrery.ts";
export { parseBudget } from "./seating/budget-parser.ts";
export { parseLineup, playerFor } from "./seating/lineup.ts";
export {
  type ModelSetup,
  nearestPrompt,
  noModels,
  ownPrompts,
  promptFile,
  promptNamesFor,
  readModelSetup,
} from "./seating/model-setup.ts";
export type { AgentFactory } from "./seating/programs.ts";
export { ON_FAULT, type OnFault } from "./seating/stand-in.ts";
export { BOOK_FORMATS, type BookFormat, type Stories } from "./story/stories.ts";
export { type ModelDrift, tableDrift } from "./table/drift.ts";
export { answerTableMessage, type TableAnswer, type TableAnswerOptions } from "./table/messages.ts";
export { type TableProtocol, tableProtocol } from "./table/schema.ts";
export { type CheckResult, checkTableResponse } from "./worlds/check-response.ts";
export { loadPackage } from "./worlds/packages/load.ts";
export { hashPackage, isPath, readPackage } from "./worlds/packages/manifest.ts";
export { readWorldText } from "./worlds/texts.ts";
export { shippedWorlds, type Worlds } from "./worlds/worlds.ts";
