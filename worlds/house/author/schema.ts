// An author's file as one JSON Schema: the keys that the reader accepts and what an editor shows come from it.
//
// It tells the shape of each part. Whether ids lead anywhere, and parts go together, the reader finds out.
import { type Static, type TSchema, Type } from "@orrery/kernel";
import { CONDITION_FORMS, type Condition } from "../model/condition.ts";
import { HOUR_PATTERN } from "../model/house.ts";
import { ACTS, NERVES, OBEYED, PRONOUNS } from "../model/person.ts";
import { type Role, roleOf } from "../model/role.ts";
import { ANYONE, EFFECT_FORMS, TONES } from "../model/rule.ts";
import { APPROACHES } from "../model/ruling.ts";
import { type Form, Id, idOptions, LIMITS, type ObjectsOf } from "../model/text.ts";
import { MATERIALS, TAGS, USES, YIELDS } from "../model/thing.ts";
import { QuestionsSchema } from "../model/verb.ts";
import { PERSONS, PHRASES, TENSES } from "../words/style.ts";

/** `errorMessage` is what an author is told who writes something else here, or leaves out what must be here. */
type SchemaWords = { readonly title?: string; readonly description?: string; readonly errorMessage?: string };

const part = <T extends Form>(properties: T, told: SchemaWords = {}) =>
  Type.Object(properties, { additionalProperties: false, ...told });
const may = Type.Optional;
/** Nothing may stand for a part, which is then read as one with nothing in it. */
const orNothing = <T extends TSchema>(schema: T) => Type.Unsafe<Static<T>>(Type.Union([schema, Type.Null()]));
const ref = <T>(name: string, told: SchemaWords = {}) => Type.Unsafe<T>(Type.Ref(`#/$defs/${name}`, told));
const Text = (maxLength: number = LIMITS.text, told: SchemaWords = {}) =>
  Type.String({ minLength: 1, maxLength, ...told });
const text = (description: string, maxLength?: number) => may(Text(maxLength, { description }));
/** Text that may be empty. */
const blank = (description: string, maxLength: number = LIMITS.text) => may(Type.String({ maxLength, description }));
const lines = (description: string, maxItems: number = LIMITS.sayings) =>
  Type.Union([Text(), Type.Array(Text(), { minItems: 1, maxItems, title: "texts" })], { description });
const optionalLines = (description: string) => may(lines(description));
const flag = (description: string) => may(Type.Boolean({ description }));
const whole = (minimum: number, maximum: number) => Type.Integer({ minimum, maximum });
const count = whole(-LIMITS.count, LIMITS.count);
const optionalId = (description: string) => may(Type.String({ ...idOptions, description }));
/** An id that must be here. */
const requiredId = (errorMessage: string) => Type.String({ ...idOptions, errorMessage });
const ids = (description: string) => may(Type.Array(Id, { description }));
const names = (description: string) => may(Type.Array(Text(LIMITS.name), { maxItems: LIMITS.aliases, description }));
const choice = <const T extends string>(of: readonly T[], description: string, errorMessage?: string) =>
  may(Type.Unsafe<T>(Type.Enum([...of], { description, ...(errorMessage === undefined ? {} : { errorMessage }) })));
const several = <T extends TSchema>(of: T, description: string) => may(Type.Array(of, { description }));
/** By id. The title says what each of them is. */
const map = <T extends TSchema>(title: string, of: T, description: string) =>
  may(Type.Record(Id, of, { additionalProperties: false, maxProperties: LIMITS.items, title, description }));
/** By words that are no ids of these parts. */
const by = <T extends TSchema>(of: T, description: string) => may(Type.Record(Type.String(), of, { description }));
const when = may(ref<Condition>("condition"));

/** Forms as a file has them: `is: true` and `by: 1` may be left out, words are not empty, and conditions within conditions are named. */
const authorForms = (forms: readonly Form[], title: string) => {
  const inner = ref("condition");
  const parts = Type.Array(inner, { minItems: 1, maxItems: 20, title: "conditions" });
  const own: Form = {
    all: parts,
    any: parts,
    not: inner,
    says: Text(),
    is: may(Type.Boolean({ default: true })),
    by: may(Type.Integer({ minimum: 1, maximum: 3, default: 1 })),
  };
  const all = forms.map((form) => {
    const kept = "flag" in form ? ["is"] : "hurt" in form ? ["by"] : ["all", "any", "not", "says"];
    return Object.fromEntries(Object.entries(form).map(([key, of]) => [key, kept.includes(key) ? own[key]! : of]));
  });
  return Type.Union(
    all.map((form) => part(form)),
    { title, errorMessage: `Write one of ${formsInWords(all)}.` },
  );
};

