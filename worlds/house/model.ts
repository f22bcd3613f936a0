// What a house is made of: the contract of its configuration and of its state. Plain data; nothing here decides anything.
import { type Static, Type } from "@orrery/kernel";

export const LIMITS = {
  id: 60,
  name: 80,
  text: 4000,
  said: 500,
  items: 2000,
  aliases: 20,
  changes: 20,
  effects: 20,
  count: 1_000_000,
} as const;

const closed = { additionalProperties: false } as const;
export const Id = Type.String({ pattern: "^[a-z][a-z0-9_-]*$", maxLength: LIMITS.id });
const Name = Type.String({ minLength: 1, maxLength: LIMITS.name });
const Prose = Type.String({ maxLength: LIMITS.text });
/** Whole numbers that a counter may show. */
const Count = Type.Integer({ minimum: -LIMITS.count, maximum: LIMITS.count });
const Names = Type.Array(Name, { maxItems: LIMITS.aliases });
/** Where the author put it among its like: objects lose their order in canonical text, prose must not. */
const Rank = Type.Integer({ minimum: 0 });

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
      Type.Object({ cast: Id, is: Id }, closed),
      Type.Object({ all: Type.Array(Type.Ref("Condition"), { minItems: 1, maxItems: 20 }) }, closed),
      Type.Object({ any: Type.Array(Type.Ref("Condition"), { minItems: 1, maxItems: 20 }) }, closed),
      Type.Object({ not: Type.Ref("Condition") }, closed),
    ]),
  },
  "Condition",
);

/** Words that take the place of others while a condition holds: the first that has them wins. */
const ChangesSchema = Type.Array(
  Type.Object(
    {
      when: ConditionSchema,
      description: Type.Optional(Prose),
      appearance: Type.Optional(Prose),
      text: Type.Optional(Prose),
      answers: Type.Optional(Prose),
    },
    closed,
  ),
  { maxItems: LIMITS.changes },
);

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
  changes: Type.Optional(ChangesSchema),
};

/** What a thing is made of, and what it is good for beside its own use: what a game master goes by. Inferred from the name where absent. */
export const MATERIALS = ["glass", "clay", "paper", "cloth", "wicker", "wood", "oak", "metal", "stone"] as const;
export const TAGS = ["thin", "sharp", "lever", "heavy", "spade", "noisy", "climbable", "fragile"] as const;
/** How a thing answers to force: `never` is the author's last word. */
export const YIELDS = ["easily", "hard", "never"] as const;
const nature = {
  material: Type.Optional(Type.Enum(MATERIALS)),
  tags: Type.Optional(Type.Array(Type.Enum(TAGS), { maxItems: TAGS.length })),
  yields: Type.Optional(Type.Enum(YIELDS)),
  broken: Type.Optional(Type.Boolean()),
};

const LockSchema = Type.Object({ locked: Type.Boolean(), keys: Type.Array(Id) }, closed);

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

/** What may be done to a thing beside what every house knows: plain handling, whose effects are the author's rules. */
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
  "play",
  "dial",
] as const;
const Uses = Type.Optional(Type.Array(Type.Enum(USES), { maxItems: USES.length }));

const RoomSchema = Type.Object(
  {
    ...spoken,
    dark: Type.Boolean(),
    exits: Type.Array(ExitSchema, { maxItems: 40 }),
    /** Rooms that one looks into from here, and sees what is done there. */
    overlooks: Type.Optional(Type.Array(Id, { maxItems: 40 })),
  },
  closed,
);

const DoorSchema = Type.Object(
  { ...spoken, ...nature, open: Type.Boolean(), lock: Type.Union([LockSchema, Type.Null()]), uses: Uses },
  closed,
);

const ThingSchema = Type.Object(
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
    /** By whoever holds it; seen by all, and not put down before it is taken off. */
    worn: Type.Optional(Type.Boolean()),
    /** Topics that one hears of by reading it. */
    teaches: Type.Optional(Type.Array(Id)),
    /** Nobody senses it, nor what is in and on it, until a rule reveals it. */
    hidden: Type.Optional(Type.Boolean()),
  },
  closed,
);

export const PRONOUNS = ["she", "he", "they", "it"] as const;

