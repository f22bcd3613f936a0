// From phrases to the very things they mean, by what was spoken of before. Guesses nothing: what fits several asks.
import type { Slot } from "@orrery/kernel";
import type { Text } from "./match.ts";
import {
  meansNothing,
  nobodyLike,
  nothingFor,
  nothingThere,
  onlyScenery,
  outOfSightMessage,
  tooFew,
  unfit,
  unknownTo,
  unseen,
  unseenYet,
  type Ways,
  which,
} from "./messages.ts";
import { capitalOf, type Entry, FIT, type Fit } from "./nouns.ts";
import {
  isDeterminer,
  isOfKind,
  isPlural,
  type List,
  ordinalOf,
  type Phrase,
  type PlacePhrase,
  PRONOUNS,
  type Pronoun,
  wordAt,
} from "./phrases.ts";
import type { ParseReason, Reading } from "./reading.ts";
import { isScenery, type Scenery } from "./scenery.ts";

/** What went wrong, and where an answer would go. */
export interface Problem {
  readonly reason: ParseReason;
  readonly message: string;
  /** Several ways of saying the message, which is the first of them. */
  readonly ways?: Ways;
  /** What to say instead when earlier clauses of the same utterance are done first. */
  readonly later?: string;
  /** What was named cannot be so dealt with, as things are before the clauses that come first are done. */
  readonly unfit?: true;
  /** It is an answer rather than a complaint: no other reading of the words is looked for. */
  readonly answered?: boolean;
  readonly open?: {
    readonly slot: string;
    /** Tokens that an answer replaces; none when the part was left out. */
    readonly at: number;
    readonly end: number;
    readonly choices: readonly Entry[];
    /** How many of them, from the first, are offered; absent where all are. */
    readonly offered?: number;
    /** Any words will do. */
    readonly free: boolean;
  };
}
export type ResolvedList =
  | {
      readonly entries: readonly Entry[];
      /** Set where its words fit others as well, and it was what is meant as a rule. */
      readonly weighed?: Problem | undefined;
    }
  | { readonly problem: Problem };

const KEPT = 8;

/** What pronouns mean, newest first: "it", "him" and "her" one of the list, "them" the whole of it; "you" who was spoken to. */
export type PronounMemory = { readonly [P in Pronoun | "you"]: readonly string[] };

export function memoryOf(recent: readonly Reading[]): PronounMemory {
  // After a part of the scene "it" means that, and so nothing.
  const scene = recent.findIndex(({ problem }) => problem?.reason === "only_scenery");
  const since = scene < 0 ? recent : recent.slice(0, scene + 1);
  const newest = (pronoun: Pronoun | "you") =>
    since.find(({ referents }) => referents[pronoun]?.length)?.referents[pronoun] ?? [];
  const all = (pronoun: Pronoun | "you") =>
    [...new Set((pronoun === "it" ? since : recent).flatMap(({ referents }) => referents[pronoun] ?? []))].slice(
      0,
      KEPT,
    );
  return { it: all("it"), them: newest("them"), him: all("him"), her: all("her"), you: all("you") };
}

/** The memory after things were spoken of in one clause: groups in the order of how likely a pronoun means them. */
export function mention(memory: PronounMemory, groups: readonly (readonly Entry[])[]): PronounMemory {
  const next = { ...memory };
  for (const group of groups.toReversed()) {
    for (const { noun } of group) {
      for (const pronoun of noun.pronouns ?? []) {
        next[pronoun] = pronoun === "them" ? [noun.id] : [...new Set([noun.id, ...next[pronoun]])].slice(0, KEPT);
      }
    }
    if (group.length > 1) next.them = group.map(({ noun }) => noun.id);
  }
  return next;
}

/** Who was spoken to, with who is now. */
export const listenersWith = ({ you }: PronounMemory, id: string): readonly string[] =>
  [...new Set([id, ...you])].slice(0, KEPT);

/** What is known while one clause is resolved. */
export interface Scope {
  readonly text: Text;
  readonly memory: PronounMemory;
  /** Ids that other slots of the clause already hold: "put the lamp in it" does not mean the lamp. */
  readonly used: ReadonlySet<string>;
  /** What the target is taken from, once it is known. */
  readonly source?: ReadonlySet<string>;
}

