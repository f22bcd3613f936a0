// What is true of a town between two turns. Everything that grows with the population or the history is a keyed collection.
import type { Keyed } from "@orrery/kernel";
import type { ConfigPerson, Emotion, Habits, OpinionRule, Policy, SpreadRule, Topic } from "./config.ts";

export type AgentId = string;
export type PostId = string;

export interface Behaviour {
  readonly opinion: OpinionRule;
  readonly spread: SpreadRule;
  readonly homophily: number | null;
  readonly outspoken: boolean;
  readonly habits: Habits;
  readonly activity: number;
  /** Null: every hour. */
  readonly hours: readonly number[] | null;
}

export interface Platform {
  readonly id: string;
  readonly name: string;
  /** Weights sum to 1. */
  readonly policy: readonly { readonly policy: Policy; readonly weight: number }[];
  readonly feed: number;
}

export interface TownSettings {
  readonly title: string;
  readonly mode: "town" | "imported";
  /** 32 hexadecimal digits drawn at the opening: what feeds and hours are drawn by. */
  readonly salt: string;
  readonly topics: readonly Topic[];
  readonly platforms: readonly Platform[];
  readonly rounds: number;
  readonly minutesPerRound: number;
  readonly startHour: number;
  readonly asked: "all" | "awake";
  /** Null: everybody asked must answer. */
  readonly quorum: number | null;
  readonly deadlineMs: number | null;
  readonly retainRounds: number | null;
}

/** What does not change about somebody, or seldom. */
export interface Profile {
  /** Place in the order of the town, from 0. */
  readonly place: number;
  readonly id: AgentId;
  readonly name: string;
  readonly handle: string;
  readonly bio: string;
  readonly persona: string;
  readonly kind: string;
  readonly interests: readonly string[];
  /** Age, gender, country and so on, as far as they are given. */
  readonly facts: Pick<ConfigPerson, "age" | "gender" | "country" | "profession" | "mbti">;
  readonly platforms: readonly string[];
  readonly behaviour: Behaviour;
  /** First opinion on each topic. */
  readonly firstOpinions: Readonly<Record<string, number>>;
  /** In rounds, in the order of `EMOTIONS`. */
  readonly halfLives: readonly number[];
}

/** What happened to somebody that they can see. */
export interface Notice {
  readonly round: number;
  readonly what: "liked" | "disliked" | "commented" | "reposted" | "quoted" | "followed" | "invited";
  readonly by: AgentId;
  /** Post, comment or group. */
  readonly on: string | null;
}

export interface Agent {
  readonly status: "alive" | "dead";
  readonly opinions: Readonly<Record<string, number>>;
  /** In the order of `EMOTIONS`, as they were at the end of round `feltIn`; see `emotionsOf` for now. */
  readonly emotions: readonly number[];
  readonly feltIn: number;
  /** What this agent thinks of others, -1 to 1: only those it has had to do with. */
  readonly bonds: Readonly<Record<AgentId, number>>;
  readonly following: readonly AgentId[];
  readonly followers: number;
  readonly muted: readonly AgentId[];
  readonly liked: readonly string[];
  readonly disliked: readonly string[];
  /** Roots of what this agent has passed on. */
  readonly shared: readonly PostId[];
  /** Own newest posts, the newest last. */
  readonly recent: readonly { readonly id: PostId; readonly round: number }[];
  readonly groups: readonly string[];
  readonly notices: readonly Notice[];
  /** Ids of messages to and from this agent, the newest last. */
  readonly mail: readonly string[];
  /** What the last search, look at trends or refresh has shown, until the round after. */
  readonly found: SearchResult | null;
  /** Questions of an interviewer that are not answered yet. */
  readonly questions: readonly { readonly id: string; readonly text: string }[];
  /** Cannot write or share before this round: an author has silenced it. */
  readonly silentUntil: number;
  /** The last round in which this agent did anything. */
  readonly actedIn: number;
}

export interface SearchResult {
  readonly round: number;
  readonly what: "search_posts" | "search_user" | "trend" | "refresh";
  readonly query: string;
  /** Ids of posts, or of people for `search_user`. */
  readonly ids: readonly string[];
}