export const NERVES = ["weak", "steady", "iron"] as const;

const Line = Type.Union([Prose, Type.Null()]);

/** What is said of a thing or a topic, and what whoever hears it then knows of. */
const RepliesSchema = Type.Array(
  Type.Object({ about: Id, when: Type.Optional(ConditionSchema), says: Line, teaches: Type.Array(Id) }, closed),
  { maxItems: 200 },
);

/** What people can be asked to do, as rules name it. */
export const OBEYED = [
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

/** What people do that can set off a rule: all that, and what nobody can be asked to do. */
export const ACTS = [
  ...OBEYED,
  "request",
  "examine",
  "search",
  "read",
  "say",
  "ask",
  "tell",
  "accuse",
  "attempt",
] as const;

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
      Type.Object(
        {
          wants: Id,
          gives: Type.Union([Id, Type.Null()]),
          says: Line,
          asks: Line,
          when: Type.Optional(ConditionSchema),
        },
        closed,
      ),
    ),
    /** Said to whoever asks or offers in vain. */
    declines: Line,
    /** What this person does when asked: an act to `target` (for `go` the room) with `other`; null for whatever it is. */
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
    /** Said in return to whoever speaks to this person. Words only: it does nothing. */
    answers: Line,
    /** What is said when asked, or told, about a topic or about anything that has an id: the first that holds. */
    topics: Type.Optional(
      Type.Array(
        Type.Object(
          {
            about: Id,
            when: Type.Optional(ConditionSchema),
            says: Line,
            hears: Line,
            teaches: Type.Array(Id),
          },
          closed,
        ),
        { maxItems: 200 },
      ),
    ),
    /** Said to whoever asks about anything else. */
    unaware: Type.Optional(Prose),
    /** Said to whoever does something rough before this person's eyes, who does not let it happen. */
    objects: Type.Optional(Prose),
    /** Never spoken of, whatever this person saw of it; until they are talked round. */
    hides: Type.Optional(Type.Array(Id, { maxItems: 100 })),
    /** Where this person says to have seen somebody or something, in place of the truth; until they are talked round. */
    lies: Type.Optional(
      Type.Array(Type.Object({ about: Id, room: Id, when: Type.Optional(ConditionSchema) }, closed), { maxItems: 100 }),
    ),
    /** Said in return to whoever shows or gives something: the first that holds. What is named under `given` is kept. */
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
    /** Nobody hears them walk. */
    silent: Type.Optional(Type.Boolean()),
    /** Topics that this person has known all along. */
    knows: Type.Optional(Type.Array(Id)),
  },
  closed,
);

/** Something to talk about that is no thing. `known`: everyone has heard of it. */
const TopicSchema = Type.Object(
  {
    rank: Rank,
    name: Name,
    aliases: Names,
    known: Type.Boolean(),
    article: Type.Optional(Type.String({ maxLength: 20 })),
  },
  closed,
);

export const TONES = ["won", "lost", "neutral"] as const;

