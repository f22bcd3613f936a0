// A meeting from the call to the vote's result: who is asked at which stage, in which order people speak, and how votes are counted.
import { idsOf, isAlive, living, outcomeOf } from "./rules.ts";
import { isCritical } from "./sabotages/index.ts";
import { ticksOf } from "./settings.ts";
import type { Stage, Win, Winner } from "./shape.ts";
import type { TriggerType } from "./triggers.ts";
import type { Unfolding } from "./unfold.ts";

export const SKIP = "skip";
/** So long everybody looks at who goes, in ticks. */
export const EJECTION_TICKS = 50;

/** Everyone to the table. What is under way is dropped, bodies vanish, and critical sabotage is over. */
export function callMeeting(turn: Unfolding, by: string, body: string | null, place: string): void {
  const { settings, sabotage, tick } = turn.state;
  const dead = idsOf(turn.state).filter((id) => turn.player(id).life === "ghost");
  const order = turn.dice.shuffle("speakers", living(turn.state));
  turn.happen({ type: "meeting_called", by, body, place, dead, order, tick });
  if (sabotage && isCritical(sabotage.system))
    turn.happen({ type: "sabotage_ended", system: sabotage.system, how: "meeting", tick });
  turn.hush();
  begin(turn, settings.interruptAsk ? "interrupt" : settings.preparationAsk ? "preparation" : "discussion", 1);
}

/** Goes on from a stage that everyone asked has answered. True when the meeting is over and play may go on. */
export function proceed(turn: Unfolding): boolean {
  const { meeting, settings } = turn.state;
  const { stage, round } = meeting!;
  if (stage === "consolidation") return true;
  if (stage === "vote") {
    count(turn);
    if (turn.state.phase === "ENDED") return false;
    if (!settings.consolidationAsk) return true;
    begin(turn, "consolidation", 1);
    return false;
  }
  if (stage === "discussion") say(turn);
  if (stage === "discussion" && turn.state.meeting!.queue.length > 0) ask(turn);
  else if (stage === "discussion" && round < settings.discussionRounds) begin(turn, "discussion", round + 1);
  else if (stage === "discussion") begin(turn, settings.deliberationAsk ? "deliberation" : "vote", round);
  else if (stage === "deliberation") begin(turn, "vote", round);
  else begin(turn, stage === "interrupt" && settings.preparationAsk ? "preparation" : "discussion", 1);
  return false;
}

function begin(turn: Unfolding, stage: Stage, round: number): void {
  const { meeting, tick } = turn.state;
  const { order } = meeting!;
  const turned = stage === "discussion" && round > 1 ? [...order.slice(1), ...order.slice(0, 1)] : order;
  turn.happen({ type: "stage_began", stage, round, order: turned.filter((id) => isAlive(turn.state, id)), tick });
  ask(turn);
}

const ASKED_BY: Readonly<Record<Stage, TriggerType>> = {
  interrupt: "DISCUSSION_START",
  preparation: "DISCUSSION_START",
  discussion: "DISCUSSION_START",
  deliberation: "DISCUSSION_START",
  vote: "VOTE_START",
  consolidation: "MEETING_END",
};

/** Asks the players of this stage; in a discussion in turn, only the next speaker. */
function ask(turn: Unfolding): void {
  const { meeting, settings, tick } = turn.state;
  const { stage, round, queue, by, body } = meeting!;
  const one = stage === "discussion" && settings.discussionOrder === "in_turn";
  for (const id of one ? queue.slice(0, 1) : queue) turn.fire(id, ASKED_BY[stage], tick, { stage, round, by, body });
  turn.ask();
}

/** Statements in speaking order; a player without words is silent. */
function say(turn: Unfolding): void {
  const { meeting, settings, players } = turn.state;
  const { order, queue } = meeting!;
  const spoken = settings.discussionOrder === "in_turn" ? queue.slice(0, 1) : queue;
  const each = Math.trunc(ticksOf(settings.discussionMs) / (settings.discussionRounds * Math.max(1, order.length)));
  for (const who of spoken) {
    const intent = players[who]!.intent;
    const spoken = intent?.type === "speak" ? intent : { text: "", claims: [] };
    turn.happen({ ...spoken, type: "spoke", who, tick: turn.state.tick + each });
  }
}

/** The single highest goes, if it is above skipping too. Votes that are missing count for nothing. */
function count(turn: Unfolding): void {
  const { settings } = turn.state;
  const votes: Record<string, string> = {};
  const tally: Record<string, number> = {};
  for (const id of living(turn.state)) {
    const intent = turn.player(id).intent;
    if (intent?.type !== "vote" || (intent.target !== SKIP && !isAlive(turn.state, intent.target))) continue;
    votes[id] = intent.target;
    tally[intent.target] = (tally[intent.target] ?? 0) + 1;
  }
  const ejected = highest(tally);
  const wasImpostor = ejected !== null && settings.confirmEjects ? turn.player(ejected).role === "impostor" : null;
  const tick = turn.state.tick + EJECTION_TICKS;
  turn.happen({
    type: "tallied",
    votes: settings.anonymousVotes ? {} : votes,
    tally,
    ejected,
    wasImpostor,
    tick,
  });
  if (ejected !== null) turn.fire(ejected, "DEATH", tick, { how: "ejected" });
  const won = outcomeOf(turn.state);
  if (won) finish(turn, won.winner, won.by);
}

function highest(tally: Readonly<Record<string, number>>): string | null {
  const most = Math.max(0, ...Object.values(tally));
  const first = Object.keys(tally).filter((id) => tally[id] === most);
  return first.length === 1 && first[0] !== SKIP ? first[0]! : null;
}

/** The game is decided. Those who take something into later games are asked once more; then it is closed. */
export function finish(turn: Unfolding, winner: Winner, by: Win): void {
  const { tick } = turn.state;
  turn.happen({ type: "ended", winner, by, tick });
  afterEnd(turn);
}

export function afterEnd(turn: Unfolding): void {
  const { settings, seats, tick, result } = turn.state;
  turn.kept.clear();
  turn.hush();
  for (const { id, learns } of seats)
    if (settings.gameEndAsk || learns) turn.fire(id, "GAME_END", tick, { winner: result!.winner, by: result!.by });
    else turn.wakes.delete(id);
  turn.ask();
  if (turn.wakes.size === 0) turn.happen({ type: "closed", tick });
}
