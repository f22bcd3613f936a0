// Two branches of a story held against each other: what was first done on one and not on the other, both tellings from there on, and who stands otherwise in the end.
import { getKey, type RunRecord } from "@orrery/kernel";
import type { Story, StoryState } from "../shape.ts";
import { endSentence } from "../text.ts";
import { EMOTIONS } from "../town/config.ts";
import { emotionsOf } from "../town/emotions.ts";
import type { Beat } from "./beat.ts";
import { displayNames, type RoundDeed } from "./facts.ts";
import { endOf, type MetRound, roundsOf, type StoryEnd, tellMet } from "./telling.ts";

export interface StoryComparison {
  /** Null where nothing differs in any round that both have. */
  readonly first: {
    readonly round: number;
    readonly platform: string | null;
    /** Sentences: what was done on this side alone. */
    readonly a: readonly string[];
    readonly b: readonly string[];
  } | null;
  /** From the first difference on; null where a side has no such round. */
  readonly rounds: readonly {
    readonly round: number;
    readonly platform: string | null;
    readonly a: string | null;
    readonly b: string | null;
  }[];
  /** Those who differ most in the end, the most first. */
  readonly people: readonly {
    readonly id: string;
    readonly name: string;
    readonly a: FinalStanding;
    readonly b: FinalStanding;
  }[];
}
/** How somebody stands in the end. `emotions` in the order of `EMOTIONS`. */
export interface FinalStanding {
  readonly status: "alive" | "dead";
  readonly opinions: Readonly<Record<string, number>>;
  readonly emotions: readonly number[];
  readonly following: number;
  readonly followers: number;
}

type ReplayedRun = Pick<RunRecord<Story>, "opened" | "turns" | "hash">;
const ROUNDS = 60;
const PEOPLE = 6;
/** Sentences on one side at most. */
const SAID = 4;

/** The runs are two lines of one story; `a` is what the other is compared to. Yields between pieces of work. */
export function* compareStories(a: ReplayedRun, b: ReplayedRun): Generator<undefined, StoryComparison> {
  const one = yield* tellAll(a);
  const other = yield* tellAll(b);
  const keys = [...new Set([...one.keys, ...other.keys])].sort((x, y) => roundIn(x) - roundIn(y));
  const at = keys.findIndex((key) => {
    const [left, right] = [one.told.get(key), other.told.get(key)];
    return left !== undefined && right !== undefined && (left.deeds !== right.deeds || left.acts !== right.acts);
  });
  const shorter = keys.findIndex((key) => !one.told.has(key) || !other.told.has(key));
  const from = at >= 0 ? at : shorter >= 0 ? shorter : keys.length;
  const key = at >= 0 ? keys[at]! : null;
  const [left, right] = key === null ? [null, null] : [one.told.get(key)!, other.told.get(key)!];
  return {
    first:
      left && right
        ? {
            round: left.beat.round,
            platform: left.beat.platform,
            a: without(left.sentences, right.sentences),
            b: without(right.sentences, left.sentences),
          }
        : null,
    rounds: keys.slice(from, from + ROUNDS).map((each) => {
      const beat = (one.told.get(each) ?? other.told.get(each))!.beat;
      const prose = (side: ComparedRun) => side.told.get(each)?.beat.prose ?? null;
      return { round: beat.round, platform: beat.platform, a: prose(one), b: prose(other) };
    }),
    people: changedPeople(one.now, other.now),
  };
}

interface RoundTelling {
  readonly beat: Beat;
  /** What was done, as one text to compare by, and as sentences. */
  readonly deeds: string;
  readonly acts: string;
  readonly sentences: readonly string[];
}

interface ComparedRun {
  readonly now: StoryState;
  /** By round and platform, in their order. */
  readonly told: ReadonlyMap<string, RoundTelling>;
  readonly keys: readonly string[];
}

