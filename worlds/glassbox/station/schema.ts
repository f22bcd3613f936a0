// The contract of a station: what a plan from outside must look like, and how settings name one. Apart from the plan, so that a page which only draws stations loads no schemas.
import { Type } from "@orrery/kernel";
import { SYSTEMS, type System } from "../sabotages/index.ts";
import { SITE_KINDS, STATION_NAMES, type StationPlan, TASK_CLASSES } from "./plan.ts";

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
export const PlaceSchema = Type.Object(
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
export const PortalSchema = Type.Object(
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
/** Something at a spot: within use range of it a player may interact. */
export const SiteSchema = Type.Object(
  { id: Id, kind: Type.Enum([...SITE_KINDS]), place: Id, name: Name, x: Coordinate, y: Coordinate },
  closed,
);
export const TaskStepSchema = Type.Object(
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
/** One kind of task. Steps are done in order, each at its site. */
export const TaskKindSchema = Type.Object(
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
export const CameraSchema = Type.Object({ id: Id, place: Id, ...box }, closed);

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

/** A shipped station by name, or a plan of one's own. */
export const StationSchema = Type.Union([Type.Enum([...STATION_NAMES]), Type.Unsafe<StationPlan>(PlanSchema)]);
