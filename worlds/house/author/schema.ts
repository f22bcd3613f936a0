// An author's file as one JSON Schema: the keys that the reader accepts and what an editor shows come from it.
//
// It tells the shape of each part. Whether ids lead anywhere, and parts go together, the reader finds out.
import { type TSchema, Type } from "@orrery/kernel";
import { ACTS, NERVES, OBEYED, PRONOUNS } from "../model/person.ts";
import { MOODS, TONES } from "../model/rule.ts";
import { APPROACHES } from "../model/ruling.ts";
import { LIMITS } from "../model/text.ts";
import { MATERIALS, TAGS, USES, YIELDS } from "../model/thing.ts";
import { QuestionsSchema } from "../model/verb.ts";
import { PERSONS, PHRASES, TENSES } from "../words/style.ts";

type Parts = Readonly<Record<string, TSchema>>;

const part = <T extends Parts>(properties: T, description?: string) =>
  Type.Object(properties, { additionalProperties: false, ...(description === undefined ? {} : { description }) });
const may = Type.Optional;
const orNothing = (schema: TSchema): TSchema => Type.Union([schema, Type.Null()]);
const ref = (name: string): TSchema => Type.Ref(`#/$defs/${name}`);
const text = (description: string, maxLength: number = LIMITS.text) => may(Type.String({ maxLength, description }));
const said = (description: string): TSchema => may(lines(description));
const lines = (description: string): TSchema =>
  Type.Union(
    [Type.String({ maxLength: LIMITS.text }), Type.Array(Type.String(), { minItems: 1, maxItems: LIMITS.sayings })],
    { description },
  );
const flag = (description: string) => may(Type.Boolean({ description }));
const whole = (minimum: number, maximum: number) => Type.Integer({ minimum, maximum });
const count = whole(-LIMITS.count, LIMITS.count);
const idOptions = { pattern: "^[a-z][a-z0-9_-]*$", maxLength: LIMITS.id };
const id = Type.String(idOptions);
const named = (description: string) => may(Type.String({ ...idOptions, description }));
const ids = (description: string) => may(Type.Array(id, { description }));
const names = (description: string) =>
  may(Type.Array(Type.String({ maxLength: LIMITS.name }), { maxItems: LIMITS.aliases, description }));
const choice = (of: readonly string[], description: string) => may(Type.Enum([...of], { description }));
const several = (of: TSchema, description: string) => may(Type.Array(of, { description }));
/** By id; an id alone stands for a part with nothing in it. */
const map = (of: TSchema, description: string): TSchema =>
  may(orNothing(Type.Record(Type.String(), orNothing(of), { maxProperties: LIMITS.items, description })));
const when = may(ref("condition"));

/** Words that any of the spoken parts may have. */
const SPOKEN = {
  name: text("what it is called; the id with spaces unless told", LIMITS.name),
  aliases: names("other names"),
  adjectives: names("words that may stand before its name"),
  description: text("told of a room by LOOK, of all else by EXAMINE"),
  smell: text("told to a person who smells it"),
  changes: several(ref("change"), "other words while something holds; the first that holds wins"),
};
const NATURE = {
  material: choice(MATERIALS, "guessed from the name unless told"),
  tags: may(Type.Array(Type.Enum(TAGS), { description: "what it is good for" })),
  yields: choice(YIELDS, "to force"),
};
const LOCK = {
  locked: flag("as it begins"),
  key: named("the thing that turns its lock"),
  keys: ids("things that turn its lock; [] when nothing does"),
};
const uses = may(Type.Array(Type.Enum(USES), { description: "how it can be handled, as anybody sees" }));

