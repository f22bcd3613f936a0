// Rounds of OASIS as events of the world `story`, each with where it was read. The same round gives the same events wherever and whenever it is read.
import type { ConfigPerson, RecordedEvent, Source } from "@orrery/worlds/story";
import type { OasisAction } from "./action.ts";
import type { OasisConfig, OasisProfile } from "./people.ts";
import type { Interview, OasisRound, ShownPost } from "./rounds.ts";

export interface EventSource {
  readonly platform: string;
  readonly log: string | null;
  readonly database: string | null;
}
/** An event before it is told which round of the run it is of. */
type EventDraft = RecordedEvent extends infer E ? (E extends RecordedEvent ? Omit<E, "round"> : never) : never;

const TEXT_MAX = 100_000;
const clip = (text: string): string => (text.length <= TEXT_MAX ? text : text.slice(0, TEXT_MAX).toWellFormed());

/** Ids in a run: agents are the same on every platform, posts and comments are not. */
const agentRef = (id: number): string => String(id);
const postRef = (platform: string, id: number): string => `${platform}/${id}`;
const commentRef = (platform: string, id: number): string => `${platform}/c${id}`;

/** What happened in a round, in the order of the trace where there is one: a look stands before what was done after it. */
export function eventsOf(round: OasisRound, number: number, from: EventSource): RecordedEvent[] {
  const drafts: EventDraft[] = [];
  let next = 0;
  const looks = (before: number) => {
    for (; next < round.saw.length && round.saw[next]!.row < before; next++)
      drafts.push(lookOf(round.saw[next]!, from));
  };
  for (const action of round.actions) {
    if (action.row !== null) looks(action.row);
    drafts.push(eventOf(action, from));
  }
  looks(Number.POSITIVE_INFINITY);
  return drafts.map((draft) => ({ ...draft, round: number }) as RecordedEvent);
}

/** The end of a round. Its source carries what tells this round from any other that a changed folder may hold. */
export const roundEnd = (number: number, from: EventSource, at: string | null, fingerprint: string): RecordedEvent => ({
  type: "round_ended",
  platform: from.platform,
  round: number,
  source: { file: from.log ?? from.database ?? "", id: fingerprint, ...(at === null ? {} : { at }) },
});

/** What a round's fingerprint is of: what its log says, which no later reading changes. */
export const roundText = ({ round, actions }: OasisRound): string =>
  JSON.stringify([
    round,
    ...actions.map(({ agent, type, text, query, line }) => [agent, type, text, query, line === null]),
  ]);

export function interviewEvents(interview: Interview, n: number, number: number, from: EventSource): RecordedEvent[] {
  const question = `${from.platform}/interview-${n}`;
  const source: Source = { file: from.database ?? "", at: interview.at, line: interview.row };
  return [
    {
      type: "interviewed",
      who: agentRef(interview.agent),
      question,
      text: clip(interview.prompt),
      round: number,
      source,
    },
    {
      type: "answered",
      by: agentRef(interview.agent),
      question,
      text: clip(interview.response),
      round: number,
      source,
    },
  ];
}

function lookOf({ agent, posts, row }: ShownPost, { platform, database }: EventSource): EventDraft {
  return {
    type: "looked",
    by: agentRef(agent),
    what: "refresh",
    platform,
    found: posts.map((post) => postRef(platform, post)),
    source: { file: `${database} (trace)`, line: row },
  };
}

function eventOf(action: OasisAction, from: EventSource): EventDraft {
  const { platform } = from;
  const by = agentRef(action.agent);
  const source = sourceOf(action, from);
  const post = action.post === null ? null : postRef(platform, action.post);
  const comment = action.comment === null ? null : commentRef(platform, action.comment);
  const who = action.target === null ? null : agentRef(action.target);
  const text = clip(action.text ?? "");
  const { type } = action;
  const reaction = REACTIONS[type];
  if (reaction) {
    const id = reaction.on === "post" ? post : comment;
    if (id !== null) return { type: "reacted", by, ...reaction, id, source };
  }
  if (type === "CREATE_POST")
    return { type: "posted", by, post: post ?? `${platform}/line-${action.line}`, platform, text, source };
  if (type === "CREATE_COMMENT" && comment !== null) return { type: "commented", by, comment, post, text, source };
  if (action.original !== null && post !== null) {
    const root = postRef(platform, action.original);
    if (type === "REPOST") return { type: "reposted", by, post, platform, of: root, root, source };
    if (type === "QUOTE_POST") return { type: "quoted", by, post, platform, of: root, root, text, source };
  }
  const tie = TIES[type];
  if (tie) return { type: tie, by, who, source };
  const look = LOOKS[type];
  if (look)
    return {
      type: "looked",
      by,
      what: look,
      platform,
      found: [],
      source,
      ...(action.query === null ? {} : { query: clip(action.query) }),
    };
  if (type === "DO_NOTHING") return { type: "idled", by, source };
  return { type: "noted", by, action: type.slice(0, 200), args: argsOf(action), source };
}

