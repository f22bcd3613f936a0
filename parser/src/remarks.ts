// What people say of a scene and do not do: "its dark", "what a lovely garden", "i think that key fits". It is passed over, never acted on.
import { bookOf, longest } from "./books.ts";
import { afterJoints, startsAt } from "./joints.ts";
import { type Entry, FIT } from "./nouns.ts";
import { isDeterminer, type Phrase, phrasesAt, wordAt } from "./phrases.ts";
import { isSomebody } from "./places.ts";
import type { Memory } from "./references.ts";
import { mention } from "./references.ts";
import { isQuestion, PARTICLES, type Walk } from "./walk.ts";

export interface Remark {
  /** Where the words after it begin; null at the end of the text. */
  readonly next: number | null;
  /** Where its own words end. */
  readonly end: number;
  /** What pronouns mean after it. */
  readonly after: (memory: Memory) => Memory;
}

/** How remarks begin. */
const LEADS =
  bookOf(`it|this|that|these|those|he|she|they|there|everything|something|nothing|nobody|everyone|somebody|someone (all) (really|still|just|also) is|are|was|were|looks|look|seems|seem|smells|sounds|feels|must|might|has|could|should|would|will|may
it|this|that|he|she|they|there is|was|does|did|has|would|could|are|do|have not
its|thats|hes|shes|theyre|im|ive|theres|itd|itll|thatd|thatll
it|that|this sucks|stinks|hurts|rocks|helps|works|worked|figures
i|we (can|could|just|really|also|already|still|think|guess|kinda) see|saw|notice|noticed|hear|heard|smell|feel|felt|love|hate|like|liked|know|knew|remember|wonder|hope|bet|think|thought|guess|suppose|believe|figure|figured|found|forgot|understand (that)
i|we do|did|am|was|have|had|could|would|should|can not (really|even|yet)
i|we dont|cant|couldnt|didnt|wont|never|cannot (really|even|yet)
i|we am|are|was|were|have|had|feel|felt
i|we (dont|never|really) (really) need|needed|want|wanted|care|mind|get
i|we do not need|want|care|mind|get
dont|didnt|doesnt want|need|like|care|mind|know|think (to)
do|did|does not want|need|like|care|mind|know|think (to)
you are|were|look|seem|must|smell|sound|suck
you poor|dear|sweet|silly|brave|good|old|lucky|clever|naughty|lovely|stupid man|woman|lady|girl|boy|guy|thing|fellow|soul|darling|creature|idiot|fool
my condolences|apologies|bad|respects
leave him|her|them|it|that to it|alone|be
dont|never
do not
not (in|to|into|on|at|with|from) the|that|this|those|these|my|it|him|her|them|there|here
what a|an
how nice|cool|lovely|strange|odd|weird|funny|sad|creepy|cute|beautiful|interesting|annoying|boring|stupid|exciting|awful|horrible|rude|quaint
looks|smells|sounds|seems|feels|tastes like|so|very|good|bad|nice|strange|weird|odd|old|heavy|empty|locked|useful|important|interesting|dark|great|familiar|delicious|yummy
not|so|too|very|really|pretty (very|so|too) dark|cold|hot|scary|creepy|quiet|loud|dirty|dusty|boring|heavy|bad|good|nice|cool|funny|easy|hard|fast|fair|much|sure|yet
might|may|could|must|would be|need|want|come|help|work|have|prove|do
so|too many|much
(still|also) locked|closed|stuck|jammed|empty|broken
no wonder|way|luck|idea|problem|worries|doubt
wow|ouch|huh
maybe|perhaps|probably it|that|this|there|he|she|they|the
maybe|perhaps there is|are
hope|guess|bet|wonder|wish|hopefully (that) it|this|there|i
screw|forget|fuck|damn this|that|it
interesting|creepy|scary|weird|strange|nice|cool|lovely|beautiful|boring|dark|cold|hot|spooky
poor thing|man|woman|guy|girl|old`);
/** Whether a remark may begin at a token without a pause before it. */
export const leadAt = (text: Walk["text"], at: number): number | null =>
  longest(LEADS, text.tokens, at) ??
  (wordAt(text, at) === "my" && COPULAS.has(wordAt(text, at + 2) ?? "") ? at + 3 : null);

