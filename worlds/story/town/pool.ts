// What feeds choose from: computed once at the end of a round, the same for everybody.
import { getKey } from "@orrery/kernel";
import type { StoryState } from "../shape.ts";
import { EMPTY_POOL, type Pool, type Post, type PostId } from "./state.ts";
import { wordsOf } from "./text-words.ts";

/** Rounds back that count as lately, and posts of a platform at most. */
const ROUNDS_BACK = 4;
const NEWEST = 2000;
const HOT = 200;
const INDEXED = 600;

export function poolOf(state: StoryState): Pool {
  const { settings, written, round } = state;
  const newest: Record<string, PostId[]> = Object.fromEntries(settings.platforms.map(({ id }) => [id, []]));
  const scored: Record<string, { id: PostId; score: number }[]> = Object.fromEntries(
    settings.platforms.map(({ id }) => [id, []]),
  );
  const wants = (policy: string) =>
    settings.platforms.some((platform) => platform.policy.some((part) => part.policy === policy));
  const wantsHot = wants("engagement") || settings.mode === "town";
  for (let w = written.length - 1; w >= 0; w--) {
    const { round: when, posts } = written[w]!;
    if (round - when >= ROUNDS_BACK && w < written.length - 1) break;
    for (let i = posts.length - 1; i >= 0; i--) {
      const post = getKey(state.posts, posts[i]!);
      const list = post && newest[post.platform];
      if (!post || !list || list.length >= NEWEST) continue;
      list.push(post.id);
      if (wantsHot) scored[post.platform]!.push({ id: post.id, score: heatOf(post, round) });
    }
  }
  const hot: Record<string, PostId[]> = {};
  for (const { id } of settings.platforms) {
    const list = scored[id]!;
    // The sort is stable, so of equals the newest comes first.
    list.sort((a, b) => b.score - a.score);
    hot[id] = list.slice(0, HOT).map((one) => one.id);
  }
  return {
    newest,
    hot,
    ...(wants("similarity") ? indexOf(state, newest) : { index: EMPTY_POOL.index, indexed: EMPTY_POOL.indexed }),
  };
}

/** Likes, twice the shares and half again the comments, less the dislikes; halved for each round since. */
function heatOf({ likes, dislikes, shares, comments, round }: Post, now: number): number {
  let heat = 1 + likes - dislikes + 2 * shares + 1.5 * comments.length;
  for (let r = Math.min(30, now - round); r > 0; r--) heat /= 2;
  return heat;
}

function indexOf(
  state: StoryState,
  newest: Readonly<Record<string, readonly PostId[]>>,
): Pick<Pool, "index" | "indexed"> {
  const indexed = Object.values(newest).flatMap((ids) => ids.slice(0, INDEXED));
  const index = new Map<string, number[]>();
  for (const [place, id] of indexed.entries())
    for (const word of wordsOf(getKey(state.posts, id)!.text)) {
      const places = index.get(word);
      if (places) places.push(place);
      else index.set(word, [place]);
    }
  return { index: Object.fromEntries(index), indexed };
}
