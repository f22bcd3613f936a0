// What an author can ask of a house, and words that depend on it. Whether it holds is decided in `rules/conditions.ts`.
import { type Static, Type } from "@orrery/kernel";
import { Count, closed, Id, LIMITS, Prose, Sayings } from "./text.ts";

/** What must be so. In a room: lying there or in something there, not carried. */
export const ConditionSchema = Type.Cyclic(
  {
    Condition: Type.Union([
      Type.Object({ thing: Id, heldBy: Id }, closed),
      Type.Object({ thing: Id, wornBy: Id }, closed),
      Type.Object({ thing: Id, in: Id }, closed),
      Type.Object({ thing: Id, on: Id }, closed),
      Type.Object({ thing: Id, open: Type.Boolean() }, closed),
      Type.Object({ thing: Id, lit: Type.Boolean() }, closed),
      Type.Object({ thing: Id, hidden: Type.Boolean() }, closed),
      Type.Object({ person: Id, at: Id }, closed),
      Type.Object({ door: Id, open: Type.Boolean() }, closed),
      Type.Object({ door: Id, locked: Type.Boolean() }, closed),
      Type.Object({ flag: Id, is: Type.Boolean() }, closed),
      Type.Object({ counter: Id, is: Count }, closed),
      Type.Object({ counter: Id, atLeast: Count }, closed),
      Type.Object({ counter: Id, atMost: Count }, closed),
      /** So many turns have passed since the opening. */
      Type.Object({ turns: Count }, closed),
      Type.Object({ fired: Id }, closed),
      Type.Object({ person: Id, knows: Id }, closed),
      Type.Object({ person: Id, follows: Id }, closed),
      Type.Object({ cast: Id, is: Id }, closed),
      Type.Object({ all: Type.Array(Type.Ref("Condition"), { minItems: 1, maxItems: 20 }) }, closed),
      Type.Object({ any: Type.Array(Type.Ref("Condition"), { minItems: 1, maxItems: 20 }) }, closed),
      Type.Object({ not: Type.Ref("Condition") }, closed),
    ]),
  },
  "Condition",
);

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
export type Worded = "description" | "appearance" | "text" | "answers" | "smell";