/** Forms as a hint names them; neighbours that differ in their last key alone stand together: `{thing: id, open|lit: true}`. */
function formsInWords(forms: readonly Form[]): string {
  const groups: { first: string; keys: string[]; word: string }[] = [];
  for (const form of forms) {
    const entries = Object.entries(form);
    const told = entries.length > 2 ? entries.filter(([, schema]) => !Type.IsOptional(schema)) : entries;
    const parts = told.map(([key, schema]) => [key, wordFor(key, schema)] as const);
    const [key, word] = parts.pop()!;
    const first = parts.map(([key, word]) => `${key}: ${word}, `).join("");
    const before = groups.at(-1);
    if (before?.first === first && before.word === word) before.keys.push(key);
    else groups.push({ first, keys: [key], word });
  }
  return groups.map(({ first, keys, word }) => `{${first}${keys.join("|")}: ${word}}`).join(", ");
}

/** What stands at a key, in a word. */
function wordFor(key: string, schema: TSchema & { readonly enum?: string[]; readonly type?: string }): string {
  const role = roleOf(schema);
  if (role) return role !== key && (SAID_OF_ROLES as readonly string[]).includes(role) ? role : "id";
  if (schema.enum) return schema.enum.join("|");
  if (schema.type === "boolean") return "true";
  if (schema.type === "integer") return "3";
  return schema.type === "array" ? "[...]" : "$ref" in schema ? "..." : "words";
}
const SAID_OF_ROLES = ["room", "person", "topic", "rule", "ending"] as const satisfies readonly Role[];

/** Words that any of the spoken parts may have. */
const SPOKEN = {
  name: text("what it is called; the id with spaces unless told", LIMITS.name),
  aliases: names("other names"),
  adjectives: names("words that may stand before its name"),
  description: blank("told of a room by LOOK, of all else by EXAMINE"),
  smell: text("told to a person who smells it"),
  changes: may(
    Type.Array(ref<AuthorChange>("change"), {
      maxItems: LIMITS.changes,
      title: "changes",
      description: "other words while something holds; the first that holds wins",
    }),
  ),
};
const NATURE = {
  material: choice(MATERIALS, "guessed from the name unless told"),
  tags: may(Type.Array(Type.Enum(TAGS), { description: "what it is good for" })),
  yields: choice(YIELDS, "to force"),
};
const LOCK = {
  locked: flag("as it begins"),
  key: optionalId("the thing that turns its lock"),
  keys: ids("things that turn its lock; [] when nothing does"),
};
const uses = may(Type.Array(Type.Enum(USES), { description: "how it can be handled, as anybody sees" }));

const OTHER = { with: may(Id), to: may(Id), in: may(Id), onto: may(Id) };
/** Ways of naming what an act is done with, to, in or on: one at most. */
export const OTHERS = Object.keys(OTHER) as (keyof typeof OTHER)[];
/** What is done, by its name with what it is done to. To wait is done to nothing. */
const acts = <const T extends readonly string[]>(of: T) =>
  Object.fromEntries(of.map((act) => [act, may(act === "wait" ? orNothing(Id) : Id)])) as Record<
    T[number],
    Type.TOptional<typeof Id>
  >;

const Room = part({
  ...SPOKEN,
  dark: flag("needs a burning light"),
  exits: by(
    Type.Union([Id, ref<AuthorExit>("exit")]),
    "direction to the id of a room, or to {to: room, door: door}; one way: write the way back too",
  ),
  overlooks: ids("rooms that one looks into from here"),
});
const Exit = part(
  {
    to: requiredId("An exit says where it leads: write `to: ` and the id of a room."),
    door: optionalId("the door in it"),
    when,
    called: names("other words for the way"),
    known: flag("it is plain to see where it leads"),
  },
  { errorMessage: "Write the id of a room, or {to: room, door: door}." },
);
const Door = part({ ...SPOKEN, ...NATURE, open: flag("as it begins"), ...LOCK, uses });
const Thing = part({
  ...SPOKEN,
  ...NATURE,
  article: blank("`some`, or empty for a proper name", 20),
  plural: flag("they are told as several"),
  appearance: text("a sentence that shows it in its first place"),
  in: optionalId("the room or container where it lies"),
  on: optionalId("the supporter on which it lies"),
  partOf: optionalId("the thing to which it belongs"),
  heldBy: optionalId("the person who has it"),
  under: optionalId("the thing that hides it"),
  behind: optionalId("the thing that hides it"),
  fixed: flag("cannot be carried"),
  scenery: flag("fixed, and in no list because the room's description names it"),
  container: may(
    Type.Union([
      Type.Enum(["open", "closed", "bare"], {
        errorMessage: "A container is `open` or `closed` when it has a lid, `bare` when it has none.",
      }),
      Type.Literal(false),
    ]),
  ),
  transparent: flag("a container of glass"),
  supporter: flag("things can be put on it"),
  ...LOCK,
  light: choice(["on", "off", "always"], "it burns", "A light is `on` or `off` and can be switched, or `always` on."),
  text: text("read on it"),
  uses,
  hidden: flag("nobody senses it until a rule reveals it"),
  wearable: flag("can be put on"),
  wornBy: optionalId("the person who wears it"),
  teaches: ids("topics that a reader hears of"),
  known: flag("can be asked about by people who have not seen it"),
});

