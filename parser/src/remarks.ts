// What people say of a scene and do not do: "its dark", "what a lovely garden", "i think that key fits". It is passed over, never
// acted on. Each stretch of words is weighed by what it is made of and by what parts it from a command behind it.
import { longest } from "./books.ts";
import { afterJoints, startsAt } from "./joints.ts";
import { type Entry, FIT } from "./nouns.ts";
import { isDeterminer, type Phrase, phrasesAt, wordAt } from "./phrases.ts";
import { isSomebody } from "./places.ts";
import type { Memory } from "./references.ts";
import { mention } from "./references.ts";
import { isQuestion, PARTICLES, type Walk } from "./walk.ts";
import {
  BEING,
  BOUND,
  CONTRASTS,
  COPULAS,
  DEGREES,
  HEDGED,
  LEADS,
  MODALS,
  NEGATED,
  PLACING,
  POINTING,
  REPORTING,
  WONDERS,
} from "./words/remarks.ts";

export interface Remark {
  /** Where the words after it begin; null at the end of the text. */
  readonly next: number | null;
  /** Where its own words end. */
  readonly end: number;
  /** What pronouns mean after it. */
  readonly after: (memory: Memory) => Memory;
}

/** Whether a remark may begin at a token without a pause before it. */
export const leadAt = (text: Walk["text"], at: number): number | null =>
  longest(LEADS, text.tokens, at) ??
  (wordAt(text, at) === "my" && COPULAS.has(wordAt(text, at + 2) ?? "") ? at + 3 : null);

/** "Smell the glass is it wine": a question to nobody, with which a text ends that nothing joins. */
export function wonderAt({ tokens }: Walk["text"], at: number): number | null {
  const end = at > 0 ? longest(WONDERS, tokens, at) : null;
  const rest = end === null ? [] : tokens.slice(end);
  return rest.every(({ kind }, i) => kind === "word" || (kind === "stop" && i === rest.length - 1)) ? end : null;
}

const WORDS_MAX = 24;
const STRAY_MAX = 8;
const NAME_MAX = 4;

/** What a stretch of words and what parts it from a command must weigh together for it to be passed over. */
const PASSED = 3;
const WEIGHTS = {
  /** "It is", "what a", "the sky is". */
  led: 4,
  /** "A key!": a thing that is only named, and not spoken to. */
  named: 3,
  /** "Is that": a question after which a verb begins something else. */
  being: 3,
  /** Words in which nothing is known. */
  stray: 1,
  cry: 2,
  stop: 1,
  pause: 1,
  /** "Lets", "let me" behind words in which nothing is known. */
  urge: 2,
  none: 0,
  /** "And", "so": it may go on all the same. */
  joiner: -1,
} as const;

/** One way to take words for a remark: what it weighs, and from where on it may end. */
interface Stretch {
  readonly kind: "led" | "named" | "being" | "stray";
  readonly from: number;
  readonly most: number;
}

/** A remark that begins at a token: up to a full stop, or up to a pause after which a command can be read. */
export function remarkAt(walk: Walk, at: number, canStart: (at: number) => boolean): Remark | null {
  const { text } = walk;
  if (wonderAt(text, at) !== null && text.unjoined) return remarkOf(walk, at, text.tokens.length, null);
  for (const start of startsAt(text, at))
    for (const stretch of stretchesAt(walk, start)) {
      const found = remarkFrom(walk, start, stretch, canStart);
      if (found) return found;
    }
  return null;
}

function stretchesAt(walk: Walk, start: number): Stretch[] {
  const { text, verbs } = walk;
  const lead = longest(LEADS, text.tokens, start) ?? afterSubject(walk, start) ?? afterDegree(walk, start);
  const phrases = phrasesAt(text, start);
  const named = phrases.flatMap((phrase) =>
    phrase.kind === "nouns" && phrase.fits && !phrase.fits.some(({ entry }) => isSomebody(entry.noun))
      ? [{ kind: "named", from: phrase.end, most: phrase.end } as const]
      : [],
  );
  const most = start + WORDS_MAX - 1;
  const being = longest(BEING, text.tokens, start);
  const isStray =
    phrases.length === 0 && !startsAt(text, start).some((from) => verbs.byWord.has(wordAt(text, from) ?? ""));
  return [
    ...(lead === null ? [] : [{ kind: "led", from: lead, most } as const]),
    ...named,
    ...(being === null ? [] : [{ kind: "being", from: being + 1, most } as const]),
    ...(isStray ? [{ kind: "stray", from: start + 1, most: start + STRAY_MAX } as const] : []),
  ];
}

