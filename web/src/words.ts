// The page's own words, by name. Another language is another table; nothing here speaks for a world, which has its own words.
import { ENGLISH } from "./english.ts";

export type Word = keyof typeof ENGLISH;
type WordTable = Readonly<Record<Word, string>>;
/** Words that come in a form for one and a form for more. */
type Counted = Word extends infer W ? (W extends `${infer Base}_other` ? Base : never) : never;

export const LANGUAGES = { en: "English", pseudo: "Pseudo" } as const;
export type Language = keyof typeof LANGUAGES;

/**
 * The same words with accents, brackets, and two fifths more length: plain text on the page is missing from this table, and
 * text that does not fit now would not fit in another language.
 */
const pseudo = (): WordTable =>
  Object.fromEntries(Object.entries(ENGLISH).map(([key, text]) => [key, `⟦${accentText(text)}⟧`])) as Record<
    Word,
    string
  >;

const accentText = (text: string): string => {
  const long = text.replaceAll(/\{\w+\}|[aeiouyAEIOU]/g, (found) =>
    found.length > 1 ? found : `${ACCENTS[found] ?? found}`,
  );
  // Two fifths longer, in words, so that lines may still break.
  const more = Math.ceil(text.replaceAll(/\{\w+\}/g, "").length * 0.4);
  return `${long}${" ·ẋẋẋẋẋ".repeat(Math.ceil(more / 7)).slice(0, more)}`;
};
const ACCENTS: Readonly<Record<string, string>> = {
  a: "á",
  e: "é",
  i: "í",
  o: "ó",
  u: "ú",
  y: "ý",
  A: "Á",
  E: "É",
  I: "Í",
  O: "Ó",
  U: "Ú",
};

let table: WordTable = ENGLISH;
let plural = new Intl.PluralRules("en");
let tag = "en";

/** Chosen before anything is shown. */
export function speak(language: string | null): void {
  table = language === "pseudo" ? pseudo() : ENGLISH;
  tag = language === "pseudo" ? "en-XA" : "en";
  plural = new Intl.PluralRules("en");
}
/** The language spoken, as documents and `Intl` name it. */
export const languageTag = (): string => tag;

type Filled = Readonly<Record<string, string | number>>;

/** A text of the table with its places filled. */
export const t = (word: Word, filled: Filled = {}): string => fill(table[word], filled);

const fill = (text: string, filled: Filled): string =>
  text.replaceAll(/\{(\w+)\}/g, (place, name: string) => String(filled[name] ?? place));

/** The words of one stage, loaded with it: a function like `t`, for a table of its own. */
export const wordsOf =
  <W extends string>(english: Readonly<Record<W, string>>) =>
  (word: W, filled: Filled = {}): string =>
    fill(table === ENGLISH ? english[word] : `⟦${accentText(english[word])}⟧`, filled);

/** The same for a number of something: `{n}` is that number. */
export const countIn =
  <W extends string>(say: (word: W, filled: Filled) => string) =>
  (word: W extends `${infer Base}_other` ? Base : never, count: number, filled: Filled = {}): string =>
    say(`${word}_${plural.select(count) === "one" ? "one" : "other"}` as W, { n: count, ...filled });

/** Of the page's own table. */
export const n: (word: Counted, count: number, filled?: Filled) => string = countIn<Word>(t);

/** A text in pieces: its own words, and the names of its places between them. */
export function pieces(word: Word): readonly (string | { readonly place: string })[] {
  const text = table[word];
  const marked = text.startsWith("⟦");
  return text
    .split(/\{(\w+)\}/)
    .map((part, i) => (i % 2 === 1 ? { place: part } : marked ? `⟦${part.replaceAll(/[⟦⟧]/g, "")}⟧` : part))
    .filter((part) => part !== "" && part !== "⟦⟧");
}
