// What each event does to a town. Total: ids that an imported log never introduced are skipped. Each costs in proportion to what it changes, not to the size of the town.
import { deleteKey, getKey, type Keyed, setAll, setKey } from "@orrery/kernel";
import type { StoryEvent, StoryState, TownEvent } from "../shape.ts";
import { EMOTIONS } from "./config.ts";
import { DONE_TO_ONE, emotionsOf, eventPush, OWN_ACTIONS, type Push, pushLevels } from "./emotions.ts";
import { agentOf, profileOf } from "./people.ts";
import { poolOf } from "./pool.ts";
import type { Agent, AgentId, Happening, Notice, Post, PostId } from "./state.ts";

type EventOf<T extends StoryEvent["type"]> = Extract<StoryEvent, { type: T }>;
type AgentChange = (agent: Agent) => Agent;

/** Own posts, notices and letters that an agent has at hand. */
const RECENT = 8;
const NOTICES = 10;
const MAIL = 20;

export const apply: { [T in TownEvent["type"]]: (state: StoryState, event: EventOf<T>) => StoryState } = {
  enrolled(state, { person }) {
    if (getKey(state.profiles, person.id)) return state;
    const place = state.actors.length - 2;
    const platforms = state.settings.platforms.map(({ id }) => id);
    const profile = profileOf(person, place, {}, state.settings.topics, platforms);
    const following = person.follows ?? [];
    const agents = setKey(state.agents, person.id, agentOf(person, profile, following));
    return {
      ...state,
      actors: [...state.actors.slice(0, place), person.id, ...state.actors.slice(place)],
      profiles: setKey(state.profiles, person.id, profile),
      agents: following.reduce(
        (all, id) => changeAgent(all, id, (one) => ({ ...one, followers: one.followers + 1 })),
        agents,
      ),
    };
  },
  posted(state, event) {
    const after = addPost(state, event);
    return changeActor(after, event, event.by, (me) =>
      feel(after, event.by, wrote(me, event.post, event.round), OWN_ACTIONS.post),
    );
  },
  reposted: (state, event) => passOn(state, event, OWN_ACTIONS.repost),
  quoted: (state, event) => passOn(state, event, OWN_ACTIONS.quote),
  commented(state, event) {
    const { by, comment: id, post, text, stance = null, round } = event;
    const on = post === null ? undefined : getKey(state.posts, post);
    const after = {
      ...state,
      counts: { ...state.counts, comments: state.counts.comments + 1 },
      comments: setKey(state.comments, id, { id, by, post: post ?? "", round, text, stance, likes: 0, dislikes: 0 }),
      posts: on ? setKey(state.posts, on.id, { ...on, comments: [...on.comments, id] }) : state.posts,
    };
    const mine = changeActor(after, event, by, (me) => toward(feel(after, by, me, OWN_ACTIONS.comment), on?.by, 0.03));
    return on ? notify(mine, on.by, { what: "commented", by, on: on.id, round }, DONE_TO_ONE.commented, 0.02) : mine;
  },
  reacted: (state, event) => (event.on === "post" ? reactToPost(state, event) : reactToComment(state, event)),
  followed(state, event) {
    const { by, who, round } = event;
    const known = who !== null && who !== by ? who : null;
    const already = known !== null && getKey(state.agents, by)?.following.includes(known);
    const mine = changeActor(state, event, by, (me) => ({
      ...toward(feel(state, by, me, OWN_ACTIONS.follow), known, 0.2),
      following: known === null || already ? me.following : [...me.following, known],
    }));
    if (known === null || already) return mine;
    const counted = {
      ...mine,
      agents: changeAgent(mine.agents, known, (one) => ({ ...one, followers: one.followers + 1 })),
    };
    return notify(counted, known, { what: "followed", by, on: null, round }, DONE_TO_ONE.followed, 0.05);
  },
  unfollowed(state, event) {
    const { by, who } = event;
    const was = who !== null && getKey(state.agents, by)?.following.includes(who);
    const mine = changeActor(state, event, by, (me) => ({
      ...toward(me, who, -0.1),
      following: me.following.filter((id) => id !== who),
    }));
    return was
      ? { ...mine, agents: changeAgent(mine.agents, who, (one) => ({ ...one, followers: one.followers - 1 })) }
      : mine;
  },
  muted: (state, event) =>
    changeActor(state, event, event.by, (me) => ({
      ...toward(feel(state, event.by, me, OWN_ACTIONS.mute), event.who, -0.3),
      muted: event.who === null || me.muted.includes(event.who) ? me.muted : [...me.muted, event.who],
    })),
  unmuted: (state, event) =>
    changeActor(state, event, event.by, (me) => ({ ...me, muted: me.muted.filter((id) => id !== event.who) })),
  looked(state, event) {
    const { by, what, query = "", found: ids, round } = event;
    const push: Push =
      what === "search_posts" ? OWN_ACTIONS.searchPosts : what === "search_user" ? OWN_ACTIONS.searchUser : {};
    return changeActor(state, event, by, (me) => ({
      ...feel(state, by, me, push),
      found: { round, what, query, ids },
    }));
  },
  idled: (state, event) => changeActor(state, event, event.by, (me) => feel(state, event.by, me, OWN_ACTIONS.idle)),
  grouped(state, event) {
    const { by, what, group: id, name } = event;
    const known = getKey(state.groups, id);
    const group = known ?? { id, name: name ?? id, members: [], talk: [] };
    const others = group.members.filter((member) => member !== by);
    const after = {
      ...state,
      counts: what === "create" ? { ...state.counts, groups: state.counts.groups + 1 } : state.counts,
      groups: setKey(state.groups, id, { ...group, members: what === "leave" ? others : [...others, by] }),
      groupOrder: known ? state.groupOrder : [...state.groupOrder, id],
    };
    return changeActor(after, event, by, (me) => {
      const left = me.groups.filter((one) => one !== id);
      return { ...me, groups: what === "leave" ? left : [...left, id] };
    });
  },
  messaged(state, event) {
    const { by, to, message: id, text, round } = event;
    const group = getKey(state.groups, to);
    const after = {
      ...state,
      counts: { ...state.counts, messages: state.counts.messages + 1 },
      messages: setKey(withoutOldLetters(state, by, to), id, { id, from: by, to, round, text }),
      groups: group ? setKey(state.groups, to, { ...group, talk: last([...group.talk, id], MAIL) }) : state.groups,
    };
    const receive = (one: Agent): Agent => ({ ...one, mail: last([...one.mail, id], MAIL) });
    const mine = changeActor(after, event, by, (me) => (group ? me : receive(toward(me, to, 0.02))));
    if (group || to === by) return mine;
    return {
      ...mine,
      agents: changeAgent(mine.agents, to, (one) =>
        toward(receive(feel(mine, to, one, DONE_TO_ONE.messaged, trustIn(one, by))), by, 0.02),
      ),
    };
  },
  held: (state, event) =>
    changeActor(state, event, event.by, (me) => ({ ...me, opinions: { ...me.opinions, [event.topic]: event.value } })),
  interviewed(state, { who, question: id, text }) {
    const counts = { ...state.counts, questions: state.counts.questions + 1 };
    return {
      ...state,
      counts,
      agents: changeAgent(state.agents, who, (one) => ({ ...one, questions: [...one.questions, { id, text }] })),
    };
  },
  answered: (state, event) =>
    changeActor(state, event, event.by, (me) => ({
      ...me,
      questions: me.questions.filter(({ id }) => id !== event.question),
    })),
  noted: (state, event) => changeActor(state, event, event.by, (me) => me),
  round_ended: (state, { platform, round }) =>
    platform === null
      ? endRound(state, null)
      : endRound({ ...state, closedRounds: { ...state.closedRounds, [platform]: round } }, round),

  happened(state, { type: _, ...happening }) {
    const counts = { ...state.counts, happenings: state.counts.happenings + 1 };
    const after = { ...state, counts, happenings: [...state.happenings, happening] };
    return happening.scope === "truth" ? learnOfEvent(after, happening) : after;
  },
  silenced: (state, { who, until }) => ({
    ...state,
    agents: changeAgent(state.agents, who, (one) => ({ ...one, silentUntil: until })),
  }),
  died: (state, { who }) => ({
    ...state,
    dead: state.dead.includes(who) ? state.dead : [...state.dead, who],
    agents: changeAgent(state.agents, who, (one) => ({ ...one, status: "dead" })),
  }),
  revived: (state, { who }) => ({
    ...state,
    dead: state.dead.filter((id) => id !== who),
    agents: changeAgent(state.agents, who, (one) => ({ ...one, status: "alive" })),
  }),
  felt: (state, { who, emotions }) => ({
    ...state,
    agents: changeAgent(state.agents, who, (one) => ({
      ...one,
      emotions: emotionsNow(state, who, one).map((level, i) => emotions[EMOTIONS[i]!] ?? level),
      feltIn: state.round,
    })),
  }),
  skipped: (state, { rounds }) => endRound({ ...state, round: state.round + rounds - 1 }, null),
};

