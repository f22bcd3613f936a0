// What an admitted action brings about. Ids are given here; what a search, the trends or a fresh feed show is found here and kept in the event.
import { type ActionOf, type Dice, getKey } from "@orrery/kernel";
import type { StoryEvent, StoryState } from "../shape.ts";
import type { AgentKind, agentActions, interventions, townActions } from "./actions.ts";
import { feedOf } from "./feed.ts";
import type { Agent, AgentId, PostId } from "./state.ts";
import { wordsOf } from "./text-words.ts";

type TownActionKind = keyof typeof townActions;
type TownDeciders = {
  [K in TownActionKind]: (
    state: StoryState,
    action: ActionOf<K, (typeof townActions)[K]>,
    dice: Dice,
  ) => readonly StoryEvent[];
};
type AgentActionOf<K extends AgentKind> = ActionOf<K, (typeof agentActions)[K]>;

export const decide: TownDeciders = {
  create_post: (state, { actorId: by, metadata: { platform, ...speech } }) => [
    {
      type: "posted",
      by,
      post: nextPost(state),
      platform: platform ?? homeOf(state, by),
      ...speech,
      round: state.round,
    },
  ],
  create_comment: (state, { actorId: by, targetId: post, metadata: { text, stance } }) => [
    {
      type: "commented",
      by,
      comment: `c${state.counts.comments + 1}`,
      post,
      text,
      ...(stance === undefined ? {} : { stance }),
      round: state.round,
    },
  ],
  like_post: react("like", "post"),
  unlike_post: react("unlike", "post"),
  dislike_post: react("dislike", "post"),
  undo_dislike_post: react("undislike", "post"),
  report_post: react("report", "post"),
  like_comment: react("like", "comment"),
  unlike_comment: react("unlike", "comment"),
  dislike_comment: react("dislike", "comment"),
  undo_dislike_comment: react("undislike", "comment"),
  repost: (state, { actorId: by, targetId: of }) => [
    { type: "reposted", by, post: nextPost(state), ...chainOf(state, of), round: state.round },
  ],
  quote_post: (state, { actorId: by, targetId: of, metadata }) => [
    { type: "quoted", by, post: nextPost(state), ...chainOf(state, of), ...metadata, round: state.round },
  ],
  follow: toward("followed"),
  unfollow: toward("unfollowed"),
  mute: toward("muted"),
  unmute: toward("unmuted"),
  search_posts: (state, { actorId: by, metadata: { query } }) => [
    { type: "looked", by, what: "search_posts", query, found: searchPosts(state, by, query), round: state.round },
  ],
  search_user: (state, { actorId: by, metadata: { query } }) => [
    { type: "looked", by, what: "search_user", query, found: searchPeople(state, by, query), round: state.round },
  ],
  trend: (state, { actorId: by }) => [
    { type: "looked", by, what: "trend", found: trendsFor(state, by), round: state.round },
  ],
  refresh: (state, { actorId: by }) => [
    { type: "looked", by, what: "refresh", found: nextPage(state, by), round: state.round },
  ],
  do_nothing: (state, { actorId: by }) => [{ type: "idled", by, round: state.round }],
  create_group: (state, { actorId: by, metadata: { name } }) => [
    { type: "grouped", by, what: "create", group: `g${state.counts.groups + 1}`, name, round: state.round },
  ],
  join_group: (state, { actorId: by, targetId: group }) => [
    { type: "grouped", by, what: "join", group, round: state.round },
  ],
  leave_group: (state, { actorId: by, targetId: group }) => [
    { type: "grouped", by, what: "leave", group, round: state.round },
  ],
  send_to_group: send,
  send_message: send,
  hold: (state, { actorId: by, metadata: { topic, value } }) => [
    { type: "held", by, topic, value, round: state.round },
  ],
  answer_interview: (state, { actorId: by, targetId: question, metadata: { text } }) => [
    { type: "answered", by, question, text, round: state.round },
  ],

  inject: (state, { metadata }) => [
    happening(state, metadata, metadata.kind ?? "event", metadata.scope ?? "truth", null),
  ],
  rumour: (state, { metadata }, dice) => [
    happening(state, metadata, "rumour", "truth", metadata.to ?? someOf(state, metadata.some!, dice)),
  ],
  silence: (state, { targetId: who, metadata: { rounds } }) => [
    { type: "silenced", who, until: state.round + rounds, round: state.round },
  ],
  skip_time: (state, { metadata: { rounds } }) => [{ type: "skipped", rounds, round: state.round }],
  interview: (state, { targetId: who, metadata: { text } }) => [
    { type: "interviewed", who, question: `q${state.counts.questions + 1}`, text, round: state.round },
  ],
  record: (_state, { metadata: { events } }) => events as readonly StoryEvent[],
};

