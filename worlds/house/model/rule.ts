// An author's rules as data: what sets them off and what they do; endings and hints.
import { type Static, Type } from "@orrery/kernel";
import { ConditionSchema } from "./condition.ts";
import { ACTS } from "./person.ts";
import { Count, closed, Id, LIMITS, Name, Prose } from "./text.ts";
import { PlacementSchema } from "./thing.ts";

export const TONES = ["won", "lost", "neutral"] as const;

export type Tone = (typeof TONES)[number];

export const EndingSchema = Type.Object(
  {
    id: Id,
    tone: Type.Enum(TONES),
    title: Name,
    text: Prose,
    /** Absent where only a rule brings it about. */
    when: Type.Optional(ConditionSchema),
  },
  closed,
);

export type Ending = Static<typeof EndingSchema>;

/** In place of an id: a rule is set off by this deed, no matter by whom. */
export const ANYONE = "anyone";

/** `act` is done to `target` (for `go` the room that is entered) with `other` (a key, a tool, a person, a place), by a player unless `by`. */
const TriggerSchema = Type.Union([
  Type.Object(
    {
      act: Type.Enum(ACTS),
      target: Type.Union([Id, Type.Null()]),
      other: Type.Union([Id, Type.Null()]),
      by: Type.Union([Id, Type.Null()]),
      /** For `say`: words that must be among those said. */
      words: Type.Optional(Prose),
    },
    closed,
  ),
  /** A verb of the author's own. */
  Type.Object(
    {
      verb: Id,
      target: Type.Union([Id, Type.Null()]),
      other: Type.Union([Id, Type.Null()]),
      by: Type.Union([Id, Type.Null()]),
      number: Type.Optional(Type.Number()),
      words: Type.Optional(Prose),
    },
    closed,
  ),
  /** When so many turns have passed. */
  Type.Object({ after: Type.Integer({ minimum: 1, maximum: LIMITS.count }) }, closed),
  /** Again whenever so many more have passed. */
  Type.Object({ every: Type.Integer({ minimum: 1, maximum: LIMITS.count }) }, closed),
  /** After another rule has fired. */
  Type.Object({ rule: Id }, closed),
]);

export type Trigger = Static<typeof TriggerSchema>;

export const MOODS = ["distracted", "open", "cold"] as const;

export type Mood = (typeof MOODS)[number];

export const EffectSchema = Type.Union([
  /** One of the texts, to everyone in a room; without `in` where the rule was set off, or to everyone when nobody did. */
  Type.Object(
    { tell: Type.Array(Prose, { minItems: 1, maxItems: 20 }), in: Type.Optional(Id), everywhere: Type.Boolean() },
    closed,
  ),
  Type.Object({ person: Id, says: Prose }, closed),
  Type.Object({ person: Id, goes: Id }, closed),
  /** Goes where somebody goes from now on; stays where they are, or is their own again. */
  Type.Object({ person: Id, follows: Id }, closed),
  Type.Object({ person: Id, stays: Type.Boolean() }, closed),
  Type.Object({ move: Id, at: PlacementSchema }, closed),
  Type.Object({ set: Id, open: Type.Boolean() }, closed),
  Type.Object({ set: Id, locked: Type.Boolean() }, closed),
  Type.Object({ set: Id, lit: Type.Boolean() }, closed),
  Type.Object({ set: Id, dark: Type.Boolean() }, closed),
  Type.Object({ reveal: Id }, closed),
  Type.Object({ hide: Id }, closed),
  Type.Object({ flag: Id, is: Type.Boolean() }, closed),
  Type.Object({ counter: Id, add: Count }, closed),
  Type.Object({ counter: Id, to: Count }, closed),
  Type.Object({ end: Id }, closed),
  /** Broken for good: a lock no longer locks, a lid no longer shuts, a lamp no longer burns. */
  Type.Object({ break: Id }, closed),
  /** Heard in the rooms next to one, or to where it was set off: "a crash". */
  Type.Object({ noise: Name, in: Type.Optional(Id) }, closed),
  Type.Object({ hurt: Id, by: Type.Integer({ minimum: 1, maximum: 3 }) }, closed),
  /** For so many turns: `distracted` notices nothing, `open` hides nothing, `cold` says nothing. */
  Type.Object({ person: Id, mood: Type.Enum(MOODS), turns: Type.Integer({ minimum: 1, maximum: 100 }) }, closed),
  /** Somebody gets to know who is in another room, by eye or by ear. */
  Type.Object({ glimpse: Id, to: Id, by: Type.Enum(["sight", "sound"]) }, closed),
]);

export type Effect = Static<typeof EffectSchema>;

/** Without `on` it fires the first time that `when` holds, and never again. */
export const RuleSchema = Type.Object(
  {
    id: Id,
    on: Type.Union([TriggerSchema, Type.Null()]),
    when: Type.Optional(ConditionSchema),
    once: Type.Boolean(),
    do: Type.Array(EffectSchema, { minItems: 1, maxItems: LIMITS.effects }),
  },
  closed,
);

export type Rule = Static<typeof RuleSchema>;

/** Given in order, from a nudge to the answer, while `when` holds. */
export const HintSchema = Type.Object(
  { id: Id, when: Type.Optional(ConditionSchema), steps: Type.Array(Prose, { minItems: 1, maxItems: 5 }) },
  closed,
);

export type Hint = Static<typeof HintSchema>;
