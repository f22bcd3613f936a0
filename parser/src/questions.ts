// Open questions: asking back for one part of a sentence, and taking the next words for its answer.
import type { Noun } from "@orrery/kernel";
import { bookOf, longest, wordSet } from "./books.ts";
import type { Stop } from "./clauses.ts";
import type { Text } from "./match.ts";
import { which, withArticle } from "./messages.ts";
import { type Entry, FIT, type Match, matchNouns, nounsOf } from "./nouns.ts";
import { isDeterminer, joinAt, ordinalOf, wordAt } from "./phrases.ts";
import type { Question } from "./reading.ts";
import { type PronounMemory, withoutLast } from "./references.ts";
import type { Hole, Token } from "./tokens.ts";
import { sourceOf } from "./walk.ts";

const BEFORE_ANSWER = bookOf(`i mean|meant|think|said
please|no|yes|um|well|its
(lets) try (it) (with)`);
const PREPOSITIONS = wordSet("with using in into inside on onto upon to at from for about under behind off");

/** The question that a failed clause leaves open; its text runs to the end of the utterance, so that the answer completes all of it. */
export function questionOf(text: Text, { problem, clause }: Stop): Question | null {
  const { open, message } = problem;
  if (!open || !clause) return null;
  const { source, tokens } = text;
  const start = tokens[clause.candidate.at]?.start ?? 0;
  const prefix = clause.verb === "" ? "" : `${clause.verb} `;
  const leftOut = open.at === open.end;
  const from = leftOut ? tokens[open.at - 1]!.end : tokens[open.at]!.start;
  const to = leftOut ? from : tokens[open.end - 1]!.end;
  const put = leftOut ? ` {${open.slot}}` : `{${open.slot}}`;
  const shift = prefix.length - start;
  const hole: Hole = { at: from + shift + (leftOut ? 1 : 0), slot: open.slot, fill: null };
  const kept = tokens.flatMap((token) => (token.kind === "hole" && token.start >= start ? [token] : []));
  const holes = [
    ...kept.filter(({ end }) => end <= from).map((token) => ({ ...token.hole, at: token.start + shift })),
    hole,
    ...kept
      .filter(({ start: at }) => at >= to)
      .map((token) => ({ ...token.hole, at: token.start + shift + put.length - (to - from) })),
  ];
  return {
    text: `${prefix}${source.slice(start, from)}${put}${source.slice(to)}`,
    asks: message,
    slot: open.slot,
    choices: open.choices.map(({ noun }) => ({ id: noun.id, name: choiceName(noun) })),
    ...(open.offered === undefined ? {} : { offered: open.offered }),
    holes,
    free: open.free,
  };
}

/** A way is answered as it is gone: "north". */
const choiceName = (noun: Noun): string => (noun.names[0] === noun.value ? noun.names[0]! : withArticle(noun));

/** A question's text with its open hole filled. */
export const fill = (question: Question, filling: NonNullable<Hole["fill"]>): { source: string; holes: Hole[] } => ({
  source: question.text,
  holes: question.holes.map((hole) => (hole.fill === null ? { ...hole, fill: filling } : hole)),
});

/** A question's text with words put in place of its open hole; null when other holes would have to move with them. */
export function spell(question: Question, words: string): string | null {
  const [hole] = question.holes;
  if (question.holes.length !== 1 || !hole) return null;
  return `${question.text.slice(0, hole.at)}${words}${question.text.slice(hole.at + hole.slot.length + 2)}`;
}

export type QuestionAnswer =
  | { readonly ids: readonly string[] }
  /** It still fits several. */
  | { readonly among: readonly Entry[]; readonly words: string };

/** Takes an utterance for an answer: choices by name, by adjective alone, by number, several or all of them, or "the other one". Null when it is none. */
export function answerOf(text: Text, question: Question, memory: PronounMemory): QuestionAnswer | null {
  const offered = question.choices.flatMap(({ id }) => text.nouns.byId.get(id)?.slice(0, 1) ?? []);
  const nouns = nounsOf(offered.map(({ noun }) => noun));
  const { tokens, meter } = text;
  const end = withoutTail(tokens);
  const starts = answerStarts(text);
  for (const start of starts) {
    if (start >= end) continue;
    const ids: string[] = [];
    for (let at = start; ; ) {
      const bare = isDeterminer(wordAt(text, at) ?? "") && at + 1 < end ? at + 1 : at;
      const matches = [...matchNouns(nouns, tokens, at, meter, true), ...matchNouns(nouns, tokens, bare, meter, true)];
      const match = matches
        .map((one) => pastOne(text, one))
        .find((one) => one.end === end || joinAt(text, one.end) !== null);
      if (!match) break;
      const rank = Math.max(...match.fits.map((fit) => fit.rank));
      const entries = match.fits.filter((fit) => fit.rank === rank).map(({ entry }) => entry);
      if (entries.length > 1) {
        if (match.end < end) break;
        return { among: entries, words: sourceOf(text, bare, match.end) };
      }
      ids.push(entries[0]!.noun.id);
      if (match.end >= end) return { ids: [...new Set(ids)] };
      at = joinAt(text, match.end)!;
    }
  }
  for (const start of starts) {
    const picked = numbersIn(text, start, end, question.offered ?? question.choices.length);
    if (picked) return { ids: picked.map((i) => question.choices[i]!.id) };
  }
  const usual = offered.slice(0, question.offered);
  for (const start of starts) {
    const others = otherThan(text, start, end, usual, memory);
    if (others) return others.length === 1 ? { ids: [others[0]!.noun.id] } : { among: others, words: "" };
  }
  return null;
}

