// Walks along the clauses of one text: chooses a reading for each and makes its actions, up to the first that fails.
import { type ActionBase, type ActorId, canonical, type Slot, type Verb } from "@orrery/kernel";
import { diagnose, nothingSaid } from "./diagnosis.ts";
import { afterJoints, calledAt, startsAt } from "./joints.ts";
import { addressee, type Candidate, hasBase, type Mode, matchPattern, type Text } from "./match.ts";
import { asked, named, noted, nothingFor, oneListOnly, tooMany, unfinished } from "./messages.ts";
import { type Entry, FIT } from "./nouns.ts";
import type { Pattern } from "./patterns.ts";
import { hasPlace, isOfKind, type List, wordAt } from "./phrases.ts";
import {
  type Found,
  type Memory,
  mention,
  type Problem,
  problemOf,
  resolveList,
  type Scope,
  sourceOfList,
} from "./references.ts";
import { leadAt, type Remark, remarkAt, wonderAt } from "./remarks.ts";
import { type Hole, wordsOf } from "./tokens.ts";
import {
  begunBy,
  type Clause,
  canStart,
  isQuestion,
  openingAt,
  PARTICLES,
  slotOf,
  sourceOf,
  verbWords,
  type Walk,
} from "./walk.ts";

export const ACTIONS_MAX = 200;
/** How many readings of a clause are tried for what comes after them. */
const TRIED = 16;

/** How many remarks one text may hold. */
const REMARKS_MAX = 8;

export interface Walked {
  readonly actions: readonly ActionBase[];
  readonly memory: Memory;
  /** What the last clause made. */
  readonly last: readonly ActionBase[];
  /** Free texts that went into actions. */
  readonly said: readonly string[];
  /** Whether some of it was taken as it stands, in words that a rule knows nothing of, though it may have begun as a remark. */
  readonly loose: boolean;
  /** Whether a remark was passed over. */
  readonly remarked: boolean;
  readonly stopped: Stop | null;
}
/** Where and why the walk ended before the text did. */
export interface Stop {
  readonly problem: Problem;
  /** Token at which the failed clause begins. */
  readonly at: number;
  readonly clause: Clause | null;
  /** Verb words that the clause leaves out. */
  readonly verb: string;
}

