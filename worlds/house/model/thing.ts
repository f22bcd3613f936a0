// Things, doors and rooms as data: where they are, what they are made of, what can be done to them.
import { type Static, Type } from "@orrery/kernel";
import { ChangesSchema, ConditionSchema } from "./condition.ts";
import { closed, Id, Name, Names, Prose, Rank } from "./text.ts";

/** The one place of a thing. Rooms and containers have an inside, supporters a top, people hands and pockets. */
export const PlacementSchema = Type.Union([
  Type.Object({ in: Id }, closed),
  Type.Object({ on: Id }, closed),
  Type.Object({ heldBy: Id }, closed),
]);

export type Placement = Static<typeof PlacementSchema>;

/** The id that a placement names. */
export const placeOf = (at: Placement): string => ("in" in at ? at.in : "on" in at ? at.on : at.heldBy);

export const spoken = {
  rank: Rank,
  /** As it stands after "the"; one that begins with a capital is a proper name and takes no article. */
  name: Name,
  aliases: Names,
  adjectives: Names,
  description: Prose,
  /** Told when somebody smells it. */
  smell: Type.Optional(Prose),
  /** Verbs of the author's that rules wait for here. */
  verbs: Type.Optional(Type.Array(Id)),
  changes: Type.Optional(ChangesSchema),
};

/** What a thing is made of, and what it is good for beside its own use: a game master goes by it. The reader of a file fills gaps from the thing's name. */
export const MATERIALS = ["glass", "clay", "paper", "cloth", "wicker", "wood", "oak", "metal", "stone"] as const;

export type Material = (typeof MATERIALS)[number];

export const TAGS = ["thin", "sharp", "lever", "heavy", "spade", "noisy", "climbable", "fragile"] as const;

export type Tag = (typeof TAGS)[number];

/** How a thing answers to force: `never` is the author's last word. */
export const YIELDS = ["easily", "hard", "never"] as const;

const nature = {
  material: Type.Optional(Type.Enum(MATERIALS)),
  tags: Type.Optional(Type.Array(Type.Enum(TAGS), { maxItems: TAGS.length })),
  yields: Type.Optional(Type.Enum(YIELDS)),
  broken: Type.Optional(Type.Boolean()),
};

const LockSchema = Type.Object({ locked: Type.Boolean(), keys: Type.Array(Id) }, closed);

export type Lock = Static<typeof LockSchema>;

/** `when`: there is such a way only while this holds. */
const ExitSchema = Type.Object(
  {
    direction: Name,
    to: Id,
    door: Type.Union([Id, Type.Null()]),
    when: Type.Optional(ConditionSchema),
    /** Other words for this way: "stairs", "ladder". */
    called: Type.Optional(Names),
    /** Where it leads is plain to all who see it. */
    known: Type.Optional(Type.Boolean()),
  },
  closed,
);

/** What may be done to a thing beside what every house knows: plain handling; the author's rules give it effects. */
export const USES = [
  "use",
  "push",
  "pull",
  "turn",
  "wind",
  "ring",
  "fill",
  "clean",
  "mend",
  "break",
  "cut",
  "dig",
  "tie",
  "burn",
  "eat",
  "drink",
  "touch",
  "knock",
  "climb",
  "sit",
  "lie",
  "enter",
  "play",
  "dial",
] as const;

export type Use = (typeof USES)[number];

/** Uses after which somebody is on or in a thing, until they get up. */
export const POSES = ["sit", "lie", "enter"] as const satisfies readonly Use[];

export type Pose = (typeof POSES)[number];

export const isPose = (how: Use): how is Pose => (POSES as readonly Use[]).includes(how);

const Uses = Type.Optional(Type.Array(Type.Enum(USES), { maxItems: USES.length }));

export const RoomSchema = Type.Object(
  {
    ...spoken,
    dark: Type.Boolean(),
    exits: Type.Array(ExitSchema, { maxItems: 40 }),
    /** Rooms that one looks into from here, and sees what is done there. */
    overlooks: Type.Optional(Type.Array(Id, { maxItems: 40 })),
  },
  closed,
);

export type Room = Static<typeof RoomSchema>;

export const DoorSchema = Type.Object(
  { ...spoken, ...nature, open: Type.Boolean(), lock: Type.Union([LockSchema, Type.Null()]), uses: Uses },
  closed,
);

export type Door = Static<typeof DoorSchema>;

export const ThingSchema = Type.Object(
  {
    ...spoken,
    ...nature,
    /** Said in place of "a" or "an"; empty for none. */
    article: Type.Optional(Type.String({ maxLength: 20 })),
    plural: Type.Boolean(),
    /** How it shows itself in its first place, until somebody moves it. */
    appearance: Type.Union([Prose, Type.Null()]),
    moved: Type.Boolean(),
    at: PlacementSchema,
    /** Cannot be carried. */
    fixed: Type.Boolean(),
    /** Named by its room's description, so that no list names it again. */
    scenery: Type.Boolean(),
    container: Type.Union([
      Type.Object({ open: Type.Boolean(), lid: Type.Boolean(), transparent: Type.Boolean() }, closed),
      Type.Null(),
    ]),
    supporter: Type.Boolean(),
    /** Belongs to what it is on, which need be no supporter: seen wherever that is seen, and carried with it. */
    part: Type.Optional(Type.Literal(true)),
    lock: Type.Union([LockSchema, Type.Null()]),
    light: Type.Union([Type.Object({ on: Type.Boolean(), switch: Type.Boolean() }, closed), Type.Null()]),
    /** What is written on it. */
    text: Type.Union([Prose, Type.Null()]),
    uses: Uses,
    wearable: Type.Optional(Type.Boolean()),
    /** Worn by its holder; seen by all, and taken off before it is put down. */
    worn: Type.Optional(Type.Boolean()),
    /** Topics that one hears of by reading it. */
    teaches: Type.Optional(Type.Array(Id)),
    /** Everyone has heard of it, so that it can be spoken of before it is seen. */
    known: Type.Optional(Type.Literal(true)),
    /** Nobody senses it, nor what is in and on it, until a rule reveals it. */
    hidden: Type.Optional(Type.Boolean()),
    /** Hidden by another thing until somebody looks there, or takes that away. */
    beneath: Type.Optional(Type.Object({ thing: Id, how: Type.Enum(["under", "behind"]) }, closed)),
  },
  closed,
);

export type Thing = Static<typeof ThingSchema>;
