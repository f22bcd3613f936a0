// "Did you mean the lantern?": proposes what a misspelt utterance may have been, and takes the answer. It never acts on a guess.
import { type Walked, walkClauses } from "./clauses.ts";
import { isCourteous } from "./courtesies.ts";
import { endOfClause } from "./diagnosis.ts";
import type { Text } from "./match.ts";
import { didYouMean, withArticle } from "./messages.ts";
import { FIT, hasWord } from "./nouns.ts";
import { isDeterminer, type Phrase, phrasesAt, wordAt } from "./phrases.ts";
import { answerStarts, numbersIn, withoutTail } from "./questions.ts";
import type { ParseReason, Question } from "./reading.ts";
import type { PronounMemory } from "./references.ts";
import { isWondered } from "./said.ts";
import { isGrammar, isKnown, type Mend, mendings } from "./spelling.ts";
import { wordsOf } from "./tokens.ts";
import { sourceOf, type Walk } from "./walk.ts";

const CHOICES_MAX = 4;
/** An utterance longer than this is read once, and not again with other words. */
const TEXT_MAX = 1000;
const MENDED: ReadonlySet<ParseReason> = new Set(["unknown_verb", "object_not_found", "not_understood"]);
const YES = new Set(
  "yes|y|yeah|yep|yup|yes please|sure|ok|okay|right|correct|exactly|indeed|of course|i do|i did|yes i do|yes i did|that is it|thats it|thats right|that one".split(
    "|",
  ),
);
const NO = new Set("no|nope|nah|no thanks|no thank you|neither|none|i do not|i dont|no i dont".split("|"));

interface Proposal {
  readonly text: string;
  readonly name: string;
  readonly word: string;
}

/** What was perhaps meant where an utterance was not understood, with the question to ask; null when nothing comes near. */
export function suggest(
  walk: Walk,
  { actions, stopped }: Walked,
  said: string,
  { reread, actorId, memory }: { reread: (source: string) => Walk; actorId: string; memory: PronounMemory },
): { readonly question: Question; readonly message: string } | null {
  const { text } = walk;
  if (!stopped || stopped.problem.open || !MENDED.has(stopped.problem.reason)) return null;
  if (text.source.length > TEXT_MAX || text.tokens.some(({ kind }) => kind === "hole")) return null;
  let end = stopped.at + 1;
  for (const last = endOfClause(walk, stopped.at); end < last && !isWondered(text, end); ) end++;
  const unknown = text.tokens
    .slice(stopped.at, end)
    .flatMap((token, i) =>
      token.kind === "word" && !isKnown(token.word, walk.words, text.nouns) && !isCourteous(token.word)
        ? [{ at: stopped.at + i, word: token.word }]
        : [],
    );
  const mends = [
    ...mendings(unknown, walk.words, text.nouns, text.meter),
    ...withoutStrays(walk, unknown, stopped.problem.reason),
  ];
  const proposals = new Map<string, Proposal>();
  let fewest = Number.POSITIVE_INFINITY;
  for (const mend of mends) {
    if (mend.edits > fewest || proposals.size >= CHOICES_MAX || text.meter.spent) break;
    const mended = reread(mendedText(text, mend));
    const walked = walkClauses(mended, actorId, memory);
    const { problem } = walked.stopped ?? {};
    const holds = !problem || problem.open !== undefined || walked.actions.length > actions.length;
    if (!holds || walked.left.length > 0 || isNoName(text, mend, problem?.reason)) continue;
    const proposal = proposalOf(mended, mend, stopped.problem.reason);
    if (!proposals.has(proposal.name)) proposals.set(proposal.name, proposal);
    fewest = mend.edits;
  }
  if (proposals.size === 0) return null;
  const choices = [...proposals.values()];
  const names = choices.map(({ name, text }) => (name === text ? `“${name}”` : name));
  return {
    message: `${said} ${didYouMean(names)}`,
    question: {
      text: text.source,
      asks: didYouMean(names),
      slot: "spelling",
      choices: choices.map(({ name, word }) => ({ id: word, name })),
      holes: [],
      free: false,
      spellings: choices.map(({ text }) => text),
    },
  };
}