/** Reads clause after clause. What failed ends it: what comes later may depend on it. */
export function walkClauses(walk: Walk, actorId: ActorId, memory: Memory): Walked {
  const actions: ActionBase[] = [];
  const said: string[] = [];
  let last: readonly ActionBase[] = [];
  let now = memory;
  let before: Clause | null = null;
  let loose = false;
  let remarks = 0;
  let remarked: { readonly at: number; readonly end: number } | null = null;
  for (let at: number | null = afterJoints(walk.text, 0); at !== null && at < walk.text.tokens.length; ) {
    const chosen = chooseClause(walk, at, before, now);
    if ("problem" in chosen && chosen.problem.reason === "nothing_said" && (before || remarked)) break;
    const remark: Remark | null =
      remarks < REMARKS_MAX && isUncertain(walk, at, chosen)
        ? remarkAt(walk, at, (next) => canStart(walk, next))
        : null;
    if (remark && ("problem" in chosen || remark.next !== null || (before && walk.text.runsOn))) {
      remarked ??= { at, end: remark.end };
      remarks++;
      now = remark.after(now);
      at = remark.next;
      continue;
    }
    if ("problem" in chosen)
      // "Unlock the bureau. — With which key? — Open it": what was named is what was spoken of last.
      return {
        actions,
        memory: mention(now, chosen.named ?? []),
        last,
        said,
        loose,
        remarked: remarked !== null,
        stopped: { at, ...chosen },
      };
    const { clause, slots } = chosen;
    const { candidate } = clause;
    const words = saidIn(walk.text, candidate.at, candidate.end);
    const { verb } = candidate.pattern;
    const leads = verb.leads !== undefined && candidate.joint.next !== null;
    const made = leads || candidate.joint.withdraws ? [] : actionsOf(verb, actorId, slots, words);
    if ("problem" in made || actions.length + made.length > ACTIONS_MAX) {
      const problem: Problem = "problem" in made ? made.problem : { reason: "too_long", message: tooMany(ACTIONS_MAX) };
      return {
        actions,
        memory: now,
        last,
        said,
        loose,
        remarked: remarked !== null,
        stopped: { at, problem, clause, verb: clause.verb },
      };
    }
    // "I need the key, get it": the same deed in other words is one.
    const isSame =
      before !== null &&
      made.length > 0 &&
      canonical(made) === canonical(last) &&
      verbWords(walk.text, clause) !== verbWords(walk.text, before);
    if (!isSame) actions.push(...made);
    if (made.length > 0) last = made;
    loose ||= candidate.loose > 0 && leadAt(walk.text, candidate.at) !== null;
    if (verb.said !== undefined) said.push(words);
    said.push(
      ...slots.flatMap(({ name, entries, words, deeds, count }) =>
        entries || deeds || count || name === "aside" ? [] : [words],
      ),
    );
    now = mention(
      now,
      slots.flatMap(({ entries, inner }) => [
        ...(entries ? [entries] : []),
        ...(inner?.flatMap((one) => (one.entries ? [one.entries] : [])) ?? []),
      ]),
    );
    before = { ...clause, named: slots.find(({ name }) => name === "target")?.entries ?? [] };
    at = clause.candidate.joint.next;
  }
  if (before) return { actions, memory: now, last, said, loose, remarked: remarked !== null, stopped: null };
  if (remarked) {
    const problem = {
      ...problemOf("unknown_verb", noted(sourceOf(walk.text, remarked.at, remarked.end))),
      answered: true,
    };
    return {
      actions,
      memory: now,
      last,
      said,
      loose,
      remarked: remarked !== null,
      stopped: { at: remarked.at, problem, clause: null, verb: "" },
    };
  }
  return {
    actions,
    memory: now,
    last,
    said,
    loose,
    remarked: remarked !== null,
    stopped: { at: 0, problem: nothingSaid, clause: null, verb: "" },
  };
}

/** What is not understood, or taken as it stands, may be a remark; but not what only waits for an answer. */
const isUncertain = ({ text }: Walk, at: number, chosen: Chosen): boolean =>
  "problem" in chosen
    ? !chosen.problem.open || startsAt(text, at).some((start) => leadAt(text, start) !== null)
    : chosen.clause.candidate.loose > 0;

/** What may be wanted of somebody, read from a token on: whole clauses of the slot's own types, in which nobody else is wanted to do anything. */
export function deedsAt(walk: Walk, at: number, { deeds = [] }: Slot): Candidate[] {
  const isDeed = ({ verb }: Pattern) =>
    deeds.includes(verb.type) && !Object.values(verb.slots ?? {}).some((slot) => slot?.kinds.includes("deed"));
  for (const start of startsAt(walk.text, at)) {
    const found = openingAt(walk, start)
      .filter(isDeed)
      .flatMap((pattern) => matchPattern(walk.text, pattern, start, "whole"));
    if (found.length > 0) return found;
  }
  return [];
}

/** Whether a clause may begin at a token with nothing before it that joins it: with a verb of its own, or as a remark. */
export function runsOn(walk: Walk, at: number): boolean {
  const { text } = walk;
  if (leadAt(text, at) !== null || wonderAt(text, at) !== null) return true;
  if (PARTICLES.has(wordAt(text, at) ?? "")) return false;
  const isVerb = (word: string) => walk.verbs.byWord.has(word) && !POINTING.has(word);
  return startsAt(text, at).some((start) => isVerb(wordAt(text, start) ?? "")) && canStart(walk, at);
}

/** What begins no clause without a pause before it, though some pattern may begin so. */
const POINTING = new Set("it this that these those the a an my your his her their one them there".split(" "));

/** What somebody is wanted to do: an action that has no actor yet. */
type Deed = Omit<ActionBase, "actorId">;

