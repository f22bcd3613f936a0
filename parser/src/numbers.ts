// Numbers as people write them: "17", "-3", "2.5", "1,200", "seventeen", "two hundred and five". Knows nothing of what they count.
import type { Text } from "./match.ts";
import { wordAt } from "./phrases.ts";
import { fold } from "./tokens.ts";

/** Sign, digits with or without commas between thousands, decimals. */
const DIGITS = /[-−]?(?:\d{1,3}(?:,\d{3})+|\d{1,15})(?:\.\d{1,9})?/y;

const SMALL = new Map(
  `zero one two three four five six seven eight nine ten
  eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen`
    .split(/\s+/)
    .map((word, n) => [word, n]),
);
const NOTHING = new Set(["nothing", "nil", "none"]);
const TENS = new Map<string, number>(
  "twenty thirty forty fifty sixty seventy eighty ninety".split(" ").map((word, n) => [word, (n + 2) * 10]),
);

interface NumberFound {
  readonly value: number;
  /** Index of the token after it. */
  readonly end: number;
}

/** The number that begins at a token; null where none does. */
export function numberAt(text: Pick<Text, "source" | "tokens">, at: number): NumberFound | null {
  const token = text.tokens[at];
  if (token?.kind !== "word") return null;
  return /^\d/.test(token.word) ? inDigits(text, at, token.start) : inWords(text, at);
}

/** The number that a whole text spells; null for any other text. */
export function numberIn(words: string): number | null {
  const source = words.trim();
  DIGITS.lastIndex = 0;
  const digits = DIGITS.exec(source);
  if (digits?.[0] === source) return parseDigits(source);
  const spelt = source
    .split(/[\s-]+/)
    .map((word, i) => ({ kind: "word", word: fold(word), start: i, end: i }) as const);
  const found = inWords({ source, tokens: spelt }, 0);
  return found && found.end === spelt.length ? found.value : null;
}

const parseDigits = (digits: string): number => Number(digits.replaceAll(",", "").replace("−", "-"));

function inDigits({ source, tokens }: Pick<Text, "source" | "tokens">, at: number, start: number): NumberFound | null {
  const isSigned = /[-−]/.test(source[start - 1] ?? "") && !/\S/.test(source[start - 2] ?? " ");
  DIGITS.lastIndex = isSigned ? start - 1 : start;
  const found = DIGITS.exec(source);
  if (!found) return null;
  const over = DIGITS.lastIndex;
  let end = at + 1;
  while (end < tokens.length && tokens[end]!.start < over) end++;
  // "17th" and "3pm" are no numbers.
  return tokens[end - 1]!.end === over ? { value: parseDigits(found[0]), end } : null;
}

function inWords(text: Pick<Text, "source" | "tokens">, at: number): NumberFound | null {
  if (NOTHING.has(wordAt(text, at) ?? "")) return { value: 0, end: at + 1 };
  let end = at;
  let whole = 0;
  let part = 0;
  let isAny = false;
  for (let i = at; ; i++) {
    const word = wordAt(text, i) ?? "";
    const small = SMALL.get(word);
    if (small !== undefined && (small > 0 ? fits(small, part) : !isAny)) part += small;
    else if (TENS.has(word) && fits(20, part)) part += TENS.get(word)!;
    else if (word === "hundred" && part < 100 && !(isAny && part === 0)) part = Math.max(1, part) * 100;
    else if (word === "thousand" && whole === 0 && !(isAny && part === 0)) {
      whole = Math.max(1, part) * 1000;
      part = 0;
    } else if ((word === "and" && isAny && whole + part >= 100) || (word === "a" && !isAny)) continue;
    else break;
    isAny = true;
    end = i + 1;
    if (whole + part === 0) break;
  }
  return isAny ? { value: whole + part, end } : null;
}

/** Whether a word for less than a hundred may follow in a group of three digits: "two hundred" and five, "twenty" and one. */
const fits = (small: number, part: number): boolean =>
  part % 100 === 0 || (part % 100 >= 20 && part % 10 === 0 && small > 0 && small < 10);
