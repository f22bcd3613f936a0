// Words and sentences of texts in any script, for checks. Nothing here knows what a text is about.

const LETTER = /[\p{L}\p{N}]/u;
/** Scripts that are written without spaces: a word may stand anywhere in a text. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const plain = (text: string): string =>
  text.normalize("NFKC").toLowerCase().replaceAll(/[’‘]/g, "'").replaceAll(/\s+/g, " ");

/** Whether a word, or several in a row, stands in a text as a whole. */
export function hasWords(text: string, words: string): boolean {
  const wanted = plain(words).trim();
  if (wanted === "") return false;
  const given = plain(text);
  for (let at = given.indexOf(wanted); at >= 0; at = given.indexOf(wanted, at + 1)) {
    if (UNSPACED.test(wanted)) return true;
    const before = given[at - 1] ?? " ";
    const after = given[at + wanted.length] ?? " ";
    if (!LETTER.test(before) && !LETTER.test(after)) return true;
  }
  return false;
}

/** Sentences as they stand, with what ends them. */
export const sentencesOf = (text: string): readonly string[] =>
  text.split(/(?<=[.!?…。！？]["”’»」]?)\s+|\n+|(?<=[。！？])/u).filter((sentence) => sentence.trim() !== "");

/** A text as a sentence of prose: trimmed, with a full stop where it ends in a word. */
export function endSentence(text: string): string {
  const trimmed = text.trim();
  return /[\p{L}\p{N}%)]$/u.test(trimmed) ? `${trimmed}.` : trimmed;
}

/** Words of a text that say something, for comparing two texts. */
export function contentWords(text: string): ReadonlySet<string> {
  const words = plain(text).match(/[\p{L}\p{N}][\p{L}\p{N}'-]{2,}/gu) ?? [];
  return new Set(words.filter((word) => !COMMON.has(word)).map(stem));
}
/** Singular and plural, and the commonest endings, count as one. */
const stem = (word: string): string => word.replace(/(?:'s|ing|ed|es|s)$/u, "");

const COMMON = new Set(
  "the and that this with from into onto over under after before their there they them then than have has had was were been being are for not but all any one its his her him she you your our out off who whom what when where which while will would could should about upon only just also very".split(
    " ",
  ),
);