/** A post at its place, newest of all. */
export function addPost(state: StoryState, event: EventOf<"posted" | "reposted" | "quoted">): StoryState {
  const { by, post: id, platform, round } = event;
  const post: Post = {
    id,
    by,
    platform,
    round,
    text: event.type === "reposted" ? "" : event.text,
    topic: event.type === "reposted" ? null : (event.topic ?? null),
    stance: event.type === "reposted" ? null : (event.stance ?? null),
    of: event.type === "posted" ? null : event.of,
    root: event.type === "posted" ? null : event.root,
    likes: 0,
    dislikes: 0,
    shares: 0,
    comments: [],
    reports: 0,
    before: state.newestPost,
  };
  return {
    ...state,
    counts: { ...state.counts, posts: state.counts.posts + 1 },
    posts: setKey(state.posts, id, post),
    newestPost: id,
    ...(round === 0 ? { agents: changeAgent(state.agents, by, (one) => wrote(one, id, round)) } : {}),
  };
}

const wrote = (me: Agent, id: PostId, round: number): Agent => ({
  ...me,
  recent: me.recent.at(-1)?.id === id ? me.recent : last([...me.recent, { id, round }], RECENT),
});

function passOn(state: StoryState, event: EventOf<"reposted" | "quoted">, push: Push): StoryState {
  const { by, post, root, round } = event;
  const original = getKey(state.posts, root);
  const added = addPost(state, event);
  const counted = original
    ? { ...added, posts: setKey(added.posts, root, { ...original, shares: original.shares + 1 }) }
    : added;
  const mine = changeActor(counted, event, by, (me) => ({
    ...toward(feel(counted, by, wrote(me, post, round), push), original?.by, 0.05),
    shared: me.shared.includes(root) ? me.shared : [...idsKept(me.shared, counted), root],
  }));
  if (!original) return mine;
  const what = event.type === "quoted" ? "quoted" : "reposted";
  return notify(mine, original.by, { what, by, on: root, round }, DONE_TO_ONE.passedOn, 0.03);
}