/** Every phrase of a list, in order, each thing once; each way (`again`) as often as it is said. */
export function resolveList(list: List, name: string, slot: Slot, scope: Scope, again = false): ResolvedList {
  const entries: Entry[] = [];
  const had = new Set<string>();
  let { memory } = scope;
  let weighed: Problem | undefined;
  for (const phrase of list.items.slice(0, list.count)) {
    scope.text.meter.count();
    // "The brass key and the other one": within a list, "other" and "one" lean on what stands before them.
    const found = resolve(phrase, name, slot, phrase.kind === "nouns" ? { ...scope, memory } : scope);
    if ("problem" in found) return found;
    weighed ??= found.weighed;
    entries.push(...found.entries.filter(({ noun }) => again || !had.has(noun.id)));
    for (const { noun } of found.entries) had.add(noun.id);
    memory = mention(memory, [found.entries]);
  }
  return { entries, ...(weighed ? { weighed } : {}) };
}

function resolve(phrase: Phrase, name: string, slot: Slot, scope: Scope): ResolvedList {
  switch (phrase.kind) {
    case "filled":
      return resolveFilled(phrase, slot, scope);
    case "pronoun":
      return ignoreAside(resolvePronoun(phrase, name, slot, scope), name);
    case "all":
      return resolveAll(phrase, name, slot, scope);
    case "nouns":
      return ignoreAside(resolveNouns(phrase, name, slot, scope, null), name);
  }
}

/** What fills no part of an action need not be told apart. */
const ignoreAside = (found: ResolvedList, name: string): ResolvedList =>
  name === "aside" && "problem" in found && found.problem.open
    ? { entries: found.problem.open.choices.slice(0, 1) }
    : found;

function resolveFilled(phrase: Phrase & { kind: "filled" }, slot: Slot, { text }: Scope): ResolvedList {
  const { fill } = phrase.hole;
  const entries = (fill && "ids" in fill ? fill.ids : []).flatMap((id) => ofKind(text, id, slot) ?? []);
  return entries.length > 0 ? { entries } : notFound("You cannot see that any more.");
}

function resolvePronoun(phrase: Phrase & { kind: "pronoun" }, name: string, slot: Slot, scope: Scope): ResolvedList {
  const { text, memory, used } = scope;
  const { pronoun } = phrase;
  const said = wordsIn(text, phrase.at, phrase.end, true);
  const same =
    slot.reflexive &&
    [...used].map((id) => ofKind(text, id, slot)).find((one) => one?.noun.pronouns?.includes(pronoun));
  if (same) return { entries: [same] };
  if (phrase.single) return oneOfThem(phrase, name, slot, scope);
  const spoken = memory[pronoun].filter((id) => !used.has(id));
  // A row of hooks may be "them", and is not both of anything.
  const ids = /^both$/i.test(said) && spoken.length < 2 ? [] : spoken;
  if (pronoun === "them") {
    const entries = ids.flatMap((id) => ofKind(text, id, slot) ?? []);
    if (entries.length > 0) return { entries };
  } else {
    const fitting: Entry[] = [];
    for (const id of ids) {
      if (!text.nouns.byId.has(id)) {
        if (fitting.length > 0) break;
        return notFound(outOfSightMessage(said));
      }
      const entry = ofKind(text, id, slot);
      if (entry) fitting.push(entry);
    }
    // A person to deal with is somebody present, even if an absent one was mentioned since: "ask her about Julian; ask him".
    const there = slot.ask !== undefined && pronoun !== "it" ? slot.prefer : undefined;
    const meant = fitting.find(({ noun }) => there !== undefined && noun.kinds.includes(there)) ?? fitting[0];
    if (meant) return { entries: [meant] };
  }
  const known = ids.find((id) => text.nouns.byId.has(id));
  const other = known === undefined ? undefined : unfit(text.nouns.byId.get(known)![0]!.noun);
  if (other !== undefined) return { problem: { reason: "not_understood", message: other, unfit: true } };
  if (/^both$/i.test(said) && ids.length === 0) {
    const all = distinct(
      text.nouns.entries.filter(
        (entry) => entry.noun.kinds.includes(slot.all ?? "") && isOfKind({ entry, rank: FIT.part }, slot),
      ),
    );
    if (all.length === 2) return { entries: all };
    if (all.length > 2) return ambiguous("two", all, phrase, name);
  }
  // "Ask all of them": everybody present, if nobody was mentioned before.
  if (pronoun === "them" && ids.length === 0 && slot.all !== undefined && slot.kinds[0] === text.addressed) {
    const there = distinct(text.nouns.entries.filter(({ noun }) => noun.kinds.includes(slot.all!)));
    if (there.length > 0) return { entries: there };
  }
  if (pronoun === "it" || pronoun === "them")
    return notFound(ids.length > 0 ? outOfSightMessage(said) : meansNothing(said));
  // Nobody was spoken of yet, but "him" is plain where there is one man.
  const here = distinct(
    text.nouns.entries.filter(
      (entry) =>
        entry.noun.pronouns?.includes(pronoun) && !used.has(entry.noun.id) && isOfKind({ entry, rank: FIT.part }, slot),
    ),
  );
  if (here.length === 0) return notFound(ids.length > 0 ? outOfSightMessage(said) : meansNothing(said));
  const preferred = here.filter(({ noun }) => slot.prefer !== undefined && noun.kinds.includes(slot.prefer));
  if (preferred.length === 1) return { entries: preferred };
  if (here.length === 1) return { entries: here };
  // Of several one asks for those who could be meant as a rule; where all must be so there may be nobody.
  if (preferred.length === 0 && slot.none !== undefined && slot.prefer !== undefined) return notFound(nobodyLike(said));
  return ambiguous("", preferred.length > 0 ? preferred : here, phrase, name);
}

