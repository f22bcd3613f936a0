// Measures of a town at the end of each round, from its states and events alone: so any of them can be computed again from a stored history.
import { getKey } from "@orrery/kernel";
import type { StoryEvent, StoryState } from "../../shape.ts";
import { EMOTIONS } from "../config.ts";
import { emotionsOf } from "../emotions.ts";
import { feedOf } from "../feed.ts";
import type { PostId } from "../state.ts";
import { type Cascade, cascadeOf } from "./cascade.ts";
import {
  assortativity,
  clustering,
  communities,
  meanDegree,
  pageRank,
  reciprocity,
  withoutDirection,
} from "./graph.ts";
import { entropy, estebanRay, gini, mean, twoLargest, variance } from "./opinions.ts";
import { sentiment } from "./sentiment.ts";

/** Name of a measure to its value. Those of a topic end with its id: `variance.harbour`. */
export type Measures = Readonly<Record<string, number>>;

/** What is measured, with what it means. `.topic` stands for one of each topic. */
export const MEASURES: Readonly<Record<string, string>> = {
  people: "who live",
  posts: "posts of this round, with reposts and quotes",
  comments: "comments of this round",
  reactions: "likes and dislikes of this round",
  sentiment: "mean sentiment of this round's words, -1 to 1",
  reach: "people with a post of the round before in their feeds",
  exposure: "mean entropy of opinions in a feed, in bits",
  cascades: "posts that were passed on by now",
  largest_cascade: "posts in the largest of them",
  deepest_cascade: "steps in the deepest of them",
  virality: "mean structural virality of those with three posts or more",
  degree: "people followed, in the mean",
  clustering: "mean local clustering of the undirected ties",
  reciprocity: "share of ties that go both ways",
  modularity: "of the division by Louvain's method",
  influence_gini: "Gini coefficient of PageRank",
  "mean.topic": "mean opinion",
  "variance.topic": "variance of opinions",
  "polarisation.topic": "Esteban and Ray with α = 1.6",
  "two_largest.topic": "share of people in the two largest clusters of opinion",
  "assortativity.topic": "correlation of opinions over ties",
  "anger and the other five": "mean level",
};

/** Follows a town from its opening. */
export class TownWatch {
  readonly #cascades = new Map<PostId, Map<PostId, number>>();
  readonly #edges = new Map<PostId, number[]>();
  #posts = 0;
  #comments = 0;
  #reactions = 0;
  #feelings: number[] = [];

  /** One event, in order. */
  see(event: StoryEvent): void {
    switch (event.type) {
      case "posted":
      case "quoted":
      case "reposted":
        this.#posts++;
        if (event.type !== "reposted") this.#feelings.push(sentiment(event.text));
        if (event.type !== "posted") this.#grow(event.root, event.of, event.post);
        return;
      case "commented":
        this.#comments++;
        this.#feelings.push(sentiment(event.text));
        return;
      case "reacted":
        if (event.what === "like" || event.what === "dislike") this.#reactions++;
        return;
      default:
    }
  }

  #grow(root: PostId, of: PostId, post: PostId): void {
    const places = this.#cascades.get(root) ?? new Map([[root, 0]]);
    const parents = this.#edges.get(root) ?? [-1];
    parents.push(places.get(of) ?? 0);
    places.set(post, places.size);
    this.#cascades.set(root, places);
    this.#edges.set(root, parents);
  }

  /** Every cascade by its root, the largest first. */
  cascades(): readonly { readonly root: PostId; readonly cascade: Cascade }[] {
    return [...this.#edges]
      .map(([root, parents]) => ({ root, cascade: cascadeOf(parents) }))
      .sort((a, b) => b.cascade.size - a.cascade.size || (a.root < b.root ? -1 : 1));
  }

  /** Measures of the round that has just ended; what is counted by round begins anew. `state` is the one after it. */
  measure(state: StoryState, { graph: wantsGraph = true }: { readonly graph?: boolean } = {}): Measures {
    const living = state.actors.slice(0, -2).filter((id) => getKey(state.agents, id)!.status === "alive");
    const cascades = this.cascades().map(({ cascade }) => cascade);
    const viral = cascades.filter(({ size }) => size >= 3);
    const ties = wantsGraph ? tiesOf(state) : null;
    const values = {
      people: living.length,
      posts: this.#posts,
      comments: this.#comments,
      reactions: this.#reactions,
      sentiment: mean(this.#feelings),
      ...feedMeasures(state, living),
      cascades: cascades.length,
      largest_cascade: cascades[0]?.size ?? 0,
      deepest_cascade: cascades.reduce((most, { depth }) => Math.max(most, depth), 0),
      virality: mean(viral.map(({ virality }) => virality)),
      ...(ties ? graphMeasures(ties) : {}),
      ...opinionMeasures(state, living, ties),
      ...feelingMeasures(state, living),
    };
    this.forgetRound();
    return values;
  }

  /** Counts by round begin anew. */
  forgetRound(): void {
    this.#posts = 0;
    this.#comments = 0;
    this.#reactions = 0;
    this.#feelings = [];
  }
}

/** The follow graph, by place; followed people who never came are left out. */
export function tiesOf(state: StoryState): number[][] {
  return state.actors
    .slice(0, -2)
    .map((id) => getKey(state.agents, id)!.following.flatMap((other) => getKey(state.profiles, other)?.place ?? []));
}

function graphMeasures(ties: readonly (readonly number[])[]) {
  const both = withoutDirection(ties);
  return {
    degree: meanDegree(ties),
    clustering: clustering(both),
    reciprocity: reciprocity(ties),
    modularity: communities(both).modularity,
    influence_gini: gini(pageRank(ties)),
  };
}

/** What stands in the feeds that people are about to see. */
function feedMeasures(state: StoryState, living: readonly string[]) {
  let reach = 0;
  const entropies: number[] = [];
  for (const who of living) {
    const me = getKey(state.agents, who)!;
    const profile = getKey(state.profiles, who)!;
    const shown = state.settings.platforms.flatMap((platform) =>
      profile.platforms.includes(platform.id) ? feedOf({ state, who, me, platform, page: 0 }) : [],
    );
    if (shown.some(({ round }) => round === state.round - 1)) reach++;
    const stances = shown.flatMap(({ stance }) => stance ?? []);
    if (stances.length > 0) entropies.push(entropy(stances));
  }
  return { reach, exposure: mean(entropies) };
}

function opinionMeasures(state: StoryState, living: readonly string[], ties: readonly (readonly number[])[] | null) {
  const out: Record<string, number> = {};
  for (const { id: topic } of state.settings.topics) {
    const of = (id: string) => getKey(state.agents, id)!.opinions[topic] ?? 0.5;
    const values = living.map(of);
    out[`mean.${topic}`] = mean(values);
    out[`variance.${topic}`] = variance(values);
    out[`polarisation.${topic}`] = estebanRay(values);
    out[`two_largest.${topic}`] = twoLargest(values);
    if (ties) out[`assortativity.${topic}`] = assortativity(ties, state.actors.slice(0, -2).map(of));
  }
  return out;
}

function feelingMeasures(state: StoryState, living: readonly string[]) {
  const levels = living.map((id) => emotionsOf(getKey(state.agents, id)!, getKey(state.profiles, id)!, state.round));
  return Object.fromEntries(EMOTIONS.map((name, i) => [name, mean(levels.map((one) => one[i]!))]));
}
