// The rounds of one platform, joined from log and trace as both stream by: what was done, what was shown, and which opening posts were real.
import { actionFrom, isSame, isWeak, type OasisAction } from "./action.ts";
import { TraceClock } from "./clock.ts";
import type { OasisDatabase, TraceRow } from "./database.ts";
import type { LoggedAction, LogPart, LogRound } from "./log.ts";
import type { OpeningPost } from "./people.ts";
import { wholeOf } from "./row.ts";
import type { UnreadList } from "./unread.ts";

export interface ShownPost {
  readonly agent: number;
  /** Row of the trace. */
  readonly row: number;
  readonly posts: readonly number[];
}
export interface OasisRound {
  /** Null where no log tells: then a round is a burst of the trace. */
  readonly round: number | null;
  readonly hour: number | null;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  /** Of a burst: whether more of it may come. */
  readonly last: boolean;
  /** How many actions its end claims, copies of opening posts among them. */
  readonly claimed: number | null;
  /** How many actions of it the log holds; null without a log. */
  readonly rows: number | null;
  readonly actions: readonly OasisAction[];
  /** What agents were shown, look by look. */
  readonly saw: readonly ShownPost[];
}
export interface Interview {
  /** Row of the trace. */
  readonly row: number;
  readonly agent: number;
  readonly at: string;
  readonly prompt: string;
  readonly response: string;
}
/** What is left beside the rounds once they are read. */
export interface Leftovers {
  /** Rounds in which opening posts were logged again. */
  readonly repeatedIn: number[];
  readonly phantoms: OpeningPost[];
  /** Rows of the trace after the last round that had ended. */
  readonly beyond: OasisAction[];
  refreshes: number;
  refreshesBeyond: number;
  /** Opening posts that the trace begins with, and rows of round 0 in the log. */
  openings: number;
  openingRows: number;
}

interface JoinSource {
  readonly rounds: AsyncIterable<LogPart> | null;
  /** The simulation in the log that is wanted: the last. */
  readonly segment: number;
  readonly db: OasisDatabase | null;
  readonly openings: readonly OpeningPost[];
  readonly named: (name: string) => number | null;
  readonly unread: UnreadList;
  readonly files: { readonly log: string | null; readonly database: string | null };
  readonly onInterview: (interview: Interview) => void;
}

interface RoundDraft {
  readonly log: LogRound;
  readonly actions: OasisAction[];
  readonly saw: ShownPost[];
}
interface LoggedOpening {
  readonly row: LoggedAction;
  post: number | null;
  copied: boolean;
}
type Trace = Omit<TraceRow, "info"> & { readonly info: TraceRow["info"]; readonly posts: readonly number[] };

/** How many actions of the trace are looked through for a row of the log. */
const WINDOW = 2000;
/** The same for a row that only its agent and type tell: a wrong match would pass over everything between. */
const WEAK_WINDOW = 60;

export class RoundJoin {
  readonly left: Leftovers = {
    repeatedIn: [],
    phantoms: [],
    beyond: [],
    refreshes: 0,
    refreshesBeyond: 0,
    openings: 0,
    openingRows: 0,
  };
  readonly #source: JoinSource;
  readonly #trace: Iterator<Trace>;
  readonly #ahead: Trace[] = [];
  readonly #clock = new TraceClock();
  /** Rounds that may still get rows: the last that had one, and all after it. */
  #pending: RoundDraft[] = [];
  #last: { at: string; round: LogRound } | null = null;
  #openings: LoggedOpening[] = [];
  #openingIds = new Set<number>();
  #copying = true;

  constructor(source: JoinSource) {
    this.#source = source;
    this.#trace = this.#read();
  }

