// The word somebody probably meant.

/** The word of the list that is fewest edits away, if that is few enough; null otherwise. */
export function nearest(word: string, list: readonly string[]): string | null {
  let best: string | null = null;
  let least = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const other of list) {
    const edits = distance(word.toLowerCase(), other.toLowerCase());
    if (edits < least) {
      best = other;
      least = edits;
    }
  }
  return best;
}

/** Letters put in, left out or changed, and neighbours swapped. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      let least = Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) least = Math.min(least, before[j - 2]! + 1);
      next.push(least);
    }
    before = row;
    row = next;
  }
  return row[b.length]!;
}
