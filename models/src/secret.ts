// Keys: held where nothing prints them, and struck out of every text that leaves.
import { inspect } from "node:util";

/** A key that shows as three stars wherever it is printed, logged or turned into JSON. */
export class Secret {
  readonly #text: string;
  constructor(text: string) {
    this.#text = text;
  }
  /** The key itself, for the one place that sends it. */
  reveal(): string {
    return this.#text;
  }
  toString(): string {
    return "***";
  }
  toJSON(): string {
    return "***";
  }
  [inspect.custom](): string {
    return "Secret(***)";
  }
}

/** What keys of the big providers look like, whole or half starred out: some servers quote the key they refuse. */
const KEY_LIKE = [
  /\b(?:sk|pk|rk|gsk|xai)-[A-Za-z0-9_*.…-]{8,}/g,
  /\bAIza[A-Za-z0-9_*-]{8,}/g,
  /\b(?:Bearer|Basic)\s+[A-Za-z0-9._~+/=*-]{6,}/gi,
];

/** A text that was cut off within the key, or is not complete yet, loses what it has of it from so many characters on. */
const SHORTEST_BEGINNING = 8;

/** Shorter ones are no secrets ("ollama", "none"), and may be words of an answer. */
const SHORTEST_KEY = 12;

export interface Scrubber {
  /** Strikes out the key itself, in any spelling, and nothing else: an answer must stay what was said. */
  readonly answer: (text: string) => string;
  /** Strikes out the key, however short, and all that looks like one: for words of servers and libraries. */
  readonly message: (text: string) => string;
}

export function scrubber(key: Secret | null): Scrubber {
  const text = key?.reveal() ?? "";
  const spellings =
    text.length < 4
      ? []
      : [text, encodeURIComponent(text), JSON.stringify(text).slice(1, -1), Buffer.from(text).toString("base64")];
  const strikeEnd = (words: string): string => {
    for (const spelling of spellings)
      for (let length = spelling.length - 1; length >= SHORTEST_BEGINNING; length--)
        if (words.endsWith(spelling.slice(0, length))) return `${words.slice(0, -length)}***`;
    return words;
  };
  const strike = (words: string): string => spellings.reduce((out, spelling) => out.replaceAll(spelling, "***"), words);
  return {
    answer: text.length < SHORTEST_KEY ? (words) => words : (words) => strikeEnd(strike(words)),
    message: (words) => KEY_LIKE.reduce((out, pattern) => out.replaceAll(pattern, "***"), strike(words)),
  };
}
