// How a world wants to be told: a voice for narrators with words of their own, and phrases that take the place of the house's.
import type { Style } from "../model/house.ts";
import type { WordDice } from "./wordings.ts";

/** What can be phrased, and what a phrase may name in braces. */
export const PHRASES: Readonly<Record<string, readonly string[]>> = {
  take: ["thing"],
  takeFrom: ["thing", "place"],
  drop: ["thing"],
  put: ["thing", "how", "place"],
  wear: ["thing"],
  remove: ["thing"],
  open: ["thing"],
  close: ["thing"],
  unlock: ["thing", "key"],
  lock: ["thing", "key"],
  light: ["thing"],
  extinguish: ["thing"],
  give: ["thing", "person"],
  show: ["thing", "person"],
  request: ["thing", "person"],
  ask: ["person", "topic"],
  tell: ["person", "topic"],
  go: ["way"],
  back: ["way", "room"],
  wait: [],
  think: [],
  vain: [],
  hurt: [],
};

/** A phrase of the world's own for this, with its parts in place; null where it has none. */
export function phraseFor(
  style: Style | undefined,
  dice: WordDice,
  purpose: string,
  parts: Readonly<Record<string, string>> = {},
): string | null {
  const ways = style?.phrases && Object.hasOwn(style.phrases, purpose) ? style.phrases[purpose]! : [];
  const [first, ...more] = ways;
  if (first === undefined) return null;
  const way = more.length === 0 ? first : dice.pick(purpose, [first, ...more]);
  return way
    .replace(/\{([a-z]+)\}/g, (_all, part: string) => parts[part] ?? "")
    .replace(/^\p{Ll}/u, (start) => start.toUpperCase());
}

export const PERSONS = ["first", "second", "third"] as const;
export const TENSES = ["present", "past"] as const;
