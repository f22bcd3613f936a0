// What an author can ask of a house, and words that depend on it. Whether it holds is decided in `rules/conditions.ts`.
import { type Static, Type } from "@orrery/kernel";
import { an } from "./role.ts";
import { Count, closed, LIMITS, objectsOf, Prose, Sayings } from "./text.ts";

const several = Type.Array(Type.Ref("Condition"), { minItems: 1, maxItems: 20 });

/** What must be so, as it is written and kept. In a room: lying there or in something there, not carried. */
export const CONDITION_FORMS = [
  { thing: an.thing, heldBy: an.person },
  { thing: an.wearable, wornBy: an.person },
  { thing: an.thing, in: an.place },
  { thing: an.thing, on: an.supporter },
  { thing: an.container, open: Type.Boolean() },
  { thing: an.light, lit: Type.Boolean() },
  { thing: an.thing, hidden: Type.Boolean() },
  { person: an.person, at: an.room },
  { door: an.door, open: Type.Boolean() },
  { door: an.door, locked: Type.Boolean() },
  { flag: an.flag, is: Type.Boolean() },
  { counter: an.counter, is: Count },
  { counter: an.counter, atLeast: Count },
  { counter: an.counter, atMost: Count },
  /** So many turns have passed since the opening. */
  { turns: Count },
  { fired: an.rule },
  { person: an.person, knows: an.topic },
  { person: an.led, follows: an.person },
  { cast: an.cast, is: an.any },
  { all: several },
  { any: several },
  { not: Type.Ref("Condition") },
] as const;

export const ConditionSchema = Type.Cyclic({ Condition: Type.Union(objectsOf(CONDITION_FORMS)) }, "Condition");

export type Condition = Static<typeof ConditionSchema>;

/** Words that take the place of others while a condition holds: the first that has them wins. */
export const ChangesSchema = Type.Array(
  Type.Object(
    {
      when: ConditionSchema,
      description: Type.Optional(Prose),
      appearance: Type.Optional(Prose),
      text: Type.Optional(Prose),
      answers: Type.Optional(Sayings),
      smell: Type.Optional(Prose),
    },
    closed,
  ),
  { maxItems: LIMITS.changes },
);

/** Parts with words that may change. */
export type WordedKey = "description" | "appearance" | "text" | "answers" | "smell";