const EndingSchema = Type.Object(
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

/** `act` is done to `target` (for `go` the room that is entered) with `other` (a key, a tool, a person, a place), by anyone unless `by`. */
const TriggerSchema = Type.Union([
  Type.Object(
    {
      act: Type.Enum(ACTS),
      target: Type.Union([Id, Type.Null()]),
      other: Type.Union([Id, Type.Null()]),
      by: Type.Union([Id, Type.Null()]),
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

export const MOODS = ["distracted", "open", "cold"] as const;

const EffectSchema = Type.Union([
  /** One of the texts, to everyone in a room; without `in` where the rule was set off, or to everyone when nobody did. */
  Type.Object(
    { tell: Type.Array(Prose, { minItems: 1, maxItems: 20 }), in: Type.Optional(Id), everywhere: Type.Boolean() },
    closed,
  ),
  Type.Object({ person: Id, says: Prose }, closed),
  Type.Object({ person: Id, goes: Id }, closed),
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

/** Without `on` it fires the first time that `when` holds, and never again. */
const RuleSchema = Type.Object(
  {
    id: Id,
    on: Type.Union([TriggerSchema, Type.Null()]),
    when: Type.Optional(ConditionSchema),
    once: Type.Boolean(),
    do: Type.Array(EffectSchema, { minItems: 1, maxItems: LIMITS.effects }),
  },
  closed,
);

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
    /** Paid whatever comes of it: turns beside its own. */
    turns: Type.Integer({ minimum: 0, maximum: 5 }),
    success: Turning,
    failure: Turning,
  },
  closed,
);

const AttemptSchema = Type.Object(
  {
    who: Id,
    how: Type.Enum(APPROACHES),
    target: Type.Union([Id, Type.Null()]),
    with: Type.Union([Id, Type.Null()]),
    words: Type.Union([Type.String({ maxLength: LIMITS.said }), Type.Null()]),
  },
  closed,
);

/** What an author has ruled beforehand: the first that fits is taken, whoever is game master. Null stands for anything. */
const StandingSchema = Type.Object(
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

export const OUTCOMES = ["success", "failure", "impossible"] as const;
export const RULERS = ["author", "precedent", "gamemaster", "house"] as const;

/** A ruling as it was given: the same attempt in the same circumstances is answered with it, and comes to the same. */
const PrecedentSchema = Type.Object(
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

/** Given in order, from a nudge to the answer, while `when` holds. */
const HintSchema = Type.Object(
  { id: Id, when: Type.Optional(ConditionSchema), steps: Type.Array(Prose, { minItems: 1, maxItems: 5 }) },
  closed,
);

/** How the story wants to be told. Phrases are the template narrator's; the rest is for whoever tells in words of their own. */
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
    rules: Type.Optional(Type.Array(RuleSchema, { maxItems: 1000 })),
    hints: Type.Optional(Type.Array(HintSchema, { maxItems: 200 })),
    style: Type.Optional(StyleSchema),
    rulings: Type.Optional(Type.Array(StandingSchema, { maxItems: 500 })),
    /** Whether somebody sits as game master and rules on attempts; else the house does. */
    gamemaster: Type.Optional(Type.Boolean()),
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
export type Condition = NonNullable<Ending["when"]>;
export type Rule = Static<typeof RuleSchema>;
export type Trigger = Static<typeof TriggerSchema>;
export type Effect = Static<typeof EffectSchema>;
export type Hint = Static<typeof HintSchema>;
export type Ruling = Static<typeof RulingSchema>;
export type Attempt = Static<typeof AttemptSchema>;
export type Precedent = Static<typeof PrecedentSchema>;
export type Standing = Static<typeof StandingSchema>;
export type Approach = (typeof APPROACHES)[number];
export type Material = (typeof MATERIALS)[number];
export type Tag = (typeof TAGS)[number];
export type Mood = (typeof MOODS)[number];
export type RulingOutcome = (typeof OUTCOMES)[number];
export type Ruler = (typeof RULERS)[number];
export type Use = (typeof USES)[number];
export type Act = (typeof ACTS)[number];
/** Parts whose words may change. */
export type Worded = "description" | "appearance" | "text" | "answers";
export type Pronouns = (typeof PRONOUNS)[number];
export type Tone = (typeof TONES)[number];
export type HouseConfig = Static<typeof HouseConfigSchema>;

/** Precedents that are kept; older ones are forgotten first. */
export const PRECEDENTS = 200;
export const HURT_MOST = 3;
/** The seat of whoever rules on attempts. No person of a house can have this id. */
export const GAMEMASTER = "gamemaster";

/** Sources of one topic that are kept, the first ones. */
export const SOURCES = 10;

/** `from`: who said so; null for one's own eyes. `when` is a moment. `met`: hearsay of somebody who was seen before. */
const SightingSchema = Type.Object(
  {
    room: Id,
    holder: Type.Optional(Id),
    left: Type.Optional(Name),
    from: Type.Union([Id, Type.Null()]),
    when: Type.Integer({ minimum: 0 }),
    met: Type.Optional(Type.Literal(true)),
  },
  closed,
);
export type Sighting = Static<typeof SightingSchema>;

const source = { from: Type.Union([Id, Type.Null()]), time: Type.Integer() };
const Again = Type.Object(source, closed);

/** What a running house keeps beside its configuration. Each is absent until it is needed, as it is in states of before. */
export const RunningSchema = Type.Object(
  {
    /** Turns that have passed; counted where there are rules. */
    time: Type.Optional(Type.Integer({ minimum: 0 })),
    /** Acts of this turn that took time. */
    spent: Type.Optional(Type.Integer({ minimum: 0 })),
    /** Rules that this turn has set off, and who did. */
    due: Type.Optional(Type.Array(Type.Object({ rule: Id, by: Id }, closed))),
    /** How often each rule has fired. */
    fired: Type.Optional(Type.Record(Id, Type.Integer({ minimum: 1 }), closed)),
    /** By person and topic: from whom or what it was learned first, and after how many turns; and from whom again. */
    knowing: Type.Optional(
      Type.Record(
        Id,
        Type.Record(
          Id,
          Type.Object({ ...source, again: Type.Optional(Type.Array(Again, { maxItems: SOURCES - 1 })) }, closed),
          closed,
        ),
        closed,
      ),
    ),
    /** To whom each part was given. */
    cast: Type.Optional(Type.Record(Id, Id, closed)),
    /** How many steps of each hint were given. */
    hinted: Type.Optional(Type.Record(Id, Type.Integer({ minimum: 1 }), closed)),
    /** Acts that took a turn, from the opening on. */
    moment: Type.Optional(Type.Integer({ minimum: 0 })),
    /** By person and by what they have to tell of: where it was last, as far as they know. */
    seen: Type.Optional(Type.Record(Id, Type.Record(Id, SightingSchema, closed), closed)),
    /** By person on a route: which stop they make for or are at, and up to which turn they stay. */
    routes: Type.Optional(
      Type.Record(
        Id,
        Type.Object(
          {
            stop: Type.Integer({ minimum: 0 }),
            until: Type.Union([Type.Integer(), Type.Null()]),
            /** The door that bars the way, as was said. */
            barred: Type.Union([Id, Type.Null()]),
          },
          closed,
        ),
        closed,
      ),
    ),
    /** An attempt that waits for the game master's ruling. */
    pending: Type.Optional(AttemptSchema),
    /** Oldest first. */
    precedents: Type.Optional(Type.Array(PrecedentSchema, { maxItems: PRECEDENTS })),
    /** How badly somebody is hurt: three is as bad as it gets. Waiting mends it. */
    hurts: Type.Optional(Type.Record(Id, Type.Integer({ minimum: 1, maximum: HURT_MOST }), closed)),
    /** Up to which moment somebody is in a mood. */
    moods: Type.Optional(
      Type.Record(Id, Type.Object({ mood: Type.Enum(MOODS), until: Type.Integer() }, closed), closed),
    ),
  },
  closed,
);

/** The house as it stands. `turn` is the player who is asked; `acted` says that this player has used the turn. */
export interface HouseState extends HouseConfig, Static<typeof RunningSchema> {
  readonly turn: string;
  readonly acted: boolean;
  readonly ended: string | null;
}

/** Whether time is counted here: where rules or people wait for it. */
export const isClocked = ({ rules, people }: Pick<HouseConfig, "rules" | "people">): boolean =>
  (rules !== undefined && rules.length > 0) || Object.values(people).some(({ route }) => route !== undefined);

/** The mood that somebody is in now, or null. */
export function moodOf({ moods, moment = 0 }: Pick<HouseState, "moods" | "moment">, who: string): Mood | null {
  const mood = moods && own(moods, who);
  return mood && mood.until >= moment ? mood.mood : null;
}

/** Own properties only: an id from outside may be "toString". */
export const own = <T>(record: Readonly<Record<string, T>>, id: string): T | undefined =>
  Object.hasOwn(record, id) ? record[id] : undefined;

/** The id that a placement names. */
export const placeOf = (at: Placement): string => ("in" in at ? at.in : "on" in at ? at.on : at.heldBy);

/** In the author's order, whatever order the object has come to have. Computed once for each record, which nobody changes. */
export function ranked<T extends { readonly rank: number }>(
  record: Readonly<Record<string, T>>,
): readonly [string, T][] {
  let list = orders.get(record) as [string, T][] | undefined;
  if (!list) {
    list = Object.entries(record).sort(([a, x], [b, y]) => x.rank - y.rank || (a < b ? -1 : 1));
    orders.set(record, list);
  }
  return list;
}
const orders = new WeakMap<object, unknown>();
