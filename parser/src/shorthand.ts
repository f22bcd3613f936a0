// How people write in haste: clipped, run together, by sound. It spells such words out, and only where the vocabulary has none of its own.
import { wordSet } from "./books.ts";
import type { Token } from "./tokens.ts";

const lines = (text: string): ReadonlyMap<string, readonly string[]> =>
  new Map(
    text.split("\n").flatMap((line) => {
      const [short = "", full = ""] = line.split(":");
      return short
        .trim()
        .split("|")
        .map((one) => [one, full.trim().split(" ")] as const);
    }),
  );

const FULL = lines(`gimme|gimmie|givme: give me
lemme|lemmie|letme: let me
imma|ima: i will
dunno|donno: i do not know
idk|iono: i do not know
doc: doctor
outta|outa: out of
ur|yr: your
da: the
thru: through
abt|bout: about
wat|wut|wot: what
wats|wuts|wots|whts: what is
em: them
thx|thnx|ty|tnx: thanks
plss|pleaze: please
yo|heya|hiya|oi|howdy|ello: hello
okey|okie|oki|kk|aight|alrighty: ok
nite: night
mister: mr`);

/** Figures for words, where the word before calls for one: "talk 2 ada", "look 4 clues". */
const FIGURES: ReadonlyMap<string, { readonly full: string; readonly after: ReadonlySet<string> }> = new Map([
  ["2", { full: "to", after: wordSet("talk speak back listen want need have try how give show it them over") }],
  ["4", { full: "for", after: wordSet("look search hunt ask wait it them thanks") }],
]);
/** One letter for "you" and "are", beside words that go with them. */
const BESIDE: ReadonlySet<string> = wordSet(
  "think know reckon got want see what who how where why do did can could will would are r were was have u is you they we doing here there ok dumb stupid",
);

/** "Isnt", "theres", "youre", "itll". */
function expandContraction(word: string): readonly string[] | null {
  const [, first, rest] = /^([a-z]+?)(nt|s|re|ll)$/.exec(word) ?? [];
  const [full, before] = CONTRACTED.get(rest ?? "") ?? [];
  return full !== undefined && before!.has(first!) ? [first!, full] : null;
}
const CONTRACTED: ReadonlyMap<string, readonly [full: string, before: ReadonlySet<string>]> = new Map([
  ["nt", ["not", wordSet("is are was were does did has have would could should")]],
  ["s", ["is", wordSet("there here how why when")]],
  ["re", ["are", new Set(["you", "they"])]],
  ["ll", ["will", new Set(["it", "they", "that"])]],
]);

const WITH: ReadonlySet<string> = wordSet("the a an my your his her this that it him them me us");

const OTHERS: ReadonlySet<string> = wordSet("u you they we there these those");

/**
 * The words that one stands for; null where it stands for itself. `isOwn` knows the words of the vocabulary, which are
 * never taken for anything else.
 */
function expandShorthand(
  word: string,
  before: string | null,
  after: string | null,
  isOwn: (word: string) => boolean,
  isNoun: (word: string) => boolean,
): readonly string[] | null {
  if (word === "u" || word === "r") {
    const beside =
      (before !== null && BESIDE.has(before)) || (after !== null && (word === "u" ? BESIDE : OTHERS).has(after));
    return beside ? [word === "u" ? "you" : "are"] : null;
  }
  // "Open it w the key": no way is called by what is named.
  if (word === "w" && before !== null && after !== null) {
    const isMeans = isNoun(after) && before.length > 1 && !GOING.has(before) && !WAYS.has(before);
    if (isMeans || WITH.has(after)) return ["with"];
  }
  if (word === "w") return null;
  if (word === "n") return after !== null && isJoining(before, after) ? ["and"] : null;
  const figure = FIGURES.get(word);
  if (figure) return before !== null && after !== null && figure.after.has(before) ? [figure.full] : null;
  const full = FULL.get(word) ?? expandContraction(word);
  if (!full && !STRETCHED.test(word)) return null;
  if (isOwn(word)) return null;
  return full ?? shortenStretched(word, isOwn);
}

/** Between words, none of them one letter or what a way is gone with: "go n", "n s e". "Go west n open it" is a deed and another. */
const isJoining = (before: string | null, after: string): boolean =>
  before !== null &&
  before.length > 1 &&
  after.length > 1 &&
  (WAYS.has(before) ? !WAYS.has(after) && !GOING.has(after) : !GOING.has(before));
const WAYS: ReadonlySet<string> = wordSet("north south east west up down");
const GOING: ReadonlySet<string> = wordSet("go walk run head move then and");

/** Sounds and asides that stand anywhere and mean nothing: each is no more than a pause. */
const FILLERS: ReadonlySet<string> = wordSet(
  "omg ugh lol btw haha hahaha hehe yay ew yum yummy brr brrr aw aww phew mmm ummm erm ooh bruh mate ngl",
);

/** Tokens with such words spelled out: the first of them takes the place that was written, the rest none. */
export function inFull(
  tokens: readonly Token[],
  isOwn: (word: string) => boolean,
  isNamed: (word: string) => boolean,
  isNoun: (word: string) => boolean,
): readonly Token[] {
  const wordOf = (token: Token | undefined) => (token?.kind === "word" ? token.word : null);
  let changed = false;
  let joined = -1;
  const out = tokens.flatMap((token, i): readonly Token[] => {
    if (i === joined) return [];
    if (token.kind !== "word" || token.owner !== undefined) return [token];
    const next = tokens[i + 1];
    if (next?.kind === "word" && next.owner === undefined && isApart(token.word, next.word, isNoun)) {
      changed = true;
      joined = i + 1;
      return [{ kind: "word", word: token.word + next.word, start: token.start, end: next.end }];
    }
    if (FILLERS.has(token.word) && !isNamed(token.word)) {
      changed = true;
      return [{ kind: "comma", start: token.start, end: token.end }];
    }
    const words =
      expandShorthand(token.word, wordOf(tokens[i - 1]), wordOf(tokens[i + 1]), isOwn, isNoun) ??
      together(token.word, isOwn, isNoun);
    if (!words) return [token];
    changed = true;
    return words.map((word, n) => ({ kind: "word", word, start: n === 0 ? token.start : token.end, end: token.end }));
  });
  return changed ? out : tokens;
}

/** "Log book" for what is called a logbook. */
const isApart = (word: string, next: string, isNoun: (word: string) => boolean): boolean =>
  word.length > 1 && next.length > 2 && isNoun(word + next) && !(isNoun(word) && isNoun(next));

/** "Brasskey": two words of names that were run together. */
function together(
  word: string,
  isOwn: (word: string) => boolean,
  isNoun: (word: string) => boolean,
): readonly string[] | null {
  for (let at = HALF_MIN; at <= word.length - HALF_MIN; at++) {
    const halves = [word.slice(0, at), word.slice(at)];
    if (halves.every(isNoun)) return isOwn(word) ? null : halves;
  }
  return null;
}
const HALF_MIN = 3;

const STRETCHED = /([a-z])\1\1/;

/** "Pleeease", "loooook": no English word has a letter three times running. */
function shortenStretched(word: string, isOwn: (word: string) => boolean): readonly string[] | null {
  for (const times of ["$1$1", "$1"]) {
    const shorter = word.replace(/([a-z])\1{2,}/g, times);
    if (isOwn(shorter)) return [shorter];
  }
  return null;
}
