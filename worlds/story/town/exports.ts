// A town as files: its measures by round, its ties, its people and its posts, as CSV for other programs.
import type { Export, ExportFile, RunRecord } from "@orrery/kernel";
import { entriesOf, getKey } from "@orrery/kernel";
import type { Story, StoryEvent, StoryState } from "../shape.ts";
import { EMOTIONS } from "./config.ts";
import { emotionsOf } from "./emotions.ts";
import { Hearsay } from "./hearsay.ts";
import { MEASURES, type Measures, TownWatch } from "./measures/town.ts";
import type { Post } from "./state.ts";

export const exports: Readonly<Record<string, Export<Story>>> = {
  measures: {
    about: `Measures by round as CSV: ${Object.entries(MEASURES)
      .map(([name, what]) => `${name} (${what})`)
      .join(", ")}.`,
    options: { rows: "all rounds (all, unless told), or the last alone (last)" },
    *write(run, { rows = "all" }) {
      if (rows !== "all" && rows !== "last") throw new RangeError(`rows is all or last, not "${rows}"`);
      return [
        {
          path: "measures.csv",
          bytes: yield* table(rows === "all" ? yield* measuresOf(run) : [yield* lastMeasuresOf(run)]),
        },
      ];
    },
  },
  hearsay: {
    about:
      "How each of the author's events went round, by round, as CSV: event, round, heard (people it was told or shown to), believe (those of them who think within 0.25 of what it says), passed_on (people who posted it or passed it on).",
    *write(run) {
      return [{ path: "hearsay.csv", bytes: yield* table(yield* hearsayOf(run)) }];
    },
  },
  town: {
    about:
      "The town at the end as CSV files: people with opinions and feelings, who follows whom, posts, comments, cascades.",
    write: townFiles,
  },
};

/** Measures at the end of each round that had a turn, the opening as round 0. */
export function* measuresOf(
  run: Pick<RunRecord<Story>, "opened" | "turns">,
): Generator<undefined, readonly Measures[]> {
  const watch = new TownWatch();
  const rows: Measures[] = [{ round: 0, ...watch.measure(run.opened.state) }];
  for (const { commit, after } of run.turns()) {
    const events = commit.events as readonly StoryEvent[];
    for (const event of events) watch.see(event);
    if (events.some(endsRound)) rows.push({ round: after.state.round - 1, ...watch.measure(after.state) });
    yield;
  }
  return rows;
}

/** How far each event that stands at the end had come by the end of each round. */
function* hearsayOf(run: Pick<RunRecord<Story>, "opened" | "turns">): Generator<undefined, readonly HearsayRow[]> {
  const ends: StoryState[] = [run.opened.state];
  for (const { commit, after } of run.turns()) {
    if ((commit.events as readonly StoryEvent[]).some(endsRound)) ends.push(after.state);
    yield;
  }
  const rows: HearsayRow[] = [];
  for (const news of ends.at(-1)!.happenings) {
    const hearsay = new Hearsay(news);
    for (const state of ends) {
      const { round, heard, believe, passedOn } = hearsay.take(state);
      if (round >= news.round) rows.push({ event: news.id, round, heard, believe, passed_on: passedOn });
      yield;
    }
  }
  return rows;
}
type HearsayRow = Readonly<Record<"event" | "round" | "heard" | "believe" | "passed_on", string | number | null>>;

/** The last of these rows, without working out the others. */
function* lastMeasuresOf(run: Pick<RunRecord<Story>, "opened" | "turns">): Generator<undefined, Measures> {
  const watch = new TownWatch();
  let { state } = run.opened;
  let ended: number | null = null;
  // Events count once their round has ended.
  let open: StoryEvent[] = [];
  for (const { commit, after } of run.turns()) {
    const events = commit.events as readonly StoryEvent[];
    open.push(...events);
    yield;
    if (!events.some(endsRound)) continue;
    if (ended !== null) watch.forgetRound();
    for (const event of open) watch.see(event);
    open = [];
    ({ state } = after);
    ended = state.round - 1;
  }
  return { round: ended ?? 0, ...watch.measure(state) };
}

const endsRound = ({ type }: StoryEvent): boolean => type === "round_ended" || type === "skipped";

type ExportRow = Readonly<Record<string, string | number | null>>;
/** Rows between two pauses. */
const PIECE = 500;
/** Rows with the columns of the first that has them; a missing value is an empty cell. Yields between pieces. */
function* table(rows: readonly ExportRow[]): Generator<undefined, string> {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  let text = line(columns);
  for (const [i, row] of rows.entries()) {
    if (i % PIECE === PIECE - 1) yield;
    text += line(columns.map((column) => row[column] ?? ""));
  }
  return text;
}
const line = (cells: readonly (string | number)[]): string => `${cells.map(cell).join(",")}\n`;
/** As RFC 4180 has it. */
const cell = (value: string | number): string => {
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

function* townFiles(run: RunRecord<Story>): Generator<undefined, readonly ExportFile[]> {
  const watch = new TownWatch();
  let { state } = run.opened;
  for (const { commit, after } of run.turns()) {
    for (const event of commit.events as readonly StoryEvent[]) watch.see(event);
    state = after.state;
    yield;
  }
  const files: ExportFile[] = [];
  for (const [path, rowsOf] of Object.entries(TABLES)) {
    yield;
    files.push({ path, bytes: yield* table(rowsOf(state, watch)) });
  }
  return files;
}

const TABLES: Readonly<Record<string, (state: StoryState, watch: TownWatch) => readonly ExportRow[]>> = {
  "people.csv": (state) => peopleIn(state).map((id) => personRow(state, id)),
  "follows.csv": (state) =>
    peopleIn(state).flatMap((id) =>
      getKey(state.agents, id)!.following.map((who) => ({ follower: id, followed: who })),
    ),
  "posts.csv": ({ posts }) => [...entriesOf(posts)].map(([, post]) => postRow(post)).sort((a, b) => a.round - b.round),
  "comments.csv": ({ comments }) => [...entriesOf(comments)].map(([, comment]) => ({ ...comment })),
  "cascades.csv": (_, watch) => watch.cascades().map(({ root, cascade }) => ({ root, ...cascade })),
};
const peopleIn = ({ actors }: StoryState) => actors.slice(0, -2);

const postRow = ({ before: _, comments, ...post }: Post) => ({ ...post, comments: comments.length });

function personRow(state: StoryState, id: string): ExportRow {
  const profile = getKey(state.profiles, id)!;
  const agent = getKey(state.agents, id)!;
  const levels = emotionsOf(agent, profile, state.round);
  return {
    id,
    name: profile.name,
    status: agent.status,
    following: agent.following.length,
    followers: agent.followers,
    ...Object.fromEntries(Object.entries(agent.opinions).map(([topic, value]) => [`opinion.${topic}`, value])),
    ...Object.fromEntries(EMOTIONS.map((name, i) => [name, levels[i]!])),
  };
}
