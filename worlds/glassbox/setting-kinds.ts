// The kinds of numbers that settings are, each with its default and its range.
import { Type } from "@orrery/kernel";

/** One simulation tick. */
export const TICK_MS = 100;

export const ms = (fallback: number, minimum: number, maximum: number, step = TICK_MS) =>
  Type.Integer({ minimum, maximum, multipleOf: step, default: fallback });
export const percent = (fallback: number, minimum: number, maximum: number) =>
  Type.Integer({ minimum, maximum, multipleOf: 5, default: fallback });
export const count = (fallback: number, minimum: number, maximum: number) =>
  Type.Integer({ minimum, maximum, default: fallback });
export const flag = (fallback: boolean) => Type.Boolean({ default: fallback });
