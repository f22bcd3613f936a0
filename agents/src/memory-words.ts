// Text as words to find it by: one way for what is remembered and for what is asked, in any script. Knows no grammar.

/** A word as it is compared, and as it was said. */
export interface SpokenWord {
  readonly word: string;
  readonly said: string;
}

/** Words of a text that count when it is searched for; a longer question is searched for by its first. */
export const WORDS_MAX = 16;
/** Longer runs of letters are cut: no name is so long, and no index wants them. */
const LETTERS_MAX = 40;

const COMMON: ReadonlySet<string> = new Set(
  "a an and are as at be been but by did do does for from had has have he her hers him his how i in into is it its me my no not of on or our she so that the their them then there they this to up us was we were what when where which who whom why will with you your".split(
    " ",
  ),
);

/** The same letter written otherwise is the same letter: case, width, accents, vowel points. */
const foldLetters = (text: string): string => (ASCII.test(text) ? text.toLowerCase() : stripAccents(text));
const ASCII = /^[\0-\x7f]*$/;

const stripAccents = (text: string): string =>
  text
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036f]|[\u0591-\u05c7]|[\u064b-\u065f]|\u0640|\u0670|[\ufe00-\ufe0f]/g, "")
    .toUpperCase()
    .toLowerCase()
    .replaceAll("ς", "σ")
    .normalize("NFC");

/** Scripts that put no space between words: there each pair of neighbours stands for the words it may be part of. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const PIECES = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}\p{N}]+)*|\p{Extended_Pictographic}/gu;

/** Every word of a text in order, as often as it stands there. */
export function spokenWords(text: string): SpokenWord[] {
  const out: SpokenWord[] = [];
  for (const [said] of text.toWellFormed().matchAll(PIECES)) {
    const whole = foldLetters(said).replaceAll(/['’]s?/g, "");
    // One sign may stand for several: "⅐" is written out as 1⁄7.
    for (const letters of ASCII.test(whole) ? [whole] : (whole.match(PIECES) ?? [])) {
      if (UNSPACED.test(letters)) out.push(...pairs(letters));
      else if (isWord(letters)) out.push({ word: stem([...letters].slice(0, LETTERS_MAX).join("")), said });
    }
  }
  return out;
}

/** What a text is found by: each word once, in code unit order, without those that are everywhere. */
export const wordsOf = (text: string): string[] =>
  [...new Set(spokenWords(text).flatMap(({ word, said }) => (isCommon(said) ? [] : [word])))].sort();

/** What a question asks for: each word once, in the order they were said, the first `WORDS_MAX`. */
export function cueWords(text: string): SpokenWord[] {
  const found = new Map<string, SpokenWord>();
  for (const one of spokenWords(text)) {
    if (found.size === WORDS_MAX) break;
    if (!isCommon(one.said) && !found.has(one.word)) found.set(one.word, one);
  }
  return [...found.values()];
}

const isCommon = (said: string): boolean => COMMON.has(said.toLowerCase());
/** ASCII of a word is letters and digits only; folding may leave other signs of what it took apart. */
const isWord = (letters: string): boolean => /^[a-z0-9\u0080-\u{10ffff}]+$/u.test(letters);

function pairs(letters: string): SpokenWord[] {
  const all = [...letters].filter(isWord);
  if (all.length === 1) return [{ word: all[0]!, said: all[0]! }];
  return all.slice(1).map((letter, i) => ({ word: all[i]! + letter, said: all[i]! + letter }));
}

/** Endings of English words that say nothing of what is meant: "keys", "opened" and "opening" are found by "key" and "open". */
function stem(word: string): string {
  if (!/^[a-z]{4,}$/.test(word)) return word;
  const bare = word
    .replace(/(.{3,})ies$/, "$1y")
    .replace(/(.{2,}(?:ch|sh|ss|x|z))es$/, "$1")
    .replace(/(.{2,}[^su])s$/, "$1");
  const verb = /^(.*[aeiouy].*?)(?:ing|ed)$/.exec(bare)?.[1];
  if (verb === undefined || verb.length < 3) return bare;
  return /([bdgkmnprt])\1$/.test(verb) ? verb.slice(0, -1) : verb;
}
