// Verbs of an author's as a parser reads them: their patterns, and what may stand in each place.
import type { Slot, Verb } from "@orrery/kernel";
import { type AuthorVerb, partsOf, placesIn, TARGETS, type VerbPlace } from "../model/verb.ts";
import { upper } from "./grammar.ts";
import { meansFirst, slot, somebody, spoken, THINGS, toPerson } from "./slots.ts";

/** In the author's order, one for each pattern: what a pattern may leave out is never asked for. */
export const authorVerbs = (verbs: Readonly<Record<string, AuthorVerb>>): Verb[] =>
  Object.entries(verbs)
    .sort(([, a], [, b]) => a.rank - b.rank)
    .flatMap(([id, verb]) =>
      verb.patterns.flatMap((pattern) =>
        verbsOf(id, verb, pattern).map((one): Verb => (verb.grave ? { ...one, grave: true } : one)),
      ),
    );

function verbsOf(id: string, { open }: AuthorVerb, pattern: string): Verb[] {
  const parts = partsOf(pattern);
  if ("message" in parts) throw new RangeError(`the verb "${id}" has a pattern that cannot be read: ${pattern}`);
  const places = placesIn(parts);
  const slots = places.map((place) => {
    const { ask, ...maybe } = slotFor(id, pattern, place, open === true);
    const needed = parts.some((part) => "place" in part && part.place === place);
    return [partOf(place), needed && ask !== undefined ? { ...maybe, ask } : maybe] as const;
  });
  const plain: Verb = {
    type: "perform",
    patterns: [withSlots(pattern)],
    slots: Object.fromEntries(slots),
    fixed: { verb: id },
  };
  if (!places.includes("you")) return [meansFirst(plain)];
  // Said to somebody who is there, or after a name.
  const named = { ...plain.slots, target: { ...somebody("Say it to whom?"), kinds: ["person"] } };
  return [plain, { ...plain, patterns: plain.patterns.map((said) => `{target} (,) (i) ${said}`), slots: named }];
}

/** A pattern with its places called as the parts of an action; `you` is a word. */
const withSlots = (pattern: string): string =>
  pattern.replace(/\{(\w+)\}/g, (_, place: VerbPlace) => (place === "you" ? "you" : `{${partOf(place)}}`));

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

const partOf = (place: VerbPlace): string =>
  TARGETS.includes(place) ? "target" : place === "aside" ? "aside" : `metadata.${place}`;

/** What is meant as a rule is what a rule waits for; it is done to oneself only where a rule waits for it with anything. */
function slotFor(id: string, pattern: string, place: VerbPlace, open: boolean): Slot {
  const self = open ? ["self"] : [];
  const said = upper(pattern.split(" ")[0]!.split("|")[0]!);
  switch (place) {
    case "thing":
      return slot([...THINGS, "door"], `verb:${id}`, `${said} what?`);
    case "you":
      return toPerson("Say it to whom?");
    case "aside":
      return spoken;
    case "person":
      return slot(["person", ...self], `verb:${id}`, `${said} whom?`);
    case "anything":
      return slot([...THINGS, "door", "person", ...self], `verb:${id}`, `${said} what?`);
    case "topic":
      return { kinds: ["topic", ...THINGS, "person", "door"], prefer: "topic", ask: `${said} what?` };
    case "with":
      return slot(THINGS, "held", "With what?");
    case "to":
      return toPerson("To whom?");
    case "number":
      return { kinds: ["number"], ask: "Which number?" };
    case "words":
      return { kinds: ["text", "words"], ask: `${said} what?` };
  }
}
