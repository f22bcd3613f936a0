// What a town is configured by: its people, their ties, the platforms they meet on, and how the scripted ones behave. Schemas and defaults; nothing here runs.
import { type Static, Type } from "@orrery/kernel";

const closed = { additionalProperties: false } as const;
export const Share = Type.Number({ minimum: 0, maximum: 1 });
const Text = (maxLength: number) => Type.String({ maxLength });
export const Id = Type.String({ minLength: 1, maxLength: 120, pattern: "^[^\\s,=*_][^\\s,=*]*$" });
const Positive = Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000 });

/** The six feelings, in the order in which they are always written. */
export const EMOTIONS = ["anger", "fear", "joy", "sadness", "trust", "surprise"] as const;
export type Emotion = (typeof EMOTIONS)[number];

/**
 * How an opinion follows the opinions that were met. `weights` gives one's own weight (by one's own id) and that of others; absent: `self`
 * for oneself and the rest in equal parts. Opinions are in [0, 1].
 */
export const OpinionRuleSchema = Type.Union([
  Type.Object({ rule: Type.Literal("fixed") }, closed),
  Type.Object(
    {
      rule: Type.Literal("degroot"),
      self: Type.Optional(Share),
      weights: Type.Optional(Type.Record(Type.String(), Share)),
    },
    closed,
  ),
  Type.Object(
    {
      rule: Type.Literal("friedkin-johnsen"),
      /** λ, 0 to 1: how far one gives way; the rest holds to the first opinion. */
      openness: Share,
      self: Type.Optional(Share),
      weights: Type.Optional(Type.Record(Type.String(), Share)),
    },
    closed,
  ),
  Type.Object(
    { rule: Type.Literal("deffuant"), within: Share, step: Type.Number({ exclusiveMinimum: 0, maximum: 0.5 }) },
    closed,
  ),
  Type.Object({ rule: Type.Literal("hegselmann-krause"), within: Share }, closed),
]);
export type OpinionRule = Static<typeof OpinionRuleSchema>;

/** When somebody passes a post on. `nobody`: never by rule. */
export const SpreadRuleSchema = Type.Union([
  Type.Object({ rule: Type.Literal("nobody") }, closed),
  /** Once so many people in the whole town have. */
  Type.Object({ rule: Type.Literal("granovetter"), threshold: Type.Integer({ minimum: 0 }) }, closed),
  /** Once this share of those one follows have. */
  Type.Object({ rule: Type.Literal("watts"), share: Share }, closed),
  /** One chance for each of those one follows, when that one first does. */
  Type.Object({ rule: Type.Literal("cascade"), chance: Share }, closed),
  /** Once so many of those one follows have. */
  Type.Object({ rule: Type.Literal("complex"), needs: Type.Integer({ minimum: 1 }) }, closed),
]);
export type SpreadRule = Static<typeof SpreadRuleSchema>;

/** Chances per waking round of what a resident does by itself. */
export const HabitsSchema = Type.Object(
  {
    post: Type.Optional(Share),
    comment: Type.Optional(Share),
    react: Type.Optional(Share),
    share: Type.Optional(Share),
    follow: Type.Optional(Share),
    search: Type.Optional(Share),
    message: Type.Optional(Share),
    mute: Type.Optional(Share),
  },
  closed,
);
export type Habits = { readonly [K in keyof Static<typeof HabitsSchema>]-?: number };

export const BehaviourSchema = Type.Object(
  {
    opinion: Type.Optional(OpinionRuleSchema),
    spread: Type.Optional(SpreadRuleSchema),
    /** Follows those within this distance of opinion and drops those beyond it; absent: ties are left as they are. */
    homophily: Type.Optional(Share),
    /** States its opinion in every round, regardless of habits, as the opinion models assume. */
    outspoken: Type.Optional(Type.Boolean()),
    habits: Type.Optional(HabitsSchema),
    /** Chance of being at it in an active hour. */
    activity: Type.Optional(Share),
    /** Hours of the day, 0 to 23; absent: always awake. */
    hours: Type.Optional(Type.Array(Type.Integer({ minimum: 0, maximum: 23 }), { maxItems: 24, uniqueItems: true })),
  },
  closed,
);
export type BehaviourConfig = Static<typeof BehaviourSchema>;

/** A person as written by hand, read from a file, or enrolled by an importer. */
export const PersonSchema = Type.Object(
  {
    id: Id,
    name: Text(200),
    handle: Type.Optional(Text(200)),
    bio: Type.Optional(Text(2000)),
    persona: Type.Optional(Text(50_000)),
    age: Type.Optional(Type.Integer({ minimum: 0, maximum: 150 })),
    gender: Type.Optional(Text(60)),
    country: Type.Optional(Text(100)),
    profession: Type.Optional(Text(200)),
    mbti: Type.Optional(Text(12)),
    /** What kind of somebody it is: a person, an office, a newspaper. */
    kind: Type.Optional(Text(60)),
    interests: Type.Optional(Type.Array(Text(200), { maxItems: 100 })),
    /** Opinion by topic, 0 (against) to 1 (for). */
    opinions: Type.Optional(Type.Record(Type.String(), Share)),
    emotions: Type.Optional(
      Type.Object(Object.fromEntries(EMOTIONS.map((name) => [name, Type.Optional(Share)])), closed),
    ),
    /** Half-life of each feeling, in rounds. */
    halfLives: Type.Optional(
      Type.Object(Object.fromEntries(EMOTIONS.map((name) => [name, Type.Optional(Positive)])), closed),
    ),
    platforms: Type.Optional(Type.Array(Id, { maxItems: 20 })),
    follows: Type.Optional(Type.Array(Id, { maxItems: 100_000 })),
    behaviour: Type.Optional(BehaviourSchema),
  },
  closed,
);
export type ConfigPerson = Omit<Static<typeof PersonSchema>, "emotions" | "halfLives"> & {
  readonly emotions?: Partial<Record<Emotion, number>>;
  readonly halfLives?: Partial<Record<Emotion, number>>;
};