/** "Smell the glass is it poison": a question to nobody, with which a text ends that nothing joins. */
const WONDERS =
  bookOf(`is|are|was|were|isnt|arent|does|did|will|would|could|might it|that|this|he|she|they|there|these|those
am|should|shall i|we
what if|is|was it|that|this|he|she|they
what time is it
what|how will|would|does|do|did he|she|they|it say|do|think|react|mean|taste|feel|happen
what happens`);
export function wonderAt({ tokens }: Walk["text"], at: number): number | null {
  const end = at > 0 ? longest(WONDERS, tokens, at) : null;
  const rest = end === null ? [] : tokens.slice(end);
  return rest.every(({ kind }, i) => kind === "word" || (kind === "stop" && i === rest.length - 1)) ? end : null;
}

/** What may follow what is spoken of: "the door looks old". */
const COPULAS = new Set(
  "had used could would will can should may hurt hurts is are was were looks look seems seem smells smell sounds sound feels feel must might has have isnt arent says said thinks told always".split(
    " ",
  ),
);
/** With these it is no plain remark: what comes after may hang on it. */
const HEDGED = new Set("if unless until when whenever before after or whether".split(" "));
const NEGATED = new Set(
  "not dont cant wont never cannot couldnt didnt wouldnt shouldnt isnt no nobody nothing".split(" "),
);
/** After what begins so, "it" still means what it meant. */
const POINTING = new Set("it its this that thats he hes she shes they theyre i im ive we you u".split(" "));
const WORDS_MAX = 24;
const NAME_MAX = 4;

/** A remark that begins at a token: up to a full stop, or up to a pause after which a command can be read. */
export function remarkAt(walk: Walk, at: number, canStart: (at: number) => boolean): Remark | null {
  const { text } = walk;
  if (wonderAt(text, at) !== null && text.unjoined) return remarkOf(walk, at, text.tokens.length, null);
  for (const start of startsAt(text, at)) {
    const lead = longest(LEADS, text.tokens, start) ?? afterSubject(walk, start) ?? afterDegree(walk, start);
    if (lead !== null) {
      const found = remarkFrom(walk, start, lead, canStart);
      if (found) return found;
    }
    const named = exclaimed(walk, start, canStart) ?? wondered(walk, start, canStart) ?? strayed(walk, start, canStart);
    if (named) return named;
  }
  return null;
}

function remarkFrom(walk: Walk, start: number, lead: number, canStart: (at: number) => boolean): Remark | null {
  const { tokens, meter } = walk.text;
  let negated = false;
  for (let end = start; end <= tokens.length && end < start + WORDS_MAX; end++) {
    meter.count();
    const token = tokens[end];
    const word = wordAt(walk.text, end) ?? "";
    if (!token || token.kind === "stop") {
      if (end < lead || (walk.text.source[token?.start ?? -1] === "?" && isQuestion(walk, start))) return null;
      const next = afterJoints(walk.text, end);
      if (next < tokens.length) return remarkOf(walk, start, end, next);
      // "I'm gonna polish the lamp" is meant to be done, whether it is understood or not.
      return isMeant(walk, start, lead, end) ? null : remarkOf(walk, start, end, null);
    }
    if (token.kind === "quote" || token.kind === "hole" || HEDGED.has(word)) return null;
    // "Not the kitchen, the hall": what is not meant stands before what is.
    negated ||= NEGATED.has(word) && !(end === start && word === "not");
    if (end > lead && (!negated || isContrast(walk, end)) && isUnjoined(walk, start, end) && canStart(end))
      return remarkOf(walk, start, end, end);
    const pause =
      token.kind === "comma" || word === "so" || (!negated && (word === "then" || word === "and" || word === "but"));
    if (!pause || end < lead || end === start) continue;
    const next = afterJoints(walk.text, word === "so" ? end + 1 : end);
    if (next > end && next < tokens.length && canStart(next)) return remarkOf(walk, start, end, next);
  }
  return null;
}

/** Whether courtesies lead up to a verb that is known: "I know it" has none after its first words. */
const isMeant = ({ text, verbs }: Walk, start: number, lead: number, end: number): boolean =>
  startsAt(text, start).some((from) => from >= lead && from < end && verbs.byWord.has(wordAt(text, from) ?? ""));

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
  for (let i = start; i < at; i++) if (MODAL.has(wordAt(text, i) ?? "")) return false;
  return true;
}
const BOUND = new Set(
  `the a an my your his her its our their this that these those some any to of in on at by with for from into about and or but
  i you he she we they who what which where when how is are was were be very so too really not no someone somebody anyone
  anybody everyone everybody people help lets let`.split(/\s+/),
);
const MODAL = new Set(
  "could should would will might must can may want wants need needs try going gonna gotta wanna shall to ought".split(
    " ",
  ),
);

