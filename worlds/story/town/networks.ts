// The follow graph at the beginning: the classical graphs. Each gives, for person i of n, the places that i follows.
import type { Dice } from "@orrery/kernel";
import type { Network } from "./config.ts";

export type Graph = readonly (readonly number[])[];
type IntDraw = Pick<Dice, "int">;

export function networkOf(
  network: Exclude<Network, { kind: "none" | "written" }> | { readonly kind: "everyone" },
  count: number,
  dice: IntDraw,
): Graph {
  switch (network.kind) {
    case "random":
      return randomGraph(count, network.degree, dice);
    case "small-world":
      return smallWorld(count, network.degree, network.rewire, dice);
    case "preferential":
      return preferential(count, network.ties, dice);
    default:
      return Array.from({ length: count }, (_, i) => Array.from({ length: count }, (_, j) => j).filter((j) => j !== i));
  }
}

/** Draws below a million decide chances. */
const PARTS = 1_000_000;
const happens = (dice: IntDraw, purpose: string, chance: number): boolean =>
  chance >= 1 || (chance > 0 && dice.int(purpose, 1, PARTS) <= Math.round(chance * PARTS));

/** Mutual ties between pairs drawn at random, `degree` for each in the mean (Erdős and Rényi's G(n, m)). */
export function randomGraph(count: number, degree: number, dice: IntDraw): Graph {
  const ties = Array.from({ length: count }, () => new Set<number>());
  const most = (count * (count - 1)) / 2;
  let left = Math.min(most, Math.round((count * degree) / 2));
  while (left > 0) {
    const i = dice.int("tie", 0, count - 1);
    const j = dice.int("tie", 0, count - 1);
    if (i === j || ties[i]!.has(j)) continue;
    ties[i]!.add(j);
    ties[j]!.add(i);
    left--;
  }
  return ties.map((set) => [...set].sort((a, b) => a - b));
}

/** A ring in which each is tied to the `degree` nearest; each tie is rewired with a chance (Watts and Strogatz 1998). Mutual. */
export function smallWorld(count: number, degree: number, rewire: number, dice: IntDraw): Graph {
  const ties = Array.from({ length: count }, () => new Set<number>());
  const half = Math.min(Math.floor(degree / 2), Math.floor((count - 1) / 2));
  for (let i = 0; i < count; i++)
    for (let d = 1; d <= half; d++) {
      ties[i]!.add((i + d) % count);
      ties[(i + d) % count]!.add(i);
    }
  for (let d = 1; d <= half; d++)
    for (let i = 0; i < count; i++) {
      const j = (i + d) % count;
      if (!happens(dice, "rewire", rewire) || ties[i]!.size >= count - 1) continue;
      let to = dice.int("rewired to", 0, count - 1);
      while (to === i || ties[i]!.has(to)) to = dice.int("rewired to", 0, count - 1);
      ties[i]!.delete(j);
      ties[j]!.delete(i);
      ties[i]!.add(to);
      ties[to]!.add(i);
    }
  return ties.map((set) => [...set].sort((a, b) => a - b));
}

/** Each newcomer ties itself to `ties` others, each as likely as it has ties (Barabási and Albert 1999). Mutual; begins with a clique of one more. */
export function preferential(count: number, ties: number, dice: IntDraw): Graph {
  const graph = Array.from({ length: count }, () => new Set<number>());
  const ends: number[] = [];
  const tie = (i: number, j: number) => {
    graph[i]!.add(j);
    graph[j]!.add(i);
    ends.push(i, j);
  };
  const core = Math.min(count, ties + 1);
  for (let i = 0; i < core; i++) for (let j = 0; j < i; j++) tie(i, j);
  for (let i = core; i < count; i++) {
    const chosen = new Set<number>();
    while (chosen.size < ties) chosen.add(ends[dice.int("tie", 0, ends.length - 1)]!);
    for (const j of chosen) tie(i, j);
  }
  return graph.map((set) => [...set].sort((a, b) => a - b));
}
