// Feelings: how they fade, and what each kind of event does to them. Levels are 0 to 1, in the order of `EMOTIONS`.
import { EMOTIONS, type Emotion } from "./config.ts";
import { halve } from "./numbers.ts";
import type { Agent, Profile } from "./state.ts";

/** Everybody begins with some trust and nothing else. */
export const FIRST_EMOTIONS: Readonly<Record<Emotion, number>> = {
  anger: 0,
  fear: 0,
  joy: 0,
  sadness: 0,
  trust: 0.5,
  surprise: 0,
};
/** In rounds. */
export const HALF_LIVES: Readonly<Record<Emotion, number>> = {
  anger: 6,
  fear: 6,
  joy: 8,
  sadness: 12,
  trust: 48,
  surprise: 3,
};

export type Push = Readonly<Partial<Record<Emotion, number>>>;

/** What an action does to the one who acts. */
export const OWN_ACTIONS = {
  post: { joy: 0.04 },
  like: { trust: 0.04, joy: 0.02 },
  repost: { surprise: 0.02 },
  quote: { joy: 0.02, surprise: 0.02 },
  follow: { trust: 0.08, joy: 0.04 },
  idle: { sadness: 0.02, fear: 0.02 },
  comment: { joy: 0.03 },
  dislike: { anger: 0.08, trust: -0.04 },
  likeComment: { trust: 0.03 },
  dislikeComment: { anger: 0.04 },
  searchPosts: { surprise: 0.03 },
  searchUser: { fear: 0.02, surprise: 0.02 },
  mute: { sadness: 0.03, trust: -0.03 },
} as const satisfies Record<string, Push>;

/** Effects on the target of an act; acts by trusted people weigh more. */
export const DONE_TO_ONE = {
  liked: { joy: 0.04, trust: 0.02 },
  disliked: { anger: 0.05, sadness: 0.03, trust: -0.02 },
  commented: { joy: 0.02, surprise: 0.01 },
  passedOn: { joy: 0.04, surprise: 0.02 },
  followed: { joy: 0.05, trust: 0.03 },
  messaged: { joy: 0.02, trust: 0.01 },
} as const satisfies Record<string, Push>;

/** What an event from outside does to those who learn of it: by how far it speaks against their opinion, 0 to 1; null where it takes no side. */
export const eventPush = (against: number | null): Push =>
  against === null
    ? { surprise: 0.2 }
    : against <= 0.5
      ? { surprise: 0.15, joy: 0.3 * (0.5 - against), trust: 0.1 * (0.5 - against) }
      : { surprise: 0.15, anger: 0.4 * (against - 0.5), fear: 0.3 * (against - 0.5), trust: -0.1 * (against - 0.5) };

/** Levels as they are in a round: each halves in its half-life. */
export function emotionsOf(
  { emotions, feltIn }: Agent,
  { halfLives }: Pick<Profile, "halfLives">,
  round: number,
): readonly number[] {
  const rounds = round - feltIn;
  return rounds <= 0 ? emotions : emotions.map((level, i) => level * halve(rounds / halfLives[i]!));
}

/** Levels after a push, weighed; clamped. */
export const pushLevels = (levels: readonly number[], push: Push, weight = 1): readonly number[] =>
  levels.map((level, i) => clamp(level + (push[EMOTIONS[i]!] ?? 0) * weight));

export const levelsOf = (given: Push, otherwise: Readonly<Record<Emotion, number>>): readonly number[] =>
  EMOTIONS.map((name) => given[name] ?? otherwise[name]);

const clamp = (level: number): number => Math.min(1, Math.max(0, level));
