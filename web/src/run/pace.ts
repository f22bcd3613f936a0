// How long a turn is looked at, when it plays at the pace of reading.

/** Milliseconds to look up, and for each word. */
const READ_MS = { turn: 1_300, word: 230, most: 40_000 };

export const readingMs = (words: number): number => Math.min(READ_MS.most, READ_MS.turn + words * READ_MS.word);