/** What a person says of a topic, and of what is shown or given. */
const REPLY = { when, says: text("said in return"), teaches: ids("topics that all who hear it have heard of") };
const reply = { errorMessage: "Write words, or {when: condition, says: words}." };
const Reply = part(REPLY, reply);
const TopicReply = part(
  {
    ...REPLY,
    says: optionalLines("said to a person who asks; a list in order, one at each asking"),
    hears: text("said in place of `says` to a person who tells of it"),
    leads: ids("topics that the answer leads on to, named to the person who asked"),
  },
  reply,
);
const replies = <T extends TSchema>(of: T, description: string) =>
  by(Type.Union([Text(), Type.Array(of), of]), description);
const Loan = part(
  { thing: requiredId("A loan names a thing: write `thing: ` and its id."), says: text("said when it is handed over") },
  { errorMessage: "Write {thing: id, says: words}." },
);
const Trade = part(
  {
    wants: requiredId("A trade says what is wanted: write `wants: ` and the id of a thing."),
    gives: optionalId("given for it"),
    says: text("said when it is taken"),
    asks: text("said to a person who asks for `gives` without paying"),
    when,
    teaches: ids("topics that `asks` teaches"),
  },
  { errorMessage: "Write {wants: id, gives: id, says: words, asks: words}." },
);
const Obeyed = part(
  { ...acts(OBEYED), ...OTHER, when, says: text("said in return") },
  { errorMessage: "Write what is done, such as {open: id}, {go: room}, {give: id, to: person}." },
);
const Betrayal = part(
  { about: requiredId("Write `about: ` and an id."), when },
  { errorMessage: "What betrays a lie is an id, or {about: id, when: condition}." },
);
const Lie = part(
  {
    about: requiredId("A lie is about somebody or something: write `about: ` and its id."),
    room: optionalId("where they say it was"),
    says: text("what they say of it"),
    when,
    betrayedBy: several(Type.Union([Id, Betrayal]), "what gives it away"),
    admits: text("said when caught"),
  },
  { errorMessage: "Write {about: id, room: where they say it was} or {about: id, says: words}." },
);
const Stop = part(
  { at: requiredId("A stop says where: write `at: ` and the id of a room."), turns: may(whole(0, 10_000)) },
  { errorMessage: "A stop is {at: room, turns: 5}, or the id of a room." },
);
const Stops = Type.Array(Type.Union([Id, Stop]), {
  minItems: 1,
  maxItems: 50,
  title: "stops",
  errorMessage: "A route has {n} stops. Write 1 to 50: `[{at: hall, turns: 5}, kitchen]`.",
});
const Route = part(
  {
    stops: Stops,
    loop: flag("begins again at its end, unless false"),
    when,
    blocked: text("said before a locked door"),
  },
  { errorMessage: "A route is {stops: [{at: room, turns: 5}]}, or a list of stops." },
);
const Courtesies = part({
  greeting: optionalLines("said in return to a person who greets"),
  thanks: optionalLines("said to a person who says thanks"),
  apology: optionalLines("said to a person who is sorry"),
  farewell: optionalLines("said to a person who takes leave"),
});
const Person = part({
  ...SPOKEN,
  pronouns: choice(PRONOUNS, "they, unless told", "Pronouns are she, he, they or it."),
  appearance: text("the sentence that shows this person in a room"),
  in: requiredId("A person stands in a room: write `in: ` and its id."),
  openly: ids("things that others see while this person holds them"),
  lends: several(Loan, "handed over when asked for, and taken back"),
  trades: several(Trade, "taken when offered, and what is given for it"),
  declines: optionalLines("said to a person who asks or offers in vain"),
  refuses: optionalLines("said in place of `declines` to a person who asks for a deed in vain"),
  answers: optionalLines("said to a person who speaks to this one"),
  courtesies: may(Courtesies),
  topics: replies(TopicReply, "by topic or id: what is said of it"),
  obeys: several(Obeyed, "what this person does when asked"),
  unaware: optionalLines("said when asked about anything else"),
  known: flag("can be asked about by people who have not met this one"),
  silent: flag("nobody hears them walk"),
  animal: flag("hears what is said and does not answer"),
  knows: ids("topics known all along"),
  objects: text("said to a person who does something rough before these eyes"),
  nerve: choice(NERVES, "how hard to talk round", "A person's nerve is weak, steady or iron."),
  hides: ids("never spoken of"),
  lies: several(Lie, "told in place of the truth"),
  saw: by(Id, "where they saw something before the story begins"),
  shown: replies(Reply, "by thing: said to a person who shows it"),
  given: replies(Reply, "by thing: said to a person who gives it"),
  route: may(Type.Union([Stops, Route])),
});
const Topic = part({
  name: SPOKEN.name,
  aliases: SPOKEN.aliases,
  known: flag("everybody has heard of it"),
  article: blank("`the`, or empty for none", 20),
  plural: flag("they are told as several"),
  asked: several(Text(200), "questions that mean it without its name"),
});
const Verb = part(
  {
    patterns: several(Text(200), "how it may be typed, such as `sign {thing} (with {with})`"),
    otherwise: text("told where no rule waits for it"),
    grave: flag("cannot be taken back, so it is never done out of a guess"),
  },
  { errorMessage: "A verb is a list of other words for it, or {patterns: [...], otherwise: words, grave: true}." },
);
const TIME = { after: may(whole(1, LIMITS.count)), every: may(whole(1, LIMITS.count)), rule: may(Id) };
export const TIMES = Object.keys(TIME) as (keyof typeof TIME)[];
/** An act or a verb of the author's own with its target; or time; or another rule. */
const TRIGGER = {
  ...acts(ACTS),
  ...TIME,
  ...OTHER,
  number: may(count),
  words: text("words that must be among those said", LIMITS.said),
  by: may(Type.Union([Type.Literal(ANYONE), Id], { description: "a person, or `anyone`; a player unless told" })),
};
export const TRIGGERS =
  "Write what somebody does, such as {take: id}, {go: room}, {give: id, to: person}, {wind: id, with: id}; or {after: 10}, {every: 5}, {rule: id}.";
