// Whether an action is admitted, from the view alone; what there is to choose from; and the sentence for each refusal.
import { type Action, type ActionOf, getKey, type Refusal, refuse } from "@orrery/kernel";
import type { Story } from "../shape.ts";
import { AUTHOR, IMPORTER, type TownReasons, type townActions } from "./actions.ts";
import type { AgentView, AllView, PostView, TownView } from "./view.ts";

type TownActionKind = keyof typeof townActions;
type StoryRefusal = Refusal<Story> | null;
type ActionChecks = {
  [K in TownActionKind]: (view: TownView, action: ActionOf<K, (typeof townActions)[K]>) => StoryRefusal;
};
type Target = { readonly actorId: string; readonly type: string; readonly targetId: string };

export const check: ActionChecks = {
  create_post: agent((view, { metadata }) => {
    const { platform } = metadata;
    if (platform !== undefined && !view.me.platforms.includes(platform))
      return refuse("unknown_platform", { id: platform });
    return checkHeard(view) ?? speech(view, metadata);
  }),
  create_comment: agent(
    (view, { targetId, metadata }) => checkHeard(view) ?? seesPost(view, targetId) ?? speech(view, metadata),
  ),
  like_post: agent((view, action) => seesPost(view, action.targetId) ?? fresh(view.me.liked, action)),
  unlike_post: agent((view, action) => undoes(view.me.liked, action)),
  dislike_post: agent((view, action) => seesPost(view, action.targetId) ?? fresh(view.me.disliked, action)),
  undo_dislike_post: agent((view, action) => undoes(view.me.disliked, action)),
  report_post: agent((view, { targetId }) => seesPost(view, targetId)),
  like_comment: agent((view, action) => seesComment(view, action.targetId) ?? fresh(view.me.liked, action)),
  unlike_comment: agent((view, action) => undoes(view.me.liked, action)),
  dislike_comment: agent((view, action) => seesComment(view, action.targetId) ?? fresh(view.me.disliked, action)),
  undo_dislike_comment: agent((view, action) => undoes(view.me.disliked, action)),
  repost: agent((view, { targetId, type }) => {
    const post = findPost(view, targetId);
    if (!post) return refuse("unknown_post", { id: targetId });
    const root = post.original?.id ?? post.id;
    return checkHeard(view) ?? (view.me.shared.includes(root) ? refuse("already_done", { type, id: targetId }) : null);
  }),
  quote_post: agent(
    (view, { targetId, metadata }) => checkHeard(view) ?? seesPost(view, targetId) ?? speech(view, metadata),
  ),
  follow: agent((view, action) => other(view, action) ?? fresh(view.me.following, action)),
  unfollow: agent((view, action) => undoes(view.me.following, action)),
  mute: agent((view, action) => other(view, action) ?? fresh(view.me.muted, action)),
  unmute: agent((view, action) => undoes(view.me.muted, action)),
  search_posts: agent(() => null),
  search_user: agent(() => null),
  trend: agent(() => null),
  refresh: agent(() => null),
  do_nothing: agent(() => null),
  create_group: agent((view) => checkHeard(view)),
  join_group: agent((view, { targetId, type }) => {
    const group = view.groups.find(({ id }) => id === targetId);
    if (!group) return refuse("unknown_group", { id: targetId });
    return group.mine ? refuse("already_done", { type, id: targetId }) : null;
  }),
  leave_group: agent((view, { targetId }) => member(view, targetId)),
  send_to_group: agent((view, { targetId }) => checkHeard(view) ?? member(view, targetId)),
  send_message: agent((view, action) => checkHeard(view) ?? other(view, action)),
  hold: agent((view, { metadata: { topic } }) => knownTopic(view, topic)),
  answer_interview: agent((view, { targetId }) =>
    view.questions.some(({ id }) => id === targetId) ? null : refuse("unknown_question", { id: targetId }),
  ),

  inject: author((view, { metadata }) => news(view, metadata)),
  rumour: author((view, { metadata }) => {
    const { to, some } = metadata;
    if ((to === undefined) === (some === undefined)) return refuse("to_whom", {});
    return (to ?? []).map((id) => person(view, id)).find((no) => no !== null) ?? news(view, metadata);
  }),
  silence: author((view, { targetId }) => person(view, targetId)),
  skip_time: author(({ state }, { metadata: { rounds } }) =>
    state.settings.mode !== "town" || state.round + rounds > state.settings.rounds
      ? refuse("wrong_round", { round: state.round + rounds })
      : null,
  ),
  interview: author((view, { targetId }) => person(view, targetId)),
  record(view, { metadata: { events } }) {
    if (view.kind !== "all" || view.who !== IMPORTER) return refuse("not_yours", { type: "record" });
    const { state } = view;
    for (const event of events) {
      if (
        (event.type === "posted" || event.type === "reposted" || event.type === "quoted") &&
        getKey(state.posts, event.post)
      )
        return refuse("already_done", { type: event.type, id: event.post });
      if (event.type === "commented" && getKey(state.comments, event.comment))
        return refuse("already_done", { type: event.type, id: event.comment });
      if (
        "platform" in event &&
        event.platform != null &&
        !state.settings.platforms.some(({ id }) => id === event.platform)
      )
        return refuse("unknown_platform", { id: event.platform });
    }
    return null;
  },
};