/** Each form of a condition, by its parts; `is: true` may be left out of a flag. */
const CONDITION_FORMS: readonly Parts[] = [
  { thing: id, heldBy: id },
  { thing: id, wornBy: id },
  { thing: id, in: id },
  { thing: id, on: id },
  { thing: id, open: Type.Boolean() },
  { thing: id, lit: Type.Boolean() },
  { thing: id, hidden: Type.Boolean() },
  { person: id, at: id },
  { person: id, knows: id },
  { person: id, follows: id },
  { cast: id, is: id },
  { door: id, open: Type.Boolean() },
  { door: id, locked: Type.Boolean() },
  { flag: id, is: may(Type.Boolean()) },
  { counter: id, is: count },
  { counter: id, atLeast: count },
  { counter: id, atMost: count },
  { turns: count },
  { fired: id },
  { all: Type.Array(ref("condition"), { minItems: 1, maxItems: 20 }) },
  { any: Type.Array(ref("condition"), { minItems: 1, maxItems: 20 }) },
  { not: ref("condition") },
];

const EFFECT_FORMS: readonly Parts[] = [
  { tell: lines("of a list one by chance"), in: may(id), everywhere: flag("to everybody") },
  { person: id, says: Type.String({ maxLength: LIMITS.text }) },
  { person: id, goes: id },
  { person: id, follows: id },
  { person: id, stays: Type.Boolean() },
  { move: id, in: id },
  { move: id, on: id },
  { move: id, heldBy: id },
  { set: id, open: Type.Boolean() },
  { set: id, locked: Type.Boolean() },
  { set: id, lit: Type.Boolean() },
  { set: id, dark: Type.Boolean() },
  { reveal: id },
  { hide: id },
  { flag: id, is: may(Type.Boolean()) },
  { counter: id, add: count },
  { counter: id, to: count },
  { end: id },
  { break: id },
  { noise: Type.String({ maxLength: LIMITS.name }), in: may(id) },
  { hurt: id, by: may(whole(1, 3)) },
  { person: id, mood: Type.Enum(MOODS), turns: whole(1, 100) },
  { glimpse: id, to: id, by: Type.Enum(["sight", "sound"]) },
];

const OTHER = { with: may(id), to: may(id), in: may(id), onto: may(id) };
const acts = (of: readonly string[]): Parts => Object.fromEntries(of.map((act) => [act, may(orNothing(id))]));

export const Room = part({
  ...SPOKEN,
  dark: flag("needs a burning light"),
  exits: map(
    Type.Union([id, ref("exit")]),
    "direction to the id of a room, or to {to: room, door: door}; one way: write the way back too",
  ),
  overlooks: ids("rooms that one looks into from here"),
});
export const Exit = part({
  to: id,
  door: named("the door in it"),
  when,
  called: names("other words for the way"),
  known: flag("it is plain to see where it leads"),
});
export const Door = part({ ...SPOKEN, ...NATURE, open: flag("as it begins"), ...LOCK, uses });
export const Thing = part({
  ...SPOKEN,
  ...NATURE,
  article: text("`some`, or empty for a proper name", 20),
  plural: flag("they are told as several"),
  appearance: text("a sentence that shows it in its first place"),
  in: named("the room or container where it lies"),
  on: named("the supporter on which it lies"),
  partOf: named("the thing to which it belongs"),
  heldBy: named("the person who has it"),
  under: named("the thing that hides it"),
  behind: named("the thing that hides it"),
  fixed: flag("cannot be carried"),
  scenery: flag("fixed, and in no list because the room's description names it"),
  container: may(Type.Union([Type.Enum(["open", "closed", "bare"]), Type.Literal(false)])),
  transparent: flag("a container of glass"),
  supporter: flag("things can be put on it"),
  ...LOCK,
  light: choice(["on", "off", "always"], "it burns"),
  text: text("read on it"),
  uses,
  hidden: flag("nobody senses it until a rule reveals it"),
  wearable: flag("can be put on"),
  wornBy: named("the person who wears it"),
  teaches: ids("topics that a reader hears of"),
});

