// The nouns of a lexicon by their words, and which of them a run of words may mean. Knows no articles, pronouns or kinds.
import type { Noun } from "@orrery/kernel";
import type { Meter } from "./meter.ts";
import { type Token, wordsOf } from "./tokens.ts";

/** How well words fit a noun: its whole name, part of a name with its head, a plural of its head, or adjectives alone. */
export const FIT = { name: 3, part: 2, plural: 1, adjectives: 0 } as const;
export type FitRank = (typeof FIT)[keyof typeof FIT];

export interface Entry {
  readonly noun: Noun;
  readonly names: ReadonlySet<string>;
  readonly heads: ReadonlySet<string>;
}
export interface Fit {
  readonly entry: Entry;
  readonly rank: FitRank;
}
/** Words from where it was looked for up to token `end`, and every noun that they fit. */
export interface Match {
  readonly end: number;
  readonly fits: readonly Fit[];
}

export interface Nouns {
  readonly entries: readonly Entry[];
  readonly byId: ReadonlyMap<string, readonly Entry[]>;
  /** Every noun with this word in a name or among its adjectives. */
  readonly byWord: ReadonlyMap<string, ReadonlySet<Entry>>;
  /** Singular heads by the plurals that may be said for them. */
  readonly plurals: ReadonlyMap<string, ReadonlySet<string>>;
  readonly wordsMax: number;
}

const ARTICLES = new Set(["the", "a", "an"]);
const LINKS = new Set(["of", "in", "on", "to", "for", "with", "from", "at", "by", "under", "without"]);

export function nounsOf(nouns: readonly Noun[]): Nouns {
  const byId = new Map<string, Entry[]>();
  const byWord = new Map<string, Set<Entry>>();
  const plurals = new Map<string, Set<string>>();
  let wordsMax = 0;
  const put = <K, V>(map: Map<K, Set<V>>, key: K, value: V) => {
    const set = map.get(key);
    if (set) set.add(value);
    else map.set(key, new Set([value]));
  };
  const entries = nouns.map((noun) => {
    const spelt = noun.names.map(withoutArticle).filter((words) => words.length > 0);
    const heads = new Set(spelt.flatMap(headsOf));
    const entry = { noun, names: new Set(spelt.map((words) => words.join(" "))), heads };
    const all = [...spelt.flat(), ...(noun.adjectives ?? []).flatMap(wordsOf)];
    for (const word of all) put(byWord, word, entry);
    for (const head of heads) {
      for (const plural of pluralsOf(head)) {
        put(plurals, plural, head);
        put(byWord, plural, entry);
      }
    }
    wordsMax = Math.max(wordsMax, ...spelt.map((words) => words.length));
    const same = byId.get(noun.id);
    if (same) same.push(entry);
    else byId.set(noun.id, [entry]);
    return entry;
  });
  return { entries, byId, byWord, plurals, wordsMax };
}

/** Every way to read words from token `at` as a noun, longest first. With `loose`, adjectives may stand alone. */
export function matchNouns(nouns: Nouns, tokens: readonly Token[], at: number, meter: Meter, loose = false): Match[] {
  const matches: Match[] = [];
  // A run as long as the longest name, with as many adjectives again, is as long as anyone needs.
  const limit = Math.min(tokens.length, at + 2 * nouns.wordsMax + 6);
  let left: ReadonlySet<Entry> | null = null;
  /** Nouns whose head was already said before an "of": "the key of brass". */
  let headed: ReadonlySet<Entry> | null = null;
  let said = "";
  for (let end = at; end < limit; end++) {
    const token = tokens[end]!;
    if (token.kind !== "word") break;
    const with_ = nouns.byWord.get(token.word);
    const kept: Set<Entry> = new Set();
    for (const entry of left && with_ && left.size < with_.size ? left : (with_ ?? [])) {
      meter.count();
      if (!left || (left.has(entry) && with_!.has(entry))) kept.add(entry);
    }
    if (kept.size === 0) {
      const link = token.word === "of" && left && matches.at(-1)?.end === end && !headed;
      if (!link) break;
      headed = new Set(matches.at(-1)!.fits.map(({ entry }) => entry));
      const next = tokens[end + 1];
      if (next?.kind === "word" && ARTICLES.has(next.word)) end++;
      said += " of";
      continue;
    }
    left = kept;
    said += said === "" ? token.word : ` ${token.word}`;
    const fits: Fit[] = [];
    for (const entry of left) {
      meter.count();
      const rank = rankOf(nouns, entry, token.word, said, headed);
      if (rank !== null && (loose || rank !== FIT.adjectives)) fits.push({ entry, rank });
    }
    if (fits.length > 0) matches.push({ end: end + 1, fits });
  }
  return matches.reverse();
}

function rankOf(nouns: Nouns, entry: Entry, last: string, said: string, headed: ReadonlySet<Entry> | null): FitRank {
  if (entry.names.has(said)) return FIT.name;
  if (entry.heads.has(last) || headed?.has(entry)) return FIT.part;
  for (const head of nouns.plurals.get(last) ?? []) if (entry.heads.has(head)) return FIT.plural;
  return FIT.adjectives;
}

function withoutArticle(name: string): string[] {
  const words = wordsOf(name);
  return words.length > 1 && ARTICLES.has(words[0]!) ? words.slice(1) : words;
}

/** The last word; and what stands before a link ("bunch" of keys) or a number ("platform" 9). */
function headsOf(words: readonly string[]): string[] {
  const link = words.findIndex((word, i) => i > 0 && LINKS.has(word));
  const heads = [words.at(-1)!];
  if (link > 0) heads.push(words[link - 1]!);
  if (words.length > 1 && /^\d+$/.test(words.at(-1)!)) heads.push(words.at(-2)!);
  return heads;
}

const IRREGULAR: Readonly<Record<string, string>> = {
  man: "men",
  woman: "women",
  child: "children",
  person: "people",
  foot: "feet",
  tooth: "teeth",
  mouse: "mice",
  goose: "geese",
};

function pluralsOf(word: string): string[] {
  if (!/[a-z]$/.test(word)) return [];
  if (IRREGULAR[word]) return [IRREGULAR[word]];
  if (/([sxz]|ch|sh)$/.test(word)) return [`${word}es`];
  if (/[^aeiou]y$/.test(word)) return [`${word.slice(0, -1)}ies`];
  if (/fe?$/.test(word)) return [word.replace(/fe?$/, "ves"), `${word}s`];
  if (/o$/.test(word)) return [`${word}s`, `${word}es`];
  return [`${word}s`];
}
