// One line of an action log as a value: a marker, an action, or why it is neither. Ids may be numbers or their digits; they are the same ids.

/** Actions that OASIS can log; a log may name others, which are kept and reported. */
const OASIS_ACTIONS = [
  "CREATE_POST",
  "CREATE_COMMENT",
  "LIKE_POST",
  "UNLIKE_POST",
  "DISLIKE_POST",
  "UNDO_DISLIKE_POST",
  "REPORT_POST",
  "LIKE_COMMENT",
  "UNLIKE_COMMENT",
  "DISLIKE_COMMENT",
  "UNDO_DISLIKE_COMMENT",
  "REPOST",
  "QUOTE_POST",
  "FOLLOW",
  "UNFOLLOW",
  "MUTE",
  "UNMUTE",
  "SEARCH_POSTS",
  "SEARCH_USER",
  "TREND",
  "DO_NOTHING",
  "REFRESH",
  "PURCHASE_PRODUCT",
  "JOIN_GROUP",
  "LEAVE_GROUP",
  "CREATE_GROUP",
  "SEND_TO_GROUP",
  "LISTEN_FROM_GROUP",
  "EXIT",
] as const;
const KNOWN: ReadonlySet<string> = new Set(OASIS_ACTIONS);
export const isKnownAction = (type: string): boolean => KNOWN.has(type);

export type Marker =
  | {
      readonly event: "simulation_start";
      readonly timestamp: string | null;
      readonly platform: string | null;
      readonly totalRounds: number | null;
      readonly agents: number | null;
    }
  | {
      readonly event: "round_start";
      readonly round: number;
      readonly timestamp: string | null;
      readonly hour: number | null;
    }
  | {
      readonly event: "round_end";
      readonly round: number;
      readonly timestamp: string | null;
      readonly actions: number | null;
    }
  | {
      readonly event: "simulation_end";
      readonly timestamp: string | null;
      readonly totalRounds: number | null;
      readonly totalActions: number | null;
    };

export interface LogAction {
  readonly event: null;
  readonly round: number;
  readonly timestamp: string | null;
  readonly agent: number;
  readonly name: string | null;
  readonly type: string;
  readonly args: Readonly<Record<string, unknown>>;
}

export type LogRow = Marker | LogAction;

/** Reads one line; a string says why it is no row. */
export function readRow(text: string): LogRow | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return `Not JSON: ${(error as Error).message}.`;
  }
  if (!isRecord(value)) return "Not an object.";
  const { event_type: event } = value;
  return event === undefined ? actionOf(value) : markerOf(value, event);
}

function actionOf(row: Record<string, unknown>): LogAction | string {
  const agent = wholeOf(row["agent_id"]);
  if (agent === null) return `No agent_id that is a whole number: ${valueInWords(row["agent_id"])}.`;
  const round = wholeOf(row["round"]) ?? wholeOf(row["round_num"]);
  if (round === null) return `No round that is a whole number: ${valueInWords(row["round"])}.`;
  const type = row["action_type"];
  if (typeof type !== "string" || type === "") return `No action_type: ${valueInWords(type)}.`;
  const args = row["action_args"] ?? {};
  if (!isRecord(args)) return `action_args is no object: ${valueInWords(args)}.`;
  if (row["success"] === false) return "An action that did not succeed.";
  return {
    event: null,
    round,
    timestamp: textOf(row["timestamp"]),
    agent,
    name: textOf(row["agent_name"]),
    type: type.toUpperCase(),
    args,
  };
}

function markerOf(row: Record<string, unknown>, event: unknown): Marker | string {
  const timestamp = textOf(row["timestamp"]);
  const totalRounds = wholeOf(row["total_rounds"]);
  if (event === "simulation_start")
    return { event, timestamp, platform: textOf(row["platform"]), totalRounds, agents: wholeOf(row["agents_count"]) };
  if (event === "simulation_end") return { event, timestamp, totalRounds, totalActions: wholeOf(row["total_actions"]) };
  if (event !== "round_start" && event !== "round_end") return `A marker of no known kind: ${valueInWords(event)}.`;
  const round = wholeOf(row["round"]);
  if (round === null) return `A ${event} without a round: ${valueInWords(row["round"])}.`;
  return event === "round_start"
    ? { event, round, timestamp, hour: wholeOf(row["simulated_hour"]) }
    : { event, round, timestamp, actions: wholeOf(row["actions_count"]) };
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A whole number from 0, or the digits of one. */
export function wholeOf(value: unknown): number | null {
  if (typeof value === "string" && /^\d{1,15}$/.test(value)) return Number(value);
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

export const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);

const valueInWords = (value: unknown): string => {
  const text = JSON.stringify(value) ?? "absent";
  return text.length <= 60 ? text : `${text.slice(0, 60).toWellFormed()}…`;
};

/** Milliseconds of a wall clock without a zone: differences are right, and nothing else is asked of it. Null for no such text. */
export function clockOf(text: string | null): number | null {
  const parts = text === null ? null : /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d):(\d\d)(?:[.,](\d{1,9}))?/.exec(text);
  if (!parts) return null;
  const [, y, mo, d, h, mi, s, fraction = ""] = parts;
  return Date.UTC(+y!, +mo! - 1, +d!, +h!, +mi!, +s!) + Number(`0.${fraction || "0"}`) * 1000;
}
