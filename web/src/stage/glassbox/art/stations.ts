// The art of each shipped station. One that somebody brings has rooms in plain colours and only what its plan names.
import { type Station, stationOf } from "@orrery/worlds/glassbox/station";
import { MERIDIAN_ART } from "./meridian.ts";
import type { StationArt } from "./rooms.ts";
import { SPINDLE_ART } from "./spindle.ts";

const SHIPPED: ReadonlyMap<Station, StationArt> = new Map([
  [stationOf({ station: "meridian" }), MERIDIAN_ART],
  [stationOf({ station: "spindle" }), SPINDLE_ART],
]);
const BARE: StationArt = {
  colours: {},
  planks: [],
  furnish: {},
  glows: [],
  labels: {},
  hull: { engines: { side: "left", at: [] }, wings: { side: "right", at: [] }, lamps: [] },
};

export const artOf = (station: Station): StationArt => SHIPPED.get(station) ?? BARE;
