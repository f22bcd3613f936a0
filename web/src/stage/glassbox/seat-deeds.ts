// What a seat can do, sorted to the fixed places of its bar, and where keys lead. Pure: of the view and what is legal alone.
import type { GlassView } from "@orrery/worlds/glassbox";
import { isSystem } from "@orrery/worlds/glassbox/sabotages";
import { type Station, stationOf } from "@orrery/worlds/glassbox/station";
import type { Action } from "../../wire.ts";

export const SLOTS = ["use", "report", "kill", "vent", "sabotage"] as const;
export type Slot = (typeof SLOTS)[number];
/** Those that only impostors have. */
export const GRAVE: ReadonlySet<Slot> = new Set(["kill", "vent", "sabotage"]);

function slotOf({ site }: Station, { type, targetId = "" }: Action): Slot | null {
  if (type === "kill") return "kill";
  if (type === "sabotage") return isSystem(targetId) ? "sabotage" : null;
  if (type === "fake_task") return "use";
  if (type !== "interact") return null;
  if (targetId.startsWith("body_")) return "report";
  return site.get(targetId)?.kind === "vent" ? "vent" : "use";
}

/** The first thing that each place of the bar would do; a task of one's own comes before other things in reach. */
export function deedsOf(view: GlassView, legal: readonly Action[]): ReadonlyMap<Slot, Action> {
  const station = stationOf(view.settings);
  const mine = new Set(view.you.tasks.flatMap(({ site }) => (site === null ? [] : [site])));
  const urgent = (action: Action) =>
    mine.has(action.targetId ?? "") ? 0 : station.site.get(action.targetId ?? "")?.kind === "button" ? 2 : 1;
  const deeds = new Map<Slot, Action>();
  for (const action of legal.toSorted((a, b) => urgent(a) - urgent(b))) {
    const slot = slotOf(station, action);
    if (slot && !deeds.has(slot)) deeds.set(slot, action);
  }
  return deeds;
}

/** Seconds until a place of the bar can be used again, and how many it was at most; null: it is not waited for. */
export function waitOf(
  { you, station, settings }: GlassView,
  slot: Slot,
): { readonly left: number; readonly of: number } | null {
  const left = slot === "kill" ? you.kill_cooldown : slot === "sabotage" ? station.sabotage_cooldown : null;
  const of = (slot === "kill" ? settings.killCooldownMs : settings.sabotageCooldownMs) / 1000;
  return left !== null && left > 0 ? { left, of: Math.max(of, left) } : null;
}

type Heading = "up" | "down" | "left" | "right";
export const KEYS: Readonly<Record<string, Heading>> = {
  ArrowUp: "up",
  KeyW: "up",
  ArrowDown: "down",
  KeyS: "down",
  ArrowLeft: "left",
  KeyA: "left",
  ArrowRight: "right",
  KeyD: "right",
};
const VECTORS: Readonly<Record<Heading, readonly [x: number, y: number]>> = {
  up: [0, -1],
  down: [0, 1],
  left: [-1, 0],
  right: [1, 0],
};
/** An opening further off than this from where a key points is not meant: the cosine of 60 degrees. */
const MEANT = 0.5;

/** The walk through the opening that lies most in a direction; null: none does, or one may not go there. */
export function stepTo({ you, settings }: GlassView, legal: readonly Action[], heading: Heading): Action | null {
  const [dx, dy] = VECTORS[heading];
  const station = stationOf(settings);
  const ways = (station.exits.get(you.location) ?? []).flatMap(({ to, portal }) => {
    const action = legal.find(({ type, locationId }) => type === "move" && locationId === to);
    const place = station.place.get(to);
    if (!action || !place) return [];
    // Through the opening and a little beyond it: who stands in a doorway still goes on.
    const x = (portal.x1 + portal.x2) / 2 - you.x + (place.x + place.w / 2 - you.x) * 0.25;
    const y = (portal.y1 + portal.y2) / 2 - you.y + (place.y + place.h / 2 - you.y) * 0.25;
    const long = Math.hypot(x, y) || 1;
    return [{ action, fit: (x * dx + y * dy) / long, long }];
  });
  const meant = ways.filter(({ fit }) => fit >= MEANT).sort((a, b) => b.fit - a.fit || a.long - b.long);
  return meant[0]?.action ?? null;
}

/** What brings one nearer to a task: doing it where it is in reach, else the walk to where its next step is. */
export function towards(site: string | null, place: string | null, legal: readonly Action[]): Action | null {
  const here = legal.find(
    ({ type, targetId }) => (type === "interact" || type === "fake_task") && targetId === site && site !== null,
  );
  return (
    here ?? legal.find(({ type, locationId }) => type === "move" && locationId === place && place !== null) ?? null
  );
}
