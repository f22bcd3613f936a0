// A house as its author wrote it: the contract of its configuration.
import { type Static, Type } from "@orrery/kernel";
import { PersonSchema, TopicSchema } from "./person.ts";
import { EndingSchema, HintSchema, RuleSchema } from "./rule.ts";
import { StandingSchema } from "./ruling.ts";
import { Count, closed, Id, Name, Prose } from "./text.ts";
import { DoorSchema, RoomSchema, ThingSchema } from "./thing.ts";
import { QuestionsSchema, VerbSchema } from "./verb.ts";

/** How the story wants to be told. Phrases are the template narrator's; the rest is for narrators with words of their own. */
const StyleSchema = Type.Object(
  {
    voice: Type.Optional(Type.String({ maxLength: 500 })),
    person: Type.Optional(Type.Enum(["first", "second", "third"])),
    tense: Type.Optional(Type.Enum(["present", "past"])),
    phrases: Type.Optional(Type.Record(Name, Type.Array(Prose, { minItems: 1, maxItems: 20 }))),
  },
  closed,
);

export type Style = Static<typeof StyleSchema>;

/** A time of day, as `9:05` or `21:40`. */
export const HOUR_PATTERN = "^([01]?[0-9]|2[0-3]):[0-5][0-9]$";
/** The time of day at the beginning, and the one that so many turns lead to. */
export const ClockSchema = Type.Object(
  {
    from: Type.String({ pattern: HOUR_PATTERN }),
    to: Type.String({ pattern: HOUR_PATTERN }),
    turns: Type.Integer({ minimum: 1, maximum: 100_000 }),
  },
  closed,
);
export type Clock = Static<typeof ClockSchema>;

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
    /** What can be so or not; in a state, as it is now. */
    flags: Type.Optional(Type.Record(Id, Type.Boolean(), closed)),
    counters: Type.Optional(Type.Record(Id, Count, closed)),
    /** Parts that chance gives to one of several people or things at the opening. */
    casts: Type.Optional(Type.Record(Id, Type.Array(Id, { minItems: 1, maxItems: 50 }), closed)),
    topics: Type.Optional(Type.Record(Id, TopicSchema, closed)),
    verbs: Type.Optional(Type.Record(Id, VerbSchema, closed)),
    questions: Type.Optional(QuestionsSchema),
    rules: Type.Optional(Type.Array(RuleSchema, { maxItems: 1000 })),
    hints: Type.Optional(Type.Array(HintSchema, { maxItems: 200 })),
    style: Type.Optional(StyleSchema),
    /** Everybody knows what time it is. */
    clock: Type.Optional(ClockSchema),
    rulings: Type.Optional(Type.Array(StandingSchema, { maxItems: 500 })),
    /** Whether somebody sits as game master and rules on attempts; else the house does. */
    gamemaster: Type.Optional(Type.Boolean()),
  },
  closed,
);

export type HouseConfig = Static<typeof HouseConfigSchema>;
