// A store whose memories are found by looking at each: slow and plain, to hold a faster way against. Keeps them in lists.
import { type MemoryMark, partsOf, type QueryPart, WEIGHTY } from "../src/memories.ts";
import type { Gist, Memory, MemoryQuery, Place, SegmentRow, Store } from "../src/store.ts";

/** The same store with `remember` and `recall` of its own; it takes memories on trust and knows only runs that have some. */
export function plainMemories(store: Store): Store {
  const kept: Memory[] = [];
  const runs = new Set<string>();
  return {
    ...store,
    async remember(run, _span, _from, memories) {
      runs.add(run);
      kept.push(...structuredClone(memories));
      return true;
    },
    async recall(at, query) {
      const segments = (await Promise.all([...runs].map((run) => store.segments(run)))).flat();
      const ends = endsOf(segments, at);
      const latest = kept
        .map((memory, i) => ({ memory, i }))
        .filter(({ memory: { segment, turn, actor } }) => actor === query.actor && turn <= (ends.get(segment) ?? -1))
        .sort((a, b) => b.memory.turn - a.memory.turn || b.i - a.i)
        .map(({ memory }) => memory);
      const found = partsOf(query).flatMap((part) => latest.filter((one) => fits(one, part)).slice(0, query.most));
      return latest.filter((one) => found.includes(one)).map((one, i) => gistOf(latest.length - i, one, query));
    },
  };
}

/** The last turn of each segment on the line that ends at a place. */
function endsOf(segments: readonly SegmentRow[], at: Place): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  for (let place: Place | null = at; place !== null; ) {
    const { segment, turn }: Place = place;
    ends.set(segment, turn);
    place = segments.find(({ id }) => id === segment)?.parent ?? null;
  }
  return ends;
}

const gistOf = (id: number, memory: Memory, asked: MemoryQuery): Gist => ({
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

function fits({ words, about, importance }: Memory, { marks, need, weighty }: QueryPart): boolean {
  if (weighty && importance < WEIGHTY) return false;
  const has = (mark: MemoryMark) => ("word" in mark ? words.includes(mark.word) : about.includes(mark.id));
  return need === "all" ? marks.every(has) : marks.some(has);
}
