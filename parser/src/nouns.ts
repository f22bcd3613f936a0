// The nouns of a lexicon by their words, and which of them a run of words may mean. Knows no articles, pronouns or kinds.
import type { Noun } from "@orrery/kernel";
import { meaning } from "./books.ts";
import { keptByText, type Meter } from "./meter.ts";
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
  readonly byHead: ReadonlyMap<string, ReadonlySet<Entry>>;
  /** Ids of what something lies in or on, or is held by. */
  readonly keepers: ReadonlySet<string>;
  readonly order: ReadonlyMap<Entry, number>;
  readonly wordsMax: number;
}

const ARTICLES = new Set(["the", "a", "an"]);
const LINKS = new Set(["of", "in", "on", "to", "for", "with", "from", "at", "by", "under", "without"]);

export function nounsOf(nouns: readonly Noun[]): Nouns {
  const byId = new Map<string, Entry[]>();
  const byWord = new Map<string, Set<Entry>>();
  const byHead = new Map<string, Set<Entry>>();
  let wordsMax = 0;
  const put = <K, V>(map: Map<K, Set<V>>, key: K, value: V) => {
    const set = map.get(key);
    if (set) set.add(value);
    else map.set(key, new Set([value]));
  };
  const entries = nouns.map((noun) => {
    const spelt = noun.names.map(spellingOf).filter(({ words }) => words.length > 0);
    const heads = new Set<string>();
    const names = new Set<string>();
    const entry: Entry = { noun, names, heads };
    for (const one of spelt) {
      names.add(one.name);
      for (const word of one.words) put(byWord, word, entry);
      for (const head of one.heads) heads.add(head);
      wordsMax = Math.max(wordsMax, one.words.length);
    }
    for (const adjective of noun.adjectives ?? [])
      for (const word of spellingOf(adjective).words) put(byWord, word, entry);
    for (const head of heads) put(byHead, head, entry);
    const same = byId.get(noun.id);
    if (same) same.push(entry);
    else byId.set(noun.id, [entry]);
    return entry;
  });
  const keepers = new Set(nouns.flatMap(({ at }) => (at === undefined ? [] : [at])));
  const order = new Map(entries.map((entry, i) => [entry, i]));
  return { entries, byId, byWord, byHead, keepers, order, wordsMax };
}

/** Every way to read words from token `at` as a noun, longest first. With `loose`, adjectives may stand alone. */
export function matchNouns(nouns: Nouns, tokens: readonly Token[], at: number, meter: Meter, loose = false): Match[] {
  const matches: Match[] = [];
  // A run as long as the longest name, with as many adjectives again, is as long as anyone needs.
  const limit = Math.min(tokens.length, at + 2 * nouns.wordsMax + 6);
  let left: ReadonlySet<Entry> | null = null;
  /** Nouns with their head before an "of": "the key of brass". */
  let headed: ReadonlySet<Entry> | null = null;
  let said = "";
  for (let end = at; end < limit; end++) {
    const token = tokens[end]!;
    if (token.kind !== "word") break;
    const known = entriesByWord(nouns, token.word);
    const kept: Set<Entry> = new Set();
    for (const entry of left && left.size < known.size ? left : known) {
      meter.count();
      if (!left || (left.has(entry) && known.has(entry))) kept.add(entry);
    }
    if (kept.size === 0) {
      const after = left && matches.at(-1)?.end === end && !headed ? linkAt(tokens, end) : null;
      if (after === null) break;
      headed = new Set(matches.at(-1)!.fits.map(({ entry }) => entry));
      // "The store with the key" is no store key: what it is called after is not what it is.
      left = headed;
      end = isArticle(tokens[after]) ? after : after - 1;
      said += " of";
      continue;
    }
    left = kept;
    said += said === "" ? token.word : ` ${token.word}`;
    const fits: Fit[] = [];
    for (const entry of left) {
      meter.count();
      const rank = rankOf(entry, token.word, said, headed);
      if (rank !== FIT.name && miscounts(entry, said)) continue;
      // "The stairs" are no part of "the foot of the tower" for their article.
      if (rank !== FIT.name && isArticle(tokens[at])) continue;
      if (loose || rank !== FIT.adjectives) fits.push({ entry, rank });
    }
    if (fits.length > 0) matches.push({ end: end + 1, fits });
  }
  return matches.reverse();
}

/** What may stand between a noun and another that tells which: "the key of the cellar", "the door that leads to the kitchen". */
const BETWEEN = [
  "of|to|for|with|from|about|by|marked|labelled|labeled|called|named",
  "leading|going|belonging to|into",
  "made of|from",
  "that|which leads|goes|opens|fits|unlocks|belongs|says",
  "that|which leads|goes|belongs to|into|with|in",
  "that|which is for",
].map((line) => line.split(" ").map((words) => new Set(words.split("|"))));

