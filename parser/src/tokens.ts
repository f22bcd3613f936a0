// From raw text to words, pauses and quotations. Knows no vocabulary: everything here is spelling.

/** A place in a question's text that is no words but an answer: which slot it fills, and with what. */
export interface Hole {
  /** Offset in the text of the placeholder `{slot}`. */
  readonly at: number;
  readonly slot: string;
  /** Nouns, or the words themselves of a free text; null while the question is open. */
  readonly fill: { readonly ids: readonly string[] } | { readonly text: string } | null;
}

interface TokenSpan {
  /** Offsets in the text as written: from `start` up to, not including, `end`. */
  readonly start: number;
  readonly end: number;
}
export type Token = TokenSpan &
  /** `owner`: "Ada" of "Ada's". */
  (
    | { readonly kind: "word"; readonly word: string; readonly owner?: string }
    /** A comma is a pause, which may join nouns or clauses; a stop ends a clause. */
    | { readonly kind: "comma" | "stop" }
    | { readonly kind: "quote"; readonly text: string }
    | { readonly kind: "hole"; readonly hole: Hole }
  );

// Letters, marks, numbers and pictures of any script; joiners keep composed emoji and Persian words whole.
const WORD = /[\p{L}\p{M}\p{N}\p{So}\p{Emoji_Modifier}\u200c\u200d]+(?:['’ʼ][\p{L}\p{M}\p{N}]+)*/uy;
/** ":D", ";-)", "<3": a pause, and no way down. */
const FACE = /(?<!\S)(?:[:;=]['-]?[()[\]DPOdpo/\\|*3]+|<3+)(?!\S)/y;
const ANY_WORD = new RegExp(WORD.source, "gu");
/** What folding would leave as it is. */
const PLAIN = /^[a-z0-9]*$/;
const COMMAS = new Set([",", ":", "،", "、", "，", "–", "—"]);
const STOPS = new Set([".", ";", "!", "?", "…", "。", "；", "！", "？", "؟", "؛"]);
const CLOSING: Readonly<Record<string, string>> = {
  '"': '"',
  "“": "”",
  "„": "“",
  "«": "»",
  "「": "」",
  "‘": "’",
  "'": "'",
};
const TITLES = ["mr", "mrs", "ms", "dr", "st", "prof", "sr", "jr"];

/** One spelling for all: width, case, accents and apostrophes make no difference. The same in any locale. */
export const fold = (text: string): string =>
  PLAIN.test(text)
    ? text
    : text
        .normalize("NFKD")
        .toLowerCase()
        .replace(/[\u0300-\u036f\ufe00-\ufe0f'’ʼ]/g, "")
        .replaceAll("ς", "σ")
        .normalize("NFC");

/** The folded words of a name or of a literal, pauses left out. */
export function wordsOf(text: string): string[] {
  return (text.match(ANY_WORD) ?? []).flatMap((word) => expandTokens(word).map(fold)).filter((word) => word !== "");
}

/** "What's" is two words, and so are its like: a lexicon writes them in full. */
function expandTokens(word: string): string[] {
  const short =
    /^(what|where|who)['’ʼ]?s$/i.exec(word) ?? /^(that|here|there|how|whatever|everything)['’ʼ]s$/i.exec(word);
  const had = /^(i|we|you|they)['’ʼ]ve$/i.exec(word);
  return short ? [short[1]!, "is"] : had ? [had[1]!, "have"] : [word];
}

/** Words that names write with a full stop ("Mr. Green"): there it ends no clause. */
export function abbreviationsOf(names: Iterable<string>): ReadonlySet<string> {
  const found = new Set(TITLES);
  for (const name of names) {
    if (name.includes(".")) for (const [, word] of name.matchAll(/([\p{L}\p{N}]+)\./gu)) found.add(fold(word!));
  }
  return found;
}

/**
 * Splits text into tokens, in one pass. `holes` are the placeholders of a question's text, in order.
 * A quotation that is never closed runs to the end; an apostrophe opens one only where a word could begin and when it is closed.
 */
export function tokensOf(text: string, abbreviations: ReadonlySet<string>, holes: readonly Hole[] = []): Token[] {
  const tokens: Token[] = [];
  const hopeless = new Set<string>();
  let hole = 0;
  for (let at = 0; at < text.length; ) {
    const start = at;
    if (holes[hole]?.at === at) {
      const found = holes[hole++]!;
      at += found.slot.length + 2;
      tokens.push({ kind: "hole", hole: found, start, end: at });
      continue;
    }
    const char = text[at]!;
    FACE.lastIndex = at;
    if (FACE.test(text)) {
      at = FACE.lastIndex;
      tokens.push({ kind: "comma", start, end: at });
      continue;
    }
    const quoted = CLOSING[char] === undefined ? null : quotation(text, at, CLOSING[char], hopeless);
    if (quoted) {
      at = quoted.end;
      tokens.push({ kind: "quote", text: quoted.text, start, end: at });
      continue;
    }
    WORD.lastIndex = at;
    const found = WORD.exec(text);
    if (found) {
      at = WORD.lastIndex;
      const [first, second] = expandTokens(found[0]);
      const word = fold(first!);
      if (text[at] === "." && abbreviations.has(word)) at++;
      const end = second === undefined ? at : start + first!.length;
      const owner = OWNERS.exec(first!)?.[1];
      if (word !== "")
        tokens.push({ kind: "word", word, ...(owner === undefined ? {} : { owner: fold(owner) }), start, end });
      if (second !== undefined) tokens.push({ kind: "word", word: second, start: end, end: at });
      continue;
    }
    at++;
    if (char === "&" || char === "+") tokens.push({ kind: "word", word: "and", start, end: at });
    else if (COMMAS.has(char)) tokens.push({ kind: "comma", start, end: at });
    else if (STOPS.has(char)) tokens.push({ kind: "stop", start, end: at });
  }
  return tokens;
}

/** Marks that were once sought in vain go into `hopeless`: they will not be found later either. */
function quotation(
  text: string,
  at: number,
  close: string,
  hopeless: Set<string>,
): { text: string; end: number } | null {
  if (close !== "'" && close !== "’") {
    const end = text.indexOf(close, at + 1);
    return end < 0 ? { text: text.slice(at + 1), end: text.length } : { text: text.slice(at + 1, end), end: end + 1 };
  }
  if (hopeless.has(close) || (at > 0 && LETTER.test(text[at - 1]!))) return null;
  for (let end = text.indexOf(close, at + 2); end >= 0; end = text.indexOf(close, end + 1)) {
    const ends = !LETTER.test(text[end + 1] ?? " ") && text[end - 1] !== " ";
    if (ends) return { text: text.slice(at + 1, end), end: end + 1 };
  }
  hopeless.add(close);
  return null;
}
const OWNERS = /^(.+?)(?:['’ʼ]s|s['’ʼ])$/iu;
const LETTER = /[\p{L}\p{N}]/u;
