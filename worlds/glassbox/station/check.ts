// Whether a plan holds together as a station. Finds everything that is wrong, in sentences; mends nothing.
import { SABOTAGES, SYSTEMS } from "../sabotages/index.ts";
import type { OnStation } from "./index.ts";
import { contains, type StationPlan } from "./plan.ts";

/** None when each place can be reached and each thing is where it must be. */
export const problemsOf = (plan: StationPlan): readonly string[] => [...findings(plan)];

function* findings(plan: StationPlan): Generator<string> {
  const { places, portals, sites, cameras } = plan;
  const ids = [...places, ...portals, ...sites, ...cameras].map(({ id }) => id);
  for (const id of new Set(ids)) if (ids.indexOf(id) !== ids.lastIndexOf(id)) yield `two things have the id ${id}`;
  const reserved = ids.find((id) => /^(body|doors)_/.test(id));
  if (reserved !== undefined) yield `${reserved} is a name that the game gives: no id begins with body_ or doors_`;
  yield* brokenPlaces(plan);
  yield* brokenSites(plan);
  yield* brokenTasks(plan);
}

function* brokenPlaces({ places, portals, cameras, hub }: StationPlan): Generator<string> {
  const place = new Map(places.map((one) => [one.id, one]));
  for (const [i, a] of places.entries())
    for (const b of places.slice(i + 1))
      if (a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h) yield `${a.id} and ${b.id} overlap`;
  for (const { id, between, x1, y1, x2, y2, door } of portals) {
    if (x1 !== x2 && y1 !== y2) yield `${id} is not parallel to an axis`;
    if (x1 > x2 || y1 > y2) yield `${id} runs backwards: x1 and y1 are its lesser end`;
    if (between[0] === between[1]) yield `${id} leads from ${between[0]} to itself`;
    if (door !== null && !between.includes(door)) yield `${id} is a door of ${door}, which it does not open`;
    for (const side of between) {
      const one = place.get(side);
      if (!one) yield `${id} leads to ${side}, which is no place`;
      else if (!contains(one, x1, y1) || !contains(one, x2, y2)) yield `${id} is not on the border of ${side}`;
    }
  }
  if (place.get(hub)?.kind !== "room") {
    yield `the hub ${hub} is no room`;
    return;
  }
  const reached = new Set([hub]);
  for (const at of reached)
    for (const { between } of portals) if (between.includes(at)) for (const side of between) reached.add(side);
  for (const { id } of places) if (!reached.has(id)) yield `${id} cannot be reached from ${hub}`;
  for (const { id, place: at, x, y, w, h } of cameras) {
    const one = place.get(at);
    if (!one || !contains(one, x, y) || !contains(one, x + w, y + h)) yield `${id} is not inside ${at}`;
  }
}

function* brokenSites({ places, sites, ventNetworks, panels, hub }: StationPlan): Generator<string> {
  const place = new Map(places.map((one) => [one.id, one]));
  for (const { id, place: at, x, y } of sites) {
    const one = place.get(at);
    if (!one || !contains(one, x, y)) yield `${id} is not inside ${at}`;
  }
  const buttons = sites.filter(({ kind }) => kind === "button");
  if (buttons.length !== 1 || buttons[0]!.id !== "button" || buttons[0]!.place !== hub)
    yield `there must be one button, with the id button, in ${hub}`;
  const inNetworks = ventNetworks.flat();
  for (const { id, kind, place: at } of sites)
    if (kind === "vent" && id !== `vent_${at}`) yield `${id} is a vent in ${at}, so its id is vent_${at}`;
  for (const { id, kind } of sites)
    if (kind === "vent" && inNetworks.filter((one) => one === id).length !== 1)
      yield `${id} is not in exactly one vent network`;
  const known = new Map(sites.map((one) => [one.id, one]));
  for (const id of inNetworks) if (known.get(id)?.kind !== "vent") yield `a vent network has ${id}, which is no vent`;
  for (const system of SYSTEMS) {
    const own = panels[system];
    const many = SABOTAGES[system].panels;
    if (new Set(own).size !== many) yield `${system} is mended at ${many} panels, and there are ${new Set(own).size}`;
    for (const panel of own) if (known.get(panel)?.kind !== "panel") yield `there is no panel ${panel}`;
  }
  const mends = Object.values(panels).flat();
  for (const { id, kind } of sites) if (kind === "panel" && !mends.includes(id)) yield `nothing is mended at ${id}`;
}

function* brokenTasks({ sites, tasks }: StationPlan): Generator<string> {
  const known = new Map(sites.map((one) => [one.id, one]));
  const ids = tasks.map(({ id }) => id);
  for (const id of new Set(ids)) if (ids.indexOf(id) !== ids.lastIndexOf(id)) yield `two tasks have the id ${id}`;
  for (const { id, steps, deal } of tasks) {
    for (const { site } of steps)
      if (known.get(site)?.kind !== "task") yield `task ${id} has a step at ${site}, which is no task site`;
    if (deal === undefined) continue;
    if (deal > steps.length) yield `task ${id} deals ${deal} of ${steps.length} steps`;
    if (new Set(steps.map(({ site }) => site)).size !== steps.length)
      yield `task ${id} deals some of its steps, so each must be at a site of its own`;
  }
  for (const { id, kind } of sites)
    if (kind === "task" && !tasks.some(({ steps }) => steps.some(({ site }) => site === id)))
      yield `no task is done at ${id}`;
}

/** What is wrong with the station that settings name or bring. */
export const stationProblems = ({ station }: OnStation): readonly string[] =>
  station === undefined || typeof station === "string" ? [] : problemsOf(station);
