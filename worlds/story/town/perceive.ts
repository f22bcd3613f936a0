// The actors that perceive an event at once: its actor, its target, and the author. Everybody else learns of it from their feed.
import { getKey, type Impression, type Percept } from "@orrery/kernel";
import type { Story, StoryEvent, StoryState } from "../shape.ts";
import { AUTHOR } from "./actions.ts";

export function perceive(before: StoryState, event: StoryEvent): Percept<Story>[] {
  const to = new Set<string>([AUTHOR]);
  if ("by" in event) to.add(event.by);
  for (const id of peopleConcerned(before, event)) {
    const one = getKey(before.agents, id);
    if (one && !("by" in event && one.muted.includes(event.by))) to.add(id);
  }
  return [...to].map((who) => ({ to: who, what: event }));
}

/** The targets of an event. Follows and letters reach their people; mutes, reports and searches reach nobody. */
function peopleConcerned(state: StoryState, event: StoryEvent): readonly string[] {
  switch (event.type) {
    case "commented":
      return authorOf(state, event.post);
    case "reposted":
    case "quoted":
      return authorOf(state, event.root);
    case "reacted":
      if (event.what !== "like" && event.what !== "dislike") return [];
      return event.on === "post" ? authorOf(state, event.id) : [getKey(state.comments, event.id)?.by ?? ""];
    case "followed":
      return event.who === null ? [] : [event.who];
    case "messaged":
      return getKey(state.groups, event.to)?.members ?? [event.to];
    case "interviewed":
    case "died":
    case "revived":
      return [event.who];
    case "happened":
      return event.scope === "telling" ? [] : (event.to ?? state.actors.slice(0, -2));
    case "round_ended":
    case "skipped":
      return [];
    default:
      return [];
  }
}

const authorOf = ({ posts }: StoryState, id: string | null): readonly string[] => {
  const post = id === null ? undefined : getKey(posts, id);
  return post ? [post.by] : [];
};

/** What somebody remembers of it. */
export function impression(event: StoryEvent, who: string): Impression {
  const about = peopleIn(event);
  if ("by" in event && event.by === who) return { how: "did", from: null, about, importance: 2 };
  switch (event.type) {
    case "happened":
      return { how: "told", from: null, about: [event.id], importance: 8 };
    case "died":
      return { how: "heard", from: null, about, importance: 10 };
    case "messaged":
    case "interviewed":
      return { how: "told", from: "by" in event ? event.by : null, about, importance: 5 };
    default:
      return { how: "read", from: "by" in event ? event.by : null, about, importance: 3 };
  }
}

const peopleIn = (event: StoryEvent): readonly string[] => [
  ...("by" in event ? [event.by] : []),
  ...("who" in event && event.who !== null ? [event.who] : []),
];
