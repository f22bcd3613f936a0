// Which memories matter: relevance, weight and age as whole numbers, and the reasons in words. Pure, so that every store gives the same answer.
import type { PromptPart } from "@orrery/kernel";
import { inert } from "@orrery/models/pure";
import type { AgentTask, Recollection } from "./agent.ts";
import type { SpokenWord } from "./memory-words.ts";

/** What ranking reads of a memory, for one question; stores keep more. */
export interface Rememberable {
  /** Of two the later has the greater. */
  readonly id: number;
  /** Counted by its actor: what others did meanwhile is no measure of age. */
  readonly moment: number;
  readonly importance: number;
  /** Words and ids of the cue that it has. */
  readonly says: readonly string[];
  readonly shares: readonly string[];
  /** How many words and ids it has in all. */
  readonly words: number;
  readonly about: number;
}

/** What is asked for. `now` is the moment that ages are counted from. */
export interface Cue {
  readonly words: readonly SpokenWord[];
  readonly about: readonly string[];
  readonly now: number;
}

/** A memory that was weighed, and what spoke for it. Each part is 0–1000. */
export interface Ranked<M extends Rememberable> {
  readonly memory: M;
  readonly score: number;
  readonly parts: {
    readonly words: number;
    readonly about: number;
    readonly importance: number;
    readonly recency: number;
  };
  /** Words of the cue that it has, as they were said, and ids. */
  readonly says: readonly string[];
  readonly shares: readonly string[];
  readonly age: number;
  /** Among those nearest in meaning, where vectors were at hand. */
  readonly isNear?: true;
}

/** What is asked for weighs most; then what mattered; then what is fresh. */
const WEIGHTS = { words: 4, about: 4, importance: 2, recency: 1 } as const;
/** After so many moments a memory is half as fresh. */
const HALF_LIFE = 16;

/** What matters, best first; of equals the latest. With words or ids asked for, only what has any of them. */
export function rank<M extends Rememberable>(memories: readonly M[], cue: Cue): Ranked<M>[] {
  const asked = cue.words.length + cue.about.length > 0;
  return weigh(memories, cue)
    .filter(({ says, shares }) => !asked || says.length + shares.length > 0)
    .sort((a, b) => b.score - a.score || b.memory.id - a.memory.id);
}

function weigh<M extends Rememberable>(memories: readonly M[], { words, about, now }: Cue): Ranked<M>[] {
  const worth = new Map(words.map(({ word }) => [word, rarity(memories, word)]));
  const whole = sum(worth.values());
  return memories.map((memory): Ranked<M> => {
    const says = words.filter(({ word }) => memory.says.includes(word));
    const shares = about.filter((id) => memory.shares.includes(id));
    const age = Math.max(0, now - memory.moment);
    const parts = {
      words: scoreShare(share(sum(says.map(({ word }) => worth.get(word)!)), whole), memory.words, 8),
      about: scoreShare(share(shares.length, about.length), memory.about, 4),
      importance: memory.importance * 100,
      recency: Math.floor((1000 * HALF_LIFE) / (HALF_LIFE + age)),
    };
    const score =
      parts.words * WEIGHTS.words +
      parts.about * WEIGHTS.about +
      parts.importance * WEIGHTS.importance +
      parts.recency * WEIGHTS.recency;
    return { memory, score, parts, says: says.map(({ said }) => said), shares, age };
  });
}

/** The constant of the method as it was published: the higher, the less the very first places count. */
const FUSION = 60;

/**
 * Two rankings merged by reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009): by words and things as `rank` has it, and
 * `near`, by nearness of meaning, nearest first. Of equals the latest comes first. With no `near` it is the first ranking.
 */
export function fuse<M extends Rememberable>(ranked: readonly Ranked<M>[], near: readonly M[], cue: Cue): Ranked<M>[] {
  if (near.length === 0) return [...ranked];
  const merged = new Map<number, { readonly one: Ranked<M>; sum: number }>();
  const place = (at: number) => Math.floor(1e9 / (FUSION + at + 1));
  for (const [at, one] of ranked.entries()) merged.set(one.memory.id, { one, sum: place(at) });
  for (const [at, memory] of near.entries()) {
    const known = merged.get(memory.id);
    const one: Ranked<M> = { ...(known?.one ?? weigh([memory], cue)[0]!), isNear: true };
    merged.set(memory.id, { one, sum: (known?.sum ?? 0) + place(at) });
  }
  return [...merged.values()].sort((a, b) => b.sum - a.sum || b.one.memory.id - a.one.memory.id).map(({ one }) => one);
}

