// Histories on disk and in memory: the contract, the stores that keep it, and how a run travels between them.
export { ARTIFACT_BYTES_MAX, artifactProblem, hashBytes, MEDIA_TYPES, type MediaType } from "./artifacts.ts";
export { sha256 } from "./chain.ts";
export { heldSeats, stands } from "./lobby.ts";
export { WEIGHTY } from "./memories.ts";
export { exportRun, importRun, linesOf, type TruthOf } from "./ndjson.ts";
export { memoryStore, openSqlite, type SqliteOptions } from "./sqlite.ts";
export * from "./store.ts";
