// One complete action of a platform: the row of the log joined with the row of the trace, ids looked up where the log drops them.

import type { OasisDatabase, TraceRow } from "./database.ts";
import type { LoggedAction } from "./log.ts";
import { isKnownAction, textOf, wholeOf } from "./row.ts";

export interface OasisAction {
  readonly agent: number;
  readonly type: string;
  /** Whether OASIS has such an action; others are kept and count nowhere. */
  readonly known: boolean;
  /** The post that was made or acted on. */
  readonly post: number | null;
  /** Of a repost or quote, the post at its root. */
  readonly original: number | null;
  readonly comment: number | null;
  /** Who was followed or muted; may be nobody who takes part. */
  readonly target: number | null;
  /** The agent's own words. */
  readonly text: string | null;
  readonly query: string | null;
  /** Line of the log, and row of the trace; both null for a post that only the configuration plans. */
  readonly line: number | null;
  readonly row: number | null;
}

/** What identifies an action of a type in both files; null where only agent and type do. */
const KEY: Readonly<Record<string, string>> = {
  CREATE_POST: "post_id",
  CREATE_COMMENT: "comment_id",
  REPOST: "new_post_id",
  QUOTE_POST: "new_post_id",
  LIKE_POST: "like_id",
  DISLIKE_POST: "dislike_id",
  LIKE_COMMENT: "comment_id",
  DISLIKE_COMMENT: "comment_id",
  FOLLOW: "follow_id",
  SEARCH_POSTS: "query",
  SEARCH_USER: "query",
};

/** Whether a row of the log and a row of the trace are the same action. */
export function isSame(log: LoggedAction, trace: TraceRow): boolean {
  if (log.agent !== trace.agent || log.type !== trace.type) return false;
  const key = KEY[log.type];
  if (key === undefined) return true;
  const named = log.args[key];
  if (named === undefined) return log.args["content"] === undefined || log.args["content"] === trace.info["content"];
  return sameId(named, trace.info[key]);
}
/** Rows of these types are told apart by agent alone. */
export const isWeak = (type: string): boolean => KEY[type] === undefined || KEY[type] === "query";

const sameId = (a: unknown, b: unknown): boolean => a === b || (wholeOf(a) !== null && wholeOf(a) === wholeOf(b));

/** The action of a log row, a trace row, or both. `named` finds an agent by its display name, when just one has it. */
export function actionFrom(
  log: LoggedAction | null,
  trace: TraceRow | null,
  db: OasisDatabase | null,
  named: (name: string) => number | null,
): OasisAction {
  const type = (log ?? trace)!.type;
  const args = log?.args ?? {};
  const info = trace?.info ?? {};
  const id = (...keys: string[]) => {
    for (const key of keys) {
      const found = wholeOf(info[key]) ?? wholeOf(args[key]);
      if (found !== null) return found;
    }
    return null;
  };
  const look = (table: string, key: string, column: string, at: number | null) =>
    at === null ? null : (db?.find(table, key, column, at) ?? null);
  const shared = type === "REPOST" || type === "QUOTE_POST";
  const comment = /COMMENT/.test(type) ? id("comment_id") : null;
  const post = shared
    ? id("new_post_id")
    : comment !== null
      ? look("comment", "comment_id", "post_id", comment)
      : id("post_id");
  return {
    agent: (log ?? trace)!.agent,
    type,
    known: isKnownAction(type),
    post,
    original: shared ? (look("post", "post_id", "original_post_id", post) ?? id("reposted_id", "quoted_id")) : null,
    comment,
    target: targetOf(type, id, args, db, named),
    text: wordsOf(type, args, info, post, db),
    query: textOf(args["query"]) ?? textOf(info["query"]),
    line: log?.line || null,
    row: trace?.row ?? null,
  };
}

function targetOf(
  type: string,
  id: (...keys: string[]) => number | null,
  args: Readonly<Record<string, unknown>>,
  db: OasisDatabase | null,
  named: (name: string) => number | null,
): number | null {
  if (!/^(?:UN)?(?:FOLLOW|MUTE)$/.test(type)) return null;
  const follow = type === "FOLLOW" ? id("follow_id") : null;
  const user =
    id("mutee_id", "followee_id") ??
    (follow === null ? null : (db?.find("follow", "follow_id", "followee_id", follow) ?? null));
  if (user !== null) return db?.agentOf(user) ?? user;
  const name = textOf(args["target_user_name"]);
  return name === null ? null : named(name);
}

function wordsOf(
  type: string,
  args: Readonly<Record<string, unknown>>,
  info: Readonly<Record<string, unknown>>,
  post: number | null,
  db: OasisDatabase | null,
): string | null {
  if (type === "QUOTE_POST")
    return (
      textOf(args["quote_content"]) ??
      (post === null ? null : (db?.findText("post", "post_id", "quote_content", post) ?? null))
    );
  if (type !== "CREATE_POST" && type !== "CREATE_COMMENT" && type !== "SEND_TO_GROUP") return null;
  return textOf(args["content"]) ?? textOf(info["content"]) ?? textOf(info["message"]);
}
