// Measures of a cascade: the tree along which a post was passed on. Place 0 is the root; `parent[i]` is the place that i got the post from.

export interface Cascade {
  /** Posts in it, the root included. */
  readonly size: number;
  /** Steps from the root to the farthest. */
  readonly depth: number;
  /** Most posts at one depth. */
  readonly breadth: number;
  /** Mean distance between all pairs in the tree (Goel and others 2016): near 2 for one that a single source spreads, and growing with each generation. 0 for a root alone. */
  readonly virality: number;
}

/** `parent[0]` is −1, and every other parent stands before its child. */
export function cascadeOf(parent: readonly number[]): Cascade {
  const n = parent.length;
  const depth = new Array<number>(n).fill(0);
  const below = new Array<number>(n).fill(1);
  const at: number[] = [];
  for (let i = 0; i < n; i++) {
    if (i > 0) depth[i] = depth[parent[i]!]! + 1;
    at[depth[i]!] = (at[depth[i]!] ?? 0) + 1;
  }
  for (let i = n - 1; i > 0; i--) below[parent[i]!]! += below[i]!;
  // Each edge lies between the pairs that it parts.
  let distances = 0;
  for (let i = 1; i < n; i++) distances += below[i]! * (n - below[i]!);
  return {
    size: n,
    depth: at.length - 1,
    breadth: at.reduce((most, count) => Math.max(most, count), 0),
    virality: n < 2 ? 0 : distances / ((n * (n - 1)) / 2),
  };
}