/** A check for those who live in the town. */
function agent<A>(
  judge: (view: AgentView, action: A) => StoryRefusal,
): (view: TownView, action: A & { readonly type: string }) => StoryRefusal {
  return (view, action) => {
    if (view.kind !== "agent") return refuse("not_yours", { type: action.type });
    if (view.over) return refuse("over", {});
    if (view.me.status === "dead") return refuse("dead", {});
    return view.asked ? judge(view, action) : refuse("not_now", {});
  };
}

/** A check for the author. */
function author<A>(
  judge: (view: AllView, action: A) => StoryRefusal,
): (view: TownView, action: A & { readonly type: string }) => StoryRefusal {
  return (view, action) => {
    if (view.kind !== "all" || view.who !== AUTHOR) return refuse("not_yours", { type: action.type });
    return view.state.closed ? refuse("over", {}) : judge(view, action);
  };
}

const checkHeard = ({ me, round }: AgentView): StoryRefusal =>
  me.silentUntil > round ? refuse("silenced", { until: me.silentUntil }) : null;

function speech(
  view: AgentView,
  { topic, stance }: { readonly topic?: string; readonly stance?: number },
): StoryRefusal {
  if (topic === undefined) return stance === undefined ? null : refuse("no_stance", {});
  return knownTopic(view, topic);
}
const knownTopic = ({ topics }: AgentView, topic: string): StoryRefusal =>
  topics.some(({ id }) => id === topic) ? null : refuse("unknown_topic", { id: topic });

/** A post that this viewer has before them. */
function findPost(view: AgentView, id: string): PostView | null {
  for (const post of view.feed) if (post.id === id) return post;
  for (const post of view.found?.posts ?? []) if (post.id === id) return post;
  return null;
}
const seesPost = (view: AgentView, id: string): StoryRefusal => {
  const post = findPost(view, id);
  if (post) return null;
  const isOriginal = [...view.feed, ...(view.found?.posts ?? [])].some(({ original }) => original?.id === id);
  return isOriginal || view.notices.some(({ on }) => on === id) ? null : refuse("unknown_post", { id });
};
const seesComment = (view: AgentView, id: string): StoryRefusal => {
  const isThere = (posts: readonly PostView[]) =>
    posts.some(({ comments }) => comments.some((comment) => comment.id === id));
  return isThere(view.feed) || isThere(view.found?.posts ?? []) ? null : refuse("unknown_comment", { id });
};

const fresh = (done: readonly string[], { type, targetId: id }: Target): StoryRefusal =>
  done.includes(id) ? refuse("already_done", { type, id }) : null;
const undoes = (done: readonly string[], { type, targetId: id }: Target): StoryRefusal =>
  done.includes(id) ? null : refuse("not_done", { type, id });

/** Another person that this viewer knows of. */
function other(view: AgentView, { targetId, type }: Target): StoryRefusal {
  if (targetId === view.me.id) return refuse("not_yourself", { type });
  return knows(view, targetId) ? null : refuse("unknown_person", { id: targetId });
}
function knows(view: AgentView, who: string): boolean {
  const { me } = view;
  if (me.following.includes(who) || me.muted.includes(who) || Object.hasOwn(me.bonds, who)) return true;
  const posts = (list: readonly PostView[]) =>
    list.some(
      ({ by, original, comments }) => by === who || original?.by === who || comments.some((one) => one.by === who),
    );
  return (
    posts(view.feed) ||
    posts(view.found?.posts ?? []) ||
    (view.found?.people.some(({ id }) => id === who) ?? false) ||
    view.notices.some(({ by }) => by === who) ||
    view.mail.some(({ from }) => from === who) ||
    view.groups.some(({ talk }) => talk.some(({ from }) => from === who))
  );
}
function member({ groups }: AgentView, id: string): StoryRefusal {
  const group = groups.find((one) => one.id === id);
  if (!group) return refuse("unknown_group", { id });
  return group.mine ? null : refuse("not_a_member", { id });
}

