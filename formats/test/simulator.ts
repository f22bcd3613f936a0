// A stand-in for the original programs: writes run folders byte by byte as they do, oddities included, and keeps what truly happened. Decides nothing about how a folder is read.
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

export type PlatformName = "reddit" | "twitter";
export interface Opening {
  readonly agent: number;
  readonly content: string;
}
export const NAMES = [
  "Town Council",
  "O'Dowd, Patrick",
  "林小雨",
  "Sam Carver",
  "Sam Carver",
  'Ann "Nan" Lee',
  "Zoë\u2028H.",
];

const TABLES = `
CREATE TABLE user (user_id INTEGER PRIMARY KEY AUTOINCREMENT, agent_id INTEGER, user_name TEXT, name TEXT, bio TEXT, created_at DATETIME);
CREATE TABLE post (post_id INTEGER PRIMARY KEY AUTOINCREMENT, user_id INTEGER, original_post_id INTEGER, content TEXT DEFAULT '',
  quote_content TEXT, created_at DATETIME, num_likes INTEGER DEFAULT 0, num_dislikes INTEGER DEFAULT 0, num_shares INTEGER DEFAULT 0);
CREATE TABLE comment (comment_id INTEGER PRIMARY KEY AUTOINCREMENT, post_id INTEGER, user_id INTEGER, content TEXT, created_at DATETIME,
  num_likes INTEGER DEFAULT 0, num_dislikes INTEGER DEFAULT 0);
CREATE TABLE follow (follow_id INTEGER PRIMARY KEY AUTOINCREMENT, follower_id INTEGER, followee_id INTEGER, created_at DATETIME);
CREATE TABLE mute (mute_id INTEGER PRIMARY KEY AUTOINCREMENT, muter_id INTEGER, mutee_id INTEGER, created_at DATETIME);
CREATE TABLE like (like_id INTEGER PRIMARY KEY AUTOINCREMENT, user_id INTEGER, post_id INTEGER, created_at DATETIME);
CREATE TABLE dislike (dislike_id INTEGER PRIMARY KEY AUTOINCREMENT, user_id INTEGER, post_id INTEGER, created_at DATETIME);
CREATE TABLE comment_like (comment_like_id INTEGER PRIMARY KEY AUTOINCREMENT, user_id INTEGER, comment_id INTEGER, created_at DATETIME);
CREATE TABLE comment_dislike (comment_dislike_id INTEGER PRIMARY KEY AUTOINCREMENT, user_id INTEGER, comment_id INTEGER, created_at DATETIME);
CREATE TABLE trace (user_id INTEGER, created_at DATETIME, action TEXT, info TEXT, PRIMARY KEY(user_id, created_at, action, info));
`;

interface Logged {
  readonly agent: number;
  readonly type: string;
  readonly args: Record<string, unknown>;
}

/** One platform at work. A restart is another one in the same folder. */
export class Simulator {
  readonly dir: string;
  readonly platform: PlatformName;
  readonly db: DatabaseSync;
  readonly #agents: number;
  #real: number;
  readonly #began: number;
  #step = 0;
  #rows: Logged[] = [];
  #total = 0;
  #n = 0;
  /** Rows of the trace that the log will repeat in the first active round. */
  #copies: Logged[] = [];
  round = 0;
  /** By round: what agents truly did, and saw. */
  readonly did = new Map<number, { agent: number; type: string }[]>();
  readonly saw = new Map<number, { agent: number; posts: number[] }[]>();

