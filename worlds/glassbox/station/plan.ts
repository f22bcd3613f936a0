// A station as data: rooms, hallways, doors, sites, vents, cameras, panels and tasks in integer units. Says nothing of whether it holds together.
import { type Static, Type } from "@orrery/kernel";
import { SYSTEMS, type System } from "../sabotages/index.ts";

const closed = { additionalProperties: false } as const;
const Id = Type.String({ pattern: "^[a-z][a-z0-9_]{0,39}$" });
const Name = Type.String({
  minLength: 1,
  maxLength: 40,
  pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028-\\u202e\\u2066-\\u2069]*$",
});
/** Coordinates are in units of which a crew member walks 25 a tick at speed 100 %. x runs right, y runs down. */
const Coordinate = Type.Integer({ minimum: 0, maximum: 10_000 });
const box = { x: Coordinate, y: Coordinate, w: Coordinate, h: Coordinate } as const;
const Panels = Type.Array(Id, { minItems: 1, maxItems: 4 });
const Ticks = Type.Integer({ minimum: 1, maximum: 6000 });

/** A rectangle to walk in: a room, or one straight leg of a hallway. Inside one of them everything is in line of sight. */
const PlaceSchema = Type.Object(
  {
    id: Id,
    name: Name,
    kind: Type.Enum(["room", "hallway"]),
    ...box,
    /** Other words for it. */
    aliases: Type.Array(Name, { maxItems: 8 }),
  },
  closed,
);
/** An opening between two places: an axis-parallel segment of the border that both share. */
const PortalSchema = Type.Object(
  {
    id: Id,
    between: Type.Tuple([Id, Id]),
    x1: Coordinate,
    y1: Coordinate,
    x2: Coordinate,
    y2: Coordinate,
    /** The room of the door sabotage that closes it; null if it cannot be closed. */
    door: Type.Union([Id, Type.Null()]),
  },
  closed,
);
export const SITE_KINDS = ["task", "vent", "button", "cameras", "admin", "vitals", "panel"] as const;
/** Something at a spot: within use range of it a player may interact. */
const SiteSchema = Type.Object(
  { id: Id, kind: Type.Enum([...SITE_KINDS]), place: Id, name: Name, x: Coordinate, y: Coordinate },
  closed,
);
const TaskStepSchema = Type.Object(
  {
    site: Id,
    /** How long the hands are busy, in ticks. */
    ticks: Ticks,
    /** After this step the next one cannot be begun for so many ticks. */
    wait: Type.Optional(Ticks),
    /** With visual tasks on, witnesses know that it is real. */
    visual: Type.Optional(Type.Literal(true)),
    /** Only one player at a time. */
    alone: Type.Optional(Type.Literal(true)),
  },
  closed,
);
export const TASK_CLASSES = ["common", "long", "short"] as const;
export type TaskClass = (typeof TASK_CLASSES)[number];
/** One kind of task. Steps are done in order, each at its site. */
const TaskKindSchema = Type.Object(
  {
    id: Id,
    name: Name,
    class: Type.Enum([...TASK_CLASSES]),
    steps: Type.Array(TaskStepSchema, { minItems: 1, maxItems: 8 }),
    /** So many of the steps are dealt, chosen by dice and done in the order listed; absent: all. */
    deal: Type.Optional(Type.Integer({ minimum: 1, maximum: 8 })),
  },
  closed,
);
const CameraSchema = Type.Object({ id: Id, place: Id, ...box }, closed);

export const PlanSchema = Type.Object(
  {
    name: Name,
    /** The room with the button, in which everybody meets. */
    hub: Id,
    places: Type.Array(PlaceSchema, { minItems: 2, maxItems: 60 }),
    portals: Type.Array(PortalSchema, { minItems: 1, maxItems: 120 }),
    sites: Type.Array(SiteSchema, { minItems: 1, maxItems: 200 }),
    /** Where each sabotage is mended. */
    panels: Type.Object(
      Object.fromEntries(SYSTEMS.map((system) => [system, Panels])) as Record<System, typeof Panels>,
      closed,
    ),
    /** Vents that are joined by ducts, in networks; from each one every other of its network is one crawl away. */
    ventNetworks: Type.Array(Type.Array(Id, { minItems: 1, maxItems: 12 }), { maxItems: 12 }),
    /** What each camera shows. */
    cameras: Type.Array(CameraSchema, { maxItems: 12 }),
    tasks: Type.Array(TaskKindSchema, { minItems: 1, maxItems: 80 }),
  },
  closed,
);

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
export type Place = Frozen<Static<typeof PlaceSchema>>;
export type Portal = Frozen<Static<typeof PortalSchema>>;
export type Site = Frozen<Static<typeof SiteSchema>>;
export type TaskStep = Frozen<Static<typeof TaskStepSchema>>;
export type TaskKind = Frozen<Static<typeof TaskKindSchema>>;
export type Camera = Frozen<Static<typeof CameraSchema>>;
export type Plan = Frozen<Static<typeof PlanSchema>>;

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
): Place => ({ id, name, kind: "room", x, y, w, h, aliases });
export const hallway = (id: string, name: string, x: number, y: number, w: number, h: number): Place => ({
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
