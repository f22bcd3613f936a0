// Run folders of OASIS and MiroFish: what they hold, read as streams. Never writes into one.
export type { OasisAction } from "./action.ts";
export { type OasisFolder, readFolder } from "./folder.ts";
export { type OasisConfig, readConfig } from "./people.ts";
export { OasisPlatform } from "./platform.ts";
export { type PlatformReport, ReportBuilder } from "./report.ts";
export type { Interview, OasisRound, ShownPost } from "./rounds.ts";
export { type Unread, UnreadList } from "./unread.ts";