/** As many as one could speak of as "them" without having named them. */
const FEW = 4;

/** "Either of them": of those spoken of, else of all that would be meant as a rule, and never chosen for the player. */
function oneOfThem(
  phrase: Phrase & { kind: "pronoun" },
  name: string,
  slot: Slot,
  { text, memory, used }: Scope,
): ResolvedList {
  const spoken = memory.them.filter((id) => !used.has(id)).flatMap((id) => ofKind(text, id, slot) ?? []);
  const usual = text.nouns.entries.filter(
    (entry) => entry.noun.kinds.includes(slot.prefer ?? "") && isOfKind({ entry, rank: FIT.part }, slot),
  );
  const [only, ...more] = distinct(spoken.length > 0 ? spoken : usual);
  if (!only || (spoken.length === 0 && more.length >= FEW))
    return notFound(meansNothing(wordsIn(text, phrase.at, phrase.end, true)));
  return more.length === 0 ? { entries: [only] } : ambiguous("", [only, ...more], phrase, name);
}

function resolveAll(phrase: Phrase & { kind: "all" }, name: string, slot: Slot, scope: Scope): ResolvedList {
  const { text, used, source } = scope;
  const places = phrase.place?.at ? placesOf(phrase.place, scope) : (source ?? null);
  const named = phrase.fits && new Set(phrase.fits.map(({ entry }) => entry.noun.id));
  // Of a place that is named, all that would be meant one by one.
  const kind = places && slot.prefer !== undefined ? slot.prefer : slot.all!;
  let entries = distinct(
    text.nouns.entries.filter((entry) => {
      text.meter.count();
      const { id, kinds } = entry.noun;
      return (
        kinds.includes(kind) &&
        isOfKind({ entry, rank: FIT.part }, slot) &&
        !used.has(id) &&
        (!named || named.has(id)) &&
        (!places || liesIn(text, entry, places))
      );
    }),
  );
  for (const exception of phrase.except) {
    const left = entries;
    const found =
      exception.kind === "nouns"
        ? resolveNouns(exception, name, slot, scope, left)
        : resolve(exception, name, slot, scope);
    if ("problem" in found) return found;
    const out = new Set(found.entries.map(({ noun }) => noun.id));
    entries = left.filter(({ noun }) => !out.has(noun.id));
  }
  if (entries.length > 0) return { entries };
  if (phrase.people) return notFound(nobodyLike(wordsIn(text, phrase.at, phrase.end, true)));
  if (places) return notFound(nothingThere);
  return notFound(nothingFor(phrase.fits ? wordsIn(text, phrase.at, phrase.end, false) : ""));
}