const REACTIONS: Readonly<
  Record<
    string,
    { readonly what: "like" | "unlike" | "dislike" | "undislike" | "report"; readonly on: "post" | "comment" }
  >
> = {
  LIKE_POST: { what: "like", on: "post" },
  UNLIKE_POST: { what: "unlike", on: "post" },
  DISLIKE_POST: { what: "dislike", on: "post" },
  UNDO_DISLIKE_POST: { what: "undislike", on: "post" },
  REPORT_POST: { what: "report", on: "post" },
  LIKE_COMMENT: { what: "like", on: "comment" },
  UNLIKE_COMMENT: { what: "unlike", on: "comment" },
  DISLIKE_COMMENT: { what: "dislike", on: "comment" },
  UNDO_DISLIKE_COMMENT: { what: "undislike", on: "comment" },
};
const TIES: Readonly<Record<string, "followed" | "unfollowed" | "muted" | "unmuted">> = {
  FOLLOW: "followed",
  UNFOLLOW: "unfollowed",
  MUTE: "muted",
  UNMUTE: "unmuted",
};
const LOOKS: Readonly<Record<string, "search_posts" | "search_user" | "trend" | "refresh">> = {
  SEARCH_POSTS: "search_posts",
  SEARCH_USER: "search_user",
  TREND: "trend",
  REFRESH: "refresh",
};

const sourceOf = ({ line, row }: OasisAction, { log, database }: EventSource): Source => {
  if (line !== null && log !== null) return { file: log, line, ...(row === null ? {} : { id: `trace ${row}` }) };
  return row === null ? { file: log ?? "simulation_config.json" } : { file: `${database} (trace)`, line: row };
};

const argsOf = ({ post, original, comment, target, text, query }: OasisAction): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries({ post, original, comment, target, text: text === null ? null : clip(text), query }).filter(
      ([, value]) => value !== null,
    ),
  );

/** Everybody the folder tells of, as people of the world. */
export function peopleOf(
  config: OasisConfig,
  platforms: readonly { readonly name: string; readonly profiles: ReadonlyMap<number, OasisProfile> }[],
): ConfigPerson[] {
  const ids = new Set([...config.agents.keys(), ...platforms.flatMap(({ profiles }) => [...profiles.keys()])]);
  return [...ids].sort((a, b) => a - b).map((id) => personOf(id, config, platforms));
}

function personOf(
  id: number,
  config: OasisConfig,
  platforms: readonly { readonly name: string; readonly profiles: ReadonlyMap<number, OasisProfile> }[],
): ConfigPerson {
  const agent = config.agents.get(id);
  const profiles = platforms.flatMap(({ profiles }) => profiles.get(id) ?? []);
  const first = <K extends keyof OasisProfile>(key: K) =>
    profiles.find((profile) => profile[key] !== null)?.[key] ?? null;
  const text = (key: string, value: string | null, most: number) =>
    value === null || value === "" ? {} : { [key]: value.slice(0, most).toWellFormed() };
  const topics = [...new Set(profiles.flatMap((profile) => profile.topics))].slice(0, 100);
  return {
    id: agentRef(id),
    name: (agent?.name ?? first("name") ?? `Agent ${id}`).slice(0, 200).toWellFormed(),
    ...text("handle", first("handle"), 200),
    ...text("bio", first("bio"), 2000),
    ...text("persona", first("persona"), 50_000),
    ...text("profession", first("profession"), 200),
    ...text("kind", agent?.type ?? null, 60),
    ...(topics.length > 0 ? { interests: topics.map((topic) => topic.slice(0, 200).toWellFormed()) } : {}),
  };
}

/** A person known from a log alone. */
export const strangerOf = (id: number, name: string | null): ConfigPerson => ({
  id: agentRef(id),
  name: (name ?? `Agent ${id}`).slice(0, 200).toWellFormed(),
});
