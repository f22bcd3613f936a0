// What a person allows models to use, as it is written: `calls=50,tokens=200000,money=0.5`.
import type { Ceiling } from "@orrery/models/pure";
import { Fault } from "../fault.ts";

const PARTS = ["calls", "tokens", "money"] as const;

/** Fault `bad_config` on anything else. Money is in dollars. */
export function parseBudget(text: string): Ceiling {
  const ceiling: Partial<Record<(typeof PARTS)[number], number>> = {};
  for (const part of text.split(",")) {
    const found = /^\s*(calls|tokens|money)\s*=\s*(\d+(?:\.\d+)?)\s*$/.exec(part);
    const name = found?.[1] as (typeof PARTS)[number] | undefined;
    if (!name || ceiling[name] !== undefined || (name !== "money" && found![2]!.includes(".")))
      throw new Fault(
        "bad_config",
        `The budget "${text}" is not understood at "${part.trim()}": write for instance calls=50,tokens=200000,money=0.5 (money in dollars).`,
      );
    ceiling[name] = Number(found![2]);
  }
  return ceiling;
}
