// The transcript of a run: every turn of both tables as one event, with what models were asked and what was wrong with refused tries.
import type { Commit, Provenance, RunRecord } from "@orrery/kernel";
import { actorOf, type Phase, type Role, type Team, type TurnType } from "../settings.ts";
import type { Sprint, TurnRecord } from "../shape.ts";
import type { TurnOutput } from "../turn.ts";

interface TranscriptEvent {
  readonly event_id: string;
  readonly match_id: string;
  readonly team_id: Team;
  readonly round: number;
  readonly phase: Phase;
  readonly speaker_role: Role;
  readonly turn_type: TurnType;
  /** Null where the turn was forfeited. */
  readonly turn_output: TurnOutput | null;
  readonly canon_before_hash: string;
  readonly canon_after_hash: string;
  /** ISO 8601, in UTC. */
  readonly timestamp: string;
  readonly llm_metadata: Metadata;
}

/** `model`: the model's name; `scripted`, `engine`, or `external` for a person or a program of one's own. */
interface Metadata {
  readonly model: string;
  readonly response_id: string | null;
  readonly tokens_in: number;
  readonly tokens_out: number;
  readonly tokens_cached: number;
  /** One for each try; the accepted one is the last, and has no problems. */
  readonly attempts: readonly { readonly output: unknown; readonly problems: readonly TranscriptProblem[] }[];
  readonly forfeit?: { readonly cause: string };
}
interface TranscriptProblem {
  readonly code: string;
  readonly message: string;
  readonly path?: string;
}

/** Events of both teams as they were recorded, or of one. */
export function* transcriptOf(run: RunRecord<Sprint>, team?: Team): Generator<TranscriptEvent> {
  for (const { commit } of run.turns())
    for (const event of commit.events)
      if (event.type === "turned" && (team === undefined || event.team === team))
        yield eventOf(run, commit, event.team, event.turn);
}

function eventOf(run: RunRecord<Sprint>, commit: Commit<Sprint>, team: Team, turn: TurnRecord): TranscriptEvent {
  const actor = actorOf(team, turn.role);
  const answer = turn.by === "engine" ? undefined : commit.answers.find((one) => one.actor === actor);
  return {
    event_id: turn.id,
    match_id: run.id,
    team_id: team,
    round: turn.round,
    phase: turn.phase,
    speaker_role: turn.role,
    turn_type: turn.turn_type,
    turn_output: turn.output,
    canon_before_hash: turn.before,
    canon_after_hash: turn.after,
    timestamp: isoTime(commit.turn.createdAt),
    llm_metadata: metadataOf(run, turn, answer),
  };
}

function metadataOf(run: RunRecord<Sprint>, turn: TurnRecord, answer: Provenance | undefined): Metadata {
  const calls = (answer?.calls ?? []).flatMap((id) => run.call(id) ?? []);
  const sum = (of: (call: (typeof calls)[number]) => number) => calls.reduce((total, call) => total + of(call), 0);
  const last = calls.at(-1);
  const refused = (answer?.attempts ?? []).map(({ actions, problems }) => ({
    output: outputIn(actions),
    problems: problems.map(({ reason, message }) => problemOf(reason ?? "refused", message ?? "It was refused.")),
  }));
  const accepted = turn.output === null ? [] : [{ output: turn.output, problems: [] }];
  return {
    model: last?.model ?? (turn.by === "seat" ? "external" : turn.by),
    response_id: last?.responseId ?? null,
    tokens_in: sum((call) => call.tokensIn),
    tokens_out: sum((call) => call.tokensOut),
    tokens_cached: sum((call) => call.tokensCached),
    attempts: [...refused, ...accepted],
    ...(turn.cause === undefined ? {} : { forfeit: { cause: turn.cause } }),
  };
}

/** What was handed in, taken out of the action that it was handed in as; text that is no JSON stays text. */
function outputIn(actions: unknown): unknown {
  const given = typeof actions === "string" ? parseOrText(actions) : actions;
  const [only, ...more] = Array.isArray(given) ? given : [given];
  if (more.length > 0 || typeof only !== "object" || only === null) return given;
  const { metadata } = only as { readonly metadata?: unknown };
  return typeof metadata === "object" && metadata !== null && "output" in metadata ? metadata.output : given;
}

function parseOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}

/** A verdict with its place: the kernel writes it into the sentence, as `action.metadata.output.vote` or `/vote: …`. */
function problemOf(code: string, message: string): TranscriptProblem {
  const [, dotted] = /^action\.metadata\.output((?:\.[\w-]+)*)/.exec(message) ?? [];
  const [, pointer] = /^(\/[\w/-]+):/.exec(message) ?? [];
  const path = dotted === undefined ? pointer : dotted.replaceAll(".", "/");
  return { code, message, ...(path === undefined || path === "" ? {} : { path }) };
}

/** Milliseconds since 1970 as ISO 8601 in UTC. */
function isoTime(ms: number): string {
  const days = Math.floor(ms / 86_400_000);
  const rest = ms - days * 86_400_000;
  // Civil date from a count of days: eras of 400 years that begin in March.
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const day = shifted - era * 146_097;
  const year = Math.floor((day - Math.floor(day / 1460) + Math.floor(day / 36_524) - Math.floor(day / 146_096)) / 365);
  const ofYear = day - (365 * year + Math.floor(year / 4) - Math.floor(year / 100));
  const month = Math.floor((5 * ofYear + 2) / 153);
  const date = ofYear - Math.floor((153 * month + 2) / 5) + 1;
  const civil = month < 10 ? month + 3 : month - 9;
  const two = (value: number) => String(value).padStart(2, "0");
  const at = [Math.floor(rest / 3_600_000), Math.floor(rest / 60_000) % 60, Math.floor(rest / 1000) % 60].map(two);
  const full = year + era * 400 + (civil <= 2 ? 1 : 0);
  return `${String(full).padStart(4, "0")}-${two(civil)}-${two(date)}T${at.join(":")}.${String(rest % 1000).padStart(3, "0")}Z`;
}