const Trigger = Type.Object(TRIGGER, { additionalProperties: Id, description: TRIGGERS });
const Rule = part({
  on: may(ref<AuthorTrigger>("trigger")),
  when,
  once: flag("never again once it has fired"),
  do: Type.Array(ref<AuthorEffect>("effect"), {
    minItems: 1,
    maxItems: LIMITS.effects,
    title: "effects",
    errorMessage: `A rule does 1 to ${LIMITS.effects} things. Write \`do: [{tell: words}, ...]\`.`,
  }),
});
const Ending = part({
  tone: choice(TONES, "neutral unless told", "An ending is won, lost or neutral."),
  title: text("told before the text", LIMITS.name),
  text: Text(LIMITS.text, { errorMessage: "An ending is told: write `text: ` and what is said." }),
  when,
});
const Hint = part({ when, steps: lines("from a nudge to the answer", 5) });
const Turning = part(
  {
    tell: Text(1000, { errorMessage: "Say what happens: write `tell: ` and some words." }),
    do: may(Type.Array(ref<AuthorEffect>("effect"), { maxItems: 8, title: "effects" })),
  },
  { errorMessage: "Write words, or {tell: words, do: [effects]}." },
);
const Ruling = part({
  attempt: Type.Enum(APPROACHES, { errorMessage: `A ruling says what is attempted: ${APPROACHES.join(", ")}.` }),
  target: optionalId("what it is done to; anything unless told"),
  with: optionalId("the tool; anything or nothing unless told"),
  when,
  stakes: text("what is at stake", 300),
  difficulty: may(whole(0, 20)),
  turns: may(whole(0, 5)),
  impossible: text("why it can never be done", 1000),
  success: may(Type.Union([Text(1000), Turning])),
  failure: may(Type.Union([Text(1000), Turning])),
});
const phrase = may(
  Type.Union(
    [
      Text(LIMITS.said),
      Type.Array(Text(LIMITS.said), {
        minItems: 1,
        maxItems: 20,
        errorMessage: "There are {n} phrases here. Write 1 to 20, in a list.",
      }),
    ],
    {
      description: "in place of the house's",
    },
  ),
);
const Style = part({
  voice: text("how a model is to tell it", 500),
  person: choice(PERSONS, "second, unless told", "A story is told in the first, second or third person."),
  tense: choice(TENSES, "present, unless told", "A story is told in the present or the past."),
  phrases: may(part(Object.fromEntries(Object.keys(PHRASES).map((one) => [one, phrase])))),
});
const hour = (description: string) =>
  Type.String({ pattern: HOUR_PATTERN, description, errorMessage: "A time of day is written as `21:40`." });
