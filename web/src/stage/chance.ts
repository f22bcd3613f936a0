// Chance for drawings: the same words give the same numbers each time. No rule of a world rolls with it.

/** FNV-1a over UTF-16 units: 32 bits. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** Numbers from 0 to 1 that are the same for the same words each time: a drawing does not change when it is drawn again. */
export function chance(words: string): () => number {
  let state = hashOf(words);
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
