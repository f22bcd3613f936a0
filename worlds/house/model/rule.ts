// An author's rules as data: what sets them off and what they do; endings and hints.
import { type Static, Type } from "@orrery/kernel";
import { ConditionSchema } from "./condition.ts";
import { ACTS } from "./person.ts";
import { an, maybeRoom } from "./role.ts";
import { Count, closed, Id, LIMITS, Name, objectsOf, Prose } from "./text.ts";
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

/** Effects that are kept as they are written. */
const PLAIN_EFFECTS = [
  { person: an.person, says: Prose },
  { person: an.person, goes: an.room },
  /** Goes where somebody goes from now on; stays where they are, or is their own again. */
  { person: an.led, follows: an.person },
  { person: an.led, stays: Type.Boolean() },
  { set: an.opens, open: Type.Boolean() },
  { set: an.locks, locked: Type.Boolean() },
  { set: an.light, lit: Type.Boolean() },
  { set: an.room, dark: Type.Boolean() },
  { reveal: an.thing },
  { hide: an.thing },
  { flag: an.flag, is: Type.Boolean() },
  { counter: an.counter, add: Count },
  { counter: an.counter, to: Count },
  { end: an.ending },
  /** Broken for good: a lock no longer locks, a lid no longer shuts, a lamp no longer burns. */
  { break: an.object },
  /** Heard in the rooms next to one, or to where it was set off: "a crash". */
  { noise: Name, in: maybeRoom },
  { hurt: an.person, by: Type.Integer({ minimum: 1, maximum: 3 }) },
  /** For so many turns: `distracted` notices nothing, `open` hides nothing, `cold` says nothing. */
  { person: an.person, mood: Type.Enum(MOODS), turns: Type.Integer({ minimum: 1, maximum: 100 }) },
  /** Somebody gets to know who is in another room, by eye or by ear. */
  { glimpse: an.room, to: an.person, by: Type.Enum(["sight", "sound"]) },
] as const;

const Text = Type.String({ minLength: 1, maxLength: LIMITS.text });

/** What a rule does, as it is written: words alone, or a list of which chance takes one; a move beside its place. */
export const EFFECT_FORMS = [
  {
    tell: Type.Union([Text, Type.Array(Text, { minItems: 1, maxItems: 20, title: "texts" })]),
    in: maybeRoom,
    everywhere: Type.Optional(Type.Boolean()),
  },
  { move: an.thing, in: an.place },
  { move: an.thing, on: an.supporter },
  { move: an.portable, heldBy: an.person },
  ...PLAIN_EFFECTS,
] as const;

export const EffectSchema = Type.Union([
  /** One of the texts, to everyone in a room; without `in` where the rule was set off, or to everyone when nobody did. */
  Type.Object(
    { tell: Type.Array(Prose, { minItems: 1, maxItems: 20 }), in: Type.Optional(Id), everywhere: Type.Boolean() },
    closed,
  ),
  Type.Object({ move: Id, at: PlacementSchema }, closed),
  ...objectsOf(PLAIN_EFFECTS),
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