const Clock = part(
  {
    from: hour("the time of day at the beginning"),
    to: hour("the time of day after so many turns"),
    turns: Type.Integer({ minimum: 1, maximum: 100_000, description: "turns from the one to the other" }),
  },
  { errorMessage: "A clock is {from: 9:45, to: 12:00, turns: 80}, its times in quotes." },
);
const Change = part(
  {
    when: ref<Condition>("condition", { errorMessage: "A change says when: write `when: ` and a condition." }),
    description: text("in place of the other"),
    appearance: text("in place of the other"),
    text: text("in place of the other"),
    answers: optionalLines("in place of the other"),
    smell: text("in place of the other"),
  },
  { errorMessage: "A change is {when: condition, description: words}." },
);

/** The whole file. `world: house` may stand on top. */
export const House = part({
  world: may(Type.Literal("house")),
  title: Text(LIMITS.name, { errorMessage: "Every house has a title: write `title: The Cottage`." }),
  opening: blank("told at the beginning"),
  darkness: text("said of a room without light"),
  player: optionalId("the person who is played"),
  players: ids("people who are played, in turn order"),
  rooms: map("room", orNothing(Room), "places, and the ways between them"),
  doors: map("door", orNothing(Door), "doors between two rooms"),
  things: map("thing", orNothing(Thing), "all that can be seen and touched"),
  people: map("person", orNothing(Person), "everybody, players too"),
  casts: map("part", Type.Array(Id), "parts that chance gives out at the opening"),
  topics: map("topic", orNothing(Topic), "what can only be talked about"),
  flags: map("flag", Type.Boolean(), "true or false, as they begin"),
  counters: map("counter", count, "numbers, as they begin"),
  verbs: map("verb", orNothing(Type.Union([Type.Array(Text(LIMITS.name)), Verb])), "verbs of your own"),
  questions: may(QuestionsSchema),
  rules: map("rule", orNothing(Rule), "what sets it off, while what holds, and what it does"),
  endings: map("ending", orNothing(Ending), "the first that holds at the end of a turn ends the story"),
  hints: map("hint", orNothing(Hint), "given when asked for"),
  rulings: map("ruling", orNothing(Ruling), "your word on attempts"),
  gamemaster: flag("a person or a model sits as game master"),
  style: may(Style),
  clock: may(Clock),
});

/** What the reader makes of each part: the types of a file are drawn from its schema. */
export type AuthorRoom = Static<typeof Room>;
export type AuthorExit = Static<typeof Exit>;
export type AuthorDoor = Static<typeof Door>;
export type AuthorThing = Static<typeof Thing>;
export type AuthorPerson = Static<typeof Person>;
export type AuthorReply = Static<typeof TopicReply>;
export type AuthorRule = Static<typeof Rule>;
export type AuthorRuling = Static<typeof Ruling>;
export type AuthorTrigger = Static<typeof Trigger>;
export type AuthorTurning = string | Static<typeof Turning>;
export type AuthorChange = Static<typeof Change>;
export type AuthorEffect = Static<ObjectsOf<typeof EFFECT_FORMS>[number]>;
export type AuthorHouse = Static<typeof House>;

/** The whole, with the parts that other parts name. */
export const AuthorSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "A house of Orrery",
  ...House,
  $defs: {
    condition: authorForms(CONDITION_FORMS, "condition"),
    effect: authorForms(EFFECT_FORMS, "effect"),
    trigger: Trigger,
    change: Change,
    exit: Exit,
  },
} as const;

/** The parts that others name, where a file has these verbs of its own: a trigger may begin with no other word. */
export const partsWith = (verbs: readonly string[]) => ({
  ...AuthorSchema.$defs,
  trigger: part({ ...TRIGGER, ...acts(verbs) }, { errorMessage: TRIGGERS }),
});