/** By reaction: how the counter of likes or dislikes moves, and which of the agent's lists changes. */
const REACTIONS = {
  like: { count: "likes", by: 1, list: "liked" },
  unlike: { count: "likes", by: -1, list: "liked" },
  dislike: { count: "dislikes", by: 1, list: "disliked" },
  undislike: { count: "dislikes", by: -1, list: "disliked" },
} as const;

function reactToPost(state: StoryState, event: EventOf<"reacted">): StoryState {
  const { by, what, id, round } = event;
  const post = getKey(state.posts, id);
  if (what === "report") {
    const reported = post
      ? { ...state, posts: setKey(state.posts, id, { ...post, reports: post.reports + 1 }) }
      : state;
    return changeActor(reported, event, by, (me) => me);
  }
  const { count, by: step } = REACTIONS[what];
  const counted = post ? { ...state, posts: setKey(state.posts, id, { ...post, [count]: post[count] + step }) } : state;
  const push: Push = what === "like" ? OWN_ACTIONS.like : what === "dislike" ? OWN_ACTIONS.dislike : {};
  const bond = what === "like" ? 0.05 : what === "dislike" ? -0.1 : 0;
  const mine = changeActor(counted, event, by, (me) =>
    toward(listReaction(feel(counted, by, me, push), event, state), post?.by, bond),
  );
  if (!post || step < 0) return mine;
  const notice = { what: what === "like" ? "liked" : "disliked", by, on: id, round } as const;
  return notify(mine, post.by, notice, DONE_TO_ONE[notice.what], what === "like" ? 0.03 : -0.1);
}

