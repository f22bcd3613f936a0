// Who is asked now, and with which types of action; every ask has a fallback that is always admitted, so that nobody can hold up a game.
import type { Ask } from "@orrery/kernel";
import { SKIP } from "./meet.ts";
import { TICK_MS } from "./settings.ts";
import type { DeedKind, GlassAction, GlassBox, GlassState, Player } from "./shape.ts";

export const LANE = "station";
const DEEDS: readonly DeedKind[] = [
  "move",
  "wait",
  "interact",
  "kill",
  "sabotage",
  "fake_task",
  "reflect",
  "configure_triggers",
];
const SPEECH: readonly DeedKind[] = ["speak", "configure_triggers"];
const VOTE: readonly DeedKind[] = ["vote", "configure_triggers"];
const THOUGHT: readonly DeedKind[] = ["reflect", "configure_triggers"];

export function asks(state: GlassState): readonly Ask<GlassBox>[] {
  if (state.closed) return [];
  const out: Ask<GlassBox>[] = [];
  for (const { id } of state.seats) {
    const player = state.players[id]!;
    if (player.asked !== null && player.intent === null) out.push(askOf(state, id, player));
  }
  return out;
}

/** What an ask takes, by the moment of the game. */
function mayOf({ phase, meeting }: GlassState, { life }: Player): readonly DeedKind[] {
  if (phase === "ENDED") return THOUGHT;
  if (phase !== "MEETING" || life !== "alive" || meeting!.stage === "consolidation") return DEEDS;
  return meeting!.stage === "discussion" ? SPEECH : meeting!.stage === "vote" ? VOTE : THOUGHT;
}

function askOf(state: GlassState, to: string, player: Player): Ask<GlassBox> {
  const may = mayOf(state, player);
  const deadlineMs = deadlineOf(state, may);
  const ask: Ask<GlassBox> = {
    id: `${to}-${player.asks}`,
    to,
    lane: LANE,
    may,
    kind: "due",
    attempts: state.settings.attempts,
    fallback: () => fallbackOf(to, may),
  };
  if (deadlineMs === 0) return ask;
  // In play a second here is a second there, however fast one answers; talk and votes are over when all have answered.
  return state.phase === "PLAYING" ? { ...ask, deadlineMs, clockMs: state.tick * TICK_MS } : { ...ask, deadlineMs };
}

/** Silence, an empty vote, or going on with what one was doing. */
function fallbackOf(actorId: string, may: readonly DeedKind[]): GlassAction {
  if (may === SPEECH) return { actorId, type: "speak", metadata: { text: "" } };
  if (may === VOTE) return { actorId, type: "vote", targetId: SKIP, metadata: {} };
  return { actorId, type: may === THOUGHT ? "reflect" : "wait", metadata: {} };
}

/** Deadlines are kept when decisions have one; talk and votes then have their own. */
function deadlineOf({ settings, phase }: GlassState, may: readonly DeedKind[]): number {
  if (settings.decisionDeadlineMs === 0) return 0;
  if (may === VOTE) return settings.votingMs;
  if (phase === "MEETING" || phase === "ENDED" || phase === "LOBBY") return Math.max(settings.discussionMs, 10_000);
  return settings.decisionDeadlineMs;
}
