// The stations that are shipped, and the one of a game: by name, or as the plan that its configuration brings.
import { MERIDIAN } from "./meridian.ts";
import type { StationName, StationPlan } from "./plan.ts";
import { SPINDLE } from "./spindle.ts";
import { type Station, stationFrom } from "./station.ts";

export {
  centreOf,
  contains,
  type Portal,
  type Rect,
  type Site,
  STATION_NAMES,
  type StationName,
  type StationPlace,
  type StationPlan,
  type TaskKind,
} from "./plan.ts";
export type { Station } from "./station.ts";

/** The station of a game that names none. */
export const USUAL: StationName = "meridian";

const SHIPPED: Readonly<Record<StationName, Station>> = {
  meridian: stationFrom(MERIDIAN),
  spindle: stationFrom(SPINDLE),
};

export interface OnStation {
  readonly station?: StationName | StationPlan | undefined;
}

/** The station that settings name or bring. */
export function stationOf({ station = USUAL }: OnStation): Station {
  if (typeof station === "string") return SHIPPED[station];
  return ownStation(station);
}

/** Something that follows from a station alone, worked out once for each. */
export function ofStation<T>(work: (station: Station) => T): (station: Station) => T {
  const known = new WeakMap<Station, T>();
  return (station) => {
    const found = known.get(station);
    if (found !== undefined) return found;
    const made = work(station);
    known.set(station, made);
    return made;
  };
}

/** By the plan, which is one object as long as its game is in memory. */
const OWN = new WeakMap<StationPlan, Station>();
function ownStation(plan: StationPlan): Station {
  const known = OWN.get(plan);
  if (known) return known;
  const made = stationFrom(plan);
  OWN.set(plan, made);
  return made;
}
