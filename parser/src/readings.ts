// All readings of one clause, the likeliest first. Resolves nothing and chooses none.
import type { Slot, Verb } from "@orrery/kernel";
import { addresseeAt, startsAt } from "./joints.ts";
import { addressee, type Candidate, hasBase, type MatchMode, matchPattern } from "./match.ts";
import type { Pattern } from "./patterns.ts";
import { hasPlace, wordAt } from "./phrases.ts";
import { isSaid } from "./said.ts";
import { wordsOf } from "./tokens.ts";
import { type Clause, canStart, isQuestion, openingAt, patternsBegunBy, verbWords, type Walk } from "./walk.ts";

/** How many readings of a clause are tried for what comes after them. */
const TRIED = 16;

/** All readings of a clause by patterns that begin there or after some of its courtesies. */
export function candidatesAt(walk: Walk, at: number, mode: MatchMode): Candidate[] {
  const plain = startsAt(walk.text, at).flatMap((start) =>
    openingAt(walk, start)
      .flatMap((pattern) => matchPattern(walk.text, pattern, start, mode))
      .filter((candidate) => isReadable(walk, candidate)),
  );
  return mode === "whole" ? [...plain, ...calledCandidates(walk, at)] : plain;
}

/** What only leads up to something does; and "put it back" means nothing more than "put it" where nothing is known of where it was. */
export const isReadable = ({ text }: Walk, { pattern: { verb }, joint }: Candidate): boolean =>
  (verb.leads !== "only" || joint.next !== null) && (text.homes.size > 0 || !needsHome(verb));

/** "Julian, please tell me about the will": what is said after a name, where the verb has room for who is spoken to. */
function calledCandidates({ text, ...walk }: Walk, at: number): Candidate[] {
  if (text.addressed === undefined) return [];
  for (const start of startsAt(text, at)) {
    const named = addresseeAt(text, start);
    const next = named && (text.tokens[named.end]?.kind === "comma" ? named.end + 1 : named.end);
    if (!named || next === null) continue;
    const starts = startsAt(text, next);
    // "Miss Finch, tell me what you are knitting".
    const asks = starts.some((from) => isQuestion({ text, ...walk }, from));
    if (next === named.end && wordAt(text, next) !== "please" && !asks) continue;
    return starts.flatMap((from) =>
      openingAt({ text, ...walk }, from)
        .flatMap((pattern) => {
          const to = addressee(pattern.verb, named.entry.noun, true);
          return to === null
            ? []
            : matchPattern(text, pattern, from, "whole").filter(({ fillings }) => !fillings.has(to));
        })
        .map((candidate) => ({ ...candidate, called: named.entry, from: start })),
    );
  }
  return [];
}

const needsHome = ({ slots = {} }: Verb): boolean => Object.values(slots).some((slot) => slot?.home === true);

/** Readings that borrow the verb of the clause before: its words are taken as said again. */
export function continuationsAt({ text, verbs }: Walk, at: number, before: Clause | null, first = false): Clause[] {
  const length = before?.candidate.pattern.afterVerb ?? 0;
  if (!before || length === 0) return [];
  const verb = verbWords(text, before);
  const words = wordsOf(verb);
  return (
    patternsBegunBy(verbs, words[0] ?? "", true)
      .filter(({ steps }) =>
        words.every((word, i) => {
          const step = steps[i];
          return step?.op === "word" && (step.words.has(word) || (i === 0 && hasBase(step.words, word)));
        }),
      )
      .flatMap((pattern) => matchPattern(text, pattern, at, "whole", { from: length, first }))
      // What names nothing borrows no verb: "show her the letter, what …" is no "show what"; nor do words that are only taken as they are.
      .filter(({ fillings, loose }) => fillings.size > 0 && loose === 0)
      .map((candidate) => ({ candidate, verb }))
  );
}

export function goesOn(walk: Walk, candidate: Candidate, verb: string): boolean {
  const { next } = candidate.joint;
  if (next === null || canStart(walk, next) || isSaid(walk.text, next)) return true;
  return candidate.joint.tight && continuationsAt(walk, next, { candidate, verb }, true).length > 0;
}

/** Readings after which the rest can go on, found one by one: the first will mostly do, and where many fail the rest will too. */
export function* going(walk: Walk, clauses: readonly Clause[]): Generator<Clause> {
  for (const clause of clauses.slice(0, TRIED)) if (goesOn(walk, clause.candidate, clause.verb)) yield clause;
}

/** The most specific first: as little passed over as can be, the more of the pattern's own words, the fewer words taken as they are, the longer. Then as the lexicon has it. */
export function bySpecificity({ verbs: { order } }: Walk, clauses: readonly Clause[]): Clause[] {
  return clauses.toSorted(
    ({ candidate: a }, { candidate: b }) =>
      Number(a.uncalled ?? false) - Number(b.uncalled ?? false) ||
      Number(a.pattern.verb.last ?? false) - Number(b.pattern.verb.last ?? false) ||
      (a.from ?? a.at) - (b.from ?? b.at) ||
      b.literals - a.literals ||
      Number(a.joint.reason) - Number(b.joint.reason) ||
      a.loose - b.loose ||
      placesIn(a) - placesIn(b) ||
      (b.reach ?? b.end) - (a.reach ?? a.end) ||
      order.get(a.pattern)! - order.get(b.pattern)!,
  );
}

/** Things told by where they are: a reading in which a place belongs to the verb comes first. */
const placesIn = ({ fillings }: Candidate): number =>
  [...fillings.values()].filter(
    (filling) => filling.kind === "list" && filling.list.items.slice(0, filling.list.count).some(hasPlace),
  ).length;

/** What may be wanted of somebody, read from a token on: whole clauses of the slot's own types, in which nobody else is wanted to do anything. */
export function deedsAt(walk: Walk, at: number, { deeds = [] }: Slot): Candidate[] {
  const isDeed = ({ verb }: Pattern) =>
    deeds.includes(verb.type) && !Object.values(verb.slots ?? {}).some((slot) => slot?.kinds.includes("deed"));
  for (const start of startsAt(walk.text, at)) {
    const found = openingAt(walk, start)
      .filter(isDeed)
      .flatMap((pattern) => matchPattern(walk.text, pattern, start, walk.text.unjoined ? "span" : "whole"))
      // "Ada, look at yourself": it is Ada who is meant, and nobody is wanted to do anything to themselves.
      .filter(
        ({ end }) => !walk.text.tokens.slice(start, end).some((one) => one.kind === "word" && one.word === "yourself"),
      );
    if (found.length > 0) return found;
  }
  return [];
}
