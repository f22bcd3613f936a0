// Brings the drawn graph of a town to another round by what differs: of a thousand people and their ties few do. Draws nothing.
import type { MultiDirectedGraph } from "graphology";
import type { Attributes } from "graphology-types";

export type TownGraph = MultiDirectedGraph;
type Pair = readonly [from: number, to: number];

/** Attributes by place; says how many people look otherwise than before. */
export function changePeople(graph: TownGraph, looks: readonly Attributes[]): number {
  let changed = 0;
  for (const [place, look] of looks.entries()) {
    const had = graph.getNodeAttributes(place);
    if (Object.entries(look).every(([name, value]) => had[name] === value)) continue;
    graph.mergeNodeAttributes(place, look);
    changed++;
  }
  return changed;
}

export const TIE = { size: 0.6, color: "#2b3f48" } as const;
export const MUTE = { size: 1.1, color: "#a2483d" } as const;
export const SPREAD = { size: 2, color: "#ffe2a0", zIndex: 1 } as const;

interface Lines {
  /** Who follows whom. */
  readonly ties: readonly Pair[];
  /** Who listens to whom no longer. */
  readonly mutes: readonly Pair[];
  /** The way of what spreads, drawn brighter. */
  readonly spread: readonly Pair[];
}

/** Says how many lines came or went. */
export function changeLines(graph: TownGraph, { ties, mutes, spread }: Lines): number {
  const wanted = new Map<string, { readonly pair: Pair; readonly look: Attributes }>();
  for (const pair of ties) wanted.set(`${pair[0]} ${pair[1]}`, { pair, look: TIE });
  for (const pair of mutes) wanted.set(`${pair[0]} ${pair[1]} mute`, { pair, look: MUTE });
  for (const pair of spread) wanted.set(`${pair[0]} ${pair[1]} spread`, { pair, look: SPREAD });
  let changed = 0;
  for (const edge of graph.edges())
    if (!wanted.delete(edge)) {
      graph.dropEdge(edge);
      changed++;
    }
  for (const [edge, { pair, look }] of wanted) graph.addEdgeWithKey(edge, pair[0], pair[1], { ...look });
  return changed + wanted.size;
}
