// What a platform holds, counted: the answer of `orrery import DIR --json`. Tables come from the database; without one, from what the log tells.
import type { OasisAction } from "./action.ts";
import type { OasisPlatform } from "./platform.ts";
import type { OasisRound } from "./rounds.ts";

type Counts = Record<string, number>;
type IdPair = readonly [number, number | null];

interface RoundReport {
  simulated_hour: number | null;
  log_actions_count: number | null;
  actions: Counts;
  agents: Record<string, Counts>;
  saw: Record<string, (readonly number[])[]>;
}
interface PostReport {
  post_id: number;
  agent_id: number;
  kind: "post" | "repost" | "quote";
  original_post_id: number | null;
  content: string | null;
  quote_content: string | null;
  likes: number;
  dislikes: number;
  shares: number;
  round: number | null;
}
interface CommentReport {
  comment_id: number;
  post_id: number | null;
  agent_id: number;
  content: string | null;
  likes: number;
  dislikes: number;
  round: number | null;
}

/** Field names and shapes are those of the runs that this is checked with. */
export type PlatformReport = ReturnType<ReportBuilder["finish"]>;

/** Takes the rounds of a platform one by one; `finish` after the last. */
export class ReportBuilder {
  readonly #platform: OasisPlatform;
  readonly #totals: Counts = {};
  readonly #rounds: Record<string, RoundReport> = {};
  readonly #postRound = new Map<number, number | null>();
  readonly #commentRound = new Map<number, number | null>();
  readonly #blind: [number, number][] = [];
  readonly #idle: [number, number][] = [];
  readonly #told = new RebuiltTables();

  constructor(platform: OasisPlatform) {
    this.#platform = platform;
  }

