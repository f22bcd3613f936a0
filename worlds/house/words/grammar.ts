// English for named things: articles, lists, pronouns, directions. It says what it is given and knows nothing of the world.
import type { Pronouns } from "../model/person.ts";
import type { Use } from "../model/thing.ts";

interface Name {
  readonly name: string;
  readonly article?: string | undefined;
  readonly plural?: boolean | undefined;
  readonly pronouns?: Pronouns | undefined;
}

/** "the brass key"; proper names stand alone, and a name that an author wrote with an article has it once. */
export const the = (it: Name): string => {
  if (isProper(it) || it.article === "" || it.name.startsWith("the ")) return it.name;
  return `the ${it.name.replace(ARTICLE, "")}`;
};
const ARTICLE = /^(?:the|an?|some) (?=\S)/;

/** "a brass key", "an apple", "some bread". */
export function a(it: Name): string {
  if (isProper(it) || it.article === "" || ARTICLE.test(it.name)) return it.name;
  if (it.article) return `${it.article} ${it.name}`;
  if (it.plural) return `some ${it.name}`;
  return `${/^([aeio]|u(?!ni|se|su|til|ten)|hono|hour|heir)/i.test(it.name) ? "an" : "a"} ${it.name}`;
}

/** A name that begins large; and of people any in a script that has no large letters. */
const isProper = ({ name, pronouns }: Name): boolean =>
  /^\p{Lu}/u.test(name) || (pronouns !== undefined && /^\p{Lo}/u.test(name));

/** "a lamp, two keys and a letter": what is called the same is counted. */
export function list<T extends Name>(things: readonly T[], say: (it: T) => string = a): string {
  const names = [...new Set(things.map(({ name }) => name))];
  return and(
    names.map((name) => {
      const same = things.filter((one) => one.name === name);
      return same.length === 1 || same[0]!.plural ? say(same[0]!) : `${countWord(same.length)} ${plural(name)}`;
    }),
  );
}

/** "x, y and z". */
export function and(parts: readonly string[], word = "and"): string {
  return parts.length < 2 ? (parts[0] ?? "") : `${parts.slice(0, -1).join(", ")} ${word} ${parts.at(-1)}`;
}

const NUMBERS = [
  "no",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
];
/** "fourteen" is 14: words go as far as twelve. */
export const countWord = (n: number): string => NUMBERS[n] ?? String(n);

function plural(name: string): string {
  const [head, ...tail] = name.split(/(?= of )/);
  const many = /(s|x|z|ch|sh)$/.test(head!)
    ? `${head}es`
    : /[^aeiou]y$/.test(head!)
      ? `${head!.slice(0, -1)}ies`
      : `${head}s`;
  return many + tail.join("");
}

/** Whether verbs stand in the plural after a name: "the hooks are"; but "the row of hooks is", as its article says. */
const isMany = ({ name, article, plural }: Name): boolean =>
  plural === true && !/^an?$/i.test(article ?? "") && !/^an? /i.test(name);
/** "is" or "are". */
export const is = (it: Name): string => (isMany(it) ? "are" : "is");
export const was = (it: Name): string => (isMany(it) ? "were" : "was");
/** "opens" or "open", after its name; "goes wide" and "go wide". */
export function does(it: Name, verb: string): string {
  if (isMany(it)) return verb;
  if (verb === "have") return "has";
  return verb === "do" || verb === "go" ? `${verb}es` : thirdPerson(verb);
}
export const areAll = (things: readonly Name[]): string => (things.length === 1 ? is(things[0]!) : "are");
/** "it", "them", "her", "him", as the object of a sentence. */
export const object = (it: Name & { readonly pronouns?: Pronouns }): string =>
  it.pronouns ? { she: "her", he: "him", they: "them", it: "it" }[it.pronouns] : isMany(it) ? "them" : "it";
export const subject = (it: Name & { readonly pronouns?: Pronouns }): string =>
  it.pronouns ?? (isMany(it) ? "they" : "it");

/** "She is", "they are". */
export const subjectIs = (it: Name & { readonly pronouns?: Pronouns }): string =>
  `${subject(it)} ${subject(it) === "they" ? "are" : is(it)}`;

