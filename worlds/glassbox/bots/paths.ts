// How far places of a station are from each other, for bots that choose where to go.
import { ofStation, type Station, type StationPlace } from "../station/index.ts";

const lengthsOf = ofStation(({ middle, ways }): ReadonlyMap<string, ReadonlyMap<string, number>> => {
  const middles = [...middle.values()];
  return new Map(middles.map((from) => [from.place, new Map(middles.map((to) => [to.place, ways.far(from, to)]))]));
});

/** Map units from the middle of one place to that of another. */
export const far = (station: Station, from: string, to: string): number => lengthsOf(station).get(from)?.get(to) ?? 0;

/** Whether one can be in both within a second or two: the same place, or one door away. */
export const isNear = ({ exits }: Station, a: string, b: string): boolean =>
  a === b || (exits.get(a)?.some(({ to }) => to === b) ?? false);

export const placeOfSite = ({ site }: Station, id: string): string | null => site.get(id)?.place ?? null;

/** The nearest of several places; the first of equals. Null when there is none. */
export function nearest(station: Station, from: string, places: readonly string[]): string | null {
  let best: string | null = null;
  for (const place of places) if (best === null || far(station, from, place) < far(station, from, best)) best = place;
  return best;
}

/** Rooms as dice take them: there is always one, for there is a table. */
export const roomsOf = ({ rooms }: Station): readonly [StationPlace, ...StationPlace[]] =>
  rooms as [StationPlace, ...StationPlace[]];

/** As people say it. */
export const nameOf = ({ place }: Station, id: string): string => place.get(id)?.name ?? id;