/** What one slot of a clause came to hold. */
interface Held {
  readonly name: string;
  readonly slot: Slot;
  /** Null for free text, deeds and counts. */
  readonly entries: readonly Entry[] | null;
  readonly words: string;
  readonly deeds?: readonly Deed[];
  /** How often it is done. */
  readonly count?: number;
  /** What a deed speaks of. */
  readonly inner?: readonly Held[];
}
type Chosen =
  | { readonly clause: Clause; readonly slots: readonly Held[] }
  | {
      readonly problem: Problem;
      readonly clause: Clause | null;
      readonly verb: string;
      /** What it did name before something had to be asked for. */
      readonly named?: Named;
    };
type Named = readonly (readonly Entry[])[];

function chooseClause(walk: Walk, at: number, before: Clause | null, memory: Memory): Chosen {
  const whole = candidatesAt(walk, at, "whole").map((candidate) => ({ candidate, verb: "" }));
  const readings = whole.length > 0 ? whole : continued(walk, at, before);
  if (readings.length > 0) {
    const best = sorted(walk, readings);
    const other = best[0]!.candidate.loose > 0 ? otherThanSaid(walk, best[0]!.candidate) : null;
    if (other) return { ...diagnose(walk, at, before), clause: null };
    return firstThatHolds(walk, going(walk, best), memory, before) ?? firstThatHolds(walk, best, memory, before)!;
  }
  return unfinishedAt(walk, at, memory, before) ?? { ...diagnose(walk, at, before), clause: null };
}

/** Longer words are speech. */
const TOLD_MAX = 16;

/** "Tell him about the will" where nobody has heard of one: more of another act than of something said. */
function otherThanSaid(walk: Walk, { at, literals, pattern }: Candidate): Candidate | null {
  if (walk.text.tokens.length - at > TOLD_MAX) return null;
  const guesses = openingAt(walk, at)
    .filter(({ verb }) => verb.type !== pattern.verb.type && !verb.last)
    .flatMap((one) => matchPattern(walk.text, one, at, "guessed", { clauseEnd: walk.text.tokens.length }));
  const isTold = (one: Candidate) =>
    one.literals > literals &&
    one.fillings.size > 1 &&
    [...one.fillings].every(
      ([name, { kind }]) =>
        kind === "list" || (kind === "unknown" && slotOf(one.pattern.verb, name).unknown !== undefined),
    );
  return guesses.find(isTold) ?? null;
}

/** A clause that stops before its pattern does: what lacks is supplied or asked for, but never supplied when several verbs begin so. */
function unfinishedAt(walk: Walk, at: number, memory: Memory, before: Clause | null): Chosen | null {
  const { text } = walk;
  const begun = sorted(
    walk,
    candidatesAt(walk, at, "begun").flatMap((candidate) => {
      const { tight, next } = candidate.joint;
      return !tight || next === null || canStart(walk, next) ? [{ candidate, verb: "" }] : [];
    }),
  );
  const first = begun[0]?.candidate;
  if (!first) return null;
  const like = begun.filter(({ candidate }) => candidate.literals === first.literals && candidate.end === first.end);
  // An answer may tell which verb was meant: what belongs on things is put on it, what belongs in things into it.
  const answered = like.filter(({ candidate }) =>
    candidate.joint.holes.some((hole) => isPreferred(text, candidate, hole)),
  );
  if (first.joint.holes.length > 0) {
    return firstThatHolds(walk, fewestLacking(answered.length > 0 ? answered : like), memory, before);
  }
  const sharing = like.filter(
    ({ candidate }) => candidate.lacks!.words.length === 0 && sharedWith(walk, candidate, candidate.lacks!.slots[0]!),
  );
  if (sharing.length > 0) return firstThatHolds(walk, sharing, memory, before);
  // "Take" alone wants its object before any word that could also follow.
  const direct = fewestLacking(like).filter(({ candidate }) => candidate.lacks!.words.length === 0);
  const best = direct.length > 0 ? direct : fewestLacking(like);
  const asks = [...new Set(best.map(({ candidate }) => askOf(candidate)))];
  const dangling = like.some(({ candidate }) => candidate.lacks!.slots.length === 0);
  // A question that lacks words of its own is some other question: "what a lovely garden" asks for nothing.
  if ((dangling || direct.length === 0) && isQuestion(walk, first.at)) return null;
  if (asks.length === 1 && (!dangling || before?.named?.length === 1))
    return firstThatHolds(walk, best, memory, before);
  const hints = [...new Set(like.flatMap(({ candidate }) => candidate.lacks!.words.slice(0, 1)))];
  const understood = sourceOf(text, first.at, first.end);
  const slots = best.map(({ candidate }) => slotOf(candidate.pattern.verb, candidate.lacks!.slots[0]!));
  const open = {
    slot: best[0]?.candidate.lacks?.slots[0] ?? REST,
    at: first.end,
    end: first.end,
    choices: entriesFor(walk, slots),
    free: false,
  };
  const message = dangling && direct.length === 0 ? unfinished(understood, hints) : asked(asks);
  return { problem: { reason: "missing_part", message, open }, clause: (best[0] ?? begun[0])!, verb: "" };
}

