// Where everybody stands on the map of a town: communities are islands, and friends stand near each other. The same ties give the same map.
import { getKey } from "@orrery/kernel";
import type { StoryState } from "@orrery/worlds/story";
import { communities, pageRank, withoutDirection } from "@orrery/worlds/story/measures/graph";
import { tiesOf } from "@orrery/worlds/story/measures/town";
import { UndirectedGraph } from "graphology";
import { assign, inferSettings } from "./force.ts";

export interface TownSpot {
  readonly x: number;
  readonly y: number;
  /** Radius of the lamp, by influence. */
  readonly size: number;
  readonly island: number;
}
export interface Island {
  /** The most influential person on it. */
  readonly head: number;
  /** Places of those who live on it, the most influential first. */
  readonly people: readonly number[];
}
export interface TownMap {
  /** By place of the person. */
  readonly spots: readonly TownSpot[];
  readonly islands: readonly Island[];
}

const STEPS = 120;
/** Islands beyond so many are drawn as one archipelago of the rest. */
const ISLANDS = 9;

export function layOutTown(state: StoryState): TownMap {
  const ties = tiesOf(state);
  const both = withoutDirection(ties);
  const influence = pageRank(ties);
  const islands = islandsOf(both, influence);
  const islandOf = new Map(islands.flatMap(({ people }, i) => people.map((place) => [place, i] as const)));
  const graph = new UndirectedGraph();
  const centres = centresOf(islands);
  for (const place of ties.keys()) {
    const { x, y } = centres[islandOf.get(place)!]!;
    // A sunflower around the island's middle: a beginning without chance.
    const angle = place * 2.399963;
    const far = 6 * Math.sqrt(1 + (place % 97));
    graph.addNode(place, { x: x + Math.cos(angle) * far, y: y + Math.sin(angle) * far, size: 1 });
  }
  for (const [from, list] of both.entries())
    for (const to of list)
      if (from < to) graph.addEdge(from, to, { weight: islandOf.get(from) === islandOf.get(to) ? 1 : 0.08 });
  if (ties.length > 1)
    assign(graph, {
      iterations: STEPS,
      getEdgeWeight: "weight",
      settings: { ...inferSettings(graph), gravity: 0.6, scalingRatio: 14, barnesHutOptimize: ties.length > 400 },
    });
  const most = Math.max(...influence, 1e-9);
  return {
    islands,
    spots: ties.map((_, place) => ({
      x: graph.getNodeAttribute(place, "x") as number,
      y: graph.getNodeAttribute(place, "y") as number,
      size: 3 + 9 * Math.sqrt(influence[place]! / most),
      island: islandOf.get(place)!,
    })),
  };
}

/** The largest communities; what is left over is one more. */
function islandsOf(graph: readonly (readonly number[])[], influence: readonly number[]): readonly Island[] {
  const { part } = communities(graph);
  const groups = Map.groupBy(part.keys(), (place) => part[place]!);
  const sorted = [...groups.values()].sort((a, b) => b.length - a.length);
  const rest = sorted.slice(ISLANDS).flat();
  return [...sorted.slice(0, ISLANDS), ...(rest.length > 0 ? [rest] : [])].map((people) => {
    const ranked = [...people].sort((a, b) => influence[b]! - influence[a]! || a - b);
    return { head: ranked[0]!, people: ranked };
  });
}

/** Middles on a ring, the largest island in its midst where there are enough. */
function centresOf(islands: readonly Island[]): readonly { readonly x: number; readonly y: number }[] {
  const radius = 60 + 14 * Math.sqrt(islands.reduce((sum, { people }) => sum + people.length, 0));
  return islands.map((_, i) => {
    const angle = (i / islands.length) * Math.PI * 2 - Math.PI / 2;
    return { x: Math.cos(angle) * radius, y: Math.sin(angle) * radius };
  });
}

/** Ties of one round, as pairs of places: follower and followed. */
export function tiesAt(state: StoryState): readonly (readonly [from: number, to: number])[] {
  return tiesOf(state).flatMap((list, from) => list.map((to) => [from, to] as const));
}

/** Those who muted somebody, with those who are muted, as pairs of places. */
export function mutesAt(state: StoryState): readonly (readonly [from: number, to: number])[] {
  const places = new Map(state.actors.slice(0, -2).map((id, place) => [id, place]));
  return [...places].flatMap(([id, from]) =>
    (getKey(state.agents, id)?.muted ?? []).flatMap((muted) => {
      const to = places.get(muted);
      return to === undefined || to === from ? [] : [[from, to] as const];
    }),
  );
}

/** The way of the post shared most, as pairs of people (sender and sharer) in order. Empty if nothing spreads. */
export function spreadAt(state: StoryState): readonly (readonly [from: number, to: number])[] {
  const shares = new Map<string, { by: string; of: string }[]>();
  for (const { posts } of state.written)
    for (const id of posts) {
      const post = getKey(state.posts, id);
      if (!post || post.root === null || post.of === null) continue;
      shares.set(post.root, [...(shares.get(post.root) ?? []), { by: post.by, of: post.of }]);
    }
  const [most] = [...shares.values()].sort((a, b) => b.length - a.length);
  const place = (id: string) => getKey(state.profiles, id)?.place;
  return (most ?? []).flatMap(({ by, of }) => {
    const from = place(getKey(state.posts, of)?.by ?? "");
    const to = place(by);
    return from === undefined || to === undefined || from === to ? [] : [[from, to] as const];
  });
}
