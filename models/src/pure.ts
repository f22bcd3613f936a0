// The half of models that needs no platform: contracts, prompts, budgets, schemas, reading. For packages that are pure themselves.
export * from "./budget.ts";
export * from "./call.ts";
export * from "./contract.ts";
export * from "./conversation.ts";
export type { Json, JsonObject } from "./json.ts";
export * from "./meter.ts";
export * from "./model.ts";
export * from "./prices.ts";
export * from "./problem.ts";
export * from "./prompt.ts";
export { type ReadAnswer, read } from "./reading/read.ts";
export * from "./usage.ts";
export { derive, type Wire } from "./wire/derive.ts";
export { DECODERS, FORMS, type Form, type WireForm } from "./wire/form.ts";
export { gateSchemas, type NamedSchema, type SchemaProblem } from "./wire/gate.ts";
export { decode, encode } from "./wire/plan.ts";
export { shorthand } from "./wire/shorthand.ts";
export { SchemaRefused } from "./wire/source.ts";