/** `among`: an exception leaves out of these, all that its words fit when they are many. */
function resolveNouns(
  phrase: Phrase & { kind: "nouns" },
  name: string,
  slot: Slot,
  scope: Scope,
  among: readonly Entry[] | null,
): ResolvedList {
  const { text, memory, source } = scope;
  const said = phrase.one ? "" : wordsIn(text, phrase.at, phrase.end, false);
  let fits = (phrase.fits ?? likeLast(text, memory)).filter((fit) => isOfKind(fit, slot));
  const place = phrase.place && !isOrigin(phrase.place, scope) ? phrase.place : undefined;
  if (place?.at) {
    const places = placesOf(place, scope);
    const itself = place.at.kind === "nouns" ? (place.at.fits ?? []).map(({ entry }) => entry) : [];
    // "The plate on the machine", "the bottles on the shelf": that may be the thing itself by another name.
    fits = fits.filter(
      ({ entry }) => itself.includes(entry) || places.has(entry.noun.id) || liesIn(text, entry, places),
    );
  }
  if (source && source.size > 0) {
    const there = fits.filter(({ entry }) => liesIn(text, entry, source));
    // "The key that hangs on the nail and the lantern from the table": a thing told by another place is not taken from there.
    if (there.length > 0 || place) fits = there;
  }
  if ((phrase.whose || phrase.owners) && fits.length > 1) {
    const owners = phrase.whose
      ? ownersOf(phrase.whose, scope)
      : new Set(phrase.owners?.map(({ entry }) => entry.noun.id));
    const theirs = fits.filter(({ entry }) => entry.noun.at !== undefined && owners.has(entry.noun.at));
    if (theirs.length > 0) fits = theirs;
  }
  if (among) {
    const inside = fits.filter(({ entry }) => among.includes(entry));
    if (inside.length > 0) fits = inside;
  }
  if (phrase.one && phrase.fits && fits.length > 1) {
    const like = new Set(likeLast(text, memory).map(({ entry }) => entry));
    const both = fits.filter(({ entry }) => like.has(entry));
    if (both.length > 0) fits = both;
  }
  if (phrase.other) fits = withoutLast(fits, memory);
  if (fits.length === 0) {
    return phrase.one
      ? notFound(meansNothing(wordsIn(text, phrase.at, phrase.end, true)))
      : {
          problem: unseenProblem(said, slot, text.scenery),
        };
  }
  const best = Math.max(...fits.map(({ rank }) => rank));
  const many = phrase.many || (!phrase.one && !phrase.single && isPlural(fits));
  if (phrase.nth !== undefined) return nthOf(phrase, fits, said, text);
  let entries = distinct(fits.filter(({ rank }) => phrase.one || rank === best).map(({ entry }) => entry));
  if (many && (slot.all !== undefined || among)) {
    const all = entries.filter(({ noun }) => slot.all !== undefined && noun.kinds.includes(slot.all));
    return { entries: all.length > 0 ? all : entries };
  }
  const doubt = entries.length > 1 ? ambiguous(said, entries, phrase, name) : null;
  if (doubt && slot.prefer !== undefined) {
    const preferred = entries.filter(({ noun }) => noun.kinds.includes(slot.prefer!));
    if (preferred.length > 0) entries = preferred;
  }
  return entries.length === 1 ? { entries, weighed: doubt?.problem } : ambiguous(said, entries, phrase, name);
}

/** "The second key" of those that the words fit. */
function nthOf(phrase: Phrase & { kind: "nouns" }, fits: readonly Fit[], said: string, { nouns }: Text): ResolvedList {
  const all = distinct(fits.map(({ entry }) => entry)).sort((a, b) => nouns.order.get(a)! - nouns.order.get(b)!);
  const entry = all.at(phrase.nth! < 0 ? -1 : phrase.nth! - 1);
  return entry ? { entries: [entry] } : notFound(tooFew(said, all));
}

/** Ids that "his" or "her" may mean. */
const ownersOf = (pronoun: Pronoun | "you", { text, memory }: Scope): ReadonlySet<string> =>
  pronoun === "you"
    ? new Set(text.nouns.entries.flatMap(({ noun }) => (noun.kinds.includes(text.addressed ?? "") ? [noun.id] : [])))
    : new Set([
        ...memory[pronoun],
        ...text.nouns.entries.flatMap(({ noun }) => (noun.pronouns?.includes(pronoun) ? [noun.id] : [])),
      ]);

/** "The letter from my aunt": who has nothing and lies nowhere tells no more than that. */
const isOrigin = ({ at, source }: PlacePhrase, { text }: Scope): boolean =>
  source &&
  at?.kind === "nouns" &&
  at.fits?.every(({ entry: { noun } }) => noun.at === undefined && !text.nouns.keepers.has(noun.id)) === true;

/** The ids that a place may be: all that its words fit, since what lies there tells which. */
function placesOf({ at }: PlacePhrase, { text, memory }: Scope): ReadonlySet<string> {
  if (!at) return new Set();
  if (at.kind === "pronoun") {
    const spoken = memory[at.pronoun].slice(0, at.pronoun === "them" ? KEPT : 1);
    // Nobody was mentioned yet: "she" may be anybody with that pronoun.
    return spoken.length > 0 || at.pronoun === "it" || at.pronoun === "them"
      ? new Set(spoken)
      : new Set(text.nouns.entries.flatMap(({ noun }) => (noun.pronouns?.includes(at.pronoun) ? [noun.id] : [])));
  }
  const fits = at.kind === "nouns" ? (at.fits ?? []) : [];
  const best = Math.max(...fits.map(({ rank }) => rank));
  return new Set(
    fits.flatMap(({ entry, rank }) => (rank === best && text.nouns.keepers.has(entry.noun.id) ? [entry.noun.id] : [])),
  );
}