/** Why a memory was chosen, in words. `name` says an id as the one who remembers would; null for what it has no name for. */
export function reasonsOf<M extends Rememberable>(
  { memory, says, shares, age, isNear }: Ranked<M>,
  name: (id: string) => string | null,
): string[] {
  const named = shares.flatMap((id) => name(id) ?? []);
  return [
    ...(named.length > 0 ? [`about ${listInWords(named)}`] : []),
    ...(isNear ? ["close in meaning"] : []),
    ...(says.length > 0 ? [`mentions ${listInWords(says.map((word) => `“${word}”`))}`] : []),
    age === 0 ? "just now" : age === 1 ? "1 moment ago" : `${age} moments ago`,
    ...(memory.importance >= 9 ? ["very important"] : memory.importance >= 7 ? ["important"] : []),
  ];
}

/** Memories in one prompt: at most so many, and so many characters. One that does not fit is left out, never cut. */
const PROMPT_K = 6;
const PROMPT_MAX = 4_000;

/** The part of a prompt that holds memories, oldest first as they were lived, each with why it was chosen; null where there are none. */
export function memoryPart(chosen: readonly Recollection[]): PromptPart | null {
  if (chosen.length === 0) return null;
  const lines = [...chosen].sort((a, b) => b.age - a.age).map(({ text, why }) => `(${why.join("; ")})\n${text}`);
  const head = "What you remember that may matter now, oldest first, with why it came to mind; moments are your own";
  return {
    id: "memories",
    version: 2,
    stable: false,
    text: `${head}:\n\n${inert("memories", lines.join("\n\n"))}`,
  };
}

/**
 * What a prompt for this seat should say of its memories: those about what is at hand, and about what it was told last,
 * that stand neither in what it was just told nor in the texts of the conversation so far. Null where there are none.
 */
export async function memoriesFor(
  seat: Pick<AgentTask, "legal" | "tellings" | "memories">,
  conversation: readonly string[] = [],
): Promise<PromptPart | null> {
  const { since } = await seat.tellings();
  const found = await seat.memories({ query: since.at(-1) ?? "", about: atHand(seat.legal), k: PROMPT_K * 2 });
  const known = [...since, ...conversation];
  const chosen: Recollection[] = [];
  let room = PROMPT_MAX;
  for (const one of found) {
    if (chosen.length === PROMPT_K || one.text.length > room || known.some((text) => text.includes(one.text))) continue;
    chosen.push(one);
    room -= one.text.length;
  }
  return memoryPart(chosen);
}
const AT_HAND_MAX = 12;

/** Ids that the actor's choices name. */
function atHand(legal: AgentTask["legal"]): string[] {
  const ids = new Set<string>();
  for (const { targetId, locationId } of legal as readonly { targetId?: string; locationId?: string }[])
    for (const id of [targetId, locationId]) if (id !== undefined && ids.size < AT_HAND_MAX) ids.add(id);
  return [...ids];
}

/** 1 for a word that is everywhere, one more for each halving. */
function rarity(memories: readonly Rememberable[], word: string): number {
  const having = memories.filter(({ says }) => says.includes(word)).length;
  return 32 - Math.clz32(Math.floor(memories.length / Math.max(1, having)) || 1);
}

/** What says one thing is worth more than what says everything: above `few` marks a share shrinks as they grow. */
const scoreShare = (share: number, marks: number, few: number): number =>
  Math.floor((share * 5 * few) / (4 * few + Math.max(few, marks)));

const share = (part: number, whole: number): number => (whole === 0 ? 0 : Math.floor((1000 * part) / whole));
const sum = (numbers: Iterable<number>): number => [...numbers].reduce((all, one) => all + one, 0);
const listInWords = (words: readonly string[]): string =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
