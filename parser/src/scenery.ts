// Which words name what the shown prose speaks of and nothing more. It knows the prose's words alone, and so nothing that is not shown.
import { keptByText } from "./meter.ts";
import { singularsOf } from "./nouns.ts";
import { isDeterminer } from "./phrases.ts";
import { wordsOf } from "./tokens.ts";

/** Single folded words, each as it stands in the prose and as what it may be the plural of. */
export type Scenery = ReadonlySet<string>;

export const sceneryOf = (words: readonly string[]): Scenery => new Set(words.flatMap((one) => waysOf(one)));

/** The prose comes again with every view. */
const waysOf = keptByText(4096, (said) => wordsOf(said).flatMap((word) => [word, ...singularsOf(word)]));

/** Whether every word said is one of the prose, but for those that only point. */
export function isScenery(said: string, scenery: Scenery): boolean {
  if (scenery.size === 0) return false;
  const words = wordsOf(said).filter((word) => !isDeterminer(word));
  return words.length > 0 && words.every((word) => [word, ...singularsOf(word)].some((one) => scenery.has(one)));
}