/** What a person says of a topic, and of what is shown or given. */
const REPLY = { when, says: text("said in return"), teaches: ids("topics that all who hear it have heard of") };
export const Reply = part(REPLY);
export const TopicReply = part({
  ...REPLY,
  says: said("said to a person who asks; a list in order, one at each asking"),
  hears: text("said to a person who tells of it"),
  leads: ids("topics that the answer leads on to, named to the person who asked"),
});
const replies = (of: TSchema, description: string) =>
  map(Type.Union([Type.String({ maxLength: LIMITS.text }), of, Type.Array(of)]), description);
export const Loan = part({ thing: id, says: text("said when it is handed over") });
export const Trade = part({
  wants: id,
  gives: named("given for it"),
  says: text("said when it is taken"),
  asks: text("said to a person who asks for `gives` without paying"),
  when,
  teaches: ids("topics that `asks` teaches"),
});
export const Obeyed = part({ ...acts(OBEYED), ...OTHER, when, says: text("said in return") });
export const Betrayal = part({ about: id, when });
export const Lie = part({
  about: id,
  room: named("where they say it was"),
  says: text("what they say of it"),
  when,
  betrayedBy: several(Type.Union([id, Betrayal]), "what gives it away"),
  admits: text("said when caught"),
});
export const Stop = part({ at: id, turns: may(whole(0, 10_000)) });
export const Route = part({
  stops: Type.Array(Type.Union([id, Stop]), { minItems: 1, maxItems: 50 }),
  loop: flag("begins again at its end, unless false"),
  when,
  blocked: text("said before a locked door"),
});
export const Person = part({
  ...SPOKEN,
  pronouns: choice(PRONOUNS, "they, unless told"),
  appearance: text("the sentence that shows this person in a room"),
  in: id,
  openly: ids("things that others see while this person holds them"),
  lends: several(Loan, "handed over when asked for, and taken back"),
  trades: several(Trade, "taken when offered, and what is given for it"),
  declines: said("said to a person who asks or offers in vain"),
  answers: said("said to a person who speaks to this one"),
  topics: replies(TopicReply, "by topic or id: what is said of it"),
  obeys: several(Obeyed, "what this person does when asked"),
  unaware: said("said when asked about anything else"),
  known: flag("can be asked about by people who have not met this one"),
  silent: flag("nobody hears them walk"),
  animal: flag("hears what is said and does not answer"),
  knows: ids("topics known all along"),
  objects: text("said to a person who does something rough before these eyes"),
  nerve: choice(NERVES, "how hard to talk round"),
  hides: ids("never spoken of"),
  lies: several(Lie, "told in place of the truth"),
  saw: may(Type.Record(Type.String(), id, { description: "where they saw something before the story begins" })),
  shown: replies(Reply, "by thing: said to a person who shows it"),
  given: replies(Reply, "by thing: said to a person who gives it"),
  route: may(Type.Union([Type.Array(Type.Union([id, Stop])), Route])),
});
export const Topic = part({
  name: SPOKEN.name,
  aliases: SPOKEN.aliases,
  known: flag("everybody has heard of it"),
  article: text("`the`, or empty for none", 20),
  plural: flag("they are told as several"),
  asked: several(Type.String({ maxLength: 200 }), "questions that mean it without its name"),
});
export const Verb = part({
  patterns: several(Type.String({ maxLength: 200 }), "how it may be typed, such as `sign {thing} (with {with})`"),
  otherwise: text("told where no rule waits for it"),
  grave: flag("cannot be taken back, so it is never done out of a guess"),
});
/** An act or a verb of the author's own with its target; or time; or another rule. */
export const Trigger = Type.Object(
  {
    ...acts(ACTS),
    after: may(whole(1, LIMITS.count)),
    every: may(whole(1, LIMITS.count)),
    rule: may(id),
    ...OTHER,
    number: may(count),
    words: text("words that must be among those said", LIMITS.said),
    by: named("a person, or `anyone`; a player unless told"),
  },
  { additionalProperties: id, description: "what sets it off: {take: id}, {give: id, to: person}, {every: 5}" },
);
export const Rule = part({
  on: may(Trigger),
  when,
  once: flag("never again once it has fired"),
  do: Type.Array(ref("effect"), { minItems: 1, maxItems: LIMITS.effects }),
});
export const Ending = part({
  tone: choice(TONES, "neutral unless told"),
  title: text("told before the text", LIMITS.name),
  text: Type.String({ maxLength: LIMITS.text }),
  when,
});
export const Hint = part({ when, steps: lines("from a nudge to the answer") });
export const Turning = part({
  tell: Type.String({ maxLength: 1000 }),
  do: may(Type.Array(ref("effect"), { maxItems: 8 })),
});
export const AuthorRuling = part({
  attempt: Type.Enum(APPROACHES),
  target: named("what it is done to; anything unless told"),
  with: named("the tool; anything or nothing unless told"),
  when,
  stakes: text("what is at stake", 300),
  difficulty: may(whole(0, 20)),
  turns: may(whole(0, 5)),
  impossible: text("why it can never be done", 1000),
  success: may(Type.Union([Type.String({ maxLength: 1000 }), Turning])),
  failure: may(Type.Union([Type.String({ maxLength: 1000 }), Turning])),
});
export const StyleOf = part({
  voice: text("how a model is to tell it", 500),
  person: choice(PERSONS, "second, unless told"),
  tense: choice(TENSES, "present, unless told"),
  phrases: may(part(Object.fromEntries(Object.keys(PHRASES).map((one) => [one, said("in place of the house's")])))),
});
export const Change = part({
  when: ref("condition"),
  description: SPOKEN.description,
  appearance: text("in place of the other"),
  text: text("in place of the other"),
  answers: said("in place of the other"),
  smell: SPOKEN.smell,
});

