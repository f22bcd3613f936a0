// What people, the author and the importer may hand in: the action vocabulary of OASIS under its own names, and what we add to it. Nothing here runs.
import { type Static, Type } from "@orrery/kernel";
import { EMOTIONS, Id, Share } from "./config.ts";
import { EVENT_SCHEMAS, type RecordedEvent } from "./events.ts";

const closed = { additionalProperties: false } as const;
export const TEXT_MAX = 4000;
const Words = Type.String({ minLength: 1, maxLength: TEXT_MAX });
const speech = {
  text: Words,
  /** A topic of this town that it is about. */
  topic: Type.Optional(Id),
  /** Which way it speaks on that topic: 0 against, 1 for. */
  stance: Type.Optional(Share),
} as const;

/** `targetId` is a post, a comment, a person or a group, as the name says. */
export const agentActions = {
  create_post: { metadata: Type.Object({ ...speech, platform: Type.Optional(Id) }, closed), open: true },
  create_comment: { targetId: true, metadata: Type.Object(speech, closed), open: true },
  like_post: { targetId: true },
  unlike_post: { targetId: true },
  dislike_post: { targetId: true },
  undo_dislike_post: { targetId: true },
  report_post: { targetId: true },
  like_comment: { targetId: true },
  unlike_comment: { targetId: true },
  dislike_comment: { targetId: true },
  undo_dislike_comment: { targetId: true },
  repost: { targetId: true },
  quote_post: { targetId: true, metadata: Type.Object(speech, closed), open: true },
  follow: { targetId: true },
  unfollow: { targetId: true },
  mute: { targetId: true },
  unmute: { targetId: true },
  search_posts: { metadata: Type.Object({ query: Words }, closed), open: true },
  search_user: { metadata: Type.Object({ query: Words }, closed), open: true },
  trend: {},
  refresh: {},
  do_nothing: {},
  create_group: { metadata: Type.Object({ name: Type.String({ minLength: 1, maxLength: 200 }) }, closed), open: true },
  join_group: { targetId: true },
  leave_group: { targetId: true },
  send_to_group: { targetId: true, metadata: Type.Object({ text: Words }, closed), open: true },
  send_message: { targetId: true, metadata: Type.Object({ text: Words }, closed), open: true },
  /** How one now sees a topic: one's own opinion, which nobody else sees. */
  hold: { metadata: Type.Object({ topic: Id, value: Share }, closed), open: true },
  /** `targetId` is the question. */
  answer_interview: { targetId: true, metadata: Type.Object({ text: Words }, closed), open: true },
} as const;
export type AgentKind = keyof typeof agentActions;
export const AGENT_KINDS = Object.keys(agentActions) as readonly AgentKind[];

const Reach = Type.Array(Id, { minItems: 1, maxItems: 100_000 });
const news = {
  text: Words,
  topic: Type.Optional(Id),
  stance: Type.Optional(Share),
} as const;

/** What an author may do in a running town: handed in by the author, or by a god. */
export const interventions = {
  /** Something happens, and everybody learns of it; or, for the telling only, nobody but the narrator does. */
  inject: {
    metadata: Type.Object(
      { ...news, kind: Type.Optional(Id), scope: Type.Optional(Type.Enum(["truth", "telling"])) },
      closed,
    ),
    open: true,
  },
  /** Something is whispered to some, who may tell others. */
  rumour: {
    metadata: Type.Object(
      {
        ...news,
        /** The people it is whispered to; or `some`: how many people to pick when it happens, and how. */
        to: Type.Optional(Reach),
        some: Type.Optional(
          Type.Object(
            { count: Type.Integer({ minimum: 1, maximum: 100_000 }), by: Type.Enum(["chance", "followers"]) },
            closed,
          ),
        ),
      },
      closed,
    ),
    open: true,
  },
  /** Nobody hears from this person for so many rounds. */
  silence: {
    targetId: true,
    metadata: Type.Object({ rounds: Type.Integer({ minimum: 1, maximum: 1_000_000 }) }, closed),
    open: true,
  },
  /** So many rounds pass in which nobody acts. */
  skip_time: { metadata: Type.Object({ rounds: Type.Integer({ minimum: 1, maximum: 100_000 }) }, closed), open: true },
  interview: { targetId: true, metadata: Type.Object({ text: Words }, closed), open: true },
} as const;

/** Records what happened in another simulator: events of this world, with where they were read. */
export const recording = {
  record: {
    metadata: Type.Object(
      {
        events: Type.Array(Type.Unsafe<RecordedEvent>(Type.Union(Object.values(EVENT_SCHEMAS))), {
          minItems: 1,
          maxItems: 100_000,
        }),
      },
      closed,
    ),
    open: true,
  },
} as const;

export const townActions = { ...agentActions, ...interventions, ...recording } as const;
export const townGod = {
  ...interventions,
  kill: { targetId: true, metadata: Type.Object({ cause: Type.Optional(Type.String({ maxLength: 1000 })) }, closed) },
  resurrect: { targetId: true },
  /** Feelings that are named are set; the others stay. */
  modify_emotion: {
    targetId: true,
    metadata: Type.Object(
      { emotions: Type.Object(Object.fromEntries(EMOTIONS.map((name) => [name, Type.Optional(Share)])), closed) },
      closed,
    ),
  },
} as const;
export type RecordAction = Static<(typeof recording)["record"]["metadata"]>;

/** Who intervenes, and who records. */
export const AUTHOR = "author";
export const IMPORTER = "importer";

export interface TownReasons {
  unknown_post: { readonly id: string };
  unknown_comment: { readonly id: string };
  unknown_person: { readonly id: string };
  unknown_group: { readonly id: string };
  unknown_topic: { readonly id: string };
  unknown_platform: { readonly id: string };
  unknown_question: { readonly id: string };
  already_done: { readonly type: string; readonly id: string };
  not_done: { readonly type: string; readonly id: string };
  not_yourself: { readonly type: string };
  not_a_member: { readonly id: string };
  silenced: { readonly until: number };
  dead: Record<string, never>;
  not_now: Record<string, never>;
  not_yours: { readonly type: string };
  over: Record<string, never>;
  wrong_round: { readonly round: number };
  no_stance: Record<string, never>;
  to_whom: Record<string, never>;
}