/** A hole for words that go on, where no slot is known yet. */
const REST = "rest";

function fewestLacking(clauses: readonly Clause[]): Clause[] {
  const lacking = clauses.filter(({ candidate }) => candidate.lacks!.slots.length > 0);
  const fewest = Math.min(...lacking.map(({ candidate }) => candidate.lacks!.slots.length));
  return lacking.filter(({ candidate }) => candidate.lacks!.slots.length === fewest);
}

const askOf = ({ pattern, lacks }: Candidate): string => slotOf(pattern.verb, lacks!.slots[0]!).ask!;

function isPreferred({ nouns }: Text, { pattern }: Candidate, { slot, fill }: Hole): boolean {
  const prefer = pattern.verb.slots?.[slot as keyof NonNullable<Verb["slots"]>]?.prefer;
  const id = fill && "ids" in fill ? fill.ids[0] : undefined;
  if (prefer === undefined || id === undefined) return false;
  return (nouns.byId.get(id) ?? []).some(({ noun }) => noun.kinds.includes(prefer));
}

/** Everything that could fill one of these slots, each thing once. */
function entriesFor({ text }: Walk, slots: readonly Slot[], without: ReadonlySet<string> = new Set()): Entry[] {
  const could = text.nouns.entries.filter(
    (entry) => slots.some((slot) => isOfKind({ entry, rank: FIT.part }, slot)) && !without.has(entry.noun.id),
  );
  return [...new Map(could.map((entry) => [entry.noun.id, entry])).values()];
}

/** All readings of a clause by patterns that begin there or after some of its courtesies. */
function candidatesAt(walk: Walk, at: number, mode: Mode): Candidate[] {
  const plain = startsAt(walk.text, at).flatMap((start) =>
    openingAt(walk, start)
      .flatMap((pattern) => matchPattern(walk.text, pattern, start, mode))
      .filter(({ pattern, joint }) => pattern.verb.leads !== "only" || joint.next !== null)
      // "Put it back" means nothing more than "put it" where nothing is known of where it was.
      .filter(({ pattern }) => walk.text.homes.size > 0 || !needsHome(pattern.verb)),
  );
  return mode === "whole" ? [...plain, ...calledCandidates(walk, at)] : plain;
}