function remarkFrom(
  walk: Walk,
  start: number,
  { kind, from, most }: Stretch,
  canStart: (at: number) => boolean,
): Remark | null {
  const { text } = walk;
  const { tokens, meter } = text;
  let negated = false;
  for (let end = start; end <= tokens.length && end <= most; end++) {
    meter.count();
    const token = tokens[end];
    const word = wordAt(text, end) ?? "";
    if (kind === "led" && (!token || token.kind === "stop")) return ledTo(walk, start, from, end);
    if (!token || token.kind === "quote" || token.kind === "hole" || HEDGED.has(word)) return null;
    if (kind === "stray" && end > start && (NEGATED.has(word) || REPORTING.has(word))) return null;
    // "Not the kitchen, the hall": what is not meant stands before what is.
    negated ||= NEGATED.has(word) && !(end === start && word === "not");
    if (end < from || end === start) continue;
    const parts = partedAt(walk, { start, end, kind, negated, from });
    if (parts && WEIGHTS[kind] + WEIGHTS[parts.by] >= PASSED && parts.next < tokens.length && canStart(parts.next))
      return remarkOf(walk, start, end, parts.next);
    if (token.kind === "stop") return null;
  }
  return null;
}

/** A remark up to a full stop or the end. "I'm gonna polish the lamp" is meant to be done, whether it is understood or not. */
function ledTo(walk: Walk, start: number, lead: number, end: number): Remark | null {
  const { text, verbs } = walk;
  const stop = text.tokens[end];
  if (end < lead || (stop && text.source[stop.start] === "?" && isQuestion(walk, start))) return null;
  const next = afterJoints(text, end);
  if (next < text.tokens.length) return remarkOf(walk, start, end, next);
  const isMeant = startsAt(text, start).some(
    (from) => from >= lead && from < end && verbs.byWord.has(wordAt(text, from) ?? ""),
  );
  return isMeant ? null : remarkOf(walk, start, end, null);
}

/** What parts the words before a token from a command, and where that begins; null where nothing may. */
function partedAt(
  walk: Walk,
  {
    start,
    end,
    kind,
    negated,
    from,
  }: Pick<Stretch, "kind" | "from"> & { start: number; end: number; negated: boolean },
): { readonly by: "cry" | "stop" | "pause" | "joiner" | "urge" | "none"; readonly next: number } | null {
  const { text } = walk;
  const token = text.tokens[end]!;
  const word = wordAt(text, end) ?? "";
  if (token.kind === "stop")
    return { by: "!?".includes(text.source[token.start] ?? ".") ? "cry" : "stop", next: afterJoints(text, end) };
  const isJoiner = word === "so" || (!(negated && kind === "led") && JOINERS.has(word));
  const next = afterJoints(text, word === "so" ? end + 1 : end);
  if (token.kind === "comma" && next > end) return { by: "pause", next };
  if (text.runsOn && begins(walk, start, end, { kind, negated, from }))
    return { by: kind === "stray" ? "urge" : "none", next: end };
  return isJoiner && next > end ? { by: "joiner", next } : null;
}
const JOINERS = new Set(["then", "and", "but"]);

/** Whether a command begins at a token though nothing parts it from what stands before it. */
function begins(
  walk: Walk,
  start: number,
  end: number,
  { kind, negated, from }: Pick<Stretch, "kind" | "from"> & { negated: boolean },
): boolean {
  if (kind === "stray") return isUrge(walk, start, end);
  if (kind === "named") return walk.verbs.byWord.has(wordAt(walk.text, end) ?? "");
  if (kind === "led" && end === from) return false;
  return (kind === "being" || !negated || isContrast(walk, end)) && isUnjoined(walk, start, end);
}

/** "Coffee break lets go back"; "not north | I go east": what is not meant, and nothing else. "Pretend I eat the peas" may be no more than said. */
function isUrge({ text }: Walk, start: number, end: number): boolean {
  const word = wordAt(text, end);
  if (word === "lets" || (word === "let" && wordAt(text, end + 1) === "me")) return true;
  const isOther = phrasesAt(text, start + 1).some((one) => one.kind === "nouns" && one.end === end);
  return word === "i" && wordAt(text, start) === "not" && isOther;
}

