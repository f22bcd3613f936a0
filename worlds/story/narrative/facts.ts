// What a telling of one round is given: what the living did and said, who they are and how they feel, and what the author has set down. Computed from stored events and states alone.
import { getKey } from "@orrery/kernel";
import { brokenDirective, namesOf } from "../god/directives.ts";
import type { StoryEvent, StoryState } from "../shape.ts";
import { eventLog, type LogEntry, type Tale, type TalePlace, type TellingSettings, tellable } from "../tale.ts";
import { EMOTIONS, type Emotion } from "../town/config.ts";
import { emotionsOf } from "../town/emotions.ts";
import { halve } from "../town/numbers.ts";
import { hourOf } from "../town/rhythm.ts";
import type { AgentId, Profile } from "../town/state.ts";

const ACTS = [
  "post",
  "comment",
  "like",
  "dislike",
  "repost",
  "quote",
  "follow",
  "unfollow",
  "mute",
  "unmute",
  "search",
  "seek",
  "trend",
  "nothing",
  "message",
  "other",
] as const;
export type Act = (typeof ACTS)[number];

/** One thing that somebody did. */
export interface RoundDeed {
  readonly by: AgentId;
  readonly name: string;
  readonly act: Act;
  /** Own words, or what was searched for. */
  readonly text: string | null;
  /** What it was about: a post or comment, its author where known. */
  readonly of: { readonly by: AgentId | null; readonly name: string | null; readonly text: string | null } | null;
  /** The person it was meant for. */
  readonly to: { readonly id: AgentId; readonly name: string } | null;
  /** The post at the root of what it belongs to, and the topic of that, by name. */
  readonly thread: string | null;
  readonly about: string | null;
}

export interface Character {
  readonly id: AgentId;
  readonly name: string;
  /** After the first mention: the first name of a person, where it is theirs alone; else `name`. */
  readonly called: string;
  /** A company, a council, a newspaper: it speaks, and has neither face nor hands. */
  readonly isOffice: boolean;
  readonly place: TalePlace | null;
  /** In the order of `EMOTIONS`, as they are now and as they were before the round. */
  readonly emotions: readonly number[];
  readonly before: readonly number[];
}

export interface RoundFacts {
  readonly round: number;
  /** Null: the whole town. */
  readonly platform: string | null;
  readonly hour: number;
  readonly deeds: readonly RoundDeed[];
  /** The living: those of the round first, then the others while they are few. */
  readonly characters: readonly Character[];
  readonly dead: readonly { readonly id: AgentId; readonly names: readonly string[] }[];
  /** Events that no beat has told yet, in their order; and the last three, told or not. */
  readonly untold: readonly LogEntry[];
  readonly recent: readonly LogEntry[];
  readonly rules: readonly string[];
  readonly places: readonly TalePlace[];
  readonly telling: TellingSettings;
  readonly directives: Tale["directives"];
  /** Whether a sentence breaks a directive that can be checked. */
  readonly forbids: (text: string) => boolean;
}

interface RoundInput {
  readonly round: number;
  readonly platform: string | null;
  /** Of the round alone, in their order. */
  readonly events: readonly StoryEvent[];
  /** Before the first of those, after the last, and as the author has left everything by now. */
  readonly before: StoryState;
  readonly after: StoryState;
  readonly now: StoryState;
  /** Ids of events that earlier beats have told. */
  readonly told: readonly string[];
}

const ROSTER = 40;
const RECENT = 3;
const PLACES = 5;

/** Deeds or people between two pauses. */
const PIECE = 200;

/** Yields between pieces of work: a round of thousands of people is long. */
export function* gatherFacts({
  round,
  platform,
  events,
  before,
  after,
  now,
  told,
}: RoundInput): Generator<undefined, RoundFacts> {
  const { tale } = now;
  const dead = new Set(now.dead);
  const called = displayNames(after);
  const calledShort = shortNames(after, called);
  const deeds: RoundDeed[] = [];
  const reader: FactReader = { state: after, called, isUnsaid: unsaidBy(now) };
  for (const [i, event] of events.entries()) {
    if (i % PIECE === PIECE - 1) yield;
    const deed = roundDeedOf(event, reader);
    if (deed && !dead.has(deed.by)) deeds.push(deed);
  }
  const concerned = new Set(
    deeds.flatMap(({ by, of, to }) => [by, ...(of?.by ? [of.by] : []), ...(to ? [to.id] : [])]),
  );
  const everybody = now.actors.slice(0, -2);
  const roster = (everybody.length <= ROSTER ? [...new Set([...concerned, ...everybody])] : [...concerned]).filter(
    (id) => !dead.has(id) && getKey(after.agents, id),
  );
  const characters: Character[] = [];
  for (const [i, id] of roster.entries()) {
    if (i % PIECE === PIECE - 1) yield;
    const emotions = feelingsIn(round, id, after, tale);
    characters.push({
      id,
      name: called(id),
      called: calledShort(id),
      isOffice: isOffice(getKey(after.profiles, id)),
      place: tale.places.find((place) => place.id === tale.whereabouts[id]) ?? null,
      emotions,
      before: getKey(before.agents, id) ? feelingsIn(round - 1, id, before, tale) : emotions,
    });
  }
  const events_ = tellable(tale);
  return {
    round,
    platform,
    hour: hourOf(after.settings, Math.max(1, round)),
    deeds,
    characters,
    dead: now.dead.map((id) => ({ id, names: namesOf(now, id) })),
    untold: events_.filter(({ id }) => !told.includes(id)),
    recent: events_.slice(-RECENT),
    rules: tale.rules,
    places: tale.places.slice(0, PLACES),
    telling: tale.telling,
    directives: tale.directives,
    forbids: (text) => brokenDirective(now, text, round) !== null,
  };
}

