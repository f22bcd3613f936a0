// How what is only said begins: "it is dark", "what a garden", "my feet hurt", "dont". Told by a few classes of words; knows no deeds.
import { wordSet } from "./books.ts";
import { isDeterminer, type Phrase, type PhraseReader, phrasesAt, wordAt } from "./phrases.ts";
import {
  COPULAS,
  CRIES,
  DEGREES,
  FUNCTION,
  HEDGING,
  HERE,
  MINDED,
  MODALS,
  NEGATED,
  SAYING,
  THIRD,
} from "./words/weights.ts";

/** Whether words may be only said, and nothing be done of them. */
export function isSaid(reader: PhraseReader, at: number): boolean {
  const first = wordAt(reader, at) ?? "";
  if (CRIES.has(first) || SAYING.has(first)) return true;
  let next = at + 1;
  while (HEDGING.has(wordAt(reader, next) ?? "")) next++;
  const second = wordAt(reader, next) ?? "";
  if (THIRD.has(first) && COPULAS.has(second)) return true;
  if (first === "no") return isSaid(reader, at + 2);
  if (HERE.has(first) && wordAt(reader, next + 1) === "to") return second === "used";
  if (HERE.has(first)) return first === "you" ? CRIES.has(second) : MINDED.has(second) || NEGATED.has(second);
  if (MODALS.has(first)) return !HERE.has(second) && phrasesAt(reader, next).length === 0;
  if (first === "not") return phrasesAt(reader, at + 1).length > 0 || isDeterminer(second);
  if (first === "what") return second === "a" || second === "an";
  if (DEGREES.has(first))
    return second !== "" && !reader.nouns.byWord.has(second) && (first === "so" || !FUNCTION.has(second));
  return isSubject(reader, at);
}

/** "Is it locked": a question to nobody, where it comes last. */
export const isWondered = (reader: PhraseReader, at: number): boolean =>
  (COPULAS.has(wordAt(reader, at) ?? "") && THIRD.has(wordAt(reader, at + 1) ?? "")) ||
  (["what", "how"].includes(wordAt(reader, at) ?? "") && THIRD.has(wordAt(reader, at + 2) ?? ""));

const NAME_MAX = 4;
/** "Anna, does it hurt" is a question. */
const ASKED = wordSet("you it he she they");

/** "The sky is", "my feet are". */
function isSubject(reader: PhraseReader, at: number): boolean {
  const isTold = (end: number) => COPULAS.has(wordAt(reader, end) ?? "") && !ASKED.has(wordAt(reader, end + 1) ?? "");
  if (phrasesAt(reader, at).some(({ kind, end }: Phrase) => kind === "nouns" && isTold(end))) return true;
  if (!isDeterminer(wordAt(reader, at) ?? "")) return false;
  for (let end = at + 2; end <= at + NAME_MAX && wordAt(reader, end) !== "and"; end++) if (isTold(end)) return true;
  return false;
}
