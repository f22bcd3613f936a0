// The runtime's public face.

export { ARTIFACT_BYTES_MAX, type Artifact, MEDIA_TYPES as ARTIFACT_TYPES, StoreFault } from "@orrery/store";
export { parseBudget } from "./allowance.ts";
export * from "./api.ts";
export { type CheckResult, checkTableResponse } from "./check-response.ts";
export { tellExamples } from "./examples.ts";
export type { Effect } from "./experiment/effects.ts";
export { type Experiment, type ExperimentOptions, runExperiment, type Trial } from "./experiment/experiments.ts";
export { type ExperimentPlan, readPlan } from "./experiment/plan.ts";
export { type Choice, FAULT_CODES, Fault, type FaultCode } from "./fault.ts";
export { fixedOutside, type Outside, outside, sha256 } from "./ids.ts";
export { writeCsv } from "./league/csv.ts";
export type { GameCard, LeagueCard, Leagues, PlayOptions, Progress } from "./league/leagues.ts";
export { ARMS, type Arm, type Entrant, LINE_UPS, type LineUp, type Plan } from "./league/plan.ts";
export type { Spent } from "./league/spent.ts";
export type { Figure, LeagueTable, Meeting, Standing } from "./league/table.ts";
export { parseLineup, playerFor } from "./lineup.ts";
export { type ModelSetup, noModels, readModelSetup } from "./model-setup.ts";
export { type OrreryOptions, openOrrery } from "./orrery.ts";
export { loadPackage } from "./packages/load.ts";
export { hashPackage, isPath, readPackage } from "./packages/manifest.ts";
export type { AgentFactory } from "./programs.ts";
export { BOOK_FORMATS, type BookFormat, type Stories } from "./stories.ts";
export { type ModelDrift, tableDrift } from "./table-drift.ts";
export { answerTableMessage, type TableAnswer, type TableAnswerOptions } from "./table-messages.ts";
export { type TableProtocol, tableProtocol } from "./table-schema.ts";
export { readWorldText } from "./texts.ts";
export { shippedWorlds, type Worlds } from "./worlds.ts";
