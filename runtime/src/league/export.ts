// A league as a dataset: tables of games, seats, turns and everything that the world counts, as JSON lines and Parquet, with a codebook, a card and a page. Computes no figure of its own.
import type { Json } from "@orrery/kernel";
import { parquetWriteBuffer } from "hyparquet-writer";
import { writeCsv } from "./csv.ts";
import type { TurnRow } from "./game.ts";
import { leaderboardPage } from "./leaderboard.ts";
import type { LeagueTable, TableGame } from "./table.ts";

export interface ExportFile {
  readonly path: string;
  readonly bytes: string | Uint8Array;
}

type CellValue = string | number | boolean | null;
type GameRow = Readonly<Record<string, CellValue>>;
/** Meaning of each column, by table. */
type Codebook = Readonly<Record<string, Readonly<Record<string, string>>>>;

const GAME = "index of the game in the schedule, from 0, arm by arm";
const ACTOR = "seat of the game";
const COMMON: Codebook = {
  games: {
    game: GAME,
    arm: "what entrants brought from earlier games: off, on, placebo",
    block: "games of one block have each entrant, or each pairing, once",
    run: "id of the run that is the game",
    seed: "games of one seed share their deal",
    cluster: "what intervals count as one: the block where a league is paired, else the game",
    rules: "name and hash of the rules",
    ended: "whether it was played to its end",
    touched: "whether a god changed it: such games are in no figure",
    reason: "why it ended",
    duration_ms: "milliseconds of the game's own clock",
    took_ms: "milliseconds from the opening to the last turn",
    turns: "turns stored",
    hash: "record hash of the last turn",
  },
  seats: {
    game: GAME,
    actor: ACTOR,
    seat: "number of the seat, from 1",
    entrant: "name in the league",
    agent: "what answered",
    side: "side of the seat",
    place: "place of its party, from 1",
    won: "1, its share of a first place that several have, or 0",
    score: "what its party scored, where points are counted",
    asked: "asks answered, by the agent or its fallback",
    invalid: "answers refused before one was taken",
    fallbacks: "answers given in its place",
    calls: "calls to its model",
    tokens: "tokens in and out",
    microdollars: "cost in millionths of a dollar",
    model_ms: "milliseconds of all calls",
  },
  counts: { game: GAME, actor: `${ACTOR}; empty for the whole game`, name: "what is counted", value: "how often" },
  measures: {
    game: GAME,
    actor: ACTOR,
    name: "measure; a figure is the sum of parts by the sum of wholes",
    part: "part",
    whole: "whole; 0 where there was nothing to measure",
  },
  predictions: {
    game: GAME,
    actor: ACTOR,
    name: "when it was predicted",
    percent: "stated probability, 0 to 100",
    prior: "probability without any knowledge, 0 to 1",
    happened: "whether it was so",
  },
  turns: {
    game: GAME,
    turn: "number of the turn, from 1",
    turn_id: "id of the turn",
    created_at: "milliseconds since 1970",
    actor: ACTOR,
    action: "type of the first action; empty where none was taken",
    by: "who answered: agent, fallback",
    cause: "why the fallback answered",
    attempts: "answers refused before",
    calls: "calls to a model",
  },
};

interface ExportSource {
  /** What the card says of plan, versions and costs. */
  readonly card: Readonly<Record<string, unknown>>;
  readonly table: LeagueTable;
  /** Of the world's own facts. */
  readonly codebook: Codebook;
  readonly games: AsyncIterable<TableGame & { readonly turns: readonly TurnRow[] }>;
}