  async *rounds(): AsyncGenerator<OasisRound> {
    if (this.#source.rounds === null) {
      yield* this.#bursts();
      return;
    }
    let open: LogRound | null = null;
    let first = true;
    for await (const { segment, round } of this.#source.rounds) {
      if (segment !== this.#source.segment) continue;
      if (first && round.round > 0 && this.#source.openings.length > 0)
        this.#open(configuredOpening(this.#source.openings));
      first = false;
      if (!round.closed) open = round;
      else if (round.round === 0) this.#open(round);
      else yield* this.#join(round);
    }
    yield* this.#finish(open);
  }

  /** Round 0: those posts are real that the trace begins with, or that are logged again later. */
  #open(log: LogRound): void {
    const draft: RoundDraft = { log, actions: [], saw: [] };
    this.left.openingRows = log.rows.filter(({ line }) => line > 0).length;
    this.#openings = log.rows.map((row) => ({ row, post: null, copied: false }));
    this.#pending.push(draft);
    if (this.#source.db === null) return;
    const waiting: { agent: number; content: unknown; opening: LoggedOpening | null }[] = this.#openings.map(
      (opening) => ({ agent: opening.row.agent, content: opening.row.args["content"], opening }),
    );
    for (const { agent, content } of this.#source.openings)
      if (!waiting.some((one) => one.agent === agent && one.content === content))
        waiting.push({ agent, content, opening: null });
    for (let next = this.#peek(0); next?.type === "CREATE_POST"; next = this.#peek(0)) {
      const { agent, info } = next;
      const at = waiting.findIndex((one) => one.agent === agent && one.content === info["content"]);
      if (at < 0) break;
      const { opening } = waiting[at]!;
      waiting.splice(at, 1);
      this.#ahead.shift();
      const action = this.#action(opening?.row ?? null, next);
      if (opening) opening.post = action.post;
      if (action.post !== null) this.#openingIds.add(action.post);
      draft.actions.push(action);
      this.#last = { at: next.at, round: log };
    }
    this.left.phantoms.push(...this.#openings.filter(({ post }) => post === null).map(({ row }) => phantomOf(row)));
  }

  *#join(log: LogRound): Generator<OasisRound> {
    const draft: RoundDraft = { log, actions: [], saw: [] };
    this.#pending.push(draft);
    for (const row of log.rows) {
      if (this.#isCopy(row)) {
        if (this.left.repeatedIn.at(-1) !== log.round) this.left.repeatedIn.push(log.round);
        continue;
      }
      const found = this.#find(row);
      if (found === null) {
        if (this.#source.db !== null)
          this.#source.unread.add(
            this.#source.files.log!,
            row.line,
            "This action is in the log and not in the database.",
          );
        draft.actions.push(this.#action(row, null));
        continue;
      }
      this.#clock.learn(found.row.at, log);
      this.#place(found.passed, { at: found.row.at, round: log });
      draft.actions.push(this.#action(row, found.row));
      this.#last = { at: found.row.at, round: log };
    }
    if (log.rows.length > 0) this.#copying = false;
    if (this.#source.db === null ? log.rows.length > 0 : this.#last?.round === log) yield* this.#release(draft);
  }

  *#finish(open: LogRound | null): Generator<OasisRound> {
    const rest = [...this.#drain()];
    if (open !== null && open.round > 0) this.#pending.push({ log: open, actions: [], saw: [] });
    this.#place(rest, null);
    const beyond = open === null || open.round === 0 ? null : this.#pending.pop()!;
    if (beyond) {
      this.left.beyond.push(...beyond.actions);
      this.left.refreshesBeyond += beyond.saw.length;
    }
    yield* this.#release(null);
  }

  /** Hands on every pending round before `keep`. Without a trace the copies alone tell which opening posts were real. */
  *#release(keep: RoundDraft | null): Generator<OasisRound> {
    while (this.#pending.length > 0 && this.#pending[0] !== keep) {
      const { log, actions, saw } = this.#pending.shift()!;
      if (log.round === 0 && this.#source.db === null) actions.push(...this.#realOpenings());
      yield {
        round: log.round,
        hour: log.hour,
        startedAt: log.startedAt,
        endedAt: log.endedAt,
        claimed: log.claimed,
        rows: log.rows.length,
        last: false,
        actions,
        saw,
      };
    }
  }

  #realOpenings(): OasisAction[] {
    const copied = this.#openings.some((one) => one.copied);
    const real = this.#openings.filter((one, i) =>
      copied
        ? one.copied
        : // Nobody was active yet: of several opening posts by one agent Twitter publishes the last.
          !/twitter/i.test(this.#source.files.log ?? "") ||
          !this.#openings.slice(i + 1).some(({ row }) => row.agent === one.row.agent),
    );
    this.left.phantoms.push(...this.#openings.filter((one) => !real.includes(one)).map(({ row }) => phantomOf(row)));
    return real.map(({ row, post }) => ({ ...this.#action(row, null), post }));
  }

  /** Whether a row is an opening post that the first active round logs again. */
  #isCopy(row: LoggedAction): boolean {
    this.#copying &&= row.type === "CREATE_POST";
    if (!this.#copying) return false;
    const post = wholeOf(row.args["post_id"]);
    if (this.#source.db !== null && post !== null) {
      this.#copying = this.#openingIds.has(post);
      return this.#copying;
    }
    const opening = this.#openings.find(
      (one) => !one.copied && one.row.agent === row.agent && one.row.args["content"] === row.args["content"],
    );
    this.#copying = opening !== undefined;
    if (opening) {
      opening.copied = true;
      opening.post = post;
    }
    return this.#copying;
  }

  /** The row of the trace that is the same action, and what lies before it. */
  #find(row: LoggedAction): { row: Trace; passed: Trace[] } | null {
    if (this.#source.db === null) return null;
    let left = isWeak(row.type) ? WEAK_WINDOW : WINDOW;
    for (let i = 0; left > 0; i++) {
      const next = this.#peek(i);
      if (next === undefined) return null;
      if (next.type !== "REFRESH") left--;
      if (!isSame(row, next)) continue;
      const passed = this.#ahead.splice(0, i + 1);
      return { row: passed.pop()!, passed };
    }
    return null;
  }

  /** Puts rows that the log does not have into the rounds they are of. */
  #place(rows: readonly Trace[], after: { at: string; round: LogRound } | null): void {
    const empty = this.#pending
      .map(({ log }) => log)
      .filter((log) => log !== this.#last?.round && log !== after?.round && log.round > 0);
    const placed = this.#clock.place(rows, this.#last, empty, after);
    for (const [i, row] of rows.entries()) {
      const draft = this.#pending.find(({ log }) => log.round === placed[i]);
      if (row.type === "REFRESH") {
        this.left.refreshes++;
        if (draft) draft.saw.push({ agent: row.agent, row: row.row, posts: row.posts });
        else this.left.refreshesBeyond++;
        continue;
      }
      const action = this.#action(null, row);
      if (draft?.log.closed) this.#report(row);
      if (draft) draft.actions.push(action);
      else this.left.beyond.push(action);
    }
  }

  #report({ row }: Trace): void {
    this.#source.unread.add(
      `${this.#source.files.database} (trace)`,
      row,
      "This action is in the database and not in the log.",
    );
  }

  /** No log: what an agent looks at after somebody acted begins another burst; on Twitter a step is one. */
  *#bursts(): Generator<OasisRound> {
    let burst: { first: Trace; end: Trace; actions: OasisAction[]; saw: ShownPost[] } | null = null;
    for (const row of this.#drain()) {
      const steps = /^\d+$/.test(row.at);
      if (burst && (steps ? row.at !== burst.end.at : row.type === "REFRESH" && burst.actions.length > 0)) {
        yield burstOf(burst, false);
        burst = null;
      }
      burst ??= { first: row, end: row, actions: [], saw: [] };
      burst.end = row;
      if (this.left.refreshes === 0 && this.#isPlanned(row)) this.left.openings++;
      if (row.type !== "REFRESH") burst.actions.push(this.#action(null, row));
      else {
        this.left.refreshes++;
        this.left.refreshesBeyond++;
        burst.saw.push({ agent: row.agent, row: row.row, posts: row.posts });
      }
    }
    if (burst) yield burstOf(burst, true);
  }

  /** Whether the configuration plans this as an opening post. */
  #isPlanned({ type, agent, info }: Trace): boolean {
    if (type !== "CREATE_POST") return false;
    return this.#source.openings.some((one) => one.agent === agent && one.content === info["content"]);
  }

  #action(log: LoggedAction | null, trace: TraceRow | null): OasisAction {
    return actionFrom(log, trace, this.#source.db, this.#source.named);
  }

  #peek(i: number): Trace | undefined {
    while (this.#ahead.length <= i) {
      const { value, done } = this.#trace.next();
      if (done) return undefined;
      this.#ahead.push(value);
    }
    return this.#ahead[i];
  }
  *#drain(): Generator<Trace> {
    for (let next = this.#peek(0); next !== undefined; next = this.#peek(0)) {
      this.#ahead.shift();
      yield next;
    }
  }

  /** The trace without what is no action: sign-ups, and interviews, which are handed on. Of a feed only the ids are kept. */
  *#read(): Generator<Trace> {
    for (const row of this.#source.db?.trace() ?? []) {
      if (row.type === "SIGN_UP" || row.type === "UPDATE_REC_TABLE") continue;
      if (row.type === "INTERVIEW") {
        const { prompt, response } = row.info;
        this.#source.onInterview({
          row: row.row,
          agent: row.agent,
          at: row.at,
          prompt: String(prompt ?? ""),
          response: String(response ?? ""),
        });
      } else if (row.type === "REFRESH") yield { ...row, info: {}, posts: postsOf(row.info["posts"]) };
      else yield { ...row, info: row.type === "TREND" ? {} : row.info, posts: [] };
    }
  }
}

