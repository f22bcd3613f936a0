// A station as data: rooms, hallways, doors, sites, vents, cameras, panels and tasks in integer units. Says nothing of whether it holds together.
import type { Static } from "@orrery/kernel";
import type { PlaceSchema, PlanSchema, PortalSchema, SiteSchema, TaskKindSchema, TaskStepSchema } from "./schema.ts";

/** By the name that a configuration gives. */
export const STATION_NAMES = ["meridian", "spindle"] as const;
export type StationName = (typeof STATION_NAMES)[number];

export const SITE_KINDS = ["task", "vent", "button", "cameras", "admin", "vitals", "panel"] as const;
export const TASK_CLASSES = ["common", "long", "short"] as const;
export type TaskClass = (typeof TASK_CLASSES)[number];

type Frozen<T> = T extends readonly (infer U)[]
  ? T extends readonly [unknown, unknown]
    ? { readonly [K in keyof T]: Frozen<T[K]> }
    : readonly Frozen<U>[]
  : T extends object
    ? { readonly [K in keyof T]: Frozen<T[K]> }
    : T;
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}
export type StationPlace = Frozen<Static<typeof PlaceSchema>>;
export type Portal = Frozen<Static<typeof PortalSchema>>;
export type Site = Frozen<Static<typeof SiteSchema>>;
type TaskStep = Frozen<Static<typeof TaskStepSchema>>;
export type TaskKind = Frozen<Static<typeof TaskKindSchema>>;
export type StationPlan = Frozen<Static<typeof PlanSchema>>;

export const centreOf = ({ x, y, w, h }: Rect): { x: number; y: number } => ({
  x: x + Math.trunc(w / 2),
  y: y + Math.trunc(h / 2),
});
export const contains = ({ x, y, w, h }: Rect, px: number, py: number): boolean =>
  px >= x && px <= x + w && py >= y && py <= y + h;

// ---------------------------------------------------------------- notation

export const room = (
  id: string,
  name: string,
  x: number,
  y: number,
  w: number,
  h: number,
  ...aliases: string[]
): StationPlace => ({ id, name, kind: "room", x, y, w, h, aliases });
export const hallway = (id: string, name: string, x: number, y: number, w: number, h: number): StationPlace => ({
  id,
  name,
  kind: "hallway",
  x,
  y,
  w,
  h,
  aliases: [],
});

/** An opening 160 wide in a horizontal wall, around x. */
export const lying = (a: string, b: string, x: number, y: number, door: string | null = null): Portal => ({
  id: `door_${a}_${b}`,
  between: [a, b],
  x1: x - 80,
  y1: y,
  x2: x + 80,
  y2: y,
  door,
});
/** An opening in an upright wall, around y. */
export const upright = (
  a: string,
  b: string,
  x: number,
  y: number,
  half: number,
  door: string | null = null,
): Portal => ({ id: `door_${a}_${b}`, between: [a, b], x1: x, y1: y - half, x2: x, y2: y + half, door });

export const site = (kind: Site["kind"], id: string, place: string, name: string, x: number, y: number): Site => ({
  id,
  kind,
  place,
  name,
  x,
  y,
});
export const task = (what: string, place: string, name: string, x: number, y: number): Site =>
  site("task", `task_${what}_${place}`, place, name, x, y);
export const vent = (place: string, x: number, y: number): Site => site("vent", `vent_${place}`, place, "vent", x, y);

export const step = (site: string, ticks: number, more: Omit<TaskStep, "site" | "ticks"> = {}): TaskStep => ({
  site,
  ticks,
  ...more,
});
export const kind = (id: string, of: TaskClass, name: string, ...steps: TaskStep[]): TaskKind => ({
  id,
  name,
  class: of,
  steps,
});
