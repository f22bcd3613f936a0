// Attempts and what is ruled on them, as data.
import { type Static, Type } from "@orrery/kernel";
import { ConditionSchema } from "./condition.ts";
import { EffectSchema } from "./rule.ts";
import { closed, Id, LIMITS } from "./text.ts";

/** Ways of attempting what no rule of the house knows. */
export const APPROACHES = [
  "force",
  "pick",
  "break",
  "cut",
  "burn",
  "climb",
  "jump",
  "shift",
  "dig",
  "search",
  "listen",
  "knock",
  "distract",
  "persuade",
  "threaten",
  "attack",
  "hide",
  "throw",
  "improvise",
  "other",
] as const;

export type Approach = (typeof APPROACHES)[number];

const Turning = Type.Object(
  { tell: Type.String({ maxLength: 1000 }), do: Type.Array(EffectSchema, { maxItems: 8 }) },
  closed,
);

/** What comes of an attempt. Where it is not `possible`, `failure` says why. */
export const RulingSchema = Type.Object(
  {
    possible: Type.Boolean(),
    /** What can be won and lost, in a sentence. */
    stakes: Type.String({ maxLength: 300 }),
    /** What a die of twenty must come to at least; 0 for what cannot fail. */
    difficulty: Type.Integer({ minimum: 0, maximum: 20 }),
    /** Extra turns that the attempt costs, on success and on failure. */
    turns: Type.Integer({ minimum: 0, maximum: 5 }),
    success: Turning,
    failure: Turning,
  },
  closed,
);

export type Ruling = Static<typeof RulingSchema>;

export const AttemptSchema = Type.Object(
  {
    who: Id,
    how: Type.Enum(APPROACHES),
    target: Type.Union([Id, Type.Null()]),
    with: Type.Union([Id, Type.Null()]),
    words: Type.Union([Type.String({ maxLength: LIMITS.said }), Type.Null()]),
  },
  closed,
);

export type Attempt = Static<typeof AttemptSchema>;

/** What an author has ruled beforehand: the first that fits is taken, under every game master. Null stands for anything. */
export const StandingSchema = Type.Object(
  {
    id: Id,
    how: Type.Enum(APPROACHES),
    target: Type.Union([Id, Type.Null()]),
    with: Type.Union([Id, Type.Null()]),
    when: Type.Optional(ConditionSchema),
    ruling: RulingSchema,
  },
  closed,
);

export type RulingStanding = Static<typeof StandingSchema>;

export const OUTCOMES = ["success", "failure", "impossible"] as const;

export type RulingOutcome = (typeof OUTCOMES)[number];

export const RULERS = ["author", "precedent", "gamemaster", "house"] as const;

export type Ruler = (typeof RULERS)[number];

/** A ruling as it was given: the same attempt in the same circumstances is answered with it, and comes to the same. */
export const PrecedentSchema = Type.Object(
  {
    attempt: AttemptSchema,
    circumstances: Type.String({ maxLength: 1000 }),
    ruling: RulingSchema,
    roll: Type.Union([Type.Integer({ minimum: 1, maximum: 20 }), Type.Null()]),
    outcome: Type.Enum(OUTCOMES),
    by: Type.Enum(RULERS),
    /** How often it was followed since. */
    followed: Type.Integer({ minimum: 0 }),
  },
  closed,
);

export type Precedent = Static<typeof PrecedentSchema>;
