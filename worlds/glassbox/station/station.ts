// A station that is played on: a plan with what follows from it, worked out once. Knows nobody and nothing that changes.
import { type Spot, Ways } from "../ways.ts";
import { centreOf, type Portal, type Site, type StationPlace, type StationPlan, type TaskKind } from "./plan.ts";

export interface Station extends StationPlan {
  readonly rooms: readonly StationPlace[];
  readonly place: ReadonlyMap<string, StationPlace>;
  /** Where one who goes to a place arrives: its middle. */
  readonly middle: ReadonlyMap<string, Spot>;
  /** Places next to a place, by the portal that leads there. */
  readonly exits: ReadonlyMap<string, readonly { readonly to: string; readonly portal: Portal }[]>;
  readonly site: ReadonlyMap<string, Site>;
  readonly sitesIn: ReadonlyMap<string, readonly Site[]>;
  readonly task: ReadonlyMap<string, TaskKind>;
  /** Rooms with doors that a saboteur may close, each with the ids of its doors. */
  readonly doors: ReadonlyMap<string, readonly string[]>;
  /** Vents one crawl away. */
  readonly ducts: ReadonlyMap<string, readonly string[]>;
  /** Places that some camera shows a part of. */
  readonly watched: ReadonlySet<string>;
  readonly ways: Ways;
}

/** Of a plan that holds together. */
export function stationFrom(plan: StationPlan): Station {
  const { places, portals, sites, ventNetworks, cameras, tasks } = plan;
  const rooms = places.filter(({ kind }) => kind === "room");
  const exitsOf = (id: string) =>
    portals.flatMap((portal) => {
      const [a, b] = portal.between;
      return a === id ? [{ to: b, portal }] : b === id ? [{ to: a, portal }] : [];
    });
  return {
    ...plan,
    rooms,
    place: byId(places),
    middle: new Map(places.map((place) => [place.id, { place: place.id, ...centreOf(place) }])),
    exits: new Map(places.map(({ id }) => [id, exitsOf(id)])),
    site: byId(sites),
    sitesIn: new Map(places.map(({ id }) => [id, sites.filter(({ place }) => place === id)])),
    task: byId(tasks),
    doors: new Map(
      rooms.flatMap(({ id }) => {
        const own = portals.filter(({ door }) => door === id).map((portal) => portal.id);
        return own.length > 0 ? [[id, own] as const] : [];
      }),
    ),
    ducts: new Map(ventNetworks.flatMap((net) => net.map((id) => [id, net.filter((other) => other !== id)] as const))),
    watched: new Set(cameras.map(({ place }) => place)),
    ways: new Ways(plan),
  };
}

const byId = <T extends { readonly id: string }>(list: readonly T[]): ReadonlyMap<string, T> =>
  new Map(list.map((one) => [one.id, one]));