const burstOf = (
  {
    first,
    end,
    actions,
    saw,
  }: { first: Trace; end: Trace; actions: readonly OasisAction[]; saw: readonly ShownPost[] },
  last: boolean,
): OasisRound => ({
  round: null,
  hour: null,
  startedAt: first.at,
  endedAt: end.at,
  claimed: null,
  rows: null,
  last,
  actions,
  saw,
});

/** Round 0 as the configuration plans it, for a log in which it cannot be read. */
const configuredOpening = (openings: readonly OpeningPost[]): LogRound => ({
  round: 0,
  line: 0,
  hour: 0,
  startedAt: null,
  writtenAt: null,
  endedAt: null,
  claimed: null,
  closed: true,
  rows: openings.map(({ agent, content }) => ({
    event: null,
    round: 0,
    timestamp: null,
    agent,
    name: null,
    type: "CREATE_POST",
    args: { content },
    line: 0,
  })),
});

const phantomOf = ({ agent, args }: LoggedAction): OpeningPost => ({ agent, content: String(args["content"] ?? "") });

/** Ids of a feed, in its order. */
function postsOf(posts: unknown): number[] {
  return Array.isArray(posts)
    ? posts.flatMap((post: unknown) => {
        const id = typeof post === "object" && post !== null ? wholeOf((post as { post_id?: unknown }).post_id) : null;
        return id === null ? [] : [id];
      })
    : [];
}
