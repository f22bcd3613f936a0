// Lines through a tree of segments: which segment holds a turn, and which stretches a line is made of. Knows no storage.
import type { Place } from "./store.ts";

/** A segment shares its parent's turns up to `fork`; its own begin at `fork + 1`. A root has `fork` -1. */
export interface Segment {
  readonly id: number;
  readonly parent: number | null;
  readonly fork: number;
  /** Segments above it. */
  readonly depth: number;
  /** An ancestor further up (skew-binary: Myers 1983), and its `fork`; null for a root. */
  readonly jump: number | null;
  readonly jumpFork: number;
}

/** Reads one segment. Throws a fault when there is none. */
export type SegmentOf = (id: number) => Segment;

/** Turns `from`..`to` (inclusive) as one segment holds them. */
interface Stretch {
  readonly segment: number;
  readonly from: number;
  readonly to: number;
}

export const rootLinks = { parent: null, fork: -1, depth: 0, jump: null, jumpFork: -1 } as const;

/** The links of a new segment that continues from `place`, which `parent` must hold itself. O(1). */
export function linksBehind(segmentOf: SegmentOf, place: Place): Omit<Segment, "id"> {
  const parent = segmentOf(place.segment);
  const near = { jump: parent.id, jumpFork: parent.fork };
  const at = { parent: parent.id, fork: place.turn, depth: parent.depth + 1 };
  if (parent.jump === null) return { ...at, ...near };
  const jump = segmentOf(parent.jump);
  if (jump.jump === null) return { ...at, ...near };
  const far = segmentOf(jump.jump);
  return parent.depth - jump.depth === jump.depth - far.depth
    ? { ...at, jump: far.id, jumpFork: far.fork }
    : { ...at, ...near };
}

/** The segment that holds turn `turn` of the line through `segment`. O(log depth). */
export function holderOf(segmentOf: SegmentOf, segment: number, turn: number): Segment {
  let at = segmentOf(segment);
  while (at.parent !== null && at.fork >= turn) {
    at = segmentOf(at.jump !== null && at.jumpFork >= turn ? at.jump : at.parent);
  }
  return at;
}

/** The line that ends at `at`, from turn `from` on, newest stretch first. */
export function* stretches(segmentOf: SegmentOf, at: Place, from: number): Generator<Stretch> {
  let segment = holderOf(segmentOf, at.segment, at.turn);
  let to = at.turn;
  for (;;) {
    const first = segment.fork + 1;
    yield { segment: segment.id, from: Math.max(from, first), to };
    if (from >= first || segment.parent === null) return;
    to = segment.fork;
    segment = segmentOf(segment.parent);
  }
}