const person = ({ state }: AllView, id: string): StoryRefusal =>
  getKey(state.profiles, id) ? null : refuse("unknown_person", { id });
function news(
  { state }: AllView,
  { topic, stance }: { readonly topic?: string; readonly stance?: number },
): StoryRefusal {
  if (topic === undefined) return stance === undefined ? null : refuse("no_stance", {});
  return state.settings.topics.some(({ id }) => id === topic) ? null : refuse("unknown_topic", { id: topic });
}

export const explain: { [R in keyof TownReasons]: (data: TownReasons[R]) => string } = {
  unknown_post: ({ id }) => `There is no post "${id}" in sight.`,
  unknown_comment: ({ id }) => `There is no comment "${id}" in sight.`,
  unknown_person: ({ id }) => `There is nobody called "${id}" here.`,
  unknown_group: ({ id }) => `There is no group "${id}".`,
  unknown_topic: ({ id }) => `There is no topic "${id}" in this town.`,
  unknown_platform: ({ id }) => `There is no platform "${id}" to be on.`,
  unknown_question: ({ id }) => `Nobody has asked the question "${id}".`,
  already_done: ({ type, id }) => `${sentence(type)} "${id}": that is done already.`,
  not_done: ({ type, id }) => `${sentence(type)} "${id}": there is nothing to take back.`,
  not_yourself: ({ type }) => `${sentence(type)}: not oneself.`,
  not_a_member: ({ id }) => `Only members may do that in "${id}".`,
  silenced: ({ until }) => `Nobody hears this person before round ${until}.`,
  dead: () => "The dead do nothing.",
  not_now: () => "This person is asleep or away in this round.",
  not_yours: ({ type }) => `${sentence(type)} is not for this actor to do.`,
  over: () => "The town's time is over.",
  wrong_round: ({ round }) => `The town does not last until round ${round}.`,
  to_whom: () => "A rumour goes either to people by their ids, or to some who are found.",
  no_stance: () => "A stance needs a topic.",
};
const sentence = (type: string): string => {
  const words = type.replaceAll("_", " ");
  return words[0]!.toUpperCase() + words.slice(1);
};

/** Everything that takes no words of one's own, and examples of what does. */
export function legal(view: TownView, actorId: string): readonly Action<Story>[] {
  if (view.kind === "all" || view.over || !view.asked) return [];
  const { me } = view;
  const out: Action<Story>[] = [
    { actorId, type: "do_nothing" },
    { actorId, type: "refresh" },
    { actorId, type: "trend" },
  ];
  const mayWrite = me.silentUntil <= view.round;
  if (mayWrite) out.push({ actorId, type: "create_post", metadata: { text: "Good morning." } });
  const people = new Set<string>();
  for (const post of [...view.feed, ...(view.found?.posts ?? [])]) {
    people.add(post.by);
    const { id: targetId } = post;
    out.push({ actorId, type: me.liked.includes(targetId) ? "unlike_post" : "like_post", targetId });
    out.push({ actorId, type: me.disliked.includes(targetId) ? "undo_dislike_post" : "dislike_post", targetId });
    if (mayWrite) {
      if (!me.shared.includes(post.original?.id ?? targetId)) out.push({ actorId, type: "repost", targetId });
      out.push({ actorId, type: "create_comment", targetId, metadata: { text: "I see." } });
      out.push({ actorId, type: "quote_post", targetId, metadata: { text: "Worth reading." } });
    }
    for (const { id } of post.comments)
      out.push({ actorId, type: me.liked.includes(id) ? "unlike_comment" : "like_comment", targetId: id });
  }
  for (const { id } of view.found?.people ?? []) people.add(id);
  people.delete(me.id);
  for (const targetId of people) {
    out.push({ actorId, type: me.following.includes(targetId) ? "unfollow" : "follow", targetId });
    out.push({ actorId, type: me.muted.includes(targetId) ? "unmute" : "mute", targetId });
    if (mayWrite) out.push({ actorId, type: "send_message", targetId, metadata: { text: "Hello." } });
  }
  for (const { id: targetId, mine } of view.groups)
    out.push({ actorId, type: mine ? "leave_group" : "join_group", targetId });
  for (const { id: targetId } of view.questions)
    out.push({ actorId, type: "answer_interview", targetId, metadata: { text: "I would rather not say." } });
  return out;
}