  constructor(
    dir: string,
    platform: PlatformName,
    agents: number,
    openings: readonly Opening[] = [],
    start = Date.UTC(2026, 0, 5, 9),
  ) {
    this.dir = dir;
    this.platform = platform;
    this.#agents = agents;
    this.#real = start;
    this.#began = start;
    mkdirSync(join(dir, platform), { recursive: true });
    const file = join(dir, `${platform}_simulation.db`);
    rmSync(file, { force: true });
    this.db = new DatabaseSync(file);
    this.db.exec(`PRAGMA synchronous = OFF; ${TABLES}`);
    this.#people(openings);
    this.#marker({
      timestamp: this.#wall(),
      event_type: "simulation_start",
      platform,
      total_rounds: 144,
      agents_count: agents,
    });
    this.#open(openings);
  }

  nameOf(agent: number): string {
    return NAMES[agent] ?? `Agent ${agent}`;
  }

  #people(openings: readonly Opening[]): void {
    const ids = [...Array(this.#agents).keys()];
    writeFileSync(
      join(this.dir, "simulation_config.json"),
      JSON.stringify({
        simulation_id: "sim_0123456789ab",
        simulation_requirement: "What is said?",
        time_config: { total_simulation_hours: 10, minutes_per_round: 60 },
        agent_configs: ids.map((id) => ({ agent_id: id, entity_name: this.nameOf(id), entity_type: "Person" })),
        event_config: { initial_posts: openings.map(({ agent, content }) => ({ content, poster_agent_id: agent })) },
      }),
    );
    if (this.platform === "reddit")
      writeFileSync(
        join(this.dir, "reddit_profiles.json"),
        JSON.stringify(
          ids.map((id) => ({
            user_id: id,
            username: `user_${id}`,
            name: this.nameOf(id),
            bio: `Bio of ${id}`,
            persona: "Plain.",
          })),
        ),
      );
    else {
      const cell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
      const rows = ids.map((id) =>
        [String(id), this.nameOf(id), `user_${id}`, `Bio of ${id}, plain.`, `Bio of ${id}`].map(cell).join(","),
      );
      writeFileSync(
        join(this.dir, "twitter_profiles.csv"),
        `${["user_id,name,username,user_char,description", ...rows].join("\r\n")}\r\n`,
      );
    }
    for (const id of ids) {
      this.#insert("user", { user_id: id, agent_id: id, name: `user_${id}`, bio: `Bio of ${id}` });
      this.#trace(id, "sign_up", { name: `user_${id}`, user_name: null, bio: `Bio of ${id}` });
    }
  }

  /** Twitter publishes only the last of several opening posts by one agent, and logs them all. */
  #open(openings: readonly Opening[]): void {
    this.startRound(0, 0);
    const published = openings.filter(
      ({ agent }, i) => this.platform === "reddit" || !openings.slice(i + 1).some((later) => later.agent === agent),
    );
    for (const { agent, content } of openings) this.#rows.push({ agent, type: "CREATE_POST", args: { content } });
    const rows = this.#rows;
    for (const { agent, content } of published) {
      const post = this.#insert("post", { user_id: agent, content, created_at: this.#at() });
      this.#trace(agent, "create_post", { content, post_id: post });
      this.#copies.push({ agent, type: "CREATE_POST", args: { content, post_id: post } });
      this.#note(agent, "CREATE_POST");
    }
    if (published.length > 0) this.#step++;
    this.#rows = rows;
    this.endRound();
  }

  startRound(round: number, hour: number): void {
    this.round = round;
    this.#rows = [];
    this.did.set(round, []);
    this.saw.set(round, []);
    this.#marker({ round, timestamp: this.#wall(), event_type: "round_start", simulated_hour: hour });
  }

  /** Rows are written in one burst; opening posts are repeated with the first that anybody is active in. */
  endRound({ killed = false } = {}): void {
    const active = (this.did.get(this.round)?.length ?? 0) + (this.saw.get(this.round)?.length ?? 0) > 0;
    if (this.round > 0 && active) {
      this.#rows.unshift(...this.#copies);
      this.#copies = [];
      this.#step++;
    }
    if (killed) return;
    for (const { agent, type, args } of this.#rows) {
      this.#total++;
      this.#line({
        round: this.round,
        timestamp: this.#wall(),
        agent_id: agent,
        agent_name: this.nameOf(agent),
        action_type: type,
        action_args: args,
        result: null,
        success: true,
      });
    }
    this.#marker({
      round: this.round,
      timestamp: this.#wall(),
      event_type: "round_end",
      actions_count: this.#rows.length,
    });
  }

  end(rounds: number): void {
    this.#marker({
      timestamp: this.#wall(),
      event_type: "simulation_end",
      platform: this.platform,
      total_rounds: rounds,
      total_actions: this.#total,
    });
    this.db.close();
  }

  /** A feed as the agent was shown it. */
  refresh(agent: number, posts: readonly number[]): void {
    this.#trace(agent, "refresh", {
      posts: posts.map((post_id) => ({ post_id, user_id: 0, content: "…", comments: [] })),
    });
    this.saw.get(this.round)!.push({ agent, posts: [...posts] });
    this.#real += 3;
  }

  post(agent: number, content: string): number {
    const post_id = this.#insert("post", { user_id: agent, content, created_at: this.#at() });
    this.#act(agent, "create_post", { content, post_id }, { content, post_id });
    return post_id;
  }
  comment(agent: number, post_id: number, content: string): number {
    const comment_id = this.#insert("comment", { post_id, user_id: agent, content, created_at: this.#at() });
    this.#act(agent, "create_comment", { content, comment_id }, { content, comment_id });
    return comment_id;
  }
  like(agent: number, post_id: number, what: "like" | "dislike" = "like"): void {
    const id = this.#insert(what, { user_id: agent, post_id, created_at: this.#at() });
    this.db.exec(`UPDATE post SET num_${what}s = num_${what}s + 1 WHERE post_id = ${post_id}`);
    const row = this.db.prepare("SELECT user_id, content FROM post WHERE post_id = ?").get(post_id) as {
      user_id: number;
      content: string;
    };
    this.#act(
      agent,
      `${what}_post`,
      { post_id, [`${what}_id`]: id },
      {
        // Ids are sometimes strings.
        post_id: id % 3 === 0 ? String(post_id) : post_id,
        [`${what}_id`]: id,
        post_content: row.content,
        post_author_name: this.nameOf(row.user_id),
      },
    );
  }
  likeComment(agent: number, comment_id: number): void {
    const comment_like_id = this.#insert("comment_like", { user_id: agent, comment_id, created_at: this.#at() });
    this.db.exec(`UPDATE comment SET num_likes = num_likes + 1 WHERE comment_id = ${comment_id}`);
    this.#act(
      agent,
      "like_comment",
      { comment_id, comment_like_id },
      { comment_id, comment_content: "…", comment_author_name: "…" },
    );
  }
  /** A repost of a repost points to the root. */
  repost(agent: number, reposted_id: number): number {
    const root = this.#rootOf(reposted_id);
    const new_post_id = this.#insert("post", { user_id: agent, original_post_id: root, created_at: this.#at() });
    this.db.exec(`UPDATE post SET num_shares = num_shares + 1 WHERE post_id = ${root}`);
    this.#act(
      agent,
      "repost",
      { reposted_id, new_post_id },
      { new_post_id, original_content: "", original_author_name: "wrong" },
    );
    return new_post_id;
  }
  quote(agent: number, quoted_id: number, words: string): number {
    const root = this.#rootOf(quoted_id);
    const { content } = this.db.prepare("SELECT content FROM post WHERE post_id = ?").get(root) as { content: string };
    const new_post_id = this.#insert("post", {
      user_id: agent,
      original_post_id: root,
      content,
      quote_content: words,
      created_at: this.#at(),
    });
    this.db.exec(`UPDATE post SET num_shares = num_shares + 1 WHERE post_id = ${root}`);
    this.#act(
      agent,
      "quote_post",
      { quoted_id, new_post_id },
      {
        quoted_id,
        new_post_id,
        original_content: "",
        original_author_name: "wrong",
        quote_content: words,
      },
    );
    return new_post_id;
  }
  /** Following oneself, or nobody, is accepted; then the name is missing. */
  follow(agent: number, followee: number): void {
    const follow_id = this.#insert("follow", { follower_id: agent, followee_id: followee, created_at: this.#at() });
    const named = followee !== agent && followee < this.#agents;
    this.#act(
      agent,
      "follow",
      { follow_id },
      { follow_id, ...(named ? { target_user_name: this.nameOf(followee) } : {}) },
    );
  }
  mute(agent: number, mutee: number): void {
    this.#insert("mute", { muter_id: agent, mutee_id: mutee, created_at: this.#at() });
    this.#act(agent, "mute", { mutee_id: mutee }, {});
  }
  idle(agent: number): void {
    this.#act(agent, "do_nothing", {}, {});
  }
  trend(agent: number): void {
    this.#act(agent, "trend", { posts: [] }, {});
  }
  interview(agent: number, prompt: string, response: string): void {
    this.#trace(agent, "interview", { prompt, interview_id: this.#n, response });
  }
  /** A row of a type that nobody knows. */
  odd(agent: number, type: string): void {
    this.#rows.push({ agent, type, args: {} });
  }
  /** Time passes, for what comes after. */
  wait(ms: number): void {
    this.#real += ms;
  }

  #act(agent: number, action: string, info: object, args: Record<string, unknown>): void {
    // The log is written from the trace: what is not in there is not logged either.
    if (!this.#trace(agent, action, info)) return;
    this.#rows.push({ agent, type: action.toUpperCase(), args });
    this.#note(agent, action.toUpperCase());
    this.#real += 40;
  }
  #note(agent: number, type: string): void {
    this.did.get(this.round)!.push({ agent, type });
  }
  #rootOf(post: number): number {
    const row = this.db.prepare("SELECT original_post_id AS root FROM post WHERE post_id = ?").get(post) as {
      root: number | null;
    };
    return row.root ?? post;
  }
  #at(): string | number {
    if (this.platform === "twitter") return this.#step;
    return new Date(this.#began + (this.#real - this.#began) * 60).toISOString().replace("T", " ").replace("Z", "000");
  }
  #trace(agent: number, action: string, info: object): boolean {
    // The same look twice in one step is one row: the key is over all four columns.
    const done = this.db
      .prepare("INSERT OR IGNORE INTO trace (user_id, created_at, action, info) VALUES (?, ?, ?, ?)")
      .run(agent, this.#at(), action, JSON.stringify(info));
    return done.changes > 0;
  }
  #insert(table: string, row: Record<string, string | number>): number {
    const keys = Object.keys(row);
    const done = this.db
      .prepare(`INSERT INTO "${table}" (${keys.join(", ")}) VALUES (${keys.map(() => "?").join(", ")})`)
      .run(...Object.values(row));
    return Number(done.lastInsertRowid);
  }
  #wall(): string {
    this.#n++;
    return `${new Date(this.#real).toISOString().slice(0, 23)}${String(this.#n % 1000).padStart(3, "0")}`;
  }
  #marker(row: object): void {
    this.#line(row);
  }
  #line(row: object): void {
    appendFileSync(join(this.dir, this.platform, "actions.jsonl"), `${JSON.stringify(row)}\n`);
  }
}
