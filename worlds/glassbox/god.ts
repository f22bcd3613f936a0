// A god's own hand in a game: kills, revivals, moves, roles, disconnections, meetings and the end, after which the game goes on as if by itself.
import type { ActionOf, Dice } from "@orrery/kernel";
import { letGo } from "./hands.ts";
import { callMeeting, finish } from "./meet.ts";
import { isAlive, outcomeOf, spotOf, witnessesOf } from "./rules.ts";
import { impostorsMax } from "./settings.ts";
import type { GlassEvent, GlassState, godActions } from "./shape.ts";
import { stationOf } from "./station/index.ts";
import { Unfolding } from "./unfold.ts";

type GodKind = keyof typeof godActions;
type GodDeciders = {
  [K in GodKind]: (
    state: GlassState,
    action: ActionOf<K, (typeof godActions)[K]>,
    dice: Dice,
  ) => readonly GlassEvent[] | string;
};

const unknown = (state: GlassState, who: string): string | null =>
  Object.hasOwn(state.players, who) ? null : `There is no player "${who}" in this game.`;
const over = ({ result }: GlassState): string | null => (result ? "The game is over." : null);

export const godDecide: GodDeciders = {
  kill(state, { targetId: who }, dice) {
    const problem = unknown(state, who) ?? over(state);
    if (problem) return problem;
    if (!isAlive(state, who)) return `${who} is not alive.`;
    const { place, x, y } = spotOf(state, state.players[who]!);
    const { tick } = state;
    const witnesses = witnessesOf(state, { place, x, y }, who);
    return goOn(state, dice, { type: "killed", by: null, who, place, x, y, witnesses, tick });
  },
  revive(state, { targetId: who }, dice) {
    const problem = unknown(state, who) ?? over(state);
    if (problem) return problem;
    if (state.players[who]!.life !== "ghost") return `${who} is not dead.`;
    return goOn(state, dice, { type: "revived", who, tick: state.tick });
  },
  move(state, { targetId: who, locationId: place }, dice) {
    const problem = unknown(state, who) ?? over(state);
    if (problem) return problem;
    const spot = stationOf(state.settings).middle.get(place);
    if (!spot) return `There is no place "${place}" on the station.`;
    if (state.phase === "MEETING") return "Everybody is at the table.";
    if (state.players[who]!.life === "gone") return `${who} has left the game.`;
    return goOn(state, dice, { type: "placed", who, tick: state.tick, ...spot });
  },
  set_role(state, { targetId: who, metadata: { role } }, dice) {
    const problem = unknown(state, who) ?? over(state);
    if (problem) return problem;
    if (state.players[who]!.role === role) return `${who} has that role already.`;
    const impostors = Object.values(state.players).filter((player) => player.role === "impostor").length;
    if (role === "impostor" && impostors >= impostorsMax(state.seats.length))
      return "There are as many impostors as so many players can have.";
    return goOn(state, dice, { type: "recast", who, role, tick: state.tick });
  },
  disconnect(state, { targetId: who }, dice) {
    const problem = unknown(state, who) ?? over(state);
    if (problem) return problem;
    if (state.players[who]!.life === "gone") return `${who} has left already.`;
    return goOn(state, dice, { type: "left", who, tick: state.tick });
  },
  call_meeting(state, _action, dice) {
    const problem = over(state);
    if (problem) return problem;
    if (state.phase !== "PLAYING") return "A meeting can be called while the game is being played.";
    const turn = new Unfolding(state, dice);
    const by = state.seats.find(({ id }) => isAlive(state, id))!.id;
    callMeeting(turn, by, null, stationOf(state.settings).hub);
    return turn.events;
  },
  end(state, { metadata: { winner } }, dice) {
    const problem = over(state);
    if (problem) return problem;
    const turn = new Unfolding(state, dice);
    finish(turn, winner, "god");
    return turn.events;
  },
};

/** What a god does and what it decides; settling lets time go on if nobody is left to wait for. The dead and the witnesses are told as ever. */
function goOn(
  state: GlassState,
  dice: Dice,
  event: Extract<GlassEvent, { type: "killed" | "revived" | "placed" | "recast" | "left" }>,
): readonly GlassEvent[] {
  const turn = new Unfolding(state, dice);
  if (event.type !== "recast") letGo(turn, event.who, turn.player(event.who), state.tick);
  turn.happen(event);
  if (event.type === "killed") {
    const { who, witnesses, tick, place } = event;
    turn.fire(who, "DEATH", tick, { how: "killed", by: null, location: place });
    // At the table nobody is asked out of turn: all are there, and know of it when they are.
    if (state.phase === "PLAYING")
      for (const to of witnesses) turn.fire(to, "KILL_WITNESSED", tick, { killer: null, victim: who, location: place });
  }
  const won = outcomeOf(turn.state);
  if (won) {
    finish(turn, won.winner, event.type === "left" && won.by === "ejection" ? "disconnected" : won.by);
    return turn.events;
  }
  turn.rouse();
  return turn.events;
}