export async function* exportLeague({ card, table, codebook, games }: ExportSource): AsyncGenerator<ExportFile> {
  const tables = new Map<string, GameRow[]>(Object.keys(COMMON).map((name) => [name, []]));
  const put = (name: string, row: GameRow) => {
    const rows = tables.get(name) ?? [];
    tables.set(name, rows);
    rows.push(row);
  };
  for await (const game of games) addGame(game, put);
  const columns: Record<string, Record<string, { type: string; meaning: string }>> = {};
  for (const [name, rows] of [...tables].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const names = [...new Set([...Object.keys(COMMON[name] ?? {}), ...rows.flatMap(Object.keys)])];
    const described = names.map((column) => ({ name: column, type: typeOf(rows, column) }));
    columns[name] = Object.fromEntries(
      described.map((one) => [
        one.name,
        {
          type: one.type,
          meaning: COMMON[name]?.[one.name] ?? codebook[name]?.[one.name] ?? (one.name === "game" ? GAME : ""),
        },
      ]),
    );
    yield { path: `${name}.jsonl`, bytes: rows.map((row) => `${JSON.stringify(row)}\n`).join("") };
    const columnData = described.map(({ name: column, type }) => ({
      name: column,
      type,
      nullable: true,
      data: rows.map((row) => row[column] ?? null),
    }));
    yield { path: `${name}.parquet`, bytes: new Uint8Array(parquetWriteBuffer({ columnData })) };
  }
  yield { path: "codebook.json", bytes: pretty(columns) };
  yield { path: "card.json", bytes: pretty(card) };
  yield { path: "table.json", bytes: pretty(table) };
  yield { path: "table.csv", bytes: writeCsv(table) };
  yield { path: "index.html", bytes: leaderboardPage(table, card) };
}

const pretty = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

function addGame(
  { plan, ruleset, scheduled, record, turns }: TableGame & { readonly turns: readonly TurnRow[] },
  put: (name: string, row: GameRow) => void,
): void {
  const { facts, efforts } = record;
  const game = scheduled.index;
  const { results, reason, durationMs, seats, counts, ...lists } = facts;
  put("games", {
    game,
    arm: scheduled.arm,
    block: scheduled.block,
    run: scheduled.run,
    seed: scheduled.seed,
    cluster: plan.paired ? scheduled.block : scheduled.game,
    rules: ruleset,
    ended: record.ending !== null,
    touched: record.touched,
    reason,
    duration_ms: durationMs,
    took_ms: record.tookMs,
    turns: record.turns,
    hash: record.hash,
  });
  for (const [name, value] of Object.entries(counts)) put("counts", { game, actor: null, name, value });
  for (const [i, { actor, entrant, side }] of scheduled.seats.entries()) {
    const party = results?.find(({ actors }) => actors.includes(actor));
    const first = results?.filter(({ place }) => place === 1).length ?? 0;
    const effort = efforts[actor];
    put("seats", {
      game,
      actor,
      seat: i + 1,
      entrant,
      agent: plan.entrants.find(({ name }) => name === entrant)!.agent,
      side,
      place: party?.place ?? null,
      won: party ? (party.place === 1 ? 1 / first : 0) : null,
      score: party?.score ?? null,
      asked: effort?.asked ?? 0,
      invalid: effort?.invalid ?? 0,
      fallbacks: Object.values(effort?.fallbacks ?? {}).reduce((sum, n) => sum + n, 0),
      calls: effort?.spent.calls ?? 0,
      tokens: effort?.spent.tokens ?? 0,
      microdollars: effort?.spent.microdollars ?? 0,
      model_ms: effort?.spent.ms ?? 0,
    });
  }
  for (const { actor, counts: own, ratios, predictions } of seats) {
    for (const [name, value] of Object.entries(own)) put("counts", { game, actor, name, value });
    for (const [name, [part, whole]] of Object.entries(ratios)) put("measures", { game, actor, name, part, whole });
    for (const [name, made] of Object.entries(predictions))
      for (const one of made) put("predictions", { game, actor, name, ...one });
  }
  for (const turn of turns) put("turns", { game, ...turn });
  // What the world alone knows: every list of its facts is a table.
  for (const [name, list] of Object.entries(lists) as [string, unknown][])
    if (Array.isArray(list))
      for (const item of list as Readonly<Record<string, Json>>[]) put(name, { game, ...flat(item) });
}

/** Parts that are no plain values as JSON text. */
const flat = (item: Readonly<Record<string, Json>>): GameRow =>
  Object.fromEntries(
    Object.entries(item).map(([name, value]) => [
      name,
      value !== null && typeof value === "object" ? JSON.stringify(value) : value,
    ]),
  );

function typeOf(rows: readonly GameRow[], column: string): "STRING" | "BOOLEAN" | "DOUBLE" | "INT32" {
  const values = rows.flatMap((row) => row[column] ?? []);
  if (values.length === 0 || values.some((value) => typeof value === "string")) return "STRING";
  if (values.every((value) => typeof value === "boolean")) return "BOOLEAN";
  return values.every((value) => Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 31) ? "INT32" : "DOUBLE";
}