/** "herself", "themselves". */
export const reflexive = (it: Name & { readonly pronouns?: Pronouns }): string =>
  ({ him: "himself", her: "herself", it: "itself", them: "themselves" })[object(it)] ?? "itself";

/** "her", "their", as of "her own". */
export const possessive = (it: Name & { readonly pronouns?: Pronouns }): string =>
  ({ him: "his", her: "her", it: "its", them: "their" })[object(it)] ?? "its";

export const upper = (text: string): string => text.replace(/^\P{L}*\p{L}/u, (start) => start.toUpperCase());
/** A sentence: begins large and ends with a mark. */
export const sentence = (text: string): string => (ENDED.test(text) ? upper(text) : `${upper(text)}.`);
/** The end of a sentence, in any script. */
const ENDED = /[.!?…。！？؟۔।]["”’)]*$/u;

const ASKING =
  /^((who|what|where|when|why|how)['’]?s?|which|is|are|was|were|do|does|did|can|could|will|would|have|has|may|shall|should)\b/i;

/** Words as they were said, on one line and in quotation marks. */
export const quote = (text: string): string => {
  const line = text.replace(/\s+/g, " ").trim();
  return `"${upper(ENDED.test(line) || line.endsWith(",") ? line : `${line}${ASKING.test(line) ? "?" : "."}`)}"`;
};

export const DIRECTIONS = [
  "north",
  "northeast",
  "east",
  "southeast",
  "south",
  "southwest",
  "west",
  "northwest",
  "up",
  "down",
  "in",
  "out",
] as const;

/** "north", "down the stairs" is not ours to say; "to the gate" for an author's own word. */
export const toward = (direction: string): string =>
  direction === "in"
    ? "inside"
    : direction === "out"
      ? "outside"
      : isCommon(direction)
        ? direction
        : `by the ${direction}`;

/** Where something is that is to be found by going this way: "to the north", "above". */
export function lies(direction: string): string {
  if (direction === "up") return "above";
  if (direction === "down") return "below";
  return isCommon(direction) && direction !== "in" && direction !== "out" ? `to the ${direction}` : toward(direction);
}

/** Rooms that one is on or at, by the noun of their name. */
const ON =
  "landing stage gallery balcony roof deck terrace bridge path road beach shore jetty quay pier platform lawn hill stair stairs staircase lane".split(
    " ",
  );
const AT = "foot top end edge gate corner crossroads door bottom".split(" ");

/** "in the hall", "on the landing", "at the foot of the tower". */
export function within(room: Name): string {
  const [noun = ""] = room.name.toLowerCase().split(" of ")[0]!.split(" ").slice(-1);
  return `${ON.includes(noun) ? "on" : AT.includes(noun) ? "at" : "in"} ${the(room)}`;
}

/** Where somebody comes from who comes by this way: "from the north", "from above". */
export function fromThe(direction: string): string {
  if (direction === "up") return "from above";
  if (direction === "down") return "from below";
  if (direction === "in") return "from inside";
  if (direction === "out") return "from outside";
  return isCommon(direction) ? `from the ${direction}` : `by the ${direction}`;
}

/** "wind", "knock on": the verb as it stands before what it is done to. */
export const usePhrase = (how: Use): string =>
  (
    ({
      dig: "dig in",
      knock: "knock on",
      sit: "sit on",
      lie: "lie on",
      enter: "get into",
      play: "play on",
    }) as Readonly<Record<string, string>>
  )[how] ?? how;

/** "winds", "knocks on", "pushes". */
export const third = (how: Use): string => {
  const [verb, ...rest] = usePhrase(how).split(" ") as [string, ...string[]];
  return [thirdPerson(verb), ...rest].join(" ");
};

/** "signs": after somebody's name. */
export const thirdPerson = (verb: string): string =>
  /(s|x|z|ch|sh)$/.test(verb) ? `${verb}es` : /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`;

export const isCommon = (direction: string): boolean => (DIRECTIONS as readonly string[]).includes(direction);