type InjectedNews = ActionOf<"inject", (typeof interventions)["inject"]>["metadata"];
function happening(
  { counts, round }: StoryState,
  {
    text,
    topic = null,
    stance = null,
  }: Pick<InjectedNews, "text"> & { readonly topic?: string | null; readonly stance?: number | null },
  kind: string,
  scope: "truth" | "telling",
  to: readonly string[] | null,
): StoryEvent {
  const id = `evt_${String(counts.happenings + 1).padStart(3, "0")}`;
  return { type: "happened", id, kind, text, round, scope, to, topic, stance };
}

/** So many who live: any of them, or those with most followers. */
function someOf(
  state: StoryState,
  { count, by }: { readonly count: number; readonly by: "chance" | "followers" },
  dice: Dice,
): readonly AgentId[] {
  const living = state.actors.slice(0, -2).filter((id) => getKey(state.agents, id)!.status === "alive");
  if (by === "chance") return dice.shuffle("rumour", living).slice(0, count);
  const followers = (id: AgentId) => getKey(state.agents, id)!.followers;
  return living.sort((a, b) => followers(b) - followers(a)).slice(0, count);
}

const nextPost = ({ counts }: StoryState): PostId => `p${counts.posts + 1}`;
const homeOf = (state: StoryState, who: AgentId): string =>
  getKey(state.profiles, who)?.platforms[0] ?? state.settings.platforms[0]!.id;

/** What is passed on, on which platform, and what stands at the end of the chain: a repost of a repost points there as well. */
function chainOf(
  state: StoryState,
  of: PostId,
): { readonly of: PostId; readonly root: PostId; readonly platform: string } {
  const { root, platform } = getKey(state.posts, of)!;
  return { of, root: root ?? of, platform };
}

function react(
  what: Extract<StoryEvent, { type: "reacted" }>["what"],
  on: "post" | "comment",
): (state: StoryState, action: { readonly actorId: string; readonly targetId: string }) => readonly StoryEvent[] {
  return ({ round }, { actorId: by, targetId: id }) => [{ type: "reacted", by, what, on, id, round }];
}

function toward(
  type: "followed" | "unfollowed" | "muted" | "unmuted",
): (state: StoryState, action: { readonly actorId: string; readonly targetId: string }) => readonly StoryEvent[] {
  return ({ round }, { actorId: by, targetId: who }) => [{ type, by, who, round }];
}

function send(
  state: StoryState,
  { actorId: by, targetId: to, metadata: { text } }: AgentActionOf<"send_message"> | AgentActionOf<"send_to_group">,
): readonly StoryEvent[] {
  return [{ type: "messaged", by, to, message: `m${state.counts.messages + 1}`, text, round: state.round }];
}

const FOUND = 10;

/** Newest posts of one's platforms by how many of the words stand in them; of equals the newest. */
function searchPosts(state: StoryState, by: AgentId, query: string): readonly PostId[] {
  const wanted = wordsOf(query);
  if (wanted.length === 0) return [];
  const scores: { readonly id: PostId; readonly score: number }[] = [];
  for (const id of within(state, by, "newest").slice(0, SEARCHED)) {
    const text = getKey(state.posts, id)?.text.toLowerCase() ?? "";
    let score = 0;
    for (const word of wanted) if (text.includes(word)) score++;
    if (score > 0) scores.push({ id, score });
  }
  return scores
    .sort((a, b) => b.score - a.score)
    .slice(0, FOUND)
    .map(({ id }) => id);
}
const SEARCHED = 150;

function searchPeople(state: StoryState, by: AgentId, query: string): readonly AgentId[] {
  const wanted = query.toLowerCase();
  const me = getKey(state.agents, by);
  const out: AgentId[] = [];
  for (const id of state.actors) {
    const profile = getKey(state.profiles, id);
    if (!profile || id === by || me?.muted.includes(id)) continue;
    const { name, handle, bio, interests } = profile;
    if ([name, handle, bio, ...interests].some((text) => text.toLowerCase().includes(wanted))) out.push(id);
    if (out.length === FOUND) break;
  }
  return out;
}

const trendsFor = (state: StoryState, by: AgentId): readonly PostId[] => within(state, by, "hot").slice(0, FOUND);

/** Posts on the actor's platforms, without those of people it has muted. */
function within(state: StoryState, by: AgentId, list: "newest" | "hot"): readonly PostId[] {
  const me = getKey(state.agents, by);
  const platforms = getKey(state.profiles, by)?.platforms ?? [];
  const ids = platforms.flatMap((platform) => state.pool[list][platform] ?? []);
  return me && me.muted.length > 0 ? ids.filter((id) => !me.muted.includes(getKey(state.posts, id)?.by ?? "")) : ids;
}

/** The feed after the one that is shown. */
function nextPage(state: StoryState, who: AgentId): readonly PostId[] {
  const me: Agent | undefined = getKey(state.agents, who);
  const profile = getKey(state.profiles, who);
  if (!me || !profile) return [];
  return state.settings.platforms.flatMap((platform) =>
    profile.platforms.includes(platform.id) ? feedOf({ state, who, me, platform, page: 1 }).map(({ id }) => id) : [],
  );
}