  add({ round, hour, claimed, rows, actions, saw }: OasisRound): void {
    for (const action of actions) this.#count(action, round);
    if (round === null) return;
    const report: RoundReport = {
      simulated_hour: hour,
      log_actions_count: claimed ?? rows,
      actions: {},
      agents: {},
      saw: {},
    };
    for (const { agent, type, known } of actions) {
      if (!known) continue;
      bump(report.actions, type);
      report.agents[agent] ??= {};
      bump(report.agents[agent], type);
    }
    for (const { agent, posts } of saw) {
      report.saw[agent] ??= [];
      report.saw[agent].push(posts);
    }
    this.#rounds[round] = report;
    if (round === 0 || this.#platform.db === null) return;
    for (const agent of agentsOf(report.agents)) if (!report.saw[agent]) this.#blind.push([round, agent]);
    for (const agent of agentsOf(report.saw)) if (!report.agents[agent]) this.#idle.push([round, agent]);
  }

  finish() {
    const platform = this.#platform;
    const { left, segments } = platform;
    for (const action of left.beyond) this.#count(action, null);
    const segment = segments.at(-1);
    const tables = platform.db ? this.#tables() : this.#told.tables();
    const opening = this.#rounds[0];
    return {
      totals_by_type: this.#totals,
      published_actions: Object.values(this.#totals).reduce((sum, n) => sum + n, 0),
      log_action_rows: segment?.rows ?? 0,
      log_total_actions_claimed: segment?.claimed ?? [],
      opening_posts_published: opening?.actions["CREATE_POST"] ?? left.openings,
      opening_rows_in_round_0: left.openingRows,
      opening_rows_repeated_in_round: left.repeatedIn,
      phantom_opening_rows: left.phantoms.map(({ agent, content }) => ({ agent_id: agent, content })),
      rounds: this.#rounds,
      ...tables,
      interviews: platform.interviews.map(({ agent, at, prompt, response }) => ({
        agent_id: agent,
        // A step where the platform counts steps.
        created_at: /^\d+$/.test(at) ? Number(at) : at,
        prompt,
        response,
      })),
      acted_without_refresh_row: this.#blind,
      saw_but_no_action_row: this.#idle,
      rounds_without_action: Object.entries(this.#rounds)
        .filter(([round, { actions }]) => round !== "0" && Object.keys(actions).length === 0)
        .map(([round]) => Number(round)),
      agents_by_id: Object.fromEntries(platform.names()),
      users: Object.fromEntries(platform.handles()),
      refresh_rows_without_round: left.refreshesBeyond,
      /** Actions of a round that has not ended: the next import takes them in. */
      actions_without_round: left.beyond.length,
      log_segments: segments,
    };
  }

  #count(action: OasisAction, round: number | null): void {
    const { type, known, post, comment } = action;
    if (!known) return;
    bump(this.#totals, type);
    if (/^(?:CREATE_POST|REPOST|QUOTE_POST)$/.test(type) && post !== null) this.#postRound.set(post, round);
    if (type === "CREATE_COMMENT" && comment !== null) this.#commentRound.set(comment, round);
    if (this.#platform.db === null) this.#told.add(action, round);
  }

  #tables() {
    const db = this.#platform.db!;
    const posts: PostReport[] = [];
    const number = (value: unknown) => Number(value ?? 0);
    const text = (value: unknown) => (typeof value === "string" ? value : null);
    const wanted = [
      "post_id",
      "user_id",
      "original_post_id",
      "content",
      "quote_content",
      "num_likes",
      "num_dislikes",
      "num_shares",
    ];
    for (const row of db.rows("post", wanted)) {
      const original = row["original_post_id"] === null ? null : number(row["original_post_id"]);
      posts.push({
        post_id: number(row["post_id"]),
        agent_id: db.agentOf(number(row["user_id"])),
        kind: original === null ? "post" : row["quote_content"] === null ? "repost" : "quote",
        original_post_id: original,
        content: text(row["content"]),
        quote_content: text(row["quote_content"]),
        likes: number(row["num_likes"]),
        dislikes: number(row["num_dislikes"]),
        shares: number(row["num_shares"]),
        round: this.#postRound.get(number(row["post_id"])) ?? null,
      });
    }
    const comments: CommentReport[] = [];
    for (const row of db.rows("comment", ["comment_id", "post_id", "user_id", "content", "num_likes", "num_dislikes"]))
      comments.push({
        comment_id: number(row["comment_id"]),
        post_id: number(row["post_id"]),
        agent_id: db.agentOf(number(row["user_id"])),
        content: text(row["content"]),
        likes: number(row["num_likes"]),
        dislikes: number(row["num_dislikes"]),
        round: this.#commentRound.get(number(row["comment_id"])) ?? null,
      });
    const pairs = (table: string, from: string, to: string): IdPair[] =>
      [...db.rows(table, [from, to])].map((row) => [db.agentOf(number(row[from])), number(row[to])]);
    const likes = pairs("like", "user_id", "post_id");
    const dislikes = pairs("dislike", "user_id", "post_id");
    const comment_likes = pairs("comment_like", "user_id", "comment_id");
    const comment_dislikes = pairs("comment_dislike", "user_id", "comment_id");
    const people = (table: string, from: string, to: string): IdPair[] =>
      pairs(table, from, to).map(([by, who]) => [by, who === null ? null : db.agentOf(who)]);
    const follows = people("follow", "follower_id", "followee_id");
    const mutes = people("mute", "muter_id", "mutee_id");
    return {
      posts,
      comments,
      likes,
      dislikes,
      comment_likes,
      comment_dislikes,
      follows,
      mutes,
      counts: countsOf({ posts, comments, likes, follows, mutes }, this.#platform.left.refreshes),
    };
  }
}

const bump = (counts: Counts, key: string): void => {
  counts[key] = (counts[key] ?? 0) + 1;
};
const agentsOf = (by: Record<string, unknown>): number[] => Object.keys(by).map(Number);

function countsOf(
  tables: {
    posts: readonly PostReport[];
    comments: readonly unknown[];
    likes: readonly IdPair[];
    follows: readonly IdPair[];
    mutes: readonly IdPair[];
  },
  refreshes: number,
) {
  const { posts, comments, likes, follows, mutes } = tables;
  return {
    posts: posts.length,
    reposts: posts.filter(({ kind }) => kind === "repost").length,
    quotes: posts.filter(({ kind }) => kind === "quote").length,
    comments: comments.length,
    likes: likes.length,
    follows: follows.length,
    mutes: mutes.length,
    refresh_rows: refreshes,
  };
}

/** The tables rebuilt from a log alone: parents of comments and targets of follows and mutes stay unknown. */
class RebuiltTables {
  readonly #posts = new Map<number, PostReport>();
  readonly #comments = new Map<number, CommentReport>();
  readonly #pairs = {
    likes: new Map<string, IdPair>(),
    dislikes: new Map<string, IdPair>(),
    comment_likes: new Map<string, IdPair>(),
    comment_dislikes: new Map<string, IdPair>(),
    follows: new Map<string, IdPair>(),
    mutes: new Map<string, IdPair>(),
  };

  add({ agent, type, post, original, comment, target, text }: OasisAction, round: number | null): void {
    const link = (table: keyof RebuiltTables["tableNames"], to: number | null, undo = false) => {
      const key = `${agent} ${to}`;
      if (undo) this.#pairs[table].delete(key);
      else this.#pairs[table].set(to === null ? `${key} ${this.#pairs[table].size}` : key, [agent, to]);
    };
    const vote = (
      table: "likes" | "dislikes",
      id: number | null,
      on: ReadonlyMap<number, { likes: number; dislikes: number }>,
      by: number,
    ) => {
      const found = id === null ? undefined : on.get(id);
      if (found) found[table] += by;
    };
    const undo = /^UN/.test(type);
    const by = undo ? -1 : 1;
    if ((type === "CREATE_POST" || type === "REPOST" || type === "QUOTE_POST") && post !== null) {
      const kind = type === "CREATE_POST" ? "post" : type === "REPOST" ? "repost" : "quote";
      const root = original === null ? null : (this.#posts.get(original) ?? null);
      if (root) root.shares++;
      this.#posts.set(post, {
        post_id: post,
        agent_id: agent,
        kind,
        original_post_id: original,
        content: kind === "post" ? text : kind === "quote" ? (root?.content ?? null) : "",
        quote_content: kind === "quote" ? text : null,
        likes: 0,
        dislikes: 0,
        shares: 0,
        round,
      });
    } else if (type === "CREATE_COMMENT" && comment !== null)
      this.#comments.set(comment, {
        comment_id: comment,
        post_id: post,
        agent_id: agent,
        content: text,
        likes: 0,
        dislikes: 0,
        round,
      });
    else if (/LIKE_COMMENT$/.test(type)) {
      const table = /DISLIKE/.test(type) ? "dislikes" : "likes";
      link(`comment_${table}`, comment, undo);
      vote(table, comment, this.#comments, by);
    } else if (/LIKE_POST$/.test(type)) {
      const table = /DISLIKE/.test(type) ? "dislikes" : "likes";
      link(table, post, undo);
      vote(table, post, this.#posts, by);
    } else if (/FOLLOW$/.test(type)) link("follows", target, undo);
    else if (/MUTE$/.test(type)) link("mutes", target, undo);
  }

  declare readonly tableNames: { likes: 0; dislikes: 0; comment_likes: 0; comment_dislikes: 0; follows: 0; mutes: 0 };

  tables() {
    const posts = [...this.#posts.values()];
    const comments = [...this.#comments.values()];
    const list = (table: keyof RebuiltTables["tableNames"]): IdPair[] => [...this.#pairs[table].values()];
    const all = {
      likes: list("likes"),
      dislikes: list("dislikes"),
      comment_likes: list("comment_likes"),
      comment_dislikes: list("comment_dislikes"),
      follows: list("follows"),
      mutes: list("mutes"),
    };
    return { posts, comments, ...all, counts: countsOf({ posts, comments, ...all }, 0) };
  }
}
