// Measures of the directed graph of followers. Person i is a place; `ties[i]` lists the places that i follows, each once, never i.
import type { Graph } from "../networks.ts";

/** The same ties, each in both directions. */
export function withoutDirection(ties: Graph): number[][] {
  const both = ties.map((list) => new Set(list));
  for (const [i, list] of ties.entries()) for (const j of list) both[j]!.add(i);
  return both.map((set) => [...set].sort((a, b) => a - b));
}

export const meanDegree = (graph: Graph): number =>
  graph.length === 0 ? 0 : graph.reduce((sum, { length }) => sum + length, 0) / graph.length;

/** Mean degree of a neighbour, over all ends of all ties. Never less than the mean degree: the friendship paradox. */
export function neighbourDegree(graph: Graph): number {
  let ends = 0;
  let squares = 0;
  for (const { length } of graph) {
    ends += length;
    squares += length * length;
  }
  return ends === 0 ? 0 : squares / ends;
}

/** Mean local clustering of an undirected graph: how many of one's pairs of neighbours are tied themselves (Watts and Strogatz). */
export function clustering(graph: Graph): number {
  if (graph.length === 0) return 0;
  const sets = graph.map((list) => new Set(list));
  let sum = 0;
  for (const list of graph) {
    if (list.length < 2) continue;
    let closed = 0;
    for (let a = 0; a < list.length; a++) for (let b = 0; b < a; b++) if (sets[list[a]!]!.has(list[b]!)) closed++;
    sum += closed / ((list.length * (list.length - 1)) / 2);
  }
  return sum / graph.length;
}

/** Mean length of shortest paths between people who can reach each other; 0 where nobody can. Every person is a start unless `starts` says fewer. */
export function pathLength(graph: Graph, starts = graph.length): number {
  let sum = 0;
  let pairs = 0;
  for (let start = 0; start < Math.min(starts, graph.length); start++)
    for (const distance of distancesFrom(graph, start))
      if (distance > 0) {
        sum += distance;
        pairs++;
      }
  return pairs === 0 ? 0 : sum / pairs;
}

/** −1 where there is no path. */
export function distancesFrom(graph: Graph, start: number): Int32Array {
  const distance = new Int32Array(graph.length).fill(-1);
  distance[start] = 0;
  const queue = [start];
  for (let head = 0; head < queue.length; head++) {
    const at = queue[head]!;
    for (const next of graph[at]!)
      if (distance[next] === -1) {
        distance[next] = distance[at]! + 1;
        queue.push(next);
      }
  }
  return distance;
}

/** Share of ties that go both ways. */
export function reciprocity(ties: Graph): number {
  const sets = ties.map((list) => new Set(list));
  let all = 0;
  let mutual = 0;
  for (const [i, list] of ties.entries())
    for (const j of list) {
      all++;
      if (sets[j]!.has(i)) mutual++;
    }
  return all === 0 ? 0 : mutual / all;
}

/** Pearson's correlation of a value over both ends of each tie (Newman 2003); 0 where the value does not vary. */
export function assortativity(ties: Graph, value: readonly number[]): number {
  let n = 0;
  let sumX = 0;
  let sumY = 0;
  let sumXX = 0;
  let sumYY = 0;
  let sumXY = 0;
  for (const [i, list] of ties.entries())
    for (const j of list) {
      const x = value[i]!;
      const y = value[j]!;
      n++;
      sumX += x;
      sumY += y;
      sumXX += x * x;
      sumYY += y * y;
      sumXY += x * y;
    }
  const spread = Math.sqrt(Math.max(0, (n * sumXX - sumX * sumX) * (n * sumYY - sumY * sumY)));
  return spread < 1e-9 ? 0 : (n * sumXY - sumX * sumY) / spread;
}

/** PageRank by the power method: rank flows to those who are followed, and sums to 1. */
export function pageRank(ties: Graph, damping = 0.85): readonly number[] {
  const n = ties.length;
  if (n === 0) return [];
  let rank = new Float64Array(n).fill(1 / n);
  for (let step = 0; step < 100; step++) {
    const next = new Float64Array(n);
    let dangling = 0;
    for (const [i, list] of ties.entries()) {
      if (list.length === 0) dangling += rank[i]!;
      else for (const j of list) next[j]! += (damping * rank[i]!) / list.length;
    }
    const rest = (1 - damping + damping * dangling) / n;
    let moved = 0;
    for (let i = 0; i < n; i++) {
      next[i]! += rest;
      moved += Math.abs(next[i]! - rank[i]!);
    }
    rank = next;
    if (moved < 1e-10) break;
  }
  return [...rank];
}

