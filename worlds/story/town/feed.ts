// Recommendation: what fills somebody's feed on a platform. Each policy is a pure function of the town and of who looks; nobody is ever shown somebody they muted.
import { getKey } from "@orrery/kernel";
import type { Policy } from "./config.ts";
import type { Agent, AgentId, Platform, Post, PostId, TownState } from "./state.ts";
import { Stream } from "./stream.ts";
import { wordsOf } from "./text-words.ts";

interface FeedView {
  readonly state: TownState;
  readonly who: AgentId;
  readonly me: Agent;
  readonly platform: Platform;
  /** How often the feed was asked for anew in this round. */
  readonly page: number;
}
/** Candidates, best first: as many as wanted or more; what may not be shown is taken out afterwards. */
type Recommend = (look: FeedView, count: number) => readonly PostId[];

const RECOMMEND: Readonly<Record<Policy, Recommend>> = {
  /** The newest posts of followed people. */
  chronological: ({ state, me }, count) => newestOf(state, me.following, count),
  /** Posts that followed people liked or passed on, and the newest post of each person they follow. */
  network: aroundOnesOwn,
  /** What was most engaged with lately. */
  engagement: ({ state, platform }) => state.pool.hot[platform.id] ?? [],
  /** What has most words in common with one's own posts and interests (BM25). */
  similarity: similar,
  /** Any of the newest posts, each as likely. */
  random: anyOf,
  /** The newest post of everybody. */
  everyone: ({ state, who }) =>
    lastPosts(
      state,
      state.actors.slice(0, -2).filter((id) => id !== who),
    ),
  /** The newest post of one other person; everybody is paired anew in each round. */
  pairs({ state, who }) {
    const partner = partnerOf(state, who);
    return partner === null ? [] : lastPosts(state, [partner]);
  },
};

/** The posts of one feed, in the order in which they are shown: by each policy in proportion to its weight, the first policy first. */
export function feedOf(look: FeedView): readonly Post[] {
  const { platform, page } = look;
  const wanted = platform.feed * (page + 1);
  const out: Post[] = [];
  const parts = platform.policy;
  const spare = look.me.muted.length > 0 || look.state.settings.platforms.length > 1 || parts.length > 1 ? SPARE : 2;
  let owed = 0;
  for (let p = 0; p < parts.length; p++) {
    const { policy, weight } = parts[p]!;
    owed += weight * wanted;
    // The last one fills what is left, however the shares round.
    const until = p === parts.length - 1 ? wanted : Math.round(owed);
    const room = until - out.length;
    if (room <= 0) continue;
    take(look, RECOMMEND[policy](look, wanted + spare), until, out);
  }
  return page === 0 ? out : out.slice(platform.feed * page);
}
/** So many more candidates are drawn, for those that may not be shown. */
const SPARE = 16;

function take(look: FeedView, from: readonly PostId[], until: number, out: Post[]): void {
  for (let i = 0; i < from.length && out.length < until; i++) {
    const post = getKey(look.state.posts, from[i]!);
    if (post !== undefined && maySee(look, post) && !out.includes(post)) out.push(post);
  }
}

/** Own posts are no news; others' must be of this platform, from rounds that are over, and by nobody who is muted. */
function maySee({ state, who, me, platform }: FeedView, post: Post): boolean {
  if (post.by === who || post.platform !== platform.id || post.round >= state.round) return false;
  if (me.muted.length === 0) return true;
  if (me.muted.includes(post.by)) return false;
  return post.root === null || !me.muted.includes(getKey(state.posts, post.root)?.by ?? "");
}

const lastPosts = (state: TownState, people: readonly AgentId[]): PostId[] => {
  const out: PostId[] = [];
  for (let i = 0; i < people.length; i++) {
    const last = getKey(state.agents, people[i]!)?.recent.at(-1)?.id;
    if (last !== undefined) out.push(last);
  }
  return out;
};

