// A game as a table: a row for each thing that happened and was said, with who did it and which model spoke for it. Everything is in it, secrets too.
import type { Commit, Export, RunRecord } from "@orrery/kernel";
import { spotOf } from "./rules.ts";
import { TICK_MS } from "./settings.ts";
import type { GlassBox, GlassEvent, GlassState } from "./shape.ts";

/** Columns in their order, each with what it means. A cell that says nothing is null, and empty as CSV. */
export const COLUMNS = {
  turn: "number of the turn, from 1",
  turn_id: "id of the turn",
  created_at: "when the turn was recorded, in milliseconds since 1970",
  seconds: "seconds of play since the start of the game",
  type: "what happened: the event's own name, or thought, or suspicion",
  who: "the player who did it or to whom it happened",
  role: "what that player is: crewmate or impostor",
  place: "where that player is",
  other: "the other player, thing or system in it",
  text: "what was said or thought; otherwise details as JSON",
  witnesses: "players who saw it, separated by spaces",
  by: "who answered: agent, or fallback with its cause; empty where the rules alone did it",
  model: "the model that answered",
  response_id: "the provider's id of that answer",
  calls: "calls to the model for this answer, repairs included",
  tokens_in: "their input tokens together, cached ones included",
  tokens_out: "their output tokens together",
} as const;
type Column = keyof typeof COLUMNS;
type CellValue = string | number | null;
type TranscriptRow = Readonly<Record<Column, CellValue>>;

const FORMATS = ["jsonl", "csv"];

export const transcript: Export<GlassBox> = {
  about: `A row for each thing that happened. Columns: ${Object.keys(COLUMNS).join(", ")}.`,
  options: {
    format: "jsonl (one JSON object a line; unless told) or csv",
    thoughts: "yes: private thoughts and suspicions are rows too",
  },
  write(run, { format = "jsonl", thoughts = "no" }) {
    if (!FORMATS.includes(format)) throw new RangeError(`format is ${FORMATS.join(" or ")}, not "${format}".`);
    if (thoughts !== "yes" && thoughts !== "no") throw new RangeError(`thoughts is yes or no, not "${thoughts}".`);
    const rows = rowsOf(run, thoughts === "yes");
    const bytes = format === "csv" ? csvOf(rows) : rows.map((row) => `${JSON.stringify(row)}\n`).join("");
    return [{ path: `transcript.${format}`, bytes }];
  },
};

/** What an event says of itself; null where it is no matter of the story. */
interface EventText {
  readonly who?: string | null;
  readonly other?: string | null;
  readonly text?: string;
  readonly witnesses?: readonly string[];
}
const PRIVATE: ReadonlySet<string> = new Set(["noted", "suspected"]);

function textOfEvent(event: GlassEvent): EventText | null {
  switch (event.type) {
    case "noted":
      return event.thought === null ? null : { who: event.who, text: event.thought };
    case "suspected":
      return { who: event.who, text: JSON.stringify({ moment: event.moment, of: event.of }) };
    case "failed":
      return { who: event.who, text: JSON.stringify({ intent: event.intent, reason: event.reason }) };
    case "task_stepped":
      return { who: event.who, text: JSON.stringify({ task: event.task, whole: event.whole }) };
    case "vented":
      return { who: event.who, other: event.vent, text: event.how, witnesses: event.witnesses };
    case "killed":
      return { who: event.by, other: event.who, witnesses: event.witnesses };
    case "kill_interrupted":
      return { who: event.by, other: event.who };
    case "sabotaged":
      return { who: event.by, text: JSON.stringify(event.sabotage) };
    case "panel_fixed":
      return { who: event.who, other: event.panel };
    case "sabotage_ended":
      return { other: event.system, text: event.how };
    case "doors_closed":
      return { who: event.by, other: event.room };
    case "visual_seen":
      return { who: event.who, other: event.site, witnesses: event.witnesses };
    case "meeting_called":
      return { who: event.by, other: event.body, text: JSON.stringify({ dead: event.dead }) };
    case "spoke":
      return { who: event.who, text: event.text };
    case "tallied":
      return { who: event.ejected, text: JSON.stringify({ votes: event.votes, wasImpostor: event.wasImpostor }) };
    case "ended":
      return { text: JSON.stringify({ winner: event.winner, by: event.by }) };
    case "left":
    case "revived":
    case "placed":
    case "recast":
      return { who: event.who };
    default:
      return null;
  }
}

function rowsOf(run: RunRecord<GlassBox>, isPrivate: boolean): readonly TranscriptRow[] {
  const rows: TranscriptRow[] = [];
  let turn = 0;
  for (const { commit, after } of run.turns()) {
    turn++;
    for (const [i, event] of commit.events.entries()) {
      const amended = event.type === "@amended" ? { text: JSON.stringify(event.changes) } : null;
      if (event.type === "@revealed" || (PRIVATE.has(event.type) && !isPrivate)) continue;
      const words = amended ?? textOfEvent(event as GlassEvent);
      if (words === null) continue;
      rows.push(rowOf(run, turn, commit, i, words, after.state));
    }
  }
  return rows;
}

const NAMES: Readonly<Record<string, string>> = { noted: "thought", suspected: "suspicion" };

function rowOf(
  run: RunRecord<GlassBox>,
  turn: number,
  { turn: { id, createdAt, actions }, events, by, answers }: Commit<GlassBox>,
  i: number,
  { who = null, other = null, text, witnesses }: EventText,
  state: GlassState,
): TranscriptRow {
  const event = events[i]!;
  const origin = by[i]!;
  // Statements are put in order by settling, and still are their speakers' answers of this turn.
  const actor = typeof origin === "number" ? actions[origin]!.actorId : event.type === "spoke" ? who : null;
  const answer = answers.find((one) => one.actor === actor);
  const calls = (answer?.calls ?? []).flatMap((call) => run.call(call) ?? []);
  const last = calls.at(-1);
  const player = who === null ? undefined : state.players[who];
  const tick = "tick" in event ? event.tick : state.tick;
  const sum = (of: "tokensIn" | "tokensOut") =>
    calls.length === 0 ? null : calls.reduce((all, call) => all + call[of], 0);
  return {
    turn,
    turn_id: id,
    created_at: createdAt,
    seconds: (tick * TICK_MS) / 1000,
    type: NAMES[event.type] ?? event.type,
    who,
    role: player?.role ?? null,
    place: player ? spotOf(state, player).place : null,
    other,
    text: text ?? null,
    witnesses: witnesses?.join(" ") ?? null,
    by: answer ? (answer.cause === undefined ? answer.by : `${answer.by} ${answer.cause}`) : null,
    model: last?.model ?? null,
    response_id: last?.responseId ?? null,
    calls: last ? calls.length : null,
    tokens_in: sum("tokensIn"),
    tokens_out: sum("tokensOut"),
  };
}

/** RFC 4180: CRLF, quotation marks where they are needed. */
function csvOf(rows: readonly TranscriptRow[]): string {
  const columns = Object.keys(COLUMNS) as Column[];
  const cell = (value: CellValue) => {
    const text = value === null ? "" : String(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const lines = [columns.join(","), ...rows.map((row) => columns.map((column) => cell(row[column])).join(","))];
  return lines.map((line) => `${line}\r\n`).join("");
}