export interface Post {
  readonly id: PostId;
  readonly by: AgentId;
  readonly platform: string;
  readonly round: number;
  /** Own words; "" for a plain repost. */
  readonly text: string;
  readonly topic: string | null;
  /** The opinion that it speaks for, 0 to 1; null where it says none. */
  readonly stance: number | null;
  /** What is reposted or quoted, and the post at the end of that chain; null for a post of one's own. */
  readonly of: PostId | null;
  readonly root: PostId | null;
  readonly likes: number;
  readonly dislikes: number;
  readonly shares: number;
  readonly comments: readonly string[];
  readonly reports: number;
  /** The post before this one, by any author. */
  readonly before: PostId | null;
}

export interface Comment {
  readonly id: string;
  readonly by: AgentId;
  readonly post: PostId;
  readonly round: number;
  readonly text: string;
  readonly stance: number | null;
  readonly likes: number;
  readonly dislikes: number;
}

export interface TownMessage {
  readonly id: string;
  readonly from: AgentId;
  /** A person, or a group. */
  readonly to: string;
  readonly round: number;
  readonly text: string;
}

export interface Group {
  readonly id: string;
  readonly name: string;
  readonly members: readonly AgentId[];
  /** Ids of messages, the newest last. */
  readonly talk: readonly string[];
}

/** What befalls the town from outside: an author's event. */
export interface Happening {
  /** `evt_001` and so on, never given twice. */
  readonly id: string;
  readonly kind: string;
  readonly text: string;
  readonly round: number;
  /** `telling`: only the narrator knows of it. */
  readonly scope: "truth" | "telling";
  /** Who learns of it; null: everybody. */
  readonly to: readonly AgentId[] | null;
  readonly topic: string | null;
  /** Which way it speaks on its topic, 0 to 1; null: neither. */
  readonly stance: number | null;
}

/** Posts of rounds that are over, for feeds: computed at the end of a round, the same for everybody. */
export interface Pool {
  /** By platform: newest first. */
  readonly newest: Readonly<Record<string, readonly PostId[]>>;
  /** By platform: most engaged first. */
  readonly hot: Readonly<Record<string, readonly PostId[]>>;
  /** By word: places in `words` of the posts that have it. Empty where no platform goes by similarity. */
  readonly index: Readonly<Record<string, readonly number[]>>;
  readonly indexed: readonly PostId[];
}

export interface TownState {
  readonly settings: TownSettings;
  /** Everybody in the town in the order in which they came, then the author and the importer. */
  readonly actors: readonly string[];
  /** The round that is being played, from 1. Round 0 is the opening. */
  readonly round: number;
  readonly closed: boolean;

  /** Whether an agent has acted in this round: then settling ends it. */
  readonly stirred: boolean;
  readonly profiles: Keyed<Profile>;
  readonly agents: Keyed<Agent>;
  readonly dead: readonly AgentId[];
  readonly posts: Keyed<Post>;
  readonly newestPost: PostId | null;
  /** The newest post of a round that is over. */
  readonly collectedTo: PostId | null;
  readonly comments: Keyed<Comment>;
  readonly messages: Keyed<TownMessage>;
  readonly groups: Keyed<Group>;
  /** Ids of groups in the order in which they were made. */
  readonly groupOrder: readonly string[];
  /** Ids given out so far, by kind. */
  readonly counts: {
    readonly posts: number;
    readonly comments: number;
    readonly messages: number;
    readonly groups: number;
    readonly questions: number;
    readonly happenings: number;
  };
  /** Posts of each round that is still kept, the oldest first. */
  readonly written: readonly { readonly round: number; readonly posts: readonly PostId[] }[];
  readonly pool: Pool;
  readonly happenings: readonly Happening[];
  /** Of an imported run: the last round that its log has closed, by platform. */
  readonly closedRounds: Readonly<Record<string, number>>;
}

export const EMPTY_POOL: Pool = { newest: {}, hot: {}, index: {}, indexed: [] };

/** The emotion's place in every list of emotions. */
export type EmotionLevels = Readonly<Record<Emotion, number>>;
