// Faults of a telling, as sentences for its next attempt: the dead act, a name is unknown, an event is missing, the text is no prose.
import type { LogEntry } from "../tale.ts";
import { contentWords, hasWords, sentencesOf } from "../text.ts";
import type { RoundFacts } from "./facts.ts";
import { promptOf } from "./prompt.ts";

const WORDS_MAX = 400;

/** Everything that keeps a text from standing as the telling of a round; empty: it stands. */
export function problemsOf(text: string, facts: RoundFacts, previous: readonly string[]): string[] {
  const problems: string[] = [];
  if (text.trim() === "") return ["There is no text."];
  if (text.split(/\s+/u).length > WORDS_MAX) problems.push("It is far too long: stay under 180 words.");
  if (
    /^\s*(?:#|```|\*\*|- )|World grounding:|Events this round:|god_mode_|\b(?:anger|fear|joy|sadness|trust|surprise)\s*=\s*[\d.]/mu.test(
      text,
    )
  )
    problems.push(
      "Write prose alone: no headings, lists, markup, numbers of feelings, or parts of these instructions.",
    );
  for (const { names } of facts.dead) {
    const acting = sentencesOf(text).find(
      (sentence) => names.some((name) => hasWords(sentence, name)) && !speaksOfDeath(sentence, names),
    );
    if (acting)
      problems.push(`${names[0]} is dead and neither acts nor speaks: “${acting.slice(0, 80).toWellFormed()}”`);
  }
  const unknown = unknownNames(text, facts, previous);
  if (unknown.length > 0) problems.push(`Nobody here is called ${unknown.slice(0, 3).join(" or ")}.`);
  const required = requiredEvent(facts);
  if (required && !mentions(required.opening ? (sentencesOf(text)[0] ?? "") : text, required.event))
    problems.push(
      required.opening
        ? `The opening line must speak of this event: ${required.event.description}`
        : `This event is missing: ${required.event.description}`,
    );
  for (const sentence of sentencesOf(text))
    if (facts.forbids(sentence)) {
      problems.push(`This is against a standing rule of the author's: “${sentence.slice(0, 80).toWellFormed()}”`);
      break;
    }
  return problems;
}

/** The event that a telling must speak of, and whether in its first line. Null: none. */
function requiredEvent({ telling, untold, recent }: RoundFacts): { event: LogEntry; opening: boolean } | null {
  if (telling.enforcement === "hard") {
    const event = recent.at(-1);
    return event ? { event, opening: true } : null;
  }
  const event = untold.at(-1);
  return event && telling.enforcement === "medium" ? { event, opening: false } : null;
}

/** Whether a text shares enough with an event to be about it. */
function mentions(text: string, { description }: Pick<LogEntry, "description">): boolean {
  const wanted = contentWords(description);
  if (wanted.size === 0) return text.includes(description.trim());
  const said = contentWords(text);
  const shared = [...wanted].filter((word) => said.has(word)).length;
  return shared >= Math.min(2, wanted.size) || text.includes(description.trim());
}

const DEATH =
  /\b(?:dead|die[sd]?|death|deaths|late|grave|graves?ide|coffin|funeral|mourn\w*|griev\w*|remember\w*|memory|missed|gone|buried|burial|body|ghost|absence|absent|without|empty|once|used to|had (?:said|been|written|told|once)|killed|no more|last words|passed away)\b/i;
/** A sentence may speak of a dead person's death, absence or things, and of nothing the dead do now. */
const speaksOfDeath = (sentence: string, names: readonly string[]): boolean =>
  DEATH.test(sentence) ||
  names.some(
    (name) =>
      hasWords(sentence, name) &&
      new RegExp(`${escapePattern(name)}['’]s?\\s`, "iu").test(sentence) &&
      !new RegExp(`${escapePattern(name)}(?!['’])\\b`, "iu").test(sentence),
  );
const escapePattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Capitalised words inside sentences that stand nowhere in what the teller was given. */
function unknownNames(text: string, facts: RoundFacts, previous: readonly string[]): string[] {
  const given =
    promptOf(facts, previous) +
    facts.dead.flatMap(({ names }) => names).join(" ") +
    facts.untold.map(({ description }) => description).join(" ");
  const known = new Set((given.match(/[\p{L}][\p{L}'’-]*/gu) ?? []).map(bareWord));
  const found = new Set<string>();
  for (const sentence of sentencesOf(text)) {
    // After an opening quotation mark, a colon or a dash a capital means nothing.
    for (const match of sentence.matchAll(/(?<=[\p{Ll}\p{N},;)]\s)(\p{Lu}\p{Ll}[\p{L}'’-]*)/gu)) {
      const word = match[1]!;
      if (!known.has(bareWord(word)) && !CAPITALS.has(bareWord(word))) found.add(word.replace(/['’]s$/u, ""));
    }
    // One who speaks, or acts, at the head of a sentence.
    const subject =
      /^[“"«]?(\p{Lu}\p{Ll}+(?:\s\p{Lu}\p{Ll}+)?)\s(?:said|says|asked|answered|replied|whispered|cried|shouted|nodded|smiled|laughed|turned|walked|stood|spoke|murmured)\b/u.exec(
        sentence,
      )?.[1];
    if (subject)
      for (const word of subject.split(" "))
        if (!known.has(bareWord(word)) && !CAPITALS.has(bareWord(word)) && !PRONOUNS.has(word)) found.add(subject);
  }
  return [...found];
}
const bareWord = (word: string): string => word.toLowerCase().replace(/['’]s?$/u, "");
const PRONOUNS = new Set(
  "He She They It We I You Someone Somebody Nobody Everybody Everyone No Another One Each Both Others Neither".split(
    " ",
  ),
);
const CAPITALS = new Set(
  "i i'm i'd i'll i've monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december english god lord sir madam mr mrs ms dr north south east west".split(
    " ",
  ),
);
