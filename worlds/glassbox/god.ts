// A god's own hand in a game: kills, revivals, moves, roles, disconnections, meetings and the end, after which the game goes on as if by itself.
import type { ActionOf, Dice } from "@orrery/kernel";
import { letGo } from "./hands.ts";
import { HUB, PLACE } from "./map.ts";
import { callMeeting, finish } from "./meet.ts";
import { decided, isAlive, PLACE_SPOT, spotOf, witnessesOf } from "./rules.ts";
import { impostorsMax } from "./settings.ts";
import { settle } from "./settle.ts";
import type { GlassEvent, GlassState, godActions } from "./shape.ts";
import { Unfolding } from "./unfold.ts";

type GodKind = keyof typeof godActions;
type Decide = {
  [K in GodKind]: (state: GlassState, action: ActionOf<K, (typeof godActions)[K]>) => readonly GlassEvent[] | string;
};

const unknown = (state: GlassState, who: string): string | null =>
  Object.hasOwn(state.players, who) ? null : `There is no player "${who}" in this game.`;
const over = ({ result }: GlassState): string | null => (result ? "The game is over." : null);

export const godDecide: Decide = {
  kill(state, { targetId: who }) {
    const problem = unknown(state, who) ?? over(state);
    if (problem) return problem;
    if (!isAlive(state, who)) return `${who} is not alive.`;
    const { place, x, y } = spotOf(state, state.players[who]!);
    const { tick } = state;
    const witnesses = witnessesOf(state, { place, x, y }, who);
    return goOn(state, { type: "killed", by: null, who, place, x, y, witnesses, tick });
  },
  revive(state, { targetId: who }) {
    const problem = unknown(state, who) ?? over(state);
    if (problem) return problem;
    if (state.players[who]!.life !== "ghost") return `${who} is not dead.`;
    return goOn(state, { type: "revived", who, tick: state.tick });
  },
  move(state, { targetId: who, locationId: place }) {
    const problem = unknown(state, who) ?? over(state);
    if (problem) return problem;
    if (!PLACE.has(place)) return `There is no place "${place}" on the station.`;
    if (state.phase === "MEETING") return "Everybody is at the table.";
    if (state.players[who]!.life === "gone") return `${who} has left the game.`;
    return goOn(state, { type: "placed", who, tick: state.tick, ...PLACE_SPOT.get(place)! });
  },
  set_role(state, { targetId: who, metadata: { role } }) {
    const problem = unknown(state, who) ?? over(state);
    if (problem) return problem;
    if (state.players[who]!.role === role) return `${who} has that role already.`;
    const impostors = Object.values(state.players).filter((player) => player.role === "impostor").length;
    if (role === "impostor" && impostors >= impostorsMax(state.seats.length))
      return "There are as many impostors as so many players can have.";
    return goOn(state, { type: "recast", who, role, tick: state.tick });
  },
  disconnect(state, { targetId: who }) {
    const problem = unknown(state, who) ?? over(state);
    if (problem) return problem;
    if (state.players[who]!.life === "gone") return `${who} has left already.`;
    return goOn(state, { type: "left", who, tick: state.tick });
  },
  call_meeting(state) {
    const problem = over(state);
    if (problem) return problem;
    if (state.phase !== "PLAYING") return "A meeting can be called while the game is being played.";
    const turn = new Unfolding(state, NO_CHANCE);
    const by = state.seats.find(({ id }) => isAlive(state, id))!.id;
    callMeeting(turn, by, null, HUB);
    return turn.events;
  },
  end(state, { metadata: { winner } }) {
    const problem = over(state);
    if (problem) return problem;
    const turn = new Unfolding(state, NO_CHANCE);
    finish(turn, winner, "god");
    return turn.events;
  },
};

/** A god rolls no dice: what they would order stays in seat order, and what they would draw is the most it could be. */
const NO_CHANCE: Dice = {
  int: (_purpose, _low, high) => high,
  pick: (_purpose, list) => list[0],
  shuffle: (_purpose, list) => [...list],
  joint: () => NO_CHANCE,
  hash: () => "",
};

/** What a god does, what it decides, and if nobody is left to be waited for, how time goes on. Whoever dies of it, or sees it, is told as ever. */
function goOn(
  state: GlassState,
  event: Extract<GlassEvent, { type: "killed" | "revived" | "placed" | "recast" | "left" }>,
): readonly GlassEvent[] {
  const turn = new Unfolding(state, NO_CHANCE);
  if (event.type !== "recast") letGo(turn, event.who, turn.player(event.who), state.tick);
  turn.happen(event);
  if (event.type === "killed") {
    const { who, witnesses, tick, place } = event;
    turn.fire(who, "DEATH", tick, { how: "killed", by: null, location: place });
    // At the table nobody is asked out of turn: all are there, and know of it when they are.
    if (state.phase === "PLAYING")
      for (const to of witnesses) turn.fire(to, "KILL_WITNESSED", tick, { killer: null, victim: who, location: place });
  }
  const won = decided(turn.state);
  if (won) {
    finish(turn, won.winner, event.type === "left" && won.by === "ejection" ? "disconnected" : won.by);
    return turn.events;
  }
  turn.rouse();
  const waits = Object.values(turn.state.players).some(({ asked, intent }) => asked !== null && intent === null);
  return waits ? turn.events : [...turn.events, ...settle(turn.state, NO_CHANCE)];
}
