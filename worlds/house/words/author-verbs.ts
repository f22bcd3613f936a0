// Verbs of an author's as a parser reads them: their patterns, and what may stand in each place.
import type { Slot, Verb } from "@orrery/kernel";
import { type AuthorVerb, partsOf, placesIn, TARGETS, type VerbPlace } from "../model/verb.ts";
import { upper } from "./grammar.ts";
import { slot, THINGS, toPerson } from "./slots.ts";

/** In the author's order, one for each pattern: what a pattern may leave out is never asked for. */
export const authorVerbs = (verbs: Readonly<Record<string, AuthorVerb>>): Verb[] =>
  Object.entries(verbs)
    .sort(([, a], [, b]) => a.rank - b.rank)
    .flatMap(([id, verb]) => verb.patterns.map((pattern) => verbOf(id, pattern)));

function verbOf(id: string, pattern: string): Verb {
  const parts = partsOf(pattern);
  if ("message" in parts) throw new RangeError(`the verb "${id}" has a pattern that cannot be read: ${pattern}`);
  const slots = placesIn(parts).map((place) => {
    const { ask, ...maybe } = slotFor(id, pattern, place);
    const needed = parts.some((part) => "place" in part && part.place === place);
    return [partOf(place), needed && ask !== undefined ? { ...maybe, ask } : maybe] as const;
  });
  return {
    type: "perform",
    patterns: [pattern.replace(/\{(\w+)\}/g, (_, place: VerbPlace) => `{${partOf(place)}}`)],
    slots: Object.fromEntries(slots),
    fixed: { verb: id },
  };
}

/** The same verbs without the words that an author has taken for verbs of the story's own. */
export const withoutWords = (all: readonly Verb[], taken: ReadonlySet<string>): Verb[] =>
  all.flatMap((verb) => {
    const patterns = verb.patterns.flatMap((pattern) => {
      const [first = "", ...rest] = pattern.split(" ");
      const left = first.split("|").filter((word) => !taken.has(word));
      return left.length === 0 ? [] : [[left.join("|"), ...rest].join(" ")];
    });
    return patterns.length === 0 ? [] : [{ ...verb, patterns }];
  });

/** Words with which the verbs of the author's begin, as they are called first. */
export const verbWords = (verbs: Readonly<Record<string, AuthorVerb>>): ReadonlySet<string> =>
  new Set(Object.values(verbs).flatMap(({ patterns: [first = ""] }) => first.split(" ")[0]!.split("|")));

const partOf = (place: VerbPlace): string => (TARGETS.includes(place) ? "target" : `metadata.${place}`);

/** What is meant as a rule is what a rule waits for. */
function slotFor(id: string, pattern: string, place: VerbPlace): Slot {
  const said = upper(pattern.split(" ")[0]!.split("|")[0]!);
  switch (place) {
    case "thing":
      return slot([...THINGS, "door"], `verb:${id}`, `${said} what?`);
    case "person":
      return slot(["person", "self"], `verb:${id}`, `${said} whom?`);
    case "anything":
      return slot([...THINGS, "door", "person", "self"], `verb:${id}`, `${said} what?`);
    case "topic":
      return { kinds: ["topic", ...THINGS, "person", "door"], prefer: "topic", ask: `${said} what?` };
    case "with":
      return slot(THINGS, "held", "With what?");
    case "to":
      return toPerson("To whom?");
    case "number":
      return { kinds: ["number"], ask: "Which number?" };
    case "words":
      return { kinds: ["text"], ask: `${said} what?` };
  }
}
