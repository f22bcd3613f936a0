// What is asked of memories, part by part, and along which stretches of a line they are kept. Finds and ranks nothing.

import { type SegmentOf, stretches } from "./line.ts";
import {
  type Memory,
  type MemoryQuery,
  type MemorySpan,
  type Place,
  type RememberedStretch,
  StoreFault,
} from "./store.ts";

/** Of this importance on a memory is looked for even where later ones would hide it. */
export const WEIGHTY = 7;

/** One mark by which a memory is found. */
export type MemoryMark = { readonly word: string } | { readonly id: string };

/** One part of a query: memories that have all of some marks, or any of them, and weigh something where it says so. */
export interface QueryPart {
  readonly marks: readonly MemoryMark[];
  readonly need: "all" | "any";
  readonly weighty: boolean;
}

/** The parts that a query consists of; the latest `most` of each are found. */
export function partsOf({ words, about }: Pick<MemoryQuery, "words" | "about">): readonly QueryPart[] {
  const marks: MemoryMark[] = [
    ...[...new Set(words)].map((word) => ({ word: asWord(word) })),
    ...[...new Set(about)].map((id) => ({ id })),
  ];
  if (marks.length === 0)
    return [
      { marks, need: "all", weighty: false },
      { marks, need: "all", weighty: true },
    ];
  return [
    ...marks.map((mark): QueryPart => ({ marks: [mark], need: "all", weighty: false })),
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
export const rememberedStretches = (
  segmentOf: SegmentOf,
  at: Place,
  spanOf: (segment: number) => MemorySpan | null,
): RememberedStretch[] =>
  [...stretches(segmentOf, at, 0)].reverse().map((stretch) => ({ ...stretch, span: spanOf(stretch.segment) }));

/** A segment of this run. Fault `not_found`. */
export function inRun<S extends { readonly run: string }>(segmentOf: (id: number) => S, run: string, id: number): S {
  const segment = segmentOf(id);
  if (segment.run !== run) throw new StoreFault("not_found", `Segment ${id} is not part of run "${run}".`);
  return segment;
}