/** The newest posts of some people, newest first; of one round in the order of the people. */
function newestOf(state: TownState, people: readonly AgentId[], count: number): readonly PostId[] {
  const found: { readonly id: PostId; readonly round: number }[] = [];
  for (let i = 0; i < people.length; i++) {
    const recent = getKey(state.agents, people[i]!)?.recent ?? [];
    for (let n = recent.length - 1; n >= 0; n--) {
      const post = recent[n]!;
      // Posts are newest last, so this author has nothing newer left.
      if (found.length === count && post.round <= found[count - 1]!.round) break;
      let at = Math.min(found.length, count - 1);
      for (; at > 0 && found[at - 1]!.round < post.round; at--) found[at] = found[at - 1]!;
      found[at] = post;
    }
  }
  return found.map(({ id }) => id);
}

function aroundOnesOwn({ state, who, me }: FeedView, count: number): readonly PostId[] {
  const score = new Map<PostId, number>();
  const add = (id: PostId, points: number) => score.set(id, (score.get(id) ?? 0) + points);
  for (const id of me.following) {
    const one = getKey(state.agents, id);
    if (!one) continue;
    for (const post of one.liked.slice(-RECENT_LIKES)) add(post, 2);
    for (const post of one.shared.slice(-RECENT_LIKES)) add(post, 3);
    for (const next of one.following.slice(0, count)) {
      if (next === who || me.following.includes(next)) continue;
      const last = getKey(state.agents, next)?.recent.at(-1)?.id;
      if (last !== undefined) add(last, 1);
    }
  }
  return byScore(score);
}
const RECENT_LIKES = 8;

function similar({ state, who, me }: FeedView): readonly PostId[] {
  const { index, indexed } = state.pool;
  const own = new Set<string>();
  for (const { id } of me.recent) for (const word of wordsOf(getKey(state.posts, id)?.text ?? "")) own.add(word);
  for (const interest of getKey(state.profiles, who)!.interests) for (const word of wordsOf(interest)) own.add(word);
  const scores = new Map<PostId, number>();
  for (const word of own) {
    const places = Object.hasOwn(index, word) ? index[word]! : [];
    if (places.length === 0) continue;
    // Okapi's weight of a word by how many posts have it. Posts are short and of one length, so that is all of BM25 that tells them apart.
    const weight = rarity(indexed.length, places.length);
    for (let i = 0; i < places.length; i++) {
      const id = indexed[places[i]!]!;
      scores.set(id, (scores.get(id) ?? 0) + weight);
    }
  }
  return byScore(scores);
}

/** How rare a word is, in whole sixteenths of a bit: the logarithm itself is not the same in every engine. */
export function rarity(posts: number, having: number): number {
  let odds = (posts - having + 0.5) / (having + 0.5) + 1;
  let bits = 0;
  while (odds >= 2) {
    odds /= 2;
    bits += 16;
  }
  for (let part = 8; part >= 1; part /= 2) {
    odds *= odds;
    if (odds >= 2) {
      odds /= 2;
      bits += part;
    }
  }
  return bits;
}

/** Highest first; of equals the first met. */
const byScore = (score: ReadonlyMap<PostId, number>): PostId[] =>
  [...score]
    .map(([id, points], at) => ({ id, points, at }))
    .sort((a, b) => b.points - a.points || a.at - b.at)
    .map(({ id }) => id);

/** A sample without repeats, by the first steps of a shuffle that is never made whole. */
function anyOf({ state, who, platform, page }: FeedView, count: number): readonly PostId[] {
  const pool = state.pool.newest[platform.id] ?? [];
  const stream = new Stream(state.settings.salt, "feed", state.round, who, page);
  const moved = new Map<number, number>();
  const out: PostId[] = [];
  for (let i = 0; i < Math.min(count, pool.length); i++) {
    const j = i + stream.below(pool.length - i);
    out.push(pool[moved.get(j) ?? j]!);
    moved.set(j, moved.get(i) ?? i);
  }
  return out;
}

/**
 * Pairs person i of n with (h − i) mod n, where h is drawn for the round. Every pair is equally likely, the pairing is its own
 * inverse, and it needs no list. Null for the person left over.
 */
export function partnerOf(state: TownState, who: AgentId): AgentId | null {
  const count = state.actors.length - 2;
  const h = new Stream(state.settings.salt, "pairs", state.round).below(count);
  const place = getKey(state.profiles, who)!.place;
  const other = (h - place + count) % count;
  return other === place ? null : state.actors[other]!;
}
