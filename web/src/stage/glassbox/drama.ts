// What a moment is about, where it is more than walking: a death, a call to the table, a verdict, the end. Read from what the eyes may know; draws nothing.
import type { GlassEvent, GlassState, GlassView } from "@orrery/worlds/glassbox";
import type { Line } from "../../shapes.ts";
import { isState } from "./scene.ts";

export interface Kill {
  readonly kind: "kill";
  readonly who: string;
  /** Null: nobody of the game did it. */
  readonly by: string | null;
  readonly place: string;
  readonly x: number;
  readonly y: number;
  /** Null where these eyes cannot tell who saw it. */
  readonly witnesses: readonly string[] | null;
}
export interface Report {
  readonly kind: "report";
  readonly by: string;
  readonly body: string | null;
  readonly place: string | null;
}
export interface VoteVerdict {
  readonly kind: "verdict";
  readonly ejected: string | null;
  readonly wasImpostor: boolean | null;
  readonly votes: Readonly<Record<string, string>>;
}
export interface End {
  readonly kind: "end";
  readonly winner: "crew" | "impostors" | "nobody";
  readonly by: string;
}
export type Drama = Kill | Report | VoteVerdict | End;

/** Milliseconds of the screen that a moment keeps for itself, after the walking and before what comes next, at single speed. */
export const HELD_MS: Readonly<Record<Drama["kind"], number>> = {
  kill: 2_600,
  report: 1_800,
  verdict: 5_200,
  end: 3_000,
};

/** `line`: the turn that led here; a view needs none, since it says itself what was noticed and when. */
export const dramaOf = (seen: GlassState | GlassView, line: Line | undefined): Drama | null =>
  isState(seen) ? ofState(seen, line) : ofView(seen);

function ofState({ result, closed }: GlassState, line: Line | undefined): Drama | null {
  const events = (line?.events ?? []) as unknown as readonly GlassEvent[];
  const find = <T extends GlassEvent["type"]>(type: T) =>
    events.findLast((event): event is Extract<GlassEvent, { type: T }> => event.type === type);
  const tallied = find("tallied");
  if (tallied) {
    const { ejected, wasImpostor, votes } = tallied;
    return { kind: "verdict", ejected, wasImpostor, votes };
  }
  if (result && closed) return { kind: "end", winner: result.winner, by: result.by };
  const called = find("meeting_called");
  if (called) return { kind: "report", by: called.by, body: called.body, place: called.place };
  const killed = find("killed");
  if (!killed) return null;
  const { who, by, place, x, y, witnesses } = killed;
  return { kind: "kill", who, by, place, x, y, witnesses };
}

/** Seconds: what happened since eyes last looked round is now. */
const LOOK = 0.5;

function ofView(view: GlassView): Drama | null {
  const { witnessed_events, time, you, vision, result, past_meetings, meeting, phase } = view;
  if (result && phase === "ENDED") return { kind: "end", winner: result.winner, by: result.by };
  const now = witnessed_events.filter(({ t }) => time - t <= LOOK);
  const last = (...types: readonly string[]) => now.findLast(({ type }) => types.includes(type));
  const out = past_meetings.at(-1);
  if (last("ejection") && out)
    return { kind: "verdict", ejected: out.ejected, wasImpostor: out.was_impostor, votes: out.votes };
  if (last("meeting") && meeting && meeting.statements.length === 0)
    return { kind: "report", by: meeting.called_by, body: meeting.body, place: meeting.found_in };
  const killed = last("kill", "own_death")?.data;
  const who = killed?.["victim"];
  const place = killed?.["location"];
  if (typeof who !== "string" || typeof place !== "string") return null;
  const by = killed?.["killer"];
  const body = vision.bodies_visible.find(({ player }) => player === who) ?? you;
  return { kind: "kill", who, by: typeof by === "string" ? by : null, place, x: body.x, y: body.y, witnesses: null };
}
