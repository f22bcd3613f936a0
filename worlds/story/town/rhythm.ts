// The time of day in a town, and who is awake. Pure: drawn from the town's salt.
import { getKey } from "@orrery/kernel";
import type { AgentId, Behaviour, Profile, TownSettings, TownState } from "./state.ts";
import { Stream } from "./stream.ts";

/** Minutes since midnight of the first day at which a round begins; round 1 begins at the hour of the start. */
const minuteOf = ({ startHour, minutesPerRound }: TownSettings, round: number): number =>
  startHour * 60 + Math.max(0, round - 1) * minutesPerRound;

/** Hour of the day, 0 to 23. */
export const hourOf = (settings: TownSettings, round: number): number =>
  Math.floor(minuteOf(settings, round) / 60) % 24;

/** Day, from 1. */
export const dayOf = (settings: TownSettings, round: number): number =>
  Math.floor(minuteOf(settings, round) / 1440) + 1;

/** Whether somebody is at it in a round: it is one of their hours, and they pass a draw by how active they are. */
function isAwake(settings: TownSettings, who: AgentId, { hours, activity }: Behaviour, round: number): boolean {
  if (hours !== null && !hours.includes(hourOf(settings, round))) return false;
  return activity >= 1 || new Stream(settings.salt, "awake", round, who).share() < activity;
}

/** Who is to act in a round, in the order of the town. */
export function peopleAskedIn(state: TownState, round: number): readonly AgentId[] {
  const { settings, actors, dead, profiles } = state;
  const people = actors.slice(0, -2);
  const gone = new Set(dead);
  const living = gone.size === 0 ? people : people.filter((id) => !gone.has(id));
  if (settings.asked === "all") return living;
  const awake = living.filter((id) => isAwake(settings, id, getKey(profiles, id)!.behaviour, round));
  // A first round that everybody sleeps through would never end.
  return awake.length === 0 && round === 1 ? living : awake;
}

/** Whether somebody who lives is to act in the round that is being played. */
export function isAsked(state: TownState, { id, behaviour }: Pick<Profile, "id" | "behaviour">): boolean {
  const { settings, round } = state;
  if (settings.mode !== "town") return false;
  return (
    settings.asked === "all" ||
    isAwake(settings, id, behaviour, round) ||
    (round === 1 && peopleAskedIn(state, 1).includes(id))
  );
}
