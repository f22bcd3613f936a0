// What the parts of a clause mean, what fills those that were left out, and the actions that come of it.
import type { ActionBase, ActorId, Slot, Verb } from "@orrery/kernel";
import { addressee, type Candidate, type Text } from "./match.ts";
import { noNumber, nothingFor, oneListOnly, SHOWN_MAX, withArticle } from "./messages.ts";
import { type Entry, FIT } from "./nouns.ts";
import { numberIn } from "./numbers.ts";
import { isOfKind, type List } from "./phrases.ts";
import { bySpecificity, candidatesAt } from "./readings.ts";
import {
  type Problem,
  type PronounMemory,
  type ResolvedList,
  resolveList,
  type Scope,
  sourceOfList,
} from "./references.ts";
import type { Hole } from "./tokens.ts";
import { type Clause, slotOf, sourceOf, type Walk } from "./walk.ts";

/** What somebody is wanted to do: an action that has no actor yet. */
type UnactedAction = Omit<ActionBase, "actorId">;

/** What one slot of a clause came to hold. */
export interface Held {
  readonly name: string;
  readonly slot: Slot;
  /** Null for free text, deeds and counts. */
  readonly entries: readonly Entry[] | null;
  readonly words: string;
  /** What its words could mean beside what they were taken for. */
  readonly weighed?: Problem | undefined;
  readonly deeds?: readonly UnactedAction[];
  /** How often it is done. */
  readonly count?: number;
  readonly value?: number;
  /** What a deed speaks of. */
  readonly inner?: readonly Held[];
}

export type NamedEntries = readonly (readonly Entry[])[];