function reactToComment(state: StoryState, event: EventOf<"reacted">): StoryState {
  const { by, what, id, round } = event;
  if (what === "report") return changeActor(state, event, by, (me) => me);
  const comment = getKey(state.comments, id);
  const { count, by: step } = REACTIONS[what];
  const counted = comment
    ? { ...state, comments: setKey(state.comments, id, { ...comment, [count]: comment[count] + step }) }
    : state;
  const push: Push = what === "like" ? OWN_ACTIONS.likeComment : what === "dislike" ? OWN_ACTIONS.dislikeComment : {};
  const mine = changeActor(counted, event, by, (me) => listReaction(feel(counted, by, me, push), event, state));
  if (!comment || step < 0) return mine;
  const notice = { what: what === "like" ? "liked" : "disliked", by, on: id, round } as const;
  return notify(mine, comment.by, notice, {}, what === "like" ? 0.02 : -0.05);
}

/** The agent's lists of what it likes and dislikes. */
function listReaction(me: Agent, { what, id }: EventOf<"reacted">, state: StoryState): Agent {
  const { list, by } = REACTIONS[what as keyof typeof REACTIONS];
  const kept = idsKept(
    me[list].filter((one) => one !== id),
    state,
  );
  return { ...me, [list]: by > 0 ? [...kept, id] : kept };
}

/** Ids that an agent's list may hold before it is cleared of posts and comments that have left the state. */
const LISTED = 64;
const idsKept = (ids: readonly string[], { posts, comments, settings }: StoryState): readonly string[] =>
  settings.retainRounds === null || ids.length <= LISTED
    ? ids
    : ids.filter((id) => getKey(posts, id) !== undefined || getKey(comments, id) !== undefined);

/** The letters without those that one more between these two pushes out of the last mailbox that held them, where the state forgets at all. */
function withoutOldLetters(state: StoryState, by: AgentId, to: string): StoryState["messages"] {
  if (state.settings.retainRounds === null) return state.messages;
  const group = getKey(state.groups, to);
  const boxes = group ? [group.talk] : [...new Set([by, to])].map((id) => getKey(state.agents, id)?.mail ?? []);
  const leaving = boxes.flatMap((ids) => ids.slice(0, Math.max(0, ids.length + 1 - MAIL)));
  const holds = (who: AgentId, id: string): boolean => {
    const mail = getKey(state.agents, who)?.mail ?? [];
    return mail.includes(id) && !((who === by || who === to) && mail.indexOf(id) < mail.length + 1 - MAIL);
  };
  return leaving.reduce((all, id) => {
    const letter = getKey(all, id);
    return letter && (holds(letter.from, id) || holds(letter.to, id)) ? all : deleteKey(all, id);
  }, state.messages);
}

/** The state after an agent's own part in an event. In a town of ours the round ends once somebody has acted. */
function changeActor(
  state: StoryState,
  { round, source, forced }: { readonly round: number; readonly source?: unknown; readonly forced?: true },
  by: AgentId,
  change: AgentChange,
): StoryState {
  return {
    ...state,
    stirred: state.stirred || (source === undefined && forced === undefined),
    agents: changeAgent(state.agents, by, (me) => ({ ...change(me), actedIn: round })),
  };
}

/** Nothing where nobody of that id is known. */
function changeAgent(agents: Keyed<Agent>, id: AgentId, change: AgentChange): Keyed<Agent> {
  const one = getKey(agents, id);
  return one === undefined ? agents : setKey(agents, id, change(one));
}

const emotionsNow = (state: StoryState, id: AgentId, one: Agent): readonly number[] =>
  emotionsOf(one, getKey(state.profiles, id)!, state.round);