/** "Julian, please tell me about the will": what is said after a name, where the verb has room for who is spoken to. */
function calledCandidates({ text, ...walk }: Walk, at: number): Candidate[] {
  if (text.addressed === undefined) return [];
  for (const start of startsAt(text, at)) {
    const named = calledAt(text, start);
    const next = named && (text.tokens[named.end]?.kind === "comma" ? named.end + 1 : named.end);
    if (!named || next === null) continue;
    const spoken = next > named.end || wordAt(text, next) === "please" || isQuestion({ text, ...walk }, next);
    if (!spoken) continue;
    return startsAt(text, next).flatMap((from) =>
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
function continued({ text, verbs }: Walk, at: number, before: Clause | null, first = false): Clause[] {
  const length = before?.candidate.pattern.afterVerb ?? 0;
  if (!before || length === 0) return [];
  const verb = verbWords(text, before);
  const words = wordsOf(verb);
  return begunBy(verbs, words[0] ?? "", true)
    .filter(({ steps }) =>
      words.every((word, i) => {
        const step = steps[i];
        return step?.op === "word" && (step.words.has(word) || (i === 0 && hasBase(step.words, word)));
      }),
    )
    .flatMap((pattern) => matchPattern(text, pattern, at, "whole", { from: length, first }))
    .map((candidate) => ({ candidate, verb }));
}

function goesOn(walk: Walk, candidate: Candidate, verb: string): boolean {
  const { next } = candidate.joint;
  if (next === null || canStart(walk, next) || leadAt(walk.text, next) !== null) return true;
  return candidate.joint.tight && continued(walk, next, { candidate, verb }, true).length > 0;
}

/** Readings after which the rest can go on, found one by one: the first will mostly do, and where many fail the rest will too. */
function* going(walk: Walk, clauses: readonly Clause[]): Generator<Clause> {
  for (const clause of clauses.slice(0, TRIED)) if (goesOn(walk, clause.candidate, clause.verb)) yield clause;
}

/** The most specific first: as little passed over as can be, the more of the pattern's own words, the fewer words taken as they are, the longer. Then as the lexicon has it. */
function sorted({ verbs: { order } }: Walk, clauses: readonly Clause[]): Clause[] {
  return clauses.toSorted(
    ({ candidate: a }, { candidate: b }) =>
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

/** The first reading whose words all mean something; a reading that has to ask comes before a lesser one that does not. */
function firstThatHolds(walk: Walk, clauses: Iterable<Clause>, memory: Memory, before: Clause | null): Chosen | null {
  let failed: Chosen | null = null;
  for (const clause of clauses) {
    const slots = resolveClause(walk, clause, memory, before);
    if (!("problem" in slots)) return { clause, slots };
    const chosen = { problem: slots.problem, clause, verb: clause.verb, named: slots.named ?? [] };
    if (slots.problem.open) return chosen;
    failed ??= chosen;
  }
  return failed;
}

/** Resolves every slot: plain nouns first, then pronouns (which mean none of those), then "all" (which leaves all of those out). */
function resolveClause(
  walk: Walk,
  { candidate }: Clause,
  memory: Memory,
  before: Clause | null,
  /** Who is wanted to do it: "Amos, give him the brandy" speaks of somebody else. */
  by: ReadonlySet<string> = NOBODY,
): Held[] | { problem: Problem; named?: Named } {
  const { text } = walk;
  const { verb } = candidate.pattern;
  const held = new Map<string, Held>();
  const used = new Set(by);
  const sourceName = Object.keys(verb.slots ?? {}).find((name) => slotOf(verb, name).source);
  const source = new Set<string>();
  const scope: Scope = { text, memory, used, ...(sourceName && candidate.fillings.has(sourceName) ? { source } : {}) };
  const hold = (name: string, slot: Slot, entries: readonly Entry[]) => {
    held.set(name, { name, slot, entries, words: "" });
    // "Ask her about herself": what no pronoun means does not keep one from meaning the same.
    for (const { noun } of entries) if (noun.pronouns) used.add(noun.id);
    if (name === sourceName) for (const { noun } of entries) source.add(noun.id);
  };
  // What it is taken from comes first: it tells which of the things there is meant.
  const said = [...candidate.fillings].sort(
    ([one, a], [other, b]) => Number(other === sourceName) - Number(one === sourceName) || a.at - b.at,
  );
  for (const turn of [0, 1, 2]) {
    for (const [name, filling] of said) {
      const slot = slotOf(verb, name);
      if (filling.kind === "text" && turn === 0) {
        const clause = slot.kinds.includes("clause");
        const words = clause ? sourceOf(text, candidate.at, candidate.end) : filling.text;
        held.set(name, { name, slot, entries: null, words });
      }
      if (filling.kind === "count" && turn === 0)
        held.set(name, { name, slot, entries: null, words: "", count: filling.count });
      if (filling.kind === "deed" && turn === 2) {
        const inner = resolveClause(walk, { candidate: filling.deed, verb: "" }, memory, null, used);
        if ("problem" in inner) return inner;
        const made = actionsOf(filling.deed.pattern.verb, "", inner);
        if ("problem" in made) return made;
        held.set(name, {
          name,
          slot,
          entries: null,
          words: "",
          deeds: made.map(({ actorId: _, ...deed }) => deed),
          inner,
        });
      }
      if (filling.kind !== "list" || turnOf(filling.list) !== turn) continue;
      const found = resolveList(filling.list, name, slot, scope);
      if ("problem" in found) return found;
      hold(name, slot, found.entries);
    }
  }
  const target = candidate.fillings.get("target");
  if (sourceName && !held.has(sourceName) && target?.kind === "list") {
    const from = sourceOfList(target.list, scope);
    if (from.length === 1) hold(sourceName, slotOf(verb, sourceName), from);
  }
  const asks = Object.keys(verb.slots ?? {}).filter((name) => slotOf(verb, name).ask !== undefined);
  for (const name of new Set([...(candidate.lacks?.slots ?? []), ...asks])) {
    if (held.has(name)) continue;
    const slot = slotOf(verb, name);
    const found = supply(walk, candidate, name, slot, scope, before);
    if ("problem" in found)
      return { ...found, named: [...held.values()].flatMap(({ entries }) => (entries ? [entries] : [])) };
    if ("words" in found) held.set(name, { name, slot, entries: null, words: found.words });
    else hold(name, slot, found.entries);
  }
  // The target is what a pronoun most likely means next, then the rest as they were said.
  return [...held.values()].sort((a, b) => Number(b.name === "target") - Number(a.name === "target"));
}

const NOBODY: ReadonlySet<string> = new Set();

const turnOf = ({ items, count }: List): number =>
  Math.max(...items.slice(0, count).map(({ kind }) => (kind === "all" ? 2 : kind === "pronoun" ? 1 : 0)));

/** A part that was left out: from an answer, from the next clause, from the one thing that is meant as a rule; else it is asked for. */
function supply(
  walk: Walk,
  candidate: Candidate,
  name: string,
  slot: Slot,
  scope: Scope,
  before: Clause | null,
): Found | { words: string } {
  const answer = candidate.joint.holes.find((hole) => hole.slot === name);
  if (answer?.fill && "text" in answer.fill) return { words: answer.fill.text };
  if (answer) return resolveList(listOf(answer, candidate.end), name, slot, scope);
  if (
    candidate.called &&
    name === addressee(candidate.pattern.verb, candidate.called.noun, candidate.from !== undefined)
  )
    return { entries: [candidate.called] };
  const shared = sharedWith(walk, candidate, name);
  if (shared) {
    const found = resolveList(shared, name, slot, scope);
    if (!("problem" in found)) return found;
  }
  // "Pick up the letter and read": what the clause before named, where that is what is meant as a rule.
  const asks = Object.values(candidate.pattern.verb.slots ?? {}).filter((one) => one?.ask !== undefined);
  const named =
    (name === "target" || asks.length === 1) && candidate.fillings.size === 0 && before?.named?.length === 1
      ? before.named[0]!
      : null;
  const same =
    named &&
    walk.text.nouns.byId.get(named.noun.id)?.find((entry) =>
      // "Open the tower door and go in": the way through it, whichever is meant as a rule.
      before?.candidate.pattern.verb.leads || name !== "target"
        ? isOfKind({ entry, rank: FIT.part }, slot)
        : entry.noun.kinds.includes(slot.prefer ?? ""),
    );
  if (same) return { entries: [same] };
  const home = slot.home
    ? [...scope.used].map((id) => walk.text.homes.get(id)).find((id) => id !== undefined)
    : undefined;
  if (home !== undefined) {
    const place = walk.text.nouns.byId.get(home)?.find(({ noun }) => noun.kinds.includes(slot.prefer ?? ""));
    return place ? { entries: [place] } : { problem: { reason: "missing_part", message: slot.ask! } };
  }
  if (slot.home) return { problem: { reason: "missing_part", message: slot.ask! } };
  const could = entriesFor(walk, [slot], scope.used);
  const preferred = could.filter(({ noun }) => slot.prefer !== undefined && noun.kinds.includes(slot.prefer));
  if (preferred.length === 1) return { entries: preferred };
  // Somebody is known, but nobody who could be meant: there is no use in asking who.
  if (slot.none !== undefined && slot.prefer !== undefined && preferred.length === 0)
    return { problem: { reason: "missing_part", message: slot.none } };
  if (could.length === 0 && !slot.kinds.some((kind) => kind === "text" || kind === "deed"))
    return { problem: { reason: "missing_part", message: slot.none ?? nothingFor("") } };
  const open = { slot: name, at: candidate.end, end: candidate.end, choices: could, free: slot.kinds.includes("text") };
  return { problem: { reason: "missing_part", message: slot.ask!, open } };
}

/** What the next clause names, for a verb that stands alone before it: "unlock and open the door". */
function sharedWith(walk: Walk, { fillings, joint }: Candidate, name: string): List | null {
  if (fillings.size > 0 || !joint.tight || joint.next === null) return null;
  const next = candidatesAt(walk, joint.next, "whole").map((candidate) => ({ candidate, verb: "" }));
  const filling = sorted(walk, next)[0]?.candidate.fillings.get(name);
  return filling?.kind === "list" ? filling.list : null;
}

const listOf = (hole: Hole, at: number): List => ({
  items: [{ kind: "filled", hole, at, end: at + 1 }],
  count: 1,
  end: at + 1,
});

/** One action, or one for each thing of the clause's one list. */
function actionsOf(
  verb: Verb,
  actorId: ActorId,
  slots: readonly Held[],
  said = "",
): ActionBase[] | { problem: Problem } {
  const list = slots.filter((slot) => slot.name !== "aside" && sizeOf(slot) > 1);
  if (list.length > 1) return { problem: { reason: "not_understood", message: oneListOnly } };
  const times = slots.find(({ count }) => count !== undefined)?.count;
  return Array.from({ length: times ?? (list[0] ? sizeOf(list[0]) : 1) }, (_, i) => {
    const parts: Record<string, string> = {};
    const metadata: [string, unknown][] = Object.entries(verb.fixed ?? {});
    if (verb.said !== undefined) metadata.push([verb.said.slice("metadata.".length), said]);
    for (const held of slots) {
      const { name, entries, words, deeds, count } = held;
      if (count !== undefined || name === "aside") continue;
      const at = sizeOf(held) > 1 ? i : 0;
      const noun = entries ? entries[at]!.noun : undefined;
      if (name === "target") parts["targetId"] = noun?.id ?? words;
      else if (name === "location") parts["locationId"] = noun?.id ?? words;
      else metadata.push([name.slice("metadata.".length), deeds?.[at] ?? (noun ? (noun.value ?? noun.id) : words)]);
    }
    return {
      actorId,
      type: verb.type,
      ...parts,
      ...(metadata.length > 0 || verb.fixed ? { metadata: Object.fromEntries(metadata) } : {}),
    };
  });
}
const sizeOf = ({ entries, deeds }: Held): number => (entries ?? deeds)?.length ?? 1;

/** The text between two tokens, with the names of what was put in by answers. */
function saidIn(text: Text, at: number, end: number): string {
  let words = sourceOf(text, at, end);
  const from = text.tokens[at]!.start;
  for (const token of text.tokens.slice(at, end).reverse()) {
    if (token.kind !== "hole") continue;
    const { fill } = token.hole;
    const ids = fill && "ids" in fill ? fill.ids : [];
    const names = ids.flatMap(
      (id) =>
        text.nouns.byId
          .get(id)
          ?.slice(0, 1)
          .map(({ noun }) => named(noun)) ?? [],
    );
    words = `${words.slice(0, token.start - from)}${names.join(" and ")}${words.slice(token.end - from)}`;
  }
  return words;
}
