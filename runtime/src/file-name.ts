// What a run is called as a file, in letters that every disk takes, of any script: the server and the page say it alike. Tells runs apart no further.

/** As much of a title as leaves room for its turn and ending among the 255 bytes that a disk takes, in any script. */
export const titleInFile = (title: string): string => [...title].slice(0, LONGEST).join("");
const LONGEST = 56;

export const fileName = (words: string, ending: string): string =>
  `${withDashes(bare(words).normalize("NFC"), /[^\p{L}\p{M}\p{N}_]+/gu)}.${ending}`;

/** For clients that read no more than ASCII: what is left of it without accents and other scripts. */
export const plainFileName = (words: string, ending: string): string =>
  `${withDashes(bare(words).normalize("NFKD").replaceAll(/\p{M}/gu, ""), /\W+/g)}.${ending}`;

const bare = (words: string): string => words.replaceAll(/['’\p{Cf}]/gu, "");
const withDashes = (words: string, between: RegExp): string => words.replaceAll(between, "-").replace(/^-/, "");