/** The same in one go. */
export function factsOf(input: RoundInput): RoundFacts {
  const work = gatherFacts(input);
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/** Levels in a round, with what the author has set since the town was there: that fades from the round it was set in. */
function feelingsIn(round: number, id: AgentId, state: StoryState, tale: Tale): readonly number[] {
  const profile = getKey(state.profiles, id)!;
  const levels = [...emotionsOf(getKey(state.agents, id)!, profile, Math.max(round, state.round - 1))];
  const known = new Set(state.tale.log.map((entry) => entry.id));
  for (const entry of eventLog(tale))
    if (entry.who === id && entry.emotions && !known.has(entry.id) && entry.round <= round)
      for (const [i, name] of EMOTIONS.entries()) {
        const set = entry.emotions[name as Emotion];
        if (set !== undefined) levels[i] = set * halve((round - entry.round) / profile.halfLives[i]!);
      }
  return levels;
}

/** Names for people; who shares a name with another is told apart by the handle. */
export function displayNames({ profiles }: Pick<StoryState, "profiles">): (id: AgentId) => string {
  const count = new Map<string, number>();
  for (const leaf of profiles.leaves)
    for (const { name } of Object.values(leaf)) count.set(name, (count.get(name) ?? 0) + 1);
  return (id) => {
    const profile = getKey(profiles, id);
    if (!profile) return id;
    const { name, handle } = profile;
    return (count.get(name) ?? 0) > 1 && handle !== "" && handle !== name ? `${name} (${handle})` : name;
  };
}

type Called = (id: AgentId) => string;
interface FactReader {
  readonly state: StoryState;
  readonly called: Called;
  /** Whether words are those of somebody who was dead by then. */
  readonly isUnsaid: (words: { readonly by: AgentId; readonly round: number }) => boolean;
}
/** By the rounds on the entries of deaths: a history that was simulated elsewhere goes on as if nobody had died. */
function unsaidBy({ dead, tale }: StoryState): FactReader["isUnsaid"] {
  const diedIn = new Map<AgentId, number>();
  for (const { type, who, round } of eventLog(tale))
    if (type === "god_mode_death" && who !== null && dead.includes(who)) diedIn.set(who, round);
  return ({ by, round }) => round >= (diedIn.get(by) ?? Number.POSITIVE_INFINITY);
}

/** First names of people, where nobody else has that word in a name. */
function shortNames({ profiles }: Pick<StoryState, "profiles">, called: Called): Called {
  const count = new Map<string, number>();
  for (const leaf of profiles.leaves)
    for (const { name } of Object.values(leaf))
      for (const word of new Set(name.split(/[\s,]+/))) count.set(word, (count.get(word) ?? 0) + 1);
  return (id) => {
    const profile = getKey(profiles, id);
    const first = /^(\p{Lu}[\p{Ll}'’-]+) \p{Lu}[\p{L}'’-]+$/u.exec(profile?.name ?? "")?.[1];
    return first && first.length > 2 && count.get(first) === 1 && !isOffice(profile) && first !== "The"
      ? first
      : called(id);
  };
}

/** Head nouns of what is no single person; those that are nobody's surname stand for one in a name too. */
const OFFICES =
  "agency association authority bureau committee company corporation council courier department foundation gazette gmbh government guild inc institute ltd ministry newspaper society university 机构 公司 政府 媒体 大学 组织";
const OFFICE_NAME = endingIn(OFFICES);
const OFFICE_KIND = endingIn(
  `${OFFICES} board chamber church club firm group institution journal media municipality ngo office organisation organization outlet party police press radio school station syndicate team union`,
);
function endingIn(nouns: string): RegExp {
  const [spaced, others] = [nouns.match(/[a-z]+/g) ?? [], nouns.match(/[^a-z\s]+/g) ?? []];
  return new RegExp(`(?:^|\\P{L})(?:${spaced.join("|")})s?\\.?$|(?:${others.join("|")})$`, "iu");
}
/** By what it is said to be, `GovernmentAgency`; by its name where nobody has said more than that it is somebody. */
function isOffice(profile: Profile | undefined): boolean {
  if (!profile) return false;
  const { kind, name } = profile;
  if (kind === "person" || kind === "") return OFFICE_NAME.test(name);
  return OFFICE_KIND.test(kind.replaceAll(/(?<=\p{Ll})(?=\p{Lu})|_/gu, " "));
}

/** Null for what is no doing of anybody's, or nobody's business. */
function roundDeedOf(event: StoryEvent, reader: FactReader): RoundDeed | null {
  if (!("by" in event)) return null;
  const { by } = event;
  const { state, called } = reader;
  const roundDeed = (act: Act, more: Partial<RoundDeed> = {}): RoundDeed => ({
    by,
    name: called(by),
    act,
    text: null,
    of: null,
    to: null,
    thread: null,
    about: null,
    ...more,
  });
  const inThread = (root: string) => ({ thread: root, about: topicOf(state, root) });
  const someone = (id: AgentId | null) => (id === null ? null : { id, name: called(id) });
  // Nobody has anything to do with the dead any more.
  const other = event.type === "messaged" ? event.to : "who" in event ? event.who : null;
  if (other !== null && reader.isUnsaid({ by: other, round: event.round })) return null;
  switch (event.type) {
    case "posted":
      return roundDeed("post", { text: event.text, ...inThread(event.post) });
    case "reposted": {
      const of = postOf(event.root, reader);
      return of === UNSAID ? null : roundDeed("repost", { of, ...inThread(event.root) });
    }
    case "quoted":
      return roundDeed("quote", { text: event.text, of: answeredPost(event.root, reader), ...inThread(event.root) });
    case "commented":
      return roundDeed("comment", {
        text: event.text,
        of: event.post === null ? null : answeredPost(event.post, reader),
        ...(event.post === null ? {} : inThread(rootOf(state, event.post))),
      });
    case "reacted": {
      if (event.what !== "like" && event.what !== "dislike") return null;
      if (event.on === "post") {
        const of = postOf(event.id, reader);
        return of === UNSAID ? null : roundDeed(event.what, { of, ...inThread(rootOf(state, event.id)) });
      }
      const comment = getKey(state.comments, event.id);
      if (comment && reader.isUnsaid(comment)) return null;
      const of = comment ? { by: comment.by, name: called(comment.by), text: comment.text } : null;
      return roundDeed(event.what, {
        of,
        ...(comment && comment.post !== "" ? inThread(rootOf(state, comment.post)) : {}),
      });
    }
    case "followed":
      return event.who === by ? null : roundDeed("follow", { to: someone(event.who) });
    case "unfollowed":
      return roundDeed("unfollow", { to: someone(event.who) });
    case "muted":
      return event.who === by ? null : roundDeed("mute", { to: someone(event.who) });
    case "unmuted":
      return roundDeed("unmute", { to: someone(event.who) });
    case "looked":
      if (event.what === "refresh") return null;
      if (event.what === "trend") return roundDeed("trend");
      return roundDeed(event.what === "search_user" ? "seek" : "search", { text: event.query ?? null });
    case "idled":
      return roundDeed("nothing");
    case "messaged":
      return roundDeed("message", {
        text: event.text,
        to: { id: event.to, name: addressee(event.to, state, called) },
      });
    case "grouped":
    case "noted":
      return roundDeed("other", { text: event.type === "noted" ? event.action : (event.name ?? null) });
    default:
      return null;
  }
}

function topicOf({ posts, settings }: StoryState, root: string): string | null {
  const topic = getKey(posts, root)?.topic ?? null;
  return topic === null ? null : (settings.topics.find(({ id }) => id === topic)?.name ?? null);
}

/** A person by name, or a group as such. */
function addressee(id: string, { groups }: StoryState, called: Called): string {
  const group = getKey(groups, id);
  return group ? `the group “${group.name}”` : called(id);
}

/** In place of words that nobody was alive to say: nobody stands by them or passes them on. */
const UNSAID = "unsaid";
function postOf(id: string, { state, called, isUnsaid }: FactReader): RoundDeed["of"] | typeof UNSAID {
  const post = getKey(state.posts, id);
  if (!post) return null;
  const root = post.text === "" && post.root !== null ? getKey(state.posts, post.root) : undefined;
  const said = root ?? post;
  if (isUnsaid(said)) return UNSAID;
  return { by: said.by, name: called(said.by), text: said.text };
}
/** What own words answer; they are told without it where it was never said. */
function answeredPost(id: string, reader: FactReader): RoundDeed["of"] {
  const of = postOf(id, reader);
  return of === UNSAID ? null : of;
}
const rootOf = (state: StoryState, id: string): string => getKey(state.posts, id)?.root ?? id;
