// How far places are from each other, for bots that choose where to go. Worked out once from the map.
import { centreOf, EXITS, PLACE, PLACES, SITE } from "../map.ts";
import { wayLength } from "../ways.ts";

const middles = PLACES.map((place) => ({ place: place.id, ...centreOf(place) }));
const lengths: ReadonlyMap<string, ReadonlyMap<string, number>> = new Map(
  middles.map((from) => [from.place, new Map(middles.map((to) => [to.place, wayLength(from, to)]))]),
);

/** Map units from the middle of one place to that of another. */
export const far = (from: string, to: string): number => lengths.get(from)?.get(to) ?? 0;

/** Whether one can be in both within a second or two: the same place, or one door away. */
export const isNear = (a: string, b: string): boolean => a === b || (EXITS.get(a)?.some(({ to }) => to === b) ?? false);

export const placeOfSite = (site: string): string | null => SITE.get(site)?.place ?? null;

/** The nearest of several places; the first of equals. Null when there is none. */
export function nearest(from: string, places: readonly string[]): string | null {
  let best: string | null = null;
  for (const place of places) if (best === null || far(from, place) < far(from, best)) best = place;
  return best;
}

/** As people say it. */
export const nameOf = (place: string): string => PLACE.get(place)?.name ?? place;
