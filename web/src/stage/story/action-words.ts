// What somebody did, in words for the list of a round's actions: events of the town and of imported runs alike. Own words of people are not in it.
import { getKey } from "@orrery/kernel";
import type { StoryEvent, StoryState } from "@orrery/worlds/story";
import { say } from "./words.ts";

/** An event that somebody brought about. */
export type StoryAct = Extract<StoryEvent, { readonly by: string }>;

/** Null for what is no action: nobody sees it. */
export function actionWords(action: StoryAct, state: StoryState): string | null {
  const nameOf = (id: string | null | undefined) =>
    (id == null ? undefined : (getKey(state.profiles, id)?.name ?? getKey(state.groups, id)?.name)) ?? say("somebody");
  const authorOf = (post: string | null) => nameOf(post === null ? null : getKey(state.posts, post)?.by);
  switch (action.type) {
    case "posted":
      return say("didPost");
    case "reposted":
      return say("didRepost", { name: authorOf(action.root) });
    case "quoted":
      return say("didQuote", { name: authorOf(action.root) });
    case "commented":
      return say("didComment", { name: authorOf(action.post) });
    case "reacted":
      return say(REACTIONS[action.what], {
        name: action.on === "post" ? authorOf(action.id) : nameOf(getKey(state.comments, action.id)?.by),
      });
    case "followed":
    case "unfollowed":
    case "muted":
    case "unmuted":
      return say(TIES[action.type], { name: nameOf(action.who) });
    case "looked":
      return say(LOOKS[action.what]) + (action.query ? `: “${action.query}”` : "");
    case "grouped":
      return say(GROUPS[action.what], { name: action.name ?? nameOf(action.group) });
    case "messaged":
      return say("didMessage", { name: nameOf(action.to) });
    case "answered":
      return say("didAnswer");
    case "noted":
      return say("didNote", { action: action.action });
    case "idled":
    case "held":
      return null;
  }
}
const REACTIONS = {
  like: "didLike",
  unlike: "didUnlike",
  dislike: "didDislike",
  undislike: "didUndislike",
  report: "didReport",
} as const;
const TIES = { followed: "didFollow", unfollowed: "didUnfollow", muted: "didMute", unmuted: "didUnmute" } as const;
const LOOKS = { search_posts: "didSearch", search_user: "didSeek", trend: "didTrend", refresh: "didRefresh" } as const;
const GROUPS = { create: "didFound", join: "didJoin", leave: "didLeave" } as const;
