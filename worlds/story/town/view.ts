// What somebody may see: own feed, own ties, own letters. Never anybody's opinions, feelings or messages but their own, and never who is muted. The author and the importer see everything.
import { getKey } from "@orrery/kernel";
import type { StoryState } from "../shape.ts";
import { AUTHOR, IMPORTER } from "./actions.ts";
import type { Emotion, Topic } from "./config.ts";
import { emotionsOf } from "./emotions.ts";
import { feedOf } from "./feed.ts";
import { hourOf, isAsked } from "./rhythm.ts";
import type { Agent, AgentId, Behaviour, Comment, Happening, Notice, Post, Profile, TownMessage } from "./state.ts";

export interface CommentView {
  readonly id: string;
  readonly by: AgentId;
  readonly name: string;
  readonly text: string;
  readonly likes: number;
  readonly dislikes: number;
}

export interface PostView {
  readonly id: string;
  readonly by: AgentId;
  readonly name: string;
  readonly platform: string;
  readonly round: number;
  readonly text: string;
  readonly topic: string | null;
  readonly stance: number | null;
  /** The post that this one passes on, at its root. */
  readonly original: {
    readonly id: string;
    readonly by: AgentId;
    readonly name: string;
    readonly text: string;
    readonly topic: string | null;
    readonly stance: number | null;
  } | null;
  readonly likes: number;
  readonly dislikes: number;
  readonly shares: number;
  /** The newest few. */
  readonly comments: readonly CommentView[];
  /** How many people in the town passed on its root. */
  readonly acting: number;
  /** The same among the people the viewer follows, its author included. Null unless the viewer's spread rule uses it. */
  readonly friends: number | null;
}

export interface PersonView {
  readonly id: AgentId;
  readonly name: string;
  readonly bio: string;
}

/** Oneself. */
export interface SelfView extends PersonView {
  readonly persona: string;
  readonly interests: readonly string[];
  readonly facts: Profile["facts"];
  readonly status: Agent["status"];
  readonly platforms: readonly string[];
  readonly behaviour: Behaviour;
  readonly opinions: Readonly<Record<string, number>>;
  readonly firstOpinions: Readonly<Record<string, number>>;
  readonly emotions: Readonly<Record<Emotion, number>>;
  readonly bonds: Readonly<Record<AgentId, number>>;
  readonly following: readonly AgentId[];
  readonly followers: number;
  readonly muted: readonly AgentId[];
  readonly liked: readonly string[];
  readonly disliked: readonly string[];
  readonly shared: readonly string[];
  /** Last round in which one cannot be heard, and the one after; 0: none. */
  readonly silentUntil: number;
}

export interface AgentView {
  readonly kind: "agent";
  readonly round: number;
  readonly rounds: number;
  readonly hour: number;
  readonly over: boolean;
  /** Whether one is asked in this round: in some towns only those who are awake are. */
  readonly asked: boolean;
  readonly me: SelfView;
  readonly topics: readonly Topic[];
  readonly feed: readonly PostView[];
  /** What one has just searched for. */
  readonly found: {
    readonly what: string;
    readonly query: string;
    readonly posts: readonly PostView[];
    readonly people: readonly PersonView[];
  } | null;
  readonly notices: readonly (Notice & { readonly name: string })[];
  readonly mail: readonly (TownMessage & { readonly name: string })[];
  readonly groups: readonly {
    readonly id: string;
    readonly name: string;
    readonly mine: boolean;
    readonly talk: readonly (TownMessage & { readonly name: string })[];
  }[];
  readonly news: readonly Pick<Happening, "id" | "round" | "text" | "topic" | "stance">[];
  /** What holds in this world, as its author set it down; absent while nothing is. */
  readonly rules?: readonly string[];
  /** Where one is; absent where the author has said nothing of it. */
  readonly place?: { readonly name: string; readonly description: string };
  readonly questions: Agent["questions"];
}

/** Who sees everything. */
export interface AllView {
  readonly kind: "all";
  readonly who: typeof AUTHOR | typeof IMPORTER;
  readonly state: StoryState;
}
export type TownView = AgentView | AllView;

export function view(state: StoryState, who: string): TownView {
  if (who === AUTHOR || who === IMPORTER) return { kind: "all", who, state };
  const me = getKey(state.agents, who)!;
  const profile = getKey(state.profiles, who)!;
  const { settings, round } = state;
  const counts = profile.behaviour.spread.rule !== "nobody";
  const post = (shown: Post) => postView(state, me, shown, counts);
  const find = (id: string) => {
    const shown = getKey(state.posts, id);
    return shown && !isHidden(state, me, shown) ? [post(shown)] : [];
  };
  const feed = settings.platforms.flatMap((platform) =>
    profile.platforms.includes(platform.id) ? feedOf({ state, who, me, platform, page: 0 }).map(post) : [],
  );
  const { found } = me;
  const seen: AgentView = {
    kind: "agent",
    round,
    rounds: settings.rounds,
    hour: hourOf(settings, round),
    over: state.closed,
    asked: me.status === "alive" && isAsked(state, profile),
    me: selfView(profile, me, round),
    topics: settings.topics,
    feed,
    found:
      found === null || found.round !== round - 1
        ? null
        : {
            what: found.what,
            query: found.query,
            posts: found.what === "search_user" ? [] : found.ids.flatMap(find),
            people: found.what === "search_user" ? found.ids.flatMap((id) => personView(state, id)) : [],
          },
    notices: me.notices.flatMap((notice) =>
      me.muted.includes(notice.by) ? [] : [{ ...notice, name: nameOf(state, notice.by) }],
    ),
    mail: me.mail.flatMap((id) => messageView(state, me, id)),
    groups: groupViews(state, me),
    news: newsFor(state, who),
    questions: me.questions,
  };
  return withGround(state, who, seen);
}

