// The content gate: what a campaign's rating, lines and veils let in and out. Some content is refused at every rating. It reads words and judges no intentions.
import type { Rating } from "./adventure/adventure.ts";

interface ContentLimits {
  readonly rating: Rating;
  /** Never, in any words. */
  readonly lines: readonly string[];
  /** May happen, never in detail. */
  readonly veils: readonly string[];
}

/** Words by which a rating ends: beyond `everyone`, beyond `teen`. */
const BEYOND_EVERYONE =
  /\b(gore|gory|entrails?|disembowel\w*|mutilat\w*|tortur\w*|f+u+c+k\w*|shit\w*|cunt\w*|orgy|orgies|naked|nude)\b/i;
const BEYOND_TEEN =
  /\b(disembowel\w*|flay(?:s|ed|ing)?|f+u+c+k\w*|cunt\w*|orgy|orgies|genital\w*|porn\w*|explicit sex)\b/i;
const SEXUAL =
  /\b(sex(?:ual(?:ly)?)?|seduc\w*|erotic\w*|naked|nude|undress\w*|rape[sd]?|raping|molest\w*|grope[sd]?|groping|orgy|make love|sleep with)\b/i;
const MINOR =
  /\b(child(?:ren)?|kids?|boys?|girls?|infants?|bab(?:y|ies)|toddlers?|minors?|teen(?:s|ager|agers|age)?|under-?age[d]?|(?:[1-9]|1[0-7])[- ]years?[- ]old)\b/i;
const NEVER = /\b(rape[sd]?|raping|rapist|molest(?:s|ed|ing|er|ation)?|p(?:a)?edophil\w*|bestiality|necrophil\w*)\b/i;

/** Why a text does not pass, for the one who wrote it; null when it does. */
export function contentProblem(
  text: string,
  { rating, lines, veils }: ContentLimits,
  from: "player" | "gm",
): string | null {
  if (NEVER.test(text)) return "sexual violence has no place at any table here";
  for (const sentence of text.split(/[.!?\n]+/))
    if (SEXUAL.test(sentence) && MINOR.test(sentence))
      return "nothing sexual that comes near anyone under age, at any rating";
  if (rating === "everyone" && BEYOND_EVERYONE.test(text)) return "this campaign is rated for everyone";
  if (rating !== "mature" && BEYOND_TEEN.test(text)) return `this campaign is rated ${rating}`;
  const line = lines.find((one) => mentions(text, one));
  if (line !== undefined) return `"${line}" is a line at this table`;
  const veil = from === "gm" ? veils.find((one) => mentions(text, one)) : undefined;
  return veil === undefined ? null : `"${veil}" stays behind a veil at this table: let it happen out of sight`;
}

/** A line is one or more words; its forms with an ending count as well. */
function mentions(text: string, line: string): boolean {
  const words = line
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map((word) => word.replace(/(?:ies|y|s|e)$/, ""));
  if (words.length === 0) return false;
  const said = text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return words.every((word) => said.some((one) => one === word || (word.length > 2 && one.startsWith(word))));
}