/** Where no joint is needed: a command after a plain remark, "im so hungry eat the food". With "could" or "to" it may belong to that. */
function isUnjoined({ text, verbs }: Walk, start: number, at: number): boolean {
  if (!text.runsOn) return false;
  const begins =
    verbs.byWord.has(wordAt(text, at) ?? "") ||
    startsAt(text, at).some((from) => from > at && from < text.tokens.length);
  const word = wordAt(text, at) ?? "";
  // "Im so hungry I eat the fish": what one says that one does to something is done.
  const does =
    word === "i" &&
    verbs.byWord.has(wordAt(text, at + 1) ?? "") &&
    phrasesAt(text, at + 2).some(({ kind }) => kind === "nouns");
  // "It looks heavy, I will take it".
  const intends = word === "i" && wordAt(text, at + 1) === "will";
  if (
    !begins ||
    PARTICLES.has(word) ||
    (BOUND.has(word) && word !== "lets" && !does && !intends) ||
    BOUND.has(wordAt(text, at - 1) ?? "")
  )
    return false;
  for (let i = start; i < at; i++) if (MODALS.has(wordAt(text, i) ?? "")) return false;
  return true;
}

/** After what is not to be done: "dont touch it just look". */
const isContrast = ({ text }: Walk, at: number): boolean =>
  CONTRASTS.has(wordAt(text, at) ?? "") || CONTRASTS.has(wordAt(text, at - 1) ?? "");

/** "So pretty!", "how odd": a degree and a word that is no verb. */
function afterDegree({ text, words }: Walk, start: number): number | null {
  const word = wordAt(text, start + 1);
  return DEGREES.has(wordAt(text, start) ?? "") && word !== null && !words.has(word) ? start + 2 : null;
}

/** "The sky is", "my feet are". */
function afterSubject({ text }: Walk, start: number): number | null {
  const phrase = phrasesAt(text, start).find(
    ({ kind, end }) => kind === "nouns" && COPULAS.has(wordAt(text, end) ?? "") && wordAt(text, end + 1) !== "you",
  );
  if (phrase) return phrase.end + 1;
  if (!isDeterminer(wordAt(text, start) ?? "")) return null;
  for (let end = start + 2; end <= start + NAME_MAX; end++) if (COPULAS.has(wordAt(text, end) ?? "")) return end + 1;
  return null;
}

export function remarkOf(walk: Walk, start: number, end: number, next: number | null): Remark {
  const { text } = walk;
  const spoken: (readonly Entry[])[] = [];
  let isPlain = true;
  for (let at = start; at < end; ) {
    const phrase = phrasesAt(text, at).find((one) => one.kind === "nouns" && one.fits !== null && one.end <= end);
    const entries = phrase ? bestOf(phrase) : [];
    // "A paper under the pillow": what only tells where is not what is spoken of.
    const isPlace = spoken.length > 0 && PLACING.has(before(text, at));
    if (entries.length === 1 && !isPlace) spoken.push(entries);
    else if (entries.length > 1 && !isPlace) isPlain = false;
    at = phrase && entries.length > 0 ? phrase.end : at + 1;
  }
  const keeps = POINTING.has(wordAt(text, start) ?? "") && spoken.length === 0 && isPlain;
  return {
    next,
    end,
    after: (memory) => {
      if (keeps) return memory;
      // Of what nobody knows, or of one among several, "it" would be a guess.
      if (spoken.length === 0 || !isPlain) return { ...memory, it: [], them: [] };
      return spoken.reduce((now, entries) => mention(now, [entries]), memory);
    },
  };
}

/** The word before a phrase, articles passed over. */
function before(text: Walk["text"], at: number): string {
  const word = wordAt(text, at - 1) ?? "";
  return isDeterminer(word) ? (wordAt(text, at - 2) ?? "") : word;
}

/** The things that a phrase fits best, as far as a pronoun may mean them. */
function bestOf(phrase: Phrase): Entry[] {
  if (phrase.kind !== "nouns") return [];
  const fits = (phrase.fits ?? []).filter(({ entry }) => entry.noun.pronouns !== undefined);
  const best = Math.max(FIT.plural, ...fits.map(({ rank }) => rank));
  return [...new Map(fits.filter(({ rank }) => rank === best).map(({ entry }) => [entry.noun.id, entry])).values()];
}
