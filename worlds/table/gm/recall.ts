// What of a long campaign matters to this turn: memories that share rare words with it, and the latest. Ranked by whole numbers, so that every machine remembers the same.

/** At most so many that are about this turn, and so many of the latest; together in so many characters. */
const ABOUT = 6;
const LATEST = 4;
const ROOM = 1_600;

/** Memories to be told again, oldest first. `cue`: what was said, who and what is at hand. */
export function recall(memories: readonly string[], cue: string): readonly string[] {
  const asked = wordsIn(cue);
  const spoken = memories.map(wordsIn);
  const frequency = new Map<string, number>();
  for (const words of spoken) for (const word of words) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  const ranked = spoken
    .map((words, at) => ({
      at,
      // A word that few memories have says more than one that is everywhere.
      worth: [...words].reduce(
        (sum, word) => (asked.has(word) ? sum + Math.floor(1000 / frequency.get(word)!) : sum),
        0,
      ),
    }))
    .filter(({ worth }) => worth > 0)
    .sort((a, b) => b.worth - a.worth || b.at - a.at)
    .slice(0, ABOUT);
  const latest = memories.map((_, at) => at).slice(-LATEST);
  const chosen: number[] = [];
  let room = ROOM;
  for (const at of new Set([...ranked.map((one) => one.at), ...latest])) {
    room -= memories[at]!.length;
    if (room >= 0 || chosen.length === 0) chosen.push(at);
  }
  return chosen.sort((a, b) => a - b).map((at) => memories[at]!);
}

const COMMON = new Set(
  "about after again been before from have into just like look more only over some that their them then there these they this took what when where which will with your".split(
    " ",
  ),
);

/** Words of four letters and more by their stems: "promised" and "promises" are one. */
const wordsIn = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .toLowerCase()
      .split(/[^\p{L}]+/u)
      .filter((word) => word.length >= 4 && !COMMON.has(word))
      .map((word) => word.replace(/(?:ing|ed|es|s|e)$/, "")),
  );
