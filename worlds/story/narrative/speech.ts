// Words in quotation marks, and who says them: a sentence of prose around what somebody wrote. Nothing of the words is changed but their quotation marks, their line breaks and their end.
import { endSentence, sentencesOf } from "../text.ts";

const QUOTED = 220;
/** What is said before the first "said X" may be as long as this. */
const LEAD = 100;
/** An abbreviation ends no sentence. */
const SHORTENED = /(?:^|\s)(?:Dr|Mr|Mrs|Ms|St|Ltd|No|vs|etc|\p{Lu})\.$/u;

/** On one line, cut at a word where it is long. */
function oneLine(text: string): string {
  const line = text.trim().replaceAll(/\s+/gu, " ").replaceAll(/[“”]/g, "'");
  if (line.length <= QUOTED) return line;
  const cut = line.slice(0, QUOTED).toWellFormed();
  const at = cut.lastIndexOf(" ");
  return `${at > QUOTED / 2 ? cut.slice(0, at) : cut}…`;
}

export const quoteSpeech = (text: string): string => `“${endSentence(oneLine(text))}”`;

/** How a line ends, and so how it is said. */
export type Tone = "said" | "asked" | "cried";

/** `“Wait,” said Elena. “The gates are shut.”`; one sentence alone has who said it at its end. `by` gets the tone of the part before it. */
export function attribute(text: string, by: (tone: Tone) => string): string {
  const line = oneLine(text);
  const [first = line] = sentencesOf(line);
  const rest = line.slice(first.length).trim();
  const splits = /[\p{L}\p{N}]/u.test(rest) && first.length <= LEAD && first.includes(" ") && !SHORTENED.test(first);
  const lead = splits ? first : line;
  const tone = /[?？]$/.test(lead) ? "asked" : /[!！]$/.test(lead) ? "cried" : "said";
  const before = `“${leading(lead)}” ${withStop(by(tone))}`;
  return splits ? `${before} “${endSentence(rest)}”` : before;
}

/** A full stop becomes a comma before "said". */
const leading = (text: string): string =>
  /[^.]\.$/.test(text) ? `${text.slice(0, -1)},` : /[\p{L}\p{N}%)]$/u.test(text) ? `${text},` : text;

/** With one full stop, also after "Ltd." */
const withStop = (text: string): string => `${text.replace(/\.$/, "")}.`;

const SMALL =
  "no one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
/** A count in words; figures from a hundred on. */
export function inWords(count: number): string {
  if (count < 20) return SMALL[count]!;
  if (count >= 100) return String(count);
  const ten = TENS[Math.floor(count / 10) - 2]!;
  return count % 10 === 0 ? ten : `${ten}-${SMALL[count % 10]}`;
}

/** A, B and C; of more than four the rest are counted. "" for nobody. */
export function listNames(names: readonly string[]): string {
  if (names.length <= 1) return names[0] ?? "";
  const shown = names.length > 4 ? [...names.slice(0, 3), `${inWords(names.length - 3)} others`] : names;
  return `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}`;
}

export const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
/** After a colon: articles begin small, names do not. */
export const lowerArticle = (text: string): string =>
  text.replace(/^(?:A|An|The)(?= )/, (article) => article.toLowerCase());
