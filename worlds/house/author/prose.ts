// Checks the parts of an author's sentences, wherever a text may have them. Every fault at its place.
import type { Json, Path } from "@orrery/kernel";
import type { HouseConfig } from "../model/house.ts";
import { hasParts, proseIn } from "../rules/prose.ts";
import type { AuthorReader } from "./reader.ts";

/** Keys whose texts are told, with their parts as they are then. */
const TOLD: ReadonlySet<string> = new Set([
  "description",
  "appearance",
  "text",
  "smell",
  "tell",
  "says",
  "answers",
  "courtesies",
  "unaware",
  "declines",
  "refuses",
  "hears",
  "asks",
  "admits",
]);

export function proseProblems(config: HouseConfig, read: AuthorReader): void {
  for (const part of ["rooms", "doors", "things", "people", "rules"] as const) visit(read.top[part], [part], false);
  function visit(value: Json | undefined, path: Path, isTold: boolean): void {
    if (typeof value === "string") {
      const prose = isTold && hasParts(value) ? proseIn(value, config) : [];
      if ("message" in prose) read.problem(path, prose.message, prose.hint);
    } else if (Array.isArray(value)) for (const [i, one] of value.entries()) visit(one as Json, [...path, i], isTold);
    else if (value !== null && typeof value === "object")
      for (const [key, one] of Object.entries(value)) visit(one as Json, [...path, key], isTold || TOLD.has(key));
  }
}
