// Verbs that an author adds: the words in which they are said, and what may stand in their places. Data and its shape; nothing here reads text.
import { type Static, Type } from "@orrery/kernel";
import { closed, Prose, Rank } from "./text.ts";

/**
 * What may stand in a pattern. One of the first five is what the deed is done to: `you` is the word, and the person spoken
 * to. `with` is a thing in hand, `to` is somebody who is there, `number` and `words` are taken as they are said, and what
 * stands at `aside` must be known and is left at that.
 */
export const PLACES = [
  "thing",
  "person",
  "anything",
  "topic",
  "you",
  "with",
  "to",
  "number",
  "words",
  "aside",
] as const;

export type VerbPlace = (typeof PLACES)[number];

export const TARGETS: readonly VerbPlace[] = ["thing", "person", "anything", "topic", "you"];

/** What may stand in a question that means a topic: the person asked, and what is left at that. */
export const QUESTION_PLACES: readonly VerbPlace[] = ["you", "aside"];

/** `a|b` are single words, parentheses hold what may be left out. */
export const Patterns = Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { minItems: 1, maxItems: 40 });

export const VerbSchema = Type.Object(
  {
    rank: Rank,
    /** The first is the one in which the deed is told. */
    patterns: Patterns,
    /** Told where no rule says what comes of it. */
    otherwise: Type.Optional(Prose),
    /** Cannot be taken back: done only where it is plainly said, and out of no question or guess. */
    grave: Type.Optional(Type.Literal(true)),
    /** Some rule waits for it with any target. */
    open: Type.Optional(Type.Literal(true)),
  },
  closed,
);

export type AuthorVerb = Static<typeof VerbSchema>;

/** Other words for questions to oneself that need name nothing. */
export const QuestionsSchema = Type.Object(
  {
    company: Type.Optional(Patterns),
    people: Type.Optional(Patterns),
    visitors: Type.Optional(Patterns),
    exits: Type.Optional(Patterns),
    options: Type.Optional(Patterns),
    time: Type.Optional(Patterns),
  },
  closed,
);

export type AuthorQuestions = Static<typeof QuestionsSchema>;

/** A pattern taken apart: words with their alternatives, places, and what may be left out. */
export type VerbPart =
  | { readonly words: readonly string[] }
  | { readonly place: VerbPlace }
  | { readonly maybe: readonly VerbPart[] };

/** Why a pattern cannot be read, in words for its author. */
export interface PatternFault {
  readonly message: string;
  readonly hint: string;
}

/** A pattern's parts, or what is wrong with it. */
export function partsOf(pattern: string): readonly VerbPart[] | PatternFault {
  const stack: VerbPart[][] = [[]];
  for (const [token] of pattern.matchAll(/[()]|\{[^{}]*\}|[^\s(){}]+|[{}]/g)) {
    if (token === "(") stack.push([]);
    else if (token === ")") {
      const maybe = stack.pop()!;
      if (stack.length === 0) return { message: 'There is a ")" too many.', hint: "Take it out." };
      stack.at(-1)!.push({ maybe });
    } else if (token.startsWith("{")) {
      const place = PLACES.find((one) => `{${one}}` === token);
      if (!place)
        return {
          message: `Nothing can stand at \`${token}\`.`,
          hint: `There are: ${PLACES.map((one) => `{${one}}`).join(", ")}.`,
        };
      stack.at(-1)!.push({ place });
    } else if (/^[\p{L}\p{M}\p{N}]+(\|[\p{L}\p{M}\p{N}]+)*$/u.test(token))
      stack.at(-1)!.push({ words: token.split("|") });
    else
      return {
        message: `\`${token}\` is no word.`,
        hint: "Write words, `one|another`, `(maybe)` and places such as `{thing}`.",
      };
  }
  if (stack.length > 1) return { message: 'There is a "(" too many.', hint: "Close it, or take it out." };
  const parts = stack[0]!;
  if (!parts.some((part) => "words" in part || ("place" in part && part.place === "you")))
    return { message: "A pattern has words of its own.", hint: "Write them beside the place: `sign {thing}`." };
  const places = placesIn(parts);
  if (new Set(places).size < places.length || places.filter((one) => TARGETS.includes(one)).length > 1)
    return {
      message: "Two places here hold the same part of the deed.",
      hint: "Use each place once, and one of {thing}, {person}, {anything}, {topic} and {you}.",
    };
  return parts;
}

/** What is wrong with a verb's first pattern, in whose words the deed is told; null when nothing is. */
export function firstFault(pattern: string): PatternFault | null {
  const parts = partsOf(pattern);
  if ("message" in parts || (parts[0] && "words" in parts[0])) return null;
  return { message: "The first pattern begins with its verb.", hint: "Write the verb first: `sign {thing}`." };
}

export const placesIn = (parts: readonly VerbPart[]): VerbPlace[] =>
  parts.flatMap((part) => ("place" in part ? [part.place] : "maybe" in part ? placesIn(part.maybe) : []));

/** A verb that an older version knew and its lifted state does not have. */
export const legacyVerb = (verb: string): AuthorVerb => ({ rank: 0, patterns: [`${verb} {anything}`] });

/** The places that any of a verb's patterns has. */
export const placesOf = ({ patterns }: Pick<AuthorVerb, "patterns">): ReadonlySet<VerbPlace> =>
  new Set(
    patterns.flatMap((pattern) => {
      const parts = partsOf(pattern);
      return "message" in parts ? [] : placesIn(parts);
    }),
  );

/** A deed in the author's words: the first pattern that has room for all that is known of it. */
export function deedPhrase(
  { patterns }: Pick<AuthorVerb, "patterns">,
  filled: { readonly [P in VerbPlace]?: string },
): string {
  const said = Object.keys(filled) as VerbPlace[];
  const ways = patterns.flatMap((pattern) => {
    const parts = partsOf(pattern);
    return "message" in parts ? [] : [parts];
  });
  const has = (parts: readonly VerbPart[]) => said.every((place) => placesIn(parts).includes(place));
  const needs = (parts: readonly VerbPart[]): VerbPlace[] =>
    parts.flatMap((part) => ("place" in part ? [part.place] : []));
  const way =
    ways.find((parts) => has(parts) && needs(parts).every((place) => filled[place] !== undefined)) ?? ways[0]!;
  const write = (parts: readonly VerbPart[]): string[] =>
    parts.flatMap((part) => {
      if ("words" in part) return [part.words[0]!];
      if ("place" in part) return filled[part.place] === undefined ? [] : [filled[part.place]!];
      const inner = placesIn(part.maybe);
      return inner.length > 0 && inner.every((place) => filled[place] !== undefined) ? write(part.maybe) : [];
    });
  return write(way).join(" ");
}
