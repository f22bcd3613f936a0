// Foreign formats that runs can be read from. Each is read as it lies; none is written.
export * from "./importers.ts";
export type { Imported, ImportOptions } from "./oasis/import.ts";
export type { PlatformReport } from "./oasis/report.ts";
export type { Unread } from "./oasis/unread.ts";