/** Newman's modularity of a division of an undirected graph: `part[i]` is the part of i. */
export function modularityOf(graph: Graph, part: readonly number[]): number {
  const ends = graph.reduce((sum, { length }) => sum + length, 0);
  if (ends === 0) return 0;
  const inside = new Map<number, number>();
  const degree = new Map<number, number>();
  for (const [i, list] of graph.entries()) {
    const own = part[i]!;
    degree.set(own, (degree.get(own) ?? 0) + list.length);
    for (const j of list) if (part[j] === own) inside.set(own, (inside.get(own) ?? 0) + 1);
  }
  let sum = 0;
  for (const [own, d] of degree) sum += (inside.get(own) ?? 0) / ends - (d / ends) * (d / ends);
  return sum;
}

/**
 * A division of an undirected graph into communities by Louvain's method (Blondel and others 2008), and its modularity. People
 * are taken in their order, so the same graph gives the same division.
 */
export function communities(graph: Graph): { readonly part: readonly number[]; readonly modularity: number } {
  let part = graph.map((_, i) => i);
  let level: Weighted = {
    edges: graph.map((list) => new Map(list.map((j) => [j, 1]))),
    loops: graph.map(() => 0),
  };
  for (let round = 0; round < 50; round++) {
    const { moved, into } = moveNodes(level);
    if (!moved) break;
    const { next, number } = joinCommunities(level, into);
    part = part.map((node) => number.get(into[node]!)!);
    level = next;
  }
  return { part, modularity: modularityOf(graph, part) };
}

interface Weighted {
  readonly edges: readonly ReadonlyMap<number, number>[];
  /** Twice the weight of what lies inside a node. */
  readonly loops: readonly number[];
}

function moveNodes({ edges, loops }: Weighted): { readonly moved: boolean; readonly into: number[] } {
  const into = edges.map((_, i) => i);
  const degree = edges.map((list, i) => [...list.values()].reduce((sum, weight) => sum + weight, loops[i]!));
  const total = [...degree];
  const ends = degree.reduce((sum, d) => sum + d, 0);
  let moved = false;
  if (ends === 0) return { moved, into };
  for (let pass = 0, changed = true; changed && pass < 100; pass++) {
    changed = false;
    for (const [i, list] of edges.entries()) {
      const own = into[i]!;
      total[own]! -= degree[i]!;
      const weightTo = new Map<number, number>([[own, 0]]);
      for (const [j, weight] of list) if (j !== i) weightTo.set(into[j]!, (weightTo.get(into[j]!) ?? 0) + weight);
      let best = own;
      let most = weightTo.get(own)! - (total[own]! * degree[i]!) / ends;
      for (const [to, weight] of weightTo) {
        const gain = weight - (total[to]! * degree[i]!) / ends;
        if (gain > most + 1e-12) {
          most = gain;
          best = to;
        }
      }
      total[best]! += degree[i]!;
      if (best === own) continue;
      into[i] = best;
      changed = true;
      moved = true;
    }
  }
  return { moved, into };
}

/** The graph with communities as nodes. */
function joinCommunities({ edges, loops }: Weighted, into: readonly number[]) {
  const number = new Map<number, number>();
  for (const to of into) if (!number.has(to)) number.set(to, number.size);
  const next = Array.from({ length: number.size }, () => new Map<number, number>());
  const inside = new Array<number>(number.size).fill(0);
  for (const [i, list] of edges.entries()) {
    const a = number.get(into[i]!)!;
    inside[a]! += loops[i]!;
    for (const [j, weight] of list) {
      const b = number.get(into[j]!)!;
      if (a === b) inside[a]! += weight;
      else next[a]!.set(b, (next[a]!.get(b) ?? 0) + weight);
    }
  }
  return { next: { edges: next, loops: inside }, number };
}