/** After what is not to be done: "dont touch it just look". */
const isContrast = ({ text }: Walk, at: number): boolean =>
  CONTRASTS.has(wordAt(text, at) ?? "") || CONTRASTS.has(wordAt(text, at - 1) ?? "");
const CONTRASTS = new Set("just only instead rather".split(" "));

/** "So pretty!", "how odd": a degree and a word that is no verb. */
function afterDegree({ text, words }: Walk, start: number): number | null {
  const word = wordAt(text, start + 1);
  return DEGREES.has(wordAt(text, start) ?? "") && word !== null && !words.has(word) ? start + 2 : null;
}
const DEGREES = new Set("so too very how super totally absolutely such".split(" "));

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

/** "A key! Get it": a thing that is only named, and not spoken to, before a command. */
function exclaimed(walk: Walk, start: number, canStart: (at: number) => boolean): Remark | null {
  const { text } = walk;
  for (const phrase of phrasesAt(text, start)) {
    if (phrase.kind !== "nouns" || phrase.fits === null) continue;
    if (phrase.fits.some(({ entry }) => isSomebody(entry.noun))) continue;
    const kind = text.tokens[phrase.end]?.kind;
    const next = afterJoints(text, phrase.end);
    if (text.runsOn && next === phrase.end && walk.verbs.byWord.has(wordAt(text, next) ?? "") && canStart(next))
      return remarkOf(walk, start, phrase.end, next);
    if ((kind === "stop" || kind === "comma") && next < text.tokens.length && canStart(next))
      return remarkOf(walk, start, phrase.end, next);
  }
  return null;
}

/** "Coffee break lets go back", "fingerprints! leave it": words in which nothing is known, before what is plainly wanted. */
function strayed(walk: Walk, start: number, canStart: (at: number) => boolean): Remark | null {
  const { text, verbs } = walk;
  if (startsAt(text, start).some((from) => verbs.byWord.has(wordAt(text, from) ?? ""))) return null;
  if (phrasesAt(text, start).length > 0) return null;
  for (let end = start + 1; end <= start + STRAY_MAX; end++) {
    const token = text.tokens[end];
    if (token?.kind === "stop") {
      const next = afterJoints(text, end);
      const isCry = "!?".includes(text.source[token.start] ?? ".");
      return isCry && next < text.tokens.length && canStart(next) ? remarkOf(walk, start, end, next) : null;
    }
    const word = wordAt(text, end) ?? "";
    if (token?.kind !== "word" || HEDGED.has(word) || NEGATED.has(word) || REPORTING.has(word)) return null;
    // "Pretend I eat the peas": what "I" do there may be no more than said.
    const begins =
      word === "lets" ||
      (word === "let" && wordAt(text, end + 1) === "me") ||
      (word === "i" && isOther(text, start, end));
    if (text.runsOn && begins && canStart(end)) return remarkOf(walk, start, end, end);
  }
  return null;
}
/** "Not north | I go east": what is not meant, and nothing else. */
const isOther = (text: Walk["text"], start: number, end: number): boolean =>
  wordAt(text, start) === "not" && phrasesAt(text, start + 1).some((one) => one.kind === "nouns" && one.end === end);
const STRAY_MAX = 8;
/** After these it is somebody else's word. */
const REPORTING = new Set(
  "say says said tell tells told think thinks thought ask asks asked that who what how".split(" "),
);

/** A question that nobody can answer, before a command: "is that where he died, look at the desk". */
function wondered(walk: Walk, start: number, canStart: (at: number) => boolean): Remark | null {
  const { tokens } = walk.text;
  if (!isQuestion(walk, start)) return null;
  const being = longest(BEING, tokens, start);
  for (let end = start + 1; end < Math.min(tokens.length, start + WORDS_MAX); end++) {
    const { kind } = tokens[end]!;
    if (kind === "quote" || kind === "hole" || HEDGED.has(wordAt(walk.text, end) ?? "")) return null;
    const next = afterJoints(walk.text, end);
    if ((kind === "stop" || kind === "comma") && next < tokens.length && canStart(next))
      return remarkOf(walk, start, end, next);
    // "Is that poison lemme see it": after what only is, a verb begins something else.
    if (being !== null && end > being && isUnjoined(walk, start, end) && canStart(end))
      return remarkOf(walk, start, end, end);
  }
  return null;
}
const BEING = bookOf("is|are|was|were it|that|this|these|those|he|she|they|there");

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

const PLACING = new Set("in on under underneath behind beside by at near from of with to into above below".split(" "));
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
