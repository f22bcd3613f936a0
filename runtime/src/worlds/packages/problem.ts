// What keeps an exported value from being a world. Loads nothing.
import { type AnyWorld, loadWorld } from "@orrery/kernel";
import { sha256 } from "../../ids.ts";

/** What came of loading a package once. */
export type PackageTrial =
  | { readonly ok: true; readonly id: string; readonly version: number }
  | { readonly ok: false; readonly problem: string };

const FUNCTIONS = ["open", "actors", "asks", "view", "legal", "outcome", "entities"] as const;
const RECORDS = ["config", "actions", "check", "decide", "apply", "explain", "words"] as const;
const WORDS = ["name", "tell", "lexicon"] as const;

/** What an exported value lacks to be a world, as a sentence; null when it has all that every world has. */
export function worldProblem(value: unknown): string | null {
  if (typeof value !== "object" || value === null)
    return "it does not export `world`: write `export const world = { … } satisfies World<…>`.";
  const world = value as Record<string, unknown>;
  if (typeof world["id"] !== "string" || !Number.isSafeInteger(world["version"]))
    return "its world must have an `id` and a whole `version`.";
  const without = [
    ...FUNCTIONS.filter((name) => typeof world[name] !== "function"),
    ...RECORDS.filter((name) => typeof world[name] !== "object" || world[name] === null),
  ];
  if (without.length > 0) return `its world lacks ${without.join(", ")}.`;
  const words = world["words"] as Record<string, unknown>;
  const mute = WORDS.filter((name) => typeof words[name] !== "function");
  if (mute.length > 0) return `its world lacks ${mute.map((name) => `words.${name}`).join(", ")}.`;
  const part = (name: string) => world[name] as Record<string, unknown>;
  const undone = Object.keys(part("actions")).flatMap((type) =>
    ["check", "decide"].flatMap((name) => (typeof part(name)[type] === "function" ? [] : [`${name}.${type}`])),
  );
  if (undone.length > 0) return `its world lacks ${undone.join(", ")}.`;
  try {
    loadWorld(value as AnyWorld, sha256);
    return null;
  } catch (error) {
    return `its world is malformed: ${(error as Error).message}.`;
  }
}
