// People as data: what they hold, say, want, hide and obey, and where they walk; and what there is to talk about.
import { type Static, Type } from "@orrery/kernel";
import { ConditionSchema } from "./condition.ts";
import { closed, Id, LIMITS, Line, Name, Names, Prose, Rank, Sayings } from "./text.ts";
import { spoken, USES } from "./thing.ts";
import { Patterns } from "./verb.ts";

export const PRONOUNS = ["she", "he", "they", "it"] as const;

export type Pronouns = (typeof PRONOUNS)[number];

export const NERVES = ["weak", "steady", "iron"] as const;

/** Replies about a thing or a topic, and the topics that they teach the listener. */
const RepliesSchema = Type.Array(
  Type.Object({ about: Id, when: Type.Optional(ConditionSchema), says: Line, teaches: Type.Array(Id) }, closed),
  { maxItems: 200 },
);

/** What anyone may do and be asked to do, as rules name it. */
const DONE = [
  "go",
  "take",
  "drop",
  "put",
  "open",
  "close",
  "unlock",
  "lock",
  "light",
  "extinguish",
  "give",
  "show",
  "wear",
  "remove",
  "wait",
  ...USES,
] as const;

/** What people can be asked to do. */
export const OBEYED = [...DONE, "follow"] as const;

/** What people do that can set off a rule: acts done at once, and acts that nobody can be asked to do. */
export const ACTS = [
  ...DONE,
  "request",
  "examine",
  "search",
  "read",
  "say",
  "ask",
  "tell",
  "catch",
  "attempt",
] as const;

export type Act = (typeof ACTS)[number];

/** `room`: where they say to have seen it; `says`: their words about anything else. */
const LieSchema = Type.Object(
  {
    about: Id,
    room: Type.Optional(Id),
    says: Type.Optional(Prose),
    when: Type.Optional(ConditionSchema),
    /** Evidence: showing it to the liar, or telling them of it, gives the lie away. */
    betrayedBy: Type.Optional(
      Type.Array(Type.Object({ about: Id, when: Type.Optional(ConditionSchema) }, closed), { maxItems: 50 }),
    ),
    /** Said when caught, and when asked again. */
    admits: Type.Optional(Prose),
  },
  closed,
);

export const PersonSchema = Type.Object(
  {
    ...spoken,
    pronouns: Type.Enum(PRONOUNS),
    appearance: Line,
    /** The room this person stands in. */
    at: Id,
    /** What others see while this person holds it; everything else is in pockets. */
    openly: Type.Array(Id),
    /** Handed over when asked for, and taken back. */
    lends: Type.Array(Type.Object({ thing: Id, says: Line }, closed)),
    /** Taken when offered, and what is given for it. `asks` is said when somebody asks for it without paying, and `teaches` topics. */
    trades: Type.Array(
      Type.Object(
        {
          wants: Id,
          gives: Type.Union([Id, Type.Null()]),
          says: Line,
          asks: Line,
          when: Type.Optional(ConditionSchema),
          teaches: Type.Optional(Type.Array(Id)),
        },
        closed,
      ),
    ),
    /** Said when a request or an offer is declined. */
    declines: Type.Union([Sayings, Type.Null()]),
    /** Said in place of `declines` when this person does not do what they are asked to do. */
    refuses: Type.Optional(Sayings),
    /** What this person does when asked: an act to `target` (for `go` the room) with `other`; null matches anything. */
    obeys: Type.Optional(
      Type.Array(
        Type.Object(
          {
            act: Type.Enum(OBEYED),
            target: Type.Union([Id, Type.Null()]),
            other: Type.Union([Id, Type.Null()]),
            when: Type.Optional(ConditionSchema),
            says: Line,
          },
          closed,
        ),
        { maxItems: 50 },
      ),
    ),
    /** Replies to anybody who speaks to this person. Words only: they do nothing. */
    answers: Type.Union([Sayings, Type.Null()]),
    /** Replies in place of `answers` to words that greet, thank, apologise or take leave. */
    courtesies: Type.Optional(
      Type.Object(
        {
          greeting: Type.Optional(Sayings),
          thanks: Type.Optional(Sayings),
          apology: Type.Optional(Sayings),
          farewell: Type.Optional(Sayings),
        },
        closed,
      ),
    ),
    /** What is said when asked, or told, about a topic or about anything that has an id: the first that holds. */
    topics: Type.Optional(
      Type.Array(
        Type.Object(
          {
            about: Id,
            when: Type.Optional(ConditionSchema),
            says: Line,
            /** Said in place of `says` the second time, the third, and from the last on for good. */
            again: Type.Optional(Type.Array(Prose, { minItems: 1, maxItems: LIMITS.sayings })),
            hears: Line,
            teaches: Type.Array(Id),
            /** Topics that the answer leads on to: heard of by it, and named to the person who asked. */
            leads: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: LIMITS.sayings })),
          },
          closed,
        ),
        { maxItems: 200 },
      ),
    ),
    /** Said when asked about anything else. */
    unaware: Type.Optional(Sayings),
    /** Said when this person sees something rough being tried, and stops it. */
    objects: Type.Optional(Prose),
    /** Where they saw somebody or something last before the story begins. */
    saw: Type.Optional(Type.Array(Type.Object({ about: Id, room: Id }, closed), { maxItems: 100 })),
    /** Ids that this person does not speak of until they are talked round, even when they saw them. */
    hides: Type.Optional(Type.Array(Id, { maxItems: 100 })),
    /** Told in place of the truth, until they are talked round or caught. */
    lies: Type.Optional(Type.Array(LieSchema, { maxItems: 100 })),
    /** Replies when shown or given something: the first that holds. What is named under `given` is kept. */
    shown: Type.Optional(RepliesSchema),
    given: Type.Optional(RepliesSchema),
    /** Rooms that this person goes to by turns, and how many turns each stay takes. */
    route: Type.Optional(
      Type.Object(
        {
          stops: Type.Array(Type.Object({ at: Id, turns: Type.Integer({ minimum: 0, maximum: 10_000 }) }, closed), {
            minItems: 1,
            maxItems: 50,
          }),
          loop: Type.Boolean(),
          when: Type.Optional(ConditionSchema),
          /** Said once wherever the way is barred. */
          blocked: Line,
        },
        closed,
      ),
    ),
    /** How hard this person is to talk round. */
    nerve: Type.Optional(Type.Enum(NERVES)),
    /** Everyone has heard of this person, so that others can be asked about them. */
    known: Type.Optional(Type.Boolean()),
    /** Hears what is said and answers nothing: nobody is asked who is an animal, unless by name. */
    animal: Type.Optional(Type.Boolean()),
    /** Nobody hears them walk. */
    silent: Type.Optional(Type.Boolean()),
    /** Topics that this person has known all along. */
    knows: Type.Optional(Type.Array(Id)),
  },
  closed,
);

export type Person = Static<typeof PersonSchema>;

/** What somebody may have several ways of saying. */
export type SayingFor = "answers" | "unaware" | "declines" | "refuses" | keyof NonNullable<Person["courtesies"]>;

/** Something to talk about that is no thing. `known`: everyone has heard of it. */
export const TopicSchema = Type.Object(
  {
    rank: Rank,
    name: Name,
    aliases: Names,
    known: Type.Boolean(),
    /** Questions that mean this topic without its name. */
    asked: Type.Optional(Patterns),
    article: Type.Optional(Type.String({ maxLength: 20 })),
    plural: Type.Optional(Type.Literal(true)),
  },
  closed,
);