/** "The shiny lamp": a word that nobody knows before a thing that is known may be left out. */
function withoutStrays({ text }: Walk, unknown: readonly { readonly at: number }[], reason: ParseReason): Mend[] {
  if (reason !== "object_not_found" || unknown.length === 0 || unknown.length > 2) return [];
  const stray = unknown.every(
    ({ at }) =>
      (phrasesAt(text, at + 1).some(isThing) && !isGrammar(wordAt(text, at + 1) ?? "")) ||
      unknown.some((one) => one.at === at + 1),
  );
  return stray ? [{ words: unknown.map(({ at }) => ({ at, word: "" })), edits: 8 }] : [];
}

/** A way is no thing that could be meant where a word is left out before it. */
const isThing = (phrase: Phrase): boolean =>
  phrase.kind !== "nouns" || (phrase.fits?.some(({ entry }) => entry.noun.value === undefined) ?? true);

/** What names nothing is not mended by a word that points, nor by one after which it is still to be asked for: "wear hat" is not "wear that". */
function isNoName({ tokens, nouns }: Text, { words }: Mend, then: ParseReason | undefined): boolean {
  return words.some(({ at, word }) => {
    const token = tokens[at]!;
    const longer = token.kind === "word" && word.length > token.word.length;
    return longer && (isDeterminer(word) || (then === "missing_part" && at > 0 && !hasWord(nouns, word)));
  });
}

function mendedText({ source, tokens }: Text, { words }: Mend): string {
  let text = source;
  for (const { at, word } of words.toReversed()) {
    const { start, end } = tokens[at]!;
    text = `${text.slice(0, start)}${word}${text.slice(word === "" ? end + 1 : end)}`;
  }
  return text.trim();
}

/** A thing is called by its name; where a verb was meant, the whole is said again. */
function proposalOf({ text }: Walk, { words }: Mend, reason: ParseReason): Proposal {
  const plain = { text: text.source, name: text.source, word: words.map(({ word }) => word).join(" ") };
  if (reason !== "object_not_found") return plain;
  const first = words[0]!.at;
  for (let start = Math.max(0, first - 4); start <= first; start++) {
    const phrase = phrasesAt(text, start).find(({ kind, end }) => kind === "nouns" && end > first);
    if (phrase?.kind !== "nouns" || !phrase.fits) continue;
    const best = Math.max(...phrase.fits.map(({ rank }) => rank));
    const fits = phrase.fits.filter(({ rank }) => rank === best);
    if (best === FIT.plural || fits.length > 1)
      return { ...plain, name: `the ${sourceOf(text, first, phrase.end).replace(/^(the|an?) /i, "")}` };
    return { ...plain, name: withArticle(fits[0]!.entry.noun) };
  }
  return plain;
}

/** Which proposal an answer takes; "no" for none of them, "which" when yes is not enough, null when it is no answer. */
export function spellingAnswer(text: Text, { choices, spellings }: Question): number | "no" | "which" | null {
  if (!spellings) return null;
  const end = withoutTail(text.tokens);
  const said = wordsBetween(text, 0, end);
  if (NO.has(said)) return "no";
  if (YES.has(said)) return choices.length === 1 ? 0 : "which";
  const plain = (words: string) => words.replace(/^(the|a|an) /, "");
  for (const start of answerStarts(text)) {
    const words = plain(wordsBetween(text, start, end));
    const at = choices.findIndex(({ id, name }) => [plain(wordsOf(name).join(" ")), id].includes(words));
    if (at >= 0) return at;
    const [picked] = numbersIn(text, start, end, choices.length) ?? [];
    if (picked !== undefined) return picked;
  }
  return null;
}

const wordsBetween = (text: Text, at: number, end: number): string =>
  Array.from({ length: Math.max(0, end - at) }, (_, i) => wordAt(text, at + i) ?? "")
    .filter((word) => word !== "")
    .join(" ");