/** Resolves every slot: plain nouns first, then pronouns (which mean none of those), then "all" (which leaves all of those out). */
export function resolveClause(
  walk: Walk,
  { candidate }: Clause,
  memory: PronounMemory,
  before: Clause | null,
  /** Who is wanted to do it: "Amos, give him the brandy" speaks of somebody else. */
  by: ReadonlySet<string> = NOBODY,
): Held[] | { problem: Problem; named?: NamedEntries } {
  const { text } = walk;
  const { verb } = candidate.pattern;
  const held = new Map<string, Held>();
  const used = new Set(by);
  const sourceName = Object.keys(verb.slots ?? {}).find((name) => slotOf(verb, name).source);
  const source = new Set<string>();
  const scope: Scope = { text, memory, used, ...(sourceName && candidate.fillings.has(sourceName) ? { source } : {}) };
  const hold = (name: string, slot: Slot, entries: readonly Entry[], weighed?: Problem) => {
    held.set(name, { name, slot, entries, words: "", weighed });
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
      if (filling.kind === "number" && turn === 0)
        held.set(name, { name, slot, entries: null, words: "", value: filling.value });
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
      const found = resolveList(filling.list, name, slot, scope, verb.moves && !text.unjoined);
      if ("problem" in found) return found;
      hold(name, slot, found.entries, found.weighed);
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
    if ("words" in found) {
      const value = slot.kinds.includes("number") ? numberIn(found.words) : undefined;
      if (value === null && !slot.kinds.includes("text"))
        return { problem: { reason: "missing_part", message: `${noNumber(found.words)} ${slot.ask ?? ""}`.trim() } };
      held.set(name, { name, slot, entries: null, words: found.words, ...(value == null ? {} : { value }) });
    } else hold(name, slot, found.entries, found.weighed);
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
): ResolvedList | { words: string } {
  const answer = candidate.joint.holes.find((hole) => hole.slot === name);
  if (answer?.fill && "text" in answer.fill) return { words: answer.fill.text };
  if (answer) return resolveList(listOf(answer, candidate.end), name, slot, scope);
  if (
    candidate.called &&
    name === addressee(candidate.pattern.verb, candidate.called.noun, candidate.from !== undefined)
  )
    return { entries: [candidate.called] };
  const shared = listOfNext(walk, candidate, name);
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
  // "Open the tower door. — Go in": where there is no such way, the one through what was spoken of last.
  const [first] = slot.kinds;
  const through =
    candidate.fillings.size === 0 && !preferred.some(({ noun }) => noun.kinds.includes(first!))
      ? could.find(
          ({ noun }) => noun.id === scope.memory.it[0] && noun.names.length === 0 && noun.kinds.includes(first!),
        )
      : undefined;
  if (through && preferred.length > 0) return { entries: [through] };
  const open = {
    slot: name,
    at: candidate.end,
    end: candidate.end,
    ...offering(could, [slot]),
    free: slot.kinds.includes("text") || slot.kinds.includes("number"),
  };
  const asked = { reason: "missing_part", message: slot.ask!, open } as const;
  // "Go up and ask about the tin": the people up there are asked, and not those here.
  const spokenTo = scope.memory.you.flatMap((id) => preferred.filter(({ noun }) => noun.id === id));
  const meant = preferred.length === 1 ? preferred : spokenTo.slice(0, 1);
  if (meant.length > 0) return { entries: meant, weighed: asked };
  // Somebody is known, but nobody who could be meant: there is no use in asking who.
  if (slot.none !== undefined && slot.prefer !== undefined && preferred.length === 0)
    return { problem: { reason: "missing_part", message: slot.none, unfit: true } };
  if (could.length === 0 && !slot.kinds.some((kind) => kind === "text" || kind === "deed" || kind === "number"))
    return { problem: { reason: "missing_part", message: slot.none ?? nothingFor("") } };
  return { problem: asked };
}

/** What the next clause names, for a verb that stands alone before it: "unlock and open the door". "Go in and go west" are two steps. */
export function listOfNext(walk: Walk, { fillings, joint, lacks, pattern }: Candidate, name: string): List | null {
  if (fillings.size > 0 || !joint.tight || joint.next === null) return null;
  const readings = candidatesAt(walk, joint.next, "whole").map((candidate) => ({ candidate, verb: "" }));
  const next = bySpecificity(walk, readings)[0]?.candidate;
  if (lacks === null && next?.pattern.verb.type === pattern.verb.type) return null;
  const filling = next?.fillings.get(name);
  return filling?.kind === "list" ? filling.list : null;
}

const listOf = (hole: Hole, at: number): List => ({
  items: [{ kind: "filled", hole, at, end: at + 1 }],
  count: 1,
  end: at + 1,
});

/** Everything that could fill one of these slots, each thing once. */
export function entriesFor({ text }: Walk, slots: readonly Slot[], without: ReadonlySet<string> = new Set()): Entry[] {
  const could = text.nouns.entries.filter(
    (entry) => slots.some((slot) => isOfKind({ entry, rank: FIT.part }, slot)) && !without.has(entry.noun.id),
  );
  return [...new Map(could.toReversed().map((entry) => [entry.noun.id, entry])).values()].reverse();
}

/** What is meant as a rule comes first and is offered, a few of it; the rest may still be named. */
export function offering(
  could: readonly Entry[],
  slots: readonly Slot[],
): { readonly choices: readonly Entry[]; readonly offered: number } {
  const isUsual = ({ noun }: Entry) =>
    noun.names.length > 0 && slots.some(({ prefer }) => prefer !== undefined && noun.kinds.includes(prefer));
  const usual = could.filter(isUsual);
  return {
    choices: [...usual, ...could.filter((entry) => !isUsual(entry))],
    offered: Math.min(usual.length, SHOWN_MAX),
  };
}

/** One action, or one for each thing of the clause's one list. */
export function actionsOf(
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
      const { name, entries, words, deeds, count, value } = held;
      if (count !== undefined || name === "aside") continue;
      const at = sizeOf(held) > 1 ? i : 0;
      const noun = entries ? entries[at]!.noun : undefined;
      if (name === "target") parts["targetId"] = noun?.id ?? words;
      else if (name === "location") parts["locationId"] = noun?.id ?? words;
      else
        metadata.push([
          name.slice("metadata.".length),
          deeds?.[at] ?? (noun ? (noun.value ?? noun.id) : (value ?? words)),
        ]);
    }
    return {
      actorId,
      type: verb.type,
      ...parts,
      ...(metadata.length > 0 || verb.fixed ? { metadata: nestParts(metadata) } : {}),
    };
  });
}

/** "give.coins" is the part `coins` of the part `give`. */
function nestParts(parts: readonly (readonly [path: string, value: unknown])[]): Record<string, unknown> {
  const whole: Record<string, unknown> = {};
  for (const [path, value] of parts) {
    const [last, ...outer] = path.split(".").reverse() as [string, ...string[]];
    let inner = whole;
    for (const name of outer.reverse()) {
      const known = Object.hasOwn(inner, name) ? inner[name] : {};
      // A value that a lexicon fixed is never written into.
      inner = inner[name] = { ...(known as Record<string, unknown>) };
    }
    inner[last] = value;
  }
  return whole;
}

const sizeOf = ({ entries, deeds }: Held): number => (entries ?? deeds)?.length ?? 1;

/** The text between two tokens, with the names of what was put in by answers. */
export function spokenTextOf(text: Text, at: number, end: number): string {
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
          .map(({ noun }) => withArticle(noun)) ?? [],
    );
    words = `${words.slice(0, token.start - from)}${names.join(" and ")}${words.slice(token.end - from)}`;
  }
  return words;
}
