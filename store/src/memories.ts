// Memories as every store finds them: what is asked for, part by part, and the plain way of finding it. Ranks nothing.

import { type Segment, type SegmentOf, stretches } from "./line.ts";
import { SPAN } from "./schema.ts";
import {
  type Gist,
  type Memory,
  type MemoryQuery,
  type MemorySpan,
  type Place,
  type RememberedStretch,
  type Store,
  StoreFault,
} from "./store.ts";

/** Of this importance on a memory is looked for even where later ones would hide it. */
export const WEIGHTY = 7;

/** One mark by which a memory is found. */
export type Mark = { readonly word: string } | { readonly id: string };

/** One part of a query: memories that have all of some marks, or any of them, and weigh something where it says so. */
export interface Part {
  readonly marks: readonly Mark[];
  readonly need: "all" | "any";
  readonly weighty: boolean;
}

/** The parts that a query consists of; the latest `most` of each are found. */
export function partsOf({ words, about }: Pick<MemoryQuery, "words" | "about">): readonly Part[] {
  const marks: Mark[] = [
    ...[...new Set(words)].map((word) => ({ word: asWord(word) })),
    ...[...new Set(about)].map((id) => ({ id })),
  ];
  if (marks.length === 0)
    return [
      { marks, need: "all", weighty: false },
      { marks, need: "all", weighty: true },
    ];
  return [
    ...marks.map((mark): Part => ({ marks: [mark], need: "all", weighty: false })),
    ...(marks.length > 1 ? [{ marks, need: "all", weighty: false } as const] : []),
    { marks, need: "any", weighty: true },
  ];
}

/** A word that every index takes as one. Throws on any other: words are made in one place, so that would be a bug. */
export function asWord(word: string): string {
  if (!/^[a-z0-9\u0080-\u{10ffff}]+$/u.test(word))
    throw new RangeError(`not a word to find by: ${JSON.stringify(word)}`);
  return word;
}

/** Throws unless these are memories of the turns that they are said to be of. */
export function requireSpan({ segment, upTo }: MemorySpan, from: number, memories: readonly Memory[]): void {
  let last = from;
  for (const one of memories) {
    if (one.segment !== segment || one.turn < last || one.turn > upTo)
      throw new RangeError(`a memory of turn ${one.turn} does not belong to turns ${from} to ${upTo}, in order`);
    last = one.turn;
    one.words.forEach(asWord);
  }
}

/** The stretches of the line to a place, oldest first, each with what is known of its segment. */
export const rememberedTo = (
  segmentOf: SegmentOf,
  at: Place,
  spanOf: (segment: number) => MemorySpan | null,
): RememberedStretch[] =>
  [...stretches(segmentOf, at, 0)].reverse().map((stretch) => ({ ...stretch, span: spanOf(stretch.segment) }));

type Methods = Pick<Store, "remember" | "remembered" | "forget" | "recall">;

/** Memories in lists, one a segment. */
export function plainMemories(
  segmentOf: (id: number) => Segment & { readonly run: string },
  segmentsOf: (run: string) => readonly number[],
): Methods {
  const spans = new Map<number, MemorySpan>();
  const held = new Map<number, Kept[]>();
  /** Memories kept of turns of one depth, ever: what a key is counted by. */
  const counts = new Map<number, number>();
  return {
    async remember(run, span, from, memories) {
      requireSpan(span, from, memories);
      const { fork } = inRun(segmentOf, run, span.segment);
      if ((spans.get(span.segment)?.upTo ?? fork) !== from - 1) return false;
      spans.set(span.segment, { ...span });
      const kept = structuredClone(memories).map((memory): Kept => {
        const count = counts.get(memory.turn) ?? 0;
        counts.set(memory.turn, count + 1);
        return { id: memory.turn * SPAN + count, memory };
      });
      held.set(span.segment, [...(held.get(span.segment) ?? []), ...kept]);
      return true;
    },
    async remembered(at) {
      return rememberedTo(segmentOf, at, (segment) => spans.get(segment) ?? null);
    },
    async forget(run) {
      for (const segment of segmentsOf(run)) {
        spans.delete(segment);
        held.delete(segment);
      }
    },
    async recall(at, query) {
      const line = [...stretches(segmentOf, at, 0)];
      const found = partsOf(query).flatMap((part) => {
        const latest: Kept[] = [];
        for (const { segment, from, to } of line)
          for (const one of (held.get(segment) ?? []).toReversed()) {
            if (latest.length === query.most) return latest;
            const { turn, actor } = one.memory;
            if (turn >= from && turn <= to && actor === query.actor && fits(one.memory, part)) latest.push(one);
          }
        return latest;
      });
      return [...new Set(found)].sort((a, b) => b.id - a.id).map((one) => gistOf(one, query));
    },
  };
}

interface Kept {
  readonly id: number;
  readonly memory: Memory;
}

const gistOf = ({ id, memory }: Kept, asked: MemoryQuery): Gist => ({
  id,
  moment: memory.moment,
  importance: memory.importance,
  says: [...new Set(asked.words)].filter((word) => memory.words.includes(word)),
  shares: [...new Set(asked.about)].filter((thing) => memory.about.includes(thing)),
  words: memory.words.length,
  about: memory.about.length,
  text: memory.text,
  read: () => structuredClone(memory),
});

/** A segment of this run. Fault `not_found`. */
export function inRun<S extends { readonly run: string }>(segmentOf: (id: number) => S, run: string, id: number): S {
  const segment = segmentOf(id);
  if (segment.run !== run) throw new StoreFault("not_found", `Segment ${id} is not part of run "${run}".`);
  return segment;
}

function fits({ words, about, importance }: Memory, { marks, need, weighty }: Part): boolean {
  if (weighty && importance < WEIGHTY) return false;
  const has = (mark: Mark) => ("word" in mark ? words.includes(mark.word) : about.includes(mark.id));
  return need === "all" ? marks.every(has) : marks.some(has);
}