/** Adds the rules of the world and one's own place, where there are any. Directives bind the telling, and nobody in the town knows them. */
function withGround({ tale }: StoryState, who: AgentId, seen: AgentView): AgentView {
  const at = Object.hasOwn(tale.whereabouts, who) ? tale.whereabouts[who] : undefined;
  const place = at === undefined ? undefined : tale.places.find(({ id }) => id === at);
  if (tale.rules.length === 0 && place === undefined) return seen;
  return {
    ...seen,
    ...(tale.rules.length > 0 && { rules: tale.rules }),
    ...(place && { place: { name: place.name, description: place.description } }),
  };
}

/** What of the author's events somebody has learned. */
export const newsFor = ({ happenings, round }: StoryState, who: AgentId): AgentView["news"] =>
  happenings.flatMap(({ id, round: when, text, topic, stance, scope, to }) =>
    scope === "truth" && when <= round && (to === null || to.includes(who))
      ? [{ id, round: when, text, topic, stance }]
      : [],
  );

function selfView(profile: Profile, me: Agent, round: number): SelfView {
  const levels = emotionsOf(me, profile, round);
  const [anger, fear, joy, sadness, trust, surprise] = levels as [number, number, number, number, number, number];
  return {
    id: profile.id,
    name: profile.name,
    bio: profile.bio,
    persona: profile.persona,
    interests: profile.interests,
    facts: profile.facts,
    status: me.status,
    platforms: profile.platforms,
    behaviour: profile.behaviour,
    opinions: me.opinions,
    firstOpinions: profile.firstOpinions,
    emotions: { anger, fear, joy, sadness, trust, surprise },
    bonds: me.bonds,
    following: me.following,
    followers: me.followers,
    muted: me.muted,
    liked: me.liked,
    disliked: me.disliked,
    shared: me.shared,
    silentUntil: me.silentUntil,
  };
}

const personView = (state: StoryState, id: AgentId): PersonView[] => {
  const profile = getKey(state.profiles, id);
  return profile ? [{ id, name: profile.name, bio: profile.bio }] : [];
};

/** An actor's name; the id for a person that an imported log refers to but never introduced. */
export const nameOf = ({ profiles }: Pick<StoryState, "profiles">, id: AgentId): string =>
  getKey(profiles, id)?.name ?? id;

/** Whether it is, or passes on, the word of somebody who is muted. */
const isHidden = (state: StoryState, { muted }: Agent, { by, root }: Post): boolean =>
  muted.length > 0 && (muted.includes(by) || (root !== null && muted.includes(getKey(state.posts, root)?.by ?? "")));

function postView(state: StoryState, me: Agent, post: Post, counts: boolean): PostView {
  const root = post.root === null ? undefined : getKey(state.posts, post.root);
  return {
    id: post.id,
    by: post.by,
    name: nameOf(state, post.by),
    platform: post.platform,
    round: post.round,
    text: post.text,
    topic: post.topic,
    stance: post.stance,
    original: root === undefined ? null : originalView(state, root),
    likes: post.likes,
    dislikes: post.dislikes,
    shares: post.shares,
    comments: post.comments.length === 0 ? NO_COMMENTS : commentViews(state, me, post),
    acting: (root ?? post).shares,
    friends: counts ? friendsOf(state, me, root ?? post) : null,
  };
}
const NO_COMMENTS: readonly CommentView[] = [];
const originalView = (state: StoryState, { id, by, text, topic, stance }: Post): PostView["original"] => ({
  id,
  by,
  name: nameOf(state, by),
  text,
  topic,
  stance,
});
const COMMENTS_SHOWN = 3;

function commentViews(state: StoryState, me: Agent, { comments }: Post): CommentView[] {
  const out: CommentView[] = [];
  for (let i = comments.length - 1; i >= 0 && out.length < COMMENTS_SHOWN; i--) {
    const comment: Comment | undefined = getKey(state.comments, comments[i]!);
    if (!comment || me.muted.includes(comment.by) || comment.round >= state.round) continue;
    const { id, by, text, likes, dislikes } = comment;
    out.unshift({ id, by, name: nameOf(state, by), text, likes, dislikes });
  }
  return out;
}

function friendsOf(state: StoryState, me: Agent, root: Post): number {
  let count = 0;
  // Most posts are passed on by nobody.
  if (root.shares === 0) return me.following.includes(root.by) ? 1 : 0;
  for (const id of me.following) if (id === root.by || getKey(state.agents, id)?.shared.includes(root.id)) count++;
  return count;
}

function messageView(state: StoryState, me: Agent, id: string): (TownMessage & { readonly name: string })[] {
  const message = getKey(state.messages, id);
  if (!message || me.muted.includes(message.from)) return [];
  return [{ ...message, name: nameOf(state, message.from) }];
}

/** One's own groups with their talk, and the names of the others. */
function groupViews(state: StoryState, me: Agent): AgentView["groups"] {
  if (state.groups.size === 0) return [];
  return state.groupOrder.map((id) => {
    const { name, talk } = getKey(state.groups, id)!;
    const mine = me.groups.includes(id);
    return { id, name, mine, talk: mine ? talk.flatMap((message) => messageView(state, me, message)) : [] };
  });
}
