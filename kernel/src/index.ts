/**
 * The kernel's public face, and TypeBox, its one dependency.
 * @module @orrery/kernel
 */
import Type, { type Static, type TSchema } from "typebox";

export * from "./about.ts";
export * from "./action.ts";
export * from "./amend.ts";
export * from "./ask.ts";
export * from "./asked.ts";
export * from "./batch.ts";
export * from "./contest.ts";
export * from "./dice.ts";
export * from "./frame.ts";
export * from "./history.ts";
export * from "./impression.ts";
export * from "./json.ts";
export * from "./keyed.ts";
export * from "./located.ts";
export * from "./patch.ts";
export * from "./shape.ts";
export * from "./turn.ts";
export * from "./words.ts";
export * from "./world.ts";
export type { Static, TSchema };
export { Type };