const House = part({
  title: Type.String({ maxLength: LIMITS.name }),
  opening: text("told at the beginning"),
  darkness: text("said of a room without light"),
  player: named("the person who is played"),
  players: ids("people who are played, in turn order"),
  rooms: map(Room, "places, and the ways between them"),
  doors: map(Door, "doors between two rooms"),
  things: map(Thing, "all that can be seen and touched"),
  people: map(Person, "everybody, players too"),
  casts: map(Type.Array(id), "parts that chance gives out at the opening"),
  topics: map(Topic, "what can only be talked about"),
  flags: map(Type.Boolean(), "true or false, as they begin"),
  counters: map(count, "numbers, as they begin"),
  verbs: map(Type.Union([Type.Array(Type.String()), Verb]), "verbs of your own"),
  questions: may(QuestionsSchema),
  rules: map(Rule, "what sets it off, while what holds, and what it does"),
  endings: map(Ending, "the first that holds at the end of a turn ends the story"),
  hints: map(Hint, "given when asked for"),
  rulings: map(AuthorRuling, "your word on attempts"),
  gamemaster: flag("a person or a model sits as game master"),
  style: may(StyleOf),
});

/** The whole, with the parts that other parts name. `world: house` may stand on top. */
export const AuthorSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "A house of Orrery",
  ...Type.Object(
    { world: may(Type.Literal("house")), ...House.properties },
    { additionalProperties: false, required: ["title"] },
  ),
  $defs: {
    condition: Type.Union(CONDITION_FORMS.map((form) => part(form))),
    effect: Type.Union(EFFECT_FORMS.map((form) => part(form))),
    change: Change,
    exit: Exit,
  },
} as const;

/** The keys that a part of the file may have, in their order. */
export const keysOf = ({ properties }: { readonly properties: Parts }): string[] => Object.keys(properties);
export const HOUSE_KEYS = keysOf(House);
const keysIn = (forms: readonly Parts[]): string[] => [...new Set(forms.flatMap((form) => Object.keys(form)))];
export const CONDITION_KEYS = keysIn(CONDITION_FORMS);
export const EFFECT_KEYS = keysIn(EFFECT_FORMS);