/** Where such words end when they begin at a token. */
function linkAt(tokens: readonly Token[], at: number): number | null {
  const wordIs = (words: ReadonlySet<string>, i: number) => {
    const token = tokens[at + i];
    return token?.kind === "word" && words.has(token.word);
  };
  const found = BETWEEN.findLast((words) => words.every(wordIs));
  return found ? at + found.length : null;
}
const isArticle = (token: Token | undefined): boolean => token?.kind === "word" && ARTICLES.has(token.word);

/** Whether a word belongs to any noun. */
export const hasWord = (nouns: Nouns, word: string): boolean => entriesByWord(nouns, word).size > 0;

/** A word with a capital, where what is usually called so has one: aliases are written as people type. */
export function capitalOf({ byWord }: Nouns, word: string): string {
  const large = word.charAt(0).toUpperCase() + word.slice(1);
  const names = [...(byWord.get(word) ?? [])].flatMap(({ noun }) => noun.names.slice(0, 1));
  const isWritten = (form: string) => names.some((name) => name.split(/[^\p{L}\p{M}]+/u).includes(form));
  return isWritten(large) && !isWritten(word) ? large : word;
}

/** Every noun that a word may help to name, be it as the plural of its head. */
function entriesByWord({ byWord, byHead }: Nouns, word: string): ReadonlySet<Entry> {
  const named = byWord.get(word);
  const plural = singularsOf(word).flatMap((head) => [...(byHead.get(head) ?? [])]);
  return plural.length === 0 ? (named ?? NONE) : new Set([...(named ?? []), ...plural]);
}
const NONE: ReadonlySet<Entry> = new Set();

function rankOf(entry: Entry, last: string, said: string, headed: ReadonlySet<Entry> | null): FitRank {
  if (entry.names.has(said)) return FIT.name;
  if (entry.heads.has(last) || headed?.has(entry)) return FIT.part;
  return singularsOf(last).some((head) => entry.heads.has(head)) ? FIT.plural : FIT.adjectives;
}

const COUNT =
  /^(\d+|two|three|four|five|six|seven|eight|nine|ten|[a-z]*(first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth))$/;

/** A count belongs to the words that it stands with in a name: row 4 is not the square that is number 4 and lies in row 2. */
function miscounts({ names, noun }: Entry, said: string): boolean {
  const words = said.split(" ");
  if (words.length < 2 || !words.some((word) => COUNT.test(word))) return false;
  const loose = new Set(noun.adjectives);
  return ![...names].some((name) => {
    const own = new Set(name.split(" "));
    return words.every((word) => own.has(word) || loose.has(word));
  });
}

interface Spelling {
  readonly words: readonly string[];
  readonly name: string;
  readonly heads: readonly string[];
}
/** Names come again with every view; what they are made of never changes. */
const spellingOf = keptByText(4096, (name): Spelling => {
  const all = wordsOf(name);
  const words = all.length > 1 && ARTICLES.has(all[0]!) ? all.slice(1) : all;
  return { words, name: words.join(" "), heads: words.length > 0 ? headsOf(words) : [] };
});

/** The last word, but not of any thing of its kind ("the casting of a bell"); and what stands before a link ("bunch" of keys) or a number ("platform" 9). */
function headsOf(words: readonly string[]): string[] {
  const link = words.findIndex((word, i) => i > 0 && LINKS.has(word));
  const heads = link > 0 && ["a", "an"].includes(words[link + 1]!) ? [] : [words.at(-1)!];
  if (link > 0) heads.push(words[link - 1]!);
  if (words.length > 1 && /^\d+$/.test(words.at(-1)!)) heads.push(words.at(-2)!);
  return heads;
}

const IRREGULAR: ReadonlyMap<string, string> = meaning({
  ...{ man: "men", woman: "women", child: "children", person: "people" },
  ...{ foot: "feet", tooth: "teeth", mouse: "mice", goose: "geese" },
});

/** What an English word may be the plural of. */
export function singularsOf(word: string): string[] {
  const irregular = IRREGULAR.get(word);
  if (irregular) return [irregular];
  if (!/[a-z]s$/.test(word) || word.endsWith("ss")) return [];
  const stem = word.slice(0, -1);
  if (word.endsWith("ies")) return [stem, `${word.slice(0, -3)}y`];
  if (word.endsWith("ves")) return [stem, `${word.slice(0, -3)}f`, `${word.slice(0, -3)}fe`];
  return /(s|x|z|ch|sh|o)es$/.test(word) ? [stem, word.slice(0, -2)] : [stem];
}