/** "The other one", "another key": of what is offered all but what was spoken of last; null where the words say something else. */
function otherThan(
  text: Text,
  start: number,
  end: number,
  offered: readonly Entry[],
  memory: PronounMemory,
): readonly Entry[] | null {
  const at = isDeterminer(wordAt(text, start) ?? "") ? start + 1 : start;
  if (!["other", "another", "different"].includes(wordAt(text, at) ?? "") || at >= end) return null;
  const one = ["one", "ones"].includes(wordAt(text, at + 1) ?? "") ? at + 2 : at + 1;
  const called = matchNouns(nounsOf(offered.map(({ noun }) => noun)), text.tokens, at + 1, text.meter, true).find(
    (match) => match.end === end,
  );
  const ids = new Set(called?.fits.map(({ entry }) => entry.noun.id));
  const like = one === end ? offered : offered.filter(({ noun }) => ids.has(noun.id));
  if (like.length === 0) return null;
  const others = withoutLast(
    like.map((entry) => ({ entry, rank: FIT.part })),
    memory,
  );
  return others.length > 0 ? others.map(({ entry }) => entry) : null;
}

const pastOne = (text: Text, match: Match): Match =>
  ["one", "ones"].includes(wordAt(text, match.end) ?? "") ? { ...match, end: match.end + 1 } : match;

/** Where an answer proper may begin: at once, after "I mean", after a preposition that the question left out. */
export function answerStarts(text: Text): number[] {
  const starts = [0];
  let at = 0;
  for (let tries = 0; tries < 4; tries++) {
    const after = longest(BEFORE_ANSWER, text.tokens, at);
    if (after === null) break;
    at = text.tokens[after]?.kind === "comma" ? after + 1 : after;
    starts.push(at);
  }
  if (PREPOSITIONS.has(wordAt(text, at) ?? "")) starts.push(at + 1);
  return starts;
}

/** Without stops, commas, "please" and "then" at its end. */
export function withoutTail(tokens: readonly Token[]): number {
  let end = tokens.length;
  while (end > 0) {
    const token = tokens[end - 1]!;
    const idle =
      token.kind === "word"
        ? ["please", "then", "thanks"].includes(token.word)
        : token.kind === "stop" || token.kind === "comma";
    if (!idle) break;
    end--;
  }
  return end;
}

/** "The second", "2", "the last one", "both". */
export function numbersIn(text: Text, start: number, end: number, count: number): number[] | null {
  const at = wordAt(text, start) === "the" || wordAt(text, start) === "number" ? start + 1 : start;
  const word = wordAt(text, at);
  if (word === null) return null;
  let after = at + 1;
  if (["one", "of", "them"].includes(wordAt(text, after) ?? "")) after += wordAt(text, after) === "of" ? 2 : 1;
  if (after !== end) return null;
  if ((word === "both" && count === 2) || word === "all") return Array.from({ length: count }, (_, i) => i);
  const nth = ordinalOf(word) ?? Number(/^(\d{1,3})(st|nd|rd|th)?$/.exec(word)?.[1]);
  const n = nth === -1 ? count : nth;
  return Number.isInteger(n) && n >= 1 && n <= count ? [n - 1] : null;
}

/** The same question, with fewer choices. */
export function narrowQuestion(
  question: Question,
  entries: readonly Entry[],
  words: string,
): { question: Question; message: string } {
  const { offered: _, ...rest } = question;
  const left = new Set(entries.map(({ noun }) => noun.id));
  const message = which(words, entries);
  return {
    question: { ...rest, asks: message, choices: question.choices.filter(({ id }) => left.has(id)) },
    message,
  };
}

/** Whether an utterance begins with a preposition, as the end of a sentence would, or says "all" where a part was left out. */
export const goesOn = (text: Text, { offered }: Question): boolean =>
  PREPOSITIONS.has(wordAt(text, 0) ?? "") || (offered !== undefined && wordAt(text, 0) === "all");
