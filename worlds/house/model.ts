// What a house is made of: the contract of its configuration and of its state. Plain data; nothing here decides anything.
import { type Static, Type } from "@orrery/kernel";

export const LIMITS = { id: 60, name: 80, text: 4000, said: 500, items: 2000, aliases: 20 } as const;

const closed = { additionalProperties: false } as const;
export const Id = Type.String({ pattern: "^[a-z][a-z0-9_-]*$", maxLength: LIMITS.id });
const Name = Type.String({ minLength: 1, maxLength: LIMITS.name });
const Prose = Type.String({ maxLength: LIMITS.text });
const Names = Type.Array(Name, { maxItems: LIMITS.aliases });
/** Where the author put it among its like: objects lose their order in canonical text, prose must not. */
const Rank = Type.Integer({ minimum: 0 });

/** The one place of a thing. Rooms and containers have an inside, supporters a top, people hands and pockets. */
export const PlacementSchema = Type.Union([
  Type.Object({ in: Id }, closed),
  Type.Object({ on: Id }, closed),
  Type.Object({ heldBy: Id }, closed),
]);

const spoken = {
  rank: Rank,
  /** As it stands after "the"; one that begins with a capital is a proper name and takes no article. */
  name: Name,
  aliases: Names,
  adjectives: Names,
  description: Prose,
};

const LockSchema = Type.Object({ locked: Type.Boolean(), keys: Type.Array(Id) }, closed);

const ExitSchema = Type.Object({ direction: Name, to: Id, door: Type.Union([Id, Type.Null()]) }, closed);

const RoomSchema = Type.Object(
  { ...spoken, dark: Type.Boolean(), exits: Type.Array(ExitSchema, { maxItems: 40 }) },
  closed,
);

const DoorSchema = Type.Object(
  { ...spoken, open: Type.Boolean(), lock: Type.Union([LockSchema, Type.Null()]) },
  closed,
);

const ThingSchema = Type.Object(
  {
    ...spoken,
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
    lock: Type.Union([LockSchema, Type.Null()]),
    light: Type.Union([Type.Object({ on: Type.Boolean(), switch: Type.Boolean() }, closed), Type.Null()]),
    /** What is written on it. */
    text: Type.Union([Prose, Type.Null()]),
  },
  closed,
);

export const PRONOUNS = ["she", "he", "they", "it"] as const;

const Line = Type.Union([Prose, Type.Null()]);

const PersonSchema = Type.Object(
  {
    ...spoken,
    pronouns: Type.Enum(PRONOUNS),
    appearance: Line,
    /** The room this person stands in. */
    at: Id,
    /** What others see while this person holds it; everything else is in pockets. */
    openly: Type.Array(Id),
    /** Handed over to whoever asks, and taken back. */
    lends: Type.Array(Type.Object({ thing: Id, says: Line }, closed)),
    /** Taken when offered, and what is given for it. `asks` is said to whoever asks for it without paying. */
    trades: Type.Array(
      Type.Object({ wants: Id, gives: Type.Union([Id, Type.Null()]), says: Line, asks: Line }, closed),
    ),
    /** Said to whoever asks or offers in vain. */
    declines: Line,
    /** Said in return to whoever speaks to this person. Words only: it does nothing. */
    answers: Line,
  },
  closed,
);

/** What must be so. In a room: lying there or in something there, not carried. */
export const ConditionSchema = Type.Cyclic(
  {
    Condition: Type.Union([
      Type.Object({ thing: Id, heldBy: Id }, closed),
      Type.Object({ thing: Id, in: Id }, closed),
      Type.Object({ thing: Id, on: Id }, closed),
      Type.Object({ thing: Id, open: Type.Boolean() }, closed),
      Type.Object({ thing: Id, lit: Type.Boolean() }, closed),
      Type.Object({ person: Id, at: Id }, closed),
      Type.Object({ door: Id, open: Type.Boolean() }, closed),
      Type.Object({ door: Id, locked: Type.Boolean() }, closed),
      Type.Object({ all: Type.Array(Type.Ref("Condition"), { minItems: 1, maxItems: 20 }) }, closed),
      Type.Object({ any: Type.Array(Type.Ref("Condition"), { minItems: 1, maxItems: 20 }) }, closed),
      Type.Object({ not: Type.Ref("Condition") }, closed),
    ]),
  },
  "Condition",
);

export const TONES = ["won", "lost", "neutral"] as const;

const EndingSchema = Type.Object(
  {
    id: Id,
    tone: Type.Enum(TONES),
    title: Name,
    text: Prose,
    when: ConditionSchema,
  },
  closed,
);

export const HouseConfigSchema = Type.Object(
  {
    title: Name,
    opening: Prose,
    /** What is said of a room without light. */
    darkness: Prose,
    /** Who is played, in turn order. */
    players: Type.Array(Id, { minItems: 1, maxItems: 12 }),
    rooms: Type.Record(Id, RoomSchema, closed),
    doors: Type.Record(Id, DoorSchema, closed),
    things: Type.Record(Id, ThingSchema, closed),
    people: Type.Record(Id, PersonSchema, closed),
    /** The first that holds is the one that happens. */
    endings: Type.Array(EndingSchema, { maxItems: 50 }),
  },
  closed,
);

export type Placement = Static<typeof PlacementSchema>;
export type Lock = Static<typeof LockSchema>;
export type Room = Static<typeof RoomSchema>;
export type Door = Static<typeof DoorSchema>;
export type Thing = Static<typeof ThingSchema>;
export type Person = Static<typeof PersonSchema>;
export type Ending = Static<typeof EndingSchema>;
export type Condition = Ending["when"];
export type Pronouns = (typeof PRONOUNS)[number];
export type Tone = (typeof TONES)[number];
export type HouseConfig = Static<typeof HouseConfigSchema>;

/** The house as it stands. `turn` is the player who is asked; `acted` says that this player has used the turn. */
export interface HouseState extends HouseConfig {
  readonly turn: string;
  readonly acted: boolean;
  readonly ended: string | null;
}

/** Own properties only: an id from outside may be "toString". */
export const own = <T>(record: Readonly<Record<string, T>>, id: string): T | undefined =>
  Object.hasOwn(record, id) ? record[id] : undefined;

/** The id that a placement names. */
export const placeOf = (at: Placement): string => ("in" in at ? at.in : "on" in at ? at.on : at.heldBy);

/** In the author's order, whatever order the object has come to have. */
export function ranked<T extends { readonly rank: number }>(record: Readonly<Record<string, T>>): [string, T][] {
  return Object.entries(record).sort(([a, x], [b, y]) => x.rank - y.rank || (a < b ? -1 : 1));
}