function feel(state: StoryState, id: AgentId, one: Agent, push: Push, weight = 1): Agent {
  if (!getKey(state.profiles, id)) return one;
  return {
    ...one,
    emotions: pushLevels(emotionsNow(state, id, one), push, weight),
    feltIn: Math.max(one.feltIn, state.round),
  };
}

/** Between a half, for those who are disliked, and one and a half. */
const trustIn = (one: Agent, other: AgentId): number => 1 + (one.bonds[other] ?? 0) / 2;

/** Bonds beyond this number: the weakest goes. */
const BONDS = 24;
function toward(one: Agent, other: AgentId | null | undefined, step: number): Agent {
  if (other === null || other === undefined || step === 0) return one;
  const known = one.bonds[other];
  const bonds = { ...one.bonds, [other]: Math.max(-1, Math.min(1, (known ?? 0) + step)) };
  return { ...one, bonds: known === undefined ? strongest(bonds) : bonds };
}

function strongest(bonds: Readonly<Record<AgentId, number>>): Readonly<Record<AgentId, number>> {
  const ids = Object.keys(bonds);
  if (ids.length <= BONDS) return bonds;
  const weakest = ids.reduce((a, b) => (Math.abs(bonds[b]!) < Math.abs(bonds[a]!) ? b : a));
  const { [weakest]: _, ...rest } = bonds;
  return rest;
}

/** Tells somebody what another has done to them. */
function notify(state: StoryState, to: AgentId, notice: Notice, push: Push, bond: number): StoryState {
  if (to === notice.by) return state;
  return {
    ...state,
    agents: changeAgent(state.agents, to, (one) => ({
      ...toward(feel(state, to, one, push, trustIn(one, notice.by)), notice.by, bond),
      notices: last([...one.notices, notice], NOTICES),
    })),
  };
}

/** Those who learn of an event feel it: surprise, and by their opinion joy, or anger and fear. */
function learnOfEvent(state: StoryState, { to, topic, stance }: Happening): StoryState {
  const people = to ?? state.actors.slice(0, -2);
  const entries: [AgentId, Agent][] = [];
  for (const id of people) {
    const one = getKey(state.agents, id);
    if (!one || one.status === "dead") continue;
    const opinion = topic === null ? undefined : one.opinions[topic];
    const against = stance === null || opinion === undefined ? null : Math.abs(stance - opinion);
    entries.push([id, feel(state, id, one, eventPush(against))]);
  }
  return { ...state, agents: setAll(state.agents, entries) };
}

/** A round is over: its posts become what feeds choose from, and what is too old leaves the state. */
export function endRound(state: StoryState, imported: number | null): StoryState {
  const { settings, round } = state;
  const fresh: PostId[] = [];
  for (let id = state.newestPost; id !== null && id !== state.collectedTo; id = getKey(state.posts, id)?.before ?? null)
    fresh.push(id);
  const oldest = settings.retainRounds === null ? 0 : round - settings.retainRounds;
  const kept = state.written.filter((one) => one.round > oldest || settings.retainRounds === null);
  const dropped = state.written.slice(0, state.written.length - kept.length).flatMap(({ posts }) => posts);
  const written = fresh.length === 0 ? kept : [...kept, { round: imported ?? round, posts: fresh.reverse() }];
  const forgot = dropped.length === 0 ? state : forget(state, dropped);
  const after = { ...forgot, written, collectedTo: state.newestPost, stirred: false };
  return {
    ...after,
    pool: poolOf(after),
    round: imported === null ? round + 1 : Math.max(round, imported + 1),
    closed: imported === null && settings.mode === "town" && round >= settings.rounds,
  };
}

function forget(state: StoryState, ids: readonly PostId[]): StoryState {
  let { posts, comments } = state;
  for (const id of ids) {
    for (const comment of getKey(posts, id)?.comments ?? []) comments = deleteKey(comments, comment);
    posts = deleteKey(posts, id);
  }
  return { ...state, posts, comments };
}

const last = <T>(list: T[], most: number): T[] => (list.length > most ? list.slice(-most) : list);