function* tellAll(run: ReplayedRun): Generator<undefined, ComparedRun> {
  const end = yield* endOf(run);
  const beats: Beat[] = [];
  const told = new Map<string, RoundTelling>();
  for (const met of roundsOf(run)) {
    const { beat, facts } = yield* tellMet(met, end, beats, run.hash);
    yield;
    beats.push(beat);
    const acts = actsIn(end, met);
    told.set(keyOf(met), {
      beat,
      deeds: JSON.stringify(facts.deeds),
      acts: acts.join("\n"),
      sentences: [...acts, ...facts.deeds.map(deedInWords)],
    });
  }
  return { now: end.now, told, keys: [...told.keys()] };
}
const keyOf = ({ found: { round, platform } }: MetRound): string => `${round} ${platform ?? ""}`;
const roundIn = (key: string): number => Number.parseInt(key, 10);

/** What the author did in a round; what was done after the last one counts to that. */
const actsIn = ({ now, last }: StoryEnd, { found }: MetRound): readonly string[] => {
  const isLast = found.round === last.round && found.platform === last.platform;
  return now.tale.log
    .filter(({ undone, round }) => !undone && (round === found.round || (round > last.round && isLast)))
    .map(({ description }) => endSentence(description));
};

const without = (sentences: readonly string[], others: readonly string[]): readonly string[] => {
  const there = new Set(others);
  return sentences.filter((sentence) => !there.has(sentence)).slice(0, SAID);
};

/** One deed as a plain sentence. */
function deedInWords({ act, name, text, of, to }: RoundDeed): string {
  const whose = of?.name ? `${of.name}'s words` : "somebody's words";
  const whom = to?.name ?? "somebody";
  const words =
    text === null ? "" : `“${text.length > 120 ? `${text.slice(0, 119).toWellFormed()}…` : endSentence(text)}”`;
  switch (act) {
    case "post":
      return `${name} said: ${words}`;
    case "comment":
      return of?.name ? `${name} answered ${of.name}: ${words}` : `${name} answered: ${words}`;
    case "quote":
      return `${name} took up ${whose} and added: ${words}`;
    case "repost":
      return `${name} passed on ${whose}.`;
    case "like":
      return `${name} agreed with ${whose}.`;
    case "dislike":
      return `${name} disagreed with ${whose}.`;
    case "follow":
      return `${name} began to follow ${whom}.`;
    case "unfollow":
      return `${name} no longer followed ${whom}.`;
    case "mute":
      return `${name} stopped listening to ${whom}.`;
    case "unmute":
      return `${name} listened to ${whom} again.`;
    case "search":
    case "seek":
      return text === null ? `${name} looked for something.` : `${name} looked for ${words.replace(/\.”$/, "”")}.`;
    case "trend":
      return `${name} listened for what was talked about.`;
    case "message":
      return `${name} wrote to ${whom}.`;
    case "nothing":
      return `${name} did nothing.`;
    case "other":
      return `${name} did something else.`;
  }
}

function changedPeople(a: StoryState, b: StoryState): StoryComparison["people"] {
  const called = displayNames(a);
  const both = a.actors.slice(0, -2).filter((id) => getKey(b.agents, id));
  return both
    .map((id) => ({ id, name: called(id), a: standing(a, id), b: standing(b, id) }))
    .map((one) => ({ one, by: distance(one.a, one.b) }))
    .filter(({ by }) => by > 0.01)
    .sort((x, y) => y.by - x.by)
    .slice(0, PEOPLE)
    .map(({ one }) => one);
}

function standing(state: StoryState, id: string): FinalStanding {
  const { status, opinions, following, followers } = getKey(state.agents, id)!;
  const emotions = emotionsOf(getKey(state.agents, id)!, getKey(state.profiles, id)!, state.round);
  return { status, opinions, emotions, following: following.length, followers };
}

function distance(a: FinalStanding, b: FinalStanding): number {
  let sum = a.status === b.status ? 0 : 10;
  for (const [topic, value] of Object.entries(a.opinions)) sum += Math.abs(value - (b.opinions[topic] ?? value));
  for (const i of EMOTIONS.keys()) sum += Math.abs(a.emotions[i]! - b.emotions[i]!);
  return sum;
}