/** What fills a feed. See `feed.ts` for each. */
export const POLICIES = [
  "chronological",
  "network",
  "engagement",
  "similarity",
  "random",
  "everyone",
  "pairs",
] as const;
export type Policy = (typeof POLICIES)[number];
const PolicySchema = Type.Enum([...POLICIES]);

export const PlatformSchema = Type.Object(
  {
    id: Id,
    name: Type.Optional(Text(100)),
    /** One policy, or a mixture: policy to weight. */
    policy: Type.Optional(
      Type.Union([
        PolicySchema,
        Type.Partial(Type.Object(Object.fromEntries(POLICIES.map((p) => [p, Positive])), closed)),
      ]),
    ),
    /** Posts in one feed. */
    feed: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  },
  closed,
);

export const TopicSchema = Type.Object(
  {
    id: Id,
    name: Type.Optional(Text(200)),
    /** Words it is known by, for posts and for similarity. */
    words: Type.Optional(Type.Array(Text(60), { maxItems: 50 })),
  },
  closed,
);
export type Topic = { readonly id: string; readonly name: string; readonly words: readonly string[] };

export const NetworkSchema = Type.Union([
  Type.Object({ kind: Type.Enum(["none", "everyone", "written"]) }, closed),
  /** Directed ties drawn at random: so many for each person in the mean. */
  Type.Object({ kind: Type.Literal("random"), degree: Type.Number({ minimum: 0 }) }, closed),
  /** A ring with `degree` neighbours each and a share of its ties rewired (Watts and Strogatz). */
  Type.Object({ kind: Type.Literal("small-world"), degree: Type.Integer({ minimum: 2 }), rewire: Share }, closed),
  /** Each newcomer ties itself to so many, by how tied they are (Barabási and Albert). */
  Type.Object({ kind: Type.Literal("preferential"), ties: Type.Integer({ minimum: 1 }) }, closed),
]);
export type Network = Static<typeof NetworkSchema>;

export const PEOPLE_MAX = 100_000;
export const ConfigSchema = Type.Object(
  {
    title: Type.Optional(Text(200)),
    /** `imported`: a history that an importer records; nobody is asked to act in it. */
    mode: Type.Optional(Type.Enum(["town", "imported"])),
    /** So many people are made up, beside those who are written. */
    people: Type.Optional(Type.Integer({ minimum: 0, maximum: PEOPLE_MAX })),
    written: Type.Optional(Type.Array(PersonSchema, { maxItems: PEOPLE_MAX })),
    /** More people, as the text of a CSV or JSON file: see `readPeople`. */
    table: Type.Optional(Type.String({ maxLength: 50_000_000 })),
    topics: Type.Optional(Type.Array(TopicSchema, { maxItems: 50 })),
    platforms: Type.Optional(Type.Array(PlatformSchema, { minItems: 1, maxItems: 20 })),
    network: Type.Optional(NetworkSchema),
    /** The default behaviour. */
    behaviour: Type.Optional(BehaviourSchema),
    /** Posts that are there before anybody acts. */
    opening: Type.Optional(
      Type.Array(
        Type.Object(
          {
            by: Id,
            text: Text(10_000),
            platform: Type.Optional(Id),
            topic: Type.Optional(Id),
            stance: Type.Optional(Share),
          },
          closed,
        ),
        { maxItems: 10_000 },
      ),
    ),
    rounds: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
    minutesPerRound: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_080 })),
    startHour: Type.Optional(Type.Integer({ minimum: 0, maximum: 23 })),
    /** `awake`: asks only the people active at this hour, as OASIS does; `all`: asks everybody, and the residents sleep by themselves. */
    asked: Type.Optional(Type.Enum(["all", "awake"])),
    /** Share of those asked that is enough to end a round; for the rest their fallback speaks. */
    quorum: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 1 })),
    deadlineMs: Type.Optional(Type.Integer({ minimum: 0, maximum: 86_400_000 })),
    /** Rounds after which a post leaves the state (the history keeps it). Absent: 24 where there are more than 500 people, else never. */
    retainRounds: Type.Optional(Type.Integer({ minimum: 1 })),
  },
  closed,
);
export type StoryConfig = Omit<Static<typeof ConfigSchema>, "written"> & { readonly written?: readonly ConfigPerson[] };