/** Whether a thing lies in or on one of these, however deep, or is held by it. */
function liesIn({ nouns, meter }: Text, { noun }: Entry, places: ReadonlySet<string>): boolean {
  const seen = new Set<string>();
  for (
    let at = noun.at;
    at !== undefined && !seen.has(at);
    at = nouns.byId.get(at)?.find((one) => one.noun.at)?.noun.at
  ) {
    meter.count();
    if (places.has(at)) return true;
    seen.add(at);
  }
  return false;
}

/** The place that a phrase says its thing is to be taken from. */
export function sourceOfList({ items, count }: List, scope: Scope): Entry[] {
  const [phrase] = items;
  const place = count === 1 && (phrase?.kind === "nouns" || phrase?.kind === "all") ? phrase.place : undefined;
  if (!place?.source) return [];
  return [...placesOf(place, scope)].flatMap((id) => scope.text.nouns.byId.get(id)?.slice(0, 1) ?? []);
}

/** Nouns that could be called the same as the thing last spoken of: what "one" stands for. */
function likeLast({ nouns }: Text, memory: PronounMemory): Fit[] {
  const last = [...memory.it, ...memory.him, ...memory.her, ...memory.them].find((id) => nouns.byId.has(id));
  if (last === undefined) return [];
  const heads = new Set(nouns.byId.get(last)!.flatMap((entry) => [...entry.heads]));
  return nouns.entries
    .filter((entry) => [...entry.heads].some((head) => heads.has(head)))
    .map((entry) => ({ entry, rank: FIT.part }));
}

/** "The other key" is not the key last spoken of. */
export function withoutLast(fits: readonly Fit[], memory: PronounMemory): Fit[] {
  const last = new Set<string>();
  for (const pronoun of PRONOUNS) {
    const id = memory[pronoun].find((one) => fits.some(({ entry }) => entry.noun.id === one));
    if (id !== undefined && (pronoun !== "them" || last.size === 0)) last.add(id);
  }
  return fits.filter(({ entry }) => !last.has(entry.noun.id));
}

const ofKind = ({ nouns }: Text, id: string, slot: Slot): Entry | undefined =>
  nouns.byId.get(id)?.find((entry) => isOfKind({ entry, rank: FIT.part }, slot));

const distinct = (entries: readonly Entry[]): Entry[] =>
  [...new Map(entries.toReversed().map((entry) => [entry.noun.id, entry])).values()].reverse();

/** The words between two tokens, folded; without those that only point, unless `whole`. */
export function wordsIn(text: Text, at: number, end: number, whole: boolean): string {
  const pointing = (word: string) =>
    isDeterminer(word) ||
    ordinalOf(word) !== null ||
    ["other", "another", "all", "both", "every", "each", "of"].includes(word);
  let from = at;
  if (!whole) while (from < end - 1 && pointing(wordAt(text, from) ?? "")) from++;
  const first = text.tokens[from];
  return first ? asWritten(text, text.source.slice(first.start, text.tokens[end - 1]!.end)) : "";
}

/** Words of the player's with the capitals that the world gives its names: "Which Vane do you mean". */
const asWritten = ({ nouns }: Text, words: string): string =>
  words.replace(/\p{Ll}[\p{L}\p{M}]*/gu, (word, at: number) =>
    at > 0 && /[\p{L}'’]/u.test(words[at - 1]!) ? word : capitalOf(nouns, word),
  );

export const problemOf = (reason: ParseReason, ways: Ways): Problem => ({ reason, message: ways.all[0], ways });

/** Words that name nothing which could fill a slot; of what the shown prose names, it is said that it is only that. */
export function unseenProblem(words: string, slot: Slot, scenery: Scenery): Problem {
  if (slot.scenery && isScenery(words, scenery)) return problemOf("only_scenery", onlyScenery(words, slot.scenery));
  return slot.unknown === undefined
    ? { ...problemOf("object_not_found", unseen(words)), later: unseenYet(words) }
    : problemOf("object_not_found", unknownTo(words, slot.unknown));
}
const notFound = (message: string): ResolvedList => ({ problem: { reason: "object_not_found", message } });
const ambiguous = (
  said: string,
  choices: readonly Entry[],
  { at, end }: Phrase,
  slot: string,
): { readonly problem: Problem } => ({
  problem: {
    reason: "ambiguous_reference",
    message: which(said, choices),
    open: { slot, at, end, choices, free: false },
  },
});
